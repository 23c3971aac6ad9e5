"""7.3.4 Counterattack to 7.3.7 Cover!, 7.3.11 Recon, 7.3.12 Partisan or Kommando, row by row."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.groups.group import group
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view

COUNTER = "counterattack-intelligence-1"
PARTISAN = "partisan"
SHERMAN, PANTHER = "m4a3-sherman-panzer-iv-h", "m4a3-sherman-76-panther-g"
STUART = "m5a1-stuart-sdkfz-234"


def battle(attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Field:
    """Ann's US group and Bob's German one."""
    return Field().group("a-g1", "us", *attackers).group("b-g1", "german", *defenders)


def passing(field: Field, *seats: str) -> Field:
    """Some seats pass in this order."""
    for seat in seats:
        field.when(seat, "pass")
        assert field.refused is None
    return field


# 7.3.4 Counterattack.


def test_every_seat_is_asked_for_a_counterattack_whatever_it_holds():
    """7.3.4-a, 1.1.1.6-b: the defender first, and the questions of two tables look alike."""
    asked = []
    for holder in "abc":
        field = battle(("s4-s4-1",), ("r4-r4-1",)).hold(holder, COUNTER)
        passing(field.when("a", "attack s4-s4-1 b-g1"), "a")
        seats = []
        while field.prompt(field.asked()[0]).facts.get("window") == "counterattack":
            seats += field.asked()
            passing(field, *field.asked())
        asked.append(seats)

    assert [["b", "c", "a"]] * 3 == asked


def test_a_counterattack_comes_before_intelligence_and_before_the_dice():
    """7.3.4-a: in the Intelligence window it is refused."""
    field = battle(("s4-s4-1",), ("r4-r4-1",)).hold("b", COUNTER)
    field.when("a", "attack s4-s4-1 b-g1")
    passing(field, "a", "b", "c", "a")
    assert "intelligence" == field.prompt("b").facts["window"]
    field.when("b", f"counterattack {COUNTER}").then_illegal("7.3.4-a")


def test_a_counterattack_cannot_follow_a_cancelled_attack():
    """7.3.4-a, 7.3.5-b1: CS-07 (a)."""
    field = battle(("s4-s4-1",), ("r4-r4-1",)).hold("b", COUNTER, "counterattack-intelligence-2")
    field.fight("a", "attack s4-s4-1 b-g1", b_intelligence=f"cancel {COUNTER}")
    assert field.when("b", "counterattack counterattack-intelligence-2").refused is not None


def test_one_defending_unit_strikes_an_attacking_unit_first():
    """7.3.4-b: 4+6 against 3+4: R3 is eliminated, and the battle is over."""
    field = battle(("r3-r3-1",), ("s4-s4-1",)).hold("b", COUNTER)
    field.fight("a", "attack r3-r3-1 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike s4-s4-1 r3-r3-1", dice=(6, 4))

    assert (10, 7) == (field.total("attack"), field.total("defence"))
    assert ("r3-r3-1",) == field.zone("b-casualties")
    assert 2 == len(field.happened(e.DiceRolled))
    assert {"discard-top"} == {field.where(COUNTER)}


def test_the_card_may_come_from_any_seat_the_choice_is_the_defenders():
    """7.3.4-a, 7.3.4-b"""
    field = battle(("r3-r3-1",), ("s4-s4-1",)).hold("c", COUNTER)
    field.fight("a", "attack r3-r3-1 b-g1", c_counterattack=f"counterattack {COUNTER}")

    assert ("b",) == field.asked()
    assert {"s4-s4-1"} == field.candidates("b", "strike", "unit")


def test_the_battle_goes_on_with_the_survivors():
    """7.3.4-c: S3 and R4 lose R4 to the counterattack; three are left to attack."""
    field = battle(("s3-s3-1", "r4-r4-1", "novak-thoma"), ("l5-l5",)).hold("b", COUNTER)
    field.fight("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike l5-l5 r4-r4-1", dice=(8, 6, 5, 5))

    assert (13, 10) == (field.total("attack"), field.total("defence"))
    assert ("r4-r4-1",) == field.zone("b-casualties")[:1]
    assert 3 + 0 + 5 == field.total("attack", 1)


def test_leaders_and_modifiers_change_roles_with_the_counterattack():
    """7.3.4-b: S4 under +1 strikes both attackers under +2, who are mined: 4+1+5, 7+2-2+3."""
    field = battle(("s3-s3-1", "r4-r4-1", "ames-vogler"), ("s4-s4-1", "pike-harms"))
    field.put("a-g1", "mines-1").hold("b", COUNTER)
    field.fight("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike s4-s4-1 s3-s3-1+r4-r4-1", dice=(5, 3, 5, 5))

    assert (10, 10) == (field.total("attack"), field.total("defence"))


def test_the_counterattacking_unit_may_be_lost_itself():
    """7.3.4-b: results apply normally; nobody is left to defend, so nobody fights on."""
    field = battle(("l5-l5",), ("s4-s4-1",)).hold("b", COUNTER)
    field.fight("a", "attack l5-l5 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike s4-s4-1 l5-l5", dice=(1, 9))

    assert ("s4-s4-1",) == field.zone("a-casualties")
    assert 2 == len(field.happened(e.DiceRolled))


def test_an_entrenched_unit_that_counterattacks_leaves_its_trench():
    """7.3.4-b, 16.3"""
    field = battle(("l5-l5",), ("s4-s4-1",)).mark("s4-s4-1", "entrenched", 2).hold("b", COUNTER)
    field.fight("a", "attack l5-l5 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike s4-s4-1 l5-l5", dice=(5, 4, 3, 4))

    assert 0 == field.table.mark("s4-s4-1", "entrenched")
    assert 4 + 4 == field.total("defence", 1)


def test_an_occupation_group_may_counterattack():
    """4.2.3-b, 7.3.8.1-a: S4 with an objective strikes back without the defence factor."""
    field = battle(("r3-r3-1",), ("crossroads", "s4-s4-1")).hold("b", COUNTER)
    field.fight("a", "attack r3-r3-1 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike s4-s4-1 r3-r3-1", dice=(6, 4))

    assert 4 + 6 == field.total("attack")
    assert ("r3-r3-1",) == field.zone("b-casualties")


# 7.3.5 Intelligence.


def test_intelligence_cancels_an_attack_on_a_maneuver_group():
    """7.3.5-b1, 7.3.5-c: no dice, the action stays spent, the group may not attack again."""
    field = battle(("s4-s4-1",), ("r4-r4-1",)).hold("c", COUNTER).hold("a", "major-offensive-1")
    field.group("b-g2", "german", "r2-r2-1")
    field.fight("a", "attack s4-s4-1 b-g1", c_intelligence=f"cancel {COUNTER}")

    assert () == field.happened(e.DiceRolled)
    assert 1 == field.left()
    field.when("a", "attack s4-s4-1 b-g2").then_illegal("7.3.5-c")


def test_an_attack_on_an_occupation_group_cannot_be_cancelled():
    """7.3.5-b1: nobody is asked (CS-07 b)."""
    field = battle(("s4-s4-1",), ("crossroads", "r4-r4-1")).hold("c", COUNTER)
    field.when("a", "attack s4-s4-1 b-g1")
    windows = []
    while "window" in field.prompt(field.asked()[0]).facts:
        windows.append(field.prompt(field.asked()[0]).facts["window"])
        if len(windows) == 4:
            break
        passing(field, *field.asked())

    assert "intelligence" not in windows


def test_the_active_player_is_not_asked_for_intelligence():
    """7.3.5-b1: nobody cancels an attack of the own."""
    field = battle(("s4-s4-1",), ("r4-r4-1",)).hold("a", COUNTER)
    field.when("a", "attack s4-s4-1 b-g1")
    passing(field, "a", "b", "c", "a")
    seats = []
    while field.asked() and field.prompt(field.asked()[0]).facts.get("window") == "intelligence":
        seats += field.asked()
        if seats[-1] == "c":
            break
        passing(field, *field.asked())

    assert ["b", "c"] == seats


def test_supports_are_lost_with_the_cancelled_attack():
    """7.3.5-c, 1.1.1.6-c: FFE and Major Offensive go, nobody is disordered (CS-07 c)."""
    field = battle(("s4-s4-1", "r3-r3-1", "novak-thoma"), ("r4-r4-1",)).hold("b", COUNTER)
    field.hold("a", "ffe-3-at-3", "major-offensive-1")
    field.when("a", "attack a-g1 b-g1 ffe-3-at-3")
    field.when("a", "double major-offensive-1 s4-s4-1")
    passing(field, "b", "c", "a")
    field.when("b", f"cancel {COUNTER}")

    piles = {field.where(card) for card in ("ffe-3-at-3", "major-offensive-1", COUNTER)}
    assert piles <= {"discard", "discard-top"}
    assert [False, False] == field.sideways("s4-s4-1", "r3-r3-1")
    field.when("a", "attack a-g1 b-g1").then_illegal("7.3.5-c")


def test_intelligence_uncovers_a_pick_of_the_other_sides_choice():
    """7.3.5-b2, 1.4: Bob chooses; Ann sees that entry, Cy does not."""
    field = Field().pick("b", river="us", bridge="german", forest="us").hold("a", COUNTER)
    field.when("a", f"inquire {COUNTER} b")
    assert {"b-river-us", "b-bridge-german", "b-forest-us"} == field.candidates(
        "b", "show-pick", "entry"
    )
    field.when("b", "show-pick b-river-us")

    assert 1 == field.left()
    assert "b-river-us" in view(field.table, "a").pieces
    assert "b-bridge-german" not in view(field.table, "a").pieces
    assert "b-river-us" not in view(field.table, "c").pieces


def test_uncovering_a_pick_costs_an_action():
    """7.3.5-b2: with none left it is refused."""
    field = Field().pick("b", river="us", bridge="german").hold("a", COUNTER)
    field.track("actions/other", 2)
    field.when("a", f"inquire {COUNTER} b").then_illegal("3.0-a")


# 7.3.6 Sniper!, 7.3.7 Cover!


@pytest.mark.parametrize(
    ("leader", "die", "killed"),
    [
        ("pike-harms", 8, True),
        ("pike-harms", 7, False),
        ("brown-keller", 8, False),
        ("brown-keller", 9, True),
        ("brown-keller", 10, True),
    ],
)
def test_a_sniper_needs_six_above_the_rating(leader: str, die: int, killed: bool):
    """7.3.6, 1.3: CS-05; rating two falls to eight, rating three to nine."""
    field = Field().group("b-g1", "german", "s3-s3-1", leader).hold("a", "sniper-cover-1")
    field.fight("a", f"snipe sniper-cover-1 {leader}", dice=(die,))

    assert killed == (field.where(leader) == "a-casualties")
    assert 1 == field.left()


def test_a_sniper_aims_at_leaders_of_either_side_but_not_at_the_own():
    """7.3.6: CS-Q44."""
    field = Field().group("b-g1", "us", "s3-s3-1", "pike-harms").hold("a", "sniper-cover-1")
    field.group("c-g1", "german", "s3-s3-2", "brown-keller")
    field.group("a-g1", "us", "s3-s3-3", "cole-moritz")

    assert {"pike-harms", "brown-keller"} == field.candidates("a", "snipe", "leader")


def test_the_group_of_a_shot_leader_is_out_of_command():
    """7.3.6, 7.2.1-a: CS-Q68, its units attack one by one."""
    field = Field(active="b").group("a-g1", "us", "s3-s3-1", "r4-r4-1", "pike-harms")
    field.group("b-g1", "german", "r2-r2-1").hold("b", "sniper-cover-1")
    field.fight("b", "snipe sniper-cover-1 pike-harms", dice=(8,)).turn("a", "B", 2)

    assert {"s3-s3-1", "r4-r4-1"} == field.candidates("a", "attack", "force")


def test_cover_makes_the_sniper_roll_twice_and_use_the_lower():
    """7.3.7: rating two, ten and seven: 7-2 = 5, the leader lives; played by a third seat."""
    field = Field().group("b-g1", "german", "s3-s3-1", "pike-harms").hold("a", "sniper-cover-1")
    field.hold("c", "sniper-cover-2")
    field.fight(
        "a", "snipe sniper-cover-1 pike-harms", dice=(10, 7), c_cover="cover sniper-cover-2"
    )

    assert "b-g1" == field.where("pike-harms")
    assert [(10, 7)] == [one.faces for one in field.happened(e.DiceRolled)]


def test_cover_also_helps_against_the_steeple():
    """7.3.7, 13.5.2.5-d"""
    field = Field().group("b-g1", "german", "s3-s3-1", "pike-harms").hold("b", "sniper-cover-1")
    field.group("a-g1", "us", "crossroads", "steeple")
    field.fight("a", "snipe steeple pike-harms", dice=(10, 7), b_cover="cover sniper-cover-1")

    assert ("b-g1", 1) == (field.where("pike-harms"), field.left())


# 7.3.11 Recon.


@pytest.mark.parametrize("side", ["us", "german"])
def test_recon_takes_a_bare_objective_in_anybodys_turn_for_either_side(side: str):
    """7.3.11-a, 14.3.1-a: garrison or not; at the end of Cy's Turn Ann plays."""
    field = (
        Field(active="c", phase="F").group("b-g1", "us", "pherddorf").hold("a", "recon-sappers-1")
    )
    field.group("c-g1", "us", "s3-s3-1").when("c", "end-turn")
    field.when("a", f"recon recon-sappers-1 pherddorf {side}")

    assert field.refused is None
    assert ("a", side) == (field.where("pherddorf")[0], field.table.piece("pherddorf").face)


def test_recon_may_follow_recon():
    """7.3.11-b: Ann, then Cy; Cy keeps it."""
    field = Field(phase="F").group("b-g1", "us", "forest")
    field.hold("a", "recon-sappers-1").hold("c", "recon-no-retreat-1")
    field.when("a", "recon recon-sappers-1 forest us")
    assert "a" == field.where("forest")[0]
    field.fight("b", "pass", c_recon="recon recon-no-retreat-1 forest german")

    assert ("c", "german") == (field.where("forest")[0], field.table.piece("forest").face)


def test_recon_does_not_take_an_occupied_or_an_own_objective():
    """7.3.11-a, 14.3.1-a, 14.3.1-b: a leader alone is an occupation too."""
    field = Field().group("b-g1", "us", "forest", "pike-harms").group("a-g1", "us", "bridge")
    field.hold("a", "recon-sappers-1")
    field.when("a", "recon recon-sappers-1 forest us").then_illegal("14.3.1-a")
    field.when("a", "recon recon-sappers-1 bridge german").then_illegal("14.3.1-b")


# 7.3.12 Partisan or Kommando.


def infiltrated() -> Field:
    """Ann's partisans lie on Bob's Barracks."""
    field = Field().group("b-g1", "german", "barracks", "s3-s3-1").hold("a", PARTISAN)
    field.group("a-g1", "us", "s4-s4-1")
    return field.when("a", f"infiltrate {PARTISAN} barracks")


def test_partisans_silence_an_opponents_objective_for_an_action():
    """7.3.12-a, 13.5.1-b, 1.1.1.6-c: the card stays on the table."""
    field = infiltrated()
    assert ("b-g1", 1) == (field.where(PARTISAN), field.left())
    field.turn("b", "F", 2).discards("s2-s2-1", "s2-s2-2")

    field.when("b", "barracks").then_illegal("13.5.1-b")


def test_partisans_are_not_played_on_own_objectives():
    """7.3.12-a"""
    field = Field().group("a-g1", "us", "barracks").group("b-g1", "us", "forest", "s2-s2-1")
    field.hold("a", PARTISAN)

    assert {"forest"} == field.candidates("a", "infiltrate", "objective")


def begun(field: Field, seat: str, number: int) -> Field:
    """Enter a seat's attack phase of that Turn."""
    return field.turn(seat, "A", number).when(seat, "go B")


def test_unpaid_partisans_are_discarded():
    """7.3.12-b: asked in each later own phase B; declined, the card goes."""
    field = begun(infiltrated(), "a", 4)
    field.when("a", f"drop-partisans {PARTISAN}")

    assert ("discard-top", 2) == (field.where(PARTISAN), field.left())


def test_paid_partisans_stay_for_an_action():
    """7.3.12-b"""
    field = begun(infiltrated(), "a", 4).when("a", f"pay-partisans {PARTISAN}")

    assert ("b-g1", 1) == (field.where(PARTISAN), field.left())


def test_without_an_action_left_partisans_cannot_be_paid():
    """7.3.12-b: CS-Q63."""
    field = infiltrated().turn("a", "A", 4).track("actions/other", 2).when("a", "go B")

    assert {"drop-partisans"} == {offer.verb for offer in field.prompt("a").offers}


def test_partisans_help_whoever_attacks_the_objective():
    """7.3.12-c: S4 and three make seven before the die."""
    field = infiltrated().fight("a", "attack s4-s4-1 b-g1", dice=(5, 1))

    assert 7 + 5 == field.total("attack")
    assert 3 == field.items("attack")["7.3.12-c"]


def test_partisans_go_when_another_player_captures_the_objective():
    """7.3.12-b, 7.3.8.2-c"""
    field = infiltrated().mark("barracks", "garrison-lost").mark("barracks", "damage", 8)
    field.fight("a", "attack s4-s4-1 b-g1", dice=(8, 1)).fight("a", "occupy none")

    assert "us" == group(field.table, field.where("barracks")).side
    assert "discard" in field.where(PARTISAN)


def test_a_unit_that_is_not_attacked_does_not_counterattack():
    """7.3.4-b, 7.1.3-c, 7.3.1.1-d: only L4 out of command is named, so only L4 strikes."""
    field = battle(("r3-r3-1",), ("s4-s4-1", "l5-l5", "l4-l4-1", "pike-harms"))
    field.mark("l4-l4-1", "sideways").hold("b", COUNTER)
    field.fight("a", "attack r3-r3-1 l4-l4-1", b_counterattack=f"counterattack {COUNTER}")

    assert {"l4-l4-1"} == field.candidates("b", "strike", "unit")
    field.fight("b", "strike l4-l4-1 r3-r3-1", dice=(6, 4))
    assert (4 + 6, 3 + 4) == (field.total("attack"), field.total("defence"))


# Supports, in turn until both pass in a row.


def test_attacker_and_defender_support_in_turn_until_both_pass():
    """7.2.3, 7.3.4-a: CS-Q21; a support reopens the question for the other side."""
    field = battle((SHERMAN,), ("r3-r3-1",)).hold("a", "ffe-3-at-3", "major-offensive-1")
    field.hold("b", "ffe-2-at-2").when("a", f"attack {SHERMAN} b-g1")
    asked = []
    for words in (
        "pass",
        "at-weapon ffe-2-at-2",
        "ffe ffe-3-at-3",
        "double major-offensive-1 " + SHERMAN,
    ):
        (seat,) = field.asked()
        assert "support" == field.prompt(seat).facts["window"]
        asked.append(seat)
        field.when(seat, words)
        assert field.refused is None

    assert ["a", "b", "a", "a"] == asked
    assert "counterattack" == field.prompt(field.asked()[0]).facts["window"]


def test_a_passing_attacker_is_asked_again_after_the_defenders_support():
    """7.2.3: CS-Q21; two passes in a row close the window, one does not."""
    field = battle((SHERMAN,), ("r3-r3-1",)).hold("a", "ffe-3-at-3").hold("b", "ffe-2-at-2")
    passing(field.when("a", f"attack {SHERMAN} b-g1"), "a")
    field.when("b", "at-weapon ffe-2-at-2")
    assert ("a",) == field.asked()
    passing(field, "a")

    assert "support" != field.prompt(field.asked()[0]).facts["window"]


# Who counts in a battle of single units.


def test_one_unit_of_a_combined_arms_group_earns_no_bonus_alone():
    """7.2.3.5, 7.3.4-b, 7.3.9.2-a: all three must fight; one strikes back, one is picked off."""
    arms = ("s4-s4-1", "r3-r3-1", "l3-l3-1", "cole-moritz")
    field = battle(("r4-r4-1",), arms).hold("b", COUNTER)
    field.fight("a", "attack r4-r4-1 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike s4-s4-1 r4-r4-1", dice=(6, 3))
    assert 4 + 0 + 6 == field.total("attack")
    field = battle((SHERMAN,), arms).fight("a", "pick-off a-g1 r3-r3-1", dice=(5, 6))

    assert 3 + 0 + 6 == field.total("defence")


def test_infantry_of_an_armored_group_that_strikes_back_is_no_armor():
    """7.2.3.6-a, 7.3.4-b: the bazooka of the attackers does not count against R4."""
    field = battle(("s3b-s3p-1", "novak-thoma"), (PANTHER, "r4-r4-1")).hold("b", COUNTER)
    field.fight("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike r4-r4-1 s3b-s3p-1", dice=(8, 2))
    assert (12, 3 + 0 + 2) == (field.total("attack"), field.total("defence"))
    field = battle(("s3b-s3p-1", "novak-thoma"), (PANTHER, "r4-r4-1")).hold("b", COUNTER)
    field.fight("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", f"strike {PANTHER} s3b-s3p-1", dice=(8, 2))

    assert (6 + 8, 3 + 0 + 2 + 2) == (field.total("attack"), field.total("defence"))


def test_armor_strikes_infantry_of_an_armored_group_with_its_right_factor():
    """7.3.9.5, 7.3.4-b: Panther 6 against R2 alone, 8 against the Sherman."""
    for part, factor in (("r2-r2-1", 6), (SHERMAN, 8)):
        field = battle((SHERMAN, "r2-r2-1", "novak-thoma"), (PANTHER,)).hold("b", COUNTER)
        field.fight("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTER}")
        field.fight("b", f"strike {PANTHER} {part}", dice=(9, 1, 5, 5))
        assert factor + 9 == field.total("attack")


@pytest.mark.parametrize(("isolation", "able"), [(0, {"l5-l5", "s2-s2-1"}), (1, {"s2-s2-1"})])
def test_a_hopeless_unit_is_not_picked_off(isolation: int, able: set[str]):
    """7.1.2-b, 7.3.9.2-a: the mined, besieged Stuart reaches ten or nine; L5 has nine."""
    field = battle((STUART,), ("l5-l5", "s2-s2-1", "dunne-rathke")).put("a-g1", "mines-1")
    field.siege("b-g1", "a-g1", isolation=isolation)

    assert able == field.candidates("a", "pick-off", "victim")
