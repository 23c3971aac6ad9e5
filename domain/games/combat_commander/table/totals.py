"""Totals and their parts, as they are recorded."""

from __future__ import annotations

from collections.abc import Iterable

Items = tuple[tuple[str, int, str], ...]
"""Parts of a total: name, value, rule."""


def total(items: Iterable[tuple[str, int, str]]) -> int:
    """The sum of some items."""
    return sum(value for _, value, _ in items)
