"""7.3.1 Surrounding, 7.3.2 Major Offensive, 7.3.3 Airborne, row by row."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.groups.group import group
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation
from wardiary.domain.table import events as e

OFFENSIVE, DROP = "major-offensive-1", "airborne-amphibious-1"


def besieged(*cards: str, isolation: int = 0, side: str = "us", phase: str = "B") -> Field:
    """Ann's group of these cards is surrounded by Bob's L5, which stands alone."""
    other = "german" if side == "us" else "us"
    field = Field(phase=phase).group("a-g1", side, *cards).group("b-g1", other, "l5-l5")
    return field.siege("b-g1", "a-g1", isolation=isolation)


def besieging(*cards: str, sideways: tuple[str, ...] = ()) -> Field:
    """Ann's US group surrounds Bob's R4."""
    field = (
        Field().group("a-g1", "us", *cards, sideways=sideways).group("b-g1", "german", "r4-r4-1")
    )
    return field.siege("a-g1", "b-g1")


def end_of_turn(field: Field, seat: str, number: int) -> Field:
    """A seat ends a Turn; every window is passed over."""
    return field.turn(seat, "F", number).fight(seat, "end-turn")


def lifted(field: Field, card: str = "surrounded-1") -> bool:
    """Whether the siege is off: markers back, the card discarded."""
    home = {field.where("besieged-a"), field.where("besieging-a")}
    return home == {"markers"} and field.where(card) in {"discard", "discard-top"}


# 7.3.1.1


def test_a_surrounded_card_is_played_instead_of_an_attack():
    """7.3.1, 7.3.1.1-a, 1.2-b9: markers of one letter on both, one action, no die."""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r4-r4-1")
    field.hold("a", "surrounded-1").when("a", "surround surrounded-1 a-g1 b-g1")

    assert ("b-g1", "a-g1") == (field.where("besieged-a"), field.where("besieging-a"))
    assert () == field.happened(e.DiceRolled)
    assert 1 == field.left()
    field.when("a", "attack s3-s3-1 b-g1").then_illegal("7.3.1.1-b")


def test_only_groups_of_others_and_of_the_opposite_side_are_surrounded():
    """7.3.1.1-a, 7.1.1"""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "us", "r4-r4-1")
    field.group("a-g2", "german", "r2-r2-1").hold("a", "surrounded-1")
    field.when("a", "surround surrounded-1 a-g1 b-g1").then_illegal("7.1.1")
    field.when("a", "surround surrounded-1 a-g1 a-g2").then_illegal("7.1.1")


def test_an_occupation_group_does_not_surround():
    """7.3.1.1-a: a maneuver group does."""
    field = Field().group("a-g1", "us", "forest", "s3-s3-1").group("b-g1", "german", "r4-r4-1")
    field.hold("a", "surrounded-1").when("a", "surround surrounded-1 a-g1 b-g1")

    field.then_illegal("7.3.1.1-a")


def test_a_group_that_surrounds_attacks_nobody_else_this_turn():
    """7.3.1.1-b"""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r4-r4-1")
    field.group("b-g2", "german", "r2-r2-1").hold("a", "surrounded-1")
    field.when("a", "surround surrounded-1 a-g1 b-g1")

    field.when("a", "attack s3-s3-1 b-g2").then_illegal("7.3.1.1-b")


def test_a_group_that_attacked_does_not_surround():
    """7.3.1.1-a: the card replaces the attack."""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r3-r3-1")
    field.hold("a", "surrounded-1").fight("a", "attack s3-s3-1 b-g1", dice=(4, 4))
    field.when("a", "rest s3-s3-1")

    field.when("a", "surround surrounded-1 a-g1 b-g1").then_illegal("7.3.1.1-a")


def test_there_are_two_pairs_of_siege_markers():
    """1.2-b8, 1.2-b9: the second siege gets the other letter, a third is refused."""
    field = besieging("s3-s3-1").group("a-g2", "us", "s4-s4-1").group("a-g3", "us", "s2-s2-1")
    field.group("b-g2", "german", "r2-r2-1").group("b-g3", "german", "r2-r2-2")
    field.hold("a", "surrounded-2", "surrounded-3")
    field.when("a", "surround surrounded-2 a-g2 b-g2")
    assert ("b-g2", "a-g2") == (field.where("besieged-b"), field.where("besieging-b"))

    field.when("a", "surround surrounded-3 a-g3 b-g3").then_illegal("1.2-b8")


def test_attacking_elsewhere_lifts_the_siege_before_the_battle():
    """7.3.1.1-c"""
    field = besieging("s3-s3-1").group("b-g2", "german", "r2-r2-1")
    field.when("a", "attack s3-s3-1 b-g2")

    assert lifted(field)


def test_attacking_the_besieged_keeps_the_siege():
    """7.3.1.1-c: CS-Q52."""
    field = besieging("s3-s3-1").fight("a", "attack s3-s3-1 b-g1", dice=(5, 4))

    assert "b-g1" == field.where("besieged-a")


def test_the_siege_ends_when_the_besieged_are_eliminated():
    """7.3.1.1-c"""
    field = besieging("s3-s3-1").fight("a", "attack s3-s3-1 b-g1", dice=(10, 1))

    assert ("r4-r4-1",) == field.zone("a-casualties")
    assert lifted(field)


def test_the_siege_ends_when_the_besieger_is_eliminated():
    """7.3.1.1-c"""
    field = besieging("s3-s3-1").fight("a", "attack s3-s3-1 b-g1", dice=(1, 10))

    assert ("s3-s3-1",) == field.zone("b-casualties")
    assert lifted(field)


@pytest.mark.parametrize(
    ("words", "gone"), [("s3-s3-1+r4-r4-1+pike-harms", True), ("r4-r4-1", False)]
)
def test_the_siege_ends_when_the_besieger_withdraws(words: str, gone: bool):
    """7.3.1.1-c: CS-Q52, not while a commanded unit stays."""
    field = besieging("s3-s3-1", "r4-r4-2", "pike-harms").turn("a", "A")
    field.when("a", f"withdraw {words.replace('r4-r4-1', 'r4-r4-2')}")

    assert gone == lifted(field)


def test_a_unit_out_of_command_does_not_keep_up_the_siege():
    """7.3.1.1-d: S3, R4 and the leader fall; L3 sideways stays, the siege is off."""
    field = Field().group(
        "a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1", "pike-harms", sideways=("l3-l3-1",)
    )
    field.group("b-g1", "german", "r4-r4-2").siege("a-g1", "b-g1")
    field.turn("b", "B").group("b-g2", "german", "l5-l5", "s4-s4-1", "dunne-rathke")
    field.fight("b", "attack b-g2 a-g1:commanded", dice=(10, 2))

    assert ("l3-l3-1",) == field.zone("a-g1")
    assert lifted(field)


# 7.3.1.2


def test_every_besieged_unit_attacks_at_half_rounded_down():
    """7.3.1.2-a: three S3 make 1+1+1 = 3, not four."""
    field = besieged("s3-s3-1", "s3-s3-2", "s3-s3-3", "cole-moritz")
    field.fight("a", "attack a-g1 b-g1", dice=(10, 1))

    assert 3 + 0 + 10 == field.total("attack")


def test_isolation_grows_by_one_at_the_end_of_each_own_turn():
    """7.3.1.2-b, 1.2-b7: not at the end of the besieger's."""
    field = besieged("s3-s3-1", "r4-r4-1")
    end_of_turn(field, "b", 1)
    assert 0 == isolation(field.table, group(field.table, "a-g1"))
    end_of_turn(field, "a", 2)
    assert 1 == isolation(field.table, group(field.table, "a-g1"))
    end_of_turn(field, "a", 5)

    assert 2 == isolation(field.table, group(field.table, "a-g1"))


def test_isolation_leaves_the_leaders_modifier_alone():
    """7.3.1.2-c: leader +2, isolation -3: S4 and R4 halved 4, +2 -3 + die 9 = 12."""
    field = besieged("s4-s4-1", "r4-r4-1", "ames-vogler", isolation=3)
    field.fight("a", "attack a-g1 b-g1", dice=(9, 2))

    assert 12 == field.total("attack")
    assert 2 == field.items("attack")["7.2.2.1.2"]
    assert -3 == field.items("attack")["7.3.1.2-c"]


def test_a_besieged_group_surrenders_at_the_tables_number():
    """7.3.1.1-c: CS-Q02, four in this pack; the units go to the besieger's pile."""
    field = end_of_turn(besieged("s3-s3-1", "r4-r4-1", isolation=3), "a", 1)

    assert {"s3-s3-1", "r4-r4-1"} == set(field.zone("b-casualties"))
    assert lifted(field)


def test_a_surrendering_objective_is_captured_by_the_besieger():
    """7.3.1.1-c, 7.3.8.2-c: CS-Q02."""
    field = end_of_turn(besieged("crossroads", "s3-s3-1", isolation=3), "a", 1)
    field.when("b", "occupy none")

    assert ("b", "german") == (field.where("crossroads")[0], field.table.piece("crossroads").face)
    assert ("s3-s3-1",) == field.zone("b-casualties")
    assert lifted(field)


# 7.3.1.3


def test_a_besieged_objective_has_no_capability():
    """7.3.1.3-b1, 7.3.8.1-b: Barracks are refused, Pherddorf gives no third action."""
    field = besieged("barracks", phase="F").discards("s2-s2-1", "s2-s2-2")
    field.when("a", "barracks").then_illegal("13.5.1-b")

    assert 2 == besieged("pherddorf").left("us")


def test_a_besieged_objective_scores_less():
    """7.3.1.3-b2, 5.2.1.2: Citie, six points, isolation two (three at the end of the Turn)."""
    field = besieged("citie", isolation=1).group("c-g1", "us", "s2-s2-1").pile()
    field.track("sudden-death", 5).turn("a", "F").fight("a", "end-turn", dice=(10,))

    assert field.table.result is not None
    assert 6 - 2 == field.table.result.scores["a"]


def test_a_besieged_group_neither_withdraws_nor_surrounds():
    """7.3.1.3-b3, 6.3-c"""
    field = besieged("s3-s3-1", "r4-r4-1").hold("a", "surrounded-2")
    field.group("b-g2", "german", "r2-r2-1")
    field.when("a", "surround surrounded-2 a-g1 b-g2").then_illegal("7.3.1.3-b3")
    field.turn("a", "A").when("a", "withdraw s3-s3-1").then_illegal("6.3-c")


def test_a_besieged_group_is_not_reinforced_by_plain_deployment():
    """7.3.1.3-b4, 8.0-b"""
    field = besieged("s3-s3-1", phase="C").hold("a", "r2-r2-1")

    field.when("a", "deploy r2-r2-1 us a-g1").then_illegal("7.3.1.3-b4")


def test_a_besieged_group_attacks_its_besieger_only():
    """7.3.1.3-b5"""
    field = besieged("s4-s4-1").group("b-g2", "german", "r2-r2-1")
    field.when("a", "attack s4-s4-1 b-g2").then_illegal("7.3.1.3-b5")

    assert field.when("a", "attack s4-s4-1 b-g1").refused is None


# 7.3.2 Major Offensive.


def test_a_major_offensive_makes_a_second_attack_free():
    """7.3.2-b1: on the same or another target, actions unchanged; not a third time."""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r3-r3-1")
    field.group("b-g2", "german", "r3-r3-2").hold("a", OFFENSIVE, "major-offensive-2")
    field.fight("a", "attack s3-s3-1 b-g1", dice=(4, 4))
    field.fight("a", f"attack-again {OFFENSIVE} s3-s3-1 b-g2", dice=(4, 4))
    assert 1 == field.left()

    field.when("a", "attack-again major-offensive-2 s3-s3-1 b-g1").then_illegal("7.3.2-b1")


def test_a_major_offensive_doubles_one_unit():
    """7.3.2-b2: S4 and R3, S4 doubled, make eleven."""
    field = Field().group("a-g1", "us", "s4-s4-1", "r3-r3-1", "novak-thoma").hold("a", OFFENSIVE)
    field.group("b-g1", "german", "l5-l5")
    field.fight("a", "attack a-g1 b-g1", dice=(1, 7), a_support=f"double {OFFENSIVE} s4-s4-1")

    assert 11 + 0 + 1 == field.total("attack")


def test_one_use_of_a_card_excludes_the_others():
    """1.1.1.6-a: what doubled a unit cannot bring a second attack."""
    field = Field().group("a-g1", "us", "s4-s4-1").group("b-g1", "german", "l5-l5")
    field.hold("a", OFFENSIVE)
    field.fight("a", "attack s4-s4-1 b-g1", dice=(1, 4), a_support=f"double {OFFENSIVE} s4-s4-1")

    assert (9, 9) == (field.total("attack"), field.total("defence"))
    assert not field.offers("a", "attack-again")
    assert field.when("a", f"attack-again {OFFENSIVE} s4-s4-1 b-g1").refused is not None


def test_a_major_offensive_supplies_a_besieged_group():
    """7.3.2-b3, 7.3.1.2-d: isolation off for an action in C; -1 at the end of this very Turn."""
    field = besieged("s3-s3-1", "r4-r4-1", isolation=3, phase="C").hold("a", OFFENSIVE)
    field.when("a", f"supply {OFFENSIVE} a-g1")
    assert 0 == isolation(field.table, group(field.table, "a-g1"))
    assert ("a-g1", 1) == (field.where("besieged-a"), field.left())
    assert "markers" == field.where("surrounded-1")
    field.when("a", "go F").fight("a", "end-turn")

    assert 1 == isolation(field.table, group(field.table, "a-g1"))


def test_a_major_offensive_reinforces_a_besieged_group():
    """7.3.2-b4, 8.0-b, 7.3.1.3-b4: R2 joins S3 for an action."""
    field = besieged("s3-s3-1", phase="C").hold("a", OFFENSIVE, "r2-r2-1")
    field.when("a", f"reinforce {OFFENSIVE} r2-r2-1 us a-g1").when("a", "done")

    assert {"s3-s3-1", "r2-r2-1"} <= set(field.zone("a-g1"))
    assert ("discard-top", 1) == (field.where(OFFENSIVE), field.left())


def test_only_a_besieged_group_is_offered_reinforcement_by_a_major_offensive():
    """7.3.2-b4: the free group is no choice, and without an action there is none."""
    field = besieged("s3-s3-1", phase="C").group("a-g2", "us", "s3-s3-2")
    field.hold("a", OFFENSIVE, "r2-r2-1")

    assert {"a-g1"} == field.candidates("a", "reinforce", "group")
    assert [] == field.track("actions/us", 2).offers("a", "reinforce")


# 7.3.3 Airborne.


def test_airborne_serves_us_units_only():
    """7.3.3-a"""
    field = besieged("s3-s3-1", isolation=2, side="german").hold("a", DROP, "s2-s2-1")
    field.when("a", f"air-supply {DROP} a-g1").then_illegal("7.3.3-a")
    field.when("a", f"airdrop {DROP} s2-s2-1 german").then_illegal("7.3.3-a")


def test_airborne_drops_an_infantry_group_which_attacks_at_once_and_free():
    """7.3.3-b1, 7.3.3-b2: one action for the drop, none for the attack."""
    field = Field().group("b-g1", "german", "r2-r2-1")
    field.hold("a", DROP, "s3-s3-1", "r3-r3-1", "pike-harms", "m10-stug-iii-g")
    field.when("a", f"airdrop {DROP} s3-s3-1 us")
    field.when("a", "add m10-stug-iii-g us").then_illegal("7.3.3-b1")
    field.when("a", "add r3-r3-1 us").when("a", "add pike-harms us").when("a", "done")
    assert 1 == field.left()
    field.fight("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 3 + 3 + 1 + 5 == field.total("attack")
    assert 1 == field.left()


def test_armor_does_not_start_a_drop():
    """7.3.3-b1"""
    field = Field().hold("a", DROP, "m10-stug-iii-g").group("b-g1", "german", "r2-r2-1")

    field.when("a", f"airdrop {DROP} m10-stug-iii-g us").then_illegal("7.3.3-b1")


def test_a_dropped_group_attacks_at_once_or_not_at_all():
    """7.3.3-b2: having stayed, it is one that was deployed this Turn."""
    field = Field().group("b-g1", "german", "r2-r2-1").hold("a", DROP, "s3-s3-1")
    field.when("a", f"airdrop {DROP} s3-s3-1 us").when("a", "done").when("a", "pass")

    field.when("a", "attack s3-s3-1 b-g1").then_illegal("7.1-a")
    assert "attack" not in {offer.verb for offer in field.prompt("a").offers}


def test_besieged_and_relief_attack_together():
    """7.3.3-b3: besieged S5 (-1) and relief R4: 2+4-1 = 5 before leader and die."""
    field = Field().group("a-g1", "us", "l5-l5").group("a-g2", "us", "r4-r4-1")
    field.group("b-g1", "german", "s3-s3-1").siege("b-g1", "a-g1", isolation=1).hold("a", DROP)
    field.fight("a", f"relieve {DROP} l5-l5 r4-r4-1 b-g1", dice=(3, 5))

    assert 5 + 3 == field.total("attack")
    assert 1 == field.left()


def test_airborne_takes_the_isolation_off_and_leaves_the_siege():
    """7.3.3-b4"""
    field = besieged("s3-s3-1", isolation=4).hold("a", DROP).when("a", f"air-supply {DROP} a-g1")

    assert 0 == isolation(field.table, group(field.table, "a-g1"))
    assert ("a-g1", 1) == (field.where("besieged-a"), field.left())


@pytest.mark.parametrize(
    ("relief", "defence", "attack"),
    [("r4-r4-1", 3, 2 + 4), ("m10-stug-iii-g", 3 + 3, 2 + 4)],
    ids=["infantry", "armor"],
)
def test_a_panzerfaust_meets_a_joint_attack_only_if_armor_takes_part(
    relief: str, defence: int, attack: int
):
    """7.3.3-b3, 7.2.3.6-a, 7.3.9.5: besieged L5 counts two, the relief four."""
    field = Field().group("a-g1", "us", "l5-l5").group("a-g2", "us", relief)
    field.group("b-g1", "german", "s3b-s3p-1").siege("b-g1", "a-g1").hold("a", DROP)
    field.fight("a", f"relieve {DROP} l5-l5 {relief} b-g1", dice=(3, 3))

    assert (attack + 3, defence + 3) == (field.total("attack"), field.total("defence"))


def test_only_an_isolated_group_is_offered_supply_by_air():
    """7.3.3-b4: Ann's first group is isolated, her second only besieged; it takes an action."""
    field = besieged("s3-s3-1", isolation=1).group("a-g2", "us", "s3-s3-2")
    field.group("b-g2", "german", "r4-r4-1").siege("b-g2", "a-g2", card="surrounded-2")
    field.hold("a", DROP)

    assert {"a-g1"} == field.candidates("a", "air-supply", "group")
    assert [] == field.track("actions/us", 2).offers("a", "air-supply")
