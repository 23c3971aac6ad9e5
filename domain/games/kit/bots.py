"""Bots that score offers: each way to take an offer up gets a number, and the highest is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import Any, Generic, TypeVar

from wardiary.domain.play.commands import Command, verb_of
from wardiary.domain.play.game import Rng
from wardiary.domain.play.prompts import Offer, Prompt, Slot
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

C = TypeVar("C", bound=Command)
Evaluation = TypeVar("Evaluation")
Scored = tuple[float, Command]
Scores = Iterable[Scored]


def no_scores(evaluation: object, prompt: Prompt, offer: Offer) -> Scores:
    """For offers that the bot never takes up while there is anything else."""
    return ()


@dataclass(frozen=True)
class ScoringBot(Generic[Evaluation]):
    """A game's policy: takes the command with the highest score, among equals one at random.

    `evaluate` works out once for a prompt what the bot goes by, from its seat's own view. `scorers`
    give, for each command class, scored commands that take an offer up; offers of other classes go
    to `otherwise`. Where nothing has a score, any offer is taken up at random.
    """

    evaluate: Callable[[Table, Seat], Evaluation]
    scorers: Mapping[type[Command], Callable[[Evaluation, Prompt, Offer], Scores]]
    commands: Iterable[type[Command]]
    otherwise: Callable[[Evaluation, Prompt, Offer], Scores] = no_scores

    def __call__(self, view: Table, prompt: Prompt, rng: Rng) -> Command:
        """The command that looks best from the seat's view."""
        scored = self._scored(view, prompt)
        if not scored:
            return random_command(prompt, self._verbs, rng)
        highest = max(score for score, _ in scored)
        best = [command for score, command in scored if score == highest]
        return best[rng(len(best))]

    def best(self, view: Table, prompt: Prompt, most: int) -> list[Command]:
        """The commands with the highest scores, at most so many, the best first."""
        scored = sorted(self._scored(view, prompt), key=lambda score: -score[0])
        return [command for _, command in scored[:most]]

    def _scored(self, view: Table, prompt: Prompt) -> list[Scored]:
        evaluation = self.evaluate(view, prompt.seat)
        return [
            score
            for offer in prompt.offers
            for score in self.scorers.get(self._verbs[offer.verb], self.otherwise)(
                evaluation, prompt, offer
            )
        ]

    @cached_property
    def _verbs(self) -> dict[str, type[Command]]:
        return {verb_of(command): command for command in self.commands}


def least_of(slot: Slot) -> Iterable[tuple[Any, ...]]:
    """One filling of a slot for several things: as few as allowed, the first ones."""
    return (slot.candidates[: slot.least],)


def fillings(
    offer: Offer,
    command: type[C],
    several: Callable[[Slot], Iterable[tuple[Any, ...]]] = least_of,
    most: int | None = None,
) -> Iterator[C]:
    """The commands that take an offer up, at most so many of them.

    A slot for one thing is filled with each of its candidates, a slot for several things with each
    of the tuples that `several` gives.
    """
    values = (several(slot) if slot.many else slot.candidates for slot in offer.slots)
    names = [slot.name for slot in offer.slots]
    for filling in islice(product(*values), most):
        yield command(**dict(zip(names, filling, strict=True)))


def score_each(
    command: type[C],
    score: Callable[[Evaluation, C], float],
    several: Callable[[Slot], Iterable[tuple[Any, ...]]] = least_of,
    most: int | None = None,
) -> Callable[[Evaluation, Prompt, Offer], Scores]:
    """A scorer from a function that scores one command; `several` and `most` as for `fillings`."""

    def scores(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
        for filling in fillings(offer, command, several, most):
            yield score(evaluation, filling), filling

    return scores
