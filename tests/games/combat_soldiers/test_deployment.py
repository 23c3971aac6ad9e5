"""8 Deployment phase (C)."""

from __future__ import annotations

from tests.games.combat_soldiers.situations import groups_of_both_sides
from tests.games.combat_soldiers.table import Match


def test_deploying_two_groups_costs_two_actions():
    """8.0-a, 3.3"""
    match = Match(phase="C").hold("a", "s4-s4-1", "r3-r3-2", "l5-l5", "brown-keller", "s2-s2-1")
    match.when("a", "deploy s4-s4-1 us new")
    for card in ("r3-r3-2", "l5-l5", "brown-keller"):
        match.when("a", f"add {card} us")
    match.when("a", "done")
    assert 1 == match.actions_left()
    match.when("a", "deploy s2-s2-1 german new").when("a", "done")

    assert 0 == match.actions_left()
    assert 4 == len(match.pieces_in("a-g1"))


def test_deploying_a_group_costs_an_action_whatever_its_cards():
    """8.0-a, 3.3, 4.2-a"""
    cards = ("brown-keller", "s4-s4-1", "r3-s2-1", "l3-l3-1")
    match = (
        groups_of_both_sides().hold("a", *cards).turn("a", "C").when("a", "deploy s4-s4-1 us new")
    )
    for card in ("r3-s2-1", "l3-l3-1", "brown-keller"):
        match.when("a", f"add {card} us")
    match.when("a", "done")

    assert cards == tuple(sorted(match.pieces_in("a-g3"), key=cards.index))
    assert 1 == match.actions_left()


def test_a_new_group_and_a_reinforcement_are_labelled_differently():
    """8.0-a"""
    match = Match(phase="C").hold("a", "s3-s3-1").group("a-g1", "us", "r4-r4-1")
    labels = {
        (place, offer.label)
        for offer in match.offers("a", "deploy")
        for slot in offer.slots
        if slot.name == "place"
        for place in slot.candidates
    }

    assert {("new", "Deploy a group"), ("a-g1", "Reinforce a group")} == labels


def test_a_card_reinforces_groups_of_ones_own_alone():
    """4.2-a, 8.0-b: not a hand, not the place of a group that there is not, nor another's group."""
    match = Match(phase="C").group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "l4-l4-1")
    match.hold("a", "s2-s2-1")

    for place in ("a-hand", "a-g2", "b-g1", "discard", "nowhere"):
        match.when("a", f"deploy s2-s2-1 us {place}").then_illegal("4.2-a", f"{place} is no group")
