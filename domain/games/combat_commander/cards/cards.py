"""Destiny cards in play: turned up, drawn, played from the hand (1.1 to 1.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from wardiary.domain.games.combat_commander.components.names import ActionName, OrderName
from wardiary.domain.games.combat_commander.components.printed import (
    HAND_SIZE,
    Card,
    pack_of,
    scenario_of,
)
from wardiary.domain.games.combat_commander.table.zones import deck, discards, hand, initiative
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.errors import ImpossibleEvent
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def card_of(table: Table, piece: PieceId) -> Card:
    """What is printed on a card."""
    return pack_of(table).cards[table.pieces[piece].kind]


def odds(table: Table, seat: Seat, pool: str) -> Mapping[int, int] | None:
    """1.9: how often each number is among the dice of a seat's whole deck."""
    if pool != "card":
        return None
    cards = pack_of(table).decks[scenario_of(table).force(seat).nation]
    return Counter(face for card in cards for face in (card.white, card.red))


def hand_size(table: Table, seat: Seat) -> int:
    """1.1: by the attitude of the seat."""
    return HAND_SIZE[scenario_of(table).force(seat).attitude]


def is_defender(table: Table, seat: Seat) -> bool:
    """Whether the scenario makes this seat a defender."""
    return scenario_of(table).force(seat).attitude == "defender"


def turn_up(draft: Draft, seat: Seat, *, rule: str) -> PieceId:
    """1.3: the top card of a seat's deck goes face up onto its discards."""
    pile = draft.table.zone(deck(seat))
    if not pile:
        raise ImpossibleEvent(f"the deck of {seat} is empty and was not shuffled again")
    draft.move(pile[0], discards(seat), at=0, rule=rule)
    return pile[0]


def deck_ran_out(table: Table, seat: Seat) -> bool:
    """6.1.2: whether the last card of a deck has been drawn."""
    return not table.zone(deck(seat))


def initiative_holder(table: Table) -> Seat:
    """9.1, G-card: the seat that may void the next roll; the initiative card is in no hand."""
    return "axis" if table.zone(initiative("axis")) else "allies"


def cards_for(table: Table, seat: Seat, action: ActionName) -> tuple[PieceId, ...]:
    """The cards in a seat's hand that can be played for an action."""
    return tuple(
        piece for piece in table.zone(hand(seat)) if card_of(table, piece).action == action
    )


def orders_in_hand(table: Table, seat: Seat, order: OrderName) -> tuple[PieceId, ...]:
    """The cards in a seat's hand that show an order; "fire" serves as opportunity fire too."""
    return tuple(piece for piece in table.zone(hand(seat)) if card_of(table, piece).order == order)


def could_hold(table: Table, seat: Seat, *actions: ActionName) -> bool:
    """Whether some hand of this seat could contain one of these actions.

    This follows from what everybody knows: the deck list, the open discards and the number of cards
    in hand. A seat that could hold such a card is asked, whether it does or not.
    """
    if not table.zone(hand(seat)):
        return False
    pieces, cards = table.pieces, pack_of(table).cards
    possible = table.zone(hand(seat)) + table.zone(deck(seat))
    return any(cards[pieces[piece].kind].action in actions for piece in possible)


def could_hold_order(table: Table, seat: Seat, order: OrderName) -> bool:
    """Whether some hand of this seat could contain an order."""
    if not table.zone(hand(seat)):
        return False
    pieces, cards = table.pieces, pack_of(table).cards
    possible = table.zone(hand(seat)) + table.zone(deck(seat))
    return any(cards[pieces[piece].kind].order == order for piece in possible)


def play(draft: Draft, seat: Seat, card: PieceId, *, rule: str) -> None:
    """1.5, 1.6, 5.2: a card that is played goes at once to the discards."""
    draft.move(card, discards(seat), at=0, rule=rule)
