"""7.2.2.4 Losses: which units may be lost, what they pay, and what the loser may choose."""

from __future__ import annotations

from collections.abc import Sequence

from wardiary.domain.games.combat_soldiers.battles.clash import Clash
from wardiary.domain.games.combat_soldiers.components.cards import printed_objective
from wardiary.domain.games.combat_soldiers.components.zones import GARRISON_LOST
from wardiary.domain.games.combat_soldiers.groups.forming import subsets
from wardiary.domain.games.combat_soldiers.groups.group import strength
from wardiary.domain.games.combat_soldiers.groups.leaving import eliminate
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


class Lose(Command, frozen=True, tag="lose"):
    """7.2.2.4: the units that are lost."""

    says = "lose {units}"
    units: str


def still_in_group(table: Table, units: Sequence[PieceId], *zones: str) -> tuple[PieceId, ...]:
    """Those of some units that are still in their group."""
    return tuple(unit for unit in units if unit and table.zone_of(unit) in zones)


def units_at_risk(table: Table, clash: Clash, loser: str) -> tuple[PieceId, ...]:
    """7.1.3-c, 7.2.2.4: which units may be lost: those in the battle, and a leader who led them."""
    if loser == "attacker":
        leaders = (clash.leader, clash.helper_leader) if clash.leader_exposed else ()
        return still_in_group(table, (*clash.striking, *leaders), clash.group, clash.helper)
    chief = (clash.chief,) if clash.chief_exposed else ()
    return still_in_group(table, (*clash.targets, *chief), clash.target)


def garrison_strength(table: Table, objective: PieceId) -> int:
    """7.2.2.4.1-a, 7.2.2.4.1-d: the losses that the garrison absorbs; 0 once it is lost."""
    if table.mark(objective, GARRISON_LOST):
        return 0
    return printed_objective(table, objective).garrison


def loss_choices(table: Table, units: Sequence[PieceId], owed: int) -> list[tuple[PieceId, ...]]:
    """7.2.2.4, 7.2.2.4.2, 7.2.2.4.5: the parts that pay enough, without a unit too many.

    When all together cannot pay, all are lost.
    """
    strengths = {unit: strength(table, unit) for unit in units}
    if sum(strengths.values()) <= owed:
        return [tuple(units)]
    # Ruling: CS-Q14 a choice is minimal, since a seat never sacrifices its units at will.
    return [
        part
        for part in subsets(units)
        if (total := sum(strengths[unit] for unit in part)) >= owed
        and total - min(strengths[unit] for unit in part) < owed
    ]


def use_garrison(draft: Draft, objective: PieceId, owed: int) -> int:
    """13.5.1.1-b1: the garrison pays first, and is lost whole; gives what is still owed."""
    garrison = garrison_strength(draft.table, objective)
    if garrison:
        draft.mark(objective, GARRISON_LOST, 1, rule="7.2.2.4.1-b")
    return max(0, owed - garrison)


def take_losses(draft: Draft, units: Sequence[PieceId], *, rule: str) -> None:
    """7.2.2.4: eliminate units, group by group, since a joint attack has two."""
    zones = dict.fromkeys(draft.table.zone_of(unit) for unit in units)
    for zone in zones:
        lost = [unit for unit in units if draft.table.zone_of(unit) == zone]
        eliminate(draft, lost, scored=True, rule=rule)
