"""4 Groups: what may lie together, who is in command, and what happens to those who fall."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from wardiary.domain.games.combat_soldiers.board_state import (
    FALLEN,
    SIDEWAYS,
    Group,
    Refusal,
    group,
    group_zone,
    joined,
    parted,
    rating_of,
    single,
)
from wardiary.domain.games.combat_soldiers.commands import Arrange
from wardiary.domain.games.combat_soldiers.components import End, card_of, end_of
from wardiary.domain.games.combat_soldiers.piles import discard, lay_flat, strip
from wardiary.domain.games.combat_soldiers.sieges import tidy
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

GROUPS_BOUND = 200


def free_zone(table: Table, seat: Seat) -> Zone:
    """4.2-a: a new place before a seat; one that was used this Turn is left alone."""
    for number in range(1, GROUPS_BOUND):
        zone = group_zone(seat, number)
        if not table.zones.get(zone) and table.tracks.get(f"acted/{zone}", 0) != table.turn:
            return zone
    raise AssertionError(f"{seat} has no place for a group")


def misfit(ends: Iterable[End], *, objective: bool) -> Refusal:
    """4.2: why such units may not lie together; None when they may."""
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
        return ("4.2-b", "a leader cannot stand alone")
    if armor:
        fits = armor == 1 and infantry <= 1
        return None if fits else ("4.2.2", "one armor unit, with one infantry at most")
    return None if infantry <= 3 else ("4.2.1", "three infantry at most")


def cannot_join(table: Table, found: Group, end: End) -> Refusal:
    """Why a unit with this end up does not fit into a group."""
    if found.side and end.side != found.side:
        return ("2.1.2-b", "a group is of one nationality")
    ends = [end_of(table, unit) for unit in found.units]
    return misfit([*ends, end], objective=bool(found.objective))


def ends_of(table: Table, card: PieceId) -> tuple[End, ...]:
    """The ends that a card can show; none for a card that is no unit or is hidden."""
    found = table.pack.cards.get(table.pieces[card].kind)
    return tuple(found.ends.values()) if found is not None else ()


def can_stand(table: Table, found: Group, leaving: Sequence[PieceId]) -> bool:
    """4.4, 4.4.5-b: whether what is left is a group, or nothing; a leader never stays alone."""
    staying = [unit for unit in found.units if unit not in leaving]
    return found.leader not in staying or len(staying) > 1 or bool(found.objective)


def subsets(units: Sequence[PieceId], least: int = 1) -> Iterable[tuple[PieceId, ...]]:
    """Every part of some units, smaller parts first."""
    for size in range(least, len(units) + 1):
        yield from combinations(units, size)


def in_command(draft: Draft, zone: Zone, *, rule: str = "4.4.2") -> None:
    """4.4.2, 4.4.6: a leader commands no more than its rating; the surplus is turned sideways."""
    found = group(draft.table, zone)
    if not found.leader:
        return
    for unit in found.commanded[rating_of(draft.table, found.leader) :]:
        draft.mark(unit, SIDEWAYS, 1, rule=rule)


def reorganise(draft: Draft, zone: Zone) -> None:
    """4.4.4, 7.2.2.5-d: turn sideways units up as far as the rating goes."""
    found = group(draft.table, zone)
    room = len(found.troops)
    if found.leader:
        room = rating_of(draft.table, found.leader) - len(found.commanded)
    for unit in found.troops:
        if room > 0 and draft.table.mark(unit, SIDEWAYS):
            draft.mark(unit, SIDEWAYS, 0, rule="4.4.4")
            room -= 1


def arrangeable(found: Group) -> bool:
    """Whether there is a choice of who lies upright."""
    return bool(found.leader and found.commanded and found.idle)


class Arranging(Step, frozen=True, tag="arranging"):
    """4.4.3: the owner says which units of a group lie upright, as many as do now."""

    zone: Zone

    def prompts(self, table: Table) -> Prompts:
        """A choice of as many units as are in command."""
        found = group(table, self.zone)
        number = len(found.commanded)
        offers = tuple(
            single("arrange", "4.4.3", "Upright", units=joined(units))
            for units in combinations(found.troops, number)
        )
        return (Prompt(found.owner, offers, "4.4.3", "Which units are in command?"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Turn the units."""
        assert isinstance(command, Arrange)
        draft.finish()
        upright = parted(command.units)
        for unit in group(draft.table, self.zone).troops:
            draft.mark(unit, SIDEWAYS, 0 if unit in upright else 1, rule="4.4.3")


def arrange(draft: Draft, zone: Zone) -> None:
    """4.4.3: ask the owner, if there is anything to arrange."""
    if arrangeable(group(draft.table, zone)):
        draft.begin(Arranging(zone))


def eliminate(
    draft: Draft, units: Sequence[PieceId], *, scored: bool, rule: str
) -> tuple[PieceId, ...]:
    """Take units of one group off the table; a leader left alone falls too (7.3.9.2-d). Gives all.

    Scored ones lie open until the battle's points are settled, others are discarded.
    """
    before = group(draft.table, draft.table.zone_of(units[0]))
    fallen = tuple(units)
    if not can_stand(draft.table, before, fallen):
        fallen = (*fallen, before.leader)
    strip_keeping_ends(draft, fallen, scored=scored)
    if scored:
        draft.move(fallen, FALLEN, rule=rule)
    else:
        discard(draft, fallen, rule=rule)
    tidy(draft, before, rule=rule)
    return fallen


def strip_keeping_ends(draft: Draft, units: Sequence[PieceId], *, scored: bool) -> None:
    """Units that score keep their end up until counted, since the ends print different points."""
    if not scored:
        lay_flat(draft, units)
        return
    strip(draft, units)
    for unit in units:
        draft.mark(unit, SIDEWAYS, 0, rule="4.1")


def family(table: Table, card: PieceId) -> str:
    """The family of a card; "" for a marker or a hidden card."""
    found = table.pack.cards.get(table.pieces[card].kind)
    return "" if found is None else str(found.family)


def is_infantry(table: Table, card: PieceId) -> bool:
    """2.6: whether a card is an infantry card, on whichever end."""
    return card_of(table, card).family == "infantry"
