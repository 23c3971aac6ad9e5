"""The clocks of a match at one position, and what moves them. Nothing here knows a rule or a game.

A clock is the time that was left at some instant, and since then it runs or stands. Nothing is
counted while it runs: what is left later, and when the deadline is, follow from the calendar.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from wardiary.domain.clocks.agreement import Agreement
from wardiary.domain.clocks.calendar import Calendar, Span, years_of
from wardiary.domain.table.pieces import Seat


class SeatClock(msgspec.Struct, frozen=True, gc=False):
    """One seat's clock: what was `left` (ms) at the instant `at`, and whether it is asked since.

    `asked` is when it was asked its present question, 0 when it is asked nothing; `missed` the
    position at which it was recorded that the deadline of this question was missed. `before` is
    what was left when the seat answered last. A question that the seat has taken its answer back
    to is asked `again`: its answer gives no new time, but what was `held` of the next question.
    """

    left: int = 0
    at: int = 0
    asked: int = 0
    missed: int = 0
    before: int = 0
    again: bool = False
    held: int = 0


class Clocks(msgspec.Struct, frozen=True):
    """All clocks of a match: by seat, the vacations taken, and since when it is paused (0: not).

    `begun` is set once a clock has run, `over` once the match has ended: then nothing runs.
    """

    agreement: Agreement
    seats: dict[Seat, SeatClock]
    vacations: dict[Seat, tuple[Span, ...]] = {}
    paused: int = 0
    begun: bool = False
    over: bool = False

    @property
    def running(self) -> tuple[Seat, ...]:
        """The seats that are asked, whether or not their clocks stand now."""
        return tuple(seat for seat, clock in self.seats.items() if clock.asked)

    # Questions

    def left(self, seat: Seat, now: int) -> int:
        """What a seat has left at an instant (ms); less than 0 when it is late."""
        clock = self.seats[seat]
        if not clock.asked or self.paused or self.over:
            return clock.left
        return clock.left - self._calendar(seat).running_between(clock.at, now)

    def deadline(self, seat: Seat) -> int | None:
        """When a seat must have answered, as things stand; None while nothing runs for it."""
        clock = self.seats.get(seat)
        if clock is None or not clock.asked or self.paused or self.over:
            return None
        calendar = self._calendar(seat)
        due = calendar.after(clock.at, clock.left) if clock.left > 0 else clock.at + clock.left
        return calendar.next_fixed(due) if self.agreement.kind == "fixed" else due

    def is_late(self, seat: Seat, now: int) -> bool:
        """Whether the deadline of a seat's question has passed."""
        due = self.deadline(seat)
        return due is not None and now > due

    def on_vacation(self, seat: Seat, now: int) -> int:
        """When the vacation of a seat ends that it is on; 0 when it is on none."""
        spans = self.vacations.get(seat, ())
        return next((end for start, end in spans if start <= now < end), 0)

    def vacation_taken(self, seat: Seat, more: tuple[Span, ...] = ()) -> dict[int, int]:
        """The vacation that a seat has taken, by calendar year, with more that it would take."""
        taken: dict[int, int] = {}
        for span in (*self.vacations.get(seat, ()), *more):
            for year, length in years_of(span, self.agreement.zone_of(seat)):
                taken[year] = taken.get(year, 0) + length
        return taken

    def _calendar(self, seat: Seat) -> Calendar:
        agreed = self.agreement
        return Calendar(agreed, agreed.zone_of(seat), self.vacations.get(seat, ()))

    # What moves clocks

    def run(self, seats: tuple[Seat, ...], now: int, left_by: Seat = "") -> Clocks:
        """These seats are asked from now on, all others are not.

        A seat that is not asked any more because its player left, `left_by`, has only what it had
        when somebody comes back to it.
        """
        clocks = {}
        for seat, clock in self.seats.items():
            if seat in seats and not clock.asked:
                again = replace(clock, at=now, asked=now)
                clocks[seat] = again if clock.again else self._asked(seat, clock, now)
            elif seat not in seats and clock.asked:
                left = max(0, self.left(seat, now))
                kept = replace(clock, before=left) if seat == left_by else clock
                stopped = self._again(kept, left, now) if seat == left_by else kept
                clocks[seat] = replace(stopped, left=left, at=now, asked=0)
            else:
                clocks[seat] = clock
        return replace(self, seats=clocks, begun=True)

    def answered(self, seat: Seat, now: int) -> Clocks:
        """A seat has answered, and if it is asked on, its next question begins."""
        clock = self.seats[seat]
        if not clock.asked:
            return self
        left = max(0, self.left(seat, now))
        banks = self.agreement.kind == "bank"
        if clock.again:
            following = left if banks else clock.held
            after = SeatClock(left=following, at=now, asked=now, before=left)
        else:
            plus = self.agreement.plus if banks else 0
            after = self._asked(seat, replace(clock, left=left + plus, before=left), now)
        return self._with(seat, after)

    def taken_back(self, by: Seat, now: int, *, agreed: bool) -> Clocks:
        """The table went back. What was spent stays spent; only if all agreed, questions are new.

        Else a seat could take its act back and give it again for ever, each time with new time.
        """
        clocks = dict(self.seats)
        for seat, clock in self.seats.items():
            left = self.left(seat, now)
            if agreed and clock.asked:
                clocks[seat] = self._asked(seat, replace(clock, left=left, again=False), now)
            elif seat == by and not agreed:
                clocks[seat] = self._again(clock, left, now)
        return replace(self, seats=clocks)

    def _again(self, clock: SeatClock, left: int, now: int) -> SeatClock:
        """The clock of a seat that has taken its answer back."""
        if self.agreement.kind == "bank":
            return replace(clock, left=left, at=now, again=True)
        held = left if clock.asked else self.agreement.limit
        return replace(clock, left=clock.before, at=now, again=True, held=held)

    def pause(self, now: int) -> Clocks:
        """All clocks stand from now on."""
        return replace(self._anchored(now), paused=now)

    def resume(self, now: int) -> Clocks:
        """They run again, with what they had left."""
        seats = {
            seat: replace(clock, at=now) if clock.asked else clock
            for seat, clock in self.seats.items()
        }
        return replace(self, seats=seats, paused=0)

    def end(self, now: int) -> Clocks:
        """The match is over: what is left stays as it is."""
        return replace(self._anchored(now), over=True)

    def grant(self, seat: Seat, length: int) -> Clocks:
        """A seat gets more time for its question."""
        clock = self.seats[seat]
        return self._with(seat, replace(clock, left=clock.left + length, missed=0))

    def miss(self, seat: Seat, position: int) -> Clocks:
        """It is recorded that a seat has missed its deadline."""
        return self._with(seat, replace(self.seats[seat], missed=position))

    def leave(self, seat: Seat, until: int, now: int) -> Clocks:
        """A seat is on vacation from now on, until an instant; its clock stands meanwhile."""
        after = self._with(seat, self._anchor(seat, now))
        spans = (*self.vacations.get(seat, ()), (now, until))
        return replace(after, vacations={**self.vacations, seat: spans})

    def come_back(self, seat: Seat, now: int) -> Clocks:
        """A seat ends its vacation."""
        after = self._with(seat, self._anchor(seat, now))
        spans = tuple(
            (start, now if start <= now < end else end)
            for start, end in self.vacations.get(seat, ())
        )
        return replace(after, vacations={**self.vacations, seat: spans})

    def _asked(self, seat: Seat, clock: SeatClock, now: int) -> SeatClock:
        """The clock of a seat that is asked something new; `clock.left` counts for a bank."""
        agreed, left = self.agreement, clock.left
        if agreed.kind == "move":
            left = agreed.limit
        elif agreed.kind == "fixed":
            calendar = self._calendar(seat)
            # Asked at the very minute of a deadline, a seat has until the next one.
            due = calendar.next_fixed(now + max(agreed.least, 1))
            left = calendar.running_between(now, due)
        return replace(clock, left=left, at=now, asked=now, missed=0, again=False)

    def _anchor(self, seat: Seat, now: int) -> SeatClock:
        clock = self.seats[seat]
        if not clock.asked or self.paused:
            return clock
        return replace(clock, left=self.left(seat, now), at=now)

    def _anchored(self, now: int) -> Clocks:
        return replace(self, seats={seat: self._anchor(seat, now) for seat in self.seats})

    def _with(self, seat: Seat, clock: SeatClock) -> Clocks:
        return replace(self, seats={**self.seats, seat: clock})


def clocks_at_opening(agreement: Agreement, seats: tuple[Seat, ...], now: int) -> Clocks:
    """The clocks of a new match; none runs before every seat is taken."""
    left = agreement.limit if agreement.kind == "bank" else 0
    clocks: Mapping[Seat, SeatClock] = {seat: SeatClock(left=left, at=now) for seat in seats}
    return Clocks(agreement, dict(clocks))
