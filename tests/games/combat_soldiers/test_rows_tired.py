"""7.2.2.5 row by row where a leader is missing, leaves or comes late."""

from __future__ import annotations

import pytest
from msgspec.structs import force_setattr

from tests.games.combat_soldiers.table import Field

OFFENSIVE = "major-offensive-1"


def leaderless(*units: str) -> Field:
    """Ann's US units without a leader face Bob's L5."""
    return Field().group("a-g1", "us", *units).group("b-g1", "german", "l5-l5")


def test_a_unit_that_attacked_without_a_leader_is_out_of_command_when_one_arrives():
    """8.11, 7.2.2.5-a: the leader deployed in phase C leads the other unit only."""
    field = leaderless("s3-s3-1", "r4-r4-1").hold("a", "pike-harms")
    field.fight("a", "attack s3-s3-1 b-g1", dice=(5, 3)).when("a", "rest s3-s3-1")
    field.when("a", "go C").when("a", "deploy pike-harms us a-g1").when("a", "done")

    assert [True, False] == field.sideways("s3-s3-1", "r4-r4-1")
    assert {"s3-s3-1", "r4-r4-1"} == field.candidates("a", "arrange", "units")


def test_only_the_unit_that_attacked_without_a_leader_may_be_turned():
    """8.11, 7.2.2.5-a: R4 did not attack, and nobody may go without."""
    field = leaderless("s3-s3-1", "r4-r4-1").fight("a", "attack s3-s3-1 b-g1", dice=(5, 3))

    assert {"s3-s3-1"} == field.candidates("a", "rest", "unit")
    assert [] == field.offers("a", "pass")


def test_without_a_leader_another_unit_is_turned_when_the_attacker_was_sideways_before():
    """8.11, 7.2.2.5-b: S3 has lain sideways since its leader fell."""
    field = leaderless("s3-s3-1", "r4-r4-1").mark("s3-s3-1", "sideways")
    field.fight("a", "attack s3-s3-1 b-g1", dice=(5, 3))

    assert {"r4-r4-1"} == field.candidates("a", "rest", "unit")


def test_two_attacks_without_a_leader_turn_one_of_both_attackers():
    """8.11, 7.2.2.5-c: by a Major Offensive; the third unit did not attack."""
    field = leaderless("s3-s3-1", "r4-r4-1", "l3-l3-1").hold("a", OFFENSIVE)
    field.fight("a", "attack s3-s3-1 b-g1", dice=(5, 3))
    field.fight("a", f"attack-again {OFFENSIVE} r4-r4-1 b-g1 ", dice=(5, 4))

    assert {"s3-s3-1", "r4-r4-1"} == field.candidates("a", "rest", "unit")


def test_a_cancelled_attack_without_a_leader_turns_nobody():
    """8.11, 7.2.2.5-e"""
    field = leaderless("s3-s3-1").hold("b", "counterattack-intelligence-1")
    field.fight("a", "attack s3-s3-1 b-g1", b_intelligence="cancel counterattack-intelligence-1")

    assert [False] == field.sideways("s3-s3-1")
    assert [] == field.offers("a", "rest")


def test_a_group_that_loses_its_leader_in_its_attack_is_disorganised_all_the_same():
    """8.11, 7.2.2.5-a, 7.2.2.4.2: the leader pays the single point."""
    field = leaderless("s3-s3-1", "r4-r4-1", "pike-harms")
    field.fight("a", "attack a-g1 b-g1", dice=(1, 5)).fight("a", "lose pike-harms")

    assert {"s3-s3-1", "r4-r4-1"} == field.candidates("a", "rest", "unit")


def test_captors_that_part_from_their_leader_are_disorganised():
    """8.11, 7.2.2.5-a, CS-Q46: R4 and the leader hold the objective upright, S3 is turned."""
    field = Field().group("a-g1", "us", "s3-s3-1", "r4-r4-1", "pike-harms")
    field.group("b-g1", "german", "barracks").mark("barracks", "garrison-lost")
    field.fight("a", "attack a-g1 b-g1", dice=(9, 1)).when("a", "occupy r4-r4-1+pike-harms")

    assert {"s3-s3-1"} == field.candidates("a", "rest", "unit")
    assert [False] == field.sideways("r4-r4-1")


def test_another_unit_is_turned_when_the_attacker_stays_with_what_it_captured():
    """8.11, 7.2.2.5-b: L5 attacked out of command and is not eliminated, so one of two rests."""
    field = Field().group(
        "a-g1", "us", "s3-s3-1", "r4-r4-1", "l5-l5", "pike-harms", sideways=("l5-l5",)
    )
    field.group("b-g1", "german", "barracks").mark("barracks", "garrison-lost")
    field.fight("a", "attack l5-l5 b-g1", dice=(9, 1)).when("a", "occupy l5-l5")

    assert {"s3-s3-1", "r4-r4-1"} == field.candidates("a", "rest", "unit")


def test_a_disorganised_unit_stays_so_when_a_drawn_objective_joins_its_group():
    """8.11, 7.2.2.5-d, 4.3.2: only the next phase A brings it back."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1", "pike-harms", sideways=("s3-s3-1",))
    field.on_top("bridge").when("a", "draw").when("a", "place us a-g1")

    assert [True] == field.sideways("s3-s3-1")


def test_a_disorganised_unit_without_a_leader_recovers_in_the_next_own_phase_a():
    """8.11, 7.2.2.5-d"""
    field = leaderless("s3-s3-1").fight("a", "attack s3-s3-1 b-g1", dice=(7, 5))
    field.when("a", "rest s3-s3-1").turn("c", "F", 3).when("c", "end-turn")

    assert [False] == field.sideways("s3-s3-1")


@pytest.mark.parametrize(("version", "turned"), [("1", []), ("2", ["s3-s3-1"])])
def test_a_match_keeps_the_disorganisation_of_the_rules_it_is_played_under(
    version: str, turned: list[str]
):
    """8.11, VM-01: version 1 knew none without a leader."""
    field = leaderless("s3-s3-1")
    force_setattr(field.table, "version", version)
    field.fight("a", "attack s3-s3-1 b-g1", dice=(5, 3))

    assert turned == sorted(field.candidates("a", "rest", "unit"))


@pytest.mark.parametrize(("version", "turned"), [("1", False), ("2", True)])
def test_a_match_keeps_the_joining_of_the_rules_it_is_played_under(version: str, turned: bool):
    """8.11, VM-01: under version 1 a unit that an objective joined stood up."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1", "pike-harms", sideways=("s3-s3-1",))
    force_setattr(field.table, "version", version)
    field.on_top("bridge").when("a", "draw").when("a", "place us a-g1")

    assert [turned] == field.sideways("s3-s3-1")
