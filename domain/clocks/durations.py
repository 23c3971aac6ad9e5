"""Spans of time as they are typed: 5d, 36h, 1d 12h, 90min."""

from __future__ import annotations

import re
from collections.abc import Iterator

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
UNITS = {"d": DAY, "h": HOUR, "min": MINUTE, "s": SECOND}
"""The units of a span, the longest first, in milliseconds."""
_PART = re.compile(r"(\d{1,6}) ?(d|days?|h|hours?|min|minutes?|s|seconds?)(?![a-z])")
_WHOLE = re.compile(rf"(?:{_PART.pattern}[ ,]*)+")


def read_duration(text: str) -> int | None:
    """The milliseconds that a text means; None when it is no span of time."""
    words = text.strip().lower()
    if not _WHOLE.fullmatch(words):
        return None
    return sum(int(number) * _unit(word) for number, word in _PART.findall(words))


def _unit(word: str) -> int:
    return UNITS["min"] if word.startswith("m") else UNITS[word[0]]


def duration_text(milliseconds: int) -> str:
    """A span as it is typed: "5d", "1d 12h"; less than a second counts as nothing."""
    return " ".join(f"{number}{unit}" for number, unit in parts_of(milliseconds)) or "0h"


def parts_of(milliseconds: int) -> Iterator[tuple[int, str]]:
    """How many of each unit a span has, the largest first, without those of which it has none."""
    rest = milliseconds
    for unit, size in UNITS.items():
        number, rest = divmod(rest, size)
        if number:
            yield number, unit
