"""Offers at the terminal: how they are printed, and how a typed answer becomes a command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from wardiary.tools.context import BadInput

if TYPE_CHECKING:
    from wardiary.domain.play.commands import Command
    from wardiary.domain.play.game import Game
    from wardiary.domain.play.prompts import Candidate, Offer, Prompt, Slot
    from wardiary.projections.naming import Names

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


def menu(prompt: Prompt, names: Names) -> Iterator[str]:
    """The offers of a prompt in plain words, one a line, numbered from 1."""
    from wardiary.projections.offers import offer_labels

    for label, offer in zip(offer_labels(names, prompt), prompt.offers, strict=True):
        tie = f" ({names.text(offer.constraint)})" if offer.constraint else ""
        yield f"{label}{_open_slots(offer)}{tie} [{offer.rule}]"


def menu_as_text(prompt: Prompt) -> Iterator[str]:
    """The offers of a prompt in the form in which they may be typed, one a line."""
    return map(offer_text, prompt.offers)


def numbered(lines: Iterable[str]) -> Iterator[str]:
    """Lines with numbers from 1."""
    together = list(lines)
    width = len(str(len(together)))
    for number, line in enumerate(together, 1):
        yield f"  {number:>{width}}  {line}"


def _open_slots(offer: Offer) -> str:
    """What an offer leaves open: ", target (2)"."""
    return "".join(
        f", {slot.name.replace('_', ' ')} ({len(slot.candidates)})"
        for slot in offer.slots
        if not slot.is_fixed
    )


Foresee = Callable[["Command"], str]


def nothing(command: Command) -> str:
    """For where nothing is to be said of a command beforehand."""
    return ""


def only_value(slot: Slot) -> Any:
    """The value of a slot that can be filled in one way only."""
    return slot.candidates if slot.many else slot.candidates[0]


class PromptReader:
    """Turns what a person types at a prompt into a command; asks slot by slot where it must."""

    def __init__(
        self, game: Game, names: Names, ask: Ask, say: Say, foresee: Foresee = nothing
    ) -> None:
        """`names` are those of the seat's own view; `foresee` says of a command in a word or two
        what it would mean, and is asked where it is the last choice.
        """
        self.game = game
        self.names = names
        self.ask = ask
        self.say = say
        self.foresee = foresee

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

        kind = self.game.verbs[offer.verb]
        values: dict[str, Any] = {"do": offer.verb}
        values |= {slot.name: only_value(slot) for slot in offer.slots if slot.is_fixed}
        still_open = [slot for slot in offer.slots if not slot.is_fixed]
        for slot in still_open:

            def command_with(candidate: Candidate, slot: Slot = slot) -> Command:
                return msgspec.convert({**values, slot.name: candidate}, kind)

            is_last = slot is still_open[-1] and not slot.many
            values[slot.name] = self._value(slot, command_with if is_last else None)
        return msgspec.convert(values, kind)

    def _value(self, slot: Slot, command_with: Callable[[Candidate], Command] | None) -> Any:
        for line in self._listed(slot, command_with):
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

    def _listed(
        self, slot: Slot, command_with: Callable[[Candidate], Command] | None
    ) -> Iterator[str]:
        """The candidates with numbers to type, unless they are numbers themselves; with what each
        would mean where it is the last choice.
        """
        if _is_of_numbers(slot):
            return
        for number, candidate in enumerate(slot.candidates, 1):
            meaning = self.foresee(command_with(candidate)) if command_with else ""
            yield f"    {number:>2}  {self._named(slot, candidate)}{meaning and f': {meaning}'}"

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
        """A candidate for people: a piece with its title and place, a space, or another word."""
        return _names_of(slot, candidate)[0] if candidate == "" else self.names.of(candidate)


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
