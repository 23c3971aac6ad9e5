"""Refusals by a rule, and offers of one or several slots."""

from __future__ import annotations

from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.prompts import Offer, Slot, fixed_slot

Refusal = tuple[str, str] | None


def refuse(refusal: Refusal) -> None:
    """Raise Illegal for a refusal; nothing for none."""
    if refusal is not None:
        raise Illegal(*refusal)


def offer(verb: str, rule: str, label: str, *slots: Slot) -> Offer:
    """An offer with its slots."""
    return Offer(verb, slots, rule, label)


def single(verb: str, rule: str, label: str, **values: str | int) -> Offer:
    """An offer with every slot fixed."""
    return Offer(
        verb, tuple(fixed_slot(name, value) for name, value in values.items()), rule, label
    )
