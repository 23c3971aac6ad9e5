from __future__ import annotations

from tests.scenario import opened
from tests.toy import TOY, Bid
from wardiary.domain.table import events as e


def test_both_bids_are_opened_together_and_the_higher_total_scores():
    """T2, T3."""
    match = opened(TOY, None, "plain", ("red", "blue"))

    match.when("red", Bid("card-2")).then(
        e.PiecesMoved(pieces=("card-2",), to="red-bid", rule="T2")
    )
    match.then_does_not_ask("red")
    match.when("blue", "bid card-5", dice=(6, 1))

    (total_red, total_blue) = match.happened(e.TotalComputed)
    assert (total_red.total, total_blue.total) == (8, 6)
    assert match.table.track("points/red") == 1


def test_a_card_of_another_hand_is_refused_under_the_rule():
    """T2."""
    match = opened(TOY, None, "plain", ("red", "blue"))

    match.when("red", "bid card-5").then_illegal("T2")


def test_the_match_ends_at_exactly_the_deciding_event():
    """T4."""
    match = opened(TOY, None, "plain", ("red", "blue"), target=1)

    match.when("red", "bid card-0").when("blue", "bid card-5", dice=(1, 1))

    assert isinstance(match.events[-1], e.MatchEnded)
    match.when("red", "bid card-1").then_illegal("Table/Ended")
