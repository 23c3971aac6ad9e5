"""Teams, armies and seats, and the numbers on their HQ boards."""

from __future__ import annotations

from functools import lru_cache

from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

Team = str
Army = str

TEAMS: tuple[Team, ...] = ("us", "wehrmacht")
ARMIES: tuple[Army, ...] = ("us", "us-2", "wehrmacht", "wehrmacht-2")
SECOND = "-2"
SEATINGS: tuple[tuple[Seat, ...], ...] = (
    ("us", "wehrmacht"),
    ("us", "us-2", "wehrmacht"),
    ("us", "wehrmacht", "wehrmacht-2"),
    ("us", "us-2", "wehrmacht", "wehrmacht-2"),
)
NAMES = {
    "us": "US",
    "us-2": "US 2",
    "wehrmacht": "Wehrmacht",
    "wehrmacht-2": "Wehrmacht 2",
}
COMMANDER_TRACKS = {army: f"commander/{army}" for army in ARMIES}
"""The tracks with the tiers that an army has unlocked of its commander."""
STARTING_TEAM = "starting-team"
"""The track with the team that went first in round 1: 1 or 2."""


def team_of(army: Army) -> Team:
    """The team of an army, which is also its faction."""
    return army.removesuffix(SECOND)


def enemy_of(team: Team) -> Team:
    """The other team."""
    return TEAMS[1] if team == TEAMS[0] else TEAMS[0]


@lru_cache
def armies_of(seats: tuple[Seat, ...]) -> tuple[Army, ...]:
    """C-11.0a: every player's army; a single player against two fields two armies."""
    return ARMIES if len(seats) > len(TEAMS) else TEAMS


@lru_cache
def armies_of_team(seats: tuple[Seat, ...], team: Team) -> tuple[Army, ...]:
    """The armies of a team."""
    return tuple(army for army in armies_of(seats) if team_of(army) == team)


@lru_cache
def seat_of(seats: tuple[Seat, ...], army: Army) -> Seat:
    """The seat that plays an army."""
    return army if army in seats else team_of(army)


@lru_cache
def armies_of_seat(seats: tuple[Seat, ...], seat: Seat) -> tuple[Army, ...]:
    """The armies that a seat plays."""
    return tuple(army for army in armies_of(seats) if seat_of(seats, army) == seat)


@lru_cache
def seats_of_team(seats: tuple[Seat, ...], team: Team) -> tuple[Seat, ...]:
    """The seats of a team."""
    return tuple(seat for seat in seats if team_of(seat) == team)


def team_of_piece(table: Table, piece: PieceId) -> Team:
    """The team whose piece it is."""
    return team_of(table.pieces[piece].owner)


def first_team(table: Table) -> Team:
    """C-4.0c: the team that goes first in this round."""
    # Ruling: C-R4 the team that started the game is that of round 1.
    starter = TEAMS[table.track(STARTING_TEAM) - 1]
    return starter if table.round % 2 else enemy_of(starter)


def turn_order(table: Table) -> tuple[Team, Team]:
    """C-4.0c: the teams in the order of this round."""
    first = first_team(table)
    return first, enemy_of(first)


def full_game(table: Table) -> bool:
    """C-2.1a: whether the mission is played by the rules of the full game."""
    from wardiary.domain.games.company_of_heroes.components.pack import mission_of

    return mission_of(table).full


def vp_track(team: Team) -> str:
    """The track of a team's victory points."""
    return f"vp/{team}"


def stock_track(resource: str, army: Army) -> str:
    """The track of a stockpile: manpower, munitions, fuel or xp."""
    return f"{resource}/{army}"


def income_track(resource: str, army: Army) -> str:
    """The track of an income; that of victory points belongs to the team."""
    return f"{resource}-income/{army}"


def add(draft: Draft, track: str, amount: int, *, rule: str) -> None:
    """Raise a track by an amount, or lower it by a negative one."""
    if amount:
        draft.track(track, draft.table.track(track) + amount, rule=rule)
