"""A seat's own log of what was done in its name by somebody or something else than its player."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wardiary.domain.diary.history import History
from wardiary.domain.diary.said import verb_of
from wardiary.domain.play.game import Game
from wardiary.domain.play.table_commands import (
    BOTS,
    DIRECTOR,
    HOST,
    HUMAN,
    LATE,
    is_table_command,
)
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.projections.narrative import narrate

BY = {
    "standing": "by the answer that was left for it",
    LATE: "because its deadline had passed",
    "bot": "by a bot",
    DIRECTOR: "by the director",
    HOST: "by the host",
}
"""Who acts for a seat, in words."""


class DoneInName(msgspec.Struct, frozen=True):
    """What was done for a seat: where, when (ms), what, by whom, and whether it was undone."""

    position: int
    time: int
    text: str
    by: str
    undone: bool = False


def done_in_name(
    game: Game, history: History, seat: Seat, after: int = 0
) -> tuple[DoneInName, ...]:
    """What was done in a seat's name after a position, the latest last.

    It is told as the seat itself may read it, and to the seat alone: commands that its player did
    not give, who put a bot in its place or took it away, and deadlines that were noted as missed.
    """
    givers = dict(_givers(history, seat))
    return tuple(
        DoneInName(one.position, one.time, one.text, givers[one.position], one.undone)
        for one in (narrate(game, history, seat, after) if givers else ())
        if one.position in givers
    )


def _givers(history: History, seat: Seat) -> Iterator[tuple[int, str]]:
    """The events that others brought for a seat, each with who that was."""
    opener, holder = "", ""
    for position, event in history.events():
        match event:
            case e.CommandAccepted():
                opener = event.seat
                by = event.by or ("bot" if holder in BOTS and not _is_persons(event) else "")
                if opener == seat and by:
                    yield position, BY[by]
            case e.SeatClaimed() if event.seat == seat:
                holder = event.holder
                if opener != seat and holder != HUMAN:
                    yield position, BY[opener]
            case e.DeadlineMissed() if event.seat == seat:
                yield position, BY[opener]


def _is_persons(event: e.CommandAccepted) -> bool:
    """Whether no bot gives such a command: one of the table, but consent to a rewind."""
    return is_table_command(event.command) and verb_of(event.command) != "agree-rewind"
