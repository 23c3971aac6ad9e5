"""C-7: recorded matches are counted again by their rows alone."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.games.company_of_heroes.second_count import Content, SecondCount, count_again, distance
from tests.recordings.record import HERE
from wardiary.domain.diary.archive import read

RECORDINGS = sorted(HERE.glob("company-of-heroes-*.jsonl.gz"))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_a_recorded_match_comes_to_the_same_when_it_is_counted_again(path: Path):
    """C-7.2a, C-7.4d, C-7.5a, C-2.2a: incomes, stockpiles, XP and victory points; and units."""
    count = count_again(read(gzip.decompress(path.read_bytes())))

    assert count.checked > 100
    assert count.collected > 0
    assert count.points > 0


def events_of(path: Path) -> tuple[Content, list[dict[str, object]]]:
    """The files and the events of a recorded match."""
    archive = read(gzip.decompress(path.read_bytes()))
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
    """C-7.0a: one event of a recording is altered."""
    content, events = events_of(HERE / "company-of-heroes-coh-m1-2-0.1.0.jsonl.gz")
    events[first(events, what, rule)].update(change)
    count = SecondCount(content)

    with pytest.raises(AssertionError):
        enter_all(count, events)


def test_the_second_count_measures_hexes_as_the_map_does():
    """C-13b: columns B, D, F ... are half a hex lower."""
    assert [distance("F6", hex_) for hex_ in ("F5", "G6", "G7", "E6", "E7")] == [1, 1, 1, 1, 1]
    assert [distance("F6", hex_) for hex_ in ("G5", "G8", "F9", "A1")] == [2, 2, 3, 8]
