"""Rows that are only touched elsewhere, each with the figures its check asks for."""

from random import Random
from typing import Any

from tests.games.combat_commander.battle import EXAMPLE, battle, radio, sheet, smoke, unit, weapon
from tests.games.combat_commander.event_builders import moved, rolled, tracked, turned_up
from wardiary.domain.games.combat_commander.cards.cards import hand_size
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise
from wardiary.domain.games.combat_commander.terrain.fortifications import fortification_in
from wardiary.domain.games.combat_commander.terrain.terrain import cover, sight_line
from wardiary.domain.games.combat_commander.units.units import silhouettes, units_on_map
from wardiary.domain.games.combat_commander.weapons.effects import break_radio, break_weapon
from wardiary.domain.games.combat_commander.weapons.weapons import is_weapon
from wardiary.domain.play.draft import Draft
from wardiary.domain.table import events as e


def rifle(at: str, name: str = "axis-a", **more: Any) -> e.Event:
    return unit(name, "germany-rifle", at, **more)


def us(at: str, name: str = "allies-a", **more: Any) -> e.Event:
    return unit(name, "america-line", at, **more)


# Words


def test_two_hexes_are_adjacent_when_they_share_a_side():
    """G-adjacent, 2.2.2: K8 has exactly six neighbours."""
    grid = map_of(battle().table).grid

    assert set(grid.neighbours("K8")) == {"K7", "K9", "J7", "J8", "L7", "L8"}


def test_what_is_broken_and_breaks_again_is_gone():
    """G-broken twice, 3.2.4, 11.4-a, O17: a unit, a weapon, a radio."""
    table = battle(
        rifle("E5", face="demoralised"),
        rifle("K5", "axis-b"),
        weapon("axis-mg", "germany-light-mg", "K5", "axis-b", face="broken"),
        radio("axis", face="broken"),
    )

    def again(draft: Draft) -> None:
        demoralise(draft, ("axis-a",), rule="E43")
        break_weapon(draft, "axis-mg", rule="E63")
        break_radio(draft, "axis-radio-1")

    table.act(again)

    assert table.zone("axis-a") == "casualties-axis"
    assert table.zone("axis-mg") == "weapons"
    assert table.zone("axis-radio-1") == "box"


def test_the_initiative_card_is_no_card_of_the_hand():
    """G-card, 9: six cards and the initiative are a hand of six; nothing is drawn."""
    table = battle(
        initiative="axis",
        axis=("move", "fire", "fire", "rout", "recover"),
    )
    assert hand_size(table.table, "axis") == 5
    table.say("axis", "discard -")

    assert len(table.table.zone("hand-axis")) == 5
    assert table.zone("initiative") == "initiative-axis"
    assert table.table.seat == "allies"


def test_radios_and_works_are_pieces_but_no_weapons():
    """G-piece, 1.9.1.2: neither jams, nor does 11.4 look at them; wire is a fortification."""
    table = battle(
        radio("axis"),
        e.PiecesPlaced(pieces=("wire-x",), kind="wire", zone="E5", rule="F106"),
    )

    assert not is_weapon(table.table, "axis-radio-1")
    assert not is_weapon(table.table, "wire-x")
    assert fortification_in(table.table, "E5") == "wire-x"


def test_the_men_in_a_hex_are_counted_by_their_silhouettes():
    """3-sil, 3, 8.2: squad 4, team 2, leader 1: 7."""
    table = battle(
        rifle("E5"),
        unit("axis-team", "germany-line-team", "E5"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
    )

    assert silhouettes(table.table, "E5", "axis") == 7


# Rolls and time


def test_a_trigger_suspends_the_order_and_play_goes_on_where_it_was():
    """1.9.1-a: the fire order is the same before and after; its other squad may still fire."""
    table = battle(
        rifle("E5"),
        rifle("E5", "axis-b"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        us("E7"),
        axis=("fire",),
        axis_deck=("1-6 event", "event:elan"),
        allies_deck=("6-5",),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))

    assert table.table.track("surrender-axis") == 10
    table.asks("axis", "O20.3")
    assert set(table.candidates("fire", "base")) == {"axis-b"}


def test_rolls_of_an_event_set_nothing_off():
    """E42-b, 1.9.1-c: the support roll shows 6-6 Time!; time stays, and it was 12."""
    table = battle(axis_deck=("6-6 time",))
    card = table.table.zone("deck-axis")[0]
    table.read("reinforcements")
    table.then(turned_up(card, "axis", "1.9"), rolled("axis", "support", 6, 6))
    table.let_stand()

    assert table.table.track("time") == 0
    assert "germany-captain" in table.candidates("choose", "this")


def test_time_in_its_steps_up_to_the_end():
    """6.1.2-a, 6.1.2-b, 6.1.2-c, 6.3-4, 6.2.2: one space, a new deck, and the roll from it.

    6 is lower than 7: over, and none of the steps after it is made.
    """
    table = battle(
        axis_deck=("2-4",),
        attitudes={"allies": "defender"},
        time=6,
        sudden_death=7,
        vp=3,
    )
    table.time_passes()
    assert [one.value for one in table.happened(e.TrackSet)] == [7]
    assert [one.zone for one in table.happened(e.PileShuffled)] == ["deck-axis"]
    assert len(table.table.zone("deck-axis")) == 71
    table.let_stand()

    assert table.table.result is not None
    assert table.table.result.scores == {"axis": 3, "allies": -3}


def test_both_may_dig_in_and_each_as_often_as_he_has_cards():
    """6.1.2-g, A32: the inactive player digs twice, then the active one once."""
    table = battle(
        rifle("E5"),
        us("K5"),
        us("K7", "allies-b"),
        axis=("dig-in",),
        allies=("dig-in", "dig-in"),
    )
    table.time_passes()
    table.asks("allies", "A32")
    table.play("dig-in", "K5")
    table.play("dig-in", "K7")
    table.asks("axis", "A32")
    table.play("dig-in", "E5")

    assert [fortification_in(table.table, each) for each in ("K5", "K7", "E5")] == [
        "foxholes-1",
        "foxholes-2",
        "foxholes-3",
    ]


# Orders


def test_an_order_is_the_one_that_is_printed_and_comes_from_the_hand():
    """O14.1-b: a card of the deck, and one without an order."""
    table = battle(rifle("E5"), axis=("move",))
    above = table.table.zone("deck-axis")[0]

    table.when("axis", f"order {above}").then_illegal("O14.1")
    battle(rifle("E5")).when("axis", "order g30").then_illegal("O14.1")


def test_nobody_acts_twice_through_a_leader_either():
    """O14.1-c, A33.3-a: the squad has moved; the leader moves without it."""
    table = battle(
        rifle("E5"),
        rifle("E5", "axis-b"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        axis=("move", "move"),
    ).order("move", "axis-a")
    table.commands(
        ("axis", "group axis-a"), ("axis", "step E6"), ("axis", "stop"), ("axis", "done")
    )
    table.order("move")

    table.when("axis", "activate axis-sgt axis-a,axis-b").then_illegal("O14.1")
    table.say("axis", "activate axis-sgt axis-b")
    assert table.refused is None


def test_one_opportunity_fire_for_each_entry():
    """A33.3-c: two squads watch; when one has fired, the other does not fire at this entry."""
    table = battle(
        rifle("E5"),
        us("E9"),
        us("F9", "allies-b"),
        unit("allies-sgt", "america-sergeant-x", "E9"),
        axis=("move",),
        axis_deck=("6-5",),
        allies=("fire",),
        allies_deck=("1-2",),
    ).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    card = table.candidates("watch", "card")[0]
    table.commands(
        ("allies", f"watch {card} allies-sgt allies-a,allies-b"),
        ("allies", "fire E6 allies-a"),
        ("allies", "shoot"),
    )

    table.asks("axis", "O21")
    table.say("axis", "step E7")
    assert set(table.candidates("fire", "base")) == {"allies-a", "allies-b"}


def test_units_in_between_are_untouched():
    """O20.3-mid, 10.1.1: the fire goes through a hex with friends and one with enemies."""
    table = battle(
        rifle("E4"),
        rifle("E5", "axis-b"),
        us("E6"),
        us("E8", "allies-b"),
        axis=("fire",),
        axis_deck=("4-1",),
        allies_deck=("2-1",),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E8 axis-a"), ("axis", "shoot"))

    assert table.items("firepower E8") == {"axis-a firepower": 5}
    assert table.face("axis-b") == table.face("allies-a") == "normal"
    assert table.face("allies-b") == "demoralised"


def test_seven_men_may_be_exceeded_during_a_turn():
    """8.2-free, O16.1: three squads advance into one melee; 15 + 1 + 7 against 7 + 3."""
    table = battle(
        rifle("E5"),
        rifle("D5", "axis-b"),
        rifle("D6", "axis-c"),
        unit("axis-sgt", "germany-lieutenant-y", "D5"),
        us("E6"),
        axis=("advance",),
        axis_deck=("6-2",),
        allies_deck=("2-1",),
    ).order("advance", "axis-sgt", "axis-a,axis-b,axis-c")
    for each in ("axis-a", "axis-b", "axis-c"):
        table.say("axis", f"advance {each} E6")
    table.say("axis", "done")

    assert table.reckoned("melee E6 axis") == 15
    assert table.zone("allies-a") == "casualties-allies"
    assert silhouettes(table.table, "E6", "axis") == 12


# Weapons


def test_what_becomes_of_a_weapon():
    """11.3-a, 11.3-b, 11.3-c: handed over for 1, given up for nothing, kept by one of two teams."""
    table = battle(
        rifle("E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        rifle("E5", "axis-b"),
        axis=("move",),
    ).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "hand-over axis-mg axis-b"))
    assert table.asks("axis", "O21").facts["left"] == 4 - 1
    table.commands(("axis", "step E6"), ("axis", "stop"), ("axis", "done"))
    table.read("deploy")
    table.say("axis", "choose axis-b")
    assert table.table.pieces["axis-mg"].host == "axis-b-a"
    table.say("axis", "drop-weapon axis-mg").then(moved("axis-mg", "weapons", "11.3"))


# Lines of sight and roads


def test_what_stands_at_either_end_does_not_matter_to_a_line():
    """10.1-own: walls around the target, brush under the firer; the wall beyond is foreign."""
    walled = sheet(terrain={"E5": "r"}, hexsides=["E7/E8 wall", "E8/E9 wall"])
    table = battle(on=walled).table

    assert (sight_line(table, "E5", "E8").clear, sight_line(table, "E5", "E8").hindrance) == (
        True,
        0,
    )
    assert not sight_line(table, "E5", "E9").clear


def test_a_foreign_wall_blocks_a_line_that_runs_along_it():
    """10.1-wall: M9 to N7 with a wall between M8 and N8; without it the line is clear."""
    assert not sight_line(battle(on=sheet(hexsides=["M8/N8 wall"])).table, "M9", "N7").clear
    assert sight_line(battle(on=sheet()).table, "M9", "N7").clear


def test_whoever_sees_is_seen():
    """10.1-recip: two thousand pairs on the map of the examples, with smoke and a fire on it."""
    table = battle(smoke(7, "K5"), smoke(12, "H4", "blaze"), on=EXAMPLE).table
    hexes = tuple(map_of(table).grid)
    rng = Random(10)
    for _ in range(2000):
        here, there = rng.sample(hexes, 2)
        assert sight_line(table, here, there) == sight_line(table, there, here)


def test_a_road_in_its_four_effects():
    """T93-a, T93-b, T93-c, T93-d: cost 1 along it, a fifth MP, one cover less, no woods in line."""
    wooded = sheet(terrain=dict.fromkeys(("E6", "E7"), "w"), roads=[["E5", "E6", "E7", "E8"]])
    table = battle(rifle("E5"), on=wooded, axis=("move",)).order("move", "axis-a")
    table.say("axis", "group axis-a")
    assert table.asks("axis", "O21").facts["left"] == 4
    table.say("axis", "step E6")

    assert table.reckoned("movement points") == 1
    assert table.asks("axis", "O21").facts["left"] == 4 + 1 - 1
    assert cover(table.table, "E6") == 1
    assert cover(table.table, "E8") == -1
    assert sight_line(table.table, "E5", "E8").clear


def test_a_road_entered_from_the_side_gives_its_point_all_the_same():
    """T93-b: woods by another side cost 2, and the fifth point is there."""
    wooded = sheet(terrain={"E6": "w"}, roads=[["E5", "E6", "E7"]])
    table = battle(rifle("D6"), on=wooded, axis=("move",)).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))

    assert table.reckoned("movement points") == 2
    assert table.asks("axis", "O21").facts["left"] == 4 + 1 - 2


def test_points_are_told_step_by_step():
    """3.2.4, 4.2, 7.1: onto the casualty track first, then the points."""
    table = battle(us("E5", face="demoralised"))
    table.act(lambda draft: demoralise(draft, ("allies-a",), rule="E43"))

    table.then(moved("allies-a", "casualties-allies", "3.2.4"), tracked("vp", 2, "7.1"))
    assert len(units_on_map(table.table, "allies")) == 1
