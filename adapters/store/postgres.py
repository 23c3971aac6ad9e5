"""Recorders for Postgres: entries in the transaction of their rows, and nothing missed live."""

from collections.abc import Sequence
from typing import Any

from eventsourcing.persistence import ApplicationRecorder, StoredEvent, Subscription
from eventsourcing.postgres import (
    PostgresApplicationRecorder,
    PostgresFactory,
    PostgresSubscription,
)
from psycopg import Connection
from psycopg.rows import DictRow, tuple_row
from psycopg.sql import SQL, Identifier

from wardiary.adapters.store.entry import EntryWrite
from wardiary.adapters.store.postgres_tables import migrate
from wardiary.adapters.store.sql import Dialect, admit, attach


class LiveRecorder(PostgresApplicationRecorder):
    """The stock recorder with entries."""

    @property
    def dialect(self) -> Dialect:
        """The shared statements for this recorder's schema."""
        dialect = getattr(self, "_dialect", None)
        if dialect is None:
            schema = Identifier(self.datastore.schema).as_string() + "."
            dialect = Dialect(schema=schema, mark="%s", skip=" FOR UPDATE SKIP LOCKED")
            self._dialect = dialect
        return dialect

    def create_table(self) -> None:
        """Create the tables, or bring them to this release's version, one program at a time."""
        schema = self.datastore.schema
        with self.datastore.get_connection() as connection:
            connection.execute("SELECT pg_advisory_lock(hashtext(%s))", (f"wardiary {schema}",))
            try:
                statement = "SELECT 1 FROM pg_namespace WHERE nspname = %s"
                if connection.execute(statement, (schema,)).fetchone() is None:
                    connection.execute(SQL("CREATE SCHEMA {0}").format(Identifier(schema)))
                super().create_table()
                migrate(connection, schema)
            finally:
                connection.execute(
                    "SELECT pg_advisory_unlock(hashtext(%s))", (f"wardiary {schema}",)
                )

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        """Insert in one transaction; an entry's is never tried again behind its caller's back.

        When the connection breaks while it commits nobody knows the outcome: the caller asks
        again with the same command id.
        """
        entry: EntryWrite | None = kwargs.pop("entry", None)
        if entry is None:
            ids: Sequence[int] | None = super().insert_events(stored_events, **kwargs)
            return ids
        with self.datastore.get_connection() as connection, connection.transaction():
            return self._insert_entry(connection, stored_events, entry)

    def _insert_entry(
        self,
        connection: Connection[DictRow],
        stored_events: Sequence[StoredEvent],
        entry: EntryWrite,
    ) -> Sequence[int] | None:
        with connection.cursor(row_factory=tuple_row) as curs:
            for statement in self.lock_table_statements:
                curs.execute(statement)
            admit(curs, self.dialect, entry)
        with connection.cursor() as rows:
            self._insert_stored_events(rows, stored_events)
            ids = self._fetch_ids_after_insert_events(rows, stored_events)
        with connection.cursor(row_factory=tuple_row) as curs:
            attach(curs, self.dialect, entry)
        # Only what was counted as written is acknowledged.
        assert ids is not None
        assert len(ids) == len(stored_events)
        return ids

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """All rows after a notification id, then each new one, whichever process stores it."""
        return LiveSubscription(recorder=self, gt=gt, topics=topics)


class LiveSubscription(PostgresSubscription):
    """As the stock one, which misses what is stored before it begins to listen."""

    def _listen(self) -> None:
        try:
            with self._recorder.datastore.get_connection() as connection:
                channel = Identifier(self._recorder.channel_name)
                connection.execute(SQL("LISTEN {0}").format(channel))
                self._has_been_notified.set()
                while not self._has_been_stopped and not self._thread_error:
                    for _ in connection.notifies(timeout=0.1, stop_after=1):
                        self._has_been_notified.set()
                connection.execute("UNLISTEN *")
        except BaseException as error:  # noqa: BLE001
            # Whatever ends this thread is raised where the feed is read.
            if self._thread_error is None:
                self._thread_error = error
            self.stop()


class LiveFactory(PostgresFactory):
    """Makes the recorder above; named by PERSISTENCE_MODULE in a store's env."""

    application_recorder_class = LiveRecorder
