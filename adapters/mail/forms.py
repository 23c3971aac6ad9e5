"""Order lines: how an offer is written in a mail."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

import msgspec

from wardiary.domain.play.commands import Command, to_text, verb_of
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Candidate, Offer, Prompt, Slot
from wardiary.domain.play.table_commands import (
    AgreeRewind,
    AskRewind,
    EndVacation,
    GrantTime,
    Pause,
    RefuseRewind,
    Resign,
    Resume,
    TakeVacation,
)
from wardiary.projections.naming import Names
from wardiary.projections.offers import command_in_words, offer_labels

READY_LINES = 12
"""An offer with at most so many ways to take it up is written out, each on a line of its own."""
TABLE_ORDERS = {
    verb_of(kind): kind
    for kind in (
        *(AskRewind, AgreeRewind, RefuseRewind, Resign),
        *(TakeVacation, EndVacation, Pause, Resume, GrantTime),
    )
}
"""What a seat may say by mail beside the commands of its game."""
STAND, NOTHING = "stand", ("nothing", "none")
"""Before a standing answer, and what is said instead of one to withdraw them all."""
ANYWAY = "then"
"""Before an order that is wanted whatever the one above it brings."""


class OrderForm(msgspec.Struct, frozen=True):
    """A way to take up an offer: its line, and what the line means in words.

    Where `choices` are given, the line has a word in capitals for each, to be replaced by one of
    them (or several, joined by commas).
    """

    line: str
    says: str
    rule: str
    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()


def order_forms(names: Names, prompt: Prompt) -> Iterator[OrderForm]:
    """Every way to take up the offers of a prompt."""
    for offer, label in zip(prompt.offers, offer_labels(names, prompt), strict=True):
        commands = list(islice(commands_of(names.game, offer), READY_LINES + 1))
        if commands and len(commands) <= READY_LINES:
            for command in commands:
                says = command_in_words(names, command)
                yield OrderForm(to_text(command), says, offer.rule)
        else:
            yield _template(names, offer, label)


def commands_of(game: Game, offer: Offer) -> Iterator[Command]:
    """The commands of an offer, none where a slot takes several candidates or they are tied."""
    if offer.constraint or any(slot.many and not slot.is_fixed for slot in offer.slots):
        return
    ways = [(slot.candidates,) if slot.many else slot.candidates for slot in offer.slots]
    for values in product(*ways):
        fields = dict(zip((slot.name for slot in offer.slots), values, strict=True))
        yield msgspec.convert({"do": offer.verb, **fields}, game.verbs[offer.verb])


def _template(names: Names, offer: Offer, label: str) -> OrderForm:
    words = [offer.verb, *(_written(slot) for slot in offer.slots)]
    choices = tuple(
        (slot.name.upper(), tuple(_choice(names, word) for word in slot.candidates))
        for slot in offer.slots
        if not slot.is_fixed
    )
    return OrderForm(" ".join(words), label, offer.rule, choices)


def _written(slot: Slot) -> str:
    if not slot.is_fixed:
        return slot.name.upper()
    return ",".join(map(str, slot.candidates)) or "-"


def _choice(names: Names, word: Candidate) -> str:
    name = names.of(word)
    return str(word or "-") if name == str(word) else f"{word or '-'} ({name})"


def is_standing(line: str) -> bool:
    """Whether a line leaves a standing answer instead of ordering something now."""
    return line.casefold().split()[:1] == [STAND]


def is_wanted_anyway(line: str) -> bool:
    """Whether an order is to run whatever happened meanwhile."""
    return line.casefold().split()[:1] == [ANYWAY]
