"""9.3 Blitz: mechanized units that go through in the middle of a battle."""

from __future__ import annotations

from wardiary.domain.games.kit.choices import Decline
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.games.nuts.board import (
    EXIT,
    GERMAN,
    Army,
    card_of,
    has_enemies,
    is_encircled,
    near,
    relocate,
    seat_of,
    side_of,
    take_control,
)
from wardiary.domain.games.nuts.commands import Blitz
from wardiary.domain.games.nuts.crossing import can_cross
from wardiary.domain.games.nuts.values import is_fuelless
from wardiary.domain.games.nuts.victory import exit_board
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class BlitzMove(Step, frozen=True, tag="blitz-move"):
    """9.3: one natural six: one unit may go to a space beside the one attacked."""

    army: Army
    target: Zone
    units: tuple[PieceId, ...]
    origins: tuple[Zone, ...]
    blitzed: tuple[PieceId, ...]

    def prompts(self, table: Table) -> Prompts:
        """Those that may, and where to."""
        units, spaces = self.able(table), self.destinations(table)
        if not units or not spaces:
            return ()
        offers = (
            offer(
                Blitz, "N-9.3b", "Blitz move", choice_slot("unit", units), choice_slot("to", spaces)
            ),
            offer(Decline, "N-9.3b", "No blitz move"),
        )
        question = f"A six in {self.target}: does a unit go through?"
        return (Prompt(seat_of(table, self.army), offers, "N-9.3b", question),)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Say why."""
        if isinstance(command, Blitz):
            refuse(self.why_not_unit(table, command.unit))
            refuse(self.why_not_space(table, command.to))

    def able(self, table: Table) -> tuple[PieceId, ...]:
        """The units that may go."""
        return tuple(unit for unit in self.units if self.why_not_unit(table, unit) is None)

    def why_not_unit(self, table: Table, unit: PieceId) -> Refusal:
        """Why a unit may not make this blitz move."""
        if unit not in self.units or table.pieces[unit].zone.endswith("-discard"):
            return "N-9.3a", f"{unit} is not in this attack"
        if not card_of(table, unit).mech:
            return "N-9.3c", "only mechanized units make blitz moves"
        if unit in self.blitzed:
            return "N-9.3b", "the unit has gone through already"
        if is_fuelless(table, unit):
            return "N-17.FuelShortage", "its division has no fuel"
        if is_encircled(table, unit):
            return "N-9.4d", "encircled units cannot leave their space"
        return None

    def destinations(self, table: Table) -> tuple[Zone, ...]:
        """N-9.3b, N-9.3e: The spaces a unit may go to."""
        spaces = (*near(table, self.target), EXIT)
        return tuple(space for space in spaces if self.why_not_space(table, space) is None)

    def why_not_space(self, table: Table, to: Zone) -> Refusal:
        """Why nobody may go to a space."""
        # Ruling: R-25 friends there do not matter. R-28 the attacked space is always crossed.
        side, target = side_of(self.army), self.target
        leaves = to == EXIT and side == GERMAN and target[1] == "5"
        beside = leaves or to in near(table, target)
        if not beside or to in self.origins:
            return "N-9.3b", f"{to} is not a space beside {target} to go through to"
        if target not in self.origins and not can_cross(table, side, target):
            return "N-9.3d", f"the river in {target} cannot be crossed"
        if to == EXIT:
            return None
        if has_enemies(table, side, to):
            return "N-9.3b", f"the enemy is in {to}"
        if not can_cross(table, side, to):
            return "N-9.3d", f"the river in {to} cannot be crossed"
        return None

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """The unit goes, or none does."""
        draft.finish()
        if not isinstance(command, Blitz):
            return
        go_through(draft, command.unit, command.to)

    def resume(self, draft: Draft) -> None:
        """Nobody can go."""
        draft.finish()


def go_through(draft: Draft, unit: PieceId, to: Zone) -> None:
    """9.3: it moves at once."""
    # Ruling: R-29 the space it goes through stays as it is; where it stops, its side takes control.
    side = card_of(draft.table, unit).side
    if to == EXIT:
        exit_board(draft, (unit,))
    else:
        relocate(draft, (unit,), to, rule="N-9.3b")
        take_control(draft, to, side)
    battle = draft.top
    blitzed = getattr(battle, "blitzed", ())
    draft.change(blitzed=(*blitzed, unit))


def open_blitz(
    draft: Draft,
    army: Army,
    target: Zone,
    units: tuple[PieceId, ...],
    origins: tuple[Zone, ...],
    blitzed: tuple[PieceId, ...],
) -> None:
    """9.3: ask for one blitz move."""
    draft.begin(BlitzMove(army, target, units, origins, blitzed))
