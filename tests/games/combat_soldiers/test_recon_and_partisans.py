"""7.3.11 Recon and 7.3.12 Partisans or Kommandos."""

from __future__ import annotations

import pytest
from msgspec.structs import force_setattr

from tests.games.combat_soldiers.cards import PARTISAN, RECON
from tests.games.combat_soldiers.situations import battle, siege_is_over, steeple_on_crossroads
from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.play.standing import Condition, StandingAnswer, answer_for


def partisans_on_barracks() -> Field:
    """Ann's partisans lie on Bob's Barracks."""
    field = Field().group("b-g1", "german", "barracks", "s3-s3-1").hold("a", PARTISAN)
    field.group("a-g1", "us", "s4-s4-1")
    return field.when("a", f"infiltrate {PARTISAN} barracks")


def enter_attack_phase(field: Field, seat: str, number: int) -> Field:
    """Enter a seat's attack phase of that Turn."""
    return field.turn(seat, "A", number).when(seat, "go B")


def recon_on_pherddorf(holder: str = "b") -> Field:
    """Ann holds Pherddorf without units and digs in; another seat holds Recon."""
    field = Field(phase="A").group("a-g1", "us", "s3-s3-1").group("a-g2", "us", "pherddorf")
    return field.hold(holder, RECON)


# 1.1 Cards.


def test_every_other_seat_is_asked_about_recon_between_actions():
    """8.11, 1.1.1.6-b: clockwise; Bob holds nothing and is asked like Cy."""
    field = recon_on_pherddorf("c").when("a", "entrench s3-s3-1 1", passing=False)
    assert ("b",) == field.asked()
    field.when("b", "pass")

    assert ("c",) == field.asked()


# 7.3.11 Recon.


def test_recon_takes_the_steeple_only_with_its_companion():
    """7.3.11-a, 13.5.2.5-e: CS-Q25."""
    field = steeple_on_crossroads().hold("a", "recon-sappers-1")
    field.when("a", "recon recon-sappers-1 steeple us").then_illegal("13.5.2.5-e")
    field.when("a", "recon recon-sappers-1 crossroads us")

    assert field.where("steeple") == field.where("crossroads")
    assert ("a", "us") == (field.where("steeple")[0], field.table.piece("steeple").face)
    assert 0 == field.table.mark("crossroads", "garrison-lost")


def test_recon_on_a_besieged_objective_ends_the_siege_and_keeps_the_damage():
    """7.3.11-a, 7.3.1.1-c, 7.3.10.2-b: CS-Q25; the garrison is whole again."""
    field = Field().group("b-g1", "german", "bridge").mark("bridge", "damage", 2)
    field.mark("bridge", "garrison-lost").group("c-g1", "us", "s3-s3-1")
    field.siege("c-g1", "b-g1", isolation=2).hold("a", "recon-sappers-1")
    field.when("a", "recon recon-sappers-1 bridge german")

    assert siege_is_over(field)
    assert {"damage": 2} == dict(field.table.piece("bridge").marks)
    assert 0 == field.table.mark("besieged-a", "isolation")


@pytest.mark.parametrize("side", ["us", "german"])
def test_recon_takes_a_bare_objective_for_either_side_at_the_end_of_another_seats_turn(side: str):
    """7.3.11-a, 14.3.1-a: garrison or not; at the end of Cy's Turn Ann plays."""
    field = (
        Field(active="c", phase="F").group("b-g1", "us", "pherddorf").hold("a", "recon-sappers-1")
    )
    field.group("c-g1", "us", "s3-s3-1").when("c", "end-turn")
    field.when("a", f"recon recon-sappers-1 pherddorf {side}")

    assert field.refused is None
    assert ("a", side) == (field.where("pherddorf")[0], field.table.piece("pherddorf").face)


def test_recon_is_refused_on_occupied_objectives_and_those_of_its_player():
    """7.3.11-a, 14.3.1-a, 14.3.1-b: a leader alone is an occupation too."""
    field = Field().group("b-g1", "us", "forest", "pike-harms").group("a-g1", "us", "bridge")
    field.hold("a", "recon-sappers-1")
    field.when("a", "recon recon-sappers-1 forest us").then_illegal("14.3.1-a")
    field.when("a", "recon recon-sappers-1 bridge german").then_illegal("14.3.1-b")


def test_recon_may_take_pherddorf_before_the_third_action_is_spent():
    """8.11, 14.3.1, 7.3.11-a, 13.5.2.3"""
    field = recon_on_pherddorf().when("a", "entrench s3-s3-1 2")
    assert ("b",) == field.asked()
    field.when("b", f"recon {RECON} pherddorf german")

    assert "b" == field.where("pherddorf")[0]
    field.fight("c", "pass")
    assert 0 == field.left("us")


def test_seats_that_passed_recon_are_asked_again_after_the_next_action():
    """8.11, 7.3.11-a"""
    field = recon_on_pherddorf().when("a", "entrench s3-s3-1 1").when("b", "pass")
    assert ("a",) == field.asked()
    field.when("a", "entrench s3-s3-1 1")

    assert ("b",) == field.asked()


def test_a_seat_whose_turn_ends_by_a_white_back_may_still_play_recon():
    """8.11, 7.3.11-a, 11.1-b: it drew the card just before, and the menu does not come back."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1").group("b-g1", "us", "pherddorf")
    field.on_top(RECON, "bridge").when("a", "draw").when("a", "place us alone")
    field.when("b", "pass").when("c", "pass").when("a", f"recon {RECON} pherddorf us")

    assert "a" == field.where("pherddorf")[0]


def test_recon_is_asked_about_as_soon_as_an_objective_is_bare():
    """7.3.11-a, 14.3.1-a, 1.2-b2: asked as soon as it is bare; either side; CS-Q45."""
    field = Field().group("b-g1", "german", "bridge", "s3-s3-1").group("c-g1", "us", "r2-r2-1")
    field.hold("c", "recon-sappers-1").turn("b", "A").when("b", "withdraw s3-s3-1")
    assert ("c",) == field.asked()
    field.when("c", "recon recon-sappers-1 bridge us")

    assert ("c", "us") == (field.where("bridge")[0], field.table.piece("bridge").face)


def test_the_last_recon_keeps_the_objective():
    """7.3.11-b: Ann, then Cy; Cy keeps it."""
    field = Field(phase="F").group("b-g1", "us", "forest")
    field.hold("a", "recon-sappers-1").hold("c", "recon-no-retreat-1")
    field.when("a", "recon recon-sappers-1 forest us")
    assert "a" == field.where("forest")[0]
    field.fight("b", "pass", c_recon="recon recon-no-retreat-1 forest german")

    assert ("c", "german") == (field.where("forest")[0], field.table.piece("forest").face)


def test_other_seats_may_answer_a_recon_with_a_recon():
    """8.11, 7.3.11-b: Cy and Ann may answer Bob's; then Ann plays on."""
    field = recon_on_pherddorf().when("a", "entrench s3-s3-1 1")
    field.when("b", f"recon {RECON} pherddorf german")
    assert ("c", "recon") == (field.asked()[0], field.prompt("c").facts["moment"])
    field.when("c", "pass").when("a", "pass")

    assert "entrench" in {offer.verb for offer in field.prompt("a").offers}


def test_other_seats_may_answer_a_recon_of_the_active_seat():
    """8.11, 7.3.11-b"""
    field = Field().group("b-g1", "us", "pherddorf").hold("a", RECON)
    field.when("a", f"recon {RECON} pherddorf us").when("b", "pass").when("c", "pass")

    assert ("a", "3.0-c") == (field.asked()[0], field.prompt("a").rule)


def test_a_second_recon_takes_the_objective_and_its_steeple():
    """7.3.11-b: the last one keeps it; CS-Q25 the Steeple goes along, the garrison is whole."""
    field = (
        Field().group("b-g1", "german", "crossroads", "steeple").mark("crossroads", "garrison-lost")
    )
    field.hold("a", "recon-sappers-1").hold("c", "recon-no-retreat-1")
    field.when("a", "recon recon-sappers-1 crossroads us")
    for _ in range(2):
        (seat,) = field.asked()
        if seat == "c":
            break
        field.when(seat, "pass")
    field.when("c", "recon recon-no-retreat-1 crossroads german")

    assert {"c"} == {field.where("crossroads")[0], field.where("steeple")[0]}
    assert 0 == field.table.mark("crossroads", "garrison-lost")


# 7.3.12 Partisans or Kommandos.


def test_partisans_stop_the_capability_of_an_objective():
    """7.3.12-a, 13.5.1-b, 1.1.1.6-c: the card stays on the table."""
    field = partisans_on_barracks()
    assert ("b-g1", 1) == (field.where(PARTISAN), field.left())
    field.turn("b", "F", 2).discards("s2-s2-1", "s2-s2-2")

    field.when("b", "barracks").then_illegal("13.5.1-b")


def test_partisans_are_offered_only_objectives_of_other_seats():
    """7.3.12-a"""
    field = Field().group("a-g1", "us", "barracks").group("b-g1", "us", "forest", "s2-s2-1")
    field.hold("a", PARTISAN)

    assert {"forest"} == field.candidates("a", "infiltrate", "objective")


def test_partisans_stay_while_they_are_paid():
    """7.3.12-a, 7.3.12-b: CS-Q63."""
    field = Field().group("b-g1", "german", "barracks", "r2-r2-1").hold("a", "partisan")
    field.discards("s2-s2-1").when("a", "infiltrate partisan barracks")
    assert 1 == field.left()
    field.turn("b", "F", number=2).when("b", "barracks").then_illegal("13.5.1-b")
    field.group("a-g1", "us", "l5-l5").turn("a", "A", number=4).when("a", "go B")
    field.when("a", "pay-partisans partisan")
    assert ("b-g1", 1) == (field.where("partisan"), field.left())
    field.turn("a", "A", number=7).when("a", "go B").when("a", "drop-partisans partisan")

    assert "discard-top" == field.where("partisan")


def test_unpaid_partisans_are_discarded():
    """7.3.12-b: asked in each later own phase B; declined, the card goes."""
    field = enter_attack_phase(partisans_on_barracks(), "a", 4)
    field.when("a", f"drop-partisans {PARTISAN}")

    assert ("discard-top", 2) == (field.where(PARTISAN), field.left())


def test_paying_for_partisans_costs_an_action():
    """7.3.12-b"""
    field = enter_attack_phase(partisans_on_barracks(), "a", 4).when(
        "a", f"pay-partisans {PARTISAN}"
    )

    assert ("b-g1", 1) == (field.where(PARTISAN), field.left())


def test_without_an_action_left_partisans_cannot_be_paid():
    """7.3.12-b: CS-Q63."""
    field = partisans_on_barracks().turn("a", "A", 4).track("actions/other", 2).when("a", "go B")

    assert {"drop-partisans"} == {offer.verb for offer in field.prompt("a").offers}


def test_partisans_are_discarded_when_the_objective_is_captured():
    """7.3.12-b, 7.3.8.2-c"""
    field = partisans_on_barracks().mark("barracks", "garrison-lost").mark("barracks", "damage", 8)
    field.fight("a", "attack s4-s4-1 b-g1", dice=(8, 1)).fight("a", "occupy none")

    assert "us" == group_at(field.table, field.where("barracks")).side
    assert "discard" in field.where(PARTISAN)


def test_recon_is_asked_about_after_paying_for_partisans():
    """8.11, 7.3.12-b: the upkeep costs an Action."""
    field = (
        recon_on_pherddorf()
        .group("b-g1", "german", "bridge")
        .put("b-g1", "partisan", host="bridge")
    )
    field.track("placed/partisan", 1).when("a", "go B").when("a", "pay-partisans partisan")

    assert ("b", "action") == (field.asked()[0], field.prompt("b").facts["moment"])


def test_partisans_add_three_to_an_attack_on_their_objective():
    """7.3.12-c: S4 and three make seven before the die."""
    field = partisans_on_barracks().fight("a", "attack s4-s4-1 b-g1", dice=(5, 1))

    assert 7 + 5 == field.total("attack")
    assert 3 == field.items("attack")["7.3.12-c"]


def test_partisans_help_a_capture_and_are_discarded_by_it():
    """7.3.12-c, 7.3.12-b"""
    field = battle(("s4-s4-1",), ("forest",)).put("b-g1", "partisan", host="forest")
    field.mark("forest", "damage", 4).mark("forest", "garrison-lost")
    field.fight("a", "attack s4-s4-1 b-g1", dice=(5, 1))

    assert 3 == field.items("attack")["7.3.12-c"]
    assert "discard-top" == field.where("partisan")


def test_nobody_is_asked_about_recon_when_only_the_phase_has_changed():
    """8.11: no Action was taken."""
    field = recon_on_pherddorf().when("a", "go B")

    assert ("a",) == field.asked()


def test_the_end_of_a_turn_is_a_separate_moment_for_recon():
    """8.11, 14.3.1: a standing pass between Actions does not hold there."""
    field = recon_on_pherddorf().turn("a", "F").when("a", "end-turn")

    assert ("b", "turn-end") == (field.asked()[0], field.prompt("b").facts["moment"])


def test_a_seat_whose_turn_ends_is_not_asked_about_an_objective_it_could_have_taken():
    """8.11"""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1").group("b-g1", "us", "pherddorf")
    field.when("a", "end-turn").when("c", "pass")

    assert "b" == field.table.seat


@pytest.mark.parametrize(
    ("phase", "command", "answered"),
    [("A", "entrench s3-s3-1 1", "pass"), ("F", "end-turn", None)],
)
def test_a_standing_pass_answers_about_recon_only_between_actions(
    phase: str, command: str, answered: str | None
):
    """8.11: play does not drag, and the seat is still asked at the end of the Turn."""
    field = recon_on_pherddorf().turn("a", phase).when("a", command)
    standing = StandingAnswer("pass", "7.3.11-a", (Condition("moment", "is", "action"),))

    found = answer_for((standing,), field.prompt("b"), field.table, GAME.verbs)

    assert answered == (None if found is None else "pass")


def test_a_question_about_recon_names_the_active_seat_and_the_bare_objectives():
    """8.11"""
    field = recon_on_pherddorf().group("a-g3", "us", "bridge").when("a", "entrench s3-s3-1 1")

    facts = field.prompt("b").facts
    assert ("a", 2) == (facts["active"], facts["actions"])
    assert {"pherddorf", "bridge"} == set(str(facts["objectives"]).split("+"))


def test_a_match_of_version_1_asks_about_recon_only_when_an_objective_becomes_bare():
    """8.11, VM-01"""
    field = recon_on_pherddorf()
    force_setattr(field.table, "version", "1")
    field.when("a", "entrench s3-s3-1 1")

    assert ("a",) == field.asked()
