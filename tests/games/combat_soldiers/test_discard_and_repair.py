"""10 Discard/Repair phase (E), with 3.5."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.situations import groups_of_both_sides, three_groups_and_an_enemy
from wardiary.projections.redaction import view


def test_at_most_four_cards_are_discarded_for_an_action():
    """10.1, 3.5-a: five are refused; Bob sees the top card and how many there are."""
    cards = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-2", "l3-l3-3")
    match = three_groups_and_an_enemy("E").hold("a", *cards)
    match.when("a", f"discard {','.join(cards)}").then_illegal("3.5-a")
    match.when("a", "discard s2-s2-1,l3-l3-2,s2-s2-2,s2-s2-3")
    bobs_view = view(match.table, "b")

    assert (("s2-s2-3",), 1) == (match.pieces_in("discard-top"), match.actions_left())
    assert ("s2-s2-2", "l3-l3-2", "s2-s2-1") == match.pieces_in("discard")
    assert 3 == len(bobs_view.zone("discard"))
    assert not {"s2-s2-1", "s2-s2-2", "l3-l3-2"} & set(bobs_view.pieces)


def test_a_card_that_is_not_in_hand_cannot_be_discarded():
    """10.1"""
    match = three_groups_and_an_enemy("E").hold("a", "s2-s2-1")

    match.when("a", "discard s2-s2-1,s2-s2-2").then_illegal("10.1")


def test_only_the_top_card_of_a_discard_is_visible():
    """10.1, 3.5-a"""
    cards = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1", "l3-l3-2")
    match = groups_of_both_sides().hold("a", *cards).turn("a", "E")
    match.when("a", f"discard {','.join(cards)}").then_illegal("3.5-a")
    match.when("a", f"discard {','.join(cards[:4])}")

    assert (1, ("l3-l3-1",)) == (match.actions_left(), match.pieces_in("discard-top"))
    assert ("s2-s2-3", "s2-s2-2", "s2-s2-1") == match.pieces_in("discard")
    bobs_view = view(match.table, "b")
    assert "l3-l3-1" in bobs_view.pieces
    assert "s2-s2-1" not in bobs_view.pieces
    assert 3 == len(bobs_view.zone("discard"))


@pytest.mark.parametrize(("die", "damage"), [(5, 1), (1, 3), (10, 0), (6, 0), (4, 1)])
def test_a_repair_removes_half_the_die_of_damage(die: int, damage: int):
    """10.2, 3.5-b: damage three; a surplus is lost."""
    match = three_groups_and_an_enemy("E").group("a-g4", "us", "bridge").mark("bridge", "damage", 3)
    match.when("a", "repair bridge", dice=(die,))

    assert (damage, 1) == (match.table.mark("bridge", "damage"), match.actions_left())
