"""16 Entrenched markers."""

from __future__ import annotations

from tests.games.combat_soldiers.situations import battle, groups_of_both_sides


def test_entrenching_by_two_points_needs_two_actions():
    """16.1-a"""
    match = groups_of_both_sides().turn("a", "A").track("actions/other", 1)
    match.when("a", "entrench s3-s3-1 2").then_illegal("16.1-a")


def test_a_group_has_a_single_entrenched_unit_and_an_objective_none():
    """16.1-b, 16.0"""
    match = groups_of_both_sides().group("a-g3", "us", "forest", "s2-s2-1").turn("a", "A")
    match.when("a", "entrench s3-s3-1 1").when("a", "entrench r4-r4-1 1").then_illegal("16.1-b")
    match.when("a", "entrench forest 1").then_illegal("16.1-b")


def test_entrenchment_counts_only_while_its_unit_is_targeted():
    """16.2: 7 + 1 + 2 + 4 = 14."""
    match = battle(("l5-l5",), ("s3-s3-1", "r4-r4-1", "pike-harms")).mark(
        "s3-s3-1", "entrenched", 2
    )
    match.resolve("a", "attack l5-l5 b-g1", dice=(10, 4))
    assert 14 == match.total("defence")
    apart = battle(("l5-l5",), ("s3-s3-1", "r4-r4-1")).mark("s3-s3-1", "entrenched", 2)
    apart.resolve("a", "attack l5-l5 r4-r4-1", dice=(5, 4))

    assert "16.2" not in apart.items("defence")


def test_a_unit_that_attacks_loses_its_entrenchment_even_if_the_attack_is_cancelled():
    """16.3: CS-Q61."""
    match = battle(("l5-l5",), ("r4-r4-1",)).mark("l5-l5", "entrenched", 2)
    match.hold("b", "counterattack-intelligence-1")
    match.resolve("a", "attack l5-l5 b-g1", b_intelligence="cancel counterattack-intelligence-1")

    assert 0 == match.table.mark("l5-l5", "entrenched")


def test_an_entrenched_marker_is_removed_when_its_unit_withdraws_or_shifts():
    """16.3: withdrawn or shifted."""
    match = (
        groups_of_both_sides()
        .mark("s3-s3-1", "entrenched", 2)
        .turn("a", "A")
        .when("a", "withdraw s3-s3-1")
    )
    assert 0 == match.table.mark("s3-s3-1", "entrenched")
    match = (
        groups_of_both_sides()
        .group("a-g3", "us", "s2-s2-1")
        .mark("s3-s3-1", "entrenched", 2)
        .turn("a", "D")
    )
    match.when("a", "shift s3-s3-1 a-g3")

    assert 0 == match.table.mark("s3-s3-1", "entrenched")
