"""Tracks and scores over time: the value of each track after every change, and the standing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wardiary.domain.diary.codec import decode, kind_of
from wardiary.domain.diary.history import History
from wardiary.domain.play.table_commands import CONSENT_TRACKS
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Result, Table

READ_KINDS = (
    "match-opened",
    "branch-opened",
    "command-accepted",
    "phase-entered",
    "track-set",
    "rewound",
)


class Point(msgspec.Struct, frozen=True):
    """The value of a track from a position on, with time (ms), round and turn."""

    position: int
    time: int
    round: int
    turn: int
    value: int


class Scores(msgspec.Struct, frozen=True):
    """The standing of a match: each seat's tracks, those of the table, and the result if any."""

    seats: dict[Seat, dict[str, int]]
    table: dict[str, int]
    result: Result | None


def scores(table: Table) -> Scores:
    """The standing at a table: tracks that end in a seat's name by seat, the others together."""
    seats: dict[Seat, dict[str, int]] = {seat: {} for seat in table.seats}
    of_table = {}
    for name, value in sorted(table.tracks.items()):
        if name.startswith(CONSENT_TRACKS):
            continue
        track, _, last = name.rpartition("/")
        if track and last in seats:
            seats[last][track] = value
        else:
            of_table[name] = value
    return Scores(seats, of_table, table.result)


def tracks_over_time(
    history: History, after: int = 0, upto: int | None = None
) -> dict[str, tuple[Point, ...]]:
    """For each track, by name, a point for every change up to a position.

    A rewind that sets tracks back is a change like any other: the last point of a track is its
    present value. With `after` only the points of later positions are given.
    """
    points_of: dict[str, list[Point]] = {}
    for name, point in _track_changes(history, history.head if upto is None else upto):
        points_of.setdefault(name, []).append(point)
    later = {
        name: tuple(point for point in points if point.position > after)
        for name, points in sorted(points_of.items())
    }
    return {name: points for name, points in later.items() if points}


def _track_changes(history: History, upto: int) -> Iterator[tuple[str, Point]]:
    time, phase = 0, (0, 0)
    values: dict[str, int] = {}
    for row in history.rows[:upto]:
        if kind_of(row) not in READ_KINDS:
            continue
        event = decode(row.state)
        if isinstance(event, (e.MatchOpened, e.BranchOpened, e.CommandAccepted)):
            time = event.time
        elif isinstance(event, e.PhaseEntered):
            phase = (event.round, event.turn)
        elif isinstance(event, e.TrackSet):
            if (
                not event.track.startswith(CONSENT_TRACKS)
                and values.get(event.track) != event.value
            ):
                values[event.track] = event.value
                yield event.track, Point(row.position, time, *phase, event.value)
        elif isinstance(event, e.Rewound):
            earlier = history.table_at(event.to)
            phase = (earlier.round, earlier.turn)
            for name in sorted(values):
                value = earlier.tracks.get(name, 0)
                if value != values[name]:
                    values[name] = value
                    yield name, Point(row.position, time, *phase, value)
