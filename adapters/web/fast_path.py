"""The fast path: prompts and commands, of which there are most, without the framework's detours.

Routing, reading and answering a request take Litestar longer than the request itself takes us. Both
routes are declared like all others, in `api/play.py`, and described in the API's document. Here the
same functions answer a request that is as it should be. One that is not, in whatever way, is handed
on as it came, so that it is refused like any other. Only refusals are not packed here.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from litestar import Litestar, Request
from litestar.serialization import default_serializer
from litestar.types import ASGIApp, HTTPScope, Receive, Send

from wardiary.adapters.web.api.play import answer_command, ask_prompts
from wardiary.adapters.web.api.problems import handler_of
from wardiary.adapters.web.auth.access import IDS, principal_of, principal_with
from wardiary.adapters.web.runtime import Runtime
from wardiary.adapters.web.schemas.play import CommandIn
from wardiary.domain.table.errors import WardiaryError

MATCHES = "/api/v1/matches/"
GZIP_LEVEL, GZIP_FROM = 5, 500
"""How answers are packed, and from how many bytes on."""
JSON = b"application/json"
_ENCODER = msgspec.json.Encoder(enc_hook=default_serializer)
_COMMAND = msgspec.json.Decoder(CommandIn)


class FastRoute(NamedTuple):
    """A route that is answered here: its template for the log, and the function that answers.

    `body` decodes what is sent, None where nothing is.
    """

    template: str
    answer: Callable[..., Any]
    body: msgspec.json.Decoder[Any] | None = None


ROUTES = {
    ("GET", "prompts"): FastRoute(f"{MATCHES}{{match}}/prompts", ask_prompts),
    ("POST", "commands"): FastRoute(f"{MATCHES}{{match}}/commands", answer_command, _COMMAND),
}


class _NotPlain(WardiaryError):
    """The request is not one for here; what was read of it goes along."""

    def __init__(self, read: list[Any]) -> None:
        super().__init__()
        self.read = read


class FastPath:
    """An application around another one, which is given all that is not answered here."""

    def __init__(self, run: Runtime, app: Litestar, inner: ASGIApp, body_limit: int) -> None:
        """Answer from a running service; `app` is the application that its errors belong to."""
        self.run, self.app, self.inner, self.body_limit = run, app, inner, body_limit

    async def __call__(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        match, _, name = scope["path"].removeprefix(MATCHES).partition("/")
        route = ROUTES.get((scope["method"], name))
        headers = dict(scope["headers"])
        if route is None or not self._is_plain(scope, match, headers):
            await self.inner(scope, receive, send)
            return
        try:
            words = () if route.body is None else (await self._body(route.body, headers, receive),)
        except _NotPlain as odd:
            await self.inner(scope, _again(odd.read, receive), send)
            return
        scope["path_template"] = route.template
        request: Request[Any, Any, Any] = Request(scope, receive, send)
        try:
            body, sent = await self._answer(route, request, match, words, headers)
        except Exception as error:  # noqa: BLE001 (Answered as the framework would.)
            scope["litestar_app"] = self.app
            response = handler_of(error)(request, error).to_asgi_response(None, request)
            await response(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": sent})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _is_plain(self, scope: HTTPScope, match: str, headers: dict[bytes, bytes]) -> bool:
        """Whether a request is in the form that nearly all of them have."""
        return (
            not scope["query_string"]
            and scope["path"].startswith(MATCHES)
            and IDS.fullmatch(match) is not None
            and len(headers) == len(list(scope["headers"]))  # No header comes twice.
        )

    async def _body(
        self, decoder: msgspec.json.Decoder[Any], headers: dict[bytes, bytes], receive: Receive
    ) -> Any:
        """The body of a request, decoded; raises _NotPlain."""
        length = headers.get(b"content-length", b"")
        if headers.get(b"content-type") != JSON or not length.isdigit():
            raise _NotPlain([])
        if len(length) > len(str(self.body_limit)) or int(length) > self.body_limit:
            raise _NotPlain([])
        read: list[Any] = []
        more = True
        while more:
            message: Any = await receive()
            read.append(message)
            if message["type"] != "http.request":
                raise _NotPlain(read)
            more = message["more_body"]
        try:
            return decoder.decode(b"".join([bytes(part["body"]) for part in read]))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise _NotPlain(read) from None

    async def _answer(
        self,
        route: FastRoute,
        request: Request[Any, Any, Any],
        match: str,
        words: tuple[Any, ...],
        headers: dict[bytes, bytes],
    ) -> tuple[bytes, list[tuple[bytes, bytes]]]:
        """The body of the answer and its headers, made in a thread."""
        run, authorization = self.run, headers.get(b"authorization")
        if authorization:
            caller = principal_with(authorization.decode("latin-1"))
        else:
            caller = principal_of(request)
        packs = b"gzip" in headers.get(b"accept-encoding", b"")

        def work() -> tuple[bytes, list[tuple[bytes, bytes]]]:
            body = _ENCODER.encode(route.answer(run, caller, match, *words))
            return _packed(body) if packs and len(body) >= GZIP_FROM else _plain(body)

        return await run.handover.run(work)


def _plain(body: bytes) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    return body, [(b"content-type", JSON), (b"content-length", str(len(body)).encode())]


def _packed(body: bytes) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    packed, sent = _plain(gzip.compress(body, GZIP_LEVEL))
    return packed, [*sent, (b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]


def _again(read: list[Any], receive: Receive) -> Receive:
    """What was read already, and then what follows."""
    waiting = iter(read)

    async def again() -> Any:
        message = next(waiting, None)
        return await receive() if message is None else message

    return again
