"""The same numbers bit for bit: in one process, in several, on a cluster, when one dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.projections.noninterference import openings, play
from wardiary.adapters.lab.workers import Cluster, NoWorkers, Processes, workers_for
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Illegal
from wardiary.domain.table.table import Table
from wardiary.projections.lab.rollouts import (
    OneProcess,
    Plan,
    Rollouts,
    plan_for,
    rollout,
    shares,
)

if TYPE_CHECKING:
    from distributed import LocalCluster

NAME = registry.names()[0]
NUMBER = 64


@pytest.fixture(scope="module")
def table() -> Table:
    pack, opening = openings(registry.game(NAME))[0]
    return [table for table, _, _ in play(registry.game(NAME), pack, opening, Random(3), 40)][-1]


@pytest.fixture(scope="module")
def expected(table: Table) -> Rollouts:
    return rolled(table, OneProcess())


def rolled(table: Table, workers: OneProcess | Processes | Cluster) -> Rollouts:
    return rollout(table, NUMBER, players="random", eyes=table.seats[0], seed=11, workers=workers)


def test_several_processes_give_the_numbers_that_one_gives(table: Table, expected: Rollouts):
    with Processes(2) as workers:
        assert expected == rolled(table, workers)


def test_a_process_that_is_killed_in_the_middle_changes_nothing(table: Table, expected: Rollouts):
    with Processes(2) as workers:
        rollout(table, 2, players="random", workers=workers)
        victim = next(iter(workers._pool._processes))
        played = workers.play(plans_then(table, lambda: os.kill(victim, signal.SIGKILL)))
        result = tuple(one for share in played for one in share)

    assert expected.all == result


def test_processes_that_have_died_before_they_are_asked_are_let_go_of_and_replaced(
    table: Table, expected: Rollouts
):
    with Processes(2) as workers:
        rollout(table, 2, players="random", workers=workers)
        broken, let_go = workers._pool, []
        broken.shutdown = lambda **how: let_go.append(how)
        victims = list(broken._processes)
        for victim in victims:
            os.kill(victim, signal.SIGKILL)
        broken._executor_manager_thread.join()

        assert expected == rolled(table, workers)
    assert [{"wait": False}] == let_go


def test_processes_that_are_ended_are_not_replaced(table: Table):
    """14.3: a service that stops does not wait for rollouts."""
    plan = plan_for(table, players="random", seed=11)
    with Processes(1, nice=5) as workers:
        played = workers.play((plan, range(first, first + 2)) for first in range(0, 200, 2))
        next(played)

        workers.end()

        with pytest.raises(NoWorkers, match="were ended"):
            list(played)


def plans_then(table: Table, happen: Callable[[], None]) -> Iterator[tuple[Plan, range]]:
    """The shares of `rolled`; something happens before the fourth is given out."""
    plan = plan_for(table, players="random", eyes=table.seats[0], seed=11)
    for number, share in enumerate(shares(plan, 0, NUMBER)):
        if number == 3:
            happen()
        yield share


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
        protocol="tcp://", host="127.0.0.1",
    ) as local:  # fmt: skip
        yield local


def test_a_dask_cluster_gives_the_numbers_that_one_process_gives(
    table: Table, expected: Rollouts, cluster: LocalCluster
):
    with Cluster(cluster.scheduler_address) as workers:
        assert expected == rolled(table, workers)


def test_a_worker_of_a_cluster_killed_in_the_middle_changes_nothing(
    table: Table, expected: Rollouts, cluster: LocalCluster
):
    def kill() -> None:
        nanny = next(iter(cluster.workers.values()))
        os.kill(nanny.pid, signal.SIGKILL)

    with Cluster(cluster.scheduler_address) as workers:
        played = workers.play(plans_then(table, kill))
        result = tuple(one for share in played for one in share)

    assert expected.all == result


def test_a_command_that_is_refused_is_refused_alike_by_all_workers(
    table: Table, cluster: LocalCluster
):
    """8.4c: in words and citation, and not as workers that died."""

    def refusal(workers: OneProcess | Processes | Cluster) -> tuple[str, str]:
        with pytest.raises(Illegal) as refused:
            rollout(table, 12, players="random", command="bid card-99", workers=workers)
        return refused.value.rule, refused.value.why

    expected = refusal(OneProcess())
    with Processes(2) as processes, Cluster(cluster.scheduler_address) as distant:
        assert expected == refusal(processes)
        assert expected == refusal(distant)


def test_a_function_that_cannot_be_sent_is_refused_in_a_sentence(table: Table):
    with Processes(1) as workers, pytest.raises(NoWorkers, match="cannot be sent to another"):
        rollout(table, 1, stop=lambda now: True, workers=workers)


def test_a_scheduler_that_is_not_there_is_refused_in_a_sentence():
    with pytest.raises(NoWorkers, match=r"no scheduler answers at tcp://127\.0\.0\.1:1:"):
        Cluster("tcp://127.0.0.1:1", timeout=1)


def test_one_process_is_enough_unless_more_are_asked_for():
    assert isinstance(workers_for(1), OneProcess)
    with workers_for(2) as workers:
        assert isinstance(workers, Processes)
        assert 2 == workers.number
