"""Why a command that is not on offer is refused, with the very rule (O14, O20, O21).

What no rule offers may not be done: rules are read by the letter (G-literal).
"""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.combat_commander.cards import card_of
from wardiary.domain.games.combat_commander.commands import (
    Activate,
    Advance,
    Discard,
    EndTurn,
    FireAt,
    GiveOrder,
    Join,
    Play,
    StepTo,
    Watch,
)
from wardiary.domain.games.combat_commander.components import ActionName, OrderName, map_of
from wardiary.domain.games.combat_commander.fortifications import wire_in
from wardiary.domain.games.combat_commander.targets import (
    Sky,
    is_artillery,
    reach_of,
)
from wardiary.domain.games.combat_commander.terrain import (
    has_units_of,
    is_cliff,
    is_hex,
    is_impassable,
    move_cost,
)
from wardiary.domain.games.combat_commander.units import (
    commanded_by,
    is_activated,
    is_unit,
    unit_card,
    units_in,
)
from wardiary.domain.games.combat_commander.weapons import carrier, is_weapon, may_fire
from wardiary.domain.games.combat_commander.zones import enemy_of, hand
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

ORDER_RULES: dict[OrderName, tuple[str, str]] = {
    "fire": ("O20.1", "no unit that can be activated has an enemy in sight and range"),
    "move": ("O14.1", "every unit has been activated this turn"),
    "advance": ("O14.1", "every unit has been activated this turn"),
    "recover": ("O22.1", "there is nobody to recover, or you were activated this turn"),
    "rout": ("O23.1", "there is nobody to rout, or he was activated this turn"),
    "artillery-denied": ("O17", "your opponent has no radio"),
    "artillery-request": ("O18", "you have no radio, or nobody to observe"),
    "command-confusion": ("O19", "command confusion is no order"),
}

ACTION_RULES: dict[ActionName, tuple[str, str]] = {
    "ambush": ("A25", "an ambush is for the start of a melee"),
    "assault-fire": ("A26", "no moving unit with boxed firepower has a target"),
    "bore-sighting": ("A27", "only a defender's weapon of 5 firepower or more is sighted"),
    "command-confusion": ("A28", "command confusion is no action"),
    "concealment": ("A29", "concealment is for the time before a defence roll"),
    "crossfire": ("A30", "crossfire is for fire at moving units"),
    "demolition": ("A31", "demolition is for the time after a discard"),
    "dig-in": ("A32", "digging in is for the end of an advance of time"),
    "hand-grenades": ("A34", "no firer is next to the target"),
    "hidden-entrenchments": ("A35.1", "only a defender may, before a defence roll, where it fits"),
    "hidden-mines": ("A35.2", "only a defender may, where somebody has entered and it fits"),
    "hidden-pillbox": ("A35.3", "only a defender may, on an objective, before a defence roll"),
    "hidden-unit": ("A35.4", "only a defender may, after a discard"),
    "hidden-wire": ("A35.5", "only a defender may, where somebody has entered and it fits"),
    "light-wounds": ("A36", "light wounds are for a squad about to be demoralised"),
    "marksmanship": ("A37", "no squad or team fires"),
    "no-quarter": ("A38", "no quarter is given by Russians, or Germans against them"),
    "smoke-grenades": ("A39", "no moving unit with boxed movement is next to that hex"),
    "spray-fire": ("A40", "not all firers have boxed range, or the second hex is no target"),
    "sustained-fire": ("A41", "no machine gun or mortar fires"),
}


def refuse_card(table: Table, seat: Seat, command: Command) -> None:
    """O14.1, A24.1: a card is not in the hand, or has no place here."""
    if not isinstance(command, Play | GiveOrder | Watch):
        return
    if command.card not in table.zone(hand(seat)):
        rule = "O14.1" if isinstance(command, GiveOrder) else "A24.1"
        raise Illegal(rule, f"{command.card} is not in your hand")


def refuse_play(table: Table, seat: Seat, command: Command, allowed: Iterable[str]) -> None:
    """An action whose condition does not hold is refused under its own rule."""
    refuse_card(table, seat, command)
    if isinstance(command, Play):
        action = card_of(table, command.card).action
        if action not in allowed:
            raise Illegal(*ACTION_RULES[action])


def refuse_another_order(command: Command) -> None:
    """O14.2: an order is finished before anything else is announced."""
    if isinstance(command, GiveOrder | EndTurn | Discard):
        raise Illegal("O14.2", "the order that was given has to be finished first")


def refuse_order(table: Table, seat: Seat, command: Command, playable: Iterable[PieceId]) -> None:
    """O14.1: an order that cannot be given."""
    refuse_card(table, seat, command)
    if isinstance(command, GiveOrder) and command.card not in playable:
        raise Illegal(*ORDER_RULES[card_of(table, command.card).order])


def refuse_activation(
    table: Table, seat: Seat, command: Command, useful: Iterable[PieceId]
) -> None:
    """O14.1, 3.3.1.1, O20.1: who cannot be activated."""
    refuse_another_order(command)
    if not isinstance(command, Activate):
        return
    units = (command.head, *command.others)
    for unit in units:
        if unit not in table.pieces or not is_unit(table, unit):
            raise Illegal("O14.1", f"{unit} is no unit")
        if table.pieces[unit].owner != seat or not is_hex(table, table.zone_of(unit)):
            raise Illegal("O14.1", f"{unit} is none of your units on the map")
        if is_activated(table, unit):
            raise Illegal("O14.1", f"{unit} has been activated this turn")
    refuse_others(table, command.head, command.others)
    if not set(units) & set(useful):
        raise Illegal("O20.1", "nobody of these has an enemy in sight and range")


def refuse_others(table: Table, head: PieceId, others: Iterable[PieceId]) -> None:
    """3.3.1.1: a leader activates others than leaders, within his radius."""
    led = commanded_by(table, head) if unit_card(table, head).is_leader else ()
    for unit in others:
        if unit not in led:
            raise Illegal("3.3.1.1", f"{head} cannot activate {unit}")


def refuse_fire(
    table: Table, seat: Seat, command: Command, able: Iterable[PieceId], done: Iterable[PieceId]
) -> None:
    """O20.3: why a counter cannot fire at a hex."""
    if not isinstance(command, FireAt):
        return
    base, target = command.base, command.hex
    if base in done:
        raise Illegal("O20.3", f"{base} has fired")
    carried = base in table.pieces and is_weapon(table, base) and carrier(table, base)
    if carried and not may_fire(table, base):
        raise Illegal("11.1", f"{base} cannot be used where and as it is")
    if base not in able:
        raise Illegal("O14.1", f"{base} is not activated to fire")
    if not is_hex(table, target) or not units_in(table, target, enemy_of(seat)):
        raise Illegal("O20.3", f"there is no enemy in {target}")
    refuse_reach(table, base, target)


def refuse_reach(table: Table, element: PieceId, target: Zone) -> None:
    """O20.2.2, 10.2: out of range or out of sight."""
    here = table.zone_of(element)
    away = map_of(table).grid.distance(here, target)
    if away not in reach_of(table, element):
        raise Illegal("O20.2.2", f"{target} is {away} hexes away, out of range of {element}")
    if Sky.over(table).hindrance(here, target) is None:
        raise Illegal("10.2", f"there is no line of sight from {here} to {target}")


def refuse_join(
    table: Table, command: Command, group: tuple[PieceId, ...], targets: tuple[Zone, ...]
) -> None:
    """O20.3.1, F106.3: why a counter cannot join a group."""
    if not isinstance(command, Join):
        return
    hexes = {table.zone_of(each) for each in group}
    for element in command.elements:
        if element not in table.pieces or not is_hex(table, table.zone_of(element)):
            raise Illegal("O20.3.1", f"{element} is not on the map")
        if not (is_unit(table, element) or is_weapon(table, element)):
            raise Illegal("O20.3.1", f"{element} does not fire")
        if any(is_artillery(table, each) for each in (*group, element)):
            raise Illegal("O20.3.1.1", "artillery fires alone")
        for target in targets:
            refuse_reach(table, element, target)
        here = table.zone_of(element)
        if {here} != hexes and any(wire_in(table, each) for each in (*hexes, here)):
            raise Illegal("F106.3", "nobody in wire joins others outside")
        if not map_of(table).grid.joined({here, *hexes}):
            raise Illegal("O20.3.1", f"{here} is not next to the group")


def refuse_step(table: Table, seat: Seat, command: Command, here: Zone, left: int) -> None:
    """O21.1, O21.4: why the movers cannot enter a hex."""
    if not isinstance(command, StepTo):
        return
    there = command.hex
    if not is_hex(table, there) or not map_of(table).grid.adjacent(here, there):
        raise Illegal("O21.1", f"{there} is not next to {here}")
    if has_units_of(table, there, enemy_of(seat)):
        raise Illegal("O21.4", f"the enemy is in {there}")
    cost = move_cost(table, here, there)
    if cost is None:
        raise Illegal("O21.4", f"nobody can move from {here} to {there}")
    if cost > left:
        raise Illegal("O21.1", f"{there} costs {cost}, {left} are left")


def refuse_advance(table: Table, command: Command, *, armed: bool) -> None:
    """O16.2, O16.3, T83: why a unit cannot advance into a hex."""
    if not isinstance(command, Advance):
        return
    here, there = table.zone_of(command.unit), command.hex
    if not is_hex(table, there) or not map_of(table).grid.adjacent(here, there):
        raise Illegal("O16.1", f"{there} is not next to {here}")
    if is_cliff(table, here, there) and armed:
        raise Illegal("O16.2", "nobody climbs a cliff with a weapon")
    if is_impassable(table, there) or map_of(table).bridge_forbids(here, there):
        raise Illegal("O16.3", f"nobody can advance from {here} to {there}")
