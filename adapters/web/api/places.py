"""Places for live feeds: each caller has so many, however many it asks for at the same moment."""

from __future__ import annotations

from collections import Counter
from threading import Lock

from wardiary.adapters.web.api.problems import Refused


class Places:
    """The feeds that each caller follows. Safe to use from any thread."""

    def __init__(self, each: int) -> None:
        """Every caller may follow `each` feeds."""
        self.each = each
        self._taken: Counter[str] = Counter()
        self._lock = Lock()

    def take(self, name: str) -> Place:
        """A place for a caller, counted from this moment on; raises Refused when it has no more."""
        with self._lock:
            if self._taken[name] >= self.each:
                raise Refused(429, f"you follow {self.each} feeds already")
            self._taken[name] += 1
        return Place(self, name)

    def leave(self, name: str) -> None:
        """A place of a caller is free again."""
        with self._lock:
            self._taken[name] -= 1
            if not self._taken[name]:
                del self._taken[name]

    @property
    def taken(self) -> int:
        """The places taken by all callers together."""
        with self._lock:
            return self._taken.total()


class Place:
    """One place. It is left once: at the end of its feed, or when nobody holds it any more.

    The latter happens to a feed whose caller has gone before its first message could be sent.
    """

    def __init__(self, places: Places, name: str) -> None:
        """Taken by a caller."""
        self._places: Places | None = places
        self.name = name

    def leave(self) -> None:
        """Give the place back."""
        places, self._places = self._places, None
        if places is not None:
            places.leave(self.name)

    def __del__(self) -> None:
        self.leave()
