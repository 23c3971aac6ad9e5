"""7.3.6 Sniper! and 7.3.7 Cover! cards."""

from __future__ import annotations

import pytest

from tests.foreseeing import foresee, odds
from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.table import events as e

# 7.3.6 Sniper!


def test_a_sniper_who_clears_an_objective_opens_it_to_recon():
    """7.3.6, 7.3.11-a: the leader was its only occupation."""
    match = Match().group("b-g1", "german", "forest", "pike-harms").hold("a", "sniper-cover-1")
    match.group("a-g1", "us", "s3-s3-1").hold("c", "recon-sappers-1")
    match.when("a", "snipe sniper-cover-1 pike-harms").when("b", "pass").when(
        "c", "pass", dice=(8,)
    )
    assert ("c",) == match.seats_asked()
    match.when("c", "recon recon-sappers-1 forest us")

    assert ("c", "us") == (match.zone_of("forest")[0], match.table.piece("forest").face)


@pytest.mark.parametrize(
    ("leader", "die", "killed"),
    [
        ("pike-harms", 8, True),
        ("pike-harms", 7, False),
        ("brown-keller", 8, False),
        ("brown-keller", 9, True),
        ("brown-keller", 10, True),
    ],
)
def test_a_sniper_needs_six_more_than_the_leaders_rating(leader: str, die: int, killed: bool):
    """7.3.6, 1.3, 4.4.5-a: CS-05; rating two falls to eight, rating three to nine."""
    match = Match().group("b-g1", "german", "s3-s3-1", leader).hold("a", "sniper-cover-1")
    match.resolve("a", f"snipe sniper-cover-1 {leader}", dice=(die,))

    assert killed == (match.zone_of(leader) == "a-casualties")
    assert 1 == match.actions_left()


def test_a_sniper_is_offered_the_leaders_of_other_seats_of_both_sides():
    """7.3.6: CS-Q44."""
    match = Match().group("b-g1", "us", "s3-s3-1", "pike-harms").hold("a", "sniper-cover-1")
    match.group("c-g1", "german", "s3-s3-2", "brown-keller")
    match.group("a-g1", "us", "s3-s3-3", "cole-moritz")

    assert {"pike-harms", "brown-keller"} == match.candidates("a", "snipe", "leader")


def test_the_units_of_a_leader_killed_by_a_sniper_attack_separately():
    """7.3.6, 7.2.1-a: CS-Q68, each of them is offered as an attack."""
    match = Match(active="b").group("a-g1", "us", "s3-s3-1", "r4-r4-1", "pike-harms")
    match.group("b-g1", "german", "r2-r2-1").hold("b", "sniper-cover-1")
    match.resolve("b", "snipe sniper-cover-1 pike-harms", dice=(8,)).turn("a", "B", 2)

    assert {"s3-s3-1", "r4-r4-1"} == match.candidates("a", "attack", "force")


# 7.3.7 Cover!


def test_cover_makes_the_sniper_roll_twice_and_use_the_lower_die():
    """7.3.7: CS-Q64; rating two, ten and seven: 7-2 = 5, the leader lives; a third seat plays."""
    match = Match().group("b-g1", "german", "s3-s3-1", "pike-harms").hold("a", "sniper-cover-1")
    match.hold("c", "sniper-cover-2")
    match.resolve(
        "a", "snipe sniper-cover-1 pike-harms", dice=(10, 7), c_cover="cover sniper-cover-2"
    )

    assert "b-g1" == match.zone_of("pike-harms")
    assert [(10, 7)] == [event.faces for event in match.events_of(e.DiceRolled)]


def test_cover_also_protects_against_the_steeple():
    """7.3.7, 13.5.2.5-d"""
    match = Match().group("b-g1", "german", "s3-s3-1", "pike-harms").hold("b", "sniper-cover-1")
    match.group("a-g1", "us", "crossroads", "steeple")
    match.resolve("a", "snipe steeple pike-harms", dice=(10, 7), b_cover="cover sniper-cover-1")

    assert ("b-g1", 1) == (match.zone_of("pike-harms"), match.actions_left())


def test_the_odds_of_a_sniper_are_known_before_the_die_and_with_cover():
    """7.3.6, 7.3.7, 10.3: rating two falls to 8 and more; with Cover! to 9 of 100."""
    match = Match().group("b-g1", "german", "s3-s3-1", "pike-harms").hold("a", "sniper-cover-1")

    before = foresee(GAME, match.table, "a", "snipe sniper-cover-1 pike-harms")
    match.hold("b", "sniper-cover-2").when("a", "snipe sniper-cover-1 pike-harms")

    falls, covered = "pike-harms falls", "pike-harms falls if Cover! is played"
    assert {falls: (3, 10), covered: (9, 100)} == odds(before)
    assert {falls: (3, 10)} == odds(foresee(GAME, match.table, "b", "pass"))
    assert {covered: (9, 100)} == odds(foresee(GAME, match.table, "b", "cover sniper-cover-2"))
