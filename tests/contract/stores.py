"""The environments of our three stores, for the suites that eventsourcing ships."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from eventsourcing.persistence import InfrastructureFactory

from wardiary.adapters.store import connect


class Store:
    """One of our stores under an upstream suite: `env` names it, `factory` makes its recorders."""

    env: dict[str, str]

    def open_factory(self) -> InfrastructureFactory[Any]:
        """The store's factory, closed with the test."""
        factory: InfrastructureFactory[Any] = InfrastructureFactory.construct(self.env)
        self.addCleanup(factory.close)  # type: ignore[attr-defined]  # A suite is a TestCase.
        return factory


def environment(url: str) -> dict[str, str]:
    """What names a store to eventsourcing."""
    store = connect(url)
    env = store.env
    store.close()
    return env


class OnMemory(Store):
    """In memory."""

    @pytest.fixture(autouse=True)
    def _store(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.env = environment("memory:")
        _export(self.env, monkeypatch)


class OnSQLite(Store):
    """In a new SQLite file, acknowledging only what is on the disk."""

    @pytest.fixture(autouse=True)
    def _store(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.env = environment(str(tmp_path / "diary.db"))
        _export(self.env, monkeypatch)


class OnPostgres(Store):
    """In a new schema of the test run's Postgres."""

    @pytest.fixture(autouse=True)
    def _store(self, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.env = environment(in_new_schema(postgres_url))
        _export(self.env, monkeypatch)


def in_new_schema(url: str) -> str:
    """The same database, in a schema that nobody uses."""
    return f"{url}{'&' if '?' in url else '?'}schema=s{uuid4().hex}"


def _export(env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Some suites build their applications from the process's environment."""
    for name, value in env.items():
        monkeypatch.setenv(name, value)
