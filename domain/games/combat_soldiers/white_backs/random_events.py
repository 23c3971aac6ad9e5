"""13.1 to 13.4 Weather, Mines!, Friendly Fire and Engineers, each played when drawn."""

from __future__ import annotations

from collections.abc import Sequence

from wardiary.domain.games.combat_soldiers.components.cards import card_of, scenario_of
from wardiary.domain.games.combat_soldiers.components.zones import DECK, right_neighbour, seat_area
from wardiary.domain.games.combat_soldiers.groups.command import arrange
from wardiary.domain.games.combat_soldiers.groups.group import (
    Group,
    group_at,
    groups_of,
    groups_of_others,
)
from wardiary.domain.games.combat_soldiers.groups.leaving import eliminate
from wardiary.domain.games.combat_soldiers.groups.piles import discard
from wardiary.domain.games.combat_soldiers.special_battles.barrages import (
    shell_objective,
    shell_unit,
)
from wardiary.domain.games.combat_soldiers.white_backs.mines import MineAttack
from wardiary.domain.games.kit.choices import SeatChoice
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class Inflict(Command, frozen=True, tag="inflict"):
    """13.2, 13.3: the group that is hit by mines or friendly fire."""

    says = "hit {group}"
    group: str


class PassOn(Command, frozen=True, tag="pass-on"):
    """13.2, 13.3: the seat that the card is passed to."""

    says = "pass the card on to {seat}"
    seat: str


class Demolish(Command, frozen=True, tag="demolish"):
    """13.4: the objective that the engineers attack."""

    says = "let the engineers attack {objective}"
    objective: str


def play_event(draft: Draft, seat: Seat, card: PieceId) -> None:
    """1.1.1.4, 13.1-a: a random event happens as it is drawn, in front of its drawer."""
    kind = draft.table.piece(card).kind
    draft.move(card, seat_area(seat), rule="13.0")
    if kind == "engineers":
        draft.begin(Demolition(seat))
    elif kind != "weather":
        draft.begin(GroupToHit(card, seat, seat))


# 13.1 Weather.


def roll_for_weather(draft: Draft, seat: Seat) -> None:
    """6.1, 13.1-d: six or more takes the Weather off the table."""
    if "weather" not in draft.table.zone(seat_area(seat)):
        return
    (face,) = draft.roll(seat, "weather", rule="6.1", high=10)
    if face < 6:
        return
    if draft.table.zone(DECK):
        draft.move("weather", DECK, rule="13.1-d")
        draft.shuffle(DECK, rule="13.1-d")
    else:
        discard(draft, ("weather",), rule="13.1-e")


# 13.2 Mines!, 13.3 Friendly Fire.


def can_be_hit(table: Table, card: PieceId, group: Group) -> bool:
    """13.2-a, 17.3.3: mines are put on maneuver groups; 13.3-a: friendly fire hits any group."""
    if table.pieces[card].kind == "mines":
        side = scenario_of(table).mines
        return group.is_maneuver and side in {"", group.side}
    return True


def zones_that_can_be_hit(table: Table, card: PieceId, seat: Seat) -> list[Zone]:
    """The groups of a seat that a card may be played on."""
    return [group.zone for group in groups_of(table, seat) if can_be_hit(table, card, group)]


class GroupToHit(Step, frozen=True, tag="inflicting"):
    """13.2, 13.3: the right-hand neighbour picks a group; without one the card is passed on."""

    card: PieceId
    drawer: Seat
    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """The neighbour, or the drawer when no group of the seat can be hit."""
        if zones := zones_that_can_be_hit(table, self.card, self.seat):
            return (self._group_prompt(table, zones),)
        others = [seat for seat in table.seats if zones_that_can_be_hit(table, self.card, seat)]
        # Ruling: CS-Q34 the card must be passed on while any seat has such a group.
        if not others:
            return ()
        offers = (offer(PassOn, "13.2-b", "Pass it on", choice_slot("seat", others)),)
        return (Prompt(self.drawer, offers, "13.2-b", "Which seat is the card passed to?"),)

    def _group_prompt(self, table: Table, zones: list[Zone]) -> Prompt:
        rule = "13.2-a" if table.pieces[self.card].kind == "mines" else "13.3-a"
        offers = (offer(Inflict, rule, "Hit a group", choice_slot("group", zones)),)
        chooser = right_neighbour(table.seats, self.seat)
        return Prompt(chooser, offers, rule, f"Which group of {self.seat.upper()} is hit?")

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Put the card on the group, or pass it on."""
        if isinstance(command, PassOn):
            draft.change(seat=command.seat)
            return
        assert isinstance(command, Inflict)
        draft.finish()
        if draft.table.piece(self.card).kind == "mines":
            draft.move(self.card, command.group, rule="13.2-a")
            draft.begin(MineAttack(self.card, self.drawer))
        else:
            friendly_fire(draft, self.card, self.drawer, command.group)

    def resume(self, draft: Draft) -> None:
        """CS-Q34: no group can be hit, so nothing happens."""
        draft.finish()
        discard(draft, (self.card,), rule="13.0")


def friendly_fire(draft: Draft, card: PieceId, roller: Seat, zone: Zone) -> None:
    """13.3-b: every unit but leaders, and the objective, one by one; no seat scores."""
    factor = card_of(draft.table, card).attack
    discard(draft, (card,), rule="1.1.1.6-c")
    group = group_at(draft.table, zone)
    for unit in group.troops:
        if shell_unit(draft, roller, "friendly fire", factor, unit):
            eliminate(draft, (unit,), scored=False, rule="13.3-c")
    if group.objective:
        shell_objective(draft, roller, "friendly fire", factor, group.objective)
    arrange(draft, zone)


# 13.4 Engineers.


class Demolition(SeatChoice, frozen=True, tag="demolition"):
    """13.4: the drawer must attack one objective of another player."""

    question = "Which objective do the engineers attack?"
    rule = "13.4"
    label = "Attack an objective"
    command = Demolish
    asks_when_forced = True

    def options(self, table: Table) -> Sequence[str]:
        """The objectives of others."""
        others = groups_of_others(table, self.seat)
        return [group.objective for group in others if group.objective]

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """13.4: the factor of the engineers against its defence."""
        factor = card_of(draft.table, "engineers").attack
        discard(draft, ("engineers",), rule="13.4")
        shell_objective(draft, self.seat, "engineers", factor, chosen)

    def skipped(self, draft: Draft) -> None:
        """CS-Q34: there is no objective to attack."""
        discard(draft, ("engineers",), rule="13.4")
