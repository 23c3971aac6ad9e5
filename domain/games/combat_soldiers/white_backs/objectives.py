"""13.5, 4.3 Objective cards as they are drawn: their side, the group they join, the Steeple."""

from __future__ import annotations

from collections.abc import Sequence

from wardiary.domain.games.combat_soldiers.components.cards import (
    end_of,
    printed_objective,
    under_version_1,
)
from wardiary.domain.games.combat_soldiers.components.zones import SIDEWAYS
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_form_group, free_zone
from wardiary.domain.games.combat_soldiers.groups.group import Group, group_at, groups_of
from wardiary.domain.games.combat_soldiers.groups.objectives import COMPANIONS, objective_sides
from wardiary.domain.games.combat_soldiers.groups.piles import discard
from wardiary.domain.games.combat_soldiers.groups.sieges import lift_siege
from wardiary.domain.games.combat_soldiers.victory.ending import check_objectives
from wardiary.domain.games.kit.choices import SeatChoice
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

ALONE = "alone"
HOLD_FOR = {"us": "Hold it for the US", "german": "Hold it for the Germans"}


class Place(Command, frozen=True, tag="place"):
    """4.3: the side of a drawn objective, and the group it joins ("alone" for none)."""

    says = "place the objective for {side}: {group}"
    side: str
    group: str


class Stack(Command, frozen=True, tag="stack"):
    """13.5.2.5: the objective that the Steeple goes with."""

    says = "put the Steeple with {objective}"
    objective: str


def can_be_joined(table: Table, group: Group) -> bool:
    """4.3.2: a maneuver group small enough to occupy, and not cut off."""
    ends = [end_of(table, unit) for unit in group.units]
    return group.is_maneuver and not group.siege and cannot_form_group(ends, objective=True) is None


class ObjectivePlacement(Step, frozen=True, tag="placing"):
    """4.3, 4.3.2: a drawn objective gets a side, and may join a small group of that side."""

    seat: Seat
    objective: PieceId

    def prompts(self, table: Table) -> Prompts:
        """Each side with the groups of it; nothing when there is no choice."""
        places = {side: self._places(table, side) for side in objective_sides(table)}
        if list(places.values()) == [[ALONE]]:
            return ()
        offers = tuple(
            offer(Place, "4.3.2", HOLD_FOR[side], choice_slot("group", zones), side=side)
            for side, zones in places.items()
        )
        question = f"Where does {printed_objective(table, self.objective).name} go?"
        return (Prompt(self.seat, offers, "1.1.1.5", question, {"objective": self.objective}),)

    def _places(self, table: Table, side: str) -> list[Zone]:
        groups = [group for group in groups_of(table, self.seat) if can_be_joined(table, group)]
        return [ALONE, *(group.zone for group in groups if group.side == side)]

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Put it on the table."""
        assert isinstance(command, Place)
        draft.finish()
        lay_objective(draft, seat, self.objective, command.side, command.group)

    def resume(self, draft: Draft) -> None:
        """There is no choice."""
        draft.finish()
        lay_objective(draft, self.seat, self.objective, objective_sides(draft.table)[0], ALONE)


def lay_objective(draft: Draft, seat: Seat, objective: PieceId, side: str, place: str) -> None:
    """4.3: on its side, alone or with a group, which becomes an occupation group."""
    if place == ALONE:
        draft.move(objective, free_zone(draft.table, seat), rule="1.1.1.5")
        draft.turn(objective, side, rule="4.3")
    else:
        joined_group = group_at(draft.table, place)
        draft.move(objective, place, rule="4.3.2")
        draft.turn(objective, side, rule="4.3")
        # Ruling: CS-Q36 it is no maneuver group any more, so its mines and its siege end.
        discard(draft, joined_group.mines, rule="4.3.2")
        if under_version_1(draft.table):
            for unit in joined_group.troops:
                draft.mark(unit, SIDEWAYS, 0, rule="4.3.2")
        if joined_group.besieging:
            lift_siege(draft, joined_group.besieging, rule="4.3.2")
    check_objectives(draft)


# 13.5.2.5 The Steeple.


def companions(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """13.5.2.5-a: the tan objectives of a seat that the Steeple can go with."""
    return tuple(
        group.objective for group in groups_of(table, seat) if group.objective in COMPANIONS
    )


class SteeplePlacement(SeatChoice, frozen=True, tag="stacking"):
    """13.5.2.5: the drawer says with which of its tan objectives the Steeple is placed."""

    question = "Which objective does the Steeple go with?"
    rule = "13.5.2.5-a"
    label = "Place the Steeple"
    command = Stack

    def options(self, table: Table) -> Sequence[str]:
        """The seat's tan objectives."""
        return companions(table, self.seat)

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """13.5.2.5-a: with that objective, on its side."""
        companion = draft.table.piece(chosen)
        draft.move("steeple", companion.zone, rule="13.5.2.5-a")
        draft.turn("steeple", companion.face, rule="13.5.2.5-a")
        check_objectives(draft)
