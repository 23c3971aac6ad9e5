"""Pausing a match: nobody plays and no clock runs until the host or the director resumes it.

In a match with a clock all persons at the table can pause it together, and go on together.
"""

from __future__ import annotations

from collections.abc import Sequence

from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.table_commands import DIRECTOR, HOST, Resume
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import PAUSED, Table

RULE = "Table/Break"


def is_paused(table: Table) -> bool:
    """Whether the match is paused."""
    return bool(table.track(PAUSED))


def is_stopped(table: Table, seat: Seat, command: Command | None) -> bool:
    """Whether a pause keeps a command of a seat from being taken."""
    if seat not in table.seats or not is_paused(table):
        return False
    return not (isinstance(command, Resume) and has_agreed(table, seat))


def check_not_paused(table: Table, seat: Seat, command: Command | None = None) -> None:
    """Raise Illegal for a seat's command in a pause, unless the seat ends its own."""
    if is_stopped(table, seat, command):
        raise Illegal(RULE, "the match is paused until the host or the director resumes it")


def pause(draft: Draft, seat: Seat, agreeing: Sequence[Seat] = ()) -> None:
    """Pause the match, or agree to a pause; raises Illegal when it is paused or over.

    `agreeing` are the seats that can pause it together, none where only host and director can.
    """
    _refuse_others(seat, agreeing)
    if draft.table.result is not None:
        raise Illegal("Table/Ended", "the match is over; there is nothing to pause")
    if is_paused(draft.table):
        raise Illegal(RULE, "the match is paused already")
    if seat in agreeing:
        draft.track(agreed_track(seat), 1, rule=RULE)
        if not all(has_agreed(draft.table, other) for other in agreeing):
            return
    else:
        _forget_wishes(draft)  # What the host has paused no seat goes on with.
    draft.record(e.MatchPaused(rule=RULE))


def resume(draft: Draft, seat: Seat, agreeing: Sequence[Seat] = ()) -> None:
    """Resume a paused match, or agree to that; raises Illegal when it is not paused.

    A seat that has agreed to a pause which has not begun takes that back. What host or director
    have paused no seat resumes.
    """
    _refuse_others(seat, agreeing)
    if not is_paused(draft.table) and not (seat in agreeing and has_agreed(draft.table, seat)):
        raise Illegal(RULE, "the match is not paused")
    if seat in agreeing:
        draft.track(agreed_track(seat), 0, rule=RULE)
        if any(has_agreed(draft.table, other) for other in agreeing):
            return
    _forget_wishes(draft)
    if is_paused(draft.table):
        draft.record(e.MatchResumed(rule=RULE))


def _forget_wishes(draft: Draft) -> None:
    for seat in draft.table.seats:
        if has_agreed(draft.table, seat):
            draft.track(agreed_track(seat), 0, rule=RULE)


def agreed_track(seat: Seat) -> str:
    """The track that says whether a seat wants the match to be paused."""
    return f"{PAUSED}/{seat}"


def has_agreed(table: Table, seat: Seat) -> bool:
    """Whether a seat wants the match to be paused."""
    return bool(table.track(agreed_track(seat)))


def _refuse_others(seat: Seat, agreeing: Sequence[Seat]) -> None:
    if seat not in (HOST, DIRECTOR, *agreeing):
        raise Illegal(RULE, f"{seat} cannot pause or resume; the host and the director can")
