"""6 Reorganize/Withdrawal Phase (A): withdrawing, entrenching, interdiction."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions import lacks, pay, touch
from wardiary.domain.games.combat_soldiers.board_state import (
    ENTRENCHED,
    INTERDICTED,
    Group,
    Refusal,
    SeatBoard,
    group,
    groups_of,
    hand,
    is_group,
    joined,
    offer,
    owner_of,
    parted,
    refuse,
    single,
)
from wardiary.domain.games.combat_soldiers.commands import (
    ClearInterdiction,
    Entrench,
    Interdict,
    Withdraw,
)
from wardiary.domain.games.combat_soldiers.components import scenario_of, sheet_of
from wardiary.domain.games.combat_soldiers.deployment import free_by_bridge, pay_or_cross
from wardiary.domain.games.combat_soldiers.groups import (
    arrange,
    can_stand,
    reorganise,
    subsets,
)
from wardiary.domain.games.combat_soldiers.piles import lay_flat
from wardiary.domain.games.combat_soldiers.sieges import tidy
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot, fixed_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

DEEPEST = 2


# 6.3 Withdrawing.


def withdraw_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """6.3-a: each group, or a part that leaves a legal group behind."""
    able = [
        joined(part)
        for found in board.mine
        if found.units and not found.siege and cannot_pay(table, seat, found.side) is None
        for part in subsets(found.units)
        if can_stand(table, found, part)
    ]
    if able:
        yield offer("withdraw", "6.3-a", "Withdraw", choice_slot("units", able))


def cannot_pay(table: Table, seat: Seat, side: str) -> Refusal:
    """6.3-a, 13.5.2.1-a: an action, unless the Bridge is free."""
    return None if free_by_bridge(table, seat, side) else lacks(table, seat, 1, side, rule="6.3-a")


def check_withdraw(table: Table, seat: Seat, command: Withdraw) -> None:
    """Why a withdrawal is refused."""
    found = withdrawing(table, command)
    if found.owner != seat or not found.cards:
        refuse(("6.3-a", "you withdraw your own groups"))
    if found.siege:
        refuse(("6.3-c", "surrounded units cannot withdraw"))
    units = parted(command.units)
    if found.objective and {found.objective, "steeple"} & set(units):
        refuse(("13.5.1.2", "an objective never withdraws"))
    if set(units) <= set(found.units) and not can_stand(table, found, units):
        refuse(("4.4.5-b", "a leader does not stay alone"))
    refuse(cannot_pay(table, seat, found.side))


def withdrawing(table: Table, command: Withdraw) -> Group:
    """The group of the units named; raises Illegal when they are not on the table."""
    first = parted(command.units)[:1]
    held = table.pieces.get(first[0]) if first else None
    if held is None or not is_group(held.zone):
        refuse(("6.3-a", "you withdraw units from the table"))
        raise AssertionError
    return group(table, held.zone)


def withdraw(draft: Draft, seat: Seat, command: Withdraw) -> None:
    """6.3-b, 6.3-e: the cards go back to hand, for any later use; the rest reorganises free."""
    before = withdrawing(draft.table, command)
    units = parted(command.units)
    pay_or_cross(draft, seat, before.side, rule="6.3-a")
    touch(draft, before.zone, rule="3.4-b")
    lay_flat(draft, units)
    draft.move(units, hand(seat), rule="6.3-a")
    tidy(draft, before, rule="6.3-d")
    reorganise(draft, before.zone)
    arrange(draft, before.zone)


# 6.4, 16.1 Entrenching.


def entrench_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """16.0, 16.1-a: one unit of a group, by as many points as actions."""
    able: dict[int, list[PieceId]] = {}
    stock = stocked(table, board.everyone)
    for found in board.mine:
        if cannot_dig(table, found):
            continue
        for unit in found.troops:
            depth = table.mark(unit, ENTRENCHED)
            for points in range(1, DEEPEST - depth + 1):
                if stock[depth + points] and lacks(table, seat, points, found.side) is None:
                    if not elsewhere(table, found, unit):
                        able.setdefault(points, []).append(unit)
    for points, units in sorted(able.items()):
        yield offer(
            "entrench",
            "16.1-a",
            "Entrench",
            choice_slot("unit", units),
            fixed_slot("points", points),
        )


def cannot_dig(table: Table, found: Group) -> Refusal:
    """17.2.3, 17.3.2: one side entrenches in these scenarios."""
    wanted = scenario_of(table).entrenched
    if wanted in {"", found.side}:
        return None
    rule = "17.2.3" if scenario_of(table).rule == "17.2" else "17.3.2"
    return (rule, f"only {wanted} groups entrench")


def elsewhere(table: Table, found: Group, unit: PieceId) -> bool:
    """16.1-b: one marker a group."""
    return any(table.mark(other, ENTRENCHED) for other in found.troops if other != unit)


def stocked(table: Table, groups: list[Group]) -> dict[int, bool]:
    """1.2-b5: whether a marker of each value is left."""
    used = [table.mark(unit, ENTRENCHED) for found in groups for unit in found.troops]
    return {
        int(value): used.count(int(value)) < count
        for value, count in sheet_of(table).markers.entrenched.items()
    }


def check_entrench(table: Table, seat: Seat, command: Entrench) -> None:
    """Why digging in is refused."""
    held = table.pieces.get(command.unit)
    if held is None or not is_group(held.zone) or owner_of(held.zone) != seat:
        refuse(("16.1-b", "a unit of yours digs in"))
    else:
        found = group(table, held.zone)
        if command.unit not in found.troops:
            # Ruling: a leader is covered by the group, so the marker lies with a fighting unit.
            refuse(("16.1-b", "the marker lies with infantry or armor, never on an objective"))
        refuse(cannot_dig(table, found))
        if elsewhere(table, found, command.unit):
            refuse(("16.1-b", "the group has a marker already"))
        if table.mark(command.unit, ENTRENCHED) + command.points > DEEPEST:
            refuse(("6.4", "no marker goes beyond two"))
        refuse(lacks(table, seat, command.points, found.side, rule="16.1-a"))


def entrench(draft: Draft, seat: Seat, command: Entrench) -> None:
    """16.1-a: an action a point."""
    # Ruling: CS-Q16 the price is by the point, not by the group.
    zone = draft.table.zone_of(command.unit)
    pay(draft, command.points, group(draft.table, zone).side, rule="16.1-a")
    touch(draft, zone, rule="3.4-b")
    depth = draft.table.mark(command.unit, ENTRENCHED) + command.points
    draft.mark(command.unit, ENTRENCHED, depth, rule="16.1-a")


# 18.4 Interdiction.


def interdict_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """18.4: markers on opponents' objectives, and own ones cleared."""
    # Ruling: CS-Q57 interdiction is an option only, though 6.5 repeats it.
    if not table.settings["interdiction"]:
        return
    if own_interdicted(table, seat):
        yield single("clear-interdiction", "18.4.2", "Clear interdiction")
    if cannot_interdict(table, seat) is None:
        targets = [
            objective
            for found in board.others
            for objective in objectives_of(found)
            if not table.mark(objective, INTERDICTED)
        ]
        if targets:
            yield offer("interdict", "18.4.1", "Interdict", choice_slot("objective", targets))


def objectives_of(found: Group) -> tuple[PieceId, ...]:
    """The objectives of a group, with the Steeple."""
    return tuple(card for card in found.cards if card not in found.units)


def own_interdicted(table: Table, seat: Seat) -> list[PieceId]:
    """The own objectives with a marker."""
    return [
        objective
        for found in groups_of(table, seat)
        for objective in objectives_of(found)
        if table.mark(objective, INTERDICTED)
    ]


def cannot_interdict(table: Table, seat: Seat) -> Refusal:
    """18.4.1, 1.2-b10: the option, a marker, an action."""
    if not table.settings["interdiction"]:
        return ("18.0", "interdiction was not agreed on")
    used = sum(INTERDICTED in piece.marks for piece in table.pieces.values())
    if used >= sheet_of(table).markers.interdiction:
        return ("1.2-b10", "no interdiction marker is left")
    return lacks(table, seat, 1, rule="18.4.1")


def check_interdict(table: Table, seat: Seat, command: Interdict) -> None:
    """Why interdiction is refused."""
    refuse(cannot_interdict(table, seat))


def interdict(draft: Draft, seat: Seat, command: Interdict) -> None:
    """6.5-a: one action a marker."""
    pay(draft, 1, "", rule="18.4.1")
    draft.mark(command.objective, INTERDICTED, 1, rule="6.5-a")


def clear_interdiction(draft: Draft, seat: Seat, command: ClearInterdiction) -> None:
    """6.5-b: all own markers together, free."""
    for objective in own_interdicted(draft.table, seat):
        draft.mark(objective, INTERDICTED, 0, rule="6.5-b")
