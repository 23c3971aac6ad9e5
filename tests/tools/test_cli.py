from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.conftest import Run
from wardiary.tools.cli import COMMANDS, _failed, app

ROOT = Path(__file__).resolve().parent.parent.parent


def commands() -> Iterator[tuple[str, str]]:
    for _, listed in COMMANDS:
        yield from ((name, about) for name, _, about in listed)


@pytest.mark.parametrize(("name", "about"), list(commands()))
def test_every_command_is_in_the_documents_with_what_it_does(name: str, about: str):
    readme = (ROOT / "docs" / "commands.md").read_text()

    assert f"`{name}`" in readme or f"`wardiary {name}" in readme or f"wardiary {name} " in readme
    assert about in readme


@pytest.mark.parametrize(("name", "about"), list(commands()))
def test_every_command_explains_itself(wardiary: Run, name: str, about: str):
    result = wardiary(name, "--help")

    assert result.code == 0
    assert about in " ".join(result.out.split())
    assert result.err == ""


@pytest.mark.parametrize(("name", "about"), list(commands()))
def test_the_help_of_a_command_begins_with_its_line_in_the_list(name: str, about: str):
    """The list repeats the first line of each command so that help need not load them."""
    resolved = app[name]
    help_text = resolved.default_command.__doc__ if resolved.default_command else resolved.help
    first, _, _ = str(help_text).partition("\n")

    assert first.startswith(about.rstrip("."))


def test_help_loads_neither_the_store_nor_a_game():
    """It must be quick, so it is looked at what is loaded, not at a clock."""
    program = (
        "import sys; from wardiary.tools.cli import main; main(['--help']);"
        "print([name for name in sys.modules if name.startswith(("
        "'eventsourcing', 'litestar', 'psycopg', 'wardiary.domain', 'wardiary.adapters'))])"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "[]"


def test_the_version_is_printed(wardiary: Run):
    assert wardiary("--version").out.strip() == "0.1.0"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("fight",), "fight"),
        (("new",), "GAME"),
        (("show", "last", "--loud"), "--loud"),
        (("show", "last", "--at", "soon"), "soon"),
        (("games", "--store", "ftp://somewhere"), "--store"),
        (("matches", "--store", "ftp://somewhere"), "no store at ftp://"),
        (("show", "abc"), "there is none"),
        (("new", "chess", "--scenario", "x"), "there is no game 'chess'; there are: undaunted"),
    ],
)
def test_bad_input_is_reported_in_one_sentence(
    wardiary: Run, words: tuple[str, ...], expected: str
):
    """Exit code 2, one line on stderr, nothing on stdout, never a traceback."""
    result = wardiary(*words)

    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("wardiary: ")
    assert result.err.count("\n") == 1
    assert expected in result.err


def test_a_path_that_is_not_a_store_is_refused_in_one_sentence(wardiary: Run, tmp_path: Path):
    """SC-09."""
    file = tmp_path / "letter.db"
    file.write_text("Dear reader, this is no database at all, however long you look at it.\n" * 99)

    result = wardiary("matches", "--store", file)

    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert "letter.db" in result.err


def test_a_fault_of_ours_says_so_and_how_to_see_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.delenv("WARDIARY_TRACEBACK", raising=False)

    assert _failed(RuntimeError("the table has five legs")) == 3

    result = capsys.readouterr().err
    assert "RuntimeError: the table has five legs" in result
    assert "WARDIARY_TRACEBACK=1" in result


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_commands_and_options(shell: str):
    """C11: what `wardiary --install-completion` writes."""
    script = app.generate_completion(shell=shell)

    assert all(name in script for name in ("simulate", "branches", "plain", "seat"))
