"""7.3.9 Armor in battle."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.cards import COUNTERATTACK, PANTHER, SHERMAN, STUART, TIGER
from tests.games.combat_soldiers.situations import battle
from tests.games.combat_soldiers.table import pack

# 7.3.9.1 Infantry against armor.


def test_infantry_without_a_tank_weapon_cannot_attack_armor():
    """7.3.9.1, 7.3.9: S3 and R4 are refused unless they have a bazooka or an AT card."""
    plain = battle(("s3-s3-1", "r4-r4-1", "novak-thoma"), (SHERMAN,))
    plain.when("a", "attack a-g1 b-g1").then_illegal("7.3.9.1")
    armed = battle(("s3b-s3p-1", "r4-r4-1", "novak-thoma"), (SHERMAN,))
    assert armed.when("a", "attack a-g1 b-g1").refused is None
    carded = battle(("s3-s3-1", "r4-r4-1", "novak-thoma"), (SHERMAN,)).hold("a", "ffe-2-at-2")

    assert carded.when("a", "attack a-g1 b-g1 ffe-2-at-2").refused is None


def test_infantry_without_a_tank_weapon_is_not_offered_armor_as_a_target():
    """7.3.9.1"""
    match = battle(("s3-s3-1", "r4-r4-1", "novak-thoma"), (SHERMAN,))
    assert [] == match.offers("a", "attack")

    match.group("b-g2", "german", "r2-r2-1")
    assert {"b-g2"} == match.candidates("a", "attack", "target")


def test_bad_weather_stops_a_tank_weapons_modifier_but_not_the_attack():
    """7.3.9.1, 13.1-c: an armed unit still attacks armor, and an AT weapon still permits it."""
    match = battle(("s3b-s3p-1", "r4-r4-1", "novak-thoma"), (SHERMAN,)).put("c-area", "weather")
    assert match.when("a", "attack a-g1 b-g1").refused is None
    match = battle((SHERMAN,), ("r3-r3p-1",)).put("c-area", "weather")
    match.resolve("a", f"attack {SHERMAN} b-g1", dice=(1, 4))

    assert 3 + 0 + 4 == match.total("defence")


def test_an_at_weapon_lets_infantry_strike_back_in_an_armored_series():
    """7.3.9.1, 7.3.4-b, 7.2.3.6-c: S3 with a card of +2 against the Stuart: 3+2+9 against 3+5."""
    match = battle((STUART, "r2-r2-1", "novak-thoma"), ("s3-s3-1", "r3-r3-1"))
    match.hold("b", COUNTERATTACK, "ffe-2-at-2")
    match.resolve(
        "a",
        "pick-off a-g1 s3-s3-1",
        b_support="at-weapon ffe-2-at-2",
        b_counterattack=f"counterattack {COUNTERATTACK}",
    )
    assert {STUART} == match.candidates("b", "strike", "part")
    match.resolve("b", f"strike s3-s3-1 {STUART}", dice=(9, 5))

    assert (14, 8) == (match.total("attack"), match.total("defence"))
    assert (STUART,) == match.pieces_in("b-casualties")[:1]
    assert "b-g1" == match.zone_of("s3-s3-1")
    assert "press" not in {offer.verb for offer in match.prompt("a").offers}
    assert {"discard", "discard-top"} >= {match.zone_of("ffe-2-at-2"), match.zone_of(COUNTERATTACK)}


def test_a_bazooka_or_an_at_weapon_card_permits_an_attack_on_armor():
    """7.3.9.1"""
    match = battle(("s3-s3-1", "r4-r4-1", "pike-harms"), (PANTHER,))
    match.when("a", "attack a-g1 b-g1").then_illegal("7.3.9.1")
    armed = battle(("s3b-s3p-1", "r4-r4-1", "pike-harms"), (PANTHER,)).when("a", "attack a-g1 b-g1")
    assert armed.refused is None
    card = battle(("s3-s3-1", "r4-r4-1", "pike-harms"), (PANTHER,)).hold("a", "ffe-3-at-3")
    card.resolve("a", "attack a-g1 b-g1 ffe-3-at-3", dice=(10, 1))

    assert 3 == card.items("attack")["7.2.3.6-c"]


# 7.3.9.2 Picking off infantry.


def test_armor_picks_off_the_units_of_an_unarmed_infantry_group():
    """7.3.9.2-a: unit by unit; not where the group has a panzerfaust or an antitank marker."""
    match = battle((SHERMAN,), ("s3-s3-1", "r3-r3-1", "pike-harms"))
    assert {"s3-s3-1", "r3-r3-1"} == match.candidates("a", "pick-off", "victim")
    armed = battle((SHERMAN,), ("s3-s3-1", "r3-r3p-1", "pike-harms"))
    armed.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.3.9.2-a")
    marked = battle((SHERMAN,), ("s3-s3-1", "r3-r3-1")).put("b-g1", "antitank-1-1", host="r3-r3-1")
    marked.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.3.9.2-a")
    tanks = battle((SHERMAN,), (PANTHER, "s3-s3-1"))
    tanks.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.3.9.2-a")


def test_an_at_weapon_card_ends_an_armored_series():
    """7.3.9.2-a: the card counts in this battle, and no further unit is picked off."""
    match = battle((TIGER,), ("s3-s3-1", "r3-r3-1")).hold("b", "ffe-2-at-2")
    match.resolve("a", "pick-off a-g1 s3-s3-1", dice=(10, 1), b_support="at-weapon ffe-2-at-2")

    assert 3 + 3 + 1 == match.total("defence")
    assert not match.offers("a", "press")


def test_unarmed_infantry_does_not_strike_back_at_armor():
    """7.3.9.2-a, 7.3.9.1, 7.3.4-b: CS-Q65; nobody is asked, the series starts with its dice."""
    match = battle((STUART,), ("s3-s3-1", "r3-r3-1")).hold("b", COUNTERATTACK)
    match.when("a", "pick-off a-g1 s3-s3-1").when("a", "pass").when("b", "pass")

    assert "counterattack" != match.prompt(match.seats_asked()[0]).facts["window"]


def test_armor_picks_off_infantry_unit_by_unit_for_a_single_action():
    """7.3.9.2-a, 7.3.9.2-b, 7.3.9.2-c: both leaders' modifiers count."""
    match = battle((PANTHER, "pike-harms"), ("s3-s3-1", "r3-r3-1", "ames-vogler"), "german")
    match.resolve("a", "pick-off a-g1 s3-s3-1", dice=(6, 4))
    assert (13, 9) == (match.total("attack"), match.total("defence"))
    assert ("s3-s3-1",) == match.pieces_in("a-casualties")
    assert {"r3-r3-1"} == match.candidates("a", "press", "victim")
    match.resolve("a", "press r3-r3-1", dice=(4, 6))

    assert [] == match.offers("a", "press")
    assert 1 == match.actions_left()


def test_armor_that_attacked_cannot_pick_off_a_unit_in_the_same_turn():
    """7.3.9.2-a, 7.1-a"""
    match = battle((SHERMAN,), ("s3-s3-1", "r3-r3-1")).group("b-g2", "german", "s2-s2-1")
    match.resolve("a", f"attack {SHERMAN} b-g2", dice=(1, 5)).when("a", f"rest {SHERMAN}")

    assert [] == match.offers("a", "pick-off")
    match.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.1-a")


def test_armor_cannot_pick_off_a_unit_that_is_not_on_the_table():
    """7.3.9.2-a, 7.1-c"""
    match = battle((SHERMAN,), ("s3-s3-1",))

    match.when("a", "pick-off a-g1 s2-s2-1").then_illegal("7.1-c")


def test_groups_that_can_fight_armor_are_not_picked_off():
    """7.3.9.2-a: inherent weapon, marker, armor, or an AT weapon played."""
    armed = battle((PANTHER,), ("s3-s3-1", "r3b-r3-1"), "german")
    armed.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.3.9.2-a")
    marked = battle((PANTHER,), ("s3-s3-1", "r3-r3-1"), "german").put(
        "b-g1", "antitank-1-1", host="r3-r3-1"
    )
    marked.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.3.9.2-a")
    tanks = battle((PANTHER,), ("s3-s3-1", "m10-stug-iii-g"), "german")
    tanks.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.3.9.2-a")
    played = battle((PANTHER,), ("s3-s3-1", "r3-r3-1"), "german").hold("b", "ffe-2-at-2")
    played.resolve("a", "pick-off a-g1 s3-s3-1", dice=(10, 1), b_support="at-weapon ffe-2-at-2")

    assert ("s3-s3-1",) == played.pieces_in("a-casualties")
    assert [] == played.offers("a", "press")


def test_an_armored_series_ends_when_an_attack_eliminates_nobody():
    """7.3.9.2-b: the second attack ends in equal totals; the whole series costs an action."""
    match = battle((SHERMAN,), ("s3-s3-1", "r3-r3-1", "r2-r2-1"))
    match.resolve("a", "pick-off a-g1 s3-s3-1", dice=(5, 2))
    assert ("s3-s3-1",) == match.pieces_in("a-casualties")
    match.resolve("a", "press r3-r3-1", dice=(1, 4))
    assert (7, 7) == (match.total("attack"), match.total("defence"))

    assert not match.seats_asked() or "press" not in {
        offer.verb for offer in match.prompt("a").offers
    }
    assert 1 == match.actions_left()


def test_armor_that_fails_to_pick_off_a_unit_is_lost():
    """7.3.9.2-b: CS-Q50; it has the lower total."""
    match = battle((SHERMAN,), ("s3-s3-1", "l5-l5")).resolve(
        "a", "pick-off a-g1 l5-l5", dice=(1, 10)
    )

    assert (SHERMAN,) == match.pieces_in("b-casualties")


def test_an_armored_series_cancelled_by_intelligence_disorganises_the_armor():
    """7.3.9.2-b, 7.3.5-b1, 7.3.5-c, 7.2.2.5-e: the first battle was fought, the second was not."""
    match = battle((SHERMAN, "novak-thoma"), ("s3-s3-1", "r3-r3-1")).hold("b", COUNTERATTACK)
    match.resolve("a", "pick-off a-g1 s3-s3-1", dice=(5, 2))
    match.resolve("a", "press r3-r3-1", b_intelligence=f"cancel {COUNTERATTACK}")
    assert {"rest"} == {offer.verb for offer in match.prompt("a").offers}
    match.when("a", f"rest {SHERMAN}")

    assert [True] == match.sideways(SHERMAN)
    assert ("b-g1", 1) == (match.zone_of("r3-r3-1"), match.actions_left())


def test_an_armored_series_ends_when_its_first_attack_fails():
    """7.3.9.2-b"""
    match = battle((PANTHER,), ("s3-s3-1", "r3-r3-1"), "german")
    match.resolve("a", "pick-off a-g1 s3-s3-1", dice=(3, 6))

    assert [] == match.offers("a", "press")


def test_both_leaders_modifiers_count_in_each_battle_of_a_series():
    """7.3.9.2-c: Stuart five, leader +1, die six = 12; S3, leader +2, die four = 9."""
    match = battle((STUART, "r2-r2-1", "pike-harms"), ("s3-s3-1", "r3-r3-1", "brown-keller"))
    match.resolve("a", "pick-off a-g1 s3-s3-1", dice=(6, 4))
    assert (12, 9) == (match.total("attack"), match.total("defence"))
    assert ("s3-s3-1",) == match.pieces_in("a-casualties")

    match.when("a", "press brown-keller")
    assert match.refused is not None


def test_a_leader_cannot_be_picked_off_but_falls_with_the_last_unit():
    """7.3.9.2-c, 7.3.9.2-d"""
    match = battle((PANTHER,), ("s3-s3-1", "ames-vogler"), "german")
    match.when("a", "pick-off a-g1 ames-vogler").then_illegal("7.3.9.2-c")
    match.resolve("a", "pick-off a-g1 s3-s3-1", dice=(10, 1))

    assert {"s3-s3-1", "ames-vogler"} == set(match.pieces_in("a-casualties"))


def test_a_leader_falls_when_armor_picks_off_its_last_unit():
    """7.3.9.2-d, 4.4.5-b"""
    match = battle((SHERMAN,), ("s3-s3-1", "pike-harms"))
    match.resolve("a", "pick-off a-g1 s3-s3-1", dice=(5, 2))

    assert {"s3-s3-1", "pike-harms"} == set(match.pieces_in("a-casualties"))


# 7.3.9.4 Halved armor.


@pytest.mark.parametrize(
    ("objective", "strength"),
    [
        ("crossroads", 3),
        ("pherddorf", 3),
        ("citie", 3),
        ("forest", 3),
        ("barracks", 7),
        ("hill-205", 7),
    ],
)
def test_armor_is_halved_against_tan_objectives_and_the_forest(objective: str, strength: int):
    """7.3.9.4, 13.5.2.2-N: the right factor seven counts three against tan and Forest."""
    match = battle((TIGER,), (objective,), "german").mark(objective, "damage", 1)
    match.resolve("a", f"attack {TIGER} b-g1", dice=(9, 9))

    assert strength + 9 == match.total("attack")
    assert pack().objectives[objective].defence - 1 + 9 == match.total("defence")


# 7.3.9.5 Left and right factor.


@pytest.mark.parametrize(("target", "factor"), [((SHERMAN,), 8), (("crossroads",), 6 // 2)])
def test_armor_uses_its_left_factor_against_armored_groups(target: tuple[str, ...], factor: int):
    """7.3.9.5: 8 of the Panther's 8/6; against a tan objective 6, halved."""
    match = battle((PANTHER,), target, "german").resolve("a", f"attack {PANTHER} b-g1", dice=(5, 5))

    assert factor + 5 == match.total("attack")


def test_armor_strikes_infantry_of_an_armored_group_with_its_right_factor():
    """7.3.9.5, 7.3.4-b: Panther 6 against R2 alone, 8 against the Sherman."""
    for part, factor in (("r2-r2-1", 6), (SHERMAN, 8)):
        match = battle((SHERMAN, "r2-r2-1", "novak-thoma"), (PANTHER,)).hold("b", COUNTERATTACK)
        match.resolve("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
        match.resolve("b", f"strike {PANTHER} {part}", dice=(9, 1, 5, 5))
        assert factor + 9 == match.total("attack")


def test_armor_uses_its_right_factor_against_infantry():
    """7.3.9.5, 7.2.2.1.1: Panther 8/6, defence 7."""
    tanks = battle((PANTHER,), ("m10-stug-iii-g",), "german").resolve(
        "a", f"attack {PANTHER} b-g1", dice=(1, 1)
    )
    assert 8 == tanks.items("attack")["7.3.9.5"]
    rest = battle((PANTHER,), ("l5-l5",), "german").resolve(
        "a", f"attack {PANTHER} b-g1", dice=(1, 1)
    )
    assert 6 == rest.items("attack")["7.3.9.5"]
    defending = battle(("s3b-s3p-1",), (PANTHER, "r2-r2-1", "teague-kranz")).resolve(
        "a", "attack s3b-s3p-1 b-g1", dice=(10, 1)
    )

    assert 9 == defending.items("defence")["7.2.2.2.2"]
