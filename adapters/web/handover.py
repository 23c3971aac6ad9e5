"""Handing a request to a thread and its answer back to the event loop, at little cost.

The stock way (an executor, its futures and asyncio's around them) takes a good part of what a short
request takes altogether. Prompts and commands, of which there are most, are handed over here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial, wraps
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

T = TypeVar("T")
Work = tuple[Callable[[], Any], "asyncio.Future[Any]"]


class Handover:
    """Threads that carry out work for coroutines; they are started as they are needed."""

    def __init__(self, threads: int, name: str) -> None:
        """At most so many at once; more work waits its turn."""
        self._queue: SimpleQueue[Work | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._most, self._name = threads, name
        self._free = 0
        """How many threads there are beyond the work that is not finished."""
        self._counting = Lock()
        self._starting = Lock()

    async def run(self, work: Callable[[], T]) -> T:
        """Carry out work in a thread, and give what comes of it."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._count(-1) < 0 and len(self._threads) < self._most:
            self._start_thread()
        self._queue.put((work, future))
        return await future

    def stop(self) -> None:
        """Finish what was handed over, and end the threads."""
        with self._starting:
            threads, self._threads = self._threads, []
        for _ in threads:
            self._queue.put(None)
        for thread in threads:
            thread.join()
        self._free = 0

    def _start_thread(self) -> None:
        with self._starting:
            name = f"{self._name}-{len(self._threads)}"
            thread = Thread(target=self._carry_out, name=name, daemon=True)
            self._threads.append(thread)
        self._count(1)
        thread.start()

    def _carry_out(self) -> None:
        while (handed := self._queue.get()) is not None:
            work, future = handed
            try:
                settle = partial(_succeed, future, work())
            except BaseException as error:  # noqa: BLE001 (Raised again where it is awaited.)
                settle = partial(_fail, future, error)
            with suppress(RuntimeError):  # The loop was closed: nobody waits any more.
                future.get_loop().call_soon_threadsafe(settle)
            del handed, work, future, settle
            self._count(1)

    def _count(self, more: int) -> int:
        with self._counting:
            self._free += more
            return self._free


def _succeed(future: asyncio.Future[T], result: T) -> None:
    if not future.done():  # Else the caller has left.
        future.set_result(result)


def _fail(future: asyncio.Future[Any], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)


def handed_over(
    handler: Callable[..., T], threads_of: Callable[[Any], Handover]
) -> Callable[..., Awaitable[T]]:
    """A handler that is carried out in one of the threads that `threads_of` its request gives."""

    @wraps(handler)
    async def handle(*words: Any, **named: Any) -> T:
        return await threads_of(named["request"]).run(partial(handler, *words, **named))

    return handle
