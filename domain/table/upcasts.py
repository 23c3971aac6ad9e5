"""Names and shapes of earlier stored schemas, brought to today's when they are read.

A stored row is never rewritten: it is hashed, exported and judged by the bytes it has. Upcasts are
for folding and showing only. Every vocabulary that is stored as JSON keeps a sequence of upcasts,
one for each step from a stored schema version to the next; the first leads from schema 1 to 2.

Rows do not say their schema, and need not: a name that was given up is never used again for
anything else in its vocabulary, so every upcast may be tried on every shape, in order, and changes
only those that still have the older names. One match may hold rows of several schemas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

Shape = dict[str, msgspec.Raw]
"""The fields of a stored object, each still the JSON that was stored."""
_SHAPE = msgspec.json.Decoder(Shape)
_SHAPES = msgspec.json.Decoder(list[Shape])
_ENCODER = msgspec.json.Encoder()


class Upcast(msgspec.Struct, frozen=True):
    """How one schema version of a vocabulary differs from the version before.

    `tags` is earlier tag -> later tag; `fields` is earlier tag -> earlier field -> later field,
    where "items.value" is the field `value` of what is in the field `items`; `reshape` is
    earlier tag -> a function from the earlier shape to the later one, for what no renaming can do.
    """

    tags: Mapping[str, str] = {}
    fields: Mapping[str, Mapping[str, str]] = {}
    reshape: Mapping[str, Callable[[Shape], Shape]] = {}


EVENT_UPCASTS: list[Upcast] = [
    Upcast(
        tags={"reckoned": "total-computed", "paused": "entry-closed"},
        fields={"match-opened": {"looks": "visibility"}},
    ),
]
"""The upcasts of events; fields are listed under the tag that the event had in the older schema."""


def current_tag(tag: str, upcasts: Iterable[Upcast]) -> str:
    """The tag that today's vocabulary has for a stored one."""
    for upcast in upcasts:
        tag = upcast.tags.get(tag, tag)
    return tag


def current_shape(raw: bytes | msgspec.Raw, tag_field: str, upcasts: Iterable[Upcast]) -> bytes:
    """A stored object with today's names; fields that keep their names keep their bytes.

    Raises msgspec.MsgspecError when it is not a JSON object.
    """
    return _ENCODER.encode(_upcast_shape(_SHAPE.decode(raw), tag_field, upcasts))


def current_shapes(raw: bytes | msgspec.Raw, tag_field: str, upcasts: Iterable[Upcast]) -> bytes:
    """As `current_shape`, for a stored list of objects."""
    upcasts = tuple(upcasts)
    shapes = [_upcast_shape(shape, tag_field, upcasts) for shape in _SHAPES.decode(raw)]
    return _ENCODER.encode(shapes)


def _upcast_shape(shape: Shape, tag_field: str, upcasts: Iterable[Upcast]) -> Shape:
    for upcast in upcasts:
        tag = msgspec.json.decode(shape.get(tag_field, b'""'), type=str)
        for field, later in upcast.fields.get(tag, {}).items():
            shape = _rename_field(shape, field.split("."), later)
        if tag in upcast.reshape:
            shape = upcast.reshape[tag](shape)
        if tag in upcast.tags:
            shape[tag_field] = msgspec.Raw(_ENCODER.encode(upcast.tags[tag]))
    return shape


def _rename_field(shape: Shape, path: list[str], later: str) -> Shape:
    first, *inner = path
    if first not in shape:
        return shape
    if not inner:
        return {later if name == first else name: value for name, value in shape.items()}
    value = msgspec.json.decode(shape[first])
    _rename_inside(value, inner, later)
    return shape | {first: msgspec.Raw(_ENCODER.encode(value))}


def _rename_inside(value: Any, path: list[str], later: str) -> None:
    first, *inner = path
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, dict) or first not in item:
            continue
        if inner:
            _rename_inside(item[first], inner, later)
        else:
            item[later] = item.pop(first)
