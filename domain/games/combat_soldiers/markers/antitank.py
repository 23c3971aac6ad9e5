"""15 Antitank markers: bought at any time of the own Turn, drawn blind, put on a unit."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, mark_acted, pay
from wardiary.domain.games.combat_soldiers.components.zones import STOCK
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class BuyAntitank(Command, frozen=True, tag="antitank"):
    """15.0: buy an antitank marker for a group."""

    group: str


class PutAntitank(Command, frozen=True, tag="put-antitank"):
    """15.1: put the drawn marker on a unit of that group."""

    unit: str


def antitank_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """15.0: one action for a group without a marker."""
    zones = [group.zone for group in board.mine if cannot_buy(table, seat, group) is None]
    if zones:
        yield offer(BuyAntitank, "15.0", "Buy an antitank marker", choice_slot("group", zones))


def cannot_buy(table: Table, seat: Seat, group: Group) -> Refusal:
    """15.1-b: a unit to put it on, one marker a group, a marker in stock, an action."""
    if group.owner != seat or not group.troops:
        return ("15.1-b", "the marker lies with a unit of yours, never on an objective")
    if group.markers:
        return ("15.1-b", "the group has a marker already")
    if not table.zone(STOCK):
        return ("15.1-a", "no marker is left")
    return cannot_afford(table, seat, 1, group.side, rule="15.0")


def check_buy(table: Table, seat: Seat, command: BuyAntitank) -> None:
    """Why a purchase is refused."""
    refuse(cannot_buy(table, seat, group_at(table, command.group)))


def buy(draft: Draft, seat: Seat, command: BuyAntitank) -> None:
    """15.1-a: the group is named, a marker drawn at random, then its unit chosen (CS-Q54)."""
    group = group_at(draft.table, command.group)
    pay(draft, 1, group.side, rule="15.0")
    mark_acted(draft, group.zone, rule="3.4-b")
    drawn = draft.pick(seat, STOCK, "antitank marker", rule="15.1-a")
    # Ruling: CS-Q53 a marker lies open once it is placed.
    draft.move(drawn, group.zone, rule="15.1-a")
    draft.begin(Mounting(seat, group.zone, drawn))


class Mounting(Step, frozen=True, tag="mounting"):
    """15.1: the unit that the drawn marker stays with."""

    seat: Seat
    zone: Zone
    marker: PieceId

    def prompts(self, table: Table) -> Prompts:
        """The units of the group; nothing when there is but one."""
        troops = group_at(table, self.zone).troops
        if len(troops) < 2:
            return ()
        offers = tuple(offer(PutAntitank, "15.1-a", "With this unit", unit=unit) for unit in troops)
        return (Prompt(self.seat, offers, "15.1-a", "Which unit gets the marker?"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """With the unit chosen."""
        assert isinstance(command, PutAntitank)
        draft.finish()
        draft.move(self.marker, self.zone, rule="15.1-a", host=command.unit)

    def resume(self, draft: Draft) -> None:
        """With the only one."""
        draft.finish()
        unit = group_at(draft.table, self.zone).troops[0]
        draft.move(self.marker, self.zone, rule="15.1-a", host=unit)
