"""Commanders: chosen, unlocked tier by tier, and what every tier of the twelve does (C-8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    FIRST_GAME,
    TWO_EACH,
    Placed,
    battle,
    buying,
    candidates,
    go_on,
    hex_of,
    laid_out,
    marks,
    on_map,
    pack_with,
    supplied,
    turn,
    verbs,
)
from tests.scenario import Scenario
from wardiary.domain.games.company_of_heroes.components.units import Cost
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.games.company_of_heroes.table import passives
from wardiary.domain.games.company_of_heroes.table.abilities import count, has
from wardiary.domain.games.company_of_heroes.table.spotting import Vision
from wardiary.domain.play.draft import Draft


def before_supply(units: Mapping[str, Placed], **given: Any) -> Scenario:
    """The end of a damage phase; `go_on` leads to the first question of Supply."""
    return battle(units, Round("leaving", 0, 1), phase="damage.5", **given)


def stock(match: Scenario, army: str) -> tuple[int, int, int]:
    """The manpower, munitions and fuel of an army."""
    table = match.table
    names = ("manpower", "munitions", "fuel")
    manpower, munitions, fuel = (table.track(f"{name}/{army}") for name in names)
    return manpower, munitions, fuel


def dealt(army: str, *cards: str) -> Callable[[Draft], None]:
    """An army with these commanders in hand and no others."""

    def effect(draft: Draft) -> None:
        hand = f"{army}-commanders"
        draft.move(draft.table.zone(hand), "us-commander-deck", rule="C-8.2a")
        draft.move(cards, hand, rule="C-8.2a")

    return effect


# Choosing and unlocking


def test_a_player_draws_three_commanders_and_sees_only_his_own():
    """C-8.2a."""
    match = laid_out()

    assert len(match.table.zone("us-commanders")) == 3
    assert match.table.visibility["us-commanders"].who == "owner"
    assert match.table.zone("us-commander") == ()


def test_teammates_draw_from_one_deck():
    """C-8.2a."""
    table = laid_out(seats=TWO_EACH).table

    hands = (*table.zone("us-commanders"), *table.zone("us-2-commanders"))
    assert len(set(hands)) == 6
    assert table.zone("us-commander-deck") == ()


def test_there_are_no_commanders_in_the_first_game():
    """C-8.2a."""
    assert laid_out(mission=FIRST_GAME).table.zone("us-commanders") == ()


def test_a_commander_is_chosen_at_any_time_and_for_good():
    """C-8.2a: in Maneuver as well as in Supply."""
    match = turn({"us-riflemen-1": "F3"}).given(dealt("us", ARMOR, RANGERS, RECON))

    match.when("us", f"commander us {RANGERS}")
    assert match.refused is None
    assert match.table.zone("us-commander") == (RANGERS,)
    assert set(match.table.zone("commanders-out")) == {ARMOR, RECON}
    match.when("us", f"commander us {ARMOR}").then_illegal("C-8.2a")

    match = buying({}).given(dealt("us", ARMOR, RANGERS, RECON))
    match.when("us", f"commander us {ARTILLERY}").then_illegal("C-8.2a")
    match.when("us", f"commander us {ARMOR}")
    assert match.table.zone("us-commander") == (ARMOR,)
    match.then_asks("us")


def test_tiers_are_unlocked_in_order_for_xp():
    """C-8.0a."""
    match = led(buying({}, stock={"xp": 5}), "us", ARTILLERY, 0)

    match.when("us", "commander-tier us")
    assert match.table.track("commander/us") == 1
    assert match.table.track("xp/us") == 3
    match.when("wehrmacht", "pass wehrmacht").when("us", "commander-tier us")
    assert (match.table.track("commander/us"), match.table.track("xp/us")) == (2, 0)


def test_a_tier_is_not_unlocked_without_its_xp_or_its_building():
    """C-8.0a: the third tier of the artillery needs the second building."""
    poor = led(buying({}, stock={"xp": 3}), "us", ARTILLERY, 2, 2)
    early = led(buying({}), "us", ARTILLERY, 2)

    poor.when("us", "commander-tier us").then_illegal("C-8.0a")
    early.when("us", "commander-tier us").then_illegal("C-8.0a")
    led(early, "us", ARTILLERY, 2, 2).when("us", "commander-tier us")
    assert early.table.track("commander/us") == 3


def test_without_a_commander_nothing_is_unlocked():
    """C-8.2a."""
    buying({}).when("us", "commander-tier us").then_illegal("C-8.2a")


def test_after_the_fourth_tier_two_xp_are_traded_for_a_resource_at_any_time():
    """C-8.0b: it is no purchase."""
    match = led(buying({}, stock={"xp": 5}), "us", RANGERS, 4)

    match.when("us", "trade us fuel")
    match.when("us", "trade us manpower")
    assert match.table.track("xp/us") == 1
    assert stock(match, "us") == (21, 20, 21)
    match.when("us", "trade us fuel").then_illegal("C-8.0b")
    early = led(buying({}), "us", RANGERS, 3)
    early.when("us", "trade us fuel").then_illegal("C-8.0b")

    moving = led(turn({"us-riflemen-1": "F3"}, tracks={"xp/us": 2}), "us", RANGERS, 4)
    moving.when("us", "trade us munitions")
    assert moving.table.track("xp/us") == 0


# Free units


def test_a_free_unit_spawns_when_its_tier_is_unlocked_and_more_may_be_bought():
    """C-8.1g: Armor Company, tier 4."""
    match = led(buying({}), "us", ARMOR, 3, 2, 3)

    match.when("us", "commander-tier us")
    match.then_asks("us")
    match.when("us", "place-free us us-easy-eight F4 4").then_illegal("C-2.4a")
    match.when("us", "place-free us us-easy-eight F1 4")
    assert (hex_of(match, "us-easy-eight-1"), marks(match, "us-easy-eight-1")) == (
        "F1",
        {"spawned": 1},
    )
    assert match.table.pieces["us-easy-eight-1"].face == "4"
    assert stock(match, "us") == (20, 20, 20)
    match.when("wehrmacht", "pass wehrmacht")
    match.when("us", "buy us us-easy-eight E1 4")
    assert stock(match, "us") == (16, 20, 15)


def test_a_free_unit_without_room_stays_owed_for_a_later_supply():
    """C-8.1g, R-44."""
    full: dict[str, Placed] = {
        f"us-riflemen-{number}": f"{column}1"
        for number, column in enumerate("ABCDEFGHIJK", start=1)
    }
    match = led(buying(full), "us", ARTILLERY, 3, 2, 3)

    match.when("us", "commander-tier us")
    assert match.table.track("owed/us/us-priest") == 1
    assert match.then_asks("wehrmacht")

    later = before_supply({}, tracks={"owed/us/us-priest": 1})
    go_on(led(later, "us", ARTILLERY, 4, 2, 3))
    assert verbs(later.then_asks("us")) == {"place-free"}
    later.when("us", "place-free us us-priest A1 4")
    assert later.table.track("owed/us/us-priest") == 0
    assert "buy" in verbs(later.then_asks("us"))


@pytest.mark.parametrize(
    ("army", "card", "kind"),
    [
        ("us", ARTILLERY, "us-priest"),
        ("wehrmacht", MECHANIZED, "wehrmacht-ostwind"),
        ("wehrmacht", ASSAULT_GUNS, "wehrmacht-sturmpanzer"),
        ("wehrmacht", SPEARHEAD, "wehrmacht-tiger"),
    ],
)
def test_each_fourth_tier_with_a_free_unit_gives_it(army: str, card: str, kind: str):
    """C-8.1g."""
    match = led(buying({}, team=army), army, card, 3, 2, 3)
    home = "F1" if army == "us" else "F11"

    match.when(army, f"commander-tier {army}").when(army, f"place-free {army} {kind} {home} 1")
    assert f"{kind}-1" in on_map(match, army)


def test_a_free_unit_needs_room_among_the_vehicles_of_its_chassis():
    """C-7.4c, C-8.1g: two Shermans are all there are."""
    tanks: dict[str, Placed] = {"us-sherman-1": "B3", "us-sherman-2": "D3"}
    match = led(buying(tanks), "us", ARMOR, 3, 2, 3)

    match.when("us", "commander-tier us")
    assert match.table.track("owed/us/us-easy-eight") == 1
    match.then_asks("wehrmacht")


# Units that may be bought


def test_a_call_in_is_bought_as_often_as_one_can_pay():
    """C-8.1c: the Major of the Ranger Company."""
    match = led(buying({}), "us", RANGERS, 2)

    match.when("us", "buy us us-major F1 -").when("wehrmacht", "pass wehrmacht")
    match.when("us", "buy us us-major E1 -")
    assert {"us-major-1", "us-major-2"} <= on_map(match, "us")
    led(buying({}), "us", RANGERS, 1).when("us", "buy us us-major F1 -").then_illegal("C-2.2d")


@pytest.mark.parametrize(
    ("army", "card", "tier", "kind"),
    [
        ("us", ARTILLERY, 3, "us-priest"),
        ("wehrmacht", DEPOT, 2, "wehrmacht-panzerschreck-squad"),
        ("wehrmacht", AMBUSH, 4, "wehrmacht-tiger"),
    ],
)
def test_other_commanders_call_units_in(army: str, card: str, tier: int, kind: str):
    """C-8.1c."""
    before = led(buying({}, team=army), army, card, tier - 1).table
    after = led(buying({}, team=army), army, card, tier).table

    assert kind not in passives.call_ins(before, army)
    assert kind in passives.call_ins(after, army)


def test_riflemen_may_spawn_as_rangers_for_more():
    """C-8.1d: one manpower and one munitions more; the Rangers have their own upgrades."""
    match = led(buying({}), "us", RANGERS, 1)

    match.when("us", "buy us us-rangers F1 -")
    assert stock(match, "us") == (17, 19, 20)
    match.when("wehrmacht", "pass wehrmacht")
    upgrades = candidates(match.then_asks("us"), "upgrade", "bonus", unit="us-rangers-1")
    assert upgrades == {"1-ai", "close-range-firepower"}


def test_shermans_spawn_as_their_alternate_once_their_building_is_there():
    """C-8.1d, C-2.2d: Recon Troop, tier 4."""
    early = led(buying({}), "us", RECON, 4)
    match = led(buying({}), "us", RECON, 4, 2, 3)

    early.when("us", "buy us us-sherman-76 F1 4").then_illegal("C-2.2d")
    match.when("us", "buy us us-sherman-76 F1 4")
    assert stock(match, "us") == (16, 20, 15)


# Prices


def test_vehicles_cost_a_manpower_less_but_at_least_one():
    """C-8.1f: Armor Company, tier 1, for purchases after it is unlocked."""
    match = led(buying({}), "us", ARMOR, 1)

    match.when("us", "buy us us-jeep F1 -")
    assert stock(match, "us") == (19, 20, 19)
    match.when("wehrmacht", "pass wehrmacht").when("us", "buy us us-riflemen E1 -")
    assert stock(match, "us") == (17, 20, 19)


def test_heavy_vehicles_cost_a_fuel_less():
    """C-8.1f: Assault Gun Brigade, tier 1."""
    match = led(buying({}, team="wehrmacht"), "wehrmacht", ASSAULT_GUNS, 1, 2, 3)

    match.when("wehrmacht", "buy wehrmacht wehrmacht-ostwind F11 1")
    assert stock(match, "wehrmacht") == (16, 20, 18)


@pytest.mark.parametrize(
    ("army", "card", "tier", "builder", "kind", "hex_"),
    [
        ("us", ENGINEERS, 2, "us-riflemen-1", "us-50-cal-nest", "F3"),
        ("wehrmacht", FORTIFICATION, 1, "wehrmacht-grenadiers-1", "wehrmacht-mg-bunker", "F3"),
    ],
)
def test_emplacements_cost_a_munitions_less(
    army: str, card: str, tier: int, builder: str, kind: str, hex_: str
):
    """C-8.1f: Engineer Combat Group and Fortification Doctrine: 3 manpower, no munitions."""
    match = led(buying({builder: "F4"}, team=army), army, card, tier, 2)

    match.when(army, f"build {army} {builder} {kind} {hex_}")
    assert stock(match, army) == (17, 20, 20)


def test_one_grenadier_squad_a_round_costs_a_manpower_less():
    """C-8.1c, C-8.1f: Grenadier Depot, tier 1."""
    match = led(buying({}, team="wehrmacht"), "wehrmacht", DEPOT, 1)

    match.when("wehrmacht", "buy wehrmacht wehrmacht-grenadiers F11 -")
    match.when("us", "pass us")
    match.when("wehrmacht", "buy wehrmacht wehrmacht-grenadiers E12 -")
    assert stock(match, "wehrmacht") == (17, 20, 20)


def test_a_discount_never_raises_a_price_that_is_lower_already():
    """C-8.1f: at least 1 is the floor of the cut, not of the price."""
    cheap = pack_with("us-jeep", cost=Cost(fuel=1))
    match = led(buying({}, values=cheap), "us", ARMOR, 1)

    match.when("us", "buy us us-jeep F1 -")
    assert stock(match, "us") == (20, 20, 19)


def test_an_upgrade_costs_what_the_commander_says():
    """C-8.1f, book example 22: the mortar's flame for 1 XP."""
    units: dict[str, Placed] = {"wehrmacht-mortar-team-1": "F8"}
    match = led(buying(units, team="wehrmacht"), "wehrmacht", SPEARHEAD, 2)

    match.when("wehrmacht", "upgrade wehrmacht-mortar-team-1 xp 1-flame")
    assert match.table.track("xp/wehrmacht") == 19


def test_other_resources_are_paid_once_a_round_in_place_of_fuel():
    """C-8.1c: Supply Column, tier 3: two manpower for one fuel of the next purchase with fuel."""
    match = led(buying({}, stock={"fuel": 0}), "us", SUPPLIES, 3)
    assert "us-jeep" not in candidates(match.then_asks("us"), "buy", "kind")

    match.when("us", "substitute us 3")
    match.when("us", "buy us us-jeep F1 -")
    assert stock(match, "us") == (16, 20, 0)
    match.when("wehrmacht", "pass wehrmacht")
    match.when("us", "substitute us 3").then_illegal("C-8.1c")


def test_what_was_announced_and_not_used_lapses_with_the_pass():
    """C-8.1c."""
    match = led(buying({}), "us", SUPPLIES, 3)

    match.when("us", "substitute us 3").when("us", "buy us us-riflemen F1 -")
    assert match.table.track("substitute/us") == 3
    match.when("wehrmacht", "pass wehrmacht").when("us", "pass us")
    assert match.table.track("substitute/us") == 0
    assert match.table.track("used/us/substitute") == 0


def test_a_building_may_be_paid_with_other_resources():
    """C-8.1c, C-7.4d: the second building costs 3 manpower and 1 fuel."""
    match = led(buying({}, stock={"fuel": 0}), "us", SUPPLIES, 3)

    match.when("us", "substitute us 3").when("us", "unlock us 2")
    assert match.refused is None
    assert stock(match, "us") == (15, 20, 0)


def test_munitions_are_exchanged_for_manpower_once_a_round():
    """C-8.1c: Supply Column, tier 1; it is a purchase."""
    match = led(buying({}), "us", SUPPLIES, 1)

    match.when("us", "exchange us 1")
    assert stock(match, "us") == (21, 19, 20)
    match.when("wehrmacht", "pass wehrmacht")
    match.when("us", "exchange us 1").then_illegal("C-8.1c")


def test_an_income_counts_higher_when_it_is_collected():
    """C-8.1a: Supply Column, tier 4."""
    plain = supplied({}, tracks={"manpower/us": 0})
    more = go_on(led(before_supply({}, tracks={"manpower/us": 0}), "us", SUPPLIES, 4))

    assert plain.table.track("manpower/us") == 1
    assert more.table.track("manpower/us") == 2
    assert more.table.track("manpower-income/us") == 1


# What units can do


def test_units_see_farther_with_a_commander():
    """C-8.1a: Field Artillery 1, Recon Troop 1, and Ambush Doctrine 3 in buildings only."""
    units: dict[str, Placed] = {
        "us-mortar-team-1": "F3",
        "us-greyhound-1": "D3",
        "wehrmacht-grenadiers-1": "D9",
        "wehrmacht-grenadiers-2": "F9",
    }
    plain = battle(units).table
    artillery = led(battle(units), "us", ARTILLERY, 1).table
    recon = led(battle(units), "us", RECON, 1).table
    ambush = led(battle(units), "wehrmacht", AMBUSH, 3).table

    assert passives.sight_bonus(plain, "us-mortar-team-1") == 0
    assert passives.sight_bonus(artillery, "us-mortar-team-1") == 1
    assert passives.sight_bonus(artillery, "us-greyhound-1") == 0
    assert passives.sight_bonus(recon, "us-greyhound-1") == 1
    assert passives.sight_bonus(ambush, "wehrmacht-grenadiers-1") == 1
    assert passives.sight_bonus(ambush, "wehrmacht-grenadiers-2") == 0


def test_a_commander_helps_only_the_units_of_its_own_army():
    """C-8.1a."""
    units: dict[str, Placed] = {"us-riflemen-1": "F3", "us-2-riflemen-1": "G3"}
    table = led(battle(units, seats=TWO_EACH), "us", ENGINEERS, 1).table

    assert count(table, "us-riflemen-1", "wrench") == 2
    assert count(table, "us-2-riflemen-1", "wrench") == 1


def test_units_have_abilities_of_a_commander():
    """C-8.1a: Mechanized Doctrine 1 and 3, Recon Troop 3."""
    units: dict[str, Placed] = {
        "wehrmacht-kubelwagen-1": "F9",
        "wehrmacht-sd-kfz-222-1": "E9",
        "us-greyhound-1": "F3",
    }
    first = led(battle(units), "wehrmacht", MECHANIZED, 1).table
    third = led(battle(units), "wehrmacht", MECHANIZED, 3).table
    recon = led(battle(units), "us", RECON, 3).table

    assert has(first, "wehrmacht-kubelwagen-1", "reinforce")
    assert not has(first, "wehrmacht-sd-kfz-222-1", "transport")
    assert has(third, "wehrmacht-sd-kfz-222-1", "transport")
    assert has(third, "wehrmacht-sd-kfz-222-1", "capture")
    assert has(recon, "us-greyhound-1", "capture")


def test_a_greyhound_with_the_recon_troop_takes_a_point():
    """C-7.1b, C-8.1a."""
    units: dict[str, Placed] = {"us-greyhound-1": "F6"}

    def after_supply(match: Scenario) -> str:
        return go_on(match).table.pieces["point-F6"].face

    plain = before_supply(units)
    recon = led(before_supply(units), "us", RECON, 3)

    assert (after_supply(plain), after_supply(recon)) == ("", "us")


def test_guns_of_the_ambush_doctrine_are_camouflaged_while_set_up():
    """C-8.1a, C-5.1b."""
    gun = "wehrmacht-pak-40-team-1"
    near: dict[str, Placed] = {"us-riflemen-1": "F5"}

    def seen(packed: int) -> bool:
        units = {**near, gun: ("F7", {"packed": packed})}
        return Vision(led(battle(units), "wehrmacht", AMBUSH, 1).table, "us").sees(gun)

    assert seen(packed=1)
    assert not seen(packed=0)


def test_regular_infantry_beside_a_major_has_close_range_firepower():
    """C-8.1a, C-5.2c: Ranger Company, tier 3; the Major is not beside himself."""
    units: dict[str, Placed] = {
        "us-riflemen-1": "F4",
        "us-major-1": "F3",
        "us-riflemen-2": "D4",
        "us-mortar-team-1": "E3",
    }
    table = led(battle(units), "us", RANGERS, 3).table

    assert has(table, "us-riflemen-1", "close-range-firepower")
    assert not has(table, "us-riflemen-2", "close-range-firepower")
    assert not has(table, "us-major-1", "close-range-firepower")
    assert not has(table, "us-mortar-team-1", "close-range-firepower")


def test_riflemen_with_two_wrenches_build_two_defenses_for_a_cp():
    """C-8.1a, C-4.1.2a: Engineer Combat Group, tier 1."""
    match = led(turn({"us-riflemen-1": "F4"}), "us", ENGINEERS, 1)

    match.when("us", "fortify us-riflemen-1 barbed-wire,tank-trap")
    assert match.refused is None
    kinds = sorted(match.table.pieces[piece].kind for piece in match.table.zone("F4"))
    assert kinds == ["barbed-wire", "tank-trap", "us-riflemen"]
