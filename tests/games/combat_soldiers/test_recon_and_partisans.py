"""7.3.11 Recon and 7.3.12 Partisans or Kommandos."""

from __future__ import annotations

import pytest
from msgspec.structs import force_setattr

from tests.games.combat_soldiers.cards import PARTISAN, RECON
from tests.games.combat_soldiers.situations import battle, siege_is_over, steeple_on_crossroads
from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.play.standing import Condition, StandingAnswer, answer_for


def partisans_on_barracks() -> Match:
    """Ann's partisans are on Bob's Barracks."""
    match = Match().group("b-g1", "german", "barracks", "s3-s3-1").hold("a", PARTISAN)
    match.group("a-g1", "us", "s4-s4-1")
    return match.when("a", f"infiltrate {PARTISAN} barracks")


def enter_attack_phase(match: Match, seat: str, number: int) -> Match:
    """Enter a seat's attack phase of that Turn."""
    return match.turn(seat, "A", number).when(seat, "go B")


def recon_on_pherddorf(holder: str = "b") -> Match:
    """Ann has Pherddorf without units and entrenches; another seat has Recon."""
    match = Match(phase="A").group("a-g1", "us", "s3-s3-1").group("a-g2", "us", "pherddorf")
    return match.hold(holder, RECON)


# 7.3.11 Recon.


def test_every_other_seat_is_asked_about_recon_between_actions():
    """8.11, 7.3.11-a, 1.1.1.6-b: clockwise; Bob has no Recon and is asked like Cy."""
    match = recon_on_pherddorf("c").when("a", "entrench s3-s3-1 1", passing=False)
    assert ("b",) == match.seats_asked()
    match.when("b", "pass")

    assert ("c",) == match.seats_asked()


def test_recon_takes_the_steeple_only_with_its_companion():
    """7.3.11-a, 13.5.2.5-e: CS-Q25."""
    match = steeple_on_crossroads().hold("a", "recon-sappers-1")
    match.when("a", "recon recon-sappers-1 steeple us").then_illegal("13.5.2.5-e")
    match.when("a", "recon recon-sappers-1 crossroads us")

    assert match.zone_of("steeple") == match.zone_of("crossroads")
    assert ("a", "us") == (match.zone_of("steeple")[0], match.table.piece("steeple").face)
    assert 0 == match.table.mark("crossroads", "garrison-lost")


def test_recon_on_a_besieged_objective_ends_the_siege_and_keeps_the_damage():
    """7.3.11-a, 7.3.1.1-c, 7.3.10.2-b: CS-Q25; the garrison is whole again."""
    match = Match().group("b-g1", "german", "bridge").mark("bridge", "damage", 2)
    match.mark("bridge", "garrison-lost").group("c-g1", "us", "s3-s3-1")
    match.siege("c-g1", "b-g1", isolation=2).hold("a", "recon-sappers-1")
    match.when("a", "recon recon-sappers-1 bridge german")

    assert siege_is_over(match)
    assert {"damage": 2} == dict(match.table.piece("bridge").marks)
    assert 0 == match.table.mark("besieged-a", "isolation")


@pytest.mark.parametrize("side", ["us", "german"])
def test_recon_takes_a_bare_objective_for_either_side_at_the_end_of_another_seats_turn(side: str):
    """7.3.11-a, 14.3.1-a: garrison or not; at the end of Cy's Turn Ann plays."""
    match = (
        Match(active="c", phase="F").group("b-g1", "us", "pherddorf").hold("a", "recon-sappers-1")
    )
    match.group("c-g1", "us", "s3-s3-1").when("c", "end-turn")
    match.when("a", f"recon recon-sappers-1 pherddorf {side}")

    assert match.refused is None
    assert ("a", side) == (match.zone_of("pherddorf")[0], match.table.piece("pherddorf").face)


def test_recon_is_refused_on_occupied_objectives_and_those_of_its_player():
    """7.3.11-a, 14.3.1-a, 14.3.1-b: a leader alone is an occupation too."""
    match = Match().group("b-g1", "us", "forest", "pike-harms").group("a-g1", "us", "bridge")
    match.hold("a", "recon-sappers-1")
    match.when("a", "recon recon-sappers-1 forest us").then_illegal("14.3.1-a")
    match.when("a", "recon recon-sappers-1 bridge german").then_illegal("14.3.1-b")


def test_recon_may_take_pherddorf_before_the_third_action_is_spent():
    """8.11, 14.3.1, 7.3.11-a, 13.5.2.3"""
    match = recon_on_pherddorf().when("a", "entrench s3-s3-1 2")
    assert ("b",) == match.seats_asked()
    match.when("b", f"recon {RECON} pherddorf german")

    assert "b" == match.zone_of("pherddorf")[0]
    match.resolve("c", "pass")
    assert 0 == match.actions_left("us")


def test_seats_that_passed_recon_are_asked_again_after_the_next_action():
    """8.11, 7.3.11-a"""
    match = recon_on_pherddorf().when("a", "entrench s3-s3-1 1").when("b", "pass")
    assert ("a",) == match.seats_asked()
    match.when("a", "entrench s3-s3-1 1")

    assert ("b",) == match.seats_asked()


def test_a_seat_whose_turn_ends_by_a_white_back_may_still_play_recon():
    """8.11, 7.3.11-a, 11.1-b: it drew Recon just before."""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1").group("b-g1", "us", "pherddorf")
    match.on_top(RECON, "bridge").when("a", "draw").when("a", "place us alone")
    match.when("b", "pass").when("c", "pass").when("a", f"recon {RECON} pherddorf us")

    assert "a" == match.zone_of("pherddorf")[0]


def test_recon_is_asked_about_as_soon_as_an_objective_is_bare():
    """7.3.11-a, 14.3.1-a, 1.2-b2: the last unit withdraws; either side; CS-Q45."""
    match = Match().group("b-g1", "german", "bridge", "s3-s3-1").group("c-g1", "us", "r2-r2-1")
    match.hold("c", "recon-sappers-1").turn("b", "A").when("b", "withdraw s3-s3-1")
    assert ("c",) == match.seats_asked()
    match.when("c", "recon recon-sappers-1 bridge us")

    assert ("c", "us") == (match.zone_of("bridge")[0], match.table.piece("bridge").face)


def test_nobody_is_asked_about_recon_when_only_the_phase_has_changed():
    """8.11, 7.3.11-a: no Action was spent."""
    match = recon_on_pherddorf().when("a", "go B")

    assert ("a",) == match.seats_asked()


def test_the_end_of_a_turn_is_a_separate_moment_for_recon():
    """8.11, 7.3.11-a, 14.3.1: a standing pass between Actions does not answer there."""
    match = recon_on_pherddorf().turn("a", "F").when("a", "end-turn")

    assert ("b", "turn-end") == (match.seats_asked()[0], match.prompt("b").facts["moment"])


def test_a_seat_whose_turn_ends_is_not_asked_about_an_objective_it_could_have_taken():
    """8.11, 7.3.11-a"""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1").group("b-g1", "us", "pherddorf")
    match.when("a", "end-turn").when("c", "pass")

    assert "b" == match.table.seat


@pytest.mark.parametrize(
    ("phase", "command", "answered"),
    [("A", "entrench s3-s3-1 1", "pass"), ("F", "end-turn", None)],
)
def test_a_standing_pass_answers_about_recon_only_between_actions(
    phase: str, command: str, answered: str | None
):
    """8.11, 7.3.11-a: the seat is still asked at the end of the Turn."""
    match = recon_on_pherddorf().turn("a", phase).when("a", command)
    standing = StandingAnswer("pass", "7.3.11-a", (Condition("moment", "is", "action"),))

    answer = answer_for((standing,), match.prompt("b"), match.table, GAME.verbs)

    assert answered == (None if answer is None else "pass")


def test_a_question_about_recon_names_the_active_seat_and_the_bare_objectives():
    """8.11, 7.3.11-a"""
    match = recon_on_pherddorf().group("a-g3", "us", "bridge").when("a", "entrench s3-s3-1 1")

    facts = match.prompt("b").facts
    assert ("a", 2) == (facts["active"], facts["actions"])
    assert {"pherddorf", "bridge"} == set(str(facts["objectives"]).split("+"))


def test_a_match_of_version_1_asks_about_recon_only_when_an_objective_becomes_bare():
    """8.11, VM-01, 7.3.11-a"""
    match = recon_on_pherddorf()
    force_setattr(match.table, "version", "1")
    match.when("a", "entrench s3-s3-1 1")

    assert ("a",) == match.seats_asked()


def test_the_last_recon_keeps_the_objective():
    """7.3.11-b: Ann, then Cy; Cy keeps it."""
    match = Match(phase="F").group("b-g1", "us", "forest")
    match.hold("a", "recon-sappers-1").hold("c", "recon-no-retreat-1")
    match.when("a", "recon recon-sappers-1 forest us")
    assert "a" == match.zone_of("forest")[0]
    match.resolve("b", "pass", c_recon="recon recon-no-retreat-1 forest german")

    assert ("c", "german") == (match.zone_of("forest")[0], match.table.piece("forest").face)


def test_other_seats_may_answer_a_recon_with_a_recon():
    """8.11, 7.3.11-b: Cy and Ann may answer Bob's; then Ann plays on."""
    match = recon_on_pherddorf().when("a", "entrench s3-s3-1 1")
    match.when("b", f"recon {RECON} pherddorf german")
    assert ("c", "recon") == (match.seats_asked()[0], match.prompt("c").facts["moment"])
    match.when("c", "pass").when("a", "pass")

    assert "entrench" in {offer.verb for offer in match.prompt("a").offers}


def test_other_seats_may_answer_a_recon_of_the_active_seat():
    """8.11, 7.3.11-b"""
    match = Match().group("b-g1", "us", "pherddorf").hold("a", RECON)
    match.when("a", f"recon {RECON} pherddorf us").when("b", "pass").when("c", "pass")

    assert ("a", "3.0-c") == (match.seats_asked()[0], match.prompt("a").rule)


def test_a_second_recon_takes_the_objective_and_its_steeple():
    """7.3.11-b: CS-Q25; the garrison is whole again."""
    match = (
        Match().group("b-g1", "german", "crossroads", "steeple").mark("crossroads", "garrison-lost")
    )
    match.hold("a", "recon-sappers-1").hold("c", "recon-no-retreat-1")
    match.when("a", "recon recon-sappers-1 crossroads us")
    for _ in range(2):
        (seat,) = match.seats_asked()
        if seat == "c":
            break
        match.when(seat, "pass")
    match.when("c", "recon recon-no-retreat-1 crossroads german")

    assert {"c"} == {match.zone_of("crossroads")[0], match.zone_of("steeple")[0]}
    assert 0 == match.table.mark("crossroads", "garrison-lost")


# 7.3.12 Partisans or Kommandos.


def test_partisans_stop_the_capability_of_an_objective():
    """7.3.12-a, 13.5.1-b, 1.1.1.6-c: the card stays on the table."""
    match = partisans_on_barracks()
    assert ("b-g1", 1) == (match.zone_of(PARTISAN), match.actions_left())
    match.turn("b", "F", 2).discard_pile("s2-s2-1", "s2-s2-2")

    match.when("b", "barracks").then_illegal("13.5.1-b")


def test_partisans_are_offered_only_objectives_of_other_seats():
    """7.3.12-a"""
    match = Match().group("a-g1", "us", "barracks").group("b-g1", "us", "forest", "s2-s2-1")
    match.hold("a", PARTISAN)

    assert {"forest"} == match.candidates("a", "infiltrate", "objective")


def test_partisans_stay_while_they_are_paid():
    """7.3.12-a, 7.3.12-b: CS-Q63."""
    match = Match().group("b-g1", "german", "barracks", "r2-r2-1").hold("a", "partisan")
    match.discard_pile("s2-s2-1").when("a", "infiltrate partisan barracks")
    assert 1 == match.actions_left()
    match.turn("b", "F", number=2).when("b", "barracks").then_illegal("13.5.1-b")
    match.group("a-g1", "us", "l5-l5").turn("a", "A", number=4).when("a", "go B")
    match.when("a", "pay-partisans partisan")
    assert ("b-g1", 1) == (match.zone_of("partisan"), match.actions_left())
    match.turn("a", "A", number=7).when("a", "go B").when("a", "drop-partisans partisan")

    assert "discard-top" == match.zone_of("partisan")


def test_unpaid_partisans_are_discarded():
    """7.3.12-b: their owner is asked in each later phase B and declines."""
    match = enter_attack_phase(partisans_on_barracks(), "a", 4)
    match.when("a", f"drop-partisans {PARTISAN}")

    assert ("discard-top", 2) == (match.zone_of(PARTISAN), match.actions_left())


def test_paying_for_partisans_costs_an_action():
    """7.3.12-b"""
    match = enter_attack_phase(partisans_on_barracks(), "a", 4).when(
        "a", f"pay-partisans {PARTISAN}"
    )

    assert ("b-g1", 1) == (match.zone_of(PARTISAN), match.actions_left())


def test_without_an_action_left_partisans_cannot_be_paid():
    """7.3.12-b: CS-Q63."""
    match = partisans_on_barracks().turn("a", "A", 4).track("actions/other", 2).when("a", "go B")

    assert {"drop-partisans"} == {offer.verb for offer in match.prompt("a").offers}


def test_partisans_are_discarded_when_the_objective_is_captured():
    """7.3.12-b, 7.3.8.2-c"""
    match = partisans_on_barracks().mark("barracks", "garrison-lost").mark("barracks", "damage", 8)
    match.resolve("a", "attack s4-s4-1 b-g1", dice=(8, 1)).resolve("a", "occupy none")

    assert "us" == group_at(match.table, match.zone_of("barracks")).side
    assert "discard" in match.zone_of(PARTISAN)


def test_recon_is_asked_about_after_paying_for_partisans():
    """8.11, 7.3.12-b: paying costs an Action."""
    match = (
        recon_on_pherddorf()
        .group("b-g1", "german", "bridge")
        .put("b-g1", "partisan", host="bridge")
    )
    match.track("placed/partisan", 1).when("a", "go B").when("a", "pay-partisans partisan")

    assert ("b", "action") == (match.seats_asked()[0], match.prompt("b").facts["moment"])


def test_partisans_add_three_to_an_attack_on_their_objective():
    """7.3.12-c: S4 and three make seven before the die."""
    match = partisans_on_barracks().resolve("a", "attack s4-s4-1 b-g1", dice=(5, 1))

    assert 7 + 5 == match.total("attack")
    assert 3 == match.items("attack")["7.3.12-c"]


def test_partisans_help_a_capture_and_are_discarded_by_it():
    """7.3.12-c, 7.3.12-b"""
    match = battle(("s4-s4-1",), ("forest",)).put("b-g1", "partisan", host="forest")
    match.mark("forest", "damage", 4).mark("forest", "garrison-lost")
    match.resolve("a", "attack s4-s4-1 b-g1", dice=(5, 1))

    assert 3 == match.items("attack")["7.3.12-c"]
    assert "discard-top" == match.zone_of("partisan")
