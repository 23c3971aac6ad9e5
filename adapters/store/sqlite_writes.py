"""Writing to a SQLite file: what several threads bring at the same time shares one commit.

A commit waits for the disk, some milliseconds whatever it holds. So a thread that brings work while
another one commits does not wait for a turn of its own: its work goes into the next transaction
with that of all others who wait.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Condition
from typing import Any, TypeVar

T = TypeVar("T")
Work = Callable[[Any], T]
"""What is to be written: called with a cursor inside a transaction, perhaps more than once."""
TOGETHER = 64
"""So much work goes into one transaction at most."""


class _Job:
    """Work of a thread that waits for it: what came of it once it is done."""

    def __init__(self, work: Work[Any]) -> None:
        self.work = work
        self.done = False
        self.result: Any = None
        self.error: BaseException | None = None

    def finish(self, error: BaseException | None = None) -> None:
        self.error, self.done = error, True


class GroupCommit:
    """Carries out what threads bring, in transactions of the one connection that writes.

    Work that fails leaves nothing behind and harms no other work: then all of its transaction is
    undone, and each is carried out by itself.
    """

    def __init__(self, transaction: Callable[[], AbstractContextManager[Any]]) -> None:
        """`transaction` begins one that commits, and gives its cursor."""
        self._transaction = transaction
        self._changed = Condition()
        self._waiting: list[_Job] = []
        self._writing = False

    def write(self, work: Work[T]) -> T:
        """Carry work out; it is on the disk when this returns. Raises what the work raises, or what
        the database says when it cannot commit.
        """
        job = _Job(work)
        batch = self._wait_for_turn(job)
        if batch:
            try:
                self._carry_out(batch)
            finally:
                with self._changed:
                    self._writing = False
                    self._changed.notify_all()
        if job.error is not None:
            try:
                raise job.error
            finally:
                del job  # Else the error, its frame and the work would hold each other.
        result: T = job.result
        return result

    def _wait_for_turn(self, job: _Job) -> list[_Job]:
        """Wait until the job is done by another thread, or this one is to write: then its batch."""
        with self._changed:
            self._waiting.append(job)
            try:
                while self._writing and not job.done:
                    self._changed.wait()
            except BaseException:  # Interrupted; what nobody waits for is not written later.
                if job in self._waiting:
                    self._waiting.remove(job)
                raise
            return [] if job.done else self._next_batch(job)

    def _next_batch(self, first_job: _Job) -> list[_Job]:
        """All that waits, the caller's own in any case; the caller is the one who writes now."""
        self._writing = True
        others = [job for job in self._waiting if job is not first_job][: TOGETHER - 1]
        batch = sorted([first_job, *others], key=self._waiting.index)
        self._waiting = [job for job in self._waiting if job not in batch]
        return batch

    def _carry_out(self, batch: list[_Job]) -> None:
        try:
            if len(batch) == 1 or not self._all_at_once(batch):
                for job in batch:
                    self._all_at_once([job])
        except BaseException as error:
            for job in batch:
                if not job.done:
                    job.finish(error)
            raise

    def _all_at_once(self, batch: list[_Job]) -> bool:
        """Carry a batch out in one transaction; False, and nothing is done, if one of several jobs
        failed. What could not be begun or committed is not tried again: then all have failed.
        """
        failed: BaseException | None = None
        job = None
        try:
            with self._transaction() as cursor:
                for job in batch:
                    job.result = job.work(cursor)
                job = None
        except Exception as error:  # noqa: BLE001 (Raised in the threads that brought the work.)
            if job is not None and len(batch) > 1:
                return False
            failed = error
        for each in batch:
            each.finish(failed)
        return True
