from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.conftest import Run

QUICK = ("--players", "random", "--seed", "4")


def test_odds_of_a_finished_match_are_told_in_words_and_in_json(wardiary: Run, archive: Path):
    said = wardiary("odds", archive, "--at", "640", "--most", "24", *QUICK)
    result = wardiary("odds", archive, "--at", "640", "--most", "24", *QUICK, "--json")

    assert 0 == said.code == result.code
    assert "US wins " in said.out
    assert "All hands are as they were; the piles are shuffled" in said.out
    odds = result.document["odds"]
    assert 24 == odds["number"] == sum(seat["times"] for seat in odds["seats"].values())


def test_the_numbers_are_the_same_in_two_processes(wardiary: Run, archive: Path):
    words = ("odds", archive, "--at", "640", "--most", "24", *QUICK, "--json")

    assert wardiary(*words).document == wardiary(*words, "--processes", "2").document


def test_orders_are_ranked_and_those_that_cannot_be_told_apart_are_marked(
    wardiary: Run, archive: Path
):
    words = ("odds", archive, "--at", "640", "--orders", "--most", "8", *QUICK)

    said, result = wardiary(*words), wardiary(*words, "--json").document["odds"]

    assert 0 == said.code
    assert "cannot be told apart" in said.out
    assert result["orders"][0]["tied"]
    assert all(order["text"] != order["command"] for order in result["orders"])


@pytest.fixture
def running(wardiary: Run) -> str:
    """A match that is not over."""
    return wardiary(
        "new",
        "undaunted",
        "--scenario",
        "la-raye",
        "--seat",
        "us=human",
        "--seat",
        "german=bot",
        "--json",
    ).document["match"]


def test_a_running_match_is_looked_at_only_with_what_one_seat_knows(wardiary: Run, running: str):
    refused = wardiary("odds", running, *QUICK)
    said = wardiary("odds", running, "--seat", "us", "--most", "2", *QUICK)

    assert 2 == refused.code
    assert "the match is not over" in refused.err
    assert "What US does not know is dealt again in every game." in said.out


def test_a_review_is_a_page_a_document_and_words(wardiary: Run, archive: Path, tmp_path: Path):
    words = ("review", archive, "--sample", "4", "--points", "3", "--turns", "1", *QUICK)
    page = tmp_path / "review.html"

    said = wardiary(*words, "-o", page)
    result = wardiary(*words, "--json").document

    assert "Chances of US:" in said.out
    assert result["whole"]
    html = page.read_text("utf-8")
    assert html.count("<polyline") == 2
    assert "http" not in html.replace("http://www.w3.org", "")
    assert f"{result['rollouts']} games were played for this review, with seed 4" in html


def test_ctrl_c_stops_with_what_there_is(
    wardiary: Run, archive: Path, monkeypatch: pytest.MonkeyPatch
):
    from wardiary.projections.lab import odds

    steps = odds.sampled_odds

    def stopped(*words: object, **options: object) -> object:
        for number, step in enumerate(steps(*words, **options)):
            if number == 2:
                raise KeyboardInterrupt
            yield step

    monkeypatch.setattr(odds, "sampled_odds", stopped)

    said = wardiary("odds", archive, "--at", "640", *QUICK, "--json")

    assert 0 == said.code
    assert "stopped; this is what there is so far" in said.err
    assert 16 == said.document["odds"]["number"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("odds", "--seat", "french"), "no seat 'french' here; there are: us, german"),
        (("odds", "--most", "0"), "--most must be at least 1"),
        (("odds", "--as-seen"), "--as-seen needs --seat"),
        (("odds", "--players", "clever"), "no player 'clever'; there are bot, random"),
        (("odds", "--at", "99999"), "there is no position 99999"),
        (("review", "-o", "page.txt"), "--output writes a page; name it page.html"),
        (("review", "--points", "0"), "--points must be at least 1"),
    ],
)
def test_bad_input_gets_a_sentence(
    wardiary: Run, archive: Path, words: tuple[str, ...], sentence: str
):
    result = wardiary(words[0], archive, *words[1:])

    assert 2 == result.code
    assert sentence in result.err
    assert result.err.count("\n") == 1
