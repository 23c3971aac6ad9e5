from __future__ import annotations

from tests.projections.matches import Match
from tests.toy import Bid
from wardiary.domain.play.table_commands import ClaimSeat, Pause, Resume
from wardiary.projections.clock import (
    SeatClock,
    as_text,
    asked_seats,
    clock,
    span,
)


def played() -> Match:
    """Opened at 1 s; red answers at 4 s, blue at 9 s."""
    match = Match()
    match.give("red", Bid(match.line.table.zone("red-hand")[0]), 4000)
    match.give("blue", Bid(match.line.table.zone("blue-hand")[0]), 9000)
    return match


def test_the_clock_shows_that_red_waited_for_blue_when_both_were_asked_at_once():
    match = played()

    read = clock(match.line, asked_seats(match.game, match.line))

    assert read.seats == {
        "red": SeatClock(1, 3000, 3000, 9000),
        "blue": SeatClock(1, 8000, 8000, 9000),
    }
    assert read.waited == {"red": {"blue": 5000}, "blue": {}}


def test_each_seats_time_counts_from_its_question():
    """T2: both asked at 1 s, answers after 4 s and 5 s; only the first one waited, for 1 s."""
    match = Match()
    match.give("red", Bid(match.line.table.zone("red-hand")[0]), 5000)
    match.give("blue", Bid(match.line.table.zone("blue-hand")[0]), 6000)

    read = clock(match.line, asked_seats(match.game, match.line))

    assert (4000, 5000) == (read.seats["red"].total, read.seats["blue"].total)
    assert {"red": {"blue": 1000}, "blue": {}} == read.waited


def test_no_clock_runs_in_a_pause():
    """T1: paused from 3 s to 7 s, by entries of the diary."""
    match = Match()
    match.give("host", Pause(), 3000)
    paused = clock(match.line, asked_seats(match.game, match.line))
    assert (3000, 1000) == (paused.paused_at, paused.seats["red"].asked_since)
    match.give("director", Resume(), 7000)
    going = clock(match.line, asked_seats(match.game, match.line))
    assert (0, 5000) == (going.paused_at, going.seats["red"].asked_since)
    match.give("red", Bid(match.line.table.zone("red-hand")[0]), 8000)
    match.give("blue", Bid(match.line.table.zone("blue-hand")[0]), 9000)

    read = clock(match.line, asked_seats(match.game, match.line))

    assert (3000, 4000) == (read.seats["red"].total, read.seats["blue"].total)
    assert {"red": {"blue": 1000}, "blue": {}} == read.waited


def test_table_talk_is_not_an_answer():
    """T2: who asks to go back, or takes the seat, goes on thinking."""
    match = Match()
    match.give("red", ClaimSeat("red", "human"), 2000)
    match.give("red", Bid(match.line.table.zone("red-hand")[0]), 4000)

    read = clock(match.line, asked_seats(match.game, match.line))

    assert SeatClock(1, 3000, 3000) == read.seats["red"]


def test_the_clock_reads_as_text():
    match = played()

    text = as_text(clock(match.line, asked_seats(match.game, match.line)))

    assert text.splitlines() == [
        "Red: 1 answers in 3.0 s, 3.0 s each, longest 3.0 s; waited for Blue 5.0 s",
        "Blue: 1 answers in 8.0 s, 8.0 s each, longest 8.0 s; waited for nobody",
    ]


def test_spans_are_said_in_two_units():
    assert ["0.4 s", "3 min 5 s", "2 d 4 h", "1 h"] == [
        span(400), span(185_000), span(187_500_000), span(3_600_000),
    ]  # fmt: skip
