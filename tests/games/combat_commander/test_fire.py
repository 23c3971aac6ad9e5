"""Fire orders: targets, fire groups, artillery and defence rolls (O20)."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    light_mg,
    line_squad,
    rifle_squad,
    sergeant,
    sheet,
    smoke,
    unit,
    weapon,
    work,
)
from tests.games.combat_commander.openings import battle, fire_order
from wardiary.domain.table import events as e


def test_a_fire_order_needs_an_enemy_in_range():
    """O20.1, 3.1.2, O20.2.2: range 5, target at 6."""
    table = battle(rifle_squad("E3"), line_squad("E9"), axis=("fire",))

    table.order("fire").then_illegal("O20.1")


def test_a_team_may_be_activated_for_the_range_of_its_gun():
    """O20.1: team range 2, gun 16."""
    table = fire_order(
        unit("axis-a", "germany-weapon-team", "E1"),
        weapon("axis-hmg", "germany-heavy-mg", "E1", "axis-a"),
        line_squad("E9"),
    )

    assert set(table.candidates("fire", "base")) == {"axis-hmg"}
    table.when("axis", "fire E9 axis-a").then_illegal("O20.2.2")


def test_a_leader_may_activate_units_without_a_target_together_with_units_that_have_targets():
    """O20.1, 3.3.1.1: a squad without a target may be activated with others, but not alone."""
    table = battle(
        sergeant("E5"),
        rifle_squad("E5"),
        unit("axis-b", "germany-conscript", "E4"),
        line_squad("E10"),
        axis=("fire",),
    ).order("fire")

    table.when("axis", "activate axis-sgt axis-b").then_illegal("O20.1")
    table.say("axis", "activate axis-sgt axis-a,axis-b")
    assert table.refused is None
    assert table.mark("axis-b", "activated") == 1


@pytest.mark.parametrize("target", ["E6", "Z99"])
def test_nobody_fires_where_there_is_no_enemy(target: str):
    """O20.3: in range and in sight, or no hex at all."""
    table = fire_order(rifle_squad("E5"), line_squad("E8"))

    table.when("axis", f"fire {target} axis-a").then_illegal("O20.3")


@pytest.mark.parametrize(("faces", "hit"), [("1-6 event", True), ("1-5", False)])
def test_artillery_aims_before_it_fires(faces: str, hit: bool):
    """O20.2, O20.2.3, 11.5: product against the range of 5; printed firepower, no command."""
    table = fire_order(
        unit("axis-a", "germany-weapon-team", "E3"),
        sergeant("E3"),
        weapon("axis-mortar", "germany-light-mortar", "E3", "axis-a"),
        line_squad("E8"),
        axis_deck=(faces, "event:elan", "4-2") if hit else (faces, "4-2"),
    )
    table.say("axis", "fire E8 axis-mortar")

    if hit:
        assert table.asks("axis", "O20.3.3").facts["firepower"] == 6
    else:
        table.asks("axis", "5")


def test_smoke_shells_go_to_any_hex_in_sight():
    """O20.2.1, T94, AMB-58: a hit lays random smoke and there is no fire roll."""
    table = fire_order(
        rifle_squad("E3"),
        weapon("axis-mortar", "germany-medium-mortar", "E3", "axis-a"),
        line_squad("E8"),
        axis_deck=("6-2",),
    )
    table.when("axis", "shell-smoke axis-mortar E7")
    table.when("allies", "pass", dice=(11,))

    assert table.refused is None
    assert table.zone("smoke-11") == "E7"


def test_smoke_shells_are_not_offered_where_no_smoke_can_be():
    """8.12, O20.2.1, T94: not in marsh, water or a burning hex, nor beyond range or sight."""
    table = battle(
        rifle_squad("E3"),
        weapon("axis-mortar", "germany-medium-mortar", "E3", "axis-a"),
        line_squad("E8"),
        smoke(5, "G6", face="blaze"),
        on=sheet(terrain={"D6": "m", "F6": "~"}),
        axis=("fire",),
    ).order("fire", "axis-a")
    offered = table.candidates("shell-smoke", "hex")

    assert {"E6", "E7", "E8"} <= set(offered)
    assert {"D6", "F6", "G6"}.isdisjoint(offered)


def test_a_mortar_cannot_fire_next_to_itself():
    """O20.2.2: range 2-13."""
    table = fire_order(
        rifle_squad("E3"),
        weapon("axis-mortar", "germany-light-mortar", "E3", "axis-a"),
        line_squad("E4"),
    )

    table.when("axis", "fire E4 axis-mortar").then_illegal("O20.2.2")


def test_a_mortar_through_smoke_adds_the_airburst_of_woods_and_foxholes_give_4():
    """O20.2.3, 10.3.1, T99, F102, T78.3: 12 - 3 = 9 > 5; 6 + 5 + 2 = 13 against 6 + 4 + 3."""
    table = battle(
        rifle_squad("E3"),
        weapon("axis-mortar", "germany-light-mortar", "E3", "axis-a"),
        line_squad("E8"),
        work("foxholes", "E8"),
        smoke(5, "E6"),
        on=sheet(terrain={"E8": "w"}),
        axis=("fire",),
        axis_deck=("6-2", "3-2"),
        allies_deck=("2-1",),
    ).order("fire", "axis-a")
    table.shoot("axis-mortar", "E8")

    assert table.items("attack total E8") == {"firepower": 6, "roll": 5, "airburst": 2}
    assert table.items("morale allies-a") == {"allies-a morale": 6, "foxholes": 4}
    assert table.total("defence total allies-a") == 13
    assert table.mark("allies-a", "suppressed") == 1


def test_a_mortar_misses_when_smoke_lowers_the_targeting_roll_to_the_range():
    """O20.2.3, 10.3.1: 2 x 4 = 8, less 3 is 5, which does not beat the range of 5: no fire roll."""
    table = battle(
        rifle_squad("E3"),
        weapon("axis-mortar", "germany-light-mortar", "E3", "axis-a"),
        line_squad("E8"),
        smoke(5, "E6"),
        axis=("fire",),
        axis_deck=("4-2",),
    ).order("fire", "axis-a")
    table.say("axis", "fire E8 axis-mortar")

    assert table.total("targeting E8") == 5
    assert [event.purpose for event in table.happened(e.DiceRolled)] == ["targeting"]


def test_a_squad_and_its_weapon_may_fire_once_each_at_different_hexes():
    """O20.3, O20.3.1.1: the squad and its gun at different hexes."""
    table = fire_order(
        rifle_squad("E5"),
        light_mg("E5"),
        line_squad("E7"),
        line_squad("G5", "allies-b"),
        axis_deck=("1-2", "1-3"),
        allies_deck=("6-5", "6-3"),
    )
    table.shoot("axis-a", "E7")
    table.when("axis", "fire G5 axis-a").then_illegal("O20.3")
    table.shoot("axis-mg", "G5")

    assert table.total("firepower G5") == 4
    table.asks("axis", "5")


def test_fire_passes_over_units_in_between():
    """O20.3-mid, 10.1.1: the line of fire passes a hex with friends and a hex with enemies."""
    table = battle(
        rifle_squad("E4"),
        rifle_squad("E5", "axis-b"),
        line_squad("E6"),
        line_squad("E8", "allies-b"),
        axis=("fire",),
        axis_deck=("4-1",),
        allies_deck=("2-1",),
    ).order("fire", "axis-a")
    table.shoot("axis-a", "E8")

    assert table.items("firepower E8") == {"axis-a firepower": 5}
    assert table.face("axis-b") == table.face("allies-a") == "normal"
    assert table.face("allies-b") == "demoralised"


def test_a_demoralised_squad_can_be_the_base_of_a_fire_group():
    """3.2.1, O20.3.1.2: 2 + 1 of the leader + 1; range 1 + 1 reaches two hexes."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        sergeant("E5"),
        rifle_squad("E5", "axis-b"),
        line_squad("E7"),
        axis=("fire",),
        axis_deck=("2-1",),
        allies_deck=("1-2",),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.shoot("axis-a", "E7", "axis-b")

    assert table.total("attack total E7") == 4 + 3
    assert table.total("defence total allies-a") == 9


def test_a_fire_group_on_two_levels_takes_the_highest_hindrance_and_the_height_bonus():
    """O20.3.1.2, O20.3.2, T88.2, T88.5, 3.3.1.2: 5 + 1 + 1 + 1 - 3 + 1 = 6, and 5: 11.

    From the hill the brush does not hinder, from the plain it does; the greatest hindrance counts
    for all, and the height of a single element is enough.
    """
    table = battle(
        rifle_squad("E5"),
        sergeant("E5"),
        rifle_squad("E4", "axis-b"),
        light_mg("E4", "axis-b"),
        line_squad("E9"),
        on=sheet(terrain={"E7": "r"}, hills={"1": ["E4"]}),
        axis=("fire",),
        axis_deck=("3-2",),
        allies_deck=("4-1",),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.shoot("axis-a", "E9", "axis-b,axis-mg")

    assert table.items("firepower E9") == {
        "axis-a firepower": 5,
        "axis-sgt": 1,
        "axis-b": 1,
        "axis-mg": 1,
        "hindrance": -3,
        "downhill": 1,
    }
    assert table.total("attack total E9") == 11
    assert table.total("defence total allies-a") == 11
    assert table.mark("allies-a", "suppressed") == 1


def test_a_tied_defence_roll_suppresses_a_unit_that_does_not_move():
    """O20.3.4, 13, 13.1, CC-01: 14 against woods: squad 7 + 2 + 1 + 4, leader 8 + 2 + 5."""
    woods = sheet(terrain={"E7": "w"})
    table = battle(
        rifle_squad("E7"),
        sergeant("E7"),
        unit("allies-a", "america-engineer", "E6"),
        on=woods,
        active="allies",
        allies=("fire",),
        allies_deck=("5-2 event", "event:elan"),
        axis_deck=("3-1", "4-1"),
    ).order("fire", "allies-a")
    table.shoot("allies-a", "E7")
    assert table.track("attack-total") == 14
    table.commands(("axis", "defend axis-a"))

    assert table.total("defence total axis-a") == 14
    assert table.total("defence total axis-sgt") == 15
    assert table.mark("axis-a", "suppressed") == 1
    assert table.face("axis-sgt") == "normal"


def test_a_unit_that_flees_a_blaze_before_its_defence_roll_is_not_attacked():
    """AMB-53, E46, O20.3.4-a: the event of the attack roll drives the target out of the hex."""
    table = battle(
        rifle_squad("E3"),
        line_squad("E5"),
        axis=("fire",),
        axis_deck=("1-6 event", "event:blaze", "hex:E5"),
    ).order("fire", "axis-a")
    table.say("axis", "fire E5 axis-a")
    table.say("axis", "shoot", stand=False)
    table.say("allies", "pass", dice=(1,))
    table.say("allies", "choose E6")

    assert table.defended() == []
    assert table.zone("allies-a") == "E6"
    assert table.face("allies-a") == "normal"


def test_a_squad_that_arrives_during_the_attack_roll_is_not_attacked():
    """O20.3.4-a, AMB-53, 6.1.2-f, 1.9.1.4: time brings a squad next to the target hex.

    Only the first squad defends.
    """
    table = battle(
        rifle_squad("E4"),
        line_squad("E1"),
        line_squad("time-1", "allies-late"),
        axis=("fire",),
        axis_deck=("6-6 time",),
        allies_deck=("6-3",),
        guards=True,
    ).order("fire", "axis-a")
    table.shoot("axis-a", "E1")
    # Seven silhouettes in a hex: beside a squad of 4 there is no room for another in E1.
    assert "E1" not in table.choices()
    table.say("allies", "choose D1")

    assert table.defended() == ["allies-a"]
    assert table.total("attack total E1") == 17


def test_a_team_that_arrives_in_the_target_hex_during_the_attack_roll_is_not_attacked():
    """O20.3.4-a, AMB-53, 6.1.2-f: a team fits beside the squad, and does not roll."""
    table = battle(
        rifle_squad("E4"),
        line_squad("E1"),
        unit("allies-late", "america-line-team", "time-1"),
        axis=("fire",),
        axis_deck=("6-6 time",),
        allies_deck=("6-3",),
    ).order("fire", "axis-a")
    table.shoot("axis-a", "E1")
    table.say("allies", "choose E1")

    assert table.defended() == ["allies-a"]
    assert table.face("allies-late") == "normal"


def test_a_tied_defence_roll_demoralises_a_moving_squad_beside_its_leader():
    """V4, CC-01, O20.3.4-b: 14 against 7 + 2 + 1 + 4: demoralised; the leader holds with 15."""
    table = battle(
        rifle_squad("E8"),
        sergeant("E8"),
        unit("allies-a", "america-engineer", "E6"),
        on=sheet(terrain={"E7": "w"}),
        axis=("move",),
        axis_deck=("3-1", "4-1"),
        allies=("fire",),
        allies_deck=("5-2 event", "event:elan"),
    ).order("move", "axis-sgt", "axis-a")
    table.move("axis-a,axis-sgt", "E7")
    table.watch("allies-a").say("allies", "fire E7 allies-a")
    table.say("allies", "shoot")
    assert table.track("attack-total") == 14
    table.say("axis", "defend axis-a")

    assert table.total("defence total axis-a") == 14
    assert table.total("defence total axis-sgt") == 15
    assert table.face("axis-a") == "demoralised"
    assert table.mark("axis-a", "suppressed") == 0
    assert table.face("axis-sgt") == "normal"
    assert table.mark("axis-sgt", "suppressed") == 0


def test_a_leader_demoralised_first_lends_nothing_to_the_next_defence_roll():
    """O20.3.4-c, 3.3, 3.3.1: the squad beside him counts 7, not 9."""
    table = battle(
        rifle_squad("E7"),
        unit("axis-lt", "germany-sergeant-y", "E7"),
        unit("allies-a", "america-engineer", "E6"),
        active="allies",
        allies=("fire",),
        allies_deck=("6-5",),
        axis_deck=("1-2", "6-2"),
    ).order("fire", "allies-a")
    table.shoot("allies-a", "E7")
    table.commands(("axis", "defend axis-lt"))

    assert table.face("axis-lt") == "demoralised"
    assert table.total("morale axis-a") == 7
