"""9 Rest/Refit Phase (D): units shifted and exchanged, garrisons restored."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, mark_acted, pay
from wardiary.domain.games.combat_soldiers.components.cards import end_of
from wardiary.domain.games.combat_soldiers.components.zones import (
    GARRISON_LOST,
    is_group,
    owner_of,
    used_this_turn,
)
from wardiary.domain.games.combat_soldiers.groups.command import turn_surplus_sideways
from wardiary.domain.games.combat_soldiers.groups.forming import (
    cannot_form_group,
    cannot_join,
    rest_is_legal,
)
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at
from wardiary.domain.games.combat_soldiers.groups.leaving import clean_up_group
from wardiary.domain.games.combat_soldiers.groups.piles import remove_markers
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Shift(Command, frozen=True, tag="shift"):
    """9.1: move one unit to another group."""

    says = "shift {unit} to {group}"
    unit: str
    group: str


class Exchange(Command, frozen=True, tag="exchange"):
    """3.4: exchange two units of two groups."""

    says = "exchange {unit} and {other}"
    unit: str
    other: str


class Garrison(Command, frozen=True, tag="garrison"):
    """9.2: restore an objective's garrison."""

    says = "restore the garrison of {objective}"
    objective: str


def shift_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """9.1: one unit to another group of its side that did not act this Turn."""
    groups = groups_that_may_shift(table, board)
    for group, unit in units_that_may_shift(table, seat, groups):
        targets = [
            other.zone for other in groups if cannot_shift(table, group, unit, other) is None
        ]
        if targets:
            yield offer(Shift, "9.1", "Shift", choice_slot("group", targets), unit=unit)


def exchange_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """3.4-a: one unit for one of another such group, each pair once."""
    groups = groups_that_may_shift(table, board)
    for group, unit in units_that_may_shift(table, seat, groups):
        partners = [
            partner
            for other in groups
            if group.zone < other.zone
            for partner in other.units
            if cannot_exchange(table, group, unit, other, partner) is None
        ]
        if partners:
            yield offer(Exchange, "3.4-a", "Exchange", choice_slot("other", partners), unit=unit)


def groups_that_may_shift(table: Table, board: SeatBoard) -> list[Group]:
    """3.4-b: the groups of a seat that may give or take a unit."""
    return [group for group in board.mine if cannot_take_part(table, group) is None]


def units_that_may_shift(
    table: Table, seat: Seat, groups: list[Group]
) -> Iterator[tuple[Group, PieceId]]:
    """9.1: the units of some groups, with their groups, for which there is an action."""
    for group in groups:
        if cannot_afford(table, seat, 1, group.side) is None:
            yield from ((group, unit) for unit in group.units)


def cannot_take_part(table: Table, group: Group) -> Refusal:
    """3.4-b: why a group gives and takes no unit: it acted this Turn, or is besieged."""
    if used_this_turn(table, f"acted/{group.zone}"):
        return ("3.4-b", "the group was used for another action this Turn")
    # Ruling: shifting into or out of a siege would be reinforcement or withdrawal.
    return ("7.3.1.3-b4", "a besieged group is cut off") if group.siege else None


def cannot_shift(table: Table, group: Group, unit: PieceId, other: Group) -> Refusal:
    """9.1: why a unit does not shift: it must fit the other group, and leave a legal one."""
    if unit not in group.units:
        return ("9.1", f"{unit} is not a unit")
    if group.zone == other.zone:
        return ("9.1", "a unit shifts to another group")
    if group.side != other.side:
        return ("3.4-a", "both groups are of one nationality")
    if not rest_is_legal(table, group, (unit,)):
        return ("4.4.5-b", "a leader does not stay alone")
    return cannot_join(table, other, end_of(table, unit))


def cannot_exchange(
    table: Table, group: Group, unit: PieceId, other: Group, partner: PieceId
) -> Refusal:
    """3.4-a: why two units are not exchanged: both groups must be legal afterwards."""
    if unit not in group.units or partner not in other.units:
        return ("3.4-a", "only units are exchanged")
    if group.side != other.side:
        return ("3.4-a", "both groups are of one nationality")
    return cannot_replace(table, group, unit, partner) or cannot_replace(
        table, other, partner, unit
    )


def cannot_replace(table: Table, group: Group, unit: PieceId, partner: PieceId) -> Refusal:
    """4.2: why a group is not legal with another unit in the place of one of its own."""
    units = [partner if member == unit else member for member in group.units]
    ends = [end_of(table, member) for member in units]
    return cannot_form_group(ends, objective=bool(group.objective))


def find_own_group(table: Table, seat: Seat, unit: PieceId) -> Group:
    """The group of a seat that a unit is in; raises Illegal when there is none."""
    piece = table.pieces.get(unit)
    if piece is None or not is_group(piece.zone) or owner_of(piece.zone) != seat:
        raise Illegal("9.1", f"{unit} is no unit of yours on the table")
    return group_at(table, piece.zone)


def refuse_shift(table: Table, seat: Seat, command: Shift, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the shift."""
    group = find_own_group(table, seat, command.unit)
    other = group_at(table, command.group)
    refuse(cannot_take_part(table, group))
    refuse(cannot_take_part(table, other))
    refuse(cannot_shift(table, group, command.unit, other))
    refuse(cannot_afford(table, seat, 1, group.side))


def refuse_exchange(table: Table, seat: Seat, command: Exchange, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the exchange."""
    group = find_own_group(table, seat, command.unit)
    other = find_own_group(table, seat, command.other)
    refuse(cannot_take_part(table, group))
    refuse(cannot_take_part(table, other))
    refuse(cannot_exchange(table, group, command.unit, other, command.other))


def shift(draft: Draft, seat: Seat, command: Shift) -> None:
    """9.1: markers stay behind (15.3, 16.3)."""
    before = group_at(draft.table, draft.table.zone_of(command.unit))
    pay(draft, 1, before.side, rule="9.1")
    for zone in (before.zone, command.group):
        mark_acted(draft, zone, rule="3.4-b")
    remove_markers(draft, (command.unit,))
    draft.move(command.unit, command.group, rule="9.1")
    clean_up_group(draft, before, rule="9.1")
    for zone in (before.zone, command.group):
        turn_surplus_sideways(draft, zone)


SHIFT = Action[SeatBoard](Shift, shift, shift_offers, refuse_shift)


def exchange(draft: Draft, seat: Seat, command: Exchange) -> None:
    """3.4-a: one for one, for one action."""
    # Ruling: CS-Q17 both forms cost one action, under the condition of 3.4.
    group = group_at(draft.table, draft.table.zone_of(command.unit))
    other = group_at(draft.table, draft.table.zone_of(command.other))
    pay(draft, 1, group.side, rule="3.4-a")
    for zone in (group.zone, other.zone):
        mark_acted(draft, zone, rule="3.4-b")
    remove_markers(draft, (command.unit, command.other))
    draft.move(command.unit, other.zone, rule="3.4-a")
    draft.move(command.other, group.zone, rule="3.4-a")
    for before in (group, other):
        clean_up_group(draft, before, rule="3.4-a")
        turn_surplus_sideways(draft, before.zone)


EXCHANGE = Action[SeatBoard](Exchange, exchange, exchange_offers, refuse_exchange)


# 9.2 Garrisons.


def garrison_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """9.2: one action a garrison."""
    for group in board.mine:
        if group.objective and table.mark(group.objective, GARRISON_LOST):
            if cannot_afford(table, seat, 1, group.side) is None:
                yield offer(Garrison, "9.2", "Restore the garrison", objective=group.objective)


def refuse_garrison(table: Table, seat: Seat, command: Garrison, board: SeatBoard) -> None:
    """Raise Illegal with the rule by which the garrison is not restored."""
    group = find_own_group(table, seat, command.objective)
    if not table.mark(command.objective, GARRISON_LOST):
        refuse(("13.5.1.1-b3", "its garrison is not lost"))
    refuse(cannot_afford(table, seat, 1, group.side, rule="9.2"))


def restore_garrison(draft: Draft, seat: Seat, command: Garrison) -> None:
    """9.2: the marker is removed."""
    zone = draft.table.zone_of(command.objective)
    pay(draft, 1, group_at(draft.table, zone).side, rule="9.2")
    mark_acted(draft, zone, rule="3.4-b")
    draft.mark(command.objective, GARRISON_LOST, 0, rule="13.5.1.1-b2")


RESTORE_GARRISON = Action[SeatBoard](Garrison, restore_garrison, garrison_offers, refuse_garrison)
