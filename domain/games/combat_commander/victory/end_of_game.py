"""The end of the game (4.2, 6.3, 7.3.2)."""

from __future__ import annotations

from typing import NoReturn

from wardiary.domain.games.combat_commander.cards.cards import initiative_holder
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.zones import (
    SEATS,
    casualties,
    enemy_of,
    secret_objectives,
)
from wardiary.domain.games.combat_commander.victory.objectives import controlled_by, has_special
from wardiary.domain.games.combat_commander.victory.scoring import (
    open_marker,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


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
        draft.end_match((seat,), "both sides were beaten at once", scores(table), rule="6.3.1")
    loser, reason = losers.popitem()
    draft.end_match((enemy_of(loser),), f"{loser} {reason}", scores(table), rule="6.3.1")


def scores(table: Table) -> dict[str, int]:
    """4.1: one marker counts for the Axis, and against the Allies."""
    points = table.track("vp")
    return {"axis": points, "allies": -points}


def finish_by_points(draft: Draft, reason: str) -> NoReturn:
    """6.3.2: secret objectives are revealed and paid; the higher total wins."""
    for seat in SEATS:
        for piece in draft.table.zone(secret_objectives(seat)):
            open_marker(draft, piece, rule="6.3.2")
    points = draft.table.track("vp")
    if points == 0:
        draft.end_match((initiative_holder(draft.table),), reason, scores(draft.table), rule="9.2")
    winner = "axis" if points > 0 else "allies"
    draft.end_match((winner,), reason, scores(draft.table), rule="6.3.2")


def win_by_objectives(draft: Draft) -> None:
    """7.3.2: with the marker in play, all five objectives win just before a sudden death roll."""
    # Ruling: AMB-35, a special marker has no secret side and is open from the start.
    if not has_special(draft.table, "all-five"):
        return
    for seat in SEATS:
        if len(controlled_by(draft.table, seat)) == 5:
            reason = f"{seat} controls all five objectives"
            draft.end_match((seat,), reason, scores(draft.table), rule="7.3.2")
