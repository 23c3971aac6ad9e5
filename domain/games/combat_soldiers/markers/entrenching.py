"""6.4, 16 Entrenched markers."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, mark_acted, pay
from wardiary.domain.games.combat_soldiers.components.cards import scenario_of, sheet_of
from wardiary.domain.games.combat_soldiers.components.titles import ADJECTIVES
from wardiary.domain.games.combat_soldiers.components.zones import ENTRENCHED, is_group, owner_of
from wardiary.domain.games.combat_soldiers.groups.group import (
    Group,
    SeatBoard,
    all_groups,
    group_at,
)
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

MOST_POINTS = 2


class Entrench(Command, frozen=True, tag="entrench"):
    """6.4: entrench a unit, by one or two points."""

    says = "entrench {unit} by {points}"
    unit: str
    points: int


def entrench_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """16.0, 16.1-a: one unit of a group, by as many points as actions."""
    units_by_points: dict[int, list[PieceId]] = {}
    stock = markers_left(table, board.all)
    for group in board.mine:
        if cannot_entrench(table, group):
            continue
        for unit in group.troops:
            if another_unit_is_entrenched(table, group, unit):
                continue
            depth = table.mark(unit, ENTRENCHED)
            for points in range(1, MOST_POINTS - depth + 1):
                if stock[depth + points] and cannot_afford(table, seat, points, group.side) is None:
                    units_by_points.setdefault(points, []).append(unit)
    for points, units in sorted(units_by_points.items()):
        yield offer(Entrench, "16.1-a", "Entrench", choice_slot("unit", units), points=points)


def cannot_entrench(table: Table, group: Group) -> Refusal:
    """17.2.3, 17.3.2: why a group does not entrench: only one side does in these scenarios."""
    side = scenario_of(table).entrenched
    if side in {"", group.side}:
        return None
    rule = "17.2.3" if scenario_of(table).rule == "17.2" else "17.3.2"
    return (rule, f"only {ADJECTIVES[side]} groups entrench")


def another_unit_is_entrenched(table: Table, group: Group, unit: PieceId) -> bool:
    """16.1-b: whether another unit of the group has the marker."""
    return any(table.mark(other, ENTRENCHED) for other in group.troops if other != unit)


def markers_left(table: Table, groups: list[Group]) -> dict[int, bool]:
    """1.2-b5: whether a marker of each value is left."""
    used = [table.mark(unit, ENTRENCHED) for group in groups for unit in group.troops]
    return {
        int(value): used.count(int(value)) < count
        for value, count in sheet_of(table).markers.entrenched.items()
    }


def refuse_entrench(table: Table, seat: Seat, command: Entrench, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the entrenchment."""
    piece = table.pieces.get(command.unit)
    if piece is None or not is_group(piece.zone) or owner_of(piece.zone) != seat:
        refuse(("16.1-b", "you entrench a unit of yours"))
    else:
        group = group_at(table, piece.zone)
        if command.unit not in group.troops:
            # Ruling: the group covers its leader, so the marker is put with infantry or armor.
            refuse(("16.1-b", "the marker is put with infantry or armor, never on an objective"))
        refuse(cannot_entrench(table, group))
        if another_unit_is_entrenched(table, group, command.unit):
            refuse(("16.1-b", "the group has a marker already"))
        depth = table.mark(command.unit, ENTRENCHED) + command.points
        if depth > MOST_POINTS:
            refuse(("6.4", "no marker is higher than two"))
        if not markers_left(table, all_groups(table))[depth]:
            refuse(("1.2-b5", f"no entrenched marker of {depth} is left"))
        refuse(cannot_afford(table, seat, command.points, group.side, rule="16.1-a"))


def entrench(draft: Draft, seat: Seat, command: Entrench) -> None:
    """16.1-a: an action a point."""
    # Ruling: CS-Q16 the price is by the point, not by the group.
    zone = draft.table.zone_of(command.unit)
    pay(draft, command.points, group_at(draft.table, zone).side, rule="16.1-a")
    mark_acted(draft, zone, rule="3.4-b")
    depth = draft.table.mark(command.unit, ENTRENCHED) + command.points
    draft.mark(command.unit, ENTRENCHED, depth, rule="16.1-a")


ENTRENCH = Action[SeatBoard](Entrench, entrench, entrench_offers, refuse_entrench)
