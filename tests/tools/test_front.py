"""The listing of the games: as if all were loaded, and without loading anything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from wardiary.domain.games import registry
from wardiary.tools.listing import as_json, as_text, listed, shipped

RUN = """
import sys
from wardiary.tools.front import main
code = main()
heavy = {"cyclopts", "importlib.metadata", "msgspec", "rich", "sqlite3", "typing"}
print(sorted(heavy & sys.modules.keys()), file=sys.stderr)
sys.exit(code)
"""
NOTHING_LOADED = "[]\n"
OTHERS = "[wardiary.games]\nno-such-game = no.such.module:GAME\n"


def run(*words: str, path: Path | None = None) -> tuple[int, str, str]:
    """Exit code, output, and on stderr at last what was loaded; `path` is one more of sys.path."""
    environment = {"PYTHONPATH": str(path)} if path else {}
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path += {sys.path!r}\n{RUN}", *words],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_listing_that_is_written_down_is_that_of_the_games():
    """9.9: after a change of a game or its content `python -m wardiary.tools.listing` renews it."""
    assert listed(name for name, _ in registry.ENTRIES) == shipped()


@pytest.mark.parametrize("words", [["games"], ["games", "--json"]])
def test_games_are_listed_without_loading_them(words: list[str]):
    """9.9."""
    expected = as_json(shipped()) if "--json" in words else as_text(shipped())

    assert (0, f"{expected}\n", NOTHING_LOADED) == run(*words)


@pytest.mark.parametrize("kind", ["dist-info", "egg-info"])
def test_games_of_other_distributions_are_listed_too(tmp_path: Path, kind: str):
    """9.9: then everything is loaded; one that cannot be loaded keeps nobody from listing."""
    folder = tmp_path / f"other_games-1.{kind}"
    folder.mkdir()
    assert NOTHING_LOADED == run("games", path=tmp_path)[2]

    (folder / "entry_points.txt").write_text(OTHERS)
    code, out, loaded = run("games", path=tmp_path)

    assert (0, f"{as_text(shipped())}\n") == (code, out)
    assert "importlib.metadata" in loaded


@pytest.mark.parametrize("words", [["games", "--help"], ["games", "--seat", "us"], ["matches"]])
def test_anything_else_is_a_command_like_others(words: list[str]):
    """9.9."""
    assert "cyclopts" in run(*words)[2]
