"""9 Rest/Refit phase (D), with 3.4."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.situations import groups_of_both_sides, three_groups_and_an_enemy
from tests.games.combat_soldiers.table import Match


def test_two_units_change_places_for_an_action():
    """3.4-a: CS-Q17."""
    match = groups_of_both_sides().group("a-g3", "us", "s2-s2-1").turn("a", "D")
    match.when("a", "exchange s3-s3-1 s2-s2-1")

    assert ("a-g3", "a-g1", 1) == (
        match.zone_of("s3-s3-1"),
        match.zone_of("s2-s2-1"),
        match.actions_left(),
    )


@pytest.mark.parametrize("play", ["attack", "entrench", "antitank"])
def test_a_group_that_was_used_this_turn_takes_no_part_in_a_shift(play: str):
    """3.4-b"""
    match = three_groups_and_an_enemy("A" if play == "entrench" else "B")
    if play == "attack":
        match.resolve("a", "attack s3-s3-1 b-g1", dice=(4, 4)).when("a", "rest s3-s3-1")
    elif play == "entrench":
        match.when("a", "entrench s3-s3-1 1").when("a", "go B")
    else:
        match.when("a", "antitank a-g1", dice=(1,)).when("a", "put-antitank s3-s3-1")
    match.when("a", "go D")
    match.when("a", "shift r4-r4-1 a-g2").then_illegal("3.4-b")
    match.when("a", "shift l3-l3-1 a-g1").then_illegal("3.4-b")


def test_a_shift_from_or_to_a_group_that_acted_is_refused():
    """3.4-b"""
    match = (
        groups_of_both_sides().group("a-g3", "us", "s2-s2-1").track("acted/a-g1", 1).turn("a", "D")
    )

    match.when("a", "shift s3-s3-1 a-g3").then_illegal("3.4-b")
    match.when("a", "shift s2-s2-1 a-g1").then_illegal("3.4-b")


@pytest.mark.parametrize("command", ["shift s3-s3-1 a-g2", "exchange s3-s3-1 l3-l3-1"])
def test_the_two_groups_of_a_shift_take_no_part_in_another(command: str):
    """3.4-b"""
    match = Match(phase="D").group("a-g1", "us", "s3-s3-1", "r4-r4-1")
    match.group("a-g2", "us", "l3-l3-1").group("a-g3", "us", "s2-s2-1", "r2-r2-1")
    match.when("a", command)
    assert 1 == match.actions_left()

    match.when("a", "shift r4-r4-1 a-g3").then_illegal("3.4-b")
    match.when("a", "shift r2-r2-1 a-g2").then_illegal("3.4-b")


def test_a_shift_costs_an_action_and_stays_within_a_side():
    """3.4-a, 9.1"""
    match = three_groups_and_an_enemy("D")
    match.when("a", "shift s3-s3-1 a-g3").then_illegal("3.4-a")
    match.when("a", "shift s3-s3-1 a-g2")

    assert ("a-g2", 1) == (match.zone_of("s3-s3-1"), match.actions_left())


def test_a_shift_cannot_leave_a_leader_alone():
    """9.1, 4.4.5-b"""
    match = (
        Match(phase="D").group("a-g1", "us", "s3-s3-1", "pike-harms").group("a-g2", "us", "r4-r4-1")
    )

    assert "s3-s3-1" not in match.candidates("a", "shift", "unit")
    match.when("a", "shift s3-s3-1 a-g2").then_illegal("4.4.5-b")


def test_units_that_change_places_leave_their_markers_behind():
    """3.4-a, 9.1: CS-Q17; markers are left behind."""
    match = three_groups_and_an_enemy("D").mark("l3-l3-1", "entrenched", 1)
    match.put("a-g1", "antitank-2-1", host="s3-s3-1").when("a", "exchange s3-s3-1 l3-l3-1")

    assert ("a-g2", "a-g1", 1) == (
        match.zone_of("s3-s3-1"),
        match.zone_of("l3-l3-1"),
        match.actions_left(),
    )
    assert ("antitank-stock", 0) == (
        match.zone_of("antitank-2-1"),
        match.table.mark("l3-l3-1", "entrenched"),
    )


def test_a_unit_exchanged_into_a_group_above_the_leaders_rating_is_sideways():
    """3.4-a, 4.4.2"""
    cards = ("s3-s3-1", "r4-r4-1", "l3-l3-1", "pike-harms")
    match = Match(phase="D").group("a-g1", "us", *cards, sideways=("l3-l3-1",))
    match.group("a-g2", "us", "s2-s2-1", "r2-r2-1").when("a", "exchange l3-l3-1 s2-s2-1")

    assert [False, False, True] == match.sideways("s3-s3-1", "r4-r4-1", "s2-s2-1")


@pytest.mark.parametrize("command", ["exchange pike-harms s2-s2-1", "exchange s2-s2-1 pike-harms"])
def test_an_exchange_that_would_overfill_a_group_is_refused(command: str):
    """3.4-a, 4.2.1: a fourth infantry unit in the place of the leader."""
    match = Match(phase="D").group("a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1", "pike-harms")
    match.group("a-g2", "us", "s2-s2-1", "r2-r2-1")

    match.when("a", command).then_illegal("4.2.1")


def test_each_exchange_is_offered_once():
    """3.4-a"""
    match = Match(phase="D").group("a-g1", "us", "s3-s3-1").group("a-g2", "us", "r4-r4-1")
    (exchange,) = match.offers("a", "exchange")

    assert [("s3-s3-1",), ("r4-r4-1",)] == [slot.candidates for slot in exchange.slots]


def test_restoring_two_garrisons_costs_two_actions():
    """3.4-c, 9.2, 13.5.1.1-b2: and the next loss of one is paid by the garrison again."""
    match = (
        three_groups_and_an_enemy("D")
        .group("a-g4", "us", "crossroads")
        .group("a-g5", "us", "bridge")
    )
    match.mark("crossroads", "garrison-lost").mark("bridge", "garrison-lost")
    match.when("a", "garrison crossroads").when("a", "garrison bridge")
    assert 0 == match.actions_left()
    match.turn("b", "B", 2).resolve("b", "attack r3-r3-1 a-g4", dice=(5, 3))
    assert 1 == match.total("attack") - match.total("defence")

    assert ("a-g4", 1) == (
        match.zone_of("crossroads"),
        match.table.mark("crossroads", "garrison-lost"),
    )


def test_a_unit_shifts_to_a_new_group_of_its_side():
    """9.1, 3.4-a: markers stay behind."""
    match = groups_of_both_sides().group("a-g3", "us", "s2-s2-1").turn("a", "D")
    match.when("a", "shift s3-s3-1 a-g2").then_illegal("3.4-a")
    match.when("a", "shift s3-s3-1 a-g3")

    assert "a-g3" == match.zone_of("s3-s3-1")
    assert 1 == match.actions_left()


def test_a_whole_garrison_cannot_be_restored():
    """9.2, 3.4-c, 13.5.1.1-b2, 13.5.1.1-b3"""
    match = groups_of_both_sides().group("a-g3", "us", "bridge").mark("bridge", "garrison-lost")
    match.group("a-g4", "us", "citie").mark("citie", "garrison-lost").turn("a", "D")
    match.when("a", "garrison bridge").when("a", "garrison citie")

    assert 0 == match.actions_left()
    assert 0 == match.table.mark("bridge", "garrison-lost")
    match.when("a", "garrison bridge").then_illegal("13.5.1.1-b3")


def test_a_garrison_is_not_restored_without_an_action_left():
    """9.2"""
    match = Match(phase="D").group("a-g1", "us", "bridge").mark("bridge", "garrison-lost")
    match.track("actions/us", 2)

    assert [] == match.offers("a", "garrison")
    match.when("a", "garrison bridge").then_illegal("9.2")


def test_a_seat_with_a_single_group_and_a_lost_garrison_can_go_to_phase_d():
    """9.2, 3.4-c"""
    match = Match().group("a-g1", "us", "bridge").mark("bridge", "garrison-lost")
    match.when("a", "go D").when("a", "garrison bridge")

    assert 0 == match.table.mark("bridge", "garrison-lost")
