"""A35.1, A35.3: hidden entrenchments and pillboxes, played before a defence roll."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import cards_for, is_defender, play
from wardiary.domain.games.combat_commander.cards.playing import CardAction
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.attack import OpenAttack
from wardiary.domain.games.combat_commander.fortifications.construction import (
    may_fortify,
    place_fortification,
)
from wardiary.domain.games.combat_commander.table.commands import Play
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot, fixed_slot
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def hexes_for_foxholes(table: Table, attack: OpenAttack) -> tuple[Zone, ...]:
    """A35.1: the hexes under attack that take foxholes, but no buildings."""
    terrain = map_of(table).terrain
    return tuple(
        hex_label
        for hex_label in attack.hexes
        if terrain[hex_label].name != "building" and may_fortify(table, hex_label, "foxholes")
    )


def hexes_for_pillbox(table: Table, attack: OpenAttack) -> tuple[Zone, ...]:
    """A35.3: the objective hexes under attack that take a pillbox."""
    return tuple(
        hex_label
        for hex_label in attack.hexes
        if hex_label in map_of(table).objective_at and may_fortify(table, hex_label, "pillbox")
    )


def entrenchments_offers(table: Table, seat: Seat, attack: OpenAttack) -> Iterator[Offer]:
    """A35.1: the defender's cards."""
    if attack.kind == "mines" or not is_defender(table, seat):
        return
    if hexes := hexes_for_foxholes(table, attack):
        for card in cards_for(table, seat, "hidden-entrenchments"):
            slots = (fixed_slot("card", card), choice_slot("at", hexes))
            facts: dict[str, str | int] = {"action": "hidden-entrenchments"}
            yield Offer("play", slots, "A35.1", "hidden entrenchments", facts=facts)


def reveal_foxholes(draft: Draft, seat: Seat, command: Play) -> None:
    """A35.1: foxholes are placed."""
    play(draft, seat, command.card, rule="A35.1")
    place_fortification(draft, "foxholes", command.at, rule="A35.1")


def pillbox_offers(table: Table, seat: Seat, attack: OpenAttack) -> Iterator[Offer]:
    """A35.3: the defender's cards."""
    if attack.kind == "mines" or not is_defender(table, seat):
        return
    if hexes := hexes_for_pillbox(table, attack):
        for card in cards_for(table, seat, "hidden-pillbox"):
            slots = (fixed_slot("card", card), choice_slot("at", hexes))
            facts: dict[str, str | int] = {"action": "hidden-pillbox"}
            yield Offer("play", slots, "A35.3", "hidden pillbox", facts=facts)


def reveal_pillbox(draft: Draft, seat: Seat, command: Play) -> None:
    """A35.3: a pillbox is placed."""
    play(draft, seat, command.card, rule="A35.3")
    place_fortification(draft, "pillbox", command.at, rule="A35.3")


HIDDEN_ENTRENCHMENTS = CardAction("hidden-entrenchments", entrenchments_offers, reveal_foxholes)
HIDDEN_PILLBOX = CardAction("hidden-pillbox", pillbox_offers, reveal_pillbox)
