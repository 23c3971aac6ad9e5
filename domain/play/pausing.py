"""Pausing a match: nobody plays and no clock runs until the host or the director resumes it."""

from __future__ import annotations

from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.table_commands import DIRECTOR, HOST
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import PAUSED, Table

RULE = "Table/Break"


def is_paused(table: Table) -> bool:
    """Whether the match is paused."""
    return bool(table.track(PAUSED))


def check_not_paused(table: Table, seat: Seat) -> None:
    """Raise Illegal for a seat's command while the match is paused."""
    if seat in table.seats and is_paused(table):
        raise Illegal(RULE, "the match is paused until the host or the director resumes it")


def pause(draft: Draft, seat: Seat) -> None:
    """Pause the match; raises Illegal when it is paused or over, or when a seat asks for it."""
    _refuse_seats(seat)
    if draft.table.result is not None:
        raise Illegal("Table/Ended", "the match is over; there is nothing to pause")
    if is_paused(draft.table):
        raise Illegal(RULE, "the match is paused already")
    draft.record(e.MatchPaused(rule=RULE))


def resume(draft: Draft, seat: Seat) -> None:
    """Resume a paused match; raises Illegal when it is not paused, or when a seat asks for it."""
    _refuse_seats(seat)
    if not is_paused(draft.table):
        raise Illegal(RULE, "the match is not paused")
    draft.record(e.MatchResumed(rule=RULE))


def _refuse_seats(seat: Seat) -> None:
    if seat not in (HOST, DIRECTOR):
        raise Illegal(RULE, f"{seat} cannot pause or resume; the host and the director can")
