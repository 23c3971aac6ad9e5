"""Stacking: the silhouettes of a side in a hex (8.2)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.table.places import occupied_hexes, silhouettes_by_place
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

STACK_LIMIT = 7


def silhouettes(table: Table, hex_label: str, owner: Seat) -> int:
    """8.2: the silhouettes of a side in a hex."""
    return silhouettes_by_place(table).get((hex_label, owner), 0)


def overstacked_hexes(table: Table, owner: Seat) -> tuple[str, ...]:
    """8.2: the hexes in which a seat must give up units at the end of a turn."""
    return tuple(
        hex_label
        for hex_label in occupied_hexes(table, owner)
        if silhouettes(table, hex_label, owner) > STACK_LIMIT
    )


def has_room(table: Table, hex_label: str, owner: Seat, additional: int) -> bool:
    """E59, E68, E76, 6.1.2: whether a hex has room for more silhouettes."""
    return silhouettes(table, hex_label, owner) + additional <= STACK_LIMIT
