"""C-7: recorded matches are counted again by their rows alone."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

import pytest

from tests.games.company_of_heroes.second_count import Content, SecondCount, count_again, distance
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.domain.diary.archive import Archive, read
from wardiary.tools.simulate import START_MS, seeded_entropy, ticking_clock

RECORDINGS = Path(__file__).parents[2] / "recordings"
KEPT = sorted(RECORDINGS.glob("company-of-heroes-*.jsonl.gz"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_a_recorded_match_comes_to_the_same_when_it_is_counted_again(path: Path):
    """C-7.2a, C-7.4d, C-7.5a, C-2.2a: incomes, stockpiles, XP and victory points; and units."""
    count = count_again(read(gzip.decompress(path.read_bytes())))

    assert count.checked > 100
    assert count.collected > 0
    assert count.points > 0


@cache
def played(mission: str, *seats: str) -> Archive:
    """A match of random players, which use whatever commanders offer."""
    matches = open_store(
        "memory:", clock=ticking_clock(START_MS), entropy=seeded_entropy(7, len(seats))
    )
    match = matches.new_match("company-of-heroes", mission, seats=seats)
    for seat in seats:
        matches.command(match, "host", f"claim {seat} bot:random")
    BotPlayers(matches).play_on(match, 20_000)
    matches.disclose(match)
    return read(matches.export(match))


@pytest.mark.parametrize(
    ("mission", "seats"), [("coh-m2", ("us", "wehrmacht")), ("coh-m3", ("us", "us-2", "wehrmacht"))]
)
def test_a_random_match_comes_to_the_same_when_it_is_counted_again(
    mission: str, seats: tuple[str, ...]
):
    """C-8.1c, C-8.1f: with all that commanders change in prices and incomes."""
    assert count_again(played(mission, *seats)).checked > 500


def events_of(archive: Archive) -> tuple[Content, list[dict[str, object]]]:
    """The files and the events of a match."""
    content = Content(archive.pack.decode())
    return content, [json.loads(row.state) for row in archive.stored()]


def enter_all(count: SecondCount, events: list[dict[str, object]]) -> None:
    """Count all of them."""
    for event in events:
        count.enter(event)


def first(events: list[dict[str, object]], what: str, rule: str) -> int:
    """The place of the first event of a kind with a rule."""
    return next(i for i, e in enumerate(events) if (e["event"], e["rule"]) == (what, rule))


@pytest.mark.parametrize(
    ("what", "rule", "change"),
    [
        ("track-set", "C-7.2a", {"value": 99}),
        ("track-set", "C-7.4e", {"value": 0}),
        ("track-set", "C-5.0.1d", {"value": 99}),
        ("piece-turned", "C-7.1b", {"face": ""}),
        ("pieces-moved", "C-5.0.3c", {"to": "box"}),
        ("match-ended", "C-7.3a", {"scores": {"us": 1, "wehrmacht": 1}}),
    ],
)
def test_the_second_count_notices_what_is_wrong(what: str, rule: str, change: dict[str, object]):
    """C-7.0a: one event of a match is altered."""
    content, events = events_of(played("coh-m1", "us", "wehrmacht"))
    events[first(events, what, rule)].update(change)
    count = SecondCount(content)

    with pytest.raises(AssertionError):
        enter_all(count, events)


def test_the_second_count_measures_hexes_as_the_map_does():
    """C-13b: columns B, D, F ... are half a hex lower."""
    assert [distance("F6", hex_) for hex_ in ("F5", "G6", "G7", "E6", "E7")] == [1, 1, 1, 1, 1]
    assert [distance("F6", hex_) for hex_ in ("G5", "G8", "F9", "A1")] == [2, 2, 3, 8]
