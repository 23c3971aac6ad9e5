"""13.5.1, 4.3 Objectives on the table: who controls them, on which side, in which state."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.cards import scenario_of
from wardiary.domain.games.combat_soldiers.components.pack_files import SIDES
from wardiary.domain.games.combat_soldiers.components.zones import (
    DAMAGE,
    GROUPS,
    INTERDICTED,
    is_group,
    owner_of,
)
from wardiary.domain.games.combat_soldiers.groups.group import Group
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

COMPANIONS = ("pherddorf", "crossroads", "citie")


def is_usable(table: Table, objective: PieceId) -> bool:
    """13.5.1-b, 7.3.1.3-b1: neither besieged, damaged, infiltrated nor interdicted.

    The Steeple needs a companion that works (13.5.2.5-e).
    """
    piece = table.pieces.get(objective)
    if piece is None or not is_group(piece.zone):
        return False
    if DAMAGE in piece.marks or INTERDICTED in piece.marks:
        return False
    for card in table.zones[piece.zone]:
        other = table.pieces[card]
        if other.kind == "besieged" or (other.kind == "partisan" and other.host == objective):
            return False
        if objective == "steeple" and DAMAGE in other.marks:
            return False
    return True


@remembered(GROUPS)
def controls(table: Table, seat: Seat, objective: PieceId) -> bool:
    """7.3.8.1-b: whether a seat holds an objective and its capability works."""
    piece = table.pieces.get(objective)
    return (
        piece is not None
        and is_group(piece.zone)
        and owner_of(piece.zone) == seat
        and is_usable(table, objective)
    )


def side_of(table: Table, objective: PieceId) -> str:
    """4.3, 1.2-b2: the side that a control marker shows."""
    piece = table.pieces.get(objective)
    return "" if piece is None else piece.face


def objective_sides(table: Table) -> tuple[str, ...]:
    """17.1, 17.2, 17.3: the sides that a newly drawn objective may take."""
    side = scenario_of(table).objectives
    return (side,) if side else SIDES


def is_bare(group: Group) -> bool:
    """7.3.11: an objective with neither infantry nor leader."""
    return bool(group.objective) and not group.troops and not group.leader


def defence_factor(table: Table, group: Group) -> int:
    """13.5.2.5, 7.3.10.2: printed factor less damage, and the Steeple's on top."""
    printed = table.pack.objectives[group.objective].defence
    factor = max(0, printed - table.mark(group.objective, DAMAGE))
    return int(factor + (table.pack.objectives["steeple"].defence if group.steeple else 0))
