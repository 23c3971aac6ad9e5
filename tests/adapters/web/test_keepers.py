"""Co-keepers over HTTP: named when a match is opened, waited for, and asked again by itself."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from litestar.testing import TestClient

from tests.adapters.web.players import Player, new_match, wait_until
from tests.servers import free_port
from tests.test_keepers import book
from wardiary.adapters.keeper_service import keeper_app
from wardiary.adapters.keepers import KeeperBook
from wardiary.adapters.matches import Matches
from wardiary.adapters.web.app import Options, create_app
from wardiary.adapters.web.workers.keeper_worker import KeeperWorker


@contextmanager
def keeping(keeper: KeeperBook, port: int) -> Iterator[None]:
    """A keeper that answers on a port."""
    config = uvicorn.Config(keeper_app(keeper), host="127.0.0.1", port=port, log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started)
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(10)


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def kept(matches: Matches, port: int) -> Iterator[TestClient[Any]]:
    """A service that was started with the keeper `club` at that port."""
    options = Options(rate=0, keepers={"club": f"http://127.0.0.1:{port}"})
    with TestClient(create_app(matches, options)) as client:
        yield client


def test_a_match_is_opened_with_keepers_that_the_service_has(
    kept: TestClient[Any], matches: Matches, port: int
):
    assert kept.get("/api/v1/games").json()["keepers"] == ["club"]
    with keeping(book(), port):
        opened = new_match(kept, {"red": "me", "blue": "bot"}, keepers=["club"])
        red = Player(kept, opened["match"], opened["keys"]["red"])
        assert red.play().status_code == 200

        assert list(matches.history(opened["match"]).said.keepers) == ["club"]
        assert matches.audit(opened["match"]).verdict == "EXACT"


@pytest.mark.parametrize(("names", "status", "why"), [
    (["friend"], 422, "no keeper 'friend' here; there are: club"),
    (["club"], 503, "the keeper club does not answer, so no match was opened"),
    (["http://127.0.0.1:1/"], 422, "no keeper"),
])  # fmt: skip
def test_other_keepers_and_those_that_are_away_are_refused(
    kept: TestClient[Any], matches: Matches, names: list[str], status: int, why: str
):
    """A stranger names no address that the service would then ask."""
    body = {"game": "toy", "scenario": "plain", "keepers": names}

    answer = kept.post("/api/v1/matches", json=body)

    assert answer.status_code == status
    assert why in answer.json()["detail"]
    assert matches.store.matches() == []


def test_an_order_waits_for_its_keeper_everybody_is_told_and_it_is_given_by_itself(
    kept: TestClient[Any], matches: Matches, port: int
):
    keeper = book()
    with keeping(keeper, port):
        opened = new_match(kept, {"red": "me", "blue": "bot"}, keepers=["club"])
    match = opened["match"]
    red = Player(kept, match, opened["keys"]["red"])
    answers = [red.play() for _ in range(1)]
    while answers[-1].status_code == 200 and len(answers) < 30:
        answers.append(red.play())

    waits = red.get(red.path).json()["waits"]
    problem = answers[-1].json()

    assert answers[-1].status_code == 503
    assert problem["type"] == "/problems/a-keeper-is-away"
    assert "given by itself" in problem["detail"]
    assert waits["keeper"] == "club"
    assert waits["seat"] in ("red", "blue")
    head = matches.history(match).head
    with keeping(keeper, port):
        wait_until(lambda: matches.history(match).head > head)
        wait_until(lambda: red.get(red.path).json()["waits"] is None)
        assert red.play().status_code == 200
        assert matches.audit(match).verdict == "EXACT"


def test_a_keeper_that_stays_away_is_asked_ever_more_rarely():
    now, tried = [0.0], []

    def give(match: str) -> bool:
        tried.append(now[0])
        return False

    worker = KeeperWorker(lambda: ["m"], give, lambda: now[0])
    for second in range(300):
        now[0] = float(second)
        worker.look()

    pauses = [later - earlier for earlier, later in itertools.pairwise(tried)]
    assert pauses[:7] == [1, 2, 4, 8, 16, 32, 60]
    worker.schedule_now("m")
    worker.look()
    assert tried[-1] == now[0]
