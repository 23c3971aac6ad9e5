"""Fortifications come into play and are removed (F100, 8.1.3)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.components.terrain_chart import (
    FORTIFICATIONS,
    FortificationName,
)
from wardiary.domain.games.combat_commander.table.zones import BOX
from wardiary.domain.games.combat_commander.terrain.fortifications import (
    fortification_in,
    in_the_box,
)
from wardiary.domain.games.combat_commander.terrain.smoke import takes_smoke
from wardiary.domain.games.combat_commander.victory.scoring import update_control
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import Zone
from wardiary.domain.table.table import Table


def may_fortify(table: Table, hex_label: Zone, kind: FortificationName) -> bool:
    """F100.3, 8.1.3: whether a hex takes a fortification, and one of the kind is left."""
    return takes_fortification(table, hex_label) and in_the_box(table, kind) is not None


def place_fortification(draft: Draft, kind: FortificationName, at: Zone, *, rule: str) -> None:
    """F100.1: a fortification comes into play; a side alone in a new pillbox holds it (F104)."""
    piece = in_the_box(draft.table, kind)
    assert piece is not None, kind
    draft.move(piece, at, rule=rule)
    update_control(draft)


def remove_fortification(draft: Draft, at: Zone, *, rule: str) -> None:
    """F100.2: the fortification of a hex goes back to the box."""
    if piece := fortification_in(draft.table, at):
        draft.mark(piece, "holder", 0, rule=rule)
        draft.move(piece, BOX, rule=rule)


def fortified_hexes(table: Table, *kinds: str) -> tuple[Zone, ...]:
    """The hexes that hold a fortification, or one of some kinds."""
    grid, wanted_kinds = map_of(table).grid, kinds or tuple(FORTIFICATIONS)
    pieces = table.pieces.values()
    return tuple(
        piece.zone for piece in pieces if piece.kind in wanted_kinds and piece.zone in grid
    )


def takes_fortification(table: Table, hex_label: str) -> bool:
    """8.1.3, 8.1.5, F100.3: not wet, not burning, and no fortification yet."""
    return takes_smoke(table, hex_label) and fortification_in(table, hex_label) is None
