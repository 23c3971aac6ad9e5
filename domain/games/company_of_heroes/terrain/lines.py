"""Lines between the centres of two hexes: what they cross, touch and are blocked by.

They run from centre to centre, and are computed exactly (`domain/hexes/sight.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from wardiary.domain.games.company_of_heroes.terrain.field import Field
from wardiary.domain.hexes.grid import STEPS, Direction, Point
from wardiary.domain.hexes.sight import side_touched, trace
from wardiary.domain.table.pieces import Zone

Buildings = Mapping[Zone, int]
"""Each hex of a building, with the number of the building."""
NO_HEXES: frozenset[Zone] = frozenset()


def way_between(field: Field, here: Zone, there: Zone) -> Point:
    """The straight way from one centre to the other."""
    a, b = field.sheet.grid.centre(here), field.sheet.grid.centre(there)
    return Point(b.x - a.x, b.y - a.y)


@lru_cache(maxsize=65536)
def between(field: Field, here: Zone, there: Zone) -> tuple[tuple[Zone, ...], ...]:
    """What a line runs through, in order: one hex, or two whose common edge it follows."""
    way, start = way_between(field, here, there), field.sheet.grid.centre(here)
    met = trace(way)
    pieces = [(hex_,) for hex_ in met.inside] + list(met.along)

    def progress(piece: tuple[Point, ...]) -> int:
        total = sum(point.x * way.x + point.y * way.y for point in piece)
        return 2 * total // len(piece)

    def label(point: Point) -> Zone:
        return field.sheet.grid.hex_at(start.x + point.x, start.y + point.y) or ""

    return tuple(tuple(map(label, piece)) for piece in sorted(pieces, key=progress))


@lru_cache(maxsize=65536)
def touched(field: Field, here: Zone, there: Zone) -> frozenset[Zone]:
    """The hexes between two that their line touches, if only at a corner."""
    start = field.sheet.grid.centre(here)
    met = trace(way_between(field, here, there)).met
    labels = (field.sheet.grid.hex_at(start.x + way.x, start.y + way.y) for way in met)
    return frozenset(label for label in labels if label is not None)


@lru_cache(maxsize=65536)
def sides_touched(field: Field, here: Zone, there: Zone) -> frozenset[Direction]:
    """C-5.6.2a: the sides of the second hex that the line from the first touches."""
    # Ruling: C-R26 touching a side at its corner is enough.
    way = way_between(field, here, there)
    return frozenset(side for side in STEPS if side_touched(way, way, side))


@lru_cache
def buildings(field: Field, destroyed: frozenset[Zone]) -> Buildings:
    """C-10.2a: intact building hexes that touch are one building, destroyed ones each their own."""
    numbers: dict[Zone, int] = {}
    single = field.sheet.destroyed_buildings | destroyed
    for hex_ in sorted(field.buildings):
        if hex_ in numbers:
            continue
        numbers[hex_] = number = len(numbers) + 1
        waiting = [] if hex_ in single else [hex_]
        while waiting:
            for there in field.neighbours(waiting.pop()):
                if there in field.buildings and there not in single and there not in numbers:
                    numbers[there] = number
                    waiting.append(there)
    return numbers


@lru_cache(maxsize=65536)
def is_clear(field: Field, here: Zone, there: Zone, destroyed: frozenset[Zone]) -> bool:
    """C-5.6.2b: whether no building is in the way: a line may cross one building line.

    The line of the building that it starts in does not count.
    """
    if here in field.sheet.tower:
        return True
    numbers = buildings(field, destroyed)
    now, crossed = numbers.get(here, 0), 0
    own_line = now != 0
    for piece in (*between(field, here, there), (there,)):
        met = {numbers.get(hex_, 0) for hex_ in piece}
        following = met.pop() if len(met) == 1 else 0
        if following == now:
            continue
        if now and not own_line:
            crossed += 1
        own_line = own_line and not now
        crossed += following != 0
        now = following
    return crossed < 2


@lru_cache(maxsize=8192)
def seen_from(field: Field, here: Zone, radius: int, destroyed: frozenset[Zone]) -> frozenset[Zone]:
    """The hexes within a radius to which a line is clear, this one included."""
    return frozenset(
        there for there in field.within(here, radius) if is_clear(field, here, there, destroyed)
    )


def passes_smoke(field: Field, here: Zone, there: Zone, smoke: frozenset[Zone]) -> bool:
    """C-5.1c: whether a line touches a smoked hex between its ends."""
    return bool(smoke and smoke & touched(field, here, there))
