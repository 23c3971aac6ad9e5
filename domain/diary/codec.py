"""Bytes and back: the canonical form of events, the upcasting of old shapes, a table's digest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from wardiary.domain.diary.rows import Row
from wardiary.domain.table.events import AnyEvent, Event, tag_of
from wardiary.domain.table.table import Table

ENCODER = msgspec.json.Encoder(order="sorted")
DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_ANY = msgspec.json.Decoder(dict[str, Any])

DERIVED = ("pack", "blind")

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTS: Mapping[str, Upcast] = {}
"""Old tag -> from the old shape to the next one, which carries a new tag. Tags are never reused."""


def encode(event: Event) -> bytes:
    """An event as canonical JSON: sorted ASCII keys, whole numbers, no spaces."""
    return ENCODER.encode(event)


def decode(state: bytes, upcasts: Mapping[str, Upcast] = UPCASTS) -> AnyEvent:
    """The event that bytes hold, brought to today's shape; raises msgspec.ValidationError."""
    try:
        return DECODER.decode(state)
    except msgspec.ValidationError:
        if not upcasts:
            raise
    shape = _ANY.decode(state)
    for _ in range(len(upcasts)):
        if shape.get("event") not in upcasts:
            break
        shape = upcasts[shape["event"]](shape)
    return DECODER.decode(ENCODER.encode(shape))


def row_of(position: int, event: Event) -> Row:
    """The row that stores an event."""
    return Row(position, tag_of(event), ENCODER.encode(event))


def digest(table: Table) -> str:
    """SHA-256 (hex) over everything on a table but its printed content."""
    facts = {name: getattr(table, name) for name in table.__struct_fields__ if name not in DERIVED}
    return sha256(ENCODER.encode(facts)).hexdigest()
