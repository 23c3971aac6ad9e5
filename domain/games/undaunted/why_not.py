"""Why a card, counter or tile cannot do what one would expect of it in a turn."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.undaunted.board import (
    counters_on_board,
    field_of,
    hand,
    is_counter,
    is_suppressed,
    kind_of_counter,
    marked_tiles,
    opponent,
    tile_of,
)
from wardiary.domain.games.undaunted.card_use import CardUse, is_unit_suppressed
from wardiary.domain.games.undaunted.components import FOG, Card
from wardiary.domain.games.undaunted.round import CARD_ACTIONS
from wardiary.domain.games.undaunted.rulebook import RULES
from wardiary.domain.games.undaunted.scenario import Field
from wardiary.domain.play.why_not import WhyNot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

NEEDS = {
    "attack": ("U-ATK-2", "no enemy counter is on the board"),
    "suppress": ("U-ATK-2", "no enemy counter is on the board"),
    "blast": ("U-ATK-4", "your target marker is not on the board"),
    "control": ("U-CTRL-3", "no marker of yours is there, or an enemy counter is"),
    "recon": ("U-RECON-3", "you hold no Fog of War"),
    "bolster": ("U-BOLS-1", "your supply has no such card"),
    "inspire": ("U-INSP-1", "no such card is in your play area"),
}
"""What an action needs that is not offered: its rule, and what is missing."""


def why_not(table: Table, seat: Seat, token: str) -> tuple[WhyNot, ...]:
    """U-TURN-1, U-TURN-5: of a card in hand, of a counter of the seat, or of a tile."""
    if table.phase != "turn":
        return ()
    if token in table.zone(hand(seat)):
        return tuple(_card(table, seat, token))
    if token in counters_on_board(table, seat):
        return tuple(_counter(table, seat, token))
    if token in field_of(table).cover:
        return tuple(_tile(table, seat, token))
    return ()


def _card(table: Table, seat: Seat, piece: PieceId) -> Iterator[WhyNot]:
    field, kind = field_of(table), table.pieces[piece].kind
    if kind == FOG:
        yield WhyNot("play it", "U-FOG-1", "Fog of War serves as a bid only")
        return
    card = field.cards[kind]
    if is_unit_suppressed(table, seat, card):
        yield WhyNot("act", "U-SUPP-1", "its counter is suppressed; the card turns it ready")
        return
    yield from _actions(table, field, seat, card)


def _actions(table: Table, field: Field, seat: Seat, card: Card) -> Iterator[WhyNot]:
    """Each printed action that is not possible now."""
    tile = tile_of(table, seat, card.kind) if card.combat else ""
    for verb, printed in card.actions.items():
        use = CardUse(table, field, seat, card, printed, tile)
        if not any(CARD_ACTIONS[verb].offers(table, seat, use)):
            rule, why = NEEDS.get(verb, (_rule_of(verb), "it is not possible now"))
            yield WhyNot(verb, rule, why)


def _rule_of(verb: str) -> str:
    return next((rule for rule, text in RULES.items() if text.lower().startswith(verb)), "U-TURN-5")


def _counter(table: Table, seat: Seat, counter: PieceId) -> Iterator[WhyNot]:
    card = field_of(table).cards[kind_of_counter(table, counter)]
    in_hand = [piece for piece in table.zone(hand(seat)) if table.pieces[piece].kind == card.kind]
    if not in_hand:
        yield WhyNot("act", "U-TURN-1", f"you hold no card of {card.title}")
    elif is_suppressed(table, counter):
        yield WhyNot("act", "U-SUPP-1", "it is suppressed; a card of it turns it ready")
    else:
        yield from _actions(table, field_of(table), seat, card)
    for verb in ("attack", "move", "control", "scout"):
        if verb not in card.actions:
            yield WhyNot(verb, "U-TURN-5", f"cards of {card.title} print no {verb}")


def _tile(table: Table, seat: Seat, tile: Zone) -> Iterator[WhyNot]:
    if tile not in marked_tiles(table, seat):
        yield WhyNot("move there", "U-MOVE-2", "your side has neither scouted nor controls it")
    here = [piece for piece in table.zone(tile) if is_counter(table, piece)]
    if any(table.pieces[piece].owner == opponent(seat) for piece in here):
        yield WhyNot("control it", "U-CTRL-3", "an enemy counter is there")
