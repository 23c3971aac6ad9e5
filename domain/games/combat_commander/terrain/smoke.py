"""Smoke and blazes are put on the map and taken away (8.1, T79, T94)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components.printed import pack_of
from wardiary.domain.games.combat_commander.table.zones import SMOKE_CUP
from wardiary.domain.games.combat_commander.terrain.terrain import (
    smoke_and_blazes,
    smoke_in,
    takes_smoke,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def smoke_hexes(table: Table) -> tuple[Zone, ...]:
    """The hexes that hold smoke."""
    return tuple(smoke_and_blazes(table)[0])


def smoke_value(table: Table, piece: PieceId) -> int:
    """The number printed on a smoke counter."""
    return pack_of(table).markers.smoke[int(piece.removeprefix("smoke-")) - 1]


def clear_smoke(draft: Draft, hex_label: Zone, *, rule: str) -> None:
    """The smoke of a hex returns to the cup."""
    if piece := smoke_in(draft.table, hex_label):
        draft.move(piece, SMOKE_CUP, rule=rule)


def lay_smoke(draft: Draft, seat: Seat, hex_label: Zone, *, rule: str) -> None:
    """T94, 8.1.4: a random smoke counter; of two in a hex the one with the higher value stays."""
    # Ruling: AMB-46, an empty cup places nothing, and the lower counter returns to the cup.
    if not draft.table.zone(SMOKE_CUP) or not takes_smoke(draft.table, hex_label):
        return
    before = smoke_in(draft.table, hex_label)
    piece = draft.pick(seat, SMOKE_CUP, "smoke", rule="T94")
    draft.move(piece, hex_label, rule=rule)
    if before:
        higher = smoke_value(draft.table, piece) > smoke_value(draft.table, before)
        draft.move(before if higher else piece, SMOKE_CUP, rule="8.1.4")


def light_fire(draft: Draft, seat: Seat, hex_label: Zone, *, rule: str) -> bool:
    """E46, E48: a random counter with its blaze side up; returns whether any was left."""
    if not draft.table.zone(SMOKE_CUP):
        return False
    piece = draft.pick(seat, SMOKE_CUP, "blaze", rule="T94")
    draft.move(piece, hex_label, rule=rule)
    draft.turn(piece, "blaze", rule=rule)
    return True
