"""Units: what is printed on them, their state, and where they are (3, 13, E44.1)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components.printed import (
    Numbers,
    UnitCard,
    pack_of,
)
from wardiary.domain.games.combat_commander.table.places import (
    BOTH,
    occupied_hexes,
    units_by_place,
    units_on_map,
)
from wardiary.domain.games.combat_commander.terrain.edges import other_side
from wardiary.domain.games.combat_commander.terrain.steps import has_units_of
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

DEMORALISED = "demoralised"


NORMAL = "normal"


def unit_card(table: Table, unit: PieceId) -> UnitCard:
    """What is printed on a unit."""
    return pack_of(table).units[table.pieces[unit].kind]


def is_unit(table: Table, piece: PieceId) -> bool:
    """Whether a piece is a squad, team, leader or hero."""
    return table.pieces[piece].kind in pack_of(table).units


def is_demoralised(table: Table, unit: PieceId) -> bool:
    """3.2.1: which side is up."""
    return table.pieces[unit].face == DEMORALISED


def is_suppressed(table: Table, unit: PieceId) -> bool:
    """13.2: whether the unit has a suppressed marker."""
    return table.mark(unit, "suppressed") > 0


def is_veteran(table: Table, unit: PieceId) -> bool:
    """E44.1: whether the unit has a veteran marker."""
    return table.mark(unit, "veteran") > 0


def is_activated(table: Table, unit: PieceId) -> bool:
    """O14.1, E58.1, G-activated: activated for an order this turn; a hero never counts so."""
    return table.mark(unit, "activated") > 0 and unit_card(table, unit).type != "hero"


def printed_numbers(table: Table, unit: PieceId) -> Numbers:
    """The numbers on the side that is up."""
    # Ruling: AMB-13 command too is read from the visible side.
    card = unit_card(table, unit)
    return card.demoralised if is_demoralised(table, unit) else card.normal


def is_boxed(table: Table, unit: PieceId, number: str) -> bool:
    """3.1.6: whether a number on the side that is up is boxed."""
    return number in printed_numbers(table, unit).boxed


def units_in(table: Table, zone: Zone, owner: Seat = BOTH) -> tuple[PieceId, ...]:
    """The units in a hex or another zone, of one seat or of both."""
    return units_by_place(table).get((zone, owner), ())


def demoralised(table: Table, owner: Seat = "") -> tuple[PieceId, ...]:
    """3.2: the demoralised units on the map, of a seat or of both."""
    return tuple(unit for unit in units_on_map(table, owner) if is_demoralised(table, unit))


def contested_hexes(table: Table) -> tuple[str, ...]:
    """O16.4: the hexes with units of both sides."""
    return tuple(
        hex_label
        for hex_label in occupied_hexes(table, "axis")
        if has_units_of(table, hex_label, other_side("axis"))
    )
