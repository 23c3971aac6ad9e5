"""Random matches, and matches of the bot: they end, keep every card, and show no secret."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.combat_soldiers.random_play import SeededRng, play_out, random_answer, take_up
from tests.games.combat_soldiers.soundness import assert_sound
from tests.games.combat_soldiers.table import open_match, pack
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.rulebook import RULES
from wardiary.domain.games.combat_soldiers.sequence.turn import Turn
from wardiary.domain.games.combat_soldiers.victory.scoring import casualty_items, objective_items
from wardiary.domain.match.whatif import redeal_for
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.decide import Outcome, decide
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.table_commands import TABLE_RULES
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view

CITABLE = RULES.keys() | TABLE_RULES.keys()
OUT_OF_PLAY = {"box", "box-unseen", "a-unused", "b-unused"}
EVERYTHING = {
    "overrun": True,
    "alternate-plays": True,
    "surprise-attacks": True,
    "interdiction": True,
    "dealer-record": True,
}
PASSIVE_VERBS = {
    "go",
    "pass",
    "end-turn",
    "antitank",
    "entrench",
    "withdraw",
    "discard",
    "interdict",
}
few_examples = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def card_kinds() -> set[str]:
    return {card.kind for card in pack().cards.values()}


def cards_in_play(table: Table, cards: set[str]) -> int:
    return sum(
        piece.kind in cards and piece.zone not in OUT_OF_PLAY for piece in table.pieces.values()
    )


class EntryChecker:
    """Checks every entry of a match as it is played."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.cards = card_kinds()

    def __call__(self, outcome: Outcome) -> None:
        table = self.table
        for event in outcome.events:
            assert event.rule in CITABLE, event.rule
            if isinstance(event, e.TotalComputed):
                assert event.total == sum(item.value for item in event.items)
                assert all(item.rule in CITABLE for item in event.items)
            if isinstance(event, e.PiecesMoved | e.Redealt):
                before = len(table.pieces)
                table = evolve(table, event)
                assert before == len(table.pieces)
                assert before == sum(len(pieces) for pieces in table.zones.values())
            else:
                table = evolve(table, event)
            if table.pieces:
                cards = sum(piece.kind in self.cards for piece in table.pieces.values())
                assert cards in {0, 128} or not table.turn
        assert table == outcome.table
        self.table = table
        if table.turn and table.result is None:
            assert_sound(table, settled=isinstance(GAME.open_steps(table)[-1], Turn))
        if table.turn and len(table.seats) == 2 and table.result is None:
            assert 106 == cards_in_play(table, self.cards)


@few_examples
@given(
    seats=st.sampled_from((2, 3, 6)),
    scenario=st.sampled_from(("free-form", "counter-offensive", "offensive")),
    options=st.sampled_from(({}, EVERYTHING)),
    seed=st.integers(0, 10_000),
)
def test_random_play_ends_and_keeps_every_card(
    seats: int, scenario: str, options: dict[str, Any], seed: int
):
    """1.1, 20.3, 3.0-e: no dead end, 128 cards (106 in play with two), every rule is known."""
    rng = SeededRng(seed)
    start = open_match(seats, scenario, rng, **options)
    check_entry = EntryChecker(start.table)
    outcome, _ = play_out(
        Outcome((), start.table, start.prompts), rng, see=check_entry, bound=12_000
    )
    result = outcome.table.result

    assert result is not None
    assert result.scores == {
        seat: points_added_again(outcome.table, seat) for seat in outcome.table.seats
    }


@few_examples
@given(
    seats=st.sampled_from((2, 3, 6)),
    scenario=st.sampled_from(("free-form", "counter-offensive", "offensive")),
    seed=st.integers(0, 10_000),
)
def test_every_table_is_legal_when_all_seats_prefer_to_fight(seats: int, scenario: str, seed: int):
    """4, 7: groups are legal, markers paired, and cards off the table have no marks."""
    rng = SeededRng(seed)
    outcome = open_match(seats, scenario, rng, **EVERYTHING)
    check_entry = EntryChecker(outcome.table)
    for _ in range(700):
        if outcome.table.result is not None:
            break
        prompt = outcome.prompts[rng(len(outcome.prompts))]
        keen = [offer for offer in prompt.offers if offer.verb not in PASSIVE_VERBS]
        offers = keen if keen and rng(5) else prompt.offers
        command = take_up(offers[rng(len(offers))], rng)
        outcome = decide(GAME, outcome.table, prompt.seat, command, rng, outcome.prompts)
        check_entry(outcome)


def points_added_again(table: Table, seat: str) -> int:
    """The points of a one-round match, added up again from the last table."""
    items = [*objective_items(table, seat), *casualty_items(table, seat)]
    return sum(value for _, value, _ in items)


@few_examples
@given(seed=st.integers(0, 10_000))
def test_random_play_of_two_rounds_ends_in_the_second(seed: int):
    """5.1-b, 12.2"""
    rng = SeededRng(seed)
    outcome, _ = play_out(open_match(2, "free-form", rng, rounds=2), rng, bound=12_000)

    assert 2 == outcome.table.round
    assert outcome.table.result is not None


@few_examples
@given(seats=st.sampled_from((2, 3, 6)), seed=st.integers(0, 10_000))
def test_a_seat_is_asked_the_same_whatever_it_cannot_see(seats: int, seed: int):
    """1.1.1.6-b: prompts and views stay the same when all that a seat cannot see is dealt again."""
    rng = SeededRng(seed)
    outcome = open_match(seats, "free-form", rng, **EVERYTHING)
    for number in range(400):
        if outcome.table.result is not None:
            break
        if number % 7 == 0:
            assert_asked_the_same(outcome.table, rng)
        seat, command = random_answer(outcome.prompts, rng)
        outcome = decide(GAME, outcome.table, seat, command, rng, outcome.prompts)


def assert_asked_the_same(table: Table, rng: SeededRng) -> None:
    for seat in table.seats:
        other = dealt_again(table, seat, rng)
        asked = {prompt.seat: prompt for prompt in GAME.prompts(table)}
        again = {prompt.seat: prompt for prompt in GAME.prompts(other)}

        assert asked.keys() == again.keys()
        assert msgspec.json.encode(asked.get(seat)) == msgspec.json.encode(again.get(seat))
        assert view(table, seat).zones == view(other, seat).zones


def dealt_again(table: Table, seat: str, rng: SeededRng) -> Table:
    draft = Draft(table, rng)
    redeal_for(draft, seat)
    return draft.table


def test_every_command_can_be_written_as_a_line_and_read_again():
    """Table/Words"""
    from wardiary.domain.play.commands import to_text

    rng = SeededRng(77)
    outcome = open_match(3, "free-form", rng, **EVERYTHING)
    for _ in range(600):
        if outcome.table.result is not None:
            break
        seat, command = random_answer(outcome.prompts, rng)
        assert command == GAME.command(to_text(command))
        outcome = decide(GAME, outcome.table, seat, command, rng, outcome.prompts)


def test_every_open_step_is_the_same_after_it_is_stored():
    """Paused steps decode to what they were."""
    rng = SeededRng(78)

    def see(outcome: Outcome) -> None:
        steps = GAME.open_steps(outcome.table)
        raw = msgspec.json.Encoder(order="sorted").encode(steps)
        assert bytes(outcome.table.steps) == raw

    play_out(open_match(3, "offensive", rng, **EVERYTHING), rng, see=see, bound=12_000)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_bot_answers_every_prompt_with_an_offer(seats: int):
    """It sees only what its seat sees, and its games end."""
    rng = SeededRng(5)
    outcome = open_match(seats, "counter-offensive", rng, **EVERYTHING)
    for _ in range(4_000):
        if outcome.table.result is not None:
            break
        prompt = outcome.prompts[rng(len(outcome.prompts))]
        seat_view = view(outcome.table, prompt.seat)
        command = GAME.policy(seat_view, prompt, rng)
        outcome = decide(GAME, outcome.table, prompt.seat, command, rng, outcome.prompts)

    assert outcome.table.result is not None


def test_the_bot_beats_random_play():
    """Eight games of eight here; a longer series is played by `wardiary simulate`."""
    wins = 0
    for number in range(8):
        rng, mine = SeededRng(400 + number), "ab"[number % 2]
        outcome = open_match(2, "free-form", rng)
        while outcome.table.result is None:
            prompt = outcome.prompts[rng(len(outcome.prompts))]
            if prompt.seat == mine:
                command = GAME.policy(view(outcome.table, mine), prompt, rng)
            else:
                command = take_up(prompt.offers[rng(len(prompt.offers))], rng)
            outcome = decide(GAME, outcome.table, prompt.seat, command, rng, outcome.prompts)
        wins += outcome.table.result.winners == (mine,)

    assert wins >= 6


def test_a_test_that_gives_too_few_dice_fails():
    """A test that forgets a die fails loudly."""
    with pytest.raises(ValueError, match="no face left"):
        open_match(2, "free-form", ScriptedChance())
