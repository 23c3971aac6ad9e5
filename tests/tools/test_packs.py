from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.conftest import Run
from wardiary.domain.games import registry


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the shipped pack, as an owner would begin."""
    folder = tmp_path / "pack"
    for name, content in registry.packaged("undaunted").items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder


def test_a_good_pack_is_reported_with_its_scenarios(wardiary: Run, pack: Path):
    result = wardiary("pack", "check", pack, "--json").document

    assert result["game"] == "undaunted"
    assert result["scenarios"] == ["la-raye", "sunken-lane", "signal-hill", "critical-intelligence"]
    assert "a good pack for undaunted" in wardiary("pack", "check", pack).out


def test_a_match_is_played_with_the_owners_pack_and_keeps_it(wardiary: Run, pack: Path):
    values = pack / "scenarios" / "la-raye.toml"
    values.write_text(values.read_text().replace("La Raye", "Our Village"))
    words = ("new", "undaunted", "--scenario", "la-raye", "--pack", pack)
    match = wardiary(*words, "--seat", "us=bot", "--seat", "german=bot", "--json").document["match"]
    values.unlink()

    wardiary("play", match)

    assert wardiary("audit", match).code == 0


def test_a_wrong_value_is_reported_with_its_file_place_and_expectation(wardiary: Run, pack: Path):
    values = pack / "values.toml"
    broken = values.read_text().replace("stock = 5", 'stock = "five"', 1)
    assert broken != values.read_text()
    values.write_text(broken)

    result = wardiary("pack", "check", pack)

    assert result.code == 2
    assert "values.toml: " in result.err
    assert "found 'five', expected" in result.err


def test_a_missing_file_and_broken_toml_are_told(wardiary: Run, pack: Path):
    (pack / "values.toml").write_text("stock = [1, 2")

    assert "values.toml" in wardiary("pack", "check", pack).err

    (pack / "values.toml").unlink()

    assert "values.toml" in wardiary("pack", "check", pack).err


def test_a_folder_that_is_not_a_pack_is_refused(wardiary: Run, tmp_path: Path):
    (tmp_path / "notes.toml").write_text("a = 1")

    assert "no folder" in wardiary("pack", "check", tmp_path / "missing").err
    assert "cannot tell which game" in wardiary("pack", "check", tmp_path).err
