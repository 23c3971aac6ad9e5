"""What all actions of a turn look at: the armies whose turn it is, and units that can still act."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from wardiary.domain.games.company_of_heroes.components.names import Ability
from wardiary.domain.games.company_of_heroes.components.pack import mission_of, pack_of
from wardiary.domain.games.company_of_heroes.table.armies import Army
from wardiary.domain.games.company_of_heroes.table.command_points import (
    actions_left,
    cannot_act,
)
from wardiary.domain.games.company_of_heroes.table.units import (
    ASSAULT,
    RETREATING,
    army_units,
    drives,
    units_by_hex,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


class Orders:
    """Worked out once for a prompt: what a seat may order in a turn, with which units."""

    def __init__(
        self, table: Table, armies: tuple[Army, ...], *, one_at_a_time: bool = False
    ) -> None:
        """Look at the armies that have not ended their turn.

        C-12a: in real time, CP are spent `one_at_a_time`.
        """
        self.table = table
        self.armies = armies
        self.one_at_a_time = one_at_a_time
        self.field = field_of(table)
        self.full = mission_of(table).full
        self.occupied = frozenset(units_by_hex(table))

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
    def able(self) -> tuple[PieceId, ...]:
        """The units that can act."""
        return tuple(self.actions)

    @cached_property
    def driving(self) -> tuple[PieceId, ...]:
        """C-4.1.7a: those of them that move as heavy vehicles do in the full game."""
        return tuple([unit for unit in self.able if drives(self.table, unit)])

    def able_with(self, ability: Ability) -> Iterator[PieceId]:
        """The units that can act, of kinds that can ever have an ability."""
        kinds, pieces = pack_of(self.table).kinds_with[ability], self.table.pieces
        return (unit for unit in self.actions if pieces[unit].kind in kinds)

    def cannot_spend(self, actions: int) -> Refusal:
        """C-12a: why so many actions are not taken in one order."""
        # Ruling: C-12a the speed die goes like a CP, one an order; a tactic is paid at once.
        if self.one_at_a_time and actions > 1:
            return "C-12a", "in real time every order takes one CP, or the speed die"
        return None

    def cannot_act(self, unit: PieceId, needed: int = 1) -> Refusal:
        """Why a unit may not take so many actions now."""
        return cannot_act(self.table, unit, self.armies, needed)
