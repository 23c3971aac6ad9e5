"""7.3.1 Surrounded groups, sieges and isolation."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.cards import MAJOR_OFFENSIVE
from tests.games.combat_soldiers.situations import (
    battle,
    besieged_group,
    besieging_group,
    siege_is_over,
    two_groups_each,
)
from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation
from wardiary.domain.table import events as e


def end_turn_of(match: Match, seat: str, number: int) -> Match:
    """Let a seat end a Turn; all seats pass in every window."""
    return match.turn(seat, "F", number).resolve(seat, "end-turn")


def test_a_surrounded_card_costs_an_action_and_replaces_the_attack():
    """7.3.1, 7.3.1.1-a, 1.2-b9, 1.2-b8: markers of one letter on both, one action, no die."""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r4-r4-1")
    match.hold("a", "surrounded-1").when("a", "surround surrounded-1 a-g1 b-g1")

    assert ("b-g1", "a-g1") == (match.zone_of("besieged-a"), match.zone_of("besieging-a"))
    assert () == match.events_of(e.DiceRolled)
    assert 1 == match.actions_left()
    match.when("a", "attack s3-s3-1 b-g1").then_illegal("7.3.1.1-b")


# 7.3.1.1 Beginning and end of a siege.


def test_only_other_seats_groups_of_the_opposite_side_can_be_surrounded():
    """7.3.1.1-a, 7.1.1"""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "us", "r4-r4-1")
    match.group("a-g2", "german", "r2-r2-1").hold("a", "surrounded-1")
    match.when("a", "surround surrounded-1 a-g1 b-g1").then_illegal("7.1.1")
    match.when("a", "surround surrounded-1 a-g1 a-g2").then_illegal("7.1.1")


def test_a_besieged_group_cannot_be_surrounded_again():
    """7.3.1.1-a"""
    match = besieging_group("s3-s3-1").group("a-g2", "us", "s4-s4-1").hold("a", "surrounded-2")

    assert [] == match.offers("a", "surround")
    match.when("a", "surround surrounded-2 a-g2 b-g1").then_illegal("7.3.1.1-a", "besieged already")


def test_an_occupation_group_cannot_surround():
    """7.3.1.1-a: only a maneuver group can."""
    match = Match().group("a-g1", "us", "forest", "s3-s3-1").group("b-g1", "german", "r4-r4-1")
    match.hold("a", "surrounded-1").when("a", "surround surrounded-1 a-g1 b-g1")

    match.then_illegal("7.3.1.1-a")


def test_a_group_that_attacked_cannot_surround():
    """7.3.1.1-a: the card replaces the attack."""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r3-r3-1")
    match.hold("a", "surrounded-1").resolve("a", "attack s3-s3-1 b-g1", dice=(4, 4))
    match.when("a", "rest s3-s3-1")

    match.when("a", "surround surrounded-1 a-g1 b-g1").then_illegal("7.3.1.1-a")


def test_a_group_that_surrounds_gets_no_second_attack_by_a_major_offensive():
    """7.3.1.1-b, 7.3.2-b1: there was no first attack."""
    match = battle(("s4-s4-1",), ("r4-r4-1",)).hold("a", "surrounded-1", MAJOR_OFFENSIVE)
    match.when("a", "surround surrounded-1 a-g1 b-g1")

    assert not {"attack", "attack-again"} & {offer.verb for offer in match.prompt("a").offers}
    match.when("a", "attack s4-s4-1 b-g1").then_illegal("7.3.1.1-b")


def test_a_group_that_surrounds_cannot_attack_another_group_this_turn():
    """7.3.1.1-b"""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r4-r4-1")
    match.group("b-g2", "german", "r2-r2-1").hold("a", "surrounded-1")
    match.when("a", "surround surrounded-1 a-g1 b-g1")

    match.when("a", "attack s3-s3-1 b-g2").then_illegal("7.3.1.1-b")


def test_a_group_that_surrounds_cannot_attack_at_all_this_turn():
    """7.3.1.1-b"""
    match = two_groups_each().hold("a", "surrounded-1").when("a", "surround surrounded-1 a-g1 b-g1")

    match.when("a", "attack a-g1 b-g2").then_illegal("7.3.1.1-b")
    match.when("a", "attack a-g1 b-g1").then_illegal("7.3.1.1-b")


def test_a_besieged_besieger_that_attacks_its_besieger_ends_the_siege_it_keeps():
    """7.3.1.1-c, 7.3.1.3-b5: Ann's group surrounds and is surrounded."""
    match = battle(("s4-s4-1",), ("r4-r4-1",)).group("b-g2", "german", "r3-r3-1")
    match.siege("a-g1", "b-g1").siege("b-g2", "a-g1", card="surrounded-2")
    match.when("a", "attack s4-s4-1 b-g2")

    assert siege_is_over(match)
    assert "a-g1" == match.zone_of("besieged-b")


def test_an_attack_on_another_group_ends_the_siege_before_the_battle():
    """7.3.1.1-c, CS-Q52"""
    match = besieging_group("s3-s3-1").group("b-g2", "german", "r2-r2-1")
    match.when("a", "attack s3-s3-1 b-g2")

    assert siege_is_over(match)


def test_an_attack_on_the_besieged_group_keeps_the_siege():
    """7.3.1.1-c: CS-Q52."""
    match = besieging_group("s3-s3-1").resolve("a", "attack s3-s3-1 b-g1", dice=(5, 4))

    assert "b-g1" == match.zone_of("besieged-a")


def test_a_siege_ends_when_the_besieged_are_eliminated():
    """7.3.1.1-c"""
    match = besieging_group("s3-s3-1").resolve("a", "attack s3-s3-1 b-g1", dice=(10, 1))

    assert ("r4-r4-1",) == match.pieces_in("a-casualties")
    assert siege_is_over(match)


def test_a_siege_ends_when_the_besieger_is_eliminated():
    """7.3.1.1-c"""
    match = besieging_group("s3-s3-1").resolve("a", "attack s3-s3-1 b-g1", dice=(1, 10))

    assert ("s3-s3-1",) == match.pieces_in("b-casualties")
    assert siege_is_over(match)


@pytest.mark.parametrize(
    ("words", "over"), [("s3-s3-1+r4-r4-1+pike-harms", True), ("r4-r4-1", False)]
)
def test_a_siege_ends_only_when_the_whole_besieger_withdraws(words: str, over: bool):
    """7.3.1.1-c: CS-Q52, not when a commanded unit stays."""
    match = besieging_group("s3-s3-1", "r4-r4-2", "pike-harms").turn("a", "A")
    match.when("a", f"withdraw {words.replace('r4-r4-1', 'r4-r4-2')}")

    assert over == siege_is_over(match)


def test_a_besieged_group_surrenders_at_isolation_four():
    """7.3.1.1-c: CS-Q02, four in this pack; the units go to the besieger's pile."""
    match = end_turn_of(besieged_group("s3-s3-1", "r4-r4-1", isolation=3), "a", 1)

    assert {"s3-s3-1", "r4-r4-1"} == set(match.pieces_in("b-casualties"))
    assert siege_is_over(match)


def test_a_surrendering_objective_is_captured_by_the_besieger():
    """7.3.1.1-c, 7.3.8.2-c: CS-Q02."""
    match = end_turn_of(besieged_group("crossroads", "s3-s3-1", isolation=3), "a", 1)
    match.when("b", "occupy none")

    assert ("b", "german") == (match.zone_of("crossroads")[0], match.table.piece("crossroads").face)
    assert ("s3-s3-1",) == match.pieces_in("b-casualties")
    assert siege_is_over(match)


def test_a_siege_ends_when_the_last_commanded_besieger_withdraws():
    """7.3.1.1-c: CS-Q52, not when a commanded unit stays."""
    match = two_groups_each().siege("a-g1", "b-g1").turn("a", "A").when("a", "withdraw s3-s3-1")
    assert "a" == group_at(match.table, "b-g1").siege
    match.when("a", "withdraw r4-r4-1+pike-harms")

    assert "" == group_at(match.table, "b-g1").siege


def test_the_besieger_may_occupy_an_objective_that_surrenders():
    """7.3.1.1-c, 7.3.8.2-c: CS-Q02."""
    match = (
        Match()
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1")
        .group("b-g1", "german", "citie", "r2-r2-1")
    )
    match.siege("a-g1", "b-g1", isolation=3).turn("b", "F").resolve("b", "end-turn")
    match.when("a", "occupy s3-s3-1")

    assert ("a", "us") == (match.zone_of("citie")[0], match.table.piece("citie").face)
    assert match.zone_of("s3-s3-1") == match.zone_of("citie")


def test_a_besieger_with_a_single_sideways_unit_keeps_the_siege_without_its_leader():
    """7.3.1.1-d, 7.3.6: S3 rests after its attack; its leader is shot; S3 stays."""
    match = battle(("s3-s3-1", "pike-harms"), ("r4-r4-1",)).siege("a-g1", "b-g1")
    match.mark("s3-s3-1", "sideways").turn("b", "B", 2).hold("b", "sniper-cover-1")
    match.resolve("b", "snipe sniper-cover-1 pike-harms", dice=(8,))

    assert ("b-g1", "a-g1") == (match.zone_of("besieged-a"), match.zone_of("besieging-a"))


def test_a_besieger_that_loses_its_leader_keeps_the_siege():
    """7.3.1.1-d, 7.3.6: two commanded units are left."""
    match = battle(("s3-s3-1", "r4-r4-1", "pike-harms"), ("r4-r4-2",)).siege("a-g1", "b-g1")
    match.turn("b", "B", 2).hold("b", "sniper-cover-1")
    match.resolve("b", "snipe sniper-cover-1 pike-harms", dice=(8,))

    assert "b-g1" == match.zone_of("besieged-a")


def test_a_unit_out_of_command_does_not_keep_a_siege():
    """7.3.1.1-d: S3, R4 and the leader are lost; L3 is sideways and stays."""
    match = Match().group(
        "a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1", "pike-harms", sideways=("l3-l3-1",)
    )
    match.group("b-g1", "german", "r4-r4-2").siege("a-g1", "b-g1")
    match.turn("b", "B").group("b-g2", "german", "l5-l5", "s4-s4-1", "dunne-rathke")
    match.resolve("b", "attack b-g2 a-g1:commanded", dice=(10, 2))

    assert ("l3-l3-1",) == match.pieces_in("a-g1")
    assert siege_is_over(match)


def test_a_siege_ends_by_its_rule_when_only_units_out_of_command_are_left():
    """7.3.1.1-d: the commanded units are lost, the sideways R2 remains."""
    match = (
        two_groups_each()
        .group("a-g1", "us", "r2-r2-2")
        .mark("r2-r2-2", "sideways")
        .siege("a-g1", "b-g2")
    )
    match.group("b-g3", "german", "l5-l5", "r4-r4-2", "dunne-rathke").turn("b")
    match.resolve("b", "attack b-g3 a-g1:commanded", dice=(10, 1))

    assert ("r2-r2-2",) == match.pieces_in("a-g1")
    assert "" == group_at(match.table, "b-g2").siege
    assert "7.3.1.1-d" in match.rules_cited()


# 7.3.1.2 Isolation.


def test_a_siege_halves_each_unit_and_then_the_river_halves_the_sum():
    """7.3.1.2-a, 7.2.3.3-a: CS-Q10; S5 2 and R4 2, together four, across the River two."""
    match = battle(("l5-l5", "r4-r4-1", "novak-thoma"), ("r3-r3-1",)).siege("b-g1", "a-g1")
    match.group("b-g2", "german", "river").resolve("a", "attack a-g1 b-g1", dice=(5, 2))

    assert 2 + 5 == match.total("attack")


def test_every_besieged_unit_attacks_at_half_rounded_down():
    """7.3.1.2-a: three S3 make 1+1+1 = 3, not four."""
    match = besieged_group("s3-s3-1", "s3-s3-2", "s3-s3-3", "cole-moritz")
    match.resolve("a", "attack a-g1 b-g1", dice=(10, 1))

    assert 3 + 0 + 10 == match.total("attack")


def test_the_leaders_modifier_is_not_halved_in_a_siege():
    """7.3.1.2-a, 7.2.3.4: CS-Q09, three S3 make three."""
    match = Match().group("a-g1", "us", "s3-s3-1", "s3-s3-2", "s3-s3-3", "brown-keller")
    match.group("b-g1", "german", "r2-r2-1").siege("b-g1", "a-g1", isolation=1)
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 5))
    items = match.items("attack")

    assert 3 == items["7.2.2.1.1"] + items["7.3.1.2-a"]
    assert (-1, 2) == (items["7.3.1.2-c"], items["7.2.2.1.2"])


def test_isolation_grows_at_the_end_of_each_turn_of_the_besieged_seat():
    """7.3.1.2-b, 1.2-b7: not at the end of the besieger's Turns."""
    match = besieged_group("s3-s3-1", "r4-r4-1")
    end_turn_of(match, "b", 1)
    assert 0 == isolation(match.table, group_at(match.table, "a-g1"))
    end_turn_of(match, "a", 2)
    assert 1 == isolation(match.table, group_at(match.table, "a-g1"))
    end_turn_of(match, "a", 5)

    assert 2 == isolation(match.table, group_at(match.table, "a-g1"))


def test_grown_isolation_lowers_the_defence():
    """7.3.1.2-b, 7.3.1.2-c, 1.2-b7"""
    match = two_groups_each().siege("a-g1", "b-g1")
    match.turn("a", "F").when("a", "end-turn")
    assert 0 == isolation(match.table, group_at(match.table, "b-g1"))
    for expected in (1, 2):
        match.turn("b", "F", number=expected + 1).when("b", "end-turn")
        assert expected == isolation(match.table, group_at(match.table, "b-g1"))
    match.mark("besieged-a", "isolation", 3).turn("a").resolve("a", "attack a-g1 b-g1:x")
    assert match.refused is not None
    match.resolve("a", "attack a-g1 b-g1", dice=(1, 10))

    assert -3 == match.items("defence")["7.3.1.2-c"]


def test_isolation_does_not_lower_the_leaders_modifier():
    """7.3.1.2-c: leader +2, isolation -3: S4 and R4 halved 4, +2 -3 + die 9 = 12."""
    match = besieged_group("s4-s4-1", "r4-r4-1", "ames-vogler", isolation=3)
    match.resolve("a", "attack a-g1 b-g1", dice=(9, 2))

    assert 12 == match.total("attack")
    assert 2 == match.items("attack")["7.2.2.1.2"]
    assert -3 == match.items("attack")["7.3.1.2-c"]


# 7.3.1.3 What a siege forbids.


def test_a_besieged_objective_has_no_capability():
    """7.3.1.3-b1, 7.3.8.1-b, 13.5.1-b: Barracks are refused, Pherddorf gives no third action."""
    match = besieged_group("barracks", phase="F").discard_pile("s2-s2-1", "s2-s2-2")
    match.when("a", "barracks").then_illegal("13.5.1-b")

    assert 2 == besieged_group("pherddorf").actions_left("us")


def test_a_besieged_objective_scores_less():
    """7.3.1.3-b2, 5.2.1.2: Citie, six points, isolation two (three at the end of the Turn)."""
    match = besieged_group("citie", isolation=1).group("c-g1", "us", "s2-s2-1").draw_pile()
    match.track("sudden-death", 5).turn("a", "F").resolve("a", "end-turn", dice=(10,))

    assert match.table.result is not None
    assert 6 - 2 == match.table.result.scores["a"]


def test_a_besieged_group_can_neither_withdraw_nor_surround():
    """7.3.1.3-b3, 6.3-c"""
    match = besieged_group("s3-s3-1", "r4-r4-1").hold("a", "surrounded-2")
    match.group("b-g2", "german", "r2-r2-1")
    match.when("a", "surround surrounded-2 a-g1 b-g2").then_illegal("7.3.1.3-b3")
    match.turn("a", "A").when("a", "withdraw s3-s3-1").then_illegal("6.3-c")


def test_a_besieged_group_cannot_surround_or_attack_any_group_but_its_besieger():
    """7.3.1.3-b3, 7.3.1.3-b5"""
    match = two_groups_each().siege("a-g1", "b-g1").hold("b", "surrounded-2").turn("b")

    match.when("b", "surround surrounded-2 b-g1 a-g2").then_illegal("7.3.1.3-b3")
    match.when("b", "attack s3-s3-2 a-g2").then_illegal("7.3.1.3-b5")
    match.when("b", "attack s3-s3-2 a-g1")
    assert match.refused is None


def test_a_besieged_group_cannot_be_reinforced_by_ordinary_deployment():
    """7.3.1.3-b4, 8.0-b, CS-Q18"""
    match = besieged_group("s3-s3-1", phase="C").hold("a", "r2-r2-1")

    match.when("a", "deploy r2-r2-1 us a-g1").then_illegal("7.3.1.3-b4")


def test_the_relief_may_join_the_besieged_group_after_the_joint_attack():
    """7.3.1.3-b4: CS-Q18, if both fit into one group; markers stay behind."""
    match = Match().group("a-g1", "us", "l5-l5").group("a-g2", "us", "r4-r4-1", "pike-harms")
    match.group("b-g1", "german", "s3-s3-1", "l4-l4-1").siege("b-g1", "a-g1", isolation=1)
    match.hold("a", "airborne-amphibious-1")
    match.resolve("a", "relieve airborne-amphibious-1 l5-l5 a-g2 b-g1", dice=(5, 4))
    match.when("a", "rest l5-l5").when("a", "rest r4-r4-1").when("a", "join")

    assert {"l5-l5", "r4-r4-1", "pike-harms"} <= set(match.pieces_in("a-g1"))
    assert () == match.pieces_in("a-g2")
    assert "a" == group_at(match.table, "a-g1").siege


def test_a_besieged_group_attacks_only_its_besieger():
    """7.3.1.3-b5"""
    match = besieged_group("s4-s4-1").group("b-g2", "german", "r2-r2-1")
    match.when("a", "attack s4-s4-1 b-g2").then_illegal("7.3.1.3-b5")

    assert match.when("a", "attack s4-s4-1 b-g1").refused is None
