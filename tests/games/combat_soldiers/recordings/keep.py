"""Keep whole games of the present release, played by the sensible bots.

Run as `PYTHONPATH=. .venv/bin/python tests/games/combat_soldiers/recordings/keep.py`. What was kept
at a release is never written anew: if it folds to other tables, the fold is wrong.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from tests.recordings.record import digests

HERE = Path(__file__).parent
GAMES = {
    "two": ("counter-offensive", "ab"),
    "three": ("free-form", "abc"),
    "six": ("offensive", "abcdef"),
}
EVERY = 25
SEED = "1944"


def played(scenario: str, seats: str) -> bytes:
    """The archive of one match of the bots."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["-m", "wardiary.tools.cli", "simulate", "combat-soldiers", "-n", "1"]
        words += ["--scenario", scenario, "--bots", "bot", "--seed", SEED, "--archives", folder]
        subprocess.run([sys.executable, *words, "--seats", *seats], check=True)
        (path,) = Path(folder).glob("*.jsonl")
        return path.read_bytes()


def some_digests(data: bytes) -> str:
    """The digest of the table after every so many entries, and after the last."""
    lines = digests(data).splitlines()
    return "\n".join([*lines[EVERY - 1 :: EVERY], lines[-1]]) + "\n"


def keep(name: str, scenario: str, seats: str) -> Path:
    """Write a game's archive and digests for this release; raises FileExistsError."""
    path = HERE / f"{name}-seats-{version('wardiary')}.jsonl.gz"
    data = played(scenario, seats)
    with path.open("xb") as file:
        file.write(gzip.compress(data, mtime=0))
    path.with_suffix("").with_suffix(".digests").write_text(some_digests(data))
    return path


if __name__ == "__main__":
    for name, (scenario, seats) in GAMES.items():
        print(keep(name, scenario, seats))
