"""What is where: looked up once, and again when a counter has moved."""

from __future__ import annotations

from collections.abc import Mapping

from wardiary.domain.games.combat_commander.components.printed import map_of, pack_of
from wardiary.domain.games.combat_commander.components.terrain_chart import FORTIFICATIONS
from wardiary.domain.games.combat_commander.table.zones import CARD_ZONES, PLACES
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

BOTH: Seat = ""


@remembered(PLACES)
def hexes_in_use(table: Table) -> tuple[Zone, ...]:
    """The hexes in which anything is, in the order of the map."""
    order = map_of(table).grid.place
    hexes = [zone for zone, present in table.zones.items() if present and zone in order]
    return tuple(sorted(hexes, key=order.__getitem__))


@remembered(PLACES)
def units_by_place(table: Table) -> Mapping[tuple[Zone, Seat], tuple[PieceId, ...]]:
    """The units in each zone that has any: of each seat, and of both."""
    pieces, kinds = table.pieces, pack_of(table).units
    places: dict[tuple[Zone, Seat], tuple[PieceId, ...]] = {}
    for zone, present in table.zones.items():
        if not present or zone in CARD_ZONES:
            continue
        units = tuple([piece for piece in present if pieces[piece].kind in kinds])
        if units:
            places[zone, BOTH] = units
            owners = {pieces[unit].owner for unit in units}
            for owner in owners:
                places[zone, owner] = (
                    units
                    if len(owners) == 1
                    else tuple([unit for unit in units if pieces[unit].owner == owner])
                )
    return places


@remembered(PLACES)
def occupied_hexes(table: Table, owner: Seat = BOTH) -> tuple[Zone, ...]:
    """The hexes in which a seat has units, or either has, in the order of the map."""
    order = map_of(table).grid.place
    hexes = [zone for zone, seat in units_by_place(table) if seat == owner and zone in order]
    return tuple(sorted(hexes, key=order.__getitem__))


@remembered(PLACES)
def units_on_map(table: Table, owner: Seat = BOTH) -> tuple[PieceId, ...]:
    """Every unit on the map, of a seat or of both, in the order of the hexes."""
    places = units_by_place(table)
    return tuple(
        [unit for hex_label in occupied_hexes(table, owner) for unit in places[hex_label, owner]]
    )


@remembered(PLACES)
def silhouettes_by_place(table: Table) -> Mapping[tuple[Zone, Seat], int]:
    """8.2: the silhouettes of the units in each zone that has any, of each seat and of both."""
    pieces, kinds = table.pieces, pack_of(table).units
    return {
        place: sum([kinds[pieces[unit].kind].silhouettes for unit in units])
        for place, units in units_by_place(table).items()
    }


@remembered(PLACES)
def weapons_by_carrier(table: Table) -> Mapping[PieceId, PieceId]:
    """11.2: the weapon that each unit carries; it is where the unit is."""
    pieces, kinds = table.pieces, pack_of(table).weapons
    carried: dict[PieceId, PieceId] = {}
    for zone, present in table.zones.items():
        if zone not in CARD_ZONES:
            for piece in present:
                weapon = pieces[piece]
                if weapon.host and weapon.kind in kinds and pieces[weapon.host].zone == zone:
                    carried.setdefault(weapon.host, piece)
    return carried


@remembered(PLACES)
def fortification_by_hex(table: Table) -> Mapping[Zone, PieceId]:
    """8.1.3: the fortification in each hex that has one."""
    pieces = table.pieces
    return {
        hex_label: piece
        for hex_label in hexes_in_use(table)
        for piece in reversed(table.zones[hex_label])
        if pieces[piece].kind in FORTIFICATIONS
    }
