"""The strong bot: tries likely orders in worlds that its seat could be in, and takes the best.

It knows no more than its seat does: what that seat does not know is dealt again in every rollout.
Both sides play on as sensible bots. Without evidence for another order it gives the one that the
sensible bot would give.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count

import msgspec

from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.game import Game, Rng
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.lab.playing import NotPlayable
from wardiary.projections.lab.rollouts import STOPPED, Plan, roll_out
from wardiary.projections.lab.statistics import CONFIDENCE, paired_difference
from wardiary.projections.redaction import view

SAMPLES, ORDERS = 48, 4
LEAST, CLEAR = 8, 0.1
"""After so many worlds another order is taken that did better by so much; before, only one that is
surely better than the order that the sensible bot would give.
"""
HALVED = 4
"""After each so many worlds only the better half of the other orders is tried on."""
HORIZON = 4_000
"""Commands after which a rollout of the strong bot is given up."""


def for_ever() -> bool:
    """No limit of time: thinking ends with the samples, and is the same every time."""
    return False


class Thinking(msgspec.Struct, frozen=True):
    """How long the strong bot thinks about an order.

    `samples` is the number of rollouts at most, shared among the orders that it tries, of which
    there are `orders` at most. `enough` says that the time is over: it is asked after every command
    of a rollout, and one that is cut short counts for nothing. Without a limit of time the same
    seed gives the same order.
    """

    samples: int = SAMPLES
    orders: int = ORDERS
    enough: Callable[[], bool] = for_ever


def strong_command(
    game: Game, table: Table, prompt: Prompt, rng: Rng, thinking: Thinking
) -> Command:
    """What the strong bot answers to a prompt; `table` is the whole one, of which it uses only what
    the seat of the prompt knows.
    """
    seat = prompt.seat
    preferred, *others = likely_orders(game, view(table, seat), prompt, rng, thinking.orders)
    if not others:
        return preferred
    seed = str(rng(1 << 62))
    try:
        plan = Plan(
            game, table, seat, eyes=seat, by=seat, seed=seed, bound=HORIZON,
            measure=lambda end: _worth(end, seat), stop=lambda now: thinking.enough(),
        )  # fmt: skip
    except Illegal:  # What its seat does not know lets no world be dealt.
        return preferred
    trials = _Trials(plan, preferred, others)
    trials.work(thinking)
    return trials.best()


def likely_orders(
    game: Game, seen: Table, prompt: Prompt, rng: Rng, most: int
) -> tuple[Command, ...]:
    """The orders that the game's bot thinks best of, its own choice first."""
    chosen = game.policy(seen, prompt, rng)
    best: Callable[[Table, Prompt, int], Sequence[Command]] | None
    best = getattr(game.policy, "best", None)
    if best is None:  # The bot of a game that does not score its offers.
        return (chosen,)
    return tuple(dict.fromkeys((chosen, *best(seen, prompt, most))))[:most]


def _worth(end: Table, seat: Seat) -> float:
    """The worth of an ending: mostly whether it is won, but also by how much."""
    if end.result is None:
        return 0.5
    scores = end.result.scores
    total = sum(max(0, score) for score in scores.values())
    share = max(0, scores.get(seat, 0)) / total if total else 0.5
    return 0.8 * (seat in end.result.winners) + 0.2 * share


class _Trials:
    """How the preferred order and some others did, all in the same worlds with the same dice."""

    def __init__(self, plan: Plan, preferred: Command, others: Sequence[Command]) -> None:
        self.preferred = preferred
        self.others = list(others)
        self._plans = {order: replace(plan, command=order) for order in (preferred, *others)}
        self._values: dict[Command, list[float]] = {order: [] for order in self._plans}
        self._confidence = 1 - (1 - CONFIDENCE) / len(others)

    def work(self, thinking: Thinking) -> None:
        """Try all orders in one world after another, until there is no time, or no sample left."""
        left = thinking.samples
        for number in count():
            if number and number % HALVED == 0:
                self._drop_worse_half()
            if left < 1 + len(self.others) or not self.others:
                return
            for order in (self.preferred, *self.others):
                if thinking.enough() or not self._try(order, number):
                    return
                left -= 1

    def _try(self, order: Command, number: int) -> bool:
        """Try an order in a world; False where there is nothing more to be found out."""
        try:
            played = roll_out(self._plans[order], number)
        except (Illegal, NotPlayable):
            # What its seat does not know decides whether the order is possible.
            if order != self.preferred:
                self.others.remove(order)
            return order != self.preferred
        if played.ended == STOPPED:
            return False
        self._values[order].append(played.value)
        return True

    def _drop_worse_half(self) -> None:
        self.others.sort(key=lambda order: -sum(self._values[order]))
        del self.others[(len(self.others) + 1) // 2 :]

    def best(self) -> Command:
        """The best of the orders for which there is evidence; the preferred one without any."""
        better = [order for order in self.others if self._is_better(order)]
        return max(better, key=self._gain, default=self.preferred)

    def _gains(self, order: Command) -> list[float]:
        """By how much more an order brought than the preferred one, in each world of both."""
        pairs = zip(self._values[order], self._values[self.preferred], strict=False)
        return [value - usual for value, usual in pairs]

    def _gain(self, order: Command) -> float:
        gains = self._gains(order)
        return sum(gains) / len(gains)

    def _is_better(self, order: Command) -> bool:
        gains = self._gains(order)
        if len(gains) >= LEAST and self._gain(order) >= CLEAR:
            return True
        return paired_difference(gains, self._confidence).low > 0
