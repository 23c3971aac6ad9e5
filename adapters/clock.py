"""The one clock of wardiary."""

import time


def now_ms() -> int:
    """Milliseconds since 1970 UTC, as a whole number: nothing else is ever stored of time."""
    return time.time_ns() // 1_000_000
