"""Recorders for a SQLite file: entries, and the live subscription that the stock ones lack."""

import sqlite3
from collections.abc import Sequence
from functools import cache
from threading import Event, Lock, Thread
from typing import Any
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    ListenNotifySubscription,
    OperationalError,
    ProcessRecorder,
    StoredEvent,
    Subscription,
)
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteCursor,
    SQLiteFactory,
    SQLiteTrackingRecorder,
)
from eventsourcing.utils import Environment, EnvType

from wardiary.adapters.store.entry import EntryWrite
from wardiary.adapters.store.sql import Dialect, admit, attach
from wardiary.adapters.store.sqlite_connections import POLL_SECONDS, Datastore, same_error
from wardiary.adapters.store.sqlite_tables import migrate

DIALECT = Dialect()
DEFAULT_LOCK_SECONDS = "5"

ROWS_AT_ONCE = 32
GATHER_SECONDS = 0.005

INSERT = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES "


@cache
def _insert_statement(rows: int) -> str:
    """One statement for many rows: SQLite then keeps count of the ids only once."""
    return INSERT + ", ".join(["(?, ?, ?, ?)"] * rows)


def _parameters(stored_events: Sequence[StoredEvent]) -> list[object]:
    parameters: list[object] = []
    for event in stored_events:
        key = event.originator_id
        text = key.hex if isinstance(key, UUID) else key
        parameters += (text, event.originator_version, event.topic, event.state)
    return parameters


class LiveRecorder(SQLiteApplicationRecorder):
    """The stock recorder with entries, and with the subscription the stock one lacks."""

    datastore: Datastore

    def construct_create_table_statements(self) -> list[str]:
        """None: the tables come from the migrations."""
        return []

    def create_table(self) -> None:
        """Create the tables, or bring them to this release's version."""
        if self.create_table_statements:  # Only a process recorder has any: its tracking table.
            super().create_table()
        with self.datastore.get_connection(commit=True) as connection:
            try:
                migrate(connection._sqlite_conn, self.datastore.pool.where)  # noqa: SLF001
            except sqlite3.Error as error:
                raise same_error(error) from error

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        """Insert in one transaction, perhaps with what other threads insert at the same time; then
        wake the subscriptions of this process.
        """
        ids = self.datastore.writes.write(
            lambda cursor: self._insert_events(cursor, stored_events, **kwargs)
        )
        WAKING.wake(self.datastore.pool.db_name)
        return ids

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        entry: EntryWrite | None = None,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        if entry is not None:
            admit(c, DIALECT, entry)
        ids = self._insert_rows(c, stored_events)
        if entry is not None:
            attach(c, DIALECT, entry)
        return ids

    def _insert_rows(self, c: Any, stored_events: Sequence[StoredEvent]) -> list[int]:
        ids: list[int] = []
        for start in range(0, len(stored_events), ROWS_AT_ONCE):
            some = stored_events[start : start + ROWS_AT_ONCE]
            c.execute(_insert_statement(len(some)), _parameters(some))
            # Only what was counted as written is acknowledged.
            if c.rowcount != len(some):
                raise OperationalError(f"{c.rowcount} of {len(some)} rows written")
            ids += range(c.lastrowid - len(some) + 1, c.lastrowid + 1)
        return ids

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """All rows after a notification id, then each new one, whichever process stores it."""
        return LiveSubscription(recorder=self, gt=gt, topics=topics)


class LiveProcessRecorder(SQLiteTrackingRecorder, LiveRecorder, ProcessRecorder):
    """Rows and the position of what was followed, in one transaction."""

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        tracking = kwargs.pop("tracking", None)
        ids = super()._insert_events(c, stored_events, **kwargs)
        if tracking is not None:
            self._insert_tracking(c, tracking)
        return ids


class _Waking:
    """Which subscriptions of this process follow which file."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._sleepers: dict[str, set[Event]] = {}

    def add(self, db_name: str, sleeper: Event) -> None:
        with self._lock:
            self._sleepers.setdefault(db_name, set()).add(sleeper)

    def remove(self, db_name: str, sleeper: Event) -> None:
        with self._lock:
            self._sleepers.get(db_name, set()).discard(sleeper)

    def wake(self, db_name: str) -> None:
        if db_name in self._sleepers:
            with self._lock:
                for sleeper in self._sleepers[db_name]:
                    sleeper.set()


WAKING = _Waking()


class LiveSubscription(ListenNotifySubscription[LiveRecorder]):
    """Woken by this process's appends within GATHER_SECONDS, by others' within POLL_SECONDS."""

    def __init__(
        self, recorder: LiveRecorder, gt: int | None = None, topics: Sequence[str] = ()
    ) -> None:
        self._db_name = recorder.datastore.pool.db_name
        self._done = Event()
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        WAKING.add(self._db_name, self._has_been_notified)
        self._has_been_notified.set()  # For what was stored while we were not yet listening.
        self._poll_thread = Thread(target=self._poll, daemon=True)
        self._poll_thread.start()

    def _pull(self) -> None:
        """Read what is new, with what is stored in the next moment: who reads takes turns from who
        stores.
        """
        self._done.wait(GATHER_SECONDS)
        super()._pull()

    def stop(self) -> None:
        """Stop following, also for a thread that is waiting."""
        super().stop()
        WAKING.remove(self._db_name, self._has_been_notified)
        self._done.set()

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        try:
            super().__exit__(*args, **kwargs)
        finally:
            self._poll_thread.join()

    def _poll(self) -> None:
        """SQLite tells a connection that others have written by another data_version."""
        try:
            connection = self._recorder.datastore.pool.connect()
            try:
                seen = -1
                while not self._done.wait(POLL_SECONDS):
                    (version,) = connection.execute("PRAGMA data_version").fetchone()
                    if version != seen:
                        seen = version
                        self._has_been_notified.set()
            finally:
                connection.close()
        except sqlite3.Error as error:
            if self._thread_error is None:
                self._thread_error = same_error(error)
            self.stop()


class LiveFactory(SQLiteFactory):
    """Makes the recorders above; named by PERSISTENCE_MODULE in a store's env."""

    application_recorder_class = LiveRecorder
    process_recorder_class = LiveProcessRecorder  # type: ignore[assignment]  # Not stock's tables.

    SQLITE_SYNCHRONOUS = "SQLITE_SYNCHRONOUS"
    SQLITE_LOCK_SECONDS = "SQLITE_LOCK_SECONDS"

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        self.datastore = Datastore(
            self.env.get(self.SQLITE_DBNAME, ""),
            synchronous=self.env.get(self.SQLITE_SYNCHRONOUS, "FULL"),
            timeout=float(self.env.get(self.SQLITE_LOCK_SECONDS, DEFAULT_LOCK_SECONDS)),
        )
