"""3, 8.2, 13, E44.1: units on the table and their current numbers."""

from collections.abc import Iterable

from wardiary.domain.games.combat_commander.components.printed import (
    Numbers,
    UnitCard,
    map_of,
    pack_of,
)
from wardiary.domain.games.combat_commander.terrain.fortifications import wire_in
from wardiary.domain.games.combat_commander.terrain.terrain import (
    Items,
    Shot,
    cover_items,
    has_units_of,
    other_side,
)
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_card, weapon_of
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

STACK_LIMIT = 7
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


# Where units are


def units_in(table: Table, zone: Zone, owner: Seat = "") -> tuple[PieceId, ...]:
    """The units in a hex or another zone, of one seat or of both."""
    units = pack_of(table).units
    return tuple(
        piece
        for piece in table.zone(zone)
        if table.pieces[piece].kind in units and owner in ("", table.pieces[piece].owner)
    )


def units_on_map(table: Table, owner: Seat = "") -> tuple[PieceId, ...]:
    """Every unit on the map, in the order of the hexes."""
    zones, pieces, units = table.zones, table.pieces, pack_of(table).units
    return tuple(
        piece
        for hex_label in map_of(table).grid.hexes
        for piece in zones.get(hex_label, ())
        if pieces[piece].kind in units and owner in ("", pieces[piece].owner)
    )


def demoralised(table: Table, owner: Seat = "") -> tuple[PieceId, ...]:
    """3.2: the demoralised units on the map, of a seat or of both."""
    return tuple(unit for unit in units_on_map(table, owner) if is_demoralised(table, unit))


def occupied_hexes(table: Table, owner: Seat) -> tuple[str, ...]:
    """The hexes in which a seat has units, in the order of the map."""
    pieces = table.pieces
    return tuple(dict.fromkeys(pieces[unit].zone for unit in units_on_map(table, owner)))


def contested_hexes(table: Table) -> tuple[str, ...]:
    """O16.4: the hexes with units of both sides."""
    return tuple(
        hex_label
        for hex_label in occupied_hexes(table, "axis")
        if has_units_of(table, hex_label, other_side("axis"))
    )


# Command


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
    led = {
        unit
        for leader in units_on_map(table, owner)
        if unit_card(table, leader).is_leader
        for unit in commanded_by(table, leader)
    }
    return tuple(
        unit
        for unit in units_on_map(table, owner)
        if unit_card(table, unit).type == "squad" and unit not in led
    )


# Current numbers


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
    boxed = is_boxed(table, unit, "firepower")
    return (*firepower_items(table, unit), *((("boxed", 1, "O16.4.1"),) if boxed else ()))


def total(items: Iterable[tuple[str, int, str]]) -> int:
    """The sum of some items."""
    return sum(value for _, value, _ in items)


def firepower(table: Table, unit: PieceId) -> int:
    """The current firepower; it may be 0 or less."""
    # Ruling: AMB-36 firepower and morale have no floor, range and movement stop at 0.
    return total(firepower_items(table, unit))


def range_of(table: Table, unit: PieceId) -> int:
    """The current range, at least 0."""
    return max(0, total(range_items(table, unit)))


def movement(table: Table, unit: PieceId) -> int:
    """The current MP for a move order, at least 0; roads add to it on the way (T93)."""
    return max(0, total(movement_items(table, unit)))


def morale(table: Table, unit: PieceId, shot: Shot | None = None) -> int:
    """The current morale with cover."""
    return total(morale_items(table, unit, shot))


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


# Stacking


def silhouettes(table: Table, hex_label: str, owner: Seat) -> int:
    """8.2: the silhouettes of a side in a hex."""
    return sum(unit_card(table, unit).silhouettes for unit in units_in(table, hex_label, owner))


def overstacked_hexes(table: Table, owner: Seat) -> tuple[str, ...]:
    """8.2: the hexes in which a seat must give up units at the end of a turn."""
    return tuple(
        hex_label
        for hex_label in occupied_hexes(table, owner)
        if silhouettes(table, hex_label, owner) > STACK_LIMIT
    )


def has_room(table: Table, hex_label: str, owner: Seat, additional: int) -> bool:
    """E59, E68, E76, 6.1.2: whether a hex has room for more silhouettes."""
    return silhouettes(table, hex_label, owner) + additional <= STACK_LIMIT
