"""The board drawn in letters for a terminal: boxes where the layout puts its spaces.

Only the layout is asked, never which game it is. Every state is told by words, never by colour
alone; a terminal may colour whole lines by the names of the seats in them.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from textwrap import wrap

from wardiary.projections.board import (
    Board,
    BoardPiece,
    Row,
    Space,
    occupied,
    piece_text,
    result_text,
    tracks_beside,
)
from wardiary.projections.wording import counted, plain, seat_name

NARROWEST, WIDEST = 12, 26
LOWEST, HIGHEST = 2, 14
SKETCHED, SKETCHED_LINES = 6, 3
_NEAR = 1 - 1e-6


def draw(board: Board, width: int = 100) -> str:
    """The whole position drawn: head, spaces in their places, rows beside it, tracks, result."""
    parts = [head(board)]
    if board.spaces:
        parts.append(draw_spaces(board, width))
    parts += [line for line in (_row(board, row) for row in board.rows) if line]
    tracks = tracks_beside(board)
    if tracks:
        parts.append("  ".join(f"{plain(name)} {value}" for name, value in tracks.items()))
    if board.result is not None:
        parts.append(result_text(board.result))
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
    """The spaces as boxes; where `width` is too small for words, a sketch with a list below it."""
    places = _places(board.spaces)
    columns = max(x for x, _ in places) + 1
    wide = min(WIDEST, int((width - 1) / columns))
    if wide < NARROWEST:
        return _sketch(board, places, max(SKETCHED, wide))
    boxes = [_content(board, space, wide - 2) for space in board.spaces]
    rows = _rows([y for _, y in places], [len(box) for box in boxes])
    canvas = _Canvas()
    for (x, y), box in zip(places, boxes, strict=True):
        top, high = rows[y]
        canvas.box(round(x * wide), top, wide, high, _cut(box, high - 1))
    return canvas.text()


def least_width(board: Board) -> int:
    """How many letters wide the narrowest drawing of the spaces is."""
    places = _places(board.spaces) if board.spaces else []
    return int(max((x for x, _ in places), default=0) * SKETCHED) + SKETCHED + 1


def _sketch(board: Board, places: list[tuple[float, float]], wide: int) -> str:
    """Small boxes with name, note, and how many pieces each seat has there ("!": with a state).

    Whatever lies in them is listed below in words, space by space.
    """
    canvas = _Canvas()
    high = SKETCHED_LINES + 1
    for space, (x, y) in zip(board.spaces, places, strict=True):
        lines = [space.heap.name, space.note.split(",")[0], _strength(board, space)]
        cut = [line[: wide - 1] for line in lines]
        canvas.box(round(x * wide), round(y * high), wide, high, cut)
    return "\n".join([canvas.text(), *occupied(board)])


def _strength(board: Board, space: Space) -> str:
    """Pieces by seat, such as "Al2 Ax1!", and how many others, such as "+1"."""
    words = []
    for seat in board.seats:
        own = [piece for piece in space.heap.pieces if piece.owner == seat]
        if own:
            state = "!" if any(piece.marks for piece in own) else ""
            words.append(f"{seat_name(seat)[:2]}{len(own)}{state}")
    others = sum(piece.owner not in board.seats for piece in space.heap.pieces)
    return " ".join([*words, *([f"+{others}"] if others else [])])


def _places(spaces: tuple[Space, ...]) -> list[tuple[float, float]]:
    """The places moved apart so far that no two boxes of one unit overlap, from (0, 0) on."""
    left, top = min(one.x for one in spaces), min(one.y for one in spaces)
    places = [(one.x - left, one.y - top) for one in spaces]
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

    Where spaces stand in clear rows each row is as high as it needs; else all are alike.
    """
    heights = sorted(set(tops))
    if any(low - high < _NEAR for high, low in pairwise(heights)):
        high = _lines(lengths)
        return {y: (round(y * high), high) for y in heights}
    rows, line = {}, 0
    for y in heights:
        high = _lines([length for top, length in zip(tops, lengths, strict=True) if top == y])
        rows[y] = (line, high)
        line += high
    return rows


def _lines(lengths: list[int]) -> int:
    return max(LOWEST, min(HIGHEST, max(lengths))) + 1


def _content(board: Board, space: Space, wide: int) -> list[str]:
    tracks = [f"{plain(name)} {value}" for name, value in space.tracks.items() if value]
    head = "  ".join([space.heap.name, *([space.note] if space.note else []), *tracks])
    names = [_short(board, piece) for piece in _owned_first(board, space.heap.pieces)]
    names += [f"{space.heap.hidden} hidden"] if space.heap.hidden else []
    return [line for words in (head, *counted(names)) for line in _wrapped(words, wide)]


def _owned_first(board: Board, pieces: tuple[BoardPiece, ...]) -> list[BoardPiece]:
    """The seats' pieces in the order of the seats, then what belongs to nobody."""
    ranks = {seat: rank for rank, seat in enumerate(board.seats)}
    return sorted(pieces, key=lambda piece: ranks.get(piece.owner, len(ranks)))


def _wrapped(name: str, wide: int) -> list[str]:
    """A piece over as many lines as it needs: a state that is cut off would not be told."""
    return wrap(name, wide, subsequent_indent="  ")


def _short(board: Board, piece: BoardPiece) -> str:
    """A piece in few letters: whose (first letters of the seat), what, and its states."""
    text = piece_text(piece)
    owner = seat_name(piece.owner) if piece.owner else ""
    whose = "" if not owner or text.lower().startswith(owner.lower()) else f"{owner[:3]} "
    return f"{'+' if piece.host else ''}{whose}{text}"


def _cut(lines: list[str], high: int) -> list[str]:
    """At most so many lines; the last one says how many did not fit."""
    if len(lines) <= high:
        return lines
    return [*lines[: high - 1], f"(+{len(lines) - high + 1} lines)"]


def _row(board: Board, row: Row) -> str:
    heaps = []
    for heap in row.heaps:
        names = counted(_short(board, piece) for piece in heap.pieces)
        names += [f"{heap.hidden} hidden"] if heap.hidden else []
        if heap.count is None:
            names.append("number unknown")
        count = "?" if heap.count is None else heap.count
        heaps.append(
            f"  {heap.name} ({count}): {'; '.join(names)}" if names else f"  {heap.name} (0)"
        )
    return "\n".join([f"{row.title}:", *heaps]) if heaps else ""


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
