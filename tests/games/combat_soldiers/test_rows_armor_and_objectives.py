"""7.3.8 Objectives in battle, 7.3.9 armor, 7.3.10 barrages, row by row."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field, pack
from wardiary.domain.table import events as e

SHERMAN, PANTHER = "m4a3-sherman-panzer-iv-h", "m4a3-sherman-76-panther-g"
STUART, TIGER = "m5a1-stuart-sdkfz-234", "m18-tiger-ii"
BARRAGE = "medic-barrage-1"


def battle(attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Field:
    """Ann's US group and Bob's German one."""
    return Field().group("a-g1", "us", *attackers).group("b-g1", "german", *defenders)


def germans(attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Field:
    """Ann's German group and Bob's US one."""
    return Field().group("a-g1", "german", *attackers).group("b-g1", "us", *defenders)


# 7.3.8 Objectives.


def test_an_occupation_group_does_not_attack():
    """7.3.8.1-a, 4.2.3-b"""
    field = battle(("crossroads", "s4-s4-1"), ("r2-r2-1",))
    field.when("a", "attack s4-s4-1 b-g1").then_illegal("4.2.3-b")


def test_a_capability_works_once_a_turn():
    """7.3.8.1-b: the Steeple shoots once, although an action is left."""
    field = Field().group("a-g1", "us", "crossroads", "steeple")
    field.group("b-g1", "german", "s3-s3-1", "pike-harms")
    field.fight("a", "snipe steeple pike-harms", dice=(1,))
    assert 1 == field.left()

    field.when("a", "snipe steeple pike-harms").then_illegal("7.3.8.1-b")


@pytest.mark.parametrize(("owed", "captured"), [(5, False), (6, True)])
def test_an_objective_is_captured_when_garrison_and_units_cannot_pay(owed: int, captured: bool):
    """7.3.8.2-a: garrison two and S3 owing five pay exactly; owing six they do not."""
    field = battle(("l5-l5", "s4-s4-1", "novak-thoma"), ("crossroads", "s3-s3-1"))
    field.fight("a", "attack a-g1 b-g1", dice=(owed, 2))
    assert owed == field.total("attack") - field.total("defence")

    assert ("s3-s3-1",) == (field.zone("a-casualties") or field.zone("fallen"))
    assert captured == (field.table.piece("crossroads").face == "us")


def test_the_captor_may_leave_one_infantry_and_the_leader():
    """7.3.8.2-b, 4.3.3: of S3, R4 and leader R4+leader, or none; never a leader left alone."""
    field = battle(("s3-s3-1", "r4-r4-1", "pike-harms"), ("crossroads",))
    field.mark("crossroads", "garrison-lost").fight("a", "attack a-g1 b-g1", dice=(5, 1))

    assert {
        "none",
        "s3-s3-1",
        "r4-r4-1",
        "pike-harms",
        "s3-s3-1+pike-harms",
        "r4-r4-1+pike-harms",
    } == field.candidates("a", "occupy", "units")


def test_armor_never_occupies():
    """4.3.3, 7.3.8.2-b: of armor, S3 and leader, S3 and leader may stay."""
    field = battle((SHERMAN, "s3-s3-1", "pike-harms"), ("crossroads",))
    field.mark("crossroads", "garrison-lost").fight("a", "attack a-g1 b-g1", dice=(5, 1))

    able = field.candidates("a", "occupy", "units")
    assert {"none", "s3-s3-1", "pike-harms", "s3-s3-1+pike-harms"} == able


def test_a_whole_small_group_may_occupy():
    """4.3.3: S3 and its leader, nobody stays outside."""
    field = battle(("s3-s3-1", "pike-harms"), ("crossroads",)).mark("crossroads", "garrison-lost")
    field.fight("a", "attack a-g1 b-g1", dice=(5, 1)).when("a", "occupy s3-s3-1+pike-harms")

    assert {"crossroads", "s3-s3-1", "pike-harms"} == set(field.zone(field.where("crossroads")))
    assert () == field.zone("a-g1")


def test_a_captured_objective_flips_and_its_garrison_is_whole():
    """7.3.8.2-c, 4.3, 1.2-b2, 1.2-b6, 13.5.1.1-b4: damage stays (CS-Q46)."""
    field = battle(("l5-l5",), ("crossroads",))
    field.mark("crossroads", "garrison-lost").mark("crossroads", "damage", 2)
    field.fight("a", "attack l5-l5 b-g1", dice=(5, 1)).when("a", "occupy none")
    held = field.table.piece("crossroads")

    assert ("a", "us", {"damage": 2}) == (held.zone[0], held.face, dict(held.marks))


# 7.3.9 Armor.


def test_infantry_needs_a_tank_weapon_against_armor():
    """7.3.9.1, 7.3.9: S3 and R4 without one are refused, with a bazooka or a card not."""
    plain = battle(("s3-s3-1", "r4-r4-1", "novak-thoma"), (SHERMAN,))
    plain.when("a", "attack a-g1 b-g1").then_illegal("7.3.9.1")
    armed = battle(("s3b-s3p-1", "r4-r4-1", "novak-thoma"), (SHERMAN,))
    assert armed.when("a", "attack a-g1 b-g1").refused is None
    carded = battle(("s3-s3-1", "r4-r4-1", "novak-thoma"), (SHERMAN,)).hold("a", "ffe-2-at-2")

    assert carded.when("a", "attack a-g1 b-g1 ffe-2-at-2").refused is None


def test_weather_stops_the_modifier_but_not_the_attack():
    """7.3.9.1, 13.1-c: an armed unit still attacks armor, and an AT weapon still permits it."""
    field = battle(("s3b-s3p-1", "r4-r4-1", "novak-thoma"), (SHERMAN,)).put("c-area", "weather")
    assert field.when("a", "attack a-g1 b-g1").refused is None
    field = battle((SHERMAN,), ("r3-r3p-1",)).put("c-area", "weather")
    field.fight("a", f"attack {SHERMAN} b-g1", dice=(1, 4))

    assert 3 + 0 + 4 == field.total("defence")


def test_armor_picks_off_the_units_of_an_infantry_group():
    """7.3.9.2-a: one at a time; not a group that carries a panzerfaust or an antitank marker."""
    field = battle((SHERMAN,), ("s3-s3-1", "r3-r3-1", "pike-harms"))
    assert {"s3-s3-1", "r3-r3-1"} == field.candidates("a", "pick-off", "victim")
    armed = battle((SHERMAN,), ("s3-s3-1", "r3-r3p-1", "pike-harms"))
    armed.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.3.9.2-a")
    marked = battle((SHERMAN,), ("s3-s3-1", "r3-r3-1")).put("b-g1", "antitank-1-1", host="r3-r3-1")
    marked.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.3.9.2-a")
    tanks = battle((SHERMAN,), (PANTHER, "s3-s3-1"))
    tanks.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.3.9.2-a")


def test_an_at_weapon_card_ends_the_picking_off():
    """7.3.9.2-a: no AT card may be there; played, it counts in this battle and stops the series."""
    field = battle((TIGER,), ("s3-s3-1", "r3-r3-1")).hold("b", "ffe-2-at-2")
    field.fight("a", "pick-off a-g1 s3-s3-1", dice=(10, 1), b_support="at-weapon ffe-2-at-2")

    assert 3 + 3 + 1 == field.total("defence")
    assert not field.offers("a", "press")


def test_the_series_goes_on_until_an_attack_fails_to_eliminate():
    """7.3.9.2-b: first kill, second equal: over, and one action in all."""
    field = battle((SHERMAN,), ("s3-s3-1", "r3-r3-1", "r2-r2-1"))
    field.fight("a", "pick-off a-g1 s3-s3-1", dice=(5, 2))
    assert ("s3-s3-1",) == field.zone("a-casualties")
    field.fight("a", "press r3-r3-1", dice=(1, 4))
    assert (7, 7) == (field.total("attack"), field.total("defence"))

    assert not field.asked() or "press" not in {offer.verb for offer in field.prompt("a").offers}
    assert 1 == field.left()


def test_both_leaders_count_in_each_battle_of_the_series():
    """7.3.9.2-c: Stuart five, leader +1, die six = 12; S3, leader +2, die four = 9."""
    field = battle((STUART, "r2-r2-1", "pike-harms"), ("s3-s3-1", "r3-r3-1", "brown-keller"))
    field.fight("a", "pick-off a-g1 s3-s3-1", dice=(6, 4))
    assert (12, 9) == (field.total("attack"), field.total("defence"))
    assert ("s3-s3-1",) == field.zone("a-casualties")

    field.when("a", "press brown-keller")
    assert field.refused is not None


def test_a_leader_falls_with_its_last_unit_in_the_series():
    """7.3.9.2-d, 4.4.5-b"""
    field = battle((SHERMAN,), ("s3-s3-1", "pike-harms"))
    field.fight("a", "pick-off a-g1 s3-s3-1", dice=(5, 2))

    assert {"s3-s3-1", "pike-harms"} == set(field.zone("a-casualties"))


def test_a_failing_armor_pays_like_anybody():
    """7.3.9.2-b: CS-Q50, with the lower total it loses."""
    field = battle((SHERMAN,), ("s3-s3-1", "l5-l5")).fight("a", "pick-off a-g1 l5-l5", dice=(1, 10))

    assert (SHERMAN,) == field.zone("b-casualties")


@pytest.mark.parametrize(
    ("objective", "strength"),
    [
        ("crossroads", 3),
        ("pherddorf", 3),
        ("citie", 3),
        ("forest", 3),
        ("barracks", 7),
        ("hill-205", 7),
    ],
)
def test_armor_is_halved_against_built_up_ground(objective: str, strength: int):
    """7.3.9.4, 13.5.2.2-N: the right factor seven counts three against tan and Forest."""
    field = germans((TIGER,), (objective,)).mark(objective, "damage", 1)
    field.fight("a", f"attack {TIGER} b-g1", dice=(9, 9))

    assert strength + 9 == field.total("attack")
    assert pack().objectives[objective].defence - 1 + 9 == field.total("defence")


@pytest.mark.parametrize(("target", "factor"), [((SHERMAN,), 8), (("crossroads",), 6 // 2)])
def test_the_left_factor_serves_against_armored_groups(target: tuple[str, ...], factor: int):
    """7.3.9.5: Panther prints 8 and 6; occupation groups meet the right one, halved when tan."""
    field = germans((PANTHER,), target).fight("a", f"attack {PANTHER} b-g1", dice=(5, 5))

    assert factor + 5 == field.total("attack")


# 7.3.10 Barrages.


def test_weather_silences_barrages_but_not_friendly_fire_or_engineers():
    """7.3.10-a, 13.1-b"""
    field = battle(("hill-205",), ("l3-l3-1",)).hold("a", BARRAGE).put("c-area", "weather")
    field.when("a", f"bombard {BARRAGE} l3-l3-1").then_illegal("13.1-b")
    field.when("a", "bombard hill-205 l3-l3-1").then_illegal("13.1-b")
    for event, dice in (("friendly-fire", (1, 10)), ("engineers", (1, 10))):
        field = Field(phase="F").group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "forest")
        field.put("c-area", "weather").on_top(event).when("a", "draw")
        answer = "inflict a-g1" if event == "friendly-fire" else "demolish forest"
        field.when(field.asked()[0], answer, dice=dice)
        assert field.refused is None
        assert event in field.zone("discard-top")


def test_friendly_fire_hits_every_unit_a_barrage_one():
    """7.3.10-b: S3 and R4: two battles of friendly fire, one of a barrage."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1", "r4-r4-1").on_top("friendly-fire")
    field.when("a", "draw").when("c", "inflict a-g1", dice=(1, 10, 1, 10))
    assert 4 == len([one for one in field.happened(e.DiceRolled) if one.rule == "7.3.10.1"])
    field = battle(("s4-s4-1",), ("s3-s3-1", "r4-r4-1")).hold("a", BARRAGE)
    field.fight("a", f"bombard {BARRAGE} s3-s3-1", dice=(1, 10))

    assert 2 == len(field.happened(e.DiceRolled))


def test_the_barraging_side_never_loses_anything():
    """7.3.10-c: 4+1 against 3+9."""
    field = battle(("s4-s4-1",), ("s3-s3-1",)).hold("a", BARRAGE)
    field.fight("a", f"bombard {BARRAGE} s3-s3-1", dice=(1, 9))

    assert (5, 12) == (field.total("barrage"), field.total("defence"))
    assert () == field.zone("b-casualties") + field.zone("fallen")


def test_a_barrage_on_a_unit_knows_no_battle_modifiers():
    """7.3.10.1: 4+5 against a commanded S3, +1, die five, entrenched two: nine each, it lives."""
    field = battle(("s4-s4-1",), ("s3-s3-1", "pike-harms")).mark("s3-s3-1", "entrenched", 2)
    field.hold("a", BARRAGE).fight("a", f"bombard {BARRAGE} s3-s3-1", dice=(5, 5))

    assert (9, 9) == (field.total("barrage"), field.total("defence"))
    assert "b-g1" == field.where("s3-s3-1")


def test_a_leader_does_not_help_a_unit_out_of_command_under_fire():
    """7.3.10.1"""
    field = battle(("s4-s4-1",), ("s3-s3-1", "r4-r4-1", "pike-harms")).mark("s3-s3-1", "sideways")
    field.hold("a", BARRAGE).fight("a", f"bombard {BARRAGE} s3-s3-1", dice=(5, 5))

    assert (9, 8) == (field.total("barrage"), field.total("defence"))
    assert ("s3-s3-1",) == field.zone("a-casualties")


def test_a_barrage_card_has_factor_four_and_costs_nothing():
    """14.1.2, 7.3.10.1: 4+6 = 10 against L3 and five = 8; L3 is eliminated."""
    field = battle(("s4-s4-1",), ("l3-l3-1",)).hold("a", BARRAGE).track("actions/other", 2)
    field.fight("a", f"bombard {BARRAGE} l3-l3-1", dice=(6, 5))

    assert (10, 8) == (field.total("barrage"), field.total("defence"))
    assert ("l3-l3-1",) == field.zone("a-casualties")


def test_the_excess_damages_an_objective():
    """7.3.10.2-a: 4+8 = 12 against five and four = 9: damage three, defence factor two."""
    field = battle(("s4-s4-1",), ("bridge",)).hold("a", BARRAGE)
    field.fight("a", f"bombard {BARRAGE} bridge", dice=(8, 4))

    assert 3 == field.table.mark("bridge", "damage")
    field.fight("a", "attack s4-s4-1 b-g1", dice=(1, 1))
    assert 2 + 1 == field.total("defence")


def test_damage_never_exceeds_the_defence_factor():
    """7.3.10.2-b, 1.2-b3: five with three, 4+9 against 2+1: five, not thirteen."""
    field = battle(("s4-s4-1",), ("bridge",)).mark("bridge", "damage", 3).hold("a", BARRAGE)
    field.fight("a", f"bombard {BARRAGE} bridge", dice=(9, 1))

    assert (13, 3) == (field.total("barrage"), field.total("defence"))
    assert 5 == field.table.mark("bridge", "damage")


def test_damage_adds_up_in_one_marker():
    """1.2-b3, 7.3.10.2-b: two and three on a factor of six read five."""
    field = battle(("s4-s4-1",), ("hill-205",)).mark("hill-205", "damage", 2).hold("a", BARRAGE)
    field.fight("a", f"bombard {BARRAGE} hill-205", dice=(6, 3))

    assert 5 == field.table.mark("hill-205", "damage")
