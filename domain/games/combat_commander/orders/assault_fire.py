"""A26: assault fire, a fire of units with boxed firepower during their move order."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import cards_for, play
from wardiary.domain.games.combat_commander.cards.playing import CardAction, OrderMenu
from wardiary.domain.games.combat_commander.fire.attack import MOVING
from wardiary.domain.games.combat_commander.fire.firing import (
    begin_fire,
    fire_offers,
    refuse_weak_fire,
)
from wardiary.domain.games.combat_commander.fire.refusals import refuse_fire
from wardiary.domain.games.combat_commander.fire.targets import elements_of, has_boxed, targets_of
from wardiary.domain.games.combat_commander.table.commands import FireAt, Pass, Play
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.games.kit.menus import Action, close_menu
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def assault_elements(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """A26: units activated to move, and their weapons, that have boxed firepower."""
    movers = [unit for unit in units_on_map(table, seat) if table.mark(unit, MOVING)]
    return tuple(
        element for element in elements_of(table, movers) if has_boxed(table, element, "firepower")
    )


def assault_fire_offers(table: Table, seat: Seat, menu: CombatMenu) -> Iterator[Offer]:
    """A26: any card, while there is a target."""
    del menu
    cards = cards_for(table, seat, "assault-fire")
    if cards and targets_of(table, seat, assault_elements(table, seat)):
        slots = (choice_slot("card", cards), fixed_slot("at", ""))
        facts: dict[str, str | int] = {"action": "assault-fire"}
        yield Offer("play", slots, "A26", "assault fire", facts=facts)


def begin_assault_fire(draft: Draft, seat: Seat, command: Play) -> None:
    """A26: a fire follows."""
    draft.change(settled=False)
    play(draft, seat, command.card, rule="A26")
    draft.begin(AssaultFire(seat))


ASSAULT_FIRE = CardAction("assault-fire", assault_fire_offers, begin_assault_fire)


def target_offers(table: Table, seat: Seat, menu: CombatMenu) -> list[Offer]:
    """A26: each target of elements with boxed firepower, or no fire."""
    del menu
    offers = fire_offers(table, seat, assault_elements(table, seat))
    return [*offers, Offer("pass", (), "A26", "do not fire")]


def refuse_assault_fire(table: Table, seat: Seat, command: FireAt, menu: CombatMenu) -> None:
    """A26: only elements with boxed firepower, at what they can reach."""
    del menu
    elements = assault_elements(table, seat)
    refuse_fire(table, seat, command, elements, ())
    refuse_weak_fire(table, seat, command, elements)


def fire(draft: Draft, seat: Seat, command: FireAt) -> None:
    """The fire is prepared."""
    begin_fire(draft, seat, command, assault_elements(draft.table, seat))


class AssaultFire(OrderMenu, frozen=True, tag="assault-fire"):
    """A26: one fire of elements with boxed firepower, as in a fire order."""

    menu = (Action(FireAt, fire, target_offers, refuse_assault_fire), Action(Pass, close_menu))

    seat: Seat
    fired: tuple[PieceId, ...] = ()

    def asks(self, table: Table) -> Prompts:
        """The player, until the fire has been made."""
        del table
        if self.fired:
            return ()
        return (Prompt(self.seat, (), "A26", "assault fire at what?"),)

    def resume(self, draft: Draft) -> None:
        """The fire has been made."""
        draft.finish()


STEPS: tuple[type[Step], ...] = (AssaultFire,)
