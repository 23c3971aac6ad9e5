"""7.1 Attack declaration, row by row."""

from __future__ import annotations

from tests.games.combat_soldiers.table import Field
from wardiary.domain.table import events as e

LED = ("s3-s3-1", "r4-r4-1", "l5-l5", "pike-harms")


def led() -> Field:
    """Ann's S3, R4 and a sideways L5 under a leader of two; Bob's R2 and L3 without one."""
    return (
        Field()
        .group("a-g1", "us", *LED, sideways=("l5-l5",))
        .group("b-g1", "german", "r2-r2-1")
        .group("b-g2", "german", "l3-l3-1")
    )


def besets(target: tuple[str, ...], sideways: tuple[str, ...] = ()) -> Field:
    """Ann's armed R4 faces one German group."""
    return (
        Field().group("a-g1", "us", "r4b-r4p-1").group("b-g1", "german", *target, sideways=sideways)
    )


def test_declaring_an_attack_spends_one_action_of_the_groups_side_and_marks_the_group():
    """7.1-a, 3.2: actions two to one."""
    field = led().when("a", "attack a-g1 b-g1")
    tracks = {one.track: one.value for one in field.happened(e.TrackSet)}

    assert {"actions/us": 1, "acted/a-g1": 1, "attacked/a-g1": 1} == tracks
    assert 1 == field.left()


def test_the_other_units_of_a_group_that_attacked_do_not_attack_this_turn():
    """7.1-a: a group, or a part of it, attacks once."""
    field = led().fight("a", "attack l5-l5 b-g1", dice=(5, 8)).when("a", "rest s3-s3-1")
    field.when("a", "arrange r4-r4-1")

    field.when("a", "attack r4-r4-1 b-g2").then_illegal("7.1-a")
    field.when("a", "attack a-g1 b-g2").then_illegal("7.1-a")


def test_two_groups_attack_the_same_group_in_one_turn():
    """7.1-b: both accepted, two actions."""
    field = led().group("a-g2", "us", "s4-s4-1").group("b-g3", "german", "s4-s4-2", "l4-l4-1")
    field.fight("a", "attack a-g1 s4-s4-2", dice=(1, 5)).when("a", "rest s3-s3-1")
    field.when("a", "arrange r4-r4-1")
    field.fight("a", "attack s4-s4-1 s4-s4-2", dice=(1, 1))

    assert field.refused is None
    assert 0 == field.left()


def test_an_announcement_without_target_units_is_refused():
    """7.1-c"""
    field = led()
    field.when("a", "attack a-g1 b-g4").then_illegal("7.1-c")
    field.when("a", "attack a-g1 s2-s2-1").then_illegal("7.1-c")


def test_no_other_play_is_taken_while_a_battle_is_open():
    """7.1-d"""
    field = led().hold("a", "sniper-cover-1", "s2-s2-1").when("a", "attack a-g1 b-g1")
    for words in ("go C", "end-turn", "attack l5-l5 b-g2", "deploy s2-s2-1 us new"):
        assert field.when("a", words).refused is not None


def test_a_us_group_attacks_german_groups_of_others_only():
    """7.1.1: not a US group of Bob, not an own German one, but Bob's German one."""
    field = led().group("b-g3", "us", "s2-s2-1").group("a-g2", "german", "s2-s2-2")
    field.when("a", "attack a-g1 b-g3").then_illegal("7.1.1")
    field.when("a", "attack a-g1 a-g2").then_illegal("7.1.1")

    assert field.when("a", "attack a-g1 b-g1").refused is None


def test_a_group_attacks_with_all_its_commanded_units_or_with_one_out_of_command():
    """7.1.2-a: {S3,R4} or {L5}; {S3} alone and any mixture are refused."""
    field = led()
    assert {"a-g1", "l5-l5"} == field.candidates("a", "attack", "force")
    for force in ("s3-s3-1", "s3-s3-1+l5-l5", "r4-r4-1"):
        field.when("a", f"attack {force} b-g1").then_illegal("7.1.2-a")


def test_an_attack_that_cannot_succeed_is_not_declared():
    """7.1.2-b: R2 reaches 12; against 13 at least it is refused, against 9 it is not."""
    strong = Field().group("a-g1", "us", "r2-r2-1")
    strong.group("b-g1", "german", "l5-l5", "s4-s4-1", "dunne-rathke")
    strong.when("a", "attack r2-r2-1 b-g1").then_illegal("7.1.2-b")
    equal = Field().group("a-g1", "us", "r2-r2-1")
    equal.group("b-g1", "german", "l5-l5", "s4-s4-1", "brown-keller")
    equal.when("a", "attack r2-r2-1 b-g1").then_illegal("7.1.2-b")
    fair = Field().group("a-g1", "us", "r2-r2-1")
    fair.group("b-g1", "german", "l5-l5", "s2-s2-1", "pike-harms")

    assert fair.when("a", "attack r2-r2-1 b-g1").refused is None


def test_the_target_is_the_unit_out_of_command_the_commanded_units_or_all():
    """7.1.3-b1, 7.1.3-b2, 7.1.3-b3: {L5}, {S3,R4}, {S3,R4,L5}, never {S3}."""
    field = besets(("s3-s3-1", "r3-r3-1", "l5-l5", "pike-harms"), ("l5-l5",))

    assert {"l5-l5", "b-g1:commanded", "b-g1"} == field.candidates("a", "attack", "target")
    field.when("a", "attack r4b-r4p-1 s3-s3-1").then_illegal("7.1.3-b2")


def test_each_target_adds_up_the_units_it_names_and_no_others():
    """7.1.3-b1, 7.1.3-b2, 7.1.3-b3, 7.2.2.2.2, 7.2.2.2.3: the leader only with the commanded."""
    cards = ("s3-s3-1", "r4-r4-1", "l5-l5", "pike-harms")
    for target, strengths, leader in (
        ("l5-l5", 5, None),
        ("b-g1:commanded", 7, 1),
        ("b-g1", 12, 1),
    ):
        field = besets(cards, ("l5-l5",)).hold("a", "ffe-3-at-3")
        field.fight("a", f"attack r4b-r4p-1 {target} ffe-3-at-3", dice=(10, 1))
        items = field.items("defence")
        assert (strengths, leader) == (items["7.2.2.2.2"], items.get("7.2.2.2.3"))


def test_units_that_are_not_targeted_do_not_suffer():
    """7.1.3-c: L5 loses by seven; only L5 falls and the leader's +1 is not added."""
    field = Field().group("a-g1", "us", "r4-r4-1", "s4-s4-1", "pike-harms")
    field.group("b-g1", "german", "s3-s3-1", "r3-r3-1", "l5-l5", "ybarra-seidel")
    field.mark("l5-l5", "sideways")
    field.fight("a", "attack a-g1 l5-l5", dice=(5, 2))

    assert (14, 7) == (field.total("attack"), field.total("defence"))
    assert ("l5-l5",) == field.zone("a-casualties")
    assert {"s3-s3-1", "r3-r3-1", "ybarra-seidel"} == set(field.zone("b-g1"))


def test_sappers_clear_mines_with_no_action_left():
    """7.1.4, 14.3.3: both cards lie in the discard pile."""
    field = led().put("a-g1", "mines-1").hold("a", "recon-sappers-1").track("actions/other", 2)
    field.when("a", "sap recon-sappers-1 mines-1")

    assert ("recon-sappers-1", "mines-1") == (*field.zone("discard-top"), *field.zone("discard"))
    assert 0 == field.left()
