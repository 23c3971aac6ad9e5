from __future__ import annotations

from tests.games.company_of_heroes.situations import (
    altered_pack,
    battle,
    firing,
    go_on,
    hex_of,
    marks,
    recovered,
    supplied,
    turn,
    verbs,
)
from wardiary.domain.games.company_of_heroes.maneuver.retreats import retreat_ends, retreat_points
from wardiary.domain.games.company_of_heroes.maneuver.turn import FinalRetreats, RetreatsGoOn
from wardiary.domain.games.company_of_heroes.sequence import Round


def test_infantry_retreats_whatever_cp_were_spent():
    """C-4.2b: after three CP, too; it costs none."""
    match = turn({"us-riflemen-1": ("F5", {"cp": 3}), "us-jeep-1": "A1"}, cp=0)
    match.when("us", "retreat us-riflemen-1")
    match.when("us", "choose F1")

    assert hex_of(match, "us-riflemen-1") == "F1"
    assert marks(match, "us-riflemen-1")["retreating"] == 1


def test_vehicles_passengers_and_assaulting_units_do_not_retreat():
    """C-4.2b, C-6.3."""
    units = {
        "us-jeep-1": "F5", "us-riflemen-1": ("F5", {"host": "us-jeep-1"}),
        "us-riflemen-2": ("F9", {"assault": 1}), "wehrmacht-grenadiers-1": "F9",
        "us-riflemen-3": "A1",
    }  # fmt: skip
    match = turn(units)

    match.when("us", "retreat us-jeep-1").then_illegal("C-4.2b")
    match.when("us", "retreat us-riflemen-1").then_illegal("C-4.2b")
    match.when("us", "retreat us-riflemen-2").then_illegal("C-6.3")


def test_a_retreat_goes_six_hexes_as_near_to_a_point_as_it_gets():
    """C-4.2c: eight hexes away it goes six; with four it stops on the point."""
    far = turn({"us-riflemen-1": "F8"})
    assert "F2" in retreat_ends(far.table, "us-riflemen-1")
    assert "F1" not in retreat_ends(far.table, "us-riflemen-1")

    near = turn({"us-riflemen-1": "F5"})
    assert "F1" in retreat_ends(near.table, "us-riflemen-1")
    assert "F2" not in retreat_ends(near.table, "us-riflemen-1")


def test_a_retreat_passes_units_and_defences_and_ends_on_none():
    """C-4.2d, worked example 7: a mortar packs up free, passes wire and a gun's arc, unharmed."""
    units = {
        "us-mortar-team-1": ("F7", {"face": 4}), "us-riflemen-1": "F1",
        "wehrmacht-mg-team-1": ("F8", {"face": 1}),
    }  # fmt: skip
    wire = {"barbed-wire-1": ("barbed-wire", "F2", "us", "")}
    match = turn(units, pieces=wire)
    match.when("us", "retreat us-mortar-team-1")
    options = match.then_asks("us").offers[0].slots[0].candidates
    assert "F2" not in options
    assert "F1" not in options
    match.when("us", "choose E2")

    assert marks(match, "us-mortar-team-1")["packed"] == 1
    assert match.table.pieces["us-mortar-team-1"].face == ""
    assert "damage" not in marks(match, "us-mortar-team-1")


def test_a_unit_retreats_once_a_round():
    """C-R12."""
    match = turn({"us-riflemen-1": ("F1", {"retreating": 1, "retreated": 1}), "us-jeep-1": "A1"})

    match.when("us", "retreat us-riflemen-1").then_illegal("C-4.2c")


def test_retreat_points_are_spawn_hexes_and_hexes_beside_a_unit_with_the_ability():
    """C-4.2a: not those with a building; not beside the unit itself."""
    table = turn({"us-major-1": "F4", "us-riflemen-1": "F9"}).table
    points = set(retreat_points(table, "us-riflemen-1"))

    assert {"F3", "G4", "F5", "E5"} <= points
    assert "G5" not in points
    assert "E4" not in points
    assert "F1" in points
    assert "F3" not in retreat_points(table, "us-major-1")


def test_retreating_units_do_nothing():
    """C-4.2e: no CP, no fire, no building, no spotting."""
    units = {"us-riflemen-1": ("F5", {"retreating": 1}), "us-jeep-1": "A1"}
    match = turn(units)
    match.when("us", "move us-riflemen-1 F4").then_illegal("C-4.2e")
    match.when("us", "fortify us-riflemen-1 sandbags-facing-1").then_illegal("C-4.2e")

    units = {"us-riflemen-1": ("F7", {"retreating": 1}), "us-riflemen-2": "A1"}
    units |= {"us-at-gun-team-1": ("F4", {"face": 4}), "wehrmacht-grenadiers-1": "F8"}
    firing(units).then_does_not_ask("us")
    units["us-riflemen-1"] = "F7"
    assert "fire" in verbs(firing(units).then_asks("us"))


def test_retreating_units_neither_neutralise_nor_capture():
    """C-4.2e, C-7.1b."""
    match = supplied({"us-riflemen-1": ("F6", {"retreating": 1})}, flags={"F6": "wehrmacht"})
    assert match.table.pieces["point-F6"].face == "wehrmacht"

    match = supplied({"us-riflemen-1": ("F6", {"retreating": 1})})
    assert match.table.pieces["point-F6"].face == ""


def test_a_retreat_that_is_not_finished_goes_on_next_round():
    """C-4.2f: two hexes more, without being asked whether."""
    units = {"us-riflemen-1": ("F3", {"retreating": 1}), "us-jeep-1": "A1"}
    match = battle(
        units, Round("retreats", 1, 4), FinalRetreats("us"), RetreatsGoOn("us"), phase="retreats"
    )
    go_on(match)
    options = set(match.then_asks("us").offers[0].slots[0].candidates)
    assert {"F1", "E1", "G1"} <= options
    match.when("us", "choose F1")

    assert hex_of(match, "us-riflemen-1") == "F1"


def test_both_teams_may_retreat_a_last_time_in_turn_order():
    """C-4.0.1e, C-4.2b."""
    units = {"us-riflemen-1": "F5", "wehrmacht-grenadiers-1": "F7"}
    match = battle(units, Round("retreats", 0, 4), phase="retreats", begins="wehrmacht")
    go_on(match)

    match.then_does_not_ask("us")
    match.when("wehrmacht", "end wehrmacht")
    match.when("us", "retreat us-riflemen-1").when("us", "choose F1")
    assert hex_of(match, "us-riflemen-1") == "F1"
    assert match.table.phase == "supply.4"


def test_the_status_comes_off_on_a_point_before_reinforcement():
    """C-4.2g, C-7.6a: it heals in the same step."""
    match = recovered({"us-riflemen-1": ("F1", {"retreating": 1, "damage": 2})})
    assert marks(match, "us-riflemen-1").get("retreating", 0) == 0
    assert marks(match, "us-riflemen-1")["damage"] == 1

    match = recovered({"us-riflemen-1": ("F2", {"retreating": 1, "damage": 2})})
    assert marks(match, "us-riflemen-1")["retreating"] == 1
    assert marks(match, "us-riflemen-1")["damage"] == 2


def test_without_the_unit_that_made_a_retreat_point_the_status_stays():
    """C-4.2g."""
    beside = {"us-major-1": "F4", "us-riflemen-1": ("F5", {"retreating": 1})}
    assert marks(recovered(beside), "us-riflemen-1").get("retreating", 0) == 0

    del beside["us-major-1"]
    assert marks(recovered(beside), "us-riflemen-1")["retreating"] == 1


def test_the_length_of_a_retreat_is_printed():
    """C-4.2c."""
    longer = altered_pack("missions.toml", ("retreat_hexes = 6", "retreat_hexes = 7"))

    ends = retreat_ends(turn({"us-riflemen-1": "F8"}, values=longer).table, "us-riflemen-1")
    assert "F1" in ends
