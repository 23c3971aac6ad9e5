"""6, 9: the movement phase."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.kit.menus import Action, close_menu
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.nuts.board import (
    seat_of,
)
from wardiary.domain.games.nuts.commands import (
    Bypass,
    Done,
    EnterTown,
    LeaveTown,
    Move,
)
from wardiary.domain.games.nuts.movement.bypass import bypass, bypass_offers, refuse_bypass
from wardiary.domain.games.nuts.movement.steps import move, move_offers, refuse_move
from wardiary.domain.games.nuts.movement.towns import refuse_shift, shift, shift_offers
from wardiary.domain.games.nuts.windows import (
    ArmyPhase,
    cards_in,
    open_window,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def done_offers(table: Table, seat: Seat, phase: ArmyPhase) -> Iterator[Offer]:
    """9.0: nobody has to move."""
    yield offer(Done, "N-9.0a", "No more moves")


class MovementPhase(ArmyPhase, frozen=True, tag="movement-phase"):
    """6.0, 9: units move one step at a time, in any order."""

    menu = (
        Action(Move, move, move_offers, refuse_move),
        Action(EnterTown, shift, shift_offers, refuse_shift),
        Action(LeaveTown, shift, refuse=refuse_shift),
        Action(Bypass, bypass, bypass_offers, refuse_bypass),
        cards_in("move"),
        Action(Done, close_menu, done_offers),
    )

    begun: bool = False

    def asks(self, table: Table) -> Prompts:
        """The army's seat, once the enemy's cards for the start of the phase are out."""
        if not self.begun:
            return ()
        seat = seat_of(table, self.army)
        return (Prompt(seat, (), "N-9.0a", "Movement phase: which units move?"),)

    def resume(self, draft: Draft) -> None:
        """17, N-3.2b: the enemy may play what acts on the whole phase; but this side goes first."""
        draft.change(begun=True)
        open_window(draft, "movement", self.army)
