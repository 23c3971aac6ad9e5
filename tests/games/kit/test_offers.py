"""Offers of common shapes, and refusals."""

from __future__ import annotations

import pytest

from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse, refuse_unless
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.prompts import Offer, Slot, choice_slot


class March(Command, frozen=True, tag="march"):
    """Go somewhere."""

    unit: str
    to: str
    hexes: int


def test_slots_come_in_the_order_of_the_commands_fields():
    made = offer(March, "T1", "march", choice_slot("to", ("A1", "A2")), hexes=2, unit="scout")

    slots = (Slot("unit", ("scout",)), Slot("to", ("A1", "A2")), Slot("hexes", (2,)))
    assert made == Offer("march", slots, "T1", "march")


def test_an_offer_that_lacks_a_slot_of_its_command_is_a_mistake_of_the_game():
    with pytest.raises(KeyError, match="hexes"):
        offer(March, "T1", "march", unit="scout", to="A1")


def test_a_refusal_is_raised_under_its_rule():
    with pytest.raises(Illegal, match=r"^the deck is empty \[T2\]$"):
        refuse(("T2", "the deck is empty"))
    with pytest.raises(Illegal, match=r"^it is winter \[T3\]$"):
        refuse_unless(False, "T3", "it is winter")


def test_nothing_is_raised_where_nothing_forbids():
    refuse(None)
    refuse_unless("a condition that holds", "T3", "it is winter")
