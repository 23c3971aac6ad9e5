"""The fire order (O20)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.playing import OrderMenu
from wardiary.domain.games.combat_commander.fire.firing import (
    begin_fire,
    fire_offers,
    refuse_weak_fire,
    smoke_offers,
)
from wardiary.domain.games.combat_commander.fire.refusals import refuse_fire
from wardiary.domain.games.combat_commander.fire.targets import (
    could_fire,
    elements_of,
    fire_items,
    targets_of,
)
from wardiary.domain.games.combat_commander.morale.demoralise import remaining_units
from wardiary.domain.games.combat_commander.orders.activation import Activation, not_activated
from wardiary.domain.games.combat_commander.orders.order import Order
from wardiary.domain.games.combat_commander.table.commands import Done, FireAt, ShellSmoke
from wardiary.domain.games.combat_commander.table.totals import total
from wardiary.domain.games.combat_commander.table.zones import COUNTERS
from wardiary.domain.games.combat_commander.weapons.weapons import carrier_of, is_weapon
from wardiary.domain.games.kit.menus import Action, close_menu, top_step
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


@remembered(COUNTERS)
def could_give_fire(table: Table, seat: Seat) -> bool:
    """O20.1: whether a unit that can be activated has an enemy in sight and range."""
    return could_fire(table, seat, not_activated(table, seat))


class FireActivation(Activation, frozen=True, tag="fire-activation"):
    """O20.1: the units activated to fire."""

    order = "fire"

    def useful(self, table: Table) -> frozenset[PieceId]:
        """O20.1: the units that, or whose weapons, have an enemy in sight and range."""
        elements = elements_of(table, not_activated(table, self.seat))
        return frozenset(
            carrier_of(table, element) if is_weapon(table, element) else element
            for shooters in targets_of(table, self.seat, elements).values()
            for element in shooters
        )

    def begin_order(self, draft: Draft, units: tuple[PieceId, ...]) -> None:
        """They fire one after the other."""
        draft.begin(FireOrder(self.seat, units))


FIRE = Order(
    "fire",
    could_give_fire,
    lambda draft, seat: draft.begin(FireActivation(seat)),
    ("O20.1", "no unit that can be activated has an enemy in sight and range"),
)


def order_fire_offers(table: Table, seat: Seat, order: FireOrder) -> Iterator[Offer]:
    """Each hex that can be fired at, with the counters that could be the base; smoke shells."""
    elements = order.elements(table)
    yield from fire_offers(table, seat, elements)
    yield from smoke_offers(table, elements)


def refuse_order_fire(table: Table, seat: Seat, command: FireAt, order: FireOrder) -> None:
    """O20.3: why that hex cannot be fired at, or with that counter."""
    refuse_fire(table, seat, command, order.elements(table), order.already_fired(table))
    refuse_weak_fire(table, seat, command, order.elements(table))


def fire(draft: Draft, seat: Seat, command: FireAt | ShellSmoke) -> None:
    """O20.2, O20.3: the fire is prepared."""
    order = top_step(draft, FireOrder)
    begin_fire(draft, seat, command, order.elements(draft.table))


def end_offers(table: Table, seat: Seat, order: FireOrder) -> Iterator[Offer]:
    """To end the order, when it may end."""
    del seat
    if order.may_end(table):
        yield Offer("done", (), "O20.3", label="fire no more")


def refuse_end(table: Table, seat: Seat, command: Done, order: FireOrder) -> None:
    """O14.4: too early."""
    del seat, command
    refuse_unless(order.may_end(table), "O14.4", "nobody has fired yet")


class FireOrder(OrderMenu, frozen=True, tag="fire-order"):
    """O20.3: every activated counter may fire once, alone or in a group."""

    menu = (
        Action(FireAt, fire, order_fire_offers, refuse_order_fire),
        Action(ShellSmoke, fire),
        Action(Done, close_menu, end_offers, refuse_end),
    )

    seat: Seat
    units: tuple[PieceId, ...]
    fired: tuple[PieceId, ...] = ()

    def elements(self, table: Table) -> tuple[PieceId, ...]:
        """The units and weapons that may still fire."""
        # Ruling: AMB-64, a weapon repaired in the middle of the order may still fire.
        ready, fired = (
            elements_of(table, remaining_units(table, self.units)),
            self.already_fired(table),
        )
        return tuple(element for element in ready if element not in fired)

    def already_fired(self, table: Table) -> tuple[PieceId, ...]:
        """O20.3, E52.2: what has fired; teams have if the squad they replaced has."""
        return remaining_units(table, self.fired)

    def may_end(self, table: Table) -> bool:
        """O14.4: a unit must fire, unless no fire reaches 1 without a card."""
        if self.fired:
            return True
        targets = targets_of(table, self.seat, self.elements(table))
        return not any(
            total(fire_items(table, (element,), (target,))) >= 1
            for target, shooters in targets.items()
            for element in shooters
        )

    def asks(self, table: Table) -> Prompts:
        """The player, while there is anything to fire at."""
        # Fires that need a card depend on the hand; whether the player is asked must not.
        elements = self.elements(table)
        if not smoke_offers(table, elements) and not targets_of(table, self.seat, elements):
            return ()
        return (Prompt(self.seat, (), "O20.3", "fire at what?"),)

    def resume(self, draft: Draft) -> None:
        """Nothing is left to fire at."""
        draft.finish()


STEPS: tuple[type[Step], ...] = (FireActivation, FireOrder)
