"""4 Groups, row by row."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.groups.group import group

TANK = "m10-stug-iii-g"


def building(*cards: str) -> Field:
    """Ann deploys cards US end up, the first one as a new group."""
    field = Field(phase="C").hold("a", *cards, "s2-s2-3").when("a", f"deploy {cards[0]} us new")
    for card in cards[1:]:
        field.when("a", f"add {card} us")
    return field


def test_a_deployed_group_has_its_own_place_before_its_owner():
    """4.2-a, 4.1"""
    field = building("s3-s3-1").when("a", "done").when("a", "deploy s2-s2-3 german new")

    assert ("a-g1", "a-g2") == (field.where("s3-s3-1"), field.where("s2-s2-3"))
    assert ["us", "german"] == [group(field.table, zone).side for zone in ("a-g1", "a-g2")]


def test_a_leader_is_placed_with_units_or_an_objective():
    """4.2-b"""
    field = Field(phase="C").hold("a", "pike-harms").group("a-g1", "us", "forest")
    field.when("a", "deploy pike-harms us new").then_illegal("4.2-b")

    assert field.when("a", "deploy pike-harms us a-g1").refused is None


@pytest.mark.parametrize(
    ("cards", "refused", "rule"),
    [
        (("s3-s3-1", "r4-r4-1", "l5-l5", "pike-harms"), "s2-s2-3", "4.2.1"),
        (("s3-s3-1", "pike-harms"), "brown-keller", "4.2.1"),
        ((TANK, "s3-s3-1", "pike-harms"), "s2-s2-3", "4.2.2"),
        ((TANK,), "m36-jagdpanzer-iv", "4.2.2"),
    ],
    ids=["fourth-infantry", "second-leader", "second-infantry-with-armor", "second-armor"],
)
def test_a_group_is_full(cards: tuple[str, ...], refused: str, rule: str):
    """2.1.2-b, 4.2.1, 4.2.2: three infantry and a leader, or armor, infantry and leader."""
    field = building(*cards)
    assert field.refused is None
    if refused != "s2-s2-3":
        field.put("a-hand", refused)

    field.when("a", f"add {refused} us").then_illegal(rule)


def test_two_sides_never_mix_in_a_group():
    """2.1.2-b"""
    building("s3-s3-1").when("a", "add s2-s2-3 german").then_illegal("2.1.2-b")


def test_an_armored_group_is_a_maneuver_group():
    """4.2.2: mines may be laid on it."""
    field = Field(phase="F").group("a-g1", "us", TANK).on_top("mines-1").when("a", "draw")

    assert {"a-g1"} == field.candidates("c", "inflict", "group")


def test_an_occupation_group_has_one_infantry_and_one_leader_at_most():
    """4.2.3-a, 4.3.1: both come for one action; a second infantry is refused."""
    field = Field(phase="C").group("a-g1", "us", "forest")
    field.hold("a", "s3-s3-1", "pike-harms", "r2-r2-1", "brown-keller")
    field.when("a", "deploy s3-s3-1 us a-g1").when("a", "add pike-harms us")
    field.when("a", "add r2-r2-1 us").then_illegal("4.2.3-a")
    field.when("a", "add brown-keller us").then_illegal("4.2.1")
    field.when("a", "done")

    assert 1 == field.left()


def test_an_occupation_group_defends_with_its_objective():
    """4.2.3-b: Forest five and S3."""
    field = Field().group("a-g1", "us", "l5-l5").group("b-g1", "german", "forest", "s3-s3-1")
    field.when("b", "attack s3-s3-1 a-g1")
    assert field.refused is not None
    field.fight("a", "attack l5-l5 b-g1", dice=(4, 1), b_support="use-forest")

    assert {"7.2.2.2.1": 5, "7.2.2.2.2": 3, "13.5.2.7": 2, "7.2.2.2.5": 1} == field.items("defence")


def test_a_drawn_objective_may_join_a_small_group_of_its_side():
    """4.3.2: R3 and a leader may be joined; R3 and S3 may not, nor one with armor."""
    field = Field(phase="F").group("a-g1", "us", "r3-r3-1", "pike-harms")
    field.group("a-g2", "us", "r3-r3-2", "s3-s3-1").group("a-g3", "us", TANK)
    field.group("a-g4", "german", "r2-r2-1").on_top("forest").when("a", "draw")
    ways = {
        offer.slots[0].candidates[0]: set(offer.slots[1].candidates)
        for offer in field.offers("a", "place")
    }
    assert {"us": {"alone", "a-g1"}, "german": {"alone", "a-g4"}} == ways
    field.when("a", "place us a-g1")

    assert {"forest", "r3-r3-1", "pike-harms"} == set(field.zone("a-g1"))


def test_a_group_that_holds_an_objective_is_not_joined_by_another():
    """4.3.2"""
    field = Field(phase="F").group("a-g1", "us", "bridge", "r3-r3-1").on_top("forest")
    field.when("a", "draw")

    assert {"alone"} == field.candidates("a", "place", "group")


def test_a_leader_adds_up_its_units_and_itself_and_no_surplus():
    """4.4.2: rating two, +1: S3 and R4 make eight before the die, L3 sideways adds nothing."""
    field = Field().group(
        "a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1", "pike-harms", sideways=("l3-l3-1",)
    )
    field.group("b-g1", "german", "l5-l5").fight("a", "attack a-g1 b-g1", dice=(1, 4))

    assert 8 + 1 == field.total("attack")


def test_after_a_battle_the_owner_may_change_who_lies_sideways():
    """4.4.3: CS-Q32, the attacked group too; never how many."""
    field = (
        Field()
        .group("a-g1", "us", "s3-s3-1")
        .group(
            "b-g1", "german", "r4-r4-1", "l4-l4-1", "s4-s4-1", "pike-harms", sideways=("s4-s4-1",)
        )
    )
    field.fight("a", "attack s3-s3-1 s4-s4-1", dice=(3, 2))
    assert ("b",) == field.asked()
    field.when("b", "arrange l4-l4-1+s4-s4-1")
    assert [True, False, False] == field.sideways("r4-r4-1", "l4-l4-1", "s4-s4-1")

    assert "arrange" not in {
        offer.verb for seat in field.asked() for offer in field.prompt(seat).offers
    }


def test_the_start_of_the_own_turn_turns_units_up_to_the_rating():
    """4.4.4, 6.2, 3.1-a: rating three, one of three sideways: all upright, no action spent."""
    field = Field(active="c", phase="F").group(
        "a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1", "cole-moritz", sideways=("l3-l3-1",)
    )
    field.group("a-g2", "us", "s3-s3-2", "r4-r4-2", "pike-harms", sideways=("r4-r4-2",))
    field.when("c", "end-turn")

    assert ("a", "A", 2) == (field.table.seat, field.table.phase, field.left())
    assert [False] * 3 == field.sideways("l3-l3-1", "r4-r4-2", "s3-s3-1")


def test_no_attack_singles_out_a_leader():
    """4.4.5-a, 7.3.6: nor does a barrage."""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r4-r4-1", "pike-harms")
    field.hold("a", "medic-barrage-1")
    field.when("a", "attack s3-s3-1 pike-harms").then_illegal("4.4.5-a")
    field.when("a", "bombard medic-barrage-1 pike-harms").then_illegal("4.4.5-a")


def test_a_leader_without_units_is_lost_unless_an_objective_shelters_it():
    """4.4.5-b"""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r2-r2-1", "pike-harms")
    field.fight("a", "attack s3-s3-1 b-g1", dice=(6, 4))
    assert {"r2-r2-1", "pike-harms"} == set(field.zone("a-casualties"))
    field = Field().group("a-g1", "us", "l5-l5")
    field.group("b-g1", "german", "forest", "r2-r2-1", "pike-harms").mark("forest", "garrison-lost")
    field.fight("a", "attack l5-l5 b-g1", dice=(8, 3))
    assert 2 == field.total("attack") - field.total("defence")

    assert ("r2-r2-1",) == field.zone("a-casualties")
    assert {"forest", "pike-harms"} == set(field.zone("b-g1"))
