"""7.2.2.3 and 7.2.2.4 Comparing totals, and who is lost."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.cards import PANTHER, STUART
from tests.games.combat_soldiers.situations import battle
from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.battles.losses import Lose
from wardiary.domain.games.combat_soldiers.groups.group import strength
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view


def defender_owes(owed: int, units: tuple[str, ...], *, leader: str, arms: int = 0) -> Match:
    """Bob's units of nine points owe `owed`; `arms` is what combined arms add to them."""
    match = battle(("l5-l5", "s4-s4-1", "teague-kranz"), (*units, leader))
    return match.resolve("a", "attack a-g1 b-g1", dice=(owed + 2 + arms, 2))


# 7.2.2.3 Comparing totals.


def test_equal_totals_cost_nobody_a_unit():
    """7.2.2.3.1: 15 against 15."""
    match = battle(("s3-s3-1", "r4-r4-1", "ames-vogler"), ("l5-l5", "s2-s2-1", "dunne-rathke"))
    match.resolve("a", "attack a-g1 b-g1", dice=(6, 5))
    assert (15, 15) == (match.total("attack"), match.total("defence"))
    match.when("a", "rest s3-s3-1")

    assert () == match.pieces_in("a-casualties") + match.pieces_in("b-casualties")
    assert [True, False] == match.sideways("s3-s3-1", "r4-r4-1")


def test_after_equal_totals_the_attacker_is_disorganised():
    """7.2.2.3.1, 7.2.2.3, 7.2.2.5-a"""
    match = battle(("s3-s3-1", "pike-harms"), ("r3-r3-1",)).resolve(
        "a", "attack a-g1 b-g1", dice=(4, 5)
    )

    assert match.total("attack") == match.total("defence")
    assert {"s3-s3-1"} == match.candidates("a", "rest", "unit")
    assert ("r3-r3-1",) == match.pieces_in("b-g1")


def test_losses_must_cover_the_difference():
    """7.2.2.3.2: 19 against 15, the defender owes four or more."""
    match = battle(("s3-s3-1", "r4-r4-1", "ames-vogler"), ("l4-l4-1", "s4-s4-1", "pike-harms"))
    match.resolve("a", "attack a-g1 b-g1", dice=(10, 6))
    assert (19, 15) == (match.total("attack"), match.total("defence"))
    match.when("b", "lose pike-harms").then_illegal("7.2.2.4")

    assert {"l4-l4-1", "s4-s4-1"} == match.candidates("b", "lose", "units")


def test_the_attacker_takes_losses_when_its_total_is_lower():
    """7.2.2.3.2, 7.2.2.4: the attacker chooses the unit, the defender scores it."""
    match = battle(("s3-s3-1", "r4-r4-1", "pike-harms"), ("l5-l5",))
    match.resolve("a", "attack a-g1 b-g1", dice=(1, 7))
    assert (9, 12) == (match.total("attack"), match.total("defence"))
    assert ("a",) == match.seats_asked()
    match.resolve("a", "lose s3-s3-1")

    assert ("s3-s3-1",) == match.pieces_in("b-casualties")


# 7.2.2.4 Losses.


def test_the_loser_cannot_give_up_a_unit_that_could_be_spared():
    """7.2.2.4, 7.1.2-b: of S2, R3 and L4 owing five any two do, but not all three (CS-Q14)."""
    units = ("s2-s2-1", "r3-r3-1", "l4-l4-1")
    match = defender_owes(5, units, leader="cole-moritz", arms=2)
    assert 5 == match.total("attack") - match.total("defence")
    able = {
        candidate
        for candidate in match.candidates("b", "lose", "units")
        if "cole" not in str(candidate)
    }
    assert {"s2-s2-1+r3-r3-1", "s2-s2-1+l4-l4-1", "r3-r3-1+l4-l4-1"} == able

    match.when("b", "lose s2-s2-1+r3-r3-1+l4-l4-1").then_illegal("7.1.2-b")


def test_lost_units_go_face_down_to_the_winners_casualties():
    """7.2.2.4, 5.2.2: Bob sees only how many they are."""
    match = defender_owes(5, ("s2-s2-1", "r3-r3-1", "l4-l4-1"), leader="cole-moritz", arms=2)
    match.resolve("b", "lose s2-s2-1+r3-r3-1")

    assert {"s2-s2-1", "r3-r3-1"} == set(match.pieces_in("a-casualties"))
    assert 2 == len(view(match.table, "b").zone("a-casualties"))


def test_the_loser_cannot_give_up_fewer_or_more_units_than_needed():
    """7.2.2.4: CS-Q14, S2, R3 and L4 owe five."""
    match = battle(("l5-l5", "r4-l4-2", "ames-vogler"), ("s2-s2-1", "r3-r3-1", "l4-l4-1"))
    match.resolve("a", "attack a-g1 b-g1", dice=(6, 3))
    assert match.total("attack") - match.total("defence") == 5
    match.when("b", "lose s2-s2-1+r3-r3-1+l4-l4-1").then_illegal("7.1.2-b")
    match.when("b", "lose l4-l4-1").then_illegal("7.2.2.4")

    assert {"s2-s2-1+r3-r3-1", "s2-s2-1+l4-l4-1", "r3-r3-1+l4-l4-1"} == match.candidates(
        "b", "lose", "units"
    )


def test_the_loser_cannot_give_up_nobody():
    """7.2.2.4, 7.1.3-c"""
    match = battle(("l5-l5", "r4-l4-2", "ames-vogler"), ("s2-s2-1", "r3-r3-1", "l4-l4-1"))
    match.resolve("a", "attack a-g1 b-g1", dice=(6, 3))

    match.when("b", Lose("")).then_illegal("7.1.3-c")


def test_the_garrison_pays_before_the_units():
    """7.2.2.4.1-a, 13.5.1.1-b1: garrison three and S4 owe three, and S4 stays."""
    match = battle(("l5-l5", "s4-s4-1", "teague-kranz"), ("pherddorf", "s4-s4-2"))
    match.resolve("a", "attack a-g1 b-g1", dice=(7, 3))
    assert 3 == match.total("attack") - match.total("defence")

    assert 1 == match.table.mark("pherddorf", "garrison-lost")
    assert {"pherddorf", "s4-s4-2"} == set(match.pieces_in("b-g1"))


def test_a_garrison_is_eliminated_whole_by_a_loss_of_one():
    """7.2.2.4.1-a, 7.2.2.4.1-b, 1.1.3-b6, 1.2-b6, 13.5.1.1-b1: a garrison of three."""
    match = battle(("l5-l5", "r4-r4-1", "pike-harms"), ("pherddorf", "s4-s4-1"))
    match.resolve("a", "attack a-g1 b-g1", dice=(2, 1))

    assert match.total("attack") - match.total("defence") == 1
    assert 1 == match.table.mark("pherddorf", "garrison-lost")
    assert {"pherddorf", "s4-s4-1"} == set(match.pieces_in("b-g1"))


def test_the_units_pay_after_the_garrison_is_eliminated():
    """7.2.2.4.1-b: owing one takes a garrison of three; the next loss goes to the units."""
    match = battle(("l5-l5", "s4-s4-1", "teague-kranz"), ("pherddorf", "s4-s4-2"))
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 3)).when("a", "rest l5-l5")
    match.when("a", "arrange s4-s4-1")
    assert 1 == match.table.mark("pherddorf", "garrison-lost")
    match.group("a-g2", "us", "r4-r4-1", "r4-r4-2", "novak-thoma")
    match.resolve("a", "attack a-g2 b-g1", dice=(8, 5))

    assert (16 - 15, ("s4-s4-2",)) == (
        match.total("attack") - match.total("defence"),
        match.pieces_in("a-casualties"),
    )
    assert "b-g1" == match.zone_of("pherddorf")


def test_occupation_units_pay_what_the_garrison_cannot():
    """7.2.2.4.1-c: garrison three and S4 owe five: both go, the objective is kept."""
    match = battle(("l5-l5", "s4-s4-1", "teague-kranz"), ("pherddorf", "s4-s4-2"))
    match.resolve("a", "attack a-g1 b-g1", dice=(9, 3))
    assert 5 == match.total("attack") - match.total("defence")

    assert ("s4-s4-2",) == match.pieces_in("a-casualties")
    assert ("b-g1", "german") == (match.zone_of("pherddorf"), match.table.piece("pherddorf").face)


def test_an_objective_without_garrison_and_units_is_captured_by_a_loss_of_one():
    """7.2.2.4.1-d, 1.2-b6: the captor occupies it with nobody."""
    match = battle(("l5-l5",), ("crossroads",)).mark("crossroads", "garrison-lost")
    match.resolve("a", "attack l5-l5 b-g1", dice=(2, 2))
    assert 1 == match.total("attack") - match.total("defence")
    match.when("a", "occupy none")

    assert ("a", "us") == (match.zone_of("crossroads")[0], match.table.piece("crossroads").face)


def test_an_objective_without_garrison_goes_to_the_attacker_for_one_point():
    """7.2.2.4.1-d, 7.3.8.2-a, 1.2-b6: one point captures it."""
    match = battle(("l5-l5",), ("forest",)).mark("forest", "garrison-lost")
    match.resolve("a", "attack l5-l5 b-g1", dice=(2, 1))

    assert "a" == match.zone_of("forest")[0]


def test_a_leader_falls_with_its_last_unit_and_both_are_casualties():
    """7.2.2.4.2, 4.4.5-b: S3 and a leader owing one: the leader, or S3 and the leader with it."""
    match = battle(("s3-s3-1",), ("s3-s3-2", "novak-thoma")).resolve(
        "a", "attack s3-s3-1 b-g1", dice=(3, 2)
    )
    assert {"s3-s3-2", "novak-thoma"} == match.candidates("b", "lose", "units")
    match.resolve("b", "lose s3-s3-2")

    assert {"s3-s3-2", "novak-thoma"} == set(match.pieces_in("a-casualties"))


def test_a_leader_may_be_lost_alone():
    """7.2.2.4.2"""
    match = battle(("s3-s3-1",), ("s3-s3-2", "novak-thoma"))
    match.resolve("a", "attack s3-s3-1 b-g1", dice=(3, 2)).resolve("b", "lose novak-thoma")

    assert (("s3-s3-2",), ("novak-thoma",)) == (
        match.pieces_in("b-g1"),
        match.pieces_in("a-casualties"),
    )


def test_a_loss_of_one_takes_the_leader_or_the_last_unit_with_the_leader():
    """7.2.2.4.2, 4.4.5-b: CS-Q23."""
    match = battle(("s4-s4-1",), ("s3-s3-1", "novak-thoma")).resolve(
        "a", "attack s4-s4-1 b-g1", dice=(4, 4)
    )
    assert {"novak-thoma", "s3-s3-1"} == match.candidates("b", "lose", "units")
    match.when("b", "lose s3-s3-1")

    assert {"s3-s3-1", "novak-thoma"} == set(match.pieces_in("fallen"))
    assert () == match.pieces_in("b-g1")


@pytest.mark.parametrize(
    ("units", "pays", "dice"),
    [
        (("l3-l3-1", "l4-l4-1"), 3, (10, 10)),
        ((PANTHER, "r2-r2-1"), 7, (10, 4)),
        ((STUART, "r2-r2-1"), 3, (1, 3)),
    ],
    ids=["infantry", "panther", "sdkfz"],
)
def test_infantry_pays_its_strength_and_armor_its_defence_factor(
    units: tuple[str, ...], pays: int, dice: tuple[int, int]
):
    """7.2.2.4.3, 7.2.2.4.4: L3 pays three, armor its defence factor."""
    match = battle(("l4b-l4p-1", "r4b-r4p-1", "brown-keller"), (*units, "novak-thoma"))
    match.resolve("a", "attack a-g1 b-g1", dice=dice)
    assert pays == match.total("attack") - match.total("defence")
    if match.seats_asked() == ("b",):
        match.resolve("b", f"lose {units[0]}")

    assert (units[0],) == match.pieces_in("a-casualties")


def test_a_halved_unit_pays_its_printed_strength():
    """7.2.2.4.3, 7.2.2.4.4, 7.2.2.4.5: L3 pays three, armor its factor, a halved S4 still four."""
    match = battle(("s4-s4-1", "l3-l3-1", "pike-harms"), ("l4-l4-1",)).siege(
        "b-g1", "a-g1", isolation=1
    )
    match.resolve("a", "attack a-g1 b-g1", dice=(4, 7))
    assert match.total("defence") - match.total("attack") == 4
    assert {"s4-s4-1", "l3-l3-1+pike-harms"} == match.candidates("a", "lose", "units")
    armor = battle(("m10-stug-iii-g",), ("s4-s4-1",)).resolve(
        "a", "attack m10-stug-iii-g b-g1", dice=(1, 4)
    )

    assert "m10-stug-iii-g" in armor.pieces_in("b-casualties")


def test_an_entrenched_marker_pays_no_losses():
    """V10, 7.2.2.4.5: S3, entrenched by two, pays three of a loss of four, so R4 is lost."""
    match = Match().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1", "r4-r4-1")
    match.mark("s3-s3-1", "entrenched", 2).resolve("a", "attack l5-l5 b-g1", dice=(10, 2))

    assert 3 == strength(match.table, "s3-s3-1")
    assert ("r4-r4-1",) == match.pieces_in("a-casualties")


def test_a_besieged_unit_pays_its_printed_strength():
    """7.2.2.4.5: a besieged S4, which attacks with two, pays four for a loss of three."""
    match = battle(("s4-s4-1",), ("r4-r4-1",)).siege("b-g1", "a-g1")
    match.resolve("a", "attack s4-s4-1 b-g1", dice=(5, 6))
    assert (7, 10) == (match.total("attack"), match.total("defence"))

    assert ("s4-s4-1",) == match.pieces_in("b-casualties")
    paid = [event for event in match.events_of(e.PiecesMoved) if event.to == "fallen"]
    assert [("s4-s4-1",)] == [event.pieces for event in paid]


def test_a_leader_alone_does_not_pay_a_loss_of_two():
    """7.2.2.4.5, 7.2.2.4.2: Brown pays one; S3, R4 or L4 alone do (CS-01)."""
    cards = ("l4-l4-1", "s3-s3-1", "r4-r4-1", "brown-keller")
    match = battle(("l5-l5", "s4-s4-1", "teague-kranz"), cards)
    match.resolve("a", "attack a-g1 b-g1", dice=(10, 2))
    assert (19, 11 + 2 + 2 + 2) == (match.total("attack"), match.total("defence"))
    match.when("b", "lose brown-keller").then_illegal("7.2.2.4")

    assert {"l4-l4-1", "s3-s3-1", "r4-r4-1"} == match.candidates("b", "lose", "units")
