"""Whether Redis can be relied on: it answers, and holds what the store held a moment ago."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic

import structlog

from wardiary.adapters.redis import Away, Views
from wardiary.adapters.store import DiaryStore, StoreError
from wardiary.adapters.web.live import Bell
from wardiary.adapters.web.projector import NAME

LOG = structlog.get_logger("wardiary.web")
CHECK_SECONDS = 1.0
LISTEN_MS = 500
AGAIN_SECONDS = 0.5


class Watch:
    """Listens to the bell in Redis, and says where feeds are to be served from."""

    def __init__(self, views: Views, store: DiaryStore, bell: Bell) -> None:
        """Ring `bell` for whatever rings in Redis."""
        self.views, self.store, self.bell = views, store, bell
        self.state = "away"
        self.switched: Callable[[], None] = lambda: None
        self._held = 0
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="wardiary-redis", daemon=True)

    @property
    def serves(self) -> bool:
        """Whether feeds are to be read from Redis."""
        return self.state == "ok"

    def start(self) -> None:
        """Begin to watch."""
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
            except Away:
                self._become("away")
                self._stopping.wait(AGAIN_SECONDS)

    def _listen(self, after: str) -> None:
        """Ring on, and check every second."""
        self._check()
        checked = monotonic()
        while not self._stopping.is_set():
            after, rung = self.views.rings(after, LISTEN_MS)
            for match in rung:
                self.bell.ring(match)
            if monotonic() - checked > CHECK_SECONDS:
                checked = monotonic()
                if self.views.refresh():
                    self.switched()
                    after = self.views.last_ring()
                    self.bell.ring_all()
                self._check()

    def _check(self) -> None:
        """Behind is who lacks now what the store held at the last check."""
        tracked = self.views.max_tracking_id(NAME) or 0
        self._become("ok" if tracked >= self._held else "behind")
        try:
            self._held = self.store.last_id()
        except StoreError:
            LOG.debug("the store is away")

    def _become(self, state: str) -> None:
        if state != self.state:
            LOG.info("redis", state=state)
            self.state = state
            self.bell.ring_all()
