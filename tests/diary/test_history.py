"""Looking at past tables of a line: the right ones, and no event folded more often than needed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.projections.matches import Match
from tests.toy import Bid
from wardiary.domain.diary import history
from wardiary.domain.diary.codec import digest
from wardiary.domain.diary.history import History
from wardiary.domain.play.table_commands import AgreeRewind, AskRewind


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The positions of the events folded, in order."""
    positions: list[int] = []
    apply = history.apply

    def counting(table: Any, event: Any, position: int) -> None:
        positions.append(position)
        apply(table, event, position)

    monkeypatch.setattr(history, "apply", counting)
    return positions


def rewound() -> History:
    """A line that was taken back in the middle and played on."""
    match = Match()
    match.bid_both()
    middle = match.line.head
    match.bid_both()
    match.give("red", AskRewind(middle))
    match.give("blue", AgreeRewind(middle))
    match.bid_both()
    return match.line


def test_a_table_asked_for_twice_is_folded_once(folded: list[int]):
    """8.11b."""
    line = History(rewound().rows)
    first = line.table_at(20)
    folded.clear()

    assert line.table_at(20) is first
    assert folded == []


def test_reading_on_from_a_table_folds_only_the_events_in_between(folded: list[int]):
    """8.11b."""
    line = History(rewound().rows)
    line.table_at(12)
    folded.clear()

    line.table_at(15)
    line.table_at(16)

    assert folded == [13, 14, 15, 16]


def test_a_history_keeps_only_a_few_tables_besides_its_snapshots(folded: list[int]):
    """8.11b: reading a line from end to end does not leave all its tables in memory."""
    line = History(rewound().rows)
    for position in range(1, history.RECENT_TABLES + 2):
        line.table_at(position)
    folded.clear()

    line.table_at(1)

    assert folded == [1]


def test_tables_asked_for_in_any_order_are_those_folded_from_the_start_across_rewinds():
    """8.11b: no table is reached through a rewind from one before it."""
    line = History(rewound().rows)
    expected = [digest(History(line.rows[:end]).table) for end in range(1, line.head + 1)]
    places = list(range(1, line.head + 1)) * 3
    random.Random(811).shuffle(places)

    for place in places:
        assert digest(line.table_at(place)) == expected[place - 1], place


def test_a_table_that_was_given_out_does_not_change_while_the_history_grows():
    match = Match()
    match.bid_both()
    end = match.line.ends[-2]
    before = match.line.table_at(end)
    as_it_was = digest(before)

    match.line.table_at(end + 1)
    match.give("red", Bid(match.line.table.zone("red-hand")[0]))

    assert digest(before) == as_it_was
    assert match.line.table_at(end) is before
