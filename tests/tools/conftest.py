"""The command line as a test speaks to it: words in, exit code and what was printed out."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from wardiary.tools.cli import main


class Said(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self):
        """The JSON document that was printed."""
        return msgspec.json.decode(self.out)


Run = Callable[..., Said]


@pytest.fixture
def wardiary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Run `wardiary` on a store of the test's own; `typed` is what a person types."""
    monkeypatch.setenv("WARDIARY_STORE", str(tmp_path / "matches.db"))

    def run(*words: object, typed: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return run


@pytest.fixture(scope="session")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one finished match of two bots as an archive, always the same."""
    folder = tmp_path_factory.mktemp("archives")
    words = ["--scenario", "la-raye", "--bots", "bot", "--seed", "3", "-n", "1"]
    assert main(["simulate", "undaunted", *words, "--archives", str(folder), "--json"]) == 0
    return folder


@pytest.fixture
def archive(archives: Path) -> Path:
    """The archive of a finished match."""
    (file,) = archives.glob("*.jsonl")
    return file


@pytest.fixture
def finished(wardiary: Run, archive: Path) -> str:
    """A finished match in the test's store."""
    return str(wardiary("import", archive, "--json").document["match"])


@pytest.fixture
def running(wardiary: Run) -> str:
    """A match that has just been opened for a person and a bot."""
    seats = ("--seat", "us=human", "--seat", "german=bot")
    return str(
        wardiary("new", "undaunted", "--scenario", "la-raye", *seats, "--json").document["match"]
    )
