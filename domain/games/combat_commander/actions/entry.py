"""An entry of a hex, as the actions of the inactive player see it (O21.3, O21.6)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.morale.demoralise import remaining_units
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class Entry(CombatMenu, frozen=True):
    """O21.3: the movers have entered a hex.

    `fire` says whether opportunity fire is allowed for this one expenditure (A33.3).
    """

    seat: Seat
    hex: Zone
    movers: tuple[PieceId, ...]
    fire: bool
    fired: tuple[PieceId, ...] = ()

    def arrived(self, table: Table) -> tuple[PieceId, ...]:
        """The movers that are in the hex."""
        units = remaining_units(table, self.movers)
        return tuple(unit for unit in units if table.pieces[unit].zone == self.hex)
