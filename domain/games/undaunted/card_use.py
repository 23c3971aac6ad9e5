"""Using a card of the hand for one of its actions: who may, why not, and what comes before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.games.undaunted.board import (
    counter_of,
    field_of,
    hand,
    is_suppressed,
    play_area,
    reserve,
    tile_of,
)
from wardiary.domain.games.undaunted.components import FOG, READY, Card
from wardiary.domain.games.undaunted.components import Action as PrintedAction
from wardiary.domain.games.undaunted.scenario import Field
from wardiary.domain.games.undaunted.victory import check_victory
from wardiary.domain.play.commands import Command, verb_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class CardUse(NamedTuple):
    """A card about to be used for one of its actions, and the tile where its unit would act."""

    table: Table
    field: Field
    seat: Seat
    card: Card
    action: PrintedAction
    tile: Zone


SlotFilling = tuple[Slot, ...]
Options = Callable[[CardUse], Iterable[SlotFilling]]
Refuse = Callable[[CardUse, Any], None]
Effect = Callable[[Draft, CardUse, Any], None]


def card_action(
    command: type[Command], rule: str, options: Options, refuse: Refuse, effect: Effect
) -> Action[CardUse]:
    """An action that cards print, as an entry in the menu of a turn.

    `options` gives the slots after the card for each offer, `refuse` judges a command of a card
    that may be used, `effect` carries it out once the card is played.
    """

    def offers(table: Table, seat: Seat, use: CardUse) -> Iterator[Offer]:
        for slots in options(use):
            yield Offer(use.action.verb, slots, rule, use.action.label)

    def refuse_use(table: Table, seat: Seat, card_command: Any, turn: object) -> None:
        refuse_unusable(table, seat, card_command)
        refuse(use_of(table, seat, card_command), card_command)

    def carry_out(draft: Draft, seat: Seat, card_command: Any) -> None:
        use = use_of(draft.table, seat, card_command)
        play_card(draft, use, card_command.card)
        effect(draft, use, card_command)
        check_victory(draft, seat)

    return Action(command, carry_out, offers, refuse_use)


def use_of(table: Table, seat: Seat, command: Any) -> CardUse:
    """What a command uses its card for."""
    field = field_of(table)
    card = field.cards[table.pieces[command.card].kind]
    tile = tile_of(table, seat, card.kind) if card.combat else ""
    return CardUse(table, field, seat, card, card.actions[verb_of(command)], tile)


def refuse_unplayable(table: Table, seat: Seat, card: PieceId) -> None:
    """U-TURN-1: only a card of the seat's hand is played."""
    why = f"{card} cannot be played from your hand"
    refuse_unless(card in table.zone(hand(seat)), "U-TURN-1", why)


def refuse_unusable(table: Table, seat: Seat, command: Any) -> None:
    """U-FOG-1, U-TURN-5, U-SUPP-1, U-SPAWN-1: a card that cannot be used for this action now."""
    card: PieceId = command.card
    refuse_unplayable(table, seat, card)
    kind = table.pieces[card].kind
    refuse_unless(kind != FOG, "U-FOG-1", "Fog of War cannot be played in a turn")
    printed, verb = field_of(table).cards[kind], verb_of(command)
    refuse_unless(verb in printed.actions, "U-TURN-5", f"{printed.title} has no action {verb}")
    # Ruling: U-Q11 support actions are lost as well.
    why = f"{printed.title} is suppressed; say rally {card}"
    refuse_unless(not is_unit_suppressed(table, seat, printed), "U-SUPP-1", why)
    # Ruling: U-Q12 a unit without a spawn marker cannot come to the board.
    placed = not printed.combat or tile_of(table, seat, kind)
    refuse_unless(placed, "U-SPAWN-1", f"{printed.title} has no spawn marker")


def is_unit_suppressed(table: Table, seat: Seat, card: Card) -> bool:
    """Whether the counter of a card is suppressed; command cards have none."""
    # Ruling: U-Q30 command cards have no counter, so they neither spawn nor are suppressed.
    return card.combat and is_suppressed(table, counter_of(seat, card.kind))


def play_card(draft: Draft, use: CardUse, card: PieceId) -> None:
    """U-TURN-1, U-SPAWN-1, U-SPAWN-2: the card is played, and its counter placed if need be."""
    # Ruling: U-Q21 from the first card action on, the end is looked for after each of them.
    draft.move(card, play_area(use.seat), rule="U-TURN-1")
    if use.card.combat:
        deploy(draft, use)


def deploy(draft: Draft, use: CardUse) -> None:
    """U-SPAWN-1, U-REMV-1, U-REMV-2: a unit off the board comes in at its spawn marker, ready."""
    counter = counter_of(use.seat, use.card.kind)
    if draft.table.pieces[counter].zone == reserve(use.seat):
        draft.move(counter, use.tile, rule="U-SPAWN-1")
        # Ruling: U-Q13 a counter that returns is ready.
        draft.turn(counter, READY, rule="U-SPAWN-1")
