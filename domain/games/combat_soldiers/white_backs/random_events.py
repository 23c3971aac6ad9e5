"""13.1 to 13.4 Weather, Mines!, Friendly Fire and Engineers, each played when drawn."""

from __future__ import annotations

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
from wardiary.domain.games.combat_soldiers.white_backs.mines import Mined
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class Inflict(Command, frozen=True, tag="inflict"):
    """13.2, 13.3: the group that is hit by mines or friendly fire."""

    group: str


class PassOn(Command, frozen=True, tag="pass-on"):
    """13.2, 13.3: the seat that the card is passed to."""

    seat: str


class Demolish(Command, frozen=True, tag="demolish"):
    """13.4: the objective that the engineers attack."""

    objective: str


def play_event(draft: Draft, seat: Seat, card: PieceId) -> None:
    """1.1.1.4, 13.1-a: a random event happens the moment it is drawn, before its drawer."""
    kind = draft.table.piece(card).kind
    draft.move(card, seat_area(seat), rule="13.0")
    if kind == "engineers":
        draft.begin(Demolition(seat))
    elif kind != "weather":
        draft.begin(Inflicting(card, seat, seat))


# 13.1 Weather.


def roll_for_weather(draft: Draft, seat: Seat) -> None:
    """6.1, 13.1-d: six and more takes the Weather off the table."""
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
    """13.2-a, 17.3.3: mines lie on maneuver groups; 13.3-a: friendly fire hits any group."""
    if table.pieces[card].kind == "mines":
        side = scenario_of(table).mines
        return group.is_maneuver and side in {"", group.side}
    return True


def zones_that_can_be_hit(table: Table, card: PieceId, seat: Seat) -> list[Zone]:
    """The groups of a seat that a card may be played on."""
    return [group.zone for group in groups_of(table, seat) if can_be_hit(table, card, group)]


class Inflicting(Step, frozen=True, tag="inflicting"):
    """13.2, 13.3: the right-hand neighbour picks a group; without one the card is passed on."""

    card: PieceId
    drawer: Seat
    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """The neighbour, or the drawer who has nothing that could suffer."""
        zones = zones_that_can_be_hit(table, self.card, self.seat)
        rule = "13.2-a" if table.pieces[self.card].kind == "mines" else "13.3-a"
        if zones:
            chooser = right_neighbour(table.seats, self.seat)
            offers = tuple(offer(Inflict, rule, "This group", group=zone) for zone in zones)
            return (Prompt(chooser, offers, rule, f"Which group of {self.seat} suffers?"),)
        others = [seat for seat in table.seats if zones_that_can_be_hit(table, self.card, seat)]
        # Ruling: CS-Q34 passing on is a duty while anybody has such a group.
        offers = tuple(offer(PassOn, "13.2-b", "Pass it on", seat=seat) for seat in others)
        return (Prompt(self.drawer, offers, "13.2-b", "Who gets it?"),) if offers else ()

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Lay the card on the group, or pass it on."""
        if isinstance(command, PassOn):
            draft.change(seat=command.seat)
            return
        assert isinstance(command, Inflict)
        draft.finish()
        if draft.table.piece(self.card).kind == "mines":
            draft.move(self.card, command.group, rule="13.2-a")
            draft.begin(Mined(self.card, self.drawer))
        else:
            friendly_fire(draft, self.card, self.drawer, command.group)

    def resume(self, draft: Draft) -> None:
        """CS-Q34: nobody can suffer, so nothing happens."""
        draft.finish()
        discard(draft, (self.card,), rule="13.0")


def friendly_fire(draft: Draft, card: PieceId, roller: Seat, zone: Zone) -> None:
    """13.3-b: every unit but leaders, and the objective, one by one; nobody scores."""
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


class Demolition(Step, frozen=True, tag="demolition"):
    """13.4: the drawer must attack one objective of another player."""

    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """The objectives of others."""
        offers = tuple(
            offer(Demolish, "13.4", "Attack it", objective=group.objective)
            for group in groups_of_others(table, self.seat)
            if group.objective
        )
        return (Prompt(self.seat, offers, "13.4", "Which objective?"),) if offers else ()

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Factor four against its defence."""
        assert isinstance(command, Demolish)
        draft.finish()
        factor = card_of(draft.table, "engineers").attack
        discard(draft, ("engineers",), rule="13.4")
        shell_objective(draft, seat, "engineers", factor, command.objective)

    def resume(self, draft: Draft) -> None:
        """CS-Q34: there is none."""
        draft.finish()
        discard(draft, ("engineers",), rule="13.4")
