"""Hex maps: labels, neighbours, distances, hexsides, map edges and cheapest ways.

A hex is named by the label printed in it, "K8": column letter, row number. Every second column
(B, D, F ...) is drawn half a hex lower. Terrain is not known here; `sight` knows it.

All geometry uses an affine integer plane, where straight lines stay straight and every centre,
corner and crossing is exact:

    centre of column c (A = 1), row n:   x = 3c,  y = 2n  (+ 1 in a low column)
    corners:                             centre + (-1,-1) (1,-1) (2,0) (1,1) (-1,1) (-2,0)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import Literal, NamedTuple

Edge = Literal["top", "bottom", "left", "right"]
Direction = int
"""1 is up the map, then clockwise to 6."""


class Point(NamedTuple):
    """A point of the integer plane, or the offset from one point to another."""

    x: int
    y: int


CORNERS = tuple(Point(*xy) for xy in ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)))
"""The corners around a centre; hexside d runs from the d-th corner to the next one."""

STEPS: Mapping[Direction, Point] = {
    1: Point(0, -2),
    2: Point(3, -1),
    3: Point(3, 1),
    4: Point(0, 2),
    5: Point(-3, 1),
    6: Point(-3, -1),
}


def opposite(direction: Direction) -> Direction:
    """The direction that leads back."""
    return (direction + 2) % 6 + 1


def column_number(letters: str) -> int:
    """A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def column_letters(number: int) -> str:
    """1 is A, 26 is Z, 27 is AA."""
    letters = ""
    while number > 0:
        number, place = divmod(number - 1, 26)
        letters = chr(ord("A") + place) + letters
    return letters


def label(column: int, row: int) -> str:
    """The label printed in a hex: column 11, row 8 is "K8"."""
    return f"{column_letters(column)}{row}"


@lru_cache(maxsize=4096)
def place_of(hex_label: str) -> tuple[int, int]:
    """Column and row of a label; raises ValueError for any other text."""
    letters = hex_label.rstrip("0123456789")
    digits = hex_label[len(letters) :]
    if not (letters.isascii() and letters.isalpha() and letters.isupper() and digits):
        raise ValueError(f"{hex_label!r} is not a hex label")
    if digits.startswith("0"):
        raise ValueError(f"{hex_label!r} is not a hex label")
    return column_number(letters), int(digits)


def centre(hex_label: str) -> Point:
    """The centre of a hex on the integer plane."""
    column, row = place_of(hex_label)
    return Point(3 * column, 2 * row + (column + 1) % 2)


def hex_at(point: Point) -> str:
    """The label of the hex with this centre."""
    column = point.x // 3
    return label(column, (point.y - (column + 1) % 2) // 2)


def distance(here: str, there: str) -> int:
    """Hexes from one hex to another: the start is not counted, the end is."""
    return _apart(centre(here), centre(there))


def _apart(a: Point, b: Point) -> int:
    across, down = abs(a.x - b.x) // 3, abs(a.y - b.y)
    return across + max(0, (down - across) // 2)


def side_between(here: str, there: str) -> str:
    """The name of a hexside: its two hexes in the order of their columns, then rows ("G6/G7")."""
    first, second = sorted((here, there), key=place_of)
    return f"{first}/{second}"


def direction_to(here: str, neighbour: str) -> Direction:
    """The direction of an adjacent hex; raises ValueError for hexes that share no side."""
    a, b = centre(here), centre(neighbour)
    for direction, step in STEPS.items():
        if (a.x + step.x, a.y + step.y) == b:
            return direction
    raise ValueError(f"{here} and {neighbour} share no hexside")


class HexGrid:
    """The hexes of one rectangular map: neighbours, distances and edges.

    `columns` and `rows` count them; column A is high, B low, and so on. `place` gives each hex its
    place in the order of the map.
    """

    def __init__(self, columns: int, rows: int) -> None:
        if columns < 1 or rows < 1:
            raise ValueError("a map has at least one column and one row")
        self.columns = columns
        self.rows = rows
        self.hexes = tuple(
            label(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)
        )
        self._centres = {hex_label: centre(hex_label) for hex_label in self.hexes}
        self._hexes_at = {point: name for name, point in self._centres.items()}
        self._around = {hex_label: self._look_around(hex_label) for hex_label in self.hexes}
        self._neighbours = {here: tuple(around.values()) for here, around in self._around.items()}
        self._within: dict[tuple[str, int], tuple[str, ...]] = {}
        self._distances: dict[str, dict[str, int]] = {}
        self.place = {hex_label: place for place, hex_label in enumerate(self.hexes)}

    def __contains__(self, hex_label: object) -> bool:
        return hex_label in self._centres

    def __iter__(self) -> Iterator[str]:
        return iter(self.hexes)

    def centre(self, hex_label: str) -> Point:
        """The centre of a hex of this map; raises KeyError for another label."""
        return self._centres[hex_label]

    def hex_at(self, x: int, y: int) -> str | None:
        """The hex with this centre, if it is on the map."""
        return self._hexes_at.get(Point(x, y))

    def _look_around(self, hex_label: str) -> dict[Direction, str]:
        here = self._centres[hex_label]
        seen = ((d, self.hex_at(here.x + step.x, here.y + step.y)) for d, step in STEPS.items())
        return {direction: there for direction, there in seen if there is not None}

    def around(self, hex_label: str) -> Mapping[Direction, str]:
        """The hexes next to this one, by direction; those off the map are left out."""
        return self._around[hex_label]

    def neighbours(self, hex_label: str) -> tuple[str, ...]:
        """The hexes that share a side with this one, clockwise from the top."""
        return self._neighbours[hex_label]

    def adjacent(self, here: str, there: str) -> bool:
        """Whether two hexes share a hexside."""
        return there in self._neighbours[here]

    def step(self, hex_label: str, direction: Direction) -> str | None:
        """The next hex in a direction; None if that is off the map."""
        return self._around[hex_label].get(direction)

    def drift(self, hex_label: str, directions: Iterable[Direction]) -> str | None:
        """The hex after one step in each direction in turn; None once it leaves the map."""
        here: str | None = hex_label
        for direction in directions:
            if here is None:
                return None
            here = self.step(here, direction)
        return here

    def within(self, hex_label: str, radius: int) -> tuple[str, ...]:
        """Every hex within this radius, this hex included, in the order of the map."""
        labels = self._within.get((hex_label, radius))
        if labels is None:
            labels = tuple(
                other for other in self.hexes if self.distance(hex_label, other) <= radius
            )
            self._within[hex_label, radius] = labels
        return labels

    def distance(self, here: str, there: str) -> int:
        """Hexes from one to the other; 0 is the same hex."""
        distances = self._distances.get(here)
        if distances is None:
            centre = self._centres[here]
            distances = {other: _apart(centre, point) for other, point in self._centres.items()}
            self._distances[here] = distances
        return distances[there]

    def nearest(self, hex_label: str, candidates: Iterable[str]) -> tuple[str, ...]:
        """The nearest of the candidates; several when they tie."""
        distances = {candidate: self.distance(hex_label, candidate) for candidate in candidates}
        least = min(distances.values(), default=0)
        return tuple(name for name, distance in distances.items() if distance == least)

    def edge_distance(self, hex_label: str, edge: Edge) -> int:
        """How many hexes are between this one and an edge of the map."""
        column, row = place_of(hex_label)
        return {
            "top": row - 1,
            "bottom": self.rows - row,
            "left": column - 1,
            "right": self.columns - column,
        }[edge]

    def edge_hexes(self, edge: Edge) -> tuple[str, ...]:
        """The hexes along an edge."""
        return tuple(
            hex_label for hex_label in self.hexes if self.edge_distance(hex_label, edge) == 0
        )

    def nearer_to_edge(self, hex_label: str, edge: Edge) -> tuple[str, ...]:
        """The neighbours with fewer hexes between themselves and the edge."""
        now = self.edge_distance(hex_label, edge)
        return tuple(
            neighbour
            for neighbour in self.neighbours(hex_label)
            if self.edge_distance(neighbour, edge) < now
        )

    def joined(self, hexes: Iterable[str]) -> bool:
        """Whether these hexes form one group, connected by shared hexsides."""
        waiting = set(hexes)
        if not waiting:
            return True
        reached = [waiting.pop()]
        while reached:
            beside = waiting.intersection(self.neighbours(reached.pop()))
            waiting -= beside
            reached.extend(beside)
        return not waiting


def cheapest_costs(
    start: str, ways: Callable[[str], Iterable[tuple[str, int]]], limit: int | None = None
) -> dict[str, int]:
    """The least cost to reach each place from a start.

    `ways` gives the next places from a place, and what each step costs (never less than 0). Places
    that cost more than `limit` are left out. Works on any map whose places have names, hexed or
    not.
    """
    costs: dict[str, int] = {}
    waiting = [(0, start)]
    while waiting:
        cost, here = heappop(waiting)
        if here in costs:
            continue
        costs[here] = cost
        for there, step in ways(here):
            if there not in costs and (limit is None or cost + step <= limit):
                heappush(waiting, (cost + step, there))
    return costs


def shortest_path(
    start: str, goal: str, ways: Callable[[str], Iterable[tuple[str, int]]]
) -> tuple[str, ...]:
    """A cheapest path from start to goal, both included; empty when there is none.

    Of paths with the same cost the first by name is taken, so the answer is always the same.
    """
    done: set[str] = set()
    waiting: list[tuple[int, tuple[str, ...]]] = [(0, (start,))]
    while waiting:
        cost, path = heappop(waiting)
        here = path[-1]
        if here == goal:
            return path
        if here in done:
            continue
        done.add(here)
        for there, step in ways(here):
            if there not in done:
                heappush(waiting, (cost + step, (*path, there)))
    return ()
