"""Tracks, victory points, exits and objectives."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    OPEN,
    chit,
    light_mg,
    line_squad,
    moved,
    rifle_squad,
    sergeant,
    sheet,
    table_on,
    tracked,
    unit,
    work,
)
from tests.games.combat_commander.openings import advance_into_e6, battle
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise
from wardiary.domain.games.combat_commander.movement.placing import relocate
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.terrain.edges import may_exit
from wardiary.domain.games.combat_commander.victory.casualties import eliminate
from wardiary.domain.games.combat_commander.victory.objectives import (
    award,
    chit_of,
    controlled_by,
    controller,
    has_special,
    open_value,
    points_swing,
    sole_occupant,
)
from wardiary.domain.table import events as e

# Tracks, rule 4


def test_an_eliminated_unit_goes_to_the_casualty_track_before_points_are_scored():
    """3.2.4, 4.2, 7.1: onto the casualty track first, then the points."""
    table = battle(line_squad("E5", face="demoralised"))
    table.act(lambda draft: demoralise(draft, ("allies-a",), rule="E43"))

    table.then(moved("allies-a", "casualties-allies", "3.2.4"), tracked("vp", 2, "7.1"))
    assert len(units_on_map(table.table, "allies")) == 1


def test_a_side_surrenders_when_its_losses_reach_the_marker():
    """4.2, 6.3, 4.1: with the marker on 2 the second loss ends the match."""
    table = battle(line_squad("E5"), line_squad("E6", "allies-b"), surrender_allies=2)
    table.act(lambda draft: eliminate(draft, ("allies-a",), rule="E62"))
    assert table.result is None
    table.act(lambda draft: eliminate(draft, ("allies-b",), rule="E62"))

    assert table.result is not None
    assert table.result.reason == "allies surrendered"
    assert table.vp() == 4


# Victory points, rule 7


def test_a_melee_won_on_an_objective_scores_for_the_casualty_and_the_objective():
    """7.1, 7.3.1, 7.3.2-e, 7.3.3-b: 2 x 2 for the squad, and the objective of 2 swings by 4."""
    table = advance_into_e6(
        line_squad("E6"),
        chit("T", "objectives-open"),
        chit("X", "objectives-open"),
        on=sheet(objectives={"1": ["E6"], "2": ["F5"], "3": ["G5"], "4": ["H5"], "5": ["I5"]}),
        control_1=-1,
        vp=-2,
        axis_deck=("6-4",),
        allies_deck=("1-2",),
    )

    assert table.values("vp") == [2, 6]
    assert table.track("control-1") == 1


@pytest.mark.parametrize(
    ("kind", "points"), [("america-line", 2), ("america-line-team", 1), ("america-sergeant-y", 3)]
)
def test_an_eliminated_unit_scores_by_its_type_and_command(kind: str, points: int):
    """7.1, 3.2.4, 3.1.5: a demoralised leader counts with the command of his unbroken side."""
    table = battle(unit("allies-a", kind, "E5", face="demoralised"))

    table.act(lambda draft: demoralise(draft, ("allies-a",), rule="1.9.1.3"))

    assert table.zone("allies-a") == "casualties-allies"
    assert table.vp() == points


def test_units_leave_over_the_enemys_edge_only():
    """7.2"""
    table = table_on(OPEN)

    assert [may_exit(table, "axis", each) for each in ("E1", "E10", "A5")] == [True, False, False]
    assert may_exit(table, "allies", "E10")


def test_a_unit_that_leaves_over_the_enemys_edge_scores_and_is_restored():
    """7.2, 7.2.1: demoralised, suppressed, weapon broken: +2, and all is restored in space 5."""
    table = battle(
        rifle_squad("E1", face="demoralised", suppressed=1),
        light_mg("E1", face="broken"),
        axis=("advance",),
    ).order("advance", "axis-a")
    table.say("axis", "leave axis-a")
    table.say("axis", "choose 5")

    assert table.vp() == 2
    assert (table.zone("axis-a"), table.face("axis-a")) == ("time-5", "normal")
    assert (table.zone("axis-mg"), table.face("axis-mg")) == ("time-5", "working")
    assert table.mark("axis-a", "suppressed") == 0


def test_a_unit_cannot_advance_over_the_friendly_edge():
    """7.2, O16.3, O21.4: the friendly edge is closed to advances."""
    table = battle(rifle_squad("E10"), axis=("advance",)).order("advance", "axis-a")

    table.when("axis", "leave axis-a").then_illegal("O16.1")


def test_a_demoralised_leader_who_leaves_scores_by_his_normal_side():
    """7.2.1, 7.1: demoralised sergeant-y: 1 + 2; he waits unharmed in a space that has passed."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-y", "E1", face="demoralised", suppressed=1),
        axis=("advance",),
        time=4,
    ).order("advance", "axis-sgt")
    table.commands(("axis", "leave axis-sgt"), ("axis", "choose 2"))

    assert table.vp() == 3
    assert (table.zone("axis-sgt"), table.face("axis-sgt")) == ("time-2", "normal")
    table.time_passes()
    assert table.zone("axis-sgt") == "time-2"  # AMB-45: that space has passed.


def test_a_unit_that_left_and_returned_in_the_same_turn_may_be_activated_again():
    """7.2.1, 6.1.2-f, G-activated: it leaves, returns when time advances, and may advance."""
    table = battle(
        rifle_squad("C1"),
        rifle_squad("E5", "axis-b"),
        line_squad("E7"),
        axis=("move", "fire", "advance"),
        axis_deck=("6-6 time",),
        allies_deck=("6-5",),
    ).order("move", "axis-a")
    table.commands(
        ("axis", "group axis-a"), ("axis", "leave axis-a"), ("axis", "choose 1"), ("axis", "done")
    )
    assert table.table.pieces["axis-a"].marks == {}
    table.order("fire", "axis-b")
    table.commands(("axis", "fire E7 axis-b"), ("axis", "shoot"), ("axis", "choose C10"))
    while (prompt := table.asked()) is not None and prompt.rule == "A32":
        table.say(prompt.seat, "pass")
    table.order("advance", "axis-a")
    table.say("axis", "advance axis-a C9")

    assert table.zone("axis-a") == "C9"
    assert table.vp() == 2


def test_a_group_leaves_for_doubled_points_and_its_last_unit_ends_the_game():
    """7.2.1, 7.3.2-d, 6.3-3, 6.3.2: squad 2 x 2, leader (1 + 1) x 2: 8; then the points decide."""
    table = battle(
        rifle_squad("E1", face="demoralised"),
        sergeant("E1"),
        line_squad("K5"),
        chit("W", "objectives-open"),
        chit("Q", "objectives-allies"),
        axis=("move",),
        guards=False,
        control_5=-1,
        vp=-2,
    ).order("move", "axis-sgt", "axis-a")
    table.commands(("axis", "group axis-a,axis-sgt"), ("axis", "leave axis-a"))
    assert table.vp() == 2
    table.say("axis", "choose 3")
    assert table.result is None
    table.say("axis", "choose 13")

    assert table.vp() == 6 - 5
    result = table.result
    assert result is not None
    assert (result.winners, result.scores["axis"]) == (("axis",), 1)
    assert table.zone("chit-q") == "objectives-open"


def test_leaving_the_map_costs_a_movement_point():
    """7.2.1: wire in the hex took the rest of the movement."""
    table = battle(rifle_squad("E2"), work("wire", "E1"), axis=("move",)).order("move", "axis-a")
    table.move("axis-a", "E1")

    assert table.offer("leave") is None


def test_the_match_ends_when_the_last_unit_of_a_side_leaves():
    """7.2.1, 7.3.2, 6.3-3, 9.2, AMB-33: (1 + 1) x 2 = 4; the secret marker makes it 0."""
    table = battle(
        unit("allies-leader", "america-sergeant-x", "C10"),
        line_squad("time-8", "allies-late"),
        rifle_squad("N3", "axis-rifle"),
        chit("W", "objectives-open"),
        chit("D", "objectives-axis"),
        active="allies",
        allies=("advance",),
        guards=False,
        vp=3,
        control_4=1,
    ).order("advance", "allies-leader")
    table.say("allies", "leave allies-leader")
    assert table.values("vp") == [-1]
    table.say("allies", "choose 5")

    result = table.result
    assert result is not None
    assert (result.winners, result.scores["axis"]) == (("allies",), 0)


@pytest.mark.parametrize(
    ("here", "beyond", "rule", "face"),
    [("E8", "E9", "O23.3.5", "broken"), ("E10", "E5", "7.2.2", "working")],
)
def test_a_weapon_is_repaired_only_when_its_carrier_retreats_over_the_friendly_edge(
    here: str, beyond: str, rule: str, face: str
):
    """8.12, 7.2.2, O23.3.5.

    A unit without a hex to retreat to is eliminated with its weapon as it was.
    """
    table = battle(
        rifle_squad(here, face="demoralised"),
        light_mg(here, face="broken"),
        line_squad(beyond),
        axis=("rout",),
        axis_deck=("6-5",),
    ).order("rout")
    lost = [move for move in table.happened(e.PiecesMoved) if move.pieces == ("axis-a",)]

    assert [(move.to, move.rule) for move in lost] == [("casualties-axis", rule)]
    assert (table.zone("axis-mg"), table.face("axis-mg")) == ("weapons", face)


def test_a_unit_that_retreats_over_the_friendly_edge_is_eliminated():
    """7.2.2, O23.3: the opponent scores; the weapon is repaired and goes to the weapons box."""
    table = battle(
        rifle_squad("E10", face="demoralised"),
        light_mg("E10", face="broken"),
        axis=("rout",),
        axis_deck=("6-5",),
    ).order("rout")

    assert table.zone("axis-a") == "casualties-axis"
    assert (table.zone("axis-mg"), table.face("axis-mg")) == ("weapons", "working")
    assert table.vp() == -2


MIDDLE = sheet(objectives={"1": ["E5"], "2": ["F5"], "3": ["G5"], "4": ["H5"], "5": ["I5"]})


def test_passing_through_an_enemy_objective_takes_it_at_once():
    """7.3, 7.3.1, 7.3.3, 2.3: a 4-VP objective swings by 8."""
    table = battle(
        rifle_squad("H6"), chit("N", "objectives-open"), on=MIDDLE, axis=("move",), control_4=-1
    ).order("move", "axis-a")
    table.move("axis-a", "H5")

    assert table.track("control-4") == 1
    assert table.vp() == 8


TOWN = sheet(
    terrain={"C4": "b", "C5": "b"},
    objectives={"1": ["C4", "C5"], "2": ["E5"], "3": ["G5"], "4": ["I5"], "5": ["K5"]},
)


def test_an_objective_is_controlled_by_the_player_who_is_alone_on_it():
    """7.3.1"""
    alone = table_on(TOWN, rifle_squad("E5"))
    both = table_on(TOWN, rifle_squad("E5"), line_squad("E5"))

    assert (sole_occupant(alone, 2), sole_occupant(both, 2), sole_occupant(alone, 3)) == (
        "axis",
        "",
        "",
    )


def test_a_unit_that_dies_on_an_objective_has_still_taken_it():
    """7.3.1, 7.1, A33: 8 for the objective, and 2 lost for the squad."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        line_squad("E7"),
        chit("N", "objectives-open"),
        on=sheet(objectives={"1": ["C5"], "2": ["G5"], "3": ["H5"], "4": ["E6"], "5": ["I5"]}),
        axis=("move",),
        axis_deck=("2-1",),
        allies=("fire",),
        allies_deck=("6-5",),
        control_4=-1,
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    assert table.vp() == 8
    table.watch("allies-a").shoot("allies-a", "E6")

    assert table.zone("axis-a") == "casualties-axis"
    assert table.vp() == 6
    assert table.track("control-4") == 1


def test_a_retreating_unit_takes_the_objective_it_passes():
    """7.3.1, O23.3: the objective of 4 in E6 was the enemy's: 8."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        chit("N", "objectives-open"),
        on=sheet(
            terrain=dict.fromkeys(("D5", "F5", "D6", "F6"), "~"),
            objectives={"1": ["C5"], "2": ["G5"], "3": ["H5"], "4": ["E6"], "5": ["I5"]},
        ),
        axis=("rout",),
        axis_deck=("5-4",),
        control_4=-1,
    ).order("rout")

    assert table.zone("axis-a") == "E7"
    assert table.vp() == 8


def test_a_building_of_several_hexes_is_one_objective():
    """7.3.1.1"""
    table = table_on(TOWN, rifle_squad("C4"), line_squad("C5"))

    assert sole_occupant(table, 1) == ""


def test_an_enemy_in_another_hex_of_the_building_keeps_it():
    """7.3.1.1, T82: the objective is the whole building."""
    building = sheet(
        terrain={"C4": "b", "C5": "b"},
        objectives={"1": ["C4", "C5"], "2": ["F5"], "3": ["G5"], "4": ["H5"], "5": ["I5"]},
    )
    table = battle(line_squad("C5"), rifle_squad("C3"), on=building, control_1=-1)

    table.act(lambda draft: relocate(draft, ("axis-a",), "C4", rule="O21.1"))

    assert table.track("control-1") == -1


def test_the_values_of_markers_for_the_same_objective_add_up():
    """7.3.2: C, G and K make objective 3 worth 6; T makes every objective worth 2 more."""
    table = table_on(TOWN, chit("C"), chit("G"), chit("K"), chit("T"))

    assert [open_value(table, number) for number in (1, 3)] == [2, 8]


def test_a_special_marker_works_only_when_it_is_in_play():
    """7.3.2"""
    table = table_on(TOWN, chit("W"))

    assert (has_special(table, "exit-doubled"), has_special(table, "all-five")) == (True, False)


def test_an_open_marker_doubles_points_for_eliminated_units():
    """7.3.2: a team 2."""
    table = battle(unit("allies-a", "america-line-team", "E5"), chit("X", "objectives-open"))

    table.act(lambda draft: eliminate(draft, ("allies-a",), rule="E62"))

    assert table.vp() == 2


def test_all_five_objectives_win_just_before_a_sudden_death_roll():
    """7.3.2-c, CC-09: only with the marker in play, and only then."""
    fields = {f"control_{n}": 1 for n in range(1, 6)}
    without = battle(time=5, sudden_death=6, axis_deck=("6-4",), **fields)
    without.time_passes()
    without.let_stand()
    table = battle(chit("V", "objectives-open"), time=5, sudden_death=6, **fields)
    table.time_passes()

    assert without.result is None
    assert table.result is not None
    assert table.result.winners == ("axis",)
    assert [event.purpose for event in table.happened(e.DiceRolled)] == []


def test_taking_an_objective_worth_4_from_the_enemy_scores_8():
    """7.3.3"""
    table = table_on(TOWN, chit("N"), **{"control-4": -1})

    assert (points_swing(table, 4, "axis"), points_swing(table, 3, "axis")) == (8, 0)
    free = table_on(TOWN, chit("N"))
    assert points_swing(free, 4, "allies") == -4


def test_a_marker_scores_for_those_who_control_its_objectives_when_it_is_opened():
    """7.3.3: all five worth 1, three for the Axis and two for the Allies."""
    control = {"control-1": 1, "control-2": 1, "control-5": 1, "control-3": -1, "control-4": -1}
    table = table_on(TOWN, chit("S"), **control)

    items = award(table, chit_of(table, "chit-s"))

    assert sum(value for _, value, _ in items) == 1
    assert controlled_by(table, "axis") == (1, 2, 5)
    assert controller(table, 3) == "allies"
