"""Units are eliminated (4.2, 7.1)."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.combat_commander.table.zones import (
    BOX,
    casualties,
    enemy_of,
)
from wardiary.domain.games.combat_commander.units.units import unit_card
from wardiary.domain.games.combat_commander.victory.end_of_game import check_end
from wardiary.domain.games.combat_commander.victory.objectives import has_special
from wardiary.domain.games.combat_commander.victory.scoring import (
    score,
    update_control,
)
from wardiary.domain.games.combat_commander.weapons.effects import lose_weapon, repair
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


def remove_unit_markers(draft: Draft, unit: PieceId, *, rule: str) -> None:
    """13.3, E44.1: a unit that leaves the map keeps no suppressed or veteran marker."""
    for mark in ("suppressed", "veteran"):
        draft.mark(unit, mark, 0, rule=rule)


def elimination_points(table: Table, unit: PieceId) -> int:
    """7.1, 7.3.2: what the opponent gets for a unit."""
    factor = 2 if has_special(table, "elimination-doubled") else 1
    return unit_card(table, unit).points * factor


def eliminate(draft: Draft, units: Iterable[PieceId], *, rule: str, repaired: bool = False) -> None:
    """4.2, 7.1: units are eliminated at the same moment; then the game may be over."""
    for unit in units:
        _remove(draft, unit, rule=rule, repaired=repaired)
    update_control(draft)
    check_end(draft)


def _remove(draft: Draft, unit: PieceId, *, rule: str, repaired: bool) -> None:
    points = elimination_points(draft.table, unit)
    owner = draft.table.pieces[unit].owner
    weapon = weapon_of(draft.table, unit)
    if weapon:
        lose_weapon(draft, weapon, rule="11.3")
        if repaired:
            repair(draft, weapon, rule="7.2.2")
    remove_unit_markers(draft, unit, rule="13.3")
    is_hero = unit_card(draft.table, unit).type == "hero"
    draft.move(unit, BOX if is_hero else casualties(owner), rule=rule)
    score(draft, enemy_of(owner), points, rule="7.1")
