"""Every example in the documents is run: commands against their printed output, and Python.

In a `console` block a line that begins with `$` is a command; the lines after it are what it
prints, stdout and stderr, with `...` for anything. The shell is that of a reader who has just run
`make venv` in a fresh clone: it begins in the clone, and has nothing but what the document says.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from shutil import copyfile

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

from wardiary.domain.games import registry
from wardiary.tools.cli import main

ROOT = Path(__file__).resolve().parent.parent
FENCES = re.compile(r"^```(\w*)$", re.MULTILINE)
LINKS = re.compile(r"\]\(([^)#:]+)\)")
DOCUMENTS = sorted(
    path
    for path in ROOT.glob("**/*.md")
    if not any(
        part in ("build", "node_modules") or part[0] == "." for part in path.relative_to(ROOT).parts
    )
)
RUN = ("python", "console")
DONE = "-- done "


class Shell:
    """A bash that goes on from one example to the next, in a clone and a home of its own."""

    def __init__(self, clone: Path, home: Path) -> None:
        """Begin in the clone."""
        self._bash = subprocess.Popen(
            ["bash", "--norc"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=clone,
            env={"HOME": str(home), "PATH": path_without_wardiary(), "LANG": "C.UTF-8"},
            text=True,
            start_new_session=True,
        )

    def __call__(self, example: Example) -> str | None:
        """Run a console block; gives what is wrong with it, or None."""
        for command, expected in commands(example.parsed):
            printed, code = self._run(command)
            if code:
                return f"{command} gave exit code {code}:\n{printed}"
            if not fits(expected, printed):
                return f"{command} printed\n{printed}\nexpected\n{expected}"
        return None

    def _run(self, command: str) -> tuple[str, int]:
        assert self._bash.stdin is not None
        assert self._bash.stdout is not None
        self._bash.stdin.write(f'{{ {command}\n}} </dev/null\necho; echo "{DONE}$?"\n')
        self._bash.stdin.flush()
        lines = []
        for line in self._bash.stdout:
            if line.startswith(DONE):
                return "".join(lines).removesuffix("\n"), int(line.removeprefix(DONE))
            lines.append(line)
        raise AssertionError(f"bash ended at {command}: {''.join(lines)}")

    def close(self) -> None:
        """End the bash, and with it whatever an example that failed has left running."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._bash.pid, signal.SIGTERM)
        self._bash.communicate()


def path_without_wardiary() -> str:
    """The PATH that the tests have, without the environment that runs them."""
    own_part = Path(sys.prefix) / "bin"
    return os.pathsep.join(
        folder for folder in os.environ["PATH"].split(os.pathsep) if Path(folder) != own_part
    )


def commands(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with what it is expected to print."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


def fits(expected: str, printed: str) -> bool:
    """Whether what was printed is what was expected, with `...` for anything."""
    parts = [re.escape(part) for part in expected.strip().split("...")]
    return re.fullmatch(".*?".join(parts), printed.strip(), re.DOTALL) is not None


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of a finished match."""
    folder = tmp_path_factory.mktemp("archives")
    words = ["--scenario", "la-raye", "--bots", "bot", "--seed", "3", "-n", "1", "--json"]
    assert main(["simulate", "undaunted", *words, "--archives", str(folder)]) == 0
    return next(folder.glob("*.jsonl"))


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, archive: Path) -> Path:
    """A clone after `make venv`, to work in, with the archive that the diary's example reads."""
    folder = tmp_path / "clone"
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.name not in (".git", ".venv", "build", "node_modules"):
            (folder / path.name).symlink_to(path)
    (folder / ".venv").symlink_to(sys.prefix)
    monkeypatch.chdir(folder)
    copyfile(archive, "match.jsonl")
    return folder


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_example_of_a_document_works(document: Path, clone: Path, tmp_path: Path):
    """C1: unchanged, in a fresh shell after `make venv`."""
    shell = Shell(clone, tmp_path)
    try:
        parsers = [PythonCodeBlockParser(), CodeBlockParser("console", shell)]
        examples = list(Sybil(parsers, path=str(document.parent)).parse(document).examples())
        for example in examples:
            example.evaluate()
    finally:
        shell.close()

    named = [name for name in FENCES.findall(document.read_text("utf-8")) if name in RUN]
    assert len(examples) == len(named)


def test_the_documents_install_wardiary_before_they_use_it(clone: Path, tmp_path: Path):
    """C1: what the tests have on their PATH and in their environment, a reader has not."""
    shell = Shell(clone, tmp_path)
    try:
        text, code = shell._run("wardiary --version; env")
        shell._run(". .venv/bin/activate")
        result, good = shell._run("wardiary --version")
    finally:
        shell.close()

    assert (0, 0) == (code, good)
    assert "wardiary: command not found" in text
    assert not re.search("^(WARDIARY|PYTHON|REPOSITORY|COLUMNS)", text, re.MULTILINE)
    assert version("wardiary") == result.strip()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_to_a_file(document: Path):
    links = LINKS.findall(document.read_text("utf-8").replace("\n", " "))

    assert [link for link in links if not (document.parent / link).exists()] == []


def test_the_readme_is_short():
    """A reader decides in a few minutes; the rest is in docs/."""
    assert len((ROOT / "README.md").read_text("utf-8").split()) <= 900


@pytest.mark.parametrize("name", registry.names())
def test_every_game_is_in_the_readme_with_a_page_of_its_own(name: str):
    folder = f"domain/games/{name.replace('-', '_')}"

    assert f"| `{name}` |" in (ROOT / "README.md").read_text("utf-8")
    assert f"({folder}/README.md)" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("a ... c\n", "a b c", True),
        ("a\n...\nd", "a\nb\nc\nd", True),
        ("a", "a b", False),
        ("a.c", "abc", False),
    ],
)
def test_dots_in_a_documents_example_match_anything(expected: str, printed: str, same: bool):
    assert fits(expected, printed) == same
