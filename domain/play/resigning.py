"""Resigning: which seats and sides still play, and how a match ends when one side is left."""

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
"""Who plays a resigned seat on ("bot" or "director"), by the seat's holder."""
SPOKEN_BY = {"bot": "a bot", "director": "the director"}


def table_settings(seats: Sequence[Seat]) -> dict[str, Scalar]:
    """The defaults of a new match for settings of the table.

    With two seats the other one wins at once, so there is nothing to choose.
    """
    return {SETTING: "bot"} if len(seats) > 2 else {}


def stand_in(table: Table, seat: Seat) -> str:
    """Who plays for a seat that has resigned: "bot" or "director"; "" while it still plays."""
    return STAND_INS.get(table.holders.get(seat, ""), "")


def playing(table: Table) -> tuple[Seat, ...]:
    """The seats that have not resigned."""
    return tuple(seat for seat in table.seats if not stand_in(table, seat))


def sides_left(game: Game, table: Table) -> list[tuple[Seat, ...]]:
    """The sides of which at least one seat has not resigned."""
    active = playing(table)
    return [side for side in game.sides(table) if any(seat in active for seat in side)]


def resign(game: Game, draft: Draft, seat: Seat, why: str = "resigned") -> None:
    """A seat resigns; the match ends (MatchOver is raised) when one side is left.

    `why` is what the reason of the end says of the seat.

    Without the setting, as in matches of two seats and in those of earlier versions, all other
    seats win at once. Raises Illegal when the match is over.
    """
    table = draft.table
    if table.result is not None:
        raise Illegal("Table/Ended", "the match is over already")
    if SETTING not in table.settings:
        others = [other for other in table.seats if other != seat]
        draft.end_match(others, f"{seat} {why}", {}, rule="Table/Resign")
    holder = RESIGNED[str(table.settings[SETTING])]
    draft.record(e.SeatResigned(seat=seat, holder=holder, rule="Table/Resign"))
    sides = sides_left(game, draft.table)
    if len(sides) == 1:
        draft.end_match(
            sides[0], f"{seat} {why}, and no other side is left", {}, rule="Table/Resign"
        )


def check_not_resigned(table: Table, seat: Seat, by: str) -> None:
    """Raise Illegal for a command of a resigned seat unless it is `by` who plays for it."""
    needed = stand_in(table, seat)
    if needed and by != needed:
        who = SPOKEN_BY[needed]
        raise Illegal("Table/Resign", f"{seat} has resigned; {who} plays its pieces")
    if not needed and by in RESIGNED:
        raise Illegal("Table/Resign", f"{seat} has not resigned, so nobody else plays for it")
