from __future__ import annotations

import json
from pathlib import Path

from bs4 import BeautifulSoup

from tests.test_tampering import sealed_again
from tests.tools.conftest import Run
from wardiary.projections.guarantees import GUARANTEES


def test_a_report_says_what_was_checked_and_what_was_not(
    wardiary: Run, finished: str, tmp_path: Path
):
    head = wardiary("head", finished, "--json").document["head"]
    page = tmp_path / "report.html"
    result = wardiary("audit", finished, "--head", head, "--report", page)

    assert result.code == 0
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["verdict"] == "EXACT"
    assert report["identity"]["head"] == head
    assert report["identity"]["derivation of dice"] == "2"
    assert any("every order" in line for line in report["checked"])
    assert not any("no head" in line for line in report["not_checked"])
    assert [seat["holder"] for seat in report["seats"]]
    assert len(report["proved"]) == len(GUARANTEES)
    taken = {cell["measure"] for cell in report["proved"] if cell["measure_taken"]}
    assert taken == {"heads"}
    soup = BeautifulSoup(page.read_text(), "html.parser")
    assert soup.select_one(".verdict").text == "EXACT"
    assert head in soup.text
    assert not soup.find_all(["script", "link", "img"])


def test_without_a_head_the_report_says_what_is_the_hosts_word(
    wardiary: Run, finished: str, tmp_path: Path
):
    wardiary("audit", finished, "--report", tmp_path / "report.html")

    report = json.loads((tmp_path / "report.json").read_text())
    assert any("no head was noted" in line for line in report["not_checked"])


def test_a_report_lists_rewinds_rulings_takeovers_and_pauses(wardiary: Run, tmp_path: Path):
    words = ("--scenario", "la-raye", "--seat", "us=human", "--seat", "german=human", "--json")
    match = wardiary("new", "undaunted", *words).document["match"]
    ruling = '{"do":"rule","reason":"<b>a dropped card</b>","corrections":[]}'
    wardiary("command", match, "director", ruling, "--alone")
    wardiary("command", match, "host", "claim us bot", "--alone")
    wardiary("pause", match)

    assert wardiary("audit", match, "--report", tmp_path / "report.html").code == 0

    moments = json.loads((tmp_path / "report.json").read_text())["moments"]
    assert [moment["text"] for moment in moments] == [
        "the director ruled: <b>a dropped card</b>",
        "the seat of US went from human to bot",
        "the match was paused",
    ]
    assert all(moment["rule"].startswith("Table/") for moment in moments)
    soup = BeautifulSoup((tmp_path / "report.html").read_text(), "html.parser")
    assert soup.find("b") is None


def test_a_report_on_a_forged_file_has_its_verdict(wardiary: Run, archive: Path, tmp_path: Path):
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(sealed_again(archive.read_bytes().replace(b"dice-rolled", b"dice-rollee")))

    assert wardiary("audit", forged, "--report", tmp_path / "report.html").code != 0

    report = json.loads((tmp_path / "report.json").read_text())
    assert report["verdict"] in {"TAMPERED", "UNPROVEN"}
    assert any("what comes after" in line for line in report["not_checked"])


def test_a_report_is_a_page_on_one_record(wardiary: Run, finished: str, tmp_path: Path):
    assert (
        "name it report.html"
        in wardiary("audit", finished, "--report", tmp_path / "report.txt").err
    )
    several = wardiary("audit", finished, finished, "--report", tmp_path / "report.html")
    assert "on one record" in several.err
