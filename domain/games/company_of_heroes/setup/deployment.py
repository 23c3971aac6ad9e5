"""C-2.3b, C-4.0b: the starting units; the team that goes second places all of its own first."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.commands import Deploy
from wardiary.domain.games.company_of_heroes.components.pack import map_of, mission_of, pack_of
from wardiary.domain.games.company_of_heroes.components.units import UnitCard
from wardiary.domain.games.company_of_heroes.setup.spawning import spawn, spawn_hexes
from wardiary.domain.games.company_of_heroes.table.armies import (
    STARTING_TEAM,
    TEAMS,
    Army,
    Team,
    armies_of_seat,
    seats_of_team,
    team_of,
)
from wardiary.domain.games.company_of_heroes.table.units import army_units
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

PANELS_FOR_TEAMS = 3
UNDERSIZED_UNITS = 2


def starting_units(table: Table) -> int:
    """C-2.3b, C-2.2b: the infantry of every army; less on a map too small for teams."""
    numbers = mission_of(table)
    teams_of_two = len(table.seats) > len(TEAMS)
    undersized = teams_of_two and map_of(table).panels < PANELS_FOR_TEAMS
    return min(numbers.start_units, UNDERSIZED_UNITS) if undersized else numbers.start_units


def units_to_deploy(table: Table, army: Army) -> int:
    """C-2.3b: how many starting units an army has still to place."""
    return starting_units(table) - len(army_units(table, army))


def starting_cards(table: Table, team: Team) -> list[UnitCard]:
    """C-2.3b: the infantry of the first building."""
    return [card for card in pack_of(table).board(team, 1) if card.infantry]


class Deployment(Step, frozen=True, tag="deployment"):
    """C-4.0b: all armies of a team place their starting units."""

    team: Team

    def prompts(self, table: Table) -> Prompts:
        """Every player of the team who has units left to place."""
        prompts = (
            Prompt(
                seat,
                tuple(self._offers(table, seat)),
                "C-2.3b",
                "Which unit starts where?",
                {"what": "deployment"},
            )
            for seat in seats_of_team(table.seats, self.team)
        )
        return tuple(prompt for prompt in prompts if prompt.offers)

    def _offers(self, table: Table, seat: Seat) -> Iterator[Offer]:
        for army in armies_of_seat(table.seats, seat):
            if units_to_deploy(table, army) > 0:
                for card in starting_cards(table, self.team):
                    hexes = choice_slot("hex", spawn_hexes(table, self.team, card))
                    yield offer(
                        Deploy, "C-2.4a", f"deploy {card.name}", hexes, army=army, kind=card.kind
                    )

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """C-2.3b, C-2.4a: infantry of the first building, on an empty hex of its area."""
        if not isinstance(command, Deploy):
            return
        cards = {card.kind: card for card in starting_cards(table, self.team)}
        known = command.kind in cards
        refuse_unless(known, "C-2.3b", "armies start with infantry of their first building")
        left = team_of(command.army) == self.team and units_to_deploy(table, command.army) > 0
        refuse_unless(left, "C-2.3b", "this army has placed all of its starting units")
        free = command.hex in spawn_hexes(table, self.team, cards[command.kind])
        refuse_unless(free, "C-2.4a", f"{command.hex} is no empty hex of your spawn area")

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """C-2.4a: the unit is placed."""
        assert isinstance(command, Deploy)
        spawn(draft, command.army, command.kind, command.hex, rule="C-2.4a")

    def resume(self, draft: Draft) -> None:
        """C-4.0b: the other team, and then the first round."""
        draft.finish()
        starter = TEAMS[draft.table.track(STARTING_TEAM) - 1]
        if self.team != starter:
            draft.enter("deployment", starter, rule="C-4.0b")
            draft.begin(Deployment(starter))
            return
        draft.expire_marks("round", rule="C-3.0a")


STEPS = (Deployment,)
