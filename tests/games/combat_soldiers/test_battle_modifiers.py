"""7.2.3 Battle modifiers."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.cards import COUNTERATTACK, PANTHER, SHERMAN, TIGER
from tests.games.combat_soldiers.situations import (
    all_pass,
    battle,
    infantry_before_the_river,
    strength_after_the_river,
)
from tests.games.combat_soldiers.table import Match


def test_attacker_and_defender_support_in_turn_until_both_pass():
    """7.2.3, 7.3.4-a: CS-Q21; a support reopens the question for the other side."""
    match = battle((SHERMAN,), ("r3-r3-1",)).hold("a", "ffe-3-at-3", "major-offensive-1")
    match.hold("b", "ffe-2-at-2").when("a", f"attack {SHERMAN} b-g1")
    asked = []
    for words in (
        "pass",
        "at-weapon ffe-2-at-2",
        "ffe ffe-3-at-3",
        "double major-offensive-1 " + SHERMAN,
    ):
        (seat,) = match.seats_asked()
        assert "support" == match.prompt(seat).facts["window"]
        asked.append(seat)
        match.when(seat, words)
        assert match.refused is None

    assert ["a", "b", "a", "a"] == asked
    assert "counterattack" == match.prompt(match.seats_asked()[0]).facts["window"]


def test_an_attacker_who_passed_is_asked_again_after_the_defenders_support():
    """7.2.3: CS-Q21; only two passes in a row close the window."""
    match = battle((SHERMAN,), ("r3-r3-1",)).hold("a", "ffe-3-at-3").hold("b", "ffe-2-at-2")
    all_pass(match.when("a", f"attack {SHERMAN} b-g1"), "a")
    match.when("b", "at-weapon ffe-2-at-2")
    assert ("a",) == match.seats_asked()
    all_pass(match, "a")

    assert "support" != match.prompt(match.seats_asked()[0]).facts["window"]


# 7.2.3.1 Mines.


def test_a_mined_group_has_minus_two_in_attack_and_defence():
    """7.2.3.1, 13.2-f"""
    match = battle(("s3-s3-1",), ("r4-r4-1",)).put("a-g1", "mines-1").put("b-g1", "mines-2")
    match.resolve("a", "attack s3-s3-1 b-g1", dice=(4, 4))

    assert (3 - 2 + 4, 4 - 2 + 4) == (match.total("attack"), match.total("defence"))


def test_mines_are_an_item_of_both_totals():
    """7.2.3.1, 13.2-f, 1.1.3-b7"""
    match = battle(("l5-l5",), ("r3-r3-1",)).put("b-g1", "mines-1").put("a-g1", "mines-2")
    match.resolve("a", "attack l5-l5 b-g1", dice=(5, 5))

    assert (-2, -2) == (match.items("attack")["7.2.3.1"], match.items("defence")["7.2.3.1"])


# 7.2.3.2 Fire for effect.


def test_fire_for_effect_counts_in_the_counterattack_and_in_the_attack_after_it():
    """7.2.3.2, 14.2.1, 7.3.4-b: CS-Q12; R3 defends with +3, then attacks with +3."""
    match = battle(("r3-r3-1",), ("l5-l5",)).hold("b", COUNTERATTACK).hold("a", "ffe-3-at-3")
    match.resolve(
        "a", "attack r3-r3-1 b-g1 ffe-3-at-3", b_counterattack=f"counterattack {COUNTERATTACK}"
    )
    match.resolve("b", "strike l5-l5 r3-r3-1", dice=(5, 4, 5, 6))

    assert (5 + 5, 3 + 3 + 4) == (match.total("attack"), match.total("defence"))
    assert (3 + 3 + 5, 5 + 6) == (match.total("attack", 1), match.total("defence", 1))


def test_a_second_fire_for_effect_is_refused_after_an_announced_one():
    """7.2.3.2, 14.2.1"""
    match = battle(("s3-s3-1",), ("l5-l5",)).hold("a", "ffe-3-at-3", "ffe-2-at-2")
    match.when("a", "attack s3-s3-1 b-g1 ffe-3-at-3")
    match.when("a", "ffe ffe-2-at-2").then_illegal("14.2.1")


def test_fire_for_effect_is_refused_to_a_surrounded_group():
    """7.2.3.2"""
    match = battle(("s3-s3-1",), ("r4-r4-1",)).hold("a", "ffe-3-at-3").siege("b-g1", "a-g1")
    match.when("a", "attack s3-s3-1 b-g1 ffe-3-at-3").then_illegal("7.2.3.2")


def test_a_second_fire_for_effect_is_refused_in_the_support_window():
    """7.2.3.2, 14.2.1, 1.1.1.6-c"""
    match = battle(("l5-l5",), ("r3-r3-1",)).hold("a", "ffe-2-at-2", "ffe-3-at-3")
    match.when("a", "attack l5-l5 b-g1").when("a", "ffe ffe-3-at-3")
    match.when("a", "ffe ffe-2-at-2").then_illegal("14.2.1")
    match.resolve("a", "pass", dice=(1, 10))
    assert 3 == match.items("attack")["7.2.3.2"]
    assert ("ffe-3-at-3",) == match.pieces_in("discard-top")

    besieged = battle(("l5-l5",), ("r3-r3-1",)).siege("b-g1", "a-g1").hold("a", "ffe-2-at-2")
    besieged.when("a", "attack l5-l5 b-g1 ffe-2-at-2").then_illegal("7.2.3.2")


# 7.2.3.3 The River.


def test_the_river_protects_its_occupation_group():
    """7.2.3.3-a, 13.5.2.2: the occupation group of the River is a group of its owner."""
    match = battle(("l5-l5", "s4-s4-1", "novak-thoma"), ("river",))
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 4 + 5 == match.total("attack")


@pytest.mark.parametrize(
    ("river", "bridge", "damage", "strength"),
    [
        ("us", "", 0, 4),
        ("us", "german", 0, 9),
        ("us", "us", 0, 4),
        ("us", "german", 1, 4),
        ("german", "", 0, 9),
    ],
    ids=["no-bridge", "own-bridge", "bridge-of-the-other-side", "damaged", "river-of-other-side"],
)
def test_infantry_is_halved_across_the_river_unless_its_bridge_is_intact(
    river: str, bridge: str, damage: int, strength: int
):
    """7.2.3.3-a, 7.2.3.3-b, 7.2.3.3-d, 13.5.2.2, 13.5.2.1-b: S4 and R5 are halved to four."""
    match = battle(("l5-l5", "s4-s4-1", "pike-harms"), ("r3-r3-1",), "german").group(
        "b-g2", river, "river"
    )
    if bridge:
        match.group("a-g2", bridge, "bridge").mark("bridge", "damage", damage)
    match.resolve("a", "attack a-g1 b-g1", dice=(2, 1))
    items = match.items("attack")

    assert strength == items["7.2.2.1.1"] + items.get("7.2.3.3-a", 0)
    assert strength + 1 + 2 == match.total("attack")


def test_the_river_does_not_protect_groups_of_another_owner():
    """7.2.3.3-a: Cy's US group is not behind Bob's River."""
    match = battle(("l5-l5", "s4-s4-1", "pike-harms"), ("r2-r2-1",), "german").group(
        "b-g2", "us", "river"
    )
    match.group("c-g1", "us", "r3-r3-1").resolve("a", "attack a-g1 c-g1", dice=(2, 1))

    assert 9 + 1 + 2 == match.total("attack")


def test_the_river_halves_infantry_that_attacks_its_side():
    """7.2.3.3-a, 13.5.2.2: nine becomes four, CS-Q11."""
    match = infantry_before_the_river().resolve("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 4 == strength_after_the_river(match)


@pytest.mark.parametrize(
    ("side", "strength"), [("us", 9), ("german", 4)], ids=["own-bridge-side", "other-side"]
)
def test_a_bridge_serves_only_its_owners_groups_of_its_side(side: str, strength: int):
    """7.2.3.3-b, 2.1.1: Ann's US Bridge serves her US group, not her German one."""
    other = "german" if side == "us" else "us"
    match = Match().group("a-g1", side, "l5-l5", "s4-s4-1", "novak-thoma")
    match.group("a-g2", "us", "bridge").group("b-g1", other, "r3-r3-1").group(
        "b-g2", other, "river"
    )
    match.resolve("a", "attack a-g1 b-g1", dice=(2, 1))

    assert strength + 2 == match.total("attack")


def test_an_amphibious_assault_is_refused_in_bad_weather():
    """7.2.3.3-b, 13.1-b"""
    match = (
        battle(("l5-l5",), ("r3-r3-1",)).group("b-g2", "german", "river").put("c-area", "weather")
    )
    match.hold("a", "airborne-amphibious-1")
    match.when("a", "attack l5-l5 b-g1 airborne-amphibious-1").then_illegal("13.1-b")


def test_an_announced_amphibious_assault_lifts_the_river():
    """7.2.3.3-b"""
    match = battle(("l5-l5", "s4-s4-1", "pike-harms"), ("r3-r3-1",), "german").group(
        "b-g2", "us", "river"
    )
    match.hold("a", "airborne-amphibious-1")
    match.resolve("a", "attack a-g1 b-g1 airborne-amphibious-1", dice=(2, 1))

    assert 9 + 1 + 2 == match.total("attack")


def test_another_owners_bridge_does_not_lift_the_river():
    """7.2.3.3-b: Cy has the German Bridge, Ann attacks with Germans."""
    match = battle(("l5-l5", "s4-s4-1", "pike-harms"), ("r3-r3-1",), "german").group(
        "b-g2", "us", "river"
    )
    match.group("c-g1", "german", "bridge").resolve("a", "attack a-g1 b-g1", dice=(2, 1))

    assert 4 + 1 + 2 == match.total("attack")


def test_an_amphibious_assault_played_as_support_lifts_the_river():
    """7.2.3.3-b"""
    match = infantry_before_the_river().hold("a", "airborne-amphibious-1")
    match.resolve(
        "a", "attack a-g1 b-g1", dice=(5, 5), a_support="amphibious airborne-amphibious-1"
    )

    assert 9 == strength_after_the_river(match)


def test_armor_across_the_river_against_a_tan_objective_is_halved_twice():
    """7.2.3.3-c, 7.3.9.4: CS-Q10; Tiger seven, three, one."""
    match = Match().group("a-g1", "german", TIGER).group("a-g2", "german", "bridge")
    match.group("b-g1", "us", "crossroads").group("b-g2", "us", "river")
    match.resolve("a", f"attack {TIGER} b-g1", dice=(9, 6))

    assert 1 + 9 == match.total("attack")


@pytest.mark.parametrize(
    ("bridge", "damage", "strength"), [("", 0, 0), ("us", 0, 0), ("german", 1, 0), ("german", 0, 3)]
)
def test_armor_crosses_the_river_only_by_its_intact_bridge_and_is_halved(
    bridge: str, damage: int, strength: int
):
    """7.2.3.3-c, 7.3.9.3: Tiger II, right factor seven, counts three."""
    match = battle((TIGER,), ("r3-r3-1",), "german").group("b-g2", "us", "river")
    if bridge:
        match.group("a-g2", bridge, "bridge").mark("bridge", "damage", damage)
    if not strength:
        match.when("a", f"attack {TIGER} b-g1").then_illegal("7.2.3.3-c")
        return
    match.resolve("a", f"attack {TIGER} b-g1", dice=(6, 4))
    assert 3 + 6 == match.total("attack")


def test_armor_cannot_attack_across_the_river_without_the_bridge():
    """7.2.3.3-c, 7.3.9.3"""
    match = infantry_before_the_river().group("a-g2", "us", "m10-stug-iii-g")
    match.when("a", "attack m10-stug-iii-g b-g1").then_illegal("7.2.3.3-c")
    match.group("a-g3", "us", "bridge", "s2-s2-2").resolve(
        "a", "attack m10-stug-iii-g b-g1", dice=(5, 5)
    )

    assert 2 == strength_after_the_river(match, ("7.3.9.5", "7.2.3.3-c"))


def test_the_river_does_not_halve_attacks_on_the_other_side():
    """7.2.3.3-d"""
    match = infantry_before_the_river("us").resolve("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 9 == strength_after_the_river(match)


def test_the_river_does_not_halve_attacks_on_another_owner_of_its_side():
    """7.2.3.3-d, 13.5.2.2: the River is Cy's, the Germans behind it are Bob's."""
    match = Match().group("a-g1", "us", "s4-s4-1", "l5-l5", "cole-moritz")
    match.group("b-g1", "german", "r3-r3-1").group("c-g1", "german", "river", "s2-s2-1")
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 9 == strength_after_the_river(match)


# 7.2.3.4 Surrounded groups.


def test_each_unit_of_a_surrounded_group_is_halved_before_isolation():
    """7.2.3.4, 7.3.1.2-a: S5 and R3 with isolation -2: 2+1-2 = 1 before leader and die (CS-Q09)."""
    match = battle(("l5-l5", "r3-r3-1", "pike-harms"), ("r4-r4-1",))
    match.siege("b-g1", "a-g1", isolation=2).resolve("a", "attack a-g1 b-g1", dice=(9, 2))

    assert 1 + 1 + 9 == match.total("attack")


def test_a_setting_halves_the_surrounded_group_as_a_whole():
    """7.2.3.4: CS-Q09, nine becomes four."""
    match = Match(**{"siege-halving": "group"}).group(
        "a-g1", "us", "s3-s3-1", "s3-s3-2", "s3-s3-3", "brown-keller"
    )
    match.group("b-g1", "german", "r2-r2-1").siege("b-g1", "a-g1")
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 5))
    items = match.items("attack")

    assert 4 == items["7.2.2.1.1"] + items["7.2.3.4"]


# 7.2.3.5 Combined arms.


def test_a_single_unit_of_a_combined_arms_group_earns_no_bonus():
    """7.2.3.5, 7.3.4-b, 7.3.9.2-a: all three must fight; one strikes back, one is picked off."""
    arms = ("s4-s4-1", "r3-r3-1", "l3-l3-1", "cole-moritz")
    match = battle(("r4-r4-1",), arms).hold("b", COUNTERATTACK)
    match.resolve("a", "attack r4-r4-1 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", "strike s4-s4-1 r4-r4-1", dice=(6, 3))
    assert 4 + 0 + 6 == match.total("attack")
    match = battle((SHERMAN,), arms).resolve("a", "pick-off a-g1 r3-r3-1", dice=(5, 6))

    assert 3 + 0 + 6 == match.total("defence")


@pytest.mark.parametrize(
    ("leader", "sideways", "bonus"),
    [("sorrell-lindau", (), 2), ("sorrell-lindau", ("l3-l3-1",), 0), ("pike-harms", (), 0)],
    ids=["all-in-command", "one-sideways", "rating-two"],
)
def test_combined_arms_add_two_in_attack_and_defence(
    leader: str, sideways: tuple[str, ...], bonus: int
):
    """7.2.3.5: an S, an R and an L, all three in command."""
    cards = ("s3-s3-1", "r3-r3-1", "l3-l3-1", leader)
    idle = ("l3-l3-1",) if leader == "pike-harms" else sideways
    match = Match().group("a-g1", "us", *cards, sideways=idle).group("b-g1", "german", "l5-l5")
    match.resolve("a", "attack a-g1 b-g1", dice=(1, 4))
    assert bonus == match.items("attack").get("7.2.3.5", 0)
    match = Match().group("b-g1", "us", *cards, sideways=idle)
    match.group("a-g1", "german", "l5-l5", "s4-s4-1", "r4-r4-1", "brown-keller")
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 5))

    assert bonus == match.items("defence").get("7.2.3.5", 0)


def test_combined_arms_need_all_three_units_in_command():
    """7.2.3.5: S, R and L under a leader of three."""
    trio = ("s3-s3-1", "r3-r3-1", "l3-l3-1")
    full = battle((*trio, "brown-keller"), ("l5-l5",)).resolve("a", "attack a-g1 b-g1", dice=(1, 1))
    assert 2 == full.items("attack")["7.2.3.5"]
    tired = battle((*trio, "brown-keller"), ("l5-l5",)).mark("s3-s3-1", "sideways")
    tired.resolve("a", "attack a-g1 b-g1", dice=(1, 1))
    assert "7.2.3.5" not in tired.items("attack")
    small = battle((*trio, "dunne-rathke"), ("l5-l5",)).mark("s3-s3-1", "sideways")
    small.resolve("a", "attack a-g1 b-g1", dice=(1, 1))

    assert "7.2.3.5" not in small.items("attack")


# 7.2.3.6 Weapons against armor.


def test_infantry_that_strikes_back_from_an_armored_group_is_not_armor():
    """7.2.3.6-a, 7.3.4-b: the bazooka of the attackers does not count against R4."""
    match = battle(("s3b-s3p-1", "novak-thoma"), (PANTHER, "r4-r4-1")).hold("b", COUNTERATTACK)
    match.resolve("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", "strike r4-r4-1 s3b-s3p-1", dice=(8, 2))
    assert (12, 3 + 0 + 2) == (match.total("attack"), match.total("defence"))
    match = battle(("s3b-s3p-1", "novak-thoma"), (PANTHER, "r4-r4-1")).hold("b", COUNTERATTACK)
    match.resolve("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", f"strike {PANTHER} s3b-s3p-1", dice=(8, 2))

    assert (6 + 8, 3 + 0 + 2 + 2) == (match.total("attack"), match.total("defence"))


def test_a_panzerfaust_adds_three_in_defence_against_armor_only():
    """7.2.3.6-a, 1.1.1.1-c: R3 with panzerfaust 3+3 against armor, 3 against infantry."""
    match = battle((SHERMAN,), ("r3-r3p-1",)).resolve("a", f"attack {SHERMAN} b-g1", dice=(1, 4))
    assert 3 + 3 + 4 == match.total("defence")
    match = battle(("s4-s4-1",), ("r3-r3p-1",)).resolve("a", "attack s4-s4-1 b-g1", dice=(1, 4))

    assert 3 + 4 == match.total("defence")


def test_a_bazooka_adds_two_in_defence_against_armor():
    """7.2.3.6-a"""
    match = battle((TIGER,), ("r3b-r3-1",), "german").resolve(
        "a", f"attack {TIGER} b-g1", dice=(1, 4)
    )

    assert 3 + 2 + 4 == match.total("defence")


def test_infantry_without_a_tank_weapon_has_no_such_item_in_its_defence():
    """7.2.3.6-a"""
    match = battle((SHERMAN,), ("r3-r3-1",)).resolve("a", f"attack {SHERMAN} b-g1", dice=(2, 3))

    assert {"7.2.2.2.2": 3, "7.2.2.2.5": 3} == match.items("defence")


def test_the_defender_is_not_asked_for_an_at_weapon_in_bad_weather():
    """7.2.3.6-b, 13.1-c"""
    match = battle((SHERMAN,), ("r3-r3-1",)).hold("b", "ffe-2-at-2")
    match.when("a", f"attack {SHERMAN} b-g1").when("a", "pass")
    assert "support" == match.prompt("b").facts["window"]

    match = battle((SHERMAN,), ("r3-r3-1",)).hold("b", "ffe-2-at-2").put("c-area", "weather")
    match.when("a", f"attack {SHERMAN} b-g1").when("a", "pass")
    assert "support" != match.prompt("b").facts["window"]


def test_bazooka_and_panzerfaust_count_against_armored_groups_only():
    """7.2.3.6-a, 1.1.1.1-c: panzerfaust three, bazooka two; CS-Q51."""
    german = battle(("m10-stug-iii-g",), ("r3-r3p-1",)).resolve(
        "a", "attack m10-stug-iii-g b-g1", dice=(5, 5)
    )
    assert 3 == german.items("defence")["7.2.3.6-a"]
    american = battle(("m10-stug-iii-g",), ("r3b-r3-1",), "german").resolve(
        "a", "attack m10-stug-iii-g b-g1", dice=(5, 5)
    )
    assert 2 == american.items("defence")["7.2.3.6-a"]
    infantry = battle(("l5-l5",), ("r3-r3p-1",)).resolve("a", "attack l5-l5 b-g1", dice=(5, 5))

    assert "7.2.3.6-a" not in infantry.items("defence")


def test_an_attackers_at_weapon_counts_against_armor_that_strikes_back():
    """7.2.3.6-b, 7.3.4-b: roles and modifiers are reversed, so it adds three."""
    panther = "m4a3-sherman-76-panther-g"
    match = battle(("l5-l5", "s4-s4-1", "novak-thoma"), (panther,)).hold("b", COUNTERATTACK)
    match.hold("a", "ffe-2-at-2")
    match.resolve(
        "a", "attack a-g1 b-g1 ffe-2-at-2", b_counterattack=f"counterattack {COUNTERATTACK}"
    )
    match.resolve("b", f"strike {panther} l5-l5", dice=(4, 2, 6, 10))

    assert (6 + 4, 5 + 3 + 0 + 2) == (match.total("attack"), match.total("defence"))
    assert (9 + 2 + 6, 7 + 10) == (match.total("attack", 1), match.total("defence", 1))


def test_an_at_weapon_adds_three_in_defence_and_is_not_offered_against_infantry():
    """7.2.3.6-b, 14.2.2-a: +3, whatever the card prints for the attack."""
    match = battle((SHERMAN,), ("r3-r3-1",)).hold("b", "ffe-2-at-2")
    match.resolve("a", f"attack {SHERMAN} b-g1", dice=(1, 4), b_support="at-weapon ffe-2-at-2")
    assert 3 + 3 + 4 == match.total("defence")
    match = battle(("s4-s4-1",), ("r3-r3-1",)).hold("b", "ffe-2-at-2")
    match.when("a", "attack s4-s4-1 b-g1").when("a", "pass")

    assert not any(offer.verb == "at-weapon" for offer in match.prompt("b").offers)


def test_an_at_weapon_is_refused_in_defence_against_infantry():
    """7.2.3.6-b, 14.2.2-a"""
    match = battle(("m10-stug-iii-g",), ("l5-l5",)).hold("b", "ffe-2-at-2")
    match.resolve("a", "attack m10-stug-iii-g b-g1", dice=(9, 5), b_support="at-weapon ffe-2-at-2")
    assert 3 == match.items("defence")["7.2.3.6-b"]
    infantry = battle(("l5-l5",), ("l4-l4-1",)).hold("b", "ffe-2-at-2")
    infantry.group("b-g2", "german", "forest", "s2-s2-1").when("a", "attack l5-l5 b-g1")
    infantry.when("a", "pass").when("b", "at-weapon ffe-2-at-2").then_illegal("7.2.3.6-b")


@pytest.mark.parametrize(("card", "bonus"), [("ffe-2-at-2", 2), ("ffe-3-at-3", 3)])
def test_an_at_weapon_adds_its_printed_number_against_armor(card: str, bonus: int):
    """7.2.3.6-c: +2 or +3 if the target holds armor."""
    match = battle(("s4-s4-1",), (PANTHER, "r2-r2-1")).hold("a", card)
    match.resolve("a", f"attack s4-s4-1 b-g1 {card}", dice=(10, 1))

    assert 4 + bonus + 10 == match.total("attack")
    assert {"7.2.3.6-c"} <= set(match.items("attack"))


def test_an_at_weapon_is_refused_in_an_attack_on_infantry_alone():
    """7.2.3.6-c: refused."""
    match = battle(("s4-s4-1",), ("r2-r2-1",)).hold("a", "ffe-2-at-2")
    match.when("a", "attack s4-s4-1 b-g1").when("a", "at-weapon ffe-2-at-2")

    match.then_illegal("7.2.3.6-c")


def test_an_at_weapon_played_as_support_counts_only_against_armor():
    """7.2.3.6-c, 14.2.2-a: two or three as printed."""
    match = battle(("s3b-s3p-1",), (PANTHER,)).hold("a", "ffe-3-at-2-german", "ffe-2-at-2")
    match.resolve("a", "attack s3b-s3p-1 b-g1", dice=(9, 1), a_support="at-weapon ffe-2-at-2")
    assert 2 == match.items("attack")["7.2.3.6-c"]
    soft = battle(("l5-l5",), ("l4-l4-1",)).hold("a", "ffe-2-at-2").when("a", "attack l5-l5 b-g1")

    soft.when("a", "at-weapon ffe-2-at-2").then_illegal("7.2.3.6-c")


@pytest.mark.parametrize(("attacker", "bonus"), [(SHERMAN, 4), ("s4-s4-1", 0)])
def test_an_antitank_marker_adds_its_number_against_armor(attacker: str, bonus: int):
    """7.2.3.6-d, 15.2"""
    match = battle((attacker,), ("r3-r3-1",)).put("b-g1", "antitank-4-1", host="r3-r3-1")
    match.resolve("a", f"attack {attacker} b-g1", dice=(2, 3))

    assert 3 + bonus + 3 == match.total("defence")


def test_an_antitank_marker_counts_only_while_its_unit_is_targeted():
    """7.2.3.6-d, 15.2"""
    match = battle((PANTHER,), ("s3-s3-1", "l4-l4-1"), "german")
    match.put("b-g1", "antitank-4-1", host="s3-s3-1")
    match.resolve("a", f"attack {PANTHER} b-g1", dice=(9, 5))
    assert 4 == match.items("defence")["7.2.3.6-d"]
    apart = battle((PANTHER,), ("s3-s3-1", "l4-l4-1"), "german")
    apart.put("b-g1", "antitank-4-1", host="s3-s3-1")
    apart.resolve("a", f"attack {PANTHER} l4-l4-1", dice=(9, 5))
    assert "7.2.3.6-d" not in apart.items("defence")
    infantry = battle(("l5-l5",), ("s3-s3-1", "l4-l4-1"))
    infantry.put("b-g1", "antitank-4-1", host="s3-s3-1")
    infantry.resolve("a", "attack l5-l5 b-g1", dice=(9, 5))

    assert "7.2.3.6-d" not in infantry.items("defence")
