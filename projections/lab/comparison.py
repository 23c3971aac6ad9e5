"""Comparison: every order on offer at a moment, tried in the same worlds with the same dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

import msgspec

from wardiary.domain.play.commands import Command, Illegal, to_text
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Offer, Prompt, Slot
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.lab.draws import seeded_draws
from wardiary.projections.lab.measures import WIN
from wardiary.projections.lab.odds import basis
from wardiary.projections.lab.playing import NotPlayable, Playout
from wardiary.projections.lab.rollouts import SHARE, OneProcess, Plan, Rollout, Workers
from wardiary.projections.lab.statistics import (
    CONFIDENCE,
    Interval,
    mean_interval,
    paired_difference,
    wilson,
)
from wardiary.projections.lab.worlds import world
from wardiary.projections.labels import capital
from wardiary.projections.naming import Names
from wardiary.projections.offers import command_in_words
from wardiary.projections.redaction import view

ORDERS, FILLINGS = 60, 40
"""How many orders are compared at most, and how many ways to take up one offer."""
SURE = 0.99
"""The confidence with which an order is dropped early, before it is shared among the orders."""


class Ranked(msgspec.Struct, frozen=True):
    """One order: its line and words, what it brought on average, and how it compares.

    `low` and `high` are the interval of `value`. `behind` is how much less than the best order it
    brought, with an interval from `behind_low` to `behind_high`; `tied` says that the two cannot be
    told apart.
    """

    command: str
    text: str
    number: int
    value: float
    low: float
    high: float
    behind: float
    behind_low: float
    behind_high: float
    tied: bool


class Comparison(msgspec.Struct, frozen=True):
    """The orders of a seat, the best first; `left_out` were too many to be tried."""

    seat: Seat
    measure: str
    orders: tuple[Ranked, ...]
    left_out: int
    basis: str


def orders_on_offer(
    game: Game, table: Table, prompt: Prompt, most: int = ORDERS
) -> tuple[list[Command], int]:
    """Commands that take up the offers of a prompt, at most so many, and how many were left out.

    Of slots for several things only a few fillings are taken: the fewest, each one alone, and all.
    Where there are too many orders, every offer keeps its share of them.
    """
    playout = Playout(game, table, seeded_draws("", 0, "offers"))
    of_offers = [
        [command for command in _orders(game, offer) if playout.would_accept(prompt.seat, command)]
        for offer in prompt.offers
    ]
    found = list(dict.fromkeys(command for orders in of_offers for command in orders))
    chosen = list(dict.fromkeys(_in_turn(of_offers)))[:most]
    return [command for command in found if command in chosen], len(found) - len(chosen)


def _orders(game: Game, offer: Offer) -> Iterator[Command]:
    values = [_fillings(slot) for slot in offer.slots]
    names = [slot.name for slot in offer.slots]
    kind = game.verbs[offer.verb]
    for filling in islice(product(*values), FILLINGS):
        yield msgspec.convert({"do": offer.verb, **dict(zip(names, filling, strict=True))}, kind)


def _fillings(slot: Slot) -> list[Any]:
    if not slot.many:
        return list(slot.candidates)
    tried: list[tuple[Any, ...]] = [slot.candidates[: slot.least]]
    tried += [(candidate,) for candidate in slot.candidates]
    tried.append(slot.candidates[: slot.most])
    return [filling for filling in dict.fromkeys(tried) if slot.accepts(filling)]


def _in_turn(lists: Sequence[Sequence[Command]]) -> Iterator[Command]:
    """The first of each list, then the second of each, and so on."""
    for place in range(max(map(len, lists), default=0)):
        yield from (orders[place] for orders in lists if place < len(orders))


def compared_orders(
    plan: Plan,
    prompt: Prompt,
    *,
    number: int = 200,
    most: int = ORDERS,
    workers: Workers | None = None,
    commands: Sequence[Command] = (),
) -> Iterator[Comparison]:
    """All orders on offer compared, better with every round of rollouts, up to `number` for each.

    Every order is tried in the same worlds and with the same dice, as long as these fall for the
    same thing. Orders that are clearly worse than the best are dropped on the way. `commands` are
    compared instead of all that is on offer. The seat of the prompt gives them.
    """
    known = world(plan.table, plan.eyes, seeded_draws(plan.seed, 0, "deal"))
    left_out = 0
    if not commands:
        commands, left_out = orders_on_offer(plan.game, known, prompt, most)
    if not commands:
        raise NotPlayable(f"{prompt.seat} has nothing to choose from")
    taken: dict[Command, list[float]] = {command: [] for command in commands}
    alive = list(commands)
    crew = workers or OneProcess()
    for first in range(0, number, SHARE):
        numbers = range(first, min(first + SHARE, number))
        plans = [_with(plan, prompt.seat, command) for command in alive]
        for command, share in zip(alive, _round(crew, plans, numbers), strict=True):
            if share is None:
                del taken[command]
            else:
                taken[command] += [rollout.value for rollout in share]
        if not taken:
            raise NotPlayable(f"no order of {prompt.seat} is accepted in every world")
        yield _comparison(plan, prompt.seat, taken, left_out)
        alive = _not_clearly_worse(plan, taken, [one for one in alive if one in taken])
        if len(alive) < 2:
            return


def _round(
    crew: Workers, plans: Sequence[Plan], numbers: range
) -> list[tuple[Rollout, ...] | None]:
    """The rollouts of some plans; None for an order that is refused in one of the worlds.

    What its seat does not know may decide whether an order is possible.
    """
    try:
        return list(crew.play((plan, numbers) for plan in plans))
    except Illegal:
        if len(plans) == 1:
            return [None]
        return [share for plan in plans for share in _round(crew, [plan], numbers)]


def _with(plan: Plan, seat: Seat, command: Command) -> Plan:
    return replace(plan, by=seat, command=command)


def _not_clearly_worse(
    plan: Plan, taken: dict[Command, list[float]], alive: Sequence[Command]
) -> list[Command]:
    """Without the orders that are worse than the best one, as surely as for all of them at once."""
    best = max(alive, key=lambda command: sum(taken[command]))
    sure = 1 - (1 - SURE) / len(taken)
    return [
        command
        for command in alive
        if _behind(plan, taken[best], taken[command], sure).low <= 0 or command == best
    ]


def _behind(
    plan: Plan, best: Sequence[float], other: Sequence[float], confidence: float
) -> Interval:
    """The interval of how much an order is behind the best, on the rollouts that both have."""
    differences = [high - low for high, low in zip(best, other, strict=False)]
    if plan.measure == WIN:
        return paired_difference(differences, confidence)
    spread = max((abs(difference) for difference in differences), default=0.0)
    return paired_difference(differences, confidence, spread)


def _comparison(
    plan: Plan, seat: Seat, taken: dict[Command, list[float]], left_out: int
) -> Comparison:
    names = Names(plan.game, view(plan.table, seat), seat)
    most = max(map(len, taken.values()))
    finalists = [command for command in taken if len(taken[command]) == most]
    best = max(finalists, key=lambda command: sum(taken[command]))
    confidence = 1 - (1 - CONFIDENCE) / max(1, len(taken) - 1)
    ranked = [
        _ranked(plan, names, command, values, taken[best], confidence, is_best=command == best)
        for command, values in taken.items()
    ]
    ranked.sort(key=lambda order: (order.command != to_text(best), -order.value, order.command))
    measure = plan.measure if isinstance(plan.measure, str) else "own measure"
    return Comparison(seat, measure, tuple(ranked), left_out, basis(plan))


def _ranked(
    plan: Plan,
    names: Names,
    command: Command,
    values: Sequence[float],
    best: Sequence[float],
    confidence: float,
    *,
    is_best: bool,
) -> Ranked:
    number = len(values)
    value = sum(values) / number
    interval = wilson(sum(values), number) if plan.measure == WIN else mean_interval(values)
    behind = Interval(0.0, 0.0) if is_best else _behind(plan, best, values, confidence)
    shared = list(zip(best, values, strict=False))
    return Ranked(
        to_text(command),
        capital(command_in_words(names, command)),
        number,
        value,
        interval.low,
        interval.high,
        sum(high - low for high, low in shared) / len(shared),
        behind.low,
        behind.high,
        behind.low <= 0,
    )
