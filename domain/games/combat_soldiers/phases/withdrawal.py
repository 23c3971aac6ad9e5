"""6.3 Withdrawing, in phase A."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import (
    cannot_afford,
    free_by_bridge,
    mark_acted,
    pay_or_use_bridge,
)
from wardiary.domain.games.combat_soldiers.components.zones import (
    hand,
    is_group,
    join_units,
    split_units,
)
from wardiary.domain.games.combat_soldiers.groups.command import arrange, reorganise
from wardiary.domain.games.combat_soldiers.groups.forming import rest_is_legal, subsets
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at
from wardiary.domain.games.combat_soldiers.groups.leaving import clean_up_group
from wardiary.domain.games.combat_soldiers.groups.piles import clear_units
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Withdraw(Command, frozen=True, tag="withdraw"):
    """6.3: take a group, or a part of it, back into hand."""

    says = "withdraw {units}"
    units: str


def withdraw_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """6.3-a: each group, or a part that leaves a legal group behind."""
    parts = [
        join_units(units)
        for group in board.mine
        if group.units and not group.siege and cannot_pay(table, seat, group.side) is None
        for units in subsets(group.units)
        if rest_is_legal(table, group, units)
    ]
    if parts:
        yield offer(Withdraw, "6.3-a", "Withdraw", choice_slot("units", parts))


def cannot_pay(table: Table, seat: Seat, side: str) -> Refusal:
    """6.3-a, 13.5.2.1-a: an action, unless the Bridge is free."""
    if free_by_bridge(table, seat, side):
        return None
    return cannot_afford(table, seat, 1, side, rule="6.3-a")


def refuse_withdraw(table: Table, seat: Seat, command: Withdraw, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the withdrawal."""
    group = find_withdrawing_group(table, command)
    if group.owner != seat or not group.cards:
        refuse(("6.3-a", "you withdraw only groups of yours"))
    if group.siege:
        refuse(("6.3-c", "surrounded units cannot withdraw"))
    units = split_units(command.units)
    if {group.objective, "steeple"} & set(units):
        refuse(("13.5.1.2", "an objective never withdraws"))
    if set(units) <= set(group.units) and not rest_is_legal(table, group, units):
        refuse(("4.4.5-b", "a leader does not stay alone"))
    refuse(cannot_pay(table, seat, group.side))


def find_withdrawing_group(table: Table, command: Withdraw) -> Group:
    """The group of the units named; raises Illegal when they are not on the table."""
    first = split_units(command.units)[:1]
    piece = table.pieces.get(first[0]) if first else None
    if piece is None or not is_group(piece.zone):
        raise Illegal("6.3-a", "you withdraw units from the table")
    return group_at(table, piece.zone)


def withdraw(draft: Draft, seat: Seat, command: Withdraw) -> None:
    """6.3-b, 6.3-e: the cards go back to hand, for any later use; the rest reorganises free."""
    before = find_withdrawing_group(draft.table, command)
    units = split_units(command.units)
    pay_or_use_bridge(draft, seat, before.side, rule="6.3-a")
    mark_acted(draft, before.zone, rule="3.4-b")
    clear_units(draft, units)
    draft.move(units, hand(seat), rule="6.3-a")
    clean_up_group(draft, before, rule="6.3-d")
    reorganise(draft, before.zone)
    arrange(draft, before.zone)


WITHDRAW = Action[SeatBoard](Withdraw, withdraw, withdraw_offers, refuse_withdraw)
