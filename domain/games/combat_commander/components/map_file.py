"""Map files as a person writes them, checked part by part."""

from collections.abc import Iterable
from itertools import pairwise

import msgspec

from wardiary.domain.games.combat_commander.components.terrain_chart import (
    BY_LETTER,
    BY_NAME,
    HEXSIDES,
    SECONDARY_BRIDGE,
    SIDES,
    Hexside,
    Terrain,
)
from wardiary.domain.hexes.grid import HexGrid, label, side_between
from wardiary.domain.packs import PackError

CORNERS = ("top left", "top right", "bottom left", "bottom right")


class PrintedSightLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of sight that the artwork of a map decides otherwise than the rules compute."""

    start: str = msgspec.field(name="from")
    end: str = msgspec.field(name="to")
    clear: bool
    hindrance: int = 0


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map as its owner writes it; the shipped maps explain the format in their first lines.

    `under` says what a secondary bridge leads over (a stream by default); `sight` lists the few
    lines of sight that the artwork decides.
    """

    id: str
    name: str
    terrain: list[str]
    wind: int
    objectives: dict[str, list[str]]
    artillery_boxes: dict[str, str]
    hills: dict[str, list[str]] = {}
    roads: list[list[str]] = []
    railways: list[list[str]] = []
    trails: list[list[str]] = []
    hexsides: list[str] = []
    under: dict[str, str] = {}
    sight: list[PrintedSightLine] = []


class MapFileReader:
    """Reads the parts of a map file; each raises PackError with the place that is wrong."""

    def __init__(self, file: MapFile, where: str) -> None:
        """Take a file and its name; the terrain rows give the grid."""
        self.file = file
        self.where = where
        widths = {len(row) for row in file.terrain}
        if len(widths) != 1 or widths == {0}:
            raise self._error("terrain", sorted(widths), "rows of the same length, at least 1")
        if not 1 <= file.wind <= 6:
            raise self._error("wind", file.wind, "a direction from 1 to 6")
        self.grid = HexGrid(widths.pop(), len(file.terrain))

    def _error(self, path: str, value: object, expected: str) -> PackError:
        return PackError(f"{self.where}: {path}", value, expected)

    def _hexes(self, path: str, hexes: Iterable[str]) -> tuple[str, ...]:
        labels = tuple(hexes)
        for index, hex_label in enumerate(labels):
            if hex_label not in self.grid:
                raise self._error(f"{path}[{index}]", hex_label, "a hex of this map")
        return labels

    def terrain(self) -> dict[str, Terrain]:
        """The terrain of each hex, by the letters of the rows."""
        terrain = {}
        for row, letters in enumerate(self.file.terrain, start=1):
            for column, letter in enumerate(letters, start=1):
                if letter not in BY_LETTER:
                    expected = f"one of {' '.join(sorted(BY_LETTER))}"
                    raise self._error(f"terrain, {label(column, row)}", letter, expected)
                terrain[label(column, row)] = BY_LETTER[letter]
        return terrain

    def under(self, terrain: dict[str, Terrain]) -> dict[str, Terrain]:
        """What each secondary bridge leads over."""
        bridges = [hex_label for hex_label in self.grid if terrain[hex_label] is SECONDARY_BRIDGE]
        for hex_label, name in self.file.under.items():
            if hex_label not in bridges:
                raise self._error(f"under.{hex_label}", name, "a hex with a secondary bridge")
            if name not in BY_NAME:
                raise self._error(f"under.{hex_label}", name, f"one of {', '.join(BY_NAME)}")
        return {bridge: BY_NAME[self.file.under.get(bridge, "stream")] for bridge in bridges}

    def levels(self) -> dict[str, int]:
        """The level of each hex; 0 where no hill is."""
        levels = dict.fromkeys(self.grid, 0)
        for text, hexes in self.file.hills.items():
            if text not in ("1", "2", "3", "4"):
                raise self._error(f"hills.{text}", text, "a level from 1 to 4")
            levels.update(dict.fromkeys(self._hexes(f"hills.{text}", hexes), int(text)))
        return levels

    def crossed_sides(self, name: str, paths: list[list[str]]) -> frozenset[str]:
        """The hexsides that roads, railways or trails cross."""
        sides = set()
        for index, path in enumerate(paths):
            hexes = self._hexes(f"{name}[{index}]", path)
            for step, (here, there) in enumerate(pairwise(hexes), start=1):
                if not self.grid.adjacent(here, there):
                    raise self._error(f"{name}[{index}][{step}]", there, f"a hex next to {here}")
                sides.add(side_between(here, there))
        return frozenset(sides)

    def hexsides(self) -> dict[str, Hexside]:
        """The walls, hedges, fences and cliffs on hexsides."""
        hexsides = {}
        for index, text in enumerate(self.file.hexsides):
            side, _, name = text.partition(" ")
            hexes = side.split("/")
            if (
                name not in HEXSIDES
                or len(hexes) != 2
                or any(hex_label not in self.grid for hex_label in hexes)
            ):
                expected = f'"X1/X2" of two hexes and one of {", ".join(HEXSIDES)}'
                raise self._error(f"hexsides[{index}]", text, expected)
            if not self.grid.adjacent(*hexes):
                raise self._error(f"hexsides[{index}]", text, "two hexes that share a side")
            hexsides[side_between(*hexes)] = HEXSIDES[name]
        return hexsides

    def objectives(self, terrain: dict[str, Terrain]) -> dict[int, tuple[str, ...]]:
        """The hexes of each objective, the numbered hex first."""
        if sorted(self.file.objectives) != ["1", "2", "3", "4", "5"]:
            raise self._error("objectives", sorted(self.file.objectives), "1, 2, 3, 4 and 5")
        objectives = {}
        for number, hexes in sorted(self.file.objectives.items()):
            labels = self._hexes(f"objectives.{number}", hexes)
            buildings_only = all(terrain[hex_label].name == "building" for hex_label in labels)
            if not labels or (
                len(labels) > 1 and not (buildings_only and self.grid.joined(labels))
            ):
                raise self._error(f"objectives.{number}", hexes, "one hex, or those of a building")
            objectives[int(number)] = labels
        return objectives

    def artillery_boxes(self) -> dict[str, str]:
        """The corners of the artillery boxes."""
        boxes = self.file.artillery_boxes
        axis, allies = (boxes.get(side, "").split() for side in SIDES)
        facing = len(axis) == len(allies) == 2 and axis[0] != allies[0] and axis[1] != allies[1]
        if set(boxes) != set(SIDES) or not facing or not set(boxes.values()) <= set(CORNERS):
            raise self._error("artillery_boxes", boxes, "opposite corners for axis and allies")
        return boxes

    def sight_lines(self) -> dict[tuple[str, str], tuple[bool, int]]:
        """The lines of sight that the artwork decides: clear or not, and the hindrance."""
        lines = {}
        for index, line in enumerate(self.file.sight):
            self._hexes(f"sight[{index}]", (line.start, line.end))
            lines[line.start, line.end] = (line.clear, line.hindrance)
        return lines
