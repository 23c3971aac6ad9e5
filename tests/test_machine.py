"""A browser for the tests is found wherever it is, else installed, else asked for in a sentence."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests import machine

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder of the PATH, on a machine of a user who is root."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(machine.NAMED, raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return tmp_path


def program(path: Path, code: int = 0) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {code}\n")
    path.chmod(0o755)
    return str(path)


class Machine:
    """A machine on which nothing runs but what was installed; it notes what was tried."""

    def __init__(self, folder: Path, installs: str = "") -> None:
        self.folder, self.installs, self.tried = folder, installs, []

    def __call__(self, words: Sequence[str]) -> bool:
        self.tried.append(" ".join(words))
        if self.installs and self.installs in " ".join(words):
            program(self.folder / "chromium")
        return words[-1] != "--version" or Path(words[0]).exists()


@pytest.mark.parametrize("name", machine.NAMES)
def test_a_browser_is_found_anywhere_on_the_path(folder: Path, name: str):
    """8.2: Chrome or Chromium, whatever the folder."""
    there = program(folder / name)

    assert there == machine.browser("")


def test_the_browser_named_in_the_environment_comes_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """8.2: WARDIARY_BROWSER, and no other if that one does not run."""
    program(folder / "chromium")
    chosen_program = program(folder / "elsewhere" / "brave")
    monkeypatch.setenv(machine.NAMED, chosen_program)

    assert chosen_program == machine.browser("")

    program(folder / "elsewhere" / "brave", code=1)
    assert machine.browser("") == ""


def test_a_named_browser_that_does_not_run_is_named_in_the_complaint(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """8.2: nothing is installed in place of what was asked for."""
    monkeypatch.setenv(machine.NAMED, "no-such-browser")
    program(folder / "apt-get")
    bare = Machine(folder)

    assert machine.provide("", bare) == 1
    assert bare.tried == []
    assert "WARDIARY_BROWSER names 'no-such-browser', which does not run" in capsys.readouterr().err


def test_playwrights_browser_is_preferred_to_one_on_the_path(folder: Path):
    program(folder / "chromium")
    chosen_program = program(folder / "playwright" / "chrome")

    assert chosen_program == machine.browser(chosen_program)


def test_a_browser_that_does_not_run_is_passed_over(folder: Path):
    """8.2: such as the one of Playwright where its libraries are missing."""
    chosen_program = program(folder / "playwright" / "chrome", code=127)
    there = program(folder / "google-chrome")

    assert there == machine.browser(chosen_program)


def test_a_machine_without_a_browser_gets_one_by_apt(folder: Path):
    """8.2: `make test` installs what is missing."""
    program(folder / "apt-get")
    bare = Machine(folder, installs="apt-get install")

    assert machine.provide("", bare) == 0
    assert bare.tried[-2].endswith("apt-get install -q -y --no-install-recommends chromium")


def test_without_apt_playwright_installs_its_own(folder: Path, capsys: pytest.CaptureFixture[str]):
    """8.2: and says what it does."""
    bare = Machine(folder, installs="playwright install chromium")

    assert machine.provide("", bare) == 0
    assert not any("apt-get" in words for words in bare.tried)
    assert "playwright install chromium" in capsys.readouterr().err


def test_without_root_or_sudo_apt_is_not_tried(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    program(folder / "apt-get")

    (only,) = machine.ways_to_install(lambda words: words[0] != "sudo")

    assert only[1:] == ["-m", "playwright", "install", "chromium"]


def test_where_no_browser_can_be_had_one_sentence_says_what_to_do(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    """8.2: exit code 1, so that the tests are not begun."""
    assert machine.provide("", Machine(folder)) == 1
    assert capsys.readouterr().err.splitlines()[-1] == (
        "the page cannot be tested without a browser: install Chromium or Chrome (apt-get install "
        "chromium, or .venv/bin/playwright install --with-deps chromium), or set WARDIARY_BROWSER "
        "to the path of one"
    )


def test_continuous_integration_runs_nothing_but_make():
    """8.2: whatever `.ci/run` needs, `make test` provides on its own."""
    commands = [
        line
        for line in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
        if line and not line.startswith(("#", "set ", "cd "))
    ]

    assert commands == ["make check"]
