from __future__ import annotations

import re

import pytest

from tests.tools.conftest import Run

LA_RAYE = ("new", "undaunted", "--scenario", "la-raye")


def test_games_lists_what_scripts_need(wardiary: Run):
    (undaunted, *_) = wardiary("games", "--json").document["games"]

    assert undaunted == {
        "name": "undaunted",
        "version": undaunted["version"],
        "seats": ["us", "german"],
        "scenarios": ["la-raye", "sunken-lane", "signal-hill", "critical-intelligence"],
    }


def test_games_for_people_names_the_settings_with_their_rules(wardiary: Run):
    said = wardiary("games")

    assert "--set discard_pile=owner | open (default owner)" in said.out
    assert "[U-TURN-3]" in said.out


def test_new_gives_the_id_of_the_match(wardiary: Run):
    said = wardiary(*LA_RAYE, "--seat", "us=bot", "--seat", "german=human", "--json")

    assert re.fullmatch("[0-9a-f]{32}", said.document["match"])
    assert said.document["seats"] == {"us": "bot", "german": "human"}


def test_a_setting_is_kept(wardiary: Run):
    match = wardiary(*LA_RAYE, "--set", "mortar_blast=2", "--json").document["match"]

    assert "mortar_blast 2" in wardiary("log", match).out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--seat", "french=bot"), "played by the seats: us german; not french"),
        (("--seat", "us=robot"), "cannot be held by 'robot'"),
        (("--seat", "us"), "must be written NAME=VALUE"),
        (("--set", "mortar_blast=9"), "cannot be '9'; it can be: 0, 1, 2 [U-ATK-8]"),
        (("--set", "weather=rain"), "has no setting 'weather'"),
        (("--pack", "/nowhere/at/all"), "no folder"),
    ],
)
def test_a_match_that_cannot_be_opened_is_refused(
    wardiary: Run, words: tuple[str, ...], expected: str
):
    said = wardiary(*LA_RAYE, *words)

    assert said.code == 2
    assert expected in said.err
    assert wardiary("matches", "--json").document["matches"] == []


def test_a_match_is_named_by_how_its_id_begins_or_as_the_last(wardiary: Run, running: str):
    assert wardiary("head", running[:6], "--json").document["match"] == running
    assert wardiary("head", "last", "--json").document["match"] == running


def test_a_beginning_that_fits_several_matches_is_refused(wardiary: Run):
    """Seventeen ids cannot all begin with another of sixteen digits."""
    opened = [wardiary(*LA_RAYE, "--json").document["match"] for _ in range(17)]
    first = [match[0] for match in opened]
    digit = next(one for one in first if first.count(one) > 1)

    said = wardiary("show", digit)

    assert said.code == 2
    assert f"matches begin with '{digit}'" in said.err


def test_matches_tells_how_each_one_stands(wardiary: Run, finished: str, running: str):
    first, second = wardiary("matches", "--json").document["matches"]

    assert (first["match"], second["match"]) == (finished, running)
    assert len(first["winners"]) == 1
    assert second["winners"] is None
    assert "won by" in wardiary("matches").out


def test_a_paused_match_takes_no_commands_until_it_is_resumed(wardiary: Run, running: str):
    assert wardiary("pause", running, "--json").document == {"match": running, "paused": True}

    refused = wardiary("command", running, "us", "pass", "--alone")

    assert refused.code == 2
    assert "paused" in refused.err
    assert "round 1, paused" in wardiary("matches").out
    assert "waiting for us" not in wardiary("play", running, typed="quit\n").out
    wardiary("resume", running)
    assert "paused" not in wardiary("command", running, "us", "pass", "--alone").err
