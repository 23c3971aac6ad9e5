"""6 Reorganize/Withdrawal phase (A)."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.situations import (
    end_turn,
    groups_of_both_sides,
    three_groups_and_an_enemy,
)
from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.actions.hand_capacity import hand_capacity
from wardiary.domain.table import events as e

# 6.1 Weather.


@pytest.mark.parametrize(("face", "clears"), [(5, False), (6, True)])
def test_the_weather_clears_on_a_six_or_more(face: int, clears: bool):
    """6.1, 13.1-d"""
    match = groups_of_both_sides().put("b-area", "weather")
    end_turn(match, dice=(face,))

    assert clears == (match.zone_of("weather") == "deck")
    assert ["1d10"] == [event.pool for event in match.events_of(e.DiceRolled)]


# 6.2 Reorganising.


def test_reorganising_any_number_of_groups_costs_nothing():
    """6.2, 3.1-a"""
    match = Match(active="c", phase="F")
    for number in (1, 2):
        match.group(
            f"a-g{number}",
            "us",
            f"s3-s3-{number}",
            f"r4-r4-{number}",
            ("pike-harms", "cole-moritz")[number - 1],
            sideways=(f"r4-r4-{number}",),
        )
    match.when("c", "end-turn")

    assert [False, False] == match.sideways("r4-r4-1", "r4-r4-2")
    assert 2 == match.actions_left()


def test_reorganising_turns_no_more_units_upright_than_the_rating():
    """6.2: rating two, S3 upright, R4 and L3 sideways: two upright at the most."""
    match = Match(active="c", phase="F").group(
        "a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1", "pike-harms", sideways=("r4-r4-1", "l3-l3-1")
    )
    match.when("c", "end-turn").when("a", "arrange r4-r4-1+l3-l3-1")

    assert [True, False, False] == match.sideways("s3-s3-1", "r4-r4-1", "l3-l3-1")


# 6.3 Withdrawing.


def test_withdrawing_from_two_groups_costs_two_actions():
    """6.3-a, 3.1-b: the cards are in hand without a side or a mark."""
    match = three_groups_and_an_enemy("A").mark("s3-s3-1", "entrenched", 2)
    match.when("a", "withdraw s3-s3-1").when("a", "withdraw l3-l3-1")

    assert (0, {"s3-s3-1", "l3-l3-1"}) == (match.actions_left(), set(match.pieces_in("a-hand")))
    assert ("", {}) == (
        match.table.piece("s3-s3-1").face,
        dict(match.table.piece("s3-s3-1").marks),
    )


def test_a_withdrawal_is_refused_with_no_action_left():
    """6.3-a, 3.1-b"""
    match = groups_of_both_sides().turn("a", "A")
    match.when("a", "withdraw s3-s3-1").when("a", "withdraw l4-l4-1")

    assert 0 == match.actions_left()
    assert ("s3-s3-1", "l4-l4-1") == match.pieces_in("a-hand")
    match.when("a", "withdraw r3-r3-1").then_illegal("6.3-a")


def test_withdrawing_may_overfill_the_hand_until_the_turn_ends():
    """6.3-b, 11.3-b: four in hand of four; a fifth is withdrawn, and a card discarded later."""
    match = Match(phase="A").group("a-g1", "us", "s3-s3-1", "r4-r4-1")
    match.hold("a", "s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1").when("a", "withdraw r4-r4-1")
    assert (5, 4) == (len(match.pieces_in("a-hand")), hand_capacity(match.table, "a"))
    match.turn("a", "F").when("a", "end-turn").when("a", "discard s2-s2-1,s2-s2-2")
    assert match.refused is not None
    match.when("a", "discard s2-s2-1")

    assert (4, ("s2-s2-1",)) == (len(match.pieces_in("a-hand")), match.pieces_in("discard-top"))


def test_all_excess_cards_are_discarded_at_the_end_of_the_turn():
    """6.3-b, 11.3-b: the excess goes at the end of the Turn."""
    hand = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1", "l3-l3-2", "l3-l3-3", "l3-l3-4", "r3-l3-1")
    match = groups_of_both_sides().hold("a", *hand).turn("a", "A")
    match.when("a", "withdraw s3-s3-1+r4-r4-1+ames-vogler")
    assert 11 == len(match.pieces_in("a-hand"))
    end_turn(match)

    (offer,) = match.offers("a", "discard")
    assert (7, 7) == (offer.slots[0].least, offer.slots[0].most)


def test_a_withdrawal_is_offered_only_to_units_that_are_not_surrounded():
    """V12, 6.3-c"""
    match = Match().group("a-g1", "us", "s3-s3-1").group("a-g2", "us", "r4-r4-1")
    match.group("b-g1", "german", "s4-s4-1").siege("b-g1", "a-g1").turn("a", "A")

    assert {"r4-r4-1"} == match.candidates("a", "withdraw", "units")


def test_no_withdrawal_is_offered_when_all_groups_are_surrounded():
    """V12, 6.3-c"""
    match = Match().group("a-g1", "us", "s3-s3-1", "pike-harms")
    match.group("b-g1", "german", "s4-s4-1").siege("b-g1", "a-g1").turn("a", "A")

    assert [] == match.offers("a", "withdraw")


def test_surrounded_units_cannot_withdraw():
    """6.3-c, 7.3.1.3-b3"""
    match = groups_of_both_sides().siege("b-g1", "a-g1").turn("a", "A")

    match.when("a", "withdraw s3-s3-1").then_illegal("6.3-c")


@pytest.mark.parametrize(("words", "discarded"), [("s3-s3-1+r4-r4-1", True), ("s3-s3-1", False)])
def test_mines_are_discarded_only_when_the_whole_group_withdraws(words: str, discarded: bool):
    """6.3-d"""
    match = three_groups_and_an_enemy("A").put("a-g1", "mines-1").when("a", f"withdraw {words}")

    assert discarded == (match.zone_of("mines-1") == "discard-top")


def test_mines_stay_until_the_last_unit_of_the_group_withdraws():
    """6.3-d"""
    match = (
        groups_of_both_sides().put("a-g2", "mines-1").turn("a", "A").when("a", "withdraw r3-r3-1")
    )
    assert "a-g2" == match.zone_of("mines-1")
    match.when("a", "withdraw l4-l4-1")

    assert "discard-top" == match.zone_of("mines-1")
    assert "6.3-d" in match.rules_cited()


def test_a_withdrawn_card_joins_a_group_of_the_other_side_in_the_same_turn():
    """6.3-e, 3.3: a US S3 becomes a German R3; no action is left."""
    match = (
        three_groups_and_an_enemy("A").group("a-g4", "us", "s3-r3-1").when("a", "withdraw s3-r3-1")
    )
    match.when("a", "go C").when("a", "deploy s3-r3-1 german a-g3").when("a", "done")

    assert ("a-g3", "german", 0) == (
        match.zone_of("s3-r3-1"),
        match.table.piece("s3-r3-1").face,
        match.actions_left(),
    )


def test_a_withdrawn_card_starts_a_group_with_its_other_end():
    """6.3-e, 3.3, 4.1"""
    match = groups_of_both_sides().turn("a", "A").when("a", "withdraw s3-s3-1").when("a", "go C")
    match.when("a", "deploy s3-s3-1 german new").when("a", "done")

    assert "german" == match.table.piece("s3-s3-1").face
    assert 0 == match.actions_left()


# 6.4 Entrenching.


@pytest.mark.parametrize(("points", "left"), [(1, 1), (2, 0)])
def test_entrenching_costs_an_action_for_each_point(points: int, left: int):
    """6.4, 3.1-c, 16.1-a"""
    match = three_groups_and_an_enemy("A").when("a", f"entrench s3-s3-1 {points}")
    assert (left, points) == (match.actions_left(), match.table.mark("s3-s3-1", "entrenched"))
    match = three_groups_and_an_enemy("A").mark("s3-s3-1", "entrenched", 2)

    match.when("a", "entrench s3-s3-1 1").then_illegal("6.4")


def test_a_unit_is_entrenched_by_two_points_at_most():
    """6.4, 16.1-a, 3.1-c: CS-Q16."""
    match = groups_of_both_sides().turn("a", "A").when("a", "entrench s3-s3-1 1")
    assert 1 == match.actions_left()
    match.when("a", "entrench s3-s3-1 1")
    assert 2 == match.table.mark("s3-s3-1", "entrenched")
    match.when("a", "entrench s3-s3-1 1").then_illegal("6.4")


# 6.5 Interdiction.


def test_interdiction_costs_an_action_for_each_marker_and_is_cleared_free():
    """6.5-a, 6.5-b, 18.4.1, 18.4.2: Pherddorf gives no third action while it is interdicted."""
    match = (
        three_groups_and_an_enemy("A", interdiction=True)
        .group("b-g2", "us", "pherddorf")
        .group("b-g3", "us", "river")
    )
    match.when("a", "interdict pherddorf").when("a", "interdict river")
    assert 0 == match.actions_left()
    match.turn("b", "A", 2)
    assert 2 == match.actions_left("us")
    match.when("b", "clear-interdiction")

    assert 3 == match.actions_left("us")
    assert 0 == match.table.mark("river", "interdicted")
