"""Who plays by itself: seats held by bots, and seats that left standing answers."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from wardiary.adapters.matches import (
    CommandResult,
    CurrentState,
    Matches,
    MatchIsPaused,
    StalePosition,
)
from wardiary.domain.play.commands import Command
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.play.resigning import stand_in
from wardiary.domain.play.table_commands import BOTS, RANDOM_BOT, RESIGNED, STRONG_BOT, AgreeRewind
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.lab.strong import Thinking, strong_command
from wardiary.projections.redaction import view

BOT_HOLDERS = (*BOTS, RESIGNED["bot"])
SECONDS, MOST_SAMPLES = 1.0, 256


def thinking_a_second() -> Thinking:
    """Thinking that ends after a second, in the middle of a rollout if need be."""
    end = monotonic() + SECONDS
    return Thinking(MOST_SAMPLES, enough=lambda: monotonic() >= end)


class BotPlayers:
    """Plays on wherever no person is waited for. Bots see only what their own seat sees."""

    def __init__(
        self, matches: Matches, thinking: Callable[[], Thinking] = thinking_a_second
    ) -> None:
        """Play on the matches of one application; `thinking` is that of strong bots on an order."""
        self.matches, self.thinking = matches, thinking

    def rng(self, bound: int) -> int:
        """A number below `bound`, from the application's entropy."""
        return int.from_bytes(self.matches.entropy(8), "big") % bound

    def choose(self, game: Game, table: Table, prompt: Prompt, holder: str) -> Command:
        """What a bot answers to a prompt; `table` is the whole one and is redacted here."""
        if holder == RANDOM_BOT:
            return random_command(prompt, game.verbs, self.rng)
        if holder == STRONG_BOT:
            return strong_command(game, table, prompt, self.rng, self.thinking())
        return game.policy(view(table, prompt.seat), prompt, self.rng)

    def play_on(
        self, match: str, bound: int = 100_000, *, fresh: bool = True
    ) -> list[CommandResult]:
        """Give standing answers and bots' commands until a person is asked or the match is over.

        In a paused match nothing is given. `bound` limits the commands of one call. The line need
        not be `fresh` right after a command.
        """
        results: list[CommandResult] = []
        for _ in range(bound):
            try:
                answer = self._play_one(match, fresh=fresh)
            except StalePosition:  # Somebody else plays on as well; look again.
                fresh = True
                continue
            except MatchIsPaused:
                break
            if answer is None:
                break
            results.append(answer)
        return results

    def _play_one(self, match: str, *, fresh: bool) -> CommandResult | None:
        matches = self.matches
        now = matches.current(match, fresh=fresh)
        table, at = now.table, now.table.position
        if table.result is not None:
            return None
        agrees = self._bot_to_agree(now)
        if agrees is not None:
            return matches.command(match, agrees, AgreeRewind(), expected=at)
        standing = matches.give_standing_answer(match, now)
        if standing is not None:
            return standing
        for prompt in now.prompts:
            holder = table.holders.get(prompt.seat, "")
            if holder in BOT_HOLDERS:
                command = self.choose(matches.game_of(match), table, prompt, holder)
                by = stand_in(table, prompt.seat)
                return matches.command(match, prompt.seat, command, expected=at, by=by)
        return None

    def _bot_to_agree(self, now: CurrentState) -> Seat | None:
        """A bot agrees to every rewind: it has nothing to lose but the game."""
        waiting = now.rewind.waiting if now.rewind else ()
        return next((seat for seat in waiting if now.table.holders.get(seat) in BOT_HOLDERS), None)
