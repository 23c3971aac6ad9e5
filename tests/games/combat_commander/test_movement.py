"""Move orders (O21)."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    COUNTRY,
    light_mg,
    line_squad,
    rifle_squad,
    sergeant,
    sheet,
    table_on,
    unit,
    weapon,
    work,
)
from tests.games.combat_commander.openings import battle, move_order
from wardiary.domain.games.combat_commander.terrain.steps import move_cost


def test_a_step_must_be_paid_in_full():
    """O21, O21.1, T78.2, 3.1.3: four open hexes, or three and no woods."""
    table = move_order(on=sheet(terrain={"E8": "w"}))
    table.commands(("axis", "step E6"), ("axis", "step F6"), ("axis", "step E7"))

    table.when("axis", "step E8").then_illegal("O21.1")
    table.when("axis", "step E9").then_illegal("O21.1")


def test_the_movement_question_shows_the_points_spent_and_left():
    """8.12, O21.1: a rifle squad has 4."""
    table = battle(rifle_squad("E5"), axis=("move",)).order("move", "axis-a").move("axis-a", "E6")
    prompt = table.asked()

    assert prompt is not None
    assert prompt.question.startswith("axis-a: 1 spent, 3 left")


@pytest.mark.parametrize(
    ("here", "there", "cost"),
    [
        ("A2", "A3", 1), ("F5", "E5", 2), ("E4", "E5", 1), ("F5", "G5", 2), ("G4", "G5", 1),
        ("I4", "I5", 1), ("J5", "I5", 2), ("J5", "K5", 1), ("L5", "M5", 1), ("B5", "C5", 2),
        ("E7", "E8", 3), ("F8", "G8", 3), ("H8", "I8", None), ("K7", "K8", 1), ("J8", "K8", None),
        ("K8", "L8", None), ("K8", "K9", 1), ("M7", "M8", 1), ("L8", "M8", 2), ("B8", "C8", 2),
        ("C7", "C8", 1), ("E1", "E2", 2), ("E2", "E1", 1), ("F2", "G2", 2), ("G2", "F2", 1),
        ("E3", "F2", 2), ("L2", "M2", 2), ("N2", "M2", 2), ("K2", "L2", 2), ("I2", "J2", None),
    ],
)  # fmt: skip
def test_a_step_costs_the_terrain_the_hexside_and_the_climb(
    here: str, there: str, cost: int | None
):
    """O21.1, T80.1, T80.2 to T87, T88.1, T89, T90, T91, T92, T93, T95 to T99"""
    assert move_cost(table_on(COUNTRY), here, there) == cost


def test_the_movement_left_is_never_shown_below_0():
    """8.11b, O21.1, 3.1.3: 5 points, all spent on a step that leaves the sergeant behind."""
    steep = sheet(terrain={"E6": "m"}, hills={"1": ["E6"]}, hexsides=["E5/E6 wall"])
    table = battle(rifle_squad("E5"), sergeant("E5"), on=steep, axis=("move",)).order(
        "move", "axis-a"
    )
    table.move("axis-a", "E6")

    asked = table.asks("axis", "O21")
    assert asked.facts["spent"] == 5
    assert asked.facts["left"] == 0
    assert "0 left" in asked.question


def test_a_weapon_is_handed_over_for_one_point():
    """O21.1.1, 11, 11.2, 11.3: the receiver need not be activated, but must carry no weapon."""
    table = move_order(light_mg("E5"), rifle_squad("E5", "axis-b"))
    table.say("axis", "hand-over axis-mg axis-b")

    assert table.host("axis-mg") == "axis-b"
    assert table.asks("axis", "O21").facts["left"] == 3


def test_a_weapon_is_handed_over_for_the_last_point():
    """O21.1.1: three of four points are spent on three hexes, and nothing is left after it."""
    table = move_order(light_mg("E5"), rifle_squad("E8", "axis-b"))
    table.commands(("axis", "step E6"), ("axis", "step E7"), ("axis", "step E8"))
    table.commands(("axis", "hand-over axis-mg axis-b"))

    assert table.host("axis-mg") == "axis-b"
    assert table.asks("axis", "O21").facts["left"] == 0
    assert table.offer("hand-over") is None


def test_a_weapon_handed_to_a_demoralised_squad_fires_after_the_squad_rallies():
    """O21.1.1, 3.2.3, 13.2: handed over for 1 MP of 4; the squad fires it after its rally."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        rifle_squad("E5", "axis-b", face="demoralised"),
        line_squad("E9"),
        axis=("move", "recover", "fire"),
        axis_deck=("2-1",),
    ).order("move", "axis-a")
    table.commands(
        ("axis", "group axis-a"),
        ("axis", "hand-over axis-mg axis-b"),
        ("axis", "step D5"),
        ("axis", "stop"),
        ("axis", "done"),
    )
    table.order("recover")
    assert table.face("axis-b") == "normal"
    table.order("fire", "axis-b")

    assert "axis-mg" in table.candidates("fire", "base")


def test_a_weapon_is_handed_only_to_a_unit_without_a_weapon():
    """8.12, O21.1.1, 11.2: the other squad in the hex has a gun, the team has none."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        rifle_squad("E5", "axis-b"),
        weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-b"),
        unit("axis-team", "germany-weapon-team", "E5"),
        axis=("move",),
    ).order("move", "axis-a")
    table.say("axis", "group axis-a")

    assert table.candidates("hand-over", "to") == ("axis-team",)


def test_a_group_moves_at_the_speed_of_its_slowest_unit_and_other_units_wait():
    """O21.2, 3.3.1.2: rifle 4 + 1 with a leader of 6: five hexes; a third unit waits its turn."""
    table = battle(
        rifle_squad("E5"), sergeant("E5"), rifle_squad("F5", "axis-b"), axis=("move",)
    ).order("move", "axis-sgt", "axis-a,axis-b")
    table.when("axis", "group axis-a,axis-b").then_illegal("O21.2")
    table.say("axis", "group axis-a,axis-sgt")
    table.when("axis", "group axis-b").then_illegal("O21.2")
    for there in ("E6", "E7", "E8", "E9", "E10"):
        table.say("axis", f"step {there}")
        assert table.refused is None

    assert table.offer("step") is None
    assert table.zone("axis-a") == table.zone("axis-sgt") == "E10"


def test_a_unit_cannot_leave_the_map_before_its_group_is_named():
    """8.12, O21.2, 7.2: even at the enemy's edge."""
    table = battle(rifle_squad("E5"), axis=("move",)).order("move", "axis-a")

    table.when("axis", "leave axis-a").then_illegal("O21")


def test_a_single_unit_that_is_demoralised_while_moving_stops():
    """AMB-18, O21.2: its demoralised side would have a movement point left; it may not be used."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E9"),
        axis=("move",),
        axis_deck=("2-1",),
        allies=("fire",),
        allies_deck=("6-5",),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    table.watch("allies-a").shoot("allies-a", "E6")

    assert table.face("axis-a") == "demoralised"
    assert table.offer("step") is None
    table.when("axis", "group axis-a").then_illegal("O21.2")


def test_a_group_whose_units_flee_a_blaze_to_different_hexes_stops():
    """O21.2, E46, F103.1: the event of the mines' roll burns the hex; the two flee apart.

    They still defend against 6 + 7, and then the group has no movement left.
    """
    table = battle(
        rifle_squad("E5"),
        sergeant("E5"),
        work("mines", "E6"),
        axis=("move",),
        axis_deck=("6-2", "6-3"),
        allies_deck=("2-5 event", "event:blaze", "hex:E6"),
    ).order("move", "axis-sgt", "axis-a")
    table.say("axis", "group axis-a,axis-sgt")
    table.say("axis", "step E6", stand=False)
    table.say("allies", "pass", dice=(1,))
    table.commands(("axis", "choose E7"), ("axis", "choose F6"), ("axis", "defend axis-a"))

    assert {table.zone("axis-a"), table.zone("axis-sgt")} == {"E7", "F6"}
    assert table.face("axis-a") == table.face("axis-sgt") == "normal"
    assert table.zone("mines-E6") == "box"
    assert table.offer("step") is None
    assert table.offer("done") is not None


def test_enemy_hexes_water_and_cliffs_are_closed_to_a_move():
    """O21.4, T98, T83."""
    table = move_order(line_squad("E6"), on=sheet(terrain={"E4": "~"}, hexsides=["E5/F5 cliff"]))

    for there in ("E6", "E4", "F5"):
        table.when("axis", f"step {there}").then_illegal("O21.4")


def test_the_inactive_player_finishes_his_actions_before_smoke_grenades_are_thrown():
    """O21.6, A24.2, O21.3, CC-07."""
    table = battle(
        rifle_squad("E5"), line_squad("E9"), axis=("move", "smoke-grenades"), allies=("fire",)
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    (card,) = table.table.zone("hand-axis")

    table.when("axis", f"play {card} E7").then_illegal("Table/Turn")
    table.say("allies", "pass")
    table.play("smoke-grenades", "E7", dice=(3,))

    assert table.zone("smoke-3") == "E7"
