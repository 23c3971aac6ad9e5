"""The random player: any filling of any offer, all offers equally likely."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from wardiary.domain.play.commands import Command
from wardiary.domain.play.game import Rng
from wardiary.domain.play.prompts import Offer, Prompt, Slot


def random_command(prompt: Prompt, verbs: Mapping[str, type[Command]], rng: Rng) -> Command:
    """A command on offer, drawn with `rng` (a number below its argument)."""
    return fill(prompt.offers[rng(len(prompt.offers))], verbs, rng)


def fill(offer: Offer, verbs: Mapping[str, type[Command]], rng: Rng) -> Command:
    """An offer taken up, its slots filled at random."""
    values = {slot.name: _draw(slot, rng) for slot in offer.slots}
    return msgspec.convert({"do": offer.verb, **values}, verbs[offer.verb])


def _draw(slot: Slot, rng: Rng) -> Any:
    if not slot.many:
        return slot.candidates[rng(len(slot.candidates))]
    number = slot.least + rng(slot.most - slot.least + 1)
    if slot.repeatable:
        return tuple(slot.candidates[rng(len(slot.candidates))] for _ in range(number))
    left = list(slot.candidates)
    return tuple(left.pop(rng(len(left))) for _ in range(number))
