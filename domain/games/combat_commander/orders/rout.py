"""Rout: demoralised units of a player roll, and retreat (O23)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.morale.demoralise import remaining_units, suppress
from wardiary.domain.games.combat_commander.movement.entering import Entering
from wardiary.domain.games.combat_commander.orders.morale_rolls import (
    MoraleRolls,
    NextUnit,
    has_acted,
)
from wardiary.domain.games.combat_commander.orders.order import Order
from wardiary.domain.games.combat_commander.table.choices import ChoiceFor
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.zones import SEATS
from wardiary.domain.games.combat_commander.terrain.edges import friendly_edge
from wardiary.domain.games.combat_commander.terrain.steps import retreat_hexes
from wardiary.domain.games.combat_commander.units.units import is_demoralised
from wardiary.domain.games.combat_commander.victory.casualties import eliminate
from wardiary.domain.games.kit.choices import ListedChoice, ask
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


def may_rout(table: Table, seat: Seat) -> bool:
    """O23.1: whether there is a player to rout."""
    del seat
    return bool(may_be_routed(table))


def begin_rout(draft: Draft, seat: Seat) -> None:
    """O23.1: the active player says whose units are routed."""
    ask(draft, RoutedSide(seat, may_be_routed(draft.table)))


ROUT = Order(
    "rout",
    may_rout,
    begin_rout,
    ("O23.1", "there is nobody to rout, or he was activated this turn"),
)


class RoutedSide(ListedChoice, frozen=True, tag="rout-side"):
    """O23.1: whose units are routed."""

    question = "whose units are routed?"
    rule = "O23.1"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """That player is activated."""
        draft.track(f"player-activated-{chosen}", 1, rule="O23.1")
        units = units_on_map(draft.table, chosen)
        shaken = tuple(unit for unit in units if is_demoralised(draft.table, unit))
        draft.begin(Rout(self.seat, shaken))


class NextToRout(NextUnit, frozen=True, tag="rout-next"):
    """O23.2: which unit rolls next."""

    question = "which unit rolls for rout next?"
    rule = "O23.2"


class Rout(MoraleRolls, frozen=True, tag="rout"):
    """O23.2: the active player rolls for each demoralised unit."""

    purpose = "rout"
    next_unit = NextToRout
    morale_rule = "O23.2"

    def apply_roll(self, draft: Draft, unit: PieceId, excess: int) -> None:
        """O23.2: below morale nothing, equal suppressed, above a retreat by the difference."""
        # Ruling: AMB-59, a unit rallied by the trigger of its own roll still suffers that roll.
        if excess == 0:
            suppress(draft, unit, rule="O23.2")
        elif excess > 0:
            draft.begin(Retreat(unit, excess))


class Retreat(Step, frozen=True, tag="retreat"):
    """O23.3: the owner retreats the unit, each hex nearer to his map edge."""

    unit: PieceId
    hexes: int

    def resume(self, draft: Draft) -> None:
        """One more hex; the unit is eliminated when there is none to retreat to."""
        table = draft.table
        units = remaining_units(table, (self.unit,))
        if self.hexes == 0 or not units:
            draft.finish()
            return
        if units != (self.unit,):
            # A36, E52.2: teams took the place of a squad on the way, and all of them retreat on.
            draft.finish()
            for unit in units:
                draft.begin(Retreat(unit, self.hexes))
            return
        piece = table.pieces[self.unit]
        hexes = retreat_hexes(table, piece.owner, piece.zone)
        draft.change(hexes=self.hexes - 1)
        if hexes:
            ask(draft, RetreatHex(piece.owner, hexes, self.unit))
            return
        draft.finish()
        edge = friendly_edge(table, piece.owner)
        if map_of(table).grid.edge_distance(piece.zone, edge) == 0:
            eliminate(draft, (self.unit,), rule="7.2.2", repaired=True)
        else:
            eliminate(draft, (self.unit,), rule="O23.3.5")


class RetreatHex(ChoiceFor, frozen=True, tag="retreat-hex"):
    """O23.3.1, O23.3.2, O23.3.3, O23.3.4: no costs, no fire, no halt in wire, but mines."""

    question = "where does the unit retreat?"
    rule = "O23.3"
    name = "retreat"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """The unit goes there."""
        draft.begin(Entering((self.subject,), draft.table.zone_of(self.subject), chosen, "retreat"))


STEPS: tuple[type[Step], ...] = (Rout, Retreat, RoutedSide, NextToRout, RetreatHex)
