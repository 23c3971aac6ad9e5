"""Why a unit or card cannot do what one would expect of it in its player's turn."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import card_of
from wardiary.domain.games.combat_commander.fire.targets import could_fire
from wardiary.domain.games.combat_commander.orders.giving_orders import (
    NO_ORDER,
    ORDERS,
    playable_cards,
)
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.zones import hand
from wardiary.domain.games.combat_commander.units.units import (
    is_activated,
    is_demoralised,
    is_suppressed,
)
from wardiary.domain.games.combat_commander.weapons.weapons import is_weapon, may_fire
from wardiary.domain.play.why_not import WhyNot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

ASKED_FOR = ("fire", "move", "advance")


def why_not(table: Table, seat: Seat, token: str) -> tuple[WhyNot, ...]:
    """O14.1, O20.1: of a card in hand, or of a unit or weapon of the seat on the map."""
    if table.seat != seat:
        return ()
    if token in table.zone(hand(seat)):
        return tuple(_card(table, seat, token))
    if token in units_on_map(table, seat):
        return tuple(_unit(table, seat, token))
    if token in table.pieces and is_weapon(table, token) and table.pieces[token].owner == seat:
        return tuple(_weapon(table, token))
    return ()


def _card(table: Table, seat: Seat, card: PieceId) -> Iterator[WhyNot]:
    if card not in playable_cards(table, seat):
        name = card_of(table, card).order
        order = ORDERS.get(name)
        yield WhyNot(f"order: {name}", *(order.refusal if order else NO_ORDER))


def _unit(table: Table, seat: Seat, unit: PieceId) -> Iterator[WhyNot]:
    if is_activated(table, unit):
        yield WhyNot("be activated", "O14.1", "it has been activated this turn already")
        return
    in_hand = {card_of(table, card).order for card in table.zone(hand(seat))}
    for order in ASKED_FOR:
        if order not in in_hand:
            yield WhyNot(order, "O14.1", f"you hold no card with the order {order}")
    if not could_fire(table, seat, (unit,)):
        yield WhyNot("fire", "O20.1", "it has no enemy in sight and range")
    if not is_demoralised(table, unit) and not is_suppressed(table, unit):
        yield WhyNot("recover", "O22.2", "it is neither demoralised nor suppressed")


def _weapon(table: Table, weapon: PieceId) -> Iterator[WhyNot]:
    if not may_fire(table, weapon):
        why = "it is broken, or its unit is demoralised, suppressed or missing"
        yield WhyNot("fire", "11.1", why)
