"""Turns, discards and hands (5)."""

from __future__ import annotations

from tests.games.combat_commander.builders import rifle_squad
from tests.games.combat_commander.openings import battle


def test_a_player_who_has_given_an_order_may_not_discard():
    """5, 5.1: and no order after the capability is used up."""
    table = battle(rifle_squad("E5"), axis=("move", "fire")).order("move", "axis-a")
    table.move("axis-a", "E4", end=True)

    table.when("axis", "discard -").then_illegal("O15")
    assert table.offer("end-turn") is not None


def test_no_more_cards_may_be_discarded_than_the_nation_allows():
    """5.3, O15: Americans 4 of 5; none is allowed, too."""
    table = battle(active="allies", allies=("move", "fire", "fire", "rout", "recover"))
    cards = table.table.zone("hand-allies")

    table.when("allies", "discard " + ",".join(cards)).then_illegal("5.3")
    table.say("allies", "discard " + ",".join(cards[:4]))

    assert table.table.zone("discard-allies") == cards[:4]


def test_the_active_player_fills_his_hand_at_the_end_of_his_turn():
    """5.4, 1.1: 3 cards are missing, the deck has 2: two cards, time, a new deck, a third card."""
    table = battle(
        axis=("move", "fire"), axis_deck=("5-1", "5-3"), short=("axis",), allies=("move",)
    )
    table.say("axis", "discard -")
    assert len(table.table.zone("hand-axis")) == 4
    table.commands(("allies", "pass"), ("axis", "pass"))  # Both could dig in (A32).

    assert len(table.table.zone("hand-axis")) == 5
    assert table.track("time") == 1
    assert len(table.table.zone("hand-allies")) == 1
    assert table.table.seat == "allies"
