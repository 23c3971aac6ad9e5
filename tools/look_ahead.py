"""A question at the terminal in plain words, and what its answers would mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wardiary.adapters.matches import Matches
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.game import Rng
from wardiary.domain.play.previews import preview
from wardiary.domain.play.prompts import Prompt
from wardiary.projections.labels import capital, seat_name
from wardiary.projections.naming import Names
from wardiary.projections.offers import (
    PreviewText,
    command_in_words,
    preview_in_short,
    preview_sentences,
    preview_text,
    why_not_texts,
)
from wardiary.projections.redaction import view
from wardiary.tools.context import BadInput
from wardiary.tools.prompt_input import PromptReader, menu, menu_as_text, numbered


class LookAhead:
    """One question to a seat, with the table as that seat sees it."""

    def __init__(self, matches: Matches, match: str, prompt: Prompt) -> None:
        """The question is asked now."""
        self.game = matches.game_of(match)
        self.prompt = prompt
        self.view = view(matches.history(match).table, prompt.seat)
        self.names = Names(self.game, self.view, prompt.seat)

    def question(self) -> Iterator[str]:
        """The question and its offers, numbered."""
        asked = capital(self.names.text(self.prompt.question)) or "What do you do?"
        yield f"{seat_name(self.prompt.seat)}  {asked}"
        yield from numbered(menu(self.prompt, self.names))

    def as_text(self) -> Iterator[str]:
        """The offers in the form in which they may be typed."""
        return numbered(menu_as_text(self.prompt))

    def reader(self, ask: Callable[[str], str]) -> PromptReader:
        """What turns a typed answer into a command."""
        return PromptReader(self.game, self.names, ask, print, self._in_short)

    def look(self, command: Command | str) -> Iterator[str]:
        """What a command would mean, line by line; raises BadInput where it is refused."""
        try:
            typed = self.game.command(command) if isinstance(command, str) else command
            foreseen = self._foreseen(typed)
        except Illegal as illegal:
            raise BadInput(self.names.text(str(illegal))) from None
        yield f"{foreseen.says}:"
        yield from (f"  {line}" for line in preview_sentences(foreseen))

    def why_not(self, words: str) -> Iterator[str]:
        """Why a piece or space, named by its id or title, cannot do what one would expect of it."""
        called = (piece for piece in self.view.pieces if self._is_called(piece, words))
        token = words if words in self.view.pieces else next(called, words)
        reasons = why_not_texts(self.names, self.game.why_not(self.view, self.prompt.seat, token))
        for reason in reasons:
            yield f"not {reason.what.lower()}: {reason.why} [{reason.rule}]"
        if not reasons:
            yield "nothing is known to hinder it"

    def _is_called(self, piece: str, words: str) -> bool:
        return self.names.of(piece).lower() == words.lower()

    def hint(self, rng: Rng) -> Iterator[str]:
        """Advice for the question, and what the bot would answer."""
        if self.game.guide and self.prompt.rule in self.game.guide.hints:
            yield self.game.guide.hints[self.prompt.rule]
        command = self.game.policy(self.view, self.prompt, rng)
        yield f"The bot would: {command_in_words(self.names, command)}."

    def _foreseen(self, command: Command) -> PreviewText:
        seat = self.prompt.seat
        result = preview(self.game, self.view, seat, command, self.prompt)
        return preview_text(self.game, self.view, seat, command, result)

    def _in_short(self, command: Command) -> str:
        try:
            return preview_in_short(self._foreseen(command))
        except Illegal as illegal:
            return f"not possible [{illegal.rule}]"
