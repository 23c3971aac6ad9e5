"""Firepower, morale, melee strength and movement computed a second time, from what is printed.

Written from the rules, not from the game: it looks at pieces and the map, and shares with the game
only the lines of sight (for hindrance).
"""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components.printed import Numbers, map_of
from wardiary.domain.games.combat_commander.terrain.lines_of_sight import sight_line
from wardiary.domain.hexes.grid import side_between
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table

WORKS = {"foxholes": (3, 4), "trench": (4, 5), "pillbox": (5, 6), "bunker": (6, 7)}
GROUND = {
    "open": 0,
    "main-bridge": 2,
    "secondary-bridge": 2,
    "building": 3,
    "woods": 2,
    "brush": 1,
    "orchard": 1,
    "field": 0,
    "gully": 1,
    "stream": -1,
    "marsh": 0,
}
BESIDE = {"wall": 2, "hedge": 1}
BOOSTS = {"A27", "A30", "A34", "A37", "A41"}


def _is(table: Table, piece: str, kinds: str) -> bool:
    return table.pieces[piece].kind in getattr(table.pack, kinds)


def _leads(table: Table, piece: str) -> bool:
    return table.pack.units[table.pieces[piece].kind].type in ("leader", "hero")


def _side(table: Table, piece: str) -> Numbers:
    held = table.pieces[piece]
    card = table.pack.units[held.kind]
    return card.demoralised if held.face == "demoralised" else card.normal


def _lent(table: Table, piece: str) -> int:
    """What the leaders in a unit's hex lend to it (3.3.1.2)."""
    held = table.pieces[piece]
    return sum(
        _side(table, leader).command
        for leader in table.zone(held.zone)
        if _is(table, leader, "units") and _leads(table, leader)
        if table.pieces[leader].owner == held.owner
    )


def _wired(table: Table, hex_label: str) -> bool:
    return any(table.pieces[piece].kind == "wire" for piece in table.zone(hex_label))


def _printed(table: Table, unit: str, number: str) -> int:
    """A number of a unit with command, suppression, veteran and wire (not for movement)."""
    held = table.pieces[unit]
    value: int = getattr(_side(table, unit), number)
    value += 0 if _leads(table, unit) else _lent(table, unit)
    value += held.marks.get("veteran", 0) - held.marks.get("suppressed", 0)
    return value - _wired(table, held.zone)


def strength(table: Table, element: str) -> int:
    """Firepower of a unit or weapon (3.1.1, 3.3.1.3)."""
    if _is(table, element, "units"):
        return _printed(table, element, "firepower")
    card = table.pack.weapons[table.pieces[element].kind]
    crew = table.pieces[element].host
    plain = card.artillery or _leads(table, crew)
    return int(card.firepower) + (0 if plain else _lent(table, crew))


def fire(table: Table, computed: e.TotalComputed) -> int:
    """O20.3.1.2, O20.3.2, T88.2: the firepower of a group at its target or targets."""
    names = [item.name.removesuffix(" firepower") for item in computed.items]
    group = [name for name, item in zip(names, computed.items, strict=True) if _fires(item)]
    targets = [computed.what.removeprefix("firepower ")]
    origins = {table.pieces[element].zone for element in group}
    levels = map_of(table).levels
    artillery = group[0] in table.pieces and _artillery(table, group[0])
    value = strength(table, group[0]) + len(group) - 1
    if not artillery:
        value -= max(
            sight_line(table, here, there).hindrance for here in origins for there in targets
        )
    value -= any(levels[here] < levels[targets[0]] for here in origins)
    value += any(levels[here] > levels[targets[0]] for here in origins)
    return value + 2 * sum(item.rule in BOOSTS for item in computed.items)


def _fires(item: e.Item) -> bool:
    return item.name.endswith(" firepower") or item.rule == "O20.3.1.2"


def _artillery(table: Table, element: str) -> bool:
    kind = table.pieces[element].kind
    return kind in table.pack.weapons and bool(table.pack.weapons[kind].artillery)


def melee(table: Table, hex_label: str, seat: str) -> int:
    """O16.4.1: units without weapons, and 1 for each with boxed firepower."""
    value = 0
    for piece in table.zone(hex_label):
        if _is(table, piece, "units") and table.pieces[piece].owner == seat:
            value += _printed(table, piece, "firepower")
            value += "firepower" in _side(table, piece).boxed
    return value


def covers(table: Table, hex_label: str) -> set[int]:
    """T78.3, T93: every cover that the hex can have, by how it is attacked."""
    sheet = map_of(table)
    ground = GROUND[sheet.terrain[hex_label].name]
    works = [
        WORKS[table.pieces[piece].kind] for piece in table.zone(hex_label) if _works(table, piece)
    ]
    plain = max([ground, *(cover for cover, _ in works)])
    shelled = max([ground, *(cover for _, cover in works)])
    road = int(hex_label in sheet.road_hexes)
    sides = {max(plain, cover) for cover in BESIDE.values()}
    return {best - road for best in {plain, shelled, *sides}} | {0}


def plain_cover(table: Table, hex_label: str) -> int:
    """The cover for rallies and routs."""
    sheet = map_of(table)
    works = [
        WORKS[table.pieces[piece].kind] for piece in table.zone(hex_label) if _works(table, piece)
    ]
    best = max([GROUND[sheet.terrain[hex_label].name], *(cover for cover, _ in works)])
    return best - int(hex_label in sheet.road_hexes)


def _works(table: Table, piece: str) -> bool:
    return table.pieces[piece].kind in WORKS


def bare_morale(table: Table, unit: str) -> int:
    """Morale without the cover of the hex."""
    return _printed(table, unit, "morale")


# Movement

COSTS = {
    "open": 1,
    "building": 2,
    "woods": 2,
    "brush": 2,
    "orchard": 1,
    "field": 1,
    "gully": 2,
    "stream": 3,
    "marsh": 3,
}


def step_cost(table: Table, here: str, there: str) -> int:
    """O21.1, T88.1, T93, F105.2: what a step costs, on maps without bridges."""
    sheet = map_of(table)
    kinds = [{table.pieces[piece].kind for piece in table.zone(label)} for label in (here, there)]
    shelters = {"trench", "bunker", "pillbox"}
    if all(works & shelters for works in kinds) and any("trench" in works for works in kinds):
        return 1
    ways = (sheet.roads, sheet.trails, sheet.railways)
    side = side_between(here, there)
    along = any(side in sides for sides in ways)
    cost = 1 if along else COSTS[sheet.terrain[there].name]
    cost += side in sheet.hexsides
    return cost + (sheet.levels[there] > sheet.levels[here])
