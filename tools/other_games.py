"""Whether games of other distributions are installed, told without loading anything."""

from __future__ import annotations

import os
import sys

GROUP = b"[wardiary.games]"
"""How a distribution says in its entry points that it brings games of its own."""


def has_games_of_others() -> bool:
    """Whether an installed distribution brings games; they have to be loaded then.

    The folders are read as importlib.metadata reads them, without the time that takes to import.
    """
    return any(
        GROUP in _entry_points(folder, name) for folder in sys.path for name in _names(folder)
    )


def _names(folder: str) -> list[str]:
    try:
        names = os.listdir(folder or ".")  # noqa: PTH208 (pathlib takes longer to load than this.)
    except OSError:
        return []
    return [name for name in names if name.endswith((".dist-info", ".egg-info"))]


def _entry_points(folder: str, name: str) -> bytes:
    try:
        with open(f"{folder or '.'}/{name}/entry_points.txt", "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""
