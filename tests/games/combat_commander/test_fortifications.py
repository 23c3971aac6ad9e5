"""Fortifications: bunkers, foxholes, mines, pillboxes, trenches and wire."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from tests.games.combat_commander.builders import (
    OPEN,
    light_mg,
    line_squad,
    rifle_squad,
    sergeant,
    sheet,
    table_on,
    work,
)
from tests.games.combat_commander.openings import battle, move_order
from wardiary.domain.games.combat_commander.components.terrain_chart import FORTIFICATIONS
from wardiary.domain.games.combat_commander.terrain.cover import Shot, cover, cover_items
from wardiary.domain.games.combat_commander.terrain.fortifications import (
    in_the_box,
    is_trench_step,
    mines_firepower,
    wins_ties,
)
from wardiary.domain.games.combat_commander.terrain.steps import move_cost
from wardiary.domain.games.combat_commander.units.numbers import (
    firepower,
    morale,
    movement,
    range_of,
)
from wardiary.domain.games.combat_commander.weapons.weapons import may_fire

# Fortifications in general, rule F100


def test_there_are_six_kinds_of_fortification():
    """AMB-32, F100.1."""
    assert set(FORTIFICATIONS) == {"foxholes", "trench", "mines", "bunker", "pillbox", "wire"}


# Bunker, rule F101


def test_a_pillbox_is_held_by_the_last_player_alone_in_it():
    """F101, F104, 7.3.1: the Germans built it, but the Americans were alone in it last."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E7"),
        work("pillbox", "E6", holder=1),
        active="allies",
        allies=("move",),
        axis=("advance",),
        axis_deck=("4-1",),
        allies_deck=("2-1",),
    ).order("move", "allies-a")
    table.move("allies-a", "E6")
    assert table.mark("pillbox-E6", "holder") == 2


@pytest.mark.parametrize(
    ("kind", "plain", "shells"),
    [("foxholes", 3, 4), ("trench", 4, 5), ("pillbox", 5, 6), ("bunker", 6, 7)],
)
def test_fortifications_give_more_cover_against_artillery(kind: str, plain: int, shells: int):
    """F101, F102, F104, F105.1"""
    table = table_on(OPEN, work(kind, "E5"))

    assert (cover(table, "E5"), cover(table, "E5", Shot(shells=True))) == (plain, shells)


def test_only_the_holder_of_a_bunker_has_its_benefit_in_a_melee():
    """F101, F104"""
    table = table_on(OPEN, work("bunker", "E5", holder=1), work("foxholes", "E6", holder=1))

    assert wins_ties(table, "E5", "axis")
    assert not wins_ties(table, "E5", "allies")
    assert not wins_ties(table, "E6", "axis")


# Mines, rule F103


def test_mines_attack_only_units_that_enter_or_leave():
    """F103, F103.1, F103.2: 6 + 8 = 14; morale 7 in woods without cover ties: moving."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("E6", "axis-b"),
        work("mines", "E6"),
        on=sheet(terrain={"E6": "w"}),
        axis=("move",),
        axis_deck=("6-1",),
        allies_deck=("6-2",),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")

    assert table.total("attack total E6") == 14
    assert table.total("morale axis-a") == 7
    assert table.total("defence total axis-a") == 14
    assert table.face("axis-a") == "demoralised"
    assert table.face("axis-b") == "normal"
    assert table.offer("step") is None


def test_a_group_that_enters_mines_is_attacked_with_a_single_roll():
    """F103.1, F103.2, O21.2, AMB-42: 13; the squad's 8 + 5 ties and is moving; the leader holds."""
    table = battle(
        rifle_squad("E5"),
        sergeant("E5"),
        work("mines", "E6"),
        on=sheet(terrain={"E6": "w"}),
        axis=("move",),
        axis_deck=("4-1", "5-1"),
        allies_deck=("6-1 event", "event:elan"),
    ).order("move", "axis-sgt", "axis-a")
    table.commands(
        ("axis", "group axis-a,axis-sgt"), ("axis", "step E6"), ("axis", "defend axis-a")
    )

    assert table.total("attack total E6") == 13
    assert table.total("defence total axis-a") == 13
    assert table.total("defence total axis-sgt") == 14
    assert table.rolls().count(("allies", "mines")) == 1
    assert table.face("axis-a") == "demoralised"
    assert table.face("axis-sgt") == "normal"
    assert table.offer("step") is None  # The whole group has stopped.
    table.when("axis", "group axis-sgt").then_illegal("O21.2")


def test_mines_attack_again_when_a_unit_leaves():
    """F103.1: 6 + 3 against 7 + 5 each time."""
    table = battle(
        rifle_squad("E5"),
        work("mines", "E6"),
        axis=("move",),
        axis_deck=("4-1", "3-2"),
        allies_deck=("2-1", "1-2"),
    ).order("move", "axis-a")
    table.move("axis-a", "E6", "E7")

    assert table.rolls().count(("allies", "mines")) == 2
    assert table.zone("axis-a") == "E7"
    assert table.face("axis-a") == "normal"


def test_mines_attack_a_unit_that_leaves_the_map_and_it_still_leaves():
    """F103.1, F103.2, 7.2.1: 6 + 7 against 7 + 3: demoralised, out, normal again in space 2."""
    table = battle(
        rifle_squad("E1"),
        work("mines", "E1"),
        axis=("advance",),
        axis_deck=("2-1",),
        allies_deck=("5-2 event", "event:elan"),
    ).order("advance", "axis-a")
    table.say("axis", "leave axis-a")
    assert table.face("axis-a") == "demoralised"
    table.say("axis", "choose 2")

    assert (table.zone("axis-a"), table.face("axis-a")) == ("time-2", "normal")
    assert table.vp() == 2


def test_a_unit_demoralised_while_leaving_mines_still_arrives():
    """F103.2: where it was going."""
    table = battle(
        rifle_squad("E5"),
        work("mines", "E5"),
        axis=("move",),
        axis_deck=("1-2",),
        allies_deck=("6-2",),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")

    assert (table.zone("axis-a"), table.face("axis-a")) == ("E6", "demoralised")


@pytest.mark.parametrize(("attitude", "expected"), [("defender", 8), ("attacker", 6)])
def test_only_the_defender_has_the_better_mines_of_the_scenario(attitude: str, expected: int):
    """8.12, F103.2."""
    table = battle().table
    scenario = table.pack.scenarios["cc-h1"]
    axis = structs.replace(scenario.axis, attitude=attitude, mines=8)
    scenarios = {**table.pack.scenarios, "cc-h1": structs.replace(scenario, axis=axis)}

    pack = replace(table.pack, scenarios=scenarios)

    assert mines_firepower(structs.replace(table, pack=pack)) == expected


def test_mines_flamethrowers_and_molotovs_leave_no_cover():
    """F103.2, 11.6"""
    table = table_on(OPEN, work("bunker", "E5"))

    assert cover_items(table, "E5", Shot(no_cover="F103.2")) == (("no cover", 0, "F103.2"),)


def test_mines_have_6_firepower_and_the_box_may_be_empty():
    """F103.2, A35.3"""
    table = table_on(OPEN, work("pillbox", "E5"))

    assert mines_firepower(table) == 6
    assert in_the_box(table, "pillbox") is None


# Trench, rule F105


def test_a_step_from_trench_to_trench_costs_1_and_draws_no_fire():
    """F105, F105.1, F105.2: 1 MP uphill into woods, and no window for opportunity fire."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E8"),
        work("trench", "E5"),
        work("bunker", "E6"),
        on=sheet(hills={"1": ["E6"]}),
        axis=("move",),
        allies=("fire",),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")

    assert table.total("movement points") == 1
    table.asks("axis", "O21")


def test_a_step_from_trench_to_trench_costs_1_except_over_a_cliff():
    """F105.2"""
    climb = sheet(
        terrain={"E4": "w", "F4": "w"}, hills={"1": ["E4"]}, hexsides=["E4/E5 wall", "E5/F5 cliff"]
    )
    table = table_on(climb, work("trench", "E5"), work("pillbox", "E4"), work("trench", "F5"))

    assert (move_cost(table, "E5", "E4"), move_cost(table, "E5", "F5")) == (1, None)
    assert (is_trench_step(table, "E4", "E5"), is_trench_step(table, "E5", "E6")) == (True, False)


# Wire, rule F106


def test_units_in_wire_do_not_join_a_fire_group_outside():
    """F106, F106.1, F106.3: and no weapon fires from there."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("E6", "axis-b"),
        sergeant("E5"),
        light_mg("E6", "axis-b"),
        line_squad("E8"),
        work("wire", "E6"),
        axis=("fire",),
    ).order("fire", "axis-sgt", "axis-a,axis-b")

    table.when("axis", "fire E8 axis-mg").then_illegal("11.1")
    table.say("axis", "fire E8 axis-a")
    table.when("axis", "join axis-b").then_illegal("F106.3")


def test_wire_lowers_firepower_range_and_morale_by_1():
    """F106.1: and no weapon fires from it (F106.3)."""
    table = table_on(
        sheet(), work("wire", "E5"), rifle_squad("E5", "axis-squad"), light_mg("E5", "axis-squad")
    )

    numbers = (firepower, range_of, movement, morale)
    assert [number(table, "axis-squad") for number in numbers] == [4, 4, 4, 6]
    assert not may_fire(table, "axis-mg")


def test_wire_takes_the_rest_of_the_movement_on_entering_and_leaving():
    """F106.2: no second step after entering wire or leaving it."""
    entering = move_order(work("wire", "E6"))
    entering.say("axis", "step E6")
    leaving = move_order(work("wire", "E5"))
    leaving.say("axis", "step E6")

    assert entering.offer("step") is None
    assert leaving.offer("step") is None
