"""Exact chances: every course that dice, shuffles and players could take, each taken once."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.pieces import Seat
from wardiary.projections.lab.draws import EveryDraw
from wardiary.projections.lab.playing import Playout
from wardiary.projections.lab.rollouts import Plan, Rollout, play_out
from wardiary.projections.lab.worlds import world

MOST = 100_000


class TooManyCourses(WardiaryError):
    """There are more courses than may be taken."""


def courses(plan: Plan, most: int = MOST) -> list[tuple[Fraction, Rollout]]:
    """Every course of a plan with how likely it is; raises TooManyCourses.

    What is dealt, rolled and shuffled, and what random players and bots choose among equals, is
    taken each way that it can fall. Only endings of matches are short enough for this.
    """
    draws, taken = EveryDraw(), []
    minds = dict.fromkeys(plan.players, draws)
    for number in range(most):
        draws.begin()
        playout = Playout(plan.game, world(plan.table, plan.eyes, draws), draws)
        result = play_out(plan, playout, minds, number)
        taken.append((draws.weight, result))
        if not draws.advance():
            return taken
    raise TooManyCourses(f"this may go more than {most} ways; begin nearer to its end")


def expected(plan: Plan, most: int = MOST) -> Fraction:
    """What a plan's measure comes to on average, exactly, for measures that give whole numbers."""
    return sum((weight * Fraction(end.value) for weight, end in courses(plan, most)), Fraction())


def chances(plan: Plan, most: int = MOST) -> Mapping[Seat, Fraction]:
    """The exact chance of every seat to be among the winners."""
    taken = courses(plan, most)
    return {
        seat: sum((weight for weight, end in taken if seat in end.winners), Fraction())
        for seat in plan.table.seats
    }
