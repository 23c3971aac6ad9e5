"""Resigning: who still plays, which sides are left, and when one side is."""

from __future__ import annotations

from collections.abc import Sequence

from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game
from wardiary.domain.play.table_commands import RESIGNED
from wardiary.domain.table import events as e
from wardiary.domain.table.events import Scalar
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

SETTING = "resigned-seat"
STAND_INS = {holder: by for by, holder in RESIGNED.items()}
"""By the holder of a resigned seat who plays it on: "bot" or "director"."""
SPOKEN_BY = {"bot": "a bot", "director": "the director"}


def table_settings(seats: Sequence[Seat]) -> dict[str, Scalar]:
    """What a new match settles for the table unless it is settled otherwise.

    Where two sit down, the other one wins at once, and there is nothing to settle.
    """
    return {SETTING: "bot"} if len(seats) > 2 else {}


def stand_in(table: Table, seat: Seat) -> str:
    """Who plays a seat on that has resigned: "bot" or "director"; "" while it still plays."""
    return STAND_INS.get(table.holders.get(seat, ""), "")


def playing(table: Table) -> tuple[Seat, ...]:
    """The seats that have not resigned."""
    return tuple(seat for seat in table.seats if not stand_in(table, seat))


def sides_left(game: Game, table: Table) -> list[tuple[Seat, ...]]:
    """The sides of which at least one seat has not resigned."""
    still = playing(table)
    return [side for side in game.sides(table) if any(seat in still for seat in side)]


def resign(game: Game, draft: Draft, seat: Seat) -> None:
    """A seat gives the match up; the match ends (Over is raised) when one side is left.

    Where nothing was settled about it, as in matches of two seats and in those of earlier versions,
    all other seats win at once. Raises Illegal when the match is over.
    """
    table = draft.table
    if table.result is not None:
        raise Illegal("Table/Ended", "the match is over already")
    if SETTING not in table.settings:
        others = [one for one in table.seats if one != seat]
        draft.end_match(others, f"{seat} resigned", {}, rule="Table/Resign")
    holder = RESIGNED[str(table.settings[SETTING])]
    draft.record(e.SeatResigned(seat=seat, holder=holder, rule="Table/Resign"))
    left = sides_left(game, draft.table)
    if len(left) == 1:
        draft.end_match(
            left[0], f"{seat} resigned, and no other side is left", {}, rule="Table/Resign"
        )


def check_not_resigned(table: Table, seat: Seat, by: str) -> None:
    """Raise Illegal when a command comes from a seat that resigned, not from who plays it on."""
    needed = stand_in(table, seat)
    if needed and by != needed:
        who = SPOKEN_BY[needed]
        raise Illegal("Table/Resign", f"{seat} has resigned; {who} plays its pieces on")
    if not needed and by in RESIGNED:
        raise Illegal("Table/Resign", f"{seat} has not resigned, so nobody plays on for it")
