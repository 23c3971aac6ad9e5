"""7.3.2 Major Offensive and 7.3.3 Airborne."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.cards import AIRBORNE, MAJOR_OFFENSIVE, SHERMAN
from tests.games.combat_soldiers.situations import (
    battle,
    besieged_group,
    siege_is_over,
    two_groups_each,
)
from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation

# 7.3.2 Major Offensive.


def test_a_besieged_group_may_attack_its_besieger_twice_with_a_major_offensive():
    """7.3.2-b1, 7.3.1.3-b5, 7.2.2.5-c: both times at half; a unit rests after the second attack."""
    match = battle(("s4-s4-1", "r4-r4-1", "novak-thoma"), ("l5-l5",)).siege("b-g1", "a-g1")
    match.group("b-g2", "german", "r2-r2-1").hold("a", MAJOR_OFFENSIVE)
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 4))
    assert {"b-g1"} == match.candidates("a", "attack-again", "target")
    match.when("a", f"attack-again {MAJOR_OFFENSIVE} a-g1 b-g2")
    assert match.refused is not None
    match.resolve("a", f"attack-again {MAJOR_OFFENSIVE} a-g1 b-g1", dice=(5, 4))
    assert 2 + 2 + 0 + 5 == match.total("attack")
    match.when("a", "rest s4-s4-1")

    assert [True, False] == match.sideways("s4-s4-1", "r4-r4-1")
    assert 1 == match.actions_left()


def test_a_second_attack_on_another_group_ends_the_siege():
    """7.3.2-b1, 7.3.1.1-c: CS-Q52."""
    match = battle(("s4-s4-1",), ("r4-r4-1",)).siege("a-g1", "b-g1")
    match.group("b-g2", "german", "r3-r3-1").hold("a", MAJOR_OFFENSIVE)
    match.resolve("a", "attack s4-s4-1 b-g1", dice=(4, 4))
    assert not siege_is_over(match)
    match.resolve("a", f"attack-again {MAJOR_OFFENSIVE} s4-s4-1 b-g2", dice=(3, 4))

    assert siege_is_over(match)


@pytest.mark.parametrize(
    ("scenario", "side", "rule"),
    [("counter-offensive", "us", "17.2.2"), ("offensive", "german", "17.3.1")],
)
def test_a_major_offensive_for_the_wrong_side_is_refused_by_the_scenarios_rule(
    scenario: str, side: str, rule: str
):
    """7.3.2-b1, 7.3.2-b2, 17.2.2, 17.3.1"""
    other = "german" if side == "us" else "us"
    match = Match(scenario=scenario).group("a-g1", side, "s3-s3-1").group("b-g1", other, "r4-r4-1")
    match.hold("a", MAJOR_OFFENSIVE)
    match.when("a", "attack s3-s3-1 b-g1").when("a", f"double {MAJOR_OFFENSIVE} s3-s3-1")
    match.then_illegal(rule)
    match.resolve("a", "pass", dice=(5, 4))
    match.when("a", f"attack-again {MAJOR_OFFENSIVE} s3-s3-1 b-g1").then_illegal(rule)


def test_the_second_attack_may_be_an_armored_series():
    """7.3.2-b1, 7.3.9.2-b, 7.2.2.5-c: after an attack on a whole group; a unit rests."""
    match = battle((SHERMAN, "r2-r2-1", "novak-thoma"), ("l5-l5", "l4-l4-1", "cole-moritz"))
    match.group("c-g1", "german", "s3-s3-1", "r3-r3-1").hold(
        "a", MAJOR_OFFENSIVE, "major-offensive-2"
    )
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 4))
    match.resolve("a", f"pick-off-again {MAJOR_OFFENSIVE} a-g1 s3-s3-1", dice=(5, 2))
    assert 1 == match.actions_left()
    assert (6 + 0 + 5, 3 + 2) == (match.total("attack"), match.total("defence"))
    match.resolve("a", "press r3-r3-1", dice=(5, 8))
    assert {"rest"} == {offer.verb for offer in match.prompt("a").offers}
    match.when("a", f"rest {SHERMAN}")

    assert ("s3-s3-1",) == match.pieces_in("a-casualties")
    assert [True, False] == match.sideways(SHERMAN, "r2-r2-1")
    assert "discard" in match.zone_of(MAJOR_OFFENSIVE)


def test_a_second_armored_series_has_the_same_rules_as_the_first():
    """7.3.2-b1, 7.3.9.2-a, 7.3.9.2-c"""
    match = battle((SHERMAN,), ("s3-s3-1", "r3-r3-1")).hold("a", MAJOR_OFFENSIVE)
    match.group("c-g1", "german", "r3-r3p-1", "pike-harms", "r2-r2-1")
    match.resolve("a", "pick-off a-g1 s3-s3-1", dice=(1, 4))
    match.when("a", f"pick-off-again {MAJOR_OFFENSIVE} a-g1 r2-r2-1").then_illegal("7.3.9.2-a")

    assert {"s3-s3-1", "r3-r3-1"} == match.candidates("a", "pick-off-again", "victim")


def test_the_rest_of_a_group_may_attack_when_the_first_attackers_are_lost():
    """7.3.2-b1, 7.2.2.5-a: L5 out of command falls; S3 and R4 attack by the card, and S3 rests."""
    match = battle(("s3-s3-1", "r4-r4-1", "l5-l5", "novak-thoma"), ("l4-l4-1", "s4-s4-1"))
    match.mark("l5-l5", "sideways").hold("a", MAJOR_OFFENSIVE)
    match.resolve("a", "attack l5-l5 b-g1", dice=(1, 9))
    assert ("l5-l5",) == match.pieces_in("b-casualties")
    assert {"attack-again", "pass"} == {offer.verb for offer in match.prompt("a").offers}
    match.resolve("a", f"attack-again {MAJOR_OFFENSIVE} a-g1 l4-l4-1", dice=(2, 5))
    match.when("a", "rest s3-s3-1")

    assert [True, False] == match.sideways("s3-s3-1", "r4-r4-1")
    assert 1 == match.actions_left()


def test_a_second_attack_is_refused_before_the_first():
    """8.11, 7.3.2-b1"""
    match = Match().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1")
    match.hold("a", "major-offensive-1")

    match.when("a", "attack-again major-offensive-1 l5-l5 b-g1").then_illegal("7.3.2-b1")


def test_a_second_attack_is_refused_once_the_first_has_ended():
    """7.3.2-b1"""
    match = battle(("s4-s4-1",), ("l5-l5",)).hold("a", MAJOR_OFFENSIVE)
    match.resolve("a", "attack s4-s4-1 b-g1", dice=(5, 4)).when("a", "rest s4-s4-1")

    match.when("a", f"attack-again {MAJOR_OFFENSIVE} s4-s4-1 b-g1").then_illegal("7.3.2-b1")


def test_a_joint_attack_is_not_followed_by_a_second_attack():
    """7.3.2-b1, 7.3.3-b3"""
    match = Match().group("a-g1", "us", "l5-l5").group("a-g2", "us", "r4-r4-1")
    match.group("b-g1", "german", "s3-s3-1").siege("b-g1", "a-g1")
    match.hold("a", AIRBORNE, MAJOR_OFFENSIVE)
    match.resolve("a", f"relieve {AIRBORNE} l5-l5 r4-r4-1 b-g1", dice=(1, 4))

    assert ["rest"] == [offer.verb for offer in match.prompt("a").offers]
    match.when("a", f"attack-again {MAJOR_OFFENSIVE} l5-l5 b-g1").then_illegal("7.3.2-b1")


def test_the_turn_goes_on_after_a_second_attack_in_which_all_attackers_are_lost():
    """7.3.2-b1, 7.2.2.5-a"""
    match = battle(("s4-s4-1",), ("l5-l5",)).hold("a", MAJOR_OFFENSIVE)
    match.resolve("a", "attack s4-s4-1 b-g1", dice=(5, 4))
    match.resolve("a", f"attack-again {MAJOR_OFFENSIVE} s4-s4-1 b-g1", dice=(1, 9))

    assert ("s4-s4-1",) == match.pieces_in("b-casualties")
    assert "3.0-c" == match.prompt("a").rule


def test_nothing_is_asked_when_the_second_attack_loses_the_only_attacker_of_a_group():
    """7.3.2-b1, 7.2.2.5-a: the units in command are left and have nothing to decide."""
    match = battle(("s3-s3-1", "r4-r4-1", "l5-l5", "novak-thoma"), ("l4-l4-1",))
    match.mark("l5-l5", "sideways").hold("a", MAJOR_OFFENSIVE)
    match.resolve("a", "attack l5-l5 b-g1", dice=(5, 6))
    match.resolve("a", f"attack-again {MAJOR_OFFENSIVE} l5-l5 b-g1", dice=(1, 9))

    assert ("l5-l5",) == match.pieces_in("b-casualties")
    assert "3.0-c" == match.prompt("a").rule


def test_a_major_offensive_gives_a_second_attack_for_no_action():
    """7.3.2-b1: on another target, without an action; a third attack is refused."""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r3-r3-1")
    match.group("b-g2", "german", "r3-r3-2").hold("a", MAJOR_OFFENSIVE, "major-offensive-2")
    match.resolve("a", "attack s3-s3-1 b-g1", dice=(4, 4))
    match.resolve("a", f"attack-again {MAJOR_OFFENSIVE} s3-s3-1 b-g2", dice=(4, 4))
    assert 1 == match.actions_left()

    match.when("a", "attack-again major-offensive-2 s3-s3-1 b-g1").then_illegal("7.3.2-b1")


def test_a_unit_rests_only_after_the_second_attack_by_a_major_offensive():
    """7.3.2-b1, 7.2.2.5-c: a unit is turned sideways after the second attack."""
    match = two_groups_each().hold("a", "major-offensive-1", "major-offensive-2")
    match.resolve("a", "attack a-g1 s3-s3-2", dice=(5, 10))
    match.resolve("a", "attack-again major-offensive-1 a-g1 b-g2", dice=(1, 5))
    assert 1 == match.actions_left()
    assert [] == match.offers("a", "attack-again")
    match.when("a", "rest s3-s3-1")

    assert 1 == sum(match.sideways("s3-s3-1", "r4-r4-1"))
    assert match.zone_of("major-offensive-1") in {"discard", "discard-top"}
    assert match.offers("a", "arrange")
    match.when("a", "arrange r4-r4-1")
    assert "3.0-c" == match.prompt("a").rule


def test_a_group_without_a_major_offensive_only_rests_after_its_attack():
    """7.3.2-b1, 1.1.1.6-b: without the card the same question is asked."""
    match = two_groups_each().resolve("a", "attack a-g1 s3-s3-2", dice=(5, 10))

    assert ("a",) == match.seats_asked()
    assert {"rest"} == {offer.verb for offer in match.prompt("a").offers}


def test_a_unit_doubled_in_a_siege_is_halved_after_doubling():
    """7.3.2-b2, 7.3.1.2-a: CS-Q10; S3 doubled is six, halved three; R3 is one."""
    match = battle(("s3-s3-1", "r3-r3-1", "novak-thoma"), ("l4-l4-1",)).siege("b-g1", "a-g1")
    match.hold("a", MAJOR_OFFENSIVE)
    match.resolve(
        "a", "attack a-g1 b-g1", dice=(5, 5), a_support=f"double {MAJOR_OFFENSIVE} s3-s3-1"
    )

    assert 3 + 1 + 0 + 5 == match.total("attack")


def test_the_river_halves_a_doubled_unit():
    """7.3.2-b2, 7.2.3.3-a: CS-Q10; (4 doubled + 3) / 2 = 5."""
    match = battle(("s4-s4-1", "r3-r3-1", "novak-thoma"), ("r4-r4-1",))
    match.group("b-g2", "german", "river").hold("a", MAJOR_OFFENSIVE)
    match.resolve(
        "a", "attack a-g1 b-g1", dice=(5, 4), a_support=f"double {MAJOR_OFFENSIVE} s4-s4-1"
    )

    assert 5 + 5 == match.total("attack")


def test_a_major_offensive_doubles_a_single_unit():
    """7.3.2-b2: S4 and R3, S4 doubled, make eleven."""
    match = (
        Match().group("a-g1", "us", "s4-s4-1", "r3-r3-1", "novak-thoma").hold("a", MAJOR_OFFENSIVE)
    )
    match.group("b-g1", "german", "l5-l5")
    match.resolve(
        "a", "attack a-g1 b-g1", dice=(1, 7), a_support=f"double {MAJOR_OFFENSIVE} s4-s4-1"
    )

    assert 11 + 0 + 1 == match.total("attack")


def test_a_major_offensive_that_doubled_a_unit_is_used_up():
    """7.3.2-b2, 1.1.1.6-a: S3 becomes six; the card is used up."""
    match = two_groups_each().hold("a", "major-offensive-1")
    match.resolve(
        "a", "attack a-g1 b-g2", dice=(1, 5), a_support="double major-offensive-1 s3-s3-1"
    )
    items = match.items("attack")
    assert 10 == items["7.2.2.1.1"] + items["7.3.2-b2"]

    assert [] == match.offers("a", "attack-again")


def test_a_single_besieged_unit_is_doubled_before_it_is_halved():
    """7.3.2-b2, 7.3.1.2-a: CS-Q10, S3 doubled and halved makes three."""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r2-r2-1")
    match.siege("b-g1", "a-g1").hold("a", "major-offensive-1")
    match.resolve(
        "a", "attack s3-s3-1 b-g1", dice=(1, 5), a_support="double major-offensive-1 s3-s3-1"
    )
    items = match.items("attack")

    assert 3 == items["7.2.2.1.1"] + items["7.3.2-b2"] + items["7.3.1.2-a"]


def test_supply_and_reinforcement_take_two_cards_and_two_actions():
    """7.3.2-b3, 7.3.2-b4, 1.1.1.6-a"""
    match = Match(phase="C").group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "l5-l5")
    match.siege("b-g1", "a-g1", isolation=2).hold(
        "a", MAJOR_OFFENSIVE, "major-offensive-2", "r2-r2-1"
    )
    match.when("a", f"supply {MAJOR_OFFENSIVE} a-g1")
    match.when("a", "reinforce major-offensive-2 r2-r2-1 us a-g1").when("a", "done")

    assert (0, 0) == (match.actions_left(), isolation(match.table, group_at(match.table, "a-g1")))
    assert {"s3-s3-1", "r2-r2-1"} <= set(match.pieces_in("a-g1"))


def test_a_major_offensive_may_supply_another_seats_group():
    """7.3.2-b3, Playing the Game: Ann supplies Cy's."""
    match = Match(phase="C").group("c-g1", "us", "s3-s3-1").group("b-g1", "german", "l5-l5")
    match.siege("b-g1", "c-g1", isolation=2).hold("a", MAJOR_OFFENSIVE).group(
        "a-g1", "us", "s2-s2-1"
    )
    match.when("a", f"supply {MAJOR_OFFENSIVE} c-g1")

    assert 0 == isolation(match.table, group_at(match.table, "c-g1"))


def test_a_major_offensive_takes_isolation_off_a_besieged_group():
    """7.3.2-b3, 7.3.1.2-d: for an action in C; isolation is one again after this Turn."""
    match = besieged_group("s3-s3-1", "r4-r4-1", isolation=3, phase="C").hold("a", MAJOR_OFFENSIVE)
    match.when("a", f"supply {MAJOR_OFFENSIVE} a-g1")
    assert 0 == isolation(match.table, group_at(match.table, "a-g1"))
    assert ("a-g1", 1) == (match.zone_of("besieged-a"), match.actions_left())
    assert ("markers", "discard-top") == (
        match.zone_of("surrounded-1"),
        match.zone_of(MAJOR_OFFENSIVE),
    )
    match.when("a", "go F").resolve("a", "end-turn")

    assert 1 == isolation(match.table, group_at(match.table, "a-g1"))


def test_supply_is_refused_to_a_group_that_is_not_besieged():
    """7.3.2-b3, 7.3.1.2-d: isolation is one again at the end of this Turn."""
    match = (
        two_groups_each()
        .siege("a-g1", "b-g1", isolation=3)
        .hold("b", "major-offensive-1")
        .turn("b", "C")
    )
    match.when("b", "supply major-offensive-1 b-g1")
    assert (0, 1) == (isolation(match.table, group_at(match.table, "b-g1")), match.actions_left())
    match.turn("b", "F").when("b", "end-turn")

    assert 1 == isolation(match.table, group_at(match.table, "b-g1"))
    match.turn("b", "C").when("b", "supply major-offensive-1 b-g2").then_illegal("7.3.2-b3")


def test_a_major_offensive_reinforces_a_besieged_group():
    """7.3.2-b4, 8.0-b, 7.3.1.3-b4: R2 joins S3 for an action."""
    match = besieged_group("s3-s3-1", phase="C").hold("a", MAJOR_OFFENSIVE, "r2-r2-1")
    match.when("a", f"reinforce {MAJOR_OFFENSIVE} r2-r2-1 us a-g1").when("a", "done")

    assert {"s3-s3-1", "r2-r2-1"} <= set(match.pieces_in("a-g1"))
    assert ("discard-top", 1) == (match.zone_of(MAJOR_OFFENSIVE), match.actions_left())


def test_several_cards_reinforce_a_besieged_group_for_a_single_action():
    """7.3.2-b4, 8.0-a"""
    match = besieged_group("s3-s3-1", phase="C").hold("a", MAJOR_OFFENSIVE, "r2-r2-1", "l3-l3-1")
    match.when("a", f"reinforce {MAJOR_OFFENSIVE} r2-r2-1 us a-g1").when("a", "add l3-l3-1 us")
    match.when("a", "done")

    assert {"s3-s3-1", "r2-r2-1", "l3-l3-1"} <= set(match.pieces_in("a-g1"))
    assert 1 == match.actions_left()


def test_a_full_besieged_group_is_not_reinforced():
    """7.3.2-b4, 4.2.1"""
    match = besieged_group("s3-s3-1", "r4-r4-1", "l3-l3-1", phase="C")
    match.hold("a", MAJOR_OFFENSIVE, "r2-r2-1")

    assert [] == match.offers("a", "reinforce")
    match.when("a", f"reinforce {MAJOR_OFFENSIVE} r2-r2-1 us a-g1").then_illegal("4.2.1")


@pytest.mark.parametrize("besieged", [True, False])
def test_only_an_isolated_group_is_supplied_by_a_major_offensive(besieged: bool):
    """7.3.2-b3"""
    match = Match(phase="C").group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r4-r4-1")
    match.hold("a", MAJOR_OFFENSIVE)
    if besieged:
        match.siege("b-g1", "a-g1")

    assert [] == match.offers("a", "supply")
    match.when("a", f"supply {MAJOR_OFFENSIVE} a-g1").then_illegal("7.3.2-b3")


def test_only_a_besieged_group_is_offered_reinforcement_by_a_major_offensive():
    """7.3.2-b4: not the free group, and nothing without an action."""
    match = besieged_group("s3-s3-1", phase="C").group("a-g2", "us", "s3-s3-2")
    match.hold("a", MAJOR_OFFENSIVE, "r2-r2-1")

    assert {"a-g1"} == match.candidates("a", "reinforce", "group")
    assert [] == match.track("actions/us", 2).offers("a", "reinforce")


def test_reinforcement_is_refused_to_a_group_that_is_not_besieged():
    """7.3.2-b4, 8.0-b"""
    match = (
        two_groups_each()
        .siege("a-g1", "b-g1")
        .hold("b", "major-offensive-1", "r4-r4-2")
        .turn("b", "C")
    )
    match.when("b", "reinforce major-offensive-1 r4-r4-2 german b-g1").when("b", "done")

    assert ("b-g1", 1) == (match.zone_of("r4-r4-2"), match.actions_left())
    match.when("b", "reinforce major-offensive-1 r4-r4-2 german b-g2").then_illegal("7.3.2-b4")


# 7.3.3 Airborne.


def test_airborne_cards_serve_only_us_units():
    """7.3.3-a"""
    match = besieged_group("s3-s3-1", isolation=2, side="german").hold("a", AIRBORNE, "s2-s2-1")
    match.when("a", f"air-supply {AIRBORNE} a-g1").then_illegal("7.3.3-a")
    match.when("a", f"airdrop {AIRBORNE} s2-s2-1 german").then_illegal("7.3.3-a")


def test_a_dropped_infantry_group_attacks_at_once_for_no_action():
    """7.3.3-b1, 7.3.3-b2: one action for the drop, none for the attack."""
    match = Match().group("b-g1", "german", "r2-r2-1")
    match.hold("a", AIRBORNE, "s3-s3-1", "r3-r3-1", "pike-harms", "m10-stug-iii-g")
    match.when("a", f"airdrop {AIRBORNE} s3-s3-1 us")
    match.when("a", "add m10-stug-iii-g us").then_illegal("7.3.3-b1")
    match.when("a", "add r3-r3-1 us").when("a", "add pike-harms us").when("a", "done")
    assert 1 == match.actions_left()
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 3 + 3 + 1 + 5 == match.total("attack")
    assert 1 == match.actions_left()


def test_armor_cannot_be_dropped_by_air():
    """7.3.3-b1"""
    match = Match().hold("a", AIRBORNE, "m10-stug-iii-g").group("b-g1", "german", "r2-r2-1")

    match.when("a", f"airdrop {AIRBORNE} m10-stug-iii-g us").then_illegal("7.3.3-b1")


def test_a_dropped_group_has_no_armor_and_wins_its_free_attack():
    """7.3.3-b1, 7.3.3-b2"""
    match = Match().group("b-g1", "german", "r2-r2-1")
    match.hold("a", "airborne-amphibious-1", "s3-s3-1", "r3-r3-1", "pike-harms", "m10-stug-iii-g")
    match.when("a", "airdrop airborne-amphibious-1 m10-stug-iii-g us").then_illegal("7.3.3-b1")
    match.when("a", "airdrop airborne-amphibious-1 s3-s3-1 us")
    match.when("a", "add m10-stug-iii-g us").then_illegal("7.3.3-b1")
    match.when("a", "add r3-r3-1 us").when("a", "add pike-harms us").when("a", "done")
    assert 1 == match.actions_left()
    match.resolve("a", "attack a-g1 b-g1", dice=(10, 1))

    assert 1 == match.actions_left()
    assert "a-casualties" == match.zone_of("r2-r2-1")


def test_a_dropped_group_that_did_not_attack_at_once_cannot_attack_this_turn():
    """7.3.3-b2: it counts as deployed this Turn."""
    match = Match().group("b-g1", "german", "r2-r2-1").hold("a", AIRBORNE, "s3-s3-1")
    match.when("a", f"airdrop {AIRBORNE} s3-s3-1 us").when("a", "done").when("a", "pass")

    match.when("a", "attack s3-s3-1 b-g1").then_illegal("7.1-a")
    assert "attack" not in {offer.verb for offer in match.prompt("a").offers}


@pytest.mark.parametrize(
    ("relief", "defence", "attack"),
    [("r4-r4-1", 3, 2 + 4), ("m10-stug-iii-g", 3 + 3, 2 + 4)],
    ids=["infantry", "armor"],
)
def test_a_panzerfaust_counts_in_a_joint_attack_only_against_armor(
    relief: str, defence: int, attack: int
):
    """7.3.3-b3, 7.2.3.6-a, 7.3.9.5: besieged L5 counts two, the relief four."""
    match = Match().group("a-g1", "us", "l5-l5").group("a-g2", "us", relief)
    match.group("b-g1", "german", "s3b-s3p-1").siege("b-g1", "a-g1").hold("a", AIRBORNE)
    match.resolve("a", f"relieve {AIRBORNE} l5-l5 {relief} b-g1", dice=(3, 3))

    assert (attack + 3, defence + 3) == (match.total("attack"), match.total("defence"))


def test_besieged_group_and_relief_attack_the_besieger_together():
    """7.3.3-b3: besieged L5 halved, less one, relief R4 whole: 2 + 4 - 1 = 5."""
    match = Match().group("a-g1", "us", "l5-l5").group("a-g2", "us", "r4-r4-1")
    match.group("b-g1", "german", "s3-s3-1").siege("b-g1", "a-g1", isolation=1)
    match.hold("a", "airborne-amphibious-1")
    match.resolve("a", "relieve airborne-amphibious-1 l5-l5 r4-r4-1 b-g1", dice=(6, 4))

    assert 5 + 6 == match.total("attack")
    assert "a-casualties" == match.zone_of("s3-s3-1")
    assert 1 == match.actions_left()


def test_a_besieged_group_is_not_offered_as_relief():
    """7.3.3-b3: it cannot come from outside."""
    match = Match().group("a-g1", "us", "l5-l5").group("a-g2", "us", "r4-r4-1")
    match.group("b-g1", "german", "s3-s3-1").group("b-g2", "german", "r2-r2-1").hold("a", AIRBORNE)
    match.siege("b-g1", "a-g1").siege("b-g2", "a-g2", card="surrounded-2")

    assert [] == match.offers("a", "relieve")
    match.when("a", f"relieve {AIRBORNE} l5-l5 r4-r4-1 b-g1").then_illegal("7.3.3-b3")


def test_a_joint_attack_is_refused_in_bad_weather():
    """7.3.3-b3, 13.1-b"""
    match = Match().group("a-g1", "us", "l5-l5").group("a-g2", "us", "r4-r4-1")
    match.group("b-g1", "german", "s3-s3-1").siege("b-g1", "a-g1").hold("a", AIRBORNE)
    match.put("c-area", "weather")

    assert [] == match.offers("a", "relieve")
    match.when("a", f"relieve {AIRBORNE} l5-l5 r4-r4-1 b-g1").then_illegal("13.1-b")


def test_supply_by_air_takes_isolation_off_and_the_siege_goes_on():
    """7.3.3-b4"""
    match = (
        besieged_group("s3-s3-1", isolation=4)
        .hold("a", AIRBORNE)
        .when("a", f"air-supply {AIRBORNE} a-g1")
    )

    assert 0 == isolation(match.table, group_at(match.table, "a-g1"))
    assert ("a-g1", 1) == (match.zone_of("besieged-a"), match.actions_left())


def test_only_an_isolated_group_is_offered_supply_by_air():
    """7.3.3-b4: Ann's first group is isolated, her second only besieged; it takes an action."""
    match = besieged_group("s3-s3-1", isolation=1).group("a-g2", "us", "s3-s3-2")
    match.group("b-g2", "german", "r4-r4-1").siege("b-g2", "a-g2", card="surrounded-2")
    match.hold("a", AIRBORNE)

    assert {"a-g1"} == match.candidates("a", "air-supply", "group")
    assert [] == match.track("actions/us", 2).offers("a", "air-supply")


def test_neither_the_besieged_group_nor_its_relief_takes_part_in_a_shift_afterwards():
    """7.3.3-b3, 3.4-b: the relief attacked with the besieged group in this Turn."""
    match = Match().group("a-g1", "us", "l5-l5").group("a-g2", "us", "r4-r4-1")
    match.group("a-g3", "us", "s2-s2-1").group("b-g1", "german", "s3-s3-1")
    match.siege("b-g1", "a-g1").hold("a", AIRBORNE)
    match.resolve("a", f"relieve {AIRBORNE} l5-l5 r4-r4-1 b-g1", dice=(10, 1))
    match.when("a", "rest l5-l5").when("a", "rest r4-r4-1").when("a", "pass").when("a", "go D")
    assert "b-g1" not in {match.zone_of("s3-s3-1"), match.zone_of("besieged-a")}

    match.when("a", "shift s2-s2-1 a-g1").then_illegal("3.4-b")
    match.when("a", "shift s2-s2-1 a-g2").then_illegal("3.4-b")


def test_a_relief_that_besieges_another_group_ends_that_siege():
    """7.3.3-b3, 7.3.1.1-c: the siege of the group that it relieves goes on."""
    match = Match().group("a-g1", "us", "l5-l5").group("a-g2", "us", "r4-r4-1")
    match.group("b-g1", "german", "s3-s3-1").group("b-g2", "german", "r2-r2-1")
    match.siege("b-g1", "a-g1").siege("a-g2", "b-g2", card="surrounded-2").hold("a", AIRBORNE)
    match.resolve("a", f"relieve {AIRBORNE} l5-l5 r4-r4-1 b-g1", dice=(1, 4))

    assert ("markers", "discard") == (
        match.zone_of("besieged-b"),
        match.zone_of("surrounded-2").removesuffix("-top"),
    )
    assert "a-g1" == match.zone_of("besieged-a")
