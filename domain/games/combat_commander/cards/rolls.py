"""Dice read off cards, the initiative, and random hexes (1.8, 1.9, 9.1, 11.4).

A step that needs a roll begins a `Roll` on top of itself. When the roll is final and everything
that it triggered is settled, the dice are put into the field `rolled` of the step below; other
kinds of rolls say themselves what follows. The same holds for random hexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from wardiary.domain.games.combat_commander.cards.cards import (
    card_of,
    deck_ran_out,
    initiative_holder,
    turn_up,
)
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.table.commands import Pass, Void
from wardiary.domain.games.combat_commander.table.zones import enemy_of, initiative
from wardiary.domain.games.combat_commander.weapons.effects import (
    break_weapon,
    check_broken_weapons,
)
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.games.kit.menus import Action, top_step
from wardiary.domain.hexes.grid import place_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

Facts = dict[str, str | int]
Faces = tuple[int, ...]
INTERRUPTIONS: dict[str, Callable[[Draft, Seat], None]] = {}
"""What a roll can trigger: "time", "event" and "sniper", each beginning its own step."""

PRODUCTS = ("targeting", "accuracy")


class Interruption(Step, frozen=True):
    """A trigger or an advance of time: rolls made inside it ignore their own triggers (1.9.1)."""


def is_nested(draft: Draft) -> bool:
    """1.9.1: whether a trigger or an advance of time is being carried out."""
    return any(isinstance(step, Interruption) for step in draft.steps)


def let_roll_stand(draft: Draft, seat: Seat, command: Pass) -> None:
    """9.1: the roll is final."""
    del seat, command
    draft.change(stage="settle-time")


def void_offers(table: Table, seat: Seat, roll: Roll) -> Iterator[Offer]:
    """9.1: to let the roll stand, or to void it."""
    del table, seat, roll
    yield Offer("pass", (), "9.1", label="let the roll stand")
    yield Offer("void", (), "9.1", label="hand over the initiative and make the roll again")


def void_roll(draft: Draft, seat: Seat, command: Void) -> None:
    """9.1: the initiative goes to the other player, and the roll is made again."""
    del command
    roll = top_step(draft, Roll)
    draft.move("initiative", initiative(enemy_of(seat)), rule="9.1")
    draft.change(stage="turn-up", trigger="", faces=())
    # Ruling: AMB-04, the voided roll is gone, but a deck that ran out brings time on first.
    if deck_ran_out(draft.table, roll.seat):
        INTERRUPTIONS["time"](draft, roll.seat)


class Roll(CombatMenu, frozen=True, tag="roll"):
    """1.9: a card is turned up for its dice; it may be voided; then time and triggers are settled.

    `base` and `against` say what the roll is compared with, for the player who may void it.
    """

    menu = (Action(Pass, let_roll_stand, void_offers), Action(Void, void_roll))

    seat: Seat
    purpose: str
    nested: bool
    weapons: tuple[PieceId, ...]
    facts: Facts
    base: int
    against: int | None
    stage: str = "turn-up"
    trigger: str = ""
    faces: Faces = ()

    def take_effect(self, draft: Draft) -> None:
        """What follows when everything is settled: the step below gets the dice."""
        draft.change(rolled=self.faces)

    @property
    def firing(self) -> tuple[PieceId, ...]:
        """The weapons of a fire roll."""
        return self.weapons

    @property
    def value(self) -> int:
        """1.9: the sum of the dice; in targeting rolls their product."""
        white, red = self.faces
        return white * red if self.purpose in PRODUCTS else white + red

    @property
    def live_trigger(self) -> str:
        """1.9.1, 1.9.1.2: none inside another trigger; Jammed! only on fire rolls."""
        ignored = self.nested or (self.trigger == "jammed" and self.purpose != "fire")
        return "" if ignored else self.trigger

    def asks(self, table: Table) -> Prompts:
        """9.1: the holder of the initiative card may void the roll."""
        # Ruling: AMB-52, every roll, also for support and sudden death; but no other card.
        if self.stage != "voidable":
            return ()
        seat = initiative_holder(table)
        return (Prompt(seat, (), "9.1", self._question(), self._facts(table, seat)),)

    def _question(self) -> str:
        white, red = self.faces
        sentence = f"{self.seat} rolled {white} and {red} for {self.purpose}"
        if self.against is not None:
            sentence += f", in all {self.base + self.value} against {self.against}"
        if self.live_trigger:
            sentence += f", {self.live_trigger}!"
        return f"{sentence}: void it?"

    def _facts(self, table: Table, holder: Seat) -> Facts:
        white, red = self.faces
        facts: Facts = {
            **self.facts,
            "window": "after-roll",
            "purpose": self.purpose,
            "roller": self.seat,
            "own": int(self.seat == holder),
            "white": white,
            "red": red,
            "roll": self.value,
            "trigger": self.live_trigger,
        }
        if self.against is not None:
            facts["total"] = self.base + self.value
            facts["against"] = self.against
            facts["margin"] = self.base + self.value - self.against
        return facts

    def resume(self, draft: Draft) -> None:
        """Turn up the card; a final roll: time first, then the trigger, then the result."""
        if self.stage == "turn-up":
            self._turn_up(draft)
        elif self.stage == "settle-time":
            self._settle_time(draft)
        elif self.stage == "settle-trigger":
            self._settle_trigger(draft)
        else:
            self._hand_back(draft)

    def _turn_up(self, draft: Draft) -> None:
        piece = turn_up(draft, self.seat, rule="1.9")
        card = card_of(draft.table, piece)
        forced = draft.table.forced[:2]
        faces = forced if len(forced) == 2 else (card.white, card.red)
        draft.record(
            e.DiceRolled(
                seat=self.seat,
                purpose=self.purpose,
                pool="card",
                faces=faces,
                forced=len(forced) == 2,
                rule="1.9",
            )
        )
        draft.change(stage="voidable", trigger=card.trigger, faces=faces)

    def _settle_time(self, draft: Draft) -> None:
        """1.9.1.4, 6.1.2: Time!, or the last card of the deck; once, before any other trigger."""
        draft.change(stage="settle-trigger")
        # Ruling: AMB-05, a deck that ran out brings time on even inside a trigger.
        if self.live_trigger == "time" or deck_ran_out(draft.table, self.seat):
            INTERRUPTIONS["time"](draft, self.seat)

    def _settle_trigger(self, draft: Draft) -> None:
        """1.9.1, O20.3.3.1, G-jam: Event!, Sniper!, and Jammed! for the weapons of a fire roll."""
        draft.change(stage="hand-back")
        if self.live_trigger in ("event", "sniper"):
            INTERRUPTIONS[self.live_trigger](draft, self.seat)
        elif self.live_trigger == "jammed":
            for weapon in self.weapons:
                break_weapon(draft, weapon, rule="1.9.1.2")

    def _hand_back(self, draft: Draft) -> None:
        draft.finish()
        self.take_effect(draft)


def roll(
    draft: Draft,
    seat: Seat,
    purpose: str,
    *,
    weapons: tuple[PieceId, ...] = (),
    facts: Facts | None = None,
    base: int = 0,
    against: int | None = None,
    kind: type[Roll] = Roll,
) -> None:
    """Open a roll on top of the open steps; the step below gets its dice in `rolled`.

    Another `kind` of roll says itself what follows.
    """
    draft.begin(kind(seat, purpose, is_nested(draft), weapons, facts or {}, base, against))


class RandomHex(Step, frozen=True):
    """1.8: a card is turned up for its hex; broken weapons are checked first (11.4).

    A kind of random hex gives its `purpose` and what follows if the hex is on the map.
    """

    purpose: ClassVar[str]

    seat: Seat
    hex: Zone = ""

    def take_effect(self, draft: Draft) -> None:
        """What follows at `hex`."""
        raise NotImplementedError

    def resume(self, draft: Draft) -> None:
        """Turn up, let time pass if the deck ran out, then go to the hex."""
        if not self.hex:
            piece = turn_up(draft, self.seat, rule="1.8")
            draft.change(hex=card_of(draft.table, piece).hex)
            # Ruling: AMB-06, the last card brings time on before its hex is used.
            if deck_ran_out(draft.table, self.seat):
                INTERRUPTIONS["time"](draft, self.seat)
            return
        draft.record(
            e.DiceRolled(
                seat=self.seat,
                purpose=self.purpose,
                pool="random hex",
                faces=place_of(self.hex),
                rule="1.8",
            )
        )
        check_broken_weapons(draft, place_of(self.hex)[1])
        draft.finish()
        if self.hex in map_of(draft.table).grid:
            self.take_effect(draft)


STEPS: tuple[type[Step], ...] = (Roll,)
