"""14.3.2 No Retreat!, and the surrender of besieged groups."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import Pass
from wardiary.domain.games.combat_soldiers.battles.capture import Occupying, take_over
from wardiary.domain.games.combat_soldiers.battles.spoils import score_fallen
from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with, other_side
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at, groups_of
from wardiary.domain.games.combat_soldiers.groups.leaving import eliminate
from wardiary.domain.games.combat_soldiers.groups.sieges import besieger_of, surrenders
from wardiary.domain.games.combat_soldiers.victory.ending import check_objectives
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class NoRetreat(Command, frozen=True, tag="no-retreat"):
    """14.3.2: a besieged group holds out."""

    card: str
    group: str


def cannot_hold_out(table: Table, group: Group) -> Refusal:
    """14.3.2: a besieged group that has no such card yet."""
    if not group.siege:
        return ("14.3.2", "only a besieged group is told not to retreat")
    return ("14.3.2", "it holds out already") if group.no_retreat else None


def holdout_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """14.3.2: on any besieged group."""
    cards = hand_cards_with(table, seat, "no-retreat")
    if not cards:
        return
    besieged = [group.zone for group in board.all if cannot_hold_out(table, group) is None]
    if besieged:
        yield offer(
            NoRetreat,
            "14.3.2",
            "No Retreat!",
            choice_slot("card", cards),
            choice_slot("group", besieged),
        )


def check_no_retreat(table: Table, seat: Seat, command: NoRetreat) -> None:
    """Why No Retreat! is refused."""
    refuse(cannot_hold_out(table, group_at(table, command.group)))


def no_retreat(draft: Draft, seat: Seat, command: NoRetreat) -> None:
    """14.3.2: the card stays with the group."""
    draft.move(command.card, command.group, rule="14.3.2")


def surrendering_groups(table: Table, seat: Seat) -> list[Group]:
    """The besieged groups of a seat that would surrender now."""
    return [group for group in groups_of(table, seat) if surrenders(table, group)]


class LastStand(Step, frozen=True, tag="last-stand"):
    """RW8: before a group surrenders every seat may tell it not to, whatever it holds.

    At no other moment would the card change anything that happens before this one.
    """

    owner: Seat
    waiting: tuple[Seat, ...]

    def prompts(self, table: Table) -> Prompts:
        """The next seat, while a group without the card is about to surrender."""
        zones = [
            group.zone for group in surrendering_groups(table, self.owner) if not group.no_retreat
        ]
        if not self.waiting or not zones:
            return ()
        seat = self.waiting[0]
        offers = (
            offer(NoRetreat, "14.3.2", "No Retreat!", choice_slot("group", zones), card=card)
            for card in hand_cards_with(table, seat, "no-retreat")
        )
        return (
            Prompt(
                seat,
                (offer(Pass, "14.3.2", "Pass"), *offers),
                "14.3.2",
                "A besieged group is about to surrender: play No Retreat!?",
                {"window": "no-retreat"},
            ),
        )

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Play it, or pass."""
        if isinstance(command, NoRetreat):
            no_retreat(draft, seat, command)
        else:
            draft.change(waiting=self.waiting[1:])

    def resume(self, draft: Draft) -> None:
        """The window closes."""
        draft.finish()


def surrender(draft: Draft, group: Group) -> None:
    """CS-Q02: the units go to the besieger's pile, an objective is captured by the besieger."""
    besieger = besieger_of(draft.table, group)
    if group.units:
        eliminate(draft, group.units, scored=True, rule="7.3.1.1-c")
        score_fallen(draft, besieger.owner, rule="7.3.1.1-c")
    if group.objective:
        rest = group_at(draft.table, group.zone)
        side = other_side(group.side)
        zone = take_over(draft, rest, besieger.owner, side, rule="7.3.8.2-c")
        if not check_objectives(draft):
            draft.begin(Occupying(besieger.owner, besieger.zone, zone))
