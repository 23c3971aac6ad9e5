"""Orders in general, passing and command confusion."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    light_mg,
    line_squad,
    rifle_squad,
    sergeant,
    sheet,
    unit,
)
from tests.games.combat_commander.openings import battle, move_order
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.games.kit.choices import Choice


def test_every_choice_is_asked_with_a_question_under_a_rule():
    """UI-01: the question is a sentence, and the rule is in the rulebook."""
    choices = [step for step in GAME.steps if issubclass(step, Choice)]

    assert [choice for choice in choices if not choice.question.endswith("?")] == []
    assert [choice for choice in choices if choice.rule not in GAME.rules] == []
    assert len(choices) > 40


# Orders in general, rule O14


def test_a_unit_is_activated_once_a_turn():
    """O14, O14.1, G-activated: a squad that has moved cannot fire; nor can enemies."""
    table = battle(
        rifle_squad("E5"), rifle_squad("E3", "axis-b"), line_squad("E8"), axis=("move", "fire")
    ).order("move", "axis-a")
    table.when("axis", f"order {table.table.zone('hand-axis')[0]}").then_illegal("O14.2")
    table.move("axis-a", "E6", end=True)
    table.order("fire")

    table.when("axis", "activate axis-a -").then_illegal("O14.1")
    table.when("axis", "activate allies-a -").then_illegal("O14.1")


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ("axis-mg", "is no unit"),
        ("axis-nobody", "is no unit"),
        ("allies-a", "is none of your units"),
        ("axis-far", "is none of your units"),
    ],
)
def test_a_leader_activates_only_friendly_units_on_the_map(others: str, why: str):
    """8.12, O14.1: not only the first unit that is named."""
    table = battle(
        sergeant("E5"),
        rifle_squad("E5"),
        light_mg("E5"),
        rifle_squad("casualties-axis", "axis-far"),
        line_squad("E8"),
        axis=("move",),
    ).order("move")

    table.when("axis", f"activate axis-sgt {others}").then_illegal("O14.1")

    assert why in str(table.refused)


def test_an_order_is_given_only_with_a_card_of_the_hand():
    """O14.1-b: neither a card of the deck nor a card that is not in the hand gives an order."""
    table = battle(rifle_squad("E5"), axis=("move",))
    above = table.table.zone("deck-axis")[0]

    table.when("axis", f"order {above}").then_illegal("O14.1")
    battle(rifle_squad("E5")).when("axis", "order g30").then_illegal("O14.1")


def test_a_leader_cannot_activate_a_unit_a_second_time():
    """O14.1-c, A33.3-a: the squad has moved; the leader moves without it."""
    table = battle(
        rifle_squad("E5"), rifle_squad("E5", "axis-b"), sergeant("E5"), axis=("move", "move")
    ).order("move", "axis-a")
    table.move("axis-a", "E6", end=True)
    table.order("move")

    table.when("axis", "activate axis-sgt axis-a,axis-b").then_illegal("O14.1")
    table.say("axis", "activate axis-sgt axis-b")
    assert table.refused is None


def test_any_number_of_actions_may_be_played_during_an_order():
    """O14.3, 5.2, A24, A24.1, A24.3, A39: two smoke grenades in the same move order."""
    table = move_order(hand=("smoke-grenades", "smoke-grenades"))
    table.say("axis", "step E6")
    table.play("smoke-grenades", "E7", dice=(1,))
    table.play("smoke-grenades", "E7", dice=(5,))

    assert table.zone("smoke-1") == "smoke-cup"  # 8.1.4: of two the thicker stays.
    assert len([piece for piece in table.table.zone("E7") if piece.startswith("smoke")]) == 1


def test_at_least_a_single_activated_unit_must_carry_out_the_order():
    """O14.4: nobody may stop while a step is possible."""
    table = move_order()

    table.when("axis", "stop").then_illegal("O14.4")
    table.when("axis", "done").then_illegal("O14.4")


def test_a_move_order_must_be_carried_out_when_a_single_step_is_possible():
    """O14.4, O21.1: a movement of 1 is enough for open ground, and not for the woods beside it."""
    table = battle(
        rifle_squad("E5", face="demoralised"), on=sheet(terrain={"E6": "w"}), axis=("move",)
    ).order("move", "axis-a")
    table.say("axis", "group axis-a")

    table.when("axis", "stop").then_illegal("O14.4")


def test_a_move_order_must_be_carried_out_when_a_single_unit_can_move():
    """O14.4, O21.4: the second squad is surrounded by water."""
    island = dict.fromkeys(("E4", "E6", "D4", "D5", "F4", "F5"), "~")
    table = battle(
        rifle_squad("G5"),
        rifle_squad("E5", "axis-b"),
        unit("axis-lt", "germany-sergeant-y", "G5"),
        on=sheet(terrain=island),
        axis=("move",),
    ).order("move", "axis-lt", "axis-a,axis-b")

    table.when("axis", "done").then_illegal("O14.4")
    table.move("axis-a", "G6").say("axis", "stop").say("axis", "done")
    assert table.refused is None


# Command confusion, rule O19


def test_command_confusion_is_neither_order_nor_action():
    """O19, A28."""
    table = battle(rifle_squad("E5"), axis=("command-confusion",))

    table.order("command-confusion").then_illegal("O19")
