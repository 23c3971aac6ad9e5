"""One process of the service: uvicorn around the application, its log, and a stop in good order."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from collections.abc import MutableMapping
from types import FrameType
from typing import Any

import structlog
import uvicorn
from litestar import Litestar

from wardiary.adapters.web.connections import TimedProtocol
from wardiary.adapters.web.runtime import STATE, Runtime

KEEP_ALIVE_SECONDS = 30
BACKLOG = 2048


class Server(uvicorn.Server):
    """A server that ends live feeds when it stops, for it waits until all requests are answered."""

    run_state: Runtime

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop after a signal; after a second one from the keyboard, do not wait any longer.

        Unlike uvicorn's own, it does not raise the signal again at the end: the store is closed and
        the program ends as one that has done its work.
        """
        self.run_state.notifier.call_soon(self.run_state.halt)
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; port 0 takes a free port. Raises OSError.

    Its connections send at once: else a body that is written after its head waits up to 40 ms for
    the caller's computer to confirm the head.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def run(app: Litestar, listener: socket.socket, grace_seconds: int) -> None:
    """Serve until a signal to stop; requests under way have the grace period to be answered."""
    host, port, *_ = listener.getsockname()
    server = server_of(app, host, port, grace_seconds)
    server.run(sockets=[listener])


def server_of(app: Litestar, host: str, port: int, grace_seconds: int) -> Server:
    """The server around an application, to be run."""
    config = uvicorn.Config(
        app,
        http=TimedProtocol,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"),
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=grace_seconds,
        backlog=BACKLOG,
    )
    server = Server(config)
    server.run_state = app.state[STATE]
    return server


def to_log(*, json: bool, level: int = logging.INFO) -> None:
    """Log events as lines on stderr: for people, or as JSON for machines."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer() if json else _line,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,  # What sys.stderr is may change.
    )
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(message)s"
    )


def _line(_: Any, __: str, event: MutableMapping[str, Any]) -> str:
    """One line for people. A tenth of the time that structlog's own line in colours takes."""
    time, level, name = event.pop("timestamp"), event.pop("level"), event.pop("event")
    words = " ".join([f"{key}={_word(value)}" for key, value in event.items()])
    return f"{time} [{level}] {name} {words}"


def _word(value: object) -> str:
    """A value without anything that would end the line or look like another word."""
    text = str(value)
    return text if text.isascii() and text.isprintable() and " " not in text else repr(text)
