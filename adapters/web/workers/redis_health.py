"""Whether Redis can be relied on: it answers, and holds what the store held a moment ago."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic

import structlog

from wardiary.adapters.redis import RedisUnavailable, Views
from wardiary.adapters.store import DiaryStore, StoreError
from wardiary.adapters.web.workers.notifier import Notifier
from wardiary.adapters.web.workers.projector import NAME, mark_of

LOG = structlog.get_logger("wardiary.web")
CHECK_SECONDS = 1.0
LISTEN_MS = 500
AGAIN_SECONDS = 0.5


class RedisHealth:
    """Follows what Redis tells of new entries, and says where feeds are to be served from."""

    def __init__(
        self, views: Views, store: DiaryStore, notifier: Notifier, switched: Callable[[], None]
    ) -> None:
        """Notify of whatever is stored, as Redis tells it; call `switched` when another build of
        the views is to be written.
        """
        self.views, self.store, self.notifier, self.switched = views, store, notifier, switched
        self.state = "away"
        self._held: int | None = None
        self._mark = self._generation = ""
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="wardiary-redis", daemon=True)

    @property
    def is_current(self) -> bool:
        """Whether feeds are to be read from Redis."""
        return self.state == "ok"

    def start(self) -> None:
        """Look once, so that the first answer is a true one, and go on watching."""
        try:
            self._check()
        except RedisUnavailable:
            self._become("away")
        self._thread.start()

    def stop(self) -> None:
        """Stop, and wait for the thread."""
        self._stopping.set()
        self._thread.join()

    def failed(self) -> None:
        """Somebody found that Redis does not answer."""
        self._become("away")

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen(self.views.last_ring())
            except RedisUnavailable:
                self._become("away")
                self._stopping.wait(AGAIN_SECONDS)

    def _listen(self, after: str) -> None:
        """Ring on, and check every second."""
        self._check()
        checked = monotonic()
        while not self._stopping.is_set():
            after, rung = self.views.rings(after, LISTEN_MS)
            for match in rung:
                self.notifier.notify(match)
            if monotonic() - checked > CHECK_SECONDS:
                checked = monotonic()
                if self.views.refresh():
                    self.switched()
                    after = self.views.last_ring()
                    self.notifier.notify_all()
                self._check()

    def _check(self) -> None:
        """Behind is a build that lacks what the store held at the last check, or is not of it."""
        held = self._ask_store()
        whole = bool(self._mark) and self.views.mark() == self._mark
        if not whole:
            self.switched()  # A projector that waits for news would not find out by itself.
        tracked = self.views.max_tracking_id(NAME) or 0
        lacking = held is None or tracked < (held if self._held is None else self._held)
        self._become("ok" if whole and not lacking else "behind")
        self._held = held
        generation = self.views.generation()
        if generation != self._generation:  # What was read from the one before may have been less.
            self._generation = generation
            self.notifier.notify_all()

    def _ask_store(self) -> int | None:
        """How far the store has come, and whose views are looked for; None while it is away."""
        try:
            self._mark = mark_of(self.store)
            return self.store.last_id()
        except StoreError:
            LOG.debug("the store is away")
            return self._held

    def _become(self, state: str) -> None:
        if state != self.state:
            LOG.info("redis", state=state)
            self.state = state
            self.notifier.notify_all()
