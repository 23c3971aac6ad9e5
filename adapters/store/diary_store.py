"""What every store promises, whatever keeps the bytes."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Self
from uuid import UUID

import msgspec
from eventsourcing.persistence import ApplicationRecorder, StoredEvent, Subscription

from wardiary.adapters.store.entry import EntryWrite, check_positions, damaged, sums_of
from wardiary.adapters.store.errors import UnknownMatch
from wardiary.adapters.store.log import DiaryLog
from wardiary.domain.diary.rows import Row

REMOVED, LAST_ID = "removed", "last-id"
"""Where the highest notification id is kept of all rows that there ever were at a removal."""
PUT_IN = "outbox"
"""The drawer with the names of what was put into the outbox once."""


class OutboxMessage(msgspec.Struct, frozen=True, gc=False):
    """Something the outbox must send, and how often a worker has taken it so far."""

    id: int
    payload: bytes
    attempts: int


class Feed:
    """Every stored row's (notification id, match, position) in the one order of the store.

    First come those already stored, then each new one as it is stored, by whichever process.
    Iterating waits; `stop`, from any thread, or leaving the `with` block ends it.
    """

    def __init__(
        self,
        subscription: Subscription[ApplicationRecorder],
        reading: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._subscription = subscription
        self._reading = reading

    def __enter__(self) -> Self:
        self._subscription.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._subscription.__exit__(kind, error, trace)

    def __iter__(self) -> Iterator[tuple[int, str, int]]:
        return self

    def __next__(self) -> tuple[int, str, int]:
        """Wait for the next row; a stopped feed has no next one.

        Raises:
            NotReadable: the store can no longer be followed; subscribe again after the last id.
        """
        with self._reading():
            notification = next(self._subscription)
        key = notification.originator_id
        match = key.hex if isinstance(key, UUID) else key
        return notification.id, match, notification.originator_version

    def stop(self) -> None:
        """End the iteration, also for a thread that is waiting in it."""
        self._subscription.stop()


class DiaryStore(ABC):
    """Matches as rows of bytes, and beside them what must not be in the log.

    Ids of matches are 32 hexadecimal digits. Every method may be called from any thread.
    `where` names the store in messages, without its password.
    """

    is_new = False
    """Whether the store was made just now."""

    def __init__(self, log: DiaryLog, where: str) -> None:
        self.log = log
        self.where = where

    def open_to_others(self) -> int:
        """The mode of a file that others than its owner can read or write; 0 when there is none."""
        return 0

    @property
    def env(self) -> dict[str, str]:
        """What eventsourcing's runners need to open the same store once more."""
        return dict(self.log.env)

    def open_match(
        self,
        match: str,
        rows: Sequence[Row],
        *,
        seed: bytes,
        salt: bytes,
        packs: Mapping[str, bytes] = {},
        outbox: Sequence[bytes] = (),
        parent: str = "",
    ) -> None:
        """Store a new match, or a branch, with its first rows, secrets and packs, or nothing.

        A branch's first row may have any position; the others follow it without a gap. With
        `parent` the branch is stored only if that match is still there.

        Raises:
            Conflict: a match of that id exists already.
            UnknownMatch: the parent is not there.
            Misnumbered: the rows do not follow one another.
            NotRecorded: the database could not write it.
        """
        follows = rows[0].position - 1 if rows else 0
        first, last = check_positions(match, rows, max(follows, 0))
        entry = EntryWrite(
            self.where,
            match,
            first,
            last,
            None,
            "",
            sums_of(rows),
            tuple(outbox),
            (seed, salt),
            dict(packs),
            parent,
        )
        self._record(entry, rows)

    def append(
        self,
        match: str,
        rows: Sequence[Row],
        *,
        expected: int,
        command_id: str = "",
        outbox: Sequence[bytes] = (),
    ) -> None:
        """Store one entry after the expected position, with what must be sent, or nothing.

        Once this returns, the entry is on the disk.

        Raises:
            DuplicateCommand: the command id was stored before; asked before anything else.
            Conflict: the match is not at the expected position.
            Misnumbered: the rows do not follow the expected position without a gap.
            UnknownMatch: there is no such match.
            NotRecorded: the database could not write it.
        """
        first, last = check_positions(match, rows, expected)
        sums = sums_of(rows)
        entry = EntryWrite(
            self.where, match, first, last, expected, command_id, sums, tuple(outbox)
        )
        self._record(entry, rows)

    def _record(self, entry: EntryWrite, rows: Sequence[Row]) -> None:
        key = self._key(entry.match)
        stored = [StoredEvent(key, row.position, row.tag, row.state) for row in rows]
        with self._recording():
            self.log.recorder.insert_events(stored, entry=entry)

    def _key(self, match: str) -> UUID:
        try:
            key = UUID(hex=match)
        except ValueError:
            key = None
        if key is None or key.hex != match:
            raise UnknownMatch(match, self.where)
        return key

    @abstractmethod
    def _recording(self) -> AbstractContextManager[None]:
        """Turn the database's errors into NotRecorded."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[None]:
        """Turn the database's errors into NotReadable."""

    @abstractmethod
    def states(
        self, match: str, *, after: int = 0, upto: int | None = None
    ) -> Iterator[tuple[int, bytes]]:
        """Positions and bytes of a match's own rows in order: the fast way to fold them.

        Raises:
            UnknownMatch: there is no such match.
            NotReadable: the database could not be read.
        """

    @abstractmethod
    def rows(self, match: str, *, after: int = 0, upto: int | None = None) -> list[Row]:
        """A match's own rows in order, after one position and up to another (inclusive).

        A branch's own rows start at its first position; the rest are its parent's. What a damaged
        file gives in place of a text or of bytes comes as an empty one, which no row ever had.

        Raises:
            UnknownMatch: there is no such match.
            NotReadable: the database could not be read.
        """

    @abstractmethod
    def head(self, match: str) -> int:
        """The position of a match's last row.

        Raises:
            UnknownMatch: there is no such match.
        """

    @abstractmethod
    def matches(self) -> list[str]:
        """The ids of all matches and branches, in the order they were opened.

        Those whose secrets are lost, which say when, come before all others.
        """

    @abstractmethod
    def last_opened(self) -> int:
        """A number that is another one whenever a match or branch has been opened."""

    @abstractmethod
    def remove(self, match: str, kept: Iterable[tuple[str, str]], *, opened: int) -> bool:
        """Delete everything of a match, and what is kept in some (collection, key), or nothing.

        Other matches keep all that is theirs. False, and nothing is deleted, when matches were
        opened since `last_opened` gave `opened`.

        Raises:
            UnknownMatch: there is no such match.
            WriteFailed: the database could not write it.
        """

    def last_removed_id(self) -> int:
        """The notification id of the last row that there ever was when a match was removed; ids are
        never given twice, so what follows the store may be as far as this, beyond `last_id`.
        """
        stored = self.get(REMOVED, LAST_ID)
        return int(stored) if stored is not None and stored.isdigit() else 0

    @abstractmethod
    def first(self, match: str) -> Row | None:
        """The first row of a match that is there, None when none is; damaged ones as they are."""

    @abstractmethod
    def command(self, match: str, command_id: str) -> tuple[int, int] | None:
        """First and last position of the entry stored under a command id; None when none is."""

    @abstractmethod
    def secrets(self, match: str) -> tuple[bytes, bytes]:
        """A match's seed and salt.

        Raises:
            UnknownMatch: there is no such match.
        """

    @abstractmethod
    def pack(self, digest: str) -> bytes:
        """The content of a pack that a match was opened with.

        Raises:
            UnknownPack: no match was opened with it.
        """

    @abstractmethod
    def entries(self, match: str) -> list[tuple[int, int, bytes]]:
        """First position, last position and checksums of every entry of a match, in order."""

    def damaged_positions(self, match: str) -> list[int]:
        """The positions whose row is missing or is not as it was appended: a disk that rots.

        A disk's error, not a forger's: a forger who rewrites a row can rewrite its checksum, and
        then only the chain of hashes tells.
        """
        rows = {row.position: row for row in self.rows(match)}
        return list(damaged(self.entries(match), rows))

    @abstractmethod
    def put(self, drawer: str, key: str, value: bytes) -> None:
        """Keep something outside the log, replacing what was kept under the same key."""

    @abstractmethod
    def add(self, drawer: str, key: str, value: bytes) -> bool:
        """Keep something under a key that is free; of many who do so at once exactly one succeeds.

        False where something is kept there already, which stays.
        """

    @abstractmethod
    def get(self, drawer: str, key: str) -> bytes | None:
        """What is kept under a key; None when nothing is."""

    @abstractmethod
    def items(self, drawer: str) -> list[tuple[str, bytes]]:
        """Every key of a drawer with what is kept under it, in the order of the keys."""

    @abstractmethod
    def delete(self, drawer: str, key: str) -> None:
        """Forget what is kept under a key, if anything is."""

    @abstractmethod
    def collections(self) -> list[str]:
        """The names of all drawers that hold anything, in order."""

    @abstractmethod
    def pop(self, drawer: str, key: str) -> bytes | None:
        """Take out what is kept under a key; of many who ask at once, exactly one is given it."""

    def last_id(self) -> int:
        """The notification id of the last row stored; 0 in an empty store.

        Raises:
            NotReadable: the database could not be read.
        """
        with self._reading():
            return self.log.recorder.max_notification_id() or 0

    def subscribe(self, after: int = 0, kinds: Sequence[str] = ()) -> Feed:
        """Follow every match from a notification id on, live, also across processes; only rows of
        some kinds, if any are named.

        A feed costs threads, and in Postgres a connection of its pool: follow once a program,
        and hand on to many from there.
        """
        return Feed(self.log.recorder.subscribe(gt=after, topics=kinds), self._reading)

    @abstractmethod
    def lease_outbox(
        self, worker: str, limit: int, lease_ms: int, now_ms: int
    ) -> list[OutboxMessage]:
        """Lease the oldest parcels to a worker until now + lease.

        A worker is given again what it holds already, so after a crash it drains that first;
        what another worker holds is taken over when its lease has run out. So a parcel may be
        handled twice: send it under an id of its own, as mail does with the Message-ID. It is for
        what is sent on of matches that are followed (`adapters/matches/following.py`).
        """

    @abstractmethod
    def add_to_outbox(self, payload: bytes, *, once: str = "", not_before_ms: int = 0) -> bool:
        """Put a parcel into the outbox that comes from no entry, such as the answer to a mail.

        False, and nothing is put in, where one was put in before under the same name `once`.
        """

    @abstractmethod
    def ack_outbox(self, id: int) -> None:
        """A parcel was sent: it is never given out again."""

    @abstractmethod
    def postpone_outbox(self, id: int, until_ms: int) -> None:
        """A parcel could not be sent: nobody is given it before that time."""

    def close(self) -> None:
        """Give back files and connections; what was stored stays stored."""
        self.log.close()
