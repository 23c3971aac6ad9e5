"""Actions that change a fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.combat_commander.battle import Battle
from tests.games.combat_commander.builders import (
    OBJECTIVE_BUILDING_IN_E7,
    WOODS_IN_E7,
    light_mg,
    line_squad,
    rifle_squad,
    sergeant,
    sheet,
    smoke,
    unit,
    weapon,
)
from tests.games.combat_commander.openings import (
    battle,
    opportunity_fire_at_e6,
    squad_in_e7_defends,
)
from wardiary.domain.table import events as e

# Bore sighting, rule A27


def aiming(
    *placed: e.Event, base: str = "axis-a", hand: tuple[str, ...] = (), **more: Any
) -> Battle:
    """A rifle squad in E5 or its machine gun aims at E7."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        line_squad("E7"),
        *placed,
        axis=("fire", *hand),
        **more,
    ).order("fire", "axis-a")
    return table.say("axis", f"fire E7 {base}")


def shown_firepower(table: Battle) -> object:
    return table.asks("axis", "O20.3.3").facts["firepower"]


def test_bore_sighting_needs_a_defender_with_a_heavy_weapon():
    """A27: not with a light gun of 4; a heavy gun with a leader has 8 + 1 + 2."""
    weak = aiming(hand=("bore-sighting",), base="axis-mg", attitudes={"axis": "defender"})
    weak.play("bore-sighting").then_illegal("A27")
    table = battle(
        unit("axis-a", "germany-weapon-team", "E5"),
        sergeant("E5"),
        weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-a"),
        line_squad("E7"),
        axis=("fire", "bore-sighting"),
        attitudes={"axis": "defender"},
    ).order("fire", "axis-a")
    table.say("axis", "fire E7 axis-hmg")
    table.play("bore-sighting")

    assert shown_firepower(table) == 11


def bore_sighting(base: str, **more: Any) -> Battle:
    """A squad with a heavy gun fires; the owner holds Bore Sighting."""
    table = battle(
        rifle_squad("E5"),
        weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-a"),
        line_squad("E7"),
        axis=("fire", "bore-sighting"),
        **more,
    ).order("fire", "axis-a")
    return table.say("axis", f"fire E7 {base}")


@pytest.mark.parametrize("attitude", ["attacker", "reconnaissance"])
def test_bore_sighting_is_refused_to_a_player_who_does_not_defend(attitude: str):
    """8.12, A27: however heavy the weapon is."""
    table = bore_sighting("axis-hmg", attitudes={"axis": attitude})

    assert table.offer("play") is None
    table.play("bore-sighting").then_illegal("A27")


def test_bore_sighting_is_refused_when_the_squad_fires_without_its_weapon():
    """8.12, A27: it is the weapon in the fire group that counts."""
    table = bore_sighting("axis-a", attitudes={"axis": "defender"})

    table.play("bore-sighting").then_illegal("A27")


# Concealment, rule A29


@pytest.mark.parametrize(("on", "against"), [(WOODS_IN_E7, 13), (OBJECTIVE_BUILDING_IN_E7, 13)])
def test_concealment_lowers_the_attack_total_by_the_cover_of_the_hex(on: object, against: int):
    """A29, T93: woods 2; a building with a road 3 - 1; 15 becomes 13."""
    table = squad_in_e7_defends("concealment", "move", on=on)
    assert table.asks("allies", "O20.3.4").facts["against"] == 15
    table.play("concealment", "E7")

    assert table.asks("allies", "O20.3.4").facts["against"] == against
    assert table.total("attack total E7") == against


def test_concealment_in_a_stream_raises_the_attack_total():
    """A29, AMB-41, T95: cover -1 raises 11 to 12; 6 - 1 + 7 ties instead of escaping."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E7"),
        on=sheet(terrain={"E7": "s"}),
        axis=("fire",),
        axis_deck=("5-1",),
        allies=("concealment",),
        allies_deck=("4-3 event", "event:elan"),
    ).order("fire", "axis-a")
    table.shoot("axis-a", "E7")
    table.play("concealment", "E7")

    assert table.values("attack-total") == [12]
    assert table.total("defence total allies-a") == 12
    assert table.mark("allies-a", "suppressed") == 1


# Crossfire, rule A30


def test_crossfire_adds_2_only_against_moving_units():
    """A30, A33.2: refused in a fire order, +2 as opportunity fire."""
    table = aiming(hand=("crossfire",))
    table.play("crossfire").then_illegal("A30")
    moving = battle(
        rifle_squad("E5"), line_squad("E8"), axis=("move",), allies=("fire", "crossfire")
    ).order("move", "axis-a")
    moving.move("axis-a", "E6")
    moving.watch("allies-a").say("allies", "fire E6 allies-a")
    moving.play("crossfire")

    assert moving.asks("allies", "O20.3.3").facts["firepower"] == 8


def test_crossfire_needs_only_a_single_moving_unit_in_the_target_hex():
    """8.12, A30: two units are in the hex, and only the first has moved."""
    table = opportunity_fire_at_e6("crossfire").play("crossfire")

    assert table.asks("allies", "O20.3.3").facts["firepower"] == 8


def test_hand_grenades_and_crossfire_add_up_against_an_adjacent_moving_unit():
    """A30, A34, T95: 6 + 2 + 2 = 10, roll 3: 13; 7 - 1 + 7 ties: demoralised."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E7"),
        on=sheet(terrain={"E6": "s"}),
        axis=("move",),
        axis_deck=("6-1",),
        allies=("fire", "crossfire", "hand-grenades"),
        allies_deck=("1-2",),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    table.watch("allies-a").say("allies", "fire E6 allies-a")
    table.play("crossfire")
    table.play("hand-grenades")
    table.say("allies", "shoot")

    assert table.total("firepower E6") == 10
    assert table.items("morale axis-a") == {"axis-a morale": 7, "stream": -1}
    assert table.face("axis-a") == "demoralised"


# Hand grenades, rule A34


def test_hand_grenades_need_a_firer_adjacent_to_the_target():
    """A34."""
    table = aiming(hand=("hand-grenades",))
    table.play("hand-grenades").then_illegal("A34")
    near = battle(rifle_squad("E6"), line_squad("E7"), axis=("fire", "hand-grenades")).order(
        "fire", "axis-a"
    )
    near.say("axis", "fire E7 axis-a")
    near.play("hand-grenades")

    assert shown_firepower(near) == 7


def test_hand_grenades_count_when_either_hex_of_spray_fire_is_adjacent():
    """A34, A40, AMB-57: adjacent to either hex is enough: 5 + 2, both squads defend."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E6"),
        line_squad("E7", "allies-b"),
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

    assert table.track("attack-total") == 5 + 2 + 5
    assert table.total("defence total allies-b") == 15
    assert table.total("defence total allies-a") == 14


# Marksmanship, rule A37


def test_marksmanship_adds_2_when_a_squad_or_team_fires():
    """A37, A24.1: a squad or team fires; a gun alone does not do."""
    table = aiming(hand=("marksmanship",))
    table.play("marksmanship")
    gun = aiming(hand=("marksmanship",), base="axis-mg")

    assert shown_firepower(table) == 5 + 2
    gun.play("marksmanship").then_illegal("A37")


# Spray fire, rule A40


def test_spray_fire_attacks_two_adjacent_hexes_with_a_single_roll():
    """A40, AMB-57: boxed range; the worst hindrance counts for both; all units defend."""
    table = aiming(
        line_squad("E8", "allies-b"),
        smoke(3, "E8"),
        hand=("spray-fire", "spray-fire"),
        axis_deck=("4-2",),
        allies_deck=("6-3", "5-4"),
    )
    table.play("spray-fire", "E8")
    assert shown_firepower(table) == 5 - 2
    assert table.offer("play", "A40") is None
    table.say("axis", "shoot")
    table.say("allies", "defend allies-a")

    assert table.total("defence total allies-b") > 0
    assert [event.what for event in table.happened(e.TotalComputed)].count("attack total E7") == 0


@pytest.mark.parametrize(
    ("kind", "offered"), [("germany-rifle", True), ("germany-conscript", False)]
)
def test_spray_fire_needs_the_second_hex_in_range(kind: str, offered: bool):
    """A40: the rifles' 5 reaches both E9 and E10; the conscripts' 3 does not."""
    table = battle(
        unit("axis-a", kind, "E5"),
        line_squad("E8"),
        line_squad("E9", "allies-b"),
        axis=("fire", "spray-fire"),
    ).order("fire", "axis-a")
    table.say("axis", "fire E8 axis-a")

    assert (table.offer("play", "A40") is not None) == offered


@pytest.mark.parametrize(
    ("kind", "target", "offered"),
    [
        ("germany-rifle", "E8", True),
        ("germany-conscript", "E8", False),
        ("germany-conscript", "E7", True),
        ("germany-weapon-team", "E7", False),
    ],
)
def test_spray_fire_needs_boxed_range_and_reach_of_every_element(
    kind: str, target: str, offered: bool
):
    """A40: beside a rifle squad conscripts (boxed 3) reach E8, not E9; the range 2 is not boxed."""
    table = battle(
        rifle_squad("E5"),
        unit("axis-b", kind, "E5"),
        sergeant("D5"),
        line_squad(target),
        line_squad("E9" if target == "E8" else "E6", "allies-b"),
        axis=("fire", "spray-fire"),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", f"fire {target} axis-a"), ("axis", "join axis-b"))

    assert (table.offer("play", "A40") is not None) == offered


def test_concealment_lowers_the_total_of_spray_fire_for_the_units_still_to_defend():
    """A40, A29, AMB-57: hindrance 0 and 2: -2 for both; the woods' 2 off the total for all to come.

    5 + 1 - 2 + 8 = 12; the squad in the orchard rolls against 10.
    """
    table = battle(
        rifle_squad("E5"),
        rifle_squad("E5", "axis-b"),
        sergeant("E5"),
        line_squad("E8"),
        line_squad("F7", "allies-b"),
        on=sheet(terrain={"E8": "w", "E7": "o"}),
        axis=("fire", "spray-fire"),
        axis_deck=("6-2",),
        allies=("concealment",),
        allies_deck=("2-1", "3-1"),
    ).order("fire", "axis-a")
    table.say("axis", "fire F7 axis-a")
    table.play("spray-fire", "E8")
    table.say("axis", "shoot")
    assert table.items("firepower F7") == {"axis-a firepower": 5, "axis-sgt": 1, "hindrance": -2}
    assert table.track("attack-total") == 12
    table.say("allies", "defend allies-a")  # 6 + 2 + 3 = 11 against 12.
    assert table.total("defence total allies-a") == 11
    while table.asked() is not None and table.asked().rule == "A36":
        table.say("allies", "pass")
    assert table.face("allies-a") == "demoralised"
    table.play("concealment", "E8")  # The last to roll, without another card, is not asked.
    assert table.track("attack-total") == 10

    assert table.total("defence total allies-b") == 10
    assert table.mark("allies-b", "suppressed") == 1


# Sustained fire, rule A41


def test_sustained_fire_adds_2_and_a_double_breaks_the_weapon():
    """A41: 2-2 without trigger; the attack still counts it."""
    table = aiming(
        hand=("sustained-fire",), base="axis-mg", axis_deck=("2-2",), allies_deck=("6-3",)
    )
    table.play("sustained-fire")
    table.say("axis", "shoot")

    assert table.total("attack total E7") == 4 + 2 + 4
    assert table.face("axis-mg") == "broken"
    squad = aiming(hand=("sustained-fire",))
    squad.play("sustained-fire").then_illegal("A41")


def test_a_jam_and_sustained_fire_on_the_same_double_eliminate_the_weapon():
    """A41, 1.9.1.2, 11.4: 1-1 Jammed! breaks it, the double breaks it again: gone; 8 + 2."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        line_squad("E7"),
        axis=("fire", "sustained-fire"),
        axis_deck=("1-1 jammed",),
        allies_deck=("3-1",),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "join axis-mg"))
    table.play("sustained-fire")
    table.say("axis", "shoot")

    assert table.total("attack total E7") == 10
    assert table.zone("axis-mg") == "weapons"
    assert table.vp() == 0


def test_each_sustained_fire_card_breaks_a_weapon_of_the_firers_choice():
    """A41: two cards and a double: +4; the firer may choose the same gun twice."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        rifle_squad("E5", "axis-b"),
        light_mg("E5", "axis-b", "axis-mg-b"),
        sergeant("E5"),
        line_squad("E7"),
        axis=("fire", "sustained-fire", "sustained-fire"),
        axis_deck=("2-2",),
        allies_deck=("3-1",),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "fire E7 axis-mg"), ("axis", "join axis-mg-b"))
    table.play("sustained-fire")
    table.play("sustained-fire")
    table.say("axis", "shoot")
    assert table.total("attack total E7") == (4 + 1 + 1 + 4) + 4
    assert table.asks("axis", "A41").facts["what"] == "wear-out"
    table.say("axis", "choose axis-mg")
    table.say("axis", "choose axis-mg")

    assert table.zone("axis-mg") == "weapons"
    assert table.face("axis-mg-b") == "working"
