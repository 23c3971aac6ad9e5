"""O15: a player who gives no order may discard cards instead (5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.actions.after_discard import AfterDiscard
from wardiary.domain.games.combat_commander.components.printed import pack_of, scenario_of
from wardiary.domain.games.combat_commander.orders.order import OpenTurn
from wardiary.domain.games.combat_commander.table.commands import Discard
from wardiary.domain.games.combat_commander.table.zones import discards, enemy_of, hand
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, several_slot
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def discards_allowed(table: Table, seat: Seat) -> int:
    """5.3: the discard capability of a nation."""
    return pack_of(table).nations[scenario_of(table).force(seat).nation].discard


def discard_offers(table: Table, seat: Seat, turn: OpenTurn) -> Iterator[Offer]:
    """5.3: some cards or none, before any order."""
    if not turn.given:
        cards = table.zone(hand(seat))
        most = min(len(cards), discards_allowed(table, seat))
        yield Offer("discard", (several_slot("cards", cards, 0, most),), "O15", "discard")


def refuse_discard(table: Table, seat: Seat, command: Discard, turn: OpenTurn) -> None:
    """5.3, O15: too many cards, or too late for them."""
    refuse_unless(not turn.given, "O15", "you have given an order this turn")
    most = discards_allowed(table, seat)
    why = f"no more than {most} cards may be discarded"
    refuse_unless(len(command.cards) <= most, "5.3", why)


def discard(draft: Draft, seat: Seat, command: Discard) -> None:
    """O15: the cards go to the discards, and the opponent may act on it."""
    draft.change(stage="crowded")
    draft.move(command.cards, discards(seat), at=0, rule="O15")
    # Ruling: AMB-34, passing without a discard opens no window.
    if command.cards:
        draft.begin(AfterDiscard(enemy_of(seat)))


DISCARD: Action[OpenTurn] = Action(Discard, discard, discard_offers, refuse_discard)
