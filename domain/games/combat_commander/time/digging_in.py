"""A32: foxholes at the end of an advance of time."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import cards_for, could_hold, play
from wardiary.domain.games.combat_commander.cards.playing import CardAction, play_cards
from wardiary.domain.games.combat_commander.fortifications.construction import (
    may_fortify,
    place_fortification,
)
from wardiary.domain.games.combat_commander.table.commands import Pass, Play
from wardiary.domain.games.combat_commander.table.places import occupied_hexes
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.games.kit.menus import Action, top_step
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table

FACTS: dict[str, str | int] = {"window": "dig-in"}


def diggable(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """A32: the hexes with a unit of the seat that can take foxholes."""
    return tuple(
        hex_label
        for hex_label in occupied_hexes(table, seat)
        if may_fortify(table, hex_label, "foxholes")
    )


def dig_in_offers(table: Table, seat: Seat, menu: DiggingIn) -> Iterator[Offer]:
    """A32: each card, in each of those hexes."""
    del menu
    if hexes := diggable(table, seat):
        for card in cards_for(table, seat, "dig-in"):
            slots = (fixed_slot("card", card), choice_slot("at", hexes))
            yield Offer("play", slots, "A32", "dig in", facts=FACTS)


def dig_in(draft: Draft, seat: Seat, command: Play) -> None:
    """A32: foxholes are placed."""
    play(draft, seat, command.card, rule="A32")
    place_fortification(draft, "foxholes", command.at, rule="A32")


DIG_IN = CardAction("dig-in", dig_in_offers, dig_in)


def pass_offers(table: Table, seat: Seat, menu: DiggingIn) -> Iterator[Offer]:
    """To dig in no more."""
    del table, seat, menu
    yield Offer("pass", (), "A32", facts=FACTS)


def stop_digging(draft: Draft, seat: Seat, command: Pass) -> None:
    """The next seat is asked."""
    del seat, command
    step = top_step(draft, DiggingIn)
    draft.change(asked=step.asked[1:])


class DiggingIn(CombatMenu, frozen=True, tag="digging-in"):
    """A32, G-simul: the seats are asked in turn, each as often as it likes."""

    menu = (Action(Pass, stop_digging, pass_offers), play_cards(DIG_IN))

    asked: tuple[Seat, ...]

    def asks(self, table: Table) -> Prompts:
        """The first seat that has not passed, if it could dig in."""
        seat = self.asked[0] if self.asked else ""
        if not seat or not could_hold(table, seat, "dig-in") or not diggable(table, seat):
            return ()
        return (Prompt(seat, (), "A32", "dig in?", FACTS),)

    def resume(self, draft: Draft) -> None:
        """A seat that could not dig in is passed over."""
        if self.asked:
            draft.change(asked=self.asked[1:])
        else:
            draft.finish()


STEPS: tuple[type[Step], ...] = (DiggingIn,)
