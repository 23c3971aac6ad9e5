"""C-4.1: what every single step onto a hex brings with it, on foot or on wheels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wardiary.domain.games.company_of_heroes.components.pack import unit_card
from wardiary.domain.games.company_of_heroes.components.units import UnitCard
from wardiary.domain.games.company_of_heroes.maneuver.overwatch import overwatch
from wardiary.domain.games.company_of_heroes.table.ground import (
    fallen_towers,
    has_tank_trap,
    has_wire,
)
from wardiary.domain.games.company_of_heroes.table.losing import (
    assaulter_in,
    crush_defences,
    end_assault,
)
from wardiary.domain.games.company_of_heroes.table.units import (
    PACKED,
    is_marked,
    of_piece,
    passengers,
)
from wardiary.domain.games.company_of_heroes.terrain.field import Field, field_of
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.hexes.grid import Direction
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table


def ways_out(table: Table, here: Zone) -> Mapping[Direction, Zone]:
    """C-4.1d, C-4.1e: the hexes beside one that a unit could walk to."""
    return field_of(table).sides[here]


def cannot_enter(table: Table, field: Field, card: UnitCard, hex_: Zone) -> Refusal:
    """C-4.1.1b, C-4.1.2h, C-4.1.2i, C-12e: what keeps a type of unit out; water aside."""
    if card.infantry:
        if has_wire(table, hex_):
            return "C-4.1.2h", f"barbed wire keeps infantry out of {hex_}"
        if hex_ in fallen_towers(table):
            return "C-12e", f"the tower in {hex_} is destroyed"
    elif hex_ in field.buildings:
        return "C-4.1.1b", f"only infantry enters the building in {hex_}"
    elif has_tank_trap(table, field, hex_):
        return "C-4.1.2i", f"a tank trap keeps vehicles out of {hex_}"
    return None


def cannot_step(table: Table, card: UnitCard, here: Zone, there: Zone) -> Refusal:
    """C-4.1d, C-4.1e: why a unit of a type may not go from a hex to the next one."""
    field = field_of(table)
    if there not in field.hexes or there not in field.neighbours(here):
        return "C-4.1.1d", f"{there} is not next to {here}: a CP moves a unit one hex"
    if there in field.water:
        return "C-4.1e", f"{there} is water"
    if there not in field.next_to[here]:
        return "C-4.1d", f"a red line is between {here} and {there}"
    return cannot_enter(table, field, card, there)


@of_piece
def cannot_move_at_all(table: Table, unit: PieceId) -> Refusal:
    """C-4.1.2k, C-4.1.2o, C-4.1.2q: why a unit does not move by itself, whatever its CP."""
    card = unit_card(table, unit)
    if card.type == "emplacement":
        return "C-4.1.2k", f"{unit} is an emplacement and never moves"
    if table.pieces[unit].host:
        return "C-4.1.2q", f"{unit} is in a transport; let it get out"
    if card.has("packed") and not is_marked(table, unit, PACKED):
        return "C-4.1.2o", f"{unit} is set up; pack it up before it moves"
    return None


def step_onto(
    draft: Draft,
    unit: PieceId,
    hex_: Zone,
    *,
    rule: str,
    in_assault: bool = False,
    passing: bool = False,
) -> bool:
    """C-4.1.1d: one hex on; gives whether the unit is still there.

    Passengers come along, the assault on the hex that is left ends unless the unit was only
    `passing`, a heavy vehicle crushes defences unless it assaults, and overwatch fires at infantry.
    """
    here = draft.table.pieces[unit].zone
    carried = passengers(draft.table, unit)
    draft.move(unit, hex_, rule=rule)
    draft.move(carried, hex_, rule="C-4.1.5b", host=unit)
    if not passing and assaulter_in(draft.table, here):
        end_assault(draft, here, rule="C-6.0c")
    if not in_assault:
        crush_defences(draft, unit)
    overwatch(draft, unit)
    return draft.table.pieces[unit].zone == hex_


def follow(draft: Draft, unit: PieceId, path: Iterable[Zone], *, rule: str) -> None:
    """C-4.1f: hex by hex, as far as the unit survives."""
    for number, hex_ in enumerate(path):
        if not step_onto(draft, unit, hex_, rule=rule, passing=number > 0):
            break
