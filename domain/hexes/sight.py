"""Lines of sight on a hex map, computed exactly in integers.

A line runs from the centre of one hex to the centre of another. What it touches on the way decides:
hills, obstacles and hindrances by their level, hexsides by any contact, smoke and fire at every
level. A line is the same in both directions.

`SightLines` is built once from what a map shows and caches every line it was asked for; smoke and
fire, which change, are applied to the cached line.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from wardiary.domain.hexes.grid import (
    CORNERS,
    STEPS,
    Direction,
    HexGrid,
    Point,
    opposite,
    place_of,
    side_between,
)

HALF_PLANES: Mapping[Direction, tuple[Point, int]] = {
    1: (Point(0, -1), 1),
    2: (Point(1, -1), 2),
    3: (Point(1, 1), 2),
    4: (Point(0, 1), 1),
    5: (Point(-1, 1), 2),
    6: (Point(-1, -1), 2),
}
"""A hex is where normal . (point - centre) <= bound holds for all six of its sides."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a hex means for a line of sight.

    `lanes` are the drawings of roads and rails: the directions of the hexsides each one crosses.
    A `sunken` hex is seen, and sees, only from adjacent or higher hexes.
    """

    level: int = 0
    obstacle: bool = False
    hindrance: int = 0
    sunken: bool = False
    lanes: tuple[frozenset[Direction], ...] = ()


@dataclass(frozen=True, slots=True)
class Barrier:
    """What a hexside means for a line of sight between hexes that are not its own two."""

    obstacle: bool = False
    hindrance: int = 0


@dataclass(frozen=True, slots=True)
class SightLine:
    """A line of sight: whether it is clear, its one hindrance, what stops it, and what it meets.

    `touched` names every hex that it touches at any point, without the two ends.
    """

    clear: bool
    hindrance: int = 0
    why: str = ""
    touched: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trace:
    """What a straight line touches, relative to its start, whatever the map shows there.

    `way` is where it ends, `met` are all hexes between the ends that it touches.
    """

    way: Point
    met: tuple[Point, ...]
    inside: tuple[Point, ...]
    along: tuple[tuple[Point, Point], ...]
    corners: tuple[Point, ...]
    axis: Direction | None

    @cached_property
    def sides(self) -> tuple[tuple[Point, Point], ...]:
        """The hexsides touched, except those of the two ends, each as its two hexes.

        Computed when first asked for: most lines are stopped by a hex before a hexside matters.
        """
        ends = (Point(0, 0), self.way)
        sides = {
            _pair(met_hex, beyond)
            for met_hex in self.met
            for direction, step in STEPS.items()
            if (beyond := _add(met_hex, step)) not in ends
            and side_touched(self.way, met_hex, direction)
        }
        return tuple(sorted(sides))


@dataclass(frozen=True, slots=True)
class _TerrainArea:
    """Terrain between two hexes: a hex that the line crosses, or a side that it follows."""

    hexes: tuple[str, ...]
    level: int
    obstacle: bool
    hindrance: int


def _dot(a: Point, b: Point) -> int:
    return a.x * b.x + a.y * b.y


def _cross(a: Point, b: Point) -> int:
    return a.x * b.y - a.y * b.x


def _add(a: Point, b: Point) -> Point:
    return Point(a.x + b.x, a.y + b.y)


def _minus(a: Point, b: Point) -> Point:
    return Point(a.x - b.x, a.y - b.y)


def _pair(a: Point, b: Point) -> tuple[Point, Point]:
    return (a, b) if a <= b else (b, a)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def contact(way: Point, hex_centre: Point) -> Direction | str | None:
    """How the line from (0, 0) to `way` meets a hex: "in", "corner", the side it follows, or None.

    The line is clipped against the six sides; the part that is left is kept as two fractions.
    """
    low, high = (0, 1), (1, 1)
    side: Direction | None = None
    for direction, (normal, bound) in HALF_PLANES.items():
        slope, offset = _dot(normal, way), bound + _dot(normal, hex_centre)
        if slope > 0 and offset * high[1] < high[0] * slope:
            high = (offset, slope)
        elif slope < 0 and -offset * low[1] > low[0] * -slope:
            low = (-offset, -slope)
        elif slope == 0 and offset < 0:
            return None
        elif slope == 0 and offset == 0:
            side = direction
    length = high[0] * low[1] - low[0] * high[1]
    if length < 0:
        return None
    if length == 0:
        return "corner"
    return "in" if side is None else side


def segments_touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two closed segments, a-b and c-d, share at least one point."""
    turn_c, turn_d = _turn(a, b, c), _turn(a, b, d)
    if turn_c == turn_d != 0:
        return False
    turn_a, turn_b = _turn(c, d, a), _turn(c, d, b)
    if turn_c != turn_d and turn_a != turn_b:
        return True
    return (
        (turn_c == 0 and _within_box(c, a, b))
        or (turn_d == 0 and _within_box(d, a, b))
        or (turn_a == 0 and _within_box(a, c, d))
        or (turn_b == 0 and _within_box(b, c, d))
    )


def _turn(a: Point, b: Point, c: Point) -> int:
    """Which side of the line from a to b a point is on: 1 or -1, and 0 on the line."""
    return _sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))


def _within_box(point: Point, a: Point, b: Point) -> bool:
    return min(a.x, b.x) <= point.x <= max(a.x, b.x) and min(a.y, b.y) <= point.y <= max(a.y, b.y)


def side_touched(way: Point, hex_centre: Point, direction: Direction) -> bool:
    """Whether the line from (0, 0) to `way` meets that side of a hex, even only at an end."""
    start = _add(hex_centre, CORNERS[direction - 1])
    end = _add(hex_centre, CORNERS[direction % 6])
    return segments_touch(Point(0, 0), way, start, end)


@lru_cache(maxsize=4096)
def trace(way: Point) -> Trace:
    """Everything the line from (0, 0) to `way` meets between its two ends.

    It is the costly part of a line and the same on every map, so all maps share this cache.
    """
    met = {
        touched_hex: kind
        for touched_hex in _near(way)
        if (kind := contact(way, touched_hex)) is not None
    }
    along = {
        _pair(touched_hex, _add(touched_hex, STEPS[h]))
        for touched_hex, h in met.items()
        if isinstance(h, int)
    }
    return Trace(
        way=way,
        met=tuple(met),
        inside=tuple(sorted(touched_hex for touched_hex, kind in met.items() if kind == "in")),
        along=tuple(sorted(along)),
        corners=tuple(sorted(touched_hex for touched_hex, kind in met.items() if kind == "corner")),
        axis=_axis(way),
    )


def _near(way: Point) -> list[Point]:
    """Centres of hexes that the endless line through `way` touches, without its two ends."""
    reach = max(abs(_cross(way, corner)) for corner in CORNERS)
    columns = range(min(0, way.x) // 3, max(0, way.x) // 3 + 1)
    top, bottom = min(0, way.y) - 2, max(0, way.y) + 2
    centres = (Point(3 * k, y) for k in columns for y in range(top, bottom + 1) if (y - k) % 2 == 0)
    return [
        centre
        for centre in centres
        if centre not in (Point(0, 0), way) and abs(_cross(way, centre)) <= reach
    ]


def _axis(way: Point) -> Direction | None:
    """The compass direction a line follows when it runs through neighbouring centres."""
    for direction, step in STEPS.items():
        if _cross(step, way) == 0 and _dot(step, way) > 0:
            return direction
    return None


class SightLines:
    """Every line of sight of one map.

    `ground` may leave out hexes that are open and level 0; `barriers` are hexsides by name
    ("G6/G7"). `overrides` are lines that the artwork draws differently: clear or not, and
    hindrance.
    """

    def __init__(
        self,
        grid: HexGrid,
        ground: Mapping[str, Ground],
        barriers: Mapping[str, Barrier],
        overrides: Mapping[tuple[str, str], tuple[bool, int]] | None = None,
    ) -> None:
        self.grid = grid
        self.ground = {hex_label: ground.get(hex_label, Ground()) for hex_label in grid}
        self.barriers = dict(barriers)
        self.overrides = {frozenset(pair): verdict for pair, verdict in (overrides or {}).items()}
        self._lines: dict[tuple[str, str], SightLine] = {}
        self._visible: dict[str, tuple[str, ...]] = {}

    def between(self, here: str, there: str) -> SightLine:
        """The line between two hexes as the printed map has it, without smoke and fire."""
        line = self._lines.get((here, there))
        if line is None:
            # The reason is always that of the line from the first hex by label.
            line = self.compute(*sorted((here, there), key=place_of))
            self._lines[here, there] = self._lines[there, here] = line
        return line

    def through(
        self, here: str, there: str, *, smoke: Mapping[str, int], fires: Collection[str]
    ) -> SightLine:
        """The line between two hexes with the present fires and smoke.

        Smoke hinders any line that touches its hex, also into and out of it; a fire stops any line
        that touches its hex on the way. Hindrances do not add up: the highest counts.
        """
        line = self.between(here, there)
        burning = next((hex_label for hex_label in line.touched if hex_label in fires), None)
        if line.clear and burning is not None:
            return replace(line, clear=False, why=f"fire in {burning}")
        if not smoke:
            return line
        thickest = max(smoke.get(hex_label, 0) for hex_label in (here, there, *line.touched))
        return replace(line, hindrance=max(line.hindrance, thickest))

    def visible_from(self, here: str) -> tuple[str, ...]:
        """Every other hex with a clear line from this one on the printed map."""
        if here not in self._visible:
            self._visible[here] = tuple(
                there for there in self.grid if there != here and self.between(here, there).clear
            )
        return self._visible[here]

    def entered_by(self, here: str, there: str) -> tuple[str, ...]:
        """The hexside, or the two at a corner, through which a line from here enters a hex."""
        start = self.grid.centre(here)
        end = self.grid.centre(there)
        way = _minus(end, start)
        return tuple(
            side_between(there, beyond)
            for direction, beyond in self.grid.around(there).items()
            if side_touched(way, way, direction)
        )

    def compute(self, here: str, there: str) -> SightLine:
        """Compute a line; `between` caches the answer."""
        if here == there:
            return SightLine(clear=True)
        traced = self._traced(here, there)
        origin = self.grid.centre(here)
        touched = tuple(self._touched(origin, traced))
        if (verdict := self.overrides.get(frozenset((here, there)))) is not None:
            return SightLine(verdict[0], verdict[1], "as this map is drawn", touched)
        sight = _Sight(self, here, there, traced)
        if blocker := sight.blocker():
            return SightLine(clear=False, why=blocker, touched=touched)
        return SightLine(clear=True, hindrance=sight.hindrance(), touched=touched)

    def _traced(self, here: str, there: str) -> Trace:
        return trace(_minus(self.grid.centre(there), self.grid.centre(here)))

    def _touched(self, origin: Point, traced: Trace) -> list[str]:
        places = {
            *traced.inside,
            *traced.corners,
            *(offset for pair in traced.along for offset in pair),
        }
        return [hex_label for place in sorted(places) if (hex_label := self.at(origin, place))]

    def at(self, origin: Point, offset: Point) -> str | None:
        """The hex at an offset from an origin, if it is on the map."""
        return self.grid.hex_at(origin.x + offset.x, origin.y + offset.y)


class _Sight:
    """One line being computed: the terrain between, and what of it matters at these two levels."""

    def __init__(self, lines: SightLines, here: str, there: str, traced: Trace) -> None:
        self.lines = lines
        self.traced = traced
        self.origin = lines.grid.centre(here)
        self.ends = (here, there)
        levels = [lines.ground[end].level for end in self.ends]
        self.high = max(levels)
        self.low_end = None if levels[0] == levels[1] else self.ends[levels.index(min(levels))]

    def blocker(self) -> str:
        """What stops the line, in a few words; nothing when it is clear."""
        return (
            self._sunken_end()
            or next((why for element in self.elements if (why := self._stopped_by(element))), "")
            or self._side_in_the_way()
        )

    def hindrance(self) -> int:
        """The one hindrance of a clear line: the highest of those at its level or above."""
        terrain = [element.hindrance for element in self.elements if element.level >= self.high]
        sides = [
            self.lines.barriers[side].hindrance
            for side, level in self.barriers
            if level >= self.high
        ]
        return max([0, *terrain, *sides])

    @cached_property
    def elements(self) -> tuple[_TerrainArea, ...]:
        """The hexes crossed, and the pairs of hexes between which the line runs, nearest first.

        A pair counts only for what both hexes have; at the map's edge there is no second hex.
        """
        crossed = [self._crossed(area) for area in self.traced.inside]
        pairs = [self._shared(*pair) for pair in self.traced.along]
        areas = [area for area in (*crossed, *pairs) if area is not None]
        here = self.ends[0]
        return tuple(sorted(areas, key=lambda area: self.lines.grid.distance(here, area.hexes[0])))

    def _crossed(self, offset: Point) -> _TerrainArea | None:
        hex_label = self.lines.at(self.origin, offset)
        if hex_label is None:
            return None
        ground = self.lines.ground[hex_label]
        if self._follows_a_lane(ground):
            return _TerrainArea((hex_label,), ground.level, obstacle=False, hindrance=0)
        return _TerrainArea((hex_label,), ground.level, ground.obstacle, ground.hindrance)

    def _follows_a_lane(self, ground: Ground) -> bool:
        axis = self.traced.axis
        return axis is not None and any(
            axis in lane and opposite(axis) in lane for lane in ground.lanes
        )

    def _shared(self, first: Point, second: Point) -> _TerrainArea | None:
        hexes = [name for name in (self.lines.at(self.origin, first),) if name is not None]
        hexes += [name for name in (self.lines.at(self.origin, second),) if name is not None]
        if len(hexes) < 2:
            return None
        a, b = (self.lines.ground[hex_label] for hex_label in hexes)
        return _TerrainArea(
            tuple(hexes),
            min(a.level, b.level),
            a.obstacle and b.obstacle,
            min(a.hindrance, b.hindrance),
        )

    @cached_property
    def barriers(self) -> tuple[tuple[str, int], ...]:
        """The hexsides with something on them that the line touches, and their level."""
        touched = []
        for first, second in self.traced.sides if self.lines.barriers else ():
            a, b = self.lines.at(self.origin, first), self.lines.at(self.origin, second)
            if a and b and (side := side_between(a, b)) in self.lines.barriers:
                touched.append((side, min(self.lines.ground[a].level, self.lines.ground[b].level)))
        return tuple(touched)

    def _sunken_end(self) -> str:
        here, there = self.ends
        if self.lines.grid.adjacent(here, there):
            return ""
        for end, other in ((here, there), (there, here)):
            ground = self.lines.ground[end]
            if ground.sunken and self.lines.ground[other].level <= ground.level:
                return f"{end} is sunken"
        return ""

    def _stopped_by(self, element: _TerrainArea) -> str:
        name = "/".join(element.hexes)
        if element.level > self.high or (self.low_end and element.level == self.high):
            return f"hill {name}"
        if not element.obstacle:
            return ""
        if element.level >= self.high:
            return f"obstacle {name}"
        if self.low_end is not None and self._hides(element, self.low_end):
            return f"blind hex behind {name}"
        return ""

    def _hides(self, element: _TerrainArea, low_end: str) -> bool:
        """An obstacle below the higher end hides the hex right behind it, unless that is higher."""
        beside = any(self.lines.grid.adjacent(hex_label, low_end) for hex_label in element.hexes)
        return beside and self.lines.ground[low_end].level <= element.level

    def _side_in_the_way(self) -> str:
        for side, level in self.barriers:
            if self.lines.barriers[side].obstacle and level >= self.high:
                return f"hexside {side}"
        return ""
