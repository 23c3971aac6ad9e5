"""The current numbers of units (3.1, 13.2, E44.1)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.table.totals import Items, total
from wardiary.domain.games.combat_commander.table.zones import COUNTERS
from wardiary.domain.games.combat_commander.terrain.cover import Shot, cover_items
from wardiary.domain.games.combat_commander.terrain.fortifications import wire_in
from wardiary.domain.games.combat_commander.units.command import command, leaders_in
from wardiary.domain.games.combat_commander.units.units import (
    is_boxed,
    is_suppressed,
    is_veteran,
    printed_numbers,
    unit_card,
)
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_card, weapon_of
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


def firepower_items(table: Table, unit: PieceId) -> Items:
    """3.1.1: printed, command, suppression, veterans and wire."""
    printed = printed_numbers(table, unit).firepower
    return (
        (f"{unit} firepower", printed, "3.1.1"),
        *_command_items(table, unit),
        *_marker_items(table, unit),
        *_wire_items(table, unit),
    )


def range_items(table: Table, unit: PieceId) -> Items:
    """3.1.2: printed, command, suppression, veterans and wire."""
    printed = printed_numbers(table, unit).range
    return (
        (f"{unit} range", printed, "3.1.2"),
        *_command_items(table, unit),
        *_marker_items(table, unit),
        *_wire_items(table, unit),
    )


def movement_items(table: Table, unit: PieceId) -> Items:
    """3.1.3, 11.1: printed, command, suppression, veterans and the weapon carried."""
    printed = printed_numbers(table, unit).movement
    weapon = weapon_of(table, unit)
    burden = 0 if weapon is None else weapon_card(table, weapon).movement
    return (
        (f"{unit} movement", printed, "3.1.3"),
        *_command_items(table, unit),
        *_marker_items(table, unit),
        *((("weapon carried", burden, "11.1"),) if burden else ()),
    )


def morale_items(table: Table, unit: PieceId, shot: Shot | None = None) -> Items:
    """3.1.4: printed, command, suppression, veterans, wire and the cover of the hex."""
    printed = printed_numbers(table, unit).morale
    return (
        (f"{unit} morale", printed, "3.1.4"),
        *_command_items(table, unit),
        *_marker_items(table, unit),
        *_wire_items(table, unit),
        *cover_items(table, table.pieces[unit].zone, shot),
    )


def melee_items(table: Table, unit: PieceId) -> Items:
    """O16.4.1: firepower without weapon, +1 if it is boxed."""
    boxed_firepower = is_boxed(table, unit, "firepower")
    return (
        *firepower_items(table, unit),
        *((("boxed", 1, "O16.4.1"),) if boxed_firepower else ()),
    )


def firepower(table: Table, unit: PieceId) -> int:
    """The current firepower; it may be 0 or less."""
    # Ruling: AMB-36 firepower and morale have no floor, range and movement stop at 0.
    return total(firepower_items(table, unit))


@remembered(COUNTERS)
def range_of(table: Table, unit: PieceId) -> int:
    """The current range, at least 0."""
    return max(0, total(range_items(table, unit)))


@remembered(COUNTERS)
def movement(table: Table, unit: PieceId) -> int:
    """The current MP for a move order, at least 0; roads add to it on the way (T93)."""
    return max(0, total(movement_items(table, unit)))


def morale(table: Table, unit: PieceId, shot: Shot | None = None) -> int:
    """The current morale with cover."""
    return total(morale_items(table, unit, shot))


@remembered(COUNTERS)
def _command_items(table: Table, unit: PieceId) -> Items:
    """3.3.1.2: leaders lend to squads and teams, never to leaders."""
    if unit_card(table, unit).is_leader:
        return ()
    piece = table.pieces[unit]
    return tuple(
        (leader, lent, "3.3.1.2")
        for leader in leaders_in(table, piece.zone, piece.owner)
        if (lent := command(table, leader))
    )


def _marker_items(table: Table, unit: PieceId) -> Items:
    items = []
    if is_suppressed(table, unit):
        items.append(("suppressed", -1, "13.2"))
    if is_veteran(table, unit):
        items.append(("veteran", 1, "E44.1"))
    return tuple(items)


def _wire_items(table: Table, unit: PieceId) -> Items:
    if wire_in(table, table.pieces[unit].zone):
        return (("wire", -1, "F106.1"),)
    return ()
