"""Rout: demoralised units of a player roll, and run (O23)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.cards.rolls import Faces, roll
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.morale.demoralise import standing_for, suppress
from wardiary.domain.games.combat_commander.movement.entering import Entering
from wardiary.domain.games.combat_commander.orders.recover import has_acted, still_demoralised
from wardiary.domain.games.combat_commander.table.choices import choose, effect
from wardiary.domain.games.combat_commander.table.zones import SEATS
from wardiary.domain.games.combat_commander.terrain.terrain import friendly_edge, retreat_hexes
from wardiary.domain.games.combat_commander.units.units import (
    is_demoralised,
    morale_items,
    units_on_map,
)
from wardiary.domain.games.combat_commander.victory.victory import eliminate
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def may_be_routed(table: Table) -> tuple[Seat, ...]:
    """O23.1: the players with a demoralised unit, neither recovered nor routed this turn."""
    return tuple(
        seat
        for seat in SEATS
        if not has_acted(table, seat)
        and any(is_demoralised(table, unit) for unit in units_on_map(table, seat))
    )


def begin_rout(draft: Draft, seat: Seat) -> None:
    """O23.1: the active player says whose units run."""
    choose(draft, seat, "rout-side", may_be_routed(draft.table), rule="O23.1")


@effect("rout-side")
def rout_side(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """O23.1: that player is activated."""
    del about
    draft.track(f"player-activated-{chosen}", 1, rule="O23.1")
    units = units_on_map(draft.table, chosen)
    draft.begin(Rout(seat, tuple(unit for unit in units if is_demoralised(draft.table, unit))))


class Rout(Step, frozen=True, tag="rout"):
    """O23.2: the active player rolls for each unit demoralised when the order was announced."""

    seat: Seat
    waiting: tuple[PieceId, ...]
    unit: PieceId = ""
    morale: int = 0
    rolled: Faces = ()

    def resume(self, draft: Draft) -> None:
        """The result of a roll, or the next unit."""
        if self.rolled:
            draft.change(unit="", rolled=())
            self._result(draft)
        elif self.unit:
            self._roll(draft)
        else:
            self._next(draft)

    def _next(self, draft: Draft) -> None:
        left = still_demoralised(draft.table, self.waiting)
        draft.change(waiting=left)
        if left:
            choose(draft, self.seat, "rout-next", left, rule="O23.2")
        else:
            draft.finish()

    def _roll(self, draft: Draft) -> None:
        items = morale_items(draft.table, self.unit)
        morale = draft.total(f"morale {self.unit}", items, rule="O23.2")
        draft.change(morale=morale)
        facts: dict[str, str | int] = {"unit": self.unit, "hex": draft.table.zone_of(self.unit)}
        roll(draft, self.seat, "rout", facts=facts, against=morale)

    def _result(self, draft: Draft) -> None:
        # Ruling: AMB-59, a unit rallied by the trigger of its own roll still suffers that roll.
        excess = sum(self.rolled) - self.morale
        # E52.2: the result is that of both teams of a squad deployed by this very roll.
        for unit in standing_for(draft.table, (self.unit,)):
            if excess == 0:
                suppress(draft, unit, rule="O23.2")
            elif excess > 0:
                draft.begin(Retreat(unit, excess))


@effect("rout-next")
def rout_next(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """O23.2: that unit rolls next."""
    del seat, about
    step = draft.top
    assert isinstance(step, Rout)
    draft.change(unit=chosen, waiting=tuple(unit for unit in step.waiting if unit != chosen))


class Retreat(Step, frozen=True, tag="retreat"):
    """O23.3: the owner runs, every hex nearer to his own edge."""

    unit: PieceId
    hexes: int

    def resume(self, draft: Draft) -> None:
        """One more hex, or lost when there is none to run to."""
        table = draft.table
        heirs = standing_for(table, (self.unit,))
        if self.hexes == 0 or not heirs:
            draft.finish()
            return
        if heirs != (self.unit,):
            # A36, E52.2: teams took the place of a squad on the way, and all of them run on.
            draft.finish()
            for heir in heirs:
                draft.begin(Retreat(heir, self.hexes))
            return
        piece = table.pieces[self.unit]
        hexes = retreat_hexes(table, piece.owner, piece.zone)
        draft.change(hexes=self.hexes - 1)
        if hexes:
            choose(draft, piece.owner, "retreat", hexes, rule="O23.3", about=(self.unit,))
            return
        draft.finish()
        edge = friendly_edge(table, piece.owner)
        if map_of(table).grid.edge_distance(piece.zone, edge) == 0:
            eliminate(draft, (self.unit,), rule="7.2.2", repaired=True)
        else:
            eliminate(draft, (self.unit,), rule="O23.3.5")


@effect("retreat")
def retreat(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """O23.3.1, O23.3.2, O23.3.3, O23.3.4: no costs, no fire, no halt in wire, but mines."""
    del seat
    draft.begin(Entering(about, draft.table.zone_of(about[0]), chosen, "retreat"))


STEPS: tuple[type[Step], ...] = (Rout, Retreat)
