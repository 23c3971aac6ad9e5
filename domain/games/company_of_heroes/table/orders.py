"""What all actions of a turn look at: the armies whose turn it is, and units that can still act."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.table.armies import Army
from wardiary.domain.games.company_of_heroes.table.command_points import (
    actions_left,
    cannot_act,
)
from wardiary.domain.games.company_of_heroes.table.units import (
    ASSAULT,
    RETREATING,
    army_units,
)
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


class Orders:
    """Worked out once for a prompt: what a seat may order in a turn.

    `units` are those of its armies that have not ended, `able` those of them that have an action
    left, `actions` how many.
    """

    def __init__(self, table: Table, armies: tuple[Army, ...]) -> None:
        """Look at the armies that have not ended their turn."""
        self.table = table
        self.armies = armies
        self.units = [unit for army in armies for unit in army_units(table, army)]
        self.actions: dict[PieceId, int] = {}
        for unit in self.units:
            marks = table.pieces[unit].marks
            if marks.get(RETREATING) or marks.get(ASSAULT):
                continue
            if actions := actions_left(table, unit):
                self.actions[unit] = actions
        self.able = tuple(self.actions)

    def cannot_act(self, unit: PieceId, needed: int = 1) -> Refusal:
        """Why a unit may not take so many actions now."""
        return cannot_act(self.table, unit, self.armies, needed)
