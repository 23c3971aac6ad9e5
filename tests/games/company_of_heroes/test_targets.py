"""C-5.0.1, C-5.1, C-4.1.3: who may fire at what; pins; smoke, camouflage and arcs."""

from __future__ import annotations

import pytest

from tests.games.company_of_heroes.situations import (
    FIRST_GAME,
    PACK,
    battle,
    candidates,
    firing,
    go_on,
    hex_of,
    marks,
    pack_with,
    resolved,
    targets,
    verbs,
)
from wardiary.domain.games.company_of_heroes.damage.assigning import Aim
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.company_of_heroes.terrain.lines import is_clear
from wardiary.domain.table import events as e

GRENADIERS = "wehrmacht-grenadiers-1"


# Sight and range


def test_a_target_must_be_in_range():
    """C-5.1a."""
    match = firing({"us-riflemen-1": "F1", GRENADIERS: "F4", "us-riflemen-2": "F3"})

    match.when("us", f"fire us-riflemen-1 {GRENADIERS}").then_illegal("C-5.1a")


def test_the_whole_side_spots_for_a_long_gun():
    """C-5.1a: range 4, sight 2, and a spotter."""
    units = {"us-at-gun-team-1": ("F1", {"face": 4}), GRENADIERS: "F5"}
    firing(units).then_does_not_ask("us")

    match = firing(units | {"us-riflemen-1": "F3"})
    assert targets(match.then_asks("us"), "us-at-gun-team-1") == {GRENADIERS}


def test_a_mortar_has_a_minimum_range_and_needs_a_spotter():
    """C-4.1.1f, C-5.3b."""
    units = {"us-mortar-team-1": ("F3", {"face": 4}), GRENADIERS: "F4", "us-riflemen-1": "G4"}
    match = firing(units)
    match.when("us", f"fire us-mortar-team-1 {GRENADIERS}").then_illegal("C-4.1.1f")

    firing({"us-mortar-team-1": ("F3", {"face": 4}), GRENADIERS: "F6"}).then_does_not_ask("us")


def test_indirect_fire_passes_over_buildings():
    """C-5.3b: what is direct does not."""
    units = {"us-mortar-team-1": ("G4", {"face": 4}), GRENADIERS: "G6", "us-riflemen-1": "F6"}
    match = firing(units)
    assert targets(match.then_asks("us"), "us-mortar-team-1") == {GRENADIERS}

    units = {"us-riflemen-2": "G4", GRENADIERS: "G6", "us-riflemen-1": "F6"}
    firing(units).when("us", f"fire us-riflemen-2 {GRENADIERS}").then_illegal("C-5.6.2b")


@pytest.mark.parametrize(
    ("here", "there", "clear"),
    [
        ("E3", "E5", False),  # Through the building in E4.
        ("E3", "E4", True),  # Into it.
        ("E4", "E6", True),  # Out of it.
        ("G4", "G6", False),  # Through a destroyed building.
        ("D4", "F4", True),  # Along the edge between E4 and E5.
        ("D2", "F6", False),
    ],
)
def test_a_line_may_cross_one_building_line(here: str, there: str, clear: bool):
    """C-5.6.2b, worked example 20: into a building and out of it, not past it; along an edge."""
    field = field_of(battle({}).table)

    assert is_clear(field, here, there, frozenset()) == clear
    assert is_clear(field, there, here, frozenset()) == clear


# Arcs


def test_weapon_teams_fire_into_their_arc_only():
    """C-4.1.3e; in the first game all around (C-4.1.3d)."""
    units = {"us-at-gun-team-1": ("F4", {"face": 4}), GRENADIERS: "F3", "us-riflemen-1": "A1"}
    firing(units | {"us-riflemen-1": "E3"}).when(
        "us", f"fire us-at-gun-team-1 {GRENADIERS}"
    ).then_illegal("C-4.1.3e")

    units["us-at-gun-team-1"] = "F4"
    match = firing(units, mission=FIRST_GAME)
    assert targets(match.then_asks("us"), "us-at-gun-team-1") == {GRENADIERS}


def test_turrets_fire_all_around_and_fixed_guns_forward():
    """C-4.1.6c: a Panzer IV has AP in its turret and AI in its body."""
    units = {"wehrmacht-panzer-iv-1": ("F6", {"face": 1}), "us-jeep-1": "F7"}
    match = firing(units, team="wehrmacht")
    prompt = match.then_asks("wehrmacht")

    assert candidates(prompt, "fire-gun", "damage") == {"AP"}
    match.when("wehrmacht", "fire-gun wehrmacht-panzer-iv-1 AI us-jeep-1").then_illegal("C-4.1.6c")
    units["us-jeep-1"] = "F5"
    prompt = firing(units, team="wehrmacht").then_asks("wehrmacht")
    assert candidates(prompt, "fire-gun", "damage") == {"AI", "AP"}


# Choosing


def test_a_unit_puts_all_its_dice_on_one_target():
    """C-5.0.1c."""
    units = {"us-riflemen-1": "F4", GRENADIERS: "F5", "wehrmacht-grenadiers-2": "G4"}
    units |= {"us-riflemen-2": "F3"}
    match = firing(units).when("us", f"fire us-riflemen-1 {GRENADIERS}")

    match.when("us", "fire us-riflemen-1 wehrmacht-grenadiers-2").then_illegal("C-5.0.1c")
    match.when("us", "fire-gun us-riflemen-2 AI wehrmacht-grenadiers-2").then_illegal("C-5.0.2a")


def test_a_heavy_vehicle_may_have_a_target_for_each_type():
    """C-5.0.2a."""
    units = {"us-sherman-1": "F4", GRENADIERS: "F5", "wehrmacht-kubelwagen-1": "G4"}
    match = firing(units)
    match.when("us", "fire-gun us-sherman-1 AP wehrmacht-kubelwagen-1")
    match.when("us", "fire-gun us-sherman-1 AP wehrmacht-kubelwagen-1").then_illegal("C-5.0.2a")
    match.when("us", f"fire us-sherman-1 {GRENADIERS}").then_illegal("C-5.0.1c")
    match.when("us", f"fire-gun us-sherman-1 AI {GRENADIERS}")
    match.when("wehrmacht", "done wehrmacht")

    assert marks(match, GRENADIERS)["damage"] == 1
    assert hex_of(match, "wehrmacht-kubelwagen-1") == "wehrmacht-lost"


def test_only_own_units_that_can_fire_split_their_dice():
    """C-5.0.2a, C-4.2e, C-5.0.1a: refused with the rule that bars the unit from firing."""
    units = {
        "us-sherman-1": ("F4", {"retreating": 2}), "us-mg-team-1": ("F3", {"face": "4"}),
        "us-riflemen-1": "F6", "wehrmacht-panzer-iv-1": "F5",
    }  # fmt: skip
    match = firing(units)
    for unit, rule in {
        "us-sherman-1": "C-4.2e", "us-mg-team-1": "C-5.0.1a", "us-riflemen-9": "C-5.0.1c",
        "wehrmacht-panzer-iv-1": "C-5.0.1c",
    }.items():  # fmt: skip
        match.when("us", f"fire-gun {unit} AP wehrmacht-panzer-iv-1").then_illegal(rule)


def test_the_first_team_chooses_first():
    """C-5.0a, C-R5."""
    units = {"us-riflemen-1": "F4", GRENADIERS: "F5"}
    match = battle(units, Round("assignment", 0, 1), phase="damage.2", begins="wehrmacht")
    go_on(match).then_does_not_ask("us")

    match.when("wehrmacht", f"fire {GRENADIERS} us-riflemen-1")
    match.when("us", f"fire us-riflemen-1 {GRENADIERS}")
    assert marks(match, GRENADIERS)["damage"] == marks(match, "us-riflemen-1")["damage"] == 1


def test_passengers_fire_and_are_no_targets():
    """C-4.1.2r."""
    units = {"us-jeep-1": "F4", "us-riflemen-1": ("F4", {"host": "us-jeep-1"}), GRENADIERS: "F5"}
    match = firing(units)
    assert targets(match.then_asks("us"), "us-riflemen-1") == {GRENADIERS}

    match = firing(units, team="wehrmacht")
    assert targets(match.then_asks("wehrmacht"), GRENADIERS) == {"us-jeep-1"}
    match.when("wehrmacht", f"fire {GRENADIERS} us-riflemen-1").then_illegal("C-4.1.2r")


def test_a_packed_weapon_does_not_fire():
    """C-4.1.1e, C-4.1.2o."""
    units = {"us-mortar-team-1": ("F3", {"packed": 1}), GRENADIERS: "F5", "us-riflemen-1": "F4"}

    firing(units).when("us", f"fire us-mortar-team-1 {GRENADIERS}").then_illegal("C-4.1.1e")


# Machine guns and pins


def guns(units: dict[str, object], **given: object):
    """Step 1, with the first team to choose."""
    return go_on(battle(units, Round("machine-guns", 0, 1), phase="damage.1", **given))


def test_machine_guns_choose_first_and_pin_infantry():
    """C-5.0.1a, C-4.1.3a, C-4.1.3c: who is pinned does not fire in step 2."""
    units = {"us-mg-team-1": ("F3", {"face": 4}), GRENADIERS: "F5", "us-riflemen-1": "G5"}
    match = guns(units)
    match.when("us", f"fire us-riflemen-1 {GRENADIERS}").then_illegal("C-5.0.1a")
    match.when("us", f"fire us-mg-team-1 {GRENADIERS}")

    pinned = e.MarkSet(piece=GRENADIERS, mark="pinned", value=1, until="round", rule="C-4.1.3a")
    assert pinned in match.events
    match.then_does_not_ask("wehrmacht")
    assert "fire" in verbs(match.then_asks("us"))


def test_machine_guns_fire_at_each_other_without_stopping_each_other():
    """C-5.0.1a, C-4.1.3b: a machine gun that is set up is not pinned."""
    units = {"us-mg-team-1": ("A2", {"face": 4}), "wehrmacht-mg-team-1": ("A4", {"face": 1})}
    match = guns(units)
    match.when("us", "fire us-mg-team-1 wehrmacht-mg-team-1")
    match.when("wehrmacht", "fire wehrmacht-mg-team-1 us-mg-team-1")

    for unit in units:
        assert marks(match, unit)["damage"] == 2
        assert "pinned" not in marks(match, unit)


def test_a_packed_machine_gun_can_be_pinned():
    """C-4.1.3b."""
    units = {"us-mg-team-1": ("F3", {"face": 4}), "wehrmacht-mg-team-1": ("F5", {"packed": 1})}
    match = guns(units).when("us", "fire us-mg-team-1 wehrmacht-mg-team-1")

    assert any(event.mark == "pinned" for event in match.happened(e.MarkSet))


def test_vehicles_and_infantry_in_buildings_are_not_pinned():
    """C-4.1.3b, C-4.1.5b, C-R9."""
    for target, hex_ in (("wehrmacht-kubelwagen-1", "F5"), (GRENADIERS, "G5"), (GRENADIERS, "E4")):
        match = guns({"us-mg-team-1": ("F3", {"face": 4 if hex_ != "E4" else 5}), target: hex_})
        match.when("us", f"fire us-mg-team-1 {target}").then_asks("wehrmacht")
        assert not any(event.mark == "pinned" for event in match.happened(e.MarkSet))


def test_a_pinned_unit_neither_neutralises_nor_captures():
    """C-4.1.3c, C-5.0.1b."""
    match = guns({"us-mg-team-1": ("F1", {"face": 4}), GRENADIERS: "F3"}, flags={"F3": "us"})
    match.when("us", f"fire us-mg-team-1 {GRENADIERS}")

    assert match.table.phase == "supply.4"
    assert match.table.pieces["point-F3"].face == "us"


def test_a_pin_is_off_when_its_machine_gun_is_destroyed():
    """C-4.1.3c, CH-03: too late to fire, in time for Supply 1."""
    units = {
        "us-mg-team-1": ("F1", {"face": 4, "damage": 2}), GRENADIERS: "F3",
        "wehrmacht-grenadiers-2": "G2",
    }  # fmt: skip
    match = guns(units, flags={"F3": "us"})
    match.when("us", f"fire us-mg-team-1 {GRENADIERS}")
    match.when("wehrmacht", "fire wehrmacht-grenadiers-2 us-mg-team-1")

    assert hex_of(match, "us-mg-team-1") == "us-lost"
    turned = [event.rule for event in match.happened(e.PieceTurned) if event.piece == "point-F3"]
    assert turned == ["C-7.1a", "C-7.1b"]
    assert match.table.pieces["point-F3"].face == "wehrmacht"
    assert match.table.track("munitions-income/us") == 1
    assert match.table.track("munitions/wehrmacht") == 2 + 2
    assert match.table.track("vp/wehrmacht") == 1


def test_a_pin_is_off_when_the_unit_is_seen_no_more():
    """C-4.1.3c, C-R36: the spotter is destroyed."""
    units = {
        "us-mg-team-1": ("F3", {"face": 4}), GRENADIERS: "F6",
        "us-riflemen-1": ("G5", {"damage": 3}), "wehrmacht-grenadiers-2": "H5",
    }  # fmt: skip
    pinned = {**units, GRENADIERS: ("F6", {"pinned": 1})}
    aims = [Aim("us-mg-team-1", GRENADIERS), Aim("wehrmacht-grenadiers-2", "us-riflemen-1")]
    match = resolved(pinned, aims, "RRR")

    assert hex_of(match, "us-riflemen-1") == "us-lost"
    assert marks(match, GRENADIERS).get("pinned", 0) == 0


# Camouflage


CAMOUFLAGED = {"upgrade-camouflage": 1, "packed": 1}


def test_camouflage_is_seen_from_beside_it_only():
    """C-5.1b: at three hexes it is not visible; an ally beside it spots it for a mortar."""
    units = {"us-riflemen-1": "F4", "wehrmacht-pak-40-team-1": ("F6", CAMOUFLAGED)}
    firing(units).then_does_not_ask("us")

    units |= {"us-mortar-team-1": ("F2", {"face": 4}), "us-riflemen-2": "E6"}
    units["us-riflemen-2"] = "F5"
    prompt = firing(units).then_asks("us")
    assert "wehrmacht-pak-40-team-1" in targets(prompt, "us-mortar-team-1")


def test_a_unit_that_spots_camouflage_does_so_in_its_sight():
    """C-5.1b, worked example 19: the jeep's upgrade reaches four hexes."""
    spots = next(
        option.id
        for upgrade in PACK.units["us-jeep"].upgrades
        for option in upgrade.options
        if "spots-camouflage" in option.abilities
    )
    units = {
        "us-jeep-1": ("F2", {f"upgrade-{spots}": 1}),
        "us-mortar-team-1": ("F3", {"face": 4}),
        "wehrmacht-pak-40-team-1": ("F6", CAMOUFLAGED),
    }
    prompt = firing(units).then_asks("us")
    assert targets(prompt, "us-mortar-team-1") == {"wehrmacht-pak-40-team-1"}

    units["us-jeep-1"] = "F2"
    firing(units).then_does_not_ask("us")


# Smoke


def test_smoke_hides_what_is_in_it_and_behind_it():
    """C-5.1c: one fires into smoke from beside it only, and not past it."""
    smoke = {"smoke-1": ("smoke", "F6", "us", "")}
    units = {"us-riflemen-1": "F4", "us-riflemen-2": "F5", GRENADIERS: "F6"}
    prompt = firing(units, pieces=smoke).then_asks("us")
    assert targets(prompt, "us-riflemen-1") == set()
    assert targets(prompt, "us-riflemen-2") == {GRENADIERS}

    behind = {"us-riflemen-2": "F5", GRENADIERS: "F7"}
    firing(behind, pieces=smoke).then_does_not_ask("us")


def test_a_unit_in_smoke_spots_for_nobody_and_fires_at_what_is_beside_it():
    """C-5.1c."""
    smoke = {"smoke-1": ("smoke", "F5", "us", "")}
    units = {"us-riflemen-1": "F5", "us-mortar-team-1": ("F3", {"face": 4}), GRENADIERS: "F6"}
    prompt = firing(units, pieces=smoke).then_asks("us")

    assert targets(prompt, "us-riflemen-1") == {GRENADIERS}
    assert targets(prompt, "us-mortar-team-1") == set()


def test_close_range_firepower_reaches_one_hex():
    """C-5.2c, worked example 23: 2 AI at range 1, 1 AI at range 2, whatever the range upgrade."""
    storm = pack_with("us-riflemen", also=("close-range-firepower",), range=3)
    near = {"us-riflemen-1": "F4", GRENADIERS: "F5"}
    far = {"us-riflemen-1": "F3", GRENADIERS: "F5"}

    for units, damage in ((near, 2), (far, 1)):
        match = resolved(units, {"us-riflemen-1": GRENADIERS}, values=storm)
        assert marks(match, GRENADIERS)["damage"] == damage


def test_neutralising_happens_before_targets_are_chosen():
    """C-5.0.1b, C-R6, C-7.1c: the flag comes off and the income goes down."""
    match = guns({"us-riflemen-1": "F3"}, flags={"F3": "wehrmacht"})

    off = e.PieceTurned(piece="point-F3", face="", rule="C-5.0.1b")
    income = e.TrackSet(track="munitions-income/wehrmacht", value=1, rule="C-7.1c")
    happened = list(match.events)
    assert happened.index(income) == happened.index(off) + 1
