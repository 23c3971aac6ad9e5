"""C-5.1: what a unit or hex sees, and which hexes the dice of a unit reach."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.damage.targets import Guns, cannot_fire, is_free
from wardiary.domain.games.company_of_heroes.table.spotting import seen_by
from wardiary.domain.games.company_of_heroes.table.units import is_unit
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.play.reach import InSight
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table


def in_sight(table: Table, token: str) -> tuple[InSight, ...]:
    """C-5.1a, C-5.0.1c: the hexes that a unit sees or whose dice reach them; of a hex, or of what
    else is in it, those with nothing in the way.
    """
    field = field_of(table)
    here: Zone = table.pieces[token].zone if token in table.pieces else token
    if here not in field.hexes:
        return ()
    if token in table.pieces and is_unit(table, token):
        return _of_unit(table, token, here)
    return tuple(
        InSight(there, field.distance(here, there))
        for there in sorted(field.hexes)
        if there != here and is_free(table, here, there)
    )


def _of_unit(table: Table, unit: PieceId, here: Zone) -> tuple[InSight, ...]:
    field, seen, guns = field_of(table), seen_by(table, unit), Guns(table, unit)
    is_silent = cannot_fire(table, unit) is not None
    looked = (
        InSight(
            there,
            field.distance(here, there),
            fire=not is_silent and bool(guns.at(there)),
            seen=there in seen,
        )
        for there in sorted(field.hexes)
        if there != here
    )
    return tuple(space for space in looked if space.seen or space.fire)
