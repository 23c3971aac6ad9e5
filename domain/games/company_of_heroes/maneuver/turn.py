"""C-4.1: a team's turn, and its last chance to retreat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from wardiary.domain.games.company_of_heroes.commanders.actions import (
    ANYTIME_ACTIONS,
    MANEUVER_ACTIONS,
)
from wardiary.domain.games.company_of_heroes.commands import End, Retreat
from wardiary.domain.games.company_of_heroes.components.pack import pack_of
from wardiary.domain.games.company_of_heroes.maneuver.assaulting import ASSAULT_ACTION
from wardiary.domain.games.company_of_heroes.maneuver.driving import DRIVE, TURN
from wardiary.domain.games.company_of_heroes.maneuver.fortifying import FORTIFY, FORTIFY_PASSING
from wardiary.domain.games.company_of_heroes.maneuver.moving import MOVE
from wardiary.domain.games.company_of_heroes.maneuver.operations import reveal_operation
from wardiary.domain.games.company_of_heroes.maneuver.retreats import (
    able_to_retreat,
    player_of,
    refuse_retreat,
    retreat,
    retreat_offers,
)
from wardiary.domain.games.company_of_heroes.maneuver.taking_cover import TAKE_COVER
from wardiary.domain.games.company_of_heroes.maneuver.transports import BOARD, LEAVE
from wardiary.domain.games.company_of_heroes.maneuver.weapon_teams import (
    PACK_UP,
    SET_UP,
    TOGGLE,
)
from wardiary.domain.games.company_of_heroes.table.armies import (
    Army,
    Team,
    armies_of,
    armies_of_seat,
    armies_of_team,
    enemy_of,
    seats_of_team,
)
from wardiary.domain.games.company_of_heroes.table.command_points import cp_track
from wardiary.domain.games.company_of_heroes.table.orders import Orders
from wardiary.domain.games.company_of_heroes.table.turns import cp_of_turn
from wardiary.domain.games.company_of_heroes.table.units import (
    RETREATED,
    RETREATING,
    army_units,
    is_marked,
)
from wardiary.domain.games.kit.menus import Action, Menu, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class TeamMenu(Menu, frozen=True):
    """All players of a team act at once, each with his armies that have not ended."""

    team: Team
    ended: tuple[Army, ...] = ()

    def active(self, table: Table, seat: Seat) -> tuple[Army, ...]:
        """The armies of a seat that may still act."""
        return tuple(army for army in armies_of_seat(table.seats, seat) if army not in self.ended)

    def asked_seats(self, table: Table) -> tuple[Seat, ...]:
        """The players of the team with an army that may still act."""
        seats = seats_of_team(table.seats, self.team)
        return tuple(seat for seat in seats if self.active(table, seat))


def end_offers(table: Table, seat: Seat, armies: tuple[Army, ...]) -> Iterator[Offer]:
    """C-4.1a: to end the turn, whatever is left."""
    yield offer(End, "C-4.1a", "end the turn", choice_slot("army", armies))


def end_army(draft: Draft, seat: Seat, command: End) -> None:
    """C-4.1a: what the army has not spent is lost."""
    draft.track(cp_track(command.army), 0, rule="C-4.1a")
    draft.change(ended=(*top_step(draft, TeamMenu).ended, command.army))


def turn_ends(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-4.1a: at any time."""
    return end_offers(table, seat, orders.armies)


def turn_retreats(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-4.2b: at any time in the turn."""
    return retreat_offers(table, orders.armies)


def refuse_turn_retreat(table: Table, seat: Seat, command: Retreat, orders: Orders) -> None:
    """C-4.2b: infantry, once a round."""
    refuse_retreat(table, command, orders.armies)


def carry_out_retreat(draft: Draft, seat: Seat, command: Retreat) -> None:
    """C-4.2b: the unit goes back."""
    retreat(draft, seat, command.unit)


class ManeuverTurn(TeamMenu, frozen=True, tag="maneuver-turn"):
    """C-4.1a, C-4.1b: every player of a team spends his CP."""

    menu: ClassVar = (
        *(MOVE, DRIVE, TURN, ASSAULT_ACTION, BOARD, LEAVE, SET_UP, PACK_UP, TOGGLE),
        *(FORTIFY, FORTIFY_PASSING, TAKE_COVER),
        Action(Retreat, carry_out_retreat, turn_retreats, refuse_turn_retreat),
        *MANEUVER_ACTIONS,
    )
    anytime: ClassVar = (Action(End, end_army, turn_ends), *ANYTIME_ACTIONS)

    def context(self, table: Table, seat: Seat) -> Orders:
        """What the seat may order now."""
        return Orders(table, self.active(table, seat))

    def asks(self, table: Table) -> Prompts:
        """Every player whose armies may still do something."""
        return tuple(
            Prompt(
                seat,
                (),
                "C-4.1a",
                "What do your units do?",
                {"what": "turn", "cp": sum(table.track(cp_track(army)) for army in active)},
            )
            for seat in self.asked_seats(table)
            if (active := self.active(table, seat))
        )

    def resume(self, draft: Draft) -> None:
        """C-4.1a: nobody can or will act any more."""
        draft.finish()
        for army in armies_of_team(draft.table.seats, self.team):
            draft.track(cp_track(army), 0, rule="C-4.1a")


class RealTime(ManeuverTurn, frozen=True, tag="real-time"):
    """C-12a: both teams spend the CP of all their turns, one CP at a time.

    `team` is the one that goes first.
    """

    # Ruling: C-12a orders reach the table one after another, so no two cubes are placed at once.
    menu: ClassVar = tuple(act for act in ManeuverTurn.menu if act is not FORTIFY_PASSING)

    def asked_seats(self, table: Table) -> tuple[Seat, ...]:
        """The players of both teams with an army that may still act, the first team's first."""
        teams = (self.team, enemy_of(self.team))
        seats = [seat for team in teams for seat in seats_of_team(table.seats, team)]
        return tuple(seat for seat in seats if self.active(table, seat))

    def context(self, table: Table, seat: Seat) -> Orders:
        """What the seat may order now: with one CP each."""
        return Orders(table, self.active(table, seat), one_at_a_time=True)

    def resume(self, draft: Draft) -> None:
        """C-12a: nobody can or will act any more."""
        draft.finish()
        for army in armies_of(draft.table.seats):
            draft.track(cp_track(army), 0, rule="C-4.1a")


def begin_real_time(draft: Draft, first: Team) -> None:
    """C-12a: the number of turns is revealed at once, and each army has the CP of all of them."""
    points = cp_of_turn(draft.table)
    reveal_operation(draft)
    draft.enter("maneuver", rule="C-12a", turn=1)
    for army in armies_of(draft.table.seats):
        draft.track(cp_track(army), points, rule="C-12a")
    draft.begin(RealTime(first))


def begin_turn(draft: Draft, team: Team, number: int) -> None:
    """C-4.1a, C-4.0.1f: every army of the team has its CP for this turn."""
    draft.enter("maneuver", team, rule="C-4.1a", turn=number)
    points = pack_of(draft.table).numbers.command_points
    for army in armies_of_team(draft.table.seats, team):
        draft.track(cp_track(army), points, rule="C-4.1a")
    draft.begin(ManeuverTurn(team))


# The end of Maneuver


def waiting_retreats(table: Table, team: Team) -> list[PieceId]:
    """C-4.2f: units of a team whose retreat goes on and that have not moved this round."""
    return [
        unit
        for army in armies_of_team(table.seats, team)
        for unit in army_units(table, army)
        if is_marked(table, unit, RETREATING) and not is_marked(table, unit, RETREATED)
    ]


class RetreatsGoOn(Step, frozen=True, tag="retreats-go-on"):
    """C-4.2f: retreats that are not finished go on first, one after another."""

    team: Team

    def resume(self, draft: Draft) -> None:
        """C-4.2f: the next unit; its player may choose another point."""
        waiting = waiting_retreats(draft.table, self.team)
        if waiting:
            retreat(draft, player_of(draft.table, waiting[0]), waiting[0])
        else:
            draft.finish()


def final_retreats(table: Table, seat: Seat, armies: tuple[Army, ...]) -> Iterator[Offer]:
    """C-4.0.1e: every unit that may retreat."""
    return retreat_offers(table, armies)


def refuse_final_retreat(
    table: Table, seat: Seat, command: Retreat, armies: tuple[Army, ...]
) -> None:
    """C-4.2b: infantry, once a round."""
    refuse_retreat(table, command, armies)


class FinalRetreats(TeamMenu, frozen=True, tag="final-retreats"):
    """C-4.0.1e, C-4.2b, C-4.2f: a team's last retreats of the round."""

    menu: ClassVar = (
        Action(Retreat, carry_out_retreat, final_retreats, refuse_final_retreat),
        Action(End, end_army, end_offers),
    )

    def context(self, table: Table, seat: Seat) -> tuple[Army, ...]:
        """The armies of the seat that are not done."""
        return self.active(table, seat)

    def asks(self, table: Table) -> Prompts:
        """Every player with infantry that may retreat."""
        return tuple(
            Prompt(seat, (), "C-4.0.1e", "Which infantry retreats?", {"what": "retreats"})
            for seat in self.asked_seats(table)
            if able_to_retreat(table, self.active(table, seat))
        )

    def resume(self, draft: Draft) -> None:
        """C-4.0.1e: the team is done."""
        draft.finish()


STEPS = (ManeuverTurn, RealTime, RetreatsGoOn, FinalRetreats)
