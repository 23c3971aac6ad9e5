from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.groups.group import group
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view

TANK = "m4a3-sherman-76-panther-g"


def duel(attackers: tuple[str, ...], defenders: tuple[str, ...], side: str = "us") -> Field:
    other = "german" if side == "us" else "us"
    return Field().group("a-g1", side, *attackers).group("b-g1", other, *defenders)


# 7.3.9 Armor.


def test_infantry_attacks_armor_only_with_a_tank_weapon():
    """7.3.9.1"""
    field = duel(("s3-s3-1", "r4-r4-1", "pike-harms"), (TANK,))
    field.when("a", "attack a-g1 b-g1").then_illegal("7.3.9.1")
    armed = duel(("s3b-s3p-1", "r4-r4-1", "pike-harms"), (TANK,)).when("a", "attack a-g1 b-g1")
    assert armed.refused is None
    card = duel(("s3-s3-1", "r4-r4-1", "pike-harms"), (TANK,)).hold("a", "ffe-3-at-3")
    card.fight("a", "attack a-g1 b-g1 ffe-3-at-3", dice=(10, 1))

    assert 3 == card.items("attack")["7.2.3.6-c"]


def test_armor_uses_its_left_factor_against_armor_and_the_right_one_else():
    """7.3.9.5, 7.2.2.1.1: Panther 8/6, defence 7."""
    tanks = duel((TANK,), ("m10-stug-iii-g",), "german").fight(
        "a", f"attack {TANK} b-g1", dice=(1, 1)
    )
    assert 8 == tanks.items("attack")["7.3.9.5"]
    rest = duel((TANK,), ("l5-l5",), "german").fight("a", f"attack {TANK} b-g1", dice=(1, 1))
    assert 6 == rest.items("attack")["7.3.9.5"]
    defending = duel(("s3b-s3p-1",), (TANK, "r2-r2-1", "teague-kranz")).fight(
        "a", "attack s3b-s3p-1 b-g1", dice=(10, 1)
    )

    assert 9 == defending.items("defence")["7.2.2.2.2"]


def test_inherent_weapons_defend_against_armored_groups_only():
    """7.2.3.6-a, 1.1.1.1-c: panzerfaust three, bazooka two; CS-Q51."""
    german = duel(("m10-stug-iii-g",), ("r3-r3p-1",)).fight(
        "a", "attack m10-stug-iii-g b-g1", dice=(5, 5)
    )
    assert 3 == german.items("defence")["7.2.3.6-a"]
    american = duel(("m10-stug-iii-g",), ("r3b-r3-1",), "german").fight(
        "a", "attack m10-stug-iii-g b-g1", dice=(5, 5)
    )
    assert 2 == american.items("defence")["7.2.3.6-a"]
    infantry = duel(("l5-l5",), ("r3-r3p-1",)).fight("a", "attack l5-l5 b-g1", dice=(5, 5))

    assert "7.2.3.6-a" not in infantry.items("defence")


def test_an_at_weapon_defends_against_armor_only():
    """7.2.3.6-b, 14.2.2-a"""
    field = duel(("m10-stug-iii-g",), ("l5-l5",)).hold("b", "ffe-2-at-2")
    field.fight("a", "attack m10-stug-iii-g b-g1", dice=(9, 5), b_support="at-weapon ffe-2-at-2")
    assert 3 == field.items("defence")["7.2.3.6-b"]
    infantry = duel(("l5-l5",), ("l4-l4-1",)).hold("b", "ffe-2-at-2")
    infantry.group("b-g2", "german", "forest", "s2-s2-1").when("a", "attack l5-l5 b-g1")
    infantry.when("a", "pass").when("b", "at-weapon ffe-2-at-2").then_illegal("7.2.3.6-b")


def test_an_at_weapon_attacks_armor_only():
    """7.2.3.6-c, 14.2.2-a: two or three as printed."""
    field = duel(("s3b-s3p-1",), (TANK,)).hold("a", "ffe-3-at-2-german", "ffe-2-at-2")
    field.fight("a", "attack s3b-s3p-1 b-g1", dice=(9, 1), a_support="at-weapon ffe-2-at-2")
    assert 2 == field.items("attack")["7.2.3.6-c"]
    soft = duel(("l5-l5",), ("l4-l4-1",)).hold("a", "ffe-2-at-2").when("a", "attack l5-l5 b-g1")

    soft.when("a", "at-weapon ffe-2-at-2").then_illegal("7.2.3.6-c")


def test_two_at_weapons_serve_one_side_only():
    """14.2.2-b"""
    field = (
        duel(("s3b-s3p-1",), (TANK,))
        .hold("a", "ffe-3-at-2-german")
        .when("a", "attack s3b-s3p-1 b-g1")
    )

    field.when("a", "at-weapon ffe-3-at-2-german").then_illegal("14.2.2-b")


def test_an_antitank_marker_counts_against_armor_for_its_unit():
    """7.2.3.6-d, 15.2"""
    field = duel((TANK,), ("s3-s3-1", "l4-l4-1"), "german")
    field.put("b-g1", "antitank-4-1", host="s3-s3-1")
    field.fight("a", f"attack {TANK} b-g1", dice=(9, 5))
    assert 4 == field.items("defence")["7.2.3.6-d"]
    apart = duel((TANK,), ("s3-s3-1", "l4-l4-1"), "german")
    apart.put("b-g1", "antitank-4-1", host="s3-s3-1")
    apart.fight("a", f"attack {TANK} l4-l4-1", dice=(9, 5))
    assert "7.2.3.6-d" not in apart.items("defence")
    infantry = duel(("l5-l5",), ("s3-s3-1", "l4-l4-1"))
    infantry.put("b-g1", "antitank-4-1", host="s3-s3-1")
    infantry.fight("a", "attack l5-l5 b-g1", dice=(9, 5))

    assert "7.2.3.6-d" not in infantry.items("defence")


def test_entrenchment_counts_for_the_group_or_for_its_unit_alone():
    """16.2: 7 + 1 + 2 + 4 = 14."""
    field = duel(("l5-l5",), ("s3-s3-1", "r4-r4-1", "pike-harms")).mark("s3-s3-1", "entrenched", 2)
    field.fight("a", "attack l5-l5 b-g1", dice=(10, 4))
    assert 14 == field.total("defence")
    apart = duel(("l5-l5",), ("s3-s3-1", "r4-r4-1")).mark("s3-s3-1", "entrenched", 2)
    apart.fight("a", "attack l5-l5 r4-r4-1", dice=(5, 4))

    assert "16.2" not in apart.items("defence")


def test_an_attack_costs_its_unit_the_entrenchment_even_if_cancelled():
    """16.3: CS-Q61."""
    field = duel(("l5-l5",), ("r4-r4-1",)).mark("l5-l5", "entrenched", 2)
    field.hold("b", "counterattack-intelligence-1")
    field.fight("a", "attack l5-l5 b-g1", b_intelligence="cancel counterattack-intelligence-1")

    assert 0 == field.table.mark("l5-l5", "entrenched")


def test_armor_is_halved_against_tan_objectives_and_the_forest():
    """7.3.9.4, 13.5.2.2-N: seven becomes three, against Barracks it stays."""
    for objective, strength in (("crossroads", 3), ("forest", 3), ("barracks", 7)):
        field = duel(("m18-tiger-ii", "l4-l4-1"), (objective,), "german")
        field.fight("a", "attack m18-tiger-ii b-g1", dice=(10, 1))
        items = field.items("attack")
        assert strength == items["7.3.9.5"] + items.get("7.3.9.4", 0)


def test_armor_picks_off_infantry_one_at_a_time_for_one_action():
    """7.3.9.2-a, 7.3.9.2-b, 7.3.9.2-c: both leaders' modifiers count."""
    field = duel((TANK, "pike-harms"), ("s3-s3-1", "r3-r3-1", "ames-vogler"), "german")
    field.fight("a", "pick-off a-g1 s3-s3-1", dice=(6, 4))
    assert (13, 9) == (field.total("attack"), field.total("defence"))
    assert ("s3-s3-1",) == field.zone("a-casualties")
    assert {"r3-r3-1"} == field.candidates("a", "press", "victim")
    field.fight("a", "press r3-r3-1", dice=(4, 6))

    assert [] == field.offers("a", "press")
    assert 1 == field.left()


def test_the_series_ends_when_nobody_falls():
    """7.3.9.2-b"""
    field = duel((TANK,), ("s3-s3-1", "r3-r3-1"), "german")
    field.fight("a", "pick-off a-g1 s3-s3-1", dice=(3, 6))

    assert [] == field.offers("a", "press")


def test_a_leader_falls_with_the_last_unit_of_the_series_and_is_no_target():
    """7.3.9.2-c, 7.3.9.2-d"""
    field = duel((TANK,), ("s3-s3-1", "ames-vogler"), "german")
    field.when("a", "pick-off a-g1 ames-vogler").then_illegal("7.3.9.2-c")
    field.fight("a", "pick-off a-g1 s3-s3-1", dice=(10, 1))

    assert {"s3-s3-1", "ames-vogler"} == set(field.zone("a-casualties"))


def test_groups_that_can_fight_armor_are_not_picked_off():
    """7.3.9.2-a: inherent weapon, marker, armor, or an AT weapon played."""
    armed = duel((TANK,), ("s3-s3-1", "r3b-r3-1"), "german")
    armed.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.3.9.2-a")
    marked = duel((TANK,), ("s3-s3-1", "r3-r3-1"), "german").put(
        "b-g1", "antitank-1-1", host="r3-r3-1"
    )
    marked.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.3.9.2-a")
    tanks = duel((TANK,), ("s3-s3-1", "m10-stug-iii-g"), "german")
    tanks.when("a", "pick-off a-g1 s3-s3-1").then_illegal("7.3.9.2-a")
    played = duel((TANK,), ("s3-s3-1", "r3-r3-1"), "german").hold("b", "ffe-2-at-2")
    played.fight("a", "pick-off a-g1 s3-s3-1", dice=(10, 1), b_support="at-weapon ffe-2-at-2")

    assert ("s3-s3-1",) == played.zone("a-casualties")
    assert [] == played.offers("a", "press")


def test_a_counterattack_can_break_an_armored_series():
    """7.3.4-b within 7.3.9.2: CS-Q65, with an AT weapon the infantry strikes armor."""
    field = duel((TANK, "s2-s2-1"), ("s3-s3-1", "r3-r3-1"), "german")
    field.hold("b", "ffe-3-at-3", "counterattack-intelligence-1")
    field.fight(
        "a",
        "pick-off a-g1 s3-s3-1",
        b_support="at-weapon ffe-3-at-3",
        b_counterattack="counterattack counterattack-intelligence-1",
    )
    field.fight("b", f"strike s3-s3-1 {TANK}", dice=(10, 1))

    assert 3 == field.items("attack")["7.2.3.6-c"]
    assert "b-casualties" == field.where(TANK)


# 7.3.1 Sieges.


def besieged() -> Field:
    """Ann's S3 and R4 (and a spare group) surround Bob's S3 and R2."""
    return (
        Field()
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1", "pike-harms")
        .group("a-g2", "us", "s2-s2-1")
        .group("b-g1", "german", "s3-s3-2", "r2-r2-1")
        .group("b-g2", "german", "l4-l4-1")
    )


def test_a_siege_costs_an_action_and_no_die():
    """7.3.1.1-a, 7.3.1, 1.2-b8, 1.2-b9"""
    field = besieged().hold("a", "surrounded-1").when("a", "surround surrounded-1 a-g1 b-g1")

    assert ("a", "a", 1) == (
        group(field.table, "b-g1").siege,
        group(field.table, "a-g1").besieging,
        field.left(),
    )
    assert () == field.happened(e.DiceRolled)


def test_a_third_siege_finds_no_markers():
    """1.2-b8"""
    field = besieged().group("b-g3", "german", "r4-r4-2").group("a-g3", "us", "l3-l3-1")
    field.siege("a-g1", "b-g1").siege("a-g2", "b-g2", card="surrounded-2").hold("a", "surrounded-3")

    field.when("a", "surround surrounded-3 a-g3 b-g3").then_illegal("1.2-b8")


def test_a_besieger_does_not_attack_otherwise_in_that_turn():
    """7.3.1.1-b"""
    field = besieged().hold("a", "surrounded-1").when("a", "surround surrounded-1 a-g1 b-g1")

    field.when("a", "attack a-g1 b-g2").then_illegal("7.3.1.1-b")
    field.when("a", "attack a-g1 b-g1").then_illegal("7.3.1.1-b")


def test_attacking_elsewhere_lifts_the_siege_before_the_battle():
    """7.3.1.1-c: CS-Q52, attacking the besieged does not."""
    field = besieged().siege("a-g1", "b-g1").when("a", "attack a-g1 b-g2")
    assert "" == group(field.table, "b-g1").siege
    assert "discard-top" == field.where("surrounded-1")
    stays = besieged().siege("a-g1", "b-g1").when("a", "attack a-g1 b-g1")

    assert "a" == group(stays.table, "b-g1").siege


def test_a_siege_ends_when_the_besieger_withdraws():
    """7.3.1.1-c: CS-Q52, not by a part while a commanded unit stays."""
    field = besieged().siege("a-g1", "b-g1").turn("a", "A").when("a", "withdraw s3-s3-1")
    assert "a" == group(field.table, "b-g1").siege
    field.when("a", "withdraw r4-r4-1+pike-harms")

    assert "" == group(field.table, "b-g1").siege


def test_units_out_of_command_do_not_keep_up_a_siege():
    """7.3.1.1-d: the commanded ones are lost, the sideways L2 remains."""
    field = (
        besieged().group("a-g1", "us", "r2-r2-2").mark("r2-r2-2", "sideways").siege("a-g1", "b-g2")
    )
    field.group("b-g3", "german", "l5-l5", "r4-r4-2", "dunne-rathke").turn("b")
    field.fight("b", "attack b-g3 a-g1:commanded", dice=(10, 1))

    assert ("r2-r2-2",) == field.zone("a-g1")
    assert "" == group(field.table, "b-g2").siege
    assert "7.3.1.1-d" in field.rules()


def test_each_besieged_unit_attacks_at_half():
    """7.3.1.2-a, 7.2.3.4: CS-Q09, three S3 make three; the leader's modifier stands."""
    field = Field().group("a-g1", "us", "s3-s3-1", "s3-s3-2", "s3-s3-3", "brown-keller")
    field.group("b-g1", "german", "r2-r2-1").siege("b-g1", "a-g1", isolation=1)
    field.fight("a", "attack a-g1 b-g1", dice=(5, 5))
    items = field.items("attack")

    assert 3 == items["7.2.2.1.1"] + items["7.3.1.2-a"]
    assert (-1, 2) == (items["7.3.1.2-c"], items["7.2.2.1.2"])


def test_the_table_may_choose_to_halve_the_group():
    """7.2.3.4: CS-Q09, nine becomes four."""
    field = Field(**{"siege-halving": "group"}).group(
        "a-g1", "us", "s3-s3-1", "s3-s3-2", "s3-s3-3", "brown-keller"
    )
    field.group("b-g1", "german", "r2-r2-1").siege("b-g1", "a-g1")
    field.fight("a", "attack a-g1 b-g1", dice=(5, 5))
    items = field.items("attack")

    assert 4 == items["7.2.2.1.1"] + items["7.2.3.4"]


def test_isolation_grows_at_the_end_of_the_owners_turn():
    """7.3.1.2-b, 7.3.1.2-c, 1.2-b7"""
    field = besieged().siege("a-g1", "b-g1")
    field.turn("a", "F").when("a", "end-turn")
    assert 0 == isolation(field.table, group(field.table, "b-g1"))
    for expected in (1, 2):
        field.turn("b", "F", number=expected + 1).when("b", "end-turn")
        assert expected == isolation(field.table, group(field.table, "b-g1"))
    field.mark("besieged-a", "isolation", 3).turn("a").fight("a", "attack a-g1 b-g1:x")
    assert field.refused is not None
    field.fight("a", "attack a-g1 b-g1", dice=(1, 10))

    assert -3 == field.items("defence")["7.3.1.2-c"]


def test_a_besieged_group_surrenders_at_the_number_of_the_table():
    """7.3.1.1-c: CS-Q02, four unless the table says otherwise; units go to the besieger."""
    field = besieged().siege("a-g1", "b-g1", isolation=3).turn("b", "F").fight("b", "end-turn")

    assert {"s3-s3-2", "r2-r2-1"} == set(field.zone("a-casualties"))
    assert "discard-top" == field.where("surrounded-1")


def test_a_surrendered_objective_is_captured_by_the_besieger():
    """7.3.1.1-c, 7.3.8.2-c: CS-Q02."""
    field = (
        Field()
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1")
        .group("b-g1", "german", "citie", "r2-r2-1")
    )
    field.siege("a-g1", "b-g1", isolation=3).turn("b", "F").fight("b", "end-turn")
    field.when("a", "occupy s3-s3-1")

    assert ("a", "us") == (field.where("citie")[0], field.table.piece("citie").face)
    assert field.where("s3-s3-1") == field.where("citie")


def test_no_retreat_makes_a_group_hold_out_to_its_last_point():
    """14.3.2, 7.3.1.1-c: S3 and R2 hold at four and give up at five."""
    field = (
        besieged().siege("a-g1", "b-g1", isolation=3).hold("c", "recon-no-retreat-1").turn("b", "F")
    )
    field.fight("b", "end-turn", c_no_retreat="no-retreat recon-no-retreat-1 b-g1")
    assert {"s3-s3-2", "r2-r2-1"} <= set(field.zone("b-g1"))
    field.turn("b", "F", number=5).fight("b", "end-turn")

    assert {"s3-s3-2", "r2-r2-1"} == set(field.zone("a-casualties"))
    assert field.where("recon-no-retreat-1") in {"discard", "discard-top"}


def test_everybody_is_asked_about_no_retreat_whatever_they_hold():
    """14.3.2, 1.1.1.6-b"""
    field = besieged().siege("a-g1", "b-g1", isolation=3).turn("b", "F").when("b", "end-turn")
    seats = []
    for _ in range(3):
        seats += field.asked()
        field.when(field.asked()[0], "pass")

    assert ["c", "a", "b"] == seats


def test_a_besieged_objective_has_no_capability():
    """7.3.1.3-b1, 13.5.1-b"""
    field = Field().group("a-g1", "us", "barracks", "s2-s2-2").group("b-g1", "german", "l4-l4-1")
    field.siege("b-g1", "a-g1").discards("s2-s2-1").turn("a", "F")

    field.when("a", "barracks").then_illegal("13.5.1-b")


def test_a_besieged_group_neither_besieges_nor_attacks_anyone_else():
    """7.3.1.3-b3, 7.3.1.3-b5"""
    field = besieged().siege("a-g1", "b-g1").hold("b", "surrounded-2").turn("b")

    field.when("b", "surround surrounded-2 b-g1 a-g2").then_illegal("7.3.1.3-b3")
    field.when("b", "attack s3-s3-2 a-g2").then_illegal("7.3.1.3-b5")
    field.when("b", "attack s3-s3-2 a-g1")
    assert field.refused is None


# 7.3.2 Major Offensive.


def test_a_major_offensive_attacks_a_second_time_without_an_action():
    """7.3.2-b1, 7.2.2.5-c: one unit is turned, after the second attack."""
    field = besieged().hold("a", "major-offensive-1", "major-offensive-2")
    field.fight("a", "attack a-g1 s3-s3-2", dice=(5, 10))
    field.fight("a", "attack-again major-offensive-1 a-g1 b-g2", dice=(1, 5))
    assert 1 == field.left()
    assert [] == field.offers("a", "attack-again")
    field.when("a", "rest s3-s3-1")

    assert 1 == sum(field.sideways("s3-s3-1", "r4-r4-1"))
    assert field.where("major-offensive-1") in {"discard", "discard-top"}


def test_a_group_that_attacked_is_asked_whether_it_goes_on_whatever_is_in_hand():
    """7.3.2-b1, 1.1.1.6-b: being asked tells nothing of the hand."""
    field = besieged().fight("a", "attack a-g1 s3-s3-2", dice=(5, 10))

    assert ("a",) == field.asked()
    assert {"rest"} == {offer.verb for offer in field.prompt("a").offers}


def test_a_major_offensive_doubles_one_attacking_unit():
    """7.3.2-b2, 1.1.1.6-a: S3 becomes six; the card is used up."""
    field = besieged().hold("a", "major-offensive-1")
    field.fight("a", "attack a-g1 b-g2", dice=(1, 5), a_support="double major-offensive-1 s3-s3-1")
    items = field.items("attack")
    assert 10 == items["7.2.2.1.1"] + items["7.3.2-b2"]

    assert [] == field.offers("a", "attack-again")


def test_a_besieged_unit_is_doubled_before_it_is_halved():
    """7.3.2-b2, 7.3.1.2-a: CS-Q10, S3 doubled and halved makes three."""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r2-r2-1")
    field.siege("b-g1", "a-g1").hold("a", "major-offensive-1")
    field.fight(
        "a", "attack s3-s3-1 b-g1", dice=(1, 5), a_support="double major-offensive-1 s3-s3-1"
    )
    items = field.items("attack")

    assert 3 == items["7.2.2.1.1"] + items["7.3.2-b2"] + items["7.3.1.2-a"]


def test_a_major_offensive_supplies_for_an_action_while_the_siege_goes_on():
    """7.3.2-b3, 7.3.1.2-d: isolation is one again at the end of this Turn."""
    field = (
        besieged().siege("a-g1", "b-g1", isolation=3).hold("b", "major-offensive-1").turn("b", "C")
    )
    field.when("b", "supply major-offensive-1 b-g1")
    assert (0, 1) == (isolation(field.table, group(field.table, "b-g1")), field.left())
    field.turn("b", "F").when("b", "end-turn")

    assert 1 == isolation(field.table, group(field.table, "b-g1"))
    field.turn("b", "C").when("b", "supply major-offensive-1 b-g2").then_illegal("7.3.2-b3")


def test_a_major_offensive_reinforces_the_besieged():
    """7.3.2-b4, 8.0-b"""
    field = (
        besieged().siege("a-g1", "b-g1").hold("b", "major-offensive-1", "r4-r4-2").turn("b", "C")
    )
    field.when("b", "reinforce major-offensive-1 r4-r4-2 german b-g1").when("b", "done")

    assert ("b-g1", 1) == (field.where("r4-r4-2"), field.left())
    field.when("b", "reinforce major-offensive-1 r4-r4-2 german b-g2").then_illegal("7.3.2-b4")


# 7.3.3 Airborne.


def test_airborne_drops_an_infantry_group_that_attacks_at_once_and_free():
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


def test_airborne_serves_us_units_only():
    """7.3.3-a"""
    field = Field().hold("a", "airborne-amphibious-1", "s3-s3-1")

    field.when("a", "airdrop airborne-amphibious-1 s3-s3-1 german").then_illegal("7.3.3-a")


def test_two_groups_attack_the_besieger_together():
    """7.3.3-b3: besieged L5 halved, less one, relief R4 whole: 2 + 4 - 1 = 5."""
    field = Field().group("a-g1", "us", "l5-l5").group("a-g2", "us", "r4-r4-1")
    field.group("b-g1", "german", "s3-s3-1").siege("b-g1", "a-g1", isolation=1)
    field.hold("a", "airborne-amphibious-1")
    field.fight("a", "relieve airborne-amphibious-1 l5-l5 r4-r4-1 b-g1", dice=(6, 4))

    assert 5 + 6 == field.total("attack")
    assert "a-casualties" == field.where("s3-s3-1")
    assert 1 == field.left()


def test_the_relief_may_join_the_besieged_after_the_joint_attack():
    """7.3.1.3-b4: CS-Q18, if both fit into one group; markers stay behind."""
    field = Field().group("a-g1", "us", "l5-l5").group("a-g2", "us", "r4-r4-1", "pike-harms")
    field.group("b-g1", "german", "s3-s3-1", "l4-l4-1").siege("b-g1", "a-g1", isolation=1)
    field.hold("a", "airborne-amphibious-1")
    field.fight("a", "relieve airborne-amphibious-1 l5-l5 a-g2 b-g1", dice=(5, 4))
    field.when("a", "rest l5-l5").when("a", "rest r4-r4-1").when("a", "join")

    assert {"l5-l5", "r4-r4-1", "pike-harms"} <= set(field.zone("a-g1"))
    assert () == field.zone("a-g2")
    assert "a" == group(field.table, "a-g1").siege


def test_airborne_supplies_a_besieged_us_group():
    """7.3.3-b4: the siege goes on."""
    field = Field().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1")
    field.siege("b-g1", "a-g1", isolation=4).hold("a", "airborne-amphibious-1")
    field.when("a", "air-supply airborne-amphibious-1 a-g1")
    found = group(field.table, "a-g1")

    assert (0, "a", 1) == (isolation(field.table, found), found.siege, field.left())


# 7.3.4 Counterattack, 7.3.5 Intelligence.


def test_everybody_is_asked_about_a_counterattack_and_intelligence():
    """7.3.4-a, 7.3.5-b1, 1.1.1.6-b: the defender first, Intelligence not of the active seat."""
    field = besieged().when("a", "attack a-g1 b-g1").when("a", "pass")
    order = []
    for dice in ((), (), (), (), (1, 1)):
        (seat,) = field.asked()
        order.append((seat, str(field.prompt(seat).facts["window"])))
        field.when(seat, "pass", dice=dice)

    assert [
        ("b", "counterattack"),
        ("c", "counterattack"),
        ("a", "counterattack"),
        ("b", "intelligence"),
        ("c", "intelligence"),
    ] == order


def test_one_defending_unit_strikes_back_before_the_battle():
    """7.3.4-b, 7.3.4-c: S3 and R2 defend; S3 + 6 against R4 + 2 fells nobody who is not struck."""
    field = Field().group("a-g1", "us", "s3-s3-1", "r3-r3-1", "pike-harms")
    field.group("b-g1", "german", "s4-s4-1").hold("c", "counterattack-intelligence-1")
    field.fight(
        "a", "attack a-g1 b-g1", c_counterattack="counterattack counterattack-intelligence-1"
    )
    assert ("b",) == field.asked()
    field.fight("b", "strike s4-s4-1 r3-r3-1", dice=(6, 2, 1, 5))

    assert (10, 6) == (field.total("attack"), field.total("defence"))
    assert "b-casualties" == field.where("r3-r3-1")
    assert 3 + 1 + 1 == field.total("attack", 1)


def test_an_occupation_group_counterattacks():
    """4.2.3-b, 7.3.8.1-a: it cannot attack, but strike back."""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "forest", "s4-s4-1")
    field.hold("b", "counterattack-intelligence-1")
    field.fight(
        "a", "attack s3-s3-1 b-g1", b_counterattack="counterattack counterattack-intelligence-1"
    )
    field.fight("b", "strike s4-s4-1 s3-s3-1", dice=(9, 1))
    assert "b-casualties" == field.where("s3-s3-1")

    field.turn("b").group("a-g1", "us", "r2-r2-1")
    field.when("b", "attack s4-s4-1 a-g1").then_illegal("4.2.3-b")


def test_a_counterattack_comes_before_intelligence_and_dice():
    """7.3.4-a"""
    field = besieged().hold("b", "counterattack-intelligence-1").when("a", "attack a-g1 b-g1")
    for seat in ("a", "b", "c", "a"):
        field.when(seat, "pass")
    assert "intelligence" == field.prompt("b").facts["window"]

    field.when("b", "counterattack counterattack-intelligence-1").then_illegal("7.3.4-a")


def test_fire_for_effect_serves_the_active_player_in_the_counterattack_too():
    """14.2.1: CS-Q12."""
    field = Field().group("a-g1", "us", "s4-s4-1").group("b-g1", "german", "s3-s3-1")
    field.hold("a", "ffe-2-at-2").hold("b", "counterattack-intelligence-1")
    field.fight(
        "a",
        "attack s4-s4-1 b-g1",
        a_support="ffe ffe-2-at-2",
        b_counterattack="counterattack counterattack-intelligence-1",
    )
    field.fight("b", "strike s3-s3-1 s4-s4-1", dice=(4, 1, 5, 5))

    assert 2 == field.items("defence")["14.2.1"]
    assert "a-g1" == field.where("s4-s4-1")


def test_a_cancelled_attack_stays_paid_and_costs_its_supports():
    """7.3.5-b1, 7.3.5-c: CS-Q19, the group may not attack again this Turn."""
    field = (
        besieged()
        .hold("a", "ffe-2-at-2", "major-offensive-1")
        .hold("c", "counterattack-intelligence-1")
    )
    field.when("a", "attack a-g1 b-g1").when("a", "ffe ffe-2-at-2")
    field.fight(
        "a",
        "double major-offensive-1 s3-s3-1",
        c_intelligence="cancel counterattack-intelligence-1",
    )

    assert 1 == field.left()
    for card in ("ffe-2-at-2", "major-offensive-1", "counterattack-intelligence-1"):
        assert field.where(card) in {"discard", "discard-top"}
    field.when("a", "attack a-g1 b-g2").then_illegal("7.3.5-c")


def test_an_attack_on_an_occupation_group_cannot_be_cancelled():
    """7.3.5-b1: nobody is asked for Intelligence."""
    field = Field().group("a-g1", "us", "l5-l5").group("b-g1", "german", "citie", "r2-r2-1")
    field.when("a", "attack l5-l5 b-g1").when("a", "pass")
    for seat in ("b", "c"):
        field.when(seat, "pass")
    field.when("a", "pass", dice=(1, 1))

    assert 2 == len(field.happened(e.DiceRolled))


def test_intelligence_makes_a_seat_show_one_pick_to_one_player():
    """7.3.5-b2, 2.5-d: the seat asked chooses which, and only the asker sees it."""
    field = (
        besieged().hold("a", "counterattack-intelligence-1").pick("b", river="us", bridge="german")
    )
    field.when("a", "inquire counterattack-intelligence-1 b")
    assert {"b-river-us", "b-bridge-german"} == field.candidates("b", "show-pick", "entry")
    field.when("b", "show-pick b-river-us")

    assert 1 == field.left()
    assert "b-river-us" in view(field.table, "a").zone("b-sheet")
    assert "b-river-us" not in view(field.table, "c").zone("b-sheet")
    assert "b-bridge-german" not in view(field.table, "a").zone("b-sheet")


# 7.3.6 Sniper!, 7.3.7 Cover!


@pytest.mark.parametrize(
    ("leader", "face", "killed"),
    [
        ("teague-kranz", 8, True),
        ("teague-kranz", 7, False),
        ("brown-keller", 9, True),
        ("brown-keller", 8, False),
    ],
)
def test_a_sniper_needs_six_more_than_the_rating(leader: str, face: int, killed: bool):
    """7.3.6, 4.4.5-a"""
    field = Field().group("b-g1", "german", "s3-s3-1", leader).hold("a", "sniper-cover-1")
    field.fight("a", f"snipe sniper-cover-1 {leader}", dice=(face,))

    assert killed == (field.where(leader) == "a-casualties")
    assert 1 == field.left()


def test_cover_makes_the_sniper_roll_twice_and_use_the_lower():
    """7.3.7: CS-Q64, by any inactive seat; 10 and 7 against rating two."""
    field = Field().group("b-g1", "german", "s3-s3-1", "teague-kranz")
    field.hold("a", "sniper-cover-1").hold("c", "sniper-cover-2")
    field.fight(
        "a", "snipe sniper-cover-1 teague-kranz", dice=(10, 7), c_cover="cover sniper-cover-2"
    )

    assert "b-g1" == field.where("teague-kranz")


def test_the_steeple_shoots_once_a_turn_at_leaders_of_the_other_side():
    """13.5.2.5-d, 7.3.8.1-b, 7.3.7"""
    field = Field().group("a-g1", "us", "crossroads", "steeple")
    field.group("b-g1", "german", "s3-s3-1", "teague-kranz").group(
        "b-g2", "us", "s3-s3-2", "brown-keller"
    )
    field.when("a", "snipe steeple brown-keller").then_illegal("13.5.2.5-d")
    field.fight("a", "snipe steeple teague-kranz", dice=(7,))
    field.when("a", "snipe steeple teague-kranz").then_illegal("7.3.8.1-b")

    assert 1 == field.left()


def test_a_damaged_companion_silences_the_steeple():
    """13.5.2.5-e"""
    field = Field().group("a-g1", "us", "crossroads", "steeple").mark("crossroads", "damage")
    field.group("b-g1", "german", "s3-s3-1", "teague-kranz")

    field.when("a", "snipe steeple teague-kranz").then_illegal("13.5.2.5-e")


# 7.3.8 Objectives, 7.3.12 Partisans.


def test_losses_beyond_what_can_be_paid_capture_the_objective():
    """7.3.8.2-a, 7.3.8.2-c, 4.3, 1.2-b2, 13.5.1.1-b4: whole, before the captor, flipped."""
    field = duel(("l5-l5", "r4-r4-1", "ames-vogler"), ("bridge", "s3-s3-1"))
    field.fight("a", "attack a-g1 b-g1", dice=(4, 1))
    assert field.total("attack") - field.total("defence") == 6
    field.fight("a", "occupy r4-r4-1+ames-vogler")

    assert {"bridge", "r4-r4-1", "ames-vogler"} == set(field.zone(field.where("bridge")))
    assert ("us", 0) == (
        field.table.piece("bridge").face,
        field.table.mark("bridge", "garrison-lost"),
    )
    assert ("s3-s3-1",) == field.zone("a-casualties")


def test_exactly_paid_losses_keep_the_objective():
    """7.3.8.2-a: g2 and S3 owe five."""
    field = duel(("l5-l5", "r4-r4-1", "ames-vogler"), ("bridge", "s3-s3-1"))
    field.fight("a", "attack a-g1 b-g1", dice=(3, 1))

    assert ("bridge",) == field.zone("b-g1")


def test_armor_does_not_stay_with_a_captured_objective():
    """4.3.3, 7.3.8.2-b: S3 and the leader may, or nobody."""
    field = duel(("m18-tiger-ii", "s3-s3-1", "ames-vogler"), ("barracks",), "german")
    field.mark("barracks", "damage", 8).fight("a", "attack a-g1 b-g1", dice=(10, 1))

    assert {"none", "s3-s3-1", "ames-vogler", "s3-s3-1+ames-vogler"} == field.candidates(
        "a", "occupy", "units"
    )


def test_a_small_group_may_stay_whole_and_stands_upright():
    """4.3.3, 7.3.8.2-b: CS-Q46; damage stays."""
    field = duel(("l5-l5", "pike-harms"), ("forest",)).mark("forest", "damage", 4)
    field.fight("a", "attack a-g1 b-g1", dice=(10, 1)).when("a", "occupy l5-l5+pike-harms")

    assert () == field.zone("a-g1")
    assert (4, [False]) == (field.table.mark("forest", "damage"), field.sideways("l5-l5"))


def test_captors_leave_their_mines_behind():
    """13.2-g"""
    field = duel(("l4-l4-1", "r2-r2-1", "ames-vogler"), ("forest",)).mark("forest", "damage", 5)
    field.put("a-g1", "mines-1").fight("a", "attack a-g1 b-g1", dice=(10, 1)).when(
        "a", "occupy r2-r2-1"
    )

    assert "a-g1" == field.where("mines-1")
    assert () == group(field.table, field.where("forest")).mines


def test_the_steeple_stiffens_its_companion_and_falls_with_it():
    """13.5.2.5-c, 13.5.2.5-e: four and two make six."""
    field = duel(("l5-l5", "r4-r4-1", "ames-vogler"), ("crossroads", "steeple"))
    field.fight("a", "attack a-g1 b-g1", dice=(10, 1))
    assert 6 == field.items("defence")["7.2.2.2.1"] + field.items("defence")["13.5.2.5-c"]
    field.when("a", "occupy none")

    assert field.where("steeple") == field.where("crossroads")
    assert "us" == field.table.piece("steeple").face


def test_partisans_silence_an_objective_until_they_are_not_paid():
    """7.3.12-a, 7.3.12-b: CS-Q63."""
    field = Field().group("b-g1", "german", "barracks", "r2-r2-1").hold("a", "partisan")
    field.discards("s2-s2-1").when("a", "infiltrate partisan barracks")
    assert 1 == field.left()
    field.turn("b", "F", number=2).when("b", "barracks").then_illegal("13.5.1-b")
    field.group("a-g1", "us", "l5-l5").turn("a", "A", number=4).when("a", "go B")
    field.when("a", "pay-partisans partisan")
    assert ("b-g1", 1) == (field.where("partisan"), field.left())
    field.turn("a", "A", number=7).when("a", "go B").when("a", "drop-partisans partisan")

    assert "discard-top" == field.where("partisan")


def test_partisans_help_the_attacker_and_go_with_the_capture():
    """7.3.12-c, 7.3.12-b"""
    field = duel(("s4-s4-1",), ("forest",)).put("b-g1", "partisan", host="forest")
    field.mark("forest", "damage", 4).mark("forest", "garrison-lost")
    field.fight("a", "attack s4-s4-1 b-g1", dice=(5, 1))

    assert 3 == field.items("attack")["7.3.12-c"]
    assert "discard-top" == field.where("partisan")


# 7.3.10 Barrages, 14 other cards.


def test_a_barrage_on_a_unit_counts_its_leader_but_no_modifiers():
    """7.3.10.1, 14.1.2, 7.3.10-b, 7.3.10-c: 4 + 5 against 3 + 1 + 5, entrenchment ignored."""
    field = (
        Field()
        .group("b-g1", "german", "s3-s3-1", "r4-r4-1", "pike-harms")
        .mark("s3-s3-1", "entrenched", 2)
    )
    field.hold("a", "medic-barrage-1", "medic-barrage-2")
    field.fight("a", "bombard medic-barrage-1 s3-s3-1", dice=(5, 5))
    assert (9, 9) == (field.total("barrage"), field.total("defence"))
    assert "b-g1" == field.where("s3-s3-1")
    field.fight("a", "bombard medic-barrage-2 s3-s3-1", dice=(6, 5))

    assert ("a-casualties", 2) == (field.where("s3-s3-1"), field.left())


def test_a_barrage_never_singles_out_a_leader():
    """4.4.5-a, 7.3.10-b"""
    field = Field().group("b-g1", "german", "s3-s3-1", "pike-harms").hold("a", "medic-barrage-1")

    field.when("a", "bombard medic-barrage-1 pike-harms").then_illegal("4.4.5-a")


def test_a_barrage_damages_an_objective_up_to_its_factor():
    """7.3.10.2-a, 7.3.10.2-b, 1.2-b3: 12 against 9, then 13 against 3."""
    field = (
        Field()
        .group("b-g1", "german", "forest", "s2-s2-1")
        .hold("a", "medic-barrage-1", "medic-barrage-2")
    )
    field.fight("a", "bombard medic-barrage-1 forest", dice=(8, 4))
    assert (12, 9) == (field.total("barrage"), field.total("defence"))
    assert 3 == field.table.mark("forest", "damage")
    field.fight("a", "bombard medic-barrage-2 forest", dice=(9, 1))

    assert (3, 5) == (field.total("defence"), field.table.mark("forest", "damage"))


def test_hill_205_fires_from_the_pack_and_not_in_bad_weather():
    """7.3.10-a, 13.5.2.8, 13.1-b, 7.3.8.1-b"""
    field = Field().group("a-g1", "us", "hill-205").group("b-g1", "german", "l3-l3-1", "r4-r4-1")
    field.fight("a", "bombard hill-205 l3-l3-1", dice=(6, 5))
    assert (10, 8) == (field.total("barrage"), field.total("defence"))
    field.when("a", "bombard hill-205 r4-r4-1").then_illegal("7.3.8.1-b")
    field.put("c-area", "weather").hold("a", "medic-barrage-1")

    field.when("a", "bombard medic-barrage-1 r4-r4-1").then_illegal("13.1-b")


def test_medic_halves_the_winners_points():
    """14.1.1-a, 14.1.1-b: CS-Q60, three and four: the cap is three; then one medic is enough."""
    field = duel(("l5-l5", "r4-r4-1", "ames-vogler"), ("r3-r3-1", "l4-l4-1"))
    field.hold("c", "medic-barrage-1").hold("b", "medic-barrage-2")
    field.fight("a", "attack a-g1 b-g1", dice=(10, 3), c_medic="medic medic-barrage-1")
    assert ("a",) == field.asked()
    assert {"none", "r3-r3-1"} == field.candidates("a", "keep", "cards")
    field.when("a", "keep r3-r3-1")

    assert ("r3-r3-1",) == field.zone("a-casualties")
    assert field.where("l4-l4-1") in {"discard", "discard-top"}


def test_a_winner_may_be_left_with_nothing():
    """14.1.1-b: a single card worth one."""
    field = Field().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1", "novak-thoma")
    field.hold("c", "medic-barrage-1")
    field.fight("a", "attack l5-l5 b-g1", dice=(4, 5)).when("b", "lose novak-thoma")
    for seat in ("b",):
        field.when(seat, "pass")
    field.when("c", "medic medic-barrage-1").when("a", "keep none")

    assert () == field.zone("a-casualties")


def test_recon_takes_a_bare_objective_in_anyones_turn():
    """7.3.11-a, 14.3.1-a, 1.2-b2: asked as soon as it is bare; either side; CS-Q45."""
    field = Field().group("b-g1", "german", "bridge", "s3-s3-1").group("c-g1", "us", "r2-r2-1")
    field.hold("c", "recon-sappers-1").turn("b", "A").when("b", "withdraw s3-s3-1")
    assert ("c",) == field.asked()
    field.when("c", "recon recon-sappers-1 bridge us")

    assert ("c", "us") == (field.where("bridge")[0], field.table.piece("bridge").face)


def test_one_recon_follows_another():
    """7.3.11-b: the last one keeps it; CS-Q25 the Steeple goes along, the garrison is whole."""
    field = (
        Field().group("b-g1", "german", "crossroads", "steeple").mark("crossroads", "garrison-lost")
    )
    field.hold("a", "recon-sappers-1").hold("c", "recon-no-retreat-1")
    field.when("a", "recon recon-sappers-1 crossroads us")
    for _ in range(2):
        (seat,) = field.asked()
        if seat == "c":
            break
        field.when(seat, "pass")
    field.when("c", "recon recon-no-retreat-1 crossroads german")

    assert {"c"} == {field.where("crossroads")[0], field.where("steeple")[0]}
    assert 0 == field.table.mark("crossroads", "garrison-lost")


def test_recon_is_not_for_occupied_or_own_objectives():
    """14.3.1-a, 14.3.1-b: CS-Q24, a lone leader occupies, a garrison does not."""
    field = Field().group("b-g1", "german", "bridge", "pike-harms").group("a-g1", "us", "forest")
    field.group("b-g2", "german", "citie").hold("a", "recon-sappers-1")
    field.when("a", "recon recon-sappers-1 bridge us").then_illegal("14.3.1-a")
    field.when("a", "recon recon-sappers-1 forest german").then_illegal("14.3.1-b")

    assert {"citie"} == field.candidates("a", "recon", "objective")


def test_sappers_clear_mines_free_also_for_others():
    """7.1.4, 14.3.3, Playing the Game"""
    field = (
        Field().group("c-g1", "us", "s3-s3-1").put("c-g1", "mines-1").hold("a", "recon-sappers-1")
    )
    field.track("actions/other", 2).when("a", "sap recon-sappers-1 mines-1")

    assert field.refused is None
    assert ("discard", "discard-top") == (field.where("mines-1"), field.where("recon-sappers-1"))


def test_green_cards_wait_for_their_cue():
    """1.1.2.2: another player's Turn without a window."""
    field = besieged().hold("c", "sniper-cover-1").turn("b")
    field.when("c", "snipe sniper-cover-1 pike-harms")
    assert field.refused is not None
    field.turn("c")

    field.when("c", "cover sniper-cover-1").then_illegal("1.1.2.2")
