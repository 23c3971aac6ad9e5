"""Connections to a SQLite file: durable, in WAL mode, and never left in a half transaction."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import local
from time import sleep
from urllib.parse import unquote

from eventsourcing import persistence
from eventsourcing.persistence import PersistenceError
from eventsourcing.sqlite import (
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

POLL_SECONDS = 0.05
WAL_ATTEMPTS = 100
STATEMENTS_CACHED = 64


class Connection(SQLiteConnection):
    """A connection whose transactions never stay open, whatever fails inside them."""

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """A writer takes the lock at once: waiting for it later could not be waited for."""
        cursor = self._sqlite_conn.cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE" if commit else "BEGIN")
            yield cursor  # type: ignore[misc]  # Stock recorders are given the bare cursor too.
            if commit:
                self._sqlite_conn.commit()
            else:
                self._sqlite_conn.rollback()
        except BaseException as error:
            self._abandon()
            if isinstance(error, sqlite3.Error):
                raise same_error(error) from error
            raise
        finally:
            with suppress(sqlite3.ProgrammingError):  # When _abandon closed the connection.
                cursor.close()

    def _abandon(self) -> None:
        """Undo the transaction; a commit that failed for want of space leaves it open."""
        try:
            self._sqlite_conn.rollback()
        except sqlite3.Error:
            self.close()  # The pool drops a closed connection, the next one begins afresh.


def same_error(error: sqlite3.Error) -> PersistenceError:
    """The error of the same name that eventsourcing raises for every database."""
    kind = getattr(persistence, type(error).__name__, PersistenceError)
    return kind(error) if issubclass(kind, PersistenceError) else PersistenceError(error)


class Pool(SQLiteConnectionPool):
    """Connections with our durability; one writer at a time within the process."""

    def __init__(self, db_name: str, *, synchronous: str, timeout: float) -> None:
        super().__init__(db_name=db_name, pool_timeout=timeout)
        self.synchronous, self.timeout = synchronous, timeout
        self._attempt = local()
        self.where = unquote(db_name.removeprefix("file:").partition("?")[0])

    def connect(self) -> sqlite3.Connection:
        """A bare connection, in WAL mode and with a statement cache that holds our statements."""
        connection = sqlite3.connect(
            self.db_name,
            uri=self.db_name.startswith("file:"),
            check_same_thread=False,
            isolation_level=None,
            cached_statements=STATEMENTS_CACHED,
            timeout=self.timeout,
        )
        try:
            _use_write_ahead_log(connection)
            connection.execute(f"PRAGMA synchronous = {self.synchronous}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _create_connection(self) -> SQLiteConnection:
        try:
            connection = self.connect()
        except sqlite3.Error as error:
            raise same_error(error) from error
        connection.row_factory = sqlite3.Row
        return Connection(sqlite_conn=connection, max_age=self.max_age)

    def get_connection(
        self, timeout: float | None = None, *, is_writer: bool | None = None
    ) -> SQLiteConnection:
        """As in the stock pool, which keeps the writer's lock when no connection can be made."""
        self._attempt.failed = False
        try:
            return super().get_connection(timeout, is_writer=is_writer)
        except BaseException:
            if is_writer and self._attempt.failed:
                self._num_writers -= 1
                self._writer_lock.release()
            raise

    def _get_connection(self, timeout: float = 0.0) -> SQLiteConnection:
        """Called when the writer's lock is already held."""
        try:
            return super()._get_connection(timeout)
        except BaseException:
            self._attempt.failed = True
            raise


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Several programs may open a new file at once; SQLite does not wait here by itself."""
    for attempt in range(WAL_ATTEMPTS):
        try:
            (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
            if mode == "wal" or connection.execute("PRAGMA query_only").fetchone()[0]:
                return
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or attempt == WAL_ATTEMPTS - 1:
                raise
            sleep(POLL_SECONDS)
        else:
            return


class Datastore(SQLiteDatastore):
    """The stock data store over our pool."""

    def __init__(self, db_name: str, *, synchronous: str, timeout: float) -> None:
        super().__init__(db_name)
        self.pool: Pool = Pool(db_name, synchronous=synchronous, timeout=timeout)
