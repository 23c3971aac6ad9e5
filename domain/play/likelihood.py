"""How likely something is, in whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

import msgspec


class Likelihood(msgspec.Struct, frozen=True):
    """An outcome that chance decides: `ways` of all `of` equally likely results bring it about."""

    what: str
    ways: int
    of: int
    rule: str

    @property
    def percent(self) -> int:
        """In whole percent, rounded to the nearest."""
        return (200 * self.ways + self.of) // (2 * self.of)


def of_dice(
    what: str, rule: str, dice: int, low: int, high: int, happens: Callable[[tuple[int, ...]], bool]
) -> Likelihood:
    """How often something happens over all results of some equal dice."""
    results = list(product(range(low, high + 1), repeat=dice))
    return Likelihood(what, sum(map(happens, results)), len(results), rule)


def of_weights(
    what: str, rule: str, weights: Mapping[int, int], happens: Callable[[int], bool]
) -> Likelihood:
    """How often something happens over results that occur with these weights."""
    ways = sum(weight for result, weight in weights.items() if happens(result))
    return Likelihood(what, ways, sum(weights.values()), rule)
