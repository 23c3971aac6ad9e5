"""Event! and Sniper! interrupt a roll and are settled before it takes effect (1.7, 1.9.1)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.cards.cards import card_of, deck_ran_out, turn_up
from wardiary.domain.games.combat_commander.cards.rolls import (
    INTERRUPTIONS,
    Interruption,
    RandomHex,
)
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.events.index import EVENTS
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise
from wardiary.domain.games.combat_commander.orders.melee import begin_melees
from wardiary.domain.games.combat_commander.units.units import contested_hexes, units_in
from wardiary.domain.games.kit.choices import Decline, ListedChoice, ask
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone


class Trigger(Interruption, frozen=True, tag="trigger"):
    """A trigger being settled for the seat that rolled; melees it caused come last (O16.4)."""

    seat: Seat
    kind: str
    stage: str = "begin"
    event: str = ""
    pending: tuple[Zone, ...] = ()

    def resume(self, draft: Draft) -> None:
        """Turn up the card that it needs, carry it out, then fight the melees it caused."""
        if self.stage == "begin":
            draft.change(stage="act")
            if self.kind == "event":
                self._turn_up(draft)
        elif self.stage == "act":
            draft.change(stage="melees")
            self._act(draft)
        elif self.stage == "melees":
            draft.change(stage="end")
            begin_melees(draft, self.pending)
        else:
            draft.finish()

    def _turn_up(self, draft: Draft) -> None:
        piece = turn_up(draft, self.seat, rule="1.9.1.1")
        draft.change(event=card_of(draft.table, piece).event)
        # Ruling: AMB-06, the last card brings time on before its event is carried out.
        if deck_ran_out(draft.table, self.seat):
            INTERRUPTIONS["time"](draft, self.seat)

    def _act(self, draft: Draft) -> None:
        if self.kind == "sniper":
            draft.begin(SniperHex(self.seat))
        else:
            EVENTS[self.event](draft, self.seat)


def _event(draft: Draft, seat: Seat) -> None:
    draft.begin(Trigger(seat, "event", pending=contested_hexes(draft.table)))


def _sniper(draft: Draft, seat: Seat) -> None:
    draft.begin(Trigger(seat, "sniper", pending=contested_hexes(draft.table)))


INTERRUPTIONS["event"] = _event
INTERRUPTIONS["sniper"] = _sniper


class SniperHex(RandomHex, frozen=True, tag="sniper-hex"):
    """1.9.1.3: the random hex of a sniper."""

    purpose = "sniper"

    def take_effect(self, draft: Draft) -> None:
        """The player who rolled may pick a unit in the hex or next to it."""
        near = (self.hex, *map_of(draft.table).grid.neighbours(self.hex))
        targets = [unit for hex_label in near for unit in units_in(draft.table, hex_label)]
        ask(draft, SniperVictim(self.seat, tuple(targets)))


class SniperVictim(ListedChoice, frozen=True, tag="sniper-victim"):
    """1.9.1.3: which unit the sniper hits."""

    question = "which unit does the sniper hit?"
    rule = "1.9.1.3"
    decline = Decline

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is demoralised."""
        demoralise(draft, (chosen,), rule="1.9.1.3")


STEPS: tuple[type[Step], ...] = (Trigger, SniperVictim, SniperHex)
