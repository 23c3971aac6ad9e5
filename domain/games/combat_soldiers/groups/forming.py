"""4.2, 4.3 Which units form a group, and which may join it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from wardiary.domain.games.combat_soldiers.components.cards import End, card_of, end_of
from wardiary.domain.games.combat_soldiers.components.zones import group_zone
from wardiary.domain.games.combat_soldiers.groups.group import Group
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

GROUPS_BOUND = 200


def free_zone(table: Table, seat: Seat) -> Zone:
    """4.2-a: an empty zone for a new group; zones that were used this Turn are left empty."""
    for number in range(1, GROUPS_BOUND):
        zone = group_zone(seat, number)
        if not table.zones.get(zone) and table.tracks.get(f"acted/{zone}", 0) != table.turn:
            return zone
    raise AssertionError(f"{seat} has no zone left for a group")


def cannot_form_group(ends: Iterable[End], *, objective: bool) -> Refusal:
    """4.2: why units with these ends up do not form a group."""
    infantry = armor = leaders = 0
    sides = set()
    for end in ends:
        sides.add(end.side)
        infantry += end.role == "infantry"
        armor += end.role == "armor"
        leaders += end.role == "leader"
    if len(sides) > 1:
        return ("2.1.2-b", "a group is of one nationality")
    if leaders > 1:
        return ("4.2.1", "a group has at most one leader")
    if objective:
        if armor:
            return ("4.3.3", "armor never occupies an objective")
        return ("4.2.3-a", "one infantry and one leader at most") if infantry > 1 else None
    if leaders and not infantry + armor:
        return ("4.2-b", "a leader cannot be alone")
    if armor:
        fits = armor == 1 and infantry <= 1
        return None if fits else ("4.2.2", "one armor unit, with one infantry at most")
    return None if infantry <= 3 else ("4.2.1", "three infantry at most")


def cannot_join(table: Table, group: Group, end: End) -> Refusal:
    """Why a unit with this end up does not fit into a group."""
    if group.side and end.side != group.side:
        return ("2.1.2-b", "a group is of one nationality")
    ends = [end_of(table, unit) for unit in group.units]
    return cannot_form_group([*ends, end], objective=bool(group.objective))


def ends_of(table: Table, card: PieceId) -> tuple[End, ...]:
    """The ends that a card can show; none for a card that is no unit or is hidden."""
    printed = table.pack.cards.get(table.pieces[card].kind)
    return tuple(printed.ends.values()) if printed is not None else ()


def rest_is_legal(table: Table, group: Group, leaving: Sequence[PieceId]) -> bool:
    """4.4, 4.4.5-b: whether what is left is a group, or nothing; a leader never stays alone."""
    staying = [unit for unit in group.units if unit not in leaving]
    return group.leader not in staying or len(staying) > 1 or bool(group.objective)


def subsets(units: Sequence[PieceId], least: int = 1) -> Iterable[tuple[PieceId, ...]]:
    """Every choice of at least so many of some units, smaller ones first."""
    for size in range(least, len(units) + 1):
        yield from combinations(units, size)


def card_family(table: Table, card: PieceId) -> str:
    """The family of a card; "" for a marker or a hidden card."""
    printed = table.pack.cards.get(table.pieces[card].kind)
    return "" if printed is None else str(printed.family)


def is_infantry(table: Table, card: PieceId) -> bool:
    """2.6: whether a card is an infantry card, whatever is on its ends."""
    return card_of(table, card).family == "infantry"
