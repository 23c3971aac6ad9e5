from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.recordings.record import HERE, digests, matches
from wardiary.domain.diary.archive import read
from wardiary.domain.games import registry
from wardiary.projections.adjudication import audit_file
from wardiary.projections.audit import verify
from wardiary.projections.record import record_of

KEPT = sorted(HERE.glob("*.jsonl.gz"))


@pytest.mark.parametrize("name", registry.names())
def test_there_are_recordings_of_every_game(name: str):
    """VM-05"""
    game = registry.game(name)
    for card in game.scenarios(game.read_pack(registry.packaged(name))):
        assert any(path.name.startswith(f"{name}-{card.id}-") for path in KEPT), card.id


def test_there_are_recordings_of_every_mission_in_every_seating():
    """VM-05: of the game with teams of one or two seats."""
    kept = {path.name for path in KEPT}
    stems = [stem for stem, _, _ in matches("company-of-heroes")]

    assert len(stems) == len(set(stems)) == 12
    assert [stem for stem in stems if f"{stem}-0.1.0.jsonl.gz" not in kept] == []


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_every_released_game_still_folds_to_the_same_tables(path: Path):
    """VM-05"""
    stored = path.with_suffix("").with_suffix(".digests").read_text().splitlines()

    now = digests(gzip.decompress(path.read_bytes())).splitlines()

    different = next((was for was, made in zip(stored, now, strict=True) if was != made), None)
    assert different is None, f"{path.name} folds to another table at {different}"


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_every_released_game_still_verifies(path: Path):
    """VM-07"""
    assert "EXACT" == verify(record_of(read(gzip.decompress(path.read_bytes())))).verdict


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_every_released_recording_is_still_exact_or_its_difference_is_explained(path: Path):
    """VM-01"""
    ruling = path.with_suffix("").with_suffix(".ruling")
    expected = ruling.read_text().splitlines()[0] if ruling.exists() else "EXACT"

    verdict = audit_file(gzip.decompress(path.read_bytes()), registry.GAMES)

    result = verdict.verdict if verdict.verdict == "EXACT" else f"DIFFERS {verdict.position}"
    assert expected == result
