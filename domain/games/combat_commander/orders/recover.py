"""Recover: suppression goes, and every demoralised unit may rally (O22)."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.combat_commander.cards.rolls import Faces, roll
from wardiary.domain.games.combat_commander.morale.demoralise import rally, standing_for, suppress
from wardiary.domain.games.combat_commander.table.choices import choose, effect
from wardiary.domain.games.combat_commander.units.units import (
    is_demoralised,
    is_suppressed,
    morale_items,
    units_on_map,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def has_acted(table: Table, seat: Seat) -> bool:
    """O22.1, O23.1: whether a player was activated for a recover or rout order this turn."""
    return table.track(f"player-activated-{seat}") > 0


def may_recover(table: Table, seat: Seat) -> bool:
    """O22.1: something to recover from, and neither recovered nor routed this turn."""
    # Ruling: AMB-59, a second recover order is excluded by the activation of the player.
    units = units_on_map(table, seat)
    shaken = any(is_demoralised(table, unit) or is_suppressed(table, unit) for unit in units)
    return shaken and not has_acted(table, seat)


def begin_recover(draft: Draft, seat: Seat) -> None:
    """O22.1, O22.2: the player is activated; first all his suppressed markers go."""
    draft.track(f"player-activated-{seat}", 1, rule="O22.1")
    units = units_on_map(draft.table, seat)
    waiting = tuple(unit for unit in units if is_demoralised(draft.table, unit))
    for unit in units:
        draft.mark(unit, "suppressed", 0, rule="O22.2")
    draft.begin(Recover(seat, waiting))


def still_demoralised(table: Table, units: Iterable[PieceId]) -> tuple[PieceId, ...]:
    """O22.2, O23.2: those of some units that still have to roll; teams for their squad (E52.2)."""
    return tuple(unit for unit in standing_for(table, units) if is_demoralised(table, unit))


class Recover(Step, frozen=True, tag="recover"):
    """O22.2: a rally roll for each unit that was demoralised when the order was announced."""

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
        # Ruling: AMB-59, a unit no longer demoralised gets no roll.
        left = still_demoralised(draft.table, self.waiting)
        draft.change(waiting=left)
        if left:
            choose(draft, self.seat, "rally-next", left, rule="O22.2")
        else:
            draft.finish()

    def _roll(self, draft: Draft) -> None:
        items = morale_items(draft.table, self.unit)
        morale = draft.total(f"morale {self.unit}", items, rule="O22.3")
        draft.change(morale=morale)
        facts: dict[str, str | int] = {"unit": self.unit, "hex": draft.table.zone_of(self.unit)}
        roll(draft, self.seat, "rally", facts=facts, against=morale)

    def _result(self, draft: Draft) -> None:
        total = sum(self.rolled)
        # E52.2: the result is that of both teams of a squad deployed by this very roll.
        for unit in standing_for(draft.table, (self.unit,)):
            if total < self.morale:
                rally(draft, unit, rule="O22.3")
            elif total == self.morale:
                suppress(draft, unit, rule="O22.3")


@effect("rally-next")
def rally_next(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """O22.2: that unit rolls next."""
    del seat, about
    step = draft.top
    assert isinstance(step, Recover)
    draft.change(unit=chosen, waiting=tuple(unit for unit in step.waiting if unit != chosen))


STEPS: tuple[type[Step], ...] = (Recover,)
