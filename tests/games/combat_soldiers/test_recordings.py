from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.games.combat_soldiers.recordings.keep import HERE, some_digests
from wardiary.domain.diary.archive import read
from wardiary.projections.audit import record_of, verify

KEPT = sorted(HERE.glob("*.jsonl.gz"))


def test_games_of_two_three_and_six_seats_are_kept():
    assert {"two", "three", "six"} <= {path.name.partition("-")[0] for path in KEPT}


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_a_kept_game_folds_to_the_same_tables(path: Path):
    kept = path.with_suffix("").with_suffix(".digests").read_text()

    assert kept == some_digests(gzip.decompress(path.read_bytes()))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_a_kept_game_is_judged_the_same_again(path: Path):
    assert "EXACT" == verify(record_of(read(gzip.decompress(path.read_bytes())))).verdict
