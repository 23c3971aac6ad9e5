"""The random player: takes any offer, all equally likely, and fills its slots at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from wardiary.domain.play.commands import Command
from wardiary.domain.play.game import Rng
from wardiary.domain.play.prompts import Offer, Prompt, Slot


def random_command(prompt: Prompt, verbs: Mapping[str, type[Command]], rng: Rng) -> Command:
    """A random command of those on offer; `rng(n)` gives a number from 0 to n - 1."""
    return fill(prompt.offers[rng(len(prompt.offers))], verbs, rng)


def fill(offer: Offer, verbs: Mapping[str, type[Command]], rng: Rng) -> Command:
    """A command for this offer, its slots filled at random."""
    values = {slot.name: _draw(slot, rng) for slot in offer.slots}
    return msgspec.convert({"do": offer.verb, **values}, verbs[offer.verb])


def _draw(slot: Slot, rng: Rng) -> Any:
    if not slot.many:
        return slot.candidates[rng(len(slot.candidates))]
    number = slot.least + rng(slot.most - slot.least + 1)
    if slot.repeatable:
        return tuple(slot.candidates[rng(len(slot.candidates))] for _ in range(number))
    remaining = list(slot.candidates)
    return tuple(remaining.pop(rng(len(remaining))) for _ in range(number))
