"""Measures: what is read off a table where a rollout ends, as one number for a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from wardiary.domain.play.game import Game
from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

WIN, SCORE, LOSSES = "win", "score", "losses"
Measure = str | Callable[[Table], float]
"""What counts: "win", "score", "losses", or a function of the table at the end of a rollout."""


class UnknownMeasure(WardiaryError):
    """A measure that there is not, or that a game cannot give."""


def win(game: Game, table: Table, seat: Seat) -> float:
    """1 for a seat that is among the winners, else 0."""
    return float(table.result is not None and seat in table.result.winners)


def score(game: Game, table: Table, seat: Seat) -> float:
    """The score of a seat as the match ended; 0 where it did not end, or was not scored."""
    return float(table.result.scores.get(seat, 0)) if table.result else 0.0


def losses(game: Game, table: Table, seat: Seat) -> float:
    """How many pieces a seat has lost so far, as its game counts them."""
    assert game.losses is not None, "checked by check_measure"
    return float(game.losses(table, seat))


MEASURES: Mapping[str, Callable[[Game, Table, Seat], float]] = MappingProxyType(
    {WIN: win, SCORE: score, LOSSES: losses}
)


def check_measure(game: Game, measure: Measure) -> None:
    """Raise UnknownMeasure for a name that is none, or that a game cannot give."""
    if not callable(measure) and measure not in MEASURES:
        known = ", ".join(MEASURES)
        raise UnknownMeasure(f"no measure {measure!r}; there are {known}, or a function")
    if measure == LOSSES and game.losses is None:
        raise UnknownMeasure(f"{game.name} does not count losses; give a function of the table")


def measured(measure: Measure, game: Game, table: Table, seat: Seat) -> float:
    """What a measure gives for a seat at a table."""
    if callable(measure):
        return float(measure(table))
    return MEASURES[measure](game, table, seat)
