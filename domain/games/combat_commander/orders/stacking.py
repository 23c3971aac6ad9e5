"""8.2: crowded hexes at the end of a turn."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.morale.demoralise import DeploySquad
from wardiary.domain.games.combat_commander.units.stacking import STACK_LIMIT, silhouettes
from wardiary.domain.games.combat_commander.units.units import unit_card, units_in
from wardiary.domain.games.combat_commander.victory.casualties import eliminate
from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone


class Overstacked(Step, frozen=True, tag="overstacked"):
    """8.2: one free deployment, then units are given up until seven silhouettes are left."""

    seat: Seat
    hex: Zone
    deployed: bool = False

    def resume(self, draft: Draft) -> None:
        """Deploy a squad, or give a unit up."""
        if silhouettes(draft.table, self.hex, self.seat) <= STACK_LIMIT:
            draft.finish()
            return
        units = units_in(draft.table, self.hex, self.seat)
        if self.deployed:
            ask(draft, GiveUpUnit(self.seat, units))
            return
        draft.change(deployed=True)
        squads = [unit for unit in units if unit_card(draft.table, unit).type == "squad"]
        ask(draft, DeployWhenOverstacked(self.seat, tuple(squads)))


class GiveUpUnit(ListedChoice, frozen=True, tag="give-up"):
    """8.2: which unit of a crowded hex is given up."""

    question = "too many units in the hex: which unit is eliminated?"
    rule = "8.2"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is eliminated."""
        eliminate(draft, (chosen,), rule="8.2")


class DeployWhenOverstacked(DeploySquad, frozen=True, tag="deploy-overstacked"):
    """8.2: which squad of a crowded hex is deployed first, if any."""

    rule = "8.2"


STEPS: tuple[type[Step], ...] = (Overstacked, GiveUpUnit, DeployWhenOverstacked)
