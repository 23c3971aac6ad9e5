"""What seats wish about time that others must agree to: pauses, and more time for an opponent."""

from __future__ import annotations

import msgspec

from wardiary.domain.clocks.clocks import Clocks
from wardiary.domain.match.timing import grant_track, opponents, persons
from wardiary.domain.play.game import Game
from wardiary.domain.play.pausing import has_agreed
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class GrantWish(msgspec.Struct, frozen=True):
    """These seats would grant another one so much more time (ms); others must agree."""

    seat: Seat
    length: int
    by: tuple[Seat, ...]


class TimeWishes(msgspec.Struct, frozen=True):
    """`pause` are the seats that want the match to be paused, of `persons`, who all must agree to
    that and to go on. `grantors` says who can grant each seat time together.
    """

    pause: tuple[Seat, ...]
    persons: tuple[Seat, ...]
    grantors: dict[Seat, tuple[Seat, ...]]
    grants: tuple[GrantWish, ...]


def time_wishes(game: Game, table: Table, clocks: Clocks) -> TimeWishes:
    """What seats wish at a table, of what still counts."""
    at_table = persons(table)
    return TimeWishes(
        tuple(seat for seat in at_table if has_agreed(table, seat)),
        at_table,
        {seat: opponents(game, table, seat) for seat in clocks.running},
        tuple(wish for seat in clocks.running for wish in _grants(game, table, clocks, seat)),
    )


def _grants(game: Game, table: Table, clocks: Clocks, seat: Seat) -> list[GrantWish]:
    """The wishes to grant a seat time for its present question, by their lengths."""
    others = opponents(game, table, seat)
    begin = grant_track(clocks, seat, 0, "").removesuffix("0/")
    lengths = {
        int(name.removeprefix(begin).split("/")[0])
        for name in table.tracks
        if name.startswith(begin)
    }
    wishes = (
        GrantWish(
            seat,
            length,
            tuple(o for o in others if table.track(grant_track(clocks, seat, length, o))),
        )
        for length in sorted(lengths)
    )
    return [wish for wish in wishes if wish.by]
