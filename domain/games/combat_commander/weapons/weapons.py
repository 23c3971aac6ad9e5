"""11, 12: weapons and radios on the table, who carries them, what they can do now."""

from wardiary.domain.games.combat_commander.components.printed import (
    RadioCard,
    WeaponCard,
    map_of,
    pack_of,
)
from wardiary.domain.games.combat_commander.table.places import hexes_in_use, weapons_by_carrier
from wardiary.domain.games.combat_commander.table.totals import Items
from wardiary.domain.games.combat_commander.table.zones import COUNTERS
from wardiary.domain.games.combat_commander.terrain.fortifications import wire_in
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

WORKING = "working"
BROKEN = "broken"


def weapon_card(table: Table, weapon: PieceId) -> WeaponCard:
    """What is printed on a weapon."""
    return pack_of(table).weapons[table.pieces[weapon].kind]


def is_weapon(table: Table, piece: PieceId) -> bool:
    """Whether a piece is a weapon; radios and mines are not (1.9.1.2, G-piece)."""
    return table.pieces[piece].kind in pack_of(table).weapons


def is_broken(table: Table, piece: PieceId) -> bool:
    """11.4: whether a weapon or radio shows its broken side."""
    return table.pieces[piece].face == BROKEN


def weapon_of(table: Table, unit: PieceId) -> PieceId | None:
    """11.2: the weapon a unit carries; it carries at most one."""
    return weapons_by_carrier(table).get(unit)


def carrier_of(table: Table, weapon: PieceId) -> PieceId:
    """The unit that carries a weapon; "" when nobody does."""
    return table.pieces[weapon].host


@remembered(COUNTERS)
def weapons_in_play(table: Table, owner: Seat = "") -> tuple[PieceId, ...]:
    """E71: the weapons on the map whose carriers are units of a seat, or of either."""
    zones, pieces, kinds = table.zones, table.pieces, pack_of(table).weapons
    return tuple(
        [
            piece
            for hex_label in hexes_in_use(table)
            for piece in zones[hex_label]
            if pieces[piece].kind in kinds and owner in ("", pieces[pieces[piece].host].owner)
        ]
    )


def may_fire(table: Table, weapon: PieceId) -> bool:
    """11.1, 3.2.3, 13.2, T89, T95, F106.3: whether a weapon may be fired from where it is."""
    unit = table.pieces[carrier_of(table, weapon)]
    return (
        not is_broken(table, weapon)
        and unit.face != "demoralised"
        and not unit.marks.get("suppressed", 0)
        and not map_of(table).is_wet(unit.zone)
        and not wire_in(table, unit.zone)
    )


def weapon_firepower_items(table: Table, weapon: PieceId) -> Items:
    """3.3.1.3: printed firepower, and the command of leaders in the hex unless it is artillery."""
    card = weapon_card(table, weapon)
    return ((f"{weapon} firepower", card.firepower, "11.1"), *_command_items(table, weapon))


def weapon_range(table: Table, weapon: PieceId) -> range:
    """O20.2.2, 3.3.1.3: the distances at which a weapon may fire."""
    card = weapon_card(table, weapon)
    lent = sum(value for _, value, _ in _command_items(table, weapon))
    return range(card.least, card.most + lent + 1)


def _command_items(table: Table, weapon: PieceId) -> Items:
    """3.3.1.3: leaders lend command to weapons without white bar that no leader carries."""
    units = pack_of(table).units
    unit = table.pieces[carrier_of(table, weapon)]
    if weapon_card(table, weapon).artillery or units[unit.kind].is_leader:
        return ()
    items = []
    for piece in table.zone(unit.zone):
        leader = table.pieces[piece]
        if leader.owner != unit.owner or leader.kind not in units:
            continue
        card = units[leader.kind]
        side = card.demoralised if leader.face == "demoralised" else card.normal
        if card.is_leader and side.command:
            items.append((piece, side.command, "3.3.1.3"))
    return tuple(items)


def repaired_by(table: Table, row: int) -> tuple[PieceId, ...]:
    """11.4: the broken weapons in play that a random hex of this row repairs."""
    return tuple(
        weapon
        for weapon in weapons_in_play(table)
        if is_broken(table, weapon) and row in weapon_card(table, weapon).fix
    )


def lost_by(table: Table, row: int) -> tuple[PieceId, ...]:
    """11.4: the broken weapons in play that a random hex of this row eliminates."""
    return tuple(
        weapon
        for weapon in weapons_in_play(table)
        if is_broken(table, weapon) and row in weapon_card(table, weapon).lost
    )


# Radios


def radio_card(table: Table, radio: PieceId) -> RadioCard:
    """What is printed on a radio."""
    return pack_of(table).radios[table.pieces[radio].kind]


def radio_of(table: Table, seat: Seat) -> PieceId | None:
    """8.1.2, 12: the radio in a seat's artillery box, if there is one."""
    return next(iter(table.zone(f"artillery-{seat}")), None)
