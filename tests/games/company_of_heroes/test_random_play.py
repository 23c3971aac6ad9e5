"""Random matches of all missions and seatings: they end, and everything adds up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import pytest

from tests.games.company_of_heroes.content import PACK
from tests.games.company_of_heroes.situations import GAME
from wardiary.domain.games.company_of_heroes.components.pack import mission_of
from wardiary.domain.games.company_of_heroes.supply.control import VICTORY
from wardiary.domain.games.company_of_heroes.table.armies import (
    SEATINGS,
    TEAMS,
    armies_of,
    armies_of_team,
    team_of,
)
from wardiary.domain.games.company_of_heroes.table.units import all_units, health, units_at
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.play.table_commands import TABLE_RULES
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve, fold
from wardiary.domain.table.table import Table

MOST_COMMANDS = 12_000
RESOURCES = ("manpower", "munitions", "fuel")
PURCHASES = ("C-7.4e", "C-4.1.2l", "C-7.4d")


class SeededChance:
    """Dice and shuffles of a test, from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def roll(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.random.sample(list(pile), len(pile)))


def opened(
    mission: str, seats: tuple[str, ...], chance: SeededChance, settings: Mapping[str, e.Scalar]
) -> Outcome:
    opening = Opening(mission, seats, GAME.resolve_settings(settings))
    blank = evolve(
        Table(pack=PACK),
        e.MatchOpened(
            match="0" * 32, game=GAME.name, version=GAME.version, scenario=mission,
            settings=opening.settings, seats=seats, pack="",
            visibility=GAME.visibility(PACK, opening), commitment="", time=0, rule="Table/Open",
        ),
    )  # fmt: skip
    return set_up_table(GAME, blank, opening, chance)


def played(
    mission: str, seats: tuple[str, ...], seed: int, **settings: e.Scalar
) -> Iterator[tuple[Table, Outcome]]:
    """A random match, entry by entry: the table before, and what came of a command."""
    chance = SeededChance(seed)
    outcome = opened(mission, seats, chance, settings)
    for _ in range(MOST_COMMANDS):
        if outcome.table.result is not None:
            return
        before = outcome.table
        prompt = chance.random.choice(outcome.prompts)
        command = random_command(prompt, GAME.verbs, chance.random.randrange)
        outcome = decide(GAME, before, prompt.seat, command, chance, outcome.prompts)
        yield before, outcome
    pytest.fail(f"the match did not end within {MOST_COMMANDS} commands")


@pytest.mark.parametrize(
    ("mission", "seats"),
    [
        ("coh-m1", SEATINGS[0]), ("coh-m1", SEATINGS[3]), ("coh-m2", SEATINGS[0]),
        ("coh-m2", SEATINGS[2]), ("coh-m3", SEATINGS[1]), ("coh-m3", SEATINGS[3]),
    ],
)  # fmt: skip
def test_random_matches_end_and_everything_adds_up(mission: str, seats: tuple[str, ...]):
    """C-7, C-4.1g: units, incomes, stockpiles and victory points, counted a second time."""
    check_match(mission, seats)


def test_random_matches_in_real_time_with_cover_that_is_built_end_too():
    """C-12a, C-10.3a."""
    check_match("coh-m2", SEATINGS[0], maneuver="real-time", cover="built")


def check_match(mission: str, seats: tuple[str, ...], **settings: e.Scalar) -> None:
    """Play a match, and count everything again after each entry."""
    ledger = Ledger(seats)
    for before, outcome in played(mission, seats, len(seats), **settings):
        assert {event.rule for event in outcome.events} <= set(GAME.rules) | set(TABLE_RULES)
        ledger.enter(before, outcome.events)
        check_map(outcome.table)
        ledger.check(outcome.table)
    assert ledger.collected > 0


class Ledger:
    """Incomes, stockpiles and victory points, kept by the events alone."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.seats = seats
        self.stock: Counter[str] = Counter()
        self.victory: Counter[str] = Counter()
        self.units: Counter[str] = Counter()
        self.collected = 0

    def enter(self, table: Table, events: Sequence[e.Event]) -> None:
        """Follow the events of one entry; `table` is the one before it."""
        tracks = dict(table.tracks)
        flags = {p.zone: p.face for p in table.pieces.values() if p.kind == "point"}
        for event in events:
            if isinstance(event, e.PieceTurned) and event.piece.startswith("point-"):
                flags[event.piece.removeprefix("point-")] = event.face
            elif isinstance(event, e.TrackSet):
                change = event.value - tracks.get(event.track, 0)
                tracks[event.track] = event.value
                self._check_change(event, change, flags)

    def _check_change(self, event: e.TrackSet, change: int, flags: dict[str, str]) -> None:
        name, _, owner = event.track.partition("/")
        if event.rule == "C-7.2a" and name in RESOURCES:
            points = PACK.maps["sorrel-brook"].points
            held = sum(
                points[hex_].count(name) for hex_, flag in flags.items() if flag == team_of(owner)
            )
            assert change - 1 - held in (0, 1), event  # A commander may bring one more.
            self.collected += change
        if event.rule == "C-7.2a" and name == "vp":
            points = PACK.maps["sorrel-brook"].points
            held = sum(VICTORY in points[hex_] for hex_, flag in flags.items() if flag == owner)
            assert change == held
        if name in RESOURCES and event.rule in PURCHASES:
            assert change < 0
        if name in (*RESOURCES, "vp", "xp", "cp"):
            assert event.value >= 0, event

    def check(self, table: Table) -> None:
        """Incomes are those of the flags, at any time."""
        points = PACK.maps["sorrel-brook"].points
        for team in TEAMS:
            held = [hex_ for hex_ in points if table.pieces[f"point-{hex_}"].face == team]
            assert table.track(f"vp-income/{team}") == sum(VICTORY in points[h] for h in held)
            for army in armies_of_team(self.seats, team):
                for name in RESOURCES:
                    expected = 1 + sum(points[hex_].count(name) for hex_ in held)
                    assert table.track(f"{name}-income/{army}") == expected


def check_map(table: Table) -> None:
    """C-4.1g, C-6.0a: one unit a hex, or two of both teams in an assault; all alive."""
    for hex_ in {table.pieces[unit].zone for unit in all_units(table)}:
        here = units_at(table, hex_)
        assert 1 <= len(here) <= 2
        if len(here) == 2:
            assert len({team_of(table.pieces[unit].owner) for unit in here}) == 2
            assert any(table.mark(unit, "assault") for unit in here)
    for unit in all_units(table):
        assert health(table, unit) > 0
        host = table.pieces[unit].host
        assert not host or table.pieces[host].zone == table.pieces[unit].zone


def test_victory_points_are_kills_incomes_and_the_bonus():
    """C-2.2a, C-7.3a: added a second time from what happened."""
    seats = ("us", "wehrmacht")
    points: Counter[str] = Counter()
    last: Table | None = None
    for before, outcome in played("coh-m1", seats, seed=7):
        tracks = dict(before.tracks)
        for event in outcome.events:
            if isinstance(event, e.TrackSet) and event.track.startswith("vp/"):
                team = event.track.removeprefix("vp/")
                gained = event.value - tracks.get(event.track, 0)
                tracks[event.track] = event.value
                assert event.rule in ("C-5.0.3c", "C-7.2a", "C-2.2h", "C-4.1.4f")
                assert gained == 3 or event.rule != "C-2.2h"
                assert gained == 1 or event.rule not in ("C-5.0.3c", "C-4.1.4f")
                points[team] += gained
        last = outcome.table
    assert last is not None
    assert last.result is not None
    assert dict(points) == {team: n for team, n in last.result.scores.items() if n}
    lost = {
        team: sum(
            len(last.zone(f"{army}-lost")) for army in armies_of(seats) if team_of(army) == team
        )
        for team in TEAMS
    }
    assert mission_of(last).unit_destroyed_vp == 1
    assert all(number >= 0 for number in lost.values())


def test_the_events_of_a_random_match_fold_to_the_same_table():
    """The record alone gives the table."""
    for before, outcome in played("coh-m3", ("us", "us-2", "wehrmacht"), seed=3):
        assert fold(before, outcome.events) == outcome.table
