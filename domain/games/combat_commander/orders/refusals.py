"""Why an order, an activation, a step or an advance is refused (O14, O16, O21)."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.combat_commander.cards.cards import card_of
from wardiary.domain.games.combat_commander.cards.refusals import refuse_another_order, refuse_card
from wardiary.domain.games.combat_commander.components.printed import OrderName, map_of
from wardiary.domain.games.combat_commander.table.commands import (
    Activate,
    Advance,
    GiveOrder,
    StepTo,
)
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.terrain import (
    has_units_of,
    is_cliff,
    is_hex,
    is_impassable,
    move_cost,
)
from wardiary.domain.games.combat_commander.units.units import (
    commanded_by,
    is_activated,
    is_unit,
    unit_card,
)
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


def refuse_others(table: Table, head: PieceId, others: Iterable[PieceId]) -> None:
    """3.3.1.1: a leader activates others than leaders, within his radius."""
    led = commanded_by(table, head) if unit_card(table, head).is_leader else ()
    for unit in others:
        if unit not in led:
            raise Illegal("3.3.1.1", f"{head} cannot activate {unit}")
