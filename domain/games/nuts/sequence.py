"""6 Sequence of play: eight phases a turn, what each phase clears away, and the end of a turn."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.nuts.board import (
    ASIDE,
    ENTRY,
    GERMAN,
    SIDES,
    TABLE_EVENTS,
    Army,
    armies,
    discards,
    pack_of,
    seat_of,
    side_of,
    spaces_in_play,
    units_of,
)
from wardiary.domain.games.nuts.cohesion import SupplyPhase
from wardiary.domain.games.nuts.combat.declaration import CombatPhase
from wardiary.domain.games.nuts.movement.phase import MovementPhase
from wardiary.domain.games.nuts.reinforcement import DrawPhase
from wardiary.domain.games.nuts.victory import check_end
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table

PHASES = ("supply", "draw", "movement", "combat")
STEP_OF_PHASE: dict[str, Callable[[Army], Step]] = {
    "supply": SupplyPhase,
    "draw": DrawPhase,
    "movement": MovementPhase,
    "combat": CombatPhase,
}
ENDS_WITH: dict[str, tuple[str, ...]] = {
    "supply": ("malmedy-massacre",),
    "draw": (),
    "movement": ("bypass-route", "commandos"),
    "combat": ("boundary-confusion", "coordinated-attack", "fuel-shortage", "mud"),
}
"""The event cards that the end of a phase removes from play."""


class Sequence(Step, frozen=True, tag="sequence"):
    """N-6.0a, N-14.4a, N-5.0k.

    The armies in their order, each with its four phases. `begun` counts phases.
    """

    begun: int = 0

    def resume(self, draft: Draft) -> None:
        """End the phase before, and begin the next."""
        order = armies(draft.table)
        if self.begun:
            place, phase = divmod(self.begun - 1, len(PHASES))
            clear_phase(draft, order[place], PHASES[phase])
        if self.begun == len(order) * len(PHASES):
            check_end(draft)
            end_turn(draft)
            draft.change(begun=0)
            return
        place, phase = divmod(self.begun, len(PHASES))
        draft.change(begun=self.begun + 1)
        begin_phase(draft, order[place], PHASES[phase], first=not self.begun)


def begin_phase(draft: Draft, army: Army, phase: str, *, first: bool) -> None:
    """6.0: a phase of an army begins; with the first of all, a turn."""
    table = draft.table
    draft.enter(
        phase,
        seat_of(table, army),
        round=table.round + 1 if first else table.round,
        turn=table.turn + 1 if phase == PHASES[0] else table.turn,
        rule="N-6.0a",
    )
    draft.begin(STEP_OF_PHASE[phase](army))


def clear_phase(draft: Draft, army: Army, phase: str) -> None:
    """4.2: cards and marks that last for this phase only are removed."""
    for kind in ENDS_WITH[phase]:
        discard_kind(draft, kind)
    if phase == "draw":
        forget_failed(draft, army)
    elif phase == "movement":
        clear_marks(draft, side_of(army), "halted")
        for hero in pack_of(draft.table).cards_of.get("truly-famous-general", ()):
            if hero in draft.table.pieces:
                draft.mark(hero, "halted", 0, rule="N-6.0a")
    elif phase == "combat":
        for side in SIDES:
            clear_marks(draft, side, "silent")
        if army == [a for a in armies(draft.table) if side_of(a) == GERMAN][-1]:
            discard_kind(draft, "pattons-prayer")


def discard_kind(draft: Draft, kind: str) -> None:
    """4.2: an event that is over goes to its owner's discard pile."""
    for card in pack_of(draft.table).cards_of.get(kind, ()):
        piece = draft.table.pieces.get(card)
        if piece and (piece.zone == TABLE_EVENTS or piece.zone.endswith("-events")):
            draft.turn(card, "", rule="N-4.2a")
            draft.move(card, discards(piece.back), rule="N-4.2a")


def forget_failed(draft: Draft, army: Army) -> None:
    """17: once the draw phase is over, what failed in the checks before cannot come back."""
    for card in draft.table.zone(discards(army)):
        draft.mark(card, "failed", 0, rule="N-17.Reconstitution")


def clear_marks(draft: Draft, side: str, *marks: str) -> None:
    """Marks that are over come off all units of a side."""
    for unit in all_units(draft.table, side):
        if draft.table.pieces[unit].marks:
            for mark in marks:
                draft.mark(unit, mark, 0, rule="N-6.0a")


def all_units(table: Table, side: str) -> list[PieceId]:
    """All units of a side on the board and beside it."""
    units: list[PieceId] = []
    for space in spaces_in_play(table):
        units.extend(units_of(table, side, space))
    if side == GERMAN:
        for zone in ENTRY.values():
            units.extend(table.zones.get(zone, ()))
    else:
        units.extend(table.zones.get(ASIDE, ()))
    return units


def end_turn(draft: Draft) -> None:
    """6.0: what units have done in this turn is over."""
    for side in SIDES:
        clear_marks(draft, side, "moved", "sideways")
