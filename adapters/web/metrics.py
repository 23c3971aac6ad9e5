"""What Prometheus may ask: how much, how fast, and whether all is well; never who or what."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5)


def method_named(method: str) -> str:
    """A request's method as it is counted and logged: callers may make up any number of others."""
    return method if method in METHODS else "other"


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        """With a registry of its own, so that several applications fit into one process."""
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "wardiary_requests", "Requests answered", ("method", "route", "status"),
            registry=self.registry,
        )  # fmt: skip
        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._seconds = Histogram(
            "wardiary_request_seconds", "How long a request took", ("method", "route"),
            buckets=BUCKETS, registry=self.registry,
        )  # fmt: skip
        self.commands = Counter(
            "wardiary_commands", "Commands by what came of them", ("outcome",),
            registry=self.registry,
        )  # fmt: skip
        self.feeds = Gauge("wardiary_feeds", "Open live feeds", registry=self.registry)
        self.sent = Counter(
            "wardiary_feed_entries", "Entries sent over live feeds, by where they came from",
            ("source",), registry=self.registry,
        )  # fmt: skip
        self.up = Gauge(
            "wardiary_up", "1 where a part of the service works", ("part",), registry=self.registry
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request; a feed's length says nothing of our speed."""
        key = (method, route or "none", status)
        if key not in self._children:  # Of each there are few; to look them up by label is slow.
            self._children[key] = (
                self._requests.labels(key[0], key[1], str(status)),
                self._seconds.labels(key[0], key[1]),
            )
        count, durations = self._children[key]
        count.inc()
        if not route.endswith("/feed"):
            durations.observe(seconds)

    def text(self) -> bytes:
        """All figures in the text format."""
        return generate_latest(self.registry)
