"""A map made ready to play on: where one can walk, distances, arcs and what is printed."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cached_property, lru_cache

from wardiary.domain.games.company_of_heroes.components.map_sheet import MapSheet
from wardiary.domain.games.company_of_heroes.components.pack import CompanyOfHeroesPack
from wardiary.domain.hexes.grid import STEPS, Direction, Point
from wardiary.domain.table.pieces import Zone
from wardiary.domain.table.table import Table

FARTHEST_ARC = 12
"""Arcs are worked out up to this distance, farther than any range."""
WINTER = "winter"
"""The setting in which water is ice."""


class Field:
    """The map of a match under its rules: what is printed counts only as far as they say."""

    def __init__(self, sheet: MapSheet, *, full: bool, winter: bool) -> None:
        """C-2.2l: printed tank traps count in the full game; C-10.4a: in winter, water is ice."""
        self.sheet = sheet
        self.hexes = frozenset(sheet.hexes)
        self.water = frozenset() if winter else sheet.water
        self.ice = sheet.ice | sheet.water if winter else sheet.ice
        self.tank_traps = sheet.tank_traps if full else frozenset()
        self.buildings = (
            sheet.buildings | sheet.destroyed_buildings | sheet.bunkers | sheet.cathedral
        ) | sheet.tower
        self.sides: Mapping[Zone, Mapping[Direction, Zone]] = {
            here: {
                direction: there
                for direction, there in sheet.around[here].items()
                if there not in self.water
                and not sheet.barred(here, there)
                and self._touch(here, there)
            }
            for here in sheet.hexes
        }
        """C-4.1d, C-4.1e: the hexes that one can walk to, by direction."""
        self.beside = {
            here: tuple(there for there in sheet.neighbours(here) if self._touch(here, there))
            for here in sheet.hexes
        }
        self.next_to = {here: frozenset(sides.values()) for here, sides in self.sides.items()}
        self.no_wheels = self.buildings | self.tank_traps
        """C-4.1.1b, C-2.2l: where no vehicle goes, whatever is built."""
        self.distances: dict[tuple[Zone, Zone], int] = {}
        self.walks: dict[Zone, Mapping[Zone, int]] = {}
        self._around: dict[tuple[Zone, int], frozenset[Zone]] = {}
        self._within_walk: dict[tuple[Zone, int], frozenset[Zone]] = {}
        self._rings: dict[Zone, tuple[frozenset[Zone], ...]] = {}
        self.arcs: dict[tuple[Zone, Direction], frozenset[Zone]] = {}

    def distance(self, here: Zone, there: Zone) -> int:
        """Hexes from one to the other, in a straight line."""
        apart = self.distances.get((here, there))
        if apart is None:
            apart = self.distances[here, there] = self.sheet.grid.distance(here, there)
        return apart

    def _touch(self, here: Zone, there: Zone) -> bool:
        """C-12e: whether two neighbours touch: a tower only the cathedral that it stands over."""
        # Ruling: C-12e a tower has a hex of the map, from which ranges and lines are measured.
        tower, cathedral = self.sheet.tower, self.sheet.cathedral
        return (here not in tower or there in cathedral) and (
            there not in tower or here in cathedral
        )

    def neighbours(self, here: Zone) -> tuple[Zone, ...]:
        """The hexes that touch one."""
        return self.beside[here]

    def within(self, here: Zone, radius: int) -> tuple[Zone, ...]:
        """The hexes of the map within a radius."""
        return tuple(there for there in self.sheet.grid.within(here, radius) if there in self.hexes)

    def around(self, here: Zone, radius: int) -> frozenset[Zone]:
        """The hexes of the map within a radius, worked out once."""
        if (here, radius) not in self._around:
            self._around[here, radius] = frozenset(self.within(here, radius))
        return self._around[here, radius]

    def walk_from(self, here: Zone) -> Mapping[Zone, int]:
        """C-R13: how far infantry walks from a hex to each that it can reach, through units."""
        if here not in self.walks:
            steps, waiting = {here: 0}, deque([here])
            while waiting:
                place = waiting.popleft()
                for there in self.sides[place].values():
                    if there not in steps:
                        steps[there] = steps[place] + 1
                        waiting.append(there)
            self.walks[here] = steps
        return self.walks[here]

    def within_walk(self, here: Zone, hexes: int) -> frozenset[Zone]:
        """C-4.1d: the hexes that infantry could walk to with so many steps, this one included."""
        if (here, hexes) not in self._within_walk:
            walk = self.walk_from(here)
            near = frozenset(there for there, steps in walk.items() if steps <= hexes)
            self._within_walk[here, hexes] = near
        return self._within_walk[here, hexes]

    def nearest(self, here: Zone, hexes: frozenset[Zone]) -> frozenset[Zone]:
        """C-R13: of some hexes those with the shortest walk to a hex; none if nobody gets there."""
        if here not in self._rings:
            walk = self.walk_from(here)
            rings: dict[int, set[Zone]] = {}
            for there, steps in walk.items():
                rings.setdefault(steps, set()).add(there)
            self._rings[here] = tuple(map(frozenset, rings.values()))
        reached = (ring & hexes for ring in self._rings[here])
        return next(filter(None, reached), frozenset())

    def arc(self, here: Zone, facing: Direction) -> frozenset[Zone]:
        """C-4.1.3e: the hexes in front, without that of the unit: 2d - 1 of them at distance d."""
        # Ruling: C-R10 the hex in front, and whatever the three forward directions reach from it.
        if (here, facing) not in self.arcs:
            x, y = self.sheet.grid.centre(here)
            ahead = (self.sheet.grid.hex_at(x + way.x, y + way.y) for way in cone(facing))
            self.arcs[here, facing] = frozenset(there for there in ahead if there in self.hexes)
        return self.arcs[here, facing]

    @cached_property
    def joined_buildings(self) -> bool:
        """C-10.2a: whether any building has several hexes, so that destroying one matters."""
        standing = self.buildings - self.sheet.destroyed_buildings
        return any(there in standing for here in standing for there in self.neighbours(here))

    def facing_of_team(self, team: int) -> Direction:
        """The direction in which a team looks across the map from its spawn area: up or down."""
        rows = self.sheet.spawn[team], self.sheet.spawn[1 - team]
        (_, own), (_, far) = (self.sheet.grid.centre(spawn[len(spawn) // 2]) for spawn in rows)
        return 4 if far > own else 1


@lru_cache
def cone(facing: Direction) -> tuple[Point, ...]:
    """C-4.1.3e: the ways from a hex to all in its arc, as far as any map goes."""
    forward = [STEPS[d] for d in (facing, facing % 6 + 1, (facing + 4) % 6 + 1)]
    row = {STEPS[facing]}
    covered = set(row)
    for _ in range(FARTHEST_ARC):
        row = {Point(way.x + step.x, way.y + step.y) for way in row for step in forward}
        covered |= row
    return tuple(sorted(covered))


@lru_cache
def _field(pack: CompanyOfHeroesPack, mission: str, winter: bool) -> Field:
    rules = pack.missions[mission]
    return Field(pack.maps[rules.map], full=rules.full, winter=winter)


def field_of(table: Table) -> Field:
    """The map of a match under its rules."""
    return _field(table.pack, table.scenario, table.settings.get(WINTER) == "on")
