"""The whole mail service in one process: what comes in, what goes out, and figures of it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import TYPE_CHECKING

import structlog
from prometheus_client import start_http_server

from wardiary.adapters.clock_worker import ClockWorker
from wardiary.adapters.mail.inbox import Inbox
from wardiary.adapters.mail.metrics import MailMetrics
from wardiary.adapters.mail.receiving import listening, watch_mailbox, watch_maildir
from wardiary.adapters.mail.sending import sender_of
from wardiary.adapters.mail.settings import MailSettings, MailSettingsError
from wardiary.adapters.mail.worker import MailWorker
from wardiary.adapters.matches import Matches

if TYPE_CHECKING:
    from aiosmtpd.controller import Controller

LOG = structlog.get_logger("wardiary.mail")
LEAST_PATIENCE = 1
"""Minutes after a deadline until it brings anything, so that what has come in is read before."""


class MailService:
    """Receives, answers and sends until it is stopped."""

    def __init__(self, matches: Matches, settings: MailSettings) -> None:
        """Raises MailSettingsError where nothing comes in or nothing can leave."""
        if not (settings.mailbox or settings.listen or settings.incoming):
            raise MailSettingsError(
                "none of [mailbox], [listen] and incoming says where messages come from"
            )
        self.settings = settings
        self.metrics = MailMetrics()
        self.inbox = Inbox(matches, settings, self.metrics)
        # Orders that came in time may still be on their way through the mailbox.
        patience = max(settings.grace_minutes, LEAST_PATIENCE) * 60_000
        self.clocks = ClockWorker(matches, patience=patience)
        sender = sender_of(settings)
        self.worker = MailWorker(matches, settings, sender, self.metrics, noted=self.clocks.note)
        self.failed = False
        self._stopping = Event()
        self._threads: list[Thread] = []
        self._port: Controller | None = None

    def start(self) -> None:
        """Begin. Raises OSError where a port cannot be listened at."""
        settings, inbox, stopping = self.settings, self.inbox, self._stopping
        if settings.metrics_port:
            start_http_server(settings.metrics_port, "127.0.0.1", self.metrics.registry)
        if settings.listen is not None:
            self._port = listening(settings.listen, inbox)
        if settings.mailbox is not None:
            self._run("mailbox", watch_mailbox, settings.mailbox, inbox, stopping)
        if settings.incoming:
            self._run("maildir", watch_maildir, settings.incoming, inbox, stopping)
        self._run("worker", self.worker.run, stopping)
        self.clocks.start()

    def _run(self, name: str, work: Callable[..., None], *arguments: object) -> None:
        def guarded() -> None:
            try:
                work(*arguments)
            except Exception as error:  # noqa: BLE001 (Without this part the rest is of no use.)
                LOG.warning("a part has failed; it stops", part=name, kind=type(error).__name__)
                self.failed = True
                self._stopping.set()

        thread = Thread(target=guarded, name=f"wardiary-mail-{name}", daemon=True)
        thread.start()
        self._threads.append(thread)

    def wait(self) -> bool:
        """Wait until it is halted; False where a part of it has failed."""
        self._stopping.wait()
        return not self.failed

    def halt(self) -> None:
        """Have it stop; called from a signal."""
        self._stopping.set()

    def stop(self) -> None:
        """Stop after the message and the mail at hand."""
        self._stopping.set()
        if self._port is not None:
            self._port.stop()
        for thread in self._threads:
            thread.join()
        self.clocks.stop()
