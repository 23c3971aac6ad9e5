from __future__ import annotations

from tests.projections.matches import Match
from wardiary.domain.play.table_commands import AgreeRewind, AskRewind
from wardiary.domain.table import events as e
from wardiary.projections.scores import scores, tracks_over_time


def values(match: Match) -> list[tuple[str, list[int]]]:
    return [
        (name, [point.value for point in points])
        for name, points in tracks_over_time(match.line).items()
    ]


def test_a_track_has_a_point_for_every_change_with_its_round_and_time():
    match = Match()
    match.bid_both()

    ((name, points),) = tracks_over_time(match.line).items()

    assert name.startswith("points/")
    (point,) = points
    assert (point.round, point.value) == (1, 1)
    event = match.line.event(point.position)
    assert isinstance(event, e.TrackSet)
    assert point.time == match.line.time_of(match.line.entry_of(point.position))


def test_a_rewind_sets_the_tracks_back():
    match = Match()
    start = match.line.head
    match.bid_both()
    ((name, _),) = values(match)
    match.give("red", AskRewind(start))
    match.give("blue", AgreeRewind())

    assert [(name, [1, 0])] == values(match)
    assert match.line.table.tracks.get(name, 0) == 0
    later = tracks_over_time(match.line, after=match.line.ends[-2])
    assert [0] == [point.value for point in later[name]]


def test_the_last_point_of_a_track_is_its_present_value():
    match = Match(seed=3)
    for _ in range(3):
        match.bid_both()
        if match.line.table.result:
            break

    last = {name: points[-1].value for name, points in tracks_over_time(match.line).items()}

    assert match.line.table.tracks == last


def test_scores_are_given_by_seat():
    match = Match()
    match.bid_both()
    table = match.line.table

    standing = scores(table)

    assert sum(own_part.get("points", 0) for own_part in standing.seats.values()) == 1
    assert standing.table == {}
    assert standing.result is None
