"""10.3 How likely hits are, and why a unit cannot move or attack."""

from __future__ import annotations

import pytest

from tests.games.nuts.playing import Play
from tests.games.nuts.table import position
from wardiary.domain.games.nuts.advice import at_least, open_battle
from wardiary.domain.games.nuts.game import GAME
from wardiary.domain.play.forecast import Foreseen

PZ_2, PZ_3, ID_8, ID_22, VG_39 = "sg-u18", "sg-u19", "sa-u06", "sa-u07", "sg-u21"


def percents(run: Play, command: str) -> dict[str, int]:
    seat = run.prompt().seat
    asked = Foreseen(run.table, run.table, (), seat, GAME.command(command))
    found = GAME.forecast(asked).likelihoods
    return {one.what: one.percent for one in found}


def test_an_attack_tells_how_likely_each_arm_hits():
    """N-10.3f, N-10.3i, N-10.3k: 1 die of artillery, 5 of armor, 4 of infantry."""
    run = Play(position({"A1": f"{PZ_2} {PZ_3}", "A2": ID_8}))

    assert percents(run, f"attack A2 {PZ_2},{PZ_3} -") == {
        "artillery, 1 hit or more of 1 die": 33,
        "armor, 1 hit or more of 5 dice": 87,
        "infantry, 1 hit or more of 4 dice": 52,
    }


def test_commitment_tells_how_many_hits_the_armor_makes():
    """N-10.3i: with what the terrain and the cards make of it."""
    run = Play(position({"A1": f"{PZ_2} {PZ_3}", "A2": ID_8}))
    run.do(f"attack A2 {PZ_2},{PZ_3} -")
    assert percents(run, "choose assault") == {"artillery, 1 hit or more of 1 die": 33}
    run.do("choose assault")

    assert percents(run, "choose commit") == {
        "armor, 1 hit or more of 5 dice": 87,
        "armor, 2 hits or more of 5 dice": 54,
        "armor, 3 hits or more of 5 dice": 21,
    }
    assert percents(run, "choose hold") == {}


def test_nothing_is_likely_where_nothing_is_rolled():
    """N-10.3a."""
    run = Play(position({"A1": PZ_2, "A2": ID_8}))

    assert open_battle(run.table) is None
    assert percents(run, "done") == {}


@pytest.mark.parametrize(
    ("dice", "needs", "ways"), [(1, 5, [2]), (2, 6, [11, 1]), (3, 5, [152, 56, 8])]
)
def test_ways_are_counted_over_all_results(dice: int, needs: int, ways: list[int]):
    """N-10.3a."""
    told = list(at_least("armor", dice, needs, most=3))

    assert [one.ways for one in told] == ways
    assert {one.of for one in told} == {6**dice}


@pytest.mark.parametrize(
    ("phase", "marks", "rule"),
    [
        ("movement", {"moved": 2}, "N-9.2a"), ("movement", {"halted": 1}, "N-9.0a"),
        ("movement", {}, ""), ("combat", {"sideways": 1}, "N-10.1d"),
        ("combat", {"out-of-supply": 1}, "N-12.3a"),
        ("combat", {"moved": 2}, "N-3.3b"), ("combat", {}, ""),
    ],
)  # fmt: skip
def test_a_unit_says_why_it_cannot_move_or_attack(phase: str, marks: dict[str, int], rule: str):
    """N-9.0a, N-10.1a."""
    match = position({"A1": PZ_2, "A2": ID_8}, phase=phase, marks={PZ_2: marks})

    reasons = GAME.why_not(match.table, "german", PZ_2)

    assert [reason.rule for reason in reasons] == ([rule] if rule else [])


@pytest.mark.parametrize("what", [ID_8, "B2", "sg-e01"])
def test_nothing_is_explained_of_what_is_not_the_seats_own_unit(what: str):
    """N-9.0a."""
    match = position({"A1": PZ_2, "A2": ID_8}, phase="movement", hands={"german": "sg-e01"})

    assert GAME.why_not(match.table, "german", what) == ()
    assert GAME.why_not(match.table, "american", PZ_2) == ()
