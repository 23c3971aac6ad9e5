"""What units can do now: with their upgrades and what commanders add."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.components.names import Ability
from wardiary.domain.games.company_of_heroes.table import passives
from wardiary.domain.games.company_of_heroes.table.units import profile
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


def count(table: Table, unit: PieceId, ability: Ability) -> int:
    """How often a unit has an ability now, printed, bought, or from a commander."""
    own = profile(table, unit).abilities.count(ability)
    if not passives.has_tiers(table, table.pieces[unit].owner):
        return own
    if ability == "wrench":
        return passives.wrenches(table, unit, own)
    return own + passives.given_abilities(table, unit).count(ability)


def has(table: Table, unit: PieceId, ability: Ability) -> bool:
    """Whether a unit has an ability now."""
    return count(table, unit, ability) > 0


def sight(table: Table, unit: PieceId) -> int:
    """C-5.1a: how far a unit sees."""
    return profile(table, unit).sight + passives.sight_bonus(table, unit)
