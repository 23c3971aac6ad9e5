"""Reviews and compared orders that are kept beside a match, as long as they still hold."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

import msgspec
from msgspec.structs import replace

from wardiary.adapters.matches import Matches
from wardiary.domain.diary.history import History
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table.pieces import Seat
from wardiary.projections.lab.comparison import Comparison, compared_orders
from wardiary.projections.lab.playing import NotPlayable
from wardiary.projections.lab.review import Review, Reviewer
from wardiary.projections.lab.rollouts import SHARE, Plan, Workers

COLLECTION = "reviews"
COMPARED, ORDERS = 48, 12
"""Rollouts of each order that is compared, and orders at most."""


class Depth(msgspec.Struct, frozen=True):
    """How closely a match is looked at: games for each moment, first moments, turning points."""

    sample: int
    points: int
    turns: int


QUICK, THOROUGH = Depth(16, 12, 3), Depth(64, 24, 5)


class Task(msgspec.Struct, frozen=True):
    """What is to be found out about a match, for a seat: its review, or with `at` the best order at
    that position.

    `eyes` are HANDS for a match that is open, else the seat that asks. Nothing is looked at but
    what comes after the position `after`.
    """

    match: str
    seat: Seat
    eyes: str
    at: int = 0
    thorough: bool = False
    after: int = 0

    @property
    def key(self) -> str:
        """What the result is kept under: one for all who may see as much."""
        return f"{self.match}/{self.eyes}/{self.seat}/{self.at}"


class Kept(msgspec.Struct, frozen=True):
    """How far a task is, and what was found so far.

    `rules` and `head` say what it holds for, `time` is when it was written, `stopped` whether
    somebody has stopped it, `why` why it could not be done.
    """

    rules: str
    head: int
    time: int
    thorough: bool
    step: int
    steps: int
    whole: bool = False
    stopped: bool = False
    why: str = ""
    review: Review | None = None
    orders: Comparison | None = None


class Reviews:
    """The reviews of one store's matches."""

    def __init__(self, matches: Matches) -> None:
        """Of the matches of one application."""
        self.matches = matches

    def kept(self, task: Task) -> Kept | None:
        """What is kept of a task; None once the rules are other ones, or the match has gone on."""
        stored = self.matches.store.get(COLLECTION, task.key)
        if stored is None:
            return None
        try:
            kept = msgspec.json.decode(stored, type=Kept)
        except msgspec.DecodeError:  # Of another version of the program.
            return None
        return kept if (kept.rules, kept.head) == self._holds_for(task) else None

    def work(self, task: Task, workers: Workers) -> Iterator[Kept]:
        """Carry a task out, step by step; every step has what was found so far.

        Raises NotPlayable where there is nothing to look at, UnknownMatch.
        """
        blank = self.blank(task)
        steps = self._compared(task, workers) if task.at else self._reviewed(task, workers)
        for number, (of, review, orders) in enumerate(steps, 1):
            yield replace(
                blank, time=self.matches.clock(), step=number, steps=max(of, number),
                review=review, orders=orders,
            )  # fmt: skip

    def blank(self, task: Task) -> Kept:
        """A task of which nothing was found yet."""
        rules, head = self._holds_for(task)
        return Kept(rules, head, self.matches.clock(), task.thorough, 0, 1)

    def keep(self, task: Task, found: Kept) -> None:
        """Keep what was found."""
        self.matches.store.put(COLLECTION, task.key, msgspec.json.encode(found))

    def _holds_for(self, task: Task) -> tuple[str, int]:
        """The rules that are played by now, and the head; a position of the past stays as it is."""
        game = self.matches.game_of(task.match)
        head = 0 if task.at else self.matches.history(task.match).head
        return f"{game.version}/{version('wardiary')}", head

    def _reviewed(
        self, task: Task, workers: Workers
    ) -> Iterator[tuple[int, Review | None, Comparison | None]]:
        depth = THOROUGH if task.thorough else QUICK
        reviewer = Reviewer(
            self.matches.game_of(task.match), self.matches.history(task.match), task.seat,
            task.eyes, depth.sample, depth.points, depth.turns, workers=workers, after=task.after,
        )  # fmt: skip
        for review in reviewer.work():
            yield reviewer.steps, review, None

    def _compared(
        self, task: Task, workers: Workers
    ) -> Iterator[tuple[int, Review | None, Comparison | None]]:
        game, line = self.matches.game_of(task.match), self.matches.history(task.match)
        table = line.table_at(task.at)
        prompt = prompt_for(game.prompts(table), task.seat)
        if prompt is None:
            raise NotPlayable(f"{task.seat} is not asked anything there")
        plan = Plan(game, table, prompt.seat, eyes=task.eyes)
        compared = compared_orders(plan, prompt, number=COMPARED, most=ORDERS, workers=workers)
        for comparison in compared:
            yield -(-COMPARED // SHARE), None, comparison


def is_end(line: History, position: int) -> bool:
    """Whether an entry that still counts ends at a position."""
    return position in set(line.ends) and not line.is_undone(position)
