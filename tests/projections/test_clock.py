from __future__ import annotations

from tests.projections.matches import Match
from tests.toy import Bid
from wardiary.projections.clock import (
    SeatClock,
    answered_next,
    as_text,
    asked_by,
    clock,
    span,
)


def played() -> Match:
    """Opened at 1 s; red answers at 4 s, blue at 9 s."""
    match = Match()
    match.give("red", Bid(match.line.table.zone("red-hand")[0]), 4000)
    match.give("blue", Bid(match.line.table.zone("blue-hand")[0]), 9000)
    return match


def test_both_were_asked_at_once_and_red_waited_for_blue():
    match = played()

    read = clock(match.line, asked_by(match.game, match.line))

    assert read.seats == {
        "red": SeatClock(1, 3000, 3000, 9000),
        "blue": SeatClock(1, 8000, 8000, 9000),
    }
    assert read.waited == {"red": {"blue": 5000}, "blue": {}}


def test_the_cheap_form_charges_whoever_speaks_next():
    match = played()

    read = clock(match.line, answered_next(match.line))

    assert read.seats["red"].total == 3000
    assert read.seats["blue"].total == 5000
    assert read.waited == {"red": {"blue": 5000}, "blue": {"red": 3000}}


def test_the_clock_reads_as_text():
    match = played()

    text = as_text(clock(match.line, asked_by(match.game, match.line)))

    assert text.splitlines() == [
        "Red: 1 answers in 3.0 s, 3.0 s each, longest 3.0 s; waited for Blue 5.0 s",
        "Blue: 1 answers in 8.0 s, 8.0 s each, longest 8.0 s; waited for nobody",
    ]


def test_spans_are_said_in_two_units():
    assert ["0.4 s", "3 min 5 s", "2 d 4 h", "1 h"] == [
        span(400), span(185_000), span(187_500_000), span(3_600_000),
    ]  # fmt: skip
