"""A match folded again from its stored rows, every piece counted on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches
    from wardiary.domain.diary.rows import Row
    from wardiary.domain.table.table import Table


def fold_again(desk: Matches, match: str) -> bool:
    """Whether the stored rows fold, without any rules, to the very table that was played on.

    After every entry each piece must lie in one zone, and none may have come or gone unless placed.
    """
    from wardiary.domain.diary.codec import digest
    from wardiary.domain.diary.history import History

    played, again, pieces = desk.history(match), History(), 0
    for entry in played.entries():
        rows = played.rows[entry.first - 1 : entry.last]
        again.extend(rows)
        pieces += sum(_placed(row) for row in rows)
        if not is_whole(again.table, pieces) and not _goes_back(rows):
            return False
        pieces = len(again.table.pieces)
    return digest(again.table) == digest(played.table)


def _placed(row: Row) -> int:
    """How many pieces a row brought to the table."""
    from wardiary.domain.diary.codec import decode, kind_of
    from wardiary.domain.table.events import PiecesPlaced

    if kind_of(row) != "pieces-placed":
        return 0
    event = decode(row.state)
    return len(event.pieces) if isinstance(event, PiecesPlaced) else 0


def _goes_back(rows: Sequence[Row]) -> bool:
    from wardiary.domain.diary.codec import kind_of

    return any(kind_of(row) == "rewound" for row in rows)


def is_whole(table: Table, pieces: int) -> bool:
    """Whether so many pieces lie on the table, each exactly once, and where it says."""
    lying = [piece for zone in table.zones.values() for piece in zone]
    placed = {piece: zone for zone, of in table.zones.items() for piece in of}
    return len(lying) == len(table.pieces) == pieces and all(
        placed.get(piece.id) == piece.zone for piece in table.pieces.values()
    )
