"""Steps from hex to hex: moves, advances and retreats (O16, O21, O23.3)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.table.places import units_by_place
from wardiary.domain.games.combat_commander.table.zones import COUNTERS
from wardiary.domain.games.combat_commander.terrain.edges import friendly_edge, other_side
from wardiary.domain.games.combat_commander.terrain.fortifications import (
    is_trench_step,
)
from wardiary.domain.games.combat_commander.terrain.smoke import is_burning
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def is_hex(table: Table, zone: Zone) -> bool:
    """Whether a zone is a hex of the map."""
    return zone in map_of(table).grid


def is_impassable(table: Table, hex_label: str) -> bool:
    """T79, T98: water, and hexes with a blaze."""
    return map_of(table).is_impassable(hex_label) or is_burning(table, hex_label)


def has_units_of(table: Table, hex_label: str, seat: Seat) -> bool:
    """Whether a seat has a unit in a hex."""
    return (hex_label, seat) in units_by_place(table)


def move_cost(table: Table, here: str, there: str) -> int | None:
    """O21.1, F105.2: the MP for a step; None where the terrain forbids it."""
    sheet = map_of(table)
    if is_impassable(table, there):
        return None
    printed = sheet.step_cost(here, there)
    if printed is not None and is_trench_step(table, here, there):
        return 1
    return printed


@remembered(COUNTERS)
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
