"""The worked examples of the rulebook, and the disputes that were reported from tables."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Match, pack
from wardiary.domain.games.combat_soldiers.battles.clash import bridge_is_open
from wardiary.domain.games.combat_soldiers.battles.losses import loss_choices


def brown() -> Match:
    """Colonel Brown with L4, S3 and R4."""
    return Match().group("b-g1", "us", "l4-l4-1", "s3-s3-1", "r4-r4-1", "brown-keller")


def test_colonel_brown_alone_does_not_pay_for_two():
    """7.2.2.4.5, case CS-01: S3, L4 or R4, or Brown with such a unit."""
    match = brown().group("a-g1", "german", "l5-l5", "r4-r4-2", "sorrell-lindau")
    match.resolve("a", "attack a-g1 b-g1", dice=(9, 3))
    assert match.total("attack") - match.total("defence") == 2
    match.when("b", "lose brown-keller").then_illegal("7.2.2.4")
    match.resolve("b", "lose s3-s3-1")

    assert ("s3-s3-1",) == match.pieces_in("a-casualties")


def test_brown_and_a_unit_pay_where_the_unit_alone_does_not():
    """7.2.2.4.2, case CS-01: four may be paid by S3 and Brown."""
    units = ("l4-l4-1", "s3-s3-1", "r4-r4-1", "brown-keller")

    assert ("s3-s3-1", "brown-keller") in loss_choices(brown().table, units, 4)


@pytest.mark.parametrize(
    ("bridge", "damage", "strength"), [("", 0, 4), ("german", 0, 4), ("us", 0, 9), ("us", 1, 4)]
)
def test_only_an_intact_bridge_of_the_attackers_seat_and_side_lifts_the_river(
    bridge: str, damage: int, strength: int
):
    """7.2.3.3-a, 7.2.3.3-b, 13.5.2.1-b, case CS-03: infantry of nine."""
    match = Match().group("a-g1", "us", "l5-l5", "s4-s4-1", "cole-moritz")
    match.group("b-g1", "german", "river").group("b-g2", "german", "r3-r3-1")
    if bridge:
        match.group("a-g2", bridge, "bridge").mark("bridge", "damage", damage)
    match.resolve("a", "attack a-g1 b-g2", dice=(5, 5))
    items = match.items("attack")

    assert strength == items["7.2.2.1.1"] + items.get("7.2.3.3-a", 0)


@pytest.mark.parametrize(
    ("bridge", "damage", "allowed"),
    [("", 0, False), ("us", 0, False), ("german", 0, True), ("german", 1, False)],
)
def test_armor_crosses_the_river_only_by_its_intact_bridge_and_at_half(
    bridge: str, damage: int, allowed: bool
):
    """7.2.3.3-c, case CS-03: the Tiger's nine becomes four against armor."""
    match = Match().group("a-g1", "german", "m18-tiger-ii").group("b-g1", "us", "river")
    match.group("b-g2", "us", "m10-stug-iii-g")
    if bridge:
        match.group("a-g2", bridge, "bridge").mark("bridge", "damage", damage)
    assert allowed == bridge_is_open(match.table, "a", "german")
    if not allowed:
        match.when("a", "attack m18-tiger-ii b-g2").then_illegal("7.2.3.3-c")
        return
    match.resolve("a", "attack m18-tiger-ii b-g2", dice=(5, 5))
    items = match.items("attack")

    assert 4 == items["7.3.9.5"] + items["7.2.3.3-c"]


@pytest.mark.parametrize(
    ("leader", "dice", "killed"),
    [
        ("pike-harms", (8,), True),
        ("cole-moritz", (8,), False),
        ("cole-moritz", (10,), True),
        ("pike-harms", (9, 7), False),
    ],
)
def test_a_sniper_kills_a_leader_with_six_more_than_its_rating(
    leader: str, dice: tuple[int, ...], killed: bool
):
    """7.3.6, 7.3.7, 1.3, case CS-05: a zero is a ten; with Cover! the lower die counts."""
    match = Match().group("b-g1", "german", "s3-s3-1", leader).hold("a", "sniper-cover-1")
    match.hold("b", "sniper-cover-2")
    plays = {"b_cover": "cover sniper-cover-2"} if len(dice) == 2 else {}
    match.resolve("a", f"snipe sniper-cover-1 {leader}", dice=dice, **plays)

    assert killed == (match.zone_of(leader) == "a-casualties")


def test_a_counterattack_is_refused_once_intelligence_is_asked_about():
    """7.3.4-a, case CS-07 a."""
    match = Match().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1")
    match.hold("b", "counterattack-intelligence-1", "counterattack-intelligence-2")
    match.when("a", "attack l5-l5 b-g1")
    for seat in ("a", "b", "c", "a"):
        match.when(seat, "pass")
    match.when("b", "cancel counterattack-intelligence-1")
    match.when("b", "counterattack counterattack-intelligence-2")

    assert match.refused is not None
    assert "b-g1" == match.zone_of("s3-s3-1")


def test_intelligence_never_protects_an_objective():
    """7.3.5-b1, case CS-07 b."""
    match = Match().group("a-g1", "us", "l5-l5").group("b-g1", "german", "citie", "s3-s3-1")
    match.hold("b", "counterattack-intelligence-1").when("a", "attack l5-l5 b-g1").when("a", "pass")
    match.when("b", "cancel counterattack-intelligence-1").then_illegal("7.3.5-b1")


def test_a_cancelled_attack_costs_its_support_and_counts_as_an_attack():
    """7.2.2.5-e, 7.3.5-c, case CS-07 c."""
    match = Match().group("a-g1", "us", "l5-l5", "pike-harms").group("b-g1", "german", "s3-s3-1")
    match.hold("a", "ffe-2-at-2").hold("b", "counterattack-intelligence-1")
    match.resolve(
        "a",
        "attack a-g1 b-g1",
        a_support="ffe ffe-2-at-2",
        b_intelligence="cancel counterattack-intelligence-1",
    )

    assert match.zone_of("ffe-2-at-2") in {"discard", "discard-top"}
    assert [False] == match.sideways("l5-l5")
    assert 1 == match.table.track("attacked/a-g1")


@pytest.mark.parametrize(("halving", "strength"), [("unit", 2), ("group", 3)])
def test_whether_a_siege_halves_units_or_the_group_is_a_setting(halving: str, strength: int):
    """7.3.1.2-a, 7.2.3.4, case CS-09: L3 and R3; the table chooses, the default is by unit."""
    match = Match(**{"siege-halving": halving}).group(
        "a-g1", "us", "l3-l3-1", "r3-r3-1", "pike-harms"
    )
    match.group("b-g1", "german", "r2-r2-1").siege("b-g1", "a-g1")
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 5))
    items = match.items("attack")

    assert strength == sum(items.get(rule, 0) for rule in ("7.2.2.1.1", "7.3.1.2-a", "7.2.3.4"))


def test_an_objective_taken_by_germans_is_german():
    """4.3: the printed example."""
    match = Match().group("a-g1", "german", "l5-l5").group("b-g1", "us", "crossroads")
    match.mark("crossroads", "garrison-lost").resolve("a", "attack l5-l5 b-g1", dice=(10, 1))

    assert "german" == match.table.piece("crossroads").face


def test_river_and_bridge_print_seven_and_five():
    """5.2.1.3: the printed example."""
    assert (7, 5) == (pack().objectives["river"].vp, pack().objectives["bridge"].vp)


def test_hill_205_costs_one_action_or_two_as_printed():
    """3.0-d: the printed example."""
    hill = pack().objectives["hill-205"]

    assert (1, 2) == (hill.cost("us"), hill.cost("german"))


# Combinations that no example spells out.


def test_a_besieged_group_with_a_major_offensive_attacks_its_besieger_twice():
    """7.3.2-b1, 7.3.1.3-b5: the second attack has the same target only."""
    match = Match().group("a-g1", "us", "l5-l5", "pike-harms").group("b-g1", "german", "s3-s3-1")
    match.group("b-g2", "german", "r2-r2-1").siege("b-g1", "a-g1").hold("a", "major-offensive-1")
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 5))

    assert {"b-g1"} == match.candidates("a", "attack-again", "target")


def test_sudden_death_goes_on_while_the_weather_is_out():
    """12.1-b, 13.1-e: the Weather does not come back into an empty pile."""
    match = Match().put("a-area", "weather").draw_pile().track("sudden-death", 6).turn("c", "F")
    match.when("c", "end-turn", dice=(5, 7))

    assert ("discard-top", 5) == (match.zone_of("weather"), match.table.track("sudden-death"))


def test_the_units_of_a_leader_killed_by_a_sniper_are_not_in_command():
    """7.3.6, 7.2.1-b: CS-Q68."""
    match = (
        Match()
        .group("b-g1", "german", "s3-s3-1", "r3-r3-1", "pike-harms")
        .hold("a", "sniper-cover-1")
    )
    match.group("a-g1", "us", "l5-l5").resolve("a", "snipe sniper-cover-1 pike-harms", dice=(9,))

    assert {"b-g1", "s3-s3-1", "r3-r3-1"} == match.candidates("a", "attack", "target")
