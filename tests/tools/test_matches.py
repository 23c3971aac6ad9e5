from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from pathlib import Path

import pytest
from freezegun import freeze_time

from tests.tools.conftest import Run
from wardiary.domain.games import registry

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
    result = wardiary("games")

    assert "--set discard_pile=owner | open (default owner)" in result.out
    assert "[U-TURN-3]" in result.out


def test_new_gives_the_id_of_the_match(wardiary: Run):
    result = wardiary(*LA_RAYE, "--seat", "us=bot", "--seat", "german=human", "--json")

    assert re.fullmatch("[0-9a-f]{32}", result.document["match"])
    assert result.document["seats"] == {"us": "bot", "german": "human"}


def test_a_setting_is_stored_with_the_match(wardiary: Run):
    match = wardiary(*LA_RAYE, "--set", "mortar_blast=2", "--json").document["match"]

    assert "mortar blast 2" in wardiary("log", match).out


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
    wardiary: Run, running: str, words: tuple[str, ...], expected: str
):
    result = wardiary(*LA_RAYE, *words)

    assert result.code == 2
    assert expected in result.err
    listed = wardiary("matches", "--json").document["matches"]
    assert [running] == [entry["match"] for entry in listed]


def test_a_match_is_named_by_how_its_id_begins_or_as_the_last(wardiary: Run, running: str):
    assert wardiary("head", running[:6], "--json").document["match"] == running
    assert wardiary("head", "last", "--json").document["match"] == running


def test_the_beginning_of_an_id_that_fits_several_matches_is_refused(wardiary: Run):
    """Seventeen ids cannot all begin with another of sixteen digits."""
    opened = [wardiary(*LA_RAYE, "--json").document["match"] for _ in range(17)]
    first = [match[0] for match in opened]
    digit = next(one for one in first if first.count(one) > 1)

    result = wardiary("show", digit)

    assert result.code == 2
    assert f"matches begin with '{digit}'" in result.err


def test_matches_prints_the_state_of_each_match(wardiary: Run, finished: str, running: str):
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


def test_matches_prints_when_it_was_played_what_it_is_and_whose_turn_it_is(
    wardiary: Run, running: str, finished: str
):
    """C8: date, the scenario's title, whose turn; 8.11b: `new` names the title too."""
    with freeze_time("2026-05-01 12:34:56"):
        opened = wardiary("new", "undaunted", "--scenario", "sunken-lane", "--seat", "us=human")
    listed = wardiary("matches").out.splitlines()
    (newest,) = (line for line in listed if line.startswith(opened.out[:12]))

    moment = datetime(2026, 5, 1, 12, 34, tzinfo=UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    assert "Undaunted: Normandy: Sunken Lane" in opened.out
    assert re.search(rf"  {moment}  Sunken Lane +#\d+ +round 1, waiting for us, german", newest)
    assert any(line.startswith(finished[:12]) and "La Raye" in line for line in listed)
    assert any(line.startswith(running[:12]) and "waiting for us" in line for line in listed)


def test_a_scenario_is_found_however_its_letters_are_composed(wardiary: Run, tmp_path: Path):
    """X3: é as one letter or as e and an accent."""
    pack = changed_pack(tmp_path, "la-raye", 'id = "la-raye"', 'id = "la-ray\u00e9"')
    words = ("--pack", pack, "--seat", "us=human", "--seat", "german=bot", "--json")
    decomposed = unicodedata.normalize("NFD", "la-ray\u00e9")
    scenarios = Path(pack, "scenarios")
    (scenarios / "la-raye.toml").rename(scenarios / f"{decomposed}.toml")

    result = wardiary("new", "undaunted", "--scenario", decomposed, *words)

    assert 0 == result.code
    assert result.err.startswith("made a new store at ")
    listed = wardiary("matches", "--json").document["matches"]
    assert "la-ray\u00e9" == listed[0]["scenario"]


def test_a_pack_with_control_characters_is_refused_with_the_place(wardiary: Run, tmp_path: Path):
    """X1: a title could otherwise control the terminal."""
    pack = changed_pack(tmp_path, "la-raye", 'title = "La Raye"', 'title = "La\\u001b[2JRaye"')

    result = wardiary("new", "undaunted", "--scenario", "la-raye", "--pack", pack)
    checked = wardiary("pack", "check", pack)

    assert (2, 2) == (result.code, checked.code)
    assert result.err.endswith(checked.err)
    assert "scenarios/la-raye.toml: title: found 'La\\\\x1b[2JRaye'" in result.err
    assert "expected no control characters" in result.err
    assert wardiary("matches", "--json").document["matches"] == []


def test_the_titles_of_a_pack_reach_board_log_and_list(wardiary: Run, tmp_path: Path):
    """X2: also in another script than the program's own names."""
    pack = changed_pack(tmp_path, "la-raye", 'title = "La Raye"', 'title = "Ла-Рэ"')
    values = Path(pack, "values.toml")
    values.write_text(values.read_text("utf-8").replace('title = "Scouts"', 'title = "Разведчики"'))
    words = ("--pack", pack, "--seat", "us=bot", "--seat", "german=human")

    opened = wardiary("new", "undaunted", "--scenario", "la-raye", *words)

    assert "Ла-Рэ" in opened.out
    assert "Ла-Рэ" in wardiary("matches").out
    assert "Ла-Рэ, is opened for" in wardiary("log", "last").out
    visible = wardiary("show", "last", "--seat", "german", "--plain", "--all").out
    assert "Разведчики A" in visible
    assert "Scouts" not in visible
    assert "Разведчики A" in wardiary("log", "last").out


def changed_pack(folder: Path, scenario: str, old: str, new: str) -> str:
    """The shipped pack with one line of a scenario changed."""
    pack = folder / "pack"
    for name, content in registry.packaged("undaunted").items():
        (pack / name).parent.mkdir(parents=True, exist_ok=True)
        (pack / name).write_bytes(content)
    file = pack / "scenarios" / f"{scenario}.toml"
    assert old in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    return str(pack)
