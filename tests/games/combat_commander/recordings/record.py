"""Keep a finished game of every scenario: run this file with PYTHONPATH=.

Each becomes an archive and the digests of its table at the end of every entry, both packed with
gzip. They are written anew only when the rules were corrected on purpose; the diff then says how
the games changed.
"""

from __future__ import annotations

from gzip import compress, decompress
from pathlib import Path

from tests.diary.recorded_game import RecordedGame
from wardiary.domain.diary.archive import read
from wardiary.projections.audit import replay

HERE = Path(__file__).parent
NAME = "combat-commander"
SCENARIOS = ("cc-h1", "cc-h2", "cc-h3", "cc-h4")


def digests(data: bytes) -> str:
    """A line for each entry: where it ends, and the digest of the table there."""
    return "".join(f"{end} {made}\n" for end, made in replay(read(data).stored()))


def kept(scenario: str) -> tuple[bytes, str]:
    """The archive and the digests of a kept game."""
    archive = decompress((HERE / f"{scenario}.jsonl.gz").read_bytes())
    lines = decompress((HERE / f"{scenario}.digests.gz").read_bytes())
    return archive, lines.decode("ascii")


def keep(number: int) -> None:
    """Play a scenario to its end at random, and write it down."""
    data = RecordedGame(NAME, scenario=number, luck=number + 1).archive()
    lines = digests(data).encode("ascii")
    (HERE / f"{SCENARIOS[number]}.jsonl.gz").write_bytes(compress(data, 9, mtime=0))
    (HERE / f"{SCENARIOS[number]}.digests.gz").write_bytes(compress(lines, 9, mtime=0))


if __name__ == "__main__":
    for each in range(len(SCENARIOS)):
        keep(each)
