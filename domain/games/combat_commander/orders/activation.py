"""O14.1: the units that an order activates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from wardiary.domain.games.combat_commander.cards.playing import OrderMenu
from wardiary.domain.games.combat_commander.components.names import OrderName
from wardiary.domain.games.combat_commander.fire.targets import groups_led_by
from wardiary.domain.games.combat_commander.table.commands import Activate
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.zones import COUNTERS
from wardiary.domain.games.combat_commander.terrain.steps import is_hex
from wardiary.domain.games.combat_commander.units.command import commanded_by
from wardiary.domain.games.combat_commander.units.units import is_activated, is_unit, unit_card
from wardiary.domain.games.kit.menus import Action, top_step
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import (
    Offer,
    Prompt,
    Prompts,
    choice_slot,
    fixed_slot,
    several_slot,
)
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


@remembered(COUNTERS)
def not_activated(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """O14.1: the units of a seat that can still be activated this turn."""
    return tuple(unit for unit in units_on_map(table, seat) if not is_activated(table, unit))


def has_units_to_activate(table: Table, seat: Seat) -> bool:
    """O14.1: whether a seat has a unit that can still be activated."""
    return bool(not_activated(table, seat))


def activation_offers(table: Table, seat: Seat, activation: Activation) -> Iterable[Offer]:
    """An offer for each leader, and one for all other units."""
    return groups_to_activate(table, not_activated(table, seat), activation.useful(table))


def refuse_activation(table: Table, seat: Seat, command: Activate, activation: Activation) -> None:
    """O14.1, 3.3.1.1, O20.1: who cannot be activated."""
    units = (command.head, *command.others)
    for unit in units:
        if unit not in table.pieces or not is_unit(table, unit):
            raise Illegal("O14.1", f"{unit} is no unit")
        if table.pieces[unit].owner != seat or not is_hex(table, table.zone_of(unit)):
            raise Illegal("O14.1", f"{unit} is none of your units on the map")
        if is_activated(table, unit):
            raise Illegal("O14.1", f"{unit} has been activated this turn")
    refuse_others(table, command.head, command.others)
    if not set(units) & activation.useful(table):
        raise Illegal("O20.1", "none of these units has an enemy in sight and range")


def refuse_others(table: Table, head: PieceId, others: Iterable[PieceId]) -> None:
    """3.3.1.1: a leader activates others than leaders, within his radius."""
    commanded = commanded_by(table, head) if unit_card(table, head).is_leader else ()
    for unit in others:
        if unit not in commanded:
            raise Illegal("3.3.1.1", f"{head} cannot activate {unit}")


def activate(draft: Draft, seat: Seat, command: Activate) -> None:
    """O14.1: the units are activated, and the order is carried out."""
    del seat
    activation = top_step(draft, Activation)
    units = (command.head, *command.others)
    draft.finish()
    for unit in units:
        draft.mark(unit, "activated", 1, until="turn", rule="O14.1")
    activation.begin_order(draft, units)


class Activation(OrderMenu, frozen=True):
    """O14.1: one unit, and through a leader others in his radius, all before anything else.

    An order that activates units gives its name, which units could carry it out, and how it begins.
    """

    order: ClassVar[OrderName]
    menu = (Action(Activate, activate, activation_offers, refuse_activation),)

    seat: Seat

    def useful(self, table: Table) -> frozenset[PieceId]:
        """The units that could carry the order out: all that can be activated."""
        return frozenset(not_activated(table, self.seat))

    def begin_order(self, draft: Draft, units: tuple[PieceId, ...]) -> None:
        """Carry the order out with the units activated."""
        raise NotImplementedError

    def asks(self, table: Table) -> Prompts:
        """The player who gives the order."""
        del table
        question = f"which units are activated for {self.order}?"
        facts: dict[str, str | int] = {"order": self.order}
        return (Prompt(self.seat, (), "O14.1", question, facts),)

    def resume(self, draft: Draft) -> None:
        """All units that could have carried the order out have given their weapons up."""
        # Ruling: AMB-48, an order that no unit can carry out any more is over.
        draft.finish()


def groups_to_activate(
    table: Table, available: tuple[PieceId, ...], useful: frozenset[PieceId]
) -> list[Offer]:
    """3.3.1.1: offers to activate a unit, or a leader and any of those in his radius.

    `useful` are the units that could carry the order out; a leader who could not must take along at
    least one who can.
    """
    offers = []
    alone = [unit for unit in available if unit in useful and not unit_card(table, unit).is_leader]
    if alone:
        slots = (choice_slot("head", alone), several_slot("others", ()))
        offers.append(Offer("activate", slots, "O14.1", "activate one unit"))
    for leader in available:
        if not unit_card(table, leader).is_leader:
            continue
        for others, least in groups_led_by(table, leader, available, useful):
            slots = (fixed_slot("head", leader), several_slot("others", others, least))
            offers.append(Offer("activate", slots, "O14.1", f"activate {leader} and others"))
    return offers
