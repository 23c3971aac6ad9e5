"""Two matches or branches compared: where they part, and how their tables and luck differ now."""

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
    track_labels,
    zone_name,
)
from wardiary.projections.redaction import DIRECTOR, view


class PieceState(msgspec.Struct, frozen=True):
    """The state of a piece in one of the two matches."""

    zone: Zone
    face: str
    marks: dict[str, int]
    host: PieceId


class PieceDiffers(msgspec.Struct, frozen=True):
    """A piece whose state differs; None where a match does not show it."""

    piece: PieceId
    name: str
    left: PieceState | None
    right: PieceState | None


class Pair(msgspec.Struct, frozen=True):
    """The same number in both matches."""

    left: float
    right: float


class Side(msgspec.Struct, frozen=True):
    """The compared position of one match."""

    match: str
    position: int
    round: int
    turn: int
    phase: str
    seat: Seat
    result: Result | None


class Diff(msgspec.Struct, frozen=True):
    """How two matches differ.

    `common` is the end of the last entry that they share, 0 when they share nothing. `hidden`
    counts, by zone, the pieces that the role does not know, where the counts differ; `luck` is each
    seat's sum of results less expected ones since the two parted.
    """

    common: int
    left: Side
    right: Side
    pieces: tuple[PieceDiffers, ...]
    hidden: dict[Zone, Pair]
    tracks: dict[str, Pair]
    luck: dict[Seat, Pair]
    track_labels: dict[str, str] = {}


def diff(
    game: Game,
    left: History,
    right: History,
    role: Seat = DIRECTOR,
    *,
    at_left: int | None = None,
    at_right: int | None = None,
) -> Diff:
    """Compare two histories at their heads, or at given positions, as a role may see them."""
    ends = (left.head if at_left is None else at_left, right.head if at_right is None else at_right)
    tables = (view(left.table_at(ends[0]), role), view(right.table_at(ends[1]), role))
    common = common_position(left, right, min(ends))
    return Diff(
        common=common,
        left=_side(tables[0]),
        right=_side(tables[1]),
        pieces=_piece_differences(game, *tables),
        hidden=_pairs(_hidden_counts(tables[0]), _hidden_counts(tables[1])),
        tracks=_pairs(tables[0].tracks, tables[1].tracks),
        luck=_pairs(
            _luck(left, common, ends[0], game.odds), _luck(right, common, ends[1], game.odds)
        ),
        track_labels=track_labels(game, tables[0]) | track_labels(game, tables[1]),
    )


def common_position(left: History, right: History, upto: int) -> int:
    """The end of the last entry, up to a position, that both histories share byte for byte."""
    low, high = 0, min(upto, len(left.rows), len(right.rows))
    for position in range(high):
        if left.rows[position].state != right.rows[position].state:
            break
        low = position + 1
    return max((end for end in left.ends if end <= low), default=0)


def _side(table: Table) -> Side:
    return Side(
        table.match,
        table.position,
        table.round,
        table.turn,
        table.phase,
        table.seat,
        table.result,
    )


def _piece_differences(game: Game, left: Table, right: Table) -> tuple[PieceDiffers, ...]:
    differing = []
    for piece in sorted({*left.pieces, *right.pieces}):
        if is_hidden(piece):
            continue
        left_piece, right_piece = left.pieces.get(piece), right.pieces.get(piece)
        if _state_of(left_piece) != _state_of(right_piece):
            table = left if left_piece else right
            name = piece_name(game, table, table.piece(piece))
            differing.append(
                PieceDiffers(piece, name, _state_of(left_piece), _state_of(right_piece))
            )
    return tuple(differing)


def _state_of(piece: Piece | None) -> PieceState | None:
    if piece is None:
        return None
    return PieceState(piece.zone, piece.face, dict(sorted(piece.marks.items())), piece.host)


def _hidden_counts(table: Table) -> dict[Zone, int]:
    counts = {zone: sum(map(is_hidden, pieces)) for zone, pieces in table.zones.items()}
    return {zone: number for zone, number in counts.items() if number}


def _luck(history: History, after: int, upto: int, odds: Odds) -> dict[Seat, float]:
    """Each seat's luck between two positions."""
    luck_of = {}
    for seat, points in luck(history, upto, odds).items():
        before = [point.luck for point in points if point.position <= after]
        luck_of[seat] = round(points[-1].luck - (before[-1] if before else 0.0), 6)
    return luck_of


def _pairs(left: Mapping[str, float], right: Mapping[str, float]) -> dict[str, Pair]:
    names = sorted({*left, *right})
    pairs = {name: Pair(left.get(name, 0), right.get(name, 0)) for name in names}
    return {name: pair for name, pair in pairs.items() if pair.left != pair.right}


def as_text(difference: Diff, seats: Sequence[Seat]) -> str:
    """The difference as lines of text, left and right named by their match and position.

    `seats` are those of the two matches, whose ids are said by name.
    """
    lines = [
        f"Both share the first {difference.common} events."
        if difference.common
        else "Nothing is shared.",
        f"Left: {_side_text(difference.left, seats)}",
        f"Right: {_side_text(difference.right, seats)}",
    ]
    lines += [
        f"{piece.name} ({piece.piece}): "
        f"{_state_text(piece.left, seats)} | {_state_text(piece.right, seats)}"
        for piece in difference.pieces
    ]
    for zone, pair in difference.hidden.items():
        lines.append(f"Hidden in {zone_name(zone, seats)}: {pair.left:g} | {pair.right:g}")
    for track, pair in difference.tracks.items():
        label = difference.track_labels[track]
        lines.append(f"{label}: {pair.left:g} | {pair.right:g}")
    for seat, pair in difference.luck.items():
        lines.append(f"Luck of {seat_name(seat)} since then: {pair.left:+g} | {pair.right:+g}")
    if not (difference.pieces or difference.hidden or difference.tracks or difference.luck):
        lines.append("The tables are the same.")
    return "\n".join(lines) + "\n"


def _side_text(side: Side, seats: Sequence[Seat]) -> str:
    words = [f"match {side.match}, position {side.position}"]
    words += [f"round {side.round}"] if side.round else []
    words += [f"turn {side.turn}"] if side.turn else []
    words += [plain(side.phase)] if side.phase else []
    where = sentence(", ".join(words))
    return f"{where} {result_text(side.result, seats)}" if side.result else where


def _state_text(state: PieceState | None, seats: Sequence[Seat]) -> str:
    if state is None:
        return "not visible"
    host = [f"with {state.host}"] if state.host else []
    return ", ".join([zone_name(state.zone, seats), *states(state.face, state.marks), *host])
