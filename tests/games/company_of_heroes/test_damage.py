"""C-5.0.3 to C-5.7, C-10: from the dice on a unit to its damage, item by item."""

from __future__ import annotations

import pytest

from tests.games.company_of_heroes.situations import (
    FIRST_GAME,
    PURIST,
    battle,
    damage_of,
    defence_dice,
    go_on,
    hex_of,
    laid_out,
    marks,
    pack_with,
    resolved,
    totals,
)
from wardiary.domain.games.company_of_heroes.components.units import Attack
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.games.company_of_heroes.table.ground import put_token
from wardiary.domain.play.draft import Draft
from wardiary.domain.table import events as e

GRENADIERS = "wehrmacht-grenadiers-1"
TIGER = "wehrmacht-tiger-1"
PANZER = "wehrmacht-panzer-iv-1"
KUBELWAGEN = "wehrmacht-kubelwagen-1"


def shot(target: str, attackers: dict[str, object], faces: str = "", **given: object):
    """All of some units fire at a target in the open, in A3."""
    hexes = iter(("A2", "B2", "B3", "A4", "A1", "B1"))
    placed = {unit: (next(hexes), more) for unit, more in attackers.items()}
    target_at = given.pop("target_at", ("A3", {}))
    return resolved(placed | {target: target_at}, dict.fromkeys(placed, target), faces, **given)


AP1 = {"upgrade-1-ap": 1}


# The matrix


@pytest.mark.parametrize(
    ("target", "type_", "defence", "damage"),
    [
        (GRENADIERS, "AI", 0, 1), (GRENADIERS, "AP", 1, 1),
        (GRENADIERS, "HE", 0, 1), (GRENADIERS, "Flame", 0, 1),
        (KUBELWAGEN, "AI", 1, 1), (KUBELWAGEN, "AP", 0, 1),
        (KUBELWAGEN, "HE", 1, 1), (KUBELWAGEN, "Flame", 0, 1),
        (PANZER, "AI", 0, 0), (PANZER, "AP", 0, 1),
        (PANZER, "HE", 1, 1), (PANZER, "Flame", 0, 0),
        ("wehrmacht-mg-bunker-1", "AI", 1, 1), ("wehrmacht-mg-bunker-1", "AP", 1, 1),
        ("wehrmacht-mg-bunker-1", "HE", 0, 1), ("wehrmacht-mg-bunker-1", "Flame", 0, 1),
    ],
)  # fmt: skip
def test_every_cell_of_the_resistance_matrix(target: str, type_: str, defence: int, damage: int):
    """C-5.5a, C-5.5b, C-5.2b: one die of each type on each type of unit; the defence dice fail."""
    one = pack_with("us-riflemen", damage=(Attack(type_, 1),))
    faces = ("B" if type_ == "HE" else "") + "R" * defence
    away = {"face": 4} if target == PANZER else {}
    match = shot(target, {"us-riflemen-1": {}}, faces, values=one, target_at=("A3", away))

    assert defence_dice(match, target) == defence
    assert damage_of(match, target) == damage


def test_a_defence_die_succeeds_on_green_and_black():
    """C-5.4a, C-5.0.3b: three AP, of which two are stopped."""
    ap = {f"us-riflemen-{n}": AP1 for n in (1, 2, 3)}
    match = shot(GRENADIERS, ap, "GBR")

    assert defence_dice(match, GRENADIERS) == 3
    assert damage_of(match, GRENADIERS) == 3 + 3 - 2


def test_three_ap_on_infantry_are_three_defence_dice():
    """C-5.5b, worked example 9: 4 health, 3 AI and 1 AP: one die decides on the last figure."""
    attackers = {"us-riflemen-1": AP1, "us-riflemen-2": {}, "us-riflemen-3": {}}
    saved = shot(GRENADIERS, attackers, "G")
    assert defence_dice(saved, GRENADIERS) == 1
    assert marks(saved, GRENADIERS)["damage"] == 3

    lost = shot(GRENADIERS, attackers, "R")
    assert hex_of(lost, GRENADIERS) == "wehrmacht-lost"
    assert lost.table.track("vp/us") == 1
    assert lost.table.track("xp/wehrmacht") == 1 + 1


def test_defence_dice_are_rolled_in_one_go_for_all_sources():
    """C-5.0.3a: cover that one attack triggers stops the damage of another."""
    units = {"us-riflemen-1": "F8", "us-riflemen-2": "E9", GRENADIERS: "F9"}
    aims = dict.fromkeys(("us-riflemen-1", "us-riflemen-2"), GRENADIERS)
    match = resolved(units, aims, "G")

    assert defence_dice(match, GRENADIERS) == 1
    assert damage_of(match, GRENADIERS) == 1


# HE


def test_he_is_rolled_red_0_black_1_green_2():
    """C-5.3a, C-5.5b, worked example 10, CH-01: a hit, a crit and a miss are 3 damage, 2 dice."""
    mortars = {f"us-mortar-team-{n}": {"face": 4} for n in (1, 2, 3)}
    placed = {"us-mortar-team-1": ("A1", {"face": 4}), "us-mortar-team-2": ("B1", {"face": 5})}
    placed |= {"us-mortar-team-3": ("C2", {"face": 5}), "us-riflemen-1": "A4"}
    units = placed | {PANZER: ("A3", {"face": 1})}
    match = resolved(units, dict.fromkeys(mortars, PANZER), "BGR" + "RR")

    assert defence_dice(match, PANZER) == 2
    assert damage_of(match, PANZER) == 3


def test_a_crit_against_a_light_vehicle_is_one_die():
    """C-5.5b, CH-01: two damage, one die."""
    units = {"us-mortar-team-1": ("A1", {"face": 4}), "us-riflemen-1": "A4", KUBELWAGEN: "A3"}
    match = resolved(units, {"us-mortar-team-1": KUBELWAGEN}, "G" + "G")

    assert defence_dice(match, KUBELWAGEN) == 1
    assert damage_of(match, KUBELWAGEN) == 1


def test_a_miss_rolls_no_defence():
    """C-5.5b: not even cover."""
    units = {"us-mortar-team-1": ("A1", {"face": 4}), "us-riflemen-1": "A4", KUBELWAGEN: "A3"}
    match = resolved(units, {"us-mortar-team-1": KUBELWAGEN}, "R")

    assert defence_dice(match, KUBELWAGEN) == 0
    assert "damage" not in marks(match, KUBELWAGEN)


# Flame


def test_flame_triggers_defence_dice_and_is_not_stopped_by_them():
    """C-5.2a, CH-07: 1 flame and 1 AI across heavy cover, green and black: one damage."""
    values = pack_with("us-riflemen", damage=(Attack("Flame", 1),))
    units = {"us-riflemen-1": "F5", "us-jeep-1": "G6", GRENADIERS: "F6"}
    aims = {"us-riflemen-1": GRENADIERS, "us-jeep-1": GRENADIERS}
    match = resolved(units, aims, "GB", values=values)

    assert defence_dice(match, GRENADIERS) == 2
    assert damage_of(match, GRENADIERS) == 1


def test_flame_in_a_building_hurts_whatever_the_three_dice_say():
    """C-5.2a: 1 flame and 1 AI in a building: three dice, at least one damage."""
    values = pack_with("us-riflemen", damage=(Attack("Flame", 1),))
    units = {"us-riflemen-1": "B3", "us-jeep-1": "A4", GRENADIERS: "B4"}
    aims = {"us-riflemen-1": GRENADIERS, "us-jeep-1": GRENADIERS}
    match = resolved(units, aims, "GGG", values=values)

    assert defence_dice(match, GRENADIERS) == 3
    assert damage_of(match, GRENADIERS) == 1


# Cover and buildings


def test_two_ap_in_a_building_are_five_dice():
    """C-5.6.1a, worked example 11: two successes are enough."""
    units = {"us-at-gun-team-1": ("B3", {"face": 4}), GRENADIERS: "B4"}
    match = resolved(units, {"us-at-gun-team-1": GRENADIERS}, "GBRRR")

    assert defence_dice(match, GRENADIERS) == 5
    assert damage_of(match, GRENADIERS) == 0


def test_a_destroyed_building_gives_one_die():
    """C-5.6.1a, C-R9."""
    match = resolved({"us-riflemen-1": "G4", GRENADIERS: "G5"}, {"us-riflemen-1": GRENADIERS}, "G")

    assert defence_dice(match, GRENADIERS) == 1


def test_infantry_uses_its_best_cover_only():
    """C-5.6b: a building and sandbags are three dice, not five."""
    bags = {"sandbags-1": ("sandbags", "B4", "wehrmacht", "6")}
    units = {"us-riflemen-1": "B3", GRENADIERS: "B4"}
    match = resolved(units, {"us-riflemen-1": GRENADIERS}, "RRR", pieces=bags)

    assert defence_dice(match, GRENADIERS) == 3


def test_a_defence_upgrade_is_one_die_more():
    """C-5.6a: in the open, and in addition to cover."""
    for at, dice in (("F10", 1), ("F9", 2)):
        target = "wehrmacht-mg-team-1"
        units = {"us-riflemen-1": "F8" if at == "F9" else "F11"}
        units |= {target: (at, {"packed": 1, "upgrade-1-defense": 1})}
        match = resolved(units, {"us-riflemen-1": target}, "R" * dice)
        assert defence_dice(match, target) == dice


@pytest.mark.parametrize(
    ("source", "dice"),
    [
        ("F8", 1),  # Across the light line between F8 and F9.
        ("E9", 0),  # Beside it.
        ("F10", 0),  # From behind.
    ],
)
def test_cover_is_triggered_by_a_line_of_attack_that_touches_it(source: str, dice: int):
    """C-5.6.2a, C-R25."""
    match = resolved(
        {"us-riflemen-1": source, GRENADIERS: "F9"}, {"us-riflemen-1": GRENADIERS}, "R" * dice
    )

    assert defence_dice(match, GRENADIERS) == dice


def test_touching_a_cover_line_at_its_corner_triggers_it():
    """C-5.6.2a, C-R26: from E8 a line of two hexes meets the corner of F9's upper side."""
    from wardiary.domain.games.company_of_heroes.terrain.field import field_of
    from wardiary.domain.games.company_of_heroes.terrain.lines import sides_touched

    field = field_of(laid_out().table)

    assert sides_touched(field, "F8", "F9") == {1}
    assert 1 in sides_touched(field, "G8", "F9") or 2 in sides_touched(field, "G8", "F9")
    assert sides_touched(field, "E8", "F9") >= {6, 1}


def test_vehicles_have_no_cover():
    """C-5.6.2a: infantry only."""
    match = resolved({"us-riflemen-1": "F8", KUBELWAGEN: "F9"}, {"us-riflemen-1": KUBELWAGEN}, "R")

    assert defence_dice(match, KUBELWAGEN) == 1


def test_buildings_take_he_and_flame_whatever_the_defence_does():
    """C-5.6.1c: a crit destroys a building of two health."""
    units = {"us-mortar-team-1": ("B2", {"face": 4}), "us-riflemen-1": "B3", GRENADIERS: "B4"}
    match = resolved(units, {"us-mortar-team-1": GRENADIERS}, "B" + "GGG")
    assert match.table.pieces["building-B4"].marks == {"damage": 1}
    assert damage_of(match, GRENADIERS) == 0

    match = resolved(units, {"us-mortar-team-1": GRENADIERS}, "G" + "GGG")
    assert match.table.pieces["building-B4"].face == "destroyed"
    assert match.table.mark("building-B4", "damage") == 0


def test_buildings_are_indestructible_in_the_first_game():
    """C-5.6.1b."""
    units = {"us-mortar-team-1": "B2", "us-riflemen-1": "B3", GRENADIERS: "B4"}
    match = resolved(units, {"us-mortar-team-1": GRENADIERS}, "G" + "GGG", mission=FIRST_GAME)

    assert match.table.pieces["building-B4"].face == "intact"


def test_an_empty_building_may_be_fired_at():
    """C-5.6.1c: directly, with HE or flame."""
    units = {"us-mortar-team-1": ("B2", {"face": 4}), "us-riflemen-1": "B3"}
    match = resolved(units, {"us-mortar-team-1": "B4"}, "G")

    assert match.table.pieces["building-B4"].face == "destroyed"


def test_sturdy_buildings_have_three_health():
    """C-12c."""
    units = {"us-mortar-team-1": ("B2", {"face": 4}), "us-riflemen-1": "B3"}
    match = resolved(units, {"us-mortar-team-1": "B4"}, "G", buildings="sturdy")

    assert match.table.pieces["building-B4"].face == "intact"
    assert match.table.mark("building-B4", "damage") == 2


def test_who_is_in_a_building_when_it_falls_retreats_beside_it():
    """C-5.6.1d: its owner chooses between hexes as near; the retreat ends with the round."""
    units = {"us-mortar-team-1": ("D7", {"face": 4}), "us-riflemen-1": "D8", GRENADIERS: "D9"}
    match = resolved(units, {"us-mortar-team-1": GRENADIERS}, "G" + "GGG")
    prompt = match.then_asks("wehrmacht")
    options = set(prompt.offers[0].slots[0].candidates)

    assert options == {"D10", "C10", "E10", "E9"}
    match.when("wehrmacht", "choose C10")
    assert hex_of(match, GRENADIERS) == "C10"
    assert match.table.pieces["point-C10"].face == ""


# Heavy vehicles


def test_frontal_armour_is_two_dice_whatever_the_number_of_ap():
    """C-5.7a, worked example 12: in front; from behind there is none; both fire: two dice."""
    tiger = {TIGER: ("A4", {"face": 1})}
    front = {"us-at-gun-team-1": ("A2", {"face": 4}), "us-at-gun-team-2": ("A1", {"face": 4})}
    behind = {"us-wolverine-1": ("A5", {"face": 1})}
    spot = {"us-riflemen-1": "B3"}

    match = resolved(tiger | front | spot, dict.fromkeys(front, TIGER), "RR")
    assert (defence_dice(match, TIGER), damage_of(match, TIGER)) == (2, 4)
    match = resolved(tiger | behind, {"us-wolverine-1": TIGER})
    assert (defence_dice(match, TIGER), damage_of(match, TIGER)) == (0, 2)
    aims = {"us-wolverine-1": TIGER, "us-at-gun-team-1": TIGER}
    match = resolved(tiger | front | behind | spot, aims, "GG")
    assert (defence_dice(match, TIGER), damage_of(match, TIGER)) == (2, 2)


def test_there_is_no_frontal_armour_in_the_first_game():
    """C-5.7a, C-R35."""
    units = {"us-at-gun-team-1": "A2", TIGER: ("A4", {"face": ""})}
    match = resolved(units, {"us-at-gun-team-1": TIGER}, mission=FIRST_GAME)

    assert defence_dice(match, TIGER) == 0


def test_frontal_armour_does_not_help_against_its_own_hex():
    """C-5.7b, C-6.7."""
    units = {TIGER: ("A4", {"face": 1}), "us-wolverine-1": ("A4", {"face": 4, "assault": 1})}
    match = resolved(units, {"us-wolverine-1": TIGER})

    assert defence_dice(match, TIGER) == 0


# XP and victory points


def test_xp_is_one_free_and_one_for_every_enemy_unit():
    """C-5.0.1d, C-7.5a, worked example 16, CH-05: three enemies, two destroyed."""
    units = {
        "us-riflemen-1": "A2", "us-riflemen-2": "F4", "us-riflemen-3": "J2",
        GRENADIERS: ("A3", {"damage": 3}), "wehrmacht-grenadiers-2": ("F5", {"damage": 3}),
        "wehrmacht-grenadiers-3": "J3",
    }  # fmt: skip
    aims = {f"us-riflemen-{n}": f"wehrmacht-grenadiers-{n}" for n in (1, 2, 3)}
    match = resolved(units, aims)

    assert match.table.track("xp/us") == 4
    assert match.table.track("vp/us") == 2
    assert match.table.track("xp/wehrmacht") == 3


def test_heroic_sacrifice_gives_no_victory_point_and_the_owner_his_xp():
    """C-5.0.3c, CH-05; in purist games nothing gives points, and the owner has three XP (C-12c)."""
    values = pack_with("wehrmacht-grenadiers", also=("heroic-sacrifice",))
    for mission, xp in (("coh-m2", 1), (PURIST, 3)):
        units = {"us-riflemen-1": "A2", GRENADIERS: ("A3", {"damage": 3})}
        match = resolved(units, {"us-riflemen-1": GRENADIERS}, values=values, mission=mission)
        assert match.table.track("vp/us") == 0
        assert match.table.track("xp/wehrmacht") == 1 + xp

    plain = {"us-riflemen-1": "A2", GRENADIERS: ("A3", {"damage": 3})}
    match = resolved(plain, {"us-riflemen-1": GRENADIERS}, mission=PURIST)
    assert (match.table.track("vp/us"), match.table.track("xp/wehrmacht")) == (0, 2)


def test_two_units_on_one_target_earn_one_xp():
    """C-5.0.1d."""
    units = {"us-riflemen-1": "A2", "us-riflemen-2": "B2", GRENADIERS: "A3"}
    match = resolved(units, dict.fromkeys(("us-riflemen-1", "us-riflemen-2"), GRENADIERS))

    assert match.table.track("xp/us") == 2


def test_teammates_earn_xp_each_for_the_same_target():
    """C-5.0.1d, C-2.2k."""
    units = {"us-riflemen-1": "A2", "us-2-riflemen-1": "B2", GRENADIERS: "A3"}
    aims = dict.fromkeys(("us-riflemen-1", "us-2-riflemen-1"), GRENADIERS)
    match = resolved(units, aims, seats=("us", "us-2", "wehrmacht", "wehrmacht-2"))

    assert match.table.track("xp/us") == match.table.track("xp/us-2") == 2
    assert match.table.track("xp/wehrmacht-2") == 1


def test_damage_that_cannot_matter_earns_nothing():
    """C-7.5b: AI on a tank."""
    match = resolved(
        {"us-riflemen-1": "A2", PANZER: ("A3", {"face": 4})}, {"us-riflemen-1": PANZER}
    )

    assert match.table.track("xp/us") == 1
    assert totals(match, f"damage to {PANZER}") == []


def test_a_doomed_unit_still_deals_its_damage():
    """C-5.0.3b: all damage is simultaneous."""
    units = {"us-riflemen-1": ("A2", {"damage": 3}), GRENADIERS: ("A3", {"damage": 3})}
    match = resolved(units, {"us-riflemen-1": GRENADIERS, GRENADIERS: "us-riflemen-1"})

    assert hex_of(match, "us-riflemen-1") == "us-lost"
    assert hex_of(match, GRENADIERS) == "wehrmacht-lost"
    assert match.table.track("vp/us") == match.table.track("vp/wehrmacht") == 1


def test_a_loaded_transport_takes_its_passengers_with_it():
    """C-4.1.2r, C-13a, CH-09: two points, XP for one target, two XP for the owner."""
    units = {
        "us-jeep-1": ("A3", {"damage": 1}), "us-riflemen-1": ("A3", {"host": "us-jeep-1"}),
        "wehrmacht-sd-kfz-222-1": "A2",
    }  # fmt: skip
    match = resolved(units, {"wehrmacht-sd-kfz-222-1": "us-jeep-1"}, "R")

    assert hex_of(match, "us-jeep-1") == hex_of(match, "us-riflemen-1") == "us-lost"
    assert match.table.track("vp/wehrmacht") == 2
    assert match.table.track("xp/wehrmacht") == 1 + 1
    assert match.table.track("xp/us") == 1 + 2


def test_one_point_a_unit_whatever_the_number_of_attackers():
    """C-R28, C-11.0a."""
    units = {"us-riflemen-1": "A2", "us-riflemen-2": "B2", GRENADIERS: ("A3", {"damage": 2})}
    match = resolved(units, dict.fromkeys(("us-riflemen-1", "us-riflemen-2"), GRENADIERS))

    assert match.table.track("vp/us") == 1


# Splash


SPLASH = {"upgrade-splash": 1, "face": 4}


def test_splash_hits_a_hex_and_all_around_it_friends_too():
    """C-5.3.1a to C-5.3.1e, worked example 8: three enemies and a friend, 3 XP and 8 HE."""
    units = {
        "us-mortar-team-1": ("A1", SPLASH), "us-riflemen-1": "A4",
        GRENADIERS: "A3", "wehrmacht-grenadiers-2": "B2", "wehrmacht-grenadiers-3": "B3",
    }  # fmt: skip
    match = resolved(units, {"us-mortar-team-1": "A3"}, "G")

    rolls = [roll for roll in match.happened(e.DiceRolled) if roll.rule == "C-5.3.1b"]
    assert len(rolls) == 1
    hit = ("us-riflemen-1", GRENADIERS, "wehrmacht-grenadiers-2", "wehrmacht-grenadiers-3")
    assert [damage_of(match, unit) for unit in hit] == [2, 2, 2, 2]
    assert match.table.track("xp/us") == 1 + 3
    assert match.table.track("vp/us") == match.table.track("vp/wehrmacht") == 0


def test_splash_triggers_no_cover_but_buildings():
    """C-5.3.1c: heavy cover is not triggered; a building is, but not for friends."""
    bags = {f"sandbags-{n}": ("sandbags", "A3", "wehrmacht", str(2 * n)) for n in (1, 2, 3)}
    units = {"us-mortar-team-1": ("A1", SPLASH), "us-riflemen-1": "B2", GRENADIERS: "A3"}
    match = resolved(units, {"us-mortar-team-1": "A3"}, "B", pieces=bags)
    assert defence_dice(match, GRENADIERS) == 0

    units = {"us-mortar-team-1": ("B2", SPLASH), "us-riflemen-1": "B3", GRENADIERS: "B4"}
    match = resolved(units, {"us-mortar-team-1": "B4"}, "B" + "RRR")
    assert defence_dice(match, GRENADIERS) == 3
    friend = {"us-mortar-team-1": ("B2", SPLASH), "us-riflemen-1": "B4"}
    match = resolved(friend, {"us-mortar-team-1": "B4"}, "B")
    assert defence_dice(match, "us-riflemen-1") == 0
    assert damage_of(match, "us-riflemen-1") == 1


def test_cover_that_others_trigger_stops_splash_too():
    """C-5.3.1d: a splash hit and an AI across light cover: one die against two damage in all."""
    units = {"us-mortar-team-1": ("F7", SPLASH), "us-riflemen-1": "F8", GRENADIERS: "F9"}
    aims = {"us-mortar-team-1": "F9", "us-riflemen-1": GRENADIERS}
    match = resolved(units, aims, "B" + "G")

    assert defence_dice(match, GRENADIERS) == 1
    assert damage_of(match, GRENADIERS) == 1


def test_all_splash_dice_are_rolled_before_other_dice():
    """C-5.3.1b, C-R22: each die in its own area; a unit in two areas takes both."""
    units = {
        "us-mortar-team-1": ("A1", SPLASH), "us-mortar-team-2": ("B1", SPLASH),
        "us-mortar-team-3": ("C2", {"face": 5}), "us-riflemen-1": "B2", GRENADIERS: "A3",
    }  # fmt: skip
    aims = {"us-mortar-team-1": "A4", "us-mortar-team-2": "B3", "us-mortar-team-3": GRENADIERS}
    match = resolved(units, aims, "BB" + "R")

    purposes = [roll.purpose for roll in match.happened(e.DiceRolled)]
    assert purposes == ["splash", "HE of us-mortar-team-3"]
    assert damage_of(match, GRENADIERS) == 2
    assert damage_of(match, "us-riflemen-1") == 1


def test_splash_does_not_hit_what_is_not_seen():
    """C-5.3.1a: camouflaged units must be spotted."""
    hidden = {"upgrade-camouflage": 1, "packed": 1}
    units = {
        "us-mortar-team-1": ("A1", SPLASH), "us-jeep-1": "C3", GRENADIERS: "A3",
        "wehrmacht-pak-40-team-1": ("A4", hidden),
    }  # fmt: skip
    match = resolved(units, {"us-mortar-team-1": "A3"}, "B")

    assert damage_of(match, GRENADIERS) == 1
    assert damage_of(match, "wehrmacht-pak-40-team-1") == 0
    assert match.table.track("xp/us") == 2


def test_friendly_fire_alone_gives_no_point_but_the_owner_his_xp():
    """C-R27."""
    units = {"us-mortar-team-1": ("A1", SPLASH), "us-riflemen-1": ("A3", {"damage": 3})}
    match = resolved(units, {"us-mortar-team-1": "A3"}, "B")

    assert hex_of(match, "us-riflemen-1") == "us-lost"
    assert match.table.track("vp/wehrmacht") == match.table.track("vp/us") == 0
    assert match.table.track("xp/us") == 1 + 1


def test_passengers_are_not_hit_by_splash():
    """C-R50."""
    units = {
        "us-mortar-team-1": ("A1", SPLASH), "us-riflemen-1": "B2", KUBELWAGEN: "A3",
        GRENADIERS: ("A3", {"host": KUBELWAGEN}),
    }  # fmt: skip
    match = resolved(units, {"us-mortar-team-1": "A3"}, "B" + "G")

    assert damage_of(match, GRENADIERS) == 0


# Strikes of commanders


def struck(units: dict[str, object], faces: str, hex_: str = "A3", **dice: int):
    """A commander's strike of the US on a hex."""

    def strike(draft: Draft) -> None:
        put_token(draft, "strike", hex_, "us", rule="C-8.1b", marks=dice)

    match = battle(units, Round("resolution", 0, 1), phase="damage.2").given(strike)
    return go_on(match, faces)


def test_a_strike_hits_everyone_on_its_hex_and_earns_no_xp():
    """C-8.1b, C-7.5a, CH-05: no vision needed; victory points are earned all the same."""
    match = struck({GRENADIERS: ("A3", {"damage": 2})}, "GB", he=2)
    assert hex_of(match, GRENADIERS) == "wehrmacht-lost"
    assert match.table.track("xp/us") == 1
    assert match.table.track("vp/us") == 1
    assert hex_of(match, "strike-1") == "box"

    match = struck({"us-riflemen-1": "A3"}, "GB", he=2)
    assert damage_of(match, "us-riflemen-1") == 3


def test_a_strike_triggers_no_cover_but_buildings_and_no_frontal_armour():
    """C-8.1b, C-13c, C-R55: camouflage does not help either."""
    match = struck({GRENADIERS: "F6"}, "B", "F6", he=1)
    assert defence_dice(match, GRENADIERS) == 0
    match = struck({GRENADIERS: "B4"}, "B" + "RRR", "B4", he=1)
    assert defence_dice(match, GRENADIERS) == 3
    match = struck({TIGER: ("A3", {"face": 1})}, "", ap=1)
    assert defence_dice(match, TIGER) == 0
    hidden = {"wehrmacht-pak-40-team-1": ("A3", {"upgrade-camouflage": 1, "packed": 1})}
    assert damage_of(struck(hidden, "B", he=1), "wehrmacht-pak-40-team-1") == 1


# Ice


def test_units_on_ice_roll_the_highest_number_and_sink_on_red():
    """C-10.4a, worked example 18: 2 HE and 1 AP on a light vehicle are one die, flame two."""
    units = {"us-mortar-team-1": ("D4", {"face": 4}), "us-at-gun-team-1": ("D5", {"face": 4})}
    units |= {KUBELWAGEN: "D6"}
    aims = {"us-at-gun-team-1": KUBELWAGEN}
    match = resolved(units, aims, "R", winter="on")
    assert hex_of(match, KUBELWAGEN) == "wehrmacht-lost"
    assert match.table.track("vp/us") == 1
    assert match.table.track("xp/wehrmacht") == 2

    match = resolved(units, aims, "G", winter="on")
    assert damage_of(match, KUBELWAGEN) == 2


def test_flame_matters_to_a_heavy_vehicle_on_ice():
    """C-10.4a, C-7.5b."""
    values = pack_with("us-riflemen", damage=(Attack("Flame", 1),))
    units = {"us-riflemen-1": "D5", TIGER: ("D6", {"face": 4})}
    match = resolved(units, {"us-riflemen-1": TIGER}, "GB", values=values, winter="on")
    assert match.table.track("xp/us") == 2
    assert hex_of(match, TIGER) == "D6"

    match = resolved(units, {"us-riflemen-1": TIGER}, "GR", values=values, winter="on")
    assert hex_of(match, TIGER) == "wehrmacht-lost"


def test_the_steps_of_the_damage_phase_follow_each_other():
    """C-5.0a."""
    match = battle({}, Round("abilities", 0, 1), phase="damage.start")
    go_on(match)

    phases = [event.phase for event in match.happened(e.PhaseEntered)]
    assert phases[:5] == ["damage.1", "damage.2", "damage.3", "damage.4", "damage.5"]
