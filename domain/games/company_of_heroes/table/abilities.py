"""What units can do now: with their upgrades and what commanders add."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wardiary.domain.games.company_of_heroes.components.names import Ability
from wardiary.domain.games.company_of_heroes.components.pack import map_of, pack_of
from wardiary.domain.games.company_of_heroes.table import passives
from wardiary.domain.games.company_of_heroes.table.armies import Army
from wardiary.domain.games.company_of_heroes.table.units import (
    PLACES,
    army_units,
    of_piece,
    profile,
)
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


@of_piece
def abilities_of(table: Table, unit: PieceId) -> Mapping[Ability, int]:
    """What a unit can do now, printed, bought, or from a commander, and how often.

    Close range firepower beside another unit is not among it; ask `count` for that.
    """
    own, army = profile(table, unit), table.pieces[unit].owner
    if not passives.has_tiers(table, army):
        return own.counts
    return passives.abilities_with_tiers(table, unit, own)


def count(table: Table, unit: PieceId, ability: Ability) -> int:
    """How often a unit has an ability now, printed, bought, or from a commander."""
    if table.pieces[unit].kind not in pack_of(table).kinds_with[ability]:
        return 0
    number = abilities_of(table, unit).get(ability, 0)
    if ability == "close-range-firepower":
        number += passives.close_range_beside(table, unit)
    return number


def has(table: Table, unit: PieceId, ability: Ability) -> bool:
    """Whether a unit has an ability now."""
    return count(table, unit, ability) > 0


@remembered(PLACES)
def may_have(table: Table, army: Army, ability: Ability) -> tuple[PieceId, ...]:
    """The units of an army on the map of kinds that can ever have an ability."""
    kinds, pieces = pack_of(table).kinds_with[ability], table.pieces
    return tuple([unit for unit in army_units(table, army) if pieces[unit].kind in kinds])


def units_with(table: Table, armies: Iterable[Army], ability: Ability) -> list[PieceId]:
    """The units of some armies on the map that have an ability now."""
    return [
        unit
        for army in armies
        for unit in may_have(table, army, ability)
        if has(table, unit, ability)
    ]


def sight(table: Table, unit: PieceId) -> int:
    """C-5.1a, C-12e: how far a unit sees; a tower adds to it."""
    own = profile(table, unit).sight + passives.sight_bonus(table, unit)
    sheet = map_of(table)
    return own + sheet.tower_sight if table.pieces[unit].zone in sheet.tower else own
