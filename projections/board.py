"""The board: a view arranged by the game's layout, as structs for JSON and as plain text.

The input is a view (`redaction.view`), so nothing here hides anything, and nothing here can leak.
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
    piece_name,
    piece_title,
    plain,
    seat_name,
    sentence,
    states,
    track_labels,
    zone_label,
)

BESIDE = "Beside the board"


class BoardPiece(msgspec.Struct, frozen=True):
    """A piece on the board: its title for people, its name with whose it is, and everything visible
    of it.

    A hidden piece with a visible back has `hidden` set and no kind of its own; `place` is its place
    in an ordered pile (0 = top), else -1. `shape` is that of its component, `prints` the figures of
    a piece in hand in one line, and `values` the present values of printed numbers where they
    differ from what is printed.
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
    name: str = ""


class Stack(msgspec.Struct, frozen=True):
    """The pieces of one zone: those that are known, and how many are not.

    `count` is the number of all pieces, or None where even that is hidden. `control` is the seat
    that controls the zone, and `values` are what is printed or added up there as it is now. `note`
    is what the game says of a zone beside the board.
    """

    zone: Zone
    name: str
    count: int | None
    pieces: tuple[BoardPiece, ...]
    hidden: int
    ordered: bool
    control: Seat = ""
    values: tuple[CurrentValue, ...] = ()
    note: str = ""


class Space(msgspec.Struct, frozen=True):
    """A place on the board: where it is drawn, its printed note, its tracks and its pieces."""

    zone: Zone
    x: float
    y: float
    note: str
    tracks: dict[str, int]
    stack: Stack


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
    track_labels: dict[str, str] = {}
    phases: tuple[tuple[str, str], ...] = ()


def board(view: Table, game: Game) -> Board:
    """Arrange a view by its game's layout.

    `view` is what a role may see (`redaction.view`). Spaces and rows come in the order of the
    layout; zones that are not in the layout come last, sorted by name. Tracks named after a space
    ("control/17B") are listed there too.
    """
    layout = game.layout(view)
    tracks = _tracks_of_spaces(view)
    in_layout = {zone for zone, _, _ in layout.spaces} | {
        z for _, zones in layout.rows for z in zones
    }
    rows = list(layout.rows)
    beside = tuple(sorted(zone for zone in view.zones if zone not in in_layout and view.zone(zone)))
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
            Space(
                zone,
                x,
                y,
                escape_controls(layout.notes.get(zone, "")),
                tracks.get(zone, {}),
                stack_of(view, game, zone),
            )
            for zone, x, y in layout.spaces
        ),
        links=layout.links,
        rows=tuple(
            ZoneRow(
                title,
                tuple(stack_of(view, game, zone, layout.notes.get(zone, "")) for zone in zones),
            )
            for title, zones in rows
        ),
        tracks=dict(sorted(view.tracks.items())),
        result=view.result,
        goals=tuple(map(escape_controls, layout.goals)),
        track_labels=track_labels(game, view),
        phases=layout.phases,
    )


def stack_of(view: Table, game: Game, zone: Zone, note: str = "") -> Stack:
    """One zone of a view as a stack, with a note where it is beside the board."""
    visibility = view.visibility_of(zone)
    pieces = [view.piece(piece) for piece in view.zone(zone)]
    visible = tuple(
        _board_piece(
            game, view, piece, place if visibility.ordered else -1, held=visibility.who == "owner"
        )
        for place, piece in enumerate(pieces)
        if not is_hidden(piece.id) or piece.back
    )
    blanks = sum(is_hidden(piece.id) and not piece.back for piece in pieces)
    count = len(pieces) if visibility.count or _all_seen(pieces, view, zone) else None
    state = game.faces.state(view, zone) if view.pack is not None else SpaceState()
    return Stack(
        zone,
        zone_label(game, view, zone),
        count,
        visible,
        blanks,
        visibility.ordered,
        state.control,
        state.values,
        escape_controls(note),
    )


def _all_seen(pieces: Sequence[Piece], view: Table, zone: Zone) -> bool:
    """Whether a role sees all of a zone whose number of pieces is secret, so may count it."""
    return bool(pieces) and zone not in view.known


def _board_piece(game: Game, view: Table, piece: Piece, place: int, *, held: bool) -> BoardPiece:
    hidden = is_hidden(piece.id)
    component = None if hidden else game.component(view, piece.kind)
    face = component.face(piece.face) if component else None
    return BoardPiece(
        id=piece.id,
        title="hidden" if hidden else piece_title(game, view, piece),
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
        name="" if hidden else piece_name(game, view, piece),
    )


def _values(game: Game, view: Table, piece: Piece, face: Face) -> tuple[CurrentValue, ...]:
    """The present values of a piece's figures, where they differ from what is printed."""
    if view.pack is None or not face.figures:
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


def as_text(position: Board) -> str:
    """The position as plain text in a fixed order, for simple terminals and for screen readers.

    A head line, the spaces in order (each: owner, pieces, states), empty spaces by what is printed
    there, the rows beside the board, the tracks, the goals, the result: the same facts as in the
    drawing.
    """
    lines = [_head(position), "", *occupied(position)]
    lines += empty_spaces(position)
    for row in position.rows:
        lines += ["", f"{row.title}"]
        lines += [_stack_line(position, stack) for stack in row.stacks]
    tracks = tracks_beside(position)
    if tracks:
        lines += ["", "Tracks"]
        lines += [f"{position.track_labels[name]}: {value}." for name, value in tracks.items()]
    if position.goals:
        lines += ["", "Goals", *position.goals]
    if position.result is not None:
        lines += ["", result_text(position.result, position.seats)]
    return "\n".join(lines) + "\n"


def occupied(position: Board) -> list[str]:
    """A line for each space with pieces or a track that is not 0, in the order of the layout."""
    return [_space_line(position, space) for space in position.spaces if not _is_empty(space)]


def empty_spaces(position: Board) -> list[str]:
    """The spaces without pieces, by what is printed there: "Empty (woods): A1, A2."."""
    names: dict[str, list[str]] = {}
    for space in position.spaces:
        if _is_empty(space):
            names.setdefault(space.note, []).append(space.stack.name)
    return [
        f"Empty{f' ({note})' if note else ''}: {', '.join(spaces)}."
        for note, spaces in names.items()
    ]


def tracks_beside(position: Board) -> dict[str, int]:
    """The tracks that do not belong to a space of the board."""
    on_spaces = {f"{name}/{space.zone}" for space in position.spaces for name in space.tracks}
    return {name: value for name, value in position.tracks.items() if name not in on_spaces}


def result_text(result: Result, seats: Sequence[Seat]) -> str:
    """How a match of these seats ended, in one sentence: "German won: US resigned."."""
    who = listing([seat_name(seat) for seat in result.winners]) if result.winners else ""
    scores = ", ".join(f"{seat_name(seat)} {n}" for seat, n in sorted(result.scores.items()))
    outcome = f"{who} won" if who else "A draw"
    words = f"{outcome}: {_reason_text(result.reason, seats)}"
    return sentence(escape_controls(f"{words} ({scores})" if scores else words))


def _reason_text(reason: str, seats: Sequence[Seat]) -> str:
    """The reason for people; where it begins with the id of a seat, that becomes its name."""
    first, space, rest = reason.partition(" ")
    return f"{seat_name(first)}{space}{rest}" if first in seats else reason


def _head(position: Board) -> str:
    words = [position.title]
    if position.scenario:
        words.append(position.scenario)
    if position.round:
        words.append(f"round {position.round}")
    if position.turn:
        words.append(f"turn {position.turn}")
    if position.phase and position.phase != "turn":  # A turn is named with its number already.
        words.append(plain(position.phase))
    if position.seat:
        words.append(f"{seat_name(position.seat)} to act")
    return sentence(", ".join(words))


def _is_empty(space: Space) -> bool:
    return not (space.stack.pieces or space.stack.hidden or any(space.tracks.values()))


def _space_line(position: Board, space: Space) -> str:
    sentences = _by_owner(position, space.stack)
    tracks = [f"{plain(name)} {value}" for name, value in space.tracks.items() if value]
    if tracks:
        sentences.append(sentence("; ".join(tracks)))
    sentences += _values_now(space.stack)
    note = f" ({space.note})" if space.note else ""
    return f"{space.stack.name}{note}: {' '.join(sentences)}"


def _values_now(stack: Stack) -> list[str]:
    words = values_text(stack)
    return [sentence(words)] if words else []


def values_text(stack: Stack) -> str:
    """What is printed or added up at a zone as it is now: "attack 13, defence 15"."""
    return ", ".join(f"{value.name.lower()} {value.value}" for value in stack.values)


def _by_owner(position: Board, stack: Stack) -> list[str]:
    """A sentence an owner, such as "Axis: Line Squad, demoralised, carries light MG, broken."."""
    guests = {
        piece.id for piece in stack.pieces if piece.host in {host.id for host in stack.pieces}
    }
    sentences = []
    others = sorted({piece.owner for piece in stack.pieces} - set(position.seats) - {""})
    for owner in (*position.seats, *others, ""):
        names = [
            _with_guests(piece, stack.pieces)
            for piece in stack.pieces
            if piece.owner == owner and piece.id not in guests
        ]
        if names:
            prefix = f"{seat_name(owner)}: " if owner else ""
            sentences.append(sentence(f"{prefix}{'; '.join(counted(names))}"))
    if stack.hidden:
        sentences.append(f"{stack.hidden} hidden.")
    return sentences


def _with_guests(piece: BoardPiece, stack: Iterable[BoardPiece]) -> str:
    guests = [piece_text(other) for other in stack if other.host == piece.id != other.id]
    carries = [f"carries {', '.join(guests)}"] if guests else []
    return ", ".join([piece_text(piece), *carries])


def piece_text(piece: BoardPiece) -> str:
    """A piece with its states, and in hand with its figures: "Scouts A [initiative 6, ...]"."""
    if piece.hidden:
        return f"a hidden piece with back {plain(piece.back)}"
    words = ", ".join([piece.title, *states(piece.face, piece.marks)])
    return f"{words} [{piece.prints}]" if piece.prints else words


def _stack_line(position: Board, stack: Stack) -> str:
    if stack.count is None:
        known = " ".join(_by_owner(position, stack))
        return f"{stack.name}, number unknown: {known}".rstrip(": ") + ("" if known else ".")
    if not stack.count:
        return f"{stack.name}: empty."
    if stack.hidden == stack.count:
        return f"{stack.name}: {stack.count} hidden."
    words = (*_by_owner(position, stack), *_values_now(stack))
    return f"{stack.name} ({stack.count}): {' '.join(words)}"
