from __future__ import annotations

import pytest

from tests.games.company_of_heroes.situations import (
    TWO_EACH,
    battle,
    candidates,
    go_on,
    hex_of,
    turn,
)
from tests.scenario import Scenario
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.games.company_of_heroes.table.turns import turns_of_round
from wardiary.domain.games.company_of_heroes.table.zones import OPERATIONS
from wardiary.domain.play.draft import Draft
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view

UNITS = {"us-riflemen-1": "F3", "wehrmacht-grenadiers-1": "F9"}


def drawn(kind: str = "operation-2-5", **given: object) -> Scenario:
    """Round 2 begins, and the team that goes first has drawn a card of this kind."""

    def put_on_top(draft: Draft) -> None:
        pieces = draft.table.pieces
        draft.move(draft.table.zone("operation"), "operations-discard", rule="C-4.0.1e")
        card = next(p for p in draft.table.zone(OPERATIONS) if pieces[p].kind == kind)
        draft.move(card, OPERATIONS, at=0, rule="C-4.0.1a")

    match = battle(UNITS, Round("begin"), round=1, phase="supply.5", **given).given(put_on_top)
    return go_on(match)


def played_out(match: Scenario) -> list[tuple[int, str]]:
    """The turns of the round that follow, as turn and team, when everybody just ends them."""
    turns = []
    while match.table.phase == "maneuver":
        turns.append((match.table.turn, match.table.seat))
        match.when(match.table.seat, f"end {match.table.seat}")
    return turns


def test_the_first_team_draws_a_card_that_only_it_sees():
    """C-4.0.1b, worked example 2."""
    match = drawn()
    (card,) = match.table.zone("operation")

    assert match.table.seat == "" or match.table.phase == "operations"
    assert match.table.knows("wehrmacht", card)
    assert not match.table.knows("us", card)
    match.then_does_not_ask("us")
    assert candidates(match.then_asks("wehrmacht"), "operation", "half") == {"top", "bottom"}


def test_both_players_of_the_first_team_see_the_card_and_either_chooses():
    """C-4.0.1b, C-2.2k."""
    match = drawn(seats=TWO_EACH)
    (card,) = match.table.zone("operation")
    assert match.table.viewers(card) == ("wehrmacht", "wehrmacht-2")

    match.when("wehrmacht-2", "operation top").then_does_not_ask("us")
    assert match.table.phase == "maneuver"


def test_opponents_learn_the_half_and_not_the_number():
    """C-4.0.1c."""
    match = drawn().when("wehrmacht", "operation bottom")
    seen = view(match.table, "us")

    assert seen.track("operation-half") == 2
    (card,) = seen.zone("operation")
    assert seen.pieces[card].kind == "hidden"
    assert view(match.table, "wehrmacht").pieces[match.table.zone("operation")[0]].kind == (
        "operation-2-5"
    )


@pytest.mark.parametrize(("half", "number"), [("top", 2), ("bottom", 5)])
def test_the_card_says_how_many_turns_each_team_has(half: str, number: int):
    """C-4.0.1d, C-4.0.1f: three CP a turn: six CP for two turns, fifteen for five."""
    match = drawn().when("wehrmacht", f"operation {half}")
    assert match.table.track("cp/wehrmacht") == 3
    assert turns_of_round(match.table) == number

    assert played_out(match) == [
        (n, team) for n in range(1, number + 1) for team in ("wehrmacht", "us")
    ]


def test_the_card_is_revealed_and_discarded_when_the_turns_are_over():
    """C-4.0.1d, C-4.0.1e: then come the last retreats, in turn order."""
    match = drawn().when("wehrmacht", "operation top")
    (card,) = match.table.zone("operation")
    played_out(match)

    assert hex_of(match, card) == "operations-discard"
    assert match.table.phase == "retreats"
    assert view(match.table, "us").pieces[card].kind == "operation-2-5"
    match.then_does_not_ask("us")
    match.when("wehrmacht", "end wehrmacht").then_asks("us")


def test_an_empty_deck_is_made_of_the_discarded_cards():
    """C-R32."""

    def use_up(draft: Draft) -> None:
        cards = (*draft.table.zone(OPERATIONS), *draft.table.zone("operation"))
        draft.move(cards, "operations-discard", rule="C-4.0.1e")

    match = battle(UNITS, Round("begin"), round=1, phase="supply.5").given(use_up)
    go_on(match)

    assert [event.rule for event in match.happened(e.PileShuffled)] == ["C-4.0.1a"]
    assert len(match.table.zone("operation")) == 1


def test_in_the_first_game_nothing_is_drawn():
    """C-4.0d: four turns."""
    match = turn(UNITS, mission="coh-m1")

    assert turns_of_round(match.table) == 4


def test_who_wins_the_roll_may_choose_to_go_second():
    """C-4.0e: in competitive play."""
    from tests.games.company_of_heroes.situations import laid_out

    match = laid_out(order="chosen")
    match.then_does_not_ask("wehrmacht")
    match.when("us", "choose second")

    assert match.table.track("starting-team") == 2
    match.then_asks("us")
    match = laid_out(order="chosen").when("us", "choose first")
    assert match.table.track("starting-team") == 1
    match.then_asks("wehrmacht")
