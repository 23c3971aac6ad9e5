"""Odds: how likely each seat is to win from a table, sampled until it is known as well as asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from wardiary.domain.table.pieces import Seat
from wardiary.projections.lab.playing import BOT, RANDOM, Player
from wardiary.projections.lab.rollouts import (
    BOUNDED,
    OneProcess,
    Plan,
    Rollout,
    Workers,
    shares,
)
from wardiary.projections.lab.statistics import CONFIDENCE, Interval, wilson
from wardiary.projections.lab.worlds import HANDS, TRUTH
from wardiary.projections.labels import listing, seat_name

LEAST, MOST, WIDTH = 48, 2_000, 0.1
PLAYED_BY = {BOT: "the sensible bot", RANDOM: "a player that takes any offer at random"}


class Chance(msgspec.Struct, frozen=True):
    """How often something was seen, and the interval in which its true share is (95 %)."""

    times: int
    number: int
    share: float
    low: float
    high: float

    @property
    def interval(self) -> Interval:
        """The interval by itself."""
        return Interval(self.low, self.high)


class Odds(msgspec.Struct, frozen=True):
    """The chances of all seats to be among the winners.

    `nobody` is how often the match ended without a winner or did not end, `basis` says what the
    numbers rest on, and `reached` whether the interval of `seat` is as narrow as was asked.
    """

    seat: Seat
    number: int
    seats: dict[Seat, Chance]
    nobody: int
    reached: bool
    basis: str

    @property
    def chance(self) -> Chance:
        """The chance of the seat that was asked about."""
        return self.seats[self.seat]


def chance_of(times: int, number: int, *, certain: bool = False) -> Chance:
    """A chance from how often something was seen; it is `certain` once the match is over."""
    share = times / number if number else 0.0
    interval = Interval(share, share) if certain else wilson(times, number)
    return Chance(times, number, share, interval.low, interval.high)


def sampled_odds(
    plan: Plan,
    *,
    width: float = WIDTH,
    least: int = LEAST,
    most: int = MOST,
    workers: Workers | None = None,
) -> Iterator[Odds]:
    """Odds that get better with every share of rollouts, until they are as narrow as asked.

    They are looked at in the order of the rollouts' numbers, so the last ones are the same for
    all workers. To stop earlier leaves what there was. `width` is that of the interval of the
    plan's seat, from end to end.
    """
    taken: list[Rollout] = []
    for share in (workers or OneProcess()).play(shares(plan, 0, most)):
        taken += share
        now = odds_from(plan, taken, width)
        enough = now.reached and len(taken) >= min(least, most)
        yield now
        if enough:
            return


def odds_from(plan: Plan, taken: Sequence[Rollout], width: float = WIDTH) -> Odds:
    """The odds that some rollouts of a plan give."""
    number, over = len(taken), plan.table.result is not None
    seats = {
        seat: chance_of(sum(seat in rollout.winners for rollout in taken), number, certain=over)
        for seat in plan.table.seats
    }
    return Odds(
        plan.seat,
        number,
        seats,
        sum(not rollout.winners for rollout in taken),
        seats[plan.seat].interval.width <= width,
        basis(plan, sum(rollout.ended == BOUNDED for rollout in taken)),
    )


def basis(plan: Plan, unfinished: int = 0) -> str:
    """What the numbers of a plan rest on, in sentences."""
    sentences = [_players_text(plan.players), _eyes_text(plan.eyes)]
    if unfinished:
        sentences.append(f"{unfinished} games were given up after {plan.bound} commands.")
    sentences.append(
        f"The range says how far chance alone may have moved the number ({CONFIDENCE:.0%} of such "
        "ranges hold the true one); other players may do better or worse."
    )
    return " ".join(sentences)


def _players_text(players: Mapping[Seat, Player]) -> str:
    names = {seat: _player_name(player) for seat, player in players.items()}
    if len(set(names.values())) == 1:
        return f"From here every seat is played by {next(iter(names.values()))}."
    parts = [f"{seat_name(seat)} by {name}" for seat, name in names.items()]
    return f"From here {listing(parts)}."


def _player_name(player: Player) -> str:
    if callable(player):
        return f"the function {getattr(player, '__name__', type(player).__name__)}"
    return PLAYED_BY[player]


def _eyes_text(eyes: str) -> str:
    if eyes == TRUTH:
        return "Every card is where it really is."
    if eyes == HANDS:
        return "All hands are as they were; the piles are shuffled in every game."
    return f"What {seat_name(eyes)} does not know is dealt again in every game."
