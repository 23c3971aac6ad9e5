"""Giving an order: its card, the units it activates, and how it ends (O14)."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.combat_commander.cards.cards import card_of, play
from wardiary.domain.games.combat_commander.components.printed import OrderName
from wardiary.domain.games.combat_commander.fire.defence import MOVING
from wardiary.domain.games.combat_commander.fire.fire_order import FireOrder
from wardiary.domain.games.combat_commander.fire.targets import (
    could_fire,
    elements_of,
    targets_of,
    volleys,
)
from wardiary.domain.games.combat_commander.orders.advance import AdvanceOrder
from wardiary.domain.games.combat_commander.orders.artillery import (
    begin_request,
    deny,
    may_deny,
    may_request,
)
from wardiary.domain.games.combat_commander.orders.melee import begin_melees
from wardiary.domain.games.combat_commander.orders.move import MoveOrder
from wardiary.domain.games.combat_commander.orders.recover import begin_recover, may_recover
from wardiary.domain.games.combat_commander.orders.refusals import refuse_activation
from wardiary.domain.games.combat_commander.orders.rout import begin_rout, may_be_routed
from wardiary.domain.games.combat_commander.table.commands import Activate
from wardiary.domain.games.combat_commander.table.zones import hand
from wardiary.domain.games.combat_commander.units.units import (
    commanded_by,
    is_activated,
    unit_card,
    units_on_map,
)
from wardiary.domain.games.combat_commander.weapons.effects import weapons_may_go
from wardiary.domain.games.combat_commander.weapons.weapons import carrier, is_weapon
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import (
    Offer,
    Prompt,
    Prompts,
    choice_slot,
    fixed_slot,
    several_slot,
)
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def playable_cards(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """O14.1: the cards in hand whose order can be given now."""
    cards = table.zone(hand(seat))
    orders = {card_of(table, card).order for card in cards}
    playable = {order for order in orders if may_give(table, seat, order)}
    return tuple(card for card in cards if card_of(table, card).order in playable)


def may_give(table: Table, seat: Seat, order: OrderName) -> bool:
    """Whether an order could be given, if one had its card."""
    match order:
        case "fire":
            return could_fire(table, seat, _inactivated(table, seat))
        case "move" | "advance":
            return bool(_inactivated(table, seat))
        case "recover":
            return may_recover(table, seat)
        case "rout":
            return bool(may_be_routed(table))
        case "artillery-denied":
            return may_deny(table, seat)
        case "artillery-request":
            return may_request(table, seat)
        case _:
            # O19: command confusion is no order.
            return False


def _inactivated(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    return tuple(unit for unit in units_on_map(table, seat) if not is_activated(table, unit))


def _shooters(table: Table, seat: Seat, units: Iterable[PieceId]) -> frozenset[PieceId]:
    """O20.1: those of some units that, or whose weapon, have an enemy in sight and range."""
    shooters = targets_of(table, seat, elements_of(table, units))
    return frozenset(
        carrier(table, element) if is_weapon(table, element) else element
        for elements in shooters.values()
        for element in elements
    )


def give_order(draft: Draft, seat: Seat, card: PieceId) -> None:
    """O14.1: the card goes to the discards; then the order activates whom it activates."""
    order = card_of(draft.table, card).order
    play(draft, seat, card, rule="O14.1")
    draft.begin(Closing())
    match order:
        case "recover":
            begin_recover(draft, seat)
        case "rout":
            begin_rout(draft, seat)
        case "artillery-denied":
            deny(draft, seat)
        case "artillery-request":
            begin_request(draft, seat)
        case _:
            draft.begin(Activation(seat, order))


class Closing(Step, frozen=True, tag="closing"):
    """O16.4: at the end of an order both sides fight wherever they share a hex."""

    fought: bool = False

    def resume(self, draft: Draft) -> None:
        """Melees, then back to the turn."""
        if self.fought:
            draft.finish()
            return
        draft.change(fought=True)
        draft.expire_marks("order", rule="O14.2")
        begin_melees(draft)


@weapons_may_go
class Activation(Step, frozen=True, tag="activation"):
    """O14.1: one unit, and through a leader others in his radius, all before anything else."""

    seat: Seat
    order: OrderName

    def prompts(self, table: Table) -> Prompts:
        """An offer for each leader, and one for all others."""
        able = _inactivated(table, self.seat)
        offers = activation_offers(table, able, self._useful(table))
        if not offers:
            return ()
        question = f"whom to activate for {self.order}?"
        facts: dict[str, str | int] = {"order": self.order}
        return (Prompt(self.seat, offers, "O14.1", question, facts),)

    def _useful(self, table: Table) -> frozenset[PieceId]:
        able = _inactivated(table, self.seat)
        return _shooters(table, self.seat, able) if self.order == "fire" else frozenset(able)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """O14.1, 3.3.1.1, O20.1: who cannot be activated."""
        refuse_activation(table, seat, command, self._useful(table))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """They are activated, and the order is carried out."""
        assert isinstance(command, Activate)
        units = (command.head, *command.others)
        draft.finish()
        for unit in units:
            draft.mark(unit, "activated", 1, until="turn", rule="O14.1")
        if self.order == "move":
            for unit in units:
                draft.mark(unit, MOVING, 1, until="order", rule="O21")
            draft.begin(MoveOrder(seat))
        elif self.order == "advance":
            draft.begin(AdvanceOrder(seat, units))
        else:
            draft.begin(FireOrder(seat, units))

    def resume(self, draft: Draft) -> None:
        """Whoever could have carried the order out has given his weapon up."""
        # Ruling: AMB-48, an order nobody can carry out any more is over.
        draft.finish()


def activation_offers(
    table: Table, able: tuple[PieceId, ...], useful: frozenset[PieceId]
) -> tuple[Offer, ...]:
    """3.3.1.1: offers to activate a unit, or a leader and any of those in his radius.

    `useful` are those who could carry the order out; a leader who could not must take along at
    least one who can.
    """
    offers = []
    alone = [unit for unit in able if unit in useful and not unit_card(table, unit).is_leader]
    if alone:
        slots = (choice_slot("head", alone), several_slot("others", ()))
        offers.append(Offer("activate", slots, "O14.1", "activate one unit"))
    for leader in able:
        if not unit_card(table, leader).is_leader:
            continue
        led = tuple(unit for unit in commanded_by(table, leader) if unit in able)
        ready = tuple(unit for unit in led if unit in useful)
        idle = tuple(unit for unit in led if unit not in useful)
        groups = [(led, 0)] if leader in useful else volleys(ready, idle) if ready else []
        for others, least in groups:
            slots = (fixed_slot("head", leader), several_slot("others", others, least))
            offers.append(Offer("activate", slots, "O14.1", f"activate {leader} and others"))
    return tuple(offers)


STEPS: tuple[type[Step], ...] = (Closing, Activation)
