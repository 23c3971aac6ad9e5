"""Map sheets: what is printed on a map, as the rules ask for it."""

from collections.abc import Iterator
from functools import cached_property

from wardiary.domain.games.combat_commander.components.map_file import MapFile, MapFileReader
from wardiary.domain.games.combat_commander.components.terrain_chart import (
    MAIN_BRIDGE,
    SECONDARY_BRIDGE,
    Hexside,
)
from wardiary.domain.hexes.grid import Direction, side_between
from wardiary.domain.hexes.sight import Barrier, Ground, SightLines


class MapSheet:
    """2.1, 2.2.1: one map by its number, and what is printed on it; all else is on the table.

    `objectives` gives for each number the hexes that make it up, the numbered hex first;
    `sight` answers lines of sight and remembers them.
    """

    def __init__(self, file: MapFile, where: str) -> None:
        """Read a map file; raises PackError with the place of the first thing that is wrong."""
        reader = MapFileReader(file, where)
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
        self.printed_sight = reader.sight_lines()
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
        """Each hex in a few words: terrain, level, roads, hexsides, objective.

        Computed once for each map: every board that is drawn shows all of them.
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
        """T98: whether a hex is impassable by what is printed; blazes are on the table (T79)."""
        return self.terrain[hex_label].cost is None

    def follows_a_path(self, here: str, there: str) -> bool:
        """T92, T93, T96: whether this step crosses a road, railway or trail hexside."""
        side = side_between(here, there)
        return side in self.roads or side in self.railways or side in self.trails

    def is_uphill(self, here: str, there: str) -> bool:
        """T88.1: whether the second hex is higher."""
        return self.levels[there] > self.levels[here]

    def hexside(self, here: str, there: str) -> Hexside | None:
        """What is printed on the side between two adjacent hexes."""
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
        if terrain.cost is not None and self.follows_a_path(here, there):
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
        return SightLines(self.grid, ground, barriers, self.printed_sight)

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
