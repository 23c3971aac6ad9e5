"""Matches of Combat Soldiers in which a test sets up every card, commands and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tests.games.combat_soldiers.random_play import SeededRng
from wardiary.domain.games.combat_soldiers.actions.spending import actions_left
from wardiary.domain.games.combat_soldiers.components.cards import Pack
from wardiary.domain.games.combat_soldiers.components.pack import read_pack
from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with, seats_after
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.groups.forming import ends_of
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.games.combat_soldiers.groups.sieges import begin_siege
from wardiary.domain.games.combat_soldiers.sequence.rounds import Round, gather
from wardiary.domain.games.combat_soldiers.sequence.turn import Turn
from wardiary.domain.games.combat_soldiers.special_battles.recon import bare_objectives
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Opening
from wardiary.domain.play.prompts import Offer, Prompt, prompt_for
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table

CONTENT = Path(__file__).parents[3] / "domain/games/combat_soldiers/content"


def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(CONTENT.glob("*.toml"))}


@cache
def pack() -> Pack:
    return read_pack(files())


def open_match(seats: int, scenario: str, chance: Any, **settings: e.Scalar) -> Outcome:
    opening = Opening(scenario, tuple("abcdef"[:seats]), GAME.resolve_settings(settings))
    opened = e.MatchOpened(
        match="0" * 32,
        game=GAME.name,
        version=GAME.version,
        scenario=scenario,
        settings=opening.settings,
        seats=opening.seats,
        visibility=GAME.visibility(pack(), opening),
        pack="",
        commitment="",
        time=0,
        rule="Table/Open",
    )
    return set_up_table(GAME, evolve(Table(pack=pack()), opened), opening, chance)


class Match:
    """A match whose cards all start in the draw pile, until the test puts them elsewhere."""

    def __init__(
        self,
        *,
        seats: int = 3,
        scenario: str = "free-form",
        active: str = "a",
        phase: str = "B",
        **settings: e.Scalar,
    ) -> None:
        """Start a seat's Turn 1 in a phase; nothing is deployed and no hand is dealt."""
        opened = open_match(seats, scenario, SeededRng(7), **settings)
        self.table = opened.table
        self.events: tuple[e.Event, ...] = ()
        self.refused: Illegal | None = None
        self.change(gather)
        self.change(lambda draft: draft.track("last-turn/a", 0, rule="3.0-a"))
        self.turn(active, phase)

    def change(self, effect: Callable[[Draft], object]) -> Match:
        draft = Draft(self.table, ScriptedChance(), GAME.open_steps(self.table))
        effect(draft)
        steps = msgspec.Raw(msgspec.json.Encoder(order="sorted").encode(draft.steps))
        draft.record(e.EntryClosed(steps=steps, rule="Table/Pause"))
        self.table = draft.table
        return self

    def turn(self, active: str, phase: str = "B", number: int = 1) -> Match:
        """Start a seat's Turn in a phase."""
        seats = self.table.seats

        def effect(draft: Draft) -> None:
            draft.steps[:] = [
                Round(stage="turns", dealer="a", seat=seats_after(seats, active)[0]),
                Turn(active, phase, duty=1, bare=bare_objectives(draft.table)),
            ]
            draft.enter(phase, active, rule="3.0-c", round=1, turn=number)
            for track in ("actions/us", "actions/german", "actions/other"):
                draft.track(track, 0, rule="3.0-a")

        return self.change(effect)

    def group(self, zone: str, side: str, *cards: str, sideways: Sequence[str] = ()) -> Match:
        """Put cards of a side into a group, each with that side's end up."""

        def effect(draft: Draft) -> None:
            draft.move(cards, zone, rule="4.2-a")
            for card in cards:
                ends = [end.face for end in ends_of(draft.table, card) if end.side == side]
                draft.turn(card, ends[0] if ends else side, rule="4.1")
            for card in sideways:
                draft.mark(card, "sideways", 1, rule="4.4.2")
            bare = bare_objectives(draft.table)
            for place, step in enumerate(draft.steps):
                if isinstance(step, Turn):
                    draft.steps[place] = msgspec.structs.replace(step, bare=bare)

        return self.change(effect)

    def hold(self, seat: str, *cards: str) -> Match:
        """Put cards into a hand."""
        return self.change(lambda draft: draft.move(cards, f"{seat}-hand", rule="2.4-b"))

    def put(self, zone: str, *cards: str, host: str = "") -> Match:
        """Put cards into any zone."""
        return self.change(lambda draft: draft.move(cards, zone, rule="2.4-b", host=host))

    def on_top(self, *cards: str) -> Match:
        """Put cards on top of the draw pile, the first uppermost."""

        def effect(draft: Draft) -> None:
            draft.move(cards, "deck", at=0, rule="2.4-b")

        return self.change(effect)

    def draw_pile(self, *cards: str) -> Match:
        """Leave only these cards in the draw pile; the others leave the game."""

        def effect(draft: Draft) -> None:
            draft.move(draft.table.zone("deck"), "box", rule="2.4-b")
            draft.move(cards, "deck", rule="2.4-b")

        return self.change(effect)

    def discard_pile(self, *cards: str) -> Match:
        """Put cards on the discard pile, its top card first."""

        def effect(draft: Draft) -> None:
            draft.move(cards[1:], "discard", rule="10.1")
            draft.move(cards[0], "discard-top", rule="10.1")

        return self.change(effect)

    def mark(self, piece: str, mark: str, value: int = 1) -> Match:
        """Set a mark on a piece."""
        return self.change(lambda draft: draft.mark(piece, mark, value, rule="1.2-b3"))

    def track(self, track: str, value: int) -> Match:
        """Set a track."""
        return self.change(lambda draft: draft.track(track, value, rule="12.2"))

    def pick(self, seat: str, **picks: str) -> Match:
        """Note picks on a seat's sheet: objective and side."""
        entries = [
            f"{seat}-{objective.replace('_', '-')}-{side}" for objective, side in picks.items()
        ]
        return self.change(lambda draft: draft.move(entries, f"{seat}-sheet", rule="2.5-a"))

    def siege(
        self, besieger: str, besieged: str, *, isolation: int = 0, card: str = "surrounded-1"
    ) -> Match:
        """Let a group surround another."""

        def effect(draft: Draft) -> None:
            begin_siege(
                draft, card, group_at(draft.table, besieger), group_at(draft.table, besieged)
            )
            letter = group_at(draft.table, besieged).siege
            draft.mark(f"besieged-{letter}", "isolation", isolation, rule="7.3.1.2-b")

        return self.change(effect)

    def when(
        self,
        seat: str,
        command: Command | str,
        *,
        dice: Sequence[int] = (),
        orders: Sequence[Sequence[str]] = (),
        passing: bool = True,
    ) -> Match:
        """Give a command with exactly these dice; a refusal is kept in `refused`.

        Between Actions the seats without a Recon pass (unless `passing` is off); a seat that holds
        one is left to the test.
        """
        chance = ScriptedChance(dice, orders)
        self.events, self.refused = (), None
        self._submit(seat, command, chance)
        while passing and not self.refused and (bare := self._without_recon()):
            self._submit(bare, "pass", chance)
        assert chance.used_up, "the command did not use all dice or orders of the test"
        return self

    def resolve(
        self,
        seat: str,
        command: Command | str,
        dice: Sequence[int] = (),
        **plays: str,
    ) -> Match:
        """Give a command, then close every reaction window by passing, but for these plays.

        A play is named by its seat and the window: `b_support="at-weapon ffe-2-at-2"`.
        """
        chance = ScriptedChance(dice)
        self.events, self.refused = (), None
        self._submit(seat, command, chance)
        for _ in range(60):
            asked = GAME.prompts(self.table)
            if self.refused or not asked or "window" not in asked[0].facts:
                break
            window = str(asked[0].facts["window"]).replace("-", "_")
            answer = plays.pop(f"{asked[0].seat}_{window}", "pass")
            self._submit(asked[0].seat, answer, chance)
        assert not plays, f"never asked for {plays}"
        assert chance.used_up, "the battle did not use all dice of the test"
        return self

    def _without_recon(self) -> str:
        for prompt in GAME.prompts(self.table):
            between = ("recon", "action") == (
                prompt.facts.get("window"),
                prompt.facts.get("moment"),
            )
            if between and not hand_cards_with(self.table, prompt.seat, "recon"):
                return prompt.seat
        return ""

    def _submit(self, seat: str, command: Command | str, chance: ScriptedChance) -> None:
        parsed = GAME.command(command) if isinstance(command, str) else command
        try:
            outcome = decide(GAME, self.table, seat, parsed, chance)
        except Illegal as illegal:
            self.refused = illegal
            return
        for event in outcome.events:
            if isinstance(event, e.DiceRolled) and event.rule != "15.1-a":
                assert event.pool.endswith("d10"), "1.3: dice have ten sides; markers are drawn"
        self.table, self.events = outcome.table, self.events + outcome.events

    def then_illegal(self, rule: str, why: str = "") -> Match:
        """The command was refused under this rule, with these words in its reason."""
        assert self.refused is not None, f"not refused: {self.events}"

        assert rule == self.refused.rule
        assert why in self.refused.why
        return self

    def events_of(self, kind: type[e.Event]) -> tuple[Any, ...]:
        """The events of a kind since the last command of the test."""
        assert self.refused is None, f"refused: {self.refused}"
        return tuple(event for event in self.events if isinstance(event, kind))

    def total(self, what: str, number: int = 0) -> int:
        """A total that was computed; the first unless a number is given."""
        sums = [event.total for event in self.events_of(e.TotalComputed) if event.what == what]
        return int(sums[number])

    def items(self, what: str, number: int = 0) -> dict[str, int]:
        """The items of such a total by their rule (values under one rule added up)."""
        totals = [event for event in self.events_of(e.TotalComputed) if event.what == what]
        by_rule: dict[str, int] = {}
        for item in totals[number].items:
            by_rule[item.rule] = by_rule.get(item.rule, 0) + item.value
        return by_rule

    def rules_cited(self) -> set[str]:
        """The rules that the events cite."""
        assert self.refused is None, f"refused: {self.refused}"
        return {event.rule for event in self.events}

    def prompt(self, seat: str) -> Prompt:
        """What a seat is asked; fails when it is not."""
        prompt = prompt_for(GAME.prompts(self.table), seat)
        assert prompt is not None, f"{seat} is not asked anything"
        return prompt

    def seats_asked(self) -> tuple[str, ...]:
        """The seats that are asked now."""
        return tuple(prompt.seat for prompt in GAME.prompts(self.table))

    def offers(self, seat: str, verb: str) -> list[Offer]:
        """A seat's offers of a verb."""
        return [offer for offer in self.prompt(seat).offers if offer.verb == verb]

    def candidates(self, seat: str, verb: str, slot: str) -> set[str | int]:
        """All candidates of a slot in a seat's offers of a verb."""
        return {
            candidate
            for offer in self.offers(seat, verb)
            for offered in offer.slots
            if offered.name == slot
            for candidate in offered.candidates
        }

    def pieces_in(self, zone: str) -> tuple[str, ...]:
        """The pieces in a zone."""
        return self.table.zone(zone)

    def zone_of(self, piece: str) -> str:
        """The zone of a piece."""
        return self.table.zone_of(piece)

    def sideways(self, *pieces: str) -> list[int]:
        """For each unit whether it is sideways, out of command: 1 or 0."""
        return [self.table.mark(piece, "sideways") for piece in pieces]

    def actions_left(self, side: str = "") -> int:
        """The actions left to the active seat."""
        return actions_left(self.table, self.table.seat, side)
