"""Matches of games that consist of a step or two, for trying one piece of the kit at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tests.scenario import Scenario, opened
from tests.toy import SEATS, TOY, set_up
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Opening
from wardiary.domain.play.steps import Step
from wardiary.domain.table.table import Table
from wardiary.domain.table.upcasts import Upcast


class Waiting(Step, frozen=True, tag="waiting"):
    """The step at the bottom: when all others are closed, the match ends."""

    def resume(self, draft: Draft) -> None:
        """End the match: everything else is over."""
        draft.end_match((), "nothing is left to do", {}, rule="T4")


def match_of(
    first: Step,
    *,
    steps: Sequence[type[Step]] = (),
    commands: Sequence[type[Command]],
    step_upcasts: Sequence[Upcast] = (),
) -> Scenario:
    """A match that begins with a step; red holds card-0 to card-2, blue card-3 to card-5."""

    def begin(draft: Draft, opening: Opening) -> None:
        set_up(draft, opening)
        draft.finish()
        draft.begin(Waiting())
        draft.begin(first)

    game = replace(
        TOY,
        commands=tuple(commands),
        steps=(Waiting, type(first), *steps),
        set_up=begin,
        step_upcasts=tuple(step_upcasts),
    )
    return opened(game, None, "plain", SEATS)


def cards(table: Table, seat: str) -> tuple[str, ...]:
    """The cards in a seat's hand."""
    return table.zone(f"{seat}-hand")
