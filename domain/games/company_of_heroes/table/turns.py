"""C-4.0.1, C-12a: how many turns a round has, and how many CP are spent in one."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.components.missions import OperationCard
from wardiary.domain.games.company_of_heroes.components.pack import mission_of, pack_of
from wardiary.domain.games.company_of_heroes.table.zones import OPERATION, OPERATIONS_DISCARD
from wardiary.domain.table.table import Table

HALF = "operation-half"
HALVES = ("top", "bottom")
MANEUVER, REAL_TIME = "maneuver", "real-time"
"""The setting by which both teams spend the CP of all their turns at once."""


def is_real_time(table: Table) -> bool:
    """C-12a: whether both teams maneuver at once; it belongs to the full game."""
    return table.settings.get(MANEUVER) == REAL_TIME and mission_of(table).full


def drawn_card(table: Table) -> OperationCard:
    """The operations card of this round; only its team may be told of it until it is revealed."""
    (card,) = table.zone(OPERATION) or table.zone(OPERATIONS_DISCARD)[-1:]
    return pack_of(table).operations[table.pieces[card].kind]


def turns_of_round(table: Table) -> int:
    """C-4.0d, C-4.0.1d: how many turns each team has in this round."""
    if not mission_of(table).operations:
        return pack_of(table).numbers.turns
    card = drawn_card(table)
    return card.top if HALVES[table.track(HALF) - 1] == "top" else card.bottom


def cp_of_turn(table: Table) -> int:
    """C-4.1a, C-12a: the CP of an army for a turn; in real time those of all turns together."""
    points = pack_of(table).numbers.command_points
    return points * turns_of_round(table) if is_real_time(table) else points
