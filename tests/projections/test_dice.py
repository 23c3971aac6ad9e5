from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.projections.matches import Match
from wardiary.domain.diary.codec import digest
from wardiary.domain.play.table_commands import AgreeRewind, AskRewind
from wardiary.projections.clock import asked_seats, clock
from wardiary.projections.dice import as_text, compare, dice, luck, upper_gamma
from wardiary.projections.scores import tracks_over_time


def test_six_hundred_d10_are_compared_with_a_fair_die():
    """RA-07."""
    counts = (72, 55, 61, 58, 60, 66, 49, 57, 63, 59)

    die = compare("d10", dict(enumerate(counts, 1)))

    assert (600, 60.0, 9) == (die.rolls, die.expected, die.degrees)
    assert "chi-square 5.833, 9 degrees of freedom, p = 0.756: no evidence of bias" in die.text
    assert "fair" not in die.text


def test_a_strongly_biased_die_is_pointed_out():
    die = compare("d6", {1: 10, 2: 10, 3: 10, 4: 10, 5: 10, 6: 50})

    assert die.p is not None
    assert die.p < 1e-9
    assert "closer look" in die.text


def test_a_few_rolls_are_not_enough_to_judge_a_die():
    assert compare("d6", {1: 2, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0}).text.endswith(
        "too few results to tell"
    )
    assert compare("d6", dict.fromkeys(range(1, 7), 0)).p is None


@pytest.mark.parametrize(
    ("degrees", "chi_square", "p"),
    [
        (1, 3.841458820694124, 0.05),
        (5, 11.070497693516351, 0.05),
        (9, 21.665994333461924, 0.01),
        (9, 2.0879007360707265, 0.99),
        (19, 30.14352720564616, 0.05),
        (99, 123.22522145336181, 0.05),
    ],
)
def test_the_tail_of_a_chi_square_agrees_with_printed_tables(
    degrees: int, chi_square: float, p: float
):
    assert upper_gamma(degrees / 2, chi_square / 2) == pytest.approx(p, abs=1e-9)


@given(st.floats(0.5, 60), st.floats(0, 400))
def test_the_chi_square_tail_is_a_probability(a: float, x: float):
    assert -1e-12 <= upper_gamma(a, x) <= 1


def test_two_degrees_are_an_exponential():
    import math

    assert upper_gamma(1, 2.5) == pytest.approx(math.exp(-2.5), rel=1e-12)


def test_every_roll_counts_for_its_seat_even_if_it_was_undone():
    match = Match()
    start = match.line.head
    match.bid_both()
    match.give("red", AskRewind(start))
    match.give("blue", AgreeRewind())

    counted = dice(match.line)

    assert [("d6", 2)] == [(die.die, die.rolls) for die in counted.all]
    assert {"red": 1, "blue": 1} == {
        seat: of_seat[0].rolls for seat, of_seat in counted.seats.items()
    }
    assert counted.undone == 2
    assert luck(match.line) == {}
    assert "cannot prove" in as_text(counted)


def test_dice_set_for_a_what_if_are_counted_separately():
    match = Match()
    branch = match.branch(match.line.head, forced=(6,))
    branch.bid_both()

    counted = dice(branch.line)

    assert counted.forced == {"d6": {6: 1}}
    assert [1] == [die.rolls for die in counted.all]
    assert "Set for a what-if, not counted: d6 6 (x1)" in as_text(counted)


def test_luck_is_the_sum_of_results_above_the_mean():
    match = Match(seed=3)
    match.bid_both()
    match.bid_both()

    for seat, points in luck(match.line).items():
        faces = [
            face
            for _, event in match.line.events()
            if getattr(event, "faces", None) and event.seat == seat
            for face in event.faces
        ]
        assert points[-1].luck == pytest.approx(sum(faces) - 3.5 * len(faces))


def test_reading_changes_nothing():
    """RD-05."""
    match = Match()
    match.bid_both()
    before = (match.line.head, digest(match.line.table))

    dice(match.line)
    luck(match.line)
    tracks_over_time(match.line)
    clock(match.line, asked_seats(match.game, match.line))
    match.line.table_at(3)

    assert before == (match.line.head, digest(match.line.table))
    match.bid_both()
