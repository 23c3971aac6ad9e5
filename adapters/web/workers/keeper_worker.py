"""The keeper worker: orders that wait for a keeper are given again by themselves, ever more rarely.

Two workers do no harm: a keeper answers the same request alike, and an order is recorded once.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic

import structlog

LOG = structlog.get_logger("wardiary.web")
LOOK_SECONDS = 1.0
LONGEST_SECONDS = 60.0
"""The first try is made after a look, the next after twice as long, up to this."""


class KeeperWorker:
    """Gives waiting orders again, in a thread of its own."""

    def __init__(
        self,
        waiting: Callable[[], list[str]],
        give: Callable[[str], bool],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`waiting` lists the matches with such an order, `give` tries and says if it was given."""
        self.waiting, self.give, self._clock = waiting, give, clock
        self._tries: dict[str, tuple[float, float]] = {}
        """When each match is tried next, and how long after that if it is in vain."""
        self._changed = Condition()
        self._stopping = False
        self._thread = Thread(target=self._run, name="wardiary-keepers", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the match at hand, and wait for it."""
        self._stopping = True
        with self._changed:
            self._changed.notify()
        self._thread.join()

    def schedule_now(self, match: str) -> None:
        """A keeper has answered: try at once."""
        with self._changed:
            self._tries[match] = (self._clock(), LOOK_SECONDS)
            self._changed.notify()

    def look(self) -> None:
        """Try every waiting order whose time has come."""
        waiting = self.waiting()
        with self._changed:
            self._tries = {match: self._tries[match] for match in waiting if match in self._tries}
        for match in waiting:
            due, pause = self._tries.get(match, (0.0, LOOK_SECONDS))
            if due > self._clock():
                continue
            if not self.give(match):
                again = self._clock() + pause, min(pause * 2, LONGEST_SECONDS)
                with self._changed:
                    self._tries[match] = again

    def _run(self) -> None:
        while not self._stopping:
            try:
                self.look()
            except Exception as error:  # noqa: BLE001 (The store is away; it is looked again.)
                LOG.warning("waiting orders cannot be looked for", kind=type(error).__name__)
            with self._changed:
                due = min((when for when, _ in self._tries.values()), default=float("inf"))
                pause = min(LOOK_SECONDS, max(0.0, due - self._clock()))
                if pause:
                    self._changed.wait(pause)
