"""The default store: one SQLite file, safe on the disk at the moment an answer is given."""

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from stat import S_IMODE
from typing import Any
from urllib.parse import quote

from eventsourcing import persistence
from eventsourcing.domain import EventSourcingError

from wardiary.adapters.store.errors import ReadFailed, StoreError, WriteFailed
from wardiary.adapters.store.log import DiaryLog
from wardiary.adapters.store.removal import remove
from wardiary.adapters.store.sql import Cursor, SQLDiaryStore, T
from wardiary.adapters.store.sqlite import DEFAULT_LOCK_SECONDS, DIALECT, LiveFactory, LiveRecorder
from wardiary.adapters.store.sqlite_connections import Datastore

OTHERS = 0o077
NO_TEXT = "Could not decode to UTF-8"
_REASONS = {
    sqlite3.SQLITE_FULL: "disk full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CORRUPT: "corrupted",
    sqlite3.SQLITE_NOTADB: "corrupted",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_ERROR: "damaged",
    sqlite3.SQLITE_CONSTRAINT: "damaged",
    sqlite3.SQLITE_MISMATCH: "damaged",
    sqlite3.SQLITE_SCHEMA: "damaged",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
}


def reason_of(error: BaseException) -> str:
    """The reason in the words of NotRecorded, from SQLite's error or what it became."""
    if isinstance(error, persistence.ConnectionPoolClosedError):
        return "closed"
    if isinstance(error, persistence.ConnectionUnavailableError):
        return "locked"
    cause = error if isinstance(error, sqlite3.Error) else error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return _REASONS.get(code & 0xFF, f"SQLite's error {code}")
    return str(error)


class SQLiteDiaryStore(SQLDiaryStore):
    """One file. Options in its URL: `synchronous=normal`, `timeout=SECONDS`, `mode=ro`.

    With synchronous=normal a power cut may lose the last answers, never the order: for imports
    and simulations. A crash of the program alone loses nothing either way.
    """

    dialect = DIALECT
    log: DiaryLog

    def __init__(self, path: Path, options: dict[str, str], *, is_new: bool = False) -> None:
        where = str(path)
        synchronous = options.get("synchronous", "full").upper()
        if synchronous not in {"FULL", "NORMAL"}:
            raise StoreError(f"{where}: synchronous is full or normal, not {synchronous.lower()}")
        seconds = options.get("timeout", DEFAULT_LOCK_SECONDS)
        if not re.fullmatch(r"\d{1,6}(\.\d{1,3})?", seconds):
            raise StoreError(f"{where}: timeout is a number of seconds, not {seconds}")
        env = {
            "PERSISTENCE_MODULE": f"{LiveFactory.__module__}:{LiveFactory.__name__}",
            "SQLITE_DBNAME": f"file:{quote(where)}?mode={_mode(path, options)}",
            "SQLITE_SYNCHRONOUS": synchronous,
            "SQLITE_LOCK_SECONDS": seconds,
        }
        with _refusing(ReadFailed, where):
            super().__init__(DiaryLog(env), where)
        self.is_new = is_new

    def open_to_others(self) -> int:
        """See DiaryStore.open_to_others."""
        mode = S_IMODE(Path(self.where).stat().st_mode)
        return mode if mode & OTHERS else 0

    @property
    def _datastore(self) -> Datastore:
        recorder = self.log.recorder
        assert isinstance(recorder, LiveRecorder)
        return recorder.datastore

    def _recording(self) -> AbstractContextManager[None]:
        return _refusing(WriteFailed, self.where)

    def _reading(self) -> AbstractContextManager[None]:
        return _refusing(ReadFailed, self.where)

    def _read(self, statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        with self._reading():
            return self._datastore.readers.read(
                lambda connection: _rows(connection, DIALECT(statement), parameters)
            )

    def _write(self, statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        def execute(cursor: Any) -> list[tuple[Any, ...]]:
            cursor.row_factory = None
            rows: list[tuple[Any, ...]] = cursor.execute(DIALECT(statement), parameters).fetchall()
            return rows

        with self._recording():
            return self._datastore.writes.write(execute)

    def _write_together(self, work: Callable[[Cursor], T]) -> T:
        with self._recording():
            return self._datastore.writes.write(work)

    def remove(self, match: str, kept: Iterable[tuple[str, str]], *, opened: int) -> bool:
        """See DiaryStore.remove."""
        self._key(match)
        last_id = max(self.last_id(), self.last_removed_id())
        with self._recording(), self._datastore.transaction(commit=True) as cursor:
            bare: Any = cursor
            bare.row_factory = None
            return remove(bare, DIALECT, match, self.where, kept, opened=opened, last_id=last_id)


def _rows(
    connection: sqlite3.Connection, statement: str, parameters: Sequence[object]
) -> list[tuple[Any, ...]]:
    """All rows that a SELECT answers, whatever a damaged file holds in place of words."""
    try:
        return _fetched(connection, statement, parameters)
    except sqlite3.OperationalError as error:
        if not str(error).startswith(NO_TEXT):
            raise
    with _any_bytes_as_text(connection):
        return _fetched(connection, statement, parameters)


def _fetched(
    connection: sqlite3.Connection, statement: str, parameters: Sequence[object]
) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = connection.execute(statement, parameters).fetchall()
    return rows


@contextmanager
def _any_bytes_as_text(connection: sqlite3.Connection) -> Iterator[None]:
    """Read what a damaged file holds in place of words, so that the rest of it can be read."""
    connection.text_factory = lambda stored: stored.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        connection.text_factory = str


def _mode(path: Path, options: dict[str, str]) -> str:
    """How SQLite opens a file: one on media that cannot be written is only read."""
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return "ro" if options.get("mode") == "ro" else "rwc"
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size and not os.access(path.parent, os.W_OK):
        raise ReadFailed("read-only with entries beside it", str(path))
    # SQLite would make files beside it even to read, but for a file that nobody can change.
    return "ro" if os.access(path.parent, os.W_OK) else "ro&immutable=1"


@contextmanager
def _refusing(kind: type[WriteFailed] | type[ReadFailed], where: str) -> Iterator[None]:
    try:
        yield
    except (EventSourcingError, sqlite3.Error, OSError) as error:
        raise kind(reason_of(error), where) from error
