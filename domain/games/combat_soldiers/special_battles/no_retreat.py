"""14.3.2 No Retreat!, and the surrender of besieged groups."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.windows import Pass
from wardiary.domain.games.combat_soldiers.battles.capture import Occupation, take_over
from wardiary.domain.games.combat_soldiers.battles.spoils import score_fallen
from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with, other_side
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at, groups_of
from wardiary.domain.games.combat_soldiers.groups.leaving import eliminate
from wardiary.domain.games.combat_soldiers.groups.sieges import besieger_of, surrenders
from wardiary.domain.games.combat_soldiers.victory.ending import check_objectives
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


class NoRetreat(Command, frozen=True, tag="no-retreat"):
    """14.3.2: keep a besieged group from surrendering."""

    says = "play {card} for {group}"
    card: str
    group: str


def cannot_play_no_retreat(table: Table, group: Group) -> Refusal:
    """14.3.2: why the card is not played on a group: it is not besieged, or has one already."""
    if not group.siege:
        return ("14.3.2", "No Retreat! is played on a besieged group")
    return ("14.3.2", "the group has a No Retreat! card already") if group.no_retreat else None


def no_retreat_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """14.3.2: on any besieged group."""
    cards = hand_cards_with(table, seat, "no-retreat")
    if not cards:
        return
    besieged = [group.zone for group in board.all if cannot_play_no_retreat(table, group) is None]
    if besieged:
        yield offer(
            NoRetreat,
            "14.3.2",
            "No Retreat!",
            choice_slot("card", cards),
            choice_slot("group", besieged),
        )


def refuse_no_retreat(table: Table, seat: Seat, command: NoRetreat, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids No Retreat!."""
    refuse(cannot_play_no_retreat(table, group_at(table, command.group)))


def no_retreat(draft: Draft, seat: Seat, command: NoRetreat) -> None:
    """14.3.2: the card stays with the group."""
    draft.move(command.card, command.group, rule="14.3.2")


NO_RETREAT = Action[SeatBoard](NoRetreat, no_retreat, no_retreat_offers, refuse_no_retreat)


def surrendering_groups(table: Table, seat: Seat) -> list[Group]:
    """The besieged groups of a seat that would surrender now."""
    return [group for group in groups_of(table, seat) if surrenders(table, group)]


class NoRetreatWindow(Step, frozen=True, tag="last-stand"):
    """RW8: before a group surrenders every seat is asked for No Retreat!, whatever it holds.

    It is asked for only then, since the card changes nothing before that moment.
    """

    owner: Seat
    waiting: tuple[Seat, ...]

    def prompts(self, table: Table) -> Prompts:
        """The next seat, while a group without the card is about to surrender."""
        groups = surrendering_groups(table, self.owner)
        zones = [group.zone for group in groups if not group.no_retreat]
        return (self._prompt(table, self.waiting[0], zones),) if self.waiting and zones else ()

    def _prompt(self, table: Table, seat: Seat, zones: list[Zone]) -> Prompt:
        slot = choice_slot("group", zones)
        cards = hand_cards_with(table, seat, "no-retreat")
        plays = (offer(NoRetreat, "14.3.2", "No Retreat!", slot, card=card) for card in cards)
        offers = (offer(Pass, "14.3.2", "Pass"), *plays)
        question = "A besieged group is about to surrender: play No Retreat!?"
        return Prompt(seat, offers, "14.3.2", question, {"window": "no-retreat"})

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Play the card, or pass."""
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
            draft.begin(Occupation(besieger.owner, besieger.zone, zone))
