"""The fold of redacted events: exact for what the seat may see, without the rest."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from wardiary.domain.table import events as e
from wardiary.domain.table.errors import ImpossibleEvent
from wardiary.domain.table.evolve import evolve, table_after_rewind
from wardiary.domain.table.pieces import PieceId, is_hidden
from wardiary.domain.table.table import Table


def fold_for_seat(events: Iterable[e.Event]) -> Table:
    """The table after redacted events, up to the first that cannot be folded.

    A piece that moves unseen stays where the seat last saw it, until it is named again: open zones
    are exact, hidden ones hold pieces where the seat last saw them. The table's position is that of
    the last folded event.
    """
    table = Table()
    ends: dict[int, Table] = {}
    for event in events:
        try:
            table = next_seen(table, event, ends)
        except (ImpossibleEvent, LookupError, ValueError, msgspec.MsgspecError):
            break
    return table


def next_seen(table: Table, event: e.Event, ends: dict[int, Table]) -> Table:
    """The table after one redacted event; raises what a fold raises on an impossible event.

    `ends` holds the tables at the ends of entries, to which a rewind goes back.
    """
    after = _fold_event(table, event, ends)
    if isinstance(event, (e.EntryClosed, e.MatchEnded)):
        ends[after.position] = after
    return after


def _fold_event(table: Table, event: e.Event, ends: dict[int, Table]) -> Table:
    if isinstance(event, e.Rewound):
        return table_after_rewind(ends[event.to], table)
    known_part = without_hidden_pieces(event)
    if known_part is None:
        return replace(table, position=table.position + 1)
    return evolve(table, known_part)


def without_hidden_pieces(event: e.Event) -> e.Event | None:
    """A redacted event without its hidden pieces; None when nothing else is left."""
    match event:
        case e.PiecesMoved():
            pieces = _known_ids(event.pieces)
            host = "" if is_hidden(event.host) else event.host
            return replace(event, pieces=pieces, host=host) if pieces else None
        case e.PiecesShown():
            pieces = _known_ids(event.pieces)
            return replace(event, pieces=pieces) if pieces else None
        case e.PileShuffled():
            return event if event.order and not any(map(is_hidden, event.order)) else None
        case e.Redealt():
            return None
        case e.PieceTurned() | e.MarkSet():
            return None if is_hidden(event.piece) else event
        case _:
            return event


def _known_ids(pieces: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
    return tuple(piece for piece in pieces if not is_hidden(piece))
