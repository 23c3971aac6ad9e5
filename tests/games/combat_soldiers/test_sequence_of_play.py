"""3 Sequence of play: Turns, actions and the order of the phases."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.situations import (
    besieged_group,
    end_turn,
    groups_of_both_sides,
    three_groups_and_an_enemy,
)
from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.sequence.turn import begin_turn
from wardiary.domain.table import events as e


def test_phases_that_cost_actions_are_refused_when_none_is_left():
    """8.11, 3.0-a"""
    match = Match().group("a-g1", "us", "s3-s3-1").hold("a", "s2-s2-1").track("actions/us", 2)
    for phase in "CEF":
        match.when("a", f"go {phase}").then_illegal("3.0-a")


def test_the_first_seat_takes_its_turn_after_the_last():
    """3.0-a, 3.0-e: Cy ends, Ann is active with two actions."""
    match = Match(active="c", phase="F").group("a-g1", "us", "s3-s3-1").when("c", "end-turn")

    assert ("a", 2, 2) == (match.table.seat, match.actions_left(), match.table.turn)
    assert ["A"] == [event.phase for event in match.events_of(e.PhaseEntered)]


def test_turns_go_clockwise_with_two_actions_each():
    """3.0-a, 3.0-e"""
    match = end_turn(groups_of_both_sides())

    assert ("b",) == match.seats_asked()
    assert ("b", 2, 2) == (match.table.seat, match.table.turn, match.actions_left())
    assert "A" == match.table.phase


def test_a_new_turn_starts_with_no_action_spent():
    """3.0-a"""
    match = groups_of_both_sides().track("actions/us", 2)
    match.change(lambda draft: begin_turn(draft, "b"))

    assert 0 == match.table.track("actions/us")


@pytest.mark.parametrize(
    ("side", "damage", "us", "german"), [("us", 0, 3, 2), ("german", 0, 2, 3), ("us", 1, 2, 2)]
)
def test_an_undamaged_pherddorf_gives_a_third_action_to_its_side(
    side: str, damage: int, us: int, german: int
):
    """3.0-b, 13.5.2.3, 13.5.1-b"""
    match = (
        three_groups_and_an_enemy()
        .group("a-g4", side, "pherddorf")
        .mark("pherddorf", "damage", damage)
    )

    assert (us, german) == (match.actions_left("us"), match.actions_left("german"))


def test_a_seat_cannot_go_back_to_an_earlier_phase():
    """3.0-c: the phases B to F in turn, never back."""
    match = three_groups_and_an_enemy("A").hold("a", "s2-s2-1")
    phases = []
    for phase in "BCDEF":
        match.when("a", f"go {phase}")
        phases.append(match.table.phase)
        match.when("a", "go A").then_illegal("3.0-c")
    assert list("BCDEF") == phases
    match.when("a", "go B").then_illegal("3.0-c", "after phase F you cannot go to B")


def test_a_phase_that_does_not_exist_is_refused():
    """3.0-c"""
    Match().group("a-g1", "us", "s3-s3-1").when("a", "go Z").then_illegal("3.0-c")


def test_an_action_of_an_earlier_phase_is_refused_for_its_phase_alone():
    """3.0-c: the unit is besieged as well."""
    match = besieged_group("s3-s3-1", phase="D")

    match.when("a", "withdraw s3-s3-1").then_illegal("3.0-c", "phase A, this is phase D")


def test_cards_and_phases_are_refused_out_of_order():
    """3.0-c, 1.1.3-b5: no deployment in phase B, no sniper and no way back in phase F."""
    match = (
        groups_of_both_sides()
        .hold("a", "sniper-cover-1", "s2-s2-1")
        .group("b-g2", "us", "s4-s4-1", "pike-harms")
    )
    match.when("a", "deploy s2-s2-1 us new").then_illegal("3.0-c")
    match.turn("a", "F")
    match.when("a", "snipe sniper-cover-1 pike-harms").then_illegal("3.0-c")
    match.when("a", "go B").then_illegal("3.0-c")


def test_phases_are_skipped_only_for_reasons_that_every_seat_sees():
    """3.0-c: with no action left nothing can happen in C, D and E, whatever is in hand."""
    match = groups_of_both_sides().hold("a", "s2-s2-1").track("actions/other", 2)

    assert set() == match.candidates("a", "go", "phase")
    assert 1 == len(match.offers("a", "end-turn"))


@pytest.mark.parametrize(("side", "cost"), [("us", 1), ("german", 2)])
def test_hill_205_costs_one_action_for_the_us_and_two_for_the_germans(side: str, cost: int):
    """3.0-d, 13.5.2.8: with one action left the Germans cannot fire."""
    match = three_groups_and_an_enemy().group("a-g4", side, "hill-205")
    match.resolve("a", "bombard hill-205 r3-r3-1", dice=(1, 9))
    assert 2 - cost == match.actions_left()
    match = three_groups_and_an_enemy().group("a-g4", side, "hill-205").track("actions/other", 1)
    if cost > 1:
        match.when("a", "bombard hill-205 r3-r3-1").then_illegal("3.0-d")
        return

    assert 0 == match.resolve("a", "bombard hill-205 r3-r3-1", dice=(1, 9)).actions_left()


@pytest.mark.parametrize(
    ("command", "rule"),
    [("go C", "3.3"), ("go D", "3.4-a"), ("go E", "3.5-a"), ("end-turn", "3.0-c")],
)
def test_a_phase_with_nothing_to_do_is_refused_by_its_rule(command: str, rule: str):
    """8.11, 3.3, 3.4-a, 3.5-a, 3.0-c: one group, no card in hand."""
    Match().group("a-g1", "us", "s3-s3-1").when("a", command).then_illegal(rule)


def test_a_deployment_refused_in_phase_b_names_both_phases():
    """3.0-c"""
    match = groups_of_both_sides().hold("a", "s2-s2-1")

    match.when("a", "deploy s2-s2-1 us new").then_illegal("3.0-c", "phase C, this is phase B")
