"""7.3.11, 14.3.1 Recon at any time of a Turn, and refusals that name the true rule."""

from __future__ import annotations

import pytest
from msgspec.structs import force_setattr

from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.play.standing import Condition, StandingAnswer, answer_for

RECON = "recon-sappers-1"


def pherddorf(holder: str = "b") -> Field:
    """Ann holds Pherddorf without units and digs in; another seat holds Recon."""
    field = Field(phase="A").group("a-g1", "us", "s3-s3-1").group("a-g2", "us", "pherddorf")
    return field.hold(holder, RECON)


# Between Actions.


def test_recon_may_take_pherddorf_before_the_third_action_is_spent():
    """8.11, 14.3.1, 7.3.11-a, 13.5.2.3"""
    field = pherddorf().when("a", "entrench s3-s3-1 2")
    assert ("b",) == field.asked()
    field.when("b", f"recon {RECON} pherddorf german")

    assert "b" == field.where("pherddorf")[0]
    field.fight("c", "pass")
    assert 0 == field.left("us")


def test_every_other_seat_is_asked_between_actions_whatever_it_holds():
    """8.11, 1.1.1.6-b: clockwise; Bob holds nothing and is asked like Cy."""
    field = pherddorf("c").when("a", "entrench s3-s3-1 1", passing=False)
    assert ("b",) == field.asked()
    field.when("b", "pass")

    assert ("c",) == field.asked()


def test_play_goes_on_when_all_have_passed_and_asks_again_after_the_next_action():
    """8.11, 7.3.11-a"""
    field = pherddorf().when("a", "entrench s3-s3-1 1").when("b", "pass")
    assert ("a",) == field.asked()
    field.when("a", "entrench s3-s3-1 1")

    assert ("b",) == field.asked()


def test_nobody_is_asked_again_where_only_the_phase_has_changed():
    """8.11: no Action was taken."""
    field = pherddorf().when("a", "go B")

    assert ("a",) == field.asked()


def test_recon_is_asked_about_once_after_another_recon():
    """8.11, 7.3.11-b: Cy and Ann may answer Bob's; then Ann plays on."""
    field = pherddorf().when("a", "entrench s3-s3-1 1")
    field.when("b", f"recon {RECON} pherddorf german")
    assert ("c", "recon") == (field.asked()[0], field.prompt("c").facts["moment"])
    field.when("c", "pass").when("a", "pass")

    assert "entrench" in {offer.verb for offer in field.prompt("a").offers}


def test_recon_is_asked_about_once_after_a_recon_of_the_active_seat():
    """8.11, 7.3.11-b"""
    field = Field().group("b-g1", "us", "pherddorf").hold("a", RECON)
    field.when("a", f"recon {RECON} pherddorf us").when("b", "pass").when("c", "pass")

    assert ("a", "3.0-c") == (field.asked()[0], field.prompt("a").rule)


def test_paying_for_partisans_is_a_moment_for_recon_too():
    """8.11, 7.3.12-b: the upkeep costs an Action."""
    field = pherddorf().group("b-g1", "german", "bridge").put("b-g1", "partisan", host="bridge")
    field.track("placed/partisan", 1).when("a", "go B").when("a", "pay-partisans partisan")

    assert ("b", "action") == (field.asked()[0], field.prompt("b").facts["moment"])


def test_the_end_of_a_turn_is_a_moment_of_its_own():
    """8.11, 14.3.1: a standing pass between Actions does not hold there."""
    field = pherddorf().turn("a", "F").when("a", "end-turn")

    assert ("b", "turn-end") == (field.asked()[0], field.prompt("b").facts["moment"])


def test_the_seat_whose_turn_ends_by_a_white_back_may_still_play_recon():
    """8.11, 7.3.11-a, 11.1-b: it drew the card just before, and the menu does not come back."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1").group("b-g1", "us", "pherddorf")
    field.on_top(RECON, "bridge").when("a", "draw").when("a", "place us alone")
    field.when("b", "pass").when("c", "pass").when("a", f"recon {RECON} pherddorf us")

    assert "a" == field.where("pherddorf")[0]


def test_the_seat_whose_turn_ends_is_not_asked_about_what_it_could_have_taken():
    """8.11"""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1").group("b-g1", "us", "pherddorf")
    field.when("a", "end-turn").when("c", "pass")

    assert "b" == field.table.seat


@pytest.mark.parametrize(
    ("phase", "command", "answered"),
    [("A", "entrench s3-s3-1 1", "pass"), ("F", "end-turn", None)],
)
def test_a_standing_pass_answers_between_actions_only(
    phase: str, command: str, answered: str | None
):
    """8.11: play does not drag, and the seat is still asked at the end of the Turn."""
    field = pherddorf().turn("a", phase).when("a", command)
    standing = StandingAnswer("pass", "7.3.11-a", (Condition("moment", "is", "action"),))

    found = answer_for((standing,), field.prompt("b"), field.table, GAME.verbs)

    assert answered == (None if found is None else "pass")


def test_a_standing_pass_may_look_at_whose_turn_it_is_and_what_lies_bare():
    """8.11"""
    field = pherddorf().group("a-g3", "us", "bridge").when("a", "entrench s3-s3-1 1")

    facts = field.prompt("b").facts
    assert ("a", 2) == (facts["active"], facts["actions"])
    assert {"pherddorf", "bridge"} == set(str(facts["objectives"]).split("+"))


def test_a_match_under_the_first_rules_is_asked_only_about_what_becomes_bare():
    """8.11, VM-01"""
    field = pherddorf()
    force_setattr(field.table, "version", "1")
    field.when("a", "entrench s3-s3-1 1")

    assert ("a",) == field.asked()


# Refusals.


def full(phase: str = "E") -> Field:
    """Ann has one side deployed and four cards."""
    field = Field(phase=phase).group("a-g1", "us", "s3-s3-1")
    return field.hold("a", "s2-s2-1", "s2-s2-2", "r2-r2-1", "r4-r4-1")


@pytest.mark.parametrize("command", ["go F", "draw"])
@pytest.mark.parametrize("phase", ["B", "E"])
def test_a_full_hand_is_what_keeps_a_seat_from_drawing(phase: str, command: str):
    """8.11, 11.1-a: not the phase, nor that it is not on offer."""
    full(phase).when("a", command).then_illegal("11.1-a")


def test_the_action_of_pherddorf_does_not_draw():
    """8.11, 13.5.2.3: two Actions went into US groups, the German one is left."""
    field = Field(phase="F").group("a-g1", "german", "pherddorf").group("a-g2", "us", "s3-s3-1")
    field.track("actions/us", 2).when("a", "draw").then_illegal("13.5.2.3")


@pytest.mark.parametrize(
    "command",
    [
        "attack l5-l5 b-g1",
        "attack-again major-offensive-1 l5-l5 b-g1",
        "surround surrounded-1 a-g1 b-g1",
    ],
)
def test_a_second_attack_after_intelligence_is_refused_by_its_rule(command: str):
    """8.11, 7.3.5-c: whatever way it is tried."""
    field = Field().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1")
    field.hold("a", "major-offensive-1", "surrounded-1").hold("b", "counterattack-intelligence-1")
    field.fight("a", "attack l5-l5 b-g1", b_intelligence="cancel counterattack-intelligence-1")

    field.when("a", command).then_illegal("7.3.5-c")


def test_a_second_attack_without_a_first_one_is_refused_by_its_rule():
    """8.11, 7.3.2-b1"""
    field = Field().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1")
    field.hold("a", "major-offensive-1")

    field.when("a", "attack-again major-offensive-1 l5-l5 b-g1").then_illegal("7.3.2-b1")


def test_another_group_waits_until_the_first_has_ended_its_attack():
    """8.11, 7.1-d, 7.1-a"""
    field = Field().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1")
    field.group("a-g2", "us", "s4-s4-1").fight("a", "attack l5-l5 b-g1", dice=(1, 3))
    field.when("a", "attack s4-s4-1 b-g1").then_illegal("7.1-d")
    field.when("a", "attack l5-l5 b-g1").then_illegal("7.1-a")


@pytest.mark.parametrize(
    ("command", "rule"),
    [("go C", "3.3"), ("go D", "3.4-a"), ("go E", "3.5-a"), ("end-turn", "3.0-c")],
)
def test_a_phase_with_nothing_in_it_says_why(command: str, rule: str):
    """8.11, 3.3, 3.4-a, 3.5-a, 3.0-c: one group, no card in hand."""
    Field().group("a-g1", "us", "s3-s3-1").when("a", command).then_illegal(rule)


def test_phases_without_actions_say_so():
    """8.11, 3.0-a"""
    field = Field().group("a-g1", "us", "s3-s3-1").hold("a", "s2-s2-1").track("actions/us", 2)
    for phase in "CEF":
        field.when("a", f"go {phase}").then_illegal("3.0-a")
