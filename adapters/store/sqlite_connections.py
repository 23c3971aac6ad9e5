"""Connections to a SQLite file: durable, in WAL mode, and never left in a half transaction."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Lock
from time import sleep
from types import TracebackType
from urllib.parse import unquote

from eventsourcing import persistence
from eventsourcing.persistence import (
    ConnectionPoolClosedError,
    ConnectionUnavailableError,
    PersistenceError,
)
from eventsourcing.sqlite import (
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

from wardiary.adapters.store.sqlite_reads import Readers
from wardiary.adapters.store.sqlite_writes import GroupCommit

POLL_SECONDS = 0.05
WAL_ATTEMPTS = 100
CLOSE_SECONDS = 0.01
STATEMENTS_CACHED = 64


def same_error(error: sqlite3.Error) -> PersistenceError:
    """The error of the same name that eventsourcing raises for every database."""
    kind = getattr(persistence, type(error).__name__, PersistenceError)
    return kind(error) if issubclass(kind, PersistenceError) else PersistenceError(error)


class Pool(SQLiteConnectionPool):
    """Connections with our durability."""

    def __init__(self, db_name: str, *, synchronous: str, timeout: float) -> None:
        super().__init__(db_name=db_name, pool_timeout=timeout)
        self.synchronous, self.timeout = synchronous, timeout
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

    def another(self) -> SQLiteConnection:
        """A connection that this pool does not look after."""
        if self.closed:
            raise ConnectionPoolClosedError
        return self._create_connection()

    def close(self) -> None:
        """Wait a while for readers to finish: to close what they use could end the program."""
        for _ in range(round(self.timeout / CLOSE_SECONDS)):
            with self._put_condition:  # So that nobody begins to read in between.
                if not self._in_use:
                    super().close()
                    return
            sleep(CLOSE_SECONDS)
        super().close()

    def _create_connection(self) -> SQLiteConnection:
        try:
            connection = self.connect()
        except sqlite3.Error as error:
            raise same_error(error) from error
        connection.row_factory = sqlite3.Row
        return SQLiteConnection(connection, self.max_age)


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


class Transaction:
    """A transaction that never stays open, whatever fails inside it.

    The stock one leaves it open when the commit itself fails, as it does for want of space:
    then the next commit would store an entry that was refused.
    """

    def __init__(self, datastore: "Datastore", *, commit: bool) -> None:
        self._datastore, self._commit = datastore, commit

    def __enter__(self) -> SQLiteCursor:
        self._connection = self._datastore.borrow(commit=self._commit)
        self._cursor = self._connection.cursor().sqlite_cursor
        try:
            # A writer takes the lock at once, where SQLite waits for it; later it would not.
            self._cursor.execute("BEGIN IMMEDIATE" if self._commit else "BEGIN")
        except BaseException as error:
            self._abandon(error)
            raise
        return self._cursor  # type: ignore[return-value]  # Stock recorders are given the bare one too.

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            self._abandon(error)
            return
        try:
            if self._commit:
                self._connection.commit()
            else:
                self._connection.rollback()
            self._cursor.close()
        except BaseException as failure:
            self._abandon(failure)
            raise
        self._datastore.give_back(self._connection, commit=self._commit)

    def _abandon(self, error: BaseException) -> None:
        """Undo everything; a connection that cannot even do that is closed, the next is fresh."""
        try:
            self._cursor.close()  # Otherwise the error would keep the file open.
            self._connection.rollback()
        except sqlite3.Error:
            self._connection.close()
        self._datastore.give_back(self._connection, commit=self._commit)
        if isinstance(error, sqlite3.Error):
            raise same_error(error) from error


class Datastore(SQLiteDatastore):
    """A pool of connections to read with, and the one connection of this program that writes."""

    def __init__(self, db_name: str, *, synchronous: str, timeout: float) -> None:
        super().__init__(db_name)
        self.pool: Pool = Pool(db_name, synchronous=synchronous, timeout=timeout)
        self.readers = Readers(self.pool.connect)
        self.writes = GroupCommit(partial(self.transaction, commit=True))
        self._writing = Lock()
        self._writer: SQLiteConnection | None = None

    def borrow(self, *, commit: bool) -> SQLiteConnection:
        """A connection to read with, or the writer once no other thread uses it."""
        if not commit:
            return self.pool.get_connection(is_writer=False)
        if not self._writing.acquire(timeout=self.pool.timeout):
            raise ConnectionUnavailableError("another thread has been writing all the time")
        try:
            if self._writer is None or self._writer.closed:
                self._writer = self.pool.another()
        except BaseException:
            self._writing.release()
            raise
        return self._writer

    def give_back(self, connection: SQLiteConnection, *, commit: bool) -> None:
        """The borrowed connection is no longer used."""
        if commit:
            self._writing.release()
        else:
            self.pool.put_connection(connection)

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:
        """A connection for the length of a `with` block."""
        connection = self.borrow(commit=commit)
        try:
            yield connection
        finally:
            self.give_back(connection, commit=commit)

    def transaction(self, *, commit: bool) -> Transaction:  # type: ignore[override]
        """A transaction for the length of a `with` block. Not a generator, which is slower."""
        return Transaction(self, commit=commit)

    def close(self) -> None:
        """Close every connection; the last one folds the write-ahead log into the file."""
        if readers := getattr(self, "readers", None):  # Missing when __init__ failed.
            readers.close()
        super().close()
        writing = getattr(self, "_writing", None)
        if writing is None:
            return
        with writing:  # To close what another thread is using would be the end of the program.
            if self._writer is not None and not self._writer.closed:
                self._writer.close()
