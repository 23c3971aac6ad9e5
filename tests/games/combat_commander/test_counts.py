"""How many moves there are: counted through prompts and decisions, and by hand beside it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.games.combat_commander.battle import Battle
from tests.games.combat_commander.builders import line_squad, rifle_squad, sheet, work
from tests.games.combat_commander.openings import battle
from wardiary.domain.hexes.grid import HexGrid
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.decide import decide
from wardiary.domain.table.table import Table

GRID = HexGrid(15, 10)


def by_hand(here: str, left: int, depth: int, costs: Mapping[str, int], closed: set[str]) -> int:
    """The number of move sequences, computed from the costs of hexes alone."""
    if depth == 0:
        return 1
    return sum(
        by_hand(there, left - costs.get(there, 1), depth - 1, costs, closed)
        for there in GRID.neighbours(here)
        if there not in closed and costs.get(there, 1) <= left
    )


def _walks(battle_: Battle, table: Table, depth: int) -> int:
    if depth == 0:
        return 1
    (prompt,) = battle_.game.prompts(table)
    steps = [offer for offer in prompt.offers if offer.verb == "step"]
    number = 0
    for there in steps[0].slots[0].candidates if steps else ():
        command = battle_.game.command(f"step {there}")
        after = decide(battle_.game, table, prompt.seat, command, ScriptedChance()).table
        number += _walks(battle_, after, depth - 1)
    return number


def walks(table: Battle, depth: int) -> int:
    """The number of move sequences of this length that the game allows."""
    return _walks(table, table.table, depth)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_number_of_moves_over_open_ground_and_woods_equals_a_count_by_hand(depth: int):
    """O21, O21.1, O21.4: a squad of 4 points between woods, a stream, water and an enemy."""
    costs = {"E4": 2, "F4": 2, "D6": 2, "D5": 3}
    closed = {"F5", "E7"}
    table = battle(
        rifle_squad("E5"),
        line_squad("F5"),
        on=sheet(terrain={"E4": "w", "F4": "b", "D6": "r", "D5": "s", "E7": "~"}),
        axis=("move",),
    ).order("move", "axis-a")
    table.say("axis", "group axis-a")

    assert walks(table, depth) == by_hand("E5", 4, depth, costs, closed)


def test_a_squad_in_wire_has_six_first_steps_and_no_second_step():
    """F106.2: six hexes, and no further."""
    table = battle(rifle_squad("E5"), work("wire", "E5"), axis=("move",)).order("move", "axis-a")
    table.say("axis", "group axis-a")

    assert (walks(table, 1), walks(table, 2)) == (6, 0)
