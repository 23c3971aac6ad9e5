"""Resigning, of which the rules say nothing: what follows from them.

2.1.1 gives every seat groups of both nationalities, and 5.1-a one winner: so no two seats are on
one side, and a nationality is no side in this sense. Ruling: the groups, hand and picks of a seat
that has resigned stay in play. They can be attacked, besieged and captured as before, and
other seats' picks keep their worth; but the seat is no longer among those that can win.
"""

from __future__ import annotations

from wardiary.domain.play.resigning import playing
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def sides(table: Table) -> tuple[tuple[Seat, ...], ...]:
    """5.1-a: every seat for itself, whatever nationalities its groups have."""
    return tuple((seat,) for seat in table.seats)


def contenders(table: Table) -> tuple[Seat, ...]:
    """5.1-a: the seats that can still have the most points."""
    return playing(table)
