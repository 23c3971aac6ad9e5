"""Statistics: how sure a share or a difference is, from how often it was seen."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist

import msgspec

CONFIDENCE = 0.95


class Interval(msgspec.Struct, frozen=True):
    """The range in which a number is with the wanted confidence."""

    low: float
    high: float

    @property
    def width(self) -> float:
        """From one end to the other."""
        return self.high - self.low

    def holds(self, value: float) -> bool:
        """Whether a value is within."""
        return self.low <= value <= self.high


def z_of(confidence: float) -> float:
    """How many standard deviations on both sides of the mean hold this share of a normal curve."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(successes: float, number: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's interval of a share seen `successes` times in `number` trials.

    It keeps its promise for few trials and for shares near 0 and 1 as well; without any trial it
    is all from 0 to 1.
    """
    if number == 0:
        return Interval(0.0, 1.0)
    z, share = z_of(confidence), successes / number
    scale = 1 + z * z / number
    middle = (share + z * z / (2 * number)) / scale
    half = z / scale * sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    # At the ends it is exact; rounding must not leave the truth out.
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    return Interval(low, 1.0 if successes == number else min(1.0, middle + half))


def paired_difference(
    differences: Sequence[float], confidence: float = CONFIDENCE, scale: float = 1.0
) -> Interval:
    """The interval of a mean difference between two things tried on the same dice.

    After Agresti and Min, half a trial is added for a difference of `scale` each way, and one for
    none: so a few equal results are not taken for certainty.
    """
    number = len(differences) + 2
    mean = sum(differences) / number
    squares = sum(difference**2 for difference in differences) + scale**2
    half = z_of(confidence) * sqrt(max(0.0, squares / number - mean**2) / number)
    return Interval(mean - half, mean + half)


def mean_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The interval of a mean, by the normal curve; of fewer than two values it is their mean."""
    number = len(values)
    mean = sum(values) / number if number else 0.0
    if number < 2:
        return Interval(mean, mean)
    variance = sum((value - mean) ** 2 for value in values) / (number - 1)
    half = z_of(confidence) * sqrt(variance / number)
    return Interval(mean - half, mean + half)
