from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.undaunted.desk import GAME, SEATS, pack
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


class Luck:
    """Dice and shuffles of a test, from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def roll(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.random.sample(pile, len(pile)))


def opened(scenario: str, luck: Luck) -> Outcome:
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
    return set_up_table(GAME, blank, opening, luck)


def filled(offer: Offer, luck: Luck) -> Command:
    """An offer taken up, with its slots filled at random."""
    values: dict[str, Any] = {}
    for slot in offer.slots:
        if slot.many:
            number = luck.random.randint(slot.least, slot.most)
            values[slot.name] = tuple(luck.random.sample(slot.candidates, number))
        else:
            values[slot.name] = luck.random.choice(slot.candidates)
    return GAME.verbs[offer.verb](**values)


def at_random(prompt: Prompt, luck: Luck) -> Command:
    return filled(luck.random.choice(prompt.offers), luck)


def sensible(table: Table, prompt: Prompt, luck: Luck) -> Command:
    return policy(view(table, prompt.seat), prompt, luck.random.randrange)


@settings(max_examples=12)
@given(st.sampled_from(SCENARIOS), st.integers(0, 2**32))
def test_random_play_ends_loses_no_piece_and_cites_a_rule_for_everything(scenario: str, seed: int):
    """Every prefix folds to the same table; every command survives its text and its bytes."""
    luck = Luck(seed)
    now = opened(scenario, luck)
    rules = GAME.rules.keys() | TABLE_RULES.keys()
    pieces = set(now.table.pieces)
    for number in range(COMMANDS_BOUND):
        if not now.prompts:
            break
        prompt = luck.random.choice(now.prompts)
        command = at_random(prompt, luck)
        if number % 10 == 0:
            assert from_text(to_text(command), GAME.verbs) == command
            assert GAME.decode_command(msgspec.json.encode(command)) == command
        after = decide(GAME, now.table, prompt.seat, command, luck, now.prompts)
        assert {event.rule for event in after.events} <= rules
        if number % 10 == 0:
            assert fold(now.table, after.events) == after.table
            assert len(GAME.open_steps(after.table)) == 1
        now = after
    assert now.table.result is not None
    assert isinstance(now.events[-1], e.MatchEnded)
    lying = [piece for zone in now.table.zones.values() for piece in zone]
    assert len(lying) == len(set(lying)) == len(pieces)
    assert set(lying) == pieces == set(now.table.pieces)


@settings(max_examples=12)
@given(st.sampled_from(SCENARIOS), st.integers(0, 2**32), st.integers(0, 60))
def test_every_offer_taken_up_at_random_is_accepted(scenario: str, seed: int, depth: int):
    """The bot plays up to some depth; there every offer is tried."""
    luck = Luck(seed)
    now = opened(scenario, luck)
    for _ in range(depth):
        if not now.prompts:
            return
        prompt = luck.random.choice(now.prompts)
        command = sensible(now.table, prompt, luck)
        now = decide(GAME, now.table, prompt.seat, command, luck, now.prompts)
    for prompt in now.prompts:
        for offer in prompt.offers:
            decide(GAME, now.table, prompt.seat, filled(offer, luck), luck)


@settings(max_examples=12)
@given(st.sampled_from(SCENARIOS), st.integers(0, 2**32), st.integers(0, 80))
def test_what_a_seat_is_asked_depends_only_on_what_it_sees(scenario: str, seed: int, depth: int):
    """The opponent's unknown cards are dealt anew: prompts and the bot's answer stay the same."""
    luck = Luck(seed)
    now = opened(scenario, luck)
    for _ in range(depth):
        if not now.prompts:
            return
        prompt = luck.random.choice(now.prompts)
        command = sensible(now.table, prompt, luck)
        now = decide(GAME, now.table, prompt.seat, command, luck, now.prompts)
    for prompt in now.prompts:
        seat = prompt.seat
        changed = dealt_anew(now.table, "german" if seat == "us" else "us", seat, luck)

        assert view(changed, seat) == view(now.table, seat)
        assert next(one for one in GAME.prompts(changed) if one.seat == seat) == prompt
        answers = {policy(view(table, seat), prompt, lambda _: 0) for table in (now.table, changed)}
        assert len(answers) == 1


def dealt_anew(table: Table, owner: str, seat: str, luck: Luck) -> Table:
    """A table that differs only in which of the owner's unknown cards lie where."""
    hidden = [f"{owner}-{name}" for name in SECRET]
    zones = {zone: table.zone(zone) for zone in hidden if table.zone(zone)}
    unknown = [piece for lying in zones.values() for piece in lying if not table.knows(seat, piece)]
    pool = iter(luck.shuffle(unknown))
    dealt = {
        zone: tuple(piece if table.knows(seat, piece) else next(pool) for piece in lying)
        for zone, lying in zones.items()
    }
    changed = evolve(table, e.Redealt(zones=dealt, rule="Table/What-if"))
    return msgspec.structs.replace(changed, position=table.position)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_sensible_bot_beats_random_play(scenario: str):
    """Both sides in turn; at least four games of five, in La Raye over 200 games."""
    games = 200 if scenario == "la-raye" else 30
    won = 0
    for number in range(games):
        luck, seat = Luck(number), SEATS[number % 2]
        now = opened(scenario, luck)
        for _ in range(COMMANDS_BOUND):
            if not now.prompts:
                break
            prompt = luck.random.choice(now.prompts)
            command = (
                sensible(now.table, prompt, luck)
                if prompt.seat == seat
                else at_random(prompt, luck)
            )
            now = decide(GAME, now.table, prompt.seat, command, luck, now.prompts)
        won += now.table.result is not None and seat in now.table.result.winners
    assert won >= 0.8 * games


def test_a_view_shows_no_card_that_the_seat_cannot_see():
    """RD-03, U-CAS-7: of the opponent's hand and deck only the numbers."""
    table = opened("la-raye", Luck(1)).table
    seen = view(table, "us")

    for zone in ("german-hand", "german-deck", "us-deck"):
        assert all(piece.startswith("?") for piece in seen.zone(zone))
        assert len(seen.zone(zone)) == len(table.zone(zone))
    assert seen.zone("german-supply") == table.zone("german-supply")
