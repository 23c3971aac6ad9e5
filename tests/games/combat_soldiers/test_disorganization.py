"""7.2.2.5 Disorganisation after an attack, and how it ends."""

from __future__ import annotations

import pytest
from msgspec.structs import force_setattr

from tests.games.combat_soldiers.cards import MAJOR_OFFENSIVE
from tests.games.combat_soldiers.situations import battle, three_units_each
from tests.games.combat_soldiers.table import Match


def three_attackers(leader: str, *, sideways: tuple[str, ...] = ()) -> Match:
    """Ann's S3, R4 and R2 under a leader face Bob's led L5 and S4."""
    cards = ("s3-s3-1", "r4-r4-1", "r2-r2-1", leader)
    match = Match().group("a-g1", "us", *cards, sideways=sideways)
    return match.group("b-g1", "german", "l5-l5", "s4-s4-1", "novak-thoma")


def leaderless_group(*units: str) -> Match:
    """Ann's US units without a leader face Bob's L5."""
    return Match().group("a-g1", "us", *units).group("b-g1", "german", "l5-l5")


def test_no_unit_is_disorganised_when_all_attackers_are_lost():
    """7.2.2.5-a: the others of the group have not attacked."""
    match = battle(("s3-s3-1", "r4-r4-1", "l5-l5", "novak-thoma"), ("l4-l4-1", "s4-s4-1"))
    match.mark("l5-l5", "sideways").resolve("a", "attack l5-l5 b-g1", dice=(1, 9)).when("a", "pass")

    assert [False, False] == match.sideways("s3-s3-1", "r4-r4-1")
    assert match.offers("a", "go")


def test_a_unit_that_attacked_is_turned_sideways_after_the_attack():
    """7.2.2.5-a: rating three, three units: exactly one."""
    match = three_attackers("cole-moritz").resolve("a", "attack a-g1 b-g1", dice=(5, 5))
    assert {"s3-s3-1", "r4-r4-1", "r2-r2-1"} == match.candidates("a", "rest", "unit")
    match.when("a", "rest r2-r2-1")

    assert [False, False, True] == match.sideways("s3-s3-1", "r4-r4-1", "r2-r2-1")


def test_a_unit_that_attacked_without_a_leader_is_out_of_command_under_a_new_leader():
    """8.11, 7.2.2.5-a: the leader deployed in phase C leads the other unit only."""
    match = leaderless_group("s3-s3-1", "r4-r4-1").hold("a", "pike-harms")
    match.resolve("a", "attack s3-s3-1 b-g1", dice=(5, 3)).when("a", "rest s3-s3-1")
    match.when("a", "go C").when("a", "deploy pike-harms us a-g1").when("a", "done")

    assert [True, False] == match.sideways("s3-s3-1", "r4-r4-1")
    assert {"s3-s3-1", "r4-r4-1"} == match.candidates("a", "arrange", "units")


def test_without_a_leader_only_the_unit_that_attacked_is_turned_sideways():
    """8.11, 7.2.2.5-a: R4 did not attack, and passing is not offered."""
    match = leaderless_group("s3-s3-1", "r4-r4-1").resolve("a", "attack s3-s3-1 b-g1", dice=(5, 3))

    assert {"s3-s3-1"} == match.candidates("a", "rest", "unit")
    assert [] == match.offers("a", "pass")


def test_a_group_that_loses_its_leader_in_the_attack_is_disorganised():
    """8.11, 7.2.2.5-a, 7.2.2.4.2: the leader pays the single point."""
    match = leaderless_group("s3-s3-1", "r4-r4-1", "pike-harms")
    match.resolve("a", "attack a-g1 b-g1", dice=(1, 5)).resolve("a", "lose pike-harms")

    assert {"s3-s3-1", "r4-r4-1"} == match.candidates("a", "rest", "unit")


def test_attackers_left_behind_by_an_occupying_leader_are_disorganised():
    """8.11, 7.2.2.5-a, CS-Q46: R4 and the leader occupy the objective, S3 is turned sideways."""
    match = Match().group("a-g1", "us", "s3-s3-1", "r4-r4-1", "pike-harms")
    match.group("b-g1", "german", "barracks").mark("barracks", "garrison-lost")
    match.resolve("a", "attack a-g1 b-g1", dice=(9, 1)).when("a", "occupy r4-r4-1+pike-harms")

    assert {"s3-s3-1"} == match.candidates("a", "rest", "unit")
    assert [False] == match.sideways("r4-r4-1")


def test_a_second_unit_is_sideways_after_the_commanded_units_attacked():
    """7.2.2.5-a, 7.2.2.5-b: L5 was sideways before."""
    match = three_units_each().resolve("a", "attack a-g1 b-g1", dice=(8, 5))
    match.when("b", "arrange r3-r3-1+s4-s4-1")
    assert {"s3-s3-1", "r4-r4-1"} == match.candidates("a", "rest", "unit")
    match.when("a", "rest s3-s3-1")

    assert 2 == sum(match.sideways("s3-s3-1", "r4-r4-1", "l5-l5"))


@pytest.mark.parametrize(("version", "turned"), [("1", []), ("2", ["s3-s3-1"])])
def test_a_match_of_version_1_disorganises_no_unit_without_a_leader(
    version: str, turned: list[str]
):
    """8.11, VM-01, 7.2.2.5-a: version 2 turns the unit sideways."""
    match = leaderless_group("s3-s3-1")
    force_setattr(match.table, "version", version)
    match.resolve("a", "attack s3-s3-1 b-g1", dice=(5, 3))

    assert turned == sorted(match.candidates("a", "rest", "unit"))


def test_a_unit_that_was_sideways_before_does_not_count_as_disorganised():
    """7.2.2.5-b: R2 was sideways; after S3 and R4 attacked, two units are."""
    match = three_attackers("teague-kranz", sideways=("r2-r2-1",))
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 3))
    assert {"s3-s3-1", "r4-r4-1"} == match.candidates("a", "rest", "unit")
    match.when("a", "rest r4-r4-1")

    assert 2 == sum(match.sideways("s3-s3-1", "r4-r4-1", "r2-r2-1"))


def test_another_unit_is_turned_sideways_when_the_attacker_was_sideways_before():
    """8.11, 7.2.2.5-b: S3 is sideways since it lost its leader."""
    match = leaderless_group("s3-s3-1", "r4-r4-1").mark("s3-s3-1", "sideways")
    match.resolve("a", "attack s3-s3-1 b-g1", dice=(5, 3))

    assert {"r4-r4-1"} == match.candidates("a", "rest", "unit")


def test_another_unit_is_turned_sideways_when_the_attacker_occupies_an_objective():
    """8.11, 7.2.2.5-b: L5 attacked out of command and occupies, so S3 or R4 rests."""
    match = Match().group(
        "a-g1", "us", "s3-s3-1", "r4-r4-1", "l5-l5", "pike-harms", sideways=("l5-l5",)
    )
    match.group("b-g1", "german", "barracks").mark("barracks", "garrison-lost")
    match.resolve("a", "attack l5-l5 b-g1", dice=(9, 1)).when("a", "occupy l5-l5")

    assert {"s3-s3-1", "r4-r4-1"} == match.candidates("a", "rest", "unit")


def test_a_unit_is_disorganised_only_after_the_second_of_two_attacks():
    """7.2.2.5-c, 7.3.2-b1"""
    match = three_attackers("cole-moritz").hold("a", "major-offensive-1")
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 5))
    assert 0 == sum(match.sideways("s3-s3-1", "r4-r4-1", "r2-r2-1"))
    match.resolve("a", "attack-again major-offensive-1 a-g1 b-g1", dice=(5, 5))
    assert 1 == match.actions_left()
    match.when("a", "rest s3-s3-1")

    assert 1 == sum(match.sideways("s3-s3-1", "r4-r4-1", "r2-r2-1"))


def test_after_two_attacks_without_a_leader_either_attacker_is_turned_sideways():
    """8.11, 7.2.2.5-c: by a Major Offensive; the third unit did not attack."""
    match = leaderless_group("s3-s3-1", "r4-r4-1", "l3-l3-1").hold("a", MAJOR_OFFENSIVE)
    match.resolve("a", "attack s3-s3-1 b-g1", dice=(5, 3))
    match.resolve("a", f"attack-again {MAJOR_OFFENSIVE} r4-r4-1 b-g1 ", dice=(5, 4))

    assert {"s3-s3-1", "r4-r4-1"} == match.candidates("a", "rest", "unit")


def test_a_disorganised_unit_recovers_in_its_owners_next_phase_a():
    """7.2.2.5-d, 4.4.4, 6.2"""
    match = three_attackers("cole-moritz").resolve("a", "attack a-g1 b-g1", dice=(5, 5))
    match.when("a", "rest r2-r2-1")
    if match.offers("a", "arrange"):
        match.when("a", "arrange s3-s3-1+r4-r4-1")
    match.turn("c", "F").when("c", "end-turn")

    assert ("a", "A") == (match.table.seat, match.table.phase)
    assert [False] * 3 == match.sideways("s3-s3-1", "r4-r4-1", "r2-r2-1")


def test_a_unit_turned_up_by_the_crossroads_defends():
    """7.2.2.5-d, 13.5.2.6: S3, R4 and L3 make ten, and two for combined arms."""
    match = Match().group("b-g1", "german", "s3-s3-1", "r4-r4-1", "l3-l3-1", "cole-moritz")
    match.mark("l3-l3-1", "sideways").group("b-g2", "german", "crossroads")
    match.group("a-g1", "us", "l5-l5", "s4-s4-1", "pike-harms")
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 1), b_support="turn-up l3-l3-1")

    assert 3 + 4 + 3 + 2 + 0 + 1 == match.total("defence")


def test_a_disorganised_unit_stays_sideways_when_an_objective_joins_its_group():
    """8.11, 7.2.2.5-d, 4.3.2: only the next phase A brings it back."""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1", "pike-harms", sideways=("s3-s3-1",))
    match.on_top("bridge").when("a", "draw").when("a", "place us a-g1")

    assert [True] == match.sideways("s3-s3-1")


def test_a_disorganised_unit_without_a_leader_recovers_in_the_next_phase_a():
    """8.11, 7.2.2.5-d"""
    match = leaderless_group("s3-s3-1").resolve("a", "attack s3-s3-1 b-g1", dice=(7, 5))
    match.when("a", "rest s3-s3-1").turn("c", "F", 3).when("c", "end-turn")

    assert [False] == match.sideways("s3-s3-1")


def test_a_unit_turned_up_by_the_crossroads_earns_combined_arms():
    """7.2.2.5-d, 13.5.2.6, 4.4.3: CS-Q31; combined arms count as well."""
    match = battle(("l5-l5",), ("s3-s3-1", "r4-r4-1", "l3-l3-1", "brown-keller"))
    match.mark("l3-l3-1", "sideways").group("b-g2", "german", "crossroads", "s2-s2-1")
    match.resolve("a", "attack l5-l5 b-g1", dice=(10, 1), b_support="turn-up l3-l3-1")

    assert 10 == match.items("defence")["7.2.2.2.2"]
    assert 2 == match.items("defence")["7.2.3.5"]


@pytest.mark.parametrize(("version", "turned"), [("1", False), ("2", True)])
def test_in_a_match_of_version_1_a_joined_objective_turns_a_unit_upright(
    version: str, turned: bool
):
    """8.11, VM-01, 7.2.2.5-d: under version 2 the unit stays sideways."""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1", "pike-harms", sideways=("s3-s3-1",))
    force_setattr(match.table, "version", version)
    match.on_top("bridge").when("a", "draw").when("a", "place us a-g1")

    assert [turned] == match.sideways("s3-s3-1")


def test_a_cancelled_attack_disorganises_nobody_but_its_action_is_spent():
    """7.2.2.5-e, 7.3.5-b1"""
    match = three_attackers("cole-moritz").hold("c", "counterattack-intelligence-1")
    match.resolve("a", "attack a-g1 b-g1", c_intelligence="cancel counterattack-intelligence-1")

    assert [False] * 3 == match.sideways("s3-s3-1", "r4-r4-1", "r2-r2-1")
    assert 1 == match.actions_left()
    assert ("a",) == match.seats_asked()
    assert match.offers("a", "go")


def test_a_cancelled_attack_without_a_leader_disorganises_nobody():
    """8.11, 7.2.2.5-e"""
    match = leaderless_group("s3-s3-1").hold("b", "counterattack-intelligence-1")
    match.resolve("a", "attack s3-s3-1 b-g1", b_intelligence="cancel counterattack-intelligence-1")

    assert [False] == match.sideways("s3-s3-1")
    assert [] == match.offers("a", "rest")


def test_a_cancelled_attack_leaves_every_unit_as_it_was():
    """7.2.2.5-e, 7.3.5-b1"""
    match = three_units_each().hold("b", "counterattack-intelligence-1")
    match.resolve("a", "attack a-g1 b-g1", b_intelligence="cancel counterattack-intelligence-1")

    assert [False, False, True] == match.sideways("s3-s3-1", "r4-r4-1", "l5-l5")
    assert ("a",) == match.seats_asked()
    assert "B" == match.prompt("a").facts["phase"]
