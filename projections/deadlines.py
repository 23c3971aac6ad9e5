"""Deadlines: how every clock of a match stands, and which reminders fall due when.

All of it is public: whose clock runs follows from who is asked, and that everybody sees. Nothing
here depends on a hand, on a standing answer, or on where anybody lives; the zones in it are those
that were agreed on for the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from wardiary.domain.clocks.agreement import Agreement, clock_text
from wardiary.domain.clocks.calendar import instant_text, local
from wardiary.domain.clocks.clocks import Clocks
from wardiary.domain.clocks.durations import MINUTE, duration_text
from wardiary.domain.table.pieces import Seat
from wardiary.projections.labels import seat_name

State = Literal["runs", "stands", "vacation", "paused", "late", "over"]


class SeatDeadline(msgspec.Struct, frozen=True):
    """How one seat's clock stands; times in milliseconds.

    `deadline` is 0 while nothing runs; `left` counts for the seat's question, or for its bank.
    `back` is when a vacation ends (0: none), `vacation` what is left of it this year; `missed` says
    that it is noted that the deadline was missed.
    """

    state: State
    deadline: int = 0
    left: int = 0
    back: int = 0
    vacation: int = 0
    missed: bool = False


class Deadlines(msgspec.Struct, frozen=True):
    """How all clocks of a match stand: the clock, what a late answer brings, and each seat."""

    clock: str
    late: str
    zone: str
    seats: dict[Seat, SeatDeadline]


class Reminder(msgspec.Struct, frozen=True):
    """A seat is to be reminded at an instant that its deadline is so long ahead (ms)."""

    seat: Seat
    at: int
    deadline: int
    before: int

    @property
    def id(self) -> str:
        """What tells it from every other reminder of its match."""
        return f"{self.seat}/{self.deadline}/{self.before}"


def deadlines(clocks: Clocks, now: int) -> Deadlines:
    """How the clocks of a match stand at an instant."""
    agreed = clocks.agreement
    seats = {seat: _seat_deadline(clocks, seat, now) for seat in clocks.seats}
    return Deadlines(clock_text(agreed), agreed.late, agreed.zone, seats)


def _seat_deadline(clocks: Clocks, seat: Seat, now: int) -> SeatDeadline:
    agreed, back = clocks.agreement, clocks.on_vacation(seat, now)
    year = local(agreed.zone_of(seat), now).year
    taken = clocks.vacation_taken(seat).get(year, 0)
    return SeatDeadline(
        _state(clocks, seat, now),
        clocks.deadline(seat) or 0,
        clocks.left(seat, now),
        back,
        max(0, agreed.vacation - taken),
        bool(clocks.seats[seat].missed),
    )


def _state(clocks: Clocks, seat: Seat, now: int) -> State:
    if clocks.over:
        return "over"
    if clocks.paused:
        return "paused"
    if clocks.is_late(seat, now):
        return "late"
    if clocks.on_vacation(seat, now):
        return "vacation"
    return "runs" if clocks.seats[seat].asked else "stands"


def reminders(clocks: Clocks, after: int, upto: int) -> tuple[Reminder, ...]:
    """The reminders that fall due after an instant and up to another, as things stand.

    A reminder that would come before the question is none; one deadline brings each only once.
    """
    due = (one for seat in clocks.running for one in _reminders_of(clocks, seat))
    return tuple(sorted((one for one in due if after < one.at <= upto), key=lambda one: one.at))


def _reminders_of(clocks: Clocks, seat: Seat) -> Iterator[Reminder]:
    deadline = clocks.deadline(seat)
    if deadline is None or clocks.seats[seat].missed:
        return
    for before in clocks.agreement.reminders:
        at = deadline - before
        if at > clocks.seats[seat].asked:
            yield Reminder(seat, at, deadline, before)


def next_instant(clocks: Clocks, after: int) -> int | None:
    """The next instant at which a seat is late or has to be reminded; None when there is none."""
    instants = [one.at for seat in clocks.running for one in _reminders_of(clocks, seat)]
    for seat in clocks.running:
        deadline = clocks.deadline(seat)
        if deadline is not None and not clocks.seats[seat].missed:
            instants.append(deadline + 1)
    return min((at for at in instants if at > after), default=None)


# For people


LATE_BRINGS = {
    "nothing": "the question may still be answered",
    "pass": "the answer left for it is given, or a pass",
    "bot": "a bot plays on",
    "director": "the director decides",
    "forfeit": "the match is lost",
}
"""What a missed deadline brings, as a sentence ends."""


def deadline_text(clocks: Clocks, seat: Seat, now: int, zone: str = "") -> str:
    """The clock of a seat as a sentence; `zone` is that of its reader, the match's unless given."""
    zone = zone or clocks.agreement.zone
    one = _seat_deadline(clocks, seat, now)
    left = duration_text(max(0, one.left) // MINUTE * MINUTE)
    match one.state:
        case "over":
            return f"the match is over; {left} were left"
        case "paused":
            return f"the match is paused, with {left} left"
        case "late":
            return f"the deadline was {instant_text(one.deadline, zone)}"
        case "vacation":
            back = instant_text(one.back, zone)
            until = f", then until {instant_text(one.deadline, zone)}" if one.deadline else ""
            return f"on vacation until {back}{until}"
        case "stands":
            return f"the clock stands, with {left} left" if _banks(clocks) else "the clock stands"
        case "runs":
            return f"answer by {instant_text(one.deadline, zone)} ({left} left)"


def _banks(clocks: Clocks) -> bool:
    return clocks.agreement.kind == "bank"


def agreement_text(agreed: Agreement) -> str:
    """What was agreed about time, as a sentence."""
    late = LATE_BRINGS[agreed.late]
    return f"{clock_text(agreed)} ({agreed.zone}); after the deadline {late}"


def as_text(clocks: Clocks, now: int, zone: str = "") -> str:
    """All clocks as lines of text, a seat a line."""
    lines = [agreement_text(clocks.agreement)]
    for seat, one in deadlines(clocks, now).seats.items():
        words = f"{seat_name(seat)}: {deadline_text(clocks, seat, now, zone)}"
        left = duration_text(one.vacation // MINUTE * MINUTE)
        budget = f"; {left} of vacation left this year" if clocks.agreement.vacation else ""
        lines.append(words + budget)
    return "\n".join(lines) + "\n"
