"""The clock worker: acts when a deadline has passed, in a thread of its own.

It looks at every match with a clock at the start and once a minute, after each entry that it hears
of, and when the next deadline has come. Two workers do no harm: what one has noted the other finds
noted.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic

import structlog

from wardiary.adapters.deadlines import act_on_deadlines, next_due, timed_matches
from wardiary.adapters.matches import Matches
from wardiary.adapters.store import MatchDamaged, StoreError, UnknownMatch

LOG = structlog.get_logger("wardiary.clocks")
WAKE_SECONDS = 0.5
FIND_SECONDS = 60.0
AGAIN_MS = 5000
"""After trouble with a match or the store, it is looked at again so much later."""


class ClockWorker:
    """Keeps the deadlines of one store's matches."""

    def __init__(
        self,
        matches: Matches,
        acted: Callable[[str], None] = lambda match: None,
        patience: int = 0,
    ) -> None:
        """`acted` is called with a match in which a deadline has brought something; that is so many
        milliseconds later as orders may be on their way that came in time.
        """
        self.matches, self.acted, self.patience = matches, acted, patience
        self._due: dict[str, int] = {}
        self._changed = Condition()
        self._stopping = False
        self._thread = Thread(target=self._run, name="wardiary-clocks", daemon=True)

    def start(self) -> None:
        """Begin with every match that has a clock."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the match at hand, and wait for it."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()

    def note(self, match: str) -> None:
        """Something was stored in a match: its deadlines may be other ones now."""
        with self._changed:
            self._due[match] = 0

    def visit(self, match: str) -> None:
        """Act on the deadlines of a match, and say when it is to be looked at next."""
        try:
            if act_on_deadlines(self.matches, match, self.patience):
                LOG.info("a deadline was missed")
                self.acted(match)
            due = next_due(self.matches, match, self.patience)
        except (MatchDamaged, UnknownMatch):
            due = None
        except StoreError:
            due = self.matches.clock() + AGAIN_MS
        except Exception as error:  # noqa: BLE001 (Of one match; the others go on.)
            LOG.warning("the deadlines of a match cannot be kept", kind=type(error).__name__)
            due = self.matches.clock() + AGAIN_MS
        with self._changed:
            # A note that came meanwhile goes first.
            if due is not None:
                self._due.setdefault(match, due)

    def _run(self) -> None:
        found = -FIND_SECONDS
        while not self._stopping:
            if monotonic() - found > FIND_SECONDS:
                self._find_all()
                found = monotonic()
            match = self._next()
            if match:
                self.visit(match)

    def _find_all(self) -> None:
        try:
            for match in timed_matches(self.matches):
                self.note(match)
        except StoreError as error:
            LOG.warning("matches cannot be looked at", reason=str(getattr(error, "reason", "")))

    def _next(self) -> str:
        """A match whose time has come; "" when none has after a short wait."""
        with self._changed:
            ripe = min(self._due, key=lambda match: self._due[match], default="")
            if ripe and self._due[ripe] <= self.matches.clock():
                del self._due[ripe]
                return ripe
            if not self._stopping:
                self._changed.wait(WAKE_SECONDS)
            return ""
