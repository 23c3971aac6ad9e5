"""A store in a Postgres database, for a service that several machines share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import psycopg
from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import PostgresDatastore
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import tuple_row
from psycopg_pool import PoolClosed, PoolTimeout

from wardiary.adapters.store.errors import ReadFailed, StoreError, WriteFailed
from wardiary.adapters.store.log import DiaryLog
from wardiary.adapters.store.postgres import LiveFactory, LiveRecorder
from wardiary.adapters.store.removal import remove
from wardiary.adapters.store.sql import Cursor, Dialect, SQLDiaryStore, T

LOCK_SECONDS = "5"
CONNECT_SECONDS = "5"

_REASONS = {
    "53100": "disk full",
    "25006": "read-only",
    "55P03": "locked",
    "XX001": "corrupted",
    "XX002": "corrupted",
}


class PostgresDiaryStore(SQLDiaryStore):
    """One schema of one database. Options in its URL: `schema=NAME`, created when missing."""

    dialect: Dialect

    def __init__(self, url: str) -> None:
        env, where = _environment(url)
        with _refusing(ReadFailed, where, unreachable="cannot be opened"):
            super().__init__(DiaryLog(env), where)
        self.dialect = self._recorder.dialect

    @property
    def _recorder(self) -> LiveRecorder:
        recorder = self.log.recorder
        assert isinstance(recorder, LiveRecorder)
        return recorder

    @property
    def _datastore(self) -> PostgresDatastore:
        return self._recorder.datastore

    def _recording(self) -> AbstractContextManager[None]:
        return _refusing(WriteFailed, self.where)

    def _reading(self) -> AbstractContextManager[None]:
        return _refusing(ReadFailed, self.where)

    def _read(self, statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        with self._reading():
            return self._execute(statement, parameters)

    def _write(self, statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        with self._recording():
            return self._execute(statement, parameters)

    def _write_together(self, work: Callable[[Cursor], T]) -> T:
        with (
            self._recording(),
            self._datastore.get_connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            return work(cursor)

    def remove(self, match: str, kept: Iterable[tuple[str, str]], *, opened: int) -> bool:
        """See DiaryStore.remove."""
        self._key(match)
        last_id = max(self.last_id(), self.last_removed_id())
        with (
            self._recording(),
            self._datastore.get_connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            for statement in self._recorder.lock_table_statements:
                cursor.execute(statement)
            return remove(
                cursor, self.dialect, match, self.where, kept, opened=opened, last_id=last_id
            )

    def _execute(self, statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        """One statement is one transaction: the connections are in autocommit mode."""
        with (
            self._datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row, binary=True) as cursor,
        ):
            cursor.execute(self.dialect(statement), parameters)
            return cursor.fetchall() if cursor.description else []


def _environment(url: str) -> tuple[dict[str, str], str]:
    """What the stock factory wants to know, and the store's name for messages."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    schema = query.pop("schema", "public")
    try:
        known = conninfo_to_dict(urlunsplit(parts._replace(query=urlencode(query))))
    except psycopg.ProgrammingError as error:
        raise StoreError(f"no store at this URL: {error}".strip()) from error
    host, port = str(known.get("host", "localhost")), str(known.get("port", "5432"))
    name, user = str(known.get("dbname", "wardiary")), str(known.get("user", "postgres"))
    env = {
        "PERSISTENCE_MODULE": f"{LiveFactory.__module__}:{LiveFactory.__name__}",
        "POSTGRES_DBNAME": name,
        "POSTGRES_HOST": host,
        "POSTGRES_PORT": port,
        "POSTGRES_USER": user,
        "POSTGRES_PASSWORD": str(known.get("password", "")),
        "POSTGRES_SCHEMA": schema,
        "POSTGRES_PRE_PING": "y",
        "POSTGRES_LOCK_TIMEOUT": LOCK_SECONDS,
        "POSTGRES_CONNECT_TIMEOUT": CONNECT_SECONDS,
    }
    return env, f"postgresql://{host}:{port}/{name}, schema {schema}"


def _reason_of(error: BaseException, unreachable: str) -> str:
    cause = error.__cause__ or error
    if isinstance(cause, PoolClosed):
        return "closed"
    if isinstance(cause, PoolTimeout):
        return unreachable
    state = getattr(cause, "sqlstate", None)
    if state is None and isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError):
        return "connection lost"
    if state is not None and state.startswith(("08", "57P")):
        return "connection lost"
    if state is not None and state.startswith(("22", "23", "42")):
        return "damaged"
    if state is not None:
        return _REASONS.get(state, f"Postgres' error {state}")
    return " ".join(str(error).split())


@contextmanager
def _refusing(
    kind: type[WriteFailed] | type[ReadFailed], where: str, unreachable: str = "connection lost"
) -> Iterator[None]:
    try:
        yield
    except (PersistenceError, psycopg.Error) as error:
        raise kind(_reason_of(error, unreachable), where) from error
