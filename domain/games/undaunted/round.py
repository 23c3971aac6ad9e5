"""The round: drawing, bidding for the initiative, and the turns in which cards are played."""

from __future__ import annotations

from wardiary.domain.games.undaunted.board import (
    INITIATIVE,
    ActionSpec,
    CardUse,
    bid_zone,
    counter_of,
    discards,
    field_of,
    hand,
    holder,
    is_suppressed,
    other,
    play_area,
    refuse_unless,
    reserve,
    supply,
    tile_of,
)
from wardiary.domain.games.undaunted.combat import COMBAT_RULES
from wardiary.domain.games.undaunted.commands import Bid, Hunker, Pass, Rally
from wardiary.domain.games.undaunted.components import FOG, READY, SEATS
from wardiary.domain.games.undaunted.movement import MOVEMENT_RULES, deploy
from wardiary.domain.games.undaunted.scenario import Field
from wardiary.domain.games.undaunted.support import SUPPORT_RULES, draw_cards
from wardiary.domain.games.undaunted.victory import check_standstill, check_victory
from wardiary.domain.play.commands import Command, Illegal, verb_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, Slot, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

HAND_SIZE = 4
ACTIONS: dict[str, ActionSpec] = {**MOVEMENT_RULES, **SUPPORT_RULES, **COMBAT_RULES}
PASS = Offer("pass", (), "U-TURN-2", "End the turn")


def begin_round(draft: Draft) -> None:
    """U-ROUND-1, U-DRAW-1: each seat draws four cards, then both bid."""
    check_standstill(draft)
    draft.enter("draw", rule="U-ROUND-1", round=draft.table.round + 1)
    for seat in SEATS:
        draw_cards(draft, seat, HAND_SIZE, rule="U-DRAW-1")
    draft.enter("initiative", rule="U-ROUND-1")
    # Ruling: U-Q07 a seat without a card in hand does not bid.
    draft.begin(Bidding(tuple(seat for seat in SEATS if draft.table.zone(hand(seat)))))


class Bidding(Step, frozen=True, tag="bidding"):
    """U-INIT-1: both choose a card in secret; whoever has not chosen yet is asked."""

    waiting: tuple[Seat, ...]

    def prompts(self, table: Table) -> Prompts:
        """U-INIT-1, U-INIT-5: any card of the hand, Fog of War too."""
        return tuple(
            Prompt(
                seat,
                (Offer("bid", (choice_slot("card", table.zone(hand(seat))),), "U-INIT-1"),),
                "U-INIT-1",
                "Which card do you bid for the initiative?",
            )
            for seat in self.waiting
        )

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """U-INIT-1: only a bid, and only of a card in hand; U-ROUND-1: nothing is played yet."""
        if not isinstance(command, Bid):
            raise Illegal("U-ROUND-1", "first both seats bid for the initiative")
        refuse_unless(
            command.card in table.zone(hand(seat)), "U-INIT-1", f"{command.card} is not in hand"
        )

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """U-INIT-1: the card lies unseen until the other seat has chosen too."""
        assert isinstance(command, Bid)
        draft.move(command.card, bid_zone(seat), rule="U-INIT-1")
        draft.change(waiting=tuple(one for one in self.waiting if one != seat))

    def resume(self, draft: Draft) -> None:
        """U-INIT-1 to U-INIT-4: open the bids, settle the initiative, discard, begin the turns."""
        draft.finish()
        for seat in SEATS:
            draft.show(draft.table.zone(bid_zone(seat)), SEATS, rule="U-INIT-1")
        settle_initiative(draft)
        for seat in SEATS:
            draft.move(draft.table.zone(bid_zone(seat)), discards(seat), rule="U-INIT-4")
        begin_turn(draft, holder(draft.table), last=False)


def settle_initiative(draft: Draft) -> None:
    """U-INIT-2: the higher bid takes the marker; U-INIT-3: on a tie it stays where it is."""
    # Ruling: U-Q07 no card loses to any card; without bids the holder keeps the marker.
    first = holder(draft.table)
    if bid_value(draft.table, other(first)) > bid_value(draft.table, first):
        draft.move(INITIATIVE, reserve(other(first)), rule="U-INIT-2")


def bid_value(table: Table, seat: Seat) -> int:
    """The initiative of a seat's bid; -1 without one."""
    cards = field_of(table).cards
    return max(
        (cards[table.pieces[card].kind].initiative for card in table.zone(bid_zone(seat))),
        default=-1,
    )


def begin_turn(draft: Draft, seat: Seat, *, last: bool) -> None:
    """U-TURN-1: a seat plays its cards."""
    draft.enter("turn", seat, rule="U-TURN-1", turn=draft.table.turn + 1)
    draft.begin(Turn(seat, last))


class Turn(Step, frozen=True, tag="turn"):
    """U-TURN-1, U-TURN-2: a seat plays cards one by one until it cannot or will not.

    With cards in hand it is asked even when none of them can be played, so that passing does not
    tell what they are.
    """

    seat: Seat
    last: bool

    def prompts(self, table: Table) -> Prompts:
        """Every use of every card in hand, and to pass."""
        if not table.zone(hand(self.seat)):
            return ()
        return (Prompt(self.seat, offers(table, self.seat), "U-TURN-1", "Which card do you play?"),)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Say the very rule that a command breaks."""
        if not isinstance(command, Pass):
            refuse_use(table, seat, command)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """U-TURN-5: an action, a rally, or hunkering down; or the end of the turn."""
        match command:
            case Pass():
                draft.finish()
                end_turn(draft, seat, last=self.last)
            case Hunker(card):
                hunker(draft, seat, card)
            case Rally(card):
                rally(draft, seat, card)
            case _:
                act(draft, seat, command)

    def resume(self, draft: Draft) -> None:
        """U-TURN-2: with no card left the turn ends."""
        draft.finish()
        end_turn(draft, self.seat, last=self.last)


def end_turn(draft: Draft, seat: Seat, *, last: bool) -> None:
    """U-TURN-3, U-TURN-4, U-FOG-3: everything played or kept is discarded; then the next."""
    draft.move(draft.table.zone(play_area(seat)), discards(seat), rule="U-TURN-3")
    # Ruling: U-Q06 cards not played are discarded unseen.
    draft.move(draft.table.zone(hand(seat)), discards(seat), rule="U-TURN-3")
    if last:
        begin_round(draft)
    else:
        begin_turn(draft, other(seat), last=True)


# What may be done with the cards in hand


def offers(table: Table, seat: Seat) -> tuple[Offer, ...]:
    """U-TURN-5, U-FOG-1, U-FOGC-2: what each card of the hand may be played for, and to pass."""
    listed: list[Offer] = []
    known: dict[str, list[tuple[str, tuple[Slot, ...], str, str]]] = {}
    field, pieces = field_of(table), table.pieces
    for card in table.zone(hand(seat)):
        kind = pieces[card].kind
        if kind == FOG:
            continue
        if kind not in known:
            known[kind] = uses(table, field, seat, kind)
        slot = Slot("card", (card,))
        for verb, slots, rule, label in known[kind]:
            listed.append(Offer(verb, (slot, *slots), rule, label))
    listed.append(PASS)
    return tuple(listed)


def uses(
    table: Table, field: Field, seat: Seat, kind: str
) -> list[tuple[str, tuple[Slot, ...], str, str]]:
    """U-CARD-3: what any card of a title and squad may be played for: verb, slots, rule, label."""
    card = field.cards[kind]
    hunker = ("hunker", (), "U-HUNK-1", f"{card.title}: hunker down")
    if card.defence and is_suppressed(table, counter_of(seat, kind)):
        return [("rally", (), "U-SUPP-2", f"{card.title}: turn ready"), hunker]
    tile = tile_of(table, seat, kind) if card.defence else ""
    if card.defence and not tile:
        return [hunker]
    return [
        (verb, slots, ACTIONS[verb].rule, action.label)
        for verb, action in card.actions.items()
        for slots in ACTIONS[verb].options(CardUse(table, field, seat, card, action, tile))
    ] + [hunker]


def refuse_use(table: Table, seat: Seat, command: Command) -> None:
    """Raise Illegal under the rule that keeps a card from being used so."""
    card: PieceId = getattr(command, "card", "")
    in_hand = not isinstance(command, Bid) and card in table.zone(hand(seat))
    refuse_unless(
        in_hand, "U-TURN-1", f"{card or verb_of(command)} cannot be played from your hand"
    )
    kind = table.pieces[card].kind
    if isinstance(command, Hunker):
        refuse_unless(kind != FOG, "U-HUNK-3", "Fog of War cannot hunker down")
        return
    refuse_unless(kind != FOG, "U-FOG-1", "Fog of War cannot be played in a turn")
    printed = field_of(table).cards[kind]
    suppressed = printed.combat and is_suppressed(table, counter_of(seat, kind))
    if isinstance(command, Rally):
        refuse_unless(suppressed, "U-SUPP-2", f"{printed.title} is not suppressed")
        return
    verb = verb_of(command)
    refuse_unless(verb in printed.actions, "U-TURN-5", f"{printed.title} has no action {verb}")
    # Ruling: U-Q11 support actions are lost as well.
    why = f"{printed.title} is suppressed; say rally {card}"
    refuse_unless(not suppressed, "U-SUPP-1", why)
    tile = tile_of(table, seat, kind) if printed.combat else ""
    # Ruling: U-Q12 a unit without a spawn marker cannot come to the board.
    why = f"{printed.title} has no spawn marker"
    refuse_unless(tile or not printed.combat, "U-SPAWN-1", why)
    use = CardUse(table, field_of(table), seat, printed, printed.actions[verb], tile)
    ACTIONS[verb].refuse(use, command)


# Using a card


def rally(draft: Draft, seat: Seat, card: PieceId) -> None:
    """U-SUPP-2, U-SUPP-4: the counter turns ready, the card stays played, no action is taken."""
    # Ruling: U-Q10 whichever printed action was meant, and whether it was possible, is the same.
    draft.move(card, play_area(seat), rule="U-TURN-1")
    draft.turn(counter_of(seat, draft.table.pieces[card].kind), READY, rule="U-SUPP-2")


def hunker(draft: Draft, seat: Seat, card: PieceId) -> None:
    """U-HUNK-1, U-HUNK-2: any card but Fog of War goes back to the supply.

    U-SPAWN-3, U-SUPP-3: its counter is neither placed nor turned.
    """
    draft.move(card, supply(seat), at=sorted_place(draft.table, card, seat), rule="U-HUNK-1")


def sorted_place(table: Table, card: PieceId, seat: Seat) -> int:
    """U-SETUP-9: where a card belongs in the supply, which stays sorted by title."""
    cards, pieces = field_of(table).cards, table.pieces
    title = cards[pieces[card].kind].title
    return sum(cards[pieces[other].kind].title <= title for other in table.zone(supply(seat)))


def act(draft: Draft, seat: Seat, command: Command) -> None:
    """U-TURN-1, U-SPAWN-1, U-SPAWN-2: play the card, place its counter if need be, then act."""
    # Ruling: U-Q30 command cards have no counter, so they neither spawn nor are suppressed.
    # Ruling: U-Q21 from the first card action on, the end is looked for after each of them.
    card: PieceId = getattr(command, "card", "")
    field, kind, verb = field_of(draft.table), draft.table.pieces[card].kind, verb_of(command)
    printed = field.cards[kind]
    tile = tile_of(draft.table, seat, kind) if printed.combat else ""
    use = CardUse(draft.table, field, seat, printed, printed.actions[verb], tile)
    draft.move(card, play_area(seat), rule="U-TURN-1")
    if printed.combat:
        deploy(draft, use)
    ACTIONS[verb].act(draft, use, command)
    check_victory(draft, seat)
