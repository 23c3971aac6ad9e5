"""What all actions of a turn look at: the armies whose turn it is, and units that can still act."""

from __future__ import annotations

from functools import cached_property

from wardiary.domain.games.company_of_heroes.table.armies import Army
from wardiary.domain.games.company_of_heroes.table.command_points import (
    actions_left,
    cannot_act,
)
from wardiary.domain.games.company_of_heroes.table.ground import TANK_TRAP, WIRE, active_tokens
from wardiary.domain.games.company_of_heroes.table.units import (
    ASSAULT,
    RETREATING,
    all_units,
    army_units,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table


class Orders:
    """Worked out once for a prompt: what a seat may order in a turn, with which units."""

    def __init__(self, table: Table, armies: tuple[Army, ...]) -> None:
        """Look at the armies that have not ended their turn."""
        self.table = table
        self.armies = armies

    @cached_property
    def units(self) -> list[PieceId]:
        """The units of the armies on the map."""
        return [unit for army in self.armies for unit in army_units(self.table, army)]

    @cached_property
    def actions(self) -> dict[PieceId, int]:
        """The units that can act, and how many actions they have left."""
        pieces = self.table.pieces
        left = {}
        for unit in self.units:
            marks = pieces[unit].marks
            if not (marks and (marks.get(RETREATING) or marks.get(ASSAULT))):
                if actions := actions_left(self.table, unit):
                    left[unit] = actions
        return left

    @cached_property
    def occupied(self) -> frozenset[Zone]:
        """C-4.1g: the hexes with a unit."""
        pieces = self.table.pieces
        return frozenset(pieces[unit].zone for unit in all_units(self.table))

    @cached_property
    def closed_on_foot(self) -> frozenset[Zone]:
        """C-4.1.2h: the hexes that infantry does not enter."""
        return frozenset(wire.zone for wire in active_tokens(self.table, WIRE))

    @cached_property
    def closed_on_wheels(self) -> frozenset[Zone]:
        """C-4.1.1b, C-4.1.2i: the hexes that vehicles do not enter."""
        traps = (trap.zone for trap in active_tokens(self.table, TANK_TRAP))
        return field_of(self.table).no_wheels.union(traps)

    @cached_property
    def able(self) -> tuple[PieceId, ...]:
        """The units that can act."""
        return tuple(self.actions)

    def cannot_act(self, unit: PieceId, needed: int = 1) -> Refusal:
        """Why a unit may not take so many actions now."""
        return cannot_act(self.table, unit, self.armies, needed)
