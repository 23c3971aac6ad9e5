"""The statements that the SQLite and the Postgres store share, and the store made of them."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar
from uuid import UUID

from wardiary.adapters.store.diary_store import PUT_IN, DiaryStore, OutboxMessage
from wardiary.adapters.store.entry import EntryWrite
from wardiary.adapters.store.errors import (
    DuplicateCommand,
    PositionConflict,
    UnknownMatch,
    UnknownPack,
)
from wardiary.domain.diary.archive_lines import HEX
from wardiary.domain.diary.archive_lines import ID as ID_DIGITS
from wardiary.domain.diary.rows import Row

LAST_POSITION = 2**62
T = TypeVar("T")

# A damaged SQLite file may hold words where a number was; these come after every number.
HEAD = (
    "SELECT MAX(originator_version) FROM {s}stored_events WHERE originator_id = ?"
    " AND originator_version <= 4611686018427387904"
)
ROWS = (
    "SELECT originator_version, topic, state FROM {s}stored_events WHERE originator_id = ?"
    " AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"
)
STATES = (
    "SELECT originator_version, state FROM {s}stored_events WHERE originator_id = ?"
    " AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"
)
COMMAND = (
    "SELECT first_position, last_position FROM {s}entries WHERE match_id = ? AND command_id = ?"
)
ENTRIES = (
    "SELECT first_position, last_position, sums FROM {s}entries WHERE match_id = ?"
    " ORDER BY first_position"
)
ADD_ENTRY = (
    "INSERT INTO {s}entries (match_id, command_id, first_position, last_position, sums)"
    " VALUES (?, ?, ?, ?, ?)"
)
ADD_LATER = "INSERT INTO {s}outbox (payload, worker, until, attempts) VALUES (?, '', ?, 0)"
ADD_PARCEL = "INSERT INTO {s}outbox (payload, worker, until, attempts) VALUES (?, '', 0, 0)"
ADD_SECRETS = "INSERT INTO {s}secrets (match_id, seed, salt) VALUES (?, ?, ?)"
ADD_PACK = "INSERT INTO {s}packs (digest, content) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING"
LAST_OPENED = "SELECT MAX(opened) FROM {s}secrets"
MATCHES = "SELECT match_id FROM {s}secrets ORDER BY opened"
# Each id once, by steps along the index: quick however many rows a match has.
_IDS = (
    "WITH RECURSIVE ids(id) AS (SELECT * FROM"
    " (SELECT {column} FROM {{s}}{table} ORDER BY {column} LIMIT 1) AS start UNION ALL SELECT"
    " (SELECT {column} FROM {{s}}{table} WHERE {column} > ids.id ORDER BY {column} LIMIT 1)"
    " FROM ids WHERE ids.id IS NOT NULL) SELECT id FROM ids WHERE id IS NOT NULL"
)
WITH_ROWS = _IDS.format(column="originator_id", table="stored_events")
WITH_ENTRIES = _IDS.format(column="match_id", table="entries")
FIRST = (
    "SELECT originator_version, topic, state FROM {s}stored_events WHERE originator_id = ?"
    " ORDER BY originator_version LIMIT 1"
)
SECRETS = "SELECT seed, salt FROM {s}secrets WHERE match_id = ?"
PACK = "SELECT content FROM {s}packs WHERE digest = ?"
KEEP = (
    "INSERT INTO {s}kept (drawer, key, value) VALUES (?, ?, ?)"
    " ON CONFLICT (drawer, key) DO UPDATE SET value = excluded.value"
)
KEEP_NEW = (
    "INSERT INTO {s}kept (drawer, key, value) VALUES (?, ?, ?) ON CONFLICT (drawer, key) DO NOTHING"
    " RETURNING key"
)
KEPT = "SELECT value FROM {s}kept WHERE drawer = ? AND key = ?"
ALL_KEPT = "SELECT key, value FROM {s}kept WHERE drawer = ? ORDER BY key"
DROP = "DELETE FROM {s}kept WHERE drawer = ? AND key = ?"
DRAWERS = "SELECT DISTINCT drawer FROM {s}kept ORDER BY drawer"
TAKE_OUT = "DELETE FROM {s}kept WHERE drawer = ? AND key = ? RETURNING value"
TAKE = (
    "UPDATE {s}outbox SET worker = ?, until = ?, attempts = attempts + 1 WHERE id IN"
    " (SELECT id FROM {s}outbox WHERE until <= ? OR worker = ? ORDER BY id LIMIT ?{skip})"
    " RETURNING id, payload, attempts"
)
DONE = "DELETE FROM {s}outbox WHERE id = ?"
POSTPONE = "UPDATE {s}outbox SET worker = '', until = ? WHERE id = ?"


class Cursor(Protocol):
    """As much of a database cursor as an append needs."""

    def execute(self, statement: str, parameters: Sequence[Any], /) -> Any:
        """Execute a statement once."""

    def executemany(self, statement: str, parameters: Sequence[Sequence[Any]], /) -> Any:
        """Execute a statement for each of many parameters."""

    def fetchone(self) -> Any:
        """Give the next row of the answer, None after the last."""


class Dialect:
    """The statements above in one database's spelling, each rewritten once."""

    def __init__(self, *, schema: str = "", mark: str = "?", skip: str = "") -> None:
        self._schema, self._mark, self._skip = schema, mark, skip
        self._spelt: dict[str, str] = {}

    def __call__(self, statement: str) -> str:
        """One statement as this database wants it."""
        spelt = self._spelt.get(statement)
        if spelt is None:
            marked = statement.replace("?", self._mark)
            spelt = self._spelt[statement] = marked.format(s=self._schema, skip=self._skip)
        return spelt


def admit(cursor: Cursor, dialect: Dialect, entry: EntryWrite) -> None:
    """Refuse an entry that was stored before or does not follow the match's last row.

    Asked inside the append transaction, when no other writer can come between.
    """
    if entry.command_id:
        cursor.execute(dialect(COMMAND), (entry.match, entry.command_id))
        stored = cursor.fetchone()
        if stored is not None:
            raise DuplicateCommand(entry.match, entry.command_id, *stored)
    cursor.execute(dialect(HEAD), (entry.match,))
    (head,) = cursor.fetchone()
    if entry.expected is None:
        if head is not None:
            raise PositionConflict(entry.match, entry.first - 1, head)
        _require_parent(cursor, dialect, entry)
    elif head is None:
        raise UnknownMatch(entry.match, entry.where)
    elif head != entry.expected:
        raise PositionConflict(entry.match, entry.expected, head)


def _require_parent(cursor: Cursor, dialect: Dialect, entry: EntryWrite) -> None:
    """Refuse a branch of a match that another process has just removed."""
    if entry.parent:
        cursor.execute(dialect(HEAD), (entry.parent,))
        if cursor.fetchone()[0] is None:
            raise UnknownMatch(entry.parent, entry.where)


def attach(cursor: Cursor, dialect: Dialect, entry: EntryWrite) -> None:
    """Write what an entry brings beside its rows, in the same transaction."""
    cursor.execute(
        dialect(ADD_ENTRY),
        (entry.match, entry.command_id, entry.first, entry.last, entry.sums),
    )
    if entry.secrets is not None:
        cursor.execute(dialect(ADD_SECRETS), (entry.match, *entry.secrets))
    if entry.packs:
        cursor.executemany(dialect(ADD_PACK), list(entry.packs.items()))
    if entry.outbox:
        cursor.executemany(dialect(ADD_PARCEL), [(payload,) for payload in entry.outbox])


def as_bytes(value: object) -> bytes:
    """What a damaged SQLite file gives for a value as bytes, so that its reader finds it wrong."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogateescape")


def _is_id(match: object) -> bool:
    return isinstance(match, str) and len(match) == ID_DIGITS and set(match) <= HEX


class SQLDiaryStore(DiaryStore):
    """A store whose tables answer the statements above."""

    dialect: Dialect

    @abstractmethod
    def _read(self, statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        """All rows that a SELECT answers."""

    @abstractmethod
    def _write_together(self, work: Callable[[Cursor], T]) -> T:
        """Do work with a cursor in one transaction; it may be called more than once."""

    @abstractmethod
    def _write(self, statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        """Execute one statement in a transaction of its own; the rows it returns, if any."""

    def states(
        self, match: str, *, after: int = 0, upto: int | None = None
    ) -> Iterator[tuple[int, bytes]]:
        """See DiaryStore.states."""
        return iter(self._between(STATES, match, after, upto))

    def rows(self, match: str, *, after: int = 0, upto: int | None = None) -> list[Row]:
        """See DiaryStore.rows."""
        selected = self._between(ROWS, match, after, upto)
        return [
            Row(position, tag if type(tag) is str else "", state if type(state) is bytes else b"")
            for position, tag, state in selected
            if type(position) is int
        ]

    def _between(
        self, statement: str, match: str, after: int, upto: int | None
    ) -> list[tuple[Any, ...]]:
        self._key(match)
        selected = self._read(statement, (match, after, LAST_POSITION if upto is None else upto))
        if not selected:
            self.head(match)  # Nothing between these positions, or no such match at all?
        return selected

    def head(self, match: str) -> int:
        """See DiaryStore.head."""
        self._key(match)
        ((head,),) = self._read(HEAD, (match,))
        if head is None:
            raise UnknownMatch(match, self.where)
        return int(head)

    def matches(self) -> list[str]:
        """See DiaryStore.matches."""
        known = [match for (match,) in self._read(MATCHES, ()) if _is_id(match)]
        selected = {*self._read(WITH_ROWS, ()), *self._read(WITH_ENTRIES, ())}
        ids = {match_id.hex if isinstance(match_id, UUID) else match_id for (match_id,) in selected}
        return [*sorted(filter(_is_id, ids.difference(known))), *known]

    def last_opened(self) -> int:
        """See DiaryStore.last_opened."""
        ((opened,),) = self._read(LAST_OPENED, ())
        return opened or 0

    def first(self, match: str) -> Row | None:
        """See DiaryStore.first."""
        for position, tag, state in self._read(FIRST, (match,)):
            return Row(position, str(tag), as_bytes(state))
        return None

    def command(self, match: str, command_id: str) -> tuple[int, int] | None:
        """See DiaryStore.command."""
        if not command_id:
            return None
        for first, last in self._read(COMMAND, (match, command_id)):
            return first, last
        return None

    def secrets(self, match: str) -> tuple[bytes, bytes]:
        """See DiaryStore.secrets."""
        for seed, salt in self._read(SECRETS, (match,)):
            return as_bytes(seed), as_bytes(salt)
        raise UnknownMatch(match, self.where)

    def pack(self, digest: str) -> bytes:
        """See DiaryStore.pack."""
        for (content,) in self._read(PACK, (digest,)):
            return as_bytes(content)
        raise UnknownPack(digest, self.where)

    def entries(self, match: str) -> list[tuple[int, int, bytes]]:
        """See DiaryStore.entries."""
        return [(first, last, sums) for first, last, sums in self._read(ENTRIES, (match,))]

    def put(self, drawer: str, key: str, value: bytes) -> None:
        """See DiaryStore.keep."""
        self._write(KEEP, (drawer, key, value))

    def add(self, drawer: str, key: str, value: bytes) -> bool:
        """See DiaryStore.add."""
        return bool(self._write(KEEP_NEW, (drawer, key, value)))

    def get(self, drawer: str, key: str) -> bytes | None:
        """See DiaryStore.kept."""
        for (value,) in self._read(KEPT, (drawer, key)):
            return as_bytes(value)
        return None

    def items(self, drawer: str) -> list[tuple[str, bytes]]:
        """See DiaryStore.all_kept."""
        return [(str(key), as_bytes(value)) for key, value in self._read(ALL_KEPT, (drawer,))]

    def delete(self, drawer: str, key: str) -> None:
        """See DiaryStore.drop."""
        self._write(DROP, (drawer, key))

    def collections(self) -> list[str]:
        """See DiaryStore.drawers."""
        return sorted(str(drawer) for (drawer,) in self._read(DRAWERS, ()))

    def pop(self, drawer: str, key: str) -> bytes | None:
        """See DiaryStore.take."""
        for (value,) in self._write(TAKE_OUT, (drawer, key)):
            return as_bytes(value)
        return None

    def lease_outbox(
        self, worker: str, limit: int, lease_ms: int, now_ms: int
    ) -> list[OutboxMessage]:
        """See DiaryStore.take_outbox."""
        assert worker, "a worker has a name, so that it is given again what it held in a crash"
        taken = self._write(TAKE, (worker, now_ms + lease_ms, now_ms, worker, limit))
        return [OutboxMessage(*parcel) for parcel in sorted(taken)]

    def add_to_outbox(self, payload: bytes, *, once: str = "", not_before_ms: int = 0) -> bool:
        """See DiaryStore.add_to_outbox."""

        def add(cursor: Cursor) -> bool:
            if once:
                cursor.execute(self.dialect(KEEP_NEW), (PUT_IN, once, b""))
                if cursor.fetchone() is None:
                    return False
            cursor.execute(self.dialect(ADD_LATER), (payload, not_before_ms))
            return True

        return self._write_together(add)

    def ack_outbox(self, id: int) -> None:
        """See DiaryStore.done_outbox."""
        self._write(DONE, (id,))

    def postpone_outbox(self, id: int, until_ms: int) -> None:
        """See DiaryStore.postpone_outbox."""
        self._write(POSTPONE, (until_ms, id))
