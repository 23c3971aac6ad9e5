"""Forecasts: totals that are known before a die is rolled, and how likely its outcomes are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

import msgspec

from wardiary.domain.play.commands import Command
from wardiary.domain.play.steps import Step
from wardiary.domain.table.events import Item, TotalComputed
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


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


class Foreseen(NamedTuple):
    """A command that was carried out on a seat's view as far as the rules and that view allow.

    `before` is the view, `after` the table where it stopped, and `steps` are the open steps there,
    the top one last: it asks, or waits for chance.
    """

    before: Table
    after: Table
    steps: Sequence[Step]
    seat: Seat
    command: Command


class Forecast(msgspec.Struct, frozen=True):
    """What a game says of a command before chance has its say.

    `totals` are those that the rules compute only with the dice, without the dice; `likelihoods`
    say how likely the outcomes are.
    """

    totals: tuple[TotalComputed, ...] = ()
    likelihoods: tuple[Likelihood, ...] = ()


def total_of(what: str, items: Iterable[tuple[str, int, str]], rule: str) -> TotalComputed:
    """A total of some items, each with its name, value and rule."""
    lines = tuple(Item(*item) for item in items)
    return TotalComputed(what=what, items=lines, total=sum(i.value for i in lines), rule=rule)


def contest(
    what: str, rule: str, ours: Mapping[int, int], theirs: Mapping[int, int], lead: int
) -> Likelihood:
    """How often one result plus a lead is higher than another result, both with their weights."""
    ways = sum(
        weight * other
        for result, weight in ours.items()
        for opposed, other in theirs.items()
        if result + lead > opposed
    )
    return Likelihood(what, ways, sum(ours.values()) * sum(theirs.values()), rule)
