"""7.1 Attack declaration: who may attack whom, and with which units."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.cards import PARTISAN, STUART
from tests.games.combat_soldiers.situations import battle, besieged_group, three_units_each
from tests.games.combat_soldiers.table import Match
from wardiary.domain.table import events as e

LED = ("s3-s3-1", "r4-r4-1", "l5-l5", "pike-harms")


def led_group() -> Match:
    """Ann's S3, R4 and a sideways L5 have a leader of rating two; Bob's R2 and L3 have none."""
    return (
        Match()
        .group("a-g1", "us", *LED, sideways=("l5-l5",))
        .group("b-g1", "german", "r2-r2-1")
        .group("b-g2", "german", "l3-l3-1")
    )


def bazooka_against(target: tuple[str, ...], sideways: tuple[str, ...] = ()) -> Match:
    """Ann's R4 with a bazooka faces a German group."""
    return (
        Match().group("a-g1", "us", "r4b-r4p-1").group("b-g1", "german", *target, sideways=sideways)
    )


def test_declaring_an_attack_spends_an_action_of_the_groups_side():
    """7.1-a, 3.2: an action of two is left."""
    match = led_group().when("a", "attack a-g1 b-g1")
    tracks = {event.track: event.value for event in match.events_of(e.TrackSet)}

    assert {"actions/us": 1, "acted/a-g1": 1, "attacked/a-g1": 1} == tracks
    assert 1 == match.actions_left()


def test_the_other_units_of_a_group_that_attacked_cannot_attack():
    """7.1-a: a group, or a part of it, attacks once."""
    match = led_group().resolve("a", "attack l5-l5 b-g1", dice=(5, 8)).when("a", "rest s3-s3-1")
    match.when("a", "arrange r4-r4-1")

    match.when("a", "attack r4-r4-1 b-g2").then_illegal("7.1-a")
    match.when("a", "attack a-g1 b-g2").then_illegal("7.1-a")


def test_a_group_that_has_attacked_cannot_attack_again():
    """7.1-a, 3.2"""
    match = three_units_each().group("b-g2", "german", "r2-r2-1")
    match.resolve("a", "attack a-g1 b-g1", dice=(8, 5)).when("b", "arrange r3-r3-1+l4-l4-1")
    assert 1 == match.actions_left()
    match.when("a", "attack l5-l5 b-g2").then_illegal("7.1-a")
    match.when("a", "rest s3-s3-1").when("a", "arrange s3-s3-1")

    match.when("a", "attack l5-l5 b-g2").then_illegal("7.1-a")


def test_two_groups_attack_the_same_group_in_one_turn():
    """7.1-b: both accepted, two actions."""
    match = led_group().group("a-g2", "us", "s4-s4-1").group("b-g3", "german", "s4-s4-2", "l4-l4-1")
    match.resolve("a", "attack a-g1 s4-s4-2", dice=(1, 5)).when("a", "rest s3-s3-1")
    match.when("a", "arrange r4-r4-1")
    match.resolve("a", "attack s4-s4-1 s4-s4-2", dice=(1, 1))

    assert match.refused is None
    assert 0 == match.actions_left()


def test_a_group_may_be_attacked_any_number_of_times():
    """7.1-b"""
    match = three_units_each().group("a-g2", "us", "s2-s2-1")
    match.resolve("a", "attack s2-s2-1 s4-s4-1", dice=(3, 1)).when("b", "arrange r3-r3-1+l4-l4-1")
    match.when("a", "rest s2-s2-1")
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 0 == match.actions_left()


def test_an_attack_without_a_target_is_refused():
    """7.1-c"""
    match = led_group()
    match.when("a", "attack a-g1 b-g4").then_illegal("7.1-c")
    match.when("a", "attack a-g1 s2-s2-1").then_illegal("7.1-c")


def test_an_attack_is_refused_unless_both_groups_are_on_the_table():
    """7.1-c"""
    match = three_units_each()
    match.when("a", "attack a-g1 b-g9").then_illegal("7.1-c")
    match.when("a", "attack a-g7 b-g1").then_illegal("7.1-c")
    match.when("a", "attack b-g1 a-g1").then_illegal("7.1-c")


def test_other_actions_are_refused_while_a_battle_is_open():
    """7.1-d"""
    match = led_group().hold("a", "sniper-cover-1", "s2-s2-1").when("a", "attack a-g1 b-g1")
    for words in ("go C", "end-turn", "attack l5-l5 b-g2", "deploy s2-s2-1 us new"):
        assert match.when("a", words).refused is not None


def test_another_group_cannot_attack_before_the_first_has_ended_its_attack():
    """8.11, 7.1-d, 7.1-a"""
    match = Match().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1")
    match.group("a-g2", "us", "s4-s4-1").resolve("a", "attack l5-l5 b-g1", dice=(1, 3))
    match.when("a", "attack s4-s4-1 b-g1").then_illegal("7.1-d")
    match.when("a", "attack l5-l5 b-g1").then_illegal("7.1-a")


def test_no_group_is_deployed_during_a_battle():
    """7.1-d"""
    match = three_units_each().hold("a", "s2-s2-1").when("a", "attack a-g1 b-g1")
    match.when("a", "deploy s2-s2-1 us new")

    assert match.refused is not None


# 7.1.1 Who may be attacked.


def test_a_us_group_attacks_only_german_groups_of_other_seats():
    """7.1.1: not Bob's US group and not Ann's German group, but Bob's German group."""
    match = led_group().group("b-g3", "us", "s2-s2-1").group("a-g2", "german", "s2-s2-2")
    match.when("a", "attack a-g1 b-g3").then_illegal("7.1.1")
    match.when("a", "attack a-g1 a-g2").then_illegal("7.1.1")

    assert match.when("a", "attack a-g1 b-g1").refused is None


def test_a_group_attacks_neither_its_owners_groups_nor_its_side():
    """7.1.1: neither the attacker's German group nor Bob's US group."""
    match = three_units_each().group("a-g2", "german", "r2-r2-1").group("b-g2", "us", "r2-r2-2")
    match.when("a", "attack a-g1 a-g2").then_illegal("7.1.1")
    match.when("a", "attack a-g1 b-g2").then_illegal("7.1.1")
    match.when("a", "attack a-g1 b-g1")

    assert match.refused is None


# 7.1.2 Attacking units.


def test_a_group_attacks_with_all_commanded_units_or_one_unit_out_of_command():
    """7.1.2-a: {S3,R4} or {L5}; {S3} alone and any mixture are refused."""
    match = led_group()
    assert {"a-g1", "l5-l5"} == match.candidates("a", "attack", "force")
    for force in ("s3-s3-1", "s3-s3-1+l5-l5", "r4-r4-1"):
        match.when("a", f"attack {force} b-g1").then_illegal("7.1.2-a")


def test_all_commanded_units_and_their_leader_attack_together():
    """7.1.2-a, 7.2.1-a, 4.4.2"""
    match = three_units_each()
    assert {"a-g1", "l5-l5"} == match.candidates("a", "attack", "force")
    match.when("a", "attack s3-s3-1 b-g1").then_illegal("7.1.2-a")
    match.resolve("a", "attack a-g1 s4-s4-1", dice=(5, 9))
    assert {"7.2.2.1.1": 7, "7.2.2.1.2": 1, "7.2.2.1.4": 5} == match.items("attack")


def test_an_attack_that_could_at_best_draw_is_refused():
    """7.1.2-b: R2 reaches 12; against 13 at least it is refused, against 9 it is not."""
    strong = Match().group("a-g1", "us", "r2-r2-1")
    strong.group("b-g1", "german", "l5-l5", "s4-s4-1", "dunne-rathke")
    strong.when("a", "attack r2-r2-1 b-g1").then_illegal("7.1.2-b")
    equal = Match().group("a-g1", "us", "r2-r2-1")
    equal.group("b-g1", "german", "l5-l5", "s4-s4-1", "brown-keller")
    equal.when("a", "attack r2-r2-1 b-g1").then_illegal("7.1.2-b")
    fair = Match().group("a-g1", "us", "r2-r2-1")
    fair.group("b-g1", "german", "l5-l5", "s2-s2-1", "pike-harms")

    assert fair.when("a", "attack r2-r2-1 b-g1").refused is None


@pytest.mark.parametrize(("isolation", "able"), [(0, {"l5-l5", "s2-s2-1"}), (1, {"s2-s2-1"})])
def test_armor_is_not_offered_a_victim_that_it_cannot_beat(isolation: int, able: set[str]):
    """7.1.2-b, 7.3.9.2-a: the mined, besieged Stuart reaches ten or nine; L5 has nine."""
    match = battle((STUART,), ("l5-l5", "s2-s2-1", "dunne-rathke")).put("a-g1", "mines-1")
    match.siege("b-g1", "a-g1", isolation=isolation)

    assert able == match.candidates("a", "pick-off", "victim")


def test_an_attack_that_cannot_win_is_refused():
    """7.1.2-b: CS-Q47, 12 at best against 13 at least."""
    strong = battle(("r2-r2-1",), ("l5-l5", "r4-r4-1", "dunne-rathke"))
    strong.when("a", "attack r2-r2-1 b-g1").then_illegal("7.1.2-b")
    weak = battle(("r2-r2-1",), ("l5-l5", "teague-kranz"))
    weak.when("a", "attack r2-r2-1 b-g1")

    assert weak.refused is None


def test_an_announced_support_can_make_an_attack_possible():
    """7.1.2-b, 7.2.3.2: CS-Q47 counts announced cards."""
    match = battle(("r2-r2-1",), ("l5-l5", "r4-r4-1", "dunne-rathke")).hold("a", "ffe-3-at-3")
    match.resolve("a", "attack r2-r2-1 b-g1 ffe-3-at-3", dice=(10, 1))

    assert (15, 13) == (match.total("attack"), match.total("defence"))


def test_a_card_that_is_not_in_hand_cannot_be_announced():
    """7.2.2.1.3"""
    match = battle(("s3-s3-1",), ("r4-r4-1",))

    match.when("a", "attack s3-s3-1 b-g1 ffe-2-at-2").then_illegal("7.2.2.1.3", "do not hold")


def test_a_card_that_supports_no_attack_cannot_be_announced_by_a_besieged_group():
    """7.2.2.1.3"""
    match = besieged_group("s3-s3-1").hold("a", PARTISAN)

    match.when("a", f"attack s3-s3-1 b-g1 {PARTISAN}").then_illegal("7.2.2.1.3", "not support")


# 7.1.3 Targets.


def test_a_single_commanded_unit_cannot_be_targeted():
    """7.1.3-b1, 7.1.3-b2, 7.1.3-b3: {L5}, {S3,R4}, {S3,R4,L5}, never {S3}."""
    match = bazooka_against(("s3-s3-1", "r3-r3-1", "l5-l5", "pike-harms"), ("l5-l5",))

    assert {"l5-l5", "b-g1:commanded", "b-g1"} == match.candidates("a", "attack", "target")
    match.when("a", "attack r4b-r4p-1 s3-s3-1").then_illegal("7.1.3-b2")


def test_only_the_targeted_units_count_in_the_defence():
    """7.1.3-b1, 7.1.3-b2, 7.1.3-b3, 7.2.2.2.2, 7.2.2.2.3: the leader only with the commanded."""
    cards = ("s3-s3-1", "r4-r4-1", "l5-l5", "pike-harms")
    for target, strengths, leader in (
        ("l5-l5", 5, None),
        ("b-g1:commanded", 7, 1),
        ("b-g1", 12, 1),
    ):
        match = bazooka_against(cards, ("l5-l5",)).hold("a", "ffe-3-at-3")
        match.resolve("a", f"attack r4b-r4p-1 {target} ffe-3-at-3", dice=(10, 1))
        items = match.items("defence")
        assert (strengths, leader) == (items["7.2.2.2.2"], items.get("7.2.2.2.3"))


def test_the_attacker_may_target_a_unit_out_of_command_the_commanded_units_or_all():
    """7.1.3-b1, 7.1.3-b2, 7.1.3-b3"""
    match = three_units_each()

    assert {"b-g1", "b-g1:commanded", "s4-s4-1"} == match.candidates("a", "attack", "target")
    match.when("a", "attack a-g1 r3-r3-1").then_illegal("7.1.3-b2")


def test_units_that_are_not_targeted_are_not_lost():
    """7.1.3-c: L5 loses by seven; only L5 is lost, and the leader's +1 is not added."""
    match = Match().group("a-g1", "us", "r4-r4-1", "s4-s4-1", "pike-harms")
    match.group("b-g1", "german", "s3-s3-1", "r3-r3-1", "l5-l5", "ybarra-seidel")
    match.mark("l5-l5", "sideways")
    match.resolve("a", "attack a-g1 l5-l5", dice=(5, 2))

    assert (14, 7) == (match.total("attack"), match.total("defence"))
    assert ("l5-l5",) == match.pieces_in("a-casualties")
    assert {"s3-s3-1", "r3-r3-1", "ybarra-seidel"} == set(match.pieces_in("b-g1"))


def test_units_that_are_not_targeted_take_no_part_in_the_battle():
    """7.1.3-c, 7.2.2.2.3: no leader's modifier for a sideways unit, and no other loss."""
    match = three_units_each().resolve("a", "attack a-g1 s4-s4-1", dice=(10, 1))

    assert {"7.2.2.2.2": 4, "7.2.2.2.5": 1} == match.items("defence")
    assert {"r3-r3-1", "l4-l4-1", "teague-kranz"} == set(match.pieces_in("b-g1"))
    assert ("s4-s4-1",) == match.pieces_in("a-casualties")


# 7.1.4 Sappers.


def test_sappers_clear_mines_with_no_action_left():
    """7.1.4, 14.3.3: both cards are in the discard pile."""
    match = (
        led_group().put("a-g1", "mines-1").hold("a", "recon-sappers-1").track("actions/other", 2)
    )
    match.when("a", "sap recon-sappers-1 mines-1")

    assert ("recon-sappers-1", "mines-1") == (
        *match.pieces_in("discard-top"),
        *match.pieces_in("discard"),
    )
    assert 0 == match.actions_left()


def test_sappers_clear_the_mines_of_another_seat_for_no_action():
    """7.1.4, 14.3.3, Playing the Game"""
    match = (
        Match().group("c-g1", "us", "s3-s3-1").put("c-g1", "mines-1").hold("a", "recon-sappers-1")
    )
    match.track("actions/other", 2).when("a", "sap recon-sappers-1 mines-1")

    assert match.refused is None
    assert ("discard", "discard-top") == (
        match.zone_of("mines-1"),
        match.zone_of("recon-sappers-1"),
    )
