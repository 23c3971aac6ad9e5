"""The strong bot: tries likely orders in worlds that its seat could be in, and takes the best.

It knows no more than its seat does: what that seat does not know is dealt again in every rollout.
Both sides play on as sensible bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.game import Game, Rng
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.lab.playing import NotPlayable
from wardiary.projections.lab.rollouts import Plan, roll_out
from wardiary.projections.redaction import view

SAMPLES, ORDERS = 48, 4
PREFERENCE = 0.02
"""By how much another order must do better than the one that the sensible bot would give."""
HORIZON = 4_000
"""Commands after which a rollout of the strong bot is given up."""


def for_ever() -> bool:
    """No limit of time: thinking ends with the samples, and is the same every time."""
    return False


class Thinking(msgspec.Struct, frozen=True):
    """How long the strong bot thinks about an order.

    `samples` is the number of rollouts at most, shared among the orders that it tries, of which
    there are `orders` at most. `enough` says that the time is over; without a limit of time the
    same seed gives the same order.
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
    orders = likely_orders(game, view(table, seat), prompt, rng, thinking.orders)
    if len(orders) == 1:
        return orders[0]
    trials = _trials(game, table, seat, orders, rng)
    try:
        return _best(trials, orders, thinking)
    except (Illegal, NotPlayable):
        # What it does not know lets no world be dealt, or decides whether an order is possible.
        return orders[0]


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


Trial = Callable[[Command, int], float]


def _trials(game: Game, table: Table, seat: Seat, orders: Sequence[Command], rng: Rng) -> Trial:
    """How an order does in the world of a number: won or not, and a little by what was scored."""
    seed = str(rng(1 << 62))
    plans = {
        order: Plan(
            game, table, seat, eyes=seat, by=seat, command=order, seed=seed, bound=HORIZON,
            measure=lambda end: _worth(end, seat),
        )
        for order in orders
    }  # fmt: skip
    return lambda order, number: roll_out(plans[order], number).value


def _worth(end: Table, seat: Seat) -> float:
    """The worth of an ending: mostly whether it is won, but also by how much."""
    if end.result is None:
        return 0.5
    scores = end.result.scores
    total = sum(max(0, score) for score in scores.values())
    share = max(0, scores.get(seat, 0)) / total if total else 0.5
    return 0.8 * (seat in end.result.winners) + 0.2 * share


def _best(trial: Trial, orders: Sequence[Command], thinking: Thinking) -> Command:
    """The best order by halving: half of the samples for all, then half of the rest for the better
    half, and so on. All meet the same worlds and dice.
    """
    values: dict[Command, list[float]] = {order: [] for order in orders}
    alive, left = list(orders), thinking.samples
    while len(alive) > 1:
        each = max(1, left // (2 if len(alive) > 2 else 1) // len(alive))
        for _ in range(each):
            if thinking.enough():
                return _first(values, alive, orders[0])
            for order in alive:
                values[order].append(trial(order, len(values[order])))
        left -= each * len(alive)
        if len(alive) == 2:
            break
        alive.sort(key=lambda order: -_mean(values, order, orders[0]))
        alive = alive[: (len(alive) + 1) // 2]
    return _first(values, alive, orders[0])


def _first(
    values: dict[Command, list[float]], alive: Sequence[Command], preferred: Command
) -> Command:
    """The order of the highest mean, on rollouts that all of them have."""
    number = min(len(values[order]) for order in alive)
    if number == 0:
        return preferred
    return max(alive, key=lambda order: _mean(values, order, preferred, number))


def _mean(
    values: dict[Command, list[float]], order: Command, preferred: Command, number: int = 0
) -> float:
    taken = values[order][:number] if number else values[order]
    return sum(taken) / len(taken) + (PREFERENCE if order == preferred else 0.0)
