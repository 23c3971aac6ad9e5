"""The projector: follows the store and writes every entry, redacted for each role, into Redis."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic, sleep
from uuid import uuid4

import structlog

from wardiary.adapters.matches import Matches
from wardiary.adapters.redis import KEPT_ENTRIES, Lost, RedisUnavailable, Views, ViewUpdate
from wardiary.adapters.store import DiaryStore, Feed, MatchDamaged, StoreError, UnknownMatch
from wardiary.adapters.store.tracking import AlreadyTracked, Tracking
from wardiary.adapters.web.api.entries import EntryFeed
from wardiary.projections.redaction import SPECTATOR

LOG = structlog.get_logger("wardiary.web")
NAME = "wardiary"
LEASE_MS = 3000
RENEW_SECONDS = 1.0
AGAIN_SECONDS = 0.5
SWITCHED_SECONDS = 3.0
"""Within this time every process reads the new build; the old one is kept as long."""

DRAWER, MARK = "views", "mark"

Summarise = Callable[[str], bytes]


def mark_of(store: DiaryStore) -> str:
    """What tells this store's views from those of any other store; made when first asked for."""
    if store.get(DRAWER, MARK) is None:
        store.put(DRAWER, MARK, uuid4().hex.encode())
    return (store.get(DRAWER, MARK) or b"").decode()


class Projector:
    """Writes one build of the views. Of many projectors one writes; any may take over."""

    def __init__(
        self, matches: Matches, entries: EntryFeed, views: Views, summary: Summarise
    ) -> None:
        """`summary` gives the public summary of a match as JSON."""
        self.matches, self.entries, self.views, self.summary = matches, entries, views, summary
        self.who = uuid4().hex
        self._written = 0
        self._stopping = Event()
        self._feed: Feed | None = None
        self._thread = Thread(target=self._run, name="wardiary-projector", daemon=True)

    def start(self) -> None:
        """Write in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the entry at hand, and let another one write."""
        self._stopping.set()
        self.leave_off()
        self._thread.join()
        try:
            self.views.retire(self.who)
        except RedisUnavailable:
            LOG.info("redis is away")

    def leave_off(self) -> None:
        """Check again what is to be written, as after a switch to another build."""
        if self._feed is not None:
            self._feed.stop()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                if self.views.lead(self.who, LEASE_MS):
                    self._follow()
            except RedisUnavailable:
                LOG.info("redis is away; feeds are served from the store")
            except Lost:
                LOG.warning("redis has lost the views; they are written again")
                self._written = 0
            except StoreError as error:
                LOG.warning("store cannot be followed", reason=str(getattr(error, "reason", "")))
            except Exception as error:  # noqa: BLE001
                # An entry that cannot be shown must not end the thread; its text may be secret.
                LOG.warning("an entry cannot be projected", kind=type(error).__name__)
            self._stopping.wait(AGAIN_SECONDS)

    def _follow(self) -> None:
        """Write what is stored, until another one leads or the build changes."""
        build, renewed = self.views.build, monotonic()
        with self.matches.store.subscribe(self.tracked()) as feed:
            self._feed = feed
            for number, match, position in feed:
                if self._stopping.is_set() or self.views.build != build:
                    return
                if monotonic() - renewed > RENEW_SECONDS:
                    renewed = monotonic()
                    if not self.views.lead(self.who, LEASE_MS):
                        return
                self.take(number, match, position)

    def tracked(self) -> int:
        """Where to go on: at the beginning when the build is not of this store, or ahead of it."""
        mark, tracked = mark_of(self.matches.store), self.views.max_tracking_id(NAME) or 0
        store = self.matches.store
        if self.views.mark() != mark or tracked > max(store.last_id(), store.last_removed_id()):
            LOG.warning("the views are not those of the store; they are written again")
            self.views.begin(mark)
            tracked = 0
        self._written = tracked
        return tracked

    def take(self, number: int, match: str, position: int) -> None:
        """Write the entry that a row closes; other rows and entries too old are passed by."""
        try:
            line = self.matches.history(match)
        except (MatchDamaged, UnknownMatch):
            return  # Of this match nothing can be shown; those after it can.
        if not line.is_end(position):
            return
        entry = line.entry_of(position)
        if len(line.ends) > KEPT_ENTRIES and position < line.ends[-KEPT_ENTRIES]:
            return
        lines = [
            ViewUpdate(role, sent.after, sent.data)
            for role in (*line.table.seats, SPECTATOR)
            for sent in self.entries.after(match, role, entry.first - 1, limit=1)
        ]
        tracking = Tracking(application_name=NAME, notification_id=number)
        try:
            summary = self.summary(match)
            self.views.write(tracking, match, position, summary, lines, self._written)
        except AlreadyTracked:
            LOG.debug("written by another process")
        self._written = number

    def catch_up(self) -> int:
        """Write everything stored so far; gives the notification id that was reached."""
        reached, last = self.tracked(), self.matches.store.last_id()
        if reached >= last:
            return reached
        with self.matches.store.subscribe(reached) as feed:
            for number, match, position in feed:
                self.take(number, match, position)
                if number >= last:
                    return number
        return reached


def rebuild(matches: Matches, entries: EntryFeed, views: Views, summary: Summarise) -> int:
    """Rebuild the views beside those that are read, switch over, and remove the old ones.

    Nobody notices but the projector, which goes on in the new build. Gives the new build's number.
    Raises Away, StoreError.
    """
    beside = views.beside()
    projector = Projector(matches, entries, beside, summary)
    projector.catch_up()
    old = Views(views.url, views.namespace, schema=views.schema, build=views.build)
    views.switch_to(beside.build)
    sleep(SWITCHED_SECONDS)
    old.sweep()
    beside.close()
    old.close()
    return views.build
