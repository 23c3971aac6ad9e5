"""The clock: how long each seat took to answer, and who waited for whom.

Times are those of the diary's entries (ms); the clock is read when an entry is recorded.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from wardiary.domain.diary.line import Line
from wardiary.domain.play.game import Game
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.projections.wording import seat_name

Asked = Callable[[int], tuple[Seat, ...]]
"""From the position where an entry ends to the seats that are asked something there."""


class SeatClock(msgspec.Struct, frozen=True):
    """One seat's time: how often it answered, how long in all, the longest, and since when it is
    asked now (0 when it is not). All in milliseconds.
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
    """Every seat's time, and how long each seat (outer) waited for each other one (inner)."""

    seats: dict[Seat, SeatClock]
    waited: dict[Seat, dict[Seat, int]]


def asked_by(game: Game, line: Line) -> Asked:
    """Who is asked at the end of each entry, by the game's own prompts."""
    return lambda end: tuple(prompt.seat for prompt in game.prompts(line.table_at(end)))


def answered_next(line: Line) -> Asked:
    """The cheap form, without asking the rules: the seat that speaks next is the one waited for."""
    seats = line.table.seats
    speakers = {}
    for before, entry in zip(line.entries(), list(line.entries())[1:], strict=False):
        opener = line.event(entry.first)
        if isinstance(opener, e.CommandAccepted) and opener.seat in seats:
            speakers[before.last] = (opener.seat,)
    return lambda end: speakers.get(end, ())


def clock(line: Line, asked: Asked) -> Clock:
    """Read the clock of a line; `asked` is `asked_by(game, line)` or `answered_next(line)`.

    A seat's time runs from the end of the entry that asks it until it answers, also while other
    seats answer first. While some are asked, the others wait for each of them.
    """
    table = line.table
    clocks = dict.fromkeys(table.seats, SeatClock())
    waited: dict[Seat, dict[Seat, int]] = {seat: {} for seat in table.seats}
    due: tuple[Seat, ...] = ()
    last = 0
    for entry in line.entries():
        opener, now = line.event(entry.first), line.time_of(entry)
        for waiting, seat in ((one, other) for one in table.seats for other in due):
            if waiting not in due:
                waited[waiting][seat] = waited[waiting].get(seat, 0) + max(0, now - last)
        if isinstance(opener, e.CommandAccepted) and opener.seat in due:
            clocks[opener.seat] = _answered(clocks[opener.seat], now)
        due, last = asked(entry.last), now
        for seat in table.seats:
            since = (clocks[seat].asked_since or now) if seat in due else 0
            clocks[seat] = msgspec.structs.replace(clocks[seat], asked_since=since)
    return Clock(clocks, {seat: dict(sorted(own.items())) for seat, own in waited.items()})


def _answered(seat: SeatClock, now: int) -> SeatClock:
    took = max(0, now - seat.asked_since)
    return SeatClock(seat.answers + 1, seat.total + took, max(seat.longest, took), 0)


def as_text(read: Clock) -> str:
    """The clock as lines of text, a seat a line."""
    lines = []
    for seat, own in read.seats.items():
        waits = ", ".join(
            f"{seat_name(one)} {span(time)}" for one, time in read.waited[seat].items()
        )
        lines.append(
            f"{seat_name(seat)}: {own.answers} answers in {span(own.total)}, "
            f"{span(own.average)} each, longest {span(own.longest)}; waited for {waits or 'nobody'}"
        )
    return "\n".join(lines) + "\n"


def span(milliseconds: int) -> str:
    """A span of time for people: "2 d 4 h", "3 min 5 s", "0.4 s"."""
    if milliseconds < 10_000:
        return f"{milliseconds / 1000:.1f} s"
    parts, left = [], milliseconds // 1000
    for name, size in (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        number, left = divmod(left, size)
        if number:
            parts.append(f"{number} {name}")
    return " ".join(parts[:2])
