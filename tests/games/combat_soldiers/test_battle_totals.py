"""7.2.1 to 7.2.2.2 Attack and defence totals."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.cards import PANTHER
from tests.games.combat_soldiers.situations import battle


def test_the_lower_total_loses_the_difference():
    """7.2, 7.2.2, 7.2.2.3, 7.2.2.3.2: 14 against 11 costs the defender three."""
    match = battle(("l5-l5", "r4-r4-1", "novak-thoma"), ("s3-s3-1", "s2-s2-1", "teague-kranz"))
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 6))
    assert (14, 11) == (match.total("attack"), match.total("defence"))

    assert {"s3-s3-1", "s2-s2-1+teague-kranz"} == match.candidates("b", "lose", "units")


@pytest.mark.parametrize(("dice", "owes"), [((10, 6), "b"), ((1, 4), "a")])
def test_the_side_with_the_lower_total_is_asked_for_losses(dice: tuple[int, int], owes: str):
    """7.2, 7.2.2.3.2, 7.2.2: 19 against 15 costs the defender four or more."""
    match = battle(("s4-s4-1", "l4-l4-1", "pike-harms"), ("r4-r4-1", "s4-s4-2", "ybarra-seidel"))
    match.resolve("a", "attack a-g1 b-g1", dice=dice)

    assert (owes,) == match.seats_asked()
    assert "7.2.2.4" == match.prompt(owes).rule
    if owes == "b":
        assert (19, 15) == (match.total("attack"), match.total("defence"))
        assert {"r4-r4-1", "s4-s4-2"} == match.candidates("b", "lose", "units")


def test_without_a_leader_strengths_are_not_combined():
    """7.2.1-a, 7.2.1-b: each unit attacks alone; the attacker names R4, which defends with four."""
    match = battle(("s3-s3-1", "r4b-r4p-1"), ("s3-s3-2", "r4-r4-1", "l5-l5"))
    match.when("a", "attack a-g1 b-g1").then_illegal("7.1.2-a")
    match.resolve("a", "attack s3-s3-1 r4-r4-1", dice=(5, 3))

    assert (8, 7) == (match.total("attack"), match.total("defence"))


def test_without_a_leader_a_single_unit_attacks_a_single_unit():
    """7.2.1-a, 7.2.1-b: CS-Q13."""
    match = battle(("s3-s3-1", "r4-r4-1"), ("r3-r3-1", "l4-l4-1", "s4-s4-1"))
    assert {"s3-s3-1", "r4-r4-1"} == match.candidates("a", "attack", "force")
    match.resolve("a", "attack r4-r4-1 l4-l4-1", dice=(2, 2))

    assert {"7.2.2.2.2": 4, "7.2.2.2.5": 2} == match.items("defence")


# 7.2.2.1 Attack totals.


def test_the_attack_total_sums_strengths_leader_modifiers_and_die():
    """7.2.2.1, 7.2.2.1.1, 7.2.2.1.2, 7.2.2.1.3, 7.2.2.1.4, 7.2.3.1, 1.1.3-b7: 7+2-2+6 = 13."""
    match = battle(("s3-s3-1", "r4-r4-1", "ames-vogler"), ("l5-l5",)).put("a-g1", "mines-1")
    match.resolve("a", "attack a-g1 b-g1", dice=(6, 8))

    assert 13 == match.total("attack")
    assert {"7.2.2.1.1": 7, "7.2.2.1.2": 2, "7.2.3.1": -2, "7.2.2.1.4": 6} == match.items("attack")


@pytest.mark.parametrize(
    ("target", "strength"), [(("l5-l5",), 6 + 3), ((PANTHER,), 7 + 3)], ids=["infantry", "armor"]
)
def test_an_armored_groups_attack_adds_the_factor_for_the_target_to_its_infantry(
    target: tuple[str, ...], strength: int
):
    """7.2.2.1.1, 7.3.9.5: Sherman 76 prints 6/6, M10 prints 7/4."""
    tank = "m4a3-sherman-76-panther-g" if target == ("l5-l5",) else "m10-stug-iii-g"
    match = battle((tank, "s3-s3-1", "novak-thoma"), target)
    match.resolve("a", "attack a-g1 b-g1", dice=(1, 10))

    assert strength + 0 + 1 == match.total("attack")


def test_a_leader_with_modifier_minus_one_lowers_the_attack():
    """7.2.2.1.2, 1.1.3-b1"""
    match = battle(("s3-s3-1", "r4-r4-1", "prewitt-ebeling"), ("l5-l5",))
    match.resolve("a", "attack a-g1 b-g1", dice=(2, 3))

    assert 7 - 1 + 2 == match.total("attack")


def test_attack_modifiers_add_up():
    """7.2.2.1.3, 7.2.3: FFE +3 and mines -2 make +1."""
    match = battle(("r4-r4-1",), ("l5-l5",)).put("a-g1", "mines-1").hold("a", "ffe-3-at-3")
    match.resolve("a", "attack r4-r4-1 b-g1 ffe-3-at-3", dice=(2, 1))

    assert 4 + 1 + 2 == match.total("attack")


def test_both_dice_count_at_face_value():
    """7.2.2.1.4, 7.2.2.2.5, 1.3"""
    match = battle(("s3-s3-1",), ("l5-l5",)).resolve("a", "attack s3-s3-1 b-g1", dice=(10, 1))

    assert (13, 6) == (match.total("attack"), match.total("defence"))


# 7.2.2.2 Defence totals.


def test_the_defence_total_of_an_occupation_group_has_five_parts():
    """7.2.2.2, 7.2.2.2.1, 7.2.2.2.2, 7.2.2.2.3, 7.2.2.2.4, 7.2.2.2.5, 16.2: 4+3+1+1+5 = 14."""
    match = battle(("l5-l5", "s4-s4-1", "dunne-rathke"), ("crossroads", "r3-r3-1", "pike-harms"))
    match.mark("r3-r3-1", "entrenched", 1).resolve("a", "attack a-g1 b-g1", dice=(1, 5))

    assert 14 == match.total("defence")
    assert {
        "7.2.2.2.1": 4,
        "7.2.2.2.2": 3,
        "7.2.2.2.3": 1,
        "16.2": 1,
        "7.2.2.2.5": 5,
    } == match.items("defence")


def test_the_garrison_does_not_add_to_the_defence():
    """7.2.2.2: CS-Q15."""
    match = battle(("l5-l5",), ("forest",)).resolve("a", "attack l5-l5 b-g1", dice=(1, 5))

    assert {"7.2.2.2.1": 5, "7.2.2.2.5": 5} == match.items("defence")


def test_damage_lowers_the_defence_total_of_an_objective():
    """7.2.2.2.1: four with one damage counts three; the garrison adds nothing (CS-Q15)."""
    match = battle(("r4-r4-1",), ("crossroads",)).mark("crossroads", "damage", 1)
    match.resolve("a", "attack r4-r4-1 b-g1", dice=(1, 2))

    assert 3 + 2 == match.total("defence")


def test_damage_is_subtracted_in_the_defence_total_under_its_rule():
    """7.2.2.2.1, 7.3.10.2-b: four, damaged by one."""
    match = battle(("l5-l5",), ("crossroads", "r3-r3-1")).mark("crossroads", "damage")
    match.resolve("a", "attack l5-l5 b-g1", dice=(2, 5))

    assert 3 == match.items("defence")["7.2.2.2.1"] + match.items("defence")["7.3.10.2-b"]


def test_armor_defends_with_its_defence_factor():
    """7.2.2.2.2: Panther 7 and R2 make nine."""
    match = battle(("m36-jagdpanzer-iv",), (PANTHER, "r2-r2-1", "novak-thoma"))
    match.resolve("a", "attack m36-jagdpanzer-iv b-g1", dice=(5, 3))

    assert 9 + 0 + 3 == match.total("defence")


def test_isolation_lowers_the_defence_but_not_the_leaders_modifier():
    """7.2.2.2.4, 7.3.1.2-c: S3 and R4 under +2, isolation -2, die 4: 7+2-2+4 = 11."""
    match = battle(("l5-l5",), ("s3-s3-1", "r4-r4-1", "brown-keller"))
    match.siege("a-g1", "b-g1", isolation=2).resolve("a", "attack l5-l5 b-g1", dice=(6, 4))

    assert 11 == match.total("defence")
