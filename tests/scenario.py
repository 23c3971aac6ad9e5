"""Given events, when a command with its dice, then exactly these events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.prompts import Prompt, prompt_for
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table


def opened(
    game: Game,
    pack: Any,
    scenario: str,
    seats: Sequence[str],
    *,
    orders: Sequence[Sequence[str]] = (),
    faces: Sequence[int] = (),
    **settings: e.Scalar,
) -> Scenario:
    """A match just set up; piles are in the order of the pack unless orders are given."""
    opening = Opening(scenario, tuple(seats), game.resolve_settings(settings))
    blank = evolve(
        Table(pack=pack),
        e.MatchOpened(
            match="0" * 32,
            game=game.name,
            version=game.version,
            scenario=scenario,
            settings=opening.settings,
            seats=opening.seats,
            visibility=game.visibility(pack, opening),
            pack="",
            commitment="",
            time=0,
            rule="Table/Open",
        ),
    )
    return Scenario(game, set_up_table(game, blank, opening, ScriptedChance(faces, orders)).table)


class Scenario:
    """A table under test. `given` changes it by effects or events, `when` gives one command."""

    def __init__(self, game: Game, table: Table) -> None:
        """Start from a table that a game has set up."""
        self.game = game
        self.table = table
        self.events: tuple[e.Event, ...] = ()
        self.refused: Illegal | None = None

    def given(self, *facts: e.Event | Callable[[Draft], None]) -> Scenario:
        """Change the table by events or by effects on a draft; the rules are not asked."""
        for fact in facts:
            if isinstance(fact, e.Event):
                self.table = evolve(self.table, fact)
                continue
            draft = Draft(self.table, ScriptedChance(), self.game.open_steps(self.table))
            fact(draft)
            self.table = _repaused(draft)
        return self

    def when(
        self,
        seat: str,
        command: Command | str,
        *,
        dice: Sequence[int] = (),
        orders: Sequence[Sequence[str]] = (),
    ) -> Scenario:
        """One command with its dice and shuffles; every die must be used. Refusals are kept."""
        said = self.game.command(command) if isinstance(command, str) else command
        chance = ScriptedChance(dice, orders)
        self.events, self.refused = (), None
        try:
            outcome: Outcome = decide(self.game, self.table, seat, said, chance)
        except Illegal as illegal:
            self.refused = illegal
            return self
        assert chance.used_up, "the command did not use all dice or orders of the test"
        self.table, self.events = outcome.table, outcome.events
        return self

    def then(
        self, *expected: e.Event, ignoring: tuple[type[e.Event], ...] = (e.EntryClosed,)
    ) -> Scenario:
        """Exactly these events came about (pauses aside)."""
        assert self.refused is None, f"refused: {self.refused}"
        happened = tuple(event for event in self.events if not isinstance(event, ignoring))

        assert expected == happened
        return self

    def then_illegal(self, rule: str) -> Scenario:
        """The command was refused under this rule, and nothing happened."""
        assert self.refused is not None, f"not refused: {self.events}"

        assert rule == self.refused.rule
        return self

    def then_asks(self, seat: str) -> Prompt:
        """The seat is asked now; gives its prompt."""
        prompt = prompt_for(self.game.prompts(self.table), seat)
        assert prompt is not None, f"{seat} is not asked anything"
        return prompt

    def then_does_not_ask(self, seat: str) -> Scenario:
        """The seat is not asked anything now."""
        assert prompt_for(self.game.prompts(self.table), seat) is None
        return self

    def happened(self, kind: type[e.Event]) -> tuple[Any, ...]:
        """The events of one kind that followed the last command."""
        assert self.refused is None, f"refused: {self.refused}"
        return tuple(event for event in self.events if isinstance(event, kind))


def _repaused(draft: Draft) -> Table:
    import msgspec

    steps = msgspec.Raw(msgspec.json.Encoder(order="sorted").encode(draft.steps))
    draft.record(e.EntryClosed(steps=steps, rule="Table/Pause"))
    return draft.table


def rules_cited(events: Sequence[e.Event], rules: Mapping[str, str]) -> None:
    """Every event cites a rule that the rulebook has."""
    missing = {event.rule for event in events} - set(rules)
    if missing:
        pytest.fail(f"no such rules: {sorted(missing)}")
