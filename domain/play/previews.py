"""Previews: what a command would mean, as far as the rules alone say it.

A preview carries a command out on the seat's own view, by the same rules that judge it later, and
stops where chance decides, where the rules look at what the seat does not know, or where somebody
is asked. So it agrees with what happens unless another seat interrupts with a card that the seat
does not see, and can tell nothing that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Literal, NoReturn

import msgspec

from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.decide import begin_command, run_command
from wardiary.domain.play.draft import Draft, MatchOver
from wardiary.domain.play.forecast import Forecast, Foreseen, Likelihood
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Prompt, matching_offer
from wardiary.domain.play.steps import Step
from wardiary.domain.table import events as e
from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.pieces import Seat, is_hidden
from wardiary.domain.table.table import Table

End = Literal["question", "chance", "unknown", "over"]


class Preview(msgspec.Struct, frozen=True):
    """What follows from a command before chance or anybody else has a say.

    `events` are recorded at once, totals and what is spent among them; `end` says what comes then:
    a question, chance, something that the seat does not know, or the end of the match.
    `totals` are those that count then, without dice, and `likelihoods` say how likely the outcomes
    are that chance decides.
    """

    events: tuple[e.Event, ...]
    end: End
    totals: tuple[e.TotalComputed, ...] = ()
    likelihoods: tuple[Likelihood, ...] = ()


class _ChanceDecides(WardiaryError):
    """The rules ask for a die or a shuffle."""


class _NoChance:
    """A source of chance for previews: it has nothing to give."""

    def roll(self, low: int, high: int) -> NoReturn:
        """Stop: a die decides."""
        raise _ChanceDecides

    def shuffle(self, pile: Sequence[str]) -> NoReturn:
        """Stop: a shuffle decides."""
        raise _ChanceDecides


def preview(game: Game, view: Table, seat: Seat, command: Command, prompt: Prompt) -> Preview:
    """What a command of a seat would mean; `view` is the table as that seat sees it.

    `prompt` is what the seat is asked. Raises Illegal when the command is refused.
    """
    draft = _judged(game, view, seat, command, prompt)
    end: End = "question"
    try:
        run_command(draft, seat, command)
    except _ChanceDecides:
        end = "chance"
    except MatchOver:
        return Preview(tuple(draft.events), "over")
    except Exception:  # noqa: BLE001 (Rules that meet a hidden piece fail in their own ways.)
        end = "chance" if any(map(_is_unseen, draft.events)) else "unknown"
    events = tuple(takewhile(lambda event: not _ends_preview(event), draft.events))
    forecast = _forecast(game, view, draft, seat, command)
    return Preview(events, end, forecast.totals, forecast.likelihoods)


def _judged(game: Game, view: Table, seat: Seat, command: Command, prompt: Prompt) -> Draft:
    """The draft of a command that is not refused; raises Illegal.

    Where the rules that refuse it look at what the seat does not know, its offers decide.
    """
    try:
        return begin_command(game, view, seat, command, _NoChance(), (prompt,))
    except Illegal:
        raise
    except Exception:  # noqa: BLE001 (Rules that meet a hidden piece fail in their own ways.)
        if matching_offer(prompt, command) is None:
            raise Illegal(prompt.rule, "it is not among what you may do now") from None
        return Draft(view, _NoChance(), game.open_steps(view))


def _forecast(game: Game, view: Table, draft: Draft, seat: Seat, command: Command) -> Forecast:
    """What the game says of a command that has stopped; nothing where that needs hidden pieces."""
    steps = [step for step in draft.steps if isinstance(step, Step)]
    try:
        return game.forecast(Foreseen(view, draft.table, steps, seat, command))
    except Exception:  # noqa: BLE001 (Rules that meet a hidden piece fail in their own ways.)
        return Forecast()


def _ends_preview(event: e.Event) -> bool:
    """Whether a preview tells neither this nor what follows: a turn or phase of somebody begins, or
    a piece takes part that the seat does not know.
    """
    return isinstance(event, e.PhaseEntered) or _is_unseen(event)


def _is_unseen(event: e.Event) -> bool:
    """Whether an event is about a piece that the seat does not know: which one, chance decides."""
    pieces = (*getattr(event, "pieces", ()), getattr(event, "piece", ""))
    return any(map(is_hidden, pieces))
