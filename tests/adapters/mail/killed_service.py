"""A mail service that ends itself by SIGKILL at one of its steps, as a power cut would.

Run as a program: settings, store, and the number of the step (0: never). A step is a write to the
store or a mail handed to the relay; odd numbers fall before one, even numbers after one.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import Any

from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.mail.service import MailService
from wardiary.adapters.mail.settings import read_settings

STEPS = ("append", "put", "delete", "add_to_outbox", "ack_outbox", "postpone_outbox")


def killed_at(fatal: int, service: MailService) -> None:
    """Have the service end at a step."""
    steps = count(1)

    def step() -> None:
        if next(steps) == fatal:
            os.kill(os.getpid(), signal.SIGKILL)

    def watched(work: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(work)
        def done(*words: Any, **named: Any) -> Any:
            step()
            result = work(*words, **named)
            step()
            return result

        return done

    store, sender = service.inbox.matches.store, service.worker.sender
    for name in STEPS:
        setattr(store, name, watched(getattr(store, name)))
    sender.send = watched(sender.send)  # type: ignore[method-assign]


def main(settings: str, store: str, fatal: str) -> None:
    """Serve until killed or told to stop."""
    service = MailService(open_store(store), read_settings(settings, {}))
    killed_at(int(fatal), service)
    signal.signal(signal.SIGTERM, lambda *_: service.halt())
    service.start()
    print("ready", flush=True)
    service.wait()
    service.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
