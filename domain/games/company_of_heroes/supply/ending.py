"""C-7.2, C-7.3: collecting incomes, and the end of the game."""

from __future__ import annotations

from typing import cast

from wardiary.domain.games.company_of_heroes.components.names import RESOURCES, GameLength
from wardiary.domain.games.company_of_heroes.components.pack import (
    map_of,
    mission_of,
    pack_of,
)
from wardiary.domain.games.company_of_heroes.supply.control import VICTORY, owner_of
from wardiary.domain.games.company_of_heroes.table import passives
from wardiary.domain.games.company_of_heroes.table.armies import (
    STARTING_TEAM,
    TEAMS,
    Team,
    add,
    armies_of_team,
    income_track,
    seats_of_team,
    stock_track,
    turn_order,
    vp_track,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

LENGTH = "length"
"""The setting that says how many victory points end the game."""
VP_INCOME = "income"


def collect_incomes(draft: Draft) -> None:
    """C-7.2a, C-7.0b: every stockpile grows by its income, without limit."""
    for team in turn_order(draft.table):
        add(draft, vp_track(team), draft.table.track(income_track("vp", team)), rule="C-7.2a")
        for army in armies_of_team(draft.table.seats, team):
            for resource in RESOURCES:
                income = draft.table.track(income_track(resource, army))
                bonus = passives.income_bonus(draft.table, army, resource)
                add(draft, stock_track(resource, army), income + bonus, rule="C-7.2a")


def points_to_end(table: Table) -> int:
    """C-2.2g: the victory points that end the game; more where a team has two players."""
    length = cast(GameLength, table.setting(LENGTH))
    teams_of_two = len(table.seats) > len(TEAMS)
    more = pack_of(table).numbers.team_end_vp if teams_of_two else 0
    return mission_of(table).end_vp[length] + more


def victory_points_held(table: Table, team: Team) -> int:
    """C-2.2h: how many victory points on the map a team holds, or what they bring."""
    # Ruling: C-R3 points are counted, unless the match is set otherwise.
    points = map_of(table).points
    held = [hex_ for hex_ in points if VICTORY in points[hex_] and owner_of(table, hex_) == team]
    if table.settings.get("bonus") == VP_INCOME:
        return table.track(income_track("vp", team))
    return len(held)


def standing(table: Table) -> dict[Seat, int]:
    """C-2.2g: the victory points that each seat's team has so far."""
    points = {team: table.track(vp_track(team)) for team in TEAMS}
    return {seat: points[team] for team in TEAMS for seat in seats_of_team(table.seats, team)}


def check_end(draft: Draft) -> None:
    """C-7.3a: with enough points the game is over; the bonus, the winner, a tie."""
    table = draft.table
    if all(table.track(vp_track(team)) < points_to_end(table) for team in TEAMS):
        return
    held = {team: victory_points_held(table, team) for team in TEAMS}
    for team in TEAMS:
        if held[team] == max(held.values()) > min(held.values()):
            add(draft, vp_track(team), pack_of(table).numbers.bonus_vp, rule="C-2.2h")
    end_game(draft, "enough victory points")


def end_game(draft: Draft, reason: str) -> None:
    """C-2.2i, C-7.3a: most victory points win; on a tie the team that began the game."""
    table = draft.table
    scores = {team: table.track(vp_track(team)) for team in TEAMS}
    starter = TEAMS[table.track(STARTING_TEAM) - 1]
    best = max(scores.values())
    winner = starter if scores[starter] == best else max(TEAMS, key=lambda team: scores[team])
    seats = seats_of_team(table.seats, winner)
    if list(scores.values()).count(best) > 1:
        draft.end_match(seats, f"{reason}; the tie goes to who began", scores, rule="C-2.2i")
    draft.end_match(seats, reason, scores, rule="C-7.3a")
