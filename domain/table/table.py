"""The table: the state after all events so far, and questions that any code asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from wardiary.domain.table.events import Scalar
from wardiary.domain.table.memory import Memory
from wardiary.domain.table.pieces import Piece, PieceId, Seat, Visibility, Zone

OPEN_TO_ALL = Visibility()
PAUSED = "match/paused"
"""The track that says that the match is paused."""
NO_STEPS = msgspec.Raw(b"[]")


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended."""

    winners: tuple[Seat, ...]
    reason: str
    scores: dict[str, int]


class Table(msgspec.Struct, frozen=True):
    """Everything on the table at one position. Never changed: `evolve` gives a new one.

    `pieces` by id, `zones` with their piece ids in order (top first), `visibility` for hidden
    zones, `tracks` by name, the sequence of play, the open `steps` as stored, and by zone who knows
    which hidden piece (`known`). `pack` is the printed content the rules read, `cannot_see` the
    seats that may not look into a hidden zone, and `memory` what it was asked before; these three
    are not part of the digest.
    """

    match: str = ""
    game: str = ""
    version: str = ""
    scenario: str = ""
    settings: dict[str, Scalar] = {}
    seats: tuple[Seat, ...] = ()
    visibility: dict[Zone, Visibility] = {}
    pieces: dict[PieceId, Piece] = {}
    zones: dict[Zone, tuple[PieceId, ...]] = {}
    tracks: dict[str, int] = {}
    known: dict[Zone, dict[PieceId, tuple[Seat, ...]]] = {}
    holders: dict[Seat, str] = {}
    round: int = 0
    turn: int = 0
    phase: str = ""
    seat: Seat = ""
    steps: msgspec.Raw = NO_STEPS
    result: Result | None = None
    forced: tuple[int, ...] = ()
    position: int = 0
    pack: Any = None
    cannot_see: dict[Zone, tuple[Seat, ...]] = {}
    memory: Memory = msgspec.field(default_factory=Memory)

    def __post_init__(self) -> None:
        """A table that was made of another one, with some things replaced, remembers nothing."""
        force_setattr(self, "memory", Memory())

    def piece(self, piece: PieceId) -> Piece:
        """The piece of this id; raises KeyError when the table has none."""
        return self.pieces[piece]

    def zone(self, zone: Zone) -> tuple[PieceId, ...]:
        """The piece ids in a zone in order, the top one first; empty when there are none."""
        return self.zones.get(zone, ())

    def zone_of(self, piece: PieceId) -> Zone:
        """The zone a piece is in."""
        return self.pieces[piece].zone

    def mark(self, piece: PieceId, mark: str) -> int:
        """The value of a mark on a piece; 0 when it has none."""
        return self.pieces[piece].marks.get(mark, 0)

    def track(self, track: str) -> int:
        """The value of a track; 0 when it was never set."""
        return self.tracks.get(track, 0)

    def visibility_of(self, zone: Zone) -> Visibility:
        """Who may look into a zone."""
        return self.visibility.get(zone, OPEN_TO_ALL)

    def setting(self, name: str) -> Scalar:
        """A setting of this match; raises KeyError when the game has none of that name."""
        return self.settings[name]

    def can_see(self, seat: Seat, zone: Zone) -> bool:
        """Whether a seat may look at the pieces of a zone."""
        visibility = self.visibility.get(zone)
        return (
            visibility is None
            or visibility.who == "everyone"
            or (visibility.who == "owner" and visibility.owner == seat)
        )

    def viewers(self, piece: PieceId) -> tuple[Seat, ...]:
        """The seats that know a piece in a hidden zone though they may not look into it."""
        return self.known.get(self.pieces[piece].zone, {}).get(piece, ())

    def knows(self, seat: Seat, piece: PieceId) -> bool:
        """Whether a seat can tell which piece this is, by looking or because it was shown."""
        return self.can_see(seat, self.pieces[piece].zone) or seat in self.viewers(piece)


def pieces_on(table: Table, host: PieceId) -> tuple[PieceId, ...]:
    """The pieces attached to or carried by another, in the order of their ids."""
    return tuple(sorted(piece.id for piece in table.pieces.values() if piece.host == host))


def of_kind(table: Table, zone: Zone, kinds: str | tuple[str, ...]) -> tuple[PieceId, ...]:
    """The pieces of some kinds in a zone, in the zone's order."""
    wanted = (kinds,) if isinstance(kinds, str) else kinds
    pieces: Mapping[PieceId, Piece] = table.pieces
    return tuple(piece for piece in table.zone(zone) if pieces[piece].kind in wanted)
