"""A row is one stored event: its position, its tag, and the bytes that are hashed."""

import msgspec


class Row(msgspec.Struct, frozen=True, gc=False):
    """One stored event; `state` is canonical JSON, stored and hashed as it is."""

    position: int
    tag: str
    state: bytes
