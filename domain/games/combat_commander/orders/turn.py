"""A player's turn: orders or discards, crowded hexes, a full hand (5)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.cards.cards import deck_ran_out, hand_size
from wardiary.domain.games.combat_commander.cards.rolls import INTERRUPTIONS
from wardiary.domain.games.combat_commander.orders.discarding import DISCARD
from wardiary.domain.games.combat_commander.orders.giving_orders import END_TURN, GIVE_ORDER
from wardiary.domain.games.combat_commander.orders.order import OpenTurn, orders_allowed
from wardiary.domain.games.combat_commander.orders.stacking import Overstacked
from wardiary.domain.games.combat_commander.table.zones import deck, enemy_of, hand
from wardiary.domain.games.combat_commander.units.stacking import overstacked_hexes
from wardiary.domain.games.combat_commander.victory.scoring import update_control
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.table import Table


class Turn(OpenTurn, frozen=True, tag="turn"):
    """5: the active player gives orders one at a time, or discards; the step at the bottom."""

    menu = (GIVE_ORDER, END_TURN, DISCARD)

    def asks(self, table: Table) -> Prompts:
        """The active player, while he may give an order."""
        left = orders_allowed(table, self.seat) - self.given
        if self.stage != "orders" or left <= 0:
            return ()
        facts: dict[str, str | int] = {"window": "turn", "orders-left": left}
        return (Prompt(self.seat, (), "5", "your turn", facts),)

    def resume(self, draft: Draft) -> None:
        """The next part of the turn."""
        if self.stage == "start":
            self._start(draft)
        elif self.stage == "orders":
            draft.change(stage="crowded")
        elif self.stage == "crowded":
            self._resolve_overstacking(draft)
        else:
            self._refill(draft)

    def _start(self, draft: Draft) -> None:
        draft.enter("turn", self.seat, rule="5", turn=draft.table.turn + 1)
        # A side that deployed alone on an objective that nobody controls controls it from now on.
        update_control(draft)
        draft.change(stage="orders")

    def _resolve_overstacking(self, draft: Draft) -> None:
        # Ruling: AMB-43, crowded hexes first, then the hand.
        for seat in (enemy_of(self.seat), self.seat):
            hexes = overstacked_hexes(draft.table, seat)
            if hexes:
                draft.begin(Overstacked(seat, hexes[0]))
                return
        draft.change(stage="refill")

    def _refill(self, draft: Draft) -> None:
        missing = hand_size(draft.table, self.seat) - len(draft.table.zone(hand(self.seat)))
        if missing > 0:
            draft.draw(deck(self.seat), hand(self.seat), missing, rule="5.4")
            if deck_ran_out(draft.table, self.seat):
                INTERRUPTIONS["time"](draft, self.seat)
            return
        draft.expire_marks("turn", rule="O14.1")
        for seat in (self.seat, enemy_of(self.seat)):
            draft.track(f"player-activated-{seat}", 0, rule="O14.1")
        draft.change(seat=enemy_of(self.seat), stage="start", given=0)


STEPS: tuple[type[Step], ...] = (Turn,)
