"""What recover and rout orders share: a roll for each demoralised unit (O22.2, O23.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from wardiary.domain.games.combat_commander.cards.rolls import Faces, roll
from wardiary.domain.games.combat_commander.morale.demoralise import remaining_units
from wardiary.domain.games.combat_commander.units.numbers import morale_items
from wardiary.domain.games.combat_commander.units.units import is_demoralised
from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.games.kit.menus import top_step
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def has_acted(table: Table, seat: Seat) -> bool:
    """O22.1, O23.1: whether a player was activated for a recover or rout order this turn."""
    return table.track(f"player-activated-{seat}") > 0


def still_demoralised(table: Table, units: Iterable[PieceId]) -> tuple[PieceId, ...]:
    """O22.2, O23.2: the units that still have to roll; teams for their squad (E52.2)."""
    return tuple(unit for unit in remaining_units(table, units) if is_demoralised(table, unit))


class NextUnit(ListedChoice, frozen=True):
    """O22.2, O23.2: which unit rolls next."""

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It rolls."""
        rolls = top_step(draft, MoraleRolls)
        draft.change(unit=chosen, waiting=tuple(unit for unit in rolls.waiting if unit != chosen))


class MoraleRolls(Step, frozen=True):
    """O22.2, O23.2: a roll for each unit that was demoralised when the order was announced.

    An order gives the `purpose` of its rolls, the question which unit rolls next, the rule under
    which rolls are compared with morale, and what their results are.
    """

    purpose: ClassVar[str]
    next_unit: ClassVar[type[NextUnit]]
    morale_rule: ClassVar[str]

    seat: Seat
    waiting: tuple[PieceId, ...]
    unit: PieceId = ""
    morale: int = 0
    rolled: Faces = ()

    def apply_roll(self, draft: Draft, unit: PieceId, excess: int) -> None:
        """The result for a unit whose roll is by `excess` above its morale."""
        raise NotImplementedError

    def resume(self, draft: Draft) -> None:
        """The result of a roll, or the next unit."""
        if self.rolled:
            draft.change(unit="", rolled=())
            # E52.2: the result is that of both teams of a squad deployed by this very roll.
            for unit in remaining_units(draft.table, (self.unit,)):
                self.apply_roll(draft, unit, sum(self.rolled) - self.morale)
        elif self.unit:
            self._roll(draft)
        else:
            self._next(draft)

    def _next(self, draft: Draft) -> None:
        # Ruling: AMB-59, a unit no longer demoralised gets no roll.
        left = still_demoralised(draft.table, self.waiting)
        draft.change(waiting=left)
        if left:
            ask(draft, self.next_unit(self.seat, left))
        else:
            draft.finish()

    def _roll(self, draft: Draft) -> None:
        items = morale_items(draft.table, self.unit)
        morale = draft.total(f"morale {self.unit}", items, rule=self.morale_rule)
        draft.change(morale=morale)
        facts: dict[str, str | int] = {"unit": self.unit, "hex": draft.table.zone_of(self.unit)}
        roll(draft, self.seat, self.purpose, facts=facts, against=morale)
