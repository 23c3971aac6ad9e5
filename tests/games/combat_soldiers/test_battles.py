from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field
from wardiary.domain.table import events as e

LOW, HIGH = 1, 10


def facing() -> Field:
    """Ann's S3, R4 and L5 under a leader of two (L5 sideways) face Bob's German R3, L4 and S4."""
    return (
        Field()
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1", "l5-l5", "pike-harms", sideways=["l5-l5"])
        .group(
            "b-g1", "german", "r3-r3-1", "l4-l4-1", "s4-s4-1", "teague-kranz", sideways=["s4-s4-1"]
        )
    )


def duel(attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Field:
    return Field().group("a-g1", "us", *attackers).group("b-g1", "german", *defenders)


# 7.1 Declaration.


def test_an_attack_costs_an_action_and_a_group_attacks_once():
    """7.1-a, 3.2"""
    field = facing().group("b-g2", "german", "r2-r2-1")
    field.fight("a", "attack a-g1 b-g1", dice=(8, 5)).when("b", "arrange r3-r3-1+l4-l4-1")
    assert 1 == field.left()
    field.when("a", "attack l5-l5 b-g2").then_illegal("7.1-a")
    field.when("a", "rest s3-s3-1").when("a", "arrange s3-s3-1")

    field.when("a", "attack l5-l5 b-g2").then_illegal("7.1-a")


def test_a_group_may_be_attacked_any_number_of_times():
    """7.1-b"""
    field = facing().group("a-g2", "us", "s2-s2-1")
    field.fight("a", "attack s2-s2-1 s4-s4-1", dice=(3, 1)).when("b", "arrange r3-r3-1+l4-l4-1")
    field.when("a", "rest s2-s2-1")
    field.fight("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 0 == field.left()


def test_an_attack_names_groups_that_are_there():
    """7.1-c"""
    field = facing()
    field.when("a", "attack a-g1 b-g9").then_illegal("7.1-c")
    field.when("a", "attack a-g7 b-g1").then_illegal("7.1-c")
    field.when("a", "attack b-g1 a-g1").then_illegal("7.1-c")


def test_a_declared_battle_is_settled_before_anything_else():
    """7.1-d"""
    field = facing().hold("a", "s2-s2-1").when("a", "attack a-g1 b-g1")
    field.when("a", "deploy s2-s2-1 us new")

    assert field.refused is not None


def test_only_other_players_groups_of_the_opposite_side_are_attacked():
    """7.1.1: neither the own German group nor another player's US group."""
    field = facing().group("a-g2", "german", "r2-r2-1").group("b-g2", "us", "r2-r2-2")
    field.when("a", "attack a-g1 a-g2").then_illegal("7.1.1")
    field.when("a", "attack a-g1 b-g2").then_illegal("7.1.1")
    field.when("a", "attack a-g1 b-g1")

    assert field.refused is None


def test_all_commanded_units_attack_or_one_out_of_command():
    """7.1.2-a, 7.2.1-a, 4.4.2"""
    field = facing()
    assert {"a-g1", "l5-l5"} == field.candidates("a", "attack", "force")
    field.when("a", "attack s3-s3-1 b-g1").then_illegal("7.1.2-a")
    field.fight("a", "attack a-g1 s4-s4-1", dice=(5, 9))
    assert {"7.2.2.1.1": 7, "7.2.2.1.2": 1, "7.2.2.1.4": 5} == field.items("attack")


def test_without_a_leader_one_unit_attacks_and_the_attacker_picks_who_defends():
    """7.2.1-a, 7.2.1-b: CS-Q13."""
    field = duel(("s3-s3-1", "r4-r4-1"), ("r3-r3-1", "l4-l4-1", "s4-s4-1"))
    assert {"s3-s3-1", "r4-r4-1"} == field.candidates("a", "attack", "force")
    field.fight("a", "attack r4-r4-1 l4-l4-1", dice=(2, 2))

    assert {"7.2.2.2.2": 4, "7.2.2.2.5": 2} == field.items("defence")


def test_a_hopeless_attack_is_refused():
    """7.1.2-b: CS-Q47, 12 at best against 13 at least."""
    strong = duel(("r2-r2-1",), ("l5-l5", "r4-r4-1", "dunne-rathke"))
    strong.when("a", "attack r2-r2-1 b-g1").then_illegal("7.1.2-b")
    weak = duel(("r2-r2-1",), ("l5-l5", "teague-kranz"))
    weak.when("a", "attack r2-r2-1 b-g1")

    assert weak.refused is None


def test_a_support_announced_with_the_attack_gives_it_a_chance():
    """7.1.2-b, 7.2.3.2: CS-Q47 counts announced cards."""
    field = duel(("r2-r2-1",), ("l5-l5", "r4-r4-1", "dunne-rathke")).hold("a", "ffe-3-at-3")
    field.fight("a", "attack r2-r2-1 b-g1 ffe-3-at-3", dice=(10, 1))

    assert (15, 13) == (field.total("attack"), field.total("defence"))


def test_the_attacker_may_pick_units_out_of_command_the_commanded_or_all():
    """7.1.3-b1, 7.1.3-b2, 7.1.3-b3"""
    field = facing()

    assert {"b-g1", "b-g1:commanded", "s4-s4-1"} == field.candidates("a", "attack", "target")
    field.when("a", "attack a-g1 r3-r3-1").then_illegal("7.1.3-b2")


def test_who_is_not_targeted_takes_no_part():
    """7.1.3-c, 7.2.2.2.3: the leader adds nothing to a sideways unit, and only that one is lost."""
    field = facing().fight("a", "attack a-g1 s4-s4-1", dice=(10, 1))

    assert {"7.2.2.2.2": 4, "7.2.2.2.5": 1} == field.items("defence")
    assert {"r3-r3-1", "l4-l4-1", "teague-kranz"} == set(field.zone("b-g1"))
    assert ("s4-s4-1",) == field.zone("a-casualties")


def test_a_leader_is_not_singled_out():
    """4.4.5-a, 4.4"""
    facing().when("a", "attack a-g1 teague-kranz").then_illegal("4.4.5-a")


# 7.2 Totals.


def test_the_attack_total_has_four_parts():
    """7.2.2.1, 7.2.2.1.1, 7.2.2.1.2, 7.2.2.1.3, 7.2.2.1.4: 7 + 2 - 2 + 6 = 13."""
    field = duel(("s3-s3-1", "r4-r4-1", "ames-vogler"), ("l5-l5",)).put("a-g1", "mines-1")
    field.fight("a", "attack a-g1 b-g1", dice=(6, 10))

    assert 13 == field.total("attack")
    assert {"7.2.2.1.1": 7, "7.2.2.1.2": 2, "7.2.3.1": -2, "7.2.2.1.4": 6} == field.items("attack")


def test_the_defence_total_has_five_parts():
    """7.2.2.2, 7.2.2.2.1, 7.2.2.2.2, 7.2.2.2.3, 7.2.2.2.4, 7.2.2.2.5: 4 + 3 + 1 + 1 + 5 = 14."""
    field = duel(("l5-l5",), ("crossroads", "r3-r3-1", "pike-harms"))
    field.mark("r3-r3-1", "entrenched", 1).fight("a", "attack l5-l5 b-g1", dice=(2, 5))

    assert 14 == field.total("defence")
    assert {
        "7.2.2.2.1": 4,
        "7.2.2.2.2": 3,
        "7.2.2.2.3": 1,
        "16.2": 1,
        "7.2.2.2.5": 5,
    } == field.items("defence")


def test_a_bad_leader_lowers_the_total():
    """7.2.2.1.2, 1.1.3-b1"""
    field = duel(("s3-s3-1", "prewitt-ebeling"), ("r2-r2-1",)).fight(
        "a", "attack a-g1 b-g1", dice=(5, 7)
    )

    assert 3 - 1 + 5 == field.total("attack")


def test_damage_lowers_the_defence_factor():
    """7.2.2.2.1, 7.3.10.2-b: four, damaged by one."""
    field = duel(("l5-l5",), ("crossroads", "r3-r3-1")).mark("crossroads", "damage")
    field.fight("a", "attack l5-l5 b-g1", dice=(2, 5))

    assert 3 == field.items("defence")["7.2.2.2.1"] + field.items("defence")["7.3.10.2-b"]


def test_equal_totals_harm_nobody_but_still_disorder_the_attacker():
    """7.2.2.3.1, 7.2.2.3, 7.2.2.5-a"""
    field = duel(("s3-s3-1", "pike-harms"), ("r3-r3-1",)).fight(
        "a", "attack a-g1 b-g1", dice=(4, 5)
    )

    assert field.total("attack") == field.total("defence")
    assert {"s3-s3-1"} == field.candidates("a", "rest", "unit")
    assert ("r3-r3-1",) == field.zone("b-g1")


@pytest.mark.parametrize(("dice", "owes"), [((10, 6), "b"), ((1, 4), "a")])
def test_the_lower_side_owes_the_difference(dice: tuple[int, int], owes: str):
    """7.2, 7.2.2.3.2, 7.2.2: 19 against 15 costs the defender four or more."""
    field = duel(("s4-s4-1", "l4-l4-1", "pike-harms"), ("r4-r4-1", "s4-s4-2", "ybarra-seidel"))
    field.fight("a", "attack a-g1 b-g1", dice=dice)

    assert (owes,) == field.asked()
    assert "7.2.2.4" == field.prompt(owes).rule
    if owes == "b":
        assert (19, 15) == (field.total("attack"), field.total("defence"))
        assert {"r4-r4-1", "s4-s4-2"} == field.candidates("b", "lose", "units")


# 7.2.2.4 Losses.


def test_the_loser_picks_enough_and_nobody_who_could_be_spared():
    """7.2.2.4: CS-Q14, S2, R3 and L4 owe five."""
    field = duel(("l5-l5", "r4-l4-2", "ames-vogler"), ("s2-s2-1", "r3-r3-1", "l4-l4-1"))
    field.fight("a", "attack a-g1 b-g1", dice=(6, 3))
    assert field.total("attack") - field.total("defence") == 5
    field.when("b", "lose s2-s2-1+r3-r3-1+l4-l4-1").then_illegal("7.1.2-b")
    field.when("b", "lose l4-l4-1").then_illegal("7.2.2.4")

    assert {"s2-s2-1+r3-r3-1", "s2-s2-1+l4-l4-1", "r3-r3-1+l4-l4-1"} == field.candidates(
        "b", "lose", "units"
    )


def test_a_leader_pays_one_point_and_falls_with_its_last_unit():
    """7.2.2.4.2, 4.4.5-b: CS-Q23."""
    field = duel(("s4-s4-1",), ("s3-s3-1", "novak-thoma")).fight(
        "a", "attack s4-s4-1 b-g1", dice=(4, 4)
    )
    assert {"novak-thoma", "s3-s3-1"} == field.candidates("b", "lose", "units")
    field.when("b", "lose s3-s3-1")

    assert {"s3-s3-1", "novak-thoma"} == set(field.zone("fallen"))
    assert () == field.zone("b-g1")


def test_units_pay_their_printed_strength():
    """7.2.2.4.3, 7.2.2.4.4, 7.2.2.4.5: L3 pays three, armor its factor, a halved S4 still four."""
    field = duel(("s4-s4-1", "l3-l3-1", "pike-harms"), ("l4-l4-1",)).siege(
        "b-g1", "a-g1", isolation=1
    )
    field.fight("a", "attack a-g1 b-g1", dice=(4, 7))
    assert field.total("defence") - field.total("attack") == 4
    assert {"s4-s4-1", "l3-l3-1+pike-harms"} == field.candidates("a", "lose", "units")
    armor = duel(("m10-stug-iii-g",), ("s4-s4-1",)).fight(
        "a", "attack m10-stug-iii-g b-g1", dice=(1, 4)
    )

    assert "m10-stug-iii-g" in armor.zone("b-casualties")


def test_the_garrison_pays_first_and_is_gone_whole():
    """7.2.2.4.1-a, 7.2.2.4.1-b, 1.1.3-b6, 1.2-b6, 13.5.1.1-b1: g3 owes one, S4 intact."""
    field = duel(("l5-l5", "r4-r4-1", "pike-harms"), ("pherddorf", "s4-s4-1"))
    field.fight("a", "attack a-g1 b-g1", dice=(2, 1))

    assert field.total("attack") - field.total("defence") == 1
    assert 1 == field.table.mark("pherddorf", "garrison-lost")
    assert {"pherddorf", "s4-s4-1"} == set(field.zone("b-g1"))


def test_what_the_garrison_cannot_pay_the_occupation_pays():
    """7.2.2.4.1-c: g3 and S4 owe five, the objective is kept."""
    field = duel(("l5-l5", "r4-r4-1", "pike-harms"), ("pherddorf", "s4-s4-1"))
    field.fight("a", "attack a-g1 b-g1", dice=(6, 1))

    assert field.total("attack") - field.total("defence") == 5
    assert ("pherddorf",) == field.zone("b-g1")
    assert ("s4-s4-1",) == field.zone("a-casualties")


def test_a_marked_objective_has_no_garrison():
    """7.2.2.4.1-d, 7.3.8.2-a, 1.2-b6: one point captures it."""
    field = duel(("l5-l5",), ("forest",)).mark("forest", "garrison-lost")
    field.fight("a", "attack l5-l5 b-g1", dice=(2, 1))

    assert "a" == field.where("forest")[0]


def test_the_garrison_does_not_add_to_the_defence():
    """7.2.2.2: CS-Q15."""
    field = duel(("l5-l5",), ("forest",)).fight("a", "attack l5-l5 b-g1", dice=(1, 5))

    assert {"7.2.2.2.1": 5, "7.2.2.2.5": 5} == field.items("defence")


# 7.2.2.5 Disorganisation.


def test_one_surviving_attacker_is_turned_sideways():
    """7.2.2.5-a, 7.2.2.5-b: one more than before."""
    field = facing().fight("a", "attack a-g1 b-g1", dice=(8, 5))
    field.when("b", "arrange r3-r3-1+s4-s4-1")
    assert {"s3-s3-1", "r4-r4-1"} == field.candidates("a", "rest", "unit")
    field.when("a", "rest s3-s3-1")

    assert 2 == sum(field.sideways("s3-s3-1", "r4-r4-1", "l5-l5"))


def test_a_cancelled_attack_disorders_nobody():
    """7.2.2.5-e, 7.3.5-b1"""
    field = facing().hold("b", "counterattack-intelligence-1")
    field.fight("a", "attack a-g1 b-g1", b_intelligence="cancel counterattack-intelligence-1")

    assert [False, False, True] == field.sideways("s3-s3-1", "r4-r4-1", "l5-l5")
    assert ("a",) == field.asked()
    assert "B" == field.prompt("a").facts["phase"]


def test_the_crossroads_bring_a_unit_back_into_command():
    """7.2.2.5-d, 13.5.2.6, 4.4.3: CS-Q31; combined arms come on top."""
    field = duel(("l5-l5",), ("s3-s3-1", "r4-r4-1", "l3-l3-1", "brown-keller"))
    field.mark("l3-l3-1", "sideways").group("b-g2", "german", "crossroads", "s2-s2-1")
    field.fight("a", "attack l5-l5 b-g1", dice=(10, 1), b_support="turn-up l3-l3-1")

    assert 10 == field.items("defence")["7.2.2.2.2"]
    assert 2 == field.items("defence")["7.2.3.5"]


def test_crossroads_of_the_other_side_help_nobody():
    """13.5.2.6"""
    field = duel(("l5-l5",), ("s3-s3-1", "r4-r4-1", "brown-keller")).mark("s3-s3-1", "sideways")
    field.group("b-g2", "us", "crossroads").fight("a", "attack l5-l5 b-g1", dice=(10, 1))

    assert "13.5.2.6" not in field.rules()


# 7.2.3 Modifiers.


def test_mines_weigh_on_attack_and_defence():
    """7.2.3.1, 13.2-f, 1.1.3-b7"""
    field = duel(("l5-l5",), ("r3-r3-1",)).put("b-g1", "mines-1").put("a-g1", "mines-2")
    field.fight("a", "attack l5-l5 b-g1", dice=(5, 5))

    assert (-2, -2) == (field.items("attack")["7.2.3.1"], field.items("defence")["7.2.3.1"])


def test_one_fire_for_effect_a_battle_and_none_for_the_besieged():
    """7.2.3.2, 14.2.1, 1.1.1.6-c"""
    field = duel(("l5-l5",), ("r3-r3-1",)).hold("a", "ffe-2-at-2", "ffe-3-at-3")
    field.when("a", "attack l5-l5 b-g1").when("a", "ffe ffe-3-at-3")
    field.when("a", "ffe ffe-2-at-2").then_illegal("14.2.1")
    field.fight("a", "pass", dice=(1, 10))
    assert 3 == field.items("attack")["7.2.3.2"]
    assert ("ffe-3-at-3",) == field.zone("discard-top")

    besieged = duel(("l5-l5",), ("r3-r3-1",)).siege("b-g1", "a-g1").hold("a", "ffe-2-at-2")
    besieged.when("a", "attack l5-l5 b-g1 ffe-2-at-2").then_illegal("7.2.3.2")


def test_combined_arms_need_all_three_in_command():
    """7.2.3.5: S, R and L under a leader of three."""
    trio = ("s3-s3-1", "r3-r3-1", "l3-l3-1")
    full = duel((*trio, "brown-keller"), ("l5-l5",)).fight("a", "attack a-g1 b-g1", dice=(1, 1))
    assert 2 == full.items("attack")["7.2.3.5"]
    tired = duel((*trio, "brown-keller"), ("l5-l5",)).mark("s3-s3-1", "sideways")
    tired.fight("a", "attack a-g1 b-g1", dice=(1, 1))
    assert "7.2.3.5" not in tired.items("attack")
    small = duel((*trio, "dunne-rathke"), ("l5-l5",)).mark("s3-s3-1", "sideways")
    small.fight("a", "attack a-g1 b-g1", dice=(1, 1))

    assert "7.2.3.5" not in small.items("attack")


def test_a_roll_of_naught_reads_ten():
    """1.3, 7.2.2.1.4: faces run from one to ten."""
    field = duel(("l5-l5",), ("r3-r3-1",)).fight("a", "attack l5-l5 b-g1", dice=(10, 10))

    assert {"d10"} == {one.pool.removeprefix("1") for one in field.happened(e.DiceRolled)}


# The River.


def crossing(side: str = "german") -> Field:
    """Bob's Germans behind the River, Ann's S4 and R5 (an R4 with an L5) in front of it."""
    return (
        Field()
        .group("a-g1", "us", "s4-s4-1", "l5-l5", "cole-moritz")
        .group("b-g1", "german", "r3-r3-1")
        .group("b-g2", side, "river", "s2-s2-1")
    )


def strength(field: Field, rules: tuple[str, ...] = ("7.2.2.1.1", "7.2.3.3-a")) -> int:
    return sum(field.items("attack").get(rule, 0) for rule in rules)


def test_the_river_halves_infantry_attacks_on_its_side():
    """7.2.3.3-a, 13.5.2.2: nine becomes four, CS-Q11."""
    field = crossing().fight("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 4 == strength(field)


def test_the_river_does_not_help_the_other_side():
    """7.2.3.3-d"""
    field = crossing("us").fight("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 9 == strength(field)


def test_the_river_does_not_help_another_owner_of_its_side():
    """7.2.3.3-d, 13.5.2.2: the River is Cid's, the Germans behind it are Bob's."""
    field = Field().group("a-g1", "us", "s4-s4-1", "l5-l5", "cole-moritz")
    field.group("b-g1", "german", "r3-r3-1").group("c-g1", "german", "river", "s2-s2-1")
    field.fight("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 9 == strength(field)


def test_an_amphibious_assault_crosses_the_river():
    """7.2.3.3-b"""
    field = crossing().hold("a", "airborne-amphibious-1")
    field.fight("a", "attack a-g1 b-g1", dice=(5, 5), a_support="amphibious airborne-amphibious-1")

    assert 9 == strength(field)


def test_armor_does_not_cross_without_the_bridge():
    """7.2.3.3-c, 7.3.9.3"""
    field = crossing().group("a-g2", "us", "m10-stug-iii-g")
    field.when("a", "attack m10-stug-iii-g b-g1").then_illegal("7.2.3.3-c")
    field.group("a-g3", "us", "bridge", "s2-s2-2").fight(
        "a", "attack m10-stug-iii-g b-g1", dice=(5, 5)
    )

    assert 2 == strength(field, ("7.3.9.5", "7.2.3.3-c"))


def test_a_damaged_or_besieged_river_halves_nothing():
    """13.5.1-b, 7.3.1.3-b1"""
    field = crossing().mark("river", "damage").fight("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 9 == strength(field)


def test_the_forest_stiffens_one_defence_a_turn():
    """13.5.2.7, 7.3.8.1-b: from the pack."""
    field = duel(("l5-l5",), ("r3-r3-1",)).group("b-g2", "german", "forest", "s2-s2-1")
    field.group("a-g2", "us", "s4-s4-1")
    field.fight("a", "attack l5-l5 b-g1", dice=(5, 5), b_support="use-forest")
    assert 2 == field.items("defence")["13.5.2.7"]
    field.when("a", "pass").when("a", "attack s4-s4-1 b-g2")

    assert "b" not in field.asked()
