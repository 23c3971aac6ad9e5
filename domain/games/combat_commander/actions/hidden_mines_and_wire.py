"""A35.2, A35.5: hidden mines and wire, played by the defender when units enter a hex."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.actions.entry import Entry
from wardiary.domain.games.combat_commander.cards.cards import (
    cards_for,
    could_hold,
    is_defender,
    play,
)
from wardiary.domain.games.combat_commander.cards.playing import CardAction
from wardiary.domain.games.combat_commander.fortifications.construction import (
    may_fortify,
    place_fortification,
)
from wardiary.domain.games.combat_commander.movement.entering import mines_attack
from wardiary.domain.games.combat_commander.table.commands import Play
from wardiary.domain.games.kit.menus import top_step
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, fixed_slot
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def could_hide_something(table: Table, entry: Entry) -> bool:
    """A35.2, A35.5: whether some hand could hold a card for this hex."""
    seat = entry.seat
    return is_defender(table, seat) and (
        (may_fortify(table, entry.hex, "mines") and could_hold(table, seat, "hidden-mines"))
        or (may_fortify(table, entry.hex, "wire") and could_hold(table, seat, "hidden-wire"))
    )


def mines_offers(table: Table, seat: Seat, entry: Entry) -> Iterator[Offer]:
    """A35.2: the defender's cards, if the hex takes mines."""
    if is_defender(table, seat) and may_fortify(table, entry.hex, "mines"):
        for card in cards_for(table, seat, "hidden-mines"):
            slots = (fixed_slot("card", card), fixed_slot("at", entry.hex))
            facts: dict[str, str | int] = {"action": "hidden-mines"}
            yield Offer("play", slots, "A35.2", "hidden mines", facts=facts)


def reveal_mines(draft: Draft, seat: Seat, command: Play) -> None:
    """A35.2: the mines attack at once."""
    entry = top_step(draft, Entry)
    play(draft, seat, command.card, rule="A35.2")
    place_fortification(draft, "mines", entry.hex, rule="A35.2")
    mines_attack(draft, entry.arrived(draft.table))


def wire_offers(table: Table, seat: Seat, entry: Entry) -> Iterator[Offer]:
    """A35.5: the defender's cards, if the hex takes wire."""
    if is_defender(table, seat) and may_fortify(table, entry.hex, "wire"):
        for card in cards_for(table, seat, "hidden-wire"):
            slots = (fixed_slot("card", card), fixed_slot("at", entry.hex))
            facts: dict[str, str | int] = {"action": "hidden-wire"}
            yield Offer("play", slots, "A35.5", "hidden wire", facts=facts)


def reveal_wire(draft: Draft, seat: Seat, command: Play) -> None:
    """A35.5: the wire is placed."""
    play(draft, seat, command.card, rule="A35.5")
    place_fortification(draft, "wire", command.at, rule="A35.5")


HIDDEN_MINES = CardAction("hidden-mines", mines_offers, reveal_mines)
HIDDEN_WIRE = CardAction("hidden-wire", wire_offers, reveal_wire)
