"""Terrain in play: smoke, lines of sight, cover, entering and retreating (10, T78-T99)."""

from collections.abc import Iterable
from dataclasses import dataclass

from wardiary.domain.games.combat_commander.components.printed import map_of, pack_of, scenario_of
from wardiary.domain.games.combat_commander.components.terrain_chart import Side
from wardiary.domain.games.combat_commander.terrain.fortifications import (
    fortification_cover,
    fortification_in,
    is_trench_step,
)
from wardiary.domain.hexes.grid import Edge
from wardiary.domain.hexes.sight import SightLine
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

Items = tuple[tuple[str, int, str], ...]
"""Parts of a total: name, value, rule."""

OPPOSITE: dict[Edge, Edge] = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}


@dataclass(frozen=True)
class Shot:
    """What matters for cover about an attack on a hex.

    `origins` are the hexes fired from; `shells` says that mortars or artillery fire; `no_cover` is
    the rule by which mines, flamethrowers or Molotovs void cover.
    """

    origins: tuple[str, ...] = ()
    shells: bool = False
    no_cover: str = ""


def is_hex(table: Table, zone: Zone) -> bool:
    """Whether a zone is a hex of the map."""
    return zone in map_of(table).grid


# Smoke and blazes


def smoke_and_blazes(table: Table) -> tuple[dict[str, int], set[str]]:
    """T94, T79: the value of smoke by hex, and the hexes with a blaze."""
    grid = map_of(table).grid
    smoke: dict[str, int] = {}
    blazes: set[str] = set()
    for number, value in enumerate(pack_of(table).markers.smoke, start=1):
        marker = table.pieces.get(f"smoke-{number}")
        if marker is None or marker.zone not in grid:
            continue
        if marker.face == "blaze":
            blazes.add(marker.zone)
        else:
            smoke[marker.zone] = value
    return smoke, blazes


def smoke_in(table: Table, hex_label: str) -> PieceId | None:
    """8.1.4: the smoke marker in a hex; there is at most one."""
    return _smoke_marker(table, hex_label, "smoke")


def blaze_in(table: Table, hex_label: str) -> PieceId | None:
    """8.1.5: the blaze in a hex; there is at most one."""
    return _smoke_marker(table, hex_label, "blaze")


def _smoke_marker(table: Table, hex_label: str, face: str) -> PieceId | None:
    return next(
        (
            piece
            for piece in table.zone(hex_label)
            if piece.startswith("smoke-") and table.pieces[piece].face == face
        ),
        None,
    )


def takes_smoke(table: Table, hex_label: str) -> bool:
    """T89, T95, T98, 8.1.5: smoke goes to hexes that are neither wet nor burning."""
    return not map_of(table).is_wet(hex_label) and blaze_in(table, hex_label) is None


def takes_blaze(table: Table, hex_label: str) -> bool:
    """E46: a hex that is neither wet nor burning already."""
    return takes_smoke(table, hex_label)


def takes_fortification(table: Table, hex_label: str) -> bool:
    """8.1.3, 8.1.5, F100.3: not wet, not burning, and no fortification yet."""
    return takes_smoke(table, hex_label) and fortification_in(table, hex_label) is None


# Lines of sight


def sight_line(table: Table, here: str, there: str) -> SightLine:
    """10: the line of sight between two hexes now, with smoke and blazes."""
    smoke, blazes = smoke_and_blazes(table)
    return map_of(table).sight.through(here, there, smoke=smoke, fires=blazes)


def sight_lines_to(table: Table, target: str, origins: Iterable[str]) -> dict[str, SightLine]:
    """10: the lines of sight from several hexes to one; smoke is looked up once."""
    smoke, blazes = smoke_and_blazes(table)
    sight = map_of(table).sight
    return {origin: sight.through(origin, target, smoke=smoke, fires=blazes) for origin in origins}


def height_items(table: Table, origins: Iterable[str], target: str) -> Items:
    """T88.2: -1 if any firer fires uphill, +1 if any fires downhill; both may apply."""
    # Ruling: AMB-38 both, once each, so that a group above and below the target nets 0.
    levels = map_of(table).levels
    heights = {levels[origin] for origin in origins}
    items = []
    if min(heights) < levels[target]:
        items.append(("uphill", -1, "T88.2"))
    if max(heights) > levels[target]:
        items.append(("downhill", 1, "T88.2"))
    return tuple(items)


# Cover


def cover_items(table: Table, hex_label: str, shot: Shot | None = None) -> Items:
    """T78.3: the parts of the best cover of a hex; without a shot, that for rally and rout."""
    shot = shot or Shot()
    if shot.no_cover:
        return (("no cover", 0, shot.no_cover),)
    sheet = map_of(table)
    terrain = sheet.terrain[hex_label]
    best = (terrain.name, terrain.cover, terrain.rule)
    for offer in (
        *fortification_cover(table, hex_label, shells=shot.shells),
        *_hexside_cover(table, hex_label, shot),
    ):
        best = max(best, offer, key=lambda item: item[1])
    if hex_label in sheet.road_hexes:
        # Ruling: AMB-39 a hexside's cover belongs to the hex, so the road lowers it too.
        return (best, ("road", -1, "T93"))
    return (best,)


def cover(table: Table, hex_label: str, shot: Shot | None = None) -> int:
    """T78.3: the cover of a hex as a number."""
    return sum(value for _, value, _ in cover_items(table, hex_label, shot))


def _hexside_cover(table: Table, hex_label: str, shot: Shot) -> Iterable[tuple[str, int, str]]:
    """T87, T97: a hedge or wall that the fire crosses on its way in; shells come from above."""
    if shot.shells:
        return
    sheet = map_of(table)
    for origin in shot.origins:
        if origin == hex_label:
            continue
        for side in sheet.sight.entered_by(origin, hex_label):
            hexside = sheet.hexsides.get(side)
            if hexside is not None and hexside.cover:
                yield hexside.name, hexside.cover, hexside.rule


# Entering


def is_impassable(table: Table, hex_label: str) -> bool:
    """T79, T98: water, and hexes with a blaze."""
    return map_of(table).is_impassable(hex_label) or blaze_in(table, hex_label) is not None


def has_units_of(table: Table, hex_label: str, seat: Seat) -> bool:
    """Whether a seat has a unit in a hex."""
    return any(
        table.pieces[piece].owner == seat and table.pieces[piece].kind in pack_of(table).units
        for piece in table.zone(hex_label)
    )


def move_cost(table: Table, here: str, there: str) -> int | None:
    """O21.1, F105.2: the MP for a step; None where the terrain forbids it."""
    sheet = map_of(table)
    if is_impassable(table, there):
        return None
    printed = sheet.step_cost(here, there)
    if printed is not None and is_trench_step(table, here, there):
        return 1
    return printed


def move_steps(table: Table, seat: Seat, here: str) -> tuple[tuple[str, int], ...]:
    """O21.4: the hexes a seat's unit may move to from here, with their costs."""
    enemy = other_side(seat)
    steps = []
    for there in map_of(table).grid.neighbours(here):
        cost = move_cost(table, here, there)
        if cost is not None and not has_units_of(table, there, enemy):
            steps.append((there, cost))
    return tuple(steps)


def advance_steps(table: Table, here: str, *, with_weapon: bool) -> tuple[str, ...]:
    """O16.2, O16.3: the hexes a unit may advance to, occupied by the enemy or not."""
    return tuple(
        there
        for there in map_of(table).grid.neighbours(here)
        if not is_impassable(table, there)
        and not map_of(table).bridge_forbids(here, there)
        and not (with_weapon and is_cliff(table, here, there))
    )


def is_cliff(table: Table, here: str, there: str) -> bool:
    """T83: whether there is a cliff between two hexes."""
    hexside = map_of(table).hexside(here, there)
    return hexside is not None and hexside.rule == "T83"


def enters_a_road(table: Table, hex_label: str) -> bool:
    """T93: entering a road hex, by any side, gives +1 movement for the order."""
    return hex_label in map_of(table).road_hexes


# Map edges


def other_side(seat: Seat) -> Side:
    """The opponent of a seat."""
    return "allies" if seat == "axis" else "axis"


def friendly_edge(table: Table, seat: Seat) -> Edge:
    """The map edge of a seat."""
    return scenario_of(table).force(seat).edge


def enemy_edge(table: Table, seat: Seat) -> Edge:
    """7.2: the edge over which a seat's units may leave for points."""
    return friendly_edge(table, other_side(seat))


def may_exit(table: Table, seat: Seat, here: str) -> bool:
    """7.2.1: whether this hex is at the enemy's edge of the map."""
    return map_of(table).grid.edge_distance(here, enemy_edge(table, seat)) == 0


def retreat_hexes(table: Table, seat: Seat, here: str) -> tuple[str, ...]:
    """O23.3, O23.3.5: the hexes a unit of this seat may retreat to; none means it is eliminated."""
    # Ruling: AMB-50 a legal hex must be taken if there is any; a fatal hex is never offered.
    # Ruling: AMB-56 a main bridge is impassable except by its ends.
    sheet = map_of(table)
    enemy = other_side(seat)
    return tuple(
        there
        for there in sheet.grid.nearer_to_edge(here, friendly_edge(table, seat))
        if not is_impassable(table, there)
        and not is_cliff(table, here, there)
        and not sheet.bridge_forbids(here, there)
        and not has_units_of(table, there, enemy)
    )


def drift(table: Table, hex_label: str, white: int, red: int, *, hit: bool) -> str | None:
    """O18.2.2.1, O18.2.2.2, 2.2.2: where a spotting round ends; None if it leaves the map."""
    directions = (white, red) if hit else (white,) * red
    return map_of(table).grid.drift(hex_label, directions)


def impact_zone(table: Table, hex_label: str) -> tuple[str, ...]:
    """O18.2.3: the hex of the spotting round and its neighbours on the map."""
    return (hex_label, *map_of(table).grid.neighbours(hex_label))


def downwind(table: Table, hex_label: str) -> str | None:
    """E48: the hex into which a blaze here would spread."""
    sheet = map_of(table)
    return sheet.grid.step(hex_label, sheet.wind)
