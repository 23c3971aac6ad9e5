"""Random play for the tests of Combat Soldiers, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import Command
from wardiary.domain.play.decide import Outcome, decide
from wardiary.domain.play.game import Rng
from wardiary.domain.play.prompts import Offer, Prompts
from wardiary.domain.play.random_commands import fill, random_command


class SeededRng:
    """Random choices, dice and shuffles from a seed."""

    def __init__(self, seed: int) -> None:
        self._chance = SeededChance(seed.to_bytes(32, "big"), "0" * 32, bytes(32), b"test")

    def __call__(self, below: int) -> int:
        return self._chance.roll(0, below - 1)

    def roll(self, low: int, high: int) -> int:
        return self._chance.roll(low, high)

    def shuffle(self, pile: Any) -> tuple[str, ...]:
        return self._chance.shuffle(pile)


def take_up(offer: Offer, rng: Rng) -> Command:
    """The command of an offer, its slots filled at random."""
    return fill(offer, GAME.verbs, rng)


def random_answer(prompts: Prompts, rng: Rng) -> tuple[str, Command]:
    """A seat that is asked, and any of its answers."""
    prompt = prompts[rng(len(prompts))]
    return prompt.seat, random_command(prompt, GAME.verbs, rng)


def play_out(
    outcome: Outcome,
    rng: Any,
    *,
    bound: int = 20_000,
    see: Callable[[Outcome], None] = lambda _: None,
) -> tuple[Outcome, int]:
    """Random legal play to the end; gives the last outcome and the number of commands."""
    see(outcome)
    for number in range(bound):
        if outcome.table.result is not None:
            return outcome, number
        seat, command = random_answer(outcome.prompts, rng)
        outcome = decide(GAME, outcome.table, seat, command, rng, outcome.prompts)
        see(outcome)
    raise AssertionError(f"no end within {bound} commands")
