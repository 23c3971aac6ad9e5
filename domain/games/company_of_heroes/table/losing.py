"""How units leave the map, and how assaults end."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.components.pack import unit_card
from wardiary.domain.games.company_of_heroes.table.ground import (
    SANDBAGS,
    WALL,
    WIRE,
    defences,
    lose_defence,
)
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
    """C-6.0c: the assault on a hex is over; who is left there keeps it.

    C-4.1.2g, C-6.1: only now does a heavy vehicle that is left crush what was built there.
    """
    for unit in units_at(draft.table, hex_):
        draft.mark(unit, ASSAULT, 0, rule=rule)
        crush_defences(draft, unit)


def crush_defences(draft: Draft, unit: PieceId) -> None:
    """C-4.1.2g, C-10.3a: sandbags, walls and wire go when a heavy vehicle moves in."""
    if unit_card(draft.table, unit).type != "heavy-vehicle":
        return
    for piece in defences(draft.table, draft.table.pieces[unit].zone):
        if draft.table.pieces[piece].kind in (SANDBAGS, WIRE, WALL):
            lose_defence(draft, piece, rule="C-4.1.2g")
