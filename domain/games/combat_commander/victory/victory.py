"""Losses, points and the end of the game (4.2, 6.3, 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from wardiary.domain.games.combat_commander.cards.cards import initiative_holder
from wardiary.domain.games.combat_commander.table.zones import (
    BOX,
    SEATS,
    casualties,
    enemy_of,
    secret_objectives,
)
from wardiary.domain.games.combat_commander.units.units import unit_card, units_on_map
from wardiary.domain.games.combat_commander.victory.objectives import controlled_by, has_special
from wardiary.domain.games.combat_commander.victory.scoring import (
    open_marker,
    score,
    update_control,
)
from wardiary.domain.games.combat_commander.weapons.effects import lose_weapon, repair
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def remove_unit_markers(draft: Draft, unit: PieceId, *, rule: str) -> None:
    """13.3, E44.1: a unit that leaves the map keeps no suppressed or veteran marker."""
    for mark in ("suppressed", "veteran"):
        draft.mark(unit, mark, 0, rule=rule)


def elimination_points(table: Table, unit: PieceId) -> int:
    """7.1, 7.3.2: what the opponent gets for a unit."""
    factor = 2 if has_special(table, "elimination-doubled") else 1
    return unit_card(table, unit).points * factor


def eliminate(draft: Draft, units: Iterable[PieceId], *, rule: str, repaired: bool = False) -> None:
    """4.2, 7.1: units are eliminated at the same moment; then the game may be over."""
    for unit in units:
        _remove(draft, unit, rule=rule, repaired=repaired)
    update_control(draft)
    check_end(draft)


def _remove(draft: Draft, unit: PieceId, *, rule: str, repaired: bool) -> None:
    points = elimination_points(draft.table, unit)
    owner = draft.table.pieces[unit].owner
    weapon = weapon_of(draft.table, unit)
    if weapon:
        lose_weapon(draft, weapon, rule="11.3")
        if repaired:
            repair(draft, weapon, rule="7.2.2")
    remove_unit_markers(draft, unit, rule="13.3")
    is_hero = unit_card(draft.table, unit).type == "hero"
    draft.move(unit, BOX if is_hero else casualties(owner), rule=rule)
    score(draft, enemy_of(owner), points, rule="7.1")


def has_surrendered(table: Table, seat: Seat) -> bool:
    """4.2: the losses of a seat have reached its surrender marker."""
    return len(table.zone(casualties(seat))) >= table.track(f"surrender-{seat}")


def check_end(draft: Draft) -> None:
    """6.3: the match ends when a side has surrendered or has no unit left on the map."""
    # Ruling: AMB-33, units that wait on the time track do not count.
    table = draft.table
    losers = {
        seat: "surrendered" if has_surrendered(table, seat) else "lost the last unit on the map"
        for seat in SEATS
        if has_surrendered(table, seat) or not units_on_map(table, seat)
    }
    if not losers:
        return
    if len(losers) == 2:
        seat = initiative_holder(table)
        draft.end_match((seat,), "both sides were beaten at once", _scores(table), rule="6.3.1")
    loser, reason = losers.popitem()
    draft.end_match((enemy_of(loser),), f"{loser} {reason}", _scores(table), rule="6.3.1")


def _scores(table: Table) -> dict[str, int]:
    points = table.track("vp")
    return {"axis": points, "allies": -points}


def finish_by_points(draft: Draft, reason: str) -> NoReturn:
    """6.3.2: secret objectives are revealed and paid; the higher total wins."""
    for seat in SEATS:
        for piece in draft.table.zone(secret_objectives(seat)):
            open_marker(draft, piece, rule="6.3.2")
    points = draft.table.track("vp")
    if points == 0:
        draft.end_match((initiative_holder(draft.table),), reason, _scores(draft.table), rule="9.2")
    winner = "axis" if points > 0 else "allies"
    draft.end_match((winner,), reason, _scores(draft.table), rule="6.3.2")


def win_by_objectives(draft: Draft) -> None:
    """7.3.2: with the marker in play, all five objectives win just before a sudden death roll."""
    # Ruling: AMB-35, a special marker has no secret side and is open from the start.
    if not has_special(draft.table, "all-five"):
        return
    for seat in SEATS:
        if len(controlled_by(draft.table, seat)) == 5:
            reason = f"{seat} controls all five objectives"
            draft.end_match((seat,), reason, _scores(draft.table), rule="7.3.2")
