from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.undaunted.builders import (
    GAME,
    SEATS,
    opened_match,
    pack,
)
from wardiary.domain.games.undaunted.bot import policy
from wardiary.domain.games.undaunted.game import COMMANDS_BOUND
from wardiary.domain.play.commands import Command, from_text, to_text
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.play.table_commands import TABLE_RULES
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve, fold
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view

SCENARIOS = sorted(pack().fields)
SECRET = ("deck", "hand", "discard")


class SeededChance:
    """Dice and shuffles of a test, from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def roll(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.random.sample(pile, len(pile)))


def opened(scenario: str, chance: SeededChance) -> Outcome:
    opening = Opening(scenario, SEATS, GAME.resolve_settings({}))
    blank = evolve(
        Table(pack=pack()),
        e.MatchOpened(
            match="0" * 32, game=GAME.name, version=GAME.version, scenario=scenario,
            settings=opening.settings, seats=SEATS, pack="",
            visibility=GAME.visibility(pack(), opening),
            commitment="", time=0, rule="Table/Open",
        ),
    )  # fmt: skip
    return set_up_table(GAME, blank, opening, chance)


def fill_at_random(offer: Offer, chance: SeededChance) -> Command:
    """An offer taken up, with its slots filled at random."""
    values: dict[str, Any] = {}
    for slot in offer.slots:
        if slot.many:
            number = chance.random.randint(slot.least, slot.most)
            values[slot.name] = tuple(chance.random.sample(slot.candidates, number))
        else:
            values[slot.name] = chance.random.choice(slot.candidates)
    return GAME.verbs[offer.verb](**values)


def random_command_of(prompt: Prompt, chance: SeededChance) -> Command:
    return fill_at_random(chance.random.choice(prompt.offers), chance)


def bot_command(table: Table, prompt: Prompt, chance: SeededChance) -> Command:
    return policy(view(table, prompt.seat), prompt, chance.random.randrange)


@settings(max_examples=12)
@given(st.sampled_from(SCENARIOS), st.integers(0, 2**32))
def test_random_play_ends_loses_no_piece_and_cites_a_rule_for_everything(scenario: str, seed: int):
    """Every prefix folds to the same table; commands read back from text and bytes are the same."""
    chance = SeededChance(seed)
    now = opened(scenario, chance)
    rules = GAME.rules.keys() | TABLE_RULES.keys()
    pieces = set(now.table.pieces)
    for number in range(COMMANDS_BOUND):
        if not now.prompts:
            break
        prompt = chance.random.choice(now.prompts)
        command = random_command_of(prompt, chance)
        if number % 10 == 0:
            assert from_text(to_text(command), GAME.verbs) == command
            assert GAME.decode_command(msgspec.json.encode(command)) == command
        after = decide(GAME, now.table, prompt.seat, command, chance, now.prompts)
        assert {event.rule for event in after.events} <= rules
        if number % 10 == 0:
            assert fold(now.table, after.events) == after.table
            assert len(GAME.open_steps(after.table)) == 1
        now = after
    assert now.table.result is not None
    assert isinstance(now.events[-1], e.MatchEnded)
    in_zones = [piece for zone in now.table.zones.values() for piece in zone]
    assert len(in_zones) == len(set(in_zones)) == len(pieces)
    assert set(in_zones) == pieces == set(now.table.pieces)


@settings(max_examples=12)
@given(st.sampled_from(SCENARIOS), st.integers(0, 2**32), st.integers(0, 60))
def test_every_offer_taken_up_at_random_is_accepted(scenario: str, seed: int, depth: int):
    """The bot plays a number of commands; then every offer is tried."""
    chance = SeededChance(seed)
    now = opened(scenario, chance)
    for _ in range(depth):
        if not now.prompts:
            return
        prompt = chance.random.choice(now.prompts)
        command = bot_command(now.table, prompt, chance)
        now = decide(GAME, now.table, prompt.seat, command, chance, now.prompts)
    for prompt in now.prompts:
        for offer in prompt.offers:
            decide(GAME, now.table, prompt.seat, fill_at_random(offer, chance), chance)


@settings(max_examples=12)
@given(st.sampled_from(SCENARIOS), st.integers(0, 2**32), st.integers(0, 80))
def test_what_a_seat_is_asked_depends_only_on_what_it_can_see(scenario: str, seed: int, depth: int):
    """With the opponent's unknown cards dealt again, prompts and the bot's answer stay the same."""
    chance = SeededChance(seed)
    now = opened(scenario, chance)
    for _ in range(depth):
        if not now.prompts:
            return
        prompt = chance.random.choice(now.prompts)
        command = bot_command(now.table, prompt, chance)
        now = decide(GAME, now.table, prompt.seat, command, chance, now.prompts)
    for prompt in now.prompts:
        seat = prompt.seat
        changed = dealt_again(now.table, "german" if seat == "us" else "us", seat, chance)

        assert view(changed, seat) == view(now.table, seat)
        assert next(other for other in GAME.prompts(changed) if other.seat == seat) == prompt
        answers = {policy(view(table, seat), prompt, lambda _: 0) for table in (now.table, changed)}
        assert len(answers) == 1


def dealt_again(table: Table, owner: str, seat: str, chance: SeededChance) -> Table:
    """A table that differs only in where the owner's unknown cards are."""
    hidden = [f"{owner}-{name}" for name in SECRET]
    zones = {zone: table.zone(zone) for zone in hidden if table.zone(zone)}
    unknown = [card for cards in zones.values() for card in cards if not table.knows(seat, card)]
    pool = iter(chance.shuffle(unknown))
    dealt = {
        zone: tuple(card if table.knows(seat, card) else next(pool) for card in cards)
        for zone, cards in zones.items()
    }
    changed = evolve(table, e.Redealt(zones=dealt, rule="Table/What-if"))
    return msgspec.structs.replace(changed, position=table.position)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_sensible_bot_beats_random_play(scenario: str):
    """Both sides in turn; at least four games of five, in La Raye over 200 games."""
    games = 200 if scenario == "la-raye" else 30
    won = 0
    for number in range(games):
        chance, seat = SeededChance(number), SEATS[number % 2]
        now = opened(scenario, chance)
        for _ in range(COMMANDS_BOUND):
            if not now.prompts:
                break
            prompt = chance.random.choice(now.prompts)
            command = (
                bot_command(now.table, prompt, chance)
                if prompt.seat == seat
                else random_command_of(prompt, chance)
            )
            now = decide(GAME, now.table, prompt.seat, command, chance, now.prompts)
        won += now.table.result is not None and seat in now.table.result.winners
    assert won >= 0.8 * games


def test_a_view_shows_no_card_that_the_seat_cannot_see():
    """RD-03, U-CAS-7: of the opponent's hand and deck only the numbers."""
    table = opened("la-raye", SeededChance(1)).table
    seen = view(table, "us")

    for zone in ("german-hand", "german-deck", "us-deck"):
        assert all(piece.startswith("?") for piece in seen.zone(zone))
        assert len(seen.zone(zone)) == len(table.zone(zone))
    assert seen.zone("german-supply") == table.zone("german-supply")


def test_replaying_draws_nothing_and_gives_the_same_table(monkeypatch: pytest.MonkeyPatch):
    """RD-01, RD-07: a shuffle and a die are stored as what came of them."""
    match = opened_match()
    start, events = match.table, []
    for seat in ("us", "german"):
        match.when(seat, f"bid {match.table.zone(f'{seat}-hand')[0]}")
        events += match.events
    for name in ("random", "shuffle", "randint"):
        monkeypatch.setattr(random, name, None)

    digests = {msgspec.json.encode(fold(start, events).zones) for _ in range(2)}

    assert digests == {msgspec.json.encode(match.table.zones)}
    assert fold(fold(start, events[:3]), events[3:]) == match.table
