"""Effects on victory points and objectives: control changes, markers open (4.1.1, 7.3)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.components.terrain_chart import FORTIFICATIONS
from wardiary.domain.games.combat_commander.table.zones import OPEN_OBJECTIVES, PLACES
from wardiary.domain.games.combat_commander.terrain.fortifications import HOLDER
from wardiary.domain.games.combat_commander.units.units import units_in
from wardiary.domain.games.combat_commander.victory.objectives import (
    CONTROL,
    NUMBERS,
    award,
    chit_of,
    controller,
    points_swing,
    sole_occupant,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def score(draft: Draft, seat: Seat, points: int, *, rule: str) -> None:
    """4.1, 4.1.1: one marker moves both ways, up for the Axis."""
    _shift(draft, points if seat == "axis" else -points, rule=rule)


def _shift(draft: Draft, signed: int, *, rule: str) -> None:
    if signed:
        draft.track("vp", draft.table.track("vp") + signed, rule=rule)


def update_control(draft: Draft) -> None:
    """7.3.1, F101, F104: a seat alone on an objective, or in a bunker, controls it from now on."""
    for number in NUMBERS:
        seat = sole_occupant(draft.table, number)
        if seat and seat != controller(draft.table, number):
            points = points_swing(draft.table, number, seat)
            draft.track(f"control-{number}", CONTROL[seat], rule="7.3.1")
            _shift(draft, points, rule="7.3.3")
    _settle_bunkers(draft)


@remembered(PLACES)
def bunkers_on_map(table: Table) -> tuple[PieceId, ...]:
    """F101, F104: the bunkers and pillboxes on the map."""
    grid = map_of(table).grid
    lasting = [kind for kind, card in FORTIFICATIONS.items() if card.holds_ties]
    return tuple(
        piece.id for piece in table.pieces.values() if piece.kind in lasting and piece.zone in grid
    )


def _settle_bunkers(draft: Draft) -> None:
    for bunker in bunkers_on_map(draft.table):
        piece = draft.table.pieces[bunker]
        owners = {draft.table.pieces[unit].owner for unit in units_in(draft.table, piece.zone)}
        if len(owners) == 1:
            rule = "F101" if piece.kind == "bunker" else "F104"
            draft.mark(piece.id, "holder", HOLDER[owners.pop()], rule=rule)


def open_marker(draft: Draft, piece: PieceId, *, rule: str) -> None:
    """7.3.3: an objective marker becomes general and pays the seats that control its objectives."""
    draft.move(piece, OPEN_OBJECTIVES, rule=rule)
    gain = sum(value for _, value, _ in award(draft.table, chit_of(draft.table, piece)))
    _shift(draft, gain, rule="7.3.3")
