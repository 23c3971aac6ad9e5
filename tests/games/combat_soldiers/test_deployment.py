"""8 Deployment phase (C)."""

from __future__ import annotations

from tests.games.combat_soldiers.situations import groups_of_both_sides
from tests.games.combat_soldiers.table import Field


def test_deploying_two_groups_costs_two_actions():
    """8.0-a, 3.3"""
    field = Field(phase="C").hold("a", "s4-s4-1", "r3-r3-2", "l5-l5", "brown-keller", "s2-s2-1")
    field.when("a", "deploy s4-s4-1 us new")
    for card in ("r3-r3-2", "l5-l5", "brown-keller"):
        field.when("a", f"add {card} us")
    field.when("a", "done")
    assert 1 == field.left()
    field.when("a", "deploy s2-s2-1 german new").when("a", "done")

    assert 0 == field.left()
    assert 4 == len(field.zone("a-g1"))


def test_deploying_a_group_costs_an_action_whatever_its_cards():
    """8.0-a, 3.3, 4.2-a"""
    cards = ("brown-keller", "s4-s4-1", "r3-s2-1", "l3-l3-1")
    field = (
        groups_of_both_sides().hold("a", *cards).turn("a", "C").when("a", "deploy s4-s4-1 us new")
    )
    for card in ("r3-s2-1", "l3-l3-1", "brown-keller"):
        field.when("a", f"add {card} us")
    field.when("a", "done")

    assert cards == tuple(sorted(field.zone("a-g3"), key=cards.index))
    assert 1 == field.left()
