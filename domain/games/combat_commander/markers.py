"""Deeds on markers of the map: smoke, fires and fortifications (8.1, T79, T94, F100)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.chart import FORTIFICATIONS, FortificationName
from wardiary.domain.games.combat_commander.components import map_of, pack_of
from wardiary.domain.games.combat_commander.fortifications import fortification_in, in_the_box
from wardiary.domain.games.combat_commander.scoring import settle_control
from wardiary.domain.games.combat_commander.terrain import (
    screens,
    smoke_in,
    takes_fortification,
    takes_smoke,
)
from wardiary.domain.games.combat_commander.zones import BOX, SMOKE_CUP
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def smoke_hexes(table: Table) -> tuple[Zone, ...]:
    """The hexes that hold smoke."""
    return tuple(screens(table)[0])


def smoke_value(table: Table, piece: PieceId) -> int:
    """The number printed on a smoke counter."""
    return pack_of(table).markers.smoke[int(piece.removeprefix("smoke-")) - 1]


def clear_smoke(draft: Draft, hex_label: Zone, *, rule: str) -> None:
    """The smoke of a hex returns to the cup."""
    if piece := smoke_in(draft.table, hex_label):
        draft.move(piece, SMOKE_CUP, rule=rule)


def lay_smoke(draft: Draft, seat: Seat, hex_label: Zone, *, rule: str) -> None:
    """T94, 8.1.4: a random smoke counter; of two in a hex the thicker stays."""
    # Ruling: AMB-46, an empty cup lays nothing, and the counter that yields returns to the cup.
    if not draft.table.zone(SMOKE_CUP) or not takes_smoke(draft.table, hex_label):
        return
    before = smoke_in(draft.table, hex_label)
    piece = draft.pick(seat, SMOKE_CUP, "smoke", rule="T94")
    draft.move(piece, hex_label, rule=rule)
    if before:
        thicker = smoke_value(draft.table, piece) > smoke_value(draft.table, before)
        draft.move(before if thicker else piece, SMOKE_CUP, rule="8.1.4")


def light_fire(draft: Draft, seat: Seat, hex_label: Zone, *, rule: str) -> bool:
    """E46, E48: a random counter with its blaze side up; says whether there was one left."""
    if not draft.table.zone(SMOKE_CUP):
        return False
    piece = draft.pick(seat, SMOKE_CUP, "blaze", rule="T94")
    draft.move(piece, hex_label, rule=rule)
    draft.turn(piece, "blaze", rule=rule)
    return True


def may_fortify(table: Table, hex_label: Zone, kind: FortificationName) -> bool:
    """F100.3, 8.1.3: whether a hex takes a fortification, and one of the kind is left."""
    return takes_fortification(table, hex_label) and in_the_box(table, kind) is not None


def place_fortification(draft: Draft, kind: FortificationName, at: Zone, *, rule: str) -> None:
    """F100.1: a fortification comes into play; who is alone in a new pillbox holds it (F104)."""
    piece = in_the_box(draft.table, kind)
    assert piece is not None, kind
    draft.move(piece, at, rule=rule)
    settle_control(draft)


def remove_fortification(draft: Draft, at: Zone, *, rule: str) -> None:
    """F100.2: the fortification of a hex goes back to the box."""
    if piece := fortification_in(draft.table, at):
        draft.mark(piece, "holder", 0, rule=rule)
        draft.move(piece, BOX, rule=rule)


def fortified_hexes(table: Table, *kinds: str) -> tuple[Zone, ...]:
    """The hexes that hold a fortification, or one of some kinds."""
    grid, wanted = map_of(table).grid, kinds or tuple(FORTIFICATIONS)
    pieces = table.pieces.values()
    return tuple(piece.zone for piece in pieces if piece.kind in wanted and piece.zone in grid)
