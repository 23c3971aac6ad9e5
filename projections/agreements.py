"""What was agreed about time, in plain words: for the lobby and beside the clocks of a match."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wardiary.domain.clocks.agreement import Agreement
from wardiary.domain.clocks.calendar import MONTHS
from wardiary.domain.clocks.clocks import clocks_at_opening
from wardiary.domain.clocks.durations import parts_of
from wardiary.projections.deadlines import LATE_BRINGS
from wardiary.projections.labels import listing, seat_name

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
UNIT_WORDS = {"d": "day", "h": "hour", "min": "minute", "s": "second"}
NO_LIMIT = "No clock runs: the match waits for every answer without a limit."


class AgreementText(msgspec.Struct, frozen=True):
    """An agreement about time in sentences; `example` is when (ms) a question that is asked now
    would have to be answered, 0 without a limit.
    """

    sentences: tuple[str, ...]
    example: int = 0


def agreement_in_words(agreed: Agreement | None, now: int) -> AgreementText:
    """What an agreement means, with an example of a question that is asked at an instant."""
    if agreed is None:
        return AgreementText((NO_LIMIT,))
    seat = ""
    asked = clocks_at_opening(agreed, (seat,), now).run((seat,), now)
    return AgreementText(tuple(_sentences(agreed)), asked.deadline(seat) or 0)


def _sentences(agreed: Agreement) -> Iterator[str]:
    yield _clock(agreed)
    yield from _standing(agreed)
    yield _zones(agreed)
    yield f"After a missed deadline {LATE_BRINGS[agreed.late]}."
    if agreed.vacation:
        year = span_in_words(agreed.vacation)
        yield f"Each seat may stop its clock for {year} of vacation a year."
    if agreed.reminders:
        before = listing([span_in_words(one) for one in agreed.reminders])
        yield f"A seat is reminded {before} before its deadline."


def _clock(agreed: Agreement) -> str:
    limit = span_in_words(agreed.limit)
    if agreed.kind == "move":
        return f"Each seat has {limit} for each answer."
    if agreed.kind == "bank":
        more = f", and {span_in_words(agreed.plus)} more for each answer" if agreed.plus else ""
        return f"Each seat has {limit} for the whole match{more}."
    every = len(agreed.weekdays) == len(DAYS)
    days = "every day" if every else f"on {listing([DAYS[day] for day in agreed.weekdays])}"
    least = f", and leave at least {span_in_words(agreed.least)}" if agreed.least else ""
    first = f", from {_day(agreed.first)} on" if agreed.first else ""
    return f"Answers are due {days} at {_time(agreed.at)}{least}{first}."


def _standing(agreed: Agreement) -> Iterator[str]:
    """When no clock runs."""
    off = [f"{DAYS[day]}s" for day in agreed.weekdays_off] + [_day(d) for d in agreed.dates_off]
    if off:
        yield f"No clock runs on {listing(off)}."
    start, end = agreed.quiet
    if start != end:
        yield f"No clock runs from {_time(start)} to {_time(end)}."


def _zones(agreed: Agreement) -> str:
    zones = [f"{seat_name(seat)} by {zone}" for seat, zone in sorted(agreed.zones.items())]
    return f"Clocks go by {agreed.zone}{f', {listing(zones)}' if zones else ''}."


def _day(day: object) -> str:
    year, month, date = str(day).split("-")
    return f"{int(date)} {MONTHS[int(month) - 1]} {year}"


def _time(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02}"


def span_in_words(milliseconds: int) -> str:
    """A span of time in words: "5 days", "1 day 12 hours"."""
    parts = [
        f"{number} {UNIT_WORDS[unit]}{'s' if number > 1 else ''}"
        for number, unit in parts_of(milliseconds)
    ]
    return " ".join(parts) or "no time"
