"""A table under test: commands in few words, and what followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.scenario import Scenario
from wardiary.domain.games.combat_commander.cards.rolls import INTERRUPTIONS
from wardiary.domain.games.combat_commander.components.printed import Card
from wardiary.domain.games.combat_commander.events.triggers import Trigger
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.decide import run_steps
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Result


class Battle(Scenario):
    """A scenario whose dice stand on cards; nobody voids a roll unless a test does."""

    # Commands

    def say(
        self, seat: str, text: str, *, dice: tuple[int, ...] = (), stand: bool = True
    ) -> Battle:
        """A command; with `stand` nobody voids the rolls it leads to. All events are kept."""
        self.when(seat, text, dice=dice)
        if stand and self.refused is None:
            self.let_stand()
        return self

    def let_stand(self) -> Battle:
        """Nobody voids what was rolled."""
        events = self.events
        while (prompt := self.asked()) and prompt.rule == "9.1":
            self.when(prompt.seat, "pass")
            assert self.refused is None
            events = events + self.events
        self.events = events
        return self

    def commands(self, *lines: tuple[str, str]) -> Battle:
        """Several commands, none of which may be refused; their events are kept together."""
        events: tuple[e.Event, ...] = ()
        for seat, text in lines:
            self.say(seat, text)
            assert self.refused is None, self.refused
            events += self.events
        self.events = events
        return self

    def order(self, name: str, head: str = "", others: str = "-") -> Battle:
        """The active player gives an order from his hand, and activates the named units."""
        seat = self.table.seat
        hand = self.table.zone(f"hand-{seat}")
        card = next(piece for piece in hand if self._printed(piece).order == name)
        self.say(seat, f"order {card}")
        if head and self.refused is None:
            self.say(seat, f"activate {head} {others}")
        return self

    def move(self, units: str, *hexes: str, end: bool = False) -> Battle:
        """Units, joined by commas, form a group and move; at the `end` the order is over."""
        seat = units.partition("-")[0]
        steps = [(seat, f"step {hex_label}") for hex_label in hexes]
        last = [(seat, "stop"), (seat, "done")] if end else []
        return self.commands((seat, f"group {units}"), *steps, *last)

    def shoot(self, base: str, target: str, *joined: str) -> Battle:
        """An element fires at a hex; others, joined by commas, join its group in turn."""
        seat = base.partition("-")[0]
        others = [(seat, f"join {elements}") for elements in joined]
        return self.commands((seat, f"fire {target} {base}"), *others, (seat, "shoot"))

    def watch(self, head: str, others: str = "-") -> Battle:
        """The first card offered activates units for opportunity fire."""
        card = self.candidates("watch", "card")[0]
        return self.commands((head.partition("-")[0], f"watch {card} {head} {others}"))

    def play(self, action: str, at: str = "-", *, dice: tuple[int, ...] = ()) -> Battle:
        """The seat that is asked plays a card of its hand for its action."""
        prompt = self.asked()
        assert prompt is not None
        hand = self.table.zone(f"hand-{prompt.seat}")
        card = next(piece for piece in hand if self._printed(piece).action == action)
        return self.say(prompt.seat, f"play {card} {at}", dice=dice)

    # What happens without a command

    def act(self, effect: Callable[[Draft], object], *, dice: tuple[int, ...] = ()) -> Battle:
        """An effect on the table, as a rule would cause it, and what follows from it."""
        chance = ScriptedChance(dice)
        draft = Draft(self.table, chance, self.game.open_steps(self.table))
        outcome = run_steps(draft, lambda: effect(draft))
        assert chance.used_up
        self.table, self.events, self.refused = outcome.table, outcome.events, None
        return self

    def time_passes(self, seat: str = "axis") -> Battle:
        """Time advances because the deck of this seat ran out."""
        return self.act(lambda draft: INTERRUPTIONS["time"](draft, seat))

    def read(self, name: str, seat: str = "axis", *, dice: tuple[int, ...] = ()) -> Battle:
        """A seat reads an event, inside a trigger as always."""

        def trigger(draft: Draft) -> None:
            draft.begin(Trigger(seat, "event", "act", name))

        return self.act(trigger, dice=dice)

    # Who is asked what

    def asked(self) -> Prompt | None:
        """The question that is open now, if any."""
        prompts = self.game.prompts(self.table)
        return prompts[0] if prompts else None

    def asks(self, seat: str, rule: str) -> Prompt:
        """Exactly this seat is asked, under this rule."""
        prompt = self.asked()
        assert prompt is not None, self.table.result
        assert (prompt.seat, prompt.rule) == (seat, rule)
        return prompt

    def offer(self, verb: str, rule: str = "") -> Offer | None:
        """The first offer of a verb (and rule) to the seat that is asked."""
        prompt = self.asked()
        offers = prompt.offers if prompt else ()
        return next((o for o in offers if o.verb == verb and rule in ("", o.rule)), None)

    def candidates(self, verb: str, slot: str, rule: str = "") -> tuple[Any, ...]:
        """The candidates of a slot, over all offers of a verb."""
        prompt = self.asked()
        offers = prompt.offers if prompt else ()
        return tuple(
            candidate
            for offer in offers
            if offer.verb == verb and rule in ("", offer.rule)
            for asked_slot in offer.slots
            if asked_slot.name == slot
            for candidate in asked_slot.candidates
        )

    def choices(self) -> tuple[Any, ...]:
        """What the seat that is asked may choose from."""
        return self.candidates("choose", "this")

    # What the last command changed

    def total(self, what: str) -> int:
        """The total last computed under a name."""
        return [event.total for event in self.happened(e.TotalComputed) if event.what == what][-1]

    def items(self, what: str) -> dict[str, int]:
        """The items of the total last computed under a name."""
        last = [event for event in self.happened(e.TotalComputed) if event.what == what][-1]
        return {item.name: item.value for item in last.items}

    def defended(self) -> list[str]:
        """The units for which defence totals were computed, in order."""
        return [
            event.what.removeprefix("defence total ")
            for event in self.happened(e.TotalComputed)
            if event.what.startswith("defence total")
        ]

    def rolls(self) -> list[tuple[str, str]]:
        """Seat and purpose of each roll."""
        return [(event.seat, event.purpose) for event in self.happened(e.DiceRolled)]

    def dice(self) -> list[tuple[str, tuple[int, ...]]]:
        """Purpose and faces of each roll."""
        return [(event.purpose, event.faces) for event in self.happened(e.DiceRolled)]

    def values(self, track: str) -> list[int]:
        """The values that a track was set to."""
        return [event.value for event in self.happened(e.TrackSet) if event.track == track]

    def moves_of(self, piece: str) -> list[str]:
        """The zones that a piece was moved to."""
        return [event.to for event in self.happened(e.PiecesMoved) if piece in event.pieces]

    def tracks_and_pools(self) -> list[str]:
        """Tracks that were set and dice that were rolled, in order."""
        return [
            event.track if isinstance(event, e.TrackSet) else event.pool
            for event in self.events
            if isinstance(event, e.TrackSet | e.DiceRolled)
        ]

    # The table

    @property
    def result(self) -> Result | None:
        """How the match ended, if it did."""
        return self.table.result

    def vp(self) -> int:
        """The place of the victory marker, counted for the Axis."""
        return self.table.track("vp")

    def track(self, name: str) -> int:
        return self.table.track(name)

    def mark(self, piece: str, name: str) -> int:
        return self.table.mark(piece, name)

    def face(self, piece: str) -> str:
        return self.table.pieces[piece].face

    def zone(self, piece: str) -> str:
        """The zone of a piece."""
        return self.table.pieces[piece].zone

    def host(self, piece: str) -> str:
        """The carrier of a weapon."""
        return self.table.pieces[piece].host

    def card(self, seat: str, name: str) -> str:
        """The first card of a hand with this order or action."""
        for piece in self.table.zone(f"hand-{seat}"):
            printed = self._printed(piece)
            if name in (printed.order, printed.action):
                return piece
        raise AssertionError(f"{seat} has no card {name!r}")

    def top_card(self, seat: str = "axis") -> str:
        """The card that is revealed next."""
        return self.table.zone(f"deck-{seat}")[0]

    def _printed(self, piece: str) -> Card:
        card: Card = self.table.pack.cards[self.table.pieces[piece].kind]
        return card
