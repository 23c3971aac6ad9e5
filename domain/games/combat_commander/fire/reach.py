"""10, O20.3: what a counter or hex sees, with hindrance, and how far its fire reaches."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.targets import SightNow, elements_of, reach_of
from wardiary.domain.games.combat_commander.units.units import is_unit
from wardiary.domain.games.combat_commander.weapons.weapons import is_weapon, may_fire
from wardiary.domain.play.reach import InSight
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table


def in_sight(table: Table, token: str) -> tuple[InSight, ...]:
    """10.1, O20.2.2: every hex with a clear line from a counter or hex; fire is that of the unit
    with its weapon.
    """
    grid = map_of(table).grid
    here: Zone = table.pieces[token].zone if token in table.pieces else token
    if here not in grid:
        return ()
    sight_now, reaches = SightNow.at(table), _reaches(table, token)
    lines = ((there, sight_now.hindrance(here, there)) for there in grid if there != here)
    return tuple(
        InSight(there, apart, hindrance, any(apart in reach for reach in reaches))
        for there, hindrance in lines
        if hindrance is not None and (apart := grid.distance(here, there))
    )


def _reaches(table: Table, token: str) -> tuple[range, ...]:
    return tuple(reach_of(table, element) for element in _elements(table, token))


def _elements(table: Table, token: str) -> tuple[PieceId, ...]:
    if token not in table.pieces:
        return ()
    if is_weapon(table, token):
        return (token,) if may_fire(table, token) else ()
    return elements_of(table, (token,)) if is_unit(table, token) else ()
