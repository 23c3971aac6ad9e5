"""11 Draw phase (F), with 3.6, and the capacity of a hand."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.actions.hand_capacity import hand_capacity
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view


def full_hand(phase: str = "E") -> Match:
    """Ann has only US groups, and four cards."""
    match = Match(phase=phase).group("a-g1", "us", "s3-s3-1")
    return match.hold("a", "s2-s2-1", "s2-s2-2", "r2-r2-1", "r4-r4-1")


# 11.1 Drawing.


@pytest.mark.parametrize("command", ["go F", "draw"])
@pytest.mark.parametrize("phase", ["B", "E"])
def test_a_draw_with_a_full_hand_is_refused_for_the_full_hand_in_any_phase(
    phase: str, command: str
):
    """8.11, 11.1-a: not for the phase, and not for not being offered."""
    full_hand(phase).when("a", command).then_illegal("11.1-a")


def test_a_draw_of_three_cards_is_three_events():
    """11.1-a, 3.6-a: capacity four, one in hand."""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1").hold("a", "l3-l3-1")
    match.on_top("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-2").when("a", "draw")
    drawn = [event.pieces for event in match.events_of(e.PiecesMoved) if event.to == "a-hand"]

    assert [("s2-s2-1",), ("s2-s2-2",), ("s2-s2-3",)] == drawn
    assert 1 == match.actions_left()


def test_a_full_hand_cannot_draw():
    """11.1-a: four of four."""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1")
    match.hold("a", "s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-2")

    match.when("a", "draw").then_illegal("11.1-a")


def test_a_hand_with_room_for_a_single_card_can_go_to_the_draw_phase():
    """11.1-a: three of four."""
    match = Match().group("a-g1", "us", "s3-s3-1").hold("a", "s2-s2-1", "s2-s2-2", "s2-s2-3")
    match.on_top("l3-l3-1", "l3-l3-2").when("a", "go F").when("a", "draw")

    assert 4 == len(match.pieces_in("a-hand"))


def test_drawn_cards_are_seen_by_their_owner_only():
    """11.1-a, 3.6-a: three cards in three events, seen by their owner only."""
    match = Match().group("a-g1", "us", "s3-s3-1").hold("a", "l3-l3-1").turn("a", "F")
    match.on_top("s2-s2-1", "s2-s2-2", "s2-s2-3", "s4-s4-1").when("a", "draw")
    drawn = [event for event in match.events_of(e.PiecesMoved) if event.rule == "3.6-a"]

    assert ["s2-s2-1", "s2-s2-2", "s2-s2-3"] == [event.pieces[0] for event in drawn]
    assert 4 == len(match.pieces_in("a-hand"))
    assert "s2-s2-1" not in view(match.table, "b").pieces


def test_a_full_hand_cannot_retrieve_a_card():
    """11.1-a: CS-Q42."""
    hand = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1")
    match = Match().group("a-g1", "us", "citie").hold("a", *hand).discard_pile("major-offensive-1")

    match.turn("a", "F").when("a", "citie").then_illegal("11.1-a")


def test_a_white_back_drawn_second_ends_the_turn():
    """11.1-b, 3.6-b: hand two; only the end of the Turn follows."""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1").hold("a", "l3-l3-1")
    match.on_top("s2-s2-1", "weather", "s2-s2-2").when("a", "draw")

    assert (2, "b") == (len(match.pieces_in("a-hand")), match.table.seat)


def test_a_white_back_drawn_first_leaves_the_hand_unchanged():
    """11.1-b"""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1").on_top("barracks", "s2-s2-2")
    match.when("a", "draw").resolve("a", "place us alone")

    assert ((), "b") == (match.pieces_in("a-hand"), match.table.seat)


def test_recon_is_asked_about_after_a_white_back_ended_the_draw():
    """11.1-b, 3.6-b, 1.1.2.1: hand two, the phase is over."""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "us", "forest")
    match.hold("a", "l3-l3-1").turn("a", "F").on_top("s2-s2-1", "weather", "s2-s2-2")
    match.when("a", "draw")

    assert ("a-area", 2) == (match.zone_of("weather"), len(match.pieces_in("a-hand")))
    assert ("c",) == match.seats_asked()
    assert "recon" == match.prompt("c").facts["window"]


# 11.2 Retrievals.


@pytest.mark.parametrize("use", ["barracks", "citie"])
def test_retrievals_are_refused_after_the_draw(use: str):
    """11.2-a"""
    match = Match(phase="F").group("a-g1", "us", use).group("a-g2", "german", "s3-s3-1")
    match.discard_pile("major-offensive-1", "s2-s2-3").on_top(*(f"r3-r3p-{n}" for n in (1, 2, 3)))
    match.hold("a", *(f"l4-l4-{n}" for n in (1, 2, 3, 4)), "l5-l5").when("a", "draw")
    assert 8 == len(match.pieces_in("a-hand"))

    match.when("a", use).then_illegal("11.2-a")


# 11.3 Hand capacity.


@pytest.mark.parametrize(
    ("groups", "most"),
    [
        ((), 4),
        ((("us", "s3-s3-1"), ("us", "s3-s3-2")), 4),
        ((("us", "s3-s3-1"), ("german", "forest")), 8),
        ((("us", "forest"), ("german", "s3-s3-1")), 8),
    ],
)
def test_hand_capacity_is_eight_with_both_sides_deployed_and_four_otherwise(
    groups: tuple[tuple[str, str], ...], most: int
):
    """11.3-a, 2.1.1, 2.1.2-a: a lone objective is a group of its side."""
    match = Match()
    for number, (side, card) in enumerate(groups, 1):
        match.group(f"a-g{number}", side, card)

    assert most == hand_capacity(match.table, "a")


def test_a_hand_above_capacity_is_reduced_at_the_end_of_its_owners_turn():
    """11.3-b: seven cards, capacity four: three are discarded in the named order."""
    cards = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1", "l3-l3-2", "l3-l3-3", "l3-l3-4")
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1").hold("a", *cards)
    match.when("a", "end-turn").when("a", "discard s2-s2-1,s2-s2-2,s2-s2-3")

    assert cards[3:] == match.pieces_in("a-hand")
    assert ("s2-s2-3", "s2-s2-2", "s2-s2-1") == (
        *match.pieces_in("discard-top"),
        *match.pieces_in("discard"),
    )
    assert ("b", 0) == (match.table.seat, match.table.track("actions/other"))
