"""The tables of a Postgres store beside the stock ones, and how an older release's become ours.

A migration a version, in order; none is changed once it was released.
"""

from collections.abc import Callable
from typing import Any

from psycopg import Connection, Cursor
from psycopg.rows import DictRow, TupleRow, tuple_row
from psycopg.sql import SQL, Identifier

from wardiary.adapters.store.errors import SchemaTooNew

_VERSION_TABLE = """
CREATE TABLE IF NOT EXISTS {s}.schema_version (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version integer NOT NULL
)
"""

_TABLES = """
CREATE TABLE IF NOT EXISTS {s}.entries (
    match_id text NOT NULL,
    command_id text NOT NULL,
    first_position bigint NOT NULL,
    last_position bigint NOT NULL,
    sums bytea NOT NULL,
    PRIMARY KEY (match_id, command_id, first_position)
);
CREATE TABLE IF NOT EXISTS {s}.secrets (
    opened bigserial PRIMARY KEY,
    match_id text NOT NULL UNIQUE,
    seed bytea NOT NULL,
    salt bytea NOT NULL
);
CREATE TABLE IF NOT EXISTS {s}.packs (
    digest text PRIMARY KEY,
    content bytea NOT NULL
);
CREATE TABLE IF NOT EXISTS {s}.outbox (
    id bigserial PRIMARY KEY,
    payload bytea NOT NULL,
    worker text NOT NULL,
    until bigint NOT NULL,
    attempts integer NOT NULL
);
CREATE TABLE IF NOT EXISTS {s}.kept (
    drawer text NOT NULL,
    key text COLLATE "C" NOT NULL,
    value bytea NOT NULL,
    PRIMARY KEY (drawer, key)
)
"""


def _first_tables(cursor: Cursor[TupleRow], schema: Identifier) -> None:
    """Version 1: what the SQLite store has, too. Keys are ordered by code point as there."""
    for statement in _TABLES.split(";"):
        cursor.execute(SQL(statement).format(s=schema))


MIGRATIONS: tuple[Callable[[Cursor[TupleRow], Identifier], None], ...] = (_first_tables,)


def migrate(connection: Connection[DictRow], schema: str) -> None:
    """Bring the tables to this release's version, which the table schema_version holds.

    Raises:
        TooNew: a later release wrote them.
    """
    name = Identifier(schema)
    with connection.transaction(), connection.cursor(row_factory=tuple_row) as cursor:
        cursor.execute(SQL(_VERSION_TABLE).format(s=name))
        version = _version(cursor, name)
        if version > len(MIGRATIONS):
            raise SchemaTooNew(version, len(MIGRATIONS), f"schema {schema}")
        for step in MIGRATIONS[version:]:
            step(cursor, name)
        cursor.execute(
            SQL(
                "INSERT INTO {s}.schema_version (version) VALUES (%s)"
                " ON CONFLICT (only_row) DO UPDATE SET version = excluded.version"
            ).format(s=name),
            (len(MIGRATIONS),),
        )


def _version(cursor: Cursor[TupleRow], schema: Identifier) -> int:
    cursor.execute(SQL("SELECT version FROM {s}.schema_version").format(s=schema))
    row: Any = cursor.fetchone()
    return 0 if row is None else int(row[0])
