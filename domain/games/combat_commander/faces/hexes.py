"""What the map prints in each hex, and what is true of it now (2, T78 to T99)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wardiary.domain.games.combat_commander.components.map_sheet import MapSheet
from wardiary.domain.games.combat_commander.components.printed import (
    ScenarioSheet,
    map_of,
    scenario_of,
)
from wardiary.domain.games.combat_commander.components.terrain_chart import (
    SECONDARY_BRIDGE,
    Terrain,
)
from wardiary.domain.games.combat_commander.table.zones import (
    OPEN_OBJECTIVES,
    SEATS,
    secret_objectives,
)
from wardiary.domain.games.combat_commander.terrain.cover import cover_items
from wardiary.domain.games.combat_commander.terrain.smoke import smoke_and_blazes
from wardiary.domain.games.combat_commander.victory.objectives import (
    chit_of,
    controller,
    value_of,
)
from wardiary.domain.hexes.grid import Direction, side_between
from wardiary.domain.hexes.grid import Edge as MapEdge
from wardiary.domain.play.faces import CurrentValue, Edge, Figure, SpaceFace, SpaceState, Text
from wardiary.domain.table.events import Item
from wardiary.domain.table.pieces import Zone, is_hidden
from wardiary.domain.table.table import Table

TOWARDS: Mapping[MapEdge, tuple[Direction, ...]] = {
    "top": (6, 1, 2),
    "bottom": (3, 4, 5),
    "left": (5, 6),
    "right": (2, 3),
}
"""2.2.2: the directions in which a hex at an edge of the map leads off it."""
WAYS = (("road", "T93"), ("railway", "T92"), ("trail", "T96"))


def spaces(table: Table) -> dict[Zone, SpaceFace]:
    """2.1: every hex of the map that is played on."""
    sheet, scenario = map_of(table), scenario_of(table)
    return {hex_label: _hex(sheet, scenario, hex_label) for hex_label in sheet.grid}


def _hex(sheet: MapSheet, scenario: ScenarioSheet, hex_label: Zone) -> SpaceFace:
    terrain, number = sheet.terrain[hex_label], sheet.objective_at.get(hex_label)
    return SpaceFace(
        hex_label,
        f"Hex {hex_label}",
        terrain.name.replace("-", " "),
        symbol=terrain.name,
        level=sheet.levels[hex_label],
        objective=f"Objective {number}" if number else "",
        figures=tuple(_figures(sheet, hex_label, terrain)),
        edges=(*_edges(sheet, hex_label), *_map_edges(sheet, scenario, hex_label)),
        texts=tuple(_texts(sheet, hex_label, terrain)),
    )


def _figures(sheet: MapSheet, hex_label: Zone, terrain: Terrain) -> Iterator[Figure]:
    below = sheet.under[hex_label] if terrain is SECONDARY_BRIDGE else terrain
    if below.cost is None:
        yield Figure("Cost", "none", "It cannot be entered.", terrain.rule)
    else:
        yield Figure("Cost", below.cost, "Movement points to enter it.", terrain.rule)
    road = hex_label in sheet.road_hexes
    cover = terrain.cover - int(road)
    meaning = "Added to the morale of units here; the best cover counts."
    yield Figure("Cover", cover, meaning, terrain.rule, "road -1" if road else "")
    railway = bool(sheet.sides_of(hex_label) & sheet.railways)
    hindrance = max(terrain.hindrance, int(railway))
    yield Figure("Hindrance", hindrance, "Weakens fire through this hex.", "10.3")
    if hex_label in sheet.objective_at:
        meaning = "What the objective markers make it worth."
        yield Figure("Points", "by markers", meaning, "7.3")


def _edges(sheet: MapSheet, hex_label: Zone) -> Iterator[Edge]:
    """What is printed on the sides of a hex, and the roads through them."""
    crossed = dict(zip(("road", "railway", "trail"), _crossings(sheet), strict=True))
    for direction, there in sheet.grid.around(hex_label).items():
        side = side_between(hex_label, there)
        if hexside := sheet.hexside(hex_label, there):
            yield Edge(there, direction - 1, hexside.name, _side_title(hexside.name), hexside.rule)
        for name, rule in WAYS:
            if side in crossed[name]:
                yield Edge(there, direction - 1, name, name.capitalize(), rule)


def _crossings(sheet: MapSheet) -> tuple[frozenset[str], ...]:
    return (sheet.roads, sheet.railways, sheet.trails)


def _side_title(name: str) -> str:
    return {
        "wall": "Wall: +1 to cross, cover 2 against fire across it",
        "hedge": "Hedge: +1 to cross, cover 1 against fire across it",
        "fence": "Fence: +1 to cross, hindrance 1",
        "cliff": "Cliff: no move crosses it",
    }[name]


def _map_edges(sheet: MapSheet, scenario: ScenarioSheet, hex_label: Zone) -> Iterator[Edge]:
    """7.2: the map edge of each side, over which the enemy exits."""
    inside = sheet.grid.around(hex_label)
    for seat in SEATS:
        edge = scenario.force(seat).edge
        if sheet.grid.edge_distance(hex_label, edge) == 0:
            title = f"Map edge of the {seat.capitalize()}"
            for direction in TOWARDS[edge]:
                if direction not in inside:
                    yield Edge("", direction - 1, f"edge-{seat}", title, "7.2")


def _texts(sheet: MapSheet, hex_label: Zone, terrain: Terrain) -> Iterator[Text]:
    if terrain.obstacle:
        yield Text("It blocks lines of sight.", "10.2")
    if terrain.wet:
        yield Text("Wet: no fortification, smoke or blaze, and no weapon fires from it.", "T95")
    if terrain.sunken:
        yield Text("It is seen only from next to it and from above.", "T86")
    if terrain.name == "woods":
        yield Text("+2 for attacks by mortars and artillery.", "T99")
    if sheet.levels[hex_label]:
        yield Text("+1 movement point to enter it from below.", "T88.1")
    if hex_label in sheet.road_hexes:
        yield Text("Along the road a step costs 1; who enters it has +1 movement.", "T93")


def state(table: Table, zone: Zone) -> SpaceState:
    """7.3.1, 7.3.2, T78.3: who controls a hex, its points, and its cover and hindrance now."""
    sheet = map_of(table)
    if zone not in sheet.terrain:
        return SpaceState()
    number = sheet.objective_at.get(zone)
    values: list[CurrentValue] = []
    if table.zone(zone):
        values += _cover(table, zone)
        values += _smoke(table, zone)
    if number is None:
        return SpaceState(values=tuple(values))
    if items := tuple(_points(table, number)):
        values.append(CurrentValue("Points", sum(item.value for item in items), items))
    return SpaceState(controller(table, number), tuple(values))


def _cover(table: Table, zone: Zone) -> Iterator[CurrentValue]:
    items = tuple(Item(*item) for item in cover_items(table, zone))
    total = sum(item.value for item in items)
    sheet = map_of(table)
    if total != sheet.terrain[zone].cover - int(zone in sheet.road_hexes):
        yield CurrentValue("Cover", total, items)


def _smoke(table: Table, zone: Zone) -> Iterator[CurrentValue]:
    smoke, _ = smoke_and_blazes(table)
    if value := smoke.get(zone, 0):
        yield CurrentValue("Hindrance", value, (Item("smoke", value, "T94"),))


def _points(table: Table, number: int) -> Iterator[Item]:
    """7.3.2: the markers that are known here; secret ones are known to their owner alone."""
    piles = [(OPEN_OBJECTIVES, "open marker")]
    piles += [(secret_objectives(seat), f"secret marker of the {seat}") for seat in SEATS]
    for zone, name in piles:
        for piece in table.zone(zone):
            if not is_hidden(piece) and (value := value_of(chit_of(table, piece), number)):
                yield Item(name, value, "7.3.2")
