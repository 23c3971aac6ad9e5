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
from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation

# 7.3.2 Major Offensive.


def test_a_besieged_group_may_attack_its_besieger_twice_with_a_major_offensive():
    """7.3.2-b1, 7.3.1.3-b5, 7.2.2.5-c: nobody else, both times at half, one unit tires."""
    field = battle(("s4-s4-1", "r4-r4-1", "novak-thoma"), ("l5-l5",)).siege("b-g1", "a-g1")
    field.group("b-g2", "german", "r2-r2-1").hold("a", MAJOR_OFFENSIVE)
    field.fight("a", "attack a-g1 b-g1", dice=(5, 4))
    assert {"b-g1"} == field.candidates("a", "attack-again", "target")
    field.when("a", f"attack-again {MAJOR_OFFENSIVE} a-g1 b-g2")
    assert field.refused is not None
    field.fight("a", f"attack-again {MAJOR_OFFENSIVE} a-g1 b-g1", dice=(5, 4))
    assert 2 + 2 + 0 + 5 == field.total("attack")
    field.when("a", "rest s4-s4-1")

    assert [True, False] == field.sideways("s4-s4-1", "r4-r4-1")
    assert 1 == field.left()


def test_a_second_attack_on_another_group_ends_the_siege():
    """7.3.2-b1, 7.3.1.1-c: CS-Q52."""
    field = battle(("s4-s4-1",), ("r4-r4-1",)).siege("a-g1", "b-g1")
    field.group("b-g2", "german", "r3-r3-1").hold("a", MAJOR_OFFENSIVE)
    field.fight("a", "attack s4-s4-1 b-g1", dice=(4, 4))
    assert not siege_is_over(field)
    field.fight("a", f"attack-again {MAJOR_OFFENSIVE} s4-s4-1 b-g2", dice=(3, 4))

    assert siege_is_over(field)


@pytest.mark.parametrize(
    ("scenario", "side", "rule"),
    [("counter-offensive", "us", "17.2.2"), ("offensive", "german", "17.3.1")],
)
def test_a_major_offensive_for_the_wrong_side_is_refused_by_the_scenarios_rule(
    scenario: str, side: str, rule: str
):
    """7.3.2-b1, 7.3.2-b2, 17.2.2, 17.3.1"""
    other = "german" if side == "us" else "us"
    field = Field(scenario=scenario).group("a-g1", side, "s3-s3-1").group("b-g1", other, "r4-r4-1")
    field.hold("a", MAJOR_OFFENSIVE)
    field.when("a", "attack s3-s3-1 b-g1").when("a", f"double {MAJOR_OFFENSIVE} s3-s3-1")
    field.then_illegal(rule)
    field.fight("a", "pass", dice=(5, 4))
    field.when("a", f"attack-again {MAJOR_OFFENSIVE} s3-s3-1 b-g1").then_illegal(rule)


def test_the_second_attack_may_be_an_armored_series():
    """7.3.2-b1, 7.3.9.2-b, 7.2.2.5-c: a whole group, then units of another; one rests."""
    field = battle((SHERMAN, "r2-r2-1", "novak-thoma"), ("l5-l5", "l4-l4-1", "cole-moritz"))
    field.group("c-g1", "german", "s3-s3-1", "r3-r3-1").hold(
        "a", MAJOR_OFFENSIVE, "major-offensive-2"
    )
    field.fight("a", "attack a-g1 b-g1", dice=(5, 4))
    field.fight("a", f"pick-off-again {MAJOR_OFFENSIVE} a-g1 s3-s3-1", dice=(5, 2))
    assert 1 == field.left()
    assert (6 + 0 + 5, 3 + 2) == (field.total("attack"), field.total("defence"))
    field.fight("a", "press r3-r3-1", dice=(5, 8))
    assert {"rest"} == {offer.verb for offer in field.prompt("a").offers}
    field.when("a", f"rest {SHERMAN}")

    assert ("s3-s3-1",) == field.zone("a-casualties")
    assert [True, False] == field.sideways(SHERMAN, "r2-r2-1")
    assert "discard" in field.where(MAJOR_OFFENSIVE)


def test_a_second_armored_series_has_the_same_rules_as_the_first():
    """7.3.2-b1, 7.3.9.2-a, 7.3.9.2-c"""
    field = battle((SHERMAN,), ("s3-s3-1", "r3-r3-1")).hold("a", MAJOR_OFFENSIVE)
    field.group("c-g1", "german", "r3-r3p-1", "pike-harms", "r2-r2-1")
    field.fight("a", "pick-off a-g1 s3-s3-1", dice=(1, 4))
    field.when("a", f"pick-off-again {MAJOR_OFFENSIVE} a-g1 r2-r2-1").then_illegal("7.3.9.2-a")

    assert {"s3-s3-1", "r3-r3-1"} == field.candidates("a", "pick-off-again", "victim")


def test_the_rest_of_a_group_may_attack_when_the_first_attackers_are_lost():
    """7.3.2-b1, 7.2.2.5-a: L5 out of command falls; S3 and R4 attack by the card; one rests."""
    field = battle(("s3-s3-1", "r4-r4-1", "l5-l5", "novak-thoma"), ("l4-l4-1", "s4-s4-1"))
    field.mark("l5-l5", "sideways").hold("a", MAJOR_OFFENSIVE)
    field.fight("a", "attack l5-l5 b-g1", dice=(1, 9))
    assert ("l5-l5",) == field.zone("b-casualties")
    assert {"attack-again", "pass"} == {offer.verb for offer in field.prompt("a").offers}
    field.fight("a", f"attack-again {MAJOR_OFFENSIVE} a-g1 l4-l4-1", dice=(2, 5))
    field.when("a", "rest s3-s3-1")

    assert [True, False] == field.sideways("s3-s3-1", "r4-r4-1")
    assert 1 == field.left()


def test_a_second_attack_is_refused_before_the_first():
    """8.11, 7.3.2-b1"""
    field = Field().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1")
    field.hold("a", "major-offensive-1")

    field.when("a", "attack-again major-offensive-1 l5-l5 b-g1").then_illegal("7.3.2-b1")


def test_a_major_offensive_gives_a_second_attack_for_no_action():
    """7.3.2-b1: on the same or another target, actions unchanged; not a third time."""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r3-r3-1")
    field.group("b-g2", "german", "r3-r3-2").hold("a", MAJOR_OFFENSIVE, "major-offensive-2")
    field.fight("a", "attack s3-s3-1 b-g1", dice=(4, 4))
    field.fight("a", f"attack-again {MAJOR_OFFENSIVE} s3-s3-1 b-g2", dice=(4, 4))
    assert 1 == field.left()

    field.when("a", "attack-again major-offensive-2 s3-s3-1 b-g1").then_illegal("7.3.2-b1")


def test_a_unit_rests_only_after_the_second_attack_by_a_major_offensive():
    """7.3.2-b1, 7.2.2.5-c: one unit is turned, after the second attack."""
    field = two_groups_each().hold("a", "major-offensive-1", "major-offensive-2")
    field.fight("a", "attack a-g1 s3-s3-2", dice=(5, 10))
    field.fight("a", "attack-again major-offensive-1 a-g1 b-g2", dice=(1, 5))
    assert 1 == field.left()
    assert [] == field.offers("a", "attack-again")
    field.when("a", "rest s3-s3-1")

    assert 1 == sum(field.sideways("s3-s3-1", "r4-r4-1"))
    assert field.where("major-offensive-1") in {"discard", "discard-top"}


def test_a_group_without_a_major_offensive_only_rests_after_its_attack():
    """7.3.2-b1, 1.1.1.6-b: being asked tells nothing of the hand."""
    field = two_groups_each().fight("a", "attack a-g1 s3-s3-2", dice=(5, 10))

    assert ("a",) == field.asked()
    assert {"rest"} == {offer.verb for offer in field.prompt("a").offers}


def test_a_unit_doubled_in_a_siege_is_halved_after_doubling():
    """7.3.2-b2, 7.3.1.2-a: CS-Q10; S3 doubled is six, halved three; R3 is one."""
    field = battle(("s3-s3-1", "r3-r3-1", "novak-thoma"), ("l4-l4-1",)).siege("b-g1", "a-g1")
    field.hold("a", MAJOR_OFFENSIVE)
    field.fight("a", "attack a-g1 b-g1", dice=(5, 5), a_support=f"double {MAJOR_OFFENSIVE} s3-s3-1")

    assert 3 + 1 + 0 + 5 == field.total("attack")


def test_the_river_halves_a_doubled_unit():
    """7.3.2-b2, 7.2.3.3-a: CS-Q10; (4 doubled + 3) / 2 = 5."""
    field = battle(("s4-s4-1", "r3-r3-1", "novak-thoma"), ("r4-r4-1",))
    field.group("b-g2", "german", "river").hold("a", MAJOR_OFFENSIVE)
    field.fight("a", "attack a-g1 b-g1", dice=(5, 4), a_support=f"double {MAJOR_OFFENSIVE} s4-s4-1")

    assert 5 + 5 == field.total("attack")


def test_a_major_offensive_doubles_a_single_unit():
    """7.3.2-b2: S4 and R3, S4 doubled, make eleven."""
    field = (
        Field().group("a-g1", "us", "s4-s4-1", "r3-r3-1", "novak-thoma").hold("a", MAJOR_OFFENSIVE)
    )
    field.group("b-g1", "german", "l5-l5")
    field.fight("a", "attack a-g1 b-g1", dice=(1, 7), a_support=f"double {MAJOR_OFFENSIVE} s4-s4-1")

    assert 11 + 0 + 1 == field.total("attack")


def test_a_major_offensive_that_doubled_a_unit_is_used_up():
    """7.3.2-b2, 1.1.1.6-a: S3 becomes six; the card is used up."""
    field = two_groups_each().hold("a", "major-offensive-1")
    field.fight("a", "attack a-g1 b-g2", dice=(1, 5), a_support="double major-offensive-1 s3-s3-1")
    items = field.items("attack")
    assert 10 == items["7.2.2.1.1"] + items["7.3.2-b2"]

    assert [] == field.offers("a", "attack-again")


def test_a_single_besieged_unit_is_doubled_before_it_is_halved():
    """7.3.2-b2, 7.3.1.2-a: CS-Q10, S3 doubled and halved makes three."""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r2-r2-1")
    field.siege("b-g1", "a-g1").hold("a", "major-offensive-1")
    field.fight(
        "a", "attack s3-s3-1 b-g1", dice=(1, 5), a_support="double major-offensive-1 s3-s3-1"
    )
    items = field.items("attack")

    assert 3 == items["7.2.2.1.1"] + items["7.3.2-b2"] + items["7.3.1.2-a"]


def test_supply_and_reinforcement_take_two_cards_and_two_actions():
    """7.3.2-b3, 7.3.2-b4, 1.1.1.6-a"""
    field = Field(phase="C").group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "l5-l5")
    field.siege("b-g1", "a-g1", isolation=2).hold(
        "a", MAJOR_OFFENSIVE, "major-offensive-2", "r2-r2-1"
    )
    field.when("a", f"supply {MAJOR_OFFENSIVE} a-g1")
    field.when("a", "reinforce major-offensive-2 r2-r2-1 us a-g1").when("a", "done")

    assert (0, 0) == (field.left(), isolation(field.table, group_at(field.table, "a-g1")))
    assert {"s3-s3-1", "r2-r2-1"} <= set(field.zone("a-g1"))


def test_a_major_offensive_may_supply_another_seats_group():
    """Playing the Game, 7.3.2-b3: Ann supplies Cy's."""
    field = Field(phase="C").group("c-g1", "us", "s3-s3-1").group("b-g1", "german", "l5-l5")
    field.siege("b-g1", "c-g1", isolation=2).hold("a", MAJOR_OFFENSIVE).group(
        "a-g1", "us", "s2-s2-1"
    )
    field.when("a", f"supply {MAJOR_OFFENSIVE} c-g1")

    assert 0 == isolation(field.table, group_at(field.table, "c-g1"))


def test_a_major_offensive_takes_isolation_off_a_besieged_group():
    """7.3.2-b3, 7.3.1.2-d: isolation off for an action in C; -1 at the end of this very Turn."""
    field = besieged_group("s3-s3-1", "r4-r4-1", isolation=3, phase="C").hold("a", MAJOR_OFFENSIVE)
    field.when("a", f"supply {MAJOR_OFFENSIVE} a-g1")
    assert 0 == isolation(field.table, group_at(field.table, "a-g1"))
    assert ("a-g1", 1) == (field.where("besieged-a"), field.left())
    assert "markers" == field.where("surrounded-1")
    field.when("a", "go F").fight("a", "end-turn")

    assert 1 == isolation(field.table, group_at(field.table, "a-g1"))


def test_supply_is_refused_to_a_group_that_is_not_besieged():
    """7.3.2-b3, 7.3.1.2-d: isolation is one again at the end of this Turn."""
    field = (
        two_groups_each()
        .siege("a-g1", "b-g1", isolation=3)
        .hold("b", "major-offensive-1")
        .turn("b", "C")
    )
    field.when("b", "supply major-offensive-1 b-g1")
    assert (0, 1) == (isolation(field.table, group_at(field.table, "b-g1")), field.left())
    field.turn("b", "F").when("b", "end-turn")

    assert 1 == isolation(field.table, group_at(field.table, "b-g1"))
    field.turn("b", "C").when("b", "supply major-offensive-1 b-g2").then_illegal("7.3.2-b3")


def test_a_major_offensive_reinforces_a_besieged_group():
    """7.3.2-b4, 8.0-b, 7.3.1.3-b4: R2 joins S3 for an action."""
    field = besieged_group("s3-s3-1", phase="C").hold("a", MAJOR_OFFENSIVE, "r2-r2-1")
    field.when("a", f"reinforce {MAJOR_OFFENSIVE} r2-r2-1 us a-g1").when("a", "done")

    assert {"s3-s3-1", "r2-r2-1"} <= set(field.zone("a-g1"))
    assert ("discard-top", 1) == (field.where(MAJOR_OFFENSIVE), field.left())


def test_only_a_besieged_group_is_offered_reinforcement_by_a_major_offensive():
    """7.3.2-b4: the free group is no choice, and without an action there is none."""
    field = besieged_group("s3-s3-1", phase="C").group("a-g2", "us", "s3-s3-2")
    field.hold("a", MAJOR_OFFENSIVE, "r2-r2-1")

    assert {"a-g1"} == field.candidates("a", "reinforce", "group")
    assert [] == field.track("actions/us", 2).offers("a", "reinforce")


def test_reinforcement_is_refused_to_a_group_that_is_not_besieged():
    """7.3.2-b4, 8.0-b"""
    field = (
        two_groups_each()
        .siege("a-g1", "b-g1")
        .hold("b", "major-offensive-1", "r4-r4-2")
        .turn("b", "C")
    )
    field.when("b", "reinforce major-offensive-1 r4-r4-2 german b-g1").when("b", "done")

    assert ("b-g1", 1) == (field.where("r4-r4-2"), field.left())
    field.when("b", "reinforce major-offensive-1 r4-r4-2 german b-g2").then_illegal("7.3.2-b4")


# 7.3.3 Airborne.


def test_airborne_cards_serve_only_us_units():
    """7.3.3-a"""
    field = besieged_group("s3-s3-1", isolation=2, side="german").hold("a", AIRBORNE, "s2-s2-1")
    field.when("a", f"air-supply {AIRBORNE} a-g1").then_illegal("7.3.3-a")
    field.when("a", f"airdrop {AIRBORNE} s2-s2-1 german").then_illegal("7.3.3-a")


def test_a_dropped_infantry_group_attacks_at_once_for_no_action():
    """7.3.3-b1, 7.3.3-b2: one action for the drop, none for the attack."""
    field = Field().group("b-g1", "german", "r2-r2-1")
    field.hold("a", AIRBORNE, "s3-s3-1", "r3-r3-1", "pike-harms", "m10-stug-iii-g")
    field.when("a", f"airdrop {AIRBORNE} s3-s3-1 us")
    field.when("a", "add m10-stug-iii-g us").then_illegal("7.3.3-b1")
    field.when("a", "add r3-r3-1 us").when("a", "add pike-harms us").when("a", "done")
    assert 1 == field.left()
    field.fight("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 3 + 3 + 1 + 5 == field.total("attack")
    assert 1 == field.left()


def test_armor_cannot_be_dropped():
    """7.3.3-b1"""
    field = Field().hold("a", AIRBORNE, "m10-stug-iii-g").group("b-g1", "german", "r2-r2-1")

    field.when("a", f"airdrop {AIRBORNE} m10-stug-iii-g us").then_illegal("7.3.3-b1")


def test_a_dropped_group_has_no_armor_and_wins_its_free_attack():
    """7.3.3-b1, 7.3.3-b2"""
    field = Field().group("b-g1", "german", "r2-r2-1")
    field.hold("a", "airborne-amphibious-1", "s3-s3-1", "r3-r3-1", "pike-harms", "m10-stug-iii-g")
    field.when("a", "airdrop airborne-amphibious-1 m10-stug-iii-g us").then_illegal("7.3.3-b1")
    field.when("a", "airdrop airborne-amphibious-1 s3-s3-1 us")
    field.when("a", "add m10-stug-iii-g us").then_illegal("7.3.3-b1")
    field.when("a", "add r3-r3-1 us").when("a", "add pike-harms us").when("a", "done")
    assert 1 == field.left()
    field.fight("a", "attack a-g1 b-g1", dice=(10, 1))

    assert 1 == field.left()
    assert "a-casualties" == field.where("r2-r2-1")


def test_a_dropped_group_that_did_not_attack_at_once_cannot_attack_this_turn():
    """7.3.3-b2: having stayed, it is one that was deployed this Turn."""
    field = Field().group("b-g1", "german", "r2-r2-1").hold("a", AIRBORNE, "s3-s3-1")
    field.when("a", f"airdrop {AIRBORNE} s3-s3-1 us").when("a", "done").when("a", "pass")

    field.when("a", "attack s3-s3-1 b-g1").then_illegal("7.1-a")
    assert "attack" not in {offer.verb for offer in field.prompt("a").offers}


@pytest.mark.parametrize(
    ("relief", "defence", "attack"),
    [("r4-r4-1", 3, 2 + 4), ("m10-stug-iii-g", 3 + 3, 2 + 4)],
    ids=["infantry", "armor"],
)
def test_a_panzerfaust_counts_in_a_joint_attack_only_against_armor(
    relief: str, defence: int, attack: int
):
    """7.3.3-b3, 7.2.3.6-a, 7.3.9.5: besieged L5 counts two, the relief four."""
    field = Field().group("a-g1", "us", "l5-l5").group("a-g2", "us", relief)
    field.group("b-g1", "german", "s3b-s3p-1").siege("b-g1", "a-g1").hold("a", AIRBORNE)
    field.fight("a", f"relieve {AIRBORNE} l5-l5 {relief} b-g1", dice=(3, 3))

    assert (attack + 3, defence + 3) == (field.total("attack"), field.total("defence"))


def test_besieged_group_and_relief_attack_the_besieger_together():
    """7.3.3-b3: besieged L5 halved, less one, relief R4 whole: 2 + 4 - 1 = 5."""
    field = Field().group("a-g1", "us", "l5-l5").group("a-g2", "us", "r4-r4-1")
    field.group("b-g1", "german", "s3-s3-1").siege("b-g1", "a-g1", isolation=1)
    field.hold("a", "airborne-amphibious-1")
    field.fight("a", "relieve airborne-amphibious-1 l5-l5 r4-r4-1 b-g1", dice=(6, 4))

    assert 5 + 6 == field.total("attack")
    assert "a-casualties" == field.where("s3-s3-1")
    assert 1 == field.left()


def test_supply_by_air_takes_isolation_off_and_the_siege_goes_on():
    """7.3.3-b4"""
    field = (
        besieged_group("s3-s3-1", isolation=4)
        .hold("a", AIRBORNE)
        .when("a", f"air-supply {AIRBORNE} a-g1")
    )

    assert 0 == isolation(field.table, group_at(field.table, "a-g1"))
    assert ("a-g1", 1) == (field.where("besieged-a"), field.left())


def test_only_an_isolated_group_is_offered_supply_by_air():
    """7.3.3-b4: Ann's first group is isolated, her second only besieged; it takes an action."""
    field = besieged_group("s3-s3-1", isolation=1).group("a-g2", "us", "s3-s3-2")
    field.group("b-g2", "german", "r4-r4-1").siege("b-g2", "a-g2", card="surrounded-2")
    field.hold("a", AIRBORNE)

    assert {"a-g1"} == field.candidates("a", "air-supply", "group")
    assert [] == field.track("actions/us", 2).offers("a", "air-supply")
