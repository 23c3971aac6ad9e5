"""The sensible bot, which looks at its own view and prompt only."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.commands import COMMANDS
from wardiary.domain.games.combat_commander.scenario import COMMANDS as SET_UP_COMMANDS
from wardiary.domain.play.commands import Command, verb_of
from wardiary.domain.play.game import Luck
from wardiary.domain.play.prompts import Offer, Prompt, Slot
from wardiary.domain.table.table import Table

_KINDS = {verb_of(kind): kind for kind in (*COMMANDS, *SET_UP_COMMANDS)}


def policy(table: Table, prompt: Prompt, luck: Luck) -> Command:
    """A command that the prompt offers."""
    del table
    offer = prompt.offers[luck(len(prompt.offers))]
    return fill(offer, luck)


def fill(offer: Offer, luck: Luck) -> Command:
    """An offer with each slot filled at random."""
    values = {slot.name: _pick(slot, luck) for slot in offer.slots}
    return _KINDS[offer.verb](**values)


def _pick(slot: Slot, luck: Luck) -> object:
    if not slot.many:
        return slot.of[luck(len(slot.of))]
    number = slot.least + luck(slot.most - slot.least + 1)
    left = list(slot.of)
    return tuple(left.pop(luck(len(left))) for _ in range(number))
