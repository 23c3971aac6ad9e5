"""Time, sudden death and how the game ends (6)."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    chit,
    line_squad,
    radio,
    rifle_squad,
    sheet,
    smoke,
    unit,
)
from tests.games.combat_commander.openings import battle, squad_and_mg_fire
from wardiary.domain.games.combat_commander.terrain.fortifications import fortification_in
from wardiary.domain.games.combat_commander.victory.casualties import eliminate
from wardiary.domain.table import events as e


def test_a_last_card_that_shows_time_advances_time_only_once():
    """6.1.2, 1.9.1.4, 1.4, 1.9.1-b: a single advance, and then the roll takes effect."""
    table = squad_and_mg_fire(axis_deck=("6-6 time",), allies_deck=("3-1",), short=("axis",))

    table.say("axis", "shoot")

    assert table.values("time") == [1]
    assert table.table.zone("discard-axis") == ()
    assert len(table.table.zone("deck-axis")) == 72
    assert table.total("attack total E7") == 18


def test_a_time_advance_carries_out_its_six_steps_in_order():
    """6.1.2, 6.1: marker, new deck, defender's point, smoke, reinforcements, digging in."""
    table = battle(
        smoke(3, "C3"),
        smoke(5, "C5"),
        rifle_squad("time-4", "axis-late"),
        rifle_squad("E5", "axis-here"),
        axis=("dig-in",),
        attitudes={"allies": "defender"},
        time=3,
        vp=-2,
    )

    table.time_passes()

    assert table.track("time") == 4
    assert len(table.table.zone("deck-axis")) == 72 - 1
    assert table.vp() == -3
    assert table.asks("axis", "6.1.2").facts["what"] == "clear-smoke"
    table.say("axis", "choose C3")
    assert table.zone("smoke-3") == "smoke-cup"
    assert set(table.choices()) == {f"{c}10" for c in "BCDEFGHIJKLMNO"}
    table.say("axis", "choose C10")
    assert table.zone("axis-late") == "C10"
    assert table.asks("axis", "A32").facts["window"] == "dig-in"
    table.play("dig-in", "E5")
    assert table.zone("foxholes-1") == "E5"
    table.asks("axis", "5")


def test_reinforcements_without_room_wait_for_the_next_advance():
    """6.1.2, AMB-10: every hex of the edge is full."""
    row = [
        unit(f"axis-{n}{c}", f"germany-{kind}", f"{c}10")
        for c in "ABCDEFGHIJKLMNO"
        for n, kind in (("one", "rifle"), ("two", "weapon-team"))
    ]
    table = battle(*row, rifle_squad("time-4", "axis-late"), time=3)

    table.time_passes()

    assert table.zone("axis-late") == "time-5"


def test_the_inactive_player_is_the_first_to_dig_in():
    """6.1.2, A32, G-simul, A24.2: the active player has to wait until the other has passed."""
    table = battle(line_squad("E5", "allies-here"), axis=("dig-in",), allies=("dig-in",))
    table.time_passes()
    card = table.table.zone("hand-axis")[0]

    table.when("axis", f"play {card} A10").then_illegal("Table/Turn")
    table.asks("allies", "A32")


def test_a_time_advance_moves_the_marker_shuffles_and_rolls_for_sudden_death():
    """6.1.2-a, 6.1.2-b, 6.1.2-c, 6.3-4, 6.2.2: a single space, a new deck, and the roll from it.

    6 is lower than 7: the match is over, and no later step is carried out.
    """
    table = battle(
        axis_deck=("2-4",), attitudes={"allies": "defender"}, time=6, sudden_death=7, vp=3
    )
    table.time_passes()
    assert [event.value for event in table.happened(e.TrackSet)] == [7]
    assert [event.zone for event in table.happened(e.PileShuffled)] == ["deck-axis"]
    assert len(table.table.zone("deck-axis")) == 71
    table.let_stand()

    assert table.result is not None
    assert table.result.scores == {"axis": 3, "allies": -3}


def test_two_defenders_gain_a_point_each_when_time_advances():
    """AMB-09, 6.1.2-d: -3, then -2 or -4, then -3: two steps of the marker."""
    table = battle(attitudes={"axis": "defender", "allies": "defender"}, vp=-3)
    table.time_passes()

    assert table.values("vp") == [-2, -3]


def test_the_only_smoke_on_the_map_is_removed_without_a_question():
    """AMB-07, AMB-12, 6.1.2-e: with a single smoke counter there is no choice."""
    table = battle(smoke(3, "C3"))
    table.time_passes("allies")

    assert table.zone("smoke-3") == "smoke-cup"
    # It was the Allies' deck that ran out, so only theirs is shuffled.
    assert [event.zone for event in table.happened(e.PileShuffled)] == ["deck-allies"]


def test_reinforcements_that_enter_an_enemy_hex_fight_a_melee_before_digging_in():
    """6.1.2-f, O16.4, 1.9.1-c: only the enemy's hex on the edge is open.

    5 + 6 against 6 + 1 + 2.
    """
    water = {f"{c}10": "~" for c in "BCDEFGHIJKLMNO"}
    table = battle(
        rifle_squad("time-1"),
        line_squad("A10"),
        line_squad("E5", "allies-b"),
        rifle_squad("E3", "axis-b"),
        on=sheet(terrain=water),
        axis=("dig-in",),
        allies=("move",),
        axis_deck=("4-2",),
        allies_deck=("1-1 jammed",),
        guards=False,
    )
    table.time_passes("allies")
    table.commands(("allies", "pass"), ("axis", "pass"))

    assert table.total("melee total A10 axis") == 11
    assert table.total("melee total A10 allies") == 9
    assert table.zone("allies-a") == "casualties-allies"
    assert table.asks("allies", "A32").facts["window"] == "dig-in"


def test_reinforcements_wait_until_time_reaches_their_space():
    """6.1.2-f: a unit in space 4 does not come at 3."""
    table = battle(rifle_squad("time-4", "axis-late"), time=2)

    table.time_passes()

    assert table.zone("axis-late") == "time-4"


def test_a_radio_arrives_only_in_an_empty_artillery_box():
    """6.1.2-f, 8.1.2: with a radio in the box it stays where it is."""
    late = e.PiecesPlaced(
        pieces=("axis-radio-2",),
        kind="radio-75mm",
        zone="time-4",
        owner="axis",
        face="working",
        rule="12",
    )
    table = battle(late, time=3)
    table.time_passes()
    full = battle(late, radio("axis"), time=3)
    full.time_passes()

    assert table.zone("axis-radio-2") == "artillery-axis"
    assert full.zone("axis-radio-2") == "time-4"


def test_both_players_may_dig_in_as_often_as_they_have_cards():
    """6.1.2-g, A32: the inactive player digs twice, then the active one once."""
    table = battle(
        rifle_squad("E5"),
        line_squad("K5"),
        line_squad("K7", "allies-b"),
        axis=("dig-in",),
        allies=("dig-in", "dig-in"),
    )
    table.time_passes()
    table.asks("allies", "A32")
    table.play("dig-in", "K5")
    table.play("dig-in", "K7")
    table.asks("axis", "A32")
    table.play("dig-in", "E5")

    assert [fortification_in(table.table, label) for label in ("K5", "K7", "E5")] == [
        "foxholes-1",
        "foxholes-2",
        "foxholes-3",
    ]


def test_time_may_advance_in_opportunity_fire_and_then_the_move_continues():
    """6.1.2-h, 1.9.1.4, A33: 6-6 Time! on the shot; a squad comes in; 18 demoralises the mover."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E8"),
        line_squad("time-1", "allies-late"),
        axis=("move",),
        axis_deck=("2-1",),
        allies=("fire",),
        allies_deck=("6-6 time",),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    table.watch("allies-a").shoot("allies-a", "E6")
    assert table.asks("allies", "6.1.2").facts["subject"] == "allies-late"
    table.say("allies", "choose C1")

    assert table.total("attack total E6") == 18
    assert table.face("axis-a") == "demoralised"
    assert table.zone("allies-late") == "C1"
    table.asks("axis", "O21")


@pytest.mark.parametrize(("roll", "over"), [("2-4", True), ("3-4", False)])
def test_a_sudden_death_roll_is_compared_with_the_time_space(roll: str, over: bool):
    """6.2, 6.2.2, 6.3, 6.3.2: a 6 ends the match at +10; a 7 does not, and it is +4."""
    trigger = " event" if roll == "3-4" else ""
    table = battle(
        chit("F", "objectives-open"),
        chit("N", "cup-unused"),
        chit("P", "objectives-axis"),
        chit("S", "objectives-allies"),
        attitudes={"axis": "attacker", "allies": "defender"},
        axis_deck=(f"{roll}{trigger}",),
        time=6,
        sudden_death=6,
        vp=5,
        control_1=1,
        control_2=1,
        control_5=1,
        control_3=-1,
        control_4=-1,
    )

    table.time_passes()
    table.let_stand()

    assert table.track("time") == 7
    if over:
        assert table.result is not None
        assert table.result.winners == ("axis",)
        assert table.result.scores == {"axis": 10, "allies": -10}
        assert table.table.zone("chit-p") == ()
        assert table.zone("chit-p") == table.zone("chit-s") == "objectives-open"
    else:
        assert table.result is None
        assert table.vp() == 4


def test_sudden_death_is_rolled_for_at_every_advance_beyond_its_marker():
    """AMB-08, 6.2.2: marker on 5, time goes to 8: there is a roll, compared with 8."""
    table = battle(time=7, sudden_death=5, axis_deck=("4-4 sniper",))
    table.time_passes().let_stand()

    assert [event.purpose for event in table.happened(e.DiceRolled)] == ["sudden-death"]
    assert table.result is None
    assert table.track("time") == 8


def test_an_event_that_ends_the_game_stops_the_fire_that_it_interrupted():
    """6.3-2, E62, 1.9.1-d: the event of the fire roll eliminates the last enemy; nobody defends."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E7", face="demoralised"),
        axis=("fire",),
        axis_deck=("1-6 event", "event:kia"),
        guards=False,
    ).order("fire", "axis-a")
    table.shoot("axis-a", "E7")

    result = table.result
    assert result is not None
    assert result.winners == ("axis",)
    assert isinstance(table.events[-1], e.MatchEnded)
    assert table.game.prompts(table.table) == ()


def test_a_side_that_loses_its_last_unit_loses_in_spite_of_its_points():
    """6.3.1: no secret objectives are revealed."""
    table = battle(
        unit("allies-leader", "america-sergeant-x", "C10"),
        rifle_squad("N3", "axis-rifle"),
        chit("D", "objectives-allies"),
        guards=False,
        vp=-15,
    )

    table.act(lambda draft: eliminate(draft, ("allies-leader",), rule="E62"))

    assert table.result is not None
    assert table.result.winners == ("axis",)
    assert table.zone("chit-d") == "objectives-allies"


def test_the_initiative_decides_when_both_sides_lose_their_last_unit_at_once():
    """6.3.1, O16.4.3, 9.2: the holder of the initiative wins at -7."""
    table = battle(
        line_squad("E5"),
        rifle_squad("E6"),
        initiative="axis",
        axis=("advance",),
        axis_deck=("6-1",),
        allies_deck=("3-2",),
        guards=False,
        vp=-7,
    ).order("advance", "axis-a")
    table.say("axis", "advance axis-a E5")

    assert table.result is not None
    assert table.result.winners == ("axis",)
    assert table.result.reason == "both sides were beaten at once"
