"""Would a game's tests notice a wrong rule? `make mutants GAME=undaunted N=100 SEED=1`.

Single changes are sampled from the game's rules code, each is made in a copy of the tree (the
tree itself is never touched, whatever happens), and the game's own tests are run against it. The
survivors, which no test noticed, are printed with file, line, rule and change. The same seed takes
the same changes as long as the code is the same. Exit code 1 when less than `--least` percent were
noticed, 2 when it cannot be tried.

Why not a library: mutmut and cosmic-ray both derive the import path of a module from its place in
the tree, and here `wardiary` is mapped onto the top folders; both run a fixed test command for each
change, where it pays to run the likeliest tests first, in a fork of a process that has loaded
everything (a second instead of 20); and neither samples by a seed nor names the rule.

Changes that make no difference are listed in `mutants.toml` beside the game's tests, each with its
file, function, old and new text and the reason; an entry that fits no change is an error.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import runpy
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from math import ceil
from pathlib import Path
from random import Random

import msgspec

from wardiary.domain.table.errors import WardiaryError
from wardiary.tools.changes import Change, changes
from wardiary.tools.rulebook import Finder, texts

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("domain", "projections", "adapters", "tools")
FRONT = "adapters/package/__init__.py"
NO_RULES = (
    *("__init__.py", "rulebook.py", "layout.py", "faces.py", "faces/*.py"),
    *("bot*.py", "bot/*.py", "evaluation.py"),
)
"""Modules that are no rules: what is shown, bots and evaluation, and the rulebook's list.

What faces print is held against the packs by a test of its own (tests/games/test_faces.py).
"""
LEFT_BEHIND = (".*", "build", "dist", "__pycache__", "*.egg-info", "recordings")
FIRST = 60
"""How many of the tests that call the changed function go first."""


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change that makes no difference: its file, the whole old and new text, and why."""

    file: str
    where: str
    old: str
    new: str
    reason: str

    def fits(self, change: Change) -> bool:
        """Whether it is this change; spaces and line breaks do not matter."""
        mine = (self.file, self.where, self.old, self.new)
        its = (Path(change.file).name, change.where, change.old, change.new)
        return all(a.split() == b.split() for a, b in zip(mine, its, strict=True))


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a `mutants.toml`."""

    equivalent: tuple[Equivalent, ...] = ()


class Unfit(WardiaryError):
    """The tree cannot be tried: no such game, tests that fail unchanged, an outdated list."""


def survey(root: Path, game: str) -> list[Change]:
    """Every change of a game's rules code that could make a difference, in order.

    Raises Unfit when there is no such game, or when a listed equivalent fits no change.
    """
    folder = game.replace("-", "_")
    home = root / "domain" / "games" / folder
    if not (home / "rulebook.py").is_file():
        raise Unfit(f"there is no game {game!r} in {home.parent}")
    finder = Finder(runpy.run_path(str(home / "rulebook.py"))["RULES"])
    all_changes = []
    for path in sorted(home.rglob("*.py")):
        if not any(path.match(pattern) for pattern in NO_RULES):
            source = path.read_bytes()
            cited = [(line, rule) for line, text in texts(source) for rule in finder.find(text)]
            all_changes += changes(path.relative_to(root).as_posix(), source, cited)
    equivalents = _equivalents(root / "tests" / "games" / folder / "mutants.toml")
    for equivalent in equivalents:
        if not any(equivalent.fits(change) for change in all_changes):
            raise Unfit(
                "mutants.toml lists a change that does not exist any more: "
                f"{equivalent.file}: {equivalent.old}"
            )
    return [change for change in all_changes if not any(e.fits(change) for e in equivalents)]


def _equivalents(path: Path) -> tuple[Equivalent, ...]:
    if not path.is_file():
        return ()
    return msgspec.toml.decode(path.read_bytes(), type=Listed).equivalent


class Copy:
    """A copy of the tree, in which one file at a time is changed."""

    def __init__(self, root: Path, to: Path, game: str) -> None:
        """Copy what the tests of a game need, and give the copy the name `wardiary`."""
        self.root, self._aside = to / "tree", to / "aside"
        self._game = game.replace("-", "_")
        shutil.copytree(root, self.root, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        package = self._aside / "wardiary"
        package.mkdir(parents=True)
        for part in (*PARTS, FRONT):
            (package / Path(part).name).symlink_to(self.root / part)
        for helper in ("mutants_plugin.py", "mutants_worker.py"):
            shutil.copyfile(Path(__file__).with_name(helper), self._aside / helper)
        self._worker: subprocess.Popen[str] | None = None
        self._calls: dict[str, list[str]] = {}
        self._limit: int | None = None
        """Processor seconds for a run of the tests, however busy the machine is otherwise.

        None until it is known how many they take unchanged.
        """

    def record(self) -> None:
        """Run the tests unchanged, and remember which call what.

        Raises Unfit when they fail, or call nothing of the copy.
        """
        calls = self._aside / "calls.json"
        began = _seconds_of_children()
        done = self._pytest({"RECORD_CALLS": str(calls)})
        if done.returncode:
            raise Unfit(f"the tests of {self._game} fail unchanged:\n{done.stdout[-2000:]}")
        self._limit = 10 + ceil(3 * (_seconds_of_children() - began))
        for name, tests in json.loads(calls.read_text("utf-8")).items():
            file, _, function = name.rpartition(":")
            self._calls[f"{Path(file).name}:{function}"] = tests
        if not self._calls:
            raise Unfit(f"the tests of {self._game} call none of its rules in the copy")
        self._start_worker()

    def _start_worker(self) -> None:
        """Start the process whose forks try changes; without it they are tried from nothing."""
        worker = subprocess.Popen(  # noqa: S603 (our own words)
            [sys.executable, str(self._aside / "mutants_worker.py"), f"tests/games/{self._game}"],
            cwd=self.root,
            env=self._environment({}),
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert worker.stdout is not None
        ready = worker.stdout.readline()
        self._worker = worker if ready and json.loads(ready)["code"] == 0 else None

    def close(self) -> None:
        """End the process that tries changes."""
        if self._worker is not None:
            self._worker.kill()
            self._worker.communicate()
            self._worker = None

    def notices(self, change: Change) -> bool:
        """Whether a test fails with this change made; a run without end counts as noticed."""
        first = self._aside / "first.json"
        likely = self._calls.get(f"{Path(change.file).name}:{change.where}", [])[:FIRST]
        first.write_text(json.dumps(likely), "utf-8")
        if likely and self._fork_fails(change, likely, first):
            return True
        files = list(dict.fromkeys(test.partition("::")[0] for test in likely))
        environment = {"TESTS_FIRST": str(first), "PYTHONDONTWRITEBYTECODE": "1"}
        with self._changed(change):
            likely_fail = bool(files) and _failed(self._pytest(environment, *files))
            return likely_fail or _failed(self._pytest(environment))

    def _fork_fails(self, change: Change, likely: Sequence[str], first: Path) -> bool:
        """Whether the likeliest tests fail in a fork that has the changed code."""
        worker = self._worker
        if worker is None or worker.stdin is None or worker.stdout is None:
            return False
        module, changed = self.root / change.file, self._aside / "changed.py"
        changed.write_bytes(change.apply(module.read_bytes()))
        request = {
            "change": str(changed),
            "of": str(module),
            "first": likely,
            "order": str(first),
        }
        print(json.dumps(request), file=worker.stdin, flush=True)
        answer = worker.stdout.readline()
        if not answer:
            self.close()
            return False
        return json.loads(answer)["code"] not in {0, None}

    @contextmanager
    def _changed(self, change: Change) -> Iterator[None]:
        path = self.root / change.file
        original = path.with_suffix(".kept")
        shutil.copy2(path, original)
        try:
            path.write_bytes(change.apply(path.read_bytes()))
            yield
        finally:
            # With its old time, so that Python's compiled file is valid again.
            original.replace(path)

    def _pytest(self, extra: Mapping[str, str], *files: str) -> subprocess.CompletedProcess[str]:
        """Run the tests of some files, or all tests of the game."""
        options = ("-x", "-q", "-p", "mutants_plugin", "-p", "no:cacheprovider", "--no-header")
        tests = files or (f"tests/games/{self._game}",)
        return subprocess.run(  # noqa: S603 (our own words)
            [sys.executable, "-m", "pytest", *options, *tests],
            cwd=self.root,
            env=self._environment(extra),
            text=True,
            capture_output=True,
            preexec_fn=self._limit_processor,
            check=False,
        )

    def _environment(self, extra: Mapping[str, str]) -> dict[str, str]:
        # CI: Hypothesis tries the same examples in every run. What does not change stays compiled.
        folder = {"GAME_FOLDER": str(self._aside / "wardiary/domain/games" / self._game)}
        inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        return {**inherited, "CI": "1", "PYTHONPATH": str(self._aside), **folder, **extra}

    def _limit_processor(self) -> None:
        if self._limit is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (self._limit, self._limit))


def _seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _failed(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether tests failed; raises Unfit when pytest could not run them.

    A run that was stopped because it took too long has failed.
    """
    if done.returncode not in {0, 1, 2, 3, 4, -signal.SIGKILL, -signal.SIGXCPU}:
        raise Unfit(f"pytest ended with {done.returncode}:\n{done.stdout[-2000:]}")
    return done.returncode != 0


def sample(all_changes: Sequence[Change], number: int, seed: int) -> list[Change]:
    """A sample of changes, the same for the same seed; all of them when there are fewer."""
    return Random(seed).sample(all_changes, min(number, len(all_changes)))  # noqa: S311 (no secret)


def try_game(root: Path, game: str, number: int, seed: int) -> tuple[int, list[Change]]:
    """Try a sample of a game's changes: how many were tried, and which survived.

    Prints each survivor at once. Ctrl-C ends it with the results so far.
    """
    chosen = sample(survey(root, game), number, seed)
    survivors: list[Change] = []
    tried = 0
    with (
        tempfile.TemporaryDirectory(prefix="mutants-") as folder,
        closing(Copy(root, Path(folder), game)) as copy,
    ):
        try:
            copy.record()
            for tried, change in enumerate(chosen, start=1):  # noqa: B007 (counts)
                if not copy.notices(change):
                    survivors.append(change)
                    print(f"not noticed: {change}", flush=True)
        except KeyboardInterrupt:
            tried = max(tried - 1, 0)
            print("interrupted", flush=True)
    return tried, survivors


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Try the games named, or all; 0 when enough was noticed in each, 1 when not, 2 if unfit."""
    parser = argparse.ArgumentParser(prog="wardiary.tools.mutants", description="Wrong rules.")
    parser.add_argument("game", nargs="*", help='such as "undaunted"; all games unless given')
    parser.add_argument("-n", "--number", type=int, default=100, help="changes a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=97, help="percent that must be noticed")
    parsed = parser.parse_args(arguments)
    homes = sorted((root / "domain" / "games").glob("*/rulebook.py"))
    enough = True
    for game in parsed.game or [home.parent.name.replace("_", "-") for home in homes]:
        try:
            tried, survivors = try_game(root, game, parsed.number, parsed.seed)
        except Unfit as error:
            print(error, file=sys.stderr)
            return 2
        share = 100 * (tried - len(survivors)) / max(tried, 1)
        enough = enough and share >= parsed.least
        noticed = f"{tried - len(survivors)} of {tried} changes noticed ({share:.1f}%)"
        print(f"{game}, seed {parsed.seed}: {noticed}", flush=True)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
