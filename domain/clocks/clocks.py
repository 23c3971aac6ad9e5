"""The clocks of a match at one position, and what moves them. Nothing here knows a rule or a game.

A clock is the time that was left at some instant, and since then it runs or stands. Nothing is
counted while it runs: what is left later, and when the deadline is, follow from the calendar.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from wardiary.domain.clocks.agreement import Agreement
from wardiary.domain.clocks.calendar import Calendar, Span, years_of
from wardiary.domain.table.pieces import Seat


class SeatClock(msgspec.Struct, frozen=True, gc=False):
    """One seat's clock: what was `left` (ms) at the instant `at`, and whether it is asked since.

    `asked` is when it was asked its present question, 0 when it is asked nothing; `missed` the
    position at which it was recorded that the deadline of this question was missed. A fixed
    deadline is the next one after `since`, and what was `granted` later.

    A question to which the seat comes back is asked `again`, and `later` are those that follow it,
    the next one first: they had begun already, and go on with what they had left.
    """

    left: int = 0
    at: int = 0
    asked: int = 0
    missed: int = 0
    since: int = 0
    granted: int = 0
    again: bool = False
    later: tuple[SeatClock, ...] = ()

    @property
    def is_overdue(self) -> bool:
        """Whether the seat was put in other hands late, and its question is still open."""
        return bool(self.missed) and self.again and not self.asked and self.left < 0

    def from_now(self, now: int) -> SeatClock:
        """The same, from an instant on; when the deadline was, where it has passed, stays."""
        return self if self.left < 0 else replace(self, at=now)


class Clocks(msgspec.Struct, frozen=True):
    """All clocks of a match: by seat, the vacations taken, and since when it is paused (0: not).

    `pauses` are those that are over.
    `begun` is set once a clock has run, `over` once the match has ended: then nothing runs.
    """

    agreement: Agreement
    seats: dict[Seat, SeatClock]
    vacations: dict[Seat, tuple[Span, ...]] = {}
    paused: int = 0
    pauses: tuple[Span, ...] = ()
    begun: bool = False
    over: bool = False

    @property
    def running(self) -> tuple[Seat, ...]:
        """The seats that are asked, whether or not their clocks stand now."""
        return tuple(seat for seat, clock in self.seats.items() if clock.asked)

    # Questions

    def left(self, seat: Seat, now: int) -> int:
        """What a seat has left at an instant (ms); less than 0 when it is late."""
        clock, calendar = self.seats[seat], self._calendar(seat)
        spent = 0
        if clock.asked and self.agreement.kind != "fixed" and not self.paused and not self.over:
            spent = calendar.running_between(clock.at, now)
            if spent < clock.left:
                return clock.left - spent  # The deadline is not worked out, which is much slower.
        due = self.deadline(seat)
        if due is None:
            return clock.left
        if now > due:
            return due - now
        if self.agreement.kind == "fixed":
            return calendar.running_between(now, due)
        return clock.left - spent

    def deadline(self, seat: Seat) -> int | None:
        """When a seat must have answered, as things stand; None while nothing runs for it."""
        clock = self.seats.get(seat)
        if clock is None or not clock.asked or self.paused or self.over:
            return None
        if self.agreement.kind == "fixed":
            return self._fixed_deadline(seat, clock)
        if clock.left < 0:
            return clock.at + clock.left
        return self._calendar(seat).after(clock.at, clock.left)

    def _fixed_deadline(self, seat: Seat, clock: SeatClock) -> int:
        """The first fixed deadline for a question that is in no vacation and in no pause.

        None of them moves it else. Asked at the very minute of a deadline, or while its clock
        stood, a seat has until the next one.
        """
        calendar, wait = self._calendar(seat), max(self.agreement.least, 1)
        stops = sorted((*self.vacations.get(seat, ()), *self.pauses))
        due = calendar.next_fixed(clock.since + wait)
        for start, end in stops:
            if start <= clock.since < end or start <= due < end:
                due = max(due, calendar.next_fixed(end + wait))
        if clock.granted:
            due = calendar.after(due, clock.granted)
            for start, end in stops:
                due = calendar.next_fixed(end + wait) if start <= due < end else due
        return due

    def is_late(self, seat: Seat, now: int) -> bool:
        """Whether the deadline of a seat's question has passed."""
        due = self.deadline(seat)
        return due is not None and now > due

    def on_vacation(self, seat: Seat, now: int) -> int:
        """When the vacation of a seat ends that it is on; 0 when it is on none."""
        spans = self.vacations.get(seat, ())
        return next((end for start, end in spans if start <= now < end), 0)

    def vacation_taken(self, seat: Seat, more: tuple[Span, ...] = ()) -> dict[int, int]:
        """The vacation that a seat has taken, by calendar year, with more that it would take.

        One over a fixed deadline counts for as long as it moves the deadline, if that is longer:
        else an hour would buy a week.
        """
        taken: dict[int, int] = {}
        for span in (*self.vacations.get(seat, ()), *more):
            for year, length in years_of(self._counted(seat, span), self.agreement.zone_of(seat)):
                taken[year] = taken.get(year, 0) + length
        return taken

    def _counted(self, seat: Seat, span: Span) -> Span:
        start, end = span
        calendar = self._calendar(seat)
        if self.agreement.kind != "fixed" or (due := calendar.next_fixed(start)) >= end:
            return span
        moved = calendar.next_fixed(end + max(self.agreement.least, 1)) - due
        return start, start + max(end - start, moved)

    def _calendar(self, seat: Seat) -> Calendar:
        agreed = self.agreement
        return Calendar(agreed, agreed.zone_of(seat), self.vacations.get(seat, ()))

    # What moves clocks

    def run(self, seats: tuple[Seat, ...], now: int, left_by: Seat = "") -> Clocks:
        """These seats are asked from now on, all others are not.

        A seat that is not asked any more because its player left, `left_by`, has only what it had
        when somebody comes back to it.
        """
        clocks = dict(self.seats)
        for seat, clock in self.seats.items():
            if seat in seats and not clock.asked:
                back = replace(clock.from_now(now), asked=now, again=False)
                clocks[seat] = back if clock.again else self._asked(clock, now)
            elif seat not in seats and clock.asked:
                clocks[seat] = self._stopped(seat, now, again=clock.again or seat == left_by)
        return replace(self, seats=clocks, begun=True)

    def _stopped(self, seat: Seat, now: int, *, again: bool) -> SeatClock:
        left = self.left(seat, now)
        left = left if again else max(0, left)
        return replace(self.seats[seat], left=left, at=now, asked=0, again=again)

    def answered(self, seat: Seat, now: int) -> Clocks:
        """A seat has answered, and if it is asked on, its next question begins."""
        clock, banks = self.seats[seat], self.agreement.kind == "bank"
        if not clock.asked:
            return self._with(seat, self._answered_for(clock))
        left = max(0, self.left(seat, now))
        if clock.later:
            following = replace(clock.later[0], asked=now, later=clock.later[1:])
            return self._with(seat, following.from_now(now))
        plus = self.agreement.plus if banks else 0
        return self._with(seat, self._asked(replace(clock, left=left + plus), now))

    def _answered_for(self, clock: SeatClock) -> SeatClock:
        """The clock of a seat for which a bot has answered: what it is asked next is new.

        An empty bank has then what an answer adds, so that the player can come back.
        """
        if self.agreement.kind != "bank":
            return SeatClock(left=max(0, clock.left), at=clock.at)
        left = max(clock.left, self.agreement.plus)
        return SeatClock(left=left, at=clock.at)

    def taken_back(
        self, now: int, by: Seat = "", undone: Sequence[tuple[Clocks, int]] = ()
    ) -> Clocks:
        """The table went back: by consent, and then questions are new, or `by` a seat alone.

        `undone` are the answers of that seat that were taken back, the first one first: the clocks
        before each, and when it was given. A seat that goes back alone has for each question what
        it had left when it answered, and every other seat has what it had then. A bank gives back
        what these answers added, and what others have spent since. A seat that is late stays late.
        """
        if not by:
            seats = self.seats.items()
            return replace(self, seats={seat: self._by_consent(seat, c, now) for seat, c in seats})
        if not undone:
            return self
        others = {
            seat: self._given_back(seat, *undone[0], now) for seat in self.seats if seat != by
        }
        back = (clock.left - self.left(seat, now) for seat, clock in others.items())
        own = self._alone(by, undone, now, max((0, *back)))
        return replace(self, seats={**self.seats, **others, by: own})

    def _given_back(self, seat: Seat, then: Clocks, at: int, now: int) -> SeatClock:
        """The clock of a seat with what it had when another one gave an answer that is undone."""
        clock = self.seats[seat]
        if clock.asked and clock.asked == then.seats[seat].asked:
            return self.standing(seat, now)  # Its question is the same, and its clock ran on.
        if self.is_late(seat, now):
            return replace(self.standing(seat, now), again=True)
        had = then.standing(seat, at)
        again = had.again or bool(had.asked and not clock.asked)
        return replace(had.from_now(now), asked=clock.asked, again=again)

    def _by_consent(self, seat: Seat, clock: SeatClock, now: int) -> SeatClock:
        if self.is_late(seat, now):
            return clock
        fresh = replace(clock, left=self.left(seat, now), again=False, later=())
        return self._asked(fresh, now) if clock.asked else fresh

    def _alone(
        self, by: Seat, undone: Sequence[tuple[Clocks, int]], now: int, spent: int
    ) -> SeatClock:
        """The clock of a seat that has gone back alone, when others had `spent` time since."""
        own, agreed = self.seats[by], self.agreement
        if self.is_late(by, now):
            late = self.standing(by, now)
            return replace(late, later=(replace(late, later=()), *own.later))
        first, *later = (replace(then.standing(by, at), later=()) for then, at in undone)
        left = first.left
        if own.asked:
            later.append(replace(self.standing(by, now), later=()))
        if agreed.kind == "bank":
            added = agreed.plus * sum(bool(then.seats[by].asked) for then, _ in undone)
            left, later = min(left, self.left(by, now) - added - spent), []
        clock = replace(first, left=left, later=(*later, *own.later), again=not own.asked)
        return replace(clock.from_now(now), asked=now if own.asked else 0)

    def pause(self, now: int) -> Clocks:
        """All clocks stand from now on."""
        return replace(self._anchored(now), paused=now)

    def resume(self, now: int) -> Clocks:
        """They run again, with what they had left."""
        seats = {
            seat: clock.from_now(now) if clock.asked else clock
            for seat, clock in self.seats.items()
        }
        return replace(self, seats=seats, paused=0, pauses=(*self.pauses, (self.paused, now)))

    def end(self, now: int) -> Clocks:
        """The match is over: what is left stays as it is."""
        return replace(self._anchored(now), over=True)

    def grant(self, seat: Seat, length: int) -> Clocks:
        """A seat gets more time for its question."""
        clock = self.seats[seat]
        left, granted = clock.left + length, clock.granted + length
        return self._with(seat, replace(clock, left=left, granted=granted, missed=0))

    def miss(self, seat: Seat, position: int) -> Clocks:
        """It is recorded that a seat has missed its deadline."""
        return self._with(seat, replace(self.seats[seat], missed=position))

    def leave(self, seat: Seat, until: int, now: int) -> Clocks:
        """A seat is on vacation from now on, until an instant; its clock stands meanwhile."""
        after = self._with(seat, self.standing(seat, now))
        spans = (*self.vacations.get(seat, ()), (now, until))
        return replace(after, vacations={**self.vacations, seat: spans})

    def come_back(self, seat: Seat, now: int) -> Clocks:
        """A seat ends its vacation."""
        after = self._with(seat, self.standing(seat, now))
        spans = tuple(
            (start, now if start <= now < end else end)
            for start, end in self.vacations.get(seat, ())
        )
        return replace(after, vacations={**self.vacations, seat: spans})

    def _asked(self, clock: SeatClock, now: int) -> SeatClock:
        """The clock of a seat that is asked something new; `clock.left` counts for a bank."""
        left = clock.left if self.agreement.kind == "bank" else self.agreement.limit
        return SeatClock(left=left, at=now, asked=now, since=now)

    def standing(self, seat: Seat, now: int) -> SeatClock:
        """A seat's clock with what was left of it at an instant."""
        clock = self.seats[seat]
        if not clock.asked or self.paused:
            return clock
        return replace(clock, left=self.left(seat, now), at=now)

    def _anchored(self, now: int) -> Clocks:
        return replace(self, seats={seat: self.standing(seat, now) for seat in self.seats})

    def _with(self, seat: Seat, clock: SeatClock) -> Clocks:
        return replace(self, seats={**self.seats, seat: clock})


def clocks_at_opening(agreement: Agreement, seats: tuple[Seat, ...], now: int) -> Clocks:
    """The clocks of a new match; none runs before every seat is taken."""
    left = agreement.limit if agreement.kind == "bank" else 0
    clocks: Mapping[Seat, SeatClock] = {seat: SeatClock(left=left, at=now) for seat in seats}
    return Clocks(agreement, dict(clocks))
