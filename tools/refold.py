"""Folds a match again from its stored rows and counts every piece on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches
    from wardiary.domain.diary.rows import Row
    from wardiary.domain.table.table import Table


def fold_again(matches: Matches, match: str) -> bool:
    """Whether the stored rows fold, without any rules, to the table that was played on.

    After every entry each piece must be in one zone, and only placed pieces may have been added.
    """
    from wardiary.domain.diary.codec import digest
    from wardiary.domain.diary.history import History

    history, folded, pieces = matches.history(match), History(), 0
    for entry in history.entries():
        rows = history.rows[entry.first - 1 : entry.last]
        folded.extend(rows)
        pieces += sum(_pieces_placed(row) for row in rows)
        if not is_whole(folded.table, pieces) and not _holds_rewind(rows):
            return False
        pieces = len(folded.table.pieces)
    return digest(folded.table) == digest(history.table)


def _pieces_placed(row: Row) -> int:
    """How many pieces a row placed on the table."""
    from wardiary.domain.diary.codec import decode, kind_of
    from wardiary.domain.table.events import PiecesPlaced

    if kind_of(row) != "pieces-placed":
        return 0
    event = decode(row.state)
    return len(event.pieces) if isinstance(event, PiecesPlaced) else 0


def _holds_rewind(rows: Sequence[Row]) -> bool:
    from wardiary.domain.diary.codec import kind_of

    return any(kind_of(row) == "rewound" for row in rows)


def is_whole(table: Table, pieces: int) -> bool:
    """Whether the table has this number of pieces, each in exactly one place, its own zone."""
    placed_ids = [piece for zone in table.zones.values() for piece in zone]
    zone_of = {piece: zone for zone, order in table.zones.items() for piece in order}
    return len(placed_ids) == len(table.pieces) == pieces and all(
        zone_of.get(piece.id) == piece.zone for piece in table.pieces.values()
    )
