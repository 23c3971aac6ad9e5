"""When clocks run: days off, quiet hours, vacations, zones, and changes of the clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime
from random import Random

import pytest

from wardiary.domain.clocks.agreement import Agreement, agreement_of, written
from wardiary.domain.clocks.calendar import Calendar, instant, instant_text, years_of
from wardiary.domain.clocks.durations import DAY, HOUR, MINUTE


def utc(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=UTC).timestamp() * 1000)


def calendar(zone: str = "UTC", vacations: tuple[tuple[int, int], ...] = (), **settings: str):
    named = {name.replace("_", "-"): value for name, value in settings.items()}
    agreement = agreement_of(written({"clock": "5d", "clock-zone": zone, **named}))
    assert agreement is not None
    return Calendar(agreement, agreement.zone, vacations)


def test_a_weekend_off_stops_the_clock_and_gives_no_time():
    """TD-01: 5 days from Thursday 12:00 end on Thursday 12:00, 5 running days and 2 off."""
    weekend = calendar(days_off="sat, sun")
    start = utc(2026, 3, 5, 12)

    assert utc(2026, 3, 12, 12) == weekend.after(start, 5 * DAY)
    assert 5 * DAY == weekend.running_between(start, utc(2026, 3, 12, 12))
    # A second weekend takes nothing and gives nothing.
    assert weekend.running_between(utc(2026, 3, 13, 0), utc(2026, 3, 16, 0)) == DAY


def test_fixed_deadlines_stay_at_their_wall_time_over_changes_of_the_clocks():
    """TD-05: 20:00 in Berlin, 23 hours apart in March and 25 in October."""
    berlin = calendar("Europe/Berlin", clock="daily 20:00")

    march = berlin.next_fixed(utc(2026, 3, 28, 1))
    assert utc(2026, 3, 28, 19) == march
    assert utc(2026, 3, 29, 18) == berlin.next_fixed(march + 1) == march + 23 * HOUR
    october = berlin.next_fixed(utc(2026, 10, 24, 1))
    assert utc(2026, 10, 24, 18) == october
    assert utc(2026, 10, 25, 19) == berlin.next_fixed(october + 1) == october + 25 * HOUR


def test_a_deadline_follows_a_short_phase_at_its_wall_time():
    """TD-05: a phase that ends at 23:10 leaves the next deadline at 20:00."""
    berlin = calendar("Europe/Berlin", clock="daily 20:00")

    assert utc(2026, 3, 28, 19) == berlin.next_fixed(utc(2026, 3, 27, 22, 10))


def test_fixed_deadlines_are_on_their_days_alone():
    twice_a_week = calendar(clock="mon, thu 09:00", days_off="2026-03-05")

    # Thursday the 5th is off.
    assert utc(2026, 3, 9, 9) == twice_a_week.next_fixed(utc(2026, 3, 2, 9, 1))
    later = calendar(clock="daily 09:00 from 2026-06-01")
    assert utc(2026, 6, 1, 9) == later.next_fixed(utc(2026, 3, 2))


def test_quiet_hours_are_those_of_the_zone_also_when_its_clocks_change():
    """The night to 29 March is an hour shorter in Berlin; the clock stands from 22:00 to 7:00."""
    nights = calendar("Europe/Berlin", quiet_hours="22:00-07:00")
    evening = utc(2026, 3, 28, 20)  # 21:00 there.

    assert utc(2026, 3, 29, 6) == nights.after(evening, 2 * HOUR)  # 8:00 there.
    assert 15 * HOUR == nights.running_between(utc(2026, 3, 29, 0), utc(2026, 3, 30, 0))
    noon = calendar(quiet_hours="12:00-14:00")
    assert utc(2026, 3, 2, 15) == noon.after(utc(2026, 3, 2, 11), 2 * HOUR)
    assert 22 * HOUR == noon.running_between(utc(2026, 3, 2), utc(2026, 3, 3))


def test_days_off_are_days_of_the_zone():
    """Saturday begins in Auckland while it is Friday noon in London."""
    there = calendar("Pacific/Auckland", days_off="sat")

    assert 0 == there.running_between(utc(2026, 6, 5, 12), utc(2026, 6, 6, 12))


def test_a_vacation_counts_for_nothing():
    week = (utc(2026, 3, 3), utc(2026, 3, 10))
    away = calendar(vacations=(week,))

    assert utc(2026, 3, 11) == away.after(utc(2026, 3, 2), 2 * DAY)
    assert 0 == away.running_between(utc(2026, 3, 4), utc(2026, 3, 9))


@pytest.mark.parametrize(("shown", "at"), [
    ((date(2026, 3, 29), 2 * 60 + 30), utc(2026, 3, 29, 1, 30)),  # Left out: becomes 3:30.
    ((date(2026, 10, 25), 2 * 60 + 30), utc(2026, 10, 25, 0, 30)),  # Comes twice: the first.
    ((date(2026, 10, 25), 24 * 60), utc(2026, 10, 25, 23, 0)),
])  # fmt: skip
def test_times_that_are_left_out_or_come_twice(shown: tuple[date, int], at: int):
    assert at == instant("Europe/Berlin", *shown)


def test_vacations_over_new_year_are_split_where_the_seat_is():
    span = (utc(2026, 12, 30, 23), utc(2027, 1, 2, 23))

    assert {2026: DAY, 2027: 2 * DAY} == dict(years_of(span, "Europe/Berlin"))


def test_an_instant_is_written_as_the_readers_clocks_show_it():
    at = utc(2026, 3, 29, 18)

    assert "Sun 29 Mar 2026 20:00 CEST" == instant_text(at, "Europe/Berlin")
    assert "Sun 29 Mar 2026 18:00 UTC" == instant_text(at)


def test_after_and_running_between_agree_at_random():
    """Whatever is off: a deadline leaves exactly what was given, and no less time leads past it."""
    rng = Random(13)
    zones = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
    for _ in range(300):
        off = rng.choice(("none", "sat, sun", "wed", "2026-03-29, 2026-10-25"))
        quiet = rng.choice(("none", "22:00-07:00", "02:00-03:00", "13:15-14:45"))
        start = utc(2026, rng.randint(1, 12), rng.randint(1, 28), rng.randint(0, 23))
        away = start + rng.randint(0, 20) * HOUR
        tried = calendar(
            rng.choice(zones),
            ((away, away + rng.randint(1, 90) * HOUR),),
            days_off=off,
            quiet_hours=quiet,
        )
        running = rng.randint(1, 9 * 24 * 60) * MINUTE

        due = tried.after(start, running)

        assert running == tried.running_between(start, due)
        assert running - 1 == tried.running_between(start, due - 1)


def test_clocks_of_seats_may_go_by_zones_of_their_own():
    settings = {"clock": "5d", "clock-zone": "Europe/Berlin", "seat-zones": "us=America/New_York"}
    agreement = agreement_of(written(settings))

    assert isinstance(agreement, Agreement)
    assert ("America/New_York", "Europe/Berlin") == (
        agreement.zone_of("us"),
        agreement.zone_of("german"),
    )
