"""The event-sourced application behind every store: rows in, the same rows out, byte for byte."""

from contextlib import suppress
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent
from eventsourcing.utils import Environment, EnvType


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """One stored row as eventsourcing's projections receive it."""

    originator_id: UUID
    originator_version: int
    tag: str
    state: bytes


class RowMapper(Mapper[UUID]):
    """The tag is the topic and the bytes are stored as they are.

    So a renamed class never touches old matches, and what was hashed is what is read back.
    """

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        """The row as the recorders store it."""
        assert isinstance(domain_event, Recorded)
        return StoredEvent(
            domain_event.originator_id,
            domain_event.originator_version,
            domain_event.tag,
            domain_event.state,
        )

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        """The row as it was given to the recorders."""
        key = stored_event.originator_id
        return Recorded(
            key if isinstance(key, UUID) else UUID(key),
            stored_event.originator_version,
            stored_event.topic,
            stored_event.state,
        )


class DiaryLog(Application[UUID]):
    """All matches of one store, each a sequence of rows, and the one order of them all.

    Projections follow it: `ProjectionRunner(application_class=DiaryLog, ..., env=store.env)`.
    """

    name = "wardiary"

    def __init__(self, env: EnvType | None = None) -> None:
        try:
            super().__init__(env)
        except BaseException:
            with suppress(AttributeError):  # When there is no factory yet.
                self.close()
            raise

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Only what the store's URL says: a stray environment variable must not add a cipher.

        The name stays empty, since Postgres would put it before the names of the tables.
        """
        return Environment("", env)

    def construct_mapper(self) -> Mapper[UUID]:
        """Our mapper; the transcoder it is given is never asked."""
        transcoder = self.construct_transcoder()
        return self.factory.mapper(transcoder=transcoder, mapper_class=RowMapper)
