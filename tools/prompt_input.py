"""Offers at the terminal: how they are printed, and how a typed answer becomes a command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from wardiary.tools.context import BadInput

if TYPE_CHECKING:
    from wardiary.domain.play.commands import Command
    from wardiary.domain.play.game import Game
    from wardiary.domain.play.prompts import Candidate, Offer, Prompt, Slot
    from wardiary.domain.table.table import Table

NONE, NOTHING, STAY = "-", "none", "stay"
MOVE_SLOTS = ("path", "to")
"""Slots that say where to go; an empty one means staying."""
Ask = Callable[[str], str]
Say = Callable[[str], None]


def offer_text(offer: Offer) -> str:
    """An offer as text, with open slots in capitals: `attack us-scouts-a-1 TARGET(2)`."""
    words = [offer.verb, *map(_written_slot, offer.slots)]
    label = f"  -- {offer.label}" if offer.label else ""
    tie = f" ({offer.constraint})" if offer.constraint else ""
    return f"{' '.join(words)}{label}{tie} [{offer.rule}]"


def _written_slot(slot: Slot) -> str:
    if slot.is_fixed:
        return ",".join(map(str, slot.candidates)) or "-"
    return f"{slot.name.upper()}({len(slot.candidates)})"


def menu(prompt: Prompt) -> Iterator[str]:
    """The offers of a prompt, one a line, numbered from 1."""
    width = len(str(len(prompt.offers)))
    for number, offer in enumerate(prompt.offers, 1):
        yield f"  {number:>{width}}  {offer_text(offer)}"


class PromptReader:
    """Turns what a person types at a prompt into a command; asks slot by slot where it must."""

    def __init__(self, game: Game, table: Table, ask: Ask, say: Say) -> None:
        """`table` is the seat's own view, which gives pieces their titles and places."""
        self.game = game
        self.table = table
        self.ask = ask
        self.say = say

    def command(self, prompt: Prompt, typed: str) -> Command | str:
        """The command of the offer whose number was typed; other text is returned unchanged."""
        if not _is_number(typed):
            return typed
        number = int(typed)
        if not 1 <= number <= len(prompt.offers):
            raise BadInput(f"there is no offer {number}; there are 1 to {len(prompt.offers)}")
        return self.fill_slots(prompt.offers[number - 1])

    def fill_slots(self, offer: Offer) -> Command:
        """A command for this offer, after asking for each open slot."""
        import msgspec

        values = {slot.name: self._value(slot) for slot in offer.slots}
        return msgspec.convert({"do": offer.verb, **values}, self.game.verbs[offer.verb])

    def _value(self, slot: Slot) -> Any:
        if slot.is_fixed:
            return slot.candidates if slot.many else slot.candidates[0]
        for line in self._listed(slot):
            self.say(line)
        if not slot.many:
            return self._one(slot, self.ask(f"{slot.name}{_hint(slot)}? "))
        how_many = f"{slot.least} to {slot.most}" if slot.least != slot.most else str(slot.least)
        typed = self.ask(f"{slot.name}{_hint(slot)}: {how_many} of them, in order? ")
        words = typed.replace(",", " ").split()
        if words in ([NONE], [NOTHING]) and not {NONE, NOTHING} & {
            str(candidate) for candidate in slot.candidates
        }:
            words = []
        return tuple(self._one(slot, word) for word in words)

    def _listed(self, slot: Slot) -> list[str]:
        """The candidates with numbers to type, unless they are numbers themselves."""
        if _is_of_numbers(slot):
            return []
        return [
            f"    {number:>2}  {self._named(slot, candidate)}"
            for number, candidate in enumerate(slot.candidates, 1)
        ]

    def _one(self, slot: Slot, typed: str) -> Candidate:
        word = typed.strip()
        for candidate in slot.candidates:
            if word in _names_of(slot, candidate):
                return candidate
        if _is_number(word) and 1 <= int(word) <= len(slot.candidates) and not _is_of_numbers(slot):
            return slot.candidates[int(word) - 1]
        raise BadInput(
            f"{typed!r} is none of the {len(slot.candidates)} candidates for {slot.name}"
        )

    def _named(self, slot: Slot, candidate: Candidate) -> str:
        """A candidate for people: a piece with its title and place, else as it is."""
        from wardiary.projections.labels import piece_name, zone_name

        if not isinstance(candidate, str) or candidate not in self.table.pieces:
            return _names_of(slot, candidate)[0]
        piece = self.table.pieces[candidate]
        place = zone_name(piece.zone, self.table.seats)
        return f"{candidate}  {piece_name(self.game, self.table, piece)} in {place}"


def _is_number(word: str) -> bool:
    """Whether a word is a number that may stand in a list."""
    return word.isascii() and word.isdigit() and len(word) < 10


def _names_of(slot: Slot, candidate: Candidate) -> tuple[str, ...]:
    """What may be typed for a candidate, the printed form first."""
    if candidate == "":
        return (STAY if slot.name in MOVE_SLOTS else NOTHING, NONE, "")
    return (str(candidate),)


def _is_of_numbers(slot: Slot) -> bool:
    return all(isinstance(candidate, int) for candidate in slot.candidates)


def _hint(slot: Slot) -> str:
    return f" ({', '.join(map(str, slot.candidates))})" if _is_of_numbers(slot) else ": number"
