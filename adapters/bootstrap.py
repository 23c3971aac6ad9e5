"""The only composer: puts a store, the clock and the system's entropy under the application."""

from __future__ import annotations

import os
from collections.abc import Callable

from wardiary.adapters.clock import now_ms
from wardiary.adapters.matches import Matches
from wardiary.adapters.store import connect


def open_store(
    url: str,
    *,
    create: bool = True,
    clock: Callable[[], int] = now_ms,
    entropy: Callable[[int], bytes] = os.urandom,
) -> Matches:
    """Open a store by its URL and give the application over it.

    `url` is a path or "sqlite:///path", "memory:", or "postgresql://...". A file that is not there
    is made, or refused without `create`. `clock` gives integer milliseconds; `entropy` gives that
    many secret random bytes, and only tests and simulations give another than the system's. Raises
    StoreError when the store cannot be opened.
    """
    return Matches(connect(url, create=create), clock, entropy)
