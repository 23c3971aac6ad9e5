"""Another line of sight, written apart from the first: fractions and polygons, no half-planes.

Every hex is a polygon; the line is cut with each of its edges, the cuts kept as fractions, and the
middle of the part inside decides whether the hex was crossed or only brushed along a side.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

Spot = tuple[int, int]
Hex = tuple[int, int]


@dataclass
class Picture:
    """A map as somebody would describe it who never read the first model."""

    columns: int
    rows: int
    level: dict[Hex, int] = field(default_factory=lambda: defaultdict(int))
    solid: set[Hex] = field(default_factory=set)
    thin: dict[Hex, int] = field(default_factory=lambda: defaultdict(int))
    pits: set[Hex] = field(default_factory=set)
    roads: set[frozenset[Hex]] = field(default_factory=set)
    walls: set[frozenset[Hex]] = field(default_factory=set)
    fences: set[frozenset[Hex]] = field(default_factory=set)
    smoke: dict[Hex, int] = field(default_factory=dict)
    fires: set[Hex] = field(default_factory=set)

    def hexes(self) -> list[Hex]:
        return [(c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows + 1)]


def middle(hex_: Hex) -> Spot:
    column, row = hex_
    return 6 * column, 4 * row + (2 if column % 2 == 0 else 0)


@cache
def outline(hex_: Hex) -> list[Spot]:
    x, y = middle(hex_)
    return [(x - 2, y - 2), (x + 2, y - 2), (x + 4, y), (x + 2, y + 2), (x - 2, y + 2), (x - 4, y)]


def turn(a: Spot, b: Spot, c: Spot) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cuts(a: Spot, b: Spot, p: Spot, q: Spot) -> list[Fraction]:
    """Where along a-b (0 to 1) it meets the edge p-q."""
    at_p, at_q = turn(a, b, p), turn(a, b, q)
    if (at_p > 0 and at_q > 0) or (at_p < 0 and at_q < 0):
        return []
    if at_p == at_q == 0:
        places = [along(a, b, p), along(a, b, q)]
        return [place for place in places if 0 <= place <= 1]
    share = Fraction(at_p, at_p - at_q)
    meeting = (p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]))
    place = along(a, b, meeting)
    return [place] if 0 <= place <= 1 else []


def along(a: Spot, b: Spot, c: tuple[Fraction | int, Fraction | int]) -> Fraction:
    if b[0] != a[0]:
        return Fraction(c[0] - a[0]) / (b[0] - a[0])
    return Fraction(c[1] - a[1]) / (b[1] - a[1])


def strictly_inside(polygon: list[Spot], x: Fraction, y: Fraction) -> bool:
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return all((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]) > 0 for p, q in pairs)


@cache
def meetings(a: Hex, b: Hex, columns: int, rows: int) -> dict[Hex, str]:
    """How the line from a to b meets every other hex of the map."""
    start, end = middle(a), middle(b)
    results: dict[Hex, str] = {}
    left, right = sorted((a[0], b[0]))
    top, bottom = min(a[1], b[1]) - 1, max(a[1], b[1]) + 1
    for column in range(left, right + 1):
        for row in range(max(1, top), min(rows, bottom) + 1):
            if (column, row) in (a, b) or column > columns:
                continue
            polygon = outline((column, row))
            edges = zip(polygon, polygon[1:] + polygon[:1], strict=True)
            places = [place for p, q in edges for place in cuts(start, end, p, q)]
            if places:
                results[column, row] = kind_of(polygon, start, end, min(places), max(places))
    return results


def kind_of(polygon: list[Spot], a: Spot, b: Spot, first: Fraction, last: Fraction) -> str:
    if first == last:
        return "vertex"
    half = (first + last) / 2
    x, y = a[0] + half * (b[0] - a[0]), a[1] + half * (b[1] - a[1])
    return "in" if strictly_inside(polygon, x, y) else "edge"


@cache
def common_edge(a: Hex, b: Hex) -> list[Spot]:
    return [corner for corner in outline(a) if corner in outline(b)]


@cache
def edge_met(a: Hex, b: Hex, first: Hex, second: Hex) -> bool:
    p, q = common_edge(first, second)
    return bool(cuts(middle(a), middle(b), p, q))


def neighbours(a: Hex, b: Hex) -> bool:
    return len(common_edge(a, b)) == 2


def around(hex_: Hex) -> list[Hex]:
    column, row = hex_
    return [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def things_between(picture: Picture, a: Hex, b: Hex) -> list[set[Hex]]:
    """Hexes crossed, one by one, and pairs along whose common side the line runs."""
    met = meetings(a, b, picture.columns, picture.rows)
    results: list[set[Hex]] = [{hex_label} for hex_label in met if met[hex_label] == "in"]
    brushed = [hex_label for hex_label in met if met[hex_label] == "edge"]
    for index, first in enumerate(brushed):
        results += [
            {first, second}
            for second in brushed[index + 1 :]
            if neighbours(first, second) and is_on(a, b, common_edge(first, second))
        ]
    return results


def is_on(a: Hex, b: Hex, edge: list[Spot]) -> bool:
    return all(turn(middle(a), middle(b), corner) == 0 for corner in edge)


def on_the_road(picture: Picture, a: Hex, b: Hex, crossed: Hex) -> bool:
    """The line goes through the very middle of the hex, from one road side to the opposite one."""
    if turn(middle(a), middle(b), middle(crossed)) != 0:
        return False
    beside = [other for other in around(crossed) if neighbours(crossed, other)]
    in_line = [other for other in beside if turn(middle(a), middle(b), middle(other)) == 0]
    return len(in_line) == 2 and all(frozenset((crossed, o)) in picture.roads for o in in_line)


def second_sight(picture: Picture, a: Hex, b: Hex) -> tuple[bool, int]:
    """Whether a sees b, and the hindrance (0 when it does not)."""
    met = meetings(a, b, picture.columns, picture.rows)
    parts = [
        -1 if hidden_in_pit(picture, a, b) else 0,
        *(weight_of(picture, a, b, hexes) for hexes in things_between(picture, a, b)),
        *(weight_of_side(picture, a, b, side) for side in picture.walls | picture.fences),
        *(-1 for hex_label in met if hex_label in picture.fires),
        *(picture.smoke.get(hex_label, 0) for hex_label in (*met, a, b)),
    ]
    return (False, 0) if -1 in parts else (True, max(parts))


def weight_of(picture: Picture, a: Hex, b: Hex, hexes: set[Hex]) -> int:
    """The hindrance of the terrain between, or -1 when it blocks the line."""
    level = picture.level
    above, height = max(level[a], level[b]), min(level[hex_label] for hex_label in hexes)
    lower = None if level[a] == level[b] else min(a, b, key=lambda end: level[end])
    if height > above or (lower and height == above):
        return -1
    if len(hexes) == 1 and on_the_road(picture, a, b, *hexes):
        return 0
    if hexes <= picture.solid:
        behind = lower and any(neighbours(hex_label, lower) for hex_label in hexes)
        if height >= above or (behind and level[lower] <= height):
            return -1
    return min(picture.thin[hex_label] for hex_label in hexes) if height >= above else 0


def weight_of_side(picture: Picture, a: Hex, b: Hex, side: frozenset[Hex]) -> int:
    first, second = sorted(side)
    if a in side or b in side or not edge_met(a, b, first, second):
        return 0
    if min(picture.level[first], picture.level[second]) < max(picture.level[a], picture.level[b]):
        return 0
    return -1 if side in picture.walls else 1


def hidden_in_pit(picture: Picture, a: Hex, b: Hex) -> bool:
    if neighbours(a, b):
        return False
    level = picture.level
    return (a in picture.pits and level[b] <= level[a]) or (
        b in picture.pits and level[a] <= level[b]
    )
