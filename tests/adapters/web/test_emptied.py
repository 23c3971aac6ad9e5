"""A Redis that was emptied, or is empty when the service starts: feeds come from the store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import redis
from litestar import Litestar
from litestar.testing import TestClient

from tests.adapters.web.players import Watcher, seated, served, wait_until
from wardiary.adapters.matches import Matches
from wardiary.adapters.web.app import Options, create_app
from wardiary.adapters.web.workers.projector import Projector


@pytest.fixture
def fed(matches: Matches, empty_valkey: str) -> Litestar:
    """The application with its feeds over Valkey."""
    return create_app(matches, Options(rate=0, redis=empty_valkey))


@pytest.fixture
def http(fed: Litestar) -> Iterator[httpx.Client]:
    """A client of the application over the network, once feeds come from Valkey."""
    with served(fed) as base, httpx.Client(base_url=base, timeout=20) as client:
        wait_until(lambda: parts(client)["feed"] == "redis")
        yield client


def parts(client: Any) -> dict[str, Any]:
    """What the service says of its parts."""
    results: dict[str, Any] = client.get("/readyz").json()
    return results


def test_after_valkey_was_emptied_no_feed_is_silent(http: httpx.Client, empty_valkey: str):
    """A8: emptied in a quiet moment, then one act in one match."""
    quiet, (red, _) = seated(http)
    head = red.play().json()["position"]
    _, (busy, _) = seated(http)
    with redis.from_url(empty_valkey) as client:
        client.flushall()
    busy.play()

    with Watcher(str(http.base_url), quiet, red.key, after=0) as watcher:
        heard = watcher.upto(head)

    ends = [moment[0] for moment in red.get(f"{red.path}/timeline").json()["entries"]]
    assert ends == [entry["position"] for entry in heard]


def test_an_emptied_valkey_is_behind_until_all_is_written_again(
    http: httpx.Client, empty_valkey: str, monkeypatch: pytest.MonkeyPatch
):
    """A8: nobody acts, and it is noticed all the same; then everything is written again."""
    _, (red, _) = seated(http)
    red.play()
    take = Projector.take
    monkeypatch.setattr(Projector, "take", lambda *_: None)
    with redis.from_url(empty_valkey) as client:
        client.flushall()

    wait_until(lambda: parts(http)["redis"] == "behind")
    assert "store" == parts(http)["feed"]
    monkeypatch.setattr(Projector, "take", take)
    with redis.from_url(empty_valkey) as client:
        client.flushall()

    wait_until(lambda: parts(http)["feed"] == "redis")


def test_a_service_that_starts_on_an_empty_valkey_is_behind_from_its_first_answer(
    client: TestClient[Any], matches: Matches, empty_valkey: str, monkeypatch: pytest.MonkeyPatch
):
    """A9."""
    seated(client)
    monkeypatch.setattr(Projector, "start", lambda self: None)
    monkeypatch.setattr(Projector, "stop", lambda self: None)
    second = create_app(matches, Options(rate=0, redis=empty_valkey))

    with TestClient(second) as started:
        result = parts(started)

    assert ("behind", "store") == (result["redis"], result["feed"])
