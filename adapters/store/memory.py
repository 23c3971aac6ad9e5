"""A store in memory, for tests and for what need not outlive the program."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import count, islice
from threading import RLock
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import (
    ApplicationRecorder,
    Notification,
    StoredEvent,
    Subscription,
)
from eventsourcing.popo import POPOApplicationRecorder, POPOFactory, POPOSubscription

from wardiary.adapters.store.diary_store import (
    LAST_ID,
    PUT_IN,
    REMOVED,
    DiaryStore,
    OutboxMessage,
)
from wardiary.adapters.store.entry import EntryWrite
from wardiary.adapters.store.errors import (
    DuplicateCommand,
    PositionConflict,
    UnknownMatch,
    UnknownPack,
)
from wardiary.adapters.store.log import DiaryLog
from wardiary.domain.diary.rows import Row

WHERE = "memory"
GONE = StoredEvent("", 0, "", b"")
"""Holds the place of a removed row: the stock recorder's ids are places in a list."""


class _Lease(msgspec.Struct):
    payload: bytes
    worker: str = ""
    until: int = 0
    attempts: int = 0


class MemoryRecorder(POPOApplicationRecorder):
    """The stock recorder with entries; everything changes under its one lock."""

    def __init__(self) -> None:
        super().__init__()
        self.lock: RLock = self._database_lock
        self.matches: dict[str, list[Row]] = {}
        self.entries: dict[str, list[tuple[int, int, bytes]]] = {}
        self.commands: dict[tuple[str, str], tuple[int, int]] = {}
        self.secrets: dict[str, tuple[bytes, bytes]] = {}
        self.packs: dict[str, bytes] = {}
        self.outbox: dict[int, _Lease] = {}
        self.kept: dict[str, dict[str, bytes]] = {}
        self._ids = count(1)
        self.opened = 0

    def _assert_uniqueness(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        entry: EntryWrite | None = None,
        **kwargs: Any,
    ) -> None:
        if entry is not None:
            self._admit(entry)
        super()._assert_uniqueness(stored_events, **kwargs)

    def _admit(self, entry: EntryWrite) -> None:
        """Refuse an entry that was stored before or does not follow the match's last row."""
        stored = self.commands.get((entry.match, entry.command_id))
        if entry.command_id and stored is not None:
            raise DuplicateCommand(entry.match, entry.command_id, *stored)
        rows = self.matches.get(entry.match)
        head = rows[-1].position if rows else None
        if entry.expected is None:
            if head is not None:
                raise PositionConflict(entry.match, entry.first - 1, head)
            if entry.parent and entry.parent not in self.matches:
                raise UnknownMatch(entry.parent, entry.where)
        elif head is None:
            raise UnknownMatch(entry.match, entry.where)
        elif head != entry.expected:
            raise PositionConflict(entry.match, entry.expected, head)

    def _update_table(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        entry: EntryWrite | None = None,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        ids = super()._update_table(stored_events, **kwargs)
        for event in stored_events:
            key = event.originator_id
            match = key.hex if isinstance(key, UUID) else key
            row = Row(event.originator_version, event.topic, event.state)
            self.matches.setdefault(match, []).append(row)
        if entry is not None:
            self._attach(entry)
        return ids

    def _attach(self, entry: EntryWrite) -> None:
        self.entries.setdefault(entry.match, []).append((entry.first, entry.last, entry.sums))
        if entry.command_id:
            self.commands[entry.match, entry.command_id] = entry.first, entry.last
        if entry.secrets is not None:
            self.secrets[entry.match] = entry.secrets
            self.opened += 1
        self.packs |= {digest: entry.packs[digest] for digest in entry.packs.keys() - self.packs}
        for payload in entry.outbox:
            self.add_parcel(payload)

    def add_parcel(self, payload: bytes, not_before_ms: int = 0) -> None:
        """Put a parcel into the outbox."""
        self.outbox[next(self._ids)] = _Lease(payload, until=not_before_ms)

    def remove(self, match: str) -> None:
        """Take out everything of a match; the ids of all other rows stay as they are."""
        index = self._stored_events_index.pop(str(UUID(match)))
        for place in index.values():
            self._stored_events[place] = GONE
        del self.matches[match]
        self.entries.pop(match, None)
        self.secrets.pop(match, None)
        for key in [key for key in self.commands if key[0] == match]:
            del self.commands[key]

    def max_notification_id(self) -> int | None:
        """The id of the last row that is there."""
        with self._database_lock:
            last = len(self._stored_events)
            while last and self._stored_events[last - 1] is GONE:
                last -= 1
            return last or None

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """As the stock one, without what was removed."""
        with self._database_lock:
            first = max(1 if start is None else start + (not inclusive_of_start), 1)
            last = len(self._stored_events) if stop is None else stop
            numbered = enumerate(islice(self._stored_events, first - 1, max(last, 0)), first)
            selected = (
                Notification(
                    event.originator_id, event.originator_version, event.topic, event.state, number
                )
                for number, event in numbered
                if event is not GONE and (not topics or event.topic in topics)
            )
            return list(islice(selected, limit))

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """As the stock one, which misses what is stored before it begins to listen."""
        subscription = POPOSubscription(recorder=self, gt=gt, topics=topics)
        subscription._has_been_notified.set()  # noqa: SLF001
        return subscription


class MemoryFactory(POPOFactory):
    """Makes the recorder above; named by PERSISTENCE_MODULE in a store's env."""

    def application_recorder(self) -> ApplicationRecorder:
        """A recorder of its own: nothing is shared between two applications."""
        return MemoryRecorder()


class MemoryDiaryStore(DiaryStore):
    """As the other stores, without a file."""

    def __init__(self) -> None:
        env = {"PERSISTENCE_MODULE": f"{__name__}:{MemoryFactory.__name__}"}
        super().__init__(DiaryLog(env), WHERE)
        recorder = self.log.recorder
        assert isinstance(recorder, MemoryRecorder)
        self._memory = recorder

    def _recording(self) -> AbstractContextManager[None]:
        return nullcontext()

    def _reading(self) -> AbstractContextManager[None]:
        return nullcontext()

    def states(
        self, match: str, *, after: int = 0, upto: int | None = None
    ) -> Iterator[tuple[int, bytes]]:
        """See DiaryStore.states."""
        return iter([(row.position, row.state) for row in self.rows(match, after=after, upto=upto)])

    def rows(self, match: str, *, after: int = 0, upto: int | None = None) -> list[Row]:
        """See DiaryStore.rows."""
        with self._memory.lock:
            head = self.head(match)
            rows = self._memory.matches[match]
            first = rows[0].position
            last = head if upto is None else min(upto, head)
            return rows[max(after + 1 - first, 0) : max(last + 1 - first, 0)]

    def head(self, match: str) -> int:
        """See DiaryStore.head."""
        rows = self._memory.matches.get(match)
        if not rows:
            raise UnknownMatch(match, WHERE)
        return rows[-1].position

    def matches(self) -> list[str]:
        """See DiaryStore.matches."""
        with self._memory.lock:
            known = self._memory.secrets
            return [*sorted(self._memory.matches.keys() - known.keys()), *known]

    def last_opened(self) -> int:
        """See DiaryStore.last_opened."""
        return self._memory.opened

    def remove(self, match: str, kept: Iterable[tuple[str, str]], *, opened: int) -> bool:
        """See DiaryStore.remove."""
        self._key(match)
        with self._memory.lock:
            self.head(match)
            if self._memory.opened != opened:
                return False
            last_id = max(self.last_id(), self.last_removed_id())
            self._memory.remove(match)
            for collection, key in kept:
                self.delete(collection, key)
            self.put(REMOVED, LAST_ID, str(last_id).encode())
            return True

    def first(self, match: str) -> Row | None:
        """See DiaryStore.first."""
        rows = self._memory.matches.get(match)
        return rows[0] if rows else None

    def command(self, match: str, command_id: str) -> tuple[int, int] | None:
        """See DiaryStore.command."""
        return self._memory.commands.get((match, command_id))

    def secrets(self, match: str) -> tuple[bytes, bytes]:
        """See DiaryStore.secrets."""
        secrets = self._memory.secrets.get(match)
        if secrets is None:
            raise UnknownMatch(match, WHERE)
        return secrets

    def pack(self, digest: str) -> bytes:
        """See DiaryStore.pack."""
        content = self._memory.packs.get(digest)
        if content is None:
            raise UnknownPack(digest, WHERE)
        return content

    def entries(self, match: str) -> list[tuple[int, int, bytes]]:
        """See DiaryStore.entries."""
        with self._memory.lock:
            return list(self._memory.entries.get(match, ()))

    def put(self, drawer: str, key: str, value: bytes) -> None:
        """See DiaryStore.keep."""
        with self._memory.lock:
            self._memory.kept.setdefault(drawer, {})[key] = value

    def add(self, drawer: str, key: str, value: bytes) -> bool:
        """See DiaryStore.add."""
        with self._memory.lock:
            values = self._memory.kept.setdefault(drawer, {})
            is_free = key not in values
            values.setdefault(key, value)
            return is_free

    def get(self, drawer: str, key: str) -> bytes | None:
        """See DiaryStore.kept."""
        return self._memory.kept.get(drawer, {}).get(key)

    def items(self, drawer: str) -> list[tuple[str, bytes]]:
        """See DiaryStore.all_kept."""
        with self._memory.lock:
            return sorted(self._memory.kept.get(drawer, {}).items())

    def delete(self, drawer: str, key: str) -> None:
        """See DiaryStore.drop."""
        with self._memory.lock:
            self._memory.kept.get(drawer, {}).pop(key, None)

    def collections(self) -> list[str]:
        """See DiaryStore.drawers."""
        with self._memory.lock:
            return sorted(drawer for drawer, values in self._memory.kept.items() if values)

    def pop(self, drawer: str, key: str) -> bytes | None:
        """See DiaryStore.take."""
        with self._memory.lock:
            return self._memory.kept.get(drawer, {}).pop(key, None)

    def lease_outbox(
        self, worker: str, limit: int, lease_ms: int, now_ms: int
    ) -> list[OutboxMessage]:
        """See DiaryStore.take_outbox."""
        assert worker, "a worker has a name, so that it is given again what it held in a crash"
        with self._memory.lock:
            due = [
                (number, lease)
                for number, lease in self._memory.outbox.items()
                if lease.until <= now_ms or lease.worker == worker
            ][:limit]
            for _, lease in due:
                lease.worker, lease.until = worker, now_ms + lease_ms
                lease.attempts += 1
            return [OutboxMessage(number, lease.payload, lease.attempts) for number, lease in due]

    def add_to_outbox(self, payload: bytes, *, once: str = "", not_before_ms: int = 0) -> bool:
        """See DiaryStore.add_to_outbox."""
        with self._memory.lock:
            names = self._memory.kept.setdefault(PUT_IN, {})
            if once in names:
                return False
            if once:
                names[once] = b""
            self._memory.add_parcel(payload, not_before_ms)
            return True

    def ack_outbox(self, id: int) -> None:
        """See DiaryStore.done_outbox."""
        with self._memory.lock:
            self._memory.outbox.pop(id, None)

    def postpone_outbox(self, id: int, until_ms: int) -> None:
        """See DiaryStore.postpone_outbox."""
        with self._memory.lock:
            lease = self._memory.outbox.get(id)
            if lease is not None:
                lease.worker, lease.until = "", until_ms
