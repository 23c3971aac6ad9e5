"""Recover and rout."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    OPEN,
    light_mg,
    line_squad,
    rifle_squad,
    sheet,
    table_on,
    unit,
    work,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.terrain.steps import retreat_hexes
from wardiary.domain.table import events as e

# Recover, rule O22


@pytest.mark.parametrize(
    ("faces", "face", "suppressed"),
    [("3-2", "normal", 0), ("4-2", "demoralised", 1), ("4-5", "demoralised", 0)],
)
def test_a_rally_roll_below_morale_rallies_and_equal_to_morale_suppresses(
    faces: str, face: str, suppressed: int
):
    """O22, O22.2, O22.3, 3.2, 3.2.1, 3.2.5, 13.3: morale 6; suppression goes first."""
    table = battle(
        unit("axis-a", "germany-volksgrenadier", "E5", face="demoralised", suppressed=1),
        axis=("recover", "recover"),
        axis_deck=(faces,),
    ).order("recover")

    assert (table.face("axis-a"), table.mark("axis-a", "suppressed")) == (face, suppressed)
    table.order("recover").then_illegal("O22.1")


def test_a_player_with_suppressed_units_only_may_recover():
    """O22.1, O22.2: nobody rallies, the marker goes."""
    table = battle(
        unit("axis-a", "germany-volksgrenadier", "E5", suppressed=1), axis=("recover",)
    ).order("recover")

    assert table.refused is None
    assert table.mark("axis-a", "suppressed") == 0


def test_suppression_is_removed_before_the_rally_and_a_rallied_unit_may_fire():
    """O22.1, O22.2, 13.3: morale 7 again, roll 6: rallied; the same turn it fires with its gun."""
    table = battle(
        rifle_squad("E5", face="demoralised", suppressed=1),
        light_mg("E5"),
        line_squad("E7"),
        axis=("recover", "fire"),
        axis_deck=("5-1", "2-1"),
        allies_deck=("6-3",),
    ).order("recover")
    assert table.total("morale axis-a") == 7
    table.order("fire", "axis-a").shoot("axis-mg", "E7", "axis-a")

    assert table.total("attack total E7") == 4 + 1 + 3


def test_a_leader_who_rallies_first_lends_his_command_to_the_others():
    """O22.2, O22.3, 3.3.1.2, T99: 9 + 2 against 10; then 7 + 2 + 2 against 11: suppressed only."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-y", "E5", face="demoralised"),
        rifle_squad("E5", face="demoralised"),
        on=sheet(terrain={"E5": "w"}),
        axis=("recover",),
        axis_deck=("6-4", "6-5"),
    ).order("recover")
    table.say("axis", "choose axis-sgt")

    assert table.face("axis-sgt") == "normal"
    assert table.total("morale axis-a") == 11
    assert table.face("axis-a") == "demoralised"
    assert table.mark("axis-a", "suppressed") == 1


# Rout, rule O23


@pytest.mark.parametrize(("faces", "hexes"), [("3-2", 0), ("4-2", 0), ("5-3", 2)])
def test_a_rout_roll_equal_to_morale_suppresses_and_above_morale_retreats_the_difference(
    faces: str, hexes: int
):
    """O23, O23.1, O23.2, O23.3: the deck of the active player is used for enemy units too."""
    table = battle(
        unit("allies-a", "germany-volksgrenadier", "E5", face="demoralised"),
        axis=("rout", "rout"),
        axis_deck=(faces,),
    ).order("rout")

    assert [event.seat for event in table.happened(e.DiceRolled)] == ["axis"]
    assert table.mark("allies-a", "suppressed") == int(faces == "4-2")
    if hexes:
        table.asks("allies", "O23.3")
        assert set(table.choices()) == {"D4", "E4", "F4"}
        table.say("allies", "choose E4")
        table.when("allies", "choose E5").then_illegal("O23.3")
        table.say("allies", "choose E3")
        assert table.zone("allies-a") == "E3"
    table.order("rout").then_illegal("O23.1")


def test_a_retreat_crosses_wire_and_is_attacked_on_entering_and_leaving_mines():
    """O23.2, O23.3, O23.3.3, O23.3.4, AMB-15: 11 - 8 = 3 hexes; mines in and out; a tie suppresses.

    The active Germans roll for the American squad, for the rout and for the mines.
    """
    closed = dict.fromkeys(("D4", "F4", "D3", "F3", "D2", "F2"), "~")
    table = battle(
        line_squad("E5", face="demoralised"),
        work("wire", "E4"),
        work("mines", "E3"),
        on=sheet(terrain=closed),
        axis=("rout",),
        axis_deck=("6-5", "4-1", "2-1"),
        allies_deck=("2-1", "6-5"),
    ).order("rout")

    assert table.rolls() == [
        ("axis", "rout"),
        ("axis", "mines"),
        ("allies", "defence"),
        ("axis", "mines"),
        ("allies", "defence"),
    ]
    # 6 + 5 = 11 against 8 + 3: a tie; the marker makes it 7 on the way out: 7 + 11 against 9.
    assert table.total("morale allies-a") == 7
    assert table.zone("allies-a") == "E2"
    assert table.mark("allies-a", "suppressed") == 1


def test_a_retreat_avoids_enemy_hexes_impassable_terrain_and_cliffs():
    """O23.3, O23.3.5: the Axis edge is the bottom, the Allied one the top."""
    front = sheet(terrain={"J7": "~"}, hexsides=["K7/K8 cliff"])
    table = table_on(front, rifle_squad("L7", "axis-rifle-1"))

    assert retreat_hexes(table, "allies", "K8") == ()
    assert retreat_hexes(table, "axis", "K8") == ("K9",)
    assert retreat_hexes(table, "allies", "K1") == ()
    assert retreat_hexes(table_on(OPEN), "allies", "K8") == ("K7", "L7", "J7")


def test_a_retreat_ignores_terrain_and_wire_but_is_attacked_by_mines():
    """O23.3.1, O23.3.2, O23.3.3, O23.3.4: through marsh and wire; nobody is asked to shoot."""
    table = battle(
        rifle_squad("E8", face="demoralised"),
        line_squad("E6"),
        work("wire", "E9"),
        work("mines", "E10"),
        on=sheet(terrain={"E9": "m"}),
        axis=("rout",),
        allies=("fire",),
        axis_deck=("5-4", "6-5"),
        allies_deck=("1-2",),
    ).order("rout")

    assert table.zone("axis-a") == "E10"
    assert table.total("attack total E10") == 9


def test_a_unit_that_can_only_retreat_into_the_enemy_is_eliminated():
    """O23.3.5: E9 is the only nearer hex of E8."""
    table = battle(
        rifle_squad("E8", face="demoralised"), line_squad("E9"), axis=("rout",), axis_deck=("6-5",)
    ).order("rout")

    assert table.zone("axis-a") == "casualties-axis"


def test_a_retreat_must_use_a_legal_hex_if_there_is_any():
    """AMB-50, O23.3.5: of the three nearer hexes two are an enemy hex and water.

    The third is taken.
    """
    table = battle(
        rifle_squad("F5", face="demoralised"), line_squad("E6"), on=sheet(terrain={"F6": "~"})
    )

    assert retreat_hexes(table.table, "axis", "F5") == ("G6",)


def test_a_leader_who_must_retreat_into_the_enemy_is_eliminated():
    """O23.3.5, 7.1: all nearer hexes are held or closed; demoralised sergeant-y: 3 points."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-y", "E5", face="demoralised"),
        line_squad("E6"),
        on=sheet(terrain={"D5": "~", "F5": "~"}),
        axis=("rout",),
        axis_deck=("6-4",),
    ).order("rout")

    assert table.total("morale axis-sgt") == 9
    assert table.zone("axis-sgt") == "casualties-axis"
    assert table.vp() == -3
