"""The fold of what a seat was shown: exact where it may look, and silent about the rest."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import ImpossibleEvent, evolve, table_after_rewind
from wardiary.domain.table.pieces import PieceId, is_hidden
from wardiary.domain.table.table import Table


def fold_for_seat(events: Iterable[e.Event]) -> Table:
    """The table that redacted events make, up to the first that cannot be followed.

    A piece that moves unseen stays where the seat last saw it, until it is named again: open zones
    are exact, hidden ones hold what the seat cannot place better. Its position is the last event
    that was followed.
    """
    table = Table()
    kept: dict[int, Table] = {}
    for event in events:
        try:
            table = next_seen(table, event, kept)
        except (ImpossibleEvent, LookupError, ValueError, msgspec.MsgspecError):
            break
    return table


def next_seen(table: Table, event: e.Event, kept: dict[int, Table]) -> Table:
    """The table after one redacted event; raises what a fold may raise where it cannot follow.

    `kept` holds the tables at the ends of entries, to which a rewind goes back.
    """
    after = _next(table, event, kept)
    if isinstance(event, (e.EntryClosed, e.MatchEnded)):
        kept[after.position] = after
    return after


def _next(table: Table, event: e.Event, kept: dict[int, Table]) -> Table:
    if isinstance(event, e.Rewound):
        return table_after_rewind(kept[event.to], table)
    shown = named_part(event)
    if shown is None:
        return replace(table, position=table.position + 1)
    return evolve(table, shown)


def named_part(event: e.Event) -> e.Event | None:
    """What a redacted event says of pieces that it names; None when it names none."""
    match event:
        case e.PiecesMoved():
            pieces = _named(event.pieces)
            host = "" if is_hidden(event.host) else event.host
            return replace(event, pieces=pieces, host=host) if pieces else None
        case e.PiecesShown():
            pieces = _named(event.pieces)
            return replace(event, pieces=pieces) if pieces else None
        case e.PileShuffled():
            return event if event.order and not any(map(is_hidden, event.order)) else None
        case e.Redealt():
            return None
        case e.PieceTurned() | e.MarkSet():
            return None if is_hidden(event.piece) else event
        case _:
            return event


def _named(pieces: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
    return tuple(piece for piece in pieces if not is_hidden(piece))
