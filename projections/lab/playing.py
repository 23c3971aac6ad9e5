"""Playing a table on in memory: the same rules as ever, but nothing of the past is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec
from msgspec.structs import force_setattr

from wardiary.domain.play.chance import Chance
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.decide import check_command, run_command
from wardiary.domain.play.draft import Draft, MatchOver
from wardiary.domain.play.game import Game, Rng
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.play.steps import Step
from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view

BOT, RANDOM = "bot", "random"
ANSWERS_TRIED = 200
Player = str | Callable[[Table, Prompt, Rng], Command]
"""Who plays a seat: "bot" (the game's sensible bot), "random" (any offer, all equally likely), or a
function from the seat's own view, its prompt and a source of numbers to a command.
"""
_ENCODER = msgspec.json.Encoder(order="sorted")


class NotPlayable(WardiaryError):
    """A table cannot be played on: no answer is accepted, or dice are set that cannot fall."""


class Numbers(Protocol):
    """A source of numbers."""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        ...


class Playout:
    """A table that is played on. Its events are not kept, nor are the tables before this one."""

    def __init__(self, game: Game, table: Table, chance: Chance) -> None:
        """Start from a table, which is left untouched, and a source of chance."""
        self.game = game
        self.table = table
        self.prompts: Prompts = game.prompts(table)
        self.commands = 0
        self._chance = chance
        self._steps: Sequence[Step] = game.open_steps(table)

    def play(self, seat: Seat, command: Command) -> None:
        """Carry out one command by the rules; raises Illegal, and then nothing has happened."""
        check_command(self.table, self._steps, seat, command, self.prompts)
        draft = Draft(self.table, self._chance, self._steps)
        try:
            self.prompts = run_command(draft, seat, command)
        except MatchOver:
            self.prompts = ()
        self.table = draft.table
        self._steps = draft.steps  # type: ignore[assignment]  # A game's steps are all Steps.
        self.commands += 1

    def would_accept(self, seat: Seat, command: Command) -> bool:
        """Whether a command would be carried out now."""
        try:
            check_command(self.table, self._steps, seat, command, self.prompts)
        except Illegal:
            return False
        return True

    def view(self, seat: Seat) -> Table:
        """The table as a seat sees it, with the questions that are open."""
        if self.commands:  # The table that was begun with has them, and is not ours to write to.
            steps = msgspec.Raw(_ENCODER.encode(self._steps))
            force_setattr(self.table, "steps", steps)
        return view(self.table, seat)

    def answer(self, prompt: Prompt, player: Player, numbers: Numbers) -> Command:
        """Let a player answer a prompt, and carry that out; gives the command.

        Offers may ask for things that hold of all slots together, so random players try again, and
        the bot goes on at random. Raises Illegal for a wrong answer of a function, NotPlayable.
        """
        if callable(player):
            command = player(self.view(prompt.seat), prompt, numbers.below)
            self.play(prompt.seat, command)
            return command
        if player == BOT:
            command = self.game.policy(self.view(prompt.seat), prompt, numbers.below)
            if self._accepts(prompt, command):
                return command
        for _ in range(ANSWERS_TRIED):
            command = random_command(prompt, self.game.verbs, numbers.below)
            if self._accepts(prompt, command):
                return command
        raise NotPlayable(f"no answer of {ANSWERS_TRIED} to {prompt.question!r} is accepted")

    def _accepts(self, prompt: Prompt, command: Command) -> bool:
        try:
            self.play(prompt.seat, command)
        except Illegal:
            return False
        return True


def check_player(player: Player) -> None:
    """Raise NotPlayable for a player that there is not."""
    if not callable(player) and player not in (BOT, RANDOM):
        raise NotPlayable(f"no player {player!r}; there are {BOT}, {RANDOM}, or a function")


def players_of(table: Table, players: Player | Mapping[Seat, Player]) -> dict[Seat, Player]:
    """The player of every seat; where some are given by seat, the bot plays the others."""
    named = players if isinstance(players, Mapping) else dict.fromkeys(table.seats, players)
    unknown = set(named).difference(table.seats)
    if unknown:
        seats = ", ".join(table.seats)
        raise NotPlayable(f"no seat {min(unknown)!r} at this table; there are: {seats}")
    for player in named.values():
        check_player(player)
    return {seat: named.get(seat, BOT) for seat in table.seats}
