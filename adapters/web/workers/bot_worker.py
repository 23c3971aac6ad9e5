"""The bot worker: no match waits for a bot, whatever happened to the process that it played in.

It looks at every match a moment after its last entry. Normally nothing is left to do there; after a
crash, or when bots play longer than a caller can be kept waiting, it plays on. Two workers do no
harm: every command says the position it was chosen for.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic

import structlog

from wardiary.adapters.store import DiaryStore, MatchDamaged, StoreError, UnknownMatch
from wardiary.adapters.web.auth.keys import number

LOG = structlog.get_logger("wardiary.web")
COLLECTION, MARK = "keeper", "mark"
PATIENCE = 2.0
MARK_EVERY = 5.0


class BotWorker:
    """Plays on where nobody else does, in a thread of its own."""

    def __init__(
        self, store: DiaryStore, is_due: Callable[[str], bool], play_on: Callable[[str], None]
    ) -> None:
        """`is_due` says whether a match waits for the service, `play_on` lets it act."""
        self.store, self.is_due, self.play_on = store, is_due, play_on
        self._due: dict[str, float] = {}
        self._ids: dict[str, int] = {}
        self._seen = self._marked = 0
        self._changed = Condition()
        self._stopping = False
        self._thread = Thread(target=self._run, name="wardiary-bots", daemon=True)

    def start(self) -> int:
        """Begin; gives the notification id up to which every match was looked at before."""
        last, stored = self.store.last_id(), self.store.get(COLLECTION, MARK)
        if stored is None:
            self.store.put(COLLECTION, MARK, str(last).encode())
        self._thread.start()
        return last if stored is None else min(number(stored, 0), last)

    def stop(self) -> None:
        """Stop after the match at hand, and wait for it."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self._thread.join()

    def note(self, id: int, match: str, position: int) -> None:
        """Something was stored in a match: look at it in a while."""
        with self._changed:
            self._seen = id
            self._ids.setdefault(match, id)
            self._due[match] = monotonic() + PATIENCE

    def schedule_now(self, match: str) -> None:
        """A match is known to wait: look at it now."""
        with self._changed:
            self._due[match] = monotonic()
            self._changed.notify()

    def _run(self) -> None:
        marked_at = monotonic()
        while not self._stopping:
            match = self._next()
            if match:
                self._visit(match)
            if monotonic() - marked_at > MARK_EVERY:
                marked_at = monotonic()
                self._save_checkpoint()

    def _next(self) -> str:
        """The match whose time has come first; "" when none has after a short wait."""
        with self._changed:
            ripe = min(self._due, key=lambda match: self._due[match], default="")
            if ripe and self._due[ripe] <= monotonic():
                del self._due[ripe]
                return ripe
            if not self._stopping:
                self._changed.wait(0.25)
            return ""

    def _visit(self, match: str) -> None:
        noted = self._ids.get(match, 0)
        try:
            if self.is_due(match):
                LOG.info("playing on")
                self.play_on(match)
        except MatchDamaged:
            LOG.warning("a match is damaged", match=match)
        except UnknownMatch:
            LOG.debug("a match was discarded")
        except StoreError:
            with self._changed:
                self._due.setdefault(match, monotonic() + PATIENCE)
            return
        except Exception as error:  # noqa: BLE001 (Of one match; the others go on.)
            LOG.warning("a match cannot be played on", kind=type(error).__name__)
        with self._changed:
            if match not in self._due and self._ids.get(match, 0) == noted:
                self._ids.pop(match, None)

    def _save_checkpoint(self) -> None:
        """Note up to where every match was looked at, so that the next start begins there."""
        with self._changed:
            reached = min(self._ids.values(), default=self._seen + 1) - 1
        if reached <= self._marked:
            return
        try:
            self.store.put(COLLECTION, MARK, str(reached).encode())
            self._marked = reached
        except StoreError:
            LOG.warning("how far matches were looked at could not be noted")
