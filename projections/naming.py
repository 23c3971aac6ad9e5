"""What pieces, spaces and seats are called where a command, an offer or a text names them by id.

A piece is called by what is printed on it and by where it is. Of a piece that a role does not know
only "a card" is said, whatever text its id stands in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Candidate, Prompt
from wardiary.domain.table.pieces import PieceId, Seat, Zone, is_hidden
from wardiary.domain.table.table import Table
from wardiary.projections.labels import (
    cards,
    counted,
    listing,
    piece_name,
    piece_title,
    plain,
    seat_name,
    zone_label,
    zone_title,
)
from wardiary.projections.redaction import can_see, knows

NOTHING, STAY = "nothing", "stay"
WAYS = ("path", "to")
"""Slots that say where to go; an empty one means staying."""
_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-/][A-Za-z0-9]+)+|[a-z]+[0-9]+\b|[a-z]{2,}\b")
_PATH, _GROUP = ",", "+"


class Names:
    """What one role calls everything on a table; `table` may be the whole one or a view of it."""

    def __init__(self, game: Game, table: Table, role: Seat, speaker: Seat = "") -> None:
        """Titles and places are those of this table; the hand of `speaker`, else of the role, goes
        without saying.
        """
        self.game, self.table, self.role = game, table, role
        self.speaker = speaker or role

    @cached_property
    def _spaces(self) -> frozenset[Zone]:
        if self.table.pack is None:
            return frozenset()
        layout = self.game.layout(self.table)
        return frozenset(zone for zone, _, _ in layout.spaces)

    def of(self, word: Candidate) -> str:
        """A candidate or the value of a slot: a piece, a space, a way over spaces, a word."""
        if not isinstance(word, str):
            return str(word)
        if not word:
            return NOTHING
        if " " in word:
            return word
        if is_hidden(word):
            return cards(1)
        if word in self.table.pieces:
            return self.piece(word)
        if word in self.table.seats:
            return seat_name(word)
        return self._several(word) or self._place_or_word(word)

    def _several(self, word: str) -> str:
        """Spaces of a way, or pieces of a group, where a word names several; else ""."""
        for mark in (_PATH, _GROUP):
            if mark in word:
                names = [self.of(part) for part in word.split(mark)]
                return " → ".join(names) if mark == _PATH else listing(counted(names))
        return ""

    def _place_or_word(self, word: str) -> str:
        if word in self.table.zones or word in self.table.visibility or word in self._spaces:
            return zone_label(self.game, self.table, word)
        return zone_title(self.game, self.table, word) or plain(word)

    def several(self, words: Iterable[Candidate]) -> str:
        """Values in their order, equal ones counted."""
        return listing(counted(self.of(word) for word in words))

    def piece(self, piece_id: PieceId) -> str:
        """A piece by its title and place; by its title alone in the role's own hand."""
        if not knows(self.table, self.role, piece_id):
            return cards(1)
        piece = self.table.pieces[piece_id]
        visibility = self.table.visibility_of(piece.zone)
        if visibility.who == "owner" and visibility.owner == self.speaker:
            return piece_title(self.game, self.table, piece)
        return f"{piece_name(self.game, self.table, piece)}{self._at(piece.zone)}"

    def with_face(self, word: str, face: Candidate | None) -> str:
        """A piece as it is called with this face up."""
        piece = self.table.pieces.get(word)
        if piece is None or not isinstance(face, str) or not knows(self.table, self.role, word):
            return self.of(word)
        return piece_title(self.game, self.table, replace(piece, face=face))

    def _at(self, zone: Zone) -> str:
        """Where a zone is, such as " in 13B"; "" away from the board."""
        if not can_see(self.table, self.role, zone):
            return ""
        title = zone_title(self.game, self.table, zone)
        if title:
            return f" in {title}"
        return f" in {zone_label(self.game, self.table, zone)}" if zone in self._spaces else ""

    def text(self, words: str) -> str:
        """A text with the ids in it replaced by names."""
        return _ID.sub(lambda match: self._named(match[0]) or match[0], words)

    def phrase(self, words: str) -> str:
        """What a roll or total is for: ids are replaced by names, and hyphens by spaces."""
        return _ID.sub(lambda match: self._named(match[0]) or plain(match[0]), words)

    def _named(self, word: str) -> str:
        """The name of what a word in a text is the id of; "" for any other word."""
        table = self.table
        if word in table.seats:
            return seat_name(word)
        if not any(sign in word for sign in "-/0123456789"):
            return ""
        if word in table.pieces:
            return self.piece(word)
        if word in table.zones or word in table.visibility:
            return zone_label(self.game, table, word)
        return ""

    def of_prompt(self, prompt: Prompt) -> dict[str, str]:
        """The names of all words that may fill a slot of a prompt; two things get two names."""
        words = {
            candidate: None
            for offer in prompt.offers
            for slot in offer.slots
            for candidate in slot.candidates
            if isinstance(candidate, str)
        }
        stays = any(slot.name in WAYS for offer in prompt.offers for slot in offer.slots)
        called = {word: self.of(word) for word in words}
        return distinct(called | {"": STAY} if stays and "" in called else called)


def distinct(names: Mapping[str, str]) -> dict[str, str]:
    """Names by word; equal ones are numbered, in the order in which they come."""
    total, seen = Counter(names.values()), Counter[str]()
    numbered = {}
    for word, name in names.items():
        seen[name] += 1
        numbered[word] = f"{name} ({seen[name]})" if total[name] > 1 else name
    return numbered


# Commands in plain words

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
_EMPTY = ("-", "none")


def command_text(
    names: Names,
    verb: str,
    says: str,
    words: Mapping[str, Any],
    open_words: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """A command in plain words: "attack US Scouts A in 12B with Riflemen A".

    `says` is how its class puts it, `words` are its slots; for one that is still open, None,
    `open_words` has what to say. `{card|face}` is a piece by the title of the face that another
    slot names. Without `says` the verb is given with the values of its slots.
    """

    def name(slot: str, face: str = "") -> str:
        value = words.get(slot)
        if face and isinstance(value, str):
            return names.with_face(value, words.get(face))
        if value is None:
            return open_words.get(slot, "…")
        return names.several(value) if isinstance(value, (list, tuple)) else names.of(value)

    def is_empty(slot: str) -> bool:
        value = words.get(slot, "?")
        return value is not None and (not value or value in _EMPTY)

    def part(match: re.Match[str]) -> str:
        slots = (slot for slot, _ in _SLOT.findall(match[1]))
        return "" if any(map(is_empty, slots)) else match[1]

    if not says:
        values = [name(slot) for slot in words if not is_empty(slot)]
        return f"{plain(verb)}: {', '.join(values)}" if values else plain(verb)
    return _SLOT.sub(lambda match: name(match[1], match[2] or ""), _OPTIONAL.sub(part, says))
