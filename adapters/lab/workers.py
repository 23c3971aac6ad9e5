"""Workers for rollouts: the processes of this machine, or a Dask cluster.

Both take plans and numbers and give rollouts in that order. Each rollout is determined by its plan
and number, so it does not matter who plays it, how often, or whether somebody dies over it.
"""

from __future__ import annotations

import os
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import Any, Protocol, Self

from wardiary.adapters.child_processes import process_pool
from wardiary.domain.table.errors import WardiaryError
from wardiary.projections.lab.rollouts import OneProcess, Plan, Rollout, play_share

AHEAD = 2
"""Shares for each worker that are given out before their results are asked for."""
TRIES = 5
"""How often a share is given out again because who played it died."""
PLANS_KEPT = 64
Share = tuple[Plan, Sequence[int]]
Sent = tuple[bytes, tuple[int, ...]]


class NoWorkers(WardiaryError):
    """Rollouts cannot be played where they were sent."""


class _Future(Protocol):
    def result(self) -> tuple[Rollout, ...]: ...


@lru_cache(maxsize=PLANS_KEPT)
def _plan(sent: bytes) -> Plan:
    """The plan that was sent; kept, since many shares come with the same one."""
    plan: Plan = pickle.loads(sent)  # noqa: S301  # It comes from our own process or cluster.
    return plan


def play_sent(sent: bytes, numbers: tuple[int, ...]) -> tuple[Rollout, ...]:
    """Play a share that came from another process."""
    return play_share(_plan(sent), numbers)


class _Packer:
    """Packs each plan once, however many shares are of it."""

    def __init__(self, dumps: Callable[[Any], bytes]) -> None:
        self._dumps = dumps
        self._last: tuple[Plan, bytes] | None = None

    def __call__(self, share: Share) -> Sent:
        plan, numbers = share
        if self._last is None or self._last[0] is not plan:
            try:
                self._last = plan, self._dumps(plan)
            except (pickle.PicklingError, AttributeError, TypeError) as error:
                raise NoWorkers(
                    f"this cannot be sent to another process: {error}; functions must be those of "
                    "a module, and the game a registered one"
                ) from None
        return self._last[1], tuple(numbers)


def _in_order(
    shares: Iterable[Sent],
    ahead: int,
    submit: Callable[[Sent], _Future],
    first: Callable[[deque[tuple[Sent, _Future]]], tuple[Rollout, ...]],
) -> Iterator[tuple[Rollout, ...]]:
    """The results of shares in their order, some of which are given out beforehand."""
    waiting: deque[tuple[Sent, _Future]] = deque()
    for share in shares:
        waiting.append((share, submit(share)))
        if len(waiting) >= ahead:
            yield first(waiting)
    while waiting:
        yield first(waiting)


class _Closing:
    """Closed at the end of a `with`."""

    def close(self) -> None:
        """Let go of what was opened."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Processes(_Closing):
    """Plays rollouts in several processes of this machine. To be closed, or used in a `with`."""

    def __init__(self, number: int = 0, nice: int = 0) -> None:
        """So many processes; as many as there are processors unless given.

        They stand back for others the more, the higher `nice` is.
        """
        self.number, self._nice = number or len(os.sched_getaffinity(0)), nice
        self._pool, self._ended = process_pool(self.number, nice), False

    def _renew(self) -> None:
        """Other processes, for those of which one died; nothing of these is waited for."""
        self._pool.shutdown(wait=False)
        if self._ended:
            raise NoWorkers("the processes were ended")
        self._pool = process_pool(self.number, self._nice)

    def play(self, shares: Iterable[Share]) -> Iterator[tuple[Rollout, ...]]:
        """As `Workers.play`. A process that dies is replaced, and its shares are played again."""
        packed = map(_Packer(pickle.dumps), shares)
        return _in_order(packed, self.number * AHEAD, self._submit, self._result)

    def _submit(self, share: Sent) -> _Future:
        try:
            return self._pool.submit(play_sent, *share)
        except BrokenProcessPool:
            self._renew()
            return self._pool.submit(play_sent, *share)

    def _result(self, waiting: deque[tuple[Sent, _Future]]) -> tuple[Rollout, ...]:
        for _ in range(TRIES):
            try:
                result = waiting[0][1].result()
            except BrokenProcessPool:
                self._renew()
                sent = [share for share, _ in waiting]
                waiting.clear()
                waiting.extend((share, self._submit(share)) for share in sent)
            else:
                waiting.popleft()
                return result
        raise NoWorkers(f"{TRIES} times a process died over the same rollouts")

    def close(self) -> None:
        """End the processes; what they have begun is not waited for longer than a share takes."""
        self._pool.shutdown(cancel_futures=True)

    def end(self) -> None:
        """End the processes at once, from any thread; who waits for a result gets NoWorkers."""
        self._ended = True
        for process in list((self._pool._processes or {}).values()):  # noqa: SLF001 (No public way.)
            process.terminate()


class Cluster(_Closing):
    """Plays rollouts on the workers of a Dask cluster, which has wardiary installed."""

    def __init__(self, scheduler: str, timeout: float = 20) -> None:
        """Connect to a scheduler, such as tcp://10.0.0.5:8786; raises NoWorkers."""
        try:
            import distributed
        except ImportError:
            raise NoWorkers(
                "a cluster needs dask.distributed: pip install 'wardiary[cluster]'"
            ) from None
        try:
            connect: Any = distributed.Client
            self._client = connect(scheduler, timeout=timeout, set_as_default=False)
        except (OSError, ValueError) as error:
            raise NoWorkers(f"no scheduler answers at {scheduler}: {error}") from None
        self.number = max(1, sum(self._client.nthreads().values()))

    def play(self, shares: Iterable[Share]) -> Iterator[tuple[Rollout, ...]]:
        """As `Workers.play`. Shares of a worker that dies are played by another one."""
        import cloudpickle  # type: ignore[import-untyped]

        packed = map(_Packer(cloudpickle.dumps), shares)
        return _in_order(packed, self.number * AHEAD, self._submit, self._result)

    def _submit(self, share: Sent) -> _Future:
        future: _Future = self._client.submit(play_sent, *share, pure=False, retries=TRIES)
        return future

    def _result(self, waiting: deque[tuple[Sent, _Future]]) -> tuple[Rollout, ...]:
        return waiting.popleft()[1].result()

    def close(self) -> None:
        """Leave the cluster, which goes on running."""
        self._client.close()


def workers_for(processes: int = 1, scheduler: str = "") -> OneProcess | Processes | Cluster:
    """The workers that a user asks for: this process, several (0: as many as processors), or a
    cluster.
    """
    if scheduler:
        return Cluster(scheduler)
    return OneProcess() if processes == 1 else Processes(processes)
