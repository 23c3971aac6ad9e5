"""Keep whole matches of this release: `PYTHONPATH=. .venv/bin/python tests/recordings/record.py`.

Each match becomes an archive and the digests of its table after every so many entries. What was
kept at a release is never rewritten: if it folds to other tables, the fold is wrong. A match
that today's rules would judge otherwise gets a `.ruling` beside it: the first difference and why.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from wardiary.domain.diary.archive import read
from wardiary.domain.games import registry
from wardiary.projections.audit import replay

HERE = Path(__file__).parent
EVERY = 25
SEED = "1944"
Match = tuple[str, str, tuple[str, ...]]
"""The stem of its files, without the release; its scenario, and its seating."""


def matches(name: str) -> Iterator[Match]:
    """Every scenario in every seating.

    A stem ends with the number of seats; further seatings with as many have a letter besides.
    """
    game = registry.game(name)
    for card in game.scenarios(game.read_pack(registry.packaged(name))):
        before: Counter[int] = Counter()
        for seats in card.seats:
            letter = " bcdef"[before[len(seats)]].strip()
            before[len(seats)] += 1
            yield f"{name}-{card.id}-{len(seats)}{letter}", card.id, seats


def played(name: str, scenario: str, seats: tuple[str, ...]) -> bytes:
    """The archive of one match of the sensible bots."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["-m", "wardiary.tools.cli", "simulate", name, "-n", "1", "--scenario", scenario]
        words += ["--bots", "bot", "--seed", SEED, "--archives", folder]
        subprocess.run([sys.executable, *words, "--seats", *seats], check=True)
        (path,) = Path(folder).glob("*.jsonl")
        return path.read_bytes()


def digests(data: bytes) -> str:
    """The digest of the table after every so many entries, and after the last."""
    lines = [f"{end} {made}" for end, made in replay(read(data).stored())]
    return "\n".join([*lines[EVERY - 1 :: EVERY], lines[-1]]) + "\n"


def keep(name: str, match: Match) -> Path | None:
    """Write a match's archive and digests for this release, unless it is kept already."""
    of_match, scenario, seats = match
    stem = f"{of_match}-{version('wardiary')}"
    path = HERE / f"{stem}.jsonl.gz"
    if path.exists():
        return None
    data = played(name, scenario, seats)
    with path.open("xb") as file:
        file.write(gzip.compress(data, mtime=0))
    (HERE / f"{stem}.digests").write_text(digests(data))
    return path


if __name__ == "__main__":
    for game in sys.argv[1:] or registry.names():
        for match in matches(game):
            print(keep(game, match) or f"{match[0]} is kept already")
