"""Stacking and limits for markers (8)."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    OPEN,
    chit,
    line_squad,
    moved,
    rifle_squad,
    sergeant,
    sheet,
    smoke,
    table_on,
    tracked,
    unit,
    work,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.fortifications.construction import takes_fortification
from wardiary.domain.games.combat_commander.terrain.fortifications import fortification_in
from wardiary.domain.games.combat_commander.terrain.smoke import takes_smoke
from wardiary.domain.games.combat_commander.units.stacking import (
    has_room,
    overstacked_hexes,
    silhouettes,
)
from wardiary.domain.table import events as e


def test_a_hex_takes_a_single_fortification_and_none_with_a_blaze():
    """8.1.3, 8.1.5"""
    table = table_on(OPEN, work("wire", "E5"), smoke(1, "E6", "blaze"))

    assert [takes_fortification(table, label) for label in ("E5", "E6", "E7")] == [
        False,
        False,
        True,
    ]
    assert fortification_in(table, "E5") == "wire-E5"
    assert not takes_smoke(table, "E6")


@pytest.mark.parametrize(("before", "place", "stays"), [(6, 19, "smoke-6"), (19, 5, "smoke-19")])
def test_of_two_smokes_the_thicker_stays(before: int, place: int, stays: str):
    """8.1.4, E53: 10 on 3 and 3 on 10; the other returns to the cup."""
    table = battle(smoke(before, "E5"), axis_deck=("hex:E5",))
    table.read("dust", dice=(place,))

    expected = "smoke-20" if before == 6 else stays
    assert [piece for piece in table.table.zone("E5") if piece.startswith("smoke")] == [expected]
    assert len(table.table.zone("smoke-cup")) == 19


def test_overstacked_hexes_of_the_inactive_player_come_first_and_may_end_the_game():
    """8.2, 6.3-1, AMB-43, 7.3.2-e: the loss is the fourth: surrender before any card is drawn."""
    table = battle(
        line_squad("E5"),
        line_squad("E5", "allies-b"),
        rifle_squad("K5"),
        rifle_squad("K5", "axis-b"),
        line_squad("casualties-allies", "allies-lost-1"),
        line_squad("casualties-allies", "allies-lost-2"),
        chit("X", "objectives-open"),
        axis=("move",),
        surrender_allies=3,
    )
    before = table.table.zone("hand-axis")
    table.say("axis", "discard -")
    assert table.asks("allies", "8.2").facts["what"] == "deploy"
    table.say("allies", "decline")
    table.say("allies", "choose allies-b").then(
        moved("allies-b", "casualties-allies", "8.2"),
        tracked("vp", 4, "7.1"),
        e.MatchEnded(
            winners=("axis",),
            reason="allies surrendered",
            scores={"axis": 4, "allies": -4},
            rule="6.3.1",
        ),
    )
    assert table.table.zone("hand-axis") == before


def test_an_overstacked_hex_is_reduced_to_seven_silhouettes_at_the_end_of_a_turn():
    """8.2, 8.1: box: two demoralised squads, one deployed: 8, then one team out: 6."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        rifle_squad("E5", "axis-b", face="demoralised", suppressed=1),
        axis=("move",),
    )
    table.say("axis", "discard -")
    table.asks("axis", "8.2")
    table.say("axis", "choose axis-b")
    assert {"axis-b-a", "axis-b-b"} <= set(table.table.zone("E5"))
    assert table.mark("axis-b-a", "suppressed") == 1
    assert table.mark("axis-b-b", "suppressed") == 0
    table.say("axis", "choose axis-b-a")

    assert table.vp() == -1
    assert table.zone("axis-b-a") == "casualties-axis"
    assert table.table.seat == "allies"


def test_seven_silhouettes_are_legal_and_eight_are_not():
    """8.2, 3: squad 4, team 2, leader 1."""
    table = table_on(
        sheet(),
        rifle_squad("E5", "axis-squad"),
        unit("axis-team", "germany-line-team", "E5"),
        sergeant("E5", "axis-leader"),
        rifle_squad("E6"),
        rifle_squad("E6", "axis-b"),
    )

    assert (silhouettes(table, "E5", "axis"), overstacked_hexes(table, "axis")) == (7, ("E6",))
    assert not has_room(table, "E5", "axis", 1)
    assert has_room(table, "E7", "axis", 7)


def test_the_stacking_limit_may_be_exceeded_during_a_turn():
    """8.2-free, O16.1: three squads advance into one melee; 15 + 1 + 7 against 7 + 3."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("D5", "axis-b"),
        rifle_squad("D6", "axis-c"),
        unit("axis-sgt", "germany-lieutenant-y", "D5"),
        line_squad("E6"),
        axis=("advance",),
        axis_deck=("6-2",),
        allies_deck=("2-1",),
    ).order("advance", "axis-sgt", "axis-a,axis-b,axis-c")
    for squad in ("axis-a", "axis-b", "axis-c"):
        table.say("axis", f"advance {squad} E6")
    table.say("axis", "done")

    assert table.total("melee E6 axis") == 15
    assert table.zone("allies-a") == "casualties-allies"
    assert silhouettes(table.table, "E6", "axis") == 12
