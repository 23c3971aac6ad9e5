"""What a typed line means: an order by ids, by names, or in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from wardiary.adapters.mail.forms import (
    NOTHING,
    TABLE_ORDERS,
    is_standing,
    is_wanted_anyway,
    order_forms,
)
from wardiary.adapters.mail.spelling import NOT_ASKED, Ambiguous, Spelling
from wardiary.domain.play.commands import Command, Illegal, from_text, usage
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.play.standing import StandingAnswer
from wardiary.projections.naming import Names
from wardiary.projections.standing_words import read_standing, words_of


class OrderReader:
    """Reads the lines of one seat's answer: case does not matter, nor quotation marks."""

    def __init__(self, names: Names, prompt: Prompt | None) -> None:
        """`names` is what the seat calls things; `prompt` what it is asked."""
        self.names, self.prompt = names, prompt
        self.verbs: Mapping[str, type[Command]] = {**TABLE_ORDERS, **names.game.verbs}
        offers = prompt.offers if prompt else ()
        words = [str(word) for offer in offers for slot in offer.slots for word in slot.candidates]
        self._spelled = {word.casefold(): word for word in words}

    @cached_property
    def _spelling(self) -> Spelling:
        return Spelling(self.names, self.prompt)

    def why_not(self, line: str) -> str | None:
        """Why a line is no order: "" if it is one, None if it does not even begin like one."""
        words = _words(line)
        if not words:
            return None
        if is_standing(line):
            return self._why_not_standing(line)
        try:
            if words[0].casefold() in self.verbs:
                self.command(line)
            elif not self._in_words(line):
                return self._said_later(line)
        except Ambiguous as ambiguous:
            return _doubt(ambiguous).why
        except Illegal as illegal:
            if self._said_later(line) == "":
                return ""
            nearest = self.nearest(line)
            return f"{illegal.why}; it is written: {nearest}" if nearest else illegal.why
        return ""

    def _why_not_standing(self, line: str) -> str:
        try:
            self.standing(line)
        except Illegal as illegal:
            return illegal.why
        return ""

    def standing(self, line: str) -> StandingAnswer | None:
        """The standing answer that a line leaves; None where it withdraws all. Raises Illegal."""
        text = " ".join(line.split()[1:])
        if text.casefold() in NOTHING:
            return None
        prompts = (self.prompt,) if self.prompt else ()
        return read_standing(text, self.names.game, words_of(self.names, prompts))

    def command(self, line: str) -> Command:
        """The command that a line means; raises Illegal, with the right form."""
        words = _words(line)
        spelled = [self._spelled.get(word.casefold(), word) for word in words[1:]]
        if all(map(self._is_known, spelled)):
            try:
                return from_text(" ".join([words[0].lower(), *spelled]), self.verbs)
            except Illegal:
                if not self._is_said(line):
                    raise
                return from_text(self._in_words(line), self.verbs)
        return from_text(self._by_names(line), self.verbs)

    def _is_known(self, word: str) -> bool:
        """Whether a word needs no name to be understood: an id, a number, or several of them."""
        table = self.names.table
        parts = (self._spelled.get(part.casefold(), part) for part in word.split(","))
        return all(
            part.casefold() in self._spelled
            or part in table.pieces
            or part in table.zones
            or not part.isalpha()
            for part in parts
        )

    def _by_names(self, line: str) -> str:
        """The line with ids in place of names. Raises Illegal for what could be two things."""
        words = _words(line)
        try:
            if said := self._in_words(line):
                return said
            verb, rest = words[0].lower(), " ".join(words[1:])
            named = self._spelling.with_ids(rest) if rest else ""
        except Ambiguous as ambiguous:
            raise _doubt(ambiguous) from None
        if verb not in self.verbs:
            raise Illegal("Table/Words", NOT_ASKED)
        spelled = [self._spelled.get(word.casefold(), word) for word in named.split()]
        return " ".join([verb, *spelled])

    def _is_said(self, line: str) -> bool:
        """Whether a line is an order in plain words for what is asked now."""
        try:
            return bool(self._in_words(line))
        except Ambiguous:
            return False

    def _said_later(self, line: str) -> str | None:
        """Whether a line is an order in plain words for what may be asked later, when the orders
        above it have run: what it means is seen then. See `Spelling.said_later`.
        """
        return self._spelling.said_later(" ".join(_words(line)))

    def _in_words(self, line: str) -> str:
        text = " ".join(_words(line))
        return self._spelling.order_said(text) or self._spelling.order_in_words(text)

    def nearest(self, line: str) -> str:
        """The order that is most like a line; else how the order that it begins like is written."""
        words = _words(line)
        if self.prompt is not None:
            forms = {form.line: form.says for form in order_forms(self.names, self.prompt)}
            verb = words[0].lower() if words else ""
            same = {form: says for form, says in forms.items() if form.split()[0] == verb}
            if near := self._spelling.nearest(" ".join(words), same or forms):
                return near
        kind = self.verbs.get(words[0].lower()) if words else None
        return usage(kind) if kind else ""


def _doubt(ambiguous: Ambiguous) -> Illegal:
    options = " or ".join(ambiguous.options)
    return Illegal("Table/Words", f"{ambiguous.name} could be {options}")


def _words(line: str) -> list[str]:
    words = line.replace('"', "").replace(" , ", ",").split()
    return words[1:] if is_wanted_anyway(line) else words
