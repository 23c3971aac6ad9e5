"""Random play to the end: no dead end, nothing gained or lost, every event with its rule."""

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.combat_commander.shipped import PACK
from tests.projections.noninterference import answer, blank_table
from wardiary.domain.diary.codec import decode, encode
from wardiary.domain.games.combat_commander.bot.policy import policy
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.games.combat_commander.table.zones import SEATS, deck, discards, hand
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.play.table_commands import TABLE_RULES
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view

BOUND = 20_000
KNOWN = {*GAME.rules, *TABLE_RULES}


def opened(scenario: str, seed: int) -> tuple[Outcome, SeededChance]:
    chance = SeededChance(Random(seed).randbytes(32), "0" * 32, bytes(32), b"")
    opening = Opening(scenario, SEATS, GAME.resolve_settings({}))
    return set_up_table(GAME, blank_table(GAME, PACK, opening), opening, chance), chance


def check(table: Table, event: e.Event, kinds: Counter[str]) -> None:
    """What must hold after every single event."""
    assert event.rule in KNOWN, event
    if isinstance(event, e.PiecesPlaced):
        kinds.update({event.kind: len(event.pieces)})
    if isinstance(event, e.PiecesMoved | e.PileShuffled):
        for seat in SEATS:
            piles = (deck(seat), hand(seat), discards(seat))
            assert sum(len(table.zone(pile)) for pile in piles) == 72


@given(st.sampled_from(sorted(PACK.scenarios)), st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_random_play_comes_to_an_end_and_keeps_everything(scenario: str, seed: int):
    """SL-02: every offer filled at random is accepted (G-literal), 72 cards, all counters there."""
    rng = Random(seed)
    outcome, chance = opened(scenario, seed)
    table = outcome.table
    kinds = Counter(piece.kind for piece in table.pieces.values())
    for _ in range(BOUND):
        if outcome.table.result is not None:
            break
        prompt = rng.choice(outcome.prompts)
        command = answer(GAME, rng.choice(prompt.offers), rng)
        before = outcome.table
        outcome = decide(GAME, before, prompt.seat, command, chance, outcome.prompts)
        table = before
        for event in outcome.events:
            table = evolve(table, event)
            check(table, event, kinds)
            assert decode(encode(event)) == event
        assert table == outcome.table
    assert outcome.table.result is not None
    assert kinds == Counter(piece.kind for piece in outcome.table.pieces.values())
    assert sorted(piece for lying in outcome.table.zones.values() for piece in lying) == sorted(
        outcome.table.pieces
    )


@pytest.mark.parametrize("scenario", sorted(PACK.scenarios))
def test_the_bot_plays_from_its_own_view_to_the_end(scenario: str):
    """What it says is always on offer, although it sees hidden pieces as such only."""
    rng = Random(scenario)
    outcome, chance = opened(scenario, 7)
    for _ in range(BOUND):
        if outcome.table.result is not None:
            break
        prompt = rng.choice(outcome.prompts)
        seen = view(outcome.table, prompt.seat)
        command = policy(seen, prompt, rng.randrange)
        outcome = decide(GAME, outcome.table, prompt.seat, command, chance, outcome.prompts)

    assert outcome.table.result is not None


def test_open_steps_are_stored_and_read_again():
    """Every prompt is asked from the steps as stored; fields survive the way through bytes."""
    outcome, chance = opened("cc-h3", 3)
    rng = Random(3)
    for _ in range(400):
        if outcome.table.result is not None:
            break
        steps = GAME.open_steps(outcome.table)
        assert msgspec.json.encode(steps, order="sorted") == bytes(outcome.table.steps)
        prompt = rng.choice(outcome.prompts)
        assert GAME.prompts(outcome.table) == outcome.prompts
        command = answer(GAME, rng.choice(prompt.offers), rng)
        outcome = decide(GAME, outcome.table, prompt.seat, command, chance)
