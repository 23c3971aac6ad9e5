"""7.3.8 Objectives in battle: their capabilities, and how they are captured."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.situations import battle
from tests.games.combat_soldiers.table import Match

# 7.3.8.1 Capabilities.


def test_an_occupation_group_cannot_attack():
    """7.3.8.1-a, 4.2.3-b"""
    match = battle(("crossroads", "s4-s4-1"), ("r2-r2-1",))
    match.when("a", "attack s4-s4-1 b-g1").then_illegal("4.2.3-b")


def test_a_capability_works_once_a_turn():
    """7.3.8.1-b: the Steeple shoots once, although an action is left."""
    match = Match().group("a-g1", "us", "crossroads", "steeple")
    match.group("b-g1", "german", "s3-s3-1", "pike-harms")
    match.resolve("a", "snipe steeple pike-harms", dice=(1,))
    assert 1 == match.actions_left()

    match.when("a", "snipe steeple pike-harms").then_illegal("7.3.8.1-b")


# 7.3.8.2 Capture.


@pytest.mark.parametrize(("owed", "captured"), [(5, False), (6, True)])
def test_an_objective_is_captured_when_garrison_and_units_cannot_pay(owed: int, captured: bool):
    """7.3.8.2-a: garrison two and S3 can pay five, but not six."""
    match = battle(("l5-l5", "s4-s4-1", "novak-thoma"), ("crossroads", "s3-s3-1"))
    match.resolve("a", "attack a-g1 b-g1", dice=(owed, 2))
    assert owed == match.total("attack") - match.total("defence")

    assert ("s3-s3-1",) == (match.pieces_in("a-casualties") or match.pieces_in("fallen"))
    assert captured == (match.table.piece("crossroads").face == "us")


def test_losses_beyond_what_can_be_paid_capture_the_objective_whole():
    """7.3.8.2-a, 7.3.8.2-c, 4.3, 1.2-b2, 13.5.1.1-b4: garrison and all, to the captor."""
    match = battle(("l5-l5", "r4-r4-1", "ames-vogler"), ("bridge", "s3-s3-1"))
    match.resolve("a", "attack a-g1 b-g1", dice=(4, 1))
    assert match.total("attack") - match.total("defence") == 6
    match.resolve("a", "occupy r4-r4-1+ames-vogler")

    assert {"bridge", "r4-r4-1", "ames-vogler"} == set(match.pieces_in(match.zone_of("bridge")))
    assert ("us", 0) == (
        match.table.piece("bridge").face,
        match.table.mark("bridge", "garrison-lost"),
    )
    assert ("s3-s3-1",) == match.pieces_in("a-casualties")


def test_an_objective_is_kept_when_garrison_and_units_pay_exactly():
    """7.3.8.2-a: garrison two and S3 owe five."""
    match = battle(("l5-l5", "r4-r4-1", "ames-vogler"), ("bridge", "s3-s3-1"))
    match.resolve("a", "attack a-g1 b-g1", dice=(3, 1))

    assert ("bridge",) == match.pieces_in("b-g1")


def test_the_captor_may_leave_an_infantry_unit_and_the_leader():
    """7.3.8.2-b, 4.3.3: any unit with or without the leader, the leader, or nobody."""
    match = battle(("s3-s3-1", "r4-r4-1", "pike-harms"), ("crossroads",))
    match.mark("crossroads", "garrison-lost").resolve("a", "attack a-g1 b-g1", dice=(5, 1))

    assert {
        "none",
        "s3-s3-1",
        "r4-r4-1",
        "pike-harms",
        "s3-s3-1+pike-harms",
        "r4-r4-1+pike-harms",
    } == match.candidates("a", "occupy", "units")


def test_a_captured_objective_left_bare_may_be_taken_by_recon_in_the_same_turn():
    """7.3.8.2-b, 7.3.11-a: Bob takes it back for the other side."""
    match = battle(("l5-l5",), ("crossroads",)).mark("crossroads", "garrison-lost")
    match.group("b-g2", "german", "s2-s2-1").hold("b", "recon-sappers-1")
    match.resolve("a", "attack l5-l5 b-g1", dice=(9, 2)).when("a", "occupy none")
    match.when("a", "rest l5-l5")
    match.when("b", "recon recon-sappers-1 crossroads us")

    assert ("b", "us") == (match.zone_of("crossroads")[0], match.table.piece("crossroads").face)


def test_a_captured_objective_flips_and_its_garrison_is_whole():
    """7.3.8.2-c, 4.3, 1.2-b2, 1.2-b6, 13.5.1.1-b4: damage stays (CS-Q46)."""
    match = battle(("l5-l5",), ("crossroads",))
    match.mark("crossroads", "garrison-lost").mark("crossroads", "damage", 2)
    match.resolve("a", "attack l5-l5 b-g1", dice=(5, 1)).when("a", "occupy none")
    objective = match.table.piece("crossroads")

    assert ("a", "us", {"damage": 2}) == (objective.zone[0], objective.face, dict(objective.marks))


def test_the_captors_last_unit_does_not_leave_its_leader_alone():
    """7.3.8.2-b, 4.3.3, 4.4.5-b"""
    match = battle(("s3-s3-1", "pike-harms"), ("crossroads",)).mark("crossroads", "garrison-lost")
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 1))

    occupations = match.candidates("a", "occupy", "units")
    assert {"none", "pike-harms", "s3-s3-1+pike-harms"} == occupations
