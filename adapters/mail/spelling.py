"""Orders written as people call things: "choose rifle squad at A9" for "choose axis-rifle-3".

A name is understood where it can mean one thing only. What could be two things is not guessed,
unless they are alike in everything that can be seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache, cached_property
from itertools import islice

from wardiary.adapters.mail.characters import plain
from wardiary.adapters.mail.forms import commands_of
from wardiary.domain.play.commands import to_text
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.pieces import Piece, is_hidden
from wardiary.projections.board import board
from wardiary.projections.labels import piece_title, seat_name
from wardiary.projections.naming import Names
from wardiary.projections.offers import command_in_words

_SPACES = re.compile(r"\s+")
_COMMA = re.compile(r" *, *")
_AT = re.compile(r" (?:at|on|in hex|in space) ")
_BREAK = r"(?<![\w/-]){}(?![\w/-])"
FIRST_PLACE = 0xE000
_PLACES = re.compile("[\ue000-\uf8ff]")
"""Characters that nothing is written with: each holds the place of an id."""
SIMILAR = 0.5
NOT_ASKED = "it is no order for what you are asked now"
CERTAIN = 3
"""So many words of a command itself are no prose."""
MOST_SAID = 500
"""So many ways to take up an offer are put into words; beyond, lines are read slot by slot."""


class Ambiguous(WardiaryError):
    """A name that could mean several things: what it was, and what they are called."""

    def __init__(self, name: str, options: tuple[str, ...]) -> None:
        super().__init__(name)
        self.name, self.options = name, options


class Spelling:
    """How one seat may write what it sees and is asked."""

    def __init__(self, names: Names, prompt: Prompt | None) -> None:
        self.names, self._offers = names, prompt.offers if prompt else ()

    def with_ids(self, words: str) -> str:
        """The words of an order with ids in place of names. Raises Ambiguous.

        What stands in place of a name is no name itself: each word is replaced once.
        """
        text = _AT.sub(" in ", _PLACES.sub("", _normal(words)))
        meant: list[str] = []
        for spelling in sorted(self._meant, key=len, reverse=True):
            pattern = _BREAK.format(re.escape(spelling))
            if re.search(pattern, text):
                text = re.sub(pattern, chr(FIRST_PLACE + len(meant)), text)
                meant.append(self._one_of(spelling))
        text = _PLACES.sub(lambda place: meant[ord(place[0]) - FIRST_PLACE], text)
        return _COMMA.sub(",", text)

    def order_said(self, line: str) -> str:
        """The order that a line says in plain words, as the notice has them in brackets, or ""."""
        return self._said.get(_normal(line), "")

    def nearest(self, line: str, forms: Mapping[str, str]) -> str:
        """Of the forms of orders, by their lines and words, the one that a line is most like."""
        known = {_normal(form): line for line, says in forms.items() for form in (line, says)}
        close = get_close_matches(_normal(line), list(known), n=1, cutoff=SIMILAR)
        return known[close[0]] if close else ""

    def _one_of(self, spelling: str) -> str:
        words = self._meant[spelling]
        pieces = self.names.table.pieces
        looks = {_look(pieces[word]) if word in pieces else (word,) for word in words}
        if len(looks) > 1:
            raise Ambiguous(spelling, tuple(self.names.of(word) for word in words))
        return words[0]

    @cached_property
    def _meant(self) -> dict[str, tuple[str, ...]]:
        """What each spelling may mean: what is asked about first, and whole names before short
        ones, then anything that is seen.
        """
        asked = list(dict.fromkeys(self._candidates()))
        seen = [word for word in self.names.table.pieces if not is_hidden(word)]
        meant: dict[str, tuple[str, ...]] = {}
        for words, spell in (
            (asked, self._whole_name),
            (asked, self._short_names),
            (seen, lambda word: (*self._whole_name(word), *self._short_names(word))),
        ):
            found: dict[str, dict[str, None]] = {}
            for word in words:
                for spelling in spell(word):
                    found.setdefault(spelling, {})[word] = None
            meant |= {each: tuple(found[each]) for each in found.keys() - meant.keys()}
        return meant

    def _candidates(self) -> Iterator[str]:
        for offer in self._offers:
            for slot in offer.slots:
                yield from (word for word in slot.candidates if isinstance(word, str) and word)

    def _whole_name(self, word: str) -> Iterator[str]:
        name = _normal(self.names.of(word))
        if name and name != word.casefold():
            yield name

    def _short_names(self, word: str) -> Iterator[str]:
        """A piece by its title or name without its side, with its place or without."""
        piece = self.names.table.pieces.get(word)
        if piece is None:
            return
        name = _normal(self.names.of(word))
        title = _normal(piece_title(self.names.game, self.names.table, piece))
        side = _normal(seat_name(piece.owner)) if piece.owner else ""
        place = name.rpartition(" in ")[2] if " in " in name else ""
        for short in (title, title.removeprefix(f"{side} "), name.removeprefix(f"{side} ")):
            yield short
            if place and not short.endswith(f" in {place}"):
                yield f"{short} in {place}"

    @cached_property
    def _said(self) -> dict[str, str]:
        """The plain words of every order that can be given just so, where they mean one order."""
        said: dict[str, set[str]] = {}
        for offer in self._offers:
            for command in islice(commands_of(self.names.game, offer), MOST_SAID):
                words = _normal(command_in_words(self.names, command))
                said.setdefault(words, set()).add(to_text(command))
        return {words: next(iter(lines)) for words, lines in said.items() if len(lines) == 1}

    def order_in_words(self, line: str) -> str:
        """An order put as its command is in plain words, "attack Scouts B with Riflemen A", or "".

        Raises Ambiguous.
        """
        text = _normal(line)
        for verb in dict.fromkeys(offer.verb for offer in self._offers):
            kind = self.names.game.verbs[verb]
            found = _pattern(kind.says).fullmatch(text) if kind.says else None
            if found is None:
                continue
            values = {slot: self.with_ids(words) for slot, words in found.groupdict("-").items()}
            fields = [values.get(name, "-") for name in kind.__struct_fields__]
            if all(map(self._is_known, fields)):
                return " ".join([verb, *fields])
        return ""

    def said_later(self, line: str) -> str | None:
        """Whether a line puts a command in plain words that may be asked for later: "" for one
        about things that there are, a doubt where only its own words tell it, None for prose.
        """
        text, told = _normal(line), None
        for kind in self.names.game.verbs.values():
            found = _pattern(kind.says).fullmatch(text) if kind.says else None
            if found is None:
                continue
            filled = [words for words in found.groupdict().values() if words]
            known = [self._is_thing(words) for words in filled]
            if all(known):
                return ""
            spoken = len(text.split()) - sum(len(words.split()) for words in filled)
            if spoken >= CERTAIN or any(map(self._is_somewhere, filled)):
                told = NOT_ASKED
        return told

    def _is_thing(self, words: str) -> bool:
        """Whether words name what there is, or a number; a piece may be in another place then."""
        try:
            value = self.with_ids(words)
        except Ambiguous:
            return False
        parts = (part for some in value.split(",") for part in some.split(" in "))
        return value.isdigit() or all(part in self._things for part in parts)

    def _is_somewhere(self, words: str) -> bool:
        """Whether words name something in a place, though it may not be there yet."""
        return _normal(words).rpartition(" in ")[2] in self._things

    @cached_property
    def _things(self) -> frozenset[str]:
        table = self.names.table
        spaces = [space.stack for space in board(table, self.names.game).spaces]
        places = (word for stack in spaces for word in (stack.zone, _normal(stack.name)))
        words = (*table.pieces, *table.zones, *places)
        return frozenset(word.casefold() for word in words) | self._ids

    def _is_known(self, value: str) -> bool:
        """Whether a slot is filled by something that there is."""
        table = self.names.table
        known = self._ids
        return value == "-" or all(
            part in known or part in table.pieces or part in table.zones
            for part in value.split(",")
        )

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(word.casefold() for word in self._candidates())


@cache
def _pattern(says: str) -> re.Pattern[str]:
    """What a line looks like that puts a command in its plain words."""
    escaped = re.escape(_normal(says).replace("[", "\x01").replace("]", "\x02"))
    optional = escaped.replace("\x01", "(?:").replace("\x02", ")?")
    return re.compile(re.sub(r"\\{(\w+)(?:\\\|\w+)?\\}", r"(?P<\1>.+?)", optional))


def _look(piece: Piece) -> tuple[object, ...]:
    """All that can be seen of a piece but its id."""
    marks = tuple(sorted(piece.marks.items()))
    return (piece.kind, piece.owner, piece.zone, piece.face, marks, piece.host)


def _normal(words: str) -> str:
    return _SPACES.sub(" ", plain(words)).strip().rstrip(".").casefold()
