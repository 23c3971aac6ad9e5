"""What the other player may do after a discard: demolition, a hidden unit (A31, A35.4)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.cards.cards import (
    card_of,
    cards_for,
    could_hold,
    is_defender,
    play,
)
from wardiary.domain.games.combat_commander.cards.refusals import refuse_play
from wardiary.domain.games.combat_commander.cards.rolls import Faces, roll, roll_effect
from wardiary.domain.games.combat_commander.fortifications.construction import remove_fortification
from wardiary.domain.games.combat_commander.movement.placing import place_unit
from wardiary.domain.games.combat_commander.setup.deployment import set_up_zone
from wardiary.domain.games.combat_commander.setup.support import column, unit_and_weapon
from wardiary.domain.games.combat_commander.table.choices import choose, effect
from wardiary.domain.games.combat_commander.table.commands import Pass, Play
from wardiary.domain.games.combat_commander.terrain.fortifications import fortification_in
from wardiary.domain.games.combat_commander.terrain.terrain import cover, is_impassable
from wardiary.domain.games.combat_commander.units.units import hexes_held, units_in
from wardiary.domain.games.combat_commander.weapons.effects import weapons_may_go
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


@weapons_may_go
class AfterDiscard(Step, frozen=True, tag="after-discard"):
    """A31, A35.4: the player who did not pass acts as often as he likes."""

    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """Asked whenever some hand could hold something for this moment."""
        demolition_hexes = demolishable(table, self.seat)
        hides = is_defender(table, self.seat) and bool(hiding_places(table, self.seat))
        open_ = (demolition_hexes and could_hold(table, self.seat, "demolition")) or (
            hides and could_hold(table, self.seat, "hidden-unit")
        )
        if not open_:
            return ()
        facts: dict[str, str | int] = {"window": "after-discard"}
        offers = [Offer("pass", (), "O15", facts=facts)]
        for card in cards_for(table, self.seat, "demolition") if demolition_hexes else ():
            slots = (fixed_slot("card", card), choice_slot("at", demolition_hexes))
            facts_of = {**facts, "action": "demolition"}
            offers.append(Offer("play", slots, "A31", "demolition", facts=facts_of))
        for card in cards_for(table, self.seat, "hidden-unit") if hides else ():
            slots = (fixed_slot("card", card), fixed_slot("at", ""))
            facts_of = {**facts, "action": "hidden-unit"}
            offers.append(Offer("play", slots, "A35.4", "hidden unit", facts=facts_of))
        return (Prompt(self.seat, tuple(offers), "O15", "your opponent has discarded", facts),)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """A31, A35.4: a card that has no place at this moment."""
        actions = ("demolition",) if demolishable(table, seat) else ()
        hides = is_defender(table, seat) and hiding_places(table, seat)
        refuse_play(table, seat, command, (*actions, *(("hidden-unit",) if hides else ())))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """A card, or nothing more."""
        if isinstance(command, Pass):
            draft.finish()
            return
        assert isinstance(command, Play)
        if card_of(draft.table, command.card).action == "demolition":
            play(draft, seat, command.card, rule="A31")
            remove_fortification(draft, command.at, rule="A31")
        else:
            play(draft, seat, command.card, rule="A35.4")
            roll(draft, seat, "support", then="hidden-unit")

    def resume(self, draft: Draft) -> None:
        """Nothing could be done."""
        draft.finish()


def demolishable(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """A31: hexes with an own unit and a fortification."""
    return tuple(
        hex_label for hex_label in hexes_held(table, seat) if fortification_in(table, hex_label)
    )


def hiding_places(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """A35.4: hexes of the own set-up zone without any unit and with cover of at least 1."""
    return tuple(
        hex_label
        for hex_label in set_up_zone(table, seat)
        if not is_impassable(table, hex_label)
        and not units_in(table, hex_label)
        and cover(table, hex_label) >= 1
    )


@roll_effect("hidden-unit")
def roll_hidden_unit(draft: Draft, seat: Seat, faces: Faces, about: tuple[str, ...]) -> None:
    """A35.4: any element of the column but a radio."""
    del about
    names = column(draft.table, seat, faces, radios=False)
    choose(draft, seat, "hidden-unit", names, rule="A35.4")


@effect("hidden-unit")
def pick_hidden_unit(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """A35.4: and where it was hidden."""
    del about
    places = hiding_places(draft.table, seat)
    choose(draft, seat, "hiding-place", places, rule="A35.4", about=(chosen,))


@effect("hiding-place")
def place_hidden_unit(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """A35.4: it is there, with its weapon."""
    unit, weapon = unit_and_weapon(about[0])
    place_unit(draft, seat, unit, weapon, chosen, rule="A35.4")


STEPS: tuple[type[Step], ...] = (AfterDiscard,)
