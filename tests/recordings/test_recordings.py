from __future__ import annotations

from pathlib import Path

import pytest

from tests.recordings.record import HERE, digests
from wardiary.domain.diary.archive import read
from wardiary.projections.audit import record_of, verify

KEPT = sorted(HERE.glob("*.jsonl"))


def test_there_is_a_recording():
    assert KEPT


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_released_game_still_folds_to_the_same_tables(path: Path):
    """VM-05"""
    kept = path.with_suffix(".digests").read_text().splitlines()

    now = digests(path.read_bytes()).splitlines()

    different = next((was for was, made in zip(kept, now, strict=True) if was != made), None)
    assert different is None, f"{path.stem} folds to another table at {different}"


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_released_game_still_verifies(path: Path):
    """VM-07"""
    assert "EXACT" == verify(record_of(read(path.read_bytes()))).verdict
