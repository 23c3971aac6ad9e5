"""Endings of every game: the chance counted over all dice is within the range of the rollouts."""

from __future__ import annotations

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
from wardiary.projections.lab.rollouts import Plan, plan_for
from wardiary.tools.position_checks import blank_table

Ending = tuple[str, int, int]
"""A game, the number of its match between bots, and how many commands before its end."""
ENDINGS: tuple[Ending, ...] = (
    ("undaunted", 0, 1),
    ("undaunted", 1, 2),
)


def ending(name: str, number: int, before: int) -> Plan:
    """The last commands of a match between bots: the one that was given, and what bots do then."""
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
    return plan_for(table, seat, command=command, by=seat, bound=before - 1)


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
