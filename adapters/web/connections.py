"""Connections that are kept for no good reason: a request begun and not sent to its end.

The server waits for a request as long as its sender likes. Some hundred half sent ones would take
every file a process may open, so each has a time for its head and a time for its body.
"""

from __future__ import annotations

import asyncio
from typing import Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
BODY_SECONDS = 20.0
Part = Literal["head", "body"]


class TimedProtocol(H11Protocol):
    """HTTP/1.1 whose requests must come whole within a time.

    A connection is given HEAD_SECONDS from its opening, or from the first byte of a further
    request, for the head, and BODY_SECONDS from there for the body, however its bytes drip. Then it
    is closed. Between two requests the server's own time for idle connections counts.
    """

    _deadline: asyncio.TimerHandle | None = None
    _awaited: Part | None = None
    _asked = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the head of the first request."""
        super().connection_made(transport)
        self._time()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._stop()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Take what has come; what is still missing must come in time."""
        super().handle_events()
        self._asked = self._asked or self.conn.their_state is not h11.IDLE
        self._time()

    def _time(self) -> None:
        """Let the time run from when something began to be missing, not from its latest byte."""
        missing = self._missing()
        if missing == self._awaited:
            return
        self._stop()
        self._awaited = missing
        if missing is not None and not self.transport.is_closing():
            seconds = BODY_SECONDS if missing == "body" else HEAD_SECONDS
            self._deadline = self.loop.call_later(seconds, self.transport.close)

    def _missing(self) -> Part | None:
        """The part of a request that is awaited; None while there is none, or one is answered."""
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        if self.conn.their_state is not h11.IDLE:
            return None
        return "head" if not self._asked or self.conn.trailing_data[0] else None

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self._awaited = None
