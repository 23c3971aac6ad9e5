"""The board drawn in letters for a terminal: boxes where the layout puts its spaces.

It depends on the layout only, not on the game. Every state is written in words, never shown by
colour alone; a terminal may colour whole lines by the names of the seats in them.
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
    values_text,
)
from wardiary.projections.labels import counted, plain, seat_name

NARROWEST, WIDEST = 16, 26
LOWEST, HIGHEST = 2, 14
SKETCH_WIDTH, SKETCH_LINES = 6, 3
_ALMOST_ONE, _TINY = 1 - 1e-6, 1e-6


def draw(board: Board, width: int = 100) -> str:
    """The whole position: a head line, the drawn spaces, the rows beside, tracks, goals, result.

    No line is wider than `width`.
    """
    parts = [_wrapped_line(head(board), width)]
    if board.spaces:
        parts.append(draw_spaces(board, width))
    beside = [line for row in board.rows for line in _row(board, row)]
    tracks = tracks_beside(board)
    if tracks:
        labels = board.track_labels
        beside.append("  ".join(f"{labels[name]}: {value}" for name, value in tracks.items()))
    beside += board.goals
    if board.result is not None:
        beside.append(result_text(board.result, board.seats))
    parts += [_wrapped_line(line, width) for line in beside]
    return "\n".join(parts) + "\n"


def head(board: Board) -> str:
    """One line with game, scenario, round, turn, phase and the seat to act."""
    words = [board.title, board.scenario]
    words += [f"round {board.round}"] if board.round else []
    words += [f"turn {board.turn}"] if board.turn else []
    words += [
        plain(board.phase) if board.phase != "turn" else "",
        f"{seat_name(board.seat)} to act" if board.seat else "",
    ]
    return " | ".join(word for word in words if word)


def draw_spaces(board: Board, width: int = 100) -> str:
    """The spaces as boxes with all their pieces; where that does not fit, a sketch and a list.

    No line is wider than `width`, and no piece or printed note of a space is left out.
    """
    places = _spread_places(board.spaces)
    columns = max(x for x, _ in places) + 1
    box_width = min(WIDEST, int((width - 1) / columns))
    boxes = (
        [_content(board, space, box_width - 2) for space in board.spaces] if box_width > 2 else []
    )
    rows = _rows([y for _, y in places], [len(box) for box in boxes]) if boxes else {}
    if box_width < NARROWEST or not rows:
        return _sketch_and_list(board, places, width)
    canvas = _Canvas()
    for (x, y), box in zip(places, boxes, strict=True):
        top, height = rows[y]
        canvas.box(round(x * box_width), top, box_width, height, box)
    return canvas.text()


def _sketch_and_list(board: Board, places: list[tuple[float, float]], width: int) -> str:
    """Small boxes with name, note, and how many pieces each seat has there ("!": with a state).

    A board that is still too wide comes in parts, each beginning with the last column of the one
    before. Below it, every space is described in words, with its pieces and printed note.
    """
    ranges = _column_ranges(max(x for x, _ in places) + 1, (width - 1) // SKETCH_WIDTH)
    columns = max(last - first for first, last in ranges) + 1
    box_width = min(NARROWEST, max(SKETCH_WIDTH, int((width - 1) / columns)))
    parts = []
    for first, last in ranges:
        canvas = _Canvas()
        for space, (x, y) in zip(board.spaces, places, strict=True):
            if first - _TINY < x < last + _TINY:
                lines = [space.stack.name, space.note.split(",")[0], _pieces_by_seat(board, space)]
                clipped = [line[: box_width - 1] for line in lines]
                left, top = round((x - first) * box_width), round(y * (SKETCH_LINES + 1))
                canvas.box(left, top, box_width, SKETCH_LINES + 1, clipped)
        parts.append(canvas.text())
    listed = [*occupied(board), *empty_spaces(board)]
    return "\n".join(["\n\n".join(parts), *(_wrapped_line(line, width) for line in listed)])


def _column_ranges(columns: float, columns_per_part: int) -> list[tuple[float, float]]:
    """The first and last column of each part of a board, if so many columns fit into one."""
    if columns <= columns_per_part:
        return [(0, columns - 1)]
    number = ceil((columns - 1) / max(1, columns_per_part - 1))
    span = ceil((columns - 1) / number)
    return [(part * span, min((part + 1) * span, columns - 1)) for part in range(number)]


def _wrapped_line(line: str, width: int) -> str:
    """A line wrapped to the width, broken between words only."""
    return "\n".join(
        wrap(line, width, subsequent_indent="    ", break_on_hyphens=False) if line else [""]
    )


def _pieces_by_seat(board: Board, space: Space) -> str:
    """Pieces by seat, such as "Al2 Ax1!", and how many others, such as "+1"."""
    words = []
    for seat in board.seats:
        pieces = [piece for piece in space.stack.pieces if piece.owner == seat]
        if pieces:
            state = "!" if any(piece.marks for piece in pieces) else ""
            words.append(f"{seat_name(seat)[:2]}{len(pieces)}{state}")
    others = sum(piece.owner not in board.seats for piece in space.stack.pieces)
    return " ".join([*words, *([f"+{others}"] if others else [])])


def _spread_places(spaces: tuple[Space, ...]) -> list[tuple[float, float]]:
    """The places moved apart so that no two boxes of one unit overlap, starting at (0, 0)."""
    left, top = min(space.x for space in spaces), min(space.y for space in spaces)
    places = [(space.x - left, space.y - top) for space in spaces]
    across, down = 1.0, 1.0
    for (x1, y1), (x2, y2) in combinations(places, 2):
        dx, dy = abs(x1 - x2), abs(y1 - y2)
        if dx < _ALMOST_ONE and dy < _ALMOST_ONE and (dx or dy):
            if dx >= dy:
                across = max(across, 1 / dx)
            else:
                down = max(down, 1 / dy)
    return [(x * across, y * down) for x, y in places]


def _rows(tops: list[float], lengths: list[int]) -> dict[float, tuple[int, int]]:
    """For each height on the plane its first line and how many lines a box there has.

    Where spaces are in clear rows each row is as high as it needs. Otherwise all are equally high;
    if that is too high, there is no drawing (an empty dictionary).
    """
    heights = sorted(set(tops))
    if any(low - height < _ALMOST_ONE for height, low in pairwise(heights)):
        height = _lines(lengths)
        return {y: (round(y * height), height) for y in heights} if height <= HIGHEST + 1 else {}
    rows, line = {}, 0
    for y in heights:
        height = _lines([length for top, length in zip(tops, lengths, strict=True) if top == y])
        rows[y] = (line, height)
        line += height
    return rows


def _lines(lengths: list[int]) -> int:
    return max(LOWEST, *lengths) + 1


def _content(board: Board, space: Space, width: int) -> list[str]:
    tracks = [f"{plain(name)} {value}" for name, value in space.tracks.items() if value]
    first_line = "  ".join([space.stack.name, *([space.note] if space.note else []), *tracks])
    names = [_owner_and_text(piece) for piece in _in_seat_order(board, space.stack.pieces)]
    names += [f"{space.stack.hidden} hidden"] if space.stack.hidden else []
    return [line for words in (first_line, *counted(names)) for line in _wrapped(words, width)]


def _in_seat_order(board: Board, pieces: tuple[BoardPiece, ...]) -> list[BoardPiece]:
    """The seats' pieces in the order of the seats, then pieces without an owner."""
    ranks = {seat: rank for rank, seat in enumerate(board.seats)}
    return sorted(pieces, key=lambda piece: ranks.get(piece.owner, len(ranks)))


def _wrapped(name: str, width: int) -> list[str]:
    """A piece's text over as many lines as it needs, so that no state is cut off."""
    return wrap(name, width, subsequent_indent="  ")


def _owner_and_text(piece: BoardPiece) -> str:
    """A piece with its side, its title and its states; "+" when something else carries it."""
    text = piece_text(piece)
    owner = seat_name(piece.owner) if piece.owner else ""
    prefix = "" if not owner or text.lower().startswith(owner.lower()) else f"{owner} "
    return f"{'+' if piece.host else ''}{prefix}{text}"


def _row(board: Board, row: ZoneRow) -> list[str]:
    stacks = []
    for stack in row.stacks:
        names = counted(_owner_and_text(piece) for piece in stack.pieces)
        names += [f"{stack.hidden} hidden"] if stack.hidden else []
        if stack.count is None:
            names.append("number unknown")
        if stack.values:
            names.append(values_text(stack))
        count = "?" if stack.count is None else stack.count
        stacks.append(
            f"  {stack.name} ({count}): {'; '.join(names)}" if names else f"  {stack.name} (0)"
        )
    return [f"{row.title}:", *stacks] if stacks else []


class _Canvas:
    """Letters on a plane; boxes that touch share their border."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], str] = {}

    def box(self, x: int, y: int, width: int, height: int, lines: list[str]) -> None:
        for column in range(width + 1):
            self._border(x + column, y, "-")
            self._border(x + column, y + height, "-")
        for row in range(1, height):
            self._border(x, y + row, "|")
            self._border(x + width, y + row, "|")
        for corner in ((x, y), (x + width, y), (x, y + height), (x + width, y + height)):
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
