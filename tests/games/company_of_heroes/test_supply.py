"""C-7: control, incomes, purchases, recovery."""

from __future__ import annotations

import pytest

from tests.games.company_of_heroes.situations import (
    FIRST_GAME,
    TWO_EACH,
    altered_pack,
    battle,
    buying,
    candidates,
    damage_of,
    go_on,
    hex_of,
    marks,
    pack_with,
    recovered,
    resolved,
    supplied,
    verbs,
)
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.table import events as e

GRENADIERS = "wehrmacht-grenadiers-1"


# Control


def test_the_steps_follow_each_other_with_the_first_team_first():
    """C-7.0a."""
    match = supplied({"us-riflemen-1": "F3", GRENADIERS: "F9"}, begins="wehrmacht")

    phases = [event.phase for event in match.happened(e.PhaseEntered)]
    assert phases == ["supply.1", "supply.2", "supply.3", "supply.4"]
    captured = [event.piece for event in match.happened(e.PieceTurned)]
    assert captured == ["point-F9", "point-F3"]
    match.when("us", "pass us").then_illegal("Table/Turn")
    match.when("wehrmacht", "pass wehrmacht").when("us", "pass us")
    assert match.happened(e.PhaseEntered)[0].phase == "supply.5"


@pytest.mark.parametrize(
    ("unit", "captures"),
    [
        ("us-riflemen-1", True), ("us-mortar-team-1", True), ("us-jeep-1", True),
        ("us-50-cal-nest-1", True), ("us-greyhound-1", False), ("us-sherman-1", False),
    ],
)  # fmt: skip
def test_infantry_emplacements_and_some_vehicles_capture(unit: str, captures: bool):
    """C-4.1.1a, C-4.1.5b, C-7.1b."""
    match = supplied({unit: "F6"})

    assert match.table.pieces["point-F6"].face == ("us" if captures else "")


def test_every_unit_neutralises():
    """C-5.0.1b, C-7.1a."""
    match = supplied({"us-sherman-1": "F6"}, flags={"F6": "wehrmacht"})

    assert match.table.pieces["point-F6"].face == ""
    assert match.table.track("vp-income/wehrmacht") == 0


def test_passengers_capture_with_their_transport_only():
    """C-4.1.2r, C-7.1b."""
    carrier = pack_with("us-greyhound", also=("transport",))
    units = {"us-greyhound-1": "F6", "us-riflemen-1": ("F6", {"host": "us-greyhound-1"})}
    assert supplied(units, values=carrier).table.pieces["point-F6"].face == ""

    units = {"us-jeep-1": "F6", "us-riflemen-1": ("F6", {"host": "us-jeep-1"})}
    assert supplied(units).table.pieces["point-F6"].face == "us"


def test_pinned_infantry_does_not_capture():
    """C-7.1b, C-4.1.3c."""
    assert supplied({"us-riflemen-1": ("F6", {"pinned": 1})}).table.pieces["point-F6"].face == ""


def test_a_captured_point_counts_for_every_teammate():
    """C-7.1c, C-7.2a, worked examples 15 and 21: manpower 1 to 2, then the stock rises by two."""
    match = supplied({"us-riflemen-1": "C3"}, seats=TWO_EACH)

    for army in ("us", "us-2"):
        assert match.table.track(f"manpower-income/{army}") == 2
        assert match.table.track(f"manpower/{army}") == 4 + 2
    assert match.table.track("manpower/wehrmacht") == 4 + 1


def test_victory_points_are_shared_by_a_team():
    """C-2.2k, C-7.1c: one point brings one a round, whatever the number of players."""
    match = supplied({"us-riflemen-1": "F6"}, seats=TWO_EACH)

    assert match.table.track("vp-income/us") == 1
    assert match.table.track("vp/us") == 1


def test_a_point_with_two_resources_has_one_flag_and_two_incomes():
    """C-7.1d."""
    match = supplied({"us-riflemen-1": "H4"})

    assert match.table.track("munitions-income/us") == match.table.track("fuel-income/us") == 2


def test_a_flag_stays_when_the_unit_goes():
    """C-7.1d."""
    match = supplied({}, flags={"F6": "us"})

    assert match.table.pieces["point-F6"].face == "us"
    assert match.table.track("vp/us") == 1


def test_stockpiles_have_no_limit():
    """C-7.0b."""
    match = supplied({}, tracks={"manpower/us": 22})

    assert match.table.track("manpower/us") == 23


def test_a_point_in_a_building_that_falls_is_lost_for_the_round():
    """C-7.2b: the flag goes, and nobody captures it until the next round."""
    values = altered_pack("map-sorrel-brook.toml", ('"B4", "D9"', '"B4", "F6", "D9"'))
    units = {"us-mortar-team-1": ("F3", {"face": 4}), "us-riflemen-1": "F5", "us-riflemen-2": "F7"}
    match = resolved(
        units | {GRENADIERS: "F6"}, {"us-mortar-team-1": GRENADIERS}, "GGGG",
        values=values, flags={"F6": "wehrmacht"},
    )  # fmt: skip
    assert match.table.pieces["building-F6"].face == "destroyed"
    assert match.table.pieces["point-F6"].face == ""
    assert match.table.track("vp-income/wehrmacht") == 0
    assert marks(match, "point-F6")["ruined"] == 1

    again = battle({"us-riflemen-1": "F6"}, Round("leaving", 0, 1), phase="damage.5", values=values)
    again.given(e.MarkSet(piece="point-F6", mark="ruined", value=1, rule="C-7.2b"))
    assert go_on(again).table.pieces["point-F6"].face == ""


# Purchases


def test_the_teams_buy_one_thing_at_a_time_until_both_have_passed():
    """C-7.4a, C-R37: after a pass the other team goes on alone."""
    tracks = {"manpower/wehrmacht": 20}
    match = buying({}, tracks=tracks)
    match.when("us", "buy us us-riflemen A1 -").then_does_not_ask("us")
    match.when("wehrmacht", "pass wehrmacht")
    match.when("us", "buy us us-riflemen B1 -").then_does_not_ask("wehrmacht")
    match.when("us", "buy us us-riflemen C1 -")
    assert match.table.track("manpower/us") == 20 - 3 * 2
    match.when("us", "pass us")

    assert match.table.phase != "supply.4"


def test_teammates_buy_in_the_same_slot():
    """C-7.4b."""
    match = buying({}, seats=TWO_EACH)
    match.when("us-2", "buy us-2 us-riflemen A1 -").then_does_not_ask("us-2")
    match.then_does_not_ask("wehrmacht")
    match.when("us", "pass us")

    match.then_asks("wehrmacht")
    match.when("us", "pass us").then_illegal("Table/Turn")


def test_units_come_from_buildings_that_are_unlocked():
    """C-2.2d, C-7.4d: the second building before the third."""
    match = buying({})
    match.when("us", "buy us us-mg-team A1 -").then_illegal("C-2.2d")
    match.when("us", "unlock us 3").then_illegal("C-7.4d")
    match.when("us", "unlock us 2")
    assert match.table.pieces["us-tier-2"].face == "up"
    assert (match.table.track("manpower/us"), match.table.track("fuel/us")) == (17, 19)
    match.when("wehrmacht", "pass wehrmacht").when("us", "buy us us-mg-team A1 -")

    assert marks(match, "us-mg-team-1")["packed"] == 1


def test_what_cannot_be_paid_is_not_bought():
    """C-7.4d."""
    match = buying(
        {"us-riflemen-1": "F3"}, stock={"manpower": 2, "munitions": 2, "fuel": 0, "xp": 1}
    )
    match.when("us", "buy us us-jeep A1 -").then_illegal("C-7.4d")
    match.when("us", "upgrade us-riflemen-1 xp 1-ai").then_illegal("C-7.4d")

    assert candidates(match.then_asks("us"), "buy", "kind") == {"us-riflemen"}


def test_a_new_unit_needs_an_empty_spawn_hex():
    """C-7.4e, C-2.4a."""
    full = {f"us-riflemen-{n}": f"{column}1" for n, column in enumerate("ABCDEFGHIJK", start=1)}
    match = buying(full)
    assert "buy" not in verbs(match.then_asks("us"))
    match.when("us", "buy us us-riflemen A1 -").then_illegal("C-7.4e")

    match = buying({})
    match.when("us", "buy us us-riflemen A12 -").then_illegal("C-7.4e")


def test_infantry_may_spawn_in_a_transport_in_the_spawn_area():
    """C-4.1.2r, C-7.4e."""
    match = buying({"us-jeep-1": "A1", "us-jeep-2": "F3"})
    match.when("us", "buy us us-riflemen us-jeep-2 -").then_illegal("C-7.4e")
    match.when("us", "buy us us-riflemen us-jeep-1 -")

    assert hex_of(match, "us-riflemen-1") == "A1"
    assert match.table.pieces["us-riflemen-1"].host == "us-jeep-1"


def test_heavy_vehicles_spawn_with_a_facing():
    """C-4.1.7a, C-7.4e: not in the first game."""
    boards = {f"us-tier-{n}": "up" for n in (2, 3)}
    for mission, facing in (("coh-m2", "4"), (FIRST_GAME, "-")):
        match = buying({}, mission=mission)
        match.given(*(e.PieceTurned(piece=b, face=f, rule="C-2.2d") for b, f in boards.items()))
        match.when("us", f"buy us us-sherman A1 {facing}")
        assert match.table.pieces["us-sherman-1"].face == facing.strip("-")


def test_vehicles_are_limited_by_tier_and_chassis():
    """C-7.4c: three jeeps, two Shermans of whatever kind."""
    jeeps = {f"us-jeep-{n}": f"{column}2" for n, column in enumerate("ABC", start=1)}
    buying(jeeps).when("us", "buy us us-jeep A1 -").then_illegal("C-7.4c")

    shermans = {"us-sherman-1": "A2", "us-sherman-76-1": "B2"}
    match = buying(shermans)
    match.given(e.PieceTurned(piece="us-tier-2", face="up", rule="C-2.2d"))
    match.given(e.PieceTurned(piece="us-tier-3", face="up", rule="C-2.2d"))
    match.when("us", "buy us us-sherman A1 4").then_illegal("C-7.4c")


def test_each_upgrade_of_a_unit_is_bought_once():
    """C-7.4d: one for XP, one for munitions; units anywhere on the map."""
    match = buying({"us-riflemen-1": "F9", "us-riflemen-2": "F8"})
    match.when("us", "upgrade us-riflemen-1 xp 1-ap").when("wehrmacht", "pass wehrmacht")
    match.when("us", "upgrade us-riflemen-1 xp 1-ai").then_illegal("C-7.4d")
    match.when("us", "upgrade us-riflemen-1 munitions 1-ap")
    assert marks(match, "us-riflemen-1")["upgrade-1-ap"] == 2
    assert (match.table.track("xp/us"), match.table.track("munitions/us")) == (18, 18)


def test_an_upgrade_counts_for_its_unit_only():
    """C-7.4d."""
    units = {"us-riflemen-1": ("A2", {"upgrade-1-ap": 2}), "us-riflemen-2": "B2", GRENADIERS: "A3"}
    match = resolved(units, dict.fromkeys(("us-riflemen-1", "us-riflemen-2"), GRENADIERS), "RR")

    assert damage_of(match, GRENADIERS) == 1 + 2 + 1


def test_a_health_upgrade_raises_full_and_current_health():
    """C-13a: 2 of 4 becomes 3 of 5."""
    from wardiary.domain.games.company_of_heroes.table.units import health, profile

    match = buying({"us-major-1": ("F3", {"damage": 1})})
    match.when("us", "upgrade us-major-1 xp 1-health")

    assert health(match.table, "us-major-1") == 2
    assert profile(match.table, "us-major-1").health == 3


# Emplacements


def nests(units: dict[str, object], **given: object):
    """The second building is unlocked."""
    match = buying(units, **given)
    return match.given(e.PieceTurned(piece="us-tier-2", face="up", rule="C-2.2d"))


def test_an_emplacement_is_built_beside_a_unit_with_a_wrench():
    """C-4.1.2l, C-4.1.2k: one for each wrench; it is packed up."""
    match = nests({"us-riflemen-1": "F3"})
    match.when("us", "build us us-riflemen-1 us-50-cal-nest F5").then_illegal("C-4.1.2l")
    match.when("us", "build us us-riflemen-1 us-50-cal-nest F4")
    assert marks(match, "us-50-cal-nest-1")["packed"] == 1
    assert match.table.track("munitions/us") == 19
    match.when("wehrmacht", "pass wehrmacht")

    match.when("us", "build us us-riflemen-1 us-50-cal-nest F2").then_illegal("C-4.1.2l")


@pytest.mark.parametrize(
    ("unit", "hex_", "rule"),
    [
        (("F3", {"spawned": 1}), "F4", "C-4.1.2l"),  # Spawned this round.
        (("F3", {"retreating": 1}), "F4", "C-4.2e"),
        (("F5", {}), "E6", "C-4.1.2l"),  # Water.
        (("F5", {}), "G5", "C-4.1.2l"),  # A destroyed building.
        (("I5", {}), "J5", "C-4.1d"),  # Across a red line.
    ],
)
def test_where_and_when_no_emplacement_is_built(unit: object, hex_: str, rule: str):
    """C-4.1.2l, C-4.1d, C-4.2e."""
    match = nests({"us-riflemen-1": unit})

    match.when("us", f"build us us-riflemen-1 us-50-cal-nest {hex_}").then_illegal(rule)


def test_no_emplacement_is_built_on_wire_but_from_buildings_and_transports():
    """C-4.1.2h, C-4.1.2l."""
    wire = {"barbed-wire-1": ("barbed-wire", "F4", "us", "")}
    match = nests({"us-riflemen-1": "F3"}, pieces=wire)
    match.when("us", "build us us-riflemen-1 us-50-cal-nest F4").then_illegal("C-4.1.2l")

    match = nests({"us-riflemen-1": "B4"})
    match.when("us", "build us us-riflemen-1 us-50-cal-nest B5")
    assert hex_of(match, "us-50-cal-nest-1") == "B5"
    match = nests({"us-jeep-1": "B3", "us-riflemen-1": ("B3", {"host": "us-jeep-1"})})
    match.when("us", "build us us-riflemen-1 us-50-cal-nest B2")
    assert hex_of(match, "us-50-cal-nest-1") == "B2"


def test_a_new_emplacement_captures_in_the_next_round():
    """C-4.1.2m: it was built after capturing."""
    match = nests({"us-riflemen-1": "F5"})
    match.when("us", "build us us-riflemen-1 us-50-cal-nest F6")
    assert match.table.pieces["point-F6"].face == ""

    later = supplied({"us-50-cal-nest-1": ("F6", {"packed": 1})})
    assert later.table.pieces["point-F6"].face == "us"


# Recovery


def test_units_beside_reinforce_infantry_up_to_its_full_health():
    """C-7.6b, worked example 17: two jeeps give two; passengers and buildings included."""
    units = {"us-jeep-1": "F2", "us-jeep-2": "F4", "us-riflemen-1": ("F3", {"damage": 3})}
    assert marks(recovered(units), "us-riflemen-1")["damage"] == 1
    units["us-riflemen-1"] = ("F3", {"damage": 1})
    assert marks(recovered(units), "us-riflemen-1").get("damage", 0) == 0

    riding = {"us-jeep-1": "F3", "us-riflemen-1": ("F3", {"damage": 2, "host": "us-jeep-1"})}
    assert marks(recovered(riding), "us-riflemen-1")["damage"] == 1


def test_a_spawn_hex_reinforces_and_so_does_a_teammate():
    """C-7.6b, C-8.1a: it adds up."""
    units = {"us-2-jeep-1": "B1", "us-riflemen-1": ("A1", {"damage": 3})}
    match = recovered(units, seats=TWO_EACH)

    assert marks(match, "us-riflemen-1")["damage"] == 1


def test_nobody_reinforces_itself_or_across_a_red_line():
    """C-7.6b, C-13a, C-4.1d."""
    assert marks(recovered({"us-major-1": ("F3", {"damage": 1})}), "us-major-1")["damage"] == 1

    units = {"us-jeep-1": "I5", "us-riflemen-1": ("J5", {"damage": 1})}
    assert marks(recovered(units), "us-riflemen-1")["damage"] == 1


def test_units_in_retreat_are_not_reinforced_and_do_not_reinforce():
    """C-4.2e."""
    units = {"us-major-1": ("F3", {"retreating": 1}), "us-riflemen-1": ("F4", {"damage": 1})}
    assert marks(recovered(units), "us-riflemen-1")["damage"] == 1


def test_a_wrench_repairs_one_health_of_a_vehicle_or_emplacement_beside_it():
    """C-7.6c."""
    units = {"us-riflemen-1": "F3", "us-sherman-1": ("F4", {"damage": 2})}
    units |= {"us-50-cal-nest-1": ("F2", {"damage": 1}), "us-riflemen-2": "A1"}
    match = recovered(units)
    match.when("us", "repair us-riflemen-1 us-sherman-1")

    assert marks(match, "us-sherman-1")["damage"] == 1
    assert marks(match, "us-50-cal-nest-1")["damage"] == 1


def test_two_wrenches_repair_twice_and_no_third_time():
    """C-7.6c, C-R30."""
    values = pack_with("us-riflemen", also=("wrench",))
    units = {"us-riflemen-1": "F3", "us-sherman-1": ("F4", {"damage": 3})}
    units |= {"us-riflemen-2": "G5"}
    match = recovered(units, values=values)
    match.when("us", "repair us-riflemen-1 us-sherman-1")
    match.when("us", "repair us-riflemen-1 us-sherman-1")
    match.when("us", "repair us-riflemen-1 us-sherman-1").then_illegal("C-7.6c")
    match.when("us", "repair us-riflemen-2 us-sherman-1")
    assert match.refused is None or match.refused.rule == "C-7.6c"


def test_infantry_and_the_own_transport_are_not_repaired():
    """C-7.6c."""
    units = {
        "us-jeep-1": ("F3", {"damage": 1}), "us-riflemen-1": ("F3", {"host": "us-jeep-1"}),
        "us-riflemen-2": ("F4", {"damage": 1}), "us-sherman-1": ("F2", {"damage": 1}),
    }  # fmt: skip
    match = recovered(units)

    match.when("us", "repair us-riflemen-1 us-jeep-1").then_illegal("C-7.6c")
    match.when("us", "repair us-riflemen-1 us-riflemen-2").then_illegal("C-7.6c")
    match.when("us", "repair us-riflemen-1 us-sherman-1")
    assert match.refused is None


def test_pins_come_off_at_the_end_of_the_round():
    """C-7.6a: retreat off, pin off, one health."""
    match = recovered({"us-riflemen-1": ("A1", {"retreating": 1, "pinned": 1, "damage": 1})})

    rules = [event.rule for event in match.happened(e.MarkSet)]
    assert rules[:3] == ["C-4.2g", "C-7.6a", "C-7.6b"]


def test_smoke_lasts_for_a_round():
    """C-5.1c."""
    match = recovered({}, pieces={"smoke-1": ("smoke", "F6", "us", "")})

    assert hex_of(match, "smoke-1") == "box"
