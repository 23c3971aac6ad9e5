"""The board: a view arranged as its game lays it out, ready for JSON, and read out as plain text.

What goes in is a view (`hands.view`), so nothing here hides anything, and nothing here can leak.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from wardiary.domain.play.faces import CurrentValue, Face, SpaceState
from wardiary.domain.play.game import Game
from wardiary.domain.table.pieces import Piece, PieceId, Seat, Zone, is_hidden
from wardiary.domain.table.table import Result, Table
from wardiary.domain.table.text import escape_controls
from wardiary.projections.faces import summary
from wardiary.projections.labels import (
    counted,
    listing,
    plain,
    seat_name,
    sentence,
    states,
    title_of,
    zone_name,
)

BESIDE = "Beside the board"


class BoardPiece(msgspec.Struct, frozen=True):
    """A piece as it lies: its title for people, and everything that shows.

    A blank whose back shows has `hidden` set and no kind of its own; `place` is its place in an
    ordered pile (0 = top), else -1. `shape` is that of its component, `prints` the
    figures of a piece in hand in a line, and `values` what printed numbers amount to now where that
    is not what is printed.
    """

    id: PieceId
    title: str
    kind: str
    owner: Seat = ""
    face: str = ""
    marks: dict[str, int] = {}
    until: dict[str, str] = {}
    host: PieceId = ""
    back: str = ""
    hidden: bool = False
    place: int = -1
    shape: str = ""
    prints: str = ""
    values: tuple[CurrentValue, ...] = ()


class Stack(msgspec.Struct, frozen=True):
    """What lies in one zone: the pieces that can be told, and how many cannot.

    `count` is the number of all pieces, or None where even that is hidden.
    """

    zone: Zone
    name: str
    count: int | None
    pieces: tuple[BoardPiece, ...]
    hidden: int
    ordered: bool


class Space(msgspec.Struct, frozen=True):
    """A place on the board: where it is drawn, its printed note, its tracks, what lies there.

    `control` is the seat that controls it, and `values` what its printed numbers amount to now.
    """

    zone: Zone
    x: float
    y: float
    note: str
    tracks: dict[str, int]
    stack: Stack
    control: Seat = ""
    values: tuple[CurrentValue, ...] = ()


class ZoneRow(msgspec.Struct, frozen=True):
    """Zones beside the board that belong together."""

    title: str
    stacks: tuple[Stack, ...]


class Board(msgspec.Struct, frozen=True):
    """The whole position as one seat, spectator or director sees it."""

    game: str
    title: str
    scenario: str
    position: int
    round: int
    turn: int
    phase: str
    seat: Seat
    seats: tuple[Seat, ...]
    shape: str
    spaces: tuple[Space, ...]
    links: tuple[tuple[Zone, Zone], ...]
    rows: tuple[ZoneRow, ...]
    tracks: dict[str, int]
    result: Result | None
    goals: tuple[str, ...] = ()


def board(view: Table, game: Game) -> Board:
    """Arrange a view as its game lays it out.

    `view` is what a role may see (`hands.view`). Spaces and rows come in the order of the layout;
    zones that the layout forgets come last, in the order of their names. Tracks named after a space
    ("control/17B") are told there too.
    """
    layout = game.layout(view)
    tracks = _tracks_of_spaces(view)
    laid = {zone for zone, _, _ in layout.spaces} | {z for _, zones in layout.rows for z in zones}
    rows = list(layout.rows)
    beside = tuple(sorted(zone for zone in view.zones if zone not in laid and view.zone(zone)))
    if beside:
        rows.append((BESIDE, beside))
    return Board(
        game=view.game,
        title=game.title,
        scenario=escape_controls(game.scenario_title(view)),
        position=view.position,
        round=view.round,
        turn=view.turn,
        phase=view.phase,
        seat=view.seat,
        seats=view.seats,
        shape=layout.shape,
        spaces=tuple(
            _space(view, game, zone, (x, y), layout.notes.get(zone, ""), tracks.get(zone, {}))
            for zone, x, y in layout.spaces
        ),
        links=layout.links,
        rows=tuple(
            ZoneRow(title, tuple(stack_of(view, game, zone) for zone in zones))
            for title, zones in rows
        ),
        tracks=dict(sorted(view.tracks.items())),
        result=view.result,
        goals=tuple(map(escape_controls, layout.goals)),
    )


def _space(
    view: Table,
    game: Game,
    zone: Zone,
    place: tuple[float, float],
    note: str,
    tracks: dict[str, int],
) -> Space:
    state = game.faces.state(view, zone) if view.pack is not None else SpaceState()
    stack = stack_of(view, game, zone)
    return Space(zone, *place, escape_controls(note), tracks, stack, state.control, state.values)


def stack_of(view: Table, game: Game, zone: Zone) -> Stack:
    """What a view shows of one zone."""
    look = view.visibility_of(zone)
    lying = [view.piece(piece) for piece in view.zone(zone)]
    shown = tuple(
        _shown(game, view, piece, place if look.ordered else -1, held=look.who == "owner")
        for place, piece in enumerate(lying)
        if not is_hidden(piece.id) or piece.back
    )
    blanks = sum(is_hidden(piece.id) and not piece.back for piece in lying)
    count = len(lying) if look.count or _sees_all(lying, view, zone) else None
    return Stack(zone, zone_name(zone, view.seats), count, shown, blanks, look.ordered)


def _sees_all(lying: Sequence[Piece], view: Table, zone: Zone) -> bool:
    """A zone whose number is secret is counted only for those who see all of it."""
    return bool(lying) and zone not in view.known


def _shown(game: Game, view: Table, piece: Piece, place: int, *, held: bool) -> BoardPiece:
    hidden = is_hidden(piece.id)
    component = None if hidden else game.component(view, piece.kind)
    face = component.face(piece.face) if component else None
    return BoardPiece(
        id=piece.id,
        title="hidden" if hidden else title_of(game, view, piece.kind),
        kind=piece.kind,
        owner=piece.owner,
        face=piece.face,
        marks=dict(sorted(piece.marks.items())),
        until=dict(sorted(piece.until.items())),
        host=piece.host,
        back=piece.back,
        hidden=hidden,
        place=place,
        shape=component.shape if component else "",
        prints=escape_controls(summary(face)) if face and held else "",
        values=_values(game, view, piece, face) if face else (),
    )


def _values(game: Game, view: Table, piece: Piece, face: Face) -> tuple[CurrentValue, ...]:
    """What a piece's figures amount to, where that is not what is printed."""
    if view.pack is None:
        return ()
    printed = {figure.name: figure.value for figure in face.figures}
    values = game.faces.values(view, piece.id)
    return tuple(value for value in values if printed.get(value.name) != value.value)


def _tracks_of_spaces(view: Table) -> dict[Zone, dict[str, int]]:
    """Tracks by the zone they are named after: "control/17B" is the control of 17B."""
    tracks: dict[Zone, dict[str, int]] = {}
    for track, value in sorted(view.tracks.items()):
        name, _, zone = track.partition("/")
        tracks.setdefault(zone, {})[name] = value
    return tracks


# Read out


def as_text(shown: Board) -> str:
    """The position as plain text in a fixed order, for terminals without graphics and for ears.

    Head, spaces in their order (each: owner, pieces, states), empty spaces by what is printed
    there, the rows beside the board, the tracks, the goals, the result. The same facts as the
    drawing, and nothing else.
    """
    lines = [_head(shown), "", *occupied(shown)]
    lines += empty_spaces(shown)
    for row in shown.rows:
        lines += ["", f"{row.title}"]
        lines += [_stack_line(shown, stack) for stack in row.stacks]
    tracks = tracks_beside(shown)
    if tracks:
        lines += ["", "Tracks"]
        lines += [f"{plain(name)}: {value}." for name, value in tracks.items()]
    if shown.goals:
        lines += ["", "Goals", *shown.goals]
    if shown.result is not None:
        lines += ["", result_text(shown.result, shown.seats)]
    return "\n".join(lines) + "\n"


def occupied(shown: Board) -> list[str]:
    """A line for each space where something lies or a track stands, in the order of the layout."""
    return [_space_line(shown, space) for space in shown.spaces if not _is_empty(space)]


def empty_spaces(shown: Board) -> list[str]:
    """The spaces where nothing lies, by what is printed there: "Empty (woods): A1, A2."."""
    names: dict[str, list[str]] = {}
    for space in shown.spaces:
        if _is_empty(space):
            names.setdefault(space.note, []).append(space.stack.name)
    return [
        f"Empty{f' ({note})' if note else ''}: {', '.join(alike)}." for note, alike in names.items()
    ]


def tracks_beside(shown: Board) -> dict[str, int]:
    """The tracks that no space of the board tells already."""
    told = {f"{name}/{space.zone}" for space in shown.spaces for name in space.tracks}
    return {name: value for name, value in shown.tracks.items() if name not in told}


def result_text(result: Result, seats: Sequence[Seat]) -> str:
    """How a match of these seats ended, in one sentence: "German won: US resigned."."""
    who = listing([seat_name(seat) for seat in result.winners]) if result.winners else ""
    scores = ", ".join(f"{seat_name(one)} {n}" for one, n in sorted(result.scores.items()))
    outcome = f"{who} won" if who else "A draw"
    words = f"{outcome}: {_reason_text(result.reason, seats)}"
    return sentence(escape_controls(f"{words} ({scores})" if scores else words))


def _reason_text(reason: str, seats: Sequence[Seat]) -> str:
    """The reason for people; one that says what became of a seat begins with its id."""
    first, joint, rest = reason.partition(" ")
    return f"{seat_name(first)}{joint}{rest}" if first in seats else reason


def _head(shown: Board) -> str:
    words = [shown.title]
    if shown.scenario:
        words.append(shown.scenario)
    if shown.round:
        words.append(f"round {shown.round}")
    if shown.turn:
        words.append(f"turn {shown.turn}")
    if shown.phase and shown.phase != "turn":  # That is said with its number.
        words.append(plain(shown.phase))
    if shown.seat:
        words.append(f"{seat_name(shown.seat)} to act")
    return sentence(", ".join(words))


def _is_empty(space: Space) -> bool:
    return not (space.stack.pieces or space.stack.hidden or any(space.tracks.values()))


def _space_line(shown: Board, space: Space) -> str:
    told = _by_owner(shown, space.stack)
    tracks = [f"{plain(name)} {value}" for name, value in space.tracks.items() if value]
    if tracks:
        told.append(sentence("; ".join(tracks)))
    note = f" ({space.note})" if space.note else ""
    return f"{space.stack.name}{note}: {' '.join(told)}"


def _by_owner(shown: Board, stack: Stack) -> list[str]:
    """A sentence an owner, such as "Axis: Line Squad, demoralised, carries light MG, broken."."""
    guests = {
        piece.id for piece in stack.pieces if piece.host in {host.id for host in stack.pieces}
    }
    told = []
    others = sorted({piece.owner for piece in stack.pieces} - set(shown.seats) - {""})
    for owner in (*shown.seats, *others, ""):
        names = [
            _with_guests(piece, stack.pieces)
            for piece in stack.pieces
            if piece.owner == owner and piece.id not in guests
        ]
        if names:
            whose = f"{seat_name(owner)}: " if owner else ""
            told.append(sentence(f"{whose}{'; '.join(counted(names))}"))
    if stack.hidden:
        told.append(f"{stack.hidden} hidden.")
    return told


def _with_guests(piece: BoardPiece, lying: Iterable[BoardPiece]) -> str:
    guests = [piece_text(one) for one in lying if one.host == piece.id != one.id]
    carries = [f"carries {', '.join(guests)}"] if guests else []
    return ", ".join([piece_text(piece), *carries])


def piece_text(piece: BoardPiece) -> str:
    """A piece with its states, and what it prints if it is held: "Scouts A [initiative 6, ...]"."""
    if piece.hidden:
        return f"a hidden piece with back {plain(piece.back)}"
    words = ", ".join([piece.title, *states(piece.face, piece.marks)])
    return f"{words} [{piece.prints}]" if piece.prints else words


def _stack_line(shown: Board, stack: Stack) -> str:
    if stack.count is None:
        known = " ".join(_by_owner(shown, stack))
        return f"{stack.name}, number unknown: {known}".rstrip(": ") + ("" if known else ".")
    if not stack.count:
        return f"{stack.name}: empty."
    if stack.hidden == stack.count:
        return f"{stack.name}: {stack.count} hidden."
    return f"{stack.name} ({stack.count}): {' '.join(_by_owner(shown, stack))}"
