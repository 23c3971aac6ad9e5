"""7.3.12 Partisan or Kommando: a card on an opponent's objective, and its upkeep."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.hand_capacity import room_in_hand
from wardiary.domain.games.combat_soldiers.actions.spending import actions_left, cannot_afford, pay
from wardiary.domain.games.combat_soldiers.components.cards import card_of
from wardiary.domain.games.combat_soldiers.components.zones import hand, hand_cards_with, is_group
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard
from wardiary.domain.games.combat_soldiers.groups.piles import discard
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Infiltrate(Command, frozen=True, tag="infiltrate"):
    """7.3.12: play Partisan or Kommando on an opponent's objective."""

    card: str
    objective: str


class PayPartisans(Command, frozen=True, tag="pay-partisans"):
    """7.3.12: pay an action to keep the card in play."""

    card: str


class DropPartisans(Command, frozen=True, tag="drop-partisans"):
    """7.3.12: let the card be discarded."""

    card: str


class RecallPartisans(Command, frozen=True, tag="recall-partisans"):
    """18.2.2: take the card back into hand for an action."""

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
    """7.3.12-a: the card lies with the objective and silences it."""
    pay(draft, 1, "", rule="7.3.12-a")
    zone = draft.table.zone_of(command.objective)
    draft.move(command.card, zone, rule="7.3.12-a", host=command.objective)
    draft.track(f"placed/{command.card}", seat_number(draft.table, seat), rule="7.3.12-a")
    draft.track(f"paid/{command.card}", draft.table.turn, rule="7.3.12-a")


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


class Upkeep(Step, frozen=True, tag="upkeep"):
    """7.3.12-b: at the start of the own phase B: pay an action, or lose the card.

    18.2.2: it may also be taken back into hand for an action.
    """

    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """Each own card in play; CS-Q63: asked while the actions are still there."""
        offers: list[Offer] = []
        for card in unpaid_partisans(table, self.seat):
            offers.append(offer(DropPartisans, "7.3.12-b", "Let them go", card=card))
            if actions_left(table, self.seat) > 0:
                offers.append(offer(PayPartisans, "7.3.12-b", "Pay an action", card=card))
            if cannot_recall(table, self.seat) is None:
                offers.append(offer(RecallPartisans, "18.2.2", "Back to hand", card=card))
        if not offers:
            return ()
        return (Prompt(self.seat, tuple(offers), "7.3.12-b", "Keep the partisans in play?"),)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """18.2.2: the hand must have room."""
        if isinstance(command, RecallPartisans):
            refuse(cannot_recall(table, seat))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Pay, drop or recall."""
        match command:
            case PayPartisans(card=card):
                pay(draft, 1, "", rule="7.3.12-b")
                draft.track(f"paid/{card}", draft.table.turn, rule="7.3.12-b")
            case DropPartisans(card=card):
                discard(draft, (card,), rule="7.3.12-b")
            case RecallPartisans(card=card):
                pay(draft, 1, "", rule="18.2.2")
                draft.move(card, hand(seat), rule="18.2.2")
            case _:
                raise AssertionError(command)

    def resume(self, draft: Draft) -> None:
        """Nothing is left to decide."""
        draft.finish()


def cannot_recall(table: Table, seat: Seat) -> Refusal:
    """18.2.2: the option, room in hand, and an action."""
    if not table.settings["alternate-plays"]:
        return ("18.0", "combined card plays were not agreed on")
    if room_in_hand(table, seat) < 1:
        return ("18.2.2", "the hand is full")
    return cannot_afford(table, seat, 1)
