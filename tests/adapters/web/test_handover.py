"""Requests handed to threads."""

from __future__ import annotations

import asyncio
import threading

import pytest

from wardiary.adapters.web.handover import Handover


def test_work_comes_back_with_its_result_or_its_error():
    """9.6: to the coroutine that handed it over."""

    async def hand_over() -> list[object]:
        works = [lambda number=number: 10 // number for number in (1, 2, 0)]
        return await asyncio.gather(*map(threads.run, works), return_exceptions=True)

    threads = Handover(2, "test")
    ten, five, error = asyncio.run(hand_over())
    threads.stop()

    assert (10, 5) == (ten, five)
    assert isinstance(error, ZeroDivisionError)


def test_work_that_waits_keeps_neither_the_loop_nor_other_work_waiting():
    """9.6: as a command does that waits for its match or for the disk."""

    async def hand_over() -> str:
        waiting = asyncio.ensure_future(threads.run(lambda: goes_on.wait(20)))
        other = await threads.run(lambda: "done")
        goes_on.set()
        assert await waiting
        return other

    threads, goes_on = Handover(2, "test"), threading.Event()
    assert "done" == asyncio.run(hand_over())
    threads.stop()


def test_what_was_handed_over_is_finished_before_the_threads_end():
    """9.6: a command whose caller has left is on the disk when the service has stopped."""
    began, goes_on, finished = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        began.set()
        assert goes_on.wait(20)
        finished.set()

    async def leave() -> None:
        handed = asyncio.ensure_future(threads.run(work))
        await asyncio.to_thread(began.wait, 20)
        handed.cancel()
        with pytest.raises(asyncio.CancelledError):
            await handed

    threads = Handover(1, "test")
    asyncio.run(leave())
    goes_on.set()
    threads.stop()

    assert finished.is_set()
