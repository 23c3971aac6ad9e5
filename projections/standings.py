"""Winning and losing over time: what every seat has so far at the end of each turn.

Everything is read off the table as every seat sees it, so that it tells nothing hidden.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

import msgspec

from wardiary.domain.diary.codec import decode, kind_of
from wardiary.domain.diary.history import History
from wardiary.domain.play.game import Game
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import SPECTATOR, view
from wardiary.projections.scores import Point


class Standings(msgspec.Struct, frozen=True):
    """What each seat has towards winning, and what it has lost, at the end of each turn.

    `title` says what counts towards winning. What a game does not count is empty.
    """

    title: str
    points: dict[Seat, tuple[Point, ...]]
    losses: dict[Seat, tuple[Point, ...]]


def standings_over_time(game: Game, history: History) -> Standings:
    """For each seat a point at the end of every turn that was not taken back, and at the head."""
    seen = [
        (history.time_of(history.entry_of(end)), view(history.table_at(end), SPECTATOR))
        for end in turn_ends(history)
    ]
    return Standings(
        game.standing_title, _points(seen, game.standing), _points(seen, partial(_losses, game))
    )


def turn_ends(history: History) -> tuple[int, ...]:
    """Where each turn ended, and where the last has got to; without what was taken back."""
    numbers = (bisect_left(history.ends, start) for start in _turn_starts(history))
    ends = [history.ends[number - 1] for number in numbers if number]
    return tuple(dict.fromkeys((*ends, *history.ends[-1:])))


def _turn_starts(history: History) -> Iterator[int]:
    """The positions at which another round or turn begins."""
    turn = (0, 0)
    for row in history.rows:
        if kind_of(row) == "phase-entered" and not history.is_undone(row.position):
            entered = decode(row.state)
            assert isinstance(entered, e.PhaseEntered)
            if (entered.round, entered.turn) != turn:
                turn = entered.round, entered.turn
                yield row.position


def _losses(game: Game, table: Table) -> dict[Seat, int]:
    counted = game.losses
    return {seat: counted(table, seat) for seat in table.seats} if counted else {}


def _points(
    seen: Iterable[tuple[int, Table]], count: Callable[[Table], Mapping[Seat, int]]
) -> dict[Seat, tuple[Point, ...]]:
    points: dict[Seat, list[Point]] = {}
    for time, table in seen:
        for seat, value in count(table).items():
            point = Point(table.position, time, table.round, table.turn, value)
            points.setdefault(seat, []).append(point)
    return {seat: tuple(own) for seat, own in points.items()}
