"""The review worker: reviews that were asked for are made one after another, beside the requests.

Rollouts are played in another process, which stands back for those that play. Two workers do no
harm: the same review has the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Condition, Thread
from time import monotonic
from typing import Protocol

import structlog
from msgspec.structs import replace

from wardiary.adapters.lab.reviews import Kept, Reviews, Task
from wardiary.adapters.lab.workers import NoWorkers, Processes
from wardiary.domain.play.commands import Illegal
from wardiary.domain.table.errors import WardiaryError
from wardiary.projections.lab.playing import NotPlayable
from wardiary.projections.lab.rollouts import Plan, Rollout

LOG = structlog.get_logger("wardiary.web")
MOST_WAITING, MOST_OF_A_MATCH = 50, 3
"""How many tasks wait at most, in all and of one match."""
KEPT_EVERY = 1.0
AWAY_MS = 180_000
"""What another process works on is written again within this time."""
NICE = 10


class Crew(Protocol):
    """Workers that can be closed, or ended at once."""

    def play(self, shares: Iterable[tuple[Plan, Sequence[int]]]) -> Iterator[tuple[Rollout, ...]]:
        """As `Workers.play`."""
        ...

    def close(self) -> None:
        """Let go of what was opened."""

    def end(self) -> None:
        """Let go of it at once."""


class TooMany(WardiaryError):
    """So many reviews wait already, in all or of one match, that no other one is taken up."""


class _Stopped(WardiaryError):
    """The task at hand is not wanted any more."""


def one_process_in_the_background() -> Processes:
    """One process that stands back for others."""
    return Processes(1, NICE)


class ReviewWorker:
    """Works on tasks in a thread of its own."""

    def __init__(
        self, reviews: Reviews, crew: Callable[[], Crew] = one_process_in_the_background
    ) -> None:
        """`crew` makes those who play the rollouts; they are let go of when nothing is to do."""
        self.reviews, self.new_crew = reviews, crew
        self._tasks: dict[str, Task] = {}
        """What is to be done, by its key; the first is worked on."""
        self._working = ""
        self._crew: Crew | None = None
        self._changed = Condition()
        self._stopping = False
        self._thread = Thread(target=self._run, name="wardiary-reviews", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Stop in the middle of a task; what was found of it is kept."""
        with self._changed:
            self._stopping = True
            self._tasks.clear()
            if self._crew is not None:
                self._crew.end()
            self._changed.notify()
        self._thread.join()

    def ask(self, task: Task) -> None:
        """Have a task done, unless it is under way as thoroughly; raises TooMany."""
        with self._changed:
            under_way = self._tasks.get(task.key)
            if under_way is None:
                self._refuse_too_many(task)
            if under_way is None or task.thorough > under_way.thorough:
                self._tasks[task.key] = task
            self._changed.notify()

    def _refuse_too_many(self, task: Task) -> None:
        of_match = sum(other.match == task.match for other in self._tasks.values())
        if of_match >= MOST_OF_A_MATCH:
            raise TooMany(f"{of_match} reviews of this match wait already; ask again later")
        if len(self._tasks) >= MOST_WAITING:
            raise TooMany(f"{MOST_WAITING} reviews wait already; ask again later")

    def leave(self, task: Task) -> None:
        """Leave a task off; what was found of it is kept."""
        with self._changed:
            self._tasks.pop(task.key, None)
        kept = self.reviews.kept(task)
        if kept is not None and not kept.whole:
            self.reviews.keep(task, replace(kept, stopped=True))

    def state(self, task: Task, kept: Kept | None) -> str:
        """How a task stands: "none", "waiting", "working", "stopped", "done", "failed"."""
        with self._changed:
            if task.key in self._tasks:
                return "working" if task.key == self._working else "waiting"
        if kept is None:
            return "none"
        if kept.whole:
            return "failed" if kept.why else "done"
        is_away = self.reviews.matches.clock() - kept.time > AWAY_MS
        return "stopped" if kept.stopped or is_away else "working"

    def _run(self) -> None:
        while not self._stopping:
            task = self._next()
            if task is not None:
                self._do(task)

    def _next(self) -> Task | None:
        """The task that was asked for first; None after a wait without any."""
        if not self._tasks:
            self._let_go()
        with self._changed:
            if not self._tasks and not self._stopping:
                self._changed.wait()
            task = next(iter(self._tasks.values()), None)
            self._working = task.key if task else ""
            return task

    def _let_go(self) -> None:
        """End who plays; the lock is not held meanwhile, since callers ask how tasks stand."""
        with self._changed:
            crew, self._crew = self._crew, None
        if crew is not None:
            crew.end()
            crew.close()

    def _do(self, task: Task) -> None:
        try:
            self._work(task)
        except _Stopped:
            LOG.info("a review was stopped")
        except NoWorkers:
            LOG.info("a review was left off")
        except Exception as error:  # noqa: BLE001 (Of one match; the others go on.)
            LOG.warning("a review cannot be made", kind=type(error).__name__)
            self._keep_failed(task, "it met an error of the program, which is in its log")
        with self._changed:
            if self._tasks.get(task.key) is task:
                del self._tasks[task.key]

    def _work(self, task: Task) -> None:
        with self._changed:
            if self._crew is None:
                self._crew = self.new_crew()
        found, kept_at = None, 0.0
        try:
            for found in self.reviews.work(task, _Wanted(self._crew, lambda: self._wants(task))):
                if monotonic() - kept_at > KEPT_EVERY:
                    self.reviews.keep(task, found)
                    kept_at = monotonic()
        except (_Stopped, NoWorkers):
            if found is not None:
                self.reviews.keep(task, replace(found, stopped=True))
            raise
        except (Illegal, NotPlayable) as refused:
            self._keep_failed(task, str(refused))
            return
        if found is not None:
            self.reviews.keep(task, replace(found, whole=True, step=found.steps))

    def _keep_failed(self, task: Task, why: str) -> None:
        blank = self.reviews.blank(task)
        self.reviews.keep(task, replace(blank, whole=True, step=blank.steps, why=why))

    def _wants(self, task: Task) -> bool:
        with self._changed:
            return self._tasks.get(task.key) is task


class _Wanted:
    """A crew that plays as long as its rollouts are wanted."""

    def __init__(self, crew: Crew, wanted: Callable[[], bool]) -> None:
        self._crew, self._wanted = crew, wanted

    def play(self, shares: Iterable[tuple[Plan, Sequence[int]]]) -> Iterator[tuple[Rollout, ...]]:
        """As `Workers.play`; raises _Stopped."""
        for result in self._crew.play(self._still_wanted(shares)):
            if not self._wanted():
                raise _Stopped
            yield result

    def _still_wanted(
        self, shares: Iterable[tuple[Plan, Sequence[int]]]
    ) -> Iterator[tuple[Plan, Sequence[int]]]:
        for share in shares:
            if not self._wanted():
                raise _Stopped
            yield share
