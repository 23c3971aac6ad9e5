from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
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
    "bounded",
    "winners",
}


def test_every_simulated_match_is_replayed_and_audited(wardiary: Run):
    result = wardiary("simulate", "undaunted", "-n", "4", "--bots", "bot", "--seed", "7", "--json")

    assert result.code == 0
    assert set(result.document) == KEYS
    told = {key: result.document[key] for key in ("matches", "replayed_exact", "audited_exact")}
    assert told == {"matches": 4, "replayed_exact": 4, "audited_exact": 4}
    assert result.document["stuck"] == 0
    assert sum(result.document["winners"].values()) == 4


def test_the_same_seed_plays_the_same_matches_in_one_process_or_two(wardiary: Run):
    words = ("simulate", "undaunted", "-n", "4", "--bots", "bot", "--seed", "7", "--json")
    together = wardiary(*words).document
    alone = wardiary(*words, "--processes", "1").document

    assert {**together, "events_per_second": 0} == {**alone, "events_per_second": 0}


def test_a_match_that_reaches_the_bound_counts_as_bounded_and_is_proved(wardiary: Run):
    result = wardiary("simulate", "undaunted", "-n", "2", "--seed", "1", "--bound", "6", "--json")

    assert result.code == 0
    assert result.document["winners"] == {"bounded": 2}
    assert result.document["audited_exact"] == 2


def test_bots_rotate_over_the_seats(wardiary: Run):
    words = ("--bots", "random,bot", "--scenario", "la-raye", "-n", "2", "--seed", "1")

    result = wardiary("simulate", "undaunted", *words)

    assert "won by bot: " in result.out
    assert "seed 1" in result.out


def test_a_strong_bot_needs_samples(wardiary: Run):
    result = wardiary("simulate", "undaunted", "--bots", "strong", "--samples", "0")

    assert 2 == result.code
    assert "--samples must be at least 1" in result.err


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
    result = wardiary("simulate", *words)

    assert result.code == 2
    assert expected in result.err


def children(parent: int) -> set[int]:
    """The processes that a process has started and that run still."""
    results = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:  # It has just ended.
            continue
        if int(words[1]) == parent and words[0] != "Z":
            results.add(int(stat.parent.name))
    return results


def wait_for(holds: Callable[[], bool]) -> None:
    """Wait for something to hold; fail when it does not."""
    deadline = time.monotonic() + 40
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


def test_simulation_workers_end_when_their_parent_is_killed():
    """8.10a."""
    words = ["simulate", "undaunted", "-n", "100000", "--processes", "2", "--seed", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "wardiary.tools.cli", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as parent:
        wait_for(lambda: len(children(parent.pid)) >= 3)  # Two workers and Python's own tracker.
        started = children(parent.pid)
        time.sleep(2)
        parent.kill()

    wait_for(lambda: not any(Path(f"/proc/{process}").exists() for process in started))
