"""Advance: one hex each, also onto the enemy (O16)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.actions.opportunity_fire import AfterEntry
from wardiary.domain.games.combat_commander.cards.refusals import refuse_another_order
from wardiary.domain.games.combat_commander.morale.demoralise import standing_for
from wardiary.domain.games.combat_commander.movement.entering import Entering
from wardiary.domain.games.combat_commander.movement.leaving import Leaving
from wardiary.domain.games.combat_commander.orders.refusals import refuse_advance
from wardiary.domain.games.combat_commander.table.commands import Advance, Done, Leave
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.terrain import advance_steps, may_exit
from wardiary.domain.games.combat_commander.weapons.effects import weapons_may_go
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_of
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


@weapons_may_go
class AdvanceOrder(Step, frozen=True, tag="advance-order"):
    """O16.1: each activated unit may go one hex, without costs; nobody shoots at it."""

    seat: Seat
    units: tuple[PieceId, ...]
    carried_out: bool = False

    def prompts(self, table: Table) -> Prompts:
        """Where each unit may go."""
        units = standing_for(table, self.units)
        offers = []
        for unit in units:
            here = table.pieces[unit].zone
            hexes = self._hexes(table, unit)
            if hexes:
                slots = (fixed_slot("unit", unit), choice_slot("hex", hexes))
                offers.append(Offer("advance", slots, "O16.1", f"advance {unit}"))
            if may_exit(table, self.seat, here):
                offers.append(
                    Offer("leave", (fixed_slot("unit", unit),), "7.2.1", f"{unit} leaves")
                )
        if not offers:
            return ()
        # O14.4: somebody has to carry the order out.
        if self.carried_out:
            offers.append(Offer("done", (), "O14.2", "advance no more"))
        return (Prompt(self.seat, tuple(offers), "O16.1", "advance whom where?"),)

    def _hexes(self, table: Table, unit: PieceId) -> tuple[Zone, ...]:
        armed = weapon_of(table, unit) is not None
        return advance_steps(table, table.pieces[unit].zone, with_weapon=armed)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """O14.2, O14.4, O16: too early to end, not activated, or no way there."""
        del seat
        refuse_another_order(command)
        if isinstance(command, Done) and not self.carried_out:
            raise Illegal("O14.4", "nobody has advanced yet")
        if isinstance(command, Advance):
            if command.unit not in standing_for(table, self.units):
                raise Illegal("O14.1", f"{command.unit} is not activated to advance, or has")
            refuse_advance(table, command, armed=weapon_of(table, command.unit) is not None)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """One unit advances or leaves, or the order ends."""
        if isinstance(command, Done):
            draft.finish()
            return
        assert isinstance(command, Advance | Leave)
        unit = command.unit
        left = tuple(other for other in standing_for(draft.table, self.units) if other != unit)
        draft.change(units=left, carried_out=True)
        if isinstance(command, Leave):
            draft.begin(Leaving((unit,)))
            return
        start = draft.table.zone_of(unit)
        draft.begin(AfterEntry(enemy_of(seat), command.hex, (unit,), fire=False))
        draft.begin(Entering((unit,), start, command.hex, "advance"))

    def resume(self, draft: Draft) -> None:
        """Nobody can advance any more."""
        draft.finish()


STEPS: tuple[type[Step], ...] = (AdvanceOrder,)
