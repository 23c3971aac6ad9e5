"""Why a counter cannot fire at a hex or join a fire group (O20.2, O20.3, 3.3.1.1)."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.targets import SightNow, is_artillery, reach_of
from wardiary.domain.games.combat_commander.table.commands import (
    FireAt,
    Join,
)
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.fortifications import wire_in
from wardiary.domain.games.combat_commander.terrain.steps import is_hex
from wardiary.domain.games.combat_commander.units.units import is_unit, units_in
from wardiary.domain.games.combat_commander.weapons.weapons import carrier_of, is_weapon, may_fire
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def refuse_fire(
    table: Table,
    seat: Seat,
    command: Command,
    elements: Iterable[PieceId],
    fired: Iterable[PieceId],
) -> None:
    """O20.3: why a counter cannot fire at a hex."""
    if not isinstance(command, FireAt):
        return
    base, target = command.base, command.hex
    if base in fired:
        raise Illegal("O20.3", f"{base} has fired")
    carried = base in table.pieces and is_weapon(table, base) and carrier_of(table, base)
    if carried and not may_fire(table, base):
        raise Illegal("11.1", f"{base} cannot be used where and as it is")
    if base not in elements:
        raise Illegal("O14.1", f"{base} is not activated to fire")
    if not is_hex(table, target) or not units_in(table, target, enemy_of(seat)):
        raise Illegal("O20.3", f"there is no enemy in {target}")
    refuse_reach(table, base, target)


def refuse_reach(table: Table, element: PieceId, target: Zone) -> None:
    """O20.2.2, 10.2: out of range or out of sight."""
    here = table.zone_of(element)
    distance = map_of(table).grid.distance(here, target)
    if distance not in reach_of(table, element):
        raise Illegal("O20.2.2", f"{target} is {distance} hexes away, out of range of {element}")
    if SightNow.at(table).hindrance(here, target) is None:
        raise Illegal("10.2", f"there is no line of sight from {here} to {target}")


def refuse_join(
    table: Table, command: Command, group: tuple[PieceId, ...], targets: tuple[Zone, ...]
) -> None:
    """O20.3.1, F106.3: why a counter cannot join a group."""
    if not isinstance(command, Join):
        return
    hexes = {table.zone_of(element) for element in group}
    for element in command.elements:
        if element not in table.pieces or not is_hex(table, table.zone_of(element)):
            raise Illegal("O20.3.1", f"{element} is not on the map")
        if not (is_unit(table, element) or is_weapon(table, element)):
            raise Illegal("O20.3.1", f"{element} does not fire")
        if any(is_artillery(table, member) for member in (*group, element)):
            raise Illegal("O20.3.1.1", "artillery fires alone")
        for target in targets:
            refuse_reach(table, element, target)
        here = table.zone_of(element)
        if {here} != hexes and any(wire_in(table, hex_label) for hex_label in (*hexes, here)):
            raise Illegal("F106.3", "nobody in wire joins others outside")
        if not map_of(table).grid.joined({here, *hexes}):
            raise Illegal("O20.3.1", f"{here} is not next to the group")
