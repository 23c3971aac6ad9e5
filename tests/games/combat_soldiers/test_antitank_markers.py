"""15 Antitank markers."""

from __future__ import annotations

from tests.games.combat_soldiers.situations import groups_of_both_sides
from wardiary.domain.table import events as e


def test_an_antitank_marker_is_drawn_at_random_and_put_on_a_unit():
    """15.0, 15.1-a: CS-Q53, CS-Q54; at any time of its owner's Turn."""
    match = groups_of_both_sides().turn("a", "C").when("a", "antitank a-g1", dice=(3,))
    drawn = match.events_of(e.PiecesMoved)[0].pieces[0]
    match.when("a", "put-antitank r4-r4-1")

    assert "r4-r4-1" == match.table.piece(drawn).host
    assert 11 == len(match.pieces_in("antitank-stock"))
    assert 1 == match.actions_left()


def test_a_group_has_a_single_antitank_marker_and_an_objective_none():
    """15.1-b"""
    match = (
        groups_of_both_sides()
        .group("a-g3", "us", "forest")
        .put("a-g1", "antitank-3-1", host="s3-s3-1")
    )

    match.when("a", "antitank a-g1").then_illegal("15.1-b")
    match.when("a", "antitank a-g3").then_illegal("15.1-b")


def test_an_antitank_marker_is_shuffled_back_when_its_unit_withdraws():
    """15.3"""
    match = groups_of_both_sides().put("a-g1", "antitank-3-1", host="s3-s3-1").turn("a", "A")
    match.when("a", "withdraw s3-s3-1")

    assert "antitank-stock" == match.zone_of("antitank-3-1")
    assert ["antitank-stock"] == [event.zone for event in match.events_of(e.PileShuffled)]


def test_an_antitank_marker_goes_to_a_single_unit_without_a_question():
    """15.1-a"""
    match = groups_of_both_sides().group("a-g3", "us", "s2-s2-1").turn("a", "C")
    match.when("a", "antitank a-g3", dice=(3,))
    (marker,) = match.events_of(e.PiecesMoved)[0].pieces

    assert "s2-s2-1" == match.table.piece(marker).host
    assert match.offers("a", "end-turn") + match.offers("a", "go")
