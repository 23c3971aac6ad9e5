"""The board drawn in letters for a terminal: boxes where the layout puts its spaces.

Only the layout is asked, never which game it is. Every state is told by words, never by colour
alone; a terminal may colour whole lines by the names of the seats in them.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from math import ceil
from textwrap import wrap

from wardiary.projections.board import (
    Board,
    BoardPiece,
    Space,
    ZoneRow,
    empty_spaces,
    occupied,
    piece_text,
    result_text,
    tracks_beside,
)
from wardiary.projections.labels import counted, plain, seat_name

NARROWEST, WIDEST = 16, 26
LOWEST, HIGHEST = 2, 14
SKETCHED, SKETCHED_LINES = 6, 3
_NEAR, _FAR = 1 - 1e-6, 1e-6


def draw(board: Board, width: int = 100) -> str:
    """The whole position drawn: head, spaces in places, rows beside, tracks, goals, result.

    No line is wider than `width`.
    """
    parts = [_folded(head(board), width)]
    if board.spaces:
        parts.append(draw_spaces(board, width))
    beside = [line for row in board.rows for line in _row(board, row)]
    tracks = tracks_beside(board)
    if tracks:
        beside.append("  ".join(f"{plain(name)} {value}" for name, value in tracks.items()))
    beside += board.goals
    if board.result is not None:
        beside.append(result_text(board.result, board.seats))
    parts += [_folded(line, width) for line in beside]
    return "\n".join(parts) + "\n"


def head(board: Board) -> str:
    """Where the game stands, in one line."""
    words = [board.title, board.scenario]
    words += [f"round {board.round}"] if board.round else []
    words += [f"turn {board.turn}"] if board.turn else []
    words += [
        plain(board.phase) if board.phase != "turn" else "",
        f"{seat_name(board.seat)} to act" if board.seat else "",
    ]
    return " | ".join(word for word in words if word)


def draw_spaces(board: Board, width: int = 100) -> str:
    """The spaces as boxes, with all that lies there; where that does not fit, a sketch and a list.

    No line is wider than `width`, and nothing that lies on a space or is printed there is left out.
    """
    places = _places(board.spaces)
    columns = max(x for x, _ in places) + 1
    wide = min(WIDEST, int((width - 1) / columns))
    boxes = [_content(board, space, wide - 2) for space in board.spaces] if wide > 2 else []
    rows = _rows([y for _, y in places], [len(box) for box in boxes]) if boxes else {}
    if wide < NARROWEST or not rows:
        return _sketch(board, places, width)
    canvas = _Canvas()
    for (x, y), box in zip(places, boxes, strict=True):
        top, high = rows[y]
        canvas.box(round(x * wide), top, wide, high, box)
    return canvas.text()


def _sketch(board: Board, places: list[tuple[float, float]], width: int) -> str:
    """Small boxes with name, note, and how many pieces each seat has there ("!": with a state).

    A board that is still too wide comes in parts, each beginning with the last column of the one
    before. Below, every space is told in words, with all that lies or is printed there.
    """
    drawn = _parts(max(x for x, _ in places) + 1, (width - 1) // SKETCHED)
    columns = max(last - first for first, last in drawn) + 1
    wide = min(NARROWEST, max(SKETCHED, int((width - 1) / columns)))
    parts = []
    for first, last in drawn:
        canvas = _Canvas()
        for space, (x, y) in zip(board.spaces, places, strict=True):
            if first - _FAR < x < last + _FAR:
                lines = [space.stack.name, space.note.split(",")[0], _strength(board, space)]
                cut = [line[: wide - 1] for line in lines]
                left, top = round((x - first) * wide), round(y * (SKETCHED_LINES + 1))
                canvas.box(left, top, wide, SKETCHED_LINES + 1, cut)
        parts.append(canvas.text())
    told = [*occupied(board), *empty_spaces(board)]
    return "\n".join(["\n\n".join(parts), *(_folded(line, width) for line in told)])


def _parts(columns: float, fit: int) -> list[tuple[float, float]]:
    """The first and last column of each part of a board, if so many columns fit into one."""
    if columns <= fit:
        return [(0, columns - 1)]
    number = ceil((columns - 1) / max(1, fit - 1))
    span = ceil((columns - 1) / number)
    return [(part * span, min((part + 1) * span, columns - 1)) for part in range(number)]


def _folded(line: str, width: int) -> str:
    """A line over as many as it needs, broken between words only."""
    return "\n".join(
        wrap(line, width, subsequent_indent="    ", break_on_hyphens=False) if line else [""]
    )


def _strength(board: Board, space: Space) -> str:
    """Pieces by seat, such as "Al2 Ax1!", and how many others, such as "+1"."""
    words = []
    for seat in board.seats:
        own = [piece for piece in space.stack.pieces if piece.owner == seat]
        if own:
            state = "!" if any(piece.marks for piece in own) else ""
            words.append(f"{seat_name(seat)[:2]}{len(own)}{state}")
    others = sum(piece.owner not in board.seats for piece in space.stack.pieces)
    return " ".join([*words, *([f"+{others}"] if others else [])])


def _places(spaces: tuple[Space, ...]) -> list[tuple[float, float]]:
    """The places moved apart so far that no two boxes of one unit overlap, from (0, 0) on."""
    left, top = min(space.x for space in spaces), min(space.y for space in spaces)
    places = [(space.x - left, space.y - top) for space in spaces]
    across, down = 1.0, 1.0
    for (x1, y1), (x2, y2) in combinations(places, 2):
        dx, dy = abs(x1 - x2), abs(y1 - y2)
        if dx < _NEAR and dy < _NEAR and (dx or dy):
            if dx >= dy:
                across = max(across, 1 / dx)
            else:
                down = max(down, 1 / dy)
    return [(x * across, y * down) for x, y in places]


def _rows(tops: list[float], lengths: list[int]) -> dict[float, tuple[int, int]]:
    """For each height on the plane its line and how many lines a box there has.

    Where spaces stand in clear rows each row is as high as it needs; else all are alike, and there
    is no drawing (an empty dictionary) when one would need too much.
    """
    heights = sorted(set(tops))
    if any(low - high < _NEAR for high, low in pairwise(heights)):
        high = _lines(lengths)
        return {y: (round(y * high), high) for y in heights} if high <= HIGHEST + 1 else {}
    rows, line = {}, 0
    for y in heights:
        high = _lines([length for top, length in zip(tops, lengths, strict=True) if top == y])
        rows[y] = (line, high)
        line += high
    return rows


def _lines(lengths: list[int]) -> int:
    return max(LOWEST, *lengths) + 1


def _content(board: Board, space: Space, wide: int) -> list[str]:
    tracks = [f"{plain(name)} {value}" for name, value in space.tracks.items() if value]
    head = "  ".join([space.stack.name, *([space.note] if space.note else []), *tracks])
    names = [_owned(piece) for piece in _owned_first(board, space.stack.pieces)]
    names += [f"{space.stack.hidden} hidden"] if space.stack.hidden else []
    return [line for words in (head, *counted(names)) for line in _wrapped(words, wide)]


def _owned_first(board: Board, pieces: tuple[BoardPiece, ...]) -> list[BoardPiece]:
    """The seats' pieces in the order of the seats, then what belongs to nobody."""
    ranks = {seat: rank for rank, seat in enumerate(board.seats)}
    return sorted(pieces, key=lambda piece: ranks.get(piece.owner, len(ranks)))


def _wrapped(name: str, wide: int) -> list[str]:
    """A piece over as many lines as it needs: a state that is cut off would not be told."""
    return wrap(name, wide, subsequent_indent="  ")


def _owned(piece: BoardPiece) -> str:
    """A piece with its side, its title and its states; "+" when something else carries it."""
    text = piece_text(piece)
    owner = seat_name(piece.owner) if piece.owner else ""
    whose = "" if not owner or text.lower().startswith(owner.lower()) else f"{owner} "
    return f"{'+' if piece.host else ''}{whose}{text}"


def _row(board: Board, row: ZoneRow) -> list[str]:
    stacks = []
    for stack in row.stacks:
        names = counted(_owned(piece) for piece in stack.pieces)
        names += [f"{stack.hidden} hidden"] if stack.hidden else []
        if stack.count is None:
            names.append("number unknown")
        count = "?" if stack.count is None else stack.count
        stacks.append(
            f"  {stack.name} ({count}): {'; '.join(names)}" if names else f"  {stack.name} (0)"
        )
    return [f"{row.title}:", *stacks] if stacks else []


class _Canvas:
    """Letters on a plane; boxes that touch share their border."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], str] = {}

    def box(self, x: int, y: int, wide: int, high: int, lines: list[str]) -> None:
        for column in range(wide + 1):
            self._border(x + column, y, "-")
            self._border(x + column, y + high, "-")
        for row in range(1, high):
            self._border(x, y + row, "|")
            self._border(x + wide, y + row, "|")
        for corner in ((x, y), (x + wide, y), (x, y + high), (x + wide, y + high)):
            self._cells[corner] = "+"
        for row, line in enumerate(lines, 1):
            for column, letter in enumerate(line, 1):
                self._cells[x + column, y + row] = letter

    def _border(self, x: int, y: int, letter: str) -> None:
        self._cells.setdefault((x, y), letter)

    def text(self) -> str:
        lines: dict[int, dict[int, str]] = {}
        for (x, y), letter in self._cells.items():
            lines.setdefault(y, {})[x] = letter
        return "\n".join(
            "".join(row.get(x, " ") for x in range(max(row) + 1)).rstrip()
            for _, row in sorted(lines.items())
        )
