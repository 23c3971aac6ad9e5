"""Leaving over the enemy's edge: mines first, then points and the time track (7.2.1, F103.1)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.morale.demoralise import remaining_units
from wardiary.domain.games.combat_commander.movement.entering import mines_attack
from wardiary.domain.games.combat_commander.movement.placing import leave_map
from wardiary.domain.games.combat_commander.terrain.fortifications import mines_in
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId


class Leaving(Step, frozen=True, tag="leaving"):
    """7.2.1: units leave together; mines in their hex attack them on the way out."""

    units: tuple[PieceId, ...]
    mined: bool = False

    def resume(self, draft: Draft) -> None:
        """Mines, then one unit after the other."""
        units = remaining_units(draft.table, self.units)
        if not units:
            draft.finish()
        elif not self.mined:
            draft.change(mined=True)
            if mines_in(draft.table, draft.table.zone_of(units[0])):
                mines_attack(draft, units)
        else:
            draft.change(units=units[1:])
            leave_map(draft, units[0])


STEPS: tuple[type[Step], ...] = (Leaving,)
