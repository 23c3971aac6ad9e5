"""4.4.5, 6.3-d, 7.3.1.1 Units that leave a group, and what leaves with them."""

from __future__ import annotations

from collections.abc import Sequence

from wardiary.domain.games.combat_soldiers.components.zones import FALLEN, SIDEWAYS
from wardiary.domain.games.combat_soldiers.groups.forming import rest_is_legal
from wardiary.domain.games.combat_soldiers.groups.group import Group, group_at
from wardiary.domain.games.combat_soldiers.groups.piles import clear_units, discard, remove_markers
from wardiary.domain.games.combat_soldiers.groups.sieges import lift_siege
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId


def eliminate(
    draft: Draft, units: Sequence[PieceId], *, scored: bool, rule: str
) -> tuple[PieceId, ...]:
    """Eliminate units of one group; a leader left alone is eliminated too (7.3.9.2-d).

    Scored units are open to all until the battle's points are settled, others are discarded. Gives
    all units that went.
    """
    before = group_at(draft.table, draft.table.zone_of(units[0]))
    eliminated = tuple(units)
    if not rest_is_legal(draft.table, before, eliminated):
        eliminated = (*eliminated, before.leader)
    prepare_to_leave(draft, eliminated, scored=scored)
    if scored:
        draft.move(eliminated, FALLEN, rule=rule)
    else:
        discard(draft, eliminated, rule=rule)
    clean_up_group(draft, before, rule=rule)
    return eliminated


def prepare_to_leave(draft: Draft, units: Sequence[PieceId], *, scored: bool) -> None:
    """Units that score keep their end up until counted, since the ends print different points."""
    if not scored:
        clear_units(draft, units)
        return
    remove_markers(draft, units)
    for unit in units:
        draft.mark(unit, SIDEWAYS, 0, rule="4.1")


def besieging_units(group: Group) -> tuple[PieceId, ...]:
    """7.3.1.1-d: the units that can keep up a siege: those in command, else all."""
    return group.commanded or group.troops


def clean_up_group(draft: Draft, before: Group, *, rule: str) -> None:
    """Remove what may not stay when units have left a group: mines, sieges, No Retreat!.

    `before` is the group as it was. A siege also ends when the units that kept it up are gone.
    """
    after = group_at(draft.table, before.zone)
    if not after.troops and after.mines:
        discard(draft, after.mines, rule="6.3-d" if rule.startswith("6.3") else "13.2-e")
    if after.siege and not after.cards:
        lift_siege(draft, after.siege, rule="7.3.1.1-c")
    if after.besieging and not set(besieging_units(before)) & set(after.troops):
        end_siege_of(draft, after)


def end_siege_of(draft: Draft, besieger: Group) -> None:
    """7.3.1.1: a siege ends with its besieger, or with the units that kept it up."""
    if besieger.cards:
        lift_siege(draft, besieger.besieging, rule="7.3.1.1-d")
    else:
        lift_siege(draft, besieger.besieging, rule="7.3.1.1-c")
