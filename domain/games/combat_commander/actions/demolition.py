"""A31: a fortification is removed when the opponent has discarded."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import cards_for, play
from wardiary.domain.games.combat_commander.cards.playing import CardAction
from wardiary.domain.games.combat_commander.fortifications.construction import remove_fortification
from wardiary.domain.games.combat_commander.table.commands import Play
from wardiary.domain.games.combat_commander.table.places import occupied_hexes
from wardiary.domain.games.combat_commander.terrain.fortifications import fortification_in
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot, fixed_slot
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def demolishable(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """A31: the hexes with a unit of this seat and a fortification."""
    return tuple(
        hex_label for hex_label in occupied_hexes(table, seat) if fortification_in(table, hex_label)
    )


def demolition_offers(table: Table, seat: Seat, menu: CombatMenu) -> Iterator[Offer]:
    """A31: each card, at each of those hexes."""
    del menu
    if hexes := demolishable(table, seat):
        for card in cards_for(table, seat, "demolition"):
            slots = (fixed_slot("card", card), choice_slot("at", hexes))
            facts: dict[str, str | int] = {"window": "after-discard", "action": "demolition"}
            yield Offer("play", slots, "A31", "demolition", facts=facts)


def demolish(draft: Draft, seat: Seat, command: Play) -> None:
    """A31: the fortification is removed."""
    play(draft, seat, command.card, rule="A31")
    remove_fortification(draft, command.at, rule="A31")


DEMOLITION = CardAction("demolition", demolition_offers, demolish)
