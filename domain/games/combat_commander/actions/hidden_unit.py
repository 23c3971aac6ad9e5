"""A35.4: a hidden unit of the defender appears when the opponent has discarded."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import cards_for, is_defender, play
from wardiary.domain.games.combat_commander.cards.playing import CardAction
from wardiary.domain.games.combat_commander.cards.rolls import Roll, roll
from wardiary.domain.games.combat_commander.movement.placing import place_unit
from wardiary.domain.games.combat_commander.setup.deployment import set_up_zone
from wardiary.domain.games.combat_commander.setup.support import support_column, unit_and_weapon
from wardiary.domain.games.combat_commander.table.choices import ChoiceFor
from wardiary.domain.games.combat_commander.table.commands import Play
from wardiary.domain.games.combat_commander.table.zones import COUNTERS
from wardiary.domain.games.combat_commander.terrain.cover import cover
from wardiary.domain.games.combat_commander.terrain.steps import is_impassable
from wardiary.domain.games.combat_commander.units.units import units_in
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


@remembered(COUNTERS)
def hiding_places(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """A35.4: hexes of its set-up zone without any unit and with cover of at least 1."""
    return tuple(
        hex_label
        for hex_label in set_up_zone(table, seat)
        if not is_impassable(table, hex_label)
        and not units_in(table, hex_label)
        and cover(table, hex_label) >= 1
    )


def may_hide_a_unit(table: Table, seat: Seat) -> bool:
    """A35.4: only the defender may, where there is a place."""
    return is_defender(table, seat) and bool(hiding_places(table, seat))


def hidden_unit_offers(table: Table, seat: Seat, menu: CombatMenu) -> Iterator[Offer]:
    """A35.4: each card, while there is a place for a unit."""
    del menu
    if may_hide_a_unit(table, seat):
        for card in cards_for(table, seat, "hidden-unit"):
            slots = (fixed_slot("card", card), fixed_slot("at", ""))
            facts: dict[str, str | int] = {"window": "after-discard", "action": "hidden-unit"}
            yield Offer("play", slots, "A35.4", "hidden unit", facts=facts)


def reveal_unit(draft: Draft, seat: Seat, command: Play) -> None:
    """A35.4: a roll on the support table follows."""
    play(draft, seat, command.card, rule="A35.4")
    roll(draft, seat, "support", kind=HiddenUnitRoll)


HIDDEN_UNIT = CardAction("hidden-unit", hidden_unit_offers, reveal_unit)


class HiddenUnitRoll(Roll, frozen=True, tag="hidden-unit-roll"):
    """A35.4: the roll on the support table."""

    def take_effect(self, draft: Draft) -> None:
        """An element of the column follows, but no radio."""
        names = support_column(draft.table, self.seat, self.faces, radios=False)
        ask(draft, HiddenUnit(self.seat, tuple(names)))


class HiddenUnit(ListedChoice, frozen=True, tag="hidden-unit"):
    """A35.4: which element of the support table was hidden."""

    question = "which unit was hidden?"
    rule = "A35.4"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """A place must be chosen for it."""
        places = hiding_places(draft.table, self.seat)
        ask(draft, HidingPlace(self.seat, places, chosen))


class HidingPlace(ChoiceFor, frozen=True, tag="hiding-place"):
    """A35.4: where the hidden unit was."""

    question = "where was it hidden?"
    rule = "A35.4"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """The unit appears there, with its weapon."""
        unit, weapon = unit_and_weapon(self.subject)
        place_unit(draft, self.seat, unit, weapon, chosen, rule="A35.4")


STEPS: tuple[type[Step], ...] = (HiddenUnitRoll, HiddenUnit, HidingPlace)
