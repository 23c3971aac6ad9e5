from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.conftest import Run


def test_show_draws_the_tiles_the_hand_and_the_tracks(wardiary: Run, running: str):
    drawn = wardiary("show", running, "--seat", "us").out.lower()

    assert "|17b  cover 3; us" in drawn
    assert "us riflemen a, ready" in drawn
    assert "us hand (4): us" in drawn
    assert "german hand (4): 4 hidden" in drawn
    assert "points" in drawn


COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")


@pytest.mark.parametrize("words", ["show --all", "show --plain", "log", "score", "dice"])
def test_nothing_in_the_terminal_is_shown_by_colour_alone(
    wardiary: Run, running: str, monkeypatch: pytest.MonkeyPatch, words: str
):
    """V6, UI-03, UI-05: where a terminal is asked for there is bold type, and no colour."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    verb, *flags = words.split()

    result = wardiary(verb, running, *flags)

    assert result.code == 0
    assert result.out
    assert COLOUR.search("\x1b[1;31mred\x1b[0m")
    assert not COLOUR.search(result.out)


def test_the_terminal_names_the_side_of_every_counter(wardiary: Run, running: str):
    """V6, UI-03: as the page does."""
    board = wardiary("show", running, "--json").document["board"]
    lines = wardiary("show", running, "--plain").out.splitlines()

    result = 0
    for space in board["spaces"]:
        for owner in {piece["owner"] for piece in space["stack"]["pieces"] if piece["owner"]}:
            (line,) = [piece for piece in lines if piece.startswith(f"{space['stack']['name']} (")]
            assert f"{owner}: " in line.lower()
            result += 1
    assert result >= 2


def test_show_leaves_out_the_box_unless_asked(wardiary: Run, running: str):
    assert "box (" not in wardiary("show", running).out
    assert "box (" in wardiary("show", running, "--all").out


def test_a_spectator_sees_no_hand_and_the_director_every_card(wardiary: Run, running: str):
    assert "us hand (4): 4 hidden" in wardiary("show", running).out.lower()
    assert "hidden" not in wardiary("show", running, "--seat", "director").out


def test_show_at_a_past_position_draws_what_was_there(wardiary: Run, finished: str):
    """RD-03."""
    then = wardiary("show", finished, "--at", "1", "--json").document
    now = wardiary("show", finished, "--json").document

    assert then["board"]["position"] == 1
    assert then["board"]["result"] is None
    assert now["board"]["result"]["winners"]
    assert wardiary("show", finished, "--at", "99999").code == 2


def test_show_with_plain_prints_sentences_for_screen_readers(wardiary: Run, running: str):
    result = wardiary("show", running, "--plain")

    assert "17B (cover 3; " in result.out
    assert "US: Riflemen A, ready" in result.out
    assert "+---" not in result.out


@pytest.mark.parametrize("command", ["show", "log", "score"])
def test_an_unknown_seat_is_refused_with_the_list_of_seats(
    wardiary: Run, running: str, command: str
):
    result = wardiary(command, running, "--seat", "french")

    assert result.code == 2
    assert "there are: us, german, spectator, director" in result.err


def test_log_prints_each_event_with_its_rule(wardiary: Run, finished: str):
    result = wardiary("log", finished)

    assert "[U-SETUP-2]" in result.out
    assert "The match is over." in result.out
    assert all(line.endswith("]") for line in result.out.splitlines())


def test_log_hides_from_a_seat_what_another_seat_drew(wardiary: Run, running: str):
    log = wardiary("log", running, "--seat", "us", "--json").document["log"]
    drawn = [sentence["text"] for sentence in log if sentence["rule"] == "U-DRAW-1"]

    assert "4 cards go from German deck to German hand." in drawn
    assert not any("from us deck" in text and "4 cards" in text for text in drawn)


def test_log_of_a_range_begins_and_ends_there(wardiary: Run, finished: str):
    whole = wardiary("log", finished, "--json").document["log"]
    head = wardiary("head", finished, "--json").document["position"]

    assert wardiary("log", finished, "--after", head).out == ""
    assert len(wardiary("log", finished, "--after", "120", "--json").document["log"]) < len(whole)


def test_score_shows_the_present_and_past_values_of_tracks(wardiary: Run, finished: str):
    result = wardiary("score", finished, "--json").document

    assert set(result["tracks"]) == {"points/german", "points/us"}
    assert result["scores"]["seats"]["us"]["points"] == result["tracks"]["points/us"][-1]["value"]
    assert "US objective points" in wardiary("score", finished).out


def test_dice_compares_rolls_with_the_expected_ones(wardiary: Run, finished: str):
    result = wardiary("dice", finished)

    assert "d10: " in result.out
    assert "degrees of freedom" in result.out
    assert wardiary("dice", finished, "--json").document["dice"]["all"][0]["die"] == "d10"


def test_clock_tells_who_waited_for_whom(wardiary: Run, finished: str):
    assert "waited for German" in wardiary("clock", finished).out
    assert set(wardiary("clock", finished, "--json").document["clock"]["seats"]) == {"us", "german"}


def test_diff_of_a_match_with_itself_is_nothing(wardiary: Run, finished: str):
    assert "The tables are the same." in wardiary("diff", finished, finished).out


def test_diff_of_a_branch_names_where_they_part(wardiary: Run, finished: str):
    branch = wardiary("branch", finished, "--turn", "2", "--json").document
    wardiary("play", branch["match"])

    difference = wardiary("diff", finished, branch["match"], "--json").document["difference"]

    assert difference["common"] == branch["at"]
    assert difference["right"]["match"] == branch["match"]


def on_a_terminal(columns: int, *words: str) -> str:
    """What a command prints on a terminal of so many columns."""
    reader, writer = os.openpty()
    program = "import sys; from wardiary.tools.cli import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=writer,
        env={**os.environ, "COLUMNS": str(columns), "TERM": "xterm"},
    ):
        os.close(writer)
        printed = b""
        while part := _read(reader):
            printed += part
    os.close(reader)
    return printed.decode()


def _read(reader: int) -> bytes:
    try:
        return os.read(reader, 65_536)
    except OSError:  # Linux says so when the other end is closed.
        return b""


@pytest.mark.parametrize("columns", [80, 60])
def test_a_board_is_drawn_within_any_terminal(wardiary: Run, columns: int):
    """C5: in parts, where it is wider."""
    wardiary("new", "combat-commander", "--scenario", "cc-h1")

    lines = on_a_terminal(columns, "show", "last").splitlines()

    assert sum(line.startswith("+-----") for line in lines) > 20
    assert max(map(len, lines[2:])) <= columns


def test_a_drawing_that_fits_is_drawn_on_a_terminal_too(wardiary: Run, running: str):
    assert "+-----" in on_a_terminal(120, "show", running)


@pytest.mark.parametrize("look", ["show", "log", "score", "dice", "clock"])
def test_every_looking_command_accepts_an_archive_file(
    wardiary: Run, finished: str, archive: Path, tmp_path: Path, look: str
):
    """A12: an auditor gets files; no store is asked for."""
    there = wardiary(look, finished)
    from_file = wardiary(look, archive, "--store", "/nowhere/at/all.db")

    assert (0, there.out, "") == (from_file.code, from_file.out, from_file.err)


def test_two_archives_are_compared_and_a_seats_is_refused(
    wardiary: Run, finished: str, archive: Path, tmp_path: Path
):
    """A12"""
    seats = tmp_path / "us.jsonl"
    wardiary("export", finished, "--seat", "us", "-o", seats)

    assert wardiary("diff", archive, archive).out == wardiary("diff", finished, archive).out
    result = wardiary("show", seats)
    assert result.code == 2
    assert "holds only what one seat may know" in result.err
