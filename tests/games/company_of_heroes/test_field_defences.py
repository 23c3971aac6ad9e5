from __future__ import annotations

import pytest

from tests.games.company_of_heroes.situations import (
    FIRST_GAME,
    altered_pack,
    candidates,
    defence_dice,
    hex_of,
    resolved,
    turn,
    verbs,
)

SANDBAGS = ("sandbags", "F5", "us", "1")
WIRE = ("barbed-wire", "F4", "us", "")
TRAP = ("tank-trap", "F4", "us", "")


def test_a_wrench_builds_one_field_defence_for_a_cp():
    """C-4.1.2a."""
    match = turn({"us-riflemen-1": "F5"})
    match.when("us", "fortify us-riflemen-1 sandbags-facing-1,sandbags-facing-4").then_illegal(
        "C-4.1.2a"
    )
    match.when("us", "fortify us-riflemen-1 sandbags-facing-1")

    assert hex_of(match, "sandbags-1") == "F5"
    assert match.table.pieces["sandbags-1"].face == "1"
    assert match.table.track("cp/us") == 2
    assert match.table.mark("us-riflemen-1", "cp") == 1


def test_a_unit_without_a_wrench_builds_nothing():
    """C-4.1.2a."""
    match = turn({"us-mortar-team-1": "F5", "us-riflemen-1": "A1"})

    match.when("us", "fortify us-mortar-team-1 sandbags-facing-1").then_illegal("C-4.1.2a")


def test_two_wrenches_build_two_field_defences_for_one_cp():
    """C-4.1.2a, worked example 4."""
    values = altered_pack(
        "units.toml", ('abilities = ["wrench"]', 'abilities = ["wrench", "wrench"]')
    )
    match = turn({"us-riflemen-1": "F5"}, values=values)
    match.when("us", "fortify us-riflemen-1 sandbags-facing-1,barbed-wire")

    assert hex_of(match, "sandbags-1") == hex_of(match, "barbed-wire-1") == "F5"
    assert match.table.track("cp/us") == 2


def test_field_defences_are_not_built_in_buildings_but_from_transports():
    """C-4.1.2b: different kinds may share a hex."""
    match = turn({"us-riflemen-1": "B4"})
    match.when("us", "fortify us-riflemen-1 sandbags-facing-1").then_illegal("C-4.1.2b")

    riding = {"us-jeep-1": "F5", "us-riflemen-1": ("F5", {"host": "us-jeep-1"})}
    match = turn(riding)
    match.when("us", "fortify us-riflemen-1 sandbags-facing-1")
    match.when("us", "fortify us-riflemen-1 tank-trap")
    assert hex_of(match, "sandbags-1") == hex_of(match, "tank-trap-1") == "F5"


def test_wire_and_tank_traps_belong_to_the_full_game():
    """C-4.1.2h, C-4.1.2i."""
    match = turn({"us-riflemen-1": "F5"}, mission=FIRST_GAME)

    match.when("us", "fortify us-riflemen-1 barbed-wire").then_illegal("C-4.1.2h")
    match.when("us", "fortify us-riflemen-1 tank-trap").then_illegal("C-4.1.2i")
    assert candidates(match.then_asks("us"), "fortify", "what") == {
        f"sandbags-facing-{side}" for side in range(1, 7)
    }


@pytest.mark.parametrize(
    ("defence", "barred", "rule"),
    [(WIRE, "us-riflemen-1", "C-4.1.2h"), (TRAP, "us-jeep-1", "C-4.1.2i")],
)
def test_wire_stops_infantry_and_tank_traps_stop_vehicles(
    defence: tuple[str, str, str, str], barred: str, rule: str
):
    """C-4.1.2h, C-4.1.2i: no matter who built them."""
    for owner in ("us", "wehrmacht"):
        kind, hex_, _, face = defence
        match = turn({barred: "F3"}, pieces={f"{kind}-1": (kind, hex_, owner, face)})
        match.when("us", f"move {barred} F4").then_illegal(rule)


def test_wire_does_not_stop_light_vehicles_nor_traps_infantry():
    """C-4.1.2h, C-4.1.2i."""
    pieces = {"barbed-wire-1": WIRE, "tank-trap-1": ("tank-trap", "F2", "us", "")}
    match = turn({"us-jeep-1": "F3", "us-riflemen-1": "F1"}, pieces=pieces)
    match.when("us", "move us-jeep-1 F4").when("us", "move us-riflemen-1 F2")

    assert hex_of(match, "us-jeep-1") == "F4"
    assert hex_of(match, "barbed-wire-1") == "F4"
    assert hex_of(match, "us-riflemen-1") == "F2"


def test_a_unit_on_wire_may_leave_and_not_come_back():
    """C-4.1.2j."""
    match = turn({"us-riflemen-1": "F4"})
    match.when("us", "fortify us-riflemen-1 barbed-wire").when("us", "move us-riflemen-1 F3")
    assert hex_of(match, "us-riflemen-1") == "F3"

    match.when("us", "move us-riflemen-1 F4").then_illegal("C-4.1.2h")


def test_a_heavy_vehicle_crushes_sandbags_and_wire_but_no_tank_trap():
    """C-4.1.2g, C-4.1.2h."""
    pieces = {"sandbags-1": ("sandbags", "F4", "us", "1"), "barbed-wire-1": WIRE}
    match = turn({"us-sherman-1": ("F3", {"face": 4})}, pieces=pieces)
    match.when("us", "drive us-sherman-1 F4 4")
    assert hex_of(match, "sandbags-1") == hex_of(match, "barbed-wire-1") == "box"

    match = turn({"us-sherman-1": ("F3", {"face": 4})}, pieces={"tank-trap-1": TRAP})
    match.when("us", "drive us-sherman-1 F4 4").then_illegal("C-4.1.2i")


def test_defences_are_built_on_the_hex_of_an_ally_in_passing():
    """C-4.1.2e: onto it, the work, and off again are paid at once."""
    match = turn({"us-riflemen-1": "F2", "us-mortar-team-1": "F3"})
    match.when("us", "fortify-passing us-riflemen-1 F3 F4 sandbags-facing-4")

    assert hex_of(match, "sandbags-1") == "F3"
    assert hex_of(match, "us-riflemen-1") == "F4"
    assert match.table.track("cp/us") == 0

    short = turn({"us-riflemen-1": "F2", "us-mortar-team-1": "F3"}, cp=2)
    assert "fortify-passing" not in verbs(short.then_asks("us"))
    short.when("us", "fortify-passing us-riflemen-1 F3 F4 sandbags-facing-4").then_illegal("C-4.1a")


def test_two_damage_dice_on_a_hex_remove_its_defences():
    """C-4.1.2d: whatever they do, also when HE misses; one does nothing."""
    pieces = {
        "sandbags-1": ("sandbags", "F5", "wehrmacht", "4"),
        "barbed-wire-1": ("barbed-wire", "F5", "us", ""),
    }
    units = {"us-riflemen-1": "F4", "wehrmacht-grenadiers-1": "F5"}
    one = resolved(units, {"us-riflemen-1": "wehrmacht-grenadiers-1"}, pieces=pieces)
    assert hex_of(one, "sandbags-1") == "F5"

    units["us-riflemen-2"] = "F3"
    aims = dict.fromkeys(("us-riflemen-1", "us-riflemen-2"), "wehrmacht-grenadiers-1")
    two = resolved(units, aims, pieces=pieces)
    assert hex_of(two, "sandbags-1") == hex_of(two, "barbed-wire-1") == "box"


def test_misses_count_against_field_defences():
    """C-4.1.2d: two HE dice that miss remove them; damage of different rounds does not add up."""
    pieces = {"sandbags-1": ("sandbags", "F9", "wehrmacht", "4")}
    units = {
        "us-mortar-team-1": ("F5", {"face": 4}), "us-mortar-team-2": ("E6", {"face": 4}),
        "us-riflemen-1": "F7",
    }  # fmt: skip
    units["us-mortar-team-2"] = ("G6", {"face": 4})
    aims = {"us-mortar-team-1": "F9", "us-mortar-team-2": "F9"}
    match = resolved(units, aims, "RR", pieces=pieces)

    assert hex_of(match, "sandbags-1") == "box"


def test_sandbags_are_heavy_cover_on_two_sides_and_do_not_add_up():
    """C-4.1.2f: two on the same side are two dice, not four; other sides are open."""
    units = {"us-riflemen-1": "E9", "wehrmacht-grenadiers-1": "E10"}
    aims = {"us-riflemen-1": "wehrmacht-grenadiers-1"}
    front = {f"sandbags-{n}": ("sandbags", "E10", "wehrmacht", "1") for n in (1, 2)}
    assert defence_dice(resolved(units, aims, "RR", pieces=front), "wehrmacht-grenadiers-1") == 2

    back = {"sandbags-1": ("sandbags", "E10", "wehrmacht", "3")}
    assert defence_dice(resolved(units, aims, pieces=back), "wehrmacht-grenadiers-1") == 0


def test_nobody_builds_in_passing_through_wire():
    """C-4.1.2e, C-4.1.2h."""
    units = {"us-riflemen-1": "F2", "us-mortar-team-1": "F3"}
    match = turn(units, pieces={"barbed-wire-1": ("barbed-wire", "F3", "us", "")})

    assert "fortify-passing" not in verbs(match.then_asks("us"))
