"""C-4.1.3: machine guns pin the infantry they fire at."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.company_of_heroes.components.pack import unit_card
from wardiary.domain.games.company_of_heroes.damage.assigning import Aim
from wardiary.domain.games.company_of_heroes.table.armies import team_of_piece
from wardiary.domain.games.company_of_heroes.table.spotting import Vision
from wardiary.domain.games.company_of_heroes.table.units import (
    ASSAULT,
    PINNED,
    ROUND,
    all_units,
    in_building,
    is_machine_gun,
    is_marked,
    is_unit,
    units_at,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


def can_be_pinned(table: Table, unit: PieceId) -> bool:
    """C-4.1.3b: infantry in the open; in a building only when it assaults a machine gun."""
    piece = table.pieces[unit]
    if not unit_card(table, unit).infantry or piece.host or is_machine_gun(table, unit):
        return False
    return not in_building(table, unit) or _assaults_gun(table, unit)


def _assaults_gun(table: Table, unit: PieceId) -> bool:
    there = units_at(table, table.pieces[unit].zone)
    return is_marked(table, unit, ASSAULT) and any(is_machine_gun(table, gun) for gun in there)


def pin_targets(draft: Draft, aims: Iterable[Aim]) -> None:
    """C-4.1.3a, C-5.0.1a: all at once, so that no machine gun stops another."""
    targets = [
        aim.target
        for aim in aims
        if aim.target in draft.table.pieces
        and is_machine_gun(draft.table, aim.unit)
        and is_unit(draft.table, aim.target)
        and can_be_pinned(draft.table, aim.target)
    ]
    for target in targets:
        draft.mark(target, PINNED, 1, until=ROUND, rule="C-4.1.3a")


def lift_pins(draft: Draft, aims: Iterable[Aim]) -> None:
    """C-4.1.3c: a pin is off when its source is destroyed, or its team sees the unit no more."""
    # Ruling: C-R36 it is looked at when all destroyed units are gone.
    table = draft.table
    hexes = field_of(table).hexes
    eyes: dict[str, Vision] = {}
    for unit in all_units(table):
        if not is_marked(table, unit, PINNED):
            continue
        holding = False
        for aim in aims:
            if aim.target == unit and table.pieces[aim.unit].zone in hexes:
                if is_machine_gun(table, aim.unit):
                    team = team_of_piece(table, aim.unit)
                    eyes.setdefault(team, Vision(table, team))
                    holding = holding or eyes[team].sees(unit)
        if not holding:
            draft.mark(unit, PINNED, 0, rule="C-4.1.3c")
