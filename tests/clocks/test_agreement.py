"""What was agreed about time, as it is written and read."""

from __future__ import annotations

from datetime import date

import pytest

from tests.toy import TOY
from wardiary.domain.clocks.agreement import Agreement, NoSuchTime, agreement_of, written
from wardiary.domain.clocks.durations import DAY, HOUR, MINUTE, duration_text, read_duration
from wardiary.domain.play.commands import Illegal

SEATS = ("us", "german")


@pytest.mark.parametrize(("text", "usual"), [
    ("5d", "5d a move"),
    ("move 5d", "5d a move"),
    ("36h a move", "1d 12h a move"),
    ("Bank 30d", "bank 30d"),
    ("bank 30d+12h", "bank 30d + 12h a move"),
    ("bank 30 days + 12 hours a move", "bank 30d + 12h a move"),
    ("daily 20:00", "daily 20:00"),
    ("Thursday, mon 9:30", "mon, thu 09:30"),
    ("sun 20:00 at least 12h from 2026-03-01", "sun 20:00 at least 12h from 2026-03-01"),
])  # fmt: skip
def test_a_clock_is_recorded_in_one_form_however_it_was_typed(text: str, usual: str):
    recorded = written({"clock": text})

    assert usual == recorded["clock"]
    assert recorded == written(recorded)
    assert agreement_of(recorded) is not None


@pytest.mark.parametrize("text", ["0", "0d", "none", "No limit", "0h a move", "bank 0d"])
def test_a_limit_of_nothing_is_no_limit(text: str):
    """TD-09: 0 = no limit, and the log says so."""
    assert {"clock": "none"} == written({"clock": text})
    assert agreement_of({"clock": "none"}) is None


def test_where_nothing_was_said_of_a_clock_nothing_is_recorded():
    assert {} == written({"target": 2})
    assert {} == written({"late": "nothing", "days-off": "none"})
    assert "clock" not in TOY.resolve_settings({})


def test_everything_agreed_on_is_recorded_so_that_later_defaults_change_nothing():
    recorded = TOY.resolve_settings({
        "clock": "5d",
        "late": "forfeit",
        "clock-zone": "Europe/Berlin",
        "seat-zones": "us=America/New_York",
        "days-off": "sun, 2026-12-24, sat",
        "quiet-hours": "22:00 to 7:00",
        "vacation": "21 days",
    })  # fmt: skip

    assert {
        "clock": "5d a move",
        "late": "forfeit",
        "clock-zone": "Europe/Berlin",
        "seat-zones": "us=America/New_York",
        "days-off": "sat, sun, 2026-12-24",
        "quiet-hours": "22:00-07:00",
        "vacation": "21d",
        "reminders": "1d, 2h",
        "target": 2,
    } == recorded
    assert Agreement(
        "move",
        limit=5 * DAY,
        zone="Europe/Berlin",
        zones={"us": "America/New_York"},
        weekdays_off=(5, 6),
        dates_off=(date(2026, 12, 24),),
        quiet=(22 * 60, 7 * 60),
        late="forfeit",
        vacation=21 * DAY,
        reminders=(DAY, 2 * HOUR),
    ) == agreement_of(recorded)


@pytest.mark.parametrize(("settings", "why"), [
    ({"clock": "soon"}, "5d a move"),
    ({"clock": "5 parsecs"}, "5d a move"),
    ({"clock": "-5d"}, "5d a move"),
    ({"clock": "400d"}, "5d a move"),
    ({"clock": "10s"}, "at least 1min"),
    ({"clock": "daily 25:00"}, "no time of the day"),
    ({"clock": "someday 20:00"}, "no day of the week"),
    ({"clock": "daily 20:00 from 2026-02-30"}, "no date"),
    ({"clock": "5d", "clock-zone": "Mars/Olympus"}, "Europe/Berlin"),
    ({"clock": "5d", "clock-zone": "../../etc/passwd"}, "Europe/Berlin"),
    ({"clock": "5d", "clock-zone": "localtime"}, "Europe/Berlin"),
    ({"clock": "5d", "clock-zone": "posixrules"}, "Europe/Berlin"),
    ({"clock": "5d", "clock-zone": "Factory"}, "Europe/Berlin"),
    ({"clock": "5d", "clock-zone": "posix/Europe/Berlin"}, "Europe/Berlin"),
    ({"clock": "5d", "seat-zones": "us=right/Europe/Berlin"}, "Europe/Berlin"),
    ({"clock": "5d", "seat-zones": "Europe/Berlin"}, "us=America/New_York"),
    ({"clock": "5d", "days-off": "mon,tue,wed,thu,fri,sat,sun"}, "no day"),
    ({"clock": "sun 20:00", "days-off": "sun"}, "no day"),
    ({"clock": "5d", "quiet-hours": "late"}, "22:00-07:00"),
    ({"clock": "5d", "quiet-hours": "00:00-23:59"}, "no hour"),
    ({"clock": "5d", "late": "shame"}, "nothing, pass, bot, director, forfeit"),
    ({"clock": "5d", "vacation": "a while"}, "such as 21d"),
    ({"late": "forfeit"}, "without a clock"),
    ({"clock": "none", "vacation": "21d"}, "without a clock"),
])  # fmt: skip
def test_what_means_no_time_is_refused_with_what_would_be_right(settings: dict[str, str], why: str):
    with pytest.raises(NoSuchTime, match=why):
        written(settings)
    with pytest.raises(Illegal, match=why):
        TOY.resolve_settings(settings)


def test_a_zone_for_a_seat_that_is_not_at_the_table_is_refused():
    with pytest.raises(NoSuchTime, match="seats are: us, german"):
        written({"clock": "5d", "seat-zones": "france=Europe/Paris"}, SEATS)


@pytest.mark.parametrize(("text", "length"), [
    ("5d", 5 * DAY), ("1d12h", 36 * HOUR), ("90min", 90 * MINUTE), ("1 day, 2 hours", 26 * HOUR),
    ("", None), ("5", None), ("5m5", None), ("d", None), ("5 days off", None),
])  # fmt: skip
def test_spans_of_time_are_read_as_typed(text: str, length: int | None):
    assert length == read_duration(text)
    if length:
        assert length == read_duration(duration_text(length))
