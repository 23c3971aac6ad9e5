from __future__ import annotations

import pytest

from tests.games.company_of_heroes.situations import (
    Placed,
    candidates,
    damage_of,
    defence_dice,
    firing,
    hex_of,
    marks,
    resolved,
    supplied,
    targets,
    turn,
)
from wardiary.domain.table import events as e

GRENADIERS, RIDE = "wehrmacht-grenadiers-1", "wehrmacht-kubelwagen-1"
ASSAULT = {"assault": 1}


def test_a_unit_assaults_an_enemy_beside_it():
    """C-6.0a, C-6.0b: the CP stays with it, and no more are spent on it."""
    match = turn({"us-riflemen-1": ("F2", {"cp": 1}), GRENADIERS: "F3", "us-jeep-1": "A1"})
    match.when("us", "assault us-riflemen-1 F3 -").then(
        e.TrackSet(track="cp/us", value=2, rule="C-6.0b"),
        e.MarkSet(piece="us-riflemen-1", mark="cp", value=2, until="maneuver", rule="C-6.0b"),
        e.PiecesMoved(pieces=("us-riflemen-1",), to="F3", rule="C-6.0a"),
        e.MarkSet(piece="us-riflemen-1", mark="assault", value=1, rule="C-6.0a"),
    )

    match.when("us", "move us-riflemen-1 F2").then_illegal("C-6.0b")


def test_any_type_of_unit_assaults():
    """C-6.0a: a jeep with its speed die (C-6.0b), a tank (C-6.7)."""
    match = turn({"us-jeep-1": "F2", GRENADIERS: "F3", "us-riflemen-1": "A1"})
    match.when("us", "assault us-jeep-1 F3 -")
    assert marks(match, "us-jeep-1") == {"speed-spent": 1, "assault": 1}
    assert match.table.track("cp/us") == 3

    match = turn({"us-sherman-1": ("F2", {"face": 3}), GRENADIERS: "F3"})
    match.when("us", "assault us-sherman-1 F3 1").then_illegal("C-4.1.7a")
    match.when("us", "assault us-sherman-1 F3 4")
    assert match.table.pieces["us-sherman-1"].face == "4"


def test_a_hex_is_assaulted_by_one_unit():
    """C-6.0a."""
    units = {"us-riflemen-1": ("F3", ASSAULT), GRENADIERS: "F3", "us-riflemen-2": "F2"}

    turn(units).when("us", "assault us-riflemen-2 F3 -").then_illegal("C-6.0a")


def test_allies_and_empty_hexes_are_not_assaulted():
    """C-6.0a."""
    match = turn({"us-riflemen-1": "F2", "us-jeep-1": "F3", GRENADIERS: "F5"})

    match.when("us", "assault us-riflemen-1 F3 -").then_illegal("C-6.0a")
    match.when("us", "assault us-riflemen-1 E3 -").then_illegal("C-6.0a")
    match.when("us", "assault us-riflemen-1 F5 -").then_illegal("C-6.0a")


def test_a_unit_that_is_assaulted_may_leave_and_nothing_more():
    """C-R20, C-6.2, C-4.1.2c: no assault of its own, and it builds nothing."""
    units = {GRENADIERS: ("F3", ASSAULT), "us-riflemen-1": "F3", "wehrmacht-grenadiers-2": "F2"}
    match = turn(units)
    match.when("us", "assault us-riflemen-1 F2 -").then_illegal("C-6.0a")
    match.when("us", "fortify us-riflemen-1 sandbags-facing-1").then_illegal("C-6.2")
    match.when("us", "move us-riflemen-1 G4")

    assert hex_of(match, "us-riflemen-1") == "G4"
    assert marks(match, GRENADIERS).get("assault", 0) == 0
    assert hex_of(match, GRENADIERS) == "F3"


def test_the_attacker_keeps_the_hex_and_its_cp_when_the_target_retreats():
    """C-6.0c."""
    units = {GRENADIERS: ("F3", {"assault": 1, "cp": 1}), "us-riflemen-1": "F3", "us-jeep-1": "A1"}
    match = turn(units)
    match.when("us", "retreat us-riflemen-1").when("us", "choose F1")
    match.when("us", "end us")
    match.when("wehrmacht", f"move {GRENADIERS} F4")

    assert hex_of(match, GRENADIERS) == "F4"


def test_an_assault_that_leaves_both_alive_ends_in_a_retreat():
    """C-6.0d, C-R15: to the nearest empty hex towards a point, until Supply 5; also a jeep."""
    for attacker in ("us-riflemen-1", "us-jeep-1"):
        match = resolved({attacker: ("F6", ASSAULT), GRENADIERS: "F6"}, {attacker: GRENADIERS})
        prompt = match.then_asks("us")
        options = set(prompt.offers[0].slots[0].candidates)
        assert "F5" in options
        assert "F7" not in options
        match.when("us", "choose F5")
        assert hex_of(match, attacker) == "F5"
        assert marks(match, attacker)["retreating"] == 2
        assert marks(match, attacker).get("assault", 0) == 0


def test_an_assault_that_destroys_its_target_holds_the_hex():
    """C-6.0c, C-R18, C-7.1a: it neutralises and captures in Supply 1."""
    units = {"us-riflemen-1": ("F6", ASSAULT), GRENADIERS: ("F6", {"damage": 3})}
    match = resolved(units, {"us-riflemen-1": GRENADIERS}, flags={"F6": "wehrmacht"})

    assert hex_of(match, "us-riflemen-1") == "F6"
    turned = [event.rule for event in match.happened(e.PieceTurned) if event.piece == "point-F6"]
    assert turned == ["C-7.1a", "C-7.1b"]
    assert match.table.pieces["point-F6"].face == "us"


def test_an_assault_prevents_neutralising():
    """C-6.0f: the defender stands on the attacker's point."""
    from tests.games.company_of_heroes.situations import battle, go_on
    from wardiary.domain.games.company_of_heroes.sequence import Round

    units = {"us-riflemen-1": ("F6", ASSAULT), GRENADIERS: "F6"}
    match = battle(units, Round("machine-guns", 2, 1), phase="damage.1", flags={"F6": "us"})
    go_on(match)

    assert match.table.pieces["point-F6"].face == "us"


def test_the_attacker_may_fire_at_another_target():
    """C-6.0e."""
    units = {"us-riflemen-1": ("F3", ASSAULT), GRENADIERS: "F3", "wehrmacht-grenadiers-2": "F5"}
    prompt = firing(units).then_asks("us")

    assert targets(prompt, "us-riflemen-1") == {GRENADIERS, "wehrmacht-grenadiers-2"}


def test_there_is_no_cover_within_a_hex():
    """C-6.7, worked example 13: a squad in the hex and a jeep across no line: two AI go through."""
    bags = {"sandbags-1": ("sandbags", "A3", "wehrmacht", "1")}
    units = {"us-riflemen-1": ("A3", ASSAULT), "us-jeep-1": "A4", GRENADIERS: "A3"}
    aims = {"us-riflemen-1": GRENADIERS, "us-jeep-1": GRENADIERS}
    match = resolved(units, aims, pieces=bags)
    assert (defence_dice(match, GRENADIERS), damage_of(match, GRENADIERS)) == (0, 2)

    units["us-jeep-1"] = "A2"
    match = resolved(units, aims, "GG", pieces=bags)
    assert (defence_dice(match, GRENADIERS), damage_of(match, GRENADIERS)) == (2, 0)


def test_assaulting_infantry_has_no_cover_at_all():
    """C-6.3: also against others, who fire across the heavy line."""
    units = {"us-riflemen-1": ("F6", ASSAULT), GRENADIERS: "F6", "wehrmacht-grenadiers-2": "F7"}
    match = resolved(units, {"wehrmacht-grenadiers-2": "us-riflemen-1"})

    assert defence_dice(match, "us-riflemen-1") == 0
    assert damage_of(match, "us-riflemen-1") == 1


def test_cover_of_the_defender_stops_the_attackers_damage_when_others_trigger_it():
    """C-6.4."""
    units = {"us-riflemen-1": ("F6", ASSAULT), GRENADIERS: "F6", "us-riflemen-2": "F5"}
    aims = dict.fromkeys(("us-riflemen-1", "us-riflemen-2"), GRENADIERS)
    match = resolved(units, aims, "GG")

    assert defence_dice(match, GRENADIERS) == 2
    assert damage_of(match, GRENADIERS) == 0


def test_a_tank_assaults_a_tank_past_its_frontal_armour():
    """C-5.7b, C-6.7, worked example 14: a Tiger turns and moves onto a Wolverine: 3 AP, dead."""
    units = {"wehrmacht-tiger-1": ("F2", {"face": 3}), "us-wolverine-1": ("F3", {"face": 1})}
    match = turn(units | {GRENADIERS: "A12"}, team="wehrmacht")
    match.when("wehrmacht", "assault wehrmacht-tiger-1 F3 4")
    assert match.table.track("cp/wehrmacht") == 2

    units = {
        "wehrmacht-tiger-1": ("F3", {"face": 4, "assault": 1}),
        "us-wolverine-1": ("F3", {"face": 1}), "us-at-gun-team-1": ("F1", {"face": 4}),
    }  # fmt: skip
    aims = {"wehrmacht-tiger-1": "us-wolverine-1", "us-at-gun-team-1": "wehrmacht-tiger-1"}
    match = resolved(units, aims)
    assert hex_of(match, "us-wolverine-1") == "us-lost"
    assert defence_dice(match, "us-wolverine-1") == 0
    assert defence_dice(match, "wehrmacht-tiger-1") == 0


def test_frontal_armour_works_against_others_in_an_assault():
    """C-6.4."""
    units = {
        "wehrmacht-tiger-1": ("F3", {"face": 1, "assault": 1}),
        "us-wolverine-1": ("F3", {"face": 1}), "us-at-gun-team-1": ("F1", {"face": 4}),
    }  # fmt: skip
    match = resolved(units, {"us-at-gun-team-1": "wehrmacht-tiger-1"}, "RR")

    assert defence_dice(match, "wehrmacht-tiger-1") == 2


def test_a_mortar_does_not_fire_at_its_attacker():
    """C-6.5."""
    units = {"us-mortar-team-1": ("F3", {"face": 4}), GRENADIERS: ("F3", ASSAULT)}
    units |= {"us-riflemen-1": "F4"}

    firing(units).when("us", f"fire us-mortar-team-1 {GRENADIERS}").then_illegal("C-6.5")


def test_a_machine_gun_pins_its_attacker_and_the_assault_goes_on():
    """C-6.6: also when it was set up after the assault, without overwatch then."""
    from tests.games.company_of_heroes.situations import battle, go_on
    from wardiary.domain.games.company_of_heroes.sequence import Round

    units = {"us-mg-team-1": ("E4", {"packed": 1}), GRENADIERS: ("E4", ASSAULT)}
    match = turn(units | {"us-riflemen-1": "A1"}).when("us", "set-up us-mg-team-1 1")
    assert "damage" not in marks(match, GRENADIERS)

    units = {"us-mg-team-1": ("E4", {"face": 1}), GRENADIERS: ("E4", ASSAULT)}
    match = go_on(battle(units, Round("machine-guns", 0, 1), phase="damage.1"))
    match.when("us", f"fire us-mg-team-1 {GRENADIERS}")
    assert any(event.mark == "pinned" for event in match.happened(e.MarkSet))
    match.then_asks("wehrmacht")
    assert marks(match, GRENADIERS)["damage"] == 2


def test_wire_and_tank_traps_are_assaulted():
    """C-6.1, C-R19: infantry takes wire, vehicles tank traps; the hex is won with two dice."""
    wire = {"barbed-wire-1": ("barbed-wire", "F4", "wehrmacht", "")}
    match = turn({"us-riflemen-1": "F3", "us-jeep-1": "E3"}, pieces=wire)
    match.when("us", "assault us-jeep-1 F4 -").then_illegal("C-6.0a")
    match.when("us", "assault us-riflemen-1 F4 -")
    assert hex_of(match, "us-riflemen-1") == "F4"

    units = {"us-riflemen-1": ("F4", ASSAULT), "us-riflemen-2": "F3"}
    won = resolved(units, dict.fromkeys(units, "F4"), pieces=wire)
    assert hex_of(won, "us-riflemen-1") == "F4"
    assert hex_of(won, "barbed-wire-1") == "box"
    failed = resolved(units, {"us-riflemen-1": "F4"}, pieces=wire)
    options = candidates(failed.then_asks("us"), "choose", "this")
    assert "F4" not in options


def test_defences_on_a_point_that_the_team_holds_are_not_assaulted():
    """C-6.1."""
    wire = {"barbed-wire-1": ("barbed-wire", "F6", "wehrmacht", "")}
    match = turn({"us-riflemen-1": "F5"}, pieces=wire, flags={"F6": "us"})

    match.when("us", "assault us-riflemen-1 F6 -").then_illegal("C-6.1")


def test_a_heavy_vehicle_crushes_nothing_before_its_assault_is_over():
    """C-6.1, C-4.1.2g."""
    bags = {"sandbags-1": ("sandbags", "F3", "wehrmacht", "1")}
    match = turn({"us-sherman-1": ("F2", {"face": 4}), GRENADIERS: "F3"}, pieces=bags)
    match.when("us", "assault us-sherman-1 F3 4")
    assert hex_of(match, "sandbags-1") == "F3"

    units = {"us-sherman-1": ("F3", {"face": 4, "assault": 1}), GRENADIERS: ("F3", {"damage": 3})}
    units |= {"us-riflemen-1": "E3"}
    match = resolved(units, {"us-riflemen-1": GRENADIERS}, pieces=bags)
    assert hex_of(match, "sandbags-1") == "box"
    assert hex_of(match, "us-sherman-1") == "F3"


def test_passengers_of_an_assaulting_transport_may_leave_it():
    """C-6.8: and are no targets."""
    units = {
        "us-jeep-1": ("F3", ASSAULT), "us-riflemen-1": ("F3", {"host": "us-jeep-1"}),
        GRENADIERS: "F3",
    }  # fmt: skip
    match = turn(units).when("us", "leave us-riflemen-1 F2")
    assert hex_of(match, "us-riflemen-1") == "F2"

    prompt = firing(units, team="wehrmacht").then_asks("wehrmacht")
    assert targets(prompt, GRENADIERS) == {"us-jeep-1"}
    beside = {**units, "us-riflemen-2": "F2"}
    del beside["us-riflemen-1"]
    turn(beside).when("us", "board us-riflemen-2 us-jeep-1").then_illegal("C-6.8")


def test_a_unit_in_retreat_after_an_assault_captures_nothing():
    """C-R47: a jeep too."""
    match = supplied({"us-jeep-1": ("F6", {"retreating": 2})})

    assert match.table.pieces["point-F6"].face == ""


def test_a_unit_that_passes_through_or_gets_out_ends_no_assault():
    """C-6.0c: only the unit that is assaulted ends it by leaving."""
    units = {"us-riflemen-1": ("F3", ASSAULT), GRENADIERS: "F3", "us-riflemen-2": "F2"}
    match = turn(units).when("us", "move us-riflemen-2 F3,F4")
    assert marks(match, "us-riflemen-1")["assault"] == 1

    units = {
        "us-riflemen-1": ("F3", ASSAULT), "wehrmacht-kubelwagen-1": "F3",
        GRENADIERS: ("F3", {"host": "wehrmacht-kubelwagen-1"}),
    }  # fmt: skip
    match = turn(units, team="wehrmacht").when("wehrmacht", f"leave {GRENADIERS} F4")
    assert marks(match, "us-riflemen-1")["assault"] == 1


def test_a_transport_that_must_leave_takes_its_passengers_along():
    """C-6.0d, C-6.8."""
    units = {
        "us-jeep-1": ("F6", ASSAULT), "us-riflemen-1": ("F6", {"host": "us-jeep-1"}),
        GRENADIERS: "F6",
    }  # fmt: skip
    match = resolved(units, {}).when("us", "choose F5")

    assert hex_of(match, "us-riflemen-1") == "F5"
    assert match.table.pieces["us-riflemen-1"].host == "us-jeep-1"


@pytest.mark.parametrize(
    "leaving", [f"move {GRENADIERS} F4", f"retreat {GRENADIERS}", f"board {GRENADIERS} {RIDE}"]
)
def test_a_heavy_vehicle_crushes_what_is_there_when_its_target_has_left(leaving: str):
    """C-6.1, C-6.0c: the assault is resolved in Maneuver; before that nothing was crushed."""
    bags = {"sandbags-1": ("sandbags", "F3", "wehrmacht", "1")}
    units: dict[str, Placed] = {
        "us-sherman-1": ("F3", {"face": 4, **ASSAULT}), GRENADIERS: "F3", RIDE: "E3",
    }  # fmt: skip
    match = turn(units, team="wehrmacht", pieces=bags)
    assert hex_of(match, "sandbags-1") == "F3"

    match.when("wehrmacht", leaving)
    if leaving.startswith("retreat"):
        match.when("wehrmacht", "choose F9")
    assert hex_of(match, "sandbags-1") == "box"
    assert "assault" not in marks(match, "us-sherman-1")


def test_a_heavy_vehicle_that_must_leave_crushes_what_is_where_it_goes():
    """C-4.1.2g, C-6.0d."""
    units: dict[str, Placed] = {"us-sherman-1": ("F6", {"face": 4, **ASSAULT}), GRENADIERS: "F6"}
    bags = {
        "sandbags-1": ("sandbags", "F5", "us", "1"),
        "sandbags-2": ("sandbags", "E6", "us", "1"),
    }
    match = resolved(units, {}, pieces=bags).when("us", "choose F5")

    assert hex_of(match, "us-sherman-1") == "F5"
    assert hex_of(match, "sandbags-1") == "box"
    assert hex_of(match, "sandbags-2") == "E6"
