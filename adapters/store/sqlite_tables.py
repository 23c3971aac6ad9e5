"""The tables of a SQLite store, and how an older release's become this release's.

A migration a version, in order; none is changed once it was released.
"""

import sqlite3
from collections.abc import Callable

from wardiary.adapters.store.errors import SchemaTooNew

_TABLES = """
CREATE TABLE IF NOT EXISTS stored_events (
    rowid INTEGER PRIMARY KEY AUTOINCREMENT,
    originator_id TEXT NOT NULL,
    originator_version INTEGER NOT NULL,
    topic TEXT NOT NULL,
    state BLOB NOT NULL,
    UNIQUE (originator_id, originator_version)
);
CREATE TABLE IF NOT EXISTS entries (
    match_id TEXT NOT NULL,
    command_id TEXT NOT NULL,
    first_position INTEGER NOT NULL,
    last_position INTEGER NOT NULL,
    sums BLOB NOT NULL,
    PRIMARY KEY (match_id, command_id, first_position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS secrets (
    opened INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id TEXT NOT NULL UNIQUE,
    seed BLOB NOT NULL,
    salt BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS packs (
    digest TEXT PRIMARY KEY,
    content BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    payload BLOB NOT NULL,
    worker TEXT NOT NULL,
    until INTEGER NOT NULL,
    attempts INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS kept (
    drawer TEXT NOT NULL,
    key TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (drawer, key)
) WITHOUT ROWID
"""


def _first_tables(connection: sqlite3.Connection) -> None:
    """Version 1. The id of a notification must be called rowid: stock code reads that column.

    AUTOINCREMENT, because SQLite otherwise gives the id of a deleted last row a second time.
    """
    for statement in _TABLES.split(";"):
        connection.execute(statement)


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first_tables,)


def migrate(connection: sqlite3.Connection, where: str) -> None:
    """Bring the tables to this release's version, which PRAGMA user_version holds.

    Nothing is written when they are, so a read-only file and a full disk can still be read.

    Raises:
        TooNew: a later release wrote the file.
    """
    version = _version(connection)
    if version > len(MIGRATIONS):
        raise SchemaTooNew(version, len(MIGRATIONS), where)
    if version == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)  # Another program may have been first.
        for number, step in enumerate(MIGRATIONS[version:], version + 1):
            step(connection)
            connection.execute(f"PRAGMA user_version = {number}")
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)
