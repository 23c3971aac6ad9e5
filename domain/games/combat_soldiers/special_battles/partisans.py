"""7.3.12 Partisan or Kommando: a card on an opponent's objective, and its upkeep."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.hand_capacity import room_in_hand
from wardiary.domain.games.combat_soldiers.actions.spending import actions_left, cannot_afford, pay
from wardiary.domain.games.combat_soldiers.components.cards import card_of
from wardiary.domain.games.combat_soldiers.components.zones import hand, hand_cards_with, is_group
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard
from wardiary.domain.games.combat_soldiers.groups.piles import discard
from wardiary.domain.games.kit.menus import Action, Menu
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Infiltrate(Command, frozen=True, tag="infiltrate"):
    """7.3.12: play Partisan or Kommando on an opponent's objective."""

    says = "play {card} on {objective}"
    card: str
    objective: str


class PayPartisans(Command, frozen=True, tag="pay-partisans"):
    """7.3.12: pay an action to keep the card in play."""

    says = "pay an action for {card}"
    card: str


class DropPartisans(Command, frozen=True, tag="drop-partisans"):
    """7.3.12: let the card be discarded."""

    says = "discard {card}"
    card: str


class RecallPartisans(Command, frozen=True, tag="recall-partisans"):
    """18.2.2: take the card back into hand for an action."""

    says = "take {card} back into hand"
    card: str


def infiltrate_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.12-a: for an action on an opponent's objective."""
    cards = hand_cards_with(table, seat, "partisan")
    if not cards or cannot_afford(table, seat, 1):
        return
    targets = [
        objective
        for group in board.others
        for objective in group.cards
        if card_of(table, objective).family == "objective" and not group.partisan
    ]
    if targets:
        yield offer(
            Infiltrate,
            "7.3.12-a",
            "Partisans",
            choice_slot("card", cards),
            choice_slot("objective", targets),
        )


def infiltrate(draft: Draft, seat: Seat, command: Infiltrate) -> None:
    """7.3.12-a: the card stays with the objective and silences it."""
    pay(draft, 1, "", rule="7.3.12-a")
    zone = draft.table.zone_of(command.objective)
    draft.move(command.card, zone, rule="7.3.12-a", host=command.objective)
    draft.track(f"placed/{command.card}", seat_number(draft.table, seat), rule="7.3.12-a")
    draft.track(f"paid/{command.card}", draft.table.turn, rule="7.3.12-a")


INFILTRATE = Action[SeatBoard](Infiltrate, infiltrate, infiltrate_offers)


def seat_number(table: Table, seat: Seat) -> int:
    """The place of a seat at the table, from 1."""
    return table.seats.index(seat) + 1


def unpaid_partisans(table: Table, seat: Seat) -> list[PieceId]:
    """7.3.12-b: the cards that a seat has in play and has not paid for this Turn."""
    number = seat_number(table, seat)
    return [
        piece.id
        for piece in table.pieces.values()
        if piece.kind == "partisan"
        and is_group(piece.zone)
        and table.track(f"placed/{piece.id}") == number
        and table.track(f"paid/{piece.id}") != table.turn
    ]


# 7.3.12-b The upkeep as phase B begins.


def drop_offers(table: Table, seat: Seat, step: PartisanUpkeep) -> Iterator[Offer]:
    """7.3.12-b: each card may be given up."""
    for card in unpaid_partisans(table, seat):
        yield offer(DropPartisans, "7.3.12-b", "Discard the card", card=card)


def drop(draft: Draft, seat: Seat, command: DropPartisans) -> None:
    """7.3.12-b: the card is discarded."""
    discard(draft, (command.card,), rule="7.3.12-b")


def pay_offers(table: Table, seat: Seat, step: PartisanUpkeep) -> Iterator[Offer]:
    """7.3.12-b: each card may be kept for an action."""
    for card in unpaid_partisans(table, seat) if actions_left(table, seat) > 0 else ():
        yield offer(PayPartisans, "7.3.12-b", "Pay an action", card=card)


def pay_for_partisans(draft: Draft, seat: Seat, command: PayPartisans) -> None:
    """7.3.12-b: the card stays for an action."""
    pay(draft, 1, "", rule="7.3.12-b")
    draft.track(f"paid/{command.card}", draft.table.turn, rule="7.3.12-b")


def cannot_recall(table: Table, seat: Seat) -> Refusal:
    """18.2.2: why no card is taken back: the option, room in hand, or an action is missing."""
    if not table.settings["alternate-plays"]:
        return ("18.0", "combined card plays were not agreed on")
    if room_in_hand(table, seat) < 1:
        return ("18.2.2", "the hand is full")
    return cannot_afford(table, seat, 1)


def recall_offers(table: Table, seat: Seat, step: PartisanUpkeep) -> Iterator[Offer]:
    """18.2.2: each card may be taken back for an action."""
    for card in unpaid_partisans(table, seat) if cannot_recall(table, seat) is None else ():
        yield offer(RecallPartisans, "18.2.2", "Back to hand", card=card)


def refuse_recall(table: Table, seat: Seat, command: RecallPartisans, step: PartisanUpkeep) -> None:
    """Raise Illegal with the rule that forbids taking the card back."""
    refuse(cannot_recall(table, seat))


def recall(draft: Draft, seat: Seat, command: RecallPartisans) -> None:
    """18.2.2: the card goes back to hand, for an action."""
    pay(draft, 1, "", rule="18.2.2")
    draft.move(command.card, hand(seat), rule="18.2.2")


class PartisanUpkeep(Menu, frozen=True, tag="upkeep"):
    """7.3.12-b: as phase B begins, the seat pays an action for each card in play, or loses it.

    CS-Q63: asked while the actions are still there. 18.2.2: the card may also be taken back.
    """

    menu = (
        Action(DropPartisans, drop, drop_offers),
        Action(PayPartisans, pay_for_partisans, pay_offers),
        Action(RecallPartisans, recall, recall_offers, refuse_recall),
    )

    seat: Seat

    def asks(self, table: Table) -> Prompts:
        """The seat, while any of its cards is not paid for."""
        return (Prompt(self.seat, (), "7.3.12-b", "Keep the partisans in play?"),)

    def resume(self, draft: Draft) -> None:
        """Nothing is left to decide."""
        draft.finish()
