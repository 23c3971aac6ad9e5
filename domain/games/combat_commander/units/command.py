"""Leaders and their command (3.3)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components.printed import (
    map_of,
)
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.zones import COUNTERS
from wardiary.domain.games.combat_commander.units.units import printed_numbers, unit_card, units_in
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


@remembered(COUNTERS)
def leaders_in(table: Table, hex_label: str, owner: Seat) -> tuple[PieceId, ...]:
    """3.3: the leaders of a seat in a hex, heroes among them."""
    return tuple(
        unit for unit in units_in(table, hex_label, owner) if unit_card(table, unit).is_leader
    )


def command(table: Table, leader: PieceId) -> int:
    """3.1.5, 3.3.1: command on the side that is up; suppression and wire never change it."""
    return printed_numbers(table, leader).command


def command_in(table: Table, hex_label: str, owner: Seat) -> int:
    """3.3.1.2: the sum of what the leaders of a seat in a hex lend."""
    return sum(command(table, leader) for leader in leaders_in(table, hex_label, owner))


@remembered(COUNTERS)
def commanded_by(table: Table, leader: PieceId) -> tuple[PieceId, ...]:
    """3.3.1.1: the friendly units other than leaders within a leader's command radius."""
    # Ruling: AMB-61 a leader activates no leaders, and those activated through him activate nobody.
    here = table.pieces[leader]
    reach = map_of(table).grid.within(here.zone, command(table, leader))
    return tuple(
        unit
        for hex_label in reach
        for unit in units_in(table, hex_label, here.owner)
        if not unit_card(table, unit).is_leader
    )


def out_of_command(table: Table, owner: Seat) -> tuple[PieceId, ...]:
    """E51: the squads of a seat outside the command radius of all its leaders."""
    commanded = {
        unit
        for leader in units_on_map(table, owner)
        if unit_card(table, leader).is_leader
        for unit in commanded_by(table, leader)
    }
    return tuple(
        unit
        for unit in units_on_map(table, owner)
        if unit_card(table, unit).type == "squad" and unit not in commanded
    )
