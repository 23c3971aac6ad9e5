"""What commanders do in Maneuver, in Damage, and at the end of Supply (C-8.1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.company_of_heroes.commanders import (
    AMBUSH,
    ARMOR,
    ARTILLERY,
    ASSAULT_GUNS,
    DEPOT,
    ENGINEERS,
    FORTIFICATION,
    MECHANIZED,
    RANGERS,
    RECON,
    SPEARHEAD,
    SUPPLIES,
    led,
)
from tests.games.company_of_heroes.situations import (
    TWO_EACH,
    Placed,
    battle,
    buying,
    candidates,
    damage_of,
    defence_dice,
    firing,
    go_on,
    hex_of,
    marks,
    on_map,
    targets,
    turn,
    verbs,
)
from tests.scenario import Scenario
from wardiary.domain.games.company_of_heroes.commanders.tactics import lines
from wardiary.domain.games.company_of_heroes.damage.abilities import DamageStart
from wardiary.domain.games.company_of_heroes.damage.assigning import Aim
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.games.company_of_heroes.table.abilities import count, has
from wardiary.domain.games.company_of_heroes.table.spotting import Vision
from wardiary.domain.games.company_of_heroes.table.units import profile
from wardiary.domain.games.company_of_heroes.terrain.field import field_of

RIFLES, SECOND = "us-riflemen-1", "us-riflemen-2"
SQUAD, OTHER = "wehrmacht-grenadiers-1", "wehrmacht-grenadiers-2"


def resolution(
    units: dict[str, Placed],
    *aims: Aim,
    pieces: dict[str, tuple[str, str, str, str]] | None = None,
    **given: Any,
) -> Scenario:
    """The damage phase once all targets are chosen; `go_on` resolves it."""
    round_ = Round("resolution", 0, 1, aims)
    return battle(units, round_, phase="damage.2", pieces=pieces, **given)


def before_recovery(units: dict[str, Placed], **given: Any) -> Scenario:
    """The end of purchases; `go_on` leads through step 5 of Supply."""
    return battle(units, Round("recovery", 0, 1), phase="supply.4", **given)


def tokens(match: Scenario, kind: str) -> dict[str, dict[str, int]]:
    """The tokens of a kind on the map, by their hexes, with their marks."""
    return {
        piece.zone: piece.marks
        for piece in match.table.pieces.values()
        if piece.kind == kind and piece.zone != "box"
    }


# Movement


def test_light_vehicles_move_two_hexes_with_their_first_cp():
    """C-8.1c: Mechanized Doctrine, tier 2: after the speed die, once a round."""
    car = "wehrmacht-kubelwagen-1"
    moved: dict[str, Placed] = {car: ("F10", {"speed-spent": 1})}
    match = led(turn(moved, team="wehrmacht"), "wehrmacht", MECHANIZED, 2)

    ways = candidates(match.then_asks("wehrmacht"), "move", "path", unit=car)
    assert {"F9", "F9,F8"} <= ways
    assert {way for way in map(str, ways) if way.count(",") > 1} == set()
    match.when("wehrmacht", f"move {car} F9,F8")
    assert match.refused is None
    assert marks(match, car)["cp"] == 1
    match.when("wehrmacht", f"move {car} F7,F6").then_illegal("C-4.1a")


def test_without_the_doctrine_a_cp_moves_one_hex():
    """C-4.1.1d."""
    car = "wehrmacht-kubelwagen-1"
    moved: dict[str, Placed] = {car: ("F10", {"speed-spent": 1})}
    match = led(turn(moved, team="wehrmacht"), "wehrmacht", MECHANIZED, 1)

    ways = candidates(match.then_asks("wehrmacht"), "move", "path", unit=car)
    assert "F9" in ways
    assert "F9,F8" not in ways


def test_grenadiers_go_on_a_hex_after_leaving_a_transport():
    """C-8.1a: Spearhead Doctrine, tier 1, for the CP of getting out alone."""
    units: dict[str, Placed] = {
        "wehrmacht-kubelwagen-1": "F10",
        SQUAD: ("F10", {"host": "wehrmacht-kubelwagen-1"}),
    }
    match = led(turn(units, team="wehrmacht"), "wehrmacht", SPEARHEAD, 1)

    match.when("wehrmacht", f"leave {SQUAD} F9,F8")
    assert match.refused is None
    assert (hex_of(match, SQUAD), marks(match, SQUAD)["cp"]) == ("F8", 1)
    plain = turn(units, team="wehrmacht")
    assert plain.when("wehrmacht", f"leave {SQUAD} F9,F8").refused is not None


# Tactics


def test_a_tactic_is_paid_with_the_very_first_cp_and_munitions():
    """C-8.1e: Field Artillery, tier 2: 2 CP and 2 munitions for 2 HE on a hex."""
    match = led(turn({RIFLES: "F3"}, tracks={"munitions/us": 3}), "us", ARTILLERY, 2)

    match.when("us", "tactic us 2 F9")
    assert match.refused is None
    assert (match.table.track("cp/us"), match.table.track("munitions/us")) == (1, 1)
    assert tokens(match, "strike") == {"F9": {"he": 2}}
    match.when("us", "tactic us 2 F8").then_illegal("C-8.1c")


def test_a_speed_die_may_come_before_a_tactic_but_no_cp():
    """C-8.1e."""
    units: dict[str, Placed] = {"us-jeep-1": "F3", RIFLES: "E3"}
    match = led(turn(units, tracks={"munitions/us": 2}), "us", ARTILLERY, 2)
    match.when("us", "move us-jeep-1 F4").when("us", "tactic us 2 F9")
    assert match.refused is None

    late = led(turn(units, tracks={"munitions/us": 2}), "us", ARTILLERY, 2)
    late.when("us", f"move {RIFLES} E5").when("us", f"move {RIFLES} E4")
    late.when("us", "tactic us 2 F9").then_illegal("C-8.1e")


def test_a_tactic_is_for_the_first_turn_of_the_round():
    """C-8.1e."""
    match = led(turn({RIFLES: "F3"}, number=2, tracks={"munitions/us": 2}), "us", ARTILLERY, 2)

    match.when("us", "tactic us 2 F9").then_illegal("C-8.1e")
    assert "tactic" not in verbs(match.then_asks("us"))


def test_a_tactic_without_munitions_or_its_tier_is_refused():
    """C-8.1e, C-8.0a."""
    poor = led(turn({RIFLES: "F3"}, tracks={"munitions/us": 1}), "us", ARTILLERY, 2)
    early = led(turn({RIFLES: "F3"}, tracks={"munitions/us": 2}), "us", ARTILLERY, 1)

    poor.when("us", "tactic us 2 F9").then_illegal("C-8.1e")
    early.when("us", "tactic us 2 F9").then_illegal("C-8.1e")


def test_consecutive_hexes_are_in_a_straight_line():
    """C-13b: Ranger Company, tier 4: one HE on each of three hexes."""
    match = led(turn({RIFLES: "F3"}, tracks={"munitions/us": 2}), "us", RANGERS, 4)

    match.when("us", "tactic us 4 F8,F9,G10").then_illegal("C-13b")
    match.when("us", "tactic us 4 F8,F9").then_illegal("C-13b")
    match.when("us", "tactic us 4 F8,F9,F10")
    assert match.refused is None
    assert tokens(match, "strike") == {hex_: {"he": 1} for hex_ in ("F8", "F9", "F10")}


def test_each_line_is_listed_once():
    """C-13b."""
    field = field_of(battle({}).table)
    paths = [frozenset(path.split(",")) for path in lines(field, 3)]

    assert len(set(paths)) == len(paths)
    assert all(len(path) == 3 for path in paths)
    assert frozenset({"F5", "F6", "F7"}) in paths
    assert frozenset({"E5", "F5", "G6"}) in paths


def test_the_barrage_of_the_fortification_doctrine_falls_near_an_emplacement():
    """C-8.1b: within three hexes of a bunker of its army."""
    units: dict[str, Placed] = {"wehrmacht-mg-bunker-1": ("F9", {"face": "1"}), SQUAD: "E9"}
    given = {"tracks": {"munitions/wehrmacht": 2}}
    match = led(turn(units, team="wehrmacht", **given), "wehrmacht", FORTIFICATION, 4)

    match.when("wehrmacht", "tactic wehrmacht 4 F5").then_illegal("C-13b")
    match.when("wehrmacht", "tactic wehrmacht 4 F6")
    assert tokens(match, "strike") == {"F6": {"he": 3}}


def test_a_strike_hits_friends_too_and_gives_no_xp():
    """C-8.1b: two HE that both crit on a hex where a friend and an enemy are in an assault."""
    units: dict[str, Placed] = {RIFLES: ("F6", {"assault": 1}), SQUAD: "F6"}
    strike = {"strike-1": ("strike", "F6", "us", "")}
    match = resolution(units, pieces=strike).given(
        lambda draft: draft.mark("strike-1", "he", 2, rule="C-8.1b")
    )

    go_on(match, "GB")
    assert (damage_of(match, RIFLES), damage_of(match, SQUAD)) == (3, 3)
    assert match.table.track("xp/us") == 1
    assert match.table.zone_of("strike-1") == "box"


def test_a_strike_triggers_no_cover_but_a_building_and_no_frontal_armor():
    """C-8.1b: Infantry behind heavy cover, infantry in a building, and a tank in front."""
    units: dict[str, Placed] = {SQUAD: "F6", OTHER: "D9", "wehrmacht-tiger-1": ("J8", {})}
    units["wehrmacht-tiger-1"] = ("I8", {"face": "1"})
    strikes = {
        "strike-1": ("strike", "F6", "us", ""),
        "strike-2": ("strike", "D9", "us", ""),
        "strike-3": ("strike", "I8", "us", ""),
    }

    def armed(draft: Any) -> None:
        for number in (1, 2):
            draft.mark(f"strike-{number}", "he", 1, rule="C-8.1b")
        draft.mark("strike-3", "ap", 1, rule="C-8.1b")

    match = go_on(resolution(units, pieces=strikes).given(armed), "BBRRR")

    assert defence_dice(match, SQUAD) == 0
    assert defence_dice(match, OTHER) == 3
    assert defence_dice(match, "wehrmacht-tiger-1") == 0
    assert damage_of(match, "wehrmacht-tiger-1") == 1


def test_the_spearhead_barrage_brings_flame():
    """C-8.1b, C-5.2a: 2 HE and 1 Flame."""
    given = {"tracks": {"munitions/wehrmacht": 2}}
    match = led(turn({SQUAD: "F9"}, team="wehrmacht", **given), "wehrmacht", SPEARHEAD, 3)

    match.when("wehrmacht", "tactic wehrmacht 3 F6")
    assert tokens(match, "strike") == {"F6": {"he": 2, "flame": 1}}
    assert match.table.track("cp/wehrmacht") == 0


def test_a_recon_plane_shows_a_hex_and_all_around_it_camouflage_included():
    """C-8.1e, C-5.1b: Recon Troop, tier 2, for the whole team, until the round ends."""
    gun = "wehrmacht-pak-40-team-1"
    units: dict[str, Placed] = {
        RIFLES: "A2",
        "us-2-riflemen-1": "K2",
        gun: ("F9", {"upgrade-camouflage": 1, "face": "1"}),
    }
    match = turn(units, seats=TWO_EACH, tracks={"munitions/us": 1})
    led(match, "us", RECON, 2)
    assert not Vision(match.table, "us").sees(gun)

    match.when("us", "tactic us 2 F6")
    assert tokens(match, "recon") == {"F6": {"radius": 3}}
    assert Vision(match.table, "us").sees(gun)
    assert "F10" not in Vision(match.table, "us").hexes
    assert "F9" not in Vision(match.table, "wehrmacht").planes

    plane = {"recon-1": ("recon", "F6", "us", "")}
    assert go_on(before_recovery({RIFLES: "F3"}, pieces=plane)).table.zone_of("recon-1") == "box"


def test_a_commander_gives_infantry_cover_for_a_damage_phase():
    """C-8.1e, C-5.6b: Grenadier Depot, tier 4: a hex and all around it."""
    given = {"tracks": {"munitions/wehrmacht": 1}}
    match = led(turn({SQUAD: "F9"}, team="wehrmacht", **given), "wehrmacht", DEPOT, 4)
    match.when("wehrmacht", "tactic wehrmacht 4 E9")
    assert tokens(match, "shelter") == {"E9": {"radius": 1, "cover": 2}}

    units: dict[str, Placed] = {SQUAD: "E10", OTHER: "E7", RIFLES: "E9", SECOND: "E6"}
    shelter = {"shelter-1": ("shelter", "E10", "wehrmacht", "")}
    aims = (Aim(RIFLES, SQUAD), Aim(SECOND, OTHER))
    sheltered = resolution(units, *aims, pieces=shelter).given(
        lambda draft: draft.mark("shelter-1", "radius", 1, rule="C-8.1e"),
        lambda draft: draft.mark("shelter-1", "cover", 2, rule="C-8.1e"),
    )
    go_on(sheltered, "RR")

    assert defence_dice(sheltered, SQUAD) == 2
    assert defence_dice(sheltered, OTHER) == 0


# Smoke


def test_a_major_with_the_upgrade_lays_smoke_beside_himself_once_a_round():
    """C-5.1c: without CP, on a hex that touches his."""
    major = "us-major-1"
    units: dict[str, Placed] = {major: ("F4", {"upgrade-smoke": 1}), RIFLES: "E4"}
    match = turn(units, cp=1)

    match.when("us", f"smoke {major} F6").then_illegal("C-13b")
    match.when("us", f"smoke {RIFLES} F5").then_illegal("C-5.1c")
    match.when("us", f"smoke {major} F5")
    assert tokens(match, "smoke") == {"F5": {}}
    assert match.table.track("cp/us") == 1
    match.when("us", f"smoke {major} F3").then_illegal("C-8.1c")


def test_smoke_is_gone_after_the_round():
    """C-5.1c."""
    smoke = {"smoke-1": ("smoke", "F5", "us", "")}
    match = go_on(before_recovery({RIFLES: "F3"}, pieces=smoke))

    assert match.table.zone_of("smoke-1") == "box"


# The start of Damage


def at_damage_start(units: dict[str, Placed], team: str, **given: Any) -> Scenario:
    """The start of the damage phase, with a team to use its abilities."""
    round_ = Round("abilities", 1 if team == "us" else 2, 1)
    return battle(units, round_, DamageStart(team), phase="damage.start", seat=team, **given)


def test_defensive_smoke_is_paid_for_each_heavy_vehicle():
    """C-8.1c, book example 22: Armor Company, tier 2: 1 munitions, one defence die more."""
    units: dict[str, Placed] = {"us-sherman-1": "F4", "us-sherman-2": "D4", RIFLES: "E3"}
    units["us-wolverine-1"] = "D2"
    match = led(at_damage_start(units, "us", tracks={"munitions/us": 3}), "us", ARMOR, 2)

    match.when("us", f"use {RIFLES} 2").then_illegal("C-8.1c")
    match.when("us", "use us-sherman-1 2")
    assert marks(match, "us-sherman-1") == {"screened": 1}
    assert match.table.track("munitions/us") == 2
    match.when("us", "use us-sherman-1 2").then_illegal("C-8.1c")
    match.when("us", "use us-sherman-2 2")
    assert match.table.track("munitions/us") == 1


def test_a_screened_vehicle_rolls_a_die_more():
    """C-8.1a: 1 AP from behind: no other defence dice."""
    units: dict[str, Placed] = {
        "us-sherman-1": ("F6", {"face": "1", "screened": 1}),
        "us-sherman-2": ("D8", {"face": "1"}),
        "wehrmacht-pak-40-team-1": ("F8", {"face": "1"}),
        "wehrmacht-pak-40-team-2": ("D10", {"face": "1"}),
    }
    aims = (
        Aim("wehrmacht-pak-40-team-1", "us-sherman-1"),
        Aim("wehrmacht-pak-40-team-2", "us-sherman-2"),
    )
    match = go_on(led(resolution(units, *aims), "us", ARMOR, 2), "R")

    assert defence_dice(match, "us-sherman-1") == 1
    assert defence_dice(match, "us-sherman-2") == 0


def test_a_grenadier_squad_deals_more_damage_for_a_munitions():
    """C-8.1c: Ambush Doctrine, tier 2."""
    units: dict[str, Placed] = {SQUAD: "F6", RIFLES: "E6"}
    units[RIFLES] = "F8"
    paid = led(
        at_damage_start(units, "wehrmacht", tracks={"munitions/wehrmacht": 1}),
        "wehrmacht",
        AMBUSH,
        2,
    )
    paid.when("wehrmacht", f"use {SQUAD} 2")
    assert (marks(paid, SQUAD), paid.table.track("munitions/wehrmacht")) == ({"boosted": 1}, 0)

    boosted: dict[str, Placed] = {SQUAD: ("F9", {"boosted": 1}), OTHER: "D9", RIFLES: "F10"}
    match = led(resolution(boosted, Aim(SQUAD, RIFLES)), "wehrmacht", AMBUSH, 2)
    assert damage_of(go_on(match, ""), RIFLES) == 2


def test_nobody_is_asked_at_the_start_of_damage_without_an_ability():
    """C-8.1a."""
    match = go_on(at_damage_start({RIFLES: "F3", SQUAD: "F9"}, "us"))

    assert match.table.phase != "damage.start"


def test_emplacements_of_the_fortification_doctrine_have_a_defense_die_more():
    """C-8.1a: tier 2."""
    bunker = "wehrmacht-mg-bunker-1"
    units: dict[str, Placed] = {bunker: "F6", RIFLES: "E6"}
    units[RIFLES] = "F4"
    plain = go_on(resolution(units, Aim(RIFLES, bunker)), "R")
    fortified = go_on(
        led(resolution(units, Aim(RIFLES, bunker)), "wehrmacht", FORTIFICATION, 2), "RR"
    )

    assert (defence_dice(plain, bunker), defence_dice(fortified, bunker)) == (1, 2)


def test_frontal_armor_of_the_assault_gun_brigade_rolls_three_dice():
    """C-8.1a, C-5.7a: tier 3; two dice without it."""
    tank = "wehrmacht-panzer-iv-1"
    units: dict[str, Placed] = {tank: ("F8", {"face": "1"}), "us-at-gun-team-1": "F5"}
    units["us-at-gun-team-1"] = ("F6", {"face": "4"})
    aim = Aim("us-at-gun-team-1", tank)
    plain = go_on(resolution(units, aim), "RR")
    armored = go_on(led(resolution(units, aim), "wehrmacht", ASSAULT_GUNS, 3), "RRR")

    assert (defence_dice(plain, tank), defence_dice(armored, tank)) == (2, 3)


# Sandbags


def test_sandbags_of_the_engineers_need_three_dice():
    """C-8.1a, C-4.1.2d."""
    units: dict[str, Placed] = {RIFLES: "F4", "wehrmacht-mg-team-1": ("F7", {"face": "1"})}
    bags = {"sandbags-1": ("sandbags", "F4", "us", "1")}
    aim = Aim("wehrmacht-mg-team-1", RIFLES)
    plain = go_on(resolution(units, aim, pieces=bags))
    fortified = go_on(led(resolution(units, aim, pieces=bags), "us", ENGINEERS, 3))

    assert (hex_of(plain, "sandbags-1"), hex_of(fortified, "sandbags-1")) == ("box", "F4")


# Supply


def test_a_commander_builds_a_field_defense_beside_infantry_once_a_round():
    """C-8.1c: Fortification Doctrine, tier 3, for 1 munitions."""
    match = led(buying({SQUAD: "F9"}, team="wehrmacht"), "wehrmacht", FORTIFICATION, 3)

    match.when("wehrmacht", "build-defense wehrmacht 3 sandbags F8").then_illegal("C-8.1c")
    match.when("wehrmacht", "build-defense wehrmacht 3 barbed-wire F7").then_illegal("C-8.1c")
    match.when("wehrmacht", "build-defense wehrmacht 3 barbed-wire F8")
    assert match.table.track("munitions/wehrmacht") == 19
    assert tokens(match, "barbed-wire") == {"F8": {}}
    match.when("us", "pass us")
    match.when("wehrmacht", "build-defense wehrmacht 3 tank-trap F10").then_illegal("C-8.1c")


def test_field_defenses_are_not_built_in_buildings_or_across_red_lines():
    """C-4.1.2b, C-4.1d: E4 is a building behind a red line, D5 is free."""
    match = led(buying({SQUAD: "D4"}, team="wehrmacht"), "wehrmacht", FORTIFICATION, 3)

    hexes = candidates(match.then_asks("wehrmacht"), "build-defense", "hex", kind="tank-trap")
    assert "E4" not in hexes
    assert "D5" in hexes


def test_a_commander_upgrade_comes_on_top_of_the_others_and_once_for_a_unit():
    """C-8.1d: Engineer Combat Group, tier 4: flame at range 1 for Riflemen."""
    match = led(buying({RIFLES: "F4"}), "us", ENGINEERS, 4)

    match.when("us", f"commander-upgrade {RIFLES} 1-flame-at-range-1")
    assert match.table.track("munitions/us") == 18
    (flame,) = [a for a in profile(match.table, RIFLES).attacks if a.type == "Flame"]
    assert (flame.dice, flame.reach) == (1, 1)
    match.when("wehrmacht", "pass wehrmacht")
    match.when("us", f"commander-upgrade {RIFLES} 1-flame-at-range-1").then_illegal("C-8.1d")
    assert candidates(match.then_asks("us"), "upgrade", "upgrade", unit=RIFLES) == {
        "xp",
        "munitions",
    }


def test_a_sturmpanzer_loses_slow_for_two_munitions():
    """C-8.1d: Assault Gun Brigade, tier 2."""
    tank = "wehrmacht-sturmpanzer-1"
    match = led(buying({tank: "F9"}, team="wehrmacht"), "wehrmacht", ASSAULT_GUNS, 2)
    assert count(match.table, tank, "slow") == 1

    match.when("wehrmacht", f"commander-upgrade {tank} no-slow")
    assert not has(match.table, tank, "slow")
    assert match.table.track("munitions/wehrmacht") == 18


def test_a_commander_upgrade_is_for_its_unit_and_its_tier():
    """C-8.1d."""
    match = led(buying({RIFLES: "F4", "us-mortar-team-1": "F3"}), "us", ENGINEERS, 3)

    refused = f"commander-upgrade {RIFLES} 1-flame-at-range-1"
    match.when("us", refused).then_illegal("C-8.1d")
    later = led(buying({"us-mortar-team-1": "F3"}), "us", ENGINEERS, 4)
    later.when("us", "commander-upgrade us-mortar-team-1 1-flame-at-range-1").then_illegal("C-8.1d")


@pytest.mark.parametrize(
    ("army", "card", "tier", "unit", "home"),
    [
        ("us", SUPPLIES, 2, RIFLES, "F1"),
        ("wehrmacht", DEPOT, 3, SQUAD, "F11"),
    ],
)
def test_the_spawn_area_gives_two_health_with_some_commanders(
    army: str, card: str, tier: int, unit: str, home: str
):
    """C-8.1a, C-7.6b."""
    units: dict[str, Placed] = {unit: (home, {"damage": 3})}
    plain = go_on(before_recovery(units))
    better = go_on(led(before_recovery(units), army, card, tier))

    assert marks(plain, unit)["damage"] == 2
    assert marks(better, unit)["damage"] == 1


def test_the_spawn_area_helps_teammates_as_much():
    """C-8.1a: reinforcement benefits the whole team."""
    unit = "us-2-riflemen-1"
    units: dict[str, Placed] = {unit: ("F1", {"damage": 3})}
    match = go_on(led(before_recovery(units, seats=TWO_EACH), "us", SUPPLIES, 2))

    assert marks(match, unit)["damage"] == 1


def test_a_wrench_restores_two_health_of_a_heavy_vehicle():
    """C-8.1a: Armor Company, tier 3; of a jeep it stays one."""
    units: dict[str, Placed] = {
        RIFLES: "F4",
        SECOND: "D4",
        "us-sherman-1": ("F3", {"damage": 3}),
        "us-jeep-1": ("D3", {"damage": 1}),
    }
    match = go_on(led(before_recovery(units), "us", ARMOR, 3))

    match.when("us", f"repair {RIFLES} us-sherman-1")
    match.when("us", f"repair {SECOND} us-jeep-1")
    assert match.table.mark("us-sherman-1", "damage") == 1
    assert match.table.mark("us-jeep-1", "damage") == 0


def test_units_that_a_commander_called_in_are_on_the_map_and_fire():
    """C-8.1c: Rangers with the damage that they print."""
    units: dict[str, Placed] = {"us-rangers-1": "F8", SQUAD: "F10"}
    match = firing(units)

    assert SQUAD in targets(match.then_asks("us"), "us-rangers-1")
    assert on_map(match, "us") == {"us-rangers-1"}
