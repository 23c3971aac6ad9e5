"""A pytest plugin for `make mutants`: who calls what, and the likeliest tests first.

It is copied beside the tree under test and knows nothing of wardiary. The environment says which
half is used: RECORD_CALLS names a file to write, TESTS_FIRST a file to read.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Generator
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Any

import pytest

GAME = os.environ.get("GAME_FOLDER", "")
RECORD = os.environ.get("RECORD_CALLS", "")
FIRST = os.environ.get("TESTS_FIRST", "")

calls: dict[str, list[str]] = {}
seconds: dict[str, float] = {}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, None, None]:
    """Record which functions of the game a test calls, and how long it takes."""
    if not RECORD:
        yield
        return
    seen: set[tuple[str, str]] = set()

    def notice(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(GAME):
            seen.add((code.co_filename, code.co_qualname))

    began = perf_counter()
    sys.setprofile(notice)
    try:
        yield
    finally:
        sys.setprofile(None)
    seconds[item.nodeid] = perf_counter() - began
    for file, name in sorted(seen):
        calls.setdefault(f"{file}:{name.partition('.<locals>')[0]}", []).append(item.nodeid)


def pytest_sessionfinish() -> None:
    """Write what was recorded: for each function its tests, the quickest first."""
    if RECORD:
        quickest = {
            name: sorted(set(tests), key=lambda test: (seconds[test], test))
            for name, tests in calls.items()
        }
        Path(RECORD).write_text(json.dumps(quickest), "utf-8")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the named tests first, in their order."""
    if FIRST:
        order = {test: place for place, test in enumerate(json.loads(Path(FIRST).read_text()))}
        items.sort(key=lambda item: order.get(item.nodeid, len(order)))
