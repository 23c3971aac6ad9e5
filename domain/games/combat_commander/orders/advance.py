"""Advance: each activated unit goes one hex, also into the enemy (O16)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.actions.after_entry import AfterEntry
from wardiary.domain.games.combat_commander.cards.playing import OrderMenu
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.morale.demoralise import remaining_units
from wardiary.domain.games.combat_commander.movement.entering import Entering
from wardiary.domain.games.combat_commander.movement.leaving import Leaving
from wardiary.domain.games.combat_commander.orders.activation import (
    Activation,
    has_units_to_activate,
)
from wardiary.domain.games.combat_commander.orders.order import Order
from wardiary.domain.games.combat_commander.table.commands import Advance, Done, Leave
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.edges import may_exit
from wardiary.domain.games.combat_commander.terrain.steps import (
    advance_steps,
    is_cliff,
    is_hex,
    is_impassable,
)
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_of
from wardiary.domain.games.kit.menus import Action, close_menu, top_step
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class AdvanceActivation(Activation, frozen=True, tag="advance-activation"):
    """O16.1: the units activated to advance."""

    order = "advance"

    def begin_order(self, draft: Draft, units: tuple[PieceId, ...]) -> None:
        """They advance one after the other."""
        draft.begin(AdvanceOrder(self.seat, units))


ADVANCE = Order(
    "advance",
    has_units_to_activate,
    lambda draft, seat: draft.begin(AdvanceActivation(seat)),
    ("O14.1", "every unit has been activated this turn"),
)


def advance_offers(table: Table, seat: Seat, order: AdvanceOrder) -> Iterator[Offer]:
    """O16.1, O16.2: where each unit may go, or leave the map."""
    for unit in remaining_units(table, order.units):
        here, armed = table.zone_of(unit), weapon_of(table, unit) is not None
        if hexes := advance_steps(table, here, with_weapon=armed):
            slots = (fixed_slot("unit", unit), choice_slot("hex", hexes))
            yield Offer("advance", slots, "O16.1", f"advance {unit}")
        if may_exit(table, seat, here):
            yield Offer("leave", (fixed_slot("unit", unit),), "7.2.1", f"{unit} leaves")


def refuse_advance(table: Table, seat: Seat, command: Advance, order: AdvanceOrder) -> None:
    """O16.1, O16.2, O16.3, T83: not activated, or no way there."""
    del seat
    unit, there = command.unit, command.hex
    if unit not in remaining_units(table, order.units):
        raise Illegal("O14.1", f"{unit} is not activated to advance, or has advanced")
    here = table.zone_of(unit)
    if not is_hex(table, there) or not map_of(table).grid.adjacent(here, there):
        raise Illegal("O16.1", f"{there} is not next to {here}")
    if is_cliff(table, here, there) and weapon_of(table, unit) is not None:
        raise Illegal("O16.2", "nobody climbs a cliff with a weapon")
    if is_impassable(table, there) or map_of(table).bridge_forbids(here, there):
        raise Illegal("O16.3", f"nobody can advance from {here} to {there}")


def advance(draft: Draft, seat: Seat, command: Advance) -> None:
    """O16.1: one unit goes one hex."""
    start = draft.table.zone_of(command.unit)
    has_advanced(draft, command.unit)
    draft.begin(AfterEntry(enemy_of(seat), command.hex, (command.unit,), fire=False))
    draft.begin(Entering((command.unit,), start, command.hex, "advance"))


def leave(draft: Draft, seat: Seat, command: Leave) -> None:
    """O16.2, 7.2.1: one unit leaves the map."""
    del seat
    has_advanced(draft, command.unit)
    draft.begin(Leaving((command.unit,)))


def has_advanced(draft: Draft, unit: PieceId) -> None:
    """O16.1: that unit advances no more."""
    order = top_step(draft, AdvanceOrder)
    left = tuple(other for other in remaining_units(draft.table, order.units) if other != unit)
    draft.change(units=left, carried_out=True)


def end_offers(table: Table, seat: Seat, order: AdvanceOrder) -> Iterator[Offer]:
    """O14.4: the end of the order, when a unit has carried it out."""
    del table, seat
    if order.carried_out:
        yield Offer("done", (), "O14.2", "advance no more")


def refuse_end(table: Table, seat: Seat, command: Done, order: AdvanceOrder) -> None:
    """O14.4: too early."""
    del table, seat, command
    refuse_unless(order.carried_out, "O14.4", "nobody has advanced yet")


class AdvanceOrder(OrderMenu, frozen=True, tag="advance-order"):
    """O16.1: each activated unit may go one hex, without costs; nobody fires at it."""

    menu = (
        Action(Advance, advance, advance_offers, refuse_advance),
        Action(Leave, leave),
        Action(Done, close_menu, end_offers, refuse_end),
    )

    seat: Seat
    units: tuple[PieceId, ...]
    carried_out: bool = False

    def asks(self, table: Table) -> Prompts:
        """The player, while a unit can advance."""
        if not any(advance_offers(table, self.seat, self)):
            return ()
        return (Prompt(self.seat, (), "O16.1", "which unit advances, and where?"),)

    def resume(self, draft: Draft) -> None:
        """Nobody can advance any more."""
        draft.finish()


STEPS: tuple[type[Step], ...] = (AdvanceActivation, AdvanceOrder)
