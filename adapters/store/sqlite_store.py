"""The default store: one SQLite file, safe on the disk at the moment an answer is given."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from eventsourcing import persistence
from eventsourcing.domain import EventSourcingError

from wardiary.adapters.store.errors import NotReadable, NotRecorded, StoreError
from wardiary.adapters.store.log import DiaryLog
from wardiary.adapters.store.sql import SQLDiaryStore
from wardiary.adapters.store.sqlite import DEFAULT_LOCK_SECONDS, DIALECT, LiveFactory, LiveRecorder
from wardiary.adapters.store.sqlite_connections import Datastore

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

    def __init__(self, path: Path, options: dict[str, str]) -> None:
        where = str(path)
        read_only = options.get("mode") == "ro"
        synchronous = options.get("synchronous", "full").upper()
        if synchronous not in {"FULL", "NORMAL"}:
            raise StoreError(f"{where}: synchronous is full or normal, not {synchronous.lower()}")
        seconds = options.get("timeout", DEFAULT_LOCK_SECONDS)
        if not re.fullmatch(r"\d{1,6}(\.\d{1,3})?", seconds):
            raise StoreError(f"{where}: timeout is a number of seconds, not {seconds}")
        env = {
            "PERSISTENCE_MODULE": f"{LiveFactory.__module__}:{LiveFactory.__name__}",
            "SQLITE_DBNAME": f"file:{quote(where)}?mode={'ro' if read_only else 'rwc'}",
            "SQLITE_SYNCHRONOUS": synchronous,
            "SQLITE_LOCK_SECONDS": seconds,
        }
        with _refusing(NotReadable, where):
            super().__init__(DiaryLog(env), where)

    @property
    def _datastore(self) -> Datastore:
        recorder = self.log.recorder
        assert isinstance(recorder, LiveRecorder)
        return recorder.datastore

    def _recording(self) -> AbstractContextManager[None]:
        return _refusing(NotRecorded, self.where)

    def _reading(self) -> AbstractContextManager[None]:
        return _refusing(NotReadable, self.where)

    def _read(self, statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        with self._reading():
            return self._execute(statement, parameters, commit=False)

    def _write(self, statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        with self._recording():
            return self._execute(statement, parameters, commit=True)

    def _execute(
        self, statement: str, parameters: Sequence[object], *, commit: bool
    ) -> list[tuple[Any, ...]]:
        with self._datastore.transaction(commit=commit) as cursor:
            bare: Any = cursor
            bare.row_factory = None
            try:
                return _fetched(bare, DIALECT(statement), parameters)
            except sqlite3.OperationalError as error:
                if commit or not str(error).startswith(NO_TEXT):
                    raise
            with _any_bytes_as_text(bare.connection):
                return _fetched(bare, DIALECT(statement), parameters)


def _fetched(cursor: Any, statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = cursor.execute(statement, parameters).fetchall()
    return found


@contextmanager
def _any_bytes_as_text(connection: sqlite3.Connection) -> Iterator[None]:
    """Read what a damaged file holds in place of words, so that the rest of it can be read."""
    connection.text_factory = lambda stored: stored.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        connection.text_factory = str


@contextmanager
def _refusing(kind: type[NotRecorded] | type[NotReadable], where: str) -> Iterator[None]:
    try:
        yield
    except (EventSourcingError, sqlite3.Error, OSError) as error:
        raise kind(reason_of(error), where) from error
