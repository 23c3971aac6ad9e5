"""3, 4.31, 9 Movement: steps, rivers and bridges, towns, encirclement, bypasses, the exit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nuts.table import offered, position
from tests.scenario import Scenario
from wardiary.domain.games.nuts.board import is_encircled, is_occupied, units_of
from wardiary.domain.table import events as e

VG_986, VG_987, NEB_8 = "sg-u01", "sg-u02", "sg-u07"
TWO_PZ, THREE_PZ, PZ_304 = "sg-u18", "sg-u19", "sg-u20"
ID_8, ID_22, AIB_60, CCR_9 = "sa-u06", "sa-u07", "sa-u02", "sa-u10"


def moving(places: dict[str, str], **more: Any) -> Scenario:
    return position(places, phase="movement", **more)


# 9.0 to 9.2 Steps


def test_any_number_of_units_move_one_space_in_row_or_column() -> None:
    """N-9.0a, N-3.0b: never diagonally."""
    match = moving({"B2": f"{VG_986} {VG_987}", "A5": ID_8})

    assert offered(match, "german", "move", "to") == {"B1", "B3", "A2", "C2"}
    match.when("german", f"move C3 {VG_986}").then_illegal("N-9.0a")
    match.when("german", f"move B3 {VG_986},{VG_987}")
    assert match.table.zone("B3") == (VG_986, VG_987)


def test_a_space_with_enemies_outside_a_town_cannot_be_entered() -> None:
    """N-9.0b, N-Q29/30, N-9.1b."""
    match = moving({"B2": VG_986, "B3": ID_8}, terrain="sg-t5")
    match.when("german", f"move B3 {VG_986}").then_illegal("N-9.0b")


def test_leg_units_move_one_space_and_then_do_not_attack() -> None:
    """N-3.3c, N-9.1a: guns are leg units."""
    match = moving({"B1": f"{VG_986} {NEB_8}", "B3": ID_8})
    match.when("german", f"move B2 {VG_986},{NEB_8}")
    match.when("german", f"move A2 {VG_986}").then_illegal("N-9.1a")
    match.when("german", "done")
    match.when("german", f"attack B3 {NEB_8} -").then_illegal("N-9.1a")


def test_mechanized_units_move_two_spaces_or_one_and_attack() -> None:
    """N-3.3b, N-9.2a."""
    match = moving({"B1": f"{TWO_PZ} {THREE_PZ}", "B3": ID_8})
    match.when("german", f"move B2 {TWO_PZ},{THREE_PZ}")
    match.when("german", f"move A2 {TWO_PZ}").when("german", f"move A3 {TWO_PZ}")
    match.then_illegal("N-9.2a")
    match.when("german", "done")
    match.when("german", f"attack A3 {TWO_PZ} -").then_illegal("N-3.3b")
    assert offered(match, "german", "attack", "units") == {THREE_PZ}


def test_control_goes_to_who_passes_through() -> None:
    """N-3.3d: B2 stays German when the tanks have gone on."""
    match = moving({"B1": TWO_PZ, "A5": ID_8})
    match.when("german", f"move B2 {TWO_PZ}").when("german", f"move B3 {TWO_PZ}")

    assert match.table.pieces["control-b2"].face == "german"
    assert not is_occupied(match.table, "B2")


def test_any_number_of_units_may_be_in_a_space() -> None:
    """N-3.1a, N-3.3i: the thirteenth enters as the first did."""
    many = " ".join(f"sg-u{number:02}" for number in range(2, 15))
    match = moving({"B0": many, "B1": VG_986, "A5": ID_8})
    match.when("german", f"move B0 {VG_986}")

    assert len(units_of(match.table, "german", "B0")) == 14


def test_an_event_card_alone_does_not_occupy_a_space() -> None:
    """N-3.3h."""
    match = moving({"B1": VG_986, "A3-events": "sg-e11", "A5": ID_8})

    assert not is_occupied(match.table, "A3")


# 4.31, 9.2 Rivers and bridges


@pytest.mark.parametrize(
    ("terrain", "places", "marks", "rule"),
    [
        ("sa-t04", {}, {}, "N-9.2b"),
        ("sa-t04 sg-t2", {}, {}, ""),
        ("sa-t04 sg-t2", {}, {"sg-t2": {"blown": 1}}, "N-9.2b"),
        ("sa-t04 sg-t2", {"B2-town": ID_8}, {}, "N-9.2b"),
        ("sa-t04 sg-t2", {"B2-town": VG_986}, {}, ""),
        ("sa-t04", {"B2-events": "sg-e11"}, {}, ""),
        ("sa-t04 sg-t2", {"B2-town": ID_8, "B2-events": "sg-e11"}, {}, ""),
        ("sg-t2", {"B2-town": ID_8}, {}, ""),
        ("sg-t2", {}, {"sg-t2": {"blown": 1}}, ""),
    ],
)
def test_tanks_enter_a_river_by_a_bridge_in_a_free_town_or_by_engineers(
    terrain: str, places: dict[str, str], marks: dict[str, dict[str, int]], rule: str
) -> None:
    """N-4.31b, N-4.31c, N-9.2b, N-9.2c: an enemy in the town holds the bridge."""
    match = moving({"B1": TWO_PZ, "A5": ID_22, **places}, terrain=terrain, marks=marks)
    match.when("german", f"move B2 {TWO_PZ}")

    if rule:
        match.then_illegal(rule)
    else:
        assert match.table.zone("B2")[-1] == TWO_PZ


def test_leg_units_cross_without_a_bridge_and_encircle() -> None:
    """N-9.1b, N-9.4a, N-3.3g: Americans under Wiltz, with the Clerf in play."""
    match = moving({"C1": VG_986, "C2-town": ID_8, "A5": ID_22}, terrain="sg-t3 sa-t05")
    assert not is_encircled(match.table, ID_8)
    match.when("german", f"move C2 {VG_986}")

    assert is_encircled(match.table, ID_8)
    assert match.table.pieces["control-c2"].face == "german"


@pytest.mark.parametrize("terrain", ["sg-t3 sa-t05", "sa-t05"])
def test_leg_units_do_not_enter_where_enemies_are_above_the_town(terrain: str) -> None:
    """N-9.1b: nor where the town is not on the table yet."""
    match = moving({"C1": VG_986, "C2": ID_8}, terrain=terrain)
    match.when("german", f"move C2 {VG_986}").then_illegal("N-9.0b")


def test_the_our_is_bridged_all_game() -> None:
    """N-5.1a, N-15.2a, N-Q13/18: tanks cross it in any turn."""
    match = moving({"B0": TWO_PZ, "A5": ID_8}, turn=6)
    match.when("german", f"move B1 {TWO_PZ}")

    assert match.table.zone_of(TWO_PZ) == "B1"


# 9.4 Encirclement


def test_tanks_pass_through_a_space_whose_enemies_are_all_inside() -> None:
    """N-9.4a."""
    match = moving({"B1": TWO_PZ, "B2-town": ID_8}, terrain="sg-t2")
    match.when("german", f"move B2 {TWO_PZ}").when("german", f"move B3 {TWO_PZ}")

    assert match.table.zone_of(TWO_PZ) == "B3"


def test_encircled_units_cannot_leave() -> None:
    """N-9.4d: until no enemy shares their space."""
    match = position(
        {"B2-town": ID_8, "B2": VG_986, "A2": ID_22},
        army="american",
        phase="movement",
        terrain="sg-t2",
    )
    match.when("american", f"move B3 {ID_8}").then_illegal("N-9.4d")
    match.when("american", f"leave-town {ID_8}").then_illegal("N-9.4d")


# 9.5 Bypass


def bypassing(places: dict[str, str], **more: Any) -> Scenario:
    match = moving({"B1": f"{TWO_PZ} {VG_986}", "B2": ID_8, **places}, **more)
    return match.given(lambda draft: draft.move("sg-e07", "B1-events", rule="N-9.5a"))


def test_a_bypass_route_takes_tanks_past_an_enemy() -> None:
    """N-9.5a, N-9.5c, N-17.BypassRoutes: two spaces, no attack; leg units do not bypass (Q31)."""
    match = bypassing({"B4": ID_22})
    assert offered(match, "german", "bypass", "to") == {"B3", "A2", "C2"}
    match.when("german", f"bypass B2 B3 {VG_986}").then_illegal("N-9.5a")
    match.when("german", f"bypass B2 B1 {TWO_PZ}").then_illegal("N-9.5c")
    match.when("german", f"bypass B2 B3 {TWO_PZ}")

    assert match.table.zone_of(TWO_PZ) == "B3"
    assert match.table.pieces["control-b2"].face == "american"
    assert match.table.zone_of("sg-e07") == "german-discard"
    match.when("german", "done")
    assert offered(match, "german", "attack", "units") == {VG_986}


@pytest.mark.parametrize(
    ("places", "terrain", "rule"),
    [
        ({"B2": "", "B2-town": ID_8}, "sa-t04 sg-t2", "N-9.5b"),
        ({}, "sa-t04", "N-9.5b"),
        ({}, "sa-t04 sg-t2", ""),
        ({"B3": ID_22}, "", "N-9.5c"),
        ({"B3-town": ID_22}, "sg-t5", ""),
        ({}, "sa-t06", "N-9.2b"),
    ],
)
def test_rivers_and_enemies_on_the_way(places: dict[str, str], terrain: str, rule: str) -> None:
    """N-9.5b, N-9.5c: the end may hold enemies that are all in a town."""
    match = bypassing(places, terrain=terrain)
    match.when("german", f"bypass B2 B3 {TWO_PZ}")

    if rule:
        match.then_illegal(rule)
    else:
        assert match.table.zone_of(TWO_PZ) == "B3"


def test_without_a_card_nobody_bypasses() -> None:
    """N-9.5a: and who has moved a space already cannot either."""
    match = moving({"B1": TWO_PZ, "B2": ID_8})
    match.when("german", f"bypass B2 B3 {TWO_PZ}").then_illegal("N-9.5a")

    match = bypassing({}, marks={TWO_PZ: {"moved": 1}})
    match.when("german", f"bypass B2 B3 {TWO_PZ}").then_illegal("N-9.5a")


# 9.6 Towns


def test_going_into_a_town_costs_nothing() -> None:
    """N-9.6a: everybody sees it; the unit may still move or attack."""
    match = moving({"B2": VG_986, "B3": ID_8}, terrain="sg-t2")
    match.when("german", f"enter-town {VG_986}")
    match.then(e.PiecesMoved((VG_986,), "B2-town", rule="N-9.6a"))
    match.when("german", "done")

    assert offered(match, "german", "attack", "units") == {VG_986}


@pytest.mark.parametrize("said", [f"enter-town {VG_986}", f"leave-town {VG_986}"])
def test_there_must_be_a_town_and_the_unit_on_the_other_side_of_it(said: str) -> None:
    """N-9.6a."""
    moving({"B2": VG_986, "A5": ID_8}).when("german", said).then_illegal("N-9.6a")
    inside = "enter" in said
    match = moving({"B2-town" if inside else "B2": VG_986, "A5": ID_8}, terrain="sg-t2")
    match.when("german", said).then_illegal("N-9.6a")


def test_besiegers_cannot_go_into_the_town() -> None:
    """N-9.4d, N-10.2b."""
    match = moving({"B2": VG_986, "B2-town": ID_8}, terrain="sg-t2")
    match.when("german", f"enter-town {VG_986}").then_illegal("N-9.4d")


# 3.0, 13 The exit


def test_german_tanks_leave_the_board_from_row_five() -> None:
    """N-3.0c, N-13.0b, N-13.0c: with a step; they count, and never return."""
    match = moving({"A4": TWO_PZ, "B5": f"{THREE_PZ} {VG_986}", "C5": ID_8})
    match.when("german", f"move exit {TWO_PZ}").then_illegal("N-3.0c")
    match.when("german", f"move exit {VG_986}").then_illegal("N-3.0c")
    match.when("german", f"move exit {THREE_PZ}")
    match.when("german", f"move A5 {TWO_PZ}").when("german", f"move exit {TWO_PZ}")

    assert match.table.zone("exit") == (THREE_PZ, TWO_PZ)
    assert match.table.track("exited") == 2


def test_americans_do_not_leave_the_board() -> None:
    """N-3.0c."""
    match = position({"A5": AIB_60, "A0": VG_986}, army="american", phase="movement")
    match.when("american", f"move exit {AIB_60}").then_illegal("N-3.0c")


def test_a_bypass_may_leave_the_board() -> None:
    """N-13.0c: past an enemy in row 5."""
    match = moving({"A4": TWO_PZ, "A5": ID_8})
    match.given(lambda draft: draft.move("sg-e07", "A4-events", rule="N-9.5a"))
    match.when("german", f"bypass A5 exit {TWO_PZ}")

    assert match.table.track("exited") == 1


# 17 What stops units


def test_an_engineer_combat_group_stops_units_on_their_way() -> None:
    """N-17.EngineerCombatGroup, N-Q11: tanks may still fight it, leg units may not."""
    match = moving({"B1": f"{TWO_PZ} {VG_986}", "A5": ID_8}, hands={"american": "sa-e11"})
    match.when("german", f"move B2 {TWO_PZ},{VG_986}")
    match.when("american", "play sa-e11 B2")

    assert match.table.zone("B2") == ("sa-e11",)
    assert match.table.zone("B1") == (TWO_PZ, VG_986)
    match.when("german", f"move A1 {TWO_PZ}").then_illegal("N-9.0a")
    match.when("german", "done")
    assert offered(match, "german", "attack", "units") == {TWO_PZ}
    assert offered(match, "german", "attack", "to") == {"B2"}


def test_the_group_never_moves() -> None:
    """N-17.EngineerCombatGroup: but it attacks as a unit."""
    match = position({"B2": "sa-e11", "B1": VG_986}, army="american", phase="movement")
    match.when("american", "move B3 sa-e11").then_illegal("N-17.EngineerCombatGroup")
    match.when("american", "done")
    assert offered(match, "american", "attack", "units") == {"sa-e11"}


def test_nobody_is_asked_where_own_units_stand_already() -> None:
    """N-3.2a: the card can be played only on a space without Germans."""
    match = moving({"B1": TWO_PZ, "B2": VG_986, "A5": ID_8}, hands={"american": "sa-e11"})
    match.when("german", f"move B2 {TWO_PZ}")

    match.then_does_not_ask("american")
    assert match.table.zone_of(TWO_PZ) == "B2"


def test_mud_and_fuel_shortage_hold_tanks_back() -> None:
    """N-17.Mud, N-17.FuelShortage: one space; the division wherever it is, and no blitz move."""
    match = moving({"B1": TWO_PZ, "C1": THREE_PZ, "A-entry": "sg-u30", "A5": ID_8})
    match.given(lambda draft: draft.move("sa-e13", "table-events", rule="N-4.2a"))
    match.given(lambda draft: draft.turn("sa-e13", "2-pz", rule="N-4.2a"))
    for unit, first, then in ((TWO_PZ, "B2", "B3"), (THREE_PZ, "C2", "C3")):
        match.when("german", f"move {first} {unit}")
        match.when("german", f"move {then} {unit}").then_illegal("N-9.2a")
    match.when("german", "move A0 sg-u30").when("german", "move A1 sg-u30")
    assert match.table.zone_of("sg-u30") == "A1"

    match = moving({"A-entry": "sg-u30", "A5": ID_8})
    match.given(lambda draft: draft.move("sa-e15", "table-events", rule="N-4.2a"))
    match.when("german", "move A0 sg-u30").when("german", "move A1 sg-u30").then_illegal("N-9.2a")


def test_the_truly_famous_general_goes_along_once_a_phase() -> None:
    """N-4.2a: with all units, or with some of them if the owner wants."""
    match = position(
        {"B2": f"{ID_8} {CCR_9}", "B2-events": "sa-e18", "A1": VG_986},
        army="american",
        phase="movement",
    )
    match.when("american", f"move B3 {CCR_9}").when("american", "choose B3")
    assert match.table.zone_of("sa-e18") == "B3-events"
    match.when("american", f"move B4 {CCR_9}")
    assert match.table.zone_of("sa-e18") == "american-discard"
