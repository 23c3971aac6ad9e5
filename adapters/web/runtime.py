"""A running service: its parts, started and stopped in order, and what handlers ask of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from sys import setswitchinterval
from typing import Any, Final, TypeVar

import msgspec
from litestar import Request

from wardiary.adapters.clock_worker import ClockWorker
from wardiary.adapters.lab.reviews import Reviews
from wardiary.adapters.matches import Matches
from wardiary.adapters.redis import RedisUnavailable, Views
from wardiary.adapters.store import StoreError
from wardiary.adapters.web.api.entries import EncodedEntry
from wardiary.adapters.web.api.places import Places
from wardiary.adapters.web.auth.access import MatchAccess, Principal, principal_of
from wardiary.adapters.web.handover import Handover, handed_over
from wardiary.adapters.web.metrics import Metrics
from wardiary.adapters.web.schemas.matches import Summary
from wardiary.adapters.web.service import NO_KEEPERS, Service
from wardiary.adapters.web.workers.bot_worker import BotWorker
from wardiary.adapters.web.workers.keeper_worker import KeeperWorker
from wardiary.adapters.web.workers.notifier import Follower, Notifier
from wardiary.adapters.web.workers.projector import Projector
from wardiary.adapters.web.workers.redis_health import RedisHealth
from wardiary.adapters.web.workers.review_worker import ReviewWorker
from wardiary.domain.games import registry
from wardiary.domain.table.pieces import Seat
from wardiary.projections.redaction import DIRECTOR

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]
STATE: Final = "wardiary"
AT_ONCE = 64
THREADS = 32
FEEDING = 2
"""Threads for all feeds: with more of them, commands wait while feeds are sent the last one."""
SWITCH_SECONDS = 0.001
"""How long a thread that computes may keep the one that answers waiting; Python's own is 5 ms."""
FEEDS_EACH = 64
PROBE_SECONDS = 2.0


class Runtime:
    """One process of the service."""

    def __init__(
        self,
        matches: Matches,
        views: Views | None = None,
        keepers: Mapping[str, str] = NO_KEEPERS,
    ) -> None:
        """Serve the matches of one application, with feeds over Redis where there is one.

        `keepers` are the addresses of co-keepers that matches may be opened with, by name.
        """
        self.matches = matches
        self.views = views
        self.metrics = Metrics()
        self.notifier = Notifier()
        self.service = Service(
            matches,
            unfinished=self._play_on_later,
            keepers=keepers,
            changed=self.notifier.notify,
        )
        self.stopping = asyncio.Event()
        self.places = Places(FEEDS_EACH)
        self.handover = Handover(THREADS, "wardiary-requests")
        self._feeding = ThreadPoolExecutor(FEEDING, "wardiary-feeds")
        self._probing: asyncio.Future[str] | None = None
        self.bot_worker = BotWorker(matches.store, self.service.is_due, self.service.play_on)
        self.clock_worker = ClockWorker(matches, self.service.reply)
        self.keeper_worker = KeeperWorker(matches.waiting_matches, self.service.give_waiting)
        self.reviews = Reviews(matches)
        self.review_worker = ReviewWorker(self.reviews)
        self.follower = Follower(
            matches.store, self._entry_stored, self.notifier.notify_all, self.metrics
        )
        self.redis_health: RedisHealth | None = None
        self.projector: Projector | None = None
        if views is not None:
            entries = self.service.entries
            self.projector = Projector(matches, entries, views, self.service.public_summary)
            self.redis_health = RedisHealth(
                views, matches.store, self.notifier, self.projector.leave_off
            )

    def _play_on_later(self, match: str) -> None:
        self.bot_worker.schedule_now(match)

    def _entry_stored(self, number: int, match: str, position: int) -> None:
        if self.source == "store":
            self.notifier.notify(match)
        self.bot_worker.note(number, match, position)
        self.clock_worker.note(match)

    async def start(self) -> None:
        """Begin to follow the store."""
        loop = asyncio.get_running_loop()
        await asyncio.to_thread(load_games)
        loop.set_default_executor(ThreadPoolExecutor(THREADS, "wardiary"))
        setswitchinterval(SWITCH_SECONDS)
        self.notifier.attach(loop)
        after = await asyncio.to_thread(self.bot_worker.start)
        self.follower.start(after)
        self.clock_worker.start()
        self.keeper_worker.start()
        self.review_worker.start()
        if self.redis_health is not None and self.projector is not None:
            await asyncio.to_thread(self.redis_health.start)
            self.projector.start()

    def halt(self) -> None:
        """Let every live feed end, so that the server can stop."""
        self.stopping.set()
        self.notifier.notify_all()

    async def stop(self) -> None:
        """End the threads; what was acknowledged is stored already."""
        self.halt()
        await asyncio.to_thread(self.handover.stop)
        await asyncio.to_thread(self.follower.stop)
        await asyncio.to_thread(self.bot_worker.stop)
        await asyncio.to_thread(self.clock_worker.stop)
        await asyncio.to_thread(self.keeper_worker.stop)
        await asyncio.to_thread(self.review_worker.stop)
        if self.redis_health is not None and self.projector is not None:
            await asyncio.to_thread(self.projector.stop)
            await asyncio.to_thread(self.redis_health.stop)
        if self.views is not None:
            self.views.close()
        self._feeding.shutdown(wait=False, cancel_futures=True)

    def in_thread(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Do something for a feed, in the few threads that all feeds have between them."""
        return asyncio.get_running_loop().run_in_executor(self._feeding, work)

    @property
    def source(self) -> str:
        """Where live feeds are served from now."""
        return (
            "redis" if self.redis_health is not None and self.redis_health.is_current else "store"
        )

    async def probe(self) -> str:
        """Whether the store answers: "ok", or why not. Asked once at a time, and not for long."""
        if self._probing is None or self._probing.done():
            self._probing = asyncio.ensure_future(asyncio.to_thread(self._ask_store))
        try:
            return await asyncio.wait_for(asyncio.shield(self._probing), PROBE_SECONDS)
        except TimeoutError:
            return "no answer"

    def _ask_store(self) -> str:
        try:
            self.matches.store.get("cards", "")
        except StoreError as error:
            return str(getattr(error, "reason", "not usable"))
        return "ok"

    async def parts(self) -> dict[str, Any]:
        """How each part of the service does, for people and for machines."""
        store = self.follower.away or await self.probe()
        self.metrics.up.labels("store").set(store == "ok")
        self.metrics.up.labels("redis").set(self.source == "redis")
        return {
            "store": store,
            "follower": "ok" if self.follower.follows.is_set() else "away",
            "feed": self.source,
            "redis": self.redis_health.state if self.redis_health is not None else "none",
            "stopping": self.stopping.is_set(),
        }

    def entries_after(self, match: str, role: Seat, position: int) -> list[EncodedEntry]:
        """The next entries of a match as a role may see them.

        What Redis does not hold, or does not hold without a gap, comes from the store.
        """
        sent = self._from_redis(match, role, position)
        if sent is None:
            sent = self.service.entries.after(match, role, position)
            self.metrics.sent.labels("store").inc(len(sent))
        else:
            self.metrics.sent.labels("redis").inc(len(sent))
        return sent

    def summaries(self, matches: Sequence[str]) -> list[Summary | None]:
        """The summaries that Redis holds of some matches; None for each it does not."""
        nothing: list[Summary | None] = [None] * len(matches)
        if self.views is None or self.redis_health is None or not self.redis_health.is_current:
            return nothing
        try:
            found = self.views.summaries(matches)
        except RedisUnavailable:
            self.redis_health.failed()
            return nothing
        return [None if one is None else msgspec.json.decode(one, type=Summary) for one in found]

    def forget(self, match: str) -> None:
        """End the feeds of a discarded match, and remove it from Redis."""
        if self.views is not None:
            # What stays there is shown to nobody: the match has no settings any more.
            with suppress(RedisUnavailable):
                self.views.forget(match)
        self.notifier.notify(match)

    def _from_redis(self, match: str, role: Seat, position: int) -> list[EncodedEntry] | None:
        if (
            self.views is None
            or self.redis_health is None
            or not self.redis_health.is_current
            or role == DIRECTOR
        ):
            return None
        try:
            found = self.views.read(match, role, position, AT_ONCE)
        except RedisUnavailable:
            self.redis_health.failed()
            return None
        if found and found[0].after != position:
            return None
        return [EncodedEntry(one.after, one.position, one.data) for one in found]


def load_games() -> None:
    """Load all games, so that the first who plays one need not wait for that."""
    for name in registry.names():
        registry.game(name)


def runtime_of(request: AnyRequest) -> Runtime:
    """The running service that a request came to."""
    found: Runtime = request.app.state[STATE]
    return found


def service_and_access(request: AnyRequest, match: str) -> tuple[Service, MatchAccess]:
    """The service, and the caller's standing at a match; raises Refused."""
    service = runtime_of(request).service
    return service, service.access(principal_of(request), match)


def service_and_principal(request: AnyRequest) -> tuple[Service, Principal]:
    """The service, and who calls."""
    return runtime_of(request).service, principal_of(request)


def in_thread(handler: Callable[..., T]) -> Callable[..., Awaitable[T]]:
    """A handler that may wait for a match or the disk, as a coroutine for the event loop."""
    return handed_over(handler, lambda request: runtime_of(request).handover)
