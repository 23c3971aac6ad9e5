"""A move order as its actions see it: who moves, what is spent and left (O21)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.actions.after_entry import AfterEntry
from wardiary.domain.games.combat_commander.cards.playing import OrderMenu
from wardiary.domain.games.combat_commander.fire.attack import MOVING
from wardiary.domain.games.combat_commander.morale.demoralise import remaining_units
from wardiary.domain.games.combat_commander.movement.entering import Entering
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.edges import may_exit
from wardiary.domain.games.combat_commander.terrain.fortifications import is_trench_step, wire_in
from wardiary.domain.games.combat_commander.terrain.steps import (
    enters_a_road,
    move_cost,
    move_steps,
)
from wardiary.domain.games.combat_commander.units.numbers import movement
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class Moving(OrderMenu, frozen=True):
    """O21: which of the activated units are moving, what they have spent, and which have finished.

    `steady` are the movers that were not demoralised when they set out; `halted` says that wire has
    taken the rest of their movement; `settled` that the last step has been dealt with.
    """

    seat: Seat
    movers: tuple[PieceId, ...] = ()
    steady: tuple[PieceId, ...] = ()
    spent: int = 0
    road: bool = False
    halted: bool = False
    finished: tuple[PieceId, ...] = ()
    carried_out: bool = False
    settled: bool = True

    def waiting(self, table: Table) -> tuple[PieceId, ...]:
        """The units activated to move that have not moved yet."""
        finished = remaining_units(table, self.finished)
        return tuple(
            unit
            for unit in units_on_map(table, self.seat)
            if table.mark(unit, MOVING) and unit not in finished
        )

    def here(self, table: Table) -> Zone:
        """The hex of the movers."""
        return table.zone_of(self.movers[0])

    def may_end(self, table: Table) -> bool:
        """O14.4: somebody has moved, or nobody can."""
        # Ruling: AMB-48, an order that no unit can carry out any more may be closed.
        if self.carried_out:
            return True
        if self.movers:
            return not self._can_go(table, self.movers, self.left(table))
        waiting = self.waiting(table)
        return not any(self._can_go(table, (unit,), movement(table, unit)) for unit in waiting)

    def _can_go(self, table: Table, units: tuple[PieceId, ...], left: int) -> bool:
        here = table.pieces[units[0]].zone
        if left >= 1 and may_exit(table, self.seat, here):
            return True
        return any(cost <= left for _, cost in move_steps(table, self.seat, here))

    def left(self, table: Table) -> int:
        """3.1.3, T93, F106.2: the movement points that the slowest mover has left."""
        if self.halted:
            return 0
        slowest = min(movement(table, mover) for mover in self.movers)
        # A unit that loses the leader it set out with may have spent more than it has now.
        return max(slowest + int(self.road) - self.spent, 0)

    def step(self, draft: Draft, there: Zone) -> None:
        """O21.1, O21.5: the cost is spent, and the movers enter a hex."""
        table = draft.table
        here = table.pieces[self.movers[0]].zone
        cost = move_cost(table, here, there)
        assert cost is not None
        items = (("spent before", self.spent, "O21.5"), (f"into {there}", cost, "O21.1"))
        spent = draft.total("movement points", items, rule="O21.5")
        draft.change(
            spent=spent,
            # Ruling: AMB-56, the road's bonus comes with entering it.
            road=self.road or enters_a_road(table, there),
            halted=self.halted or wire_in(table, here),
            carried_out=True,
            settled=False,
        )
        fire = not is_trench_step(table, here, there)
        draft.begin(AfterEntry(enemy_of(self.seat), there, self.movers, fire=fire))
        draft.begin(Entering(self.movers, here, there, "move"))

    def stop(self, draft: Draft) -> None:
        """O21.2: the movers have finished."""
        draft.change(
            finished=(*self.finished, *self.movers), movers=(), steady=(), spent=0, settled=True
        )
