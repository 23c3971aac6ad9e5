"""C-4.0.1: the first team draws an operations card in secret, and takes its top or bottom."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.commands import Operation
from wardiary.domain.games.company_of_heroes.table.armies import Team, first_team, seats_of_team
from wardiary.domain.games.company_of_heroes.table.turns import HALF, HALVES
from wardiary.domain.games.company_of_heroes.table.zones import (
    OPERATION,
    OPERATIONS,
    OPERATIONS_DISCARD,
)
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.piles import draw_renewing
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def draw_operation(draft: Draft) -> None:
    """C-4.0.1b: the top card, seen by the first team only."""
    draft.track(HALF, 0, rule="C-4.0.1b")
    # Ruling: C-R32 an empty deck is shuffled again from the discarded cards.
    draw_renewing(
        draft, OPERATIONS, OPERATIONS_DISCARD, OPERATION, 1, rule="C-4.0.1b", renewed="C-4.0.1a"
    )
    team = seats_of_team(draft.table.seats, first_team(draft.table))
    draft.show(draft.table.zone(OPERATION), team, rule="C-4.0.1b")


def reveal_operation(draft: Draft) -> None:
    """C-4.0.1d, C-4.0.1e: the card is revealed and goes to the discarded ones."""
    draft.move(draft.table.zone(OPERATION), OPERATIONS_DISCARD, rule="C-4.0.1d")


class Operations(Step, frozen=True, tag="operations"):
    """C-4.0.1b: any player of the first team says which half counts."""

    team: Team

    def prompts(self, table: Table) -> Prompts:
        """The team, until one of it has chosen."""
        if table.track(HALF):
            return ()
        choose = offer(Operation, "C-4.0.1b", "take a half", choice_slot("half", HALVES))
        question = "Do you take the top or the bottom of the operations card?"
        return tuple(
            Prompt(seat, (choose,), "C-4.0.1b", question, {"what": "operation"})
            for seat in seats_of_team(table.seats, self.team)
        )

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """C-4.0.1c: which half is public, the number is not."""
        assert isinstance(command, Operation)
        draft.track(HALF, HALVES.index(command.half) + 1, rule="C-4.0.1c")

    def resume(self, draft: Draft) -> None:
        """The half is known."""
        draft.finish()


STEPS = (Operations,)
