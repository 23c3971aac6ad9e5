"""10 Discard/Repair Phase (E), 11.3-b the hand limit."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.hand_capacity import room_in_hand
from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, pay
from wardiary.domain.games.combat_soldiers.components.cards import printed_objective
from wardiary.domain.games.combat_soldiers.components.zones import DAMAGE, hand
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard
from wardiary.domain.games.combat_soldiers.groups.piles import discard
from wardiary.domain.games.combat_soldiers.phases.rest import find_own_group
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, several_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Discard(Command, frozen=True, tag="discard"):
    """10.1: discard cards; the last one named is on top."""

    says = "discard {cards}"
    sealed = True
    cards: tuple[str, ...]


class Repair(Command, frozen=True, tag="repair"):
    """10.2: attempt to repair an objective."""

    says = "repair {objective}"
    objective: str


DISCARDS = 4


def discard_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """10.1: up to four cards for one action."""
    cards = table.zone(hand(seat))
    if cards and cannot_afford(table, seat, 1) is None:
        most = min(DISCARDS, len(cards))
        yield offer(Discard, "10.1", "Discard", several_slot("cards", cards, 1, most))


def refuse_discard(table: Table, seat: Seat, command: Discard, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the discard."""
    if len(command.cards) > DISCARDS:
        refuse(("3.5-a", "four cards at most"))
    if any(card not in table.zone(hand(seat)) for card in command.cards):
        refuse(("10.1", "you discard only cards that you hold"))
    refuse(cannot_afford(table, seat, 1))


def discard_cards(draft: Draft, seat: Seat, command: Discard) -> None:
    """10.1: only the last card shows."""
    pay(draft, 1, "", rule="10.1")
    discard(draft, command.cards, rule="10.1")


DISCARD_CARDS = Action[SeatBoard](Discard, discard_cards, discard_offers, refuse_discard)


class ExcessDiscard(Step, frozen=True, tag="excess"):
    """11.3-b: cards above capacity are discarded at the end of the seat's Turn."""

    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """Exactly as many as there are too many."""
        excess = -room_in_hand(table, self.seat)
        if excess <= 0:
            return ()
        cards = several_slot("cards", table.zone(hand(self.seat)), excess, excess)
        offers = (offer(Discard, "11.3-b", "Discard", cards),)
        return (Prompt(self.seat, offers, "11.3-b", f"Discard {excess} cards"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Discard them, the last one on top."""
        assert isinstance(command, Discard)
        draft.finish()
        discard(draft, command.cards, rule="11.3-b")

    def resume(self, draft: Draft) -> None:
        """The hand is within its limit."""
        draft.finish()


# 10.2 Repairs.


def repair_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """10.2: one action an attempt, on an objective of the seat."""
    if cannot_afford(table, seat, 1):
        return
    for group in board.mine:
        if group.objective and table.mark(group.objective, DAMAGE):
            yield offer(Repair, "10.2", "Repair", objective=group.objective)


def refuse_repair(table: Table, seat: Seat, command: Repair, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the repair."""
    find_own_group(table, seat, command.objective)
    if command.objective not in table.pack.objectives:
        refuse(("10.2", "only an objective is repaired"))
    if not table.mark(command.objective, DAMAGE):
        refuse(("10.2", f"{printed_objective(table, command.objective).name} is not damaged"))
    refuse(cannot_afford(table, seat, 1))


def repair(draft: Draft, seat: Seat, command: Repair) -> None:
    """10.2: half of a die, rounded down, is taken off the damage."""
    pay(draft, 1, "", rule="3.5-b")
    (face,) = draft.roll(seat, "repair", rule="10.2", high=10)
    damage = draft.table.mark(command.objective, DAMAGE)
    draft.mark(command.objective, DAMAGE, max(0, damage - face // 2), rule="10.2")


REPAIR = Action[SeatBoard](Repair, repair, repair_offers, refuse_repair)
