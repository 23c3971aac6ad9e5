"""4.4 Command: how many units a leader commands, and how groups are rearranged."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from wardiary.domain.games.combat_soldiers.components.zones import (
    SIDEWAYS,
    join_units,
    owner_of,
    split_units,
)
from wardiary.domain.games.combat_soldiers.groups.group import Group, group_at, rating_of
from wardiary.domain.games.kit.choices import Choice
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def turn_surplus_sideways(draft: Draft, zone: Zone, *, rule: str = "4.4.2") -> None:
    """4.4.2, 4.4.6: a leader commands no more than its rating; the surplus is turned sideways."""
    group = group_at(draft.table, zone)
    if not group.leader:
        return
    for unit in group.commanded[rating_of(draft.table, group.leader) :]:
        draft.mark(unit, SIDEWAYS, 1, rule=rule)


def reorganise(draft: Draft, zone: Zone) -> None:
    """4.4.4, 7.2.2.5-d: turn sideways units up as far as the rating goes."""
    group = group_at(draft.table, zone)
    room = len(group.troops)
    if group.leader:
        room = rating_of(draft.table, group.leader) - len(group.commanded)
    for unit in group.troops:
        if room > 0 and draft.table.mark(unit, SIDEWAYS):
            draft.mark(unit, SIDEWAYS, 0, rule="4.4.4")
            room -= 1


def can_rearrange(group: Group) -> bool:
    """Whether there is a choice of who is upright."""
    return bool(group.leader and group.commanded and group.out_of_command)


class Arrange(Command, frozen=True, tag="arrange"):
    """4.4.3: say which units of a group are upright."""

    says = "keep {units} upright"
    units: str


class Arrangement(Choice, frozen=True, tag="arranging"):
    """4.4.3: the owner says which units of a group are upright, as many as are now."""

    question = "Which units are in command?"
    rule = "4.4.3"
    label = "Put in command"
    command = Arrange

    zone: Zone

    def chooser(self, table: Table) -> Seat:
        """The owner of the group."""
        return owner_of(self.zone)

    def options(self, table: Table) -> Sequence[str]:
        """As many units as are in command."""
        group = group_at(table, self.zone)
        number = len(group.commanded)
        return [join_units(units) for units in combinations(group.troops, number)]

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """Turn the units."""
        upright = split_units(chosen)
        for unit in group_at(draft.table, self.zone).troops:
            draft.mark(unit, SIDEWAYS, 0 if unit in upright else 1, rule="4.4.3")


def arrange(draft: Draft, zone: Zone) -> None:
    """4.4.3: ask the owner, if there is anything to arrange."""
    if can_rearrange(group_at(draft.table, zone)):
        draft.begin(Arrangement(zone))
