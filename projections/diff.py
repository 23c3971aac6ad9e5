"""Two lines compared: where they part, and how their tables, tracks and luck differ now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from wardiary.domain.diary.history import History
from wardiary.domain.play.game import Game, Odds
from wardiary.domain.table.pieces import Piece, PieceId, Seat, Zone, is_hidden
from wardiary.domain.table.table import Result, Table
from wardiary.projections.board import result_text
from wardiary.projections.dice import luck
from wardiary.projections.labels import (
    piece_name,
    plain,
    seat_name,
    sentence,
    states,
    zone_name,
)
from wardiary.projections.redaction import DIRECTOR, view


class PieceState(msgspec.Struct, frozen=True):
    """How a piece lies in one of the lines."""

    zone: Zone
    face: str
    marks: dict[str, int]
    host: PieceId


class PieceDiffers(msgspec.Struct, frozen=True):
    """A piece that lies otherwise; None where a line does not show it."""

    piece: PieceId
    name: str
    left: PieceState | None
    right: PieceState | None


class Pair(msgspec.Struct, frozen=True):
    """A number in both lines."""

    left: float
    right: float


class Side(msgspec.Struct, frozen=True):
    """Where a line stands."""

    match: str
    position: int
    round: int
    turn: int
    phase: str
    seat: Seat
    result: Result | None


class Diff(msgspec.Struct, frozen=True):
    """How two lines differ.

    `common` is the last position that closes an entry they share, 0 when they share nothing.
    `hidden` counts, by zone, the pieces that the role cannot tell, where the counts differ; `luck`
    is each seat's sum of results less expected ones since the lines parted.
    """

    common: int
    left: Side
    right: Side
    pieces: tuple[PieceDiffers, ...]
    hidden: dict[Zone, Pair]
    tracks: dict[str, Pair]
    luck: dict[Seat, Pair]


def diff(
    game: Game,
    left: History,
    right: History,
    role: Seat = DIRECTOR,
    *,
    at_left: int | None = None,
    at_right: int | None = None,
) -> Diff:
    """Compare two lines at their heads, or at given positions, as a role may see them."""
    ends = (left.head if at_left is None else at_left, right.head if at_right is None else at_right)
    tables = (view(left.table_at(ends[0]), role), view(right.table_at(ends[1]), role))
    common = common_position(left, right, min(ends))
    return Diff(
        common=common,
        left=_moment(tables[0]),
        right=_moment(tables[1]),
        pieces=_pieces(game, *tables),
        hidden=_pairs(_hidden(tables[0]), _hidden(tables[1])),
        tracks=_pairs(tables[0].tracks, tables[1].tracks),
        luck=_pairs(
            _luck(left, common, ends[0], game.odds), _luck(right, common, ends[1], game.odds)
        ),
    )


def common_position(left: History, right: History, upto: int) -> int:
    """The last position up to one that closes an entry which both lines share byte for byte."""
    low, high = 0, min(upto, len(left.rows), len(right.rows))
    for position in range(high):
        if left.rows[position].state != right.rows[position].state:
            break
        low = position + 1
    return max((end for end in left.ends if end <= low), default=0)


def _moment(table: Table) -> Side:
    return Side(
        table.match,
        table.position,
        table.round,
        table.turn,
        table.phase,
        table.seat,
        table.result,
    )


def _pieces(game: Game, left: Table, right: Table) -> tuple[PieceDiffers, ...]:
    differing = []
    for piece in sorted({*left.pieces, *right.pieces}):
        if is_hidden(piece):
            continue
        one, other = left.pieces.get(piece), right.pieces.get(piece)
        if _state_of(one) != _state_of(other):
            table = left if one else right
            name = piece_name(game, table, table.piece(piece))
            differing.append(PieceDiffers(piece, name, _state_of(one), _state_of(other)))
    return tuple(differing)


def _state_of(piece: Piece | None) -> PieceState | None:
    if piece is None:
        return None
    return PieceState(piece.zone, piece.face, dict(sorted(piece.marks.items())), piece.host)


def _hidden(table: Table) -> dict[Zone, int]:
    counts = {zone: sum(map(is_hidden, lying)) for zone, lying in table.zones.items()}
    return {zone: number for zone, number in counts.items() if number}


def _luck(history: History, after: int, upto: int, odds: Odds) -> dict[Seat, float]:
    """Each seat's luck between two positions."""
    told = {}
    for seat, points in luck(history, upto, odds).items():
        before = [point.luck for point in points if point.position <= after]
        told[seat] = round(points[-1].luck - (before[-1] if before else 0.0), 6)
    return told


def _pairs(left: Mapping[str, float], right: Mapping[str, float]) -> dict[str, Pair]:
    names = sorted({*left, *right})
    pairs = {name: Pair(left.get(name, 0), right.get(name, 0)) for name in names}
    return {name: pair for name, pair in pairs.items() if pair.left != pair.right}


def as_text(found: Diff, seats: Sequence[Seat]) -> str:
    """The difference as lines of text, left and right named by their match and position.

    `seats` are those of the two matches, whose ids are said by name.
    """
    lines = [
        f"Both share the first {found.common} events." if found.common else "Nothing is shared.",
        f"Left: {_moment_text(found.left, seats)}",
        f"Right: {_moment_text(found.right, seats)}",
    ]
    lines += [
        f"{piece.name} ({piece.piece}): "
        f"{_state_text(piece.left, seats)} | {_state_text(piece.right, seats)}"
        for piece in found.pieces
    ]
    for zone, pair in found.hidden.items():
        lines.append(f"Hidden in {zone_name(zone, seats)}: {pair.left:g} | {pair.right:g}")
    for track, pair in found.tracks.items():
        lines.append(f"{plain(track)}: {pair.left:g} | {pair.right:g}")
    for seat, pair in found.luck.items():
        lines.append(f"Luck of {seat_name(seat)} since then: {pair.left:+g} | {pair.right:+g}")
    if not (found.pieces or found.hidden or found.tracks or found.luck):
        lines.append("The tables are alike.")
    return "\n".join(lines) + "\n"


def _moment_text(moment: Side, seats: Sequence[Seat]) -> str:
    words = [f"match {moment.match}, position {moment.position}"]
    words += [f"round {moment.round}"] if moment.round else []
    words += [f"turn {moment.turn}"] if moment.turn else []
    words += [plain(moment.phase)] if moment.phase else []
    told = sentence(", ".join(words))
    return f"{told} {result_text(moment.result, seats)}" if moment.result else told


def _state_text(lying: PieceState | None, seats: Sequence[Seat]) -> str:
    if lying is None:
        return "not to be seen"
    host = [f"with {lying.host}"] if lying.host else []
    return ", ".join([zone_name(lying.zone, seats), *states(lying.face, lying.marks), *host])
