"""Endings of every game: the chance counted over all dice is within the range of the rollouts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from tests.projections.noninterference import openings
from wardiary.domain.games import registry
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import Command
from wardiary.domain.play.decide import set_up_table
from wardiary.domain.table.table import Table
from wardiary.projections.lab import exact
from wardiary.projections.lab.odds import sampled_odds
from wardiary.projections.lab.playing import Playout
from wardiary.projections.lab.rollouts import Plan, Rollouts, plan_for, play_share
from wardiary.projections.lab.statistics import mean_interval
from wardiary.tools.position_checks import blank_table

Ending = tuple[str, int, int]
"""A game, the number of its match between bots, and how many commands before its end."""
ENDINGS: tuple[Ending, ...] = (
    ("undaunted", 0, 1),
    ("undaunted", 1, 2),
    ("combat-soldiers", 0, 1),
)


def ending(name: str, number: int, before: int, then: int | None = None) -> Plan:
    """The last commands of a match between bots: the one that was given, and what bots do then.

    These are as many commands as there were, unless it is said how many.
    """
    game = registry.game(name)
    pack, opening = openings(game)[number % len(openings(game))]
    chance = SeededChance(number.to_bytes(32, "big"), "0" * 32, bytes(32), b"d")
    blank = blank_table(game, pack, opening)
    playout = Playout(game, set_up_table(game, blank, opening, chance).table, chance)
    rng = Numbers(number)
    steps: list[tuple[Table, str, Command]] = []
    while playout.prompts:
        prompt, table = playout.prompts[0], playout.table
        playout.view(prompt.seat)  # Writes down the questions that are open.
        steps.append((table, prompt.seat, playout.answer(prompt, "bot", rng)))
    table, seat, command = steps[-before]
    bound = before - 1 if then is None else then
    return plan_for(table, seat, command=command, by=seat, bound=bound)


class Numbers:
    """Random numbers of a seed."""

    def __init__(self, seed: int) -> None:
        self.below = Random(seed).randrange


@pytest.mark.parametrize(("name", "number", "before"), ENDINGS)
def test_the_exact_chance_of_an_ending_is_within_the_range(name: str, number: int, before: int):
    plan = ending(name, number, before)
    chances = exact.chances(plan, 1000)

    *_, result = sampled_odds(plan, width=0.1, most=400)

    assert any(0 < chance < 1 for chance in chances.values())
    for seat, chance in chances.items():
        assert result.seats[seat].interval.holds(float(chance)), f"{seat}: {chance}, {result}"


@pytest.mark.parametrize(
    ("name", "number", "before", "then"),
    [
        ("combat-commander", 1, 6, 2),
        ("combat-soldiers", 0, 1, 0),
        ("company-of-heroes", 0, 21, 2),
        ("nuts", 0, 5, 2),
        ("undaunted", 1, 2, 1),
    ],
)
def test_what_is_to_be_expected_of_an_order_is_within_the_range(
    name: str, number: int, before: int, then: int
):
    """How many pieces an order and what follows it will change, over every die that can fall."""
    plan = ending(name, number, before, then)
    counting = replace(plan, measure=partial(pieces_changed, plan.table))
    courses = exact.courses(counting, 1000)

    result = Rollouts(play_share(counting, range(300)))

    assert 1 == sum(weight for weight, _ in courses)
    assert len({end.value for _, end in courses}) > 1
    assert mean_interval(result.values, 0.999).holds(float(exact.expected(counting, 1000)))


def pieces_changed(before: Table, after: Table) -> float:
    """How many pieces are elsewhere or look different."""
    return float(sum(after.pieces[piece.id] != piece for piece in before.pieces.values()))
