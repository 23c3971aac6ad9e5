"""Connections that are kept for no good reason: a request begun and not sent to its end.

The server waits for a request as long as its sender likes. Some hundred half sent ones would take
every file a process may open, so each has a time for its head and a time for its body.
"""

from __future__ import annotations

import asyncio
from typing import Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
BODY_SECONDS = 20.0
HEAD_BYTES = 64 * 1024
BOTH_LENGTHS = "a request gives its Content-Length or is chunked, not both"
Part = Literal["head", "body"]


class TimedProtocol(HttpToolsProtocol):
    """HTTP/1.1 whose requests must come whole within a time.

    A connection is given HEAD_SECONDS from its opening, or from the first byte of a further
    request, for the head, and BODY_SECONDS from there for the body, however its bytes drip. Then it
    is closed. Between two requests the server's own time for idle connections counts.
    """

    _timer: asyncio.TimerHandle | None = None
    _until = 0.0
    _missing: Part | None = None
    _head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the head of the first request."""
        super().connection_made(transport)
        self._wait_for("head")

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._wait_for(None)
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come; what is still missing must come in time."""
        if self._missing is None:
            # The first bytes of a further request; the parser says so only from its method on.
            self._wait_for("head")
        if self._missing == "head":
            self._head_bytes += len(data)
        super().data_received(data)
        if self._missing == "head" and self._head_bytes > HEAD_BYTES:
            self.send_400_response(f"the head of a request has at most {HEAD_BYTES} bytes")

    def on_message_begin(self) -> None:
        """A request begins, perhaps in the same bytes in which the last one has ended."""
        super().on_message_begin()
        if self._missing is None:
            self._wait_for("head")

    def on_headers_complete(self) -> None:
        """The head is there: the body must follow."""
        super().on_headers_complete()
        self._wait_for("body")

    def on_message_complete(self) -> None:
        """The request is there."""
        super().on_message_complete()
        self._wait_for(None)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request; with two lengths it might be taken for two of them."""
        names = {name for name, _ in self.headers or ()}
        if names & {b"content-length", b"transfer-encoding"}:
            msg = BOTH_LENGTHS
        super().send_400_response(msg)

    def _wait_for(self, part: Part | None) -> None:
        """Let the time run from when a part began to be missing, not from its latest byte.

        There is one timer, which looks at the time that counts when it rings. To set another for
        each part of each request costs more than to read the part.
        """
        self._missing, self._head_bytes = part, 0
        if part is None or self.transport.is_closing():
            return
        self._until = self.loop.time() + (BODY_SECONDS if part == "body" else HEAD_SECONDS)
        if self._timer is None:
            self._timer = self.loop.call_at(self._until, self._ring)

    def _ring(self) -> None:
        """Give up what is missing still, or look again when its time is over."""
        self._timer = None
        if self._missing is None or self.transport.is_closing():
            return
        if self.loop.time() < self._until:
            self._timer = self.loop.call_at(self._until, self._ring)
        else:
            self._give_up()

    def _give_up(self) -> None:
        """Close the connection, but for one whose last request is still being answered."""
        answering = not getattr(self.cycle, "response_complete", True)
        if self._missing == "head" and answering:
            self._wait_for("head")
        else:
            self.transport.close()
