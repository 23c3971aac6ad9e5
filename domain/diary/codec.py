"""Bytes and back: the canonical form of events, the upcasting of old shapes, a table's digest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, get_args

import msgspec

from wardiary.domain.diary.rows import Row
from wardiary.domain.table.events import AnyEvent, Event, tag_of
from wardiary.domain.table.table import Table

ENCODER = msgspec.json.Encoder(order="sorted")
DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_ANY = msgspec.json.Decoder(dict[str, Any])

DERIVED = ("pack", "blind")

TAGS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyEvent))
LONGEST_TAG = 40


class UnknownEvent(msgspec.ValidationError):
    """An event that a later release has written; `tag` is what it is called."""

    def __init__(self, tag: str, why: str) -> None:
        """`why` says what is not known."""
        super().__init__(why)
        self.tag = tag


class _Tagged(msgspec.Struct):
    event: str


_TAGGED = msgspec.json.Decoder(_Tagged)

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTS: Mapping[str, Upcast] = {}
"""Old tag -> from the old shape to the next one, which carries a new tag. Tags are never reused."""


def encode(event: Event) -> bytes:
    """An event as canonical JSON: sorted ASCII keys, whole numbers, no spaces."""
    return ENCODER.encode(event)


def decode(state: bytes, upcasts: Mapping[str, Upcast] = UPCASTS) -> AnyEvent:
    """The event that bytes hold, brought to today's shape; raises msgspec.ValidationError.

    That is UnknownEvent for an event that only a later release can know.
    """
    try:
        return DECODER.decode(state)
    except msgspec.ValidationError as error:
        if not upcasts:
            _refuse_unknown(state, error)
            raise
    shape = _ANY.decode(state)
    for _ in range(len(upcasts)):
        if shape.get("event") not in upcasts:
            break
        shape = upcasts[shape["event"]](shape)
    today = ENCODER.encode(shape)
    try:
        return DECODER.decode(today)
    except msgspec.ValidationError as error:
        _refuse_unknown(today, error)
        raise


def _refuse_unknown(state: bytes, error: msgspec.ValidationError) -> None:
    """Say of a shape that no release up to this one has written that a later one must have."""
    try:
        tag = _TAGGED.decode(state).event
    except (msgspec.MsgspecError, RecursionError):
        return
    if tag not in TAGS:
        raise UnknownEvent(tag, f"this one does not know the event {_short(tag)!r}") from None
    if "unknown field" in str(error):
        why = f"this one does not know all that the event {tag!r} says"
        raise UnknownEvent(tag, why) from None


def _short(tag: str) -> str:
    return tag if len(tag) <= LONGEST_TAG else f"{tag[:LONGEST_TAG]}..."


def row_of(position: int, event: Event) -> Row:
    """The row that stores an event."""
    return Row(position, tag_of(event), ENCODER.encode(event))


def digest(table: Table) -> str:
    """SHA-256 (hex) over everything on a table but its printed content."""
    facts = {name: getattr(table, name) for name in table.__struct_fields__ if name not in DERIVED}
    return sha256(ENCODER.encode(facts)).hexdigest()
