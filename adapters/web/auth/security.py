"""What every request passes: security headers, the mark against forgery, rates, a line of log."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

import msgspec
import structlog
from litestar.types import HTTPScope, Message, Receive, Send

from wardiary.adapters.web.api.problems import Problem, Refused
from wardiary.adapters.web.auth.access import cookie_name
from wardiary.adapters.web.auth.keys import hashed
from wardiary.adapters.web.metrics import Metrics, method_named

LOG = structlog.get_logger("wardiary.web")
SAFE = ("GET", "HEAD", "OPTIONS")
MARK = b"x-wardiary"
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
Inner = Callable[[Any, Receive, Send], Awaitable[None]]
LENGTHS = {b"content-length", b"transfer-encoding"}
"""With both a proxy and the server may see two different requests; so the connection ends."""
STORED = ("/api/v1/matches", "/api/v1/invitations")
CALLERS_KEPT = 50_000
BURST, SHARED, LABOUR = 5, 10, 40
"""A burst lasts so many seconds, one address is shared by so many callers, and what is laborious or
stays for ever may be asked so many times less often."""
READING, AT_ONCE = ("/log", "/events"), 100
"""So many entries of a line are read at the cost of one request."""
LOOKING_UP = 3.0
"""Where a rule was used is looked for in the whole line, as standings are computed over it."""
PAGE, PART = "/page/", 0.2
"""The page is made of some seventy files, which a browser asks for at once."""
OPENING, PROVING = ("/matches", "/branches"), ("/audit", "/archive")


class RateLimits:
    """How often each caller may ask: so many a second in the long run, and a burst before that."""

    def __init__(self, per_second: float, burst: float) -> None:
        """With `per_second` 0 nobody is held back."""
        self.per_second, self.burst = per_second, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, caller: str, now: float, cost: float = 1.0) -> bool:
        """Count one request of a caller, or what costs as much as several; whether it may go on."""
        if not self.per_second:
            return True
        left, since = self._left.pop(caller, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.per_second)
        cost = min(cost, max(1.0, self.burst))  # Else it could never be asked.
        allowed = left >= cost
        self._left[caller] = (left - cost if allowed else left, now)
        while len(self._left) > CALLERS_KEPT:
            self._left.popitem(last=False)
        return allowed


class SecurityMiddleware:
    """The outermost layer of the application."""

    def __init__(self, metrics: Metrics, per_second: float, away: Callable[[], str]) -> None:
        """A caller may send so many requests a second (0: any number).

        `away` says why the store cannot be used now, "" while it can.
        """
        self.metrics, self.away = metrics, away
        self.by_secret = RateLimits(per_second, per_second * BURST)
        self.by_address = RateLimits(per_second * SHARED, per_second * SHARED * BURST)
        self.of_labour = RateLimits(per_second / LABOUR, per_second)

    async def around(self, app: Inner, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Let a request through to the application, or answer it here."""
        began, status = monotonic(), 0

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = _guarded(message["headers"], str(scope["path"]))
            await send(message)

        refused = self._refused(scope, began)
        if refused is not None:
            await _answer(refused, send_guarded)
        else:
            await app(scope, receive, send_guarded)
        self._note(scope, status, monotonic() - began)

    def _refused(self, scope: HTTPScope, now: float) -> Problem | None:
        headers = dict(scope["headers"])
        if headers.keys() >= LENGTHS:
            return Refused(
                400, "a request gives its Content-Length or is chunked, not both"
            ).problem
        cookie = _cookie(headers.get(b"cookie", b""), cookie_name(scope["scheme"]))
        authorized = headers.get(b"authorization")
        client = scope.get("client")
        secret = (authorized or cookie).decode("latin-1") if authorized or cookie else ""
        address = str(client[0]) if client else ""
        # Counted by address as well, though more freely: a made-up key is no way round.
        callers = (self.by_address, address), (self.by_secret, hashed(secret) if secret else "")
        labour = _is_labour(scope) and not self.of_labour.allows(address, now)
        cost = _cost(scope)
        held = any(not rates.allows(caller, now, cost) for rates, caller in callers if caller)
        if labour or held:
            return Refused(429, "slow down, and try again in a moment").problem
        away = self.away() if scope["path"].startswith(STORED) else ""
        if away:
            what = "not readable" if scope["method"] in SAFE else "not recorded"
            return Refused(503, f"{what}: {away}; try it again as it is").problem
        forged = scope["method"] not in SAFE and cookie and not authorized and MARK not in headers
        if forged:
            return Refused(
                403, "a page must send X-Wardiary: 1 with what changes something"
            ).problem
        return None

    def _note(self, scope: HTTPScope, status: int, seconds: float) -> None:
        """One line without query, headers or body: nothing secret can be in it."""
        route = str(scope.get("path_template") or "")
        method = method_named(scope["method"])
        self.metrics.request(method, route, status, seconds)
        LOG.info("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1))


def _plain(path: str) -> str:
    """A path as the router takes it: without slashes at the end, and none doubled."""
    return "/" + "/".join(part for part in path.split("/") if part)


def _cost(scope: HTTPScope) -> float:
    """How many requests one counts for: who reads much at once is no cheaper than who reads often.

    Numbers that are none are refused later, at the cost of one.
    """
    if scope["path"].startswith(PAGE):
        return PART
    if "/rules/" in scope["path"] or _plain(scope["path"]).endswith("/scores"):
        return LOOKING_UP
    if not scope["query_string"] or not _plain(scope["path"]).endswith(READING):
        return 1.0
    parameters = parse_qs(scope["query_string"].decode("latin-1"))
    numbers = [prompt for name in ("limit", "last") for prompt in parameters.get(name, ())]
    most = max(
        (int(number) for number in numbers if number.isdecimal() and len(number) < 6), default=0
    )
    return max(1.0, most / AT_ONCE)


def _is_labour(scope: HTTPScope) -> bool:
    path = _plain(scope["path"])
    return path.endswith(OPENING) if scope["method"] == "POST" else path.endswith(PROVING)


def _cookie(header: bytes, name: str) -> bytes:
    begins = f"{name}=".encode()
    for part in header.split(b";"):
        if part.strip().startswith(begins):
            return part.strip()[len(begins) :]
    return b""


def _guarded(headers: Any, path: str) -> list[tuple[bytes, bytes]]:
    sent = list(headers)
    names = {name.lower() for name, _ in sent}
    sent += [(name, value) for name, value in HEADERS if name not in names]
    if path.startswith("/api/") and b"cache-control" not in names:
        sent.append((b"cache-control", b"no-store"))
    return sent


async def _answer(problem: Problem, send: Send) -> None:
    body = msgspec.json.encode(problem)
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if problem.status == 400:
        headers.append((b"connection", b"close"))
    if problem.status in (429, 503):
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
