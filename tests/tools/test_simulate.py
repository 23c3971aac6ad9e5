from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.conftest import Run

KEYS = {
    "game",
    "matches",
    "events",
    "commands",
    "events_per_second",
    "replayed_exact",
    "audited_exact",
    "stuck",
    "winners",
}


def test_every_simulated_match_is_replayed_and_audited(wardiary: Run):
    said = wardiary("simulate", "undaunted", "-n", "4", "--bots", "bot", "--seed", "7", "--json")

    assert said.code == 0
    assert set(said.document) == KEYS
    told = {key: said.document[key] for key in ("matches", "replayed_exact", "audited_exact")}
    assert told == {"matches": 4, "replayed_exact": 4, "audited_exact": 4}
    assert said.document["stuck"] == 0
    assert sum(said.document["winners"].values()) == 4


def test_the_same_seed_plays_the_same_matches_in_one_process_or_two(wardiary: Run):
    words = ("simulate", "undaunted", "-n", "4", "--bots", "bot", "--seed", "7", "--json")
    together = wardiary(*words).document
    alone = wardiary(*words, "--processes", "1").document

    assert {**together, "events_per_second": 0} == {**alone, "events_per_second": 0}


def test_a_match_that_reaches_the_bound_counts_as_bounded_and_is_proved(wardiary: Run):
    said = wardiary("simulate", "undaunted", "-n", "2", "--seed", "1", "--bound", "6", "--json")

    assert said.code == 0
    assert said.document["winners"] == {"bounded": 2}
    assert said.document["audited_exact"] == 2


def test_bots_go_round_the_seats(wardiary: Run):
    words = ("--bots", "random,bot", "--scenario", "la-raye", "-n", "2", "--seed", "1")

    said = wardiary("simulate", "undaunted", *words)

    assert "won by bot: " in said.out
    assert "seed 1" in said.out


def test_archives_of_simulated_matches_are_exact(wardiary: Run, archive: Path):
    assert wardiary("audit", archive).code == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("chess",), "there is no game 'chess'"),
        (("undaunted", "--scenario", "moon"), "there is no scenario 'moon'"),
        (("undaunted", "--bots", "clever"), "must name some of: bot, random"),
        (("undaunted", "-n", "0"), "at least 1"),
        (("undaunted", "--seats", "red", "blue"), "played by the seats: us german"),
    ],
)
def test_a_simulation_that_makes_no_sense_is_refused(
    wardiary: Run, words: tuple[str, ...], expected: str
):
    said = wardiary("simulate", *words)

    assert said.code == 2
    assert expected in said.err
