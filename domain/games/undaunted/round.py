"""The round: drawing, bidding for the initiative, and the turns in which cards are played."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.kit.menus import Action, Menu
from wardiary.domain.games.kit.offers import offer, warned
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.games.kit.simultaneous import SecretChoice
from wardiary.domain.games.undaunted.board import (
    INITIATIVE,
    bid_zone,
    counter_of,
    discards,
    field_of,
    hand,
    initiative_holder,
    opponent,
    play_area,
    reserve,
    supply,
    tile_of,
)
from wardiary.domain.games.undaunted.card_use import (
    CardUse,
    is_unit_suppressed,
    refuse_unplayable,
)
from wardiary.domain.games.undaunted.combat import COMBAT
from wardiary.domain.games.undaunted.commands import Bid, Hunker, Pass, Rally
from wardiary.domain.games.undaunted.components import FOG, READY, SEATS, Card
from wardiary.domain.games.undaunted.movement import MOVEMENT
from wardiary.domain.games.undaunted.scenario import Field
from wardiary.domain.games.undaunted.support import SUPPORT, draw_cards
from wardiary.domain.games.undaunted.victory import check_standstill
from wardiary.domain.play.commands import Command, Illegal, verb_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, Slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

HAND_SIZE = 4


def begin_round(draft: Draft) -> None:
    """U-ROUND-1, U-DRAW-1: each seat draws four cards, then both bid."""
    check_standstill(draft)
    draft.enter("draw", rule="U-ROUND-1", round=draft.table.round + 1)
    for seat in SEATS:
        draw_cards(draft, seat, HAND_SIZE, rule="U-DRAW-1")
    draft.enter("initiative", rule="U-ROUND-1")
    # Ruling: U-Q07 a seat without a card in hand does not bid.
    draft.begin(Bidding(tuple(seat for seat in SEATS if draft.table.zone(hand(seat)))))


# Initiative


class Bidding(SecretChoice, frozen=True, tag="bidding"):
    """U-INIT-1, U-INIT-5: both choose a card of their hand in secret, Fog of War too."""

    question = "Which card do you bid for the initiative?"
    rule = "U-INIT-1"
    command = Bid

    def options(self, table: Table, seat: Seat) -> tuple[PieceId, ...]:
        """The hand."""
        return table.zone(hand(seat))

    def zone_for(self, seat: Seat) -> Zone:
        """Unseen until both have bid."""
        return bid_zone(seat)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """U-ROUND-1: nothing is played before the bids; U-INIT-1: only a card of the hand."""
        if not isinstance(command, Bid):
            raise Illegal("U-ROUND-1", "first both seats bid for the initiative")
        super().refuse(table, seat, command)

    def all_ready(self, draft: Draft) -> None:
        """U-INIT-1 to U-INIT-4: reveal the bids, settle the initiative, discard; then the turns."""
        for seat in SEATS:
            draft.show(draft.table.zone(bid_zone(seat)), SEATS, rule="U-INIT-1")
        settle_initiative(draft)
        for seat in SEATS:
            draft.move(draft.table.zone(bid_zone(seat)), discards(seat), rule="U-INIT-4")
        begin_turn(draft, initiative_holder(draft.table), last=False)


def settle_initiative(draft: Draft) -> None:
    """U-INIT-2: the higher bid takes the marker; U-INIT-3: on a tie it stays where it is."""
    # Ruling: U-Q07 no card loses to any card; without bids the holder keeps the marker.
    holder = initiative_holder(draft.table)
    if bid_value(draft.table, opponent(holder)) > bid_value(draft.table, holder):
        draft.move(INITIATIVE, reserve(opponent(holder)), rule="U-INIT-2")


def bid_value(table: Table, seat: Seat) -> int:
    """The initiative of a seat's bid; -1 without one."""
    cards = field_of(table).cards
    return max(
        (cards[table.pieces[card].kind].initiative for card in table.zone(bid_zone(seat))),
        default=-1,
    )


# What a card of the hand may be used for


def offers_by_card(table: Table, seat: Seat) -> Iterator[Offer]:
    """U-TURN-5, U-FOG-1, U-FOGC-2: what each card of the hand may be used for."""
    field, pieces = field_of(table), table.pieces
    offers_of_kind: dict[str, list[Offer]] = {}
    for card in table.zone(hand(seat)):
        kind = pieces[card].kind
        if kind == FOG:
            continue
        if kind not in offers_of_kind:
            offers_of_kind[kind] = list(uses(table, field, seat, field.cards[kind]))
        slot = Slot("card", (card,))
        for use in offers_of_kind[kind]:
            yield Offer(use.verb, (slot, *use.slots), use.rule, use.label)


def uses(table: Table, field: Field, seat: Seat, card: Card) -> Iterator[Offer]:
    """U-CARD-3: what any card of a title and squad may be used for, but for its own slot."""
    tile = tile_of(table, seat, card.kind) if card.combat else ""
    if is_unit_suppressed(table, seat, card):
        yield Offer("rally", (), "U-SUPP-2", f"{card.title}: turn ready")
    elif tile or not card.combat:
        for verb, printed in card.actions.items():
            use = CardUse(table, field, seat, card, printed, tile)
            yield from CARD_ACTIONS[verb].offers(table, seat, use)
    yield Offer("hunker", (), "U-HUNK-1", f"{card.title}: hunker down")


# Rally and hunkering down


def refuse_rally(table: Table, seat: Seat, command: Rally, turn: object) -> None:
    """U-SUPP-2: only a suppressed unit rallies."""
    refuse_unplayable(table, seat, command.card)
    kind = table.pieces[command.card].kind
    refuse_unless(kind != FOG, "U-FOG-1", "Fog of War cannot be played in a turn")
    card = field_of(table).cards[kind]
    suppressed = is_unit_suppressed(table, seat, card)
    refuse_unless(suppressed, "U-SUPP-2", f"{card.title} is not suppressed")


def rally(draft: Draft, seat: Seat, command: Rally) -> None:
    """U-SUPP-2, U-SUPP-4: the counter turns ready, the card stays played, no action is taken."""
    # Ruling: U-Q10 whichever printed action was meant, and whether it was possible, is the same.
    draft.move(command.card, play_area(seat), rule="U-TURN-1")
    counter = counter_of(seat, draft.table.pieces[command.card].kind)
    draft.turn(counter, READY, rule="U-SUPP-2")


def refuse_hunker(table: Table, seat: Seat, command: Hunker, turn: object) -> None:
    """U-HUNK-3: any card but Fog of War."""
    refuse_unplayable(table, seat, command.card)
    is_fog = table.pieces[command.card].kind == FOG
    refuse_unless(not is_fog, "U-HUNK-3", "Fog of War cannot hunker down")


def hunker(draft: Draft, seat: Seat, command: Hunker) -> None:
    """U-HUNK-1, U-HUNK-2: the card goes back to the supply.

    U-SPAWN-3, U-SUPP-3: its counter is neither placed nor turned.
    """
    card = command.card
    draft.move(card, supply(seat), at=sorted_place(draft.table, card, seat), rule="U-HUNK-1")


def sorted_place(table: Table, card: PieceId, seat: Seat) -> int:
    """U-SETUP-9: where a card belongs in the supply, which stays sorted by title."""
    cards, pieces = field_of(table).cards, table.pieces
    title = cards[pieces[card].kind].title
    return sum(cards[pieces[other].kind].title <= title for other in table.zone(supply(seat)))


# Turns


def pass_turn(draft: Draft, seat: Seat, command: Pass) -> None:
    """U-TURN-2: the seat plays no more cards."""
    turn = draft.finish()
    assert isinstance(turn, Turn)
    end_turn(draft, seat, last=turn.last)


CARD_ACTIONS = {verb_of(action.command): action for action in (*MOVEMENT, *SUPPORT, *COMBAT)}


def left_in_hand(table: Table, seat: Seat) -> str:
    """U-TURN-3: what a seat gives up by ending its turn: cards that it could still play."""
    left = sum(table.pieces[card].kind != FOG for card in table.zone(hand(seat)))
    if not left:
        return ""
    cards = "a card" if left == 1 else f"{left} cards"
    return f"you can still play {cards}; what is left in your hand is discarded"


class Turn(Menu, frozen=True, tag="turn"):
    """U-TURN-1, U-TURN-2, U-TURN-5: a seat plays cards one by one until it cannot or will not.

    With cards in hand it is asked even when none of them can be played, so that passing does not
    tell what they are.
    """

    menu = (
        *CARD_ACTIONS.values(),
        Action(Rally, rally, refuse=refuse_rally),
        Action(Hunker, hunker, refuse=refuse_hunker),
        Action(Pass, pass_turn),
    )

    seat: Seat
    last: bool

    def asks(self, table: Table) -> Prompts:
        """The seat, as long as it holds a card."""
        if not table.zone(hand(self.seat)):
            return ()
        return (Prompt(self.seat, (), "U-TURN-1", "Which card do you play?"),)

    def offers(self, table: Table, seat: Seat) -> tuple[Offer, ...]:
        """Every use of every card in hand, and to pass."""
        end = warned(offer(Pass, "U-TURN-2", "End the turn"), left_in_hand(table, seat))
        return (*offers_by_card(table, seat), end)

    def resume(self, draft: Draft) -> None:
        """U-TURN-2: with no card left the turn ends."""
        draft.finish()
        end_turn(draft, self.seat, last=self.last)


def begin_turn(draft: Draft, seat: Seat, *, last: bool) -> None:
    """U-TURN-1: a seat plays its cards."""
    draft.enter("turn", seat, rule="U-TURN-1", turn=draft.table.turn + 1)
    draft.begin(Turn(seat, last))


def end_turn(draft: Draft, seat: Seat, *, last: bool) -> None:
    """U-TURN-3, U-TURN-4, U-FOG-3: everything played or kept is discarded; then the next."""
    draft.move(draft.table.zone(play_area(seat)), discards(seat), rule="U-TURN-3")
    # Ruling: U-Q06 cards not played are discarded unseen.
    draft.move(draft.table.zone(hand(seat)), discards(seat), rule="U-TURN-3")
    if last:
        begin_round(draft)
    else:
        begin_turn(draft, opponent(seat), last=True)
