"""A unit or group goes from one hex into the next: mines on the way out and in (F103, O21.4)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.fire.defence import Attack
from wardiary.domain.games.combat_commander.morale.demoralise import remaining_units
from wardiary.domain.games.combat_commander.movement.placing import relocate
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.fortifications import mines_firepower, mines_in
from wardiary.domain.games.combat_commander.terrain.steps import is_impassable
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Zone

_RULES = {"move": "O21.1", "advance": "O16.1", "retreat": "O23.3"}


class Entering(Step, frozen=True, tag="entering"):
    """F103: mines attack units that leave their hex or enter it; units that stay are safe.

    A blaze that a trigger has lit in the hex ahead while they were leaving keeps them out (T79).
    """

    # Ruling: AMB-42, mines that are there already act as part of entering, before any window.
    units: tuple[PieceId, ...]
    start: Zone
    hex: Zone
    how: str
    stage: str = "leave"

    def resume(self, draft: Draft) -> None:
        """Leave, go, arrive."""
        units = remaining_units(draft.table, self.units)
        if self.stage == "leave":
            draft.change(stage="go")
            if mines_in(draft.table, self.start):
                mines_attack(draft, units)
        elif self.stage == "go" and units and not is_impassable(draft.table, self.hex):
            # F103.2: demoralised on the way out, it is still placed where it was going.
            draft.change(stage="arrive")
            relocate(draft, units, self.hex, rule=_RULES[self.how])
        elif self.stage == "arrive" and units:
            draft.change(stage="end")
            if mines_in(draft.table, self.hex):
                mines_attack(draft, units)
        else:
            draft.finish()


def mines_attack(draft: Draft, units: tuple[PieceId, ...]) -> None:
    """F103.2: the opponent rolls for the mines; the units defend without cover."""
    if not units:
        return
    piece = draft.table.pieces[units[0]]
    # Ruling: AMB-27, mines (and radios) fire from no hex, so no height counts.
    items = (("mines", mines_firepower(draft.table), "F103.2"),)
    firepower = draft.total(f"mines {piece.zone}", items, rule="F103.2")
    draft.begin(
        Attack(
            seat=enemy_of(piece.owner),
            kind="mines",
            hexes=(piece.zone,),
            firepower=firepower,
            units=units,
            no_cover="F103.2",
        )
    )


STEPS: tuple[type[Step], ...] = (Entering,)
