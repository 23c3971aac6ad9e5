"""Time, sudden death, losses, exits, objectives, and how the game ends (4 to 8)."""

import pytest

from tests.games.combat_commander.battle import (
    Battle,
    battle,
    chit,
    radio,
    sheet,
    smoke,
    unit,
    weapon,
)
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise
from wardiary.domain.games.combat_commander.movement.placing import relocate
from wardiary.domain.games.combat_commander.victory.victory import eliminate
from wardiary.domain.table import events as e

MIDDLE = sheet(objectives={"1": ["E5"], "2": ["F5"], "3": ["G5"], "4": ["H5"], "5": ["I5"]})


def vp_steps(table: Battle) -> list[int]:
    return [each.value for each in table.happened(e.TrackSet) if each.track == "vp"]


def test_the_six_things_when_time_advances():
    """6.1.2, 6.1: marker, new deck, defender's point, smoke, reinforcements, digging in."""
    table = battle(
        smoke(3, "C3"),
        smoke(5, "C5"),
        unit("axis-late", "germany-rifle", "time-4"),
        unit("axis-here", "germany-rifle", "E5"),
        axis=("dig-in",),
        attitudes={"allies": "defender"},
        time=3,
        vp=-2,
    )

    table.time_passes()

    assert table.table.track("time") == 4
    assert len(table.table.zone("deck-axis")) == 72 - 1
    assert table.vp() == -3
    assert table.asks("axis", "6.1.2").facts["what"] == "clear-smoke"
    table.say("axis", "choose C3")
    assert table.zone("smoke-3") == "smoke-cup"
    assert set(table.candidates("choose", "this")) == {f"{c}10" for c in "BCDEFGHIJKLMNO"}
    table.say("axis", "choose C10")
    assert table.zone("axis-late") == "C10"
    assert table.asks("axis", "A32").facts["window"] == "dig-in"
    table.play("dig-in", "E5")
    assert table.zone("foxholes-1") == "E5"
    table.asks("axis", "5")


def test_reinforcements_stay_away_until_their_space_is_reached():
    """6.1.2-f: a unit in space 4 does not come at 3."""
    table = battle(unit("axis-late", "germany-rifle", "time-4"), time=2)

    table.time_passes()

    assert table.zone("axis-late") == "time-4"


def test_a_radio_arrives_in_an_empty_box():
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


def test_reinforcements_without_room_wait_for_the_next_advance():
    """6.1.2, AMB-10: every hex of the edge is full."""
    row = [
        unit(f"axis-{n}{c}", f"germany-{kind}", f"{c}10")
        for c in "ABCDEFGHIJKLMNO"
        for n, kind in (("one", "rifle"), ("two", "weapon-team"))
    ]
    table = battle(*row, unit("axis-late", "germany-rifle", "time-4"), time=3)

    table.time_passes()

    assert table.zone("axis-late") == "time-5"


def test_the_inactive_player_digs_in_first():
    """6.1.2, A32, G-simul, A24.2: both could; Act's command before Ina has passed is refused."""
    table = battle(unit("allies-here", "america-line", "E5"), axis=("dig-in",), allies=("dig-in",))
    table.time_passes()
    card = table.table.zone("hand-axis")[0]

    table.when("axis", f"play {card} A10").then_illegal("Table/Turn")
    table.asks("allies", "A32")


@pytest.mark.parametrize(("roll", "over"), [("2-4", True), ("3-4", False)])
def test_position_a_sudden_death_is_measured_by_the_time_space(roll: str, over: bool):
    """6.2, 6.2.2, 6.3, 6.3.2: section 6, position A: Axis +10, or the defender's point at +4."""
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

    assert table.table.track("time") == 7
    if over:
        assert table.table.result is not None
        assert table.table.result.winners == ("axis",)
        assert table.table.result.scores == {"axis": 10, "allies": -10}
        assert table.table.zone("chit-p") == ()
        assert table.zone("chit-p") == table.zone("chit-s") == "objectives-open"
    else:
        assert table.table.result is None
        assert table.vp() == 4


def test_position_b_the_last_unit_leaves():
    """7.2.1, 7.3.2, 6.3-3, 9.2, AMB-33: (1 + 1) x 2 = 4, the secret chit brings 0: initiative."""
    table = battle(
        unit("allies-leader", "america-sergeant-x", "C10"),
        unit("allies-late", "america-line", "time-8"),
        unit("axis-rifle", "germany-rifle", "N3"),
        chit("W", "objectives-open"),
        chit("D", "objectives-axis"),
        active="allies",
        allies=("advance",),
        guards=False,
        vp=3,
        control_4=1,
    )
    table.order("advance", "allies-leader")
    table.say("allies", "leave allies-leader")
    assert vp_steps(table) == [-1]
    table.say("allies", "choose 5")

    result = table.table.result
    assert result is not None
    assert (result.winners, result.scores["axis"]) == (("allies",), 0)


def test_the_last_unit_eliminated_loses_whatever_the_points():
    """6.3.1: no secret objectives are revealed."""
    table = battle(
        unit("allies-leader", "america-sergeant-x", "C10"),
        unit("axis-rifle", "germany-rifle", "N3"),
        chit("D", "objectives-allies"),
        guards=False,
        vp=-15,
    )

    table.act(lambda draft: eliminate(draft, ("allies-leader",), rule="E62"))

    assert table.table.result is not None
    assert table.table.result.winners == ("axis",)
    assert table.zone("chit-d") == "objectives-allies"


def test_position_c_both_sides_beaten_at_once():
    """6.3.1, O16.4.3, 9.2: the holder of the initiative wins at -7."""
    table = battle(
        unit("allies-a", "america-line", "E5"),
        unit("axis-a", "germany-rifle", "E6"),
        initiative="axis",
        axis=("advance",),
        axis_deck=("6-1",),
        allies_deck=("3-2",),
        guards=False,
        vp=-7,
    )
    table.order("advance", "axis-a")
    table.say("axis", "advance axis-a E5")

    assert table.table.result is not None
    assert table.table.result.winners == ("axis",)
    assert table.table.result.reason == "both sides were beaten at once"


def test_a_side_surrenders_when_its_losses_reach_the_marker():
    """4.2, 6.3, 4.1: surrender on 2, the second loss."""
    table = battle(
        unit("allies-a", "america-line", "E5"),
        unit("allies-b", "america-line", "E6"),
        surrender_allies=2,
    )
    table.act(lambda draft: eliminate(draft, ("allies-a",), rule="E62"))
    assert table.table.result is None
    table.act(lambda draft: eliminate(draft, ("allies-b",), rule="E62"))

    assert table.table.result is not None
    assert table.table.result.reason == "allies surrendered"
    assert table.vp() == 4


@pytest.mark.parametrize(
    ("kind", "points"),
    [("america-line", 2), ("america-line-team", 1), ("america-sergeant-y", 3)],
)
def test_what_an_eliminated_unit_is_worth(kind: str, points: int):
    """7.1, 3.2.4, 3.1.5: a demoralised leader counts with the command of his unbroken side."""
    table = battle(unit("allies-a", kind, "E5", face="demoralised"))

    table.act(lambda draft: demoralise(draft, ("allies-a",), rule="1.9.1.3"))

    assert table.zone("allies-a") == "casualties-allies"
    assert table.vp() == points


def test_elimination_points_are_doubled_by_their_marker():
    """7.3.2: a team 2."""
    table = battle(unit("allies-a", "america-line-team", "E5"), chit("X", "objectives-open"))

    table.act(lambda draft: eliminate(draft, ("allies-a",), rule="E62"))

    assert table.vp() == 2


def test_what_an_eliminated_unit_had_goes_with_it():
    """11.3, 13.3, E44.1, AMB-49: weapon to the box as it was, markers gone."""
    table = battle(
        unit("allies-a", "america-line", "E5", suppressed=1, veteran=1),
        weapon("allies-mg", "america-medium-mg", "E5", "allies-a", face="broken"),
    )

    table.act(lambda draft: eliminate(draft, ("allies-a",), rule="E62"))

    assert (table.zone("allies-mg"), table.face("allies-mg")) == ("weapons", "broken")
    assert table.table.pieces["allies-a"].marks == {}


def test_leaving_over_the_enemys_edge_scores_and_mends():
    """7.2, 7.2.1: demoralised, suppressed, weapon broken: +2, and space 5 holds it mended."""
    table = battle(
        unit("axis-a", "germany-rifle", "E1", face="demoralised", suppressed=1),
        weapon("axis-mg", "germany-light-mg", "E1", "axis-a", face="broken"),
        axis=("advance",),
    )
    table.order("advance", "axis-a")
    table.say("axis", "leave axis-a")
    table.say("axis", "choose 5")

    assert table.vp() == 2
    assert (table.zone("axis-a"), table.face("axis-a")) == ("time-5", "normal")
    assert (table.zone("axis-mg"), table.face("axis-mg")) == ("time-5", "working")
    assert table.table.mark("axis-a", "suppressed") == 0


def test_nobody_leaves_over_another_edge():
    """7.2, O16.3, O21.4: the own edge is closed to advances."""
    table = battle(unit("axis-a", "germany-rifle", "E10"), axis=("advance",))
    table.order("advance", "axis-a")

    table.when("axis", "leave axis-a").then_illegal("O16.1")


def test_a_retreat_over_the_own_edge_is_the_end():
    """7.2.2, O23.3: points to the opponent, weapons repaired, to the weapons box."""
    table = battle(
        unit("axis-a", "germany-rifle", "E10", face="demoralised"),
        weapon("axis-mg", "germany-light-mg", "E10", "axis-a", face="broken"),
        axis=("rout",),
        axis_deck=("6-5",),
    )
    table.order("rout")

    assert table.zone("axis-a") == "casualties-axis"
    assert (table.zone("axis-mg"), table.face("axis-mg")) == ("weapons", "working")
    assert table.vp() == -2


def test_passing_through_an_enemys_objective_turns_it_at_once():
    """7.3, 7.3.1, 7.3.3, 2.3: a 4-VP objective swings by 8."""
    table = battle(
        unit("axis-a", "germany-rifle", "H6"),
        chit("N", "objectives-open"),
        on=MIDDLE,
        axis=("move",),
        control_4=-1,
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step H5"))

    assert table.table.track("control-4") == 1
    assert table.vp() == 8


def test_an_enemy_in_another_hex_of_the_building_keeps_it():
    """7.3.1.1, T82: the objective is the whole building."""
    building = sheet(
        terrain={"C4": "b", "C5": "b"},
        objectives={"1": ["C4", "C5"], "2": ["F5"], "3": ["G5"], "4": ["H5"], "5": ["I5"]},
    )
    table = battle(
        unit("allies-a", "america-line", "C5"),
        unit("axis-a", "germany-rifle", "C3"),
        on=building,
        control_1=-1,
    )

    table.act(lambda draft: relocate(draft, ("axis-a",), "C4", rule="O21.1"))

    assert table.table.track("control-1") == -1


def test_all_five_objectives_win_just_before_a_sudden_death_roll():
    """7.3.2-c, CC-09: only with the marker in play, and only then."""
    fields = {f"control_{n}": 1 for n in range(1, 6)}
    without = battle(time=5, sudden_death=6, axis_deck=("6-4",), **fields)
    without.time_passes()
    without.let_stand()
    table = battle(chit("V", "objectives-open"), time=5, sudden_death=6, **fields)
    table.time_passes()

    assert without.table.result is None
    assert table.table.result is not None
    assert table.table.result.winners == ("axis",)
    assert [each.purpose for each in table.happened(e.DiceRolled)] == []


def test_seven_men_may_stay_in_a_hex():
    """8.2, 8.1: box: two demoralised squads, one deployed: 8, then one team out: 6."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5", face="demoralised"),
        unit("axis-b", "germany-rifle", "E5", face="demoralised", suppressed=1),
        axis=("move",),
    )
    table.say("axis", "discard -")
    table.asks("axis", "8.2")
    table.say("axis", "choose axis-b")
    assert {"axis-b-a", "axis-b-b"} <= set(table.table.zone("E5"))
    assert table.table.mark("axis-b-a", "suppressed") == 1
    assert table.table.mark("axis-b-b", "suppressed") == 0
    table.say("axis", "choose axis-b-a")

    assert table.vp() == -1
    assert table.zone("axis-b-a") == "casualties-axis"
    assert table.table.seat == "allies"


def test_the_hand_is_filled_at_the_end_of_the_own_turn():
    """5.4, 1.1: needs 3, deck 2: two cards, time, a new deck, one card."""
    table = battle(
        axis=("move", "fire"), axis_deck=("5-1", "5-3"), short=("axis",), allies=("move",)
    )
    table.say("axis", "discard -")
    assert len(table.table.zone("hand-axis")) == 4
    table.commands(("allies", "pass"), ("axis", "pass"))  # Both could dig in (A32).

    assert len(table.table.zone("hand-axis")) == 5
    assert table.table.track("time") == 1
    assert len(table.table.zone("hand-allies")) == 1
    assert table.table.seat == "allies"


def test_no_more_cards_may_be_discarded_than_the_nation_allows():
    """5.3, O15: Americans 4 of 5; none is allowed, too."""
    table = battle(active="allies", allies=("move", "fire", "fire", "rout", "recover"))
    cards = table.table.zone("hand-allies")

    table.when("allies", "discard " + ",".join(cards)).then_illegal("5.3")
    table.say("allies", "discard " + ",".join(cards[:4]))

    assert table.table.zone("discard-allies") == cards[:4]


def test_after_an_order_there_is_no_discarding():
    """5, 5.1: and no order after the capability is used up."""
    table = battle(unit("axis-a", "germany-rifle", "E5"), axis=("move", "fire"))
    table.order("move", "axis-a")
    table.commands(
        ("axis", "group axis-a"), ("axis", "step E4"), ("axis", "stop"), ("axis", "done")
    )

    table.when("axis", "discard -").then_illegal("O15")
    assert table.offer("end-turn") is not None
