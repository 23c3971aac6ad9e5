"""4.4 Command: how many units a leader commands, and how groups are rearranged."""

from __future__ import annotations

from itertools import combinations

from wardiary.domain.games.combat_soldiers.components.offers import single
from wardiary.domain.games.combat_soldiers.components.zones import SIDEWAYS, join_units, split_units
from wardiary.domain.games.combat_soldiers.groups.group import Group, group_at, rating_of
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def turn_surplus_sideways(draft: Draft, zone: Zone, *, rule: str = "4.4.2") -> None:
    """4.4.2, 4.4.6: a leader commands no more than its rating; the surplus is turned sideways."""
    found = group_at(draft.table, zone)
    if not found.leader:
        return
    for unit in found.commanded[rating_of(draft.table, found.leader) :]:
        draft.mark(unit, SIDEWAYS, 1, rule=rule)


def reorganise(draft: Draft, zone: Zone) -> None:
    """4.4.4, 7.2.2.5-d: turn sideways units up as far as the rating goes."""
    found = group_at(draft.table, zone)
    room = len(found.troops)
    if found.leader:
        room = rating_of(draft.table, found.leader) - len(found.commanded)
    for unit in found.troops:
        if room > 0 and draft.table.mark(unit, SIDEWAYS):
            draft.mark(unit, SIDEWAYS, 0, rule="4.4.4")
            room -= 1


def can_rearrange(found: Group) -> bool:
    """Whether there is a choice of who lies upright."""
    return bool(found.leader and found.commanded and found.out_of_command)


class Arrange(Command, frozen=True, tag="arrange"):
    """4.4.3: say which units of a group lie upright."""

    units: str


class Arranging(Step, frozen=True, tag="arranging"):
    """4.4.3: the owner says which units of a group lie upright, as many as do now."""

    zone: Zone

    def prompts(self, table: Table) -> Prompts:
        """A choice of as many units as are in command."""
        found = group_at(table, self.zone)
        number = len(found.commanded)
        offers = tuple(
            single("arrange", "4.4.3", "Upright", units=join_units(units))
            for units in combinations(found.troops, number)
        )
        return (Prompt(found.owner, offers, "4.4.3", "Which units are in command?"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Turn the units."""
        assert isinstance(command, Arrange)
        draft.finish()
        upright = split_units(command.units)
        for unit in group_at(draft.table, self.zone).troops:
            draft.mark(unit, SIDEWAYS, 0 if unit in upright else 1, rule="4.4.3")


def arrange(draft: Draft, zone: Zone) -> None:
    """4.4.3: ask the owner, if there is anything to arrange."""
    if can_rearrange(group_at(draft.table, zone)):
        draft.begin(Arranging(zone))
