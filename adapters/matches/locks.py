"""A lock for each match, so that what one match does keeps no other waiting."""

from __future__ import annotations

from threading import Lock, RLock
from weakref import WeakValueDictionary


class MatchLocks:
    """Locks by match. One is made when it is first asked for, and is gone when nobody uses it.

    A thread may hold the lock of a branch and take that of the match it grew from, never the other
    way round; so no two threads wait for each other.
    """

    def __init__(self) -> None:
        """No match is in use yet."""
        self._locks: WeakValueDictionary[str, RLock] = WeakValueDictionary()
        self._guard = Lock()

    def of(self, match: str) -> RLock:
        """The lock of a match, for a `with` block; the thread that holds it may take it again."""
        with self._guard:
            lock = self._locks.get(match)
            if lock is None:
                lock = self._locks[match] = RLock()
            return lock
