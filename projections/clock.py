"""The clock: how long each seat took to answer, and who waited for whom.

Times are those of the recorded entries, in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from wardiary.domain.diary.history import History
from wardiary.domain.match.rewind_options import is_play
from wardiary.domain.play.game import Game
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.projections.labels import seat_name

Asked = Callable[[int], tuple[Seat, ...]]
"""From the end of an entry to the seats that are asked something there."""


class SeatClock(msgspec.Struct, frozen=True):
    """One seat's times in milliseconds: number of answers, total, longest, and since when it is
    asked.

    `asked_since` is 0 when it is not asked, and is moved on by the length of any pause since.
    """

    answers: int = 0
    total: int = 0
    longest: int = 0
    asked_since: int = 0

    @property
    def average(self) -> int:
        """Milliseconds an answer; 0 before the first."""
        return self.total // self.answers if self.answers else 0


class Clock(msgspec.Struct, frozen=True):
    """Every seat's times, and how long each seat (outer key) waited for each other one (inner).

    `paused_at` is when the match was paused, 0 when it is not paused; no clock runs in a pause.
    """

    seats: dict[Seat, SeatClock]
    waited: dict[Seat, dict[Seat, int]]
    paused_at: int = 0


def asked_seats(game: Game, history: History) -> Asked:
    """Who is asked at the end of each entry, by the game's own prompts."""
    return lambda end: tuple(prompt.seat for prompt in game.prompts(history.table_at(end)))


def clock(history: History, asked: Asked) -> Clock:
    """The clock of a match; `asked` is what `asked_seats(game, history)` gives.

    A seat's time runs from the end of the entry that asks it until it answers, also while other
    seats answer first. While some are asked, those that are not wait for each of them. In a pause
    nobody's time runs.
    """
    reading = _ClockReader(history.table.seats)
    for entry in history.entries():
        reading.entry(history.event(entry.first), history.time_of(entry), asked(entry.last))
        for row in history.rows[entry.first - 1 : entry.last]:
            if row.tag in ("match-paused", "match-resumed"):
                reading.paused_at = reading.last if row.tag == "match-paused" else 0
            elif row.tag == "branch-opened":
                reading.paused_at = 0
    return reading.result()


class _ClockReader:
    """The clocks while a history is read."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.clocks = dict.fromkeys(seats, SeatClock())
        self.waited: dict[Seat, dict[Seat, int]] = {seat: {} for seat in seats}
        self.spent: dict[Seat, int] = {}
        self.last = self.paused_at = 0

    def entry(self, opener: e.AnyEvent, now: int, asked: tuple[Seat, ...]) -> None:
        """Read one entry, recorded at `now`; `asked` are the seats that are asked at its end."""
        elapsed = 0 if self.paused_at else max(0, now - self.last)
        for seat in self.spent:
            self.spent[seat] += elapsed
        for waiting in self.clocks.keys() - self.spent.keys():
            for seat in self.spent:
                self.waited[waiting][seat] = self.waited[waiting].get(seat, 0) + elapsed
        if isinstance(opener, e.CommandAccepted) and opener.seat in self.spent and is_play(opener):
            answer_time = self.spent.pop(opener.seat)
            before = self.clocks[opener.seat]
            self.clocks[opener.seat] = SeatClock(
                before.answers + 1, before.total + answer_time, max(before.longest, answer_time)
            )
        self.spent = {seat: self.spent.get(seat, 0) for seat in asked}
        self.last = now

    def result(self) -> Clock:
        """The clocks at the last entry."""
        now = self.paused_at or self.last
        seats = {
            seat: msgspec.structs.replace(
                seat_clock, asked_since=now - self.spent[seat] if seat in self.spent else 0
            )
            for seat, seat_clock in self.clocks.items()
        }
        waited = {
            seat: dict(sorted(seat_clock.items())) for seat, seat_clock in self.waited.items()
        }
        return Clock(seats, waited, self.paused_at)


def as_text(times: Clock) -> str:
    """The clock as lines of text, a seat a line."""
    lines = []
    for seat, seat_clock in times.seats.items():
        waits = ", ".join(
            f"{seat_name(other)} {span(time)}" for other, time in times.waited[seat].items()
        )
        lines.append(
            f"{seat_name(seat)}: {seat_clock.answers} answers in {span(seat_clock.total)}, "
            f"{span(seat_clock.average)} each, longest {span(seat_clock.longest)}; "
            f"waited for {waits or 'nobody'}"
        )
    return "\n".join(lines) + "\n"


def span(milliseconds: int) -> str:
    """A span of time for people: "2 d 4 h", "3 min 5 s", "0.4 s"."""
    if milliseconds < 10_000:
        return f"{milliseconds / 1000:.1f} s"
    parts, remaining = [], milliseconds // 1000
    for name, size in (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        number, remaining = divmod(remaining, size)
        if number:
            parts.append(f"{number} {name}")
    return " ".join(parts[:2])
