"""Zones of every seat, and piles that are shuffled and drawn from."""

from __future__ import annotations

from collections.abc import Sequence

from tests.scenario import opened
from tests.toy import SEATS, TOY
from wardiary.domain.games.kit.piles import draw_renewing, shuffle_back
from wardiary.domain.games.kit.zones import SeatZone, hidden_zones, zone_rows
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.draft import Draft
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Visibility

hand = SeatZone("{}-hand", "hand", "owner")
deck = SeatZone("deck-{}", "draw pile", "nobody", ordered=True)
table_area = SeatZone("{}-area", "cards on the table")


def draft(*orders: Sequence[str]) -> Draft:
    """A draft: red holds card-0 to card-2, blue card-3 to card-5, the deck card-6 to card-9."""
    return Draft(opened(TOY, None, "plain", SEATS).table, ScriptedChance(orders=orders))


def test_each_seat_has_its_own_zone():
    assert (hand("red"), deck("blue")) == ("red-hand", "deck-blue")


def test_only_zones_that_not_everyone_may_look_into_are_hidden():
    assert hidden_zones((hand, deck, table_area), SEATS) == {
        "red-hand": Visibility("owner", "red"),
        "deck-red": Visibility("nobody", "red", ordered=True),
        "blue-hand": Visibility("owner", "blue"),
        "deck-blue": Visibility("nobody", "blue", ordered=True),
    }


def test_a_layout_lists_the_zones_seat_by_seat_under_their_titles():
    rows = zone_rows((hand, deck), {"red": "Red", "blue": "Blue"})

    assert rows == (
        ("Red hand", ("red-hand",)),
        ("Red draw pile", ("deck-red",)),
        ("Blue hand", ("blue-hand",)),
        ("Blue draw pile", ("deck-blue",)),
    )


def test_zones_are_put_into_the_pile_one_after_the_other_and_the_pile_is_shuffled():
    order = ("card-3", "card-0", "card-9", "card-1", "card-8", "card-5", "card-2", "card-7")
    made = draft((*order, "card-6", "card-4"))

    shuffle_back(made, "blue-hand", "red-hand", "discard", into="deck", rule="T1")

    assert made.events == [
        e.PiecesMoved(("card-3", "card-4", "card-5"), "deck", rule="T1"),
        e.PiecesMoved(("card-0", "card-1", "card-2"), "deck", rule="T1"),
        e.PileShuffled("deck", (*order, "card-6", "card-4"), rule="T1"),
    ]


def test_a_pile_that_holds_enough_is_not_renewed():
    made = draft()
    made.move(("card-0", "card-1"), "discard", rule="T1")

    drawn = draw_renewing(made, "deck", "discard", "blue-hand", 4, rule="T2", renewed="T3")

    assert drawn == 4
    assert made.events[1:] == [
        e.PiecesMoved(("card-6", "card-7", "card-8", "card-9"), "blue-hand", rule="T2")
    ]


def test_the_discards_become_the_pile_when_a_card_is_missing():
    made = draft(("card-1", "card-0"))
    made.move(("card-0", "card-1"), "discard", rule="T1")

    drawn = draw_renewing(made, "deck", "discard", "blue-hand", 5, rule="T2", renewed="T3")

    assert drawn == 5
    assert made.events[2:] == [
        e.PiecesMoved(("card-0", "card-1"), "deck", rule="T3"),
        e.PileShuffled("deck", ("card-1", "card-0"), rule="T3"),
        e.PiecesMoved(("card-1",), "blue-hand", rule="T2"),
    ]


def test_what_cannot_be_drawn_is_missing_in_the_number_drawn():
    made = draft()

    drawn = draw_renewing(made, "deck", "discard", "blue-hand", 6, rule="T2", renewed="T3")

    assert drawn == 4
    assert [type(event) for event in made.events] == [e.PiecesMoved]
