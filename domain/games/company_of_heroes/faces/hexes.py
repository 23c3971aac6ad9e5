"""What the map prints in each hex, and what is true of it now."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.components.dice import StaticDefenses
from wardiary.domain.games.company_of_heroes.components.map_sheet import MapSheet
from wardiary.domain.games.company_of_heroes.components.names import PointKind
from wardiary.domain.games.company_of_heroes.components.pack import map_of, pack_of
from wardiary.domain.games.company_of_heroes.table.armies import TEAMS
from wardiary.domain.games.company_of_heroes.table.ground import (
    building_at,
    building_health,
    is_intact,
    smoked,
)
from wardiary.domain.games.company_of_heroes.table.units import DAMAGE
from wardiary.domain.games.company_of_heroes.terrain.field import Field, field_of
from wardiary.domain.hexes.grid import side_between
from wardiary.domain.play.faces import CurrentValue, Edge, Figure, SpaceFace, SpaceState, Text
from wardiary.domain.table.events import Item
from wardiary.domain.table.pieces import Zone
from wardiary.domain.table.table import Table

POINTS: dict[PointKind, str] = {
    "victory": "victory points",
    "manpower": "manpower",
    "munitions": "munitions",
    "fuel": "fuel",
}
DUAL = "supplies"
HEALTH, DICE = "Health", "Defense dice"


def spaces(table: Table) -> dict[Zone, SpaceFace]:
    """C-2.2f: every hex of the map that is played on."""
    field = field_of(table)
    static = pack_of(table).dice.static
    return {hex_: _hex(table, field, static, hex_) for hex_ in map_of(table).hexes}


def _hex(table: Table, field: Field, static: StaticDefenses, hex_: Zone) -> SpaceFace:
    sheet = field.sheet
    terrain, kinds = terrain_of(field, hex_), sheet.points.get(hex_, ())
    return SpaceFace(
        hex_,
        f"Hex {hex_}",
        terrain,
        symbol=_symbol(terrain, kinds),
        objective=f"Control point: {' and '.join(POINTS[kind] for kind in kinds)}" if kinds else "",
        figures=tuple(_figures(table, static, hex_, kinds, terrain)),
        edges=tuple(_edges(sheet, static, hex_)),
        texts=tuple(_texts(field, hex_)),
    )


def terrain_of(field: Field, hex_: Zone) -> str:
    """The ground of a hex in words."""
    sheet = field.sheet
    named = (
        ("cathedral tower", sheet.tower),
        ("cathedral", sheet.cathedral),
        ("bunker", sheet.bunkers),
        ("ruined house", sheet.destroyed_buildings),
        ("building", sheet.buildings),
        ("water", field.water),
        ("ice", field.ice),
    )
    return next((name for name, hexes in named if hex_ in hexes), "open ground")


def _symbol(terrain: str, kinds: tuple[PointKind, ...]) -> str:
    if kinds:
        return kinds[0] if len(kinds) == 1 else DUAL
    return {"open ground": "open", "ruined house": "ruin"}.get(terrain, terrain)


def _figures(
    table: Table,
    static: StaticDefenses,
    hex_: Zone,
    kinds: tuple[PointKind, ...],
    terrain: str,
) -> Iterator[Figure]:
    for kind in kinds:
        name = "Points" if kind == "victory" else POINTS[kind].capitalize()
        meaning = f"Income of {POINTS[kind]} of the team that holds it, each round."
        yield Figure(name, 1, meaning, "C-7.1c")
    if building_at(hex_) in table.pieces:
        dice = static.destroyed_building if terrain == "ruined house" else static.building
        yield Figure(DICE, dice, "Of infantry in this building.", "C-5.6.1a")
        if (health := building_health(table, hex_)) and terrain != "ruined house":
            yield Figure(HEALTH, health, "HE and flame that destroy the building.", "C-5.6.1c")


def _edges(sheet: MapSheet, static: StaticDefenses, hex_: Zone) -> Iterator[Edge]:
    """C-5.6.2a, C-4.1d: cover and red lines on the sides of a hex."""
    drawn = {
        "light": ("hedge", f"Light cover: {static.light_cover} defense die for infantry"),
        "heavy": ("wall", f"Heavy cover: {static.heavy_cover} defense dice for infantry"),
    }
    for direction, there in sheet.around[hex_].items():
        if cover := sheet.cover.get(side_between(hex_, there)):
            kind, title = drawn[cover]
            yield Edge(there, direction - 1, kind, title, "C-5.6.2a")
        if sheet.barred(hex_, there):
            title = "Red line: nothing moves, builds or repairs across it"
            yield Edge(there, direction - 1, "cliff", title, "C-4.1d")


def _texts(field: Field, hex_: Zone) -> Iterator[Text]:
    sheet = field.sheet
    for team, hexes in zip(("US", "Wehrmacht"), sheet.spawn, strict=True):
        if hex_ in hexes:
            yield Text(f"Spawn area of the {team}: new units, and a retreat point.", "C-2.4a")
    if hex_ in field.water:
        yield Text("No unit enters water.", "C-4.1e")
    if hex_ in field.ice:
        yield Text("Ice: a unit that is hit may sink.", "C-10.4a")
    if hex_ in field.buildings:
        yield Text("Infantry may enter; it blocks sight, and vehicles.", "C-5.6.2b")
    if hex_ in sheet.tower:
        farther = f"Who is in it sees {sheet.tower_sight} hexes farther, over all buildings"
        yield Text(f"{farther}; one enters it from the cathedral.", "C-12e")
    if hex_ in sheet.tank_traps:
        ignored = "" if hex_ in field.tank_traps else " in the full game"
        yield Text(f"Tank trap: no vehicle enters{ignored}.", "C-4.1.2i")


def state(table: Table, zone: Zone) -> SpaceState:
    """C-7.1b, C-5.6.1c: who holds a control point, and what is left of a building."""
    field = field_of(table)
    if zone not in field.hexes:
        return SpaceState()
    return SpaceState(_control(table, zone), tuple(_values(table, field, zone)))


def _control(table: Table, zone: Zone) -> str:
    point = table.pieces.get(f"point-{zone}")
    return point.face if point is not None and point.face in TEAMS else ""


def _values(table: Table, field: Field, zone: Zone) -> Iterator[CurrentValue]:
    building = table.pieces.get(building_at(zone))
    if building is None or zone in field.sheet.destroyed_buildings:
        return
    static = pack_of(table).dice.static
    if not is_intact(table, zone):
        item = Item("destroyed building", static.destroyed_building, "C-5.6.1a")
        yield CurrentValue(DICE, static.destroyed_building, (item,))
    lost, health = building.marks.get(DAMAGE, 0), building_health(table, zone)
    if health and (lost or not is_intact(table, zone)):
        left = health - lost if is_intact(table, zone) else 0
        items = (Item("printed", health, "C-5.6.1c"), Item("damage", left - health, "C-5.6.1c"))
        yield CurrentValue(HEALTH, left, items)


def notes(table: Table) -> dict[Zone, str]:
    """What terminals say of a hex: its ground, its control point, and smoke."""
    field, smoke = field_of(table), smoked(table)
    words: dict[Zone, str] = {}
    for hex_ in field.sheet.hexes:
        terrain = terrain_of(field, hex_)
        said = [] if terrain == "open ground" else [terrain]
        said += [POINTS[kind] for kind in field.sheet.points.get(hex_, ())]
        said += ["smoke"] if hex_ in smoke else []
        if said:
            words[hex_] = ", ".join(said)
    return words
