"""The service in this process, with the toy games among those it knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.adapters.web.players import GAMES, toy_game
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.matches import Matches
from wardiary.adapters.web.app import Options, create_app
from wardiary.domain.games import registry


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games as if they were registered, and no others."""
    monkeypatch.setattr(registry, "names", lambda: tuple(GAMES))
    monkeypatch.setattr(registry, "game", toy_game)
    monkeypatch.setattr(registry, "packaged", lambda name: {})


@pytest.fixture
def matches(toys: None) -> Iterator[Matches]:
    """Matches in memory."""
    opened = open_store("memory:")
    yield opened
    opened.store.close()


@pytest.fixture
def app(matches: Matches) -> Litestar:
    """The application, letting everybody ask as often as they like."""
    return create_app(matches, Options(rate=0))


@pytest.fixture
def client(app: Litestar) -> Iterator[TestClient[Any]]:
    """A client of the application, without a key."""
    with TestClient(app) as client:
        yield client
