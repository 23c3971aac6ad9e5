"""A running service: its parts, started and stopped in order, and what handlers ask of it."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import Request

from wardiary.adapters.matches import Matches
from wardiary.adapters.store import StoreError
from wardiary.adapters.web.access import Caller, Visit, caller_of
from wardiary.adapters.web.entries import Sent
from wardiary.adapters.web.keeper import Keeper
from wardiary.adapters.web.live import Bell, Follower
from wardiary.adapters.web.metrics import Metrics
from wardiary.adapters.web.service import Service
from wardiary.domain.table.pieces import Seat

AnyRequest = Request[Any, Any, Any]
STATE: Final = "wardiary"


class Running:
    """One process of the service."""

    def __init__(self, matches: Matches) -> None:
        """Serve the matches of one application."""
        self.matches = matches
        self.metrics = Metrics()
        self.service = Service(matches)
        self.bell = Bell()
        self.stopping = asyncio.Event()
        self.keeper = Keeper(matches.store, self.service.is_due, self.service.play_on)
        self.follower = Follower(matches.store, self._heed, self.metrics)
        self.follower.missed = self.bell.ring_all
        self.service.left_over = self.keeper.hurry

    def _heed(self, id: int, match: str, position: int) -> None:
        self.bell.ring(match)
        self.keeper.note(id, match, position)

    async def start(self) -> None:
        """Begin to follow the store."""
        self.bell.hang(asyncio.get_running_loop())
        after = await asyncio.to_thread(self.keeper.start)
        self.follower.start(after)

    def halt(self) -> None:
        """Let every live feed end, so that the server can stop."""
        self.stopping.set()
        self.bell.ring_all()

    async def stop(self) -> None:
        """End the threads; what was acknowledged is stored already."""
        self.halt()
        await asyncio.to_thread(self.follower.stop)
        await asyncio.to_thread(self.keeper.stop)

    @property
    def source(self) -> str:
        """Where live feeds are served from now."""
        return "store"

    def parts(self) -> dict[str, Any]:
        """How each part of the service does, for people and for machines."""
        try:
            self.matches.store.kept("cards", "")
            store = "ok"
        except StoreError as error:
            store = str(getattr(error, "reason", "not usable"))
        self.metrics.up.labels("store").set(store == "ok")
        return {
            "store": store,
            "follower": "ok" if self.follower.follows.is_set() else "away",
            "feed": self.source,
            "stopping": self.stopping.is_set(),
        }

    def entries_after(self, match: str, role: Seat, position: int) -> list[Sent]:
        """The next entries of a match as a role may see them."""
        sent = self.service.entries.after(match, role, position)
        self.metrics.sent.labels("store").inc(len(sent))
        return sent


def running(request: AnyRequest) -> Running:
    """The running service that a request came to."""
    found: Running = request.app.state[STATE]
    return found


def visiting(request: AnyRequest, match: str) -> tuple[Service, Visit]:
    """The service, and the caller's standing at a match; raises Refused."""
    service = running(request).service
    return service, service.visit(caller_of(request), match)


def calling(request: AnyRequest) -> tuple[Service, Caller]:
    """The service, and who calls."""
    return running(request).service, caller_of(request)
