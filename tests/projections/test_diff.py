from __future__ import annotations

from tests.projections.matches import Match
from wardiary.projections.diff import as_text, diff


def test_a_branch_and_its_parent_share_what_came_before():
    match = Match()
    at = match.line.head
    match.bid_both()
    branch = match.branch(at, forced=(1, 6))
    branch.bid_both()

    difference = diff(match.game, match.line, branch.line)

    assert difference.common == at
    assert (difference.left.match, difference.right.match) == ("a" * 32, "b" * 32)
    assert difference.pieces == ()
    assert set(difference.luck) <= {"red", "blue"}


def test_pieces_tracks_and_luck_are_compared_side_by_side():
    match = Match()
    at = match.line.head
    branch = match.branch(at)
    match.bid_both()

    difference = diff(match.game, match.line, branch.line)

    moved = [
        (piece.left.zone, piece.right.zone)
        for piece in difference.pieces
        if piece.left and piece.right
    ]
    assert sorted(moved) == [("discard", "blue-hand"), ("discard", "red-hand")]
    (pair,) = difference.tracks.values()
    assert (pair.left, pair.right) == (1, 0)
    text = as_text(difference, match.line.table.seats)
    assert text.startswith(f"Both share the first {at} events.\n")
    assert ": discard | Red hand" in text


def test_a_match_compared_with_itself_has_no_differences():
    match = Match()
    match.bid_both()

    difference = diff(match.game, match.line, match.line)

    assert difference.common == match.line.head
    assert as_text(difference, match.line.table.seats).endswith("The tables are the same.\n")


def test_a_seat_does_not_learn_the_cards_of_the_other_hand():
    match = Match()
    at = match.line.head
    branch = match.branch(at, dealt="red")

    difference = diff(match.game, match.line, branch.line, "red")

    assert difference.pieces == ()
    assert difference.hidden == {}


def test_two_past_positions_can_be_compared():
    match = Match()
    at = match.line.head
    match.bid_both()

    difference = diff(match.game, match.line, match.line, "blue", at_left=at)

    assert difference.common == at
    assert difference.hidden["red-hand"].left - difference.hidden["red-hand"].right == 1
