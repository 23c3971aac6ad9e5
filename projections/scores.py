"""Tracks and scores over time: where each track stood after every change, and who is ahead."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wardiary.domain.diary.codec import decode, kind_of
from wardiary.domain.diary.history import History
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Result, Table

TELLING = (
    "match-opened",
    "branch-opened",
    "command-accepted",
    "phase-entered",
    "track-set",
    "rewound",
)
TABLE_TRACKS = ("rewind/", "adopt/")


class Point(msgspec.Struct, frozen=True):
    """Where a track stood from a position on: with time (ms), round and turn."""

    position: int
    time: int
    round: int
    turn: int
    value: int


class Scores(msgspec.Struct, frozen=True):
    """Where a match stands: each seat's own tracks, those of the table, and the result if any."""

    seats: dict[Seat, dict[str, int]]
    table: dict[str, int]
    result: Result | None


def scores(table: Table) -> Scores:
    """The standing at a table: tracks that end in "/seat" by seat, the others together."""
    seats: dict[Seat, dict[str, int]] = {seat: {} for seat in table.seats}
    shared = {}
    for name, value in sorted(table.tracks.items()):
        if name.startswith(TABLE_TRACKS):
            continue
        front, _, last = name.rpartition("/")
        if front and last in seats:
            seats[last][front] = value
        else:
            shared[name] = value
    return Scores(seats, shared, table.result)


def tracks_over_time(
    history: History, after: int = 0, upto: int | None = None
) -> dict[str, tuple[Point, ...]]:
    """For each track, by name, a point for every change up to a position.

    A rewind sets tracks back, and that is a change like any other: the last point of a track is
    where it stands now. With `after` only the points of later positions are given.
    """
    drawn: dict[str, list[Point]] = {}
    for name, point in _changes(history, history.head if upto is None else upto):
        drawn.setdefault(name, []).append(point)
    later = {
        name: tuple(point for point in points if point.position > after)
        for name, points in sorted(drawn.items())
    }
    return {name: points for name, points in later.items() if points}


def _changes(history: History, upto: int) -> Iterator[tuple[str, Point]]:
    time, phase = 0, (0, 0)
    now: dict[str, int] = {}
    for row in history.rows[:upto]:
        if kind_of(row) not in TELLING:
            continue
        event = decode(row.state)
        if isinstance(event, (e.MatchOpened, e.BranchOpened, e.CommandAccepted)):
            time = event.time
        elif isinstance(event, e.PhaseEntered):
            phase = (event.round, event.turn)
        elif isinstance(event, e.TrackSet):
            if not event.track.startswith(TABLE_TRACKS) and now.get(event.track) != event.value:
                now[event.track] = event.value
                yield event.track, Point(row.position, time, *phase, event.value)
        elif isinstance(event, e.Rewound):
            back = history.table_at(event.to)
            phase = (back.round, back.turn)
            for name in sorted(now):
                value = back.tracks.get(name, 0)
                if value != now[name]:
                    now[name] = value
                    yield name, Point(row.position, time, *phase, value)
