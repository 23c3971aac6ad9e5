"""Events as bytes and back: the canonical form, the upcasting of old shapes, a table's digest.

Where a stored name is given up, it is declared here, one Upcast for each schema version:

* tags and fields of events: EVENT_UPCASTS in domain/table/upcasts.py;
* verbs and fields of recorded commands: `command_upcasts` of the game, for the table's own
  commands TABLE_COMMAND_UPCASTS in domain/play/table_commands.py;
* tags and fields of the open steps in the event that closes an entry: `step_upcasts` of the game.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Protocol, get_args

import msgspec

from wardiary.domain.diary.rows import Row
from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.events import AnyEvent, Event, tag_of
from wardiary.domain.table.table import Table
from wardiary.domain.table.upcasts import EVENT_UPCASTS, current_shape, current_tag

ENCODER = msgspec.json.Encoder(order="sorted")
DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)

DERIVED = ("pack", "cannot_see", "memory")

TAGS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyEvent))
LONGEST_TAG = 40


class UnknownEvent(WardiaryError, msgspec.ValidationError):
    """An event that only a later release can have written; `tag` is its stored name."""

    def __init__(self, tag: str, why: str) -> None:
        """`why` says what this release does not know."""
        super().__init__(why)
        self.tag = tag


class _Tagged(msgspec.Struct):
    event: str


_TAGGED = msgspec.json.Decoder(_Tagged)


def encode(event: Event) -> bytes:
    """An event as canonical JSON: sorted ASCII keys, whole numbers, no spaces."""
    return ENCODER.encode(event)


def decode(state: bytes) -> AnyEvent:
    """The event stored in bytes, in today's shape; raises msgspec.ValidationError.

    The error is UnknownEvent for an event that only a later release can have written.
    """
    try:
        return DECODER.decode(state)
    except msgspec.ValidationError as error:
        # Only a row of an earlier schema is decoded twice; today's rows take no longer.
        if not EVENT_UPCASTS:
            _refuse_unknown(state, error)
            raise
    today = current_shape(state, "event", EVENT_UPCASTS)
    try:
        return DECODER.decode(today)
    except msgspec.ValidationError as error:
        _refuse_unknown(today, error)
        raise


def _refuse_unknown(state: bytes, error: msgspec.ValidationError) -> None:
    """Raise UnknownEvent for a shape that no release up to this one has written."""
    try:
        tag = _TAGGED.decode(state).event
    except (msgspec.MsgspecError, RecursionError):
        return
    if tag not in TAGS:
        raise UnknownEvent(tag, f"this one does not know the event {_short(tag)!r}") from None
    if "unknown field" in str(error):
        why = f"this one does not know all fields of the event {tag!r}"
        raise UnknownEvent(tag, why) from None


def _short(tag: str) -> str:
    return tag if len(tag) <= LONGEST_TAG else f"{tag[:LONGEST_TAG]}..."


class Tagged(Protocol):
    """Anything with the tag of a stored event: a row, or a row of an archive."""

    @property
    def tag(self) -> str:
        """The stored tag."""
        ...


def kind_of(row: Tagged) -> str:
    """Today's tag of a row's event; the stored tag may be of an older schema."""
    return current_tag(row.tag, EVENT_UPCASTS) if EVENT_UPCASTS else row.tag


def row_of(position: int, event: Event) -> Row:
    """The row that stores an event."""
    return Row(position, tag_of(event), ENCODER.encode(event))


def digest(table: Table) -> str:
    """SHA-256 (hex) of everything on a table except its printed content."""
    facts = {name: getattr(table, name) for name in table.__struct_fields__ if name not in DERIVED}
    return sha256(ENCODER.encode(facts)).hexdigest()
