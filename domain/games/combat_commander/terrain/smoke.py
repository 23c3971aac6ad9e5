"""Smoke and blazes are put on the map and taken away (8.1, T79, T94)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components.printed import map_of, pack_of
from wardiary.domain.games.combat_commander.table.zones import COUNTERS, SMOKE_CUP
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.memory import remembered
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


@remembered(COUNTERS)
def smoke_and_blazes(table: Table) -> tuple[dict[str, int], set[str]]:
    """T94, T79: the value of smoke by hex, and the hexes with a blaze."""
    grid = map_of(table).grid
    smoke: dict[str, int] = {}
    blazes: set[str] = set()
    for number, value in enumerate(pack_of(table).markers.smoke, start=1):
        marker = table.pieces.get(f"smoke-{number}")
        if marker is None or marker.zone not in grid:
            continue
        if marker.face == "blaze":
            blazes.add(marker.zone)
        else:
            smoke[marker.zone] = value
    return smoke, blazes


def smoke_in(table: Table, hex_label: str) -> PieceId | None:
    """8.1.4: the smoke marker in a hex; there is at most one."""
    pieces = table.pieces
    return next(
        (
            piece
            for piece in table.zone(hex_label)
            if piece.startswith("smoke-") and pieces[piece].face == "smoke"
        ),
        None,
    )


def is_burning(table: Table, hex_label: str) -> bool:
    """T79, 8.1.5: whether there is a blaze in a hex."""
    return hex_label in smoke_and_blazes(table)[1]


def takes_smoke(table: Table, hex_label: str) -> bool:
    """T89, T95, T98, 8.1.5: smoke goes to hexes that are neither wet nor burning."""
    return not map_of(table).is_wet(hex_label) and not is_burning(table, hex_label)


def takes_blaze(table: Table, hex_label: str) -> bool:
    """E46: a hex that is neither wet nor burning already."""
    return takes_smoke(table, hex_label)


def downwind(table: Table, hex_label: str) -> str | None:
    """E48: the hex into which a blaze here would spread."""
    sheet = map_of(table)
    return sheet.grid.step(hex_label, sheet.wind)
