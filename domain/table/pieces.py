"""Pieces and zones: what is on a table, where it is, and who may see it."""

from __future__ import annotations

from typing import Literal

import msgspec

Seat = str
PieceId = str
Zone = str

Who = Literal["everyone", "owner", "nobody"]


class Piece(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A physical thing with an id: a card, counter, marker, tile or vehicle.

    `kind` is the printed type, `face` the side or facing that is up, `marks` its hits and statuses
    as numbers, `until` names for a mark when it lapses (such as "round"), `host` the piece it is
    attached to or carried by, and `back` what can be seen of it while its face is hidden.
    """

    id: PieceId
    kind: str
    zone: Zone
    owner: Seat = ""
    face: str = ""
    marks: dict[str, int] = {}
    until: dict[str, str] = {}
    host: PieceId = ""
    back: str = ""


class Visibility(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may look into a zone. A zone without a `Visibility` is open to everyone.

    `who` may see the pieces: everyone, the `owner` seat, or nobody. The number of pieces is public
    unless `count` is false. `ordered` says that the place in the zone matters (a pile).
    `backs` says what is visible of hidden pieces: nothing, the `top` back, or `all` backs.
    """

    who: Who = "everyone"
    owner: Seat = ""
    count: bool = True
    ordered: bool = False
    backs: Literal["none", "top", "all"] = "none"


HIDDEN = "?"


def is_hidden(piece: PieceId) -> bool:
    """Whether an id in a view stands in for a piece that the seat cannot identify."""
    return piece.startswith(HIDDEN)
