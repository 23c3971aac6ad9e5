from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

import pytest

from tests.projections.matches import Match
from tests.projections.noninterference import elsewhere
from tests.toy import TOY
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.history import History
from wardiary.domain.games import registry
from wardiary.domain.play.table_commands import AgreeRewind, AskRewind
from wardiary.projections.record import record_of
from wardiary.projections.redaction import SPECTATOR, view
from wardiary.projections.standings import standings_over_time, turn_ends

RECORDINGS = Path(__file__).parent.parent / "recordings"
FIRST = {name: min(RECORDINGS.glob(f"{name}-*.gz")) for name in registry.names()}


def recorded(name: str) -> History:
    """The first recording of a game."""
    record = record_of(read(gzip.decompress(FIRST[name].read_bytes())))
    pack = registry.game(name).read_pack(registry.packaged(name))
    return History(record.rows, pack=pack)


@pytest.mark.parametrize("name", registry.names())
def test_every_game_says_who_is_ahead_turn_by_turn_and_ends_at_its_result(name: str):
    """Issue 10.6: charts of winning and losses by turn."""
    game, history = registry.game(name), recorded(name)
    ends = turn_ends(history)

    result = standings_over_time(game, history)

    assert result.title
    assert history.table.result is not None
    for seat, points in result.points.items():
        assert [point.position for point in points] == list(ends)
        assert points[-1].value == history.table.result.scores[seat]
    assert bool(result.losses) == (game.losses is not None)
    for seat, points in result.losses.items():
        assert game.losses is not None
        assert points[-1].value == game.losses(history.table, seat) > points[0].value == 0


@pytest.mark.parametrize("name", registry.names())
def test_what_is_counted_does_not_depend_on_what_only_some_know(name: str):
    """SL-01: two tables that look alike to everybody have the same points and losses."""
    game, history, rng = registry.game(name), recorded(name), Random(3)
    for end in turn_ends(history)[::4]:
        table = history.table_at(end)
        other = elsewhere(table, SPECTATOR, rng)
        left, right = view(table, SPECTATOR), view(other, SPECTATOR)

        assert game.standing(left) == game.standing(right)
        if game.losses is not None:
            for seat in table.seats:
                assert game.losses(left, seat) == game.losses(right, seat)


def test_turns_that_were_taken_back_are_left_out():
    match = Match(seed=1, target=3)
    start = match.line.head
    for _ in range(3):
        match.bid_both()
    before = turn_ends(match.line)
    match.give("red", AskRewind(start))
    match.give("blue", AgreeRewind())

    after = turn_ends(match.line)

    assert len(before) > 1
    assert after[-1] == match.line.head
    assert not any(match.line.is_undone(position) for position in after)


def test_a_game_that_counts_nothing_has_no_points():
    result = standings_over_time(TOY, Match().line)

    assert (result.title, result.points, result.losses) == ("", {}, {})
