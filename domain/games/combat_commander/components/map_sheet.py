"""Map sheets: read from a file that a person can write, asked by the rules, drawn back as text."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

import msgspec

from wardiary.domain.games.combat_commander.components.terrain_chart import (
    BY_LETTER,
    BY_NAME,
    HEXSIDES,
    MAIN_BRIDGE,
    SECONDARY_BRIDGE,
    SIDES,
    Hexside,
    Terrain,
)
from wardiary.domain.hexes.grid import (
    Direction,
    HexGrid,
    column_letters,
    label,
    side_between,
)
from wardiary.domain.hexes.sight import Barrier, Ground, SightLines
from wardiary.domain.packs import PackError

CORNERS = ("top left", "top right", "bottom left", "bottom right")


class SettledLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of sight that the artwork of a printed map draws otherwise than the rules reckon."""

    start: str = msgspec.field(name="from")
    end: str = msgspec.field(name="to")
    clear: bool
    hindrance: int = 0


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map as its owner writes it down; the shipped maps explain the format in their first lines.

    `under` says what a secondary bridge leads over (a stream unless told otherwise); `sight` lists
    the few lines that the artwork settles.
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
    sight: list[SettledLine] = []


class MapSheet:
    """2.1, 2.2.1: one map by its number, and what is printed on it; all else lies on the table.

    `objectives` gives for each number the hexes that make it up, the numbered one first;
    `sight` answers lines of sight and remembers them.
    """

    def __init__(self, file: MapFile, where: str) -> None:
        """Read a map file; raises PackError with the place of the first thing that is wrong."""
        reader = _Reader(file, where)
        self.id = file.id
        self.name = file.name
        self.wind: Direction = file.wind
        self.grid = reader.grid
        self.terrain = reader.terrain()
        self.under = reader.under(self.terrain)
        self.levels = reader.levels()
        self.roads = reader.crossed_sides("roads", file.roads)
        self.railways = reader.crossed_sides("railways", file.railways)
        self.trails = reader.crossed_sides("trails", file.trails)
        self.road_hexes = frozenset(hex_label for path in file.roads for hex_label in path)
        self.hexsides = reader.hexsides()
        self.objectives = reader.objectives(self.terrain)
        self.artillery_boxes = reader.artillery_boxes()
        self.settled = reader.settled()
        self.objective_at = {
            hex_label: number for number, hexes in self.objectives.items() for hex_label in hexes
        }
        self.sight = self._sight()
        self._steps = {hex_label: tuple(self._steps_from(hex_label)) for hex_label in self.grid}

    def sides_of(self, hex_label: str) -> frozenset[str]:
        """The names of a hex's sides that it shares with an adjacent hex (G-adjacent)."""
        return frozenset(
            side_between(hex_label, neighbour) for neighbour in self.grid.neighbours(hex_label)
        )

    @cached_property
    def notes(self) -> dict[str, str]:
        """Each hex in a few words: terrain, level, ways, hexsides, objective.

        Written once for each map: every board that is drawn shows all of them.
        """
        return {hex_label: self._note(hex_label) for hex_label in self.grid}

    def _note(self, hex_label: str) -> str:
        words = [self.terrain[hex_label].name.replace("-", " ")]
        if level := self.levels[hex_label]:
            words.append(f"level {level}")
        sides = self.sides_of(hex_label)
        roads = (("road", self.roads), ("railway", self.railways), ("trail", self.trails))
        words += [name for name, crossed in roads if sides & crossed]
        words += [
            f"{hexside.name.replace('-', ' ')} towards {there}"
            for there in self.grid.neighbours(hex_label)
            if (hexside := self.hexside(hex_label, there))
        ]
        if number := self.objective_at.get(hex_label):
            words.append(f"objective {number}")
        return ", ".join(words)

    def is_wet(self, hex_label: str) -> bool:
        """T89, T95, T98: marsh, stream and water are wet; a bridge over them is not (T78.1)."""
        return self.terrain[hex_label].wet

    def is_impassable(self, hex_label: str) -> bool:
        """T98; what burns is asked of the table (T79)."""
        return self.terrain[hex_label].cost is None

    def along_a_way(self, here: str, there: str) -> bool:
        """T92, T93, T96: whether this step crosses a road, railway or trail hexside."""
        side = side_between(here, there)
        return side in self.roads or side in self.railways or side in self.trails

    def is_uphill(self, here: str, there: str) -> bool:
        """T88.1: whether the second hex is the higher one."""
        return self.levels[there] > self.levels[here]

    def hexside(self, here: str, there: str) -> Hexside | None:
        """What stands between two adjacent hexes."""
        return self.hexsides.get(side_between(here, there))

    def bridge_forbids(self, here: str, there: str) -> bool:
        """T80, T80.1: a main bridge is entered and left only by its road or railway ends."""
        side = side_between(here, there)
        on_a_bridge = MAIN_BRIDGE in (self.terrain[here], self.terrain[there])
        return on_a_bridge and side not in self.roads and side not in self.railways

    def steps(self, hex_label: str) -> tuple[tuple[str, int], ...]:
        """O21.1, T78.2: the hexes a move may enter from here by what is printed, and costs."""
        return self._steps[hex_label]

    def step_cost(self, here: str, there: str) -> int | None:
        """O21.1: what a step costs by what is printed; None when a move may not take it."""
        return next((cost for hex_label, cost in self._steps[here] if hex_label == there), None)

    def _steps_from(self, here: str) -> Iterator[tuple[str, int]]:
        for there in self.grid.neighbours(here):
            cost = self._printed_cost(here, there)
            if cost is not None:
                yield there, cost

    def _printed_cost(self, here: str, there: str) -> int | None:
        entry = self._entry_cost(here, there)
        hexside = self.hexside(here, there)
        crossing = 0 if hexside is None else hexside.cost
        if entry is None or crossing is None or self.bridge_forbids(here, there):
            return None
        return entry + crossing + int(self.is_uphill(here, there))

    def _entry_cost(self, here: str, there: str) -> int | None:
        terrain = self.terrain[there]
        if terrain.cost is not None and self.along_a_way(here, there):
            return 1
        if terrain is SECONDARY_BRIDGE:
            return self.under[there].cost
        return terrain.cost

    def _sight(self) -> SightLines:
        """T78.4, T88.3.1, T88.3.2, T88.3.3, T88.4, T88.4.1, T88.5: what lines of sight meet."""
        # Ruling: AMB-22, AMB-23, AMB-24, crests are the hexsides between levels, the higher end
        # counts, and along a hexside terrain counts only if both hexes have it.
        barriers = {
            side: Barrier(hexside.obstacle, hexside.hindrance)
            for side, hexside in self.hexsides.items()
            if hexside.obstacle or hexside.hindrance
        }
        ground = {hex_label: self._ground(hex_label) for hex_label in self.grid}
        return SightLines(self.grid, ground, barriers, self.settled)

    def _ground(self, hex_label: str) -> Ground:
        terrain = self.terrain[hex_label]
        lanes = [self._lane(hex_label, sides) for sides in (self.roads, self.railways)]
        hindrance = max(terrain.hindrance, 1 if lanes[1] else 0)  # T92
        return Ground(
            self.levels[hex_label], terrain.obstacle, hindrance, terrain.sunken, tuple(lanes)
        )

    def _lane(self, hex_label: str, sides: frozenset[str]) -> frozenset[Direction]:
        return frozenset(
            direction
            for direction, there in self.grid.around(hex_label).items()
            if side_between(hex_label, there) in sides
        )


class _Reader:
    """Checks a map file piece by piece and says where it is wrong."""

    def __init__(self, file: MapFile, where: str) -> None:
        self.file = file
        self.where = where
        widths = {len(row) for row in file.terrain}
        if len(widths) != 1 or widths == {0}:
            raise self._wrong("terrain", sorted(widths), "rows of the same length, at least 1")
        if not 1 <= file.wind <= 6:
            raise self._wrong("wind", file.wind, "a direction from 1 to 6")
        self.grid = HexGrid(widths.pop(), len(file.terrain))

    def _wrong(self, path: str, value: object, expected: str) -> PackError:
        return PackError(f"{self.where}: {path}", value, expected)

    def _hexes(self, path: str, hexes: Iterable[str]) -> tuple[str, ...]:
        listed = tuple(hexes)
        for index, hex_label in enumerate(listed):
            if hex_label not in self.grid:
                raise self._wrong(f"{path}[{index}]", hex_label, "a hex of this map")
        return listed

    def terrain(self) -> dict[str, Terrain]:
        terrain = {}
        for row, letters in enumerate(self.file.terrain, start=1):
            for column, letter in enumerate(letters, start=1):
                if letter not in BY_LETTER:
                    expected = f"one of {' '.join(sorted(BY_LETTER))}"
                    raise self._wrong(f"terrain, {label(column, row)}", letter, expected)
                terrain[label(column, row)] = BY_LETTER[letter]
        return terrain

    def under(self, terrain: dict[str, Terrain]) -> dict[str, Terrain]:
        bridges = [hex_label for hex_label in self.grid if terrain[hex_label] is SECONDARY_BRIDGE]
        for hex_label, name in self.file.under.items():
            if hex_label not in bridges:
                raise self._wrong(f"under.{hex_label}", name, "a hex with a secondary bridge")
            if name not in BY_NAME:
                raise self._wrong(f"under.{hex_label}", name, f"one of {', '.join(BY_NAME)}")
        return {bridge: BY_NAME[self.file.under.get(bridge, "stream")] for bridge in bridges}

    def levels(self) -> dict[str, int]:
        levels = dict.fromkeys(self.grid, 0)
        for text, hexes in self.file.hills.items():
            if text not in ("1", "2", "3", "4"):
                raise self._wrong(f"hills.{text}", text, "a level from 1 to 4")
            levels.update(dict.fromkeys(self._hexes(f"hills.{text}", hexes), int(text)))
        return levels

    def crossed_sides(self, name: str, paths: list[list[str]]) -> frozenset[str]:
        sides = set()
        for index, path in enumerate(paths):
            hexes = self._hexes(f"{name}[{index}]", path)
            for step, (here, there) in enumerate(pairwise(hexes), start=1):
                if not self.grid.adjacent(here, there):
                    raise self._wrong(f"{name}[{index}][{step}]", there, f"a hex next to {here}")
                sides.add(side_between(here, there))
        return frozenset(sides)

    def hexsides(self) -> dict[str, Hexside]:
        hexsides = {}
        for index, text in enumerate(self.file.hexsides):
            side, _, name = text.partition(" ")
            hexes = side.split("/")
            if name not in HEXSIDES or len(hexes) != 2 or not all(h in self.grid for h in hexes):
                expected = f'"X1/X2" of two hexes and one of {", ".join(HEXSIDES)}'
                raise self._wrong(f"hexsides[{index}]", text, expected)
            if not self.grid.adjacent(*hexes):
                raise self._wrong(f"hexsides[{index}]", text, "two hexes that share a side")
            hexsides[side_between(*hexes)] = HEXSIDES[name]
        return hexsides

    def objectives(self, terrain: dict[str, Terrain]) -> dict[int, tuple[str, ...]]:
        if sorted(self.file.objectives) != ["1", "2", "3", "4", "5"]:
            raise self._wrong("objectives", sorted(self.file.objectives), "1, 2, 3, 4 and 5")
        objectives = {}
        for number, hexes in sorted(self.file.objectives.items()):
            listed = self._hexes(f"objectives.{number}", hexes)
            built = all(terrain[hex_label].name == "building" for hex_label in listed)
            if not listed or (len(listed) > 1 and not (built and self.grid.joined(listed))):
                raise self._wrong(f"objectives.{number}", hexes, "one hex, or those of a building")
            objectives[int(number)] = listed
        return objectives

    def artillery_boxes(self) -> dict[str, str]:
        boxes = self.file.artillery_boxes
        axis, allies = (boxes.get(side, "").split() for side in SIDES)
        facing = len(axis) == len(allies) == 2 and axis[0] != allies[0] and axis[1] != allies[1]
        if set(boxes) != set(SIDES) or not facing or not set(boxes.values()) <= set(CORNERS):
            raise self._wrong("artillery_boxes", boxes, "opposite corners for axis and allies")
        return boxes

    def settled(self) -> dict[tuple[str, str], tuple[bool, int]]:
        lines = {}
        for index, line in enumerate(self.file.sight):
            self._hexes(f"sight[{index}]", (line.start, line.end))
            lines[line.start, line.end] = (line.clear, line.hindrance)
        return lines


def draw(sheet: MapSheet) -> str:
    """The map as text, to be held beside the printed one.

    A hex shows its terrain letter, its level above 0, "#" for a road, "=" for a railway or ":" for
    a trail, and the number of its objective. What stands on hexsides is listed below.
    """
    numbers = range(1, sheet.grid.columns + 1)
    lines = ["     " + "".join(f"{column_letters(column):<4}" for column in numbers).rstrip()]
    for row in range(1, sheet.grid.rows + 1):
        high = (_cell(sheet, label(column, row)) for column in numbers[::2])
        low = (_cell(sheet, label(column, row)) for column in numbers[1::2])
        lines.append((f"{row:>3}  " + "".join(f"{cell:<8}" for cell in high)).rstrip())
        lines.append((" " * 9 + "".join(f"{cell:<8}" for cell in low)).rstrip())
    return "\n".join([*lines, "", *_legend(sheet)]) + "\n"


def _cell(sheet: MapSheet, hex_label: str) -> str:
    level = sheet.levels[hex_label]
    sides = sheet.sides_of(hex_label)
    roads = [
        sign
        for sign, drawn in (("#", sheet.roads), ("=", sheet.railways), (":", sheet.trails))
        if sides & drawn
    ]
    number = sheet.objective_at.get(hex_label)
    return "".join(
        (
            sheet.terrain[hex_label].letter,
            str(level) if level else "",
            *roads[:1],
            f"({number})" if number else "",
        )
    )


def _legend(sheet: MapSheet) -> list[str]:
    kinds: dict[str, list[str]] = {}
    for side, hexside in sheet.hexsides.items():
        kinds.setdefault(hexside.name, []).append(side)
    lines = [f"{kind}: {' '.join(sides)}" for kind, sides in sorted(kinds.items())]
    lines += [
        f"{name}: {' '.join(sorted(sides))}"
        for name, sides in (
            ("roads", sheet.roads),
            ("railways", sheet.railways),
            ("trails", sheet.trails),
        )
        if sides
    ]
    lines += [
        f"under {hex_label}: {terrain.name}" for hex_label, terrain in sorted(sheet.under.items())
    ]
    lines += [
        f"line {a}-{b}: {f'clear, hindrance {hindrance}' if clear else 'blocked'}"
        for (a, b), (clear, hindrance) in sorted(sheet.settled.items())
    ]
    boxes = ", ".join(f"{side} {corner}" for side, corner in sheet.artillery_boxes.items())
    return [*lines, f"wind: {sheet.wind}", f"artillery boxes: {boxes}"]
