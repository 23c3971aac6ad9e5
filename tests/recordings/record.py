"""Keep a game of the present release: `PYTHONPATH=. .venv/bin/python tests/recordings/record.py`.

Each game becomes an archive and the digests of its table at the end of every entry. What was kept
at a release is never written anew: if it no longer folds to the same tables, the fold is wrong.
"""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

from tests.diary.recorded_game import RecordedGame
from wardiary.domain.diary.archive import read
from wardiary.domain.games import registry
from wardiary.projections.audit import replay

HERE = Path(__file__).parent
COMMANDS = 40


def digests(data: bytes) -> str:
    """A line for each entry: where it ends, and the digest of the table there."""
    return "".join(f"{end} {made}\n" for end, made in replay(read(data).stored()))


def keep(name: str) -> Path:
    """Write a game's archive and digests for this release; raises FileExistsError."""
    path = HERE / f"{name}-{version('wardiary')}.jsonl"
    data = RecordedGame(name, commands=COMMANDS).archive()
    with path.open("xb") as file:
        file.write(data)
    path.with_suffix(".digests").write_text(digests(data))
    return path


if __name__ == "__main__":
    for game in sys.argv[1:] or registry.names():
        print(keep(game))
