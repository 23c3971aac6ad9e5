"""Formulas against values that are known."""

from __future__ import annotations

from math import comb
from random import Random

import pytest

from wardiary.projections.lab.statistics import (
    Interval,
    mean_interval,
    paired_difference,
    wilson,
    z_of,
)


@pytest.mark.parametrize(("confidence", "z"), [(0.9, 1.644854), (0.95, 1.959964), (0.99, 2.575829)])
def test_the_normal_curve_has_its_printed_values(confidence: float, z: float):
    assert z == pytest.approx(z_of(confidence), abs=1e-6)


@pytest.mark.parametrize(
    ("successes", "number", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17: 857-872, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilsons_interval_has_its_published_values(
    successes: int, number: int, low: float, high: float
):
    result = wilson(successes, number)

    assert (low, high) == pytest.approx((result.low, result.high), abs=5e-5)


def test_without_a_trial_nothing_is_known():
    assert Interval(0.0, 1.0) == wilson(0, 0)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.5, 0.8, 0.97])
def test_wilsons_interval_holds_the_truth_about_as_often_as_it_says(share: float):
    number = 100
    coverage = sum(
        comb(number, seen) * share**seen * (1 - share) ** (number - seen)
        for seen in range(number + 1)
        if wilson(seen, number).holds(share)
    )

    assert coverage == pytest.approx(0.95, abs=0.035)


def test_a_paired_difference_is_that_of_agresti_and_min():
    """Of 100 pairs 16 went one way and 9 the other; half a pair is added each way."""
    differences = [1.0] * 16 + [-1.0] * 9 + [0.0] * 75

    result = paired_difference(differences)

    mean, squares = 7 / 102, 26 / 102
    half = 1.959964 * ((squares - mean**2) / 102) ** 0.5
    assert (mean - half, mean + half) == pytest.approx((result.low, result.high), abs=1e-6)
    assert result.holds(0)


def test_a_few_equal_results_are_not_taken_for_certainty():
    assert paired_difference([0.0] * 5).width > 0.3
    assert paired_difference([1.0] * 2).holds(0)
    assert not paired_difference([1.0] * 12).holds(0)


def test_a_paired_difference_holds_the_truth_about_as_often_as_it_says():
    rng, truth, held = Random(5), 0.1, 0
    for _ in range(1000):
        drawn = [rng.choices((1.0, -1.0, 0.0), (0.25, 0.15, 0.6))[0] for _ in range(60)]
        held += paired_difference(drawn).holds(truth)

    assert held / 1000 == pytest.approx(0.95, abs=0.025)


def test_the_interval_of_a_mean_is_that_of_the_normal_curve():
    result = mean_interval([1.0, 2.0, 3.0, 4.0])

    half = 1.959964 * (5 / 3 / 4) ** 0.5
    assert (2.5 - half, 2.5 + half) == pytest.approx((result.low, result.high), abs=1e-6)
    assert Interval(3.0, 3.0) == mean_interval([3.0])
