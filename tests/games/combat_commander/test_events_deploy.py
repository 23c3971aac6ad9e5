"""The event Deploy, and what was pending for the squad (E52)."""

from __future__ import annotations

from tests.games.combat_commander.battle import Battle
from tests.games.combat_commander.builders import (
    light_mg,
    line_squad,
    rifle_squad,
    sergeant,
    sheet,
    unit,
    work,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.morale.demoralise import remaining_units, replace_squad
from wardiary.domain.play.draft import Draft
from wardiary.domain.table import events as e


def test_the_teams_of_a_deployed_squad_inherit_its_state_weapon_and_markers():
    """E52, E52.1, E52.2, AMB-28: activation for both teams, weapon and markers for one."""
    table = battle(rifle_squad("E5", face="demoralised", suppressed=1, activated=1), light_mg("E5"))
    table.read("deploy", "allies")
    table.asks("axis", "E52.1")
    table.say("axis", "choose axis-a")

    teams = [table.table.pieces[team] for team in ("axis-a-a", "axis-a-b")]
    assert [team.kind for team in teams] == ["germany-line-team"] * 2
    assert [team.face for team in teams] == ["demoralised"] * 2
    assert [team.marks for team in teams] == [{"suppressed": 1, "activated": 1}, {"activated": 1}]
    assert table.host("axis-mg") == "axis-a-a"


def test_the_active_player_may_deploy_a_squad_or_decline():
    """E52, E52.1, AMB-28: the Allies read it, but it is the turn of the Axis."""
    table = battle(rifle_squad("E5"), line_squad("F5"))
    table.read("deploy", "allies")

    assert table.asks("axis", "E52.1").facts["what"] == "deploy"
    assert set(table.choices()) == {"axis-a", "axis-conscript-9"}
    table.say("axis", "decline").then()


def test_there_are_enough_teams_to_deploy_twenty_squads():
    """AMB-63, A36, E52: twenty squads become forty teams."""
    squads = [rifle_squad(f"{c}{n}", f"axis-{c.lower()}{n}") for c in "BCDEFGHIJK" for n in (3, 6)]
    table = battle(*squads)
    for _ in squads:
        table.read("deploy")
        squad = next(
            candidate
            for candidate in table.choices()
            if table.table.pieces[candidate].kind == "germany-rifle"
        )
        table.say("axis", f"choose {squad}")

    teams = [
        piece
        for piece in table.table.pieces.values()
        if piece.kind == "germany-line-team" and piece.zone != "box"
    ]
    assert len(teams) == 40


def test_a_setting_lets_the_reader_of_the_event_deploy():
    """E52.1, AMB-28."""
    table = battle(line_squad("E5"), settings={"deploy_event": "reader"})
    table.read("deploy", "allies")

    assert set(table.choices()) == {"allies-a", "allies-green-9"}
    table.asks("allies", "E52.1")


def test_only_squads_can_be_deployed():
    """8.12, E52.1: neither a leader nor a team is offered."""
    table = battle(
        rifle_squad("E5"),
        sergeant("E5"),
        unit("axis-team", "germany-weapon-team", "E6"),
        guards=False,
    )
    table.read("deploy")

    assert table.choices() == ("axis-a",)


def test_a_deployed_squad_is_replaced_by_its_two_teams_in_pending_effects():
    """E52.2, AMB-53: what is pending for the squad is pending for both."""
    table = battle(rifle_squad("E5", "axis-rifle"))

    def split(draft: Draft) -> None:
        replace_squad(draft, "axis-rifle", ("-a", "-b"), rule="E52.2")

    table.act(split)

    assert remaining_units(table.table, ("axis-rifle",)) == ("axis-rifle-a", "axis-rifle-b")


def test_the_two_teams_share_what_a_deployed_elite_squad_had():
    """E52.2, AMB-54: face and activation to both; weapon, suppressed and veteran to one."""
    table = battle(
        unit("axis-a", "germany-elite-rifle", "E5", face="demoralised", suppressed=1, veteran=1),
        light_mg("E5", face="broken"),
        e.MarkSet(piece="axis-a", mark="activated", value=1, until="turn", rule="O14.1"),
    )
    table.read("deploy")
    table.say("axis", "choose axis-a")

    first, second = (table.table.pieces[f"axis-a-{letter}"] for letter in "ab")
    assert first.kind == second.kind == "germany-line-team"
    assert first.face == second.face == "demoralised"
    assert first.marks == {"activated": 1, "suppressed": 1, "veteran": 1}
    assert second.marks == {"activated": 1}
    assert table.host("axis-mg") == "axis-a-a"
    assert table.zone("axis-a") == "box"
    assert table.vp() == 0


def test_a_pending_defence_result_of_a_deployed_squad_applies_to_both_teams():
    """E52.2, 1.9.1-d, AMB-53: the defence roll says Event! Deploy: 14 against 17, both break."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E9"),
        axis=("move",),
        allies=("fire",),
        allies_deck=("6-5",),
        axis_deck=("1-6 event", "event:deploy"),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    table.watch("allies-a").say("allies", "fire E6 allies-a")
    table.say("allies", "shoot")
    assert table.asks("axis", "E52.1").facts["what"] == "deploy"
    table.say("axis", "choose axis-a")

    assert table.face("axis-a-a") == table.face("axis-a-b") == "demoralised"
    assert table.zone("axis-a") == "box"


def test_teams_of_a_deployed_squad_that_has_fired_do_not_fire_again():
    """E52.2, O20.3: the fire roll shows Event! Deploy; the gun has not fired and still may."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        line_squad("E7"),
        axis=("fire",),
        axis_deck=("1-6 event", "event:deploy"),
        allies_deck=("6-5",),
        guards=True,
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"), ("axis", "choose axis-a"))

    assert set(table.candidates("fire", "base")) == {"axis-mg"}
    table.when("axis", "fire E7 axis-a-a").then_illegal("O20.3")


def faces(table: Battle) -> tuple[str, str]:
    """Both teams of the squad."""
    return table.face("axis-a-a"), table.face("axis-a-b")


def test_both_teams_rally_with_the_rally_roll_of_their_squad():
    """E52.2, O22.3, 1.9.1-d: its rally roll of 7 says Event! Deploy; 7 + 1 of the sergeant's."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        sergeant("E5"),
        axis=("recover",),
        axis_deck=("2-5 event", "event:deploy"),
    ).order("recover")
    assert table.total("morale axis-a") == 8
    table.say("axis", "choose axis-a")

    assert faces(table) == ("normal", "normal")
    table.asks("axis", "5")


def test_teams_of_a_squad_that_has_yet_to_roll_make_separate_rally_rolls():
    """E52.2, O22.2: the leader's roll brings the event; then each team rolls on its own."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        unit("axis-sgt", "germany-sergeant-y", "K5", face="demoralised"),
        axis=("recover",),
        axis_deck=("2-5 event", "event:deploy", "2-1", "6-2"),
    ).order("recover")
    table.say("axis", "choose axis-sgt")
    table.say("axis", "choose axis-a")
    table.say("axis", "choose axis-a-a")

    # Line teams have morale 6 on this side: 3 rallies, 8 does not.
    assert faces(table) == ("normal", "demoralised")
    table.asks("axis", "5")


def test_both_teams_retreat_with_the_rout_roll_of_their_squad():
    """E52.2, O23.2, O23.3: 7 against morale 6: each team retreats a hex."""
    table = battle(
        unit("axis-a", "germany-volksgrenadier", "E5", face="demoralised"),
        on=sheet(terrain={"D5": "~", "F5": "~"}),
        axis=("rout",),
        axis_deck=("5-2 event", "event:deploy"),
    ).order("rout")
    table.say("axis", "choose axis-a")

    assert table.zone("axis-a-a") == table.zone("axis-a-b") == "E6"


def test_teams_deployed_in_the_middle_of_a_retreat_both_continue_it():
    """E52.2, O23.3, F103.1: 9 - 7 = 2 hexes; the mines' defence roll brings Deploy after one."""
    closed = dict.fromkeys(("D5", "F5", "D6", "F6"), "~")
    table = battle(
        rifle_squad("E5", face="demoralised"),
        work("mines", "E6"),
        on=sheet(terrain=closed),
        axis=("rout",),
        axis_deck=("6-3", "2-5 event", "event:deploy", "6-3", "5-4"),
        allies_deck=("1-2", "2-1"),
    ).order("rout")
    table.say("axis", "choose axis-a")

    assert table.zone("axis-a-a") == table.zone("axis-a-b") == "E7"


def advanced(deployed: str) -> Battle:
    """axis-a advances into mines; the event of its defence roll deploys a squad."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("D5", "axis-b"),
        sergeant("E5"),
        work("mines", "E6"),
        axis=("advance",),
        axis_deck=("2-5 event", "event:deploy"),
        allies_deck=("1-2",),
    ).order("advance", "axis-sgt", "axis-a,axis-b")
    return table.commands(("axis", "advance axis-a E6"), ("axis", f"choose {deployed}"))


def test_teams_of_a_squad_that_has_advanced_do_not_advance_again():
    """E52.2, O16.1: both stand in E6 and stay there."""
    table = advanced("axis-a")

    assert table.zone("axis-a-a") == table.zone("axis-a-b") == "E6"
    assert set(table.candidates("advance", "unit")) == {"axis-b", "axis-sgt"}


def test_both_teams_of_a_squad_that_has_yet_to_advance_may_advance():
    """E52.2, O16.1, O14.1: they are activated as the squad was."""
    table = advanced("axis-b")

    assert set(table.candidates("advance", "unit")) == {"axis-b-a", "axis-b-b", "axis-sgt"}
    assert table.mark("axis-b-b", "activated") == 1


def moved_with(deployed: str) -> Battle:
    """axis-a moves into mines; the event of its defence roll deploys a squad."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("D5", "axis-b"),
        sergeant("E5"),
        work("mines", "E6"),
        axis=("move",),
        axis_deck=("2-5 event", "event:deploy", "6-2", "6-3"),
        allies_deck=("1-2", "2-1"),
    ).order("move", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"), ("axis", f"choose {deployed}"))
    return table


def test_teams_of_a_moving_squad_continue_together_with_the_movement_left():
    """E52.2, O21.2, O21.5: 4 of the line teams, 1 spent; they are a group now."""
    table = moved_with("axis-a")
    assert table.asks("axis", "O21").facts["left"] == 3
    table.commands(("axis", "step E7"), ("axis", "defend axis-a-b"))  # The mines, once more.
    assert table.zone("axis-a-a") == table.zone("axis-a-b") == "E7"
    table.say("axis", "stop")

    table.when("axis", "group axis-a-a").then_illegal("O21.2")


def test_teams_of_a_squad_that_has_yet_to_move_may_move_separately():
    """E52.2, O21.2: after the first has stopped."""
    table = moved_with("axis-b")
    table.say("axis", "stop")
    assert {"axis-b-a", "axis-b-b"} <= set(table.candidates("group", "units"))
    table.commands(("axis", "group axis-b-a"), ("axis", "step D6"), ("axis", "stop"))
    assert "axis-b-b" in table.candidates("group", "units")


def test_a_squad_deployed_by_the_roll_of_another_defends_team_by_team():
    """E52.2, AMB-53, O20.3.4, 3.3.1.2: the leader rolls first; 7 + 1 + 3 and + 4 against 11."""
    table = battle(
        rifle_squad("E5"),
        sergeant("E5"),
        line_squad("E9"),
        axis=("move",),
        allies=("fire",),
        allies_deck=("4-1",),
        axis_deck=("2-5 event", "event:deploy", "1-2", "2-2"),
    ).order("move", "axis-sgt", "axis-a")
    table.move("axis-sgt,axis-a", "E6")
    table.watch("allies-a").shoot("allies-a", "E6")
    table.commands(("axis", "defend axis-sgt"), ("axis", "choose axis-a"))
    table.say("axis", "defend axis-a-b")

    assert table.total("defence total axis-a-b") == 8 + 3
    assert table.total("defence total axis-a-a") == 8 + 4
    # A tie demoralises a moving unit, and then the group stops.
    assert faces(table) == ("normal", "demoralised")
    assert table.offer("step") is None
