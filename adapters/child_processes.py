"""Processes that work for this one, and end with it."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread


def process_pool(processes: int, nice: int = 0) -> ProcessPoolExecutor:
    """So many new processes; Ctrl-C is left to this one, and whatever ends it ends them.

    They stand back for others the more, the higher `nice` is (at most 19).
    """
    return ProcessPoolExecutor(processes, get_context("spawn"), _work_for_parent, (nice,))


def _work_for_parent(nice: int) -> None:
    os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
