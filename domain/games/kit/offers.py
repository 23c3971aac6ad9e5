"""Offers of common shapes."""

from __future__ import annotations

from msgspec.structs import replace

from wardiary.domain.play.commands import Command, verb_of
from wardiary.domain.play.prompts import Candidate, Offer, Slot, fixed_slot


def offer(command: type[Command], rule: str, label: str, *slots: Slot, **fixed: Candidate) -> Offer:
    """An offer of a command: slots with a choice and `fixed` ones, in the order of its fields."""
    by_name = {slot.name: slot for slot in slots}
    for name, value in fixed.items():
        by_name[name] = fixed_slot(name, value)
    ordered = tuple([by_name[name] for name in command.__struct_fields__])
    return Offer(verb_of(command), ordered, rule, label)


def warned(offer: Offer, warning: str) -> Offer:
    """The offer with what is given up by it, "" for nothing; clients ask once more."""
    return replace(offer, warning=warning)
