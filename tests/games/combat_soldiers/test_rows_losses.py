"""7.2.2.3 to 7.2.2.5 Comparison, losses and disorganization, row by row."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view

STUART, PANTHER = "m5a1-stuart-sdkfz-234", "m4a3-sherman-76-panther-g"


def battle(attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Field:
    """Ann's US group and Bob's German one."""
    return Field().group("a-g1", "us", *attackers).group("b-g1", "german", *defenders)


# 7.2.2.3 The comparison.


def test_equal_totals_cost_nobody_anything_but_disorder_the_attacker():
    """7.2.2.3.1: 15 against 15."""
    field = battle(("s3-s3-1", "r4-r4-1", "ames-vogler"), ("l5-l5", "s2-s2-1", "dunne-rathke"))
    field.fight("a", "attack a-g1 b-g1", dice=(6, 5))
    assert (15, 15) == (field.total("attack"), field.total("defence"))
    field.when("a", "rest s3-s3-1")

    assert () == field.zone("a-casualties") + field.zone("b-casualties")
    assert [True, False] == field.sideways("s3-s3-1", "r4-r4-1")


def test_the_lower_side_owes_at_least_the_difference():
    """7.2.2.3.2: 19 against 15, the defender owes four or more."""
    field = battle(("s3-s3-1", "r4-r4-1", "ames-vogler"), ("l4-l4-1", "s4-s4-1", "pike-harms"))
    field.fight("a", "attack a-g1 b-g1", dice=(10, 6))
    assert (19, 15) == (field.total("attack"), field.total("defence"))
    field.when("b", "lose pike-harms").then_illegal("7.2.2.4")

    assert {"l4-l4-1", "s4-s4-1"} == field.candidates("b", "lose", "units")


def test_the_attacker_pays_when_its_total_is_lower():
    """7.2.2.3.2, 7.2.2.4: the attacker picks, the defender scores."""
    field = battle(("s3-s3-1", "r4-r4-1", "pike-harms"), ("l5-l5",))
    field.fight("a", "attack a-g1 b-g1", dice=(1, 7))
    assert (9, 12) == (field.total("attack"), field.total("defence"))
    assert ("a",) == field.asked()
    field.fight("a", "lose s3-s3-1")

    assert ("s3-s3-1",) == field.zone("b-casualties")


# 7.2.2.4 Losses.


def owing(owed: int, units: tuple[str, ...], *, leader: str, arms: int = 0) -> Field:
    """Bob's units, nine points strong, owe so much; `arms` is what combined arms add to them."""
    field = battle(("l5-l5", "s4-s4-1", "teague-kranz"), (*units, leader))
    return field.fight("a", "attack a-g1 b-g1", dice=(owed + 2 + arms, 2))


def test_the_loser_gives_up_nobody_who_can_be_spared():
    """7.2.2.4, 7.1.2-b: of S2, R3 and L4 owing five any two do, but not all three (CS-Q14)."""
    units = ("s2-s2-1", "r3-r3-1", "l4-l4-1")
    field = owing(5, units, leader="cole-moritz", arms=2)
    assert 5 == field.total("attack") - field.total("defence")
    able = {
        candidate
        for candidate in field.candidates("b", "lose", "units")
        if "cole" not in str(candidate)
    }
    assert {"s2-s2-1+r3-r3-1", "s2-s2-1+l4-l4-1", "r3-r3-1+l4-l4-1"} == able

    field.when("b", "lose s2-s2-1+r3-r3-1+l4-l4-1").then_illegal("7.1.2-b")


def test_the_lost_units_go_face_down_to_the_winners_pile():
    """7.2.2.4, 5.2.2: Bob sees how many they are, no more."""
    field = owing(5, ("s2-s2-1", "r3-r3-1", "l4-l4-1"), leader="cole-moritz", arms=2)
    field.fight("b", "lose s2-s2-1+r3-r3-1")

    assert {"s2-s2-1", "r3-r3-1"} == set(field.zone("a-casualties"))
    assert 2 == len(view(field.table, "b").zone("a-casualties"))


def test_the_garrison_pays_first():
    """7.2.2.4.1-a, 13.5.1.1-b1: garrison three and S4 owe three: only the garrison goes."""
    field = battle(("l5-l5", "s4-s4-1", "teague-kranz"), ("pherddorf", "s4-s4-2"))
    field.fight("a", "attack a-g1 b-g1", dice=(7, 3))
    assert 3 == field.total("attack") - field.total("defence")

    assert 1 == field.table.mark("pherddorf", "garrison-lost")
    assert {"pherddorf", "s4-s4-2"} == set(field.zone("b-g1"))


def test_a_touched_garrison_is_gone_whole():
    """7.2.2.4.1-b: owing one takes a garrison of three; the next loss goes to the units."""
    field = battle(("l5-l5", "s4-s4-1", "teague-kranz"), ("pherddorf", "s4-s4-2"))
    field.fight("a", "attack a-g1 b-g1", dice=(5, 3)).when("a", "rest l5-l5")
    field.when("a", "arrange s4-s4-1")
    assert 1 == field.table.mark("pherddorf", "garrison-lost")
    field.group("a-g2", "us", "r4-r4-1", "r4-r4-2", "novak-thoma")
    field.fight("a", "attack a-g2 b-g1", dice=(8, 5))

    assert (16 - 15, ("s4-s4-2",)) == (
        field.total("attack") - field.total("defence"),
        field.zone("a-casualties"),
    )
    assert "b-g1" == field.where("pherddorf")


def test_occupation_units_pay_what_the_garrison_cannot():
    """7.2.2.4.1-c: garrison three and S4 owe five: both go, the objective is kept."""
    field = battle(("l5-l5", "s4-s4-1", "teague-kranz"), ("pherddorf", "s4-s4-2"))
    field.fight("a", "attack a-g1 b-g1", dice=(9, 3))
    assert 5 == field.total("attack") - field.total("defence")

    assert ("s4-s4-2",) == field.zone("a-casualties")
    assert ("b-g1", "german") == (field.where("pherddorf"), field.table.piece("pherddorf").face)


def test_a_marked_objective_has_no_garrison():
    """7.2.2.4.1-d, 1.2-b6: without units it falls to a loss of one."""
    field = battle(("l5-l5",), ("crossroads",)).mark("crossroads", "garrison-lost")
    field.fight("a", "attack l5-l5 b-g1", dice=(2, 2))
    assert 1 == field.total("attack") - field.total("defence")
    field.when("a", "occupy none")

    assert ("a", "us") == (field.where("crossroads")[0], field.table.piece("crossroads").face)


def test_a_whole_garrison_keeps_an_objective_without_units():
    """1.1.3-b6, 7.2.2.4.1-a: Crossroads (garrison two) loses by two and is kept."""
    field = battle(("l5-l5",), ("crossroads",)).fight("a", "attack l5-l5 b-g1", dice=(4, 3))
    assert 2 == field.total("attack") - field.total("defence")

    assert ("b-g1", 1) == (
        field.where("crossroads"),
        field.table.mark("crossroads", "garrison-lost"),
    )


def test_a_leader_pays_one_and_falls_with_its_last_unit():
    """7.2.2.4.2, 4.4.5-b: S3 and a leader owing one: the leader, or S3 and the leader with it."""
    field = battle(("s3-s3-1",), ("s3-s3-2", "novak-thoma")).fight(
        "a", "attack s3-s3-1 b-g1", dice=(3, 2)
    )
    assert {"s3-s3-2", "novak-thoma"} == field.candidates("b", "lose", "units")
    field.fight("b", "lose s3-s3-2")

    assert {"s3-s3-2", "novak-thoma"} == set(field.zone("a-casualties"))


def test_a_leader_may_fall_alone():
    """7.2.2.4.2"""
    field = battle(("s3-s3-1",), ("s3-s3-2", "novak-thoma"))
    field.fight("a", "attack s3-s3-1 b-g1", dice=(3, 2)).fight("b", "lose novak-thoma")

    assert (("s3-s3-2",), ("novak-thoma",)) == (field.zone("b-g1"), field.zone("a-casualties"))


@pytest.mark.parametrize(
    ("units", "pays", "dice"),
    [
        (("l3-l3-1", "l4-l4-1"), 3, (10, 10)),
        ((PANTHER, "r2-r2-1"), 7, (10, 4)),
        ((STUART, "r2-r2-1"), 3, (1, 3)),
    ],
    ids=["infantry", "panther", "sdkfz"],
)
def test_each_unit_pays_its_printed_strength(
    units: tuple[str, ...], pays: int, dice: tuple[int, int]
):
    """7.2.2.4.3, 7.2.2.4.4: L3 pays three, armor its defence factor."""
    field = battle(("l4b-l4p-1", "r4b-r4p-1", "brown-keller"), (*units, "novak-thoma"))
    field.fight("a", "attack a-g1 b-g1", dice=dice)
    assert pays == field.total("attack") - field.total("defence")
    if field.asked() == ("b",):
        field.fight("b", f"lose {units[0]}")

    assert (units[0],) == field.zone("a-casualties")


def test_losses_count_printed_strength_never_a_modified_one():
    """7.2.2.4.5: a besieged S4, which attacks with two, pays four for a loss of three."""
    field = battle(("s4-s4-1",), ("r4-r4-1",)).siege("b-g1", "a-g1")
    field.fight("a", "attack s4-s4-1 b-g1", dice=(5, 6))
    assert (7, 10) == (field.total("attack"), field.total("defence"))

    assert ("s4-s4-1",) == field.zone("b-casualties")
    paid = [one for one in field.happened(e.PiecesMoved) if one.to == "fallen"]
    assert [("s4-s4-1",)] == [one.pieces for one in paid]


def test_the_colonel_alone_does_not_pay_two():
    """7.2.2.4.5, 7.2.2.4.2: Brown pays one; S3, R4 or L4 alone do (CS-01)."""
    cards = ("l4-l4-1", "s3-s3-1", "r4-r4-1", "brown-keller")
    field = battle(("l5-l5", "s4-s4-1", "teague-kranz"), cards)
    field.fight("a", "attack a-g1 b-g1", dice=(10, 2))
    assert (19, 11 + 2 + 2 + 2) == (field.total("attack"), field.total("defence"))
    field.when("b", "lose brown-keller").then_illegal("7.2.2.4")

    assert {"l4-l4-1", "s3-s3-1", "r4-r4-1"} == field.candidates("b", "lose", "units")


# 7.2.2.5 Disorganization.


def three(leader: str, *, sideways: tuple[str, ...] = ()) -> Field:
    """Ann's S3, R4 and L2-like unit under a leader; Bob's L5 and S4."""
    cards = ("s3-s3-1", "r4-r4-1", "r2-r2-1", leader)
    field = Field().group("a-g1", "us", *cards, sideways=sideways)
    return field.group("b-g1", "german", "l5-l5", "s4-s4-1", "novak-thoma")


def test_one_attacking_unit_lies_sideways_after_the_attack():
    """7.2.2.5-a: rating three, three units: exactly one."""
    field = three("cole-moritz").fight("a", "attack a-g1 b-g1", dice=(5, 5))
    assert {"s3-s3-1", "r4-r4-1", "r2-r2-1"} == field.candidates("a", "rest", "unit")
    field.when("a", "rest r2-r2-1")

    assert [False, False, True] == field.sideways("s3-s3-1", "r4-r4-1", "r2-r2-1")


def test_a_unit_that_lay_sideways_before_does_not_count():
    """7.2.2.5-b: rating two, L2 sideways; after {S3,R4} attacked two lie sideways."""
    field = three("teague-kranz", sideways=("r2-r2-1",))
    field.fight("a", "attack a-g1 b-g1", dice=(5, 3))
    assert {"s3-s3-1", "r4-r4-1"} == field.candidates("a", "rest", "unit")
    field.when("a", "rest r4-r4-1")

    assert 2 == sum(field.sideways("s3-s3-1", "r4-r4-1", "r2-r2-1"))


def test_two_attacks_disorder_one_unit_after_the_second():
    """7.2.2.5-c, 7.3.2-b1"""
    field = three("cole-moritz").hold("a", "major-offensive-1")
    field.fight("a", "attack a-g1 b-g1", dice=(5, 5))
    assert 0 == sum(field.sideways("s3-s3-1", "r4-r4-1", "r2-r2-1"))
    field.fight("a", "attack-again major-offensive-1 a-g1 b-g1", dice=(5, 5))
    assert 1 == field.left()
    field.when("a", "rest s3-s3-1")

    assert 1 == sum(field.sideways("s3-s3-1", "r4-r4-1", "r2-r2-1"))


def test_the_disordered_unit_recovers_in_the_next_own_phase_a():
    """7.2.2.5-d, 4.4.4, 6.2"""
    field = three("cole-moritz").fight("a", "attack a-g1 b-g1", dice=(5, 5))
    field.when("a", "rest r2-r2-1")
    if field.offers("a", "arrange"):
        field.when("a", "arrange s3-s3-1+r4-r4-1")
    field.turn("c", "F").when("c", "end-turn")

    assert ("a", "A") == (field.table.seat, field.table.phase)
    assert [False] * 3 == field.sideways("s3-s3-1", "r4-r4-1", "r2-r2-1")


def test_crossroads_turn_one_up_when_the_group_is_attacked():
    """7.2.2.5-d, 13.5.2.6: r3 with S3, R4, L2-like sideways: 9 +2 for arms is not earned here."""
    field = Field().group("b-g1", "german", "s3-s3-1", "r4-r4-1", "l3-l3-1", "cole-moritz")
    field.mark("l3-l3-1", "sideways").group("b-g2", "german", "crossroads")
    field.group("a-g1", "us", "l5-l5", "s4-s4-1", "pike-harms")
    field.fight("a", "attack a-g1 b-g1", dice=(5, 1), b_support="turn-up l3-l3-1")

    assert 3 + 4 + 3 + 2 + 0 + 1 == field.total("defence")


def test_a_cancelled_battle_disorders_nobody():
    """7.2.2.5-e, 7.3.5-b1"""
    field = three("cole-moritz").hold("c", "counterattack-intelligence-1")
    field.fight("a", "attack a-g1 b-g1", c_intelligence="cancel counterattack-intelligence-1")

    assert [False] * 3 == field.sideways("s3-s3-1", "r4-r4-1", "r2-r2-1")
    assert 1 == field.left()
    assert ("a",) == field.asked()
    assert field.offers("a", "go")
