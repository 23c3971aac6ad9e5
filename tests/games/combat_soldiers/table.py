"""Building blocks for the tests of Combat Soldiers: random play, tables laid by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from wardiary.domain.games.combat_soldiers.components import Pack, read_pack
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import Command
from wardiary.domain.play.decide import Outcome, decide, open_table
from wardiary.domain.play.game import Opening
from wardiary.domain.play.prompts import Offer, Prompts
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table

CONTENT = Path(__file__).parents[3] / "domain/games/combat_soldiers/content"
Luck = Callable[[int], int]


def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(CONTENT.glob("*.toml"))}


@cache
def pack() -> Pack:
    return read_pack(files())


class Tape:
    """Luck from a seed: the same numbers as often as wanted."""

    def __init__(self, seed: int) -> None:
        self._chance = SeededChance(seed.to_bytes(32, "big"), "0" * 32, bytes(32), b"test")

    def __call__(self, below: int) -> int:
        return self._chance.roll(0, below - 1)

    def roll(self, low: int, high: int) -> int:
        return self._chance.roll(low, high)

    def shuffle(self, pile: Any) -> tuple[str, ...]:
        return self._chance.shuffle(pile)


def open_match(seats: int, scenario: str, chance: Any, **settings: e.Scalar) -> Outcome:
    opening = Opening(scenario, tuple("abcdef"[:seats]), GAME.settled(settings))
    opened = e.MatchOpened(
        match="0" * 32,
        game=GAME.name,
        version=GAME.version,
        scenario=scenario,
        settings=opening.settings,
        seats=opening.seats,
        looks=GAME.looks(pack(), opening),
        pack="",
        commitment="",
        time=0,
        rule="Table/Open",
    )
    return open_table(GAME, evolve(Table(pack=pack()), opened), opening, chance)


def filled(offer: Offer, luck: Luck) -> Command:
    """An offer taken up at random."""
    values: dict[str, Any] = {}
    for slot in offer.slots:
        if not slot.many:
            values[slot.name] = slot.of[luck(len(slot.of))]
            continue
        left = list(slot.of)
        number = slot.least + luck(slot.most - slot.least + 1)
        values[slot.name] = tuple(left.pop(luck(len(left))) for _ in range(number))
    return GAME.verbs[offer.verb](**values)


def random_answer(asked: Prompts, luck: Luck) -> tuple[str, Command]:
    prompt = asked[luck(len(asked))]
    return prompt.seat, filled(prompt.offers[luck(len(prompt.offers))], luck)


def play_out(
    outcome: Outcome,
    luck: Any,
    *,
    bound: int = 20_000,
    see: Callable[[Outcome], None] = lambda _: None,
) -> tuple[Outcome, int]:
    """Random legal play to the end; gives the last outcome and the number of commands."""
    see(outcome)
    for number in range(bound):
        if outcome.table.result is not None:
            return outcome, number
        seat, command = random_answer(outcome.asked, luck)
        outcome = decide(GAME, outcome.table, seat, command, luck, outcome.asked)
        see(outcome)
    raise AssertionError(f"no end within {bound} commands")
