"""Actions in general, in melee, in moves and after discards."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    light_mg,
    line_squad,
    rifle_squad,
    sergeant,
    unit,
    weapon,
    work,
)
from tests.games.combat_commander.openings import advance_into_e6, battle
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise
from wardiary.domain.table import events as e

# Actions in general, rule A24


def test_an_action_at_the_wrong_moment_is_refused_under_the_rule_of_that_action():
    """A24.1, A25, A28, A32, A35.4, A36: every moment allows only certain actions."""
    wounded = battle(line_squad("E7"), allies=("ambush", "light-wounds"))
    wounded.act(lambda draft: demoralise(draft, ("allies-a",), rule="1.9.1.3"))
    wounded.play("ambush", "allies-a").then_illegal("A25")
    discarded = battle(
        line_squad("E7"),
        work("wire", "E7"),
        axis=("move",),
        allies=("hidden-unit", "command-confusion"),
    )
    discarded.say("axis", f"discard {discarded.table.zone('hand-axis')[0]}")

    discarded.play("hidden-unit").then_illegal("A35.4")
    discarded.play("command-confusion").then_illegal("A28")


# Ambush, rule A25


def test_ambushes_are_played_before_the_melee_rolls_by_the_inactive_player_first():
    """A25: the only unit is demoralised and therefore eliminated, and there is no roll."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        line_squad("E6"),
        axis=("advance", "ambush"),
        allies=("ambush",),
    ).order("advance", "axis-a")
    table.say("axis", "advance axis-a E6")
    table.asks("allies", "A25")
    table.play("ambush", "E6")
    table.say("axis", "pass")  # No light wounds.

    assert table.zone("axis-a") == "casualties-axis"
    assert [event.purpose for event in table.happened(e.DiceRolled)] == []


def test_light_wounds_against_an_ambush_leave_a_team_to_fight():
    """A25, A36, O16.4.1: the squad (5) becomes a line team (3): 3 + 9 against 7 + 2."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E6"),
        axis=("advance", "light-wounds"),
        axis_deck=("6-3",),
        allies=("ambush",),
        allies_deck=("1-1 jammed",),
    ).order("advance", "axis-a")
    table.say("axis", "advance axis-a E6")
    table.play("ambush", "E6")
    assert table.asks("axis", "A36").facts["unit"] == "axis-a"
    table.play("light-wounds", "axis-a")
    while (prompt := table.asked()) is not None and prompt.rule == "A25":
        table.say(prompt.seat, "pass")

    assert table.zone("axis-a-a") == "E6"
    assert table.zone("allies-a") == "casualties-allies"
    assert table.vp() == -1 + 2


def test_an_ambushed_leader_lends_nothing_and_the_holder_of_the_bunker_wins_the_tie():
    """A25, AMB-13, O16.4.3, F101, 7.1: the leader is ambushed and lends nothing: 5 + 5 and 7 + 3.

    The holder of the bunker survives: -2 for the squad, -2 for the leader.
    """
    table = battle(
        rifle_squad("E5"),
        sergeant("E5"),
        line_squad("E6"),
        work("bunker", "E6", holder=2),
        axis=("advance",),
        axis_deck=("3-2",),
        allies=("ambush",),
        allies_deck=("1-2",),
    ).order("advance", "axis-sgt", "axis-a")
    table.commands(("axis", "advance axis-sgt E6"), ("axis", "advance axis-a E6"))
    table.play("ambush", "E6")
    assert table.asks("axis", "A25").facts["what"] == "ambushed"
    table.say("axis", "choose axis-sgt")

    assert table.total("melee E6 axis") == 5 + 0
    assert table.total("melee E6 allies") == 6 + 1
    assert table.total("melee total E6 axis") == table.total("melee total E6 allies") == 10
    assert table.zone("axis-a") == table.zone("axis-sgt") == "casualties-axis"
    assert table.zone("allies-a") == "E6"
    assert table.vp() == -4


def test_an_ambush_on_a_lone_demoralised_enemy_ends_the_melee():
    """A25, A36, O16.4.1: eliminated, unless he takes light wounds; nobody rolls."""
    table = advance_into_e6(
        line_squad("E6", face="demoralised"), axis=("ambush",), allies=("move",)
    )
    table.say("allies", "pass")
    table.play("ambush", "E6")

    assert table.asks("allies", "A36").facts["eliminated"] == 1
    table.say("allies", "pass")
    assert table.zone("allies-a") == "casualties-allies"
    assert table.rolls() == []
    assert table.vp() == 2


# Assault fire, rule A26


def test_moving_units_with_boxed_firepower_fire_in_assault_fire():
    """A26: once, under the rules of fire; a tie suppresses a target that does not move."""
    table = battle(
        unit("axis-a", "germany-pionier", "E5"),
        rifle_squad("E5", "axis-b"),
        sergeant("E5"),
        line_squad("E7"),
        axis=("move", "assault-fire"),
        axis_deck=("4-2",),
        allies_deck=("5-3",),
    ).order("move", "axis-sgt", "axis-a,axis-b")
    table.play("assault-fire")
    assert table.candidates("fire", "base") == ("axis-a",)
    table.shoot("axis-a", "E7")

    assert table.track("attack-total") == 7 + 1 + 6
    assert table.total("defence total allies-a") == 14
    assert table.mark("allies-a", "suppressed") == 1
    table.asks("axis", "O21")


def test_a_boxed_weapon_of_a_squad_without_boxed_firepower_fires_in_assault_fire():
    """A26, 3.1.6, O20.3.4-b: the light gun 4 + 1 is boxed, the rifles are not; a tie suppresses."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        sergeant("E5"),
        line_squad("E7"),
        axis=("move", "assault-fire"),
        axis_deck=("5-1",),
        allies_deck=("4-1",),
    ).order("move", "axis-sgt", "axis-a")
    table.play("assault-fire")
    assert table.candidates("fire", "base") == ("axis-mg",)
    table.shoot("axis-mg", "E7")

    assert table.total("attack total E7") == 4 + 1 + 6
    assert table.mark("allies-a", "suppressed") == 1
    assert table.face("allies-a") == "normal"
    assert table.offer("group") is not None  # The move goes on (A26: before, during or after).


# Demolition, rule A31


def test_demolition_may_be_played_after_a_discard_but_not_after_an_empty_pass():
    """A31, AMB-34, O15: any fortification in a hex with a friendly unit."""
    table = battle(line_squad("E7"), work("wire", "E7"), axis=("move",), allies=("demolition",))
    (card,) = table.table.zone("hand-axis")
    table.say("axis", f"discard {card}")
    table.asks("allies", "O15")
    table.play("demolition", "E7")

    assert table.zone("wire-E7") == "box"
    empty = battle(line_squad("E7"), work("wire", "E7"), allies=("demolition",))
    empty.say("axis", "discard -")
    empty.asks("allies", "5")


def test_nobody_is_asked_after_a_discard_when_nothing_can_be_demolished_or_hidden():
    """8.12, A31, A35.4: whatever the hand holds, the turn goes on."""
    table = battle(line_squad("E7"), axis=("move",), allies=("demolition", "fire"))
    table.say("axis", f"discard {table.table.zone('hand-axis')[0]}")

    table.asks("allies", "5")


# Light wounds, rule A36


@pytest.mark.parametrize("face", ["normal", "demoralised"])
def test_light_wounds_replace_a_squad_by_a_team(face: str):
    """A36, 4.3.1, AMB-54, AMB-60: a point lost; demoralised only if the squad was."""
    table = battle(
        line_squad("E7", face=face, veteran=1),
        weapon("allies-mg", "america-medium-mg", "E7", "allies-a"),
        allies=("light-wounds",),
    )
    table.act(lambda draft: demoralise(draft, ("allies-a",), rule="1.9.1.3"))
    table.play("light-wounds", "allies-a")

    assert table.vp() == 1
    assert table.zone("allies-a") == "box"
    assert (table.zone("allies-a-a"), table.face("allies-a-a")) == ("E7", face)
    assert table.host("allies-mg") == "allies-a-a"
    assert table.mark("allies-a-a", "veteran") == 1


def test_a_team_from_light_wounds_does_not_fire_again_when_its_squad_has_fired():
    """A36, O20.3, 1.9.1.3: the sniper of the second fire hits the squad that fired first."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("F5", "axis-b"),
        sergeant("E5"),
        line_squad("E8"),
        axis=("fire", "light-wounds"),
        axis_deck=("2-1", "3-3 sniper", "hex:E5"),
        allies_deck=("6-5", "6-3"),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.shoot("axis-a", "E8")
    table.commands(("axis", "fire E8 axis-b"), ("axis", "shoot"), ("axis", "choose axis-a"))
    assert table.asks("axis", "A36").facts["unit"] == "axis-a"
    table.play("light-wounds", "axis-a")

    assert table.zone("axis-a-a") == "E5"
    assert table.vp() == -1
    table.asks("axis", "5")  # Nobody is left to fire.


def test_a_team_from_light_wounds_in_a_move_continues_the_move():
    """A36, O21.2, E52.2: 12 against 17: a team, a point lost, and not demoralised: it moves on."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        line_squad("E9"),
        axis=("move", "light-wounds"),
        axis_deck=("4-1",),
        allies=("fire",),
        allies_deck=("6-5",),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    fire = table.card("allies", "fire")
    table.commands(
        ("allies", f"watch {fire} allies-a -"),
        ("allies", "fire E6 allies-a"),
        ("allies", "shoot"),
        ("axis", "defend axis-a"),
    )
    assert table.asks("axis", "A36").facts["unit"] == "axis-a"
    table.say("axis", f"play {table.card('axis', 'light-wounds')} axis-a")

    assert table.vp() == -1
    assert table.table.pieces["axis-a-a"].kind == "germany-line-team"
    assert table.host("axis-mg") == "axis-a-a"
    assert table.asks("axis", "O21").facts["left"] == 3
    table.say("axis", "step E7")
    assert table.zone("axis-a-a") == "E7"


# No quarter, rule A38


def test_no_quarter_scores_2_for_germans_who_survive_a_melee_with_russians():
    """A38, AMB-01: +2 for a survivor of a melee."""
    table = battle(
        rifle_squad("E5"),
        unit("allies-a", "russia-militia", "E6", face="demoralised"),
        scenario="cc-h4",
        axis=("advance", "no-quarter"),
        axis_deck=("6-1",),
        allies_deck=("1-4",),
        guards=False,
    )
    table.act(lambda draft: draft.place("axis-far", "germany-rifle", "A9", owner="axis", rule="8"))
    table.act(
        lambda draft: draft.place("allies-far", "russia-rifle", "O1", owner="allies", rule="8")
    )
    table.order("advance", "axis-a")
    table.say("axis", "advance axis-a E6")
    for _ in range(2):
        if (prompt := table.asked()) and prompt.rule == "A25":
            table.say(prompt.seat, "pass")
    table.asks("axis", "A38")
    before = table.vp()
    table.play("no-quarter", "E6")

    assert table.vp() == before + 2


# Smoke grenades, rule A39


def test_smoke_grenades_need_a_unit_with_boxed_movement():
    """A39, 3.1.6: a conscript has none."""
    table = battle(
        unit("axis-a", "germany-conscript", "E5"), axis=("move", "smoke-grenades")
    ).order("move", "axis-a")

    table.play("smoke-grenades", "E6").then_illegal("A39")


def test_smoke_grenades_hinder_opportunity_fire_at_the_next_hex():
    """A39, T94, 10.3.2.1: 7 in E7, so that E6 is fired at with 6 - 7: no fire without a card."""
    table = battle(
        rifle_squad("E4"), line_squad("E9"), axis=("move", "smoke-grenades"), allies=("fire",)
    ).order("move", "axis-a")
    table.move("axis-a", "E5")
    offer = table.offer("watch")
    assert offer is not None
    assert (offer.facts["hex"], offer.facts["firepower"]) == ("E5", 6)
    table.say("allies", "pass")
    table.play("smoke-grenades", "E6", dice=(13,))
    table.say("axis", "step E6")
    offer = table.offer("watch")
    assert offer is not None
    assert (offer.facts["hex"], offer.facts["firepower"]) == ("E6", -1)
    table.say("allies", f"watch {table.candidates('watch', 'card')[0]} allies-a -")

    assert table.offer("fire") is None
    table.when("allies", "fire E6 allies-a").then_illegal("10.3.2.1")
