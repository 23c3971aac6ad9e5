"""A player's turn: orders or discards, crowded hexes, a full hand (5, O15, 8.2)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.actions.hidden_actions import AfterDiscard
from wardiary.domain.games.combat_commander.cards.cards import deck_ran_out, hand_size
from wardiary.domain.games.combat_commander.cards.rolls import INTERRUPTIONS
from wardiary.domain.games.combat_commander.components.printed import pack_of, scenario_of
from wardiary.domain.games.combat_commander.morale.demoralise import replace_squad
from wardiary.domain.games.combat_commander.orders.activation import give_order, playable_cards
from wardiary.domain.games.combat_commander.orders.refusals import refuse_order
from wardiary.domain.games.combat_commander.table.choices import choose, effect
from wardiary.domain.games.combat_commander.table.commands import Discard, EndTurn, GiveOrder
from wardiary.domain.games.combat_commander.table.zones import deck, discards, enemy_of, hand
from wardiary.domain.games.combat_commander.units.units import (
    STACK_LIMIT,
    overstacked_hexes,
    silhouettes,
    unit_card,
    units_in,
)
from wardiary.domain.games.combat_commander.victory.scoring import settle_control
from wardiary.domain.games.combat_commander.victory.victory import eliminate
from wardiary.domain.games.combat_commander.weapons.effects import weapons_may_go
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, several_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


@weapons_may_go
class Turn(Step, frozen=True, tag="turn"):
    """5: the active player gives orders one at a time, or discards; the step at the bottom."""

    seat: Seat
    stage: str = "start"
    given: int = 0

    def prompts(self, table: Table) -> Prompts:
        """An order, the end of the turn, or before any order a discard."""
        if self.stage != "orders" or self.given >= orders_allowed(table, self.seat):
            return ()
        offers = []
        cards = playable_cards(table, self.seat)
        if cards:
            offers.append(Offer("order", (choice_slot("card", cards),), "O14.1", "give an order"))
        if self.given:
            offers.append(Offer("end-turn", (), "5.1", "give no further order"))
        else:
            held = table.zone(hand(self.seat))
            most = min(len(held), discards_allowed(table, self.seat))
            offers.append(
                Offer("discard", (several_slot("cards", held, 0, most),), "O15", "discard")
            )
        facts: dict[str, str | int] = {
            "window": "turn",
            "orders-left": orders_allowed(table, self.seat) - self.given,
        }
        return (Prompt(self.seat, tuple(offers), "5", "your turn", facts),)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """O14.1, 5.3, O15: an order that cannot be given, too many cards, or too late for them."""
        if isinstance(command, GiveOrder):
            refuse_order(table, seat, command, playable_cards(table, seat))
        if isinstance(command, Discard):
            if self.given:
                raise Illegal("O15", "you have given an order this turn")
            most = discards_allowed(table, seat)
            if len(command.cards) > most:
                raise Illegal("5.3", f"no more than {most} cards may be discarded")
        if isinstance(command, EndTurn) and not self.given:
            raise Illegal("5", "give an order, or discard")

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Begin an order, discard, or end the turn."""
        if isinstance(command, GiveOrder):
            draft.change(given=self.given + 1)
            give_order(draft, seat, command.card)
        elif isinstance(command, Discard):
            draft.change(stage="crowded")
            draft.move(command.cards, discards(seat), at=0, rule="O15")
            # Ruling: AMB-34, passing without a discard opens no window.
            if command.cards:
                draft.begin(AfterDiscard(enemy_of(seat)))
        else:
            assert isinstance(command, EndTurn)
            draft.change(stage="crowded")

    def resume(self, draft: Draft) -> None:
        """The next part of the turn."""
        if self.stage == "start":
            self._start(draft)
        elif self.stage == "orders":
            draft.change(stage="crowded")
        elif self.stage == "crowded":
            self._thin_out(draft)
        else:
            self._refill(draft)

    def _start(self, draft: Draft) -> None:
        draft.enter("turn", self.seat, rule="5", turn=draft.table.turn + 1)
        # Who deployed alone on an objective nobody controls has it from the first turn on.
        settle_control(draft)
        draft.change(stage="orders")

    def _thin_out(self, draft: Draft) -> None:
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


def orders_allowed(table: Table, seat: Seat) -> int:
    """5.1: the order capability of a side."""
    return scenario_of(table).force(seat).orders


def discards_allowed(table: Table, seat: Seat) -> int:
    """5.3: the discard capability of a nation."""
    return pack_of(table).nations[scenario_of(table).force(seat).nation].discard


class Overstacked(Step, frozen=True, tag="overstacked"):
    """8.2: one free deployment, then units are given up until seven men are left."""

    seat: Seat
    hex: Zone
    deployed: bool = False

    def resume(self, draft: Draft) -> None:
        """Deploy a squad, or give a unit up."""
        if silhouettes(draft.table, self.hex, self.seat) <= STACK_LIMIT:
            draft.finish()
            return
        units = units_in(draft.table, self.hex, self.seat)
        if self.deployed:
            choose(draft, self.seat, "give-up", units, rule="8.2")
            return
        draft.change(deployed=True)
        squads = [unit for unit in units if unit_card(draft.table, unit).type == "squad"]
        choose(draft, self.seat, "deploy", squads, rule="8.2", optional=True)


@effect("give-up")
def give_up(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """8.2: that unit is eliminated."""
    del seat, about
    eliminate(draft, (chosen,), rule="8.2")


@effect("deploy")
def deploy(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E52.1, E52.2: two teams in the place of a squad."""
    del seat, about
    replace_squad(draft, chosen, ("-a", "-b"), rule="E52.2")


STEPS: tuple[type[Step], ...] = (Turn, Overstacked)
