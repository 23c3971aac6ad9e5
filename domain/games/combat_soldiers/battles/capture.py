"""7.3.8 Objectives that change hands, and the units left with them."""

from __future__ import annotations

from collections.abc import Sequence

from wardiary.domain.games.combat_soldiers.battles.clash import Clash
from wardiary.domain.games.combat_soldiers.components.cards import end_of
from wardiary.domain.games.combat_soldiers.components.zones import (
    GARRISON_LOST,
    SIDEWAYS,
    join_units,
    other_side,
    split_units,
)
from wardiary.domain.games.combat_soldiers.groups.forming import (
    cannot_form_group,
    free_zone,
    rest_is_legal,
    subsets,
)
from wardiary.domain.games.combat_soldiers.groups.group import Group, group_at
from wardiary.domain.games.combat_soldiers.groups.leaving import clean_up_group
from wardiary.domain.games.combat_soldiers.groups.piles import discard, remove_markers
from wardiary.domain.games.combat_soldiers.groups.sieges import lift_sieges
from wardiary.domain.games.combat_soldiers.victory.ending import check_objectives
from wardiary.domain.games.kit.choices import SeatChoice
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class Occupy(Command, frozen=True, tag="occupy"):
    """7.3.8.2: the units left with a captured objective; "none" leaves it bare."""

    says = "leave {units} with the objective"
    units: str


def take_over(draft: Draft, group: Group, seat: Seat, side: str, *, rule: str) -> Zone:
    """7.3.8.2-c: an objective goes to another seat, its garrison whole; gives its new zone.

    The Steeple shares its fate (13.5.2.5-e); sieges and partisans end; damage stays.
    """
    lift_sieges(draft, group, rule="7.3.1.1-c")
    if group.partisan:
        discard(draft, (group.partisan,), rule="7.3.12-b")
    zone = free_zone(draft.table, seat)
    stack = (group.objective, "steeple") if group.steeple else (group.objective,)
    draft.move(stack, zone, rule=rule)
    for objective in stack:
        draft.mark(objective, GARRISON_LOST, 0, rule="13.5.1.1-b4")
        draft.turn(objective, side, rule="4.3")
    return zone


def begin_capture(draft: Draft, clash: Clash) -> None:
    """7.3.8.2: the objective changes owner and side; the captor may leave an occupation."""
    beaten = group_at(draft.table, clash.target)
    side = other_side(beaten.side)
    zone = take_over(draft, beaten, clash.attacker, side, rule="7.3.8.2-c")
    if not check_objectives(draft):
        draft.begin(Occupation(clash.attacker, clash.group, zone))


class Occupation(SeatChoice, frozen=True, tag="occupying"):
    """7.3.8.2-b: the captor may leave one infantry and/or the leader with the objective."""

    question = "Which units stay with the objective?"
    rule = "7.3.8.2-b"
    label = "Occupy it"
    command = Occupy
    asks_when_forced = True

    captor: Zone
    objective: Zone

    def options(self, table: Table) -> Sequence[str]:
        """Every legal occupation, also none."""
        return [join_units(part) for part in legal_occupations(table, self.captor)]

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """Move them over; mines stay behind (13.2-g)."""
        units = split_units(chosen)
        if not units:
            return
        before = group_at(draft.table, self.captor)
        remove_markers(draft, units)
        # Ruling: CS-Q46 the new occupation is upright.
        for unit in units:
            draft.mark(unit, SIDEWAYS, 0, rule="7.3.8.2-b")
        draft.move(units, self.objective, rule="7.3.8.2-b")
        clean_up_group(draft, before, rule="13.2-g")


def legal_occupations(table: Table, zone: Zone) -> list[tuple[PieceId, ...]]:
    """4.3.3: parts of the captor that fit an objective and leave a group behind, or nobody."""
    captor = group_at(table, zone)
    return [
        part
        for part in subsets(captor.units, 0)
        if rest_is_legal(table, captor, part)
        and cannot_form_group([end_of(table, unit) for unit in part], objective=True) is None
    ]
