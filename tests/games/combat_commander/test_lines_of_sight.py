"""Lines of sight, obstacles and hindrances (10)."""

from __future__ import annotations

from random import Random

from tests.games.combat_commander.builders import (
    EXAMPLE,
    OPEN,
    ford,
    light_mg,
    line_squad,
    rifle_squad,
    sergeant,
    sheet,
    smoke,
    table_on,
    unit,
)
from tests.games.combat_commander.openings import battle, fire_order
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.targets import SightNow
from wardiary.domain.games.combat_commander.terrain.lines_of_sight import sight_line, sight_lines_to


def test_a_line_of_sight_given_in_the_map_file_overrides_the_computed_line():
    """10.1"""
    line = ford().sight.between("C3", "A1")

    assert (line.clear, line.hindrance) == (True, 2)


def test_terrain_beside_a_line_counts_only_if_both_hexes_have_it():
    """AMB-24, 10.1: L5 to K7 runs beside the woods of K6: clear; smoke beside it hinders."""
    clear = sight_line(battle(on=EXAMPLE).table, "L5", "K7")
    smoky = sight_line(battle(smoke(9, "L6"), on=EXAMPLE).table, "L5", "K7")

    assert (clear.clear, clear.hindrance) == (True, 0)
    assert (smoky.clear, smoky.hindrance) == (True, 5)


def test_terrain_and_walls_at_either_end_do_not_affect_a_line_of_sight():
    """10.1-own: walls around the target and brush under the firer.

    A wall beyond the target blocks.
    """
    walled = sheet(terrain={"E5": "r"}, hexsides=["E7/E8 wall", "E8/E9 wall"])
    table = battle(on=walled).table

    assert (sight_line(table, "E5", "E8").clear, sight_line(table, "E5", "E8").hindrance) == (
        True,
        0,
    )
    assert not sight_line(table, "E5", "E9").clear


def test_a_wall_between_other_hexes_blocks_a_line_that_runs_along_it():
    """10.1-wall: M9 to N7 with a wall between M8 and N8; without it the line is clear."""
    assert not sight_line(battle(on=sheet(hexsides=["M8/N8 wall"])).table, "M9", "N7").clear
    assert sight_line(battle(on=sheet()).table, "M9", "N7").clear


def test_a_line_of_sight_is_the_same_in_both_directions():
    """10.1-recip: two thousand pairs on the map of the examples, with smoke and a fire on it."""
    table = battle(smoke(7, "K5"), smoke(12, "H4", "blaze"), on=EXAMPLE).table
    hexes = tuple(map_of(table).grid)
    rng = Random(10)
    for _ in range(2000):
        here, there = rng.sample(hexes, 2)
        assert sight_line(table, here, there) == sight_line(table, there, here)


def test_a_target_out_of_sight_is_refused():
    """10.2, O20.3: woods in between; and a hex without an enemy is no target."""
    table = fire_order(
        rifle_squad("E5"),
        line_squad("E7"),
        line_squad("G5", "allies-b"),
        on=sheet(terrain={"F4": "w", "F5": "w"}),
    )

    table.when("axis", "fire G5 axis-a").then_illegal("10.2")
    table.when("axis", "fire E8 axis-a").then_illegal("O20.3")


def test_a_blaze_blocks_every_line_that_touches_its_hex():
    """10.2.1, T79, T78.4: also along its hexside, at every level."""
    table = battle(smoke(13, "N8", face="blaze"), on=EXAMPLE)

    assert SightNow.at(table.table).hindrance("M9", "N7") is None


def test_only_the_highest_hindrance_counts_and_it_may_prevent_a_fire():
    """10.3, 10.3.2, 10.3.2.1, 10.3.3, O20.3.2, CC-11: brush and brush -3; with smoke 4 it is -4."""
    brush = sheet(terrain={"E6": "r", "E7": "r"})
    weak = fire_order(
        unit("axis-a", "germany-line-team", "E5"),
        line_squad("E8"),
        on=brush,
        hand=("marksmanship",),
        axis_deck=("1-2",),
    )
    weak.say("axis", "fire E8 axis-a")
    assert weak.asks("axis", "O20.3.3").facts["firepower"] == 0
    weak.when("axis", "shoot").then_illegal("10.3.2.1")
    weak.play("marksmanship")
    assert weak.asks("axis", "O20.3.3").facts["firepower"] == 2

    smoky = fire_order(rifle_squad("E5"), line_squad("E8"), smoke(7, "E7"), on=brush)
    smoky.say("axis", "fire E8 axis-a")
    assert smoky.asks("axis", "O20.3.3").facts["firepower"] == 5 - 4


def test_smoke_in_the_hex_of_the_firer_counts_instead_of_weaker_brush():
    """10.3.3, 10.3.4, T94: smoke 5 in the hex, brush 3 on the way: -5; 5 - 5 is no fire.

    With its gun as the base it is 4 + 1 - 5 = 0 as well; a leader makes it 1.
    """
    placed = (rifle_squad("E5"), light_mg("E5"), smoke(9, "E5"), line_squad("E8"))
    brush = sheet(terrain={"E6": "r", "E7": "r"})
    table = battle(*placed, on=brush, axis=("fire",)).order("fire", "axis-a")
    table.say("axis", "fire E8 axis-a")
    assert table.asks("axis", "O20.3.3").facts["firepower"] == 0
    table.say("axis", "join axis-mg")
    assert table.asks("axis", "O20.3.3").facts["firepower"] == 1

    led = battle(*placed, sergeant("E5"), on=brush, axis=("fire",)).order("fire", "axis-a")
    led.say("axis", "fire E8 axis-a")
    assert led.asks("axis", "O20.3.3").facts["firepower"] == 1


def test_smoke_hinders_with_its_value_wherever_it_touches_the_line():
    """10.3.4, T94: counter 7 of the box is a 4."""
    table = table_on(OPEN, smoke(7, "E4"))

    hindrance = {
        label: line.hindrance
        for label, line in sight_lines_to(table, "E2", ("E4", "E6", "G2")).items()
    }

    assert hindrance == {"E4": 4, "E6": 4, "G2": 0}
