"""18.1 Overrun: the Surrounded card comes back to the besieger."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.actions.hand_capacity import room_in_hand
from wardiary.domain.games.combat_soldiers.actions.windows import Pass
from wardiary.domain.games.combat_soldiers.components.zones import hand, owner_of
from wardiary.domain.games.combat_soldiers.groups.group import Group
from wardiary.domain.games.combat_soldiers.groups.piles import discard
from wardiary.domain.games.combat_soldiers.groups.sieges import (
    besieger_zone,
    lift_siege,
    siege_card,
)
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Retrieve(Command, frozen=True, tag="retrieve"):
    """18.1: take the Surrounded card back after an overrun."""

    says = "take the Surrounded card back"


def overrun(draft: Draft, beaten: Group) -> None:
    """18.1: a besieged group eliminated beyond what it could pay frees the Surrounded card."""
    if not draft.table.setting("overrun") or not beaten.siege:
        return
    owner = owner_of(besieger_zone(draft.table, beaten.siege))
    card = siege_card(draft.table, beaten.siege)
    lift_siege(draft, beaten.siege, rule="18.1", keep=True)
    draft.begin(Overrun(owner, card))


class Overrun(Step, frozen=True, tag="overrun"):
    """18.1: the besieger's owner takes the Surrounded card back, if the hand has room for it."""

    owner: Seat
    card: PieceId

    def prompts(self, table: Table) -> Prompts:
        """Take the card back, or not."""
        if room_in_hand(table, self.owner) < 1:
            return ()
        offers = (
            offer(Retrieve, "18.1", "Take Surrounded back"),
            offer(Pass, "18.1", "Leave it there"),
        )
        return (Prompt(self.owner, offers, "18.1", "Take the Surrounded card back?"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Into hand, or discarded."""
        draft.finish()
        if isinstance(command, Retrieve):
            draft.move(self.card, hand(self.owner), rule="18.1")
        else:
            discard(draft, (self.card,), rule="18.1")

    def resume(self, draft: Draft) -> None:
        """The hand is full."""
        draft.finish()
        discard(draft, (self.card,), rule="18.1")
