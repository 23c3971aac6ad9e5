"""When clocks run: spans of time without days off, quiet hours and vacations, in any time zone.

Instants are whole milliseconds since 1970 (UTC). What a zone's clocks show at an instant is read
from the time zone data of the standard library; a time that a change of the clocks leaves out
counts as that much later, one that comes twice as the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import count

from wardiary.domain.clocks.agreement import Agreement, zone_named

Span = tuple[int, int]
DAY_MINUTES = 24 * 60
FOR_EVER = 1 << 62
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip


def instant(zone: str, day: date, minute: int) -> int:
    """The instant at which a zone's clocks show a minute (0 to 1440) of a day."""
    shown = datetime(day.year, day.month, day.day) + timedelta(minutes=minute)  # noqa: DTZ001 (The zone follows.)
    moment = shown.replace(tzinfo=zone_named(zone))
    # Over UTC, so that a time that is left out becomes one that there is.
    return round(moment.astimezone(UTC).timestamp() * 1000)


def local(zone: str, at: int) -> datetime:
    """What a zone's clocks show at an instant."""
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(zone_named(zone))


class Calendar:
    """When the clock of one seat runs: its zone, and the spans of its vacations."""

    def __init__(self, agreement: Agreement, zone: str, vacations: Sequence[Span] = ()) -> None:
        self.agreement, self.zone = agreement, zone
        self.vacations = sorted(vacations)

    def running_between(self, start: int, end: int) -> int:
        """How long a clock runs between two instants."""
        spent = 0
        for begin, close in self._running(start):
            if begin >= end:
                break
            spent += min(close, end) - begin
        return spent

    def after(self, start: int, running: int) -> int:
        """The instant at which a clock has run so long since another one."""
        left = running
        for begin, close in self._running(start):
            if close - begin >= left:
                return begin + left
            left -= close - begin
        raise AssertionError("clocks run for ever")

    def next_fixed(self, after: int) -> int:
        """The first fixed deadline at an instant or after it; none is on a day off."""
        agreed = self.agreement
        today = local(self.zone, after).date() - timedelta(days=1)
        day = max(today, agreed.first) if agreed.first else today
        while True:
            if day.weekday() in agreed.weekdays and not agreed.is_day_off(day):
                at = instant(self.zone, day, agreed.at)
                if at >= after:
                    return at
            day += timedelta(days=1)

    def _running(self, start: int) -> Iterator[Span]:
        """The spans after an instant in which a clock runs, one after the other."""
        for begin, close in self._open(start):
            yield from without((begin, close), self.vacations)

    def _open(self, start: int) -> Iterator[Span]:
        """The spans without days off and quiet hours."""
        if self.agreement.always_runs:
            yield start, FOR_EVER
            return
        first = local(self.zone, start).date()
        for number in count():
            day = first + timedelta(days=number)
            if self.agreement.is_day_off(day):
                continue
            for begin, close in self._hours():
                span = instant(self.zone, day, begin), instant(self.zone, day, close)
                if span[1] > start:
                    yield max(start, span[0]), span[1]

    def _hours(self) -> tuple[Span, ...]:
        """The minutes of a day that are not quiet."""
        start, end = self.agreement.quiet
        if start == end:
            return ((0, DAY_MINUTES),)
        spans = ((0, start), (end, DAY_MINUTES)) if start < end else ((end, start),)
        return tuple(span for span in spans if span[0] < span[1])


def without(span: Span, others: Sequence[Span]) -> Iterator[Span]:
    """The parts of a span that are in none of others, which are sorted."""
    begin, close = span
    for start, end in others:
        if end <= begin or start >= close:
            continue
        if start > begin:
            yield begin, start
        begin = max(begin, end)
    if begin < close:
        yield begin, close


def years_of(span: Span, zone: str) -> Iterator[tuple[int, int]]:
    """How much of a span is in each calendar year of a zone: the year and the milliseconds."""
    start, end = span
    while start < end:
        year = local(zone, start).year
        turn = min(end, instant(zone, date(year + 1, 1, 1), 0))
        yield year, turn - start
        start = turn


def instant_text(at: int, zone: str = "UTC") -> str:
    """An instant as a zone's clocks show it: "Thu 12 Mar 2026 13:00 CET"."""
    shown = local(zone, at)
    day = f"{DAYS[shown.weekday()]} {shown.day} {MONTHS[shown.month - 1]} {shown.year}"
    return f"{day} {shown:%H:%M} {shown.tzname()}"
