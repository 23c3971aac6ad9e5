"""What was agreed about time before a match: its clock, when none runs, what a late answer brings.

An agreement is written as settings of the match, each a line of text, and read from them again
wherever it is needed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from wardiary.domain.clocks.durations import DAY, MINUTE, duration_text, read_duration
from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.pieces import Seat

Kind = Literal["move", "bank", "fixed"]
CLOCK, NO_CLOCK = "clock", "none"
"""The setting that says which clock runs, and its value where none does."""
ZONE, ZONES, DAYS_OFF, QUIET, LATE, VACATION, REMINDERS = (
    "clock-zone",
    "seat-zones",
    "days-off",
    "quiet-hours",
    "late",
    "vacation",
    "reminders",
)
DEFAULTS = {
    CLOCK: NO_CLOCK,
    ZONE: "UTC",
    ZONES: "none",
    DAYS_OFF: "none",
    QUIET: "none",
    LATE: "nothing",
    VACATION: "none",
    REMINDERS: "24h, 2h",
}
"""The settings of an agreement with what they are where nobody says otherwise."""
BRINGS = ("nothing", "pass", "bot", "director", "forfeit")
"""What a missed deadline can bring."""
NONE = frozenset({"none", "no", "off", "never", "", "no limit", "without"})
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LONGEST = 366 * DAY
NO_ZONES = frozenset({"localtime", "posixrules", "Factory"})
"""Names in the time zone data that mean no place: what they say is up to the machine."""
LEAST_OPEN = 60
"""Minutes of every day, and days of a week, in which clocks must be able to run: at least so."""
_AT = re.compile(
    r"(?P<days>[a-z ,]+?) (?P<hour>\d{1,2}):(?P<minute>\d\d)"
    r"(?: at least (?P<least>[^+:]+?))?(?: from (?P<first>\d{4}-\d\d-\d\d))?"
)
_HOURS = re.compile(r"(\d{1,2}):(\d\d) ?(?:-|to) ?(\d{1,2}):(\d\d)")
_BANK = re.compile(r"bank (?P<bank>[^+:]+?)(?: ?\+ ?(?P<plus>[^+:]+?)(?: a move)?)?")


class NoSuchTime(WardiaryError):
    """A setting about time that means nothing; says which, and what would be right."""


class Agreement(msgspec.Struct, frozen=True):
    """What was agreed about time; spans are in milliseconds, times of day in minutes.

    `limit` is what a question gives (`move`) or what each seat has for the match (`bank`, with
    `plus` more for each answer). A `fixed` clock has deadlines at the minute `at` of the `weekdays`
    (0 is Monday), from the day `first` on, of which the first counts that leaves `least`. Clocks
    run outside the `quiet` hours, on all days but the weekdays and dates off, by the zone of the
    seat or of the match.
    """

    kind: Kind
    limit: int = 0
    plus: int = 0
    weekdays: tuple[int, ...] = ()
    at: int = 0
    least: int = 0
    first: date | None = None
    zone: str = "UTC"
    zones: dict[Seat, str] = {}
    weekdays_off: tuple[int, ...] = ()
    dates_off: tuple[date, ...] = ()
    quiet: tuple[int, int] = (0, 0)
    late: str = "nothing"
    vacation: int = 0
    reminders: tuple[int, ...] = ()

    def zone_of(self, seat: Seat) -> str:
        """The zone that a seat's clock goes by."""
        return self.zones.get(seat, self.zone)

    def is_day_off(self, day: date) -> bool:
        """Whether no clock runs on a day."""
        return day.weekday() in self.weekdays_off or day in self.dates_off

    @property
    def always_runs(self) -> bool:
        """Whether there are neither days off nor quiet hours."""
        return not (self.weekdays_off or self.dates_off or self.quiet[0] != self.quiet[1])


def written(settings: Mapping[str, object], seats: tuple[Seat, ...] = ()) -> dict[str, str]:
    """The settings of an agreement as they are recorded: all of them, each in its usual form.

    Without a clock only that there is none, and nothing where that was not even said. `seats` are
    those of the match, where they are known. Raises NoSuchTime.
    """
    given = {name: str(settings[name]) for name in DEFAULTS if name in settings}
    clock = _clock(given.get(CLOCK, NO_CLOCK))
    if clock is None:
        others = sorted(name for name in given.keys() - {CLOCK} if not _is_default(name, given))
        if others:
            raise NoSuchTime(f"{others[0]} says nothing without a clock; set clock as well")
        return {CLOCK: NO_CLOCK} if CLOCK in given else {}
    agreement = _read(clock, {**DEFAULTS, **given})
    _check(agreement, seats)
    return _as_text(agreement)


def agreement_of(settings: Mapping[str, object]) -> Agreement | None:
    """The agreement in a match's settings; None where no clock runs. Raises NoSuchTime."""
    if settings.get(CLOCK, NO_CLOCK) == NO_CLOCK:
        return None
    clock = _clock(str(settings[CLOCK]))
    texts = {name: str(settings.get(name, default)) for name, default in DEFAULTS.items()}
    return _read(clock, texts) if clock else None


def _is_default(name: str, given: Mapping[str, str]) -> bool:
    return given[name].strip().lower() == DEFAULTS[name].lower()


# Reading


def _read(clock: Agreement, texts: Mapping[str, str]) -> Agreement:
    weekdays, dates = _days_off(texts[DAYS_OFF])
    return msgspec.structs.replace(
        clock,
        zone=_zone(texts[ZONE]),
        zones=_zones(texts[ZONES]),
        weekdays_off=weekdays,
        dates_off=dates,
        quiet=_quiet(texts[QUIET]),
        late=_late(texts[LATE]),
        vacation=_span(VACATION, texts[VACATION], "a year, such as 21d"),
        reminders=tuple(
            _span(REMINDERS, part, "before the deadline, such as 24h, 2h")
            for part in _parts(texts[REMINDERS])
        ),
    )


def _clock(text: str) -> Agreement | None:
    """The clock that a line means; None for none. A limit of 0 is none, too."""
    words = " ".join(text.lower().split())
    if words in NONE or words in ("0", "0d", "0h", "0min", "0 a move"):
        return None
    if words.startswith("bank"):
        return _bank(words)
    if ":" in words:
        return _fixed(words)
    span = words.removesuffix(" a move").removesuffix("/move").removeprefix("move ")
    limit = _span(CLOCK, span, _FORMS)
    return Agreement("move", limit=limit) if limit else None


def _bank(words: str) -> Agreement | None:
    found = _BANK.fullmatch(words)
    if found is None:
        raise NoSuchTime(f"{CLOCK} cannot be {words!r}; {_FORMS}")
    bank = _span(CLOCK, found["bank"], _FORMS)
    plus = _span(CLOCK, found["plus"], _FORMS) if found["plus"] else 0
    return Agreement("bank", limit=bank, plus=plus) if bank else None


_FORMS = (
    'a clock is "none", "5d a move", "bank 30d + 12h a move", "daily 20:00" or '
    '"mon, thu 20:00 at least 12h"'
)


def _fixed(words: str) -> Agreement:
    found = _AT.fullmatch(words)
    if found is None:
        raise NoSuchTime(f"{CLOCK} cannot be {words!r}; {_FORMS}")
    days = _parts(found["days"].replace(" ", ","))
    weekdays = tuple(range(7)) if days == ["daily"] else tuple(sorted({_weekday(d) for d in days}))
    return Agreement(
        "fixed",
        weekdays=weekdays,
        at=_minute(found["hour"], found["minute"]),
        least=_span(CLOCK, found["least"], _FORMS) if found["least"] else 0,
        first=_date(found["first"]) if found["first"] else None,
    )


def _weekday(word: str) -> int:
    if word[:3] not in WEEKDAYS or len(word) < 3:
        raise NoSuchTime(f"{word!r} is no day of the week; these are: {', '.join(WEEKDAYS)}")
    return WEEKDAYS.index(word[:3])


def _date(word: str) -> date:
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise NoSuchTime(f"{word!r} is no date; write it like 2026-12-24") from None


def _minute(hour: str, minute: str) -> int:
    if int(hour) > 24 or int(minute) > 59 or (int(hour) == 24 and int(minute)):
        raise NoSuchTime(f"{hour}:{minute} is no time of the day; they go from 0:00 to 24:00")
    return int(hour) * 60 + int(minute)


def _days_off(text: str) -> tuple[tuple[int, ...], tuple[date, ...]]:
    weekdays, dates = set(), set()
    for part in _parts(text.replace(" ", ",")):
        if part[0].isdigit():
            dates.add(_date(part))
        else:
            weekdays.add(_weekday(part))
    return tuple(sorted(weekdays)), tuple(sorted(dates))


def _quiet(text: str) -> tuple[int, int]:
    if text.strip().lower() in NONE:
        return (0, 0)
    found = _HOURS.fullmatch(text.strip())
    if found is None:
        raise NoSuchTime(f"{QUIET} cannot be {text!r}; write it like 22:00-07:00")
    return _minute(found[1], found[2]) % (24 * 60), _minute(found[3], found[4]) % (24 * 60)


def _late(text: str) -> str:
    word = text.strip().lower()
    if word not in BRINGS:
        raise NoSuchTime(f"{LATE} cannot be {text!r}; it can be: {', '.join(BRINGS)}")
    return word


def _zone(name: str) -> str:
    return zone_named(name.strip()).key


def zone_named(name: str) -> ZoneInfo:
    """The time zone of this name, such as "Europe/Berlin"; raises NoSuchTime.

    A name that another machine may read otherwise, such as "localtime", is none.
    """
    wrong = NoSuchTime(f"there is no time zone {name!r}; write it like Europe/Berlin or UTC")
    if name in NO_ZONES or name.startswith(("posix/", "right/")):
        raise wrong
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        raise wrong from None


def _zones(text: str) -> dict[Seat, str]:
    zones = {}
    for part in _parts(text, lower=False):
        seat, equals, name = part.partition("=")
        if not equals:
            raise NoSuchTime(f"{ZONES} cannot be {text!r}; write it like us=America/New_York")
        zones[seat.strip()] = _zone(name)
    return zones


def _span(name: str, text: str, right: str) -> int:
    if text.strip().lower() in NONE:
        return 0
    span = read_duration(text)
    if span is None or span > LONGEST:
        raise NoSuchTime(f"{name} cannot be {text.strip()!r}; {right}")
    return span


def _parts(text: str, *, lower: bool = True) -> list[str]:
    if text.strip().lower() in NONE:
        return []
    return [(p.lower() if lower else p).strip() for p in text.split(",") if p.strip()]


# Checking and writing


def _check(agreement: Agreement, seats: tuple[Seat, ...]) -> None:
    if agreement.kind != "fixed" and agreement.limit < MINUTE:
        raise NoSuchTime("a clock gives at least 1min")
    days = set(agreement.weekdays) or set(range(7))
    if not days - set(agreement.weekdays_off):
        raise NoSuchTime(f"{DAYS_OFF} leave no day on which a deadline could be")
    start, end = agreement.quiet
    if start != end and (end - start) % (24 * 60) > 24 * 60 - LEAST_OPEN:
        raise NoSuchTime(f"{QUIET} leave no hour of the day in which clocks run")
    strangers = sorted(agreement.zones.keys() - set(seats)) if seats else []
    if strangers:
        raise NoSuchTime(f"{ZONES} name {strangers[0]!r}; seats are: {', '.join(seats)}")


def _as_text(agreement: Agreement) -> dict[str, str]:
    days = [WEEKDAYS[n] for n in agreement.weekdays_off]
    days += [day.isoformat() for day in agreement.dates_off]
    start, end = agreement.quiet
    zones = [f"{seat}={zone}" for seat, zone in sorted(agreement.zones.items())]
    return {
        CLOCK: clock_text(agreement),
        ZONE: agreement.zone,
        ZONES: ", ".join(zones) or "none",
        DAYS_OFF: ", ".join(days) or "none",
        QUIET: "none" if start == end else f"{_time_text(start)}-{_time_text(end)}",
        LATE: agreement.late,
        VACATION: duration_text(agreement.vacation) if agreement.vacation else "none",
        REMINDERS: ", ".join(duration_text(span) for span in agreement.reminders) or "none",
    }


def clock_text(agreement: Agreement) -> str:
    """The clock as it is written: "5d a move", "bank 30d + 12h a move", "daily 20:00"."""
    limit = duration_text(agreement.limit)
    if agreement.kind == "move":
        return f"{limit} a move"
    if agreement.kind == "bank":
        plus = f" + {duration_text(agreement.plus)} a move" if agreement.plus else ""
        return f"bank {limit}{plus}"
    days = ", ".join(WEEKDAYS[n] for n in agreement.weekdays)
    when = "daily" if len(agreement.weekdays) == len(WEEKDAYS) else days
    least = f" at least {duration_text(agreement.least)}" if agreement.least else ""
    first = f" from {agreement.first.isoformat()}" if agreement.first else ""
    return f"{when} {_time_text(agreement.at)}{least}{first}"


def _time_text(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
