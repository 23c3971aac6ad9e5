from __future__ import annotations

from pathlib import Path

from tests.tools.conftest import Run


def test_a_seat_seals_its_share_and_opens_it_when_all_are_sealed(wardiary: Run, tmp_path: Path):
    words = ("--scenario", "la-raye", "--set", "seed=seats", "--json")
    match = wardiary("new", "undaunted", *words).document["match"]
    us, german = tmp_path / "us", tmp_path / "german"

    assert wardiary("share", match, "us", "--file", us).out.startswith("sealed as ")
    assert us.stat().st_mode & 0o077 == 0
    early = wardiary("share", match, "us", "--file", us)
    assert early.code == 2
    assert "german must be claimed with a seal" in early.err
    wardiary("share", match, "german", "--file", german)
    assert "now us must" in wardiary("share", match, "german", "--file", german).out
    other = wardiary("share", match, "us", "--file", german)
    assert "this is not the share that us has sealed" in other.err
    assert "the table is set up" in wardiary("share", match, "us", "--file", us).out
    assert wardiary("audit", match).code == 0


def test_a_share_is_not_written_over_nor_kept_when_it_was_not_sealed(wardiary: Run, tmp_path: Path):
    match = wardiary("new", "undaunted", "--scenario", "la-raye", "--json").document["match"]
    refused = wardiary("share", match, "us", "--file", tmp_path / "us")
    assert refused.code == 2
    assert "takes no shares" in refused.err
    assert not (tmp_path / "us").exists()
    (tmp_path / "us").write_text("kept")
    assert "is there already" in wardiary("share", match, "us", "--file", tmp_path / "us").err
    assert (tmp_path / "us").read_text() == "kept"
