"""What Prometheus may ask of the mails: how many, how late, and how they fared; never whose."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram

SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600)


class MailMetrics:
    """The figures of one process."""

    def __init__(self) -> None:
        """With a registry of its own."""
        self.registry = CollectorRegistry()
        self.messages = Counter(
            "wardiary_mail_messages", "Messages that came in, by what became of them",
            ("verdict",), registry=self.registry,
        )  # fmt: skip
        self.sent = Counter("wardiary_mail_sent", "Mails that were taken", registry=self.registry)
        self.unsent = Counter(
            "wardiary_mail_unsent", "Mails that were not taken: later again, or given up",
            ("outcome",), registry=self.registry,
        )  # fmt: skip
        self.limited = Counter(
            "wardiary_mail_limited", "Messages and warnings beyond a limit", ("limit",),
            registry=self.registry,
        )  # fmt: skip
        self.seconds = Histogram(
            "wardiary_mail_seconds", "From an entry to its notices in the outbox",
            buckets=SECONDS, registry=self.registry,
        )  # fmt: skip
