"""15 Antitank markers: bought at any time of a seat's Turn, drawn unseen, put with a unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, mark_acted, pay
from wardiary.domain.games.combat_soldiers.components.zones import STOCK
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at
from wardiary.domain.games.kit.choices import SeatChoice
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class BuyAntitank(Command, frozen=True, tag="antitank"):
    """15.0: buy an antitank marker for a group."""

    says = "buy an antitank marker for {group}"
    group: str


class PutAntitank(Command, frozen=True, tag="put-antitank"):
    """15.1: put the drawn marker with a unit of that group."""

    says = "put the antitank marker with {unit}"
    unit: str


def antitank_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """15.0: one action for a group without a marker."""
    zones = [group.zone for group in board.mine if cannot_buy(table, seat, group) is None]
    if zones:
        yield offer(BuyAntitank, "15.0", "Buy an antitank marker", choice_slot("group", zones))


def cannot_buy(table: Table, seat: Seat, group: Group) -> Refusal:
    """15.0, 15.1-b: why no marker is bought for a group: a unit, marker or action is missing."""
    if group.owner != seat or not group.troops:
        return ("15.1-b", "the marker is put with a unit of yours, never on an objective")
    if group.markers:
        return ("15.1-b", "the group has a marker already")
    if not table.zone(STOCK):
        return ("15.1-a", "no marker is left")
    return cannot_afford(table, seat, 1, group.side, rule="15.0")


def refuse_buy(table: Table, seat: Seat, command: BuyAntitank, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the purchase."""
    refuse(cannot_buy(table, seat, group_at(table, command.group)))


def buy(draft: Draft, seat: Seat, command: BuyAntitank) -> None:
    """15.1-a: the group is named, a marker drawn at random, then its unit chosen (CS-Q54)."""
    group = group_at(draft.table, command.group)
    pay(draft, 1, group.side, rule="15.0")
    mark_acted(draft, group.zone, rule="3.4-b")
    drawn = draft.pick(seat, STOCK, "antitank marker", rule="15.1-a")
    # Ruling: CS-Q53 everyone sees a marker once it is placed.
    draft.move(drawn, group.zone, rule="15.1-a")
    draft.begin(AntitankPlacement(seat, group.zone, drawn))


BUY_ANTITANK = Action[SeatBoard](BuyAntitank, buy, antitank_offers, refuse_buy)


class AntitankPlacement(SeatChoice, frozen=True, tag="mounting"):
    """15.1: the unit that the drawn marker stays with."""

    question = "Which unit gets the marker?"
    rule = "15.1-a"
    label = "Put the marker with a unit"
    command = PutAntitank

    zone: Zone
    marker: PieceId

    def options(self, table: Table) -> Sequence[str]:
        """The units of the group."""
        return group_at(table, self.zone).troops

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """The marker stays with that unit."""
        draft.move(self.marker, self.zone, rule="15.1-a", host=chosen)
