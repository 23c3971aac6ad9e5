"""Giving an order: its card, what it begins, and how it ends (5.1, O14)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import card_of, play
from wardiary.domain.games.combat_commander.cards.playing import refuse_card
from wardiary.domain.games.combat_commander.components.names import OrderName
from wardiary.domain.games.combat_commander.orders.advance import ADVANCE
from wardiary.domain.games.combat_commander.orders.artillery_denied import ARTILLERY_DENIED
from wardiary.domain.games.combat_commander.orders.artillery_request import ARTILLERY_REQUEST
from wardiary.domain.games.combat_commander.orders.fire import FIRE
from wardiary.domain.games.combat_commander.orders.melee import begin_melees
from wardiary.domain.games.combat_commander.orders.move import MOVE
from wardiary.domain.games.combat_commander.orders.order import (
    OpenTurn,
    Order,
    orders_allowed,
)
from wardiary.domain.games.combat_commander.orders.recover import RECOVER
from wardiary.domain.games.combat_commander.orders.rout import ROUT
from wardiary.domain.games.combat_commander.table.commands import EndTurn, GiveOrder
from wardiary.domain.games.combat_commander.table.zones import hand
from wardiary.domain.games.kit.menus import Action, top_step
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

ORDERS: dict[OrderName, Order] = {
    order.name: order
    for order in (FIRE, MOVE, ADVANCE, RECOVER, ROUT, ARTILLERY_DENIED, ARTILLERY_REQUEST)
}
NO_ORDER = ("O19", "command confusion is no order")


def playable_cards(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """O14.1, O19: the cards in hand whose order can be given now."""
    cards = table.zone(hand(seat))
    names = {card_of(table, card).order for card in cards}
    playable = {name for name in names if name in ORDERS and ORDERS[name].is_possible(table, seat)}
    return tuple(card for card in cards if card_of(table, card).order in playable)


def order_offers(table: Table, seat: Seat, turn: OpenTurn) -> Iterator[Offer]:
    """The cards that can be played, and the end of the turn after the first order."""
    if cards := playable_cards(table, seat):
        yield Offer("order", (choice_slot("card", cards),), "O14.1", "give an order")
    if turn.given:
        left = orders_allowed(table, seat) - turn.given
        warning = f"you may give {left} more orders" if cards and left > 0 else ""
        yield Offer("end-turn", (), "5.1", "give no further order", warning=warning)


def refuse_order(table: Table, seat: Seat, command: GiveOrder, turn: OpenTurn) -> None:
    """O14.1: an order that cannot be given."""
    del turn
    refuse_card(table, seat, command)
    if command.card not in playable_cards(table, seat):
        order = ORDERS.get(card_of(table, command.card).order)
        raise Illegal(*(order.refusal if order else NO_ORDER))


def give_order(draft: Draft, seat: Seat, command: GiveOrder) -> None:
    """O14.1: the card goes to the discards; then the order begins."""
    turn = top_step(draft, OpenTurn)
    draft.change(given=turn.given + 1)
    order = ORDERS[card_of(draft.table, command.card).order]
    play(draft, seat, command.card, rule="O14.1")
    draft.begin(Closing())
    order.begin(draft, seat)


def refuse_end(table: Table, seat: Seat, command: EndTurn, turn: OpenTurn) -> None:
    """5: a player who has given no order has to discard."""
    del table, seat, command
    refuse_unless(turn.given, "5", "give an order, or discard")


def end_turn(draft: Draft, seat: Seat, command: EndTurn) -> None:
    """5.1: no further order."""
    del seat, command
    draft.change(stage="crowded")


GIVE_ORDER: Action[OpenTurn] = Action(GiveOrder, give_order, order_offers, refuse_order)
END_TURN: Action[OpenTurn] = Action(EndTurn, end_turn, refuse=refuse_end)


class Closing(Step, frozen=True, tag="closing"):
    """O16.4: at the end of an order both sides fight in each hex that they share."""

    fought: bool = False

    def resume(self, draft: Draft) -> None:
        """Melees, then back to the turn."""
        if self.fought:
            draft.finish()
            return
        draft.change(fought=True)
        draft.expire_marks("order", rule="O14.2")
        begin_melees(draft)


STEPS: tuple[type[Step], ...] = (Closing,)
