"""Following the store: one thread a process, which wakes those who wait for a match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Protocol

import structlog

from wardiary.adapters.store import DiaryStore, Feed, StoreError
from wardiary.adapters.web.metrics import Metrics
from wardiary.domain.diary.history import CLOSERS

LOG = structlog.get_logger("wardiary.web")
AGAIN_SECONDS = 0.5
GATHERED_SECONDS = 0.005
"""An entry and a bot's reply to it wake those who wait once."""


class Notifier:
    """Wakes feeds: notified from any thread, waiting in the event loop."""

    def __init__(self) -> None:
        """Nobody waits yet."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._due: set[str] = set()
        self._lock = Lock()

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wake what waits in this loop from now on."""
        self._loop = loop

    def subscribe(self, match: str) -> asyncio.Event:
        """An event that is set whenever something happens in a match."""
        event = asyncio.Event()
        with self._lock:
            self._waiting.setdefault(match, set()).add(event)
        return event

    def unsubscribe(self, match: str, event: asyncio.Event) -> None:
        """Nobody waits on this event any more."""
        with self._lock:
            events = self._waiting.get(match, set())
            events.discard(event)
            if not events:
                self._waiting.pop(match, None)

    def notify(self, match: str) -> None:
        """Wake those who wait for a match, once for all that is stored in the next moment."""
        with self._lock:
            if self._loop is None or match not in self._waiting or match in self._due:
                return
            self._due.add(match)
        self.call_soon(self._gather, match)

    def notify_all(self) -> None:
        """Wake everybody: something may have been missed, or the service is about to stop."""
        self.call_soon(self._wake_all)

    def call_soon(self, effect: Callable[..., None], *arguments: str) -> None:
        """Do something in the event loop, from any thread or signal."""
        if self._loop is not None and not self._loop.is_closed():
            try:
                self._loop.call_soon_threadsafe(effect, *arguments)
            except RuntimeError:  # The loop was closed between the question and the call.
                LOG.debug("nobody to notify")

    def _gather(self, match: str) -> None:
        assert self._loop is not None
        self._loop.call_later(GATHERED_SECONDS, self._wake, match)

    def _wake(self, match: str) -> None:
        with self._lock:
            self._due.discard(match)
        for event in self._waiting.get(match, ()):
            event.set()

    def _wake_all(self) -> None:
        for events in self._waiting.values():
            for event in events:
                event.set()


class Listener(Protocol):
    """What is called when something happened in a match."""

    def __call__(self, number: int, match: str, position: int) -> None:
        """An entry of a match was stored: the notification id and position of its last row."""


class Follower:
    """Follows the store in a thread of its own, and again after the store was away.

    `away` says why it cannot be followed now, "" while it can: a store that cannot be followed
    could not be written either, and each caller would wait for that to be found out.
    """

    def __init__(
        self, store: DiaryStore, listener: Listener, missed: Callable[[], None], metrics: Metrics
    ) -> None:
        """Tell `listener` of the last row of every entry stored from `start` on, and call `missed`
        whenever some may have been passed by.
        """
        self.store, self.listener, self.metrics = store, listener, metrics
        self.follows = Event()
        self.away = ""
        self.missed = missed
        self._stopping = Event()
        self._feed: Feed | None = None
        self._thread = Thread(target=self._run, name="wardiary-follower", daemon=True)

    def start(self, after: int) -> None:
        """Follow what is stored after a notification id."""
        self._after = after
        self._thread.start()

    def stop(self) -> None:
        """Stop, and wait for the thread to end."""
        self._stopping.set()
        if self._feed is not None:
            self._feed.stop()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._follow()
            except StoreError as error:
                self.away = str(getattr(error, "reason", "")) or "not usable"
                LOG.warning("store cannot be followed", reason=self.away)
            self.follows.clear()
            self.metrics.up.labels("follower").set(0)
            self._stopping.wait(AGAIN_SECONDS)

    def _follow(self) -> None:
        with self.store.subscribe(self._after, CLOSERS) as feed:
            self._feed, self.away = feed, ""
            self.follows.set()
            self.metrics.up.labels("follower").set(1)
            self.missed()
            if self._stopping.is_set():
                return
            for number, match, position in feed:
                self._after = number
                self.listener(number, match, position)
