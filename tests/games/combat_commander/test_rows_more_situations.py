"""More situations in which rules meet: initiative, heroes, hidden works, sudden fights."""

from typing import Any

import pytest

from tests.games.combat_commander.battle import (
    Battle,
    battle,
    chit,
    radio,
    sheet,
    unit,
    weapon,
    work,
)
from tests.games.combat_commander.event_builders import marked, moved, turned
from wardiary.domain.games.combat_commander.units.units import firepower, morale, movement, range_of
from wardiary.domain.table import events as e


def rifle(at: str, name: str = "axis-a", **more: Any) -> e.Event:
    return unit(name, "germany-rifle", at, **more)


def line(at: str, name: str = "allies-a", **more: Any) -> e.Event:
    return unit(name, "america-line", at, **more)


def hero(at: str, seat: str = "axis") -> e.Event:
    return moved(f"{seat}-hero", at, "E58")


def steps(table: Battle, track: str) -> list[int]:
    return [one.value for one in table.happened(e.TrackSet) if one.track == track]


# The initiative


def test_whoever_voids_the_roll_that_would_have_let_the_game_go_on_loses_the_tie():
    """9.1, 9.2, 6.2.2, AMB-52: 7 voided, 3 ends it at 0: the card is the enemy's now."""
    table = battle(
        initiative="axis",
        axis_deck=("3-4 event", "2-1"),
        time=6,
        sudden_death=6,
    )
    table.time_passes()
    assert table.asks("axis", "9.1").facts["purpose"] == "sudden-death"
    table.say("axis", "void", stand=False)
    table.say("allies", "pass")

    result = table.table.result
    assert result is not None
    assert result.winners == ("allies",)
    assert result.scores == {"axis": 0, "allies": 0}


def test_a_voided_roll_loses_its_time_trigger():
    """9.1, 1.9.1.4: 6-6 Time! voided: time does not move; the second roll counts."""
    table = battle(
        rifle("E5"),
        line("E7"),
        initiative="allies",
        axis=("fire",),
        axis_deck=("6-6 time", "2-1"),
        allies_deck=("6-3",),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"))
    table.say("axis", "shoot", stand=False)
    table.say("allies", "void", stand=False)
    table.say("axis", "pass")

    assert table.table.track("time") == 0
    assert table.reckoned("attack total E7") == 8


# Numbers as they stand


def test_everything_that_bears_on_one_squad():
    """E44.1, 13.2, F106.1, 3.3.1.2, T99, T93: veteran, suppressed, in wire, with two leaders.

    5/5/4 m7: firepower 5 + 1 - 1 - 1 + 3, range the same, movement without the wire, morale with
    woods 2 and road -1.
    """
    table = battle(
        rifle("E5", veteran=1, suppressed=1),
        unit("axis-lt", "germany-lieutenant-y", "E5", suppressed=1),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        work("wire", "E5"),
        on=sheet(terrain={"E5": "w"}, roads=[["E5", "E6"]]),
    )
    now = table.table

    assert (firepower(now, "axis-a"), range_of(now, "axis-a")) == (7, 7)
    assert movement(now, "axis-a") == 7
    assert morale(now, "axis-a") == 7 + 1 - 1 - 1 + 3 + 2 - 1


def test_ranges_and_movement_stop_at_nothing_but_firepower_does_not():
    """AMB-36, O20.3.1.2, AMB-37: a suppressed private in wire: firepower -1, range 0."""
    table = battle(
        moved("axis-private", "E5", "E56"),
        turned("axis-private", "demoralised", "E72"),
        marked("axis-private", "suppressed", 1, "E60"),
        work("wire", "E5"),
    )
    now = table.table

    assert firepower(now, "axis-private") == 1 - 1 - 1
    assert range_of(now, "axis-private") == 0
    assert movement(now, "axis-private") == 0


def test_a_demoralised_squad_as_the_base_of_a_group():
    """3.2.1, O20.3.1.2: 2 + 1 of the leader + 1; range 1 + 1 reaches two hexes."""
    table = battle(
        rifle("E5", face="demoralised"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        rifle("E5", "axis-b"),
        line("E7"),
        axis=("fire",),
        axis_deck=("2-1",),
        allies_deck=("1-2",),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "join axis-b"), ("axis", "shoot"))

    assert table.reckoned("attack total E7") == 4 + 3
    assert table.reckoned("defence total allies-a") == 9


# Concealment


def test_concealment_in_a_stream_makes_it_worse():
    """A29, AMB-41, T95: cover -1 raises 11 to 12; 6 - 1 + 7 ties instead of escaping."""
    table = battle(
        rifle("E5"),
        line("E7"),
        on=sheet(terrain={"E7": "s"}),
        axis=("fire",),
        axis_deck=("5-1",),
        allies=("concealment",),
        allies_deck=("4-3 event", "event:elan"),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))
    table.play("concealment", "E7")

    assert steps(table, "attack-total") == [12]
    assert table.reckoned("defence total allies-a") == 12
    assert table.table.mark("allies-a", "suppressed") == 1


def test_concealment_after_hidden_entrenchments_counts_the_foxholes():
    """A35.1, A29, A24.1: 5 + 7 = 12; foxholes 3; concealment takes 3: 9 against 6 + 3 + 3."""
    table = battle(
        rifle("E5"),
        line("E7"),
        axis=("fire",),
        axis_deck=("6-2",),
        allies=("hidden-entrenchments", "concealment"),
        allies_deck=("2-1",),
        attitudes={"allies": "defender"},
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))
    table.play("hidden-entrenchments", "E7")
    table.play("concealment", "E7")

    assert table.zone("foxholes-1") == "E7"
    assert table.table.track("attack-total") == 13 - 3
    assert table.reckoned("defence total allies-a") == 12
    assert table.face("allies-a") == "normal"


# Heroes


def test_a_hero_watches_again_in_the_next_move_order_of_the_turn():
    """E58.1, A33.3-d: the squad is done for the turn, the hero is not."""
    table = battle(
        rifle("E5"),
        rifle("K5", "axis-b"),
        hero("E9", "allies"),
        line("E9"),
        axis=("move", "move"),
        axis_deck=("6-5", "6-4", "5-6"),
        allies=("fire", "fire"),
        allies_deck=("1-2", "2-1"),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    first, second = table.candidates("watch", "card")[:2]
    table.commands(
        ("allies", f"watch {first} allies-hero allies-a"),
        ("allies", "fire E6 allies-a"),
        ("allies", "join allies-hero"),
        ("allies", "shoot"),
        ("axis", "defend axis-a"),
        ("axis", "stop"),
        ("axis", "done"),
    )
    table.order("move", "axis-b")
    table.commands(("axis", "group axis-b"), ("axis", "step J5"))
    table.then_asks("axis")  # The hero's range of 4 does not reach J5, and the squad is spent.
    table.commands(("axis", "step I6"), ("axis", "step H6"))

    assert table.asks("allies", "O21.6").facts["hex"] == "H6"
    assert table.candidates("watch", "head") == ("allies-hero",)
    table.say("allies", f"watch {second} allies-hero -")
    assert set(table.candidates("fire", "base")) == {"allies-hero"}


def test_a_hero_lends_nothing_but_calls_artillery_as_any_leader():
    """E58.1, O18, 3.3.1.2, AMB-14: command 0; he observes although he has moved this turn."""
    table = battle(
        hero("E5"),
        rifle("E5"),
        radio("axis"),
        axis=("move", "artillery-request"),
    )
    assert firepower(table.table, "axis-a") == 5
    table.order("move", "axis-hero")
    table.commands(
        ("axis", "group axis-hero"), ("axis", "step E4"), ("axis", "stop"), ("axis", "done")
    )
    table.order("artillery-request")

    table.asks("axis", "O18.2.1")


# Hidden mines and melees


def test_hidden_mines_under_an_advance_come_before_the_melee():
    """A35.2, AMB-42, AMB-47, O16.4: 6 + 8 against 7 + 4: demoralised, and 2 in the melee.

    The resident American is immune. 2 + 5 against 6 + 1 + 3: the Germans are lost.
    """
    table = battle(
        rifle("E5"),
        line("E6"),
        axis=("advance",),
        axis_deck=("3-1", "3-2"),
        allies=("hidden-mines",),
        allies_deck=("6-2", "2-1"),
        attitudes={"allies": "defender"},
    )
    table.order("advance", "axis-a")
    table.say("axis", "advance axis-a E6")
    table.play("hidden-mines", "E6")

    assert table.face("axis-a") == "demoralised"
    assert table.reckoned("melee E6 axis") == 2
    assert table.reckoned("melee total E6 allies") == 10
    assert table.zone("axis-a") == "casualties-axis"


def test_light_wounds_against_an_ambush_leave_a_team_to_fight():
    """A25, A36, O16.4.1: the squad (5) becomes a line team (3): 3 + 9 against 7 + 2."""
    table = battle(
        rifle("E5"),
        line("E6"),
        axis=("advance", "light-wounds"),
        axis_deck=("6-3",),
        allies=("ambush",),
        allies_deck=("1-1 jammed",),
    )
    table.order("advance", "axis-a")
    table.say("axis", "advance axis-a E6")
    table.play("ambush", "E6")
    assert table.asks("axis", "A36").facts["unit"] == "axis-a"
    table.play("light-wounds", "axis-a")
    while (prompt := table.asked()) is not None and prompt.rule == "A25":
        table.say(prompt.seat, "pass")

    assert table.zone("axis-a-a") == "E6"
    assert table.zone("allies-a") == "casualties-allies"
    assert table.vp() == -1 + 2


# Events that bring fights, and objectives


def test_wounded_enemies_who_walk_into_our_lines_fight():
    """E76, O16.4, 1.9.1-c: water leaves E5 alone: 3 + 8 against 5 + 7 + their Event! is ignored."""
    around = dict.fromkeys(("E4", "E6", "D4", "D5", "F4", "F5"), "~")
    table = battle(
        rifle("E5"),
        line("casualties-allies"),
        on=sheet(terrain=around),
        axis_deck=("hex:E5", "2-5 event"),
        allies_deck=("6-2",),
    )
    table.read("walking-wounded").let_stand()

    assert table.reckoned("melee total E5 allies") == 3 + 8
    assert table.reckoned("melee total E5 axis") == 5 + 7
    assert table.zone("allies-a") == "casualties-allies"
    assert table.vp() == 2  # Lost again, paid again.


def test_an_objective_crossed_stays_with_who_died_on_it():
    """7.3.1, 7.1, A33: a swing of 4 x 2, and 2 lost; nobody else was alone there."""
    table = battle(
        rifle("E5", face="demoralised"),
        line("E7"),
        chit("N", "objectives-open"),
        on=sheet(objectives={"1": ["C5"], "2": ["G5"], "3": ["H5"], "4": ["E6"], "5": ["I5"]}),
        axis=("move",),
        axis_deck=("2-1",),
        allies=("fire",),
        allies_deck=("6-5",),
        control_4=-1,
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    assert table.vp() == 8
    card = table.candidates("watch", "card")[0]
    table.commands(
        ("allies", f"watch {card} allies-a -"), ("allies", "fire E6 allies-a"), ("allies", "shoot")
    )

    assert table.zone("axis-a") == "casualties-axis"
    assert table.vp() == 6
    assert table.table.track("control-4") == 1


def test_a_reading_that_ends_the_game_ends_everything():
    """6.3-2, E62, 1.9.1-d: the event of the fire roll kills the last enemy: no defence any more."""
    table = battle(
        rifle("E5"),
        line("E7", face="demoralised"),
        axis=("fire",),
        axis_deck=("1-6 event", "event:kia"),
        guards=False,
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))

    result = table.table.result
    assert result is not None
    assert result.winners == ("axis",)
    assert isinstance(table.events[-1], e.MatchEnded)
    assert table.game.prompts(table.table) == ()


def test_time_in_the_middle_of_opportunity_fire_brings_help_and_the_move_goes_on():
    """6.1.2-h, 1.9.1.4, A33: 6-6 Time! on the shot; a squad comes in; 18 demoralises the mover."""
    table = battle(
        rifle("E5"),
        line("E8"),
        line("time-1", "allies-late"),
        axis=("move",),
        axis_deck=("2-1",),
        allies=("fire",),
        allies_deck=("6-6 time",),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    card = table.candidates("watch", "card")[0]
    table.commands(
        ("allies", f"watch {card} allies-a -"), ("allies", "fire E6 allies-a"), ("allies", "shoot")
    )
    assert table.asks("allies", "6.1.2").facts["about-1"] == "allies-late"
    table.say("allies", "choose C1")

    assert table.reckoned("attack total E6") == 18
    assert table.face("axis-a") == "demoralised"
    assert table.zone("allies-late") == "C1"
    table.asks("axis", "O21")


def test_a_gun_given_to_a_demoralised_comrade_is_silent_until_he_rallies():
    """O21.1.1, 3.2.3, 13.2: handed over for 1 MP of 4; nobody fires it; rallied, he does."""
    table = battle(
        rifle("E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        rifle("E5", "axis-b", face="demoralised"),
        line("E9"),
        axis=("move", "recover", "fire"),
        axis_deck=("2-1",),
    )
    table.order("move", "axis-a")
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


def test_leaving_with_a_leader_pays_by_his_unbroken_side():
    """7.2.1, 7.1: demoralised sergeant-y: 1 + 2; he waits as good as new, even in a past space."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-y", "E1", face="demoralised", suppressed=1),
        axis=("advance",),
        time=4,
    )
    table.order("advance", "axis-sgt")
    table.commands(("axis", "leave axis-sgt"), ("axis", "choose 2"))

    assert table.vp() == 3
    assert (table.zone("axis-sgt"), table.face("axis-sgt")) == ("time-2", "normal")
    table.time_passes()
    assert table.zone("axis-sgt") == "time-2"  # AMB-45: that space has passed.


def test_grenades_at_the_nearer_of_two_sprayed_hexes():
    """A34, A40, AMB-57: adjacent to one of the two is enough: 5 + 2, both squads defend."""
    table = battle(
        rifle("E5"),
        line("E6"),
        line("E7", "allies-b"),
        axis=("fire", "spray-fire", "hand-grenades"),
        axis_deck=("4-1",),
        allies_deck=("6-3", "5-3"),
    ).order("fire", "axis-a")
    table.say("axis", "fire E7 axis-a")
    grenades = next(
        piece
        for piece in table.table.zone("hand-axis")
        if ":hand-grenades:" in table.table.pieces[piece].kind
    )
    table.when("axis", f"play {grenades} -").then_illegal("A34")
    table.play("spray-fire", "E6")
    table.play("hand-grenades")
    table.say("axis", "shoot")
    table.say("allies", "defend allies-b")

    assert table.table.track("attack-total") == 5 + 2 + 5
    assert table.reckoned("defence total allies-b") == 15
    assert table.reckoned("defence total allies-a") == 14


@pytest.mark.parametrize(("kind", "asked"), [("germany-rifle", True), ("germany-conscript", False)])
def test_spray_fire_needs_every_second_hex_in_range(kind: str, asked: bool):
    """A40: the rifles' 5 reaches both E9 and E10; the conscripts' 3 does not."""
    table = battle(
        unit("axis-a", kind, "E5"),
        line("E8"),
        line("E9", "allies-b"),
        axis=("fire", "spray-fire"),
    ).order("fire", "axis-a")
    table.say("axis", "fire E8 axis-a")

    assert (table.offer("play", "A40") is not None) == asked


def test_smoke_thrown_on_the_way_hinders_the_shot_that_follows():
    """A39, T94, 10.3.2.1: 7 in E7, so that E6 is fired at with 6 - 7: no fire without a card."""
    table = battle(
        rifle("E4"),
        line("E9"),
        axis=("move", "smoke-grenades"),
        allies=("fire",),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E5"))
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


def test_a_pillbox_revealed_under_fire_is_held_by_who_is_in_it():
    """A35.3, F104, O16.4.3: revealed in the fire, assaulted in the same turn: the tie is theirs."""
    table = battle(
        rifle("E5"),
        rifle("D6", "axis-b"),
        line("E6"),
        on=sheet(objectives={"1": ["E6"], "2": ["F5"], "3": ["G5"], "4": ["H5"], "5": ["I5"]}),
        axis=("fire", "advance"),
        axis_deck=("1-2", "6-1"),
        allies=("hidden-pillbox",),
        allies_deck=("6-3", "3-2"),
        attitudes={"allies": "defender"},
        control_1=-1,
    )
    table.order("fire", "axis-a")
    table.commands(("axis", "fire E6 axis-a"), ("axis", "shoot"))
    table.play("hidden-pillbox", "E6")
    table.order("advance", "axis-b")
    table.say("axis", "advance axis-b E6")

    # 5 + 7 against 6 + 1 + 5.
    assert table.reckoned("melee total E6 axis") == table.reckoned("melee total E6 allies") == 12
    assert table.zone("axis-b") == "casualties-axis"
    assert table.zone("allies-a") == "E6"


def test_whoever_left_and_came_back_in_one_turn_is_another_unit():
    """7.2.1, 6.1.2-f, G-activated: out in the move, back with time, and it may advance."""
    table = battle(
        rifle("C1"),
        rifle("E5", "axis-b"),
        line("E7"),
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


def test_a_leader_brings_along_who_will_reach_the_next_hex_only():
    """A33.2, A33.3-b, 3.3.1.1, O20.1: six hexes for the squad, five for the team, none for him."""
    table = battle(
        rifle("E4"),
        unit("allies-sgt", "america-sergeant-x", "E10"),
        line("E10"),
        unit("allies-team", "america-line-team", "E10"),
        axis=("move",),
        axis_deck=("6-5", "6-4"),
        allies=("fire",),
        allies_deck=("1-2", "2-1"),
    ).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step F4"))
    card = table.candidates("watch", "card")[0]
    table.when("allies", f"watch {card} allies-sgt allies-team").then_illegal("O20.1")
    table.say("allies", f"watch {card} allies-sgt allies-a,allies-team")
    assert set(table.candidates("fire", "base")) == {"allies-a"}
    table.say("allies", "pass")
    table.say("axis", "step F5")

    assert set(table.candidates("fire", "base")) == {"allies-a", "allies-team"}


def test_a_leader_without_a_target_activates_the_silent_with_the_ready():
    """O20.1, 3.3.1.1: the squad without a target goes along, but it cannot be all there is."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        rifle("E5"),
        unit("axis-b", "germany-conscript", "E4"),
        line("E10"),
        axis=("fire",),
    ).order("fire")

    table.when("axis", "activate axis-sgt axis-b").then_illegal("O20.1")
    table.say("axis", "activate axis-sgt axis-a,axis-b")
    assert table.refused is None
    assert table.table.mark("axis-b", "activated") == 1
