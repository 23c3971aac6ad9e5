"""Units leave the map: to the destroyed units of their army."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.table.units import ASSAULT, units_at
from wardiary.domain.games.company_of_heroes.table.zones import lost
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table


def lose_unit(draft: Draft, unit: PieceId, *, rule: str) -> None:
    """C-5.0.3c: a destroyed unit leaves the map."""
    draft.move(unit, lost(draft.table.pieces[unit].owner), rule=rule)


def assaulter_in(table: Table, hex_: Zone) -> PieceId | None:
    """C-6.0a: the unit that assaults a hex now, if any."""
    for unit in units_at(table, hex_):
        if table.pieces[unit].marks.get(ASSAULT):
            return unit
    return None


def end_assault(draft: Draft, hex_: Zone, *, rule: str) -> None:
    """C-6.0c: the assault on a hex is over; who is left there keeps it."""
    for unit in units_at(draft.table, hex_):
        draft.mark(unit, ASSAULT, 0, rule=rule)
