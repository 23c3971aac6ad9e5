"""The listing of the games: as if all were loaded, and without loading anything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from platformdirs import user_data_path

from wardiary.domain.games import registry
from wardiary.tools.cli import main
from wardiary.tools.kept_listing import default_store, listing_key
from wardiary.tools.listing import as_json, as_text, listed, shipped

RUN = """
import sys
from wardiary.tools.front import main
code = main()
heavy = {"cyclopts", "importlib.metadata", "msgspec", "pathlib", "rich", "sqlite3", "typing"}
print(sorted(heavy & sys.modules.keys()), file=sys.stderr)
sys.exit(code)
"""
NOTHING_LOADED = "[]\n"
OTHERS = "[wardiary.games]\nno-such-game = no.such.module:GAME\n"


def run(*words: str, path: Path | None = None, store: Path | None = None) -> tuple[int, str, str]:
    """Exit code, output, and on stderr at last what was loaded; `path` is one more of sys.path."""
    environment = {"PYTHONPATH": str(path)} if path else {}
    if store:
        environment["WARDIARY_STORE"] = str(store)
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


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with one match."""
    path = tmp_path / "matches.db"
    code = main(["new", "undaunted", "--scenario", "la-raye", "--store", str(path)])
    assert code == 0
    return path


@pytest.mark.parametrize("words", [["matches"], ["matches", "--json"]])
def test_matches_are_listed_without_loading_anything_while_nothing_changes(
    store: Path, words: list[str]
):
    """9.9."""
    first = run(*words, store=store)
    again = run(*words, store=store)

    assert "La Raye" in first[1] or "la-raye" in first[1]
    assert "sqlite3" in first[2]
    assert (*first[:2], NOTHING_LOADED) == again


def test_the_listing_of_matches_is_made_again_when_a_byte_of_the_store_changes(store: Path):
    """9.9: by a command, in a file beside the store that a server still writes to, or by rot."""
    run("matches", store=store)
    main(["new", "undaunted", "--scenario", "sunken-lane", "--store", str(store)])
    both = run("matches", store=store)
    assert "Sunken Lane" in both[1]

    log = store.with_name("matches.db-wal")
    log.touch(0o600)
    assert NOTHING_LOADED == run("matches", store=store)[2]
    log.write_bytes(bytes(32))
    assert NOTHING_LOADED != run("matches", store=store)[2]
    log.unlink(missing_ok=True)

    content = bytearray(store.read_bytes())
    place = content.index(b"sunken-lane")
    content[place] ^= 1
    store.write_bytes(content)
    assert [run("matches", store=store)[1] != both[1] for _ in range(2)] == [True, True]


def test_nothing_is_kept_of_a_store_that_others_can_read(store: Path):
    """9.9: else the warning would come only once."""
    store.chmod(0o644)

    warned = ["other logins" in run("matches", store=store)[2] for _ in range(3)]

    assert [True, True, True] == warned


def test_the_default_store_is_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch):
    for folder in ("", "/srv/players"):
        monkeypatch.setenv("XDG_DATA_HOME", folder)
        expected = user_data_path("wardiary", appauthor=False) / "matches.db"
        assert str(expected) == default_store()


@pytest.mark.parametrize("words", [["games", "--help"], ["games", "--seat", "us"], ["matches"]])
def test_anything_else_is_a_command_like_others(words: list[str]):
    """9.9."""
    assert "cyclopts" in run(*words)[2]


def test_no_listing_of_matches_is_kept_beside_games_of_others(store: Path, tmp_path: Path):
    """9.9: matches of theirs are listed only while they are installed."""
    folder = tmp_path / "other_games-1.dist-info"
    folder.mkdir()
    (folder / "entry_points.txt").write_text(OTHERS)

    assert ["sqlite3" in run("matches", path=tmp_path, store=store)[2] for _ in range(2)] == [
        True,
        True,
    ]
    assert not store.with_name("matches.db.listing").exists()


def test_the_times_of_a_listing_are_those_of_the_zone_that_is_set(
    store: Path, monkeypatch: pytest.MonkeyPatch
):
    """9.9: two zones with one name and one offset have different pasts."""
    keys = []
    for zone in ("Europe/Athens", "Europe/Chisinau"):
        monkeypatch.setenv("TZ", zone)
        keys.append(listing_key(str(store), json=False))

    assert keys[0] != keys[1]
