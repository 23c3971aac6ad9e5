from __future__ import annotations

from pathlib import Path

from tests.tools.conftest import Run


def test_the_demonstration_plays_audits_branches_and_compares(wardiary: Run):
    result = wardiary("demo", "--seed", "1")

    assert (result.code, result.err) == (0, "")
    assert "Undaunted: Normandy | La Raye | round" in result.out
    assert "[U-OBJ-1]" in result.out
    assert result.out.count("replayed exactly") == 2
    assert result.out.count("EXACT  ") == 3
    assert "TAMPERED  at position" in result.out
    assert "Both share the first" in result.out
    assert "points" in result.out


def test_the_demonstration_keeps_its_matches_when_asked(wardiary: Run, tmp_path: Path):
    store = tmp_path / "demo.db"

    wardiary("demo", "--seed", "1", "--store", store)

    match, branch = wardiary("matches", "--store", store, "--json").document["matches"]
    assert branch["parent"] == match["match"]
