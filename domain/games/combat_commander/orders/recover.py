"""Recover: suppression goes, and every demoralised unit may rally (O22)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.morale.demoralise import rally, suppress
from wardiary.domain.games.combat_commander.orders.morale_rolls import (
    MoraleRolls,
    NextUnit,
    has_acted,
)
from wardiary.domain.games.combat_commander.orders.order import Order
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.units.units import is_demoralised, is_suppressed
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


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


RECOVER = Order(
    "recover",
    may_recover,
    begin_recover,
    ("O22.1", "there is nobody to recover, or you were activated this turn"),
)


class NextToRally(NextUnit, frozen=True, tag="rally-next"):
    """O22.2: which unit rolls next."""

    question = "which unit tries to rally next?"
    rule = "O22.2"


class Recover(MoraleRolls, frozen=True, tag="recover"):
    """O22.2: a rally roll for each demoralised unit."""

    purpose = "rally"
    next_unit = NextToRally
    morale_rule = "O22.3"

    def apply_roll(self, draft: Draft, unit: PieceId, excess: int) -> None:
        """O22.3: below morale rallied, equal suppressed, above nothing."""
        if excess < 0:
            rally(draft, unit, rule="O22.3")
        elif excess == 0:
            suppress(draft, unit, rule="O22.3")


STEPS: tuple[type[Step], ...] = (Recover, NextToRally)
