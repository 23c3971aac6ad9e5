"""A map of sectors: its hexes, what is printed on them, and what is printed on their sides."""

from collections.abc import Mapping
from dataclasses import dataclass

from wardiary.domain.games.company_of_heroes.components.names import CoverKind, PointKind
from wardiary.domain.games.company_of_heroes.components.units import Cost
from wardiary.domain.hexes.grid import Direction, HexGrid, side_between


@dataclass(frozen=True, eq=False)
class MapSheet:
    """A map. `spawn` has the spawn hexes of the first and of the second team.

    `around` gives the hexes next to each hex by direction (1 is up, then clockwise); the grid may
    have hexes that the map lacks. `cover` and `impassable` are named by hexsides ("F5/F6").
    `tower_sight` is how much farther one sees from a tower.
    """

    id: str
    name: str
    panels: int
    grid: HexGrid
    hexes: tuple[str, ...]
    around: Mapping[str, Mapping[Direction, str]]
    spawn: tuple[tuple[str, ...], tuple[str, ...]]
    water: frozenset[str]
    ice: frozenset[str]
    buildings: frozenset[str]
    destroyed_buildings: frozenset[str]
    bunkers: frozenset[str]
    cathedral: frozenset[str]
    tower: frozenset[str]
    tower_sight: int
    tank_traps: frozenset[str]
    cover: Mapping[str, CoverKind]
    impassable: frozenset[str]
    points: Mapping[str, tuple[PointKind, ...]]
    income: Cost
    stockpile: Cost

    def neighbours(self, hex_label: str) -> tuple[str, ...]:
        """The hexes next to one, clockwise from the top."""
        return tuple(self.around[hex_label].values())

    def barred(self, here: str, there: str) -> bool:
        """4.1: whether a red line is between two neighbours."""
        return side_between(here, there) in self.impassable

    def bases(self, team: int) -> tuple[str, str]:
        """2.2: the ends of a spawn area, where its base tokens are."""
        return self.spawn[team][0], self.spawn[team][-1]
