"""Units and what they carry: who stands where, and the numbers they fight with just now (3, 13)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components import (
    Numbers,
    UnitCard,
    WeaponCard,
    map_of,
    pack_of,
)
from wardiary.domain.games.combat_commander.zones import SEATS
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

DEMORALISED = "demoralised"
BROKEN = "broken"
SUPPRESSED = "suppressed"
VETERAN = "veteran"
ACTIVATED = "activated"
MOVING = "moving"
WIRE = "wire"

Items = list[tuple[str, int, str]]


def is_unit(table: Table, piece: PieceId) -> bool:
    """Whether a piece is a squad, team, leader or hero."""
    return table.pieces[piece].kind in pack_of(table).units


def is_weapon(table: Table, piece: PieceId) -> bool:
    """Whether a piece is a weapon; radios and mines are none (1.9.1.2)."""
    return table.pieces[piece].kind in pack_of(table).weapons


def printed(table: Table, unit: PieceId) -> UnitCard:
    """What is printed on a unit's counter."""
    return pack_of(table).units[table.pieces[unit].kind]


def printed_weapon(table: Table, weapon: PieceId) -> WeaponCard:
    """What is printed on a weapon's counter."""
    return pack_of(table).weapons[table.pieces[weapon].kind]


def is_demoralised(table: Table, unit: PieceId) -> bool:
    """3.2.1: whether its other side is up."""
    return table.pieces[unit].face == DEMORALISED


def is_suppressed(table: Table, unit: PieceId) -> bool:
    """13.2."""
    return SUPPRESSED in table.pieces[unit].marks


def numbers(table: Table, unit: PieceId) -> Numbers:
    """The numbers of the side that is up."""
    card = printed(table, unit)
    return card.demoralised if is_demoralised(table, unit) else card.normal


def units_in(table: Table, hex_label: Zone, seat: Seat) -> tuple[PieceId, ...]:
    """A seat's units in a hex."""
    pieces, units = table.pieces, pack_of(table).units
    return tuple(
        one
        for one in table.zones.get(hex_label, ())
        if pieces[one].owner == seat and pieces[one].kind in units
    )


def all_units_in(table: Table, hex_label: Zone) -> tuple[PieceId, ...]:
    """Everybody's units in a hex."""
    pieces, units = table.pieces, pack_of(table).units
    return tuple(one for one in table.zones.get(hex_label, ()) if pieces[one].kind in units)


def units_on_map(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """A seat's units on the map, by their hexes."""
    grid = map_of(table).grid
    pieces, units = table.pieces, pack_of(table).units
    return tuple(
        one
        for hex_label, lying in table.zones.items()
        if lying and hex_label in grid
        for one in lying
        if pieces[one].owner == seat and pieces[one].kind in units
    )


def everybody(table: Table) -> tuple[PieceId, ...]:
    """All units on the map, those of the Axis first."""
    return tuple(one for seat in SEATS for one in units_on_map(table, seat))


def hexes_of(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """The hexes in which a seat has units."""
    return tuple(dict.fromkeys(table.pieces[one].zone for one in units_on_map(table, seat)))


def weapon_of(table: Table, unit: PieceId) -> PieceId:
    """The weapon a unit carries, or nothing."""
    pieces = table.pieces
    for one in table.zones.get(pieces[unit].zone, ()):
        if pieces[one].host == unit and is_weapon(table, one):
            return one
    return ""


def weapons_in_play(table: Table, seat: Seat = "") -> tuple[PieceId, ...]:
    """All weapons on the map, or those of one seat."""
    grid, weapons = map_of(table).grid, pack_of(table).weapons
    return tuple(
        piece.id
        for piece in table.pieces.values()
        if piece.kind in weapons and piece.zone in grid and seat in ("", piece.owner)
    )


def carrier_of(table: Table, element: PieceId) -> PieceId:
    """The unit that carries a weapon; a unit carries itself."""
    piece = table.pieces[element]
    return piece.host if piece.kind in pack_of(table).weapons else element


def command_of(table: Table, unit: PieceId) -> int:
    """3.3.1: the command of the side that is up; suppression and wire leave it alone (13.2)."""
    # Ruling: AMB-13, a demoralised leader has the command printed on that side, which is 0.
    card = printed(table, unit)
    return numbers(table, unit).command if card.is_leader else 0


def command_items(table: Table, unit: PieceId, rule: str) -> Items:
    """3.3.1.2: what the leaders in its hex lend to a squad or team, leader by leader."""
    if printed(table, unit).is_leader:
        return []
    piece = table.pieces[unit]
    return [
        (f"command {one}", lent, rule)
        for one in units_in(table, piece.zone, piece.owner)
        if (lent := command_of(table, one))
    ]


def _command(table: Table, unit: PieceId) -> int:
    return sum(value for _, value, _ in command_items(table, unit, "3.3.1.2"))


def in_wire(table: Table, hex_label: Zone) -> bool:
    """F106.1: whether a hex holds wire."""
    pieces = table.pieces
    return any(pieces[one].kind == WIRE for one in table.zones.get(hex_label, ()))


def _status_items(table: Table, unit: PieceId, *, wire: bool) -> Items:
    marks = table.pieces[unit].marks
    items: Items = []
    if SUPPRESSED in marks:
        items.append(("suppressed", -1, "13.2"))
    if VETERAN in marks:
        items.append(("veteran", 1, "E44.1"))
    if wire and in_wire(table, table.pieces[unit].zone):
        items.append(("wire", -1, "F106.1"))
    return items


def _sum(items: Items) -> int:
    return sum(value for _, value, _ in items)


def firepower_items(table: Table, element: PieceId) -> Items:
    """3.1.1: the firepower of a unit, or of a weapon with what leaders lend it (3.3.1.3)."""
    if is_weapon(table, element):
        weapon = printed_weapon(table, element)
        own: Items = [(element, weapon.firepower, "3.1.1")]
        if weapon.artillery:
            return own
        return own + command_items(table, carrier_of(table, element), "3.3.1.3")
    return [
        (element, numbers(table, element).firepower, "3.1.1"),
        *command_items(table, element, "3.3.1.2"),
        *_status_items(table, element, wire=True),
    ]


def firepower(table: Table, element: PieceId) -> int:
    """The firepower of a unit or weapon just now."""
    return _sum(firepower_items(table, element))


def reach(table: Table, element: PieceId) -> tuple[int, int]:
    """3.1.2: the least and the greatest range of a unit or weapon just now."""
    # Ruling: AMB-36, range and movement never fall below 0.
    if is_weapon(table, element):
        weapon = printed_weapon(table, element)
        if weapon.artillery:
            return weapon.least, weapon.most
        return weapon.least, weapon.most + _command(table, carrier_of(table, element))
    status = _sum(_status_items(table, element, wire=True))
    return 0, max(0, numbers(table, element).range + _command(table, element) + status)


def movement(table: Table, unit: PieceId) -> int:
    """3.1.3: the movement points of a unit just now; a heavy weapon lowers them (11.1)."""
    status = _sum(_status_items(table, unit, wire=False))
    weapon = weapon_of(table, unit)
    burden = printed_weapon(table, weapon).movement if weapon else 0
    return max(0, numbers(table, unit).movement + _command(table, unit) + status + burden)


def morale_items(table: Table, unit: PieceId) -> Items:
    """3.1.4: the morale of a unit, before cover."""
    return [
        (f"morale {unit}", numbers(table, unit).morale, "3.1.4"),
        *command_items(table, unit, "3.3.1.2"),
        *_status_items(table, unit, wire=True),
    ]


def has_boxed(table: Table, element: PieceId, number: str) -> bool:
    """3.1.6: whether a number ("firepower", "range" or "movement") is boxed on the side up."""
    if is_weapon(table, element):
        return number in printed_weapon(table, element).boxed
    return number in numbers(table, element).boxed


def can_use_weapon(table: Table, unit: PieceId) -> bool:
    """3.2.3, 13.2: only a unit neither demoralised nor suppressed uses a weapon."""
    piece = table.pieces[unit]
    return piece.face != DEMORALISED and SUPPRESSED not in piece.marks


def silhouettes(table: Table, hex_label: Zone, seat: Seat) -> int:
    """8.2: the men of a seat in a hex."""
    return sum(printed(table, one).silhouettes for one in units_in(table, hex_label, seat))


def may_be_activated(table: Table, unit: PieceId, mark: str = ACTIVATED) -> bool:
    """O14.1, E58.1: once a turn, but a hero as often as he likes."""
    return mark not in table.pieces[unit].marks or printed(table, unit).type == "hero"


def followers(table: Table, leader: PieceId, mark: str = ACTIVATED) -> tuple[PieceId, ...]:
    """3.3.1.1: whom an activated leader may activate: no leaders, within his radius."""
    if not printed(table, leader).is_leader:
        return ()
    piece = table.pieces[leader]
    grid, radius = map_of(table).grid, command_of(table, leader)
    return tuple(
        one
        for one in units_on_map(table, piece.owner)
        if not printed(table, one).is_leader
        and grid.distance(piece.zone, table.pieces[one].zone) <= radius
        and may_be_activated(table, one, mark)
    )


def friendly_hexes(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """Glossary: hexes with an own unit, or an objective controlled without an enemy in it."""
    held = [
        hexes
        for number, hexes in map_of(table).objectives.items()
        if table.track(f"control/{number}") == SEATS.index(seat) + 1
    ]
    free = [
        each
        for hexes in held
        for each in hexes
        if not any(table.pieces[one].owner != seat for one in all_units_in(table, each))
    ]
    return tuple(dict.fromkeys((*hexes_of(table, seat), *free)))
