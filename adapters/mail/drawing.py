"""The board as a picture for mails: an SVG of what a seat sees, from the same data as the page.

Nothing is told by colour alone: sides, states and ground are written as words, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from wardiary.projections.ascii_board import head
from wardiary.projections.board import Board, BoardPiece, Space, Stack, ZoneRow
from wardiary.projections.labels import seat_name, states

NEAR = 1 - 1e-6
MARGIN = 12
CHIP, LINE = 17, 13
WIDEST_ROW = 900
SIDES = (
    ("#1d4e89", "#ffffff"),
    ("#f2c063", "#2a1a00"),
    ("#5c2d82", "#ffffff"),
    ("#a8ddd0", "#07322a"),
    ("#7a1f3d", "#ffffff"),
    ("#dcd7c6", "#22201a"),
)
NOBODY = ("#fffef8", "#1c2126")
GROUND = ("#f7f2df", "#d8e2bd", "#e8d9b5", "#cfdde4", "#ead0c4", "#d9d3e3")
PAPER, INK, FAINT, EDGE = "#f4f1e8", "#1c2126", "#55595c", "#8b8470"


class Size(NamedTuple):
    """How large a unit of the layout is, and how far places are stretched apart."""

    wide: float
    high: float
    across: float
    down: float


def draw_board(board: Board) -> str:
    """The SVG of a position: the spaces with their pieces, and the rows beside them."""
    parts: list[str] = []
    width, height = _spaces(board, parts) if board.spaces else (0.0, 0.0)
    width = max(width, WIDEST_ROW)
    for row in board.rows:
        height = _row(board, row, height, width, parts)
    title = escape(f"{head(board)}")
    wide, high = round(width + 2 * MARGIN), round(height + 2 * MARGIN)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" font-family="Segoe UI, Roboto, Noto Sans, sans-serif" '
        f'font-size="11"><title>{title}</title>'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>'
        f'<g transform="translate({MARGIN} {MARGIN})">{"".join(parts)}</g></svg>\n'
    )


# Spaces


def _spaces(board: Board, parts: list[str]) -> tuple[float, float]:
    """Draw the spaces; gives the size that they take."""
    size = _size(board)
    left = min(space.x for space in board.spaces)
    top = min(space.y for space in board.spaces)
    common = Counter(_ground(space) for space in board.spaces).most_common()
    ground = {name: number for number, (name, _) in enumerate(common)}
    right = bottom = 0.0
    for space in board.spaces:
        x = (space.x - left) * size.wide * size.across + size.wide / 2
        y = (space.y - top) * size.high * size.down + size.high / 2
        parts += _space(board, space, x, y, size, GROUND[ground[_ground(space)] % len(GROUND)])
        right, bottom = max(right, x + size.wide * 0.6), max(bottom, y + size.high / 2)
    return right, bottom


def _ground(space: Space) -> str:
    """What a space's colour stands for: the first word of its note."""
    return space.note.replace(";", ",").partition(",")[0]


def _size(board: Board) -> Size:
    across = down = 1.0
    hexes = board.shape.startswith("hex")
    for one, other in combinations(board.spaces, 2):
        dx, dy = abs(one.x - other.x), abs(one.y - other.y)
        if not hexes and dx < NEAR and dy < NEAR and (dx or dy):
            if dx >= dy:
                across = max(across, 1 / dx)
            else:
                down = max(down, 1 / dy)
    most = max(len(_chips(board, space.stack)) for space in board.spaces)
    high = max(96.0, 34 + CHIP * min(most, 8))
    return Size(high if hexes else 180.0, high, across, down)


def _space(board: Board, space: Space, x: float, y: float, size: Size, fill: str) -> Iterator[str]:
    is_hex = board.shape.startswith("hex")
    if is_hex:
        half, side = size.high / 2 - 1, (size.high / 2 - 1) * 2 / sqrt(3)
        corners = ((-side, 0), (-side / 2, -half), (side / 2, -half))
        around = [(x + a, y + b) for a, b in corners] + [(x - a, y - b) for a, b in corners]
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in around)
        outline = f'<polygon points="{points}"'
        room = side * 1.35
    else:
        room = size.wide - 8
        outline = (
            f'<rect x="{x - room / 2:.1f}" y="{y - size.high / 2 + 2:.1f}" width="{room:.1f}" '
            f'height="{size.high - 4:.1f}" rx="4"'
        )
    control = space.stack.control
    edge = _colours(board, control)[0] if control else EDGE
    yield f'{outline} fill="{fill}" stroke="{edge}" stroke-width="{3 if control else 1}"/>'
    top = y - size.high / 2 + 14
    held = f" · {seat_name(control)}" if control else ""
    yield _text(x, top, f"{space.stack.name}{held}", room, weight="bold", middle=True)
    if space.note:
        yield _text(x, top + LINE - 1, space.note, room, small=True, middle=True)
    yield from _stacked(board, space.stack, x - room / 2 + 3, top + LINE + 5, room - 6, size.high)


def _stacked(
    board: Board, stack: Stack, x: float, y: float, room: float, high: float
) -> Iterator[str]:
    """The pieces of a space one below the other; how many more there are, where room ends."""
    chips = _chips(board, stack)
    fit = max(1, int((high - 34) / CHIP))
    shown = chips if len(chips) <= fit else chips[: fit - 1]
    for number, (owner, words) in enumerate(shown):
        yield from _chip(board, owner, words, x, y + number * CHIP, room)
    if len(chips) > len(shown):
        more = f"and {len(chips) - len(shown)} more"
        yield _text(x + 3, y + len(shown) * CHIP + 9, more, room, small=True)


def _chips(board: Board, stack: Stack) -> list[tuple[str, str]]:
    """Owner and words of the pieces of a stack, equal ones counted, the unknown at the end."""
    named = Counter((piece.owner, _words(piece)) for piece in stack.pieces)
    chips = [
        (owner, f"{number} × {words}" if number > 1 else words)
        for (owner, words), number in named.items()
    ]
    if stack.hidden:
        chips.append(("", f"{stack.hidden} hidden"))
    return chips


def _words(piece: BoardPiece) -> str:
    if piece.hidden:
        return "hidden"
    named = piece.name or piece.title
    more = [state for state in states(piece.face, piece.marks) if state not in named.lower()]
    return ", ".join([named, *more])


# Rows beside the board


def _row(board: Board, row: ZoneRow, top: float, width: float, parts: list[str]) -> float:
    """Draw a row of zones; gives where it ends. Zones that hold one thing share a line."""
    y = top + 20
    parts.append(_text(0, y, row.title, width, weight="bold"))
    y += 5
    x = 0.0
    for stack in row.stacks:
        chips = list(_printed(stack))
        if len(chips) == 1:
            owner, text = chips[0]
            chips = [(owner, f"{_counted(stack)}: {text}")]
        elif chips:
            y += (CHIP + 2 if x else 0) + LINE
            parts.append(_text(0, y - 3, _counted(stack), width, small=True))
            x = 0.0
        for owner, text in chips:
            wide = min(width, 12 + 6.3 * len(text))
            if x + wide > width:
                x, y = 0.0, y + CHIP + 2
            parts += _chip(board, owner, text, x, y, wide)
            x += wide + 4
        if len(chips) > 1:
            x, y = 0.0, y + CHIP + 2
    return y + (CHIP if x else 0)


def _printed(stack: Stack) -> Iterator[tuple[str, str]]:
    """Owner and words of the pieces of a stack, of those in hand with what they print."""
    printed = Counter((piece.owner, _words(piece), piece.prints) for piece in stack.pieces)
    for (owner, words, prints), number in printed.items():
        text = f"{number} × {words}" if number > 1 else words
        yield owner, f"{text}: {prints}" if prints else text
    if stack.hidden:
        yield "", f"{stack.hidden} hidden"


def _counted(stack: Stack) -> str:
    if stack.count is None:
        return f"{stack.name} (number unknown)"
    return f"{stack.name} ({stack.count})" if stack.count != 1 else stack.name


# Parts of the picture


def _chip(board: Board, owner: str, words: str, x: float, y: float, room: float) -> Iterator[str]:
    paper, ink = _colours(board, owner)
    yield (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{room:.1f}" height="{CHIP - 2}" rx="3" '
        f'fill="{paper}" stroke="{EDGE}" stroke-width="0.5"/>'
    )
    yield _text(x + 4, y + 11.5, words, room - 8, fill=ink)


def _colours(board: Board, owner: str) -> tuple[str, str]:
    return SIDES[board.seats.index(owner) % len(SIDES)] if owner in board.seats else NOBODY


def _text(
    x: float,
    y: float,
    words: str,
    room: float,
    *,
    fill: str = INK,
    weight: str = "",
    small: bool = False,
    middle: bool = False,
) -> str:
    """A text that keeps within its room; all of it stands in its tooltip."""
    size = 9 if small else 11
    most = max(4, int(room / (size * 0.52)))
    shown = words if len(words) <= most else f"{words[: most - 1]}…"
    style = f' font-weight="{weight}"' if weight else ""
    style += f' font-size="{size}"' if small else ""
    style += ' text-anchor="middle"' if middle else ""
    colour = FAINT if small and fill == INK else fill
    whole = f"<title>{escape(words)}</title>" if shown != words else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill={quoteattr(colour)}{style}>{whole}'
        f"{escape(shown)}</text>"
    )
