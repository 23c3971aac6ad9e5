"""The clocks along a line of play, folded from its events and the times of its entries alone."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from wardiary.domain.clocks.agreement import agreement_of
from wardiary.domain.clocks.clocks import Clocks, clocks_at_opening
from wardiary.domain.diary.said import SHARED, SILENT, verb_of
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat


class Answer(NamedTuple):
    """An answer of a seat: the clocks before it, its time, and the one that it gave before.

    Only those without an answer of another seat between them hang together: no seat takes back
    more than these alone.
    """

    position: int
    seat: Seat
    clocks: Clocks
    time: int
    earlier: Answer | None


class ClockLine:
    """The clocks after each entry. `clocks` is None where none were agreed on, and in a branch."""

    def __init__(self) -> None:
        """No match is open yet."""
        self.clocks: Clocks | None = None
        self.now = 0
        """The time of the last entry (ms). It never goes back."""
        self._actor: Seat = ""
        self._left_by: Seat = ""
        self._accepted = 0
        self._answer: Answer | None = None
        self._ends: list[int] = []
        self._states: list[tuple[Clocks, int, Answer | None]] = []

    def note(self, position: int, event: e.AnyEvent) -> None:
        """Take up the next event."""
        if isinstance(event, e.MatchOpened):
            self._open(event)
        elif self.clocks is None:
            return
        elif isinstance(event, e.BranchOpened):
            self.clocks, self._ends, self._states = None, [], []
        elif isinstance(event, e.CommandAccepted):
            self.now = max(self.now, event.time)
            plays = verb_of(bytes(event.command)) not in SILENT | SHARED
            self._actor = event.seat if plays and event.seat in self.clocks.seats else ""
            self._left_by, self._accepted = "", position
        else:
            self.clocks = self._moved(self.clocks, position, event)
            if isinstance(event, (e.EntryClosed, e.MatchEnded)):
                self._ends.append(position)
                self._states.append((self.clocks, self.now, self._answer))

    def upto(self, position: int) -> ClockLine:
        """The clocks up to the end of an entry of the same match."""
        earlier = ClockLine()
        number = bisect_right(self._ends, position)
        earlier._ends, earlier._states = self._ends[:number], self._states[:number]
        if earlier._states:
            earlier.clocks, earlier.now, earlier._answer = earlier._states[-1]
        return earlier

    def taken_back(self, clocks: Clocks, by: Seat, to: int, now: int) -> Clocks:
        """The clocks once the table went back to a position, `by` a seat alone or by consent."""
        return clocks.taken_back(now, by, self._undone(by, to))

    def _undone(self, seat: Seat, to: int) -> list[tuple[Clocks, int]]:
        """The last answers of a seat after a position, the first one first."""
        undone, answer = [], self._answer
        while answer is not None and answer.position > to:
            if answer.seat == seat:
                undone.append((answer.clocks, answer.time))
            answer = answer.earlier
        return undone[::-1]

    def _open(self, opened: e.MatchOpened) -> None:
        agreement = agreement_of(opened.settings)
        self.now = opened.time
        if agreement is not None:
            self.clocks = clocks_at_opening(agreement, opened.seats, opened.time)

    def _moved(self, clocks: Clocks, position: int, event: e.AnyEvent) -> Clocks:
        """The clocks after an event that may start, stop or move one."""
        now = self.now
        match event:
            case e.SeatClaimed():
                self._left_by = event.seat
            case e.ClocksRun():
                return self._settled(clocks).run(event.seats, now, self._left_by)
            case e.EntryClosed():
                return self._settled(clocks)
            case e.MatchEnded():
                return clocks.end(now)
            case e.Rewound():
                after = self.taken_back(clocks, "" if event.agreed else event.asked, event.to, now)
                while self._answer is not None and self._answer.position > event.to:
                    self._answer = self._answer.earlier
                return after
            case e.DeadlineMissed():
                return clocks.miss(event.seat, position)
            case e.TimeGranted():
                return clocks.grant(event.seat, event.length)
            case _:
                return _stopped_or_started(clocks, event, now)
        return clocks

    def _settled(self, clocks: Clocks) -> Clocks:
        """With the answer that this entry began with, if it did."""
        actor, self._actor = self._actor, ""
        if not actor:
            return clocks
        last = self._answer
        earlier = last if last is not None and last.seat == actor else None
        self._answer = Answer(self._accepted, actor, clocks, self.now, earlier)
        return clocks.answered(actor, self.now)


def _stopped_or_started(clocks: Clocks, event: e.AnyEvent, now: int) -> Clocks:
    match event:
        case e.MatchPaused():
            return clocks.pause(now)
        case e.MatchResumed():
            return clocks.resume(now)
        case e.VacationTaken():
            return clocks.leave(event.seat, event.until, now)
        case e.VacationEnded():
            return clocks.come_back(event.seat, now)
        case _:
            return clocks
