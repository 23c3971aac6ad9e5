"""Radios, artillery denied and artillery requests."""

from __future__ import annotations

from typing import Any

from tests.games.combat_commander.battle import Battle
from tests.games.combat_commander.builders import (
    OPEN,
    line_squad,
    radio,
    rifle_squad,
    sergeant,
    sheet,
    smoke,
    table_on,
    unit,
    work,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.orders.artillery_request import drift, impact_zone
from wardiary.domain.table import events as e

# Artillery denied, rule O17


def test_artillery_denied_breaks_a_radio_and_then_removes_it():
    """O17, 8.1.2: working, broken, gone; without a radio the card cannot be given."""
    table = battle(radio("allies"), axis=("artillery-denied", "artillery-denied")).order(
        "artillery-denied"
    )
    assert table.face("allies-radio-1") == "broken"
    table.order("artillery-denied")

    assert table.zone("allies-radio-1") == "box"
    assert table.vp() == 0
    battle(axis=("artillery-denied",)).order("artillery-denied").then_illegal("O17")


# Artillery request, rule O18


def test_battery_access_mends_the_radio_and_activates_nobody():
    """O18, O18.1: a second card may then call fire down."""
    table = battle(
        radio("axis", face="broken"),
        sergeant("E5"),
        axis=("artillery-request", "artillery-request"),
    ).order("artillery-request")
    assert table.face("axis-radio-1") == "working"
    table.order("artillery-request")

    assert table.asks("axis", "O18.2.1").question == "where does the spotting round go?"
    assert table.mark("axis-sgt", "activated") == 1


def spotted(*cards: str, placed: tuple[e.Event, ...] = (), **more: Any) -> Battle:
    """A sergeant in E3 observes; the spotting round is put into E9."""
    table = battle(
        radio("axis"),
        sergeant("E3"),
        *placed,
        axis=("artillery-request",),
        axis_deck=cards,
        **more,
    ).order("artillery-request")
    return table.say("axis", "spot E9 shells")


def test_a_hit_drifts_a_hex_by_each_die():
    """O18.2, O18.2.1, O18.2.2, O18.2.2.1, 10.3.1: range 6, 2 x 4 = 8; then 1 and 2: E8, F7."""
    table = spotted("2-4", "1-2", placed=(line_squad("G8"),))

    assert table.total("targeting E9") == 8
    moved = table.moves_of("spotting-round")
    assert moved[-1] in ("F7", "box")
    assert "F7" in moved


def test_the_spotting_round_may_go_into_water_fire_and_empty_hexes_in_sight():
    """O18.2.1, 10.2.1, T79: a blaze is seen, but not seen through."""
    table = battle(
        radio("axis"),
        sergeant("E4"),
        smoke(3, "E6", "blaze"),
        on=sheet(terrain={"F5": "~"}),
        axis=("artillery-request",),
    ).order("artillery-request")
    hexes = table.candidates("spot", "hex")

    assert {"E5", "E6", "F5", "G5"} <= set(hexes)
    assert "E7" not in hexes
    assert "E8" not in hexes


def test_a_smoke_barrage_is_announced_before_the_roll_and_fills_the_zone():
    """O18.2.1.1, O18.2.3.1: only radios that can; seven random markers."""
    table = battle(
        radio("axis"),
        sergeant("E3"),
        axis=("artillery-request",),
        axis_deck=("5-2 event", "event:elan", "1-4"),
    ).order("artillery-request")
    assert table.candidates("spot", "shells") == ("shells", "smoke")
    table.when("axis", "spot E8 smoke")
    assert table.refused is None
    table.say("allies", "pass", dice=(1, 1, 1, 1, 1, 1, 1), stand=False)

    zone = ("E8", "E7", "F7", "F8", "E9", "D8", "D7")
    assert all(
        any(piece.startswith("smoke") for piece in table.table.zone(label)) for label in zone
    )
    assert table.zone("spotting-round") == "box"


def test_the_holder_of_the_initiative_sees_the_total_of_an_accuracy_roll():
    """8.12, O18.2.2, 9.1: 2 x 4 = 8, less 2 for the orchard on the way, against range 6."""
    table = battle(
        radio("axis"),
        sergeant("E3"),
        on=sheet(terrain={"E6": "o"}),
        axis=("artillery-request",),
        axis_deck=("2-4",),
    ).order("artillery-request")
    table.when("axis", "spot E9 shells")

    asked = table.asks("allies", "9.1")
    shown = {name: asked.facts[name] for name in ("purpose", "roll", "total", "against", "margin")}
    assert shown == {"purpose": "accuracy", "roll": 8, "total": 6, "against": 6, "margin": 0}
    assert "in all 6 against 6" in asked.question


def test_the_spotting_round_drifts_after_the_last_card_has_advanced_time():
    """AMB-06, O18.2.2.1: accuracy, time, drift."""
    table = battle(
        radio("axis"),
        sergeant("E3"),
        axis=("artillery-request",),
        axis_deck=("6-4", "4-1"),
        short=("axis",),
    ).order("artillery-request")
    table.say("axis", "spot E8 shells")

    assert table.tracks_and_pools() == ["card", "time", "directions"]


def test_a_spotting_round_that_leaves_the_map_by_the_second_die_is_removed():
    """O18.2.2.1, O18.2.2.3: a hit on O2 goes up to O1 and off; nobody in O1 is attacked."""
    table = battle(
        radio("axis"),
        sergeant("O6"),
        unit("allies-a", "america-line-team", "O1"),
        axis=("artillery-request",),
        axis_deck=("6-4", "1-1 jammed"),
    ).order("artillery-request")
    table.say("axis", "spot O2 shells")

    moved = table.moves_of("spotting-round")
    assert moved == ["O2", "box"]
    assert table.defended() == []


def test_shells_drift_by_both_dice_when_they_hit_and_by_one_when_they_miss():
    """O18.2.2.1, O18.2.2.2, O18.2.2.3"""
    table = table_on(OPEN)

    assert drift(table, "E6", 1, 2, hit=True) == "F4"
    assert drift(table, "E6", 2, 3, hit=False) == "H4"
    assert drift(table, "B1", 1, 4, hit=True) is None


def test_a_miss_drifts_as_far_as_the_red_die():
    """O18.2.2.2: 2 x 3 = 6 is no hit at range 6; 2 and 3: F8, G8, H7."""
    table = spotted("2-3", "2-3")

    moved = table.moves_of("spotting-round")
    assert moved == ["E9", "H7", "box"]


def test_a_spotting_round_that_leaves_the_map_ends_the_order():
    """O18.2.2.3."""
    table = spotted("1-2", "4-6")

    moved = [(event.to, event.rule) for event in table.happened(e.PiecesMoved)][-1]
    assert moved == ("box", "O18.2.2.3")


def test_every_unit_in_the_impact_zone_is_attacked_hex_by_hex():
    """O18.2.3, O18.2.3.2, 12: 10 + 7 against everybody; both sides; jams are ignored."""
    table = spotted(
        "5-2 event",
        "event:elan",
        "1-4",
        "1-1 jammed",
        "6-1",
        allies_deck=("6-3",),
        placed=(line_squad("E9"), rifle_squad("E10", "axis-b"), line_squad("E8", "allies-b")),
    )

    assert set(table.choices()) == {"E8", "E9", "E10"}
    table.say("axis", "choose E9")
    assert table.total("attack total E9") == 12
    assert table.face("axis-radio-1") == "working"
    defended = [event.what for event in table.happened(e.TotalComputed) if "defence" in event.what]
    assert defended == ["defence total allies-a"]
    table.say("axis", "choose E10")
    assert table.total("defence total axis-b") > 7


def test_the_impact_zone_is_the_hex_and_its_neighbours_on_the_map():
    """O18.2.3"""
    table = table_on(OPEN)

    assert impact_zone(table, "E5") == ("E5", "E4", "F4", "F5", "E6", "D5", "D4")
    assert impact_zone(table, "A1") == ("A1", "B1", "A2")


def test_a_smoke_barrage_leaves_out_water_and_burning_hexes():
    """O18.2.3.1, AMB-46: the round returns to E9; a stream and a blaze take no smoke: five."""
    table = battle(
        radio("axis"),
        sergeant("E4"),
        smoke(20, "F9", "blaze"),
        on=sheet(terrain={"D9": "s"}),
        axis=("artillery-request",),
        axis_deck=("6-4", "4-1"),
    ).order("artillery-request")
    table.say("axis", "spot E9 smoke", stand=False)
    table.say("allies", "pass", dice=(1, 1, 1, 1, 1))

    rounds = table.moves_of("spotting-round")
    assert rounds == ["E9", "box"]
    clouded = {
        table.zone(f"smoke-{number}")
        for number in range(1, 21)
        if table.face(f"smoke-{number}") == "smoke"
    }
    assert clouded - {"smoke-cup"} == {"E8", "E9", "E10", "D8", "F8"}


def test_an_impact_attacks_both_sides_and_the_inactive_side_defends_first():
    """O18.2.3.2, T99, G-simul: 10 + 5 + 2 = 17 against both; suppressed by a tie, not moving."""
    table = battle(
        radio("axis"),
        sergeant("E3"),
        rifle_squad("E9", "axis-b"),
        line_squad("E9"),
        on=sheet(terrain={"E9": "w"}),
        axis=("artillery-request",),
        axis_deck=("6-4", "1-4", "3-2", "5-3"),
        allies_deck=("6-3",),
    ).order("artillery-request")
    table.say("axis", "spot E9 shells")

    # The only occupied hex of the zone is attacked without a question.
    assert table.items("attack total E9") == {"firepower": 10, "roll": 5, "airburst": 2}
    assert table.defended() == ["allies-a", "axis-b"]
    assert table.total("defence total allies-a") == 6 + 2 + 9
    assert table.total("defence total axis-b") == 7 + 2 + 8
    assert table.mark("allies-a", "suppressed") == table.mark("axis-b", "suppressed") == 1


def test_an_impact_roll_equal_to_the_radios_number_removes_the_fortification_first():
    """O18.2.3.3, F100.2, AMB-25: a radio of 10 removes it with a 10; there is no cover."""
    table = spotted(
        "5-2 event",
        "event:elan",
        "1-4",
        "5-5 sniper",
        "hex:O9",
        placed=(line_squad("E9"), work("trench", "E9")),
    )

    assert table.total("attack total E9") == 20
    assert table.zone("trench-E9") == "box"
    assert table.items("morale allies-a") == {"allies-a morale": 6, "open": 0}
