"""7.2.2 Battle totals and 7.2.3 battle modifiers, row by row, with the figures of the matrix."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field

SHERMAN, PANTHER = "m4a3-sherman-panzer-iv-h", "m4a3-sherman-76-panther-g"
TIGER = "m18-tiger-ii"


def battle(attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Field:
    """Ann's US group and Bob's German one."""
    return Field().group("a-g1", "us", *attackers).group("b-g1", "german", *defenders)


def germans(attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Field:
    """Ann's German group and Bob's US one."""
    return Field().group("a-g1", "german", *attackers).group("b-g1", "us", *defenders)


# 7.2 to 7.2.2.2 The totals.


def test_the_lower_total_loses_the_difference():
    """7.2, 7.2.2, 7.2.2.3, 7.2.2.3.2: 14 against 11 costs the defender three."""
    field = battle(("l5-l5", "r4-r4-1", "novak-thoma"), ("s3-s3-1", "s2-s2-1", "teague-kranz"))
    field.fight("a", "attack a-g1 b-g1", dice=(5, 6))
    assert (14, 11) == (field.total("attack"), field.total("defence"))

    assert {"s3-s3-1", "s2-s2-1+teague-kranz"} == field.candidates("b", "lose", "units")


def test_without_a_leader_strengths_are_not_combined():
    """7.2.1-a, 7.2.1-b: each unit attacks alone; the attacker names R4, which defends with four."""
    field = battle(("s3-s3-1", "r4b-r4p-1"), ("s3-s3-2", "r4-r4-1", "l5-l5"))
    field.when("a", "attack a-g1 b-g1").then_illegal("7.1.2-a")
    field.fight("a", "attack s3-s3-1 r4-r4-1", dice=(5, 3))

    assert (8, 7) == (field.total("attack"), field.total("defence"))


def test_the_attack_total_sums_strengths_leader_modifiers_and_die():
    """7.2.2.1, 7.2.2.1.1, 7.2.2.1.2, 7.2.2.1.3, 7.2.2.1.4, 7.2.3.1, 1.1.3-b7: 7+2-2+6 = 13."""
    field = battle(("s3-s3-1", "r4-r4-1", "ames-vogler"), ("l5-l5",)).put("a-g1", "mines-1")
    field.fight("a", "attack a-g1 b-g1", dice=(6, 8))

    assert 13 == field.total("attack")
    assert {"7.2.2.1.1": 7, "7.2.2.1.2": 2, "7.2.3.1": -2, "7.2.2.1.4": 6} == field.items("attack")


@pytest.mark.parametrize(
    ("target", "strength"), [(("l5-l5",), 6 + 3), ((PANTHER,), 7 + 3)], ids=["infantry", "armor"]
)
def test_armor_attacks_with_the_fitting_factor_beside_its_infantry(
    target: tuple[str, ...], strength: int
):
    """7.2.2.1.1, 7.3.9.5: Sherman 76 prints 6/6, M10 prints 7/4."""
    tank = "m4a3-sherman-76-panther-g" if target == ("l5-l5",) else "m10-stug-iii-g"
    field = battle((tank, "s3-s3-1", "novak-thoma"), target)
    field.fight("a", "attack a-g1 b-g1", dice=(1, 10))

    assert strength + 0 + 1 == field.total("attack")


def test_a_leader_of_minus_one_lowers_the_total_by_one():
    """7.2.2.1.2, 1.1.3-b1"""
    field = battle(("s3-s3-1", "r4-r4-1", "prewitt-ebeling"), ("l5-l5",))
    field.fight("a", "attack a-g1 b-g1", dice=(2, 3))

    assert 7 - 1 + 2 == field.total("attack")


def test_modifiers_add_up():
    """7.2.2.1.3, 7.2.3: FFE +3 and mines -2 make +1."""
    field = battle(("r4-r4-1",), ("l5-l5",)).put("a-g1", "mines-1").hold("a", "ffe-3-at-3")
    field.fight("a", "attack r4-r4-1 b-g1 ffe-3-at-3", dice=(2, 1))

    assert 4 + 1 + 2 == field.total("attack")


def test_a_ten_counts_ten_and_a_one_counts_one():
    """7.2.2.1.4, 7.2.2.2.5, 1.3"""
    field = battle(("s3-s3-1",), ("l5-l5",)).fight("a", "attack s3-s3-1 b-g1", dice=(10, 1))

    assert (13, 6) == (field.total("attack"), field.total("defence"))


def test_the_defence_total_of_an_occupation_group_has_five_parts():
    """7.2.2.2, 7.2.2.2.1, 7.2.2.2.2, 7.2.2.2.3, 7.2.2.2.4, 7.2.2.2.5, 16.2: 4+3+1+1+5 = 14."""
    field = battle(("l5-l5", "s4-s4-1", "dunne-rathke"), ("crossroads", "r3-r3-1", "pike-harms"))
    field.mark("r3-r3-1", "entrenched", 1).fight("a", "attack a-g1 b-g1", dice=(1, 5))

    assert 14 == field.total("defence")
    assert {
        "7.2.2.2.1": 4,
        "7.2.2.2.2": 3,
        "7.2.2.2.3": 1,
        "16.2": 1,
        "7.2.2.2.5": 5,
    } == field.items("defence")


def test_damage_lowers_the_defence_factor():
    """7.2.2.2.1: four with one damage counts three; the garrison adds nothing (CS-Q15)."""
    field = battle(("r4-r4-1",), ("crossroads",)).mark("crossroads", "damage", 1)
    field.fight("a", "attack r4-r4-1 b-g1", dice=(1, 2))

    assert 3 + 2 == field.total("defence")


def test_armor_defends_with_its_defence_factor():
    """7.2.2.2.2: Panther 7 and R2 make nine."""
    field = battle(("m36-jagdpanzer-iv",), (PANTHER, "r2-r2-1", "novak-thoma"))
    field.fight("a", "attack m36-jagdpanzer-iv b-g1", dice=(5, 3))

    assert 9 + 0 + 3 == field.total("defence")


def test_isolation_weighs_on_the_defence_and_spares_the_leader():
    """7.2.2.2.4, 7.3.1.2-c: S3 and R4 under +2, isolation -2, die 4: 7+2-2+4 = 11."""
    field = battle(("l5-l5",), ("s3-s3-1", "r4-r4-1", "brown-keller"))
    field.siege("a-g1", "b-g1", isolation=2).fight("a", "attack l5-l5 b-g1", dice=(6, 4))

    assert 11 == field.total("defence")


# 7.2.3 Modifiers.


def test_a_mined_group_has_minus_two_in_attack_and_defence():
    """7.2.3.1, 13.2-f"""
    field = battle(("s3-s3-1",), ("r4-r4-1",)).put("a-g1", "mines-1").put("b-g1", "mines-2")
    field.fight("a", "attack s3-s3-1 b-g1", dice=(4, 4))

    assert (3 - 2 + 4, 4 - 2 + 4) == (field.total("attack"), field.total("defence"))


def test_one_fire_for_effect_a_battle():
    """7.2.3.2, 14.2.1"""
    field = battle(("s3-s3-1",), ("l5-l5",)).hold("a", "ffe-3-at-3", "ffe-2-at-2")
    field.when("a", "attack s3-s3-1 b-g1 ffe-3-at-3")
    field.when("a", "ffe ffe-2-at-2").then_illegal("14.2.1")


def test_fire_for_effect_never_serves_a_surrounded_group():
    """7.2.3.2"""
    field = battle(("s3-s3-1",), ("r4-r4-1",)).hold("a", "ffe-3-at-3").siege("b-g1", "a-g1")
    field.when("a", "attack s3-s3-1 b-g1 ffe-3-at-3").then_illegal("7.2.3.2")


@pytest.mark.parametrize(
    ("river", "bridge", "damage", "strength"),
    [
        ("us", "", 0, 4),
        ("us", "german", 0, 9),
        ("us", "us", 0, 4),
        ("us", "german", 1, 4),
        ("german", "", 0, 9),
    ],
    ids=["no-bridge", "own-bridge", "bridge-of-the-other-side", "damaged", "river-of-other-side"],
)
def test_infantry_across_the_river(river: str, bridge: str, damage: int, strength: int):
    """7.2.3.3-a, 7.2.3.3-b, 7.2.3.3-d, 13.5.2.2, 13.5.2.1-b: S4 and R5 are halved to four."""
    field = germans(("l5-l5", "s4-s4-1", "pike-harms"), ("r3-r3-1",)).group("b-g2", river, "river")
    if bridge:
        field.group("a-g2", bridge, "bridge").mark("bridge", "damage", damage)
    field.fight("a", "attack a-g1 b-g1", dice=(2, 1))
    items = field.items("attack")

    assert strength == items["7.2.2.1.1"] + items.get("7.2.3.3-a", 0)
    assert strength + 1 + 2 == field.total("attack")


def test_an_amphibious_assault_lifts_the_river():
    """7.2.3.3-b"""
    field = germans(("l5-l5", "s4-s4-1", "pike-harms"), ("r3-r3-1",)).group("b-g2", "us", "river")
    field.hold("a", "airborne-amphibious-1")
    field.fight("a", "attack a-g1 b-g1 airborne-amphibious-1", dice=(2, 1))

    assert 9 + 1 + 2 == field.total("attack")


@pytest.mark.parametrize(
    ("bridge", "damage", "strength"), [("", 0, 0), ("us", 0, 0), ("german", 1, 0), ("german", 0, 3)]
)
def test_armor_crosses_the_river_by_an_own_sound_bridge_only_and_is_halved(
    bridge: str, damage: int, strength: int
):
    """7.2.3.3-c, 7.3.9.3: Tiger II, right factor seven, counts three."""
    field = germans((TIGER,), ("r3-r3-1",)).group("b-g2", "us", "river")
    if bridge:
        field.group("a-g2", bridge, "bridge").mark("bridge", "damage", damage)
    if not strength:
        field.when("a", f"attack {TIGER} b-g1").then_illegal("7.2.3.3-c")
        return
    field.fight("a", f"attack {TIGER} b-g1", dice=(6, 4))
    assert 3 + 6 == field.total("attack")


def test_a_bridge_that_is_not_the_attackers_own_helps_nobody_across():
    """7.2.3.3-b: Cy's German Bridge does not carry Ann's Germans."""
    field = germans(("l5-l5", "s4-s4-1", "pike-harms"), ("r3-r3-1",)).group("b-g2", "us", "river")
    field.group("c-g1", "german", "bridge").fight("a", "attack a-g1 b-g1", dice=(2, 1))

    assert 4 + 1 + 2 == field.total("attack")


def test_the_river_covers_its_owners_groups_only():
    """7.2.3.3-a: Cy's US group is not behind Bob's River."""
    field = germans(("l5-l5", "s4-s4-1", "pike-harms"), ("r2-r2-1",)).group("b-g2", "us", "river")
    field.group("c-g1", "us", "r3-r3-1").fight("a", "attack a-g1 c-g1", dice=(2, 1))

    assert 9 + 1 + 2 == field.total("attack")


def test_a_surrounded_group_attacks_unit_by_unit_at_half_less_isolation():
    """7.2.3.4, 7.3.1.2-a: S5 and R3 with isolation -2: 2+1-2 = 1 before leader and die (CS-Q09)."""
    field = battle(("l5-l5", "r3-r3-1", "pike-harms"), ("r4-r4-1",))
    field.siege("b-g1", "a-g1", isolation=2).fight("a", "attack a-g1 b-g1", dice=(9, 2))

    assert 1 + 1 + 9 == field.total("attack")


@pytest.mark.parametrize(
    ("leader", "sideways", "bonus"),
    [("sorrell-lindau", (), 2), ("sorrell-lindau", ("l3-l3-1",), 0), ("pike-harms", (), 0)],
    ids=["all-in-command", "one-sideways", "rating-two"],
)
def test_combined_arms(leader: str, sideways: tuple[str, ...], bonus: int):
    """7.2.3.5: one S, one R, one L, all three in command: +2 in attack and in defence."""
    cards = ("s3-s3-1", "r3-r3-1", "l3-l3-1", leader)
    idle = ("l3-l3-1",) if leader == "pike-harms" else sideways
    field = Field().group("a-g1", "us", *cards, sideways=idle).group("b-g1", "german", "l5-l5")
    field.fight("a", "attack a-g1 b-g1", dice=(1, 4))
    assert bonus == field.items("attack").get("7.2.3.5", 0)
    field = Field().group("b-g1", "us", *cards, sideways=idle)
    field.group("a-g1", "german", "l5-l5", "s4-s4-1", "r4-r4-1", "brown-keller")
    field.fight("a", "attack a-g1 b-g1", dice=(5, 5))

    assert bonus == field.items("defence").get("7.2.3.5", 0)


def test_a_panzerfaust_defends_against_armor_and_not_against_infantry():
    """7.2.3.6-a, 1.1.1.1-c: R3 with panzerfaust 3+3 against armor, 3 against infantry."""
    field = battle((SHERMAN,), ("r3-r3p-1",)).fight("a", f"attack {SHERMAN} b-g1", dice=(1, 4))
    assert 3 + 3 + 4 == field.total("defence")
    field = battle(("s4-s4-1",), ("r3-r3p-1",)).fight("a", "attack s4-s4-1 b-g1", dice=(1, 4))

    assert 3 + 4 == field.total("defence")


def test_a_bazooka_adds_two():
    """7.2.3.6-a"""
    field = germans((TIGER,), ("r3b-r3-1",)).fight("a", f"attack {TIGER} b-g1", dice=(1, 4))

    assert 3 + 2 + 4 == field.total("defence")


def test_an_at_weapon_defends_against_armor_only():
    """7.2.3.6-b, 14.2.2-a: +3, whatever the card prints for the attack."""
    field = battle((SHERMAN,), ("r3-r3-1",)).hold("b", "ffe-2-at-2")
    field.fight("a", f"attack {SHERMAN} b-g1", dice=(1, 4), b_support="at-weapon ffe-2-at-2")
    assert 3 + 3 + 4 == field.total("defence")
    field = battle(("s4-s4-1",), ("r3-r3-1",)).hold("b", "ffe-2-at-2")
    field.when("a", "attack s4-s4-1 b-g1").when("a", "pass")

    assert not any(offer.verb == "at-weapon" for offer in field.prompt("b").offers)


@pytest.mark.parametrize(("card", "bonus"), [("ffe-2-at-2", 2), ("ffe-3-at-3", 3)])
def test_an_at_weapon_attacks_armor_with_its_printed_number(card: str, bonus: int):
    """7.2.3.6-c: +2 or +3 if the target holds armor."""
    field = battle(("s4-s4-1",), (PANTHER, "r2-r2-1")).hold("a", card)
    field.fight("a", f"attack s4-s4-1 b-g1 {card}", dice=(10, 1))

    assert 4 + bonus + 10 == field.total("attack")
    assert {"7.2.3.6-c"} <= set(field.items("attack"))


def test_an_at_weapon_does_nothing_against_infantry_alone():
    """7.2.3.6-c: refused."""
    field = battle(("s4-s4-1",), ("r2-r2-1",)).hold("a", "ffe-2-at-2")
    field.when("a", "attack s4-s4-1 b-g1").when("a", "at-weapon ffe-2-at-2")

    field.then_illegal("7.2.3.6-c")


@pytest.mark.parametrize(("attacker", "bonus"), [(SHERMAN, 4), ("s4-s4-1", 0)])
def test_an_antitank_marker_adds_its_number_against_armor(attacker: str, bonus: int):
    """7.2.3.6-d, 15.2"""
    field = battle((attacker,), ("r3-r3-1",)).put("b-g1", "antitank-4-1", host="r3-r3-1")
    field.fight("a", f"attack {attacker} b-g1", dice=(2, 3))

    assert 3 + bonus + 3 == field.total("defence")
