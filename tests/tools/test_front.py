"""Listings that are remembered: the same as if all were loaded, and gone when anything changes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from wardiary.adapters.bootstrap import open_store

RUN = """
import sys
from wardiary.tools.front import main
code = main()
print(sorted({"cyclopts", "msgspec", "rich", "sqlite3"} & sys.modules.keys()), file=sys.stderr)
sys.exit(code)
"""
LOADED = "['cyclopts', 'msgspec', 'rich', 'sqlite3']\n"
NOTHING_LOADED = "[]\n"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with one match."""
    path = tmp_path / "club.db"
    matches = open_store(str(path))
    matches.new_match("undaunted", "la-raye")
    matches.store.close()
    return path


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Listings are remembered in a folder of the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "wardiary"


def run(*words: str) -> tuple[int, str, str]:
    """Exit code, output, and on stderr at last what was loaded."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *words], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words", [["games"], ["games", "--json"]])
def test_games_listed_again_are_the_same_and_load_nothing(words: list[str]):
    """9.9: nor is one form of the listing printed for the other."""
    code, first, loaded = run(*words)
    assert (0, first.startswith("{")) == (code, "--json" in words)
    assert "cyclopts" in loaded

    assert (0, first, NOTHING_LOADED) == run(*words)


def test_matches_listed_again_are_the_same_and_load_nothing(store: Path):
    """9.9."""
    first = run("matches", "--store", str(store))
    assert (0, LOADED) == (first[0], first[2])
    assert "La Raye" in first[1]

    assert (*first[:2], NOTHING_LOADED) == run("matches", "--store", str(store))


def test_a_store_that_changed_is_listed_as_it_is_now(store: Path):
    """9.9: also when another process changed it."""
    words = ("matches", "--json", "--store", str(store))
    before = [run(*words)[1] for _ in range(2)]
    matches = open_store(str(store))
    matches.new_match("undaunted", "la-raye")
    while_open = run(*words)
    matches.store.close()
    after = run(*words)

    assert before[0] == before[1]
    assert 1 == before[0].count('"scenario"')
    assert 2 == while_open[1].count('"scenario"') == after[1].count('"scenario"')


def test_a_warning_is_said_each_time(store: Path):
    """9.9, 8.4f: a store that others can read."""
    store.chmod(0o644)
    for _ in range(2):
        assert "chmod 600" in run("matches", "--store", str(store))[2]


def test_what_cannot_be_listed_is_refused_each_time(tmp_path: Path):
    """9.9: a mistyped path."""
    for _ in range(2):
        code, out, said = run("matches", "--store", str(tmp_path / "none.db"))
        assert (2, "") == (code, out)
        assert said.startswith("wardiary: ")


def test_a_damaged_memory_is_not_believed(store: Path, elsewhere: Path):
    """9.9: it is as if there were none."""
    words = ("matches", "--store", str(store))
    first = run(*words)
    (file,) = elsewhere.iterdir()
    for content in (
        b"",
        b"\xff\xfe",
        b"a\nb\nc\nd",
        file.read_bytes().replace(b"'matches'", b"''"),
    ):
        file.write_bytes(content)
        assert first == run(*words)
    assert 0o600 == file.stat().st_mode & 0o777


def test_help_is_never_a_listing(store: Path):
    """9.9."""
    for _ in range(2):
        assert "Usage" in run("games", "--help")[1]


def test_where_nothing_can_be_remembered_all_is_loaded_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """9.9."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    for _ in range(2):
        code, out, loaded = run("games")
        assert (0, True) == (code, "cyclopts" in loaded)
        assert out
