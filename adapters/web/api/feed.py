"""The live feed: server-sent events of a match for one role, without a gap and without a double.

Each message is an entry, its id the position that closes it. What is sent next always follows what
was sent last, so it does not matter how often it is woken.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, HeaderParameter, QueryParameter
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from wardiary.adapters.store import StoreError, UnknownMatch
from wardiary.adapters.web.api.entries import EncodedEntry
from wardiary.adapters.web.api.places import Place
from wardiary.adapters.web.api.problems import Refused
from wardiary.adapters.web.api.summaries import order_waits
from wardiary.adapters.web.api.views import As
from wardiary.adapters.web.auth.access import Principal, principal_of
from wardiary.adapters.web.runtime import AT_ONCE, AnyRequest, Runtime, runtime_of
from wardiary.domain.table.pieces import Seat

HEARTBEAT_SECONDS = 15.0
LOOKED_AGAIN = 4
"""Every so many beats it is looked whether the caller may still follow, and what was missed."""
RETRY_MS = 1000
STREAMED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
After = Annotated[int | None, QueryParameter(ge=0, le=2**53, description="what follows this")]
Lean = Annotated[bool, QueryParameter(description="leave the events out")]
LastId = Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=20)]


class FeedController(Controller):
    """The live feed."""

    path = "/api/v1/matches/{match:str}"
    tags = ("feed",)

    @get("/feed", sync_to_thread=True)
    def feed(
        self, request: AnyRequest, match: FromPath[str], after: After = None,
        last_id: LastId = None, role: As = None, lean: Lean = False,
    ) -> ServerSentEvent:  # fmt: skip
        """Server-sent events: `entry` with events, log and, at the head, prompts; id = position.

        With lean=true events are left out: for those who read the log and ask for the board again.

        It goes on after Last-Event-ID (or `after`); with neither it begins with what comes next.
        An event `keeper` says whose order waits for a keeper of the dice, or null.
        While nothing happens, an event `beat` comes every 15 seconds: without it, it is cut off.
        """
        run, caller = runtime_of(request), principal_of(request)
        visit = run.service.access(caller, match)
        seen = visit.viewing_role(role)
        begin = max(_begin(run, match, after, last_id), visit.first_visible_position(seen))
        name = _name(request, run, caller)
        watching = FeedStream(run, caller, run.places.take(name), match, seen, begin, lean)
        return ServerSentEvent(watching.messages(), headers=STREAMED)


def _name(request: AnyRequest, run: Runtime, caller: Principal) -> str:
    """Whom a feed is counted for; a session that was made up is as good as none."""
    if caller.key_hash or (caller.session and run.service.keyring.has_session(caller.session)):
        return caller.name
    return request.client.host if request.client else ""


def _begin(run: Runtime, match: str, after: int | None, last_id: str | None) -> int:
    """Where a feed begins; what would lie beyond the head is the head."""
    head = run.matches.history(match).head
    if last_id:
        if not last_id.isdecimal():
            raise Refused(400, "Last-Event-ID is the position of the last entry that was received")
        return min(int(last_id), head)
    return head if after is None else min(after, head)


class FeedStream:
    """One open feed."""

    def __init__(
        self,
        run: Runtime,
        caller: Principal,
        place: Place,
        match: str,
        role: Seat,
        after: int,
        lean: bool,
    ) -> None:
        """Of a match, for a caller that looks as a role, after a position.

        `place` is given back when the feed ends.
        """
        self.lean = lean
        self.run, self.caller, self.place, self.match, self.role = run, caller, place, match, role
        self.sent = after
        self.source = ""
        self.waits = b""

    async def messages(self) -> AsyncGenerator[ServerSentEventMessage, None]:
        """What goes over the wire until the caller leaves, may not look any more, or we stop."""
        news, still = self.run.notifier.subscribe(self.match), 0
        self.run.metrics.feeds.inc()
        try:
            yield ServerSentEventMessage(comment="wardiary", data=None, retry=RETRY_MS)
            while not self.run.stopping.is_set():
                news.clear()
                try:
                    entries, waits = await self.run.in_thread(self._next)
                except (Refused, UnknownMatch):
                    why = await self.run.in_thread(self._why_closed)
                    yield _said("closed", msgspec.json.encode({"why": why}))
                    return
                except StoreError:
                    entries, waits = [], self.waits
                if self.source != self.run.source:
                    self.source = self.run.source
                    yield _said("source", f'{{"source":"{self.source}"}}'.encode())
                if waits != self.waits:
                    self.waits = waits
                    yield _said("keeper", waits)
                for entry in entries:
                    data = leaned(entry.data) if self.lean else entry.data
                    yield ServerSentEventMessage(data, "entry", entry.position)
                    self.sent = entry.position
                if len(entries) >= AT_ONCE:
                    continue
                # What is stored from here on wakes us; so nothing is looked for until then.
                while not await _woken(news) and not self.run.stopping.is_set():
                    yield _said("beat", b"{}")
                    still += 1
                    if still % LOOKED_AGAIN == 0:
                        break
        finally:
            self.run.notifier.unsubscribe(self.match, news)
            self.run.metrics.feeds.dec()
            self.place.leave()

    def _next(self) -> tuple[list[EncodedEntry], bytes]:
        """The next entries, and what the match waits for if a keeper is away, as long as the
        caller may look with these eyes.
        """
        visit = self.run.service.access(self.caller, self.match)
        if visit.viewing_role(self.role or "spectator") != self.role:
            raise Refused(403, "this role was given to somebody else")
        waits = order_waits(self.run.matches, self.match)
        sent = msgspec.json.encode(waits) if waits or self.waits else b""
        return self.run.entries_after(self.match, self.role, self.sent), sent

    def _why_closed(self) -> str:
        if self.run.service.keyring.match_settings(self.match) is None:
            return "this branch was discarded"
        return "this key was revoked"


def leaned(data: bytes) -> bytes:
    """An entry without its events."""
    parts = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    del parts["events"]
    return msgspec.json.encode(parts)


def _said(kind: str, data: bytes) -> ServerSentEventMessage:
    return ServerSentEventMessage(data, kind)


async def _woken(news: asyncio.Event) -> bool:
    """Wait for news; False when there was none for long."""
    try:
        await asyncio.wait_for(news.wait(), HEARTBEAT_SECONDS)
    except TimeoutError:
        return False
    return True
