"""Events that bring units to the map."""

from __future__ import annotations

from tests.games.combat_commander.builders import (
    discarded,
    hero,
    light_mg,
    line_squad,
    marked,
    moved,
    radio,
    random_hex,
    rifle_squad,
    rolled,
    sheet,
    table_on,
    turned,
    unit,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.units.command import command
from wardiary.domain.games.combat_commander.units.numbers import firepower, morale
from wardiary.domain.games.combat_commander.units.units import is_activated, unit_card
from wardiary.domain.table import events as e

# Field promotion, rule E56


def test_field_promotion_brings_the_private_to_a_demoralised_unit_only_once():
    """E56: the second reading does nothing."""
    table = battle(rifle_squad("E5", face="demoralised"))
    table.read("field-promotion")
    table.say("axis", "choose E5")

    assert table.zone("axis-private") == "E5"
    table.read("field-promotion")
    assert table.asked() is not None
    table.asks("axis", "5")


def test_field_promotion_offers_hexes_with_demoralised_friendly_units():
    """E56: m6, command 2; two hexes to choose from, or none; eliminated later he costs 3."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        rifle_squad("F5", "axis-b", face="demoralised"),
        rifle_squad("G5", "axis-c"),
    )
    table.read("field-promotion")
    assert set(table.choices()) == {"E5", "F5"}
    assert table.offer("decline") is not None
    table.say("axis", "choose F5").then(moved("axis-private", "F5", "E56"))

    assert command(table.table, "axis-private") == 2
    # A demoralised rifle squad has morale 7, and 2 more with him.
    assert morale(table.table, "axis-b") == 9
    table.read("kia")
    assert "axis-private" not in table.choices()


def called(who: str, at: str, *, face: str = "normal") -> tuple[e.Event, ...]:
    """The hero or the private, out of the box."""
    return (moved(who, at, "E58"), turned(who, face, "E58"))


def test_field_promotion_does_nothing_when_the_private_is_on_the_map():
    """E56: he is on the map."""
    table = battle(rifle_squad("E5", face="demoralised"), *called("axis-private", "C3"))

    table.read("field-promotion").then()
    table.asks("axis", "5")


def test_an_eliminated_private_costs_three_points():
    """E56, 7.1: 1 and his command of 2."""
    table = battle(*called("axis-private", "E5", face="demoralised"))

    table.read("kia")

    assert table.vp() == -3


# Hero, rule E58


def test_the_hero_is_placed_in_a_friendly_hex_and_may_rally_a_unit():
    """E58, E58.1: an empty objective that the reader controls is friendly.

    With the hero in play nothing happens.
    """
    table = battle(rifle_squad("E5", face="demoralised"), control_2=1)
    table.read("hero")
    assert {"A2", "E5"} <= set(table.choices())
    table.say("axis", "choose E5")
    table.say("axis", "choose axis-a")

    assert (table.zone("axis-hero"), table.face("axis-a")) == ("E5", "normal")
    table.read("hero")
    table.asks("axis", "5")


def test_the_hero_may_be_placed_only_in_friendly_hexes():
    """E58, G-friendly: the hex of a friendly unit.

    A controlled objective without enemies in it is friendly as well.
    """
    middle = sheet(
        terrain={"F5": "b", "F6": "b"},
        objectives={"1": ["E5"], "2": ["F5", "F6"], "3": ["G5"], "4": ["H5"], "5": ["I5"]},
    )
    table = battle(
        rifle_squad("K7"),
        rifle_squad("F6", "axis-b"),
        line_squad("F5"),
        on=middle,
        control_1=1,
        control_2=1,
        control_3=-1,
    )
    table.read("hero")

    assert set(table.choices()) == {"K7", "F6", "A10", "E5"}
    assert table.offer("decline") is None
    table.say("axis", "choose E5").then(moved("axis-hero", "E5", "E58"))


def test_the_hero_may_rally_a_single_unit_in_his_hex():
    """E58, 3.2.5: the reader may choose either of two demoralised units, or decline."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        rifle_squad("E5", "axis-b", face="demoralised"),
        guards=False,
    )
    table.read("hero")
    assert set(table.choices()) == {"axis-a", "axis-b"}
    assert table.offer("decline") is not None
    table.say("axis", "choose axis-b").then(turned("axis-b", "normal", "E58"))


def test_the_hero_event_does_nothing_when_the_hero_is_in_play():
    """E58, E42-a."""
    table = battle(*called("axis-hero", "E5"), rifle_squad("E6", face="demoralised"))

    table.read("hero").then()
    table.asks("axis", "5")


def test_a_hero_may_act_in_every_order_of_a_turn():
    """E58.1, G-activated: two moves in one turn."""
    table = battle(*called("axis-hero", "E5"), axis=("move", "move"))
    for there in ("E6", "E7"):
        table.order("move", "axis-hero")
        table.commands(
            ("axis", "group axis-hero"),
            ("axis", f"step {there}"),
            ("axis", "stop"),
            ("axis", "done"),
        )

    assert table.zone("axis-hero") == "E7"


def test_an_eliminated_hero_goes_to_the_box_and_scores_nothing():
    """E58.1, 7.1, AMB-44: his gun goes to the weapons box."""
    table = battle(*called("axis-hero", "E5", face="demoralised"), light_mg("E5", "axis-hero"))
    table.read("kia").then(moved("axis-mg", "weapons", "11.3"), moved("axis-hero", "box", "E62"))


def test_a_hero_who_leaves_the_map_goes_to_the_box_and_scores_nothing():
    """E58.1, 7.2.1, AMB-44: no time space, no points."""
    table = battle(
        *called("axis-hero", "E1"), marked("axis-hero", "veteran", 1, "E44"), axis=("advance",)
    ).order("advance", "axis-hero")
    table.say("axis", "leave axis-hero")

    assert table.zone("axis-hero") == "box"
    assert table.table.pieces["axis-hero"].marks.get("veteran", 0) == 0
    assert table.vp() == 0
    table.asks("axis", "5")


def test_a_hero_who_leaves_the_map_loses_his_weapon():
    """E58.1, 7.2.1, AMB-44: it goes to the weapons box, and he to the box of counters."""
    table = battle(hero("E1"), light_mg("E1", "axis-hero"), axis=("advance",))
    table.order("advance", "axis-hero")
    table.say("axis", "leave axis-hero")

    assert table.zone("axis-hero") == "box"
    assert (table.zone("axis-mg"), table.host("axis-mg")) == ("weapons", "")


def test_a_hero_may_be_activated_again_for_opportunity_fire_in_the_next_move_order():
    """E58.1, A33.3-d: the squad is done for the turn, the hero is not."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("K5", "axis-b"),
        hero("E9", "allies"),
        line_squad("E9"),
        axis=("move", "move"),
        axis_deck=("6-5", "6-4", "5-6"),
        allies=("fire", "fire"),
        allies_deck=("1-2", "2-1"),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
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
    table.order("move", "axis-b").move("axis-b", "J5")
    table.then_asks("axis")  # The hero's range of 4 does not reach J5, and the squad is spent.
    table.commands(("axis", "step I6"), ("axis", "step H6"))

    assert table.asks("allies", "O21.6").facts["hex"] == "H6"
    assert table.candidates("watch", "head") == ("allies-hero",)
    table.say("allies", f"watch {second} allies-hero -")
    assert set(table.candidates("fire", "base")) == {"allies-hero"}


def test_a_hero_lends_no_command_but_may_observe_for_artillery():
    """E58.1, O18, 3.3.1.2, AMB-14: command 0; he observes although he has moved this turn."""
    table = battle(hero("E5"), rifle_squad("E5"), radio("axis"), axis=("move", "artillery-request"))
    assert firepower(table.table, "axis-a") == 5
    table.order("move", "axis-hero").move("axis-hero", "E4", end=True)
    table.order("artillery-request")

    table.asks("axis", "O18.2.1")


def test_a_hero_never_counts_as_activated_and_is_worth_no_points():
    """E58.1"""
    table = table_on(
        sheet(),
        unit("axis-hero", "germany-hero", "E5", activated=1),
        rifle_squad("E5", "axis-squad", activated=1),
    )

    assert (is_activated(table, "axis-hero"), is_activated(table, "axis-squad")) == (False, True)
    assert unit_card(table, "axis-hero").points == 0


# Infiltration, rule E59


def test_infiltration_places_a_unit_in_or_next_to_a_random_hex():
    """E59, 8.2: no radio; where there is room; it may bring a melee."""
    table = battle(unit("axis-sgt", "germany-sergeant-y", "C3"), axis_deck=("3-2", "hex:C3"))
    table.read("infiltration")
    table.let_stand()
    assert "germany-rifle" in table.choices()
    assert not any("radio" in candidate for candidate in table.choices())
    table.say("axis", "choose germany-rifle")
    assert set(table.choices()) == {"C3", "C2", "C4", "B2", "B3", "D2", "D3"}
    table.say("axis", "choose D3")

    assert table.zone("axis-rifle-1") == "D3"


def test_infiltration_offers_the_support_column_without_radios_and_hexes_with_room():
    """E59, 4.3.2, AMB-52: roll 8, no radio; in or next to the random hex, with its weapon."""
    table = battle(
        rifle_squad("E4"),
        rifle_squad("D4", "axis-b"),
        rifle_squad("D4", "axis-c"),
        on=sheet(terrain={"F4": "~"}),
        axis_deck=("6-2", "hex:E5"),
    )
    table.read("infiltration").let_stand()

    assert table.happened(e.DiceRolled) == (rolled("axis", "support", 6, 2),)
    assert set(table.choices()) == {
        "germany-sergeant-y",
        "germany-weapon-team+germany-light-mortar",
        "germany-rifle",
    }
    table.say("axis", "choose germany-weapon-team+germany-light-mortar")
    # E4 has room for a team beside its squad (4 + 2), D4 has none, F4 is water.
    assert set(table.choices()) == {"E5", "E4", "E6", "D5", "F5"}
    table.say("axis", "choose E5")

    assert table.zone("axis-weapon-team-1") == "E5"
    assert table.host("axis-light-mortar-1") == "axis-weapon-team-1"
    assert table.face("axis-light-mortar-1") == "working"


def test_a_unit_that_infiltrates_an_enemy_hex_fights_a_melee_at_once():
    """E59, O16.4, 1.9.1-c: 5 + 7 against 6 + 1 boxed + 3; the Event! of the melee is ignored."""
    table = battle(
        line_squad("E5"),
        axis=("move",),
        allies=("move",),
        on=sheet(terrain=dict.fromkeys(("E4", "E6", "D4", "D5", "F4", "F5"), "~")),
        axis_deck=("6-2", "hex:E5", "2-5 event"),
        allies_deck=("1-2",),
    )
    table.read("infiltration").let_stand()
    table.say("axis", "choose germany-rifle")
    table.commands(("allies", "pass"), ("axis", "pass"))
    table.let_stand()

    assert table.total("melee total E5 allies") == 10
    assert table.total("melee total E5 axis") == 12
    assert table.zone("allies-a") == "casualties-allies"
    table.asks("axis", "5")


def test_an_element_of_a_later_year_is_not_offered():
    """4.3.2, E59: paratroops come from 1943 on; in 1944 they do, in the year 1941 they do not."""
    table = battle(allies_deck=("6-6 time",))
    table.read("infiltration", "allies").let_stand()
    assert "america-paratroop" in table.choices()

    early = battle(allies_deck=("6-6 time",), scenario="cc-h2")
    early.read("infiltration", "allies").let_stand()
    # Airborne and flamethrowers come later: the captain is all there is, and is chosen unasked.
    assert early.asks("allies", "E59").facts["subject"] == "britain-captain"


# Reinforcements, rule E68


def test_reinforcements_include_a_radio_only_for_an_empty_artillery_box():
    """E68, 8.1.2, 2.2.3: with a radio there none is offered; units enter on the friendly edge."""
    table = battle(axis_deck=("2-3",))
    table.read("reinforcements")
    table.let_stand()
    table.say("axis", "choose radio-75mm")
    assert table.zone("axis-radio-1") == "artillery-axis"
    full = battle(radio("axis"), axis_deck=("2-3",))
    full.read("reinforcements")
    full.let_stand()
    assert "radio-75mm" not in full.choices()
    full.say("axis", "choose germany-rifle")
    assert all(candidate.endswith("10") for candidate in full.choices())


def test_reinforcements_come_in_on_the_friendly_edge():
    """E68: roll 5 of the Americans: four elements, the radio among them; a unit at the top."""
    table = battle(allies_deck=("4-1",))
    table.read("reinforcements", "allies").let_stand()

    assert set(table.choices()) == {
        "america-corporal-y",
        "america-weapon-team+america-medium-mg",
        "america-line",
        "radio-75mm",
    }
    table.say("allies", "choose america-line")
    # O1 has four silhouettes already.
    assert set(table.choices()) == {f"{c}1" for c in "ABCDEFGHIJKLMN"}
    table.say("allies", "choose C1").then(
        e.PiecesPlaced(
            pieces=("allies-line-1",),
            kind="america-line",
            zone="C1",
            owner="allies",
            face="normal",
            rule="E68",
        )
    )


def test_a_reinforcement_radio_is_placed_working_in_the_artillery_box():
    """E68, 8.1.2, 12: in the box of its owner, and working."""
    table = battle(allies_deck=("4-1",))
    table.read("reinforcements", "allies").let_stand()
    table.say("allies", "choose radio-75mm").then(
        e.PiecesPlaced(
            pieces=("allies-radio-1",),
            kind="radio-75mm",
            zone="artillery-allies",
            owner="allies",
            face="working",
            rule="E68",
        )
    )


def test_no_radio_is_offered_to_a_player_who_has_one_in_his_box():
    """8.1.2, E68: the first stays."""
    table = battle(radio("allies", face="broken"), allies_deck=("4-1",))
    table.read("reinforcements", "allies").let_stand()

    assert "radio-75mm" not in table.choices()


# Walking wounded, rule E76


def test_walking_wounded_brings_back_an_enemy_unit_without_a_change_of_points():
    """E76, G-WW: demoralised, in or next to a random hex; points stay."""
    table = battle(line_squad("casualties-allies"), axis_deck=("hex:C3",), vp=2)
    table.read("walking-wounded")
    table.say("axis", "choose C2")

    assert (table.zone("allies-a"), table.face("allies-a")) == ("C2", "demoralised")
    assert table.vp() == 2


def test_walking_wounded_brings_back_an_eliminated_unit_demoralised():
    """E76: of any side, in or next to the random hex; the points stay as they are."""
    table = battle(
        rifle_squad("casualties-axis", face="normal"),
        line_squad("casualties-allies"),
        axis_deck=("hex:E5",),
        vp=-2,
    )
    card = table.top_card()
    table.read("walking-wounded")
    assert set(table.choices()) == {"axis-a", "allies-a"}
    table.say("axis", "choose axis-a").then(
        discarded(card, "axis", "1.8"), random_hex("axis", "walking-wounded", 5, 5)
    )
    assert set(table.choices()) == {"E5", "E4", "E6", "D4", "D5", "F4", "F5"}
    table.say("axis", "choose D5").then(
        turned("axis-a", "demoralised", "E76"), moved("axis-a", "D5", "E76")
    )
    assert table.vp() == -2
    assert table.table.zone("casualties-axis") == ()


def test_walking_wounded_must_take_an_enemy_unit_when_only_the_enemy_has_losses():
    """G-WW, E76: with only enemy units on the casualty tracks the reader may not decline."""
    table = battle(
        line_squad("casualties-allies"),
        line_squad("casualties-allies", "allies-b"),
        axis_deck=("hex:E5",),
    )
    table.read("walking-wounded")

    assert set(table.choices()) == {"allies-a", "allies-b"}
    assert table.offer("decline") is None


def test_walking_wounded_does_nothing_when_no_hex_has_room():
    """E76, 8.2, E42-a: everything around is full or water."""
    water = dict.fromkeys(("E4", "E6", "D4", "D5", "F4", "F5"), "~")
    table = battle(
        rifle_squad("E5", "axis-b"),
        rifle_squad("casualties-axis"),
        on=sheet(terrain=water),
        axis_deck=("hex:E5",),
    )
    table.read("walking-wounded")

    assert table.zone("axis-a") == "casualties-axis"
    assert table.face("axis-a") == "normal"


def test_walking_wounded_that_enter_an_enemy_hex_fight_a_melee():
    """E76, O16.4, 1.9.1-c: water leaves E5 alone: 3 + 8 against 5 + 7 + their Event! is ignored."""
    around = dict.fromkeys(("E4", "E6", "D4", "D5", "F4", "F5"), "~")
    table = battle(
        rifle_squad("E5"),
        line_squad("casualties-allies"),
        on=sheet(terrain=around),
        axis_deck=("hex:E5", "2-5 event"),
        allies_deck=("6-2",),
    )
    table.read("walking-wounded").let_stand()

    assert table.total("melee total E5 allies") == 3 + 8
    assert table.total("melee total E5 axis") == 5 + 7
    assert table.zone("allies-a") == "casualties-allies"
    assert table.vp() == 2  # Eliminated a second time, it scores again.
