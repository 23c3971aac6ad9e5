"""Prompts and offers: what a seat is asked and all its possible answers, as data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from wardiary.domain.play.commands import Command, verb_of
from wardiary.domain.table.pieces import Seat

Candidate = str | int


class Slot(msgspec.Struct, frozen=True):
    """One slot of a command: its candidates, and how many of them may be named.

    With `many` the value is a tuple of `least` to `most` candidates, in any order and each at most
    once unless `repeatable`; else it is one candidate.
    """

    name: str
    candidates: tuple[Candidate, ...]
    least: int = 1
    most: int = 1
    many: bool = False
    repeatable: bool = False

    @property
    def is_fixed(self) -> bool:
        """Whether there is only one way to fill it."""
        if not self.many:
            return len(self.candidates) == 1
        return not self.candidates or (self.least == self.most == len(self.candidates) == 1)

    def accepts(self, value: Any) -> bool:
        """Whether a value fits this slot."""
        if not self.many:
            return value in self.candidates
        return (
            self.least <= len(value) <= self.most
            and all(candidate in self.candidates for candidate in value)
            and (self.repeatable or len(set(value)) == len(value))
        )


class Offer(msgspec.Struct, frozen=True):
    """A command that may be given now: its verb, its slots with their candidates, and the rule.

    `label` is its text for people, `constraint` what else the slots must fulfil together, and
    `facts` are numbers and words that a standing answer may depend on. `warning` says what a seat
    gives up by it, such as actions it has left; clients ask once more before they send it.
    """

    verb: str
    slots: tuple[Slot, ...] = ()
    rule: str = ""
    label: str = ""
    constraint: str = ""
    facts: dict[str, Candidate] = {}
    warning: str = ""


class Prompt(msgspec.Struct, frozen=True):
    """A question to one seat, and all its possible answers."""

    seat: Seat
    offers: tuple[Offer, ...]
    rule: str
    question: str = ""
    facts: dict[str, Candidate] = {}


Prompts = tuple[Prompt, ...]


def fixed_slot(name: str, candidate: Candidate) -> Slot:
    """A slot with a single candidate."""
    return Slot(name, (candidate,))


def choice_slot(name: str, of: Iterable[Candidate]) -> Slot:
    """A slot for exactly one of some candidates."""
    return Slot(name, tuple(of))


def several_slot(
    name: str,
    of: Iterable[Candidate],
    least: int = 0,
    most: int | None = None,
    *,
    repeatable: bool = False,
) -> Slot:
    """A slot for several candidates (any number of them unless `most` is given)."""
    candidates = tuple(of)
    return Slot(
        name, candidates, least, len(candidates) if most is None else most, True, repeatable
    )


def matching_offer(prompt: Prompt, command: Command) -> Offer | None:
    """The offer that a command accepts, or None when it is not on offer."""
    verb = verb_of(command)
    fields = command.__struct_fields__
    for offer in prompt.offers:
        if offer.verb == verb and len(offer.slots) == len(fields):
            if all(slot.accepts(getattr(command, slot.name)) for slot in offer.slots):
                return offer
    return None


def prompt_for(prompts: Prompts, seat: Seat) -> Prompt | None:
    """The prompt of one seat, if it is asked anything."""
    for prompt in prompts:
        if prompt.seat == seat:
            return prompt
    return None
