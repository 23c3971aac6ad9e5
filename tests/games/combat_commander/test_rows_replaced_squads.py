"""What was pending for a squad that is replaced is pending for its teams (E52.2, A36, AMB-53)."""

from typing import Any

from tests.games.combat_commander.battle import Battle, battle, sheet, unit, weapon, work
from wardiary.domain.table import events as e


def rifle(at: str, name: str = "axis-a", **more: Any) -> e.Event:
    return unit(name, "germany-rifle", at, **more)


def faces(table: Battle) -> tuple[str, str]:
    """Both teams of the squad."""
    return table.face("axis-a-a"), table.face("axis-a-b")


def test_teams_of_a_squad_that_has_fired_do_not_fire_again():
    """E52.2, O20.3: the fire roll shows Event! Deploy; the gun has not fired and still may."""
    table = battle(
        rifle("E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        unit("allies-a", "america-line", "E7"),
        axis=("fire",),
        axis_deck=("1-6 event", "event:deploy"),
        allies_deck=("6-5",),
        guards=True,
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"), ("axis", "choose axis-a"))

    assert set(table.candidates("fire", "base")) == {"axis-mg"}
    table.when("axis", "fire E7 axis-a-a").then_illegal("O20.3")


def test_both_teams_rally_with_the_roll_of_their_squad():
    """E52.2, O22.3, 1.9.1-d: its rally roll of 7 says Event! Deploy; 7 + 1 of the sergeant's."""
    table = battle(
        rifle("E5", face="demoralised"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        axis=("recover",),
        axis_deck=("2-5 event", "event:deploy"),
    )
    table.order("recover")
    assert table.reckoned("morale axis-a") == 8
    table.say("axis", "choose axis-a")

    assert faces(table) == ("normal", "normal")
    table.asks("axis", "5")


def test_teams_of_a_squad_that_still_waits_roll_for_themselves():
    """E52.2, O22.2: the leader's roll brings the event; then each team rolls on its own."""
    table = battle(
        rifle("E5", face="demoralised"),
        unit("axis-sgt", "germany-sergeant-y", "K5", face="demoralised"),
        axis=("recover",),
        axis_deck=("2-5 event", "event:deploy", "2-1", "6-2"),
    )
    table.order("recover")
    table.say("axis", "choose axis-sgt")
    table.say("axis", "choose axis-a")
    table.say("axis", "choose axis-a-a")

    # Line teams have morale 6 on this side: 3 rallies, 8 does not.
    assert faces(table) == ("normal", "demoralised")
    table.asks("axis", "5")


def test_both_teams_run_with_the_roll_of_their_squad():
    """E52.2, O23.2, O23.3: 7 against morale 6: one hex each, the owner picks for each of them."""
    table = battle(
        unit("axis-a", "germany-volksgrenadier", "E5", face="demoralised"),
        on=sheet(terrain={"D5": "~", "F5": "~"}),
        axis=("rout",),
        axis_deck=("5-2 event", "event:deploy"),
    )
    table.order("rout")
    table.say("axis", "choose axis-a")

    assert table.zone("axis-a-a") == table.zone("axis-a-b") == "E6"


def test_teams_made_in_the_middle_of_a_retreat_both_run_on():
    """E52.2, O23.3, F103.1: 9 - 7 = 2 hexes; the mines' defence roll brings Deploy after one."""
    closed = dict.fromkeys(("D5", "F5", "D6", "F6"), "~")
    table = battle(
        rifle("E5", face="demoralised"),
        work("mines", "E6"),
        on=sheet(terrain=closed),
        axis=("rout",),
        axis_deck=("6-3", "2-5 event", "event:deploy", "6-3", "5-4"),
        allies_deck=("1-2", "2-1"),
    )
    table.order("rout")
    table.say("axis", "choose axis-a")

    assert table.zone("axis-a-a") == table.zone("axis-a-b") == "E7"


def test_lightly_wounded_after_firing_the_team_has_fired():
    """A36, O20.3, 1.9.1.3: the sniper of the second fire hits the squad that fired first."""
    table = battle(
        rifle("E5"),
        rifle("F5", "axis-b"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        unit("allies-a", "america-line", "E8"),
        axis=("fire", "light-wounds"),
        axis_deck=("2-1", "3-3 sniper", "hex:E5"),
        allies_deck=("6-5", "6-3"),
    )
    table.order("fire", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "fire E8 axis-a"), ("axis", "shoot"))
    table.commands(("axis", "fire E8 axis-b"), ("axis", "shoot"), ("axis", "choose axis-a"))
    assert table.asks("axis", "A36").facts["unit"] == "axis-a"
    table.play("light-wounds", "axis-a")

    assert table.zone("axis-a-a") == "E5"
    assert table.vp() == -1
    table.asks("axis", "5")  # Nobody is left to fire.


def test_a_group_driven_apart_by_a_fire_stops():
    """O21.2, E46, F103.1: the mines' roll sets their hex alight; the two flee to different hexes.

    They still defend against 6 + 7, and then the group is no group any more.
    """
    table = battle(
        rifle("E5"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        work("mines", "E6"),
        axis=("move",),
        axis_deck=("6-2", "6-3"),
        allies_deck=("2-5 event", "event:blaze", "hex:E6"),
    )
    table.order("move", "axis-sgt", "axis-a")
    table.say("axis", "group axis-a,axis-sgt")
    table.say("axis", "step E6", stand=False)
    table.say("allies", "pass", dice=(1,))
    table.commands(("axis", "choose E7"), ("axis", "choose F6"), ("axis", "defend axis-a"))

    assert {table.zone("axis-a"), table.zone("axis-sgt")} == {"E7", "F6"}
    assert table.face("axis-a") == table.face("axis-sgt") == "normal"
    assert table.zone("mines-E6") == "box"
    assert table.offer("step") is None
    assert table.offer("done") is not None


def advanced(deployed: str) -> Battle:
    """axis-a advances through mines; the mines' defence roll deploys one of the squads."""
    table = battle(
        rifle("E5"),
        rifle("D5", "axis-b"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
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


def test_teams_of_a_squad_that_has_yet_to_advance_both_may():
    """E52.2, O16.1, O14.1: they are activated as the squad was."""
    table = advanced("axis-b")

    assert set(table.candidates("advance", "unit")) == {"axis-b-a", "axis-b-b", "axis-sgt"}
    assert table.table.mark("axis-b-b", "activated") == 1


def moved_with(deployed: str) -> Battle:
    """axis-a moves into mines and out of sight; its defence roll deploys one of the squads."""
    table = battle(
        rifle("E5"),
        rifle("D5", "axis-b"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        work("mines", "E6"),
        axis=("move",),
        axis_deck=("2-5 event", "event:deploy", "6-2", "6-3"),
        allies_deck=("1-2", "2-1"),
    ).order("move", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"), ("axis", f"choose {deployed}"))
    return table


def test_teams_of_the_moving_squad_go_on_together_with_what_is_left():
    """E52.2, O21.2, O21.5: 4 of the line teams, 1 spent; they are a group now."""
    table = moved_with("axis-a")
    assert table.asks("axis", "O21").facts["left"] == 3
    table.commands(("axis", "step E7"), ("axis", "defend axis-a-b"))  # The mines, once more.
    assert table.zone("axis-a-a") == table.zone("axis-a-b") == "E7"
    table.say("axis", "stop")

    table.when("axis", "group axis-a-a").then_illegal("O21.2")


def test_teams_of_a_squad_that_has_yet_to_move_move_one_after_the_other_or_together():
    """E52.2, O21.2: after the first has stopped."""
    table = moved_with("axis-b")
    table.say("axis", "stop")
    assert {"axis-b-a", "axis-b-b"} <= set(table.candidates("group", "units"))
    table.commands(("axis", "group axis-b-a"), ("axis", "step D6"), ("axis", "stop"))
    assert "axis-b-b" in table.candidates("group", "units")


def test_a_squad_deployed_by_the_roll_of_another_defends_team_by_team():
    """E52.2, AMB-53, O20.3.4, 3.3.1.2: the leader rolls first; 7 + 1 + 3 and + 4 against 11."""
    table = battle(
        rifle("E5"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        unit("allies-a", "america-line", "E9"),
        axis=("move",),
        allies=("fire",),
        allies_deck=("4-1",),
        axis_deck=("2-5 event", "event:deploy", "1-2", "2-2"),
    ).order("move", "axis-sgt", "axis-a")
    table.commands(("axis", "group axis-sgt,axis-a"), ("axis", "step E6"))
    card = table.candidates("watch", "card")[0]
    table.commands(
        ("allies", f"watch {card} allies-a -"), ("allies", "fire E6 allies-a"), ("allies", "shoot")
    )
    table.commands(("axis", "defend axis-sgt"), ("axis", "choose axis-a"))
    table.say("axis", "defend axis-a-b")

    assert table.reckoned("defence total axis-a-b") == 8 + 3
    assert table.reckoned("defence total axis-a-a") == 8 + 4
    # The tie demoralises who moves, and with it the group is at an end.
    assert faces(table) == ("normal", "demoralised")
    assert table.offer("step") is None
