"""Combinations that no single row spells out: each test names the rules that meet in it."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.groups.group import group
from wardiary.domain.games.combat_soldiers.groups.objectives import defence_factor
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation
from wardiary.domain.table import events as e

COUNTER = "counterattack-intelligence-1"
OFFENSIVE = "major-offensive-1"
SHERMAN, STUART, TIGER = "m4a3-sherman-panzer-iv-h", "m5a1-stuart-sdkfz-234", "m18-tiger-ii"


def battle(attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Field:
    """Ann's US group and Bob's German one."""
    return Field().group("a-g1", "us", *attackers).group("b-g1", "german", *defenders)


def lifted(field: Field) -> bool:
    """Whether siege A is off and its card discarded."""
    home = {field.where("besieged-a"), field.where("besieging-a")}
    return home == {"markers"} and "discard" in field.where("surrounded-1")


# Surrounded with Major Offensive.


def test_a_doubled_unit_is_halved_again_in_a_siege():
    """7.3.2-b2, 7.3.1.2-a: CS-Q10; S3 doubled is six, halved three; R3 is one."""
    field = battle(("s3-s3-1", "r3-r3-1", "novak-thoma"), ("l4-l4-1",)).siege("b-g1", "a-g1")
    field.hold("a", OFFENSIVE)
    field.fight("a", "attack a-g1 b-g1", dice=(5, 5), a_support=f"double {OFFENSIVE} s3-s3-1")

    assert 3 + 1 + 0 + 5 == field.total("attack")


def test_a_besieged_group_may_attack_its_besieger_twice():
    """7.3.2-b1, 7.3.1.3-b5, 7.2.2.5-c: nobody else, both times at half, one unit tires."""
    field = battle(("s4-s4-1", "r4-r4-1", "novak-thoma"), ("l5-l5",)).siege("b-g1", "a-g1")
    field.group("b-g2", "german", "r2-r2-1").hold("a", OFFENSIVE)
    field.fight("a", "attack a-g1 b-g1", dice=(5, 4))
    assert {"b-g1"} == field.candidates("a", "attack-again", "target")
    field.when("a", f"attack-again {OFFENSIVE} a-g1 b-g2")
    assert field.refused is not None
    field.fight("a", f"attack-again {OFFENSIVE} a-g1 b-g1", dice=(5, 4))
    assert 2 + 2 + 0 + 5 == field.total("attack")
    field.when("a", "rest s4-s4-1")

    assert [True, False] == field.sideways("s4-s4-1", "r4-r4-1")
    assert 1 == field.left()


def test_a_second_attack_elsewhere_lifts_the_siege_that_the_first_one_kept():
    """7.3.2-b1, 7.3.1.1-c: CS-Q52."""
    field = battle(("s4-s4-1",), ("r4-r4-1",)).siege("a-g1", "b-g1")
    field.group("b-g2", "german", "r3-r3-1").hold("a", OFFENSIVE)
    field.fight("a", "attack s4-s4-1 b-g1", dice=(4, 4))
    assert not lifted(field)
    field.fight("a", f"attack-again {OFFENSIVE} s4-s4-1 b-g2", dice=(3, 4))

    assert lifted(field)


def test_a_group_that_surrounds_gets_no_second_attack_by_a_major_offensive():
    """7.3.1.1-b, 7.3.2-b1: there is no first one."""
    field = battle(("s4-s4-1",), ("r4-r4-1",)).hold("a", "surrounded-1", OFFENSIVE)
    field.when("a", "surround surrounded-1 a-g1 b-g1")

    assert not {"attack", "attack-again"} & {offer.verb for offer in field.prompt("a").offers}
    field.when("a", "attack s4-s4-1 b-g1").then_illegal("7.3.1.1-b")


def test_supply_and_reinforcement_take_two_cards_and_two_actions():
    """7.3.2-b3, 7.3.2-b4, 1.1.1.6-a"""
    field = Field(phase="C").group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "l5-l5")
    field.siege("b-g1", "a-g1", isolation=2).hold("a", OFFENSIVE, "major-offensive-2", "r2-r2-1")
    field.when("a", f"supply {OFFENSIVE} a-g1")
    field.when("a", "reinforce major-offensive-2 r2-r2-1 us a-g1").when("a", "done")

    assert (0, 0) == (field.left(), isolation(field.table, group(field.table, "a-g1")))
    assert {"s3-s3-1", "r2-r2-1"} <= set(field.zone("a-g1"))


def test_own_cards_may_supply_anothers_group():
    """Playing the Game, 7.3.2-b3: Ann supplies Cy's."""
    field = Field(phase="C").group("c-g1", "us", "s3-s3-1").group("b-g1", "german", "l5-l5")
    field.siege("b-g1", "c-g1", isolation=2).hold("a", OFFENSIVE).group("a-g1", "us", "s2-s2-1")
    field.when("a", f"supply {OFFENSIVE} c-g1")

    assert 0 == isolation(field.table, group(field.table, "c-g1"))


def test_sappers_clear_anothers_mines():
    """Playing the Game, 7.1.4"""
    field = Field().group("a-g1", "us", "s2-s2-1").group("c-g1", "us", "s3-s3-1")
    field.put("c-g1", "mines-1").hold("a", "recon-sappers-1")
    field.when("a", "sap recon-sappers-1 mines-1")

    assert "discard" in field.where("mines-1")


def test_a_besieged_besieger_breaks_its_own_siege_by_breaking_out():
    """7.3.1.1-c, 7.3.1.3-b5: X surrounds Y and is surrounded by Z; X attacks Z."""
    field = battle(("s4-s4-1",), ("r4-r4-1",)).group("b-g2", "german", "r3-r3-1")
    field.siege("a-g1", "b-g1").siege("b-g2", "a-g1", card="surrounded-2")
    field.when("a", "attack s4-s4-1 b-g2")

    assert lifted(field)
    assert "a-g1" == field.where("besieged-b")


def test_a_besieger_whose_sole_unit_lies_sideways_keeps_the_siege_without_its_leader():
    """7.3.1.1-d, 7.3.6: S3 rests after its attack; its leader is shot; S3 stays."""
    field = battle(("s3-s3-1", "pike-harms"), ("r4-r4-1",)).siege("a-g1", "b-g1")
    field.mark("s3-s3-1", "sideways").turn("b", "B", 2).hold("b", "sniper-cover-1")
    field.fight("b", "snipe sniper-cover-1 pike-harms", dice=(8,))

    assert ("b-g1", "a-g1") == (field.where("besieged-a"), field.where("besieging-a"))


def test_a_besieger_shot_leaderless_keeps_the_siege():
    """7.3.1.1-d, 7.3.6: two commanded units are left."""
    field = battle(("s3-s3-1", "r4-r4-1", "pike-harms"), ("r4-r4-2",)).siege("a-g1", "b-g1")
    field.turn("b", "B", 2).hold("b", "sniper-cover-1")
    field.fight("b", "snipe sniper-cover-1 pike-harms", dice=(8,))

    assert "b-g1" == field.where("besieged-a")


def test_a_besieged_counterattacker_strikes_at_half():
    """7.3.4-b, 7.3.1.2-a: the besieger attacks; S4 strikes back with two."""
    field = battle(("r3-r3-1",), ("s4-s4-1",)).siege("a-g1", "b-g1", isolation=1).hold("b", COUNTER)
    field.fight("a", "attack r3-r3-1 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike s4-s4-1 r3-r3-1", dice=(5, 3, 5, 8))

    assert (2 - 1 + 5, 3 + 3) == (field.total("attack"), field.total("defence"))


def test_a_counterattack_that_destroys_the_besieger_ends_siege_and_battle():
    """7.3.4-b, 7.3.1.1-c"""
    field = battle(("r3-r3-1",), ("s4-s4-1",)).siege("a-g1", "b-g1").hold("b", COUNTER)
    field.fight("a", "attack r3-r3-1 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike s4-s4-1 r3-r3-1", dice=(9, 1))

    assert lifted(field)
    assert ("r3-r3-1",) == field.zone("b-casualties")
    assert ("a", True) == (field.asked()[0], bool(field.offers("a", "go")))


# Counterattacks inside armored series.


def test_unarmed_infantry_does_not_strike_back_at_armor():
    """7.3.9.2-a, 7.3.9.1, 7.3.4-b: CS-Q65; nobody is asked, the series starts with its dice."""
    field = battle((STUART,), ("s3-s3-1", "r3-r3-1")).hold("b", COUNTER)
    field.when("a", "pick-off a-g1 s3-s3-1").when("a", "pass").when("b", "pass")

    assert "counterattack" != field.prompt(field.asked()[0]).facts["window"]


def test_an_at_weapon_lets_infantry_strike_back_in_the_series():
    """7.3.9.1, 7.3.4-b, 7.2.3.6-c: S3 with a card of +2 against the Stuart: 3+2+9 against 3+5."""
    field = battle((STUART, "r2-r2-1", "novak-thoma"), ("s3-s3-1", "r3-r3-1"))
    field.hold("b", COUNTER, "ffe-2-at-2")
    field.fight(
        "a",
        "pick-off a-g1 s3-s3-1",
        b_support="at-weapon ffe-2-at-2",
        b_counterattack=f"counterattack {COUNTER}",
    )
    assert {STUART} == field.candidates("b", "strike", "part")
    field.fight("b", f"strike s3-s3-1 {STUART}", dice=(9, 5))

    assert (14, 8) == (field.total("attack"), field.total("defence"))
    assert (STUART,) == field.zone("b-casualties")[:1]
    assert "b-g1" == field.where("s3-s3-1")
    assert "press" not in {offer.verb for offer in field.prompt("a").offers}
    assert {"discard", "discard-top"} >= {field.where("ffe-2-at-2"), field.where(COUNTER)}


def test_a_victim_lost_in_its_own_counterattack_ends_that_battle():
    """7.3.4-b, 7.3.9.2-b: no second pair of dice is rolled."""
    field = battle((STUART,), ("s3-s3-1", "r3-r3-1")).hold("b", COUNTER, "ffe-2-at-2")
    field.fight(
        "a",
        "pick-off a-g1 s3-s3-1",
        b_support="at-weapon ffe-2-at-2",
        b_counterattack=f"counterattack {COUNTER}",
    )
    field.fight("b", f"strike s3-s3-1 {STUART}", dice=(1, 10))

    assert ("s3-s3-1",) == field.zone("a-casualties")
    assert 2 == len(field.happened(e.DiceRolled))


# Mines left behind on capture.


def test_captors_leave_the_mines_behind():
    """13.2-g: mined L4 and R2 capture, R2 occupies: the mines lie with L4."""
    field = battle(("l4-l4-1", "r2-r2-1", "novak-thoma"), ("crossroads",)).put("a-g1", "mines-1")
    field.mark("crossroads", "garrison-lost").fight("a", "attack a-g1 b-g1", dice=(9, 1))
    field.when("a", "occupy r2-r2-1").when("a", "rest l4-l4-1")

    assert "a-g1" == field.where("mines-1") == field.where("l4-l4-1")
    assert {"crossroads", "r2-r2-1"} == set(field.zone(field.where("crossroads")))


def test_mines_are_discarded_when_the_whole_mined_group_occupies():
    """13.2-g, 6.3-d: CS-Q36, no maneuver group is left to carry them."""
    field = battle(("l4-l4-1", "novak-thoma"), ("crossroads",)).put("a-g1", "mines-1")
    field.mark("crossroads", "garrison-lost").fight("a", "attack a-g1 b-g1", dice=(9, 1))
    field.when("a", "occupy l4-l4-1+novak-thoma")

    assert "discard-top" == field.where("mines-1")
    assert () == field.zone("a-g1")


def test_a_mined_group_lost_in_its_attack_loses_the_mines_too():
    """13.2-d, 13.2-e"""
    field = battle(("s3-s3-1",), ("l5-l5",)).put("a-g1", "mines-1")
    field.fight("a", "attack s3-s3-1 b-g1", dice=(4, 9))

    assert ("s3-s3-1",) == field.zone("b-casualties")
    assert "discard" in field.where("mines-1")


def test_a_dead_minelayers_victim_does_not_fight_on():
    """13.2-c, 13.2-e: the last unit and its leader are discarded, and so are the mines."""
    field = Field(phase="A").group("a-g1", "us", "s3-s3-1", "pike-harms").put("a-g1", "mines-1")
    field.group("b-g1", "german", "r2-r2-1").when("a", "go B").when(
        "a", "detonate mines-1", dice=(10, 1)
    )

    gone = {field.where(one) for one in ("s3-s3-1", "pike-harms", "mines-1")}
    assert gone <= {"discard", "discard-top"}
    assert () == field.zone("b-casualties") + field.zone("a-g1")


# River and Bridge with both nationalities.


@pytest.mark.parametrize(
    ("side", "strength"), [("us", 9), ("german", 4)], ids=["own-bridge-side", "other-side"]
)
def test_one_seat_with_groups_of_both_sides_crosses_by_its_bridge_with_one_of_them(
    side: str, strength: int
):
    """7.2.3.3-b, 2.1.1: Ann's US Bridge serves her US group, not her German one."""
    other = "german" if side == "us" else "us"
    field = Field().group("a-g1", side, "l5-l5", "s4-s4-1", "novak-thoma")
    field.group("a-g2", "us", "bridge").group("b-g1", other, "r3-r3-1").group(
        "b-g2", other, "river"
    )
    field.fight("a", "attack a-g1 b-g1", dice=(2, 1))

    assert strength + 2 == field.total("attack")


def test_the_river_halves_what_an_offensive_doubled():
    """7.3.2-b2, 7.2.3.3-a: CS-Q10; (4 doubled + 3) / 2 = 5."""
    field = battle(("s4-s4-1", "r3-r3-1", "novak-thoma"), ("r4-r4-1",))
    field.group("b-g2", "german", "river").hold("a", OFFENSIVE)
    field.fight("a", "attack a-g1 b-g1", dice=(5, 4), a_support=f"double {OFFENSIVE} s4-s4-1")

    assert 5 + 5 == field.total("attack")


def test_a_siege_and_the_river_halve_one_after_the_other():
    """7.3.1.2-a, 7.2.3.3-a: CS-Q10; S5 2 and R4 2, together four, across the River two."""
    field = battle(("l5-l5", "r4-r4-1", "novak-thoma"), ("r3-r3-1",)).siege("b-g1", "a-g1")
    field.group("b-g2", "german", "river").fight("a", "attack a-g1 b-g1", dice=(5, 2))

    assert 2 + 5 == field.total("attack")


def test_armor_across_the_river_against_a_tan_objective_is_halved_twice():
    """7.2.3.3-c, 7.3.9.4: CS-Q10; Tiger seven, three, one."""
    field = Field().group("a-g1", "german", TIGER).group("a-g2", "german", "bridge")
    field.group("b-g1", "us", "crossroads").group("b-g2", "us", "river")
    field.fight("a", f"attack {TIGER} b-g1", dice=(9, 6))

    assert 1 + 9 == field.total("attack")


def test_the_river_itself_is_behind_the_river():
    """7.2.3.3-a, 13.5.2.2: its own occupation group is one of its owner's groups."""
    field = battle(("l5-l5", "s4-s4-1", "novak-thoma"), ("river",))
    field.fight("a", "attack a-g1 b-g1", dice=(5, 5))

    assert 4 + 5 == field.total("attack")


def test_a_besieged_river_shields_nobody():
    """13.5.1-b, 7.2.3.3-a"""
    field = battle(("l5-l5", "s4-s4-1", "novak-thoma"), ("r3-r3-1",)).group(
        "b-g2", "german", "river"
    )
    field.group("c-g1", "us", "s2-s2-1").siege("c-g1", "b-g2")
    field.fight("a", "attack a-g1 b-g1", dice=(1, 7))

    assert 9 + 1 == field.total("attack")


# The Steeple captured with its companion.


def steepled(side: str = "german") -> Field:
    """Bob's Crossroads carry the Steeple, the garrison is gone; Ann's L5 stands before them."""
    other = "us" if side == "german" else "german"
    field = Field().group("a-g1", other, "l5-l5").group("b-g1", side, "crossroads", "steeple")
    return field.mark("crossroads", "garrison-lost")


def test_the_steeple_is_captured_with_its_companion():
    """13.5.2.5-c, 13.5.2.5-e, 7.3.8.2-c: factor four and two; both flip before the captor."""
    field = steepled().fight("a", "attack l5-l5 b-g1", dice=(9, 2))
    assert 4 + 2 + 2 == field.total("defence")
    field.when("a", "occupy none")

    assert field.where("steeple") == field.where("crossroads") != "b-g1"
    assert ["us", "us"] == [field.table.piece(one).face for one in ("steeple", "crossroads")]


def test_recon_takes_the_steeple_along_and_never_alone():
    """7.3.11-a, 13.5.2.5-e: CS-Q25."""
    field = steepled().hold("a", "recon-sappers-1")
    field.when("a", "recon recon-sappers-1 steeple us").then_illegal("13.5.2.5-e")
    field.when("a", "recon recon-sappers-1 crossroads us")

    assert field.where("steeple") == field.where("crossroads")
    assert ("a", "us") == (field.where("steeple")[0], field.table.piece("steeple").face)
    assert 0 == field.table.mark("crossroads", "garrison-lost")


def test_a_damaged_companion_silences_the_steeple_but_not_its_two_points_of_defence():
    """13.5.2.5-e, 13.5.2.5-c: CS-Q43; damage counts on the companion up to its own factor."""
    field = steepled().mark("crossroads", "damage", 4).turn("b", "B")
    field.group("a-g2", "us", "s3-s3-1", "pike-harms")
    field.when("b", "snipe steeple pike-harms").then_illegal("13.5.2.5-e")

    assert 2 == defence_factor(field.table, group(field.table, "b-g1"))


def test_the_steeple_shoots_for_its_new_owner_in_the_same_turn():
    """13.5.2.5-d, 7.3.8.1-b: in the captor's phase B, at German leaders now."""
    field = steepled().group("b-g2", "german", "s3-s3-1", "pike-harms")
    field.fight("a", "attack l5-l5 b-g1", dice=(9, 2)).when("a", "occupy none")
    field.fight("a", "rest l5-l5")
    field.fight("a", "snipe steeple pike-harms", dice=(8,))

    assert "a-casualties" == field.where("pike-harms")
    assert 0 == field.left()


# Dead leaders.


def test_a_leader_killed_by_a_counterattack_no_longer_leads_the_attack():
    """7.3.4-c, 7.2.2.1.2, 7.2.2.4.2: the modifier is gone in the battle that goes on."""
    field = battle(("s3-s3-1", "r4-r4-1", "dunne-rathke"), ("l5-l5",)).hold("b", COUNTER)
    field.fight("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike l5-l5 s3-s3-1+r4-r4-1", dice=(8, 2))
    assert (13, 12) == (field.total("attack"), field.total("defence"))
    field.fight("a", "lose dunne-rathke", dice=(4, 5))

    assert ("dunne-rathke",) == field.zone("b-casualties")
    assert "7.2.2.1.2" not in field.items("attack")


def test_a_leader_struck_with_only_some_of_his_units_is_not_liable():
    """7.3.4-b, 7.1.3-c: R4 alone is struck; the modifier counts, the leader does not pay."""
    field = battle(("s3-s3-1", "r4-r4-1", "pike-harms"), ("l5-l5",)).hold("b", COUNTER)
    field.fight("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike l5-l5 r4-r4-1", dice=(2, 1, 5, 4))
    assert (7, 6) == (field.total("attack"), field.total("defence"))

    assert "r4-r4-1" in field.zone("b-casualties")
    assert "a-g1" == field.where("pike-harms")


def test_a_leader_and_his_last_unit_fall_together_and_both_score():
    """4.4.5-b, 7.2.2.4.2, 5.2.2: CS-Q23."""
    field = battle(("l5-l5",), ("s3-s3-1", "brown-keller")).hold("c", "medic-barrage-1")
    field.fight("a", "attack l5-l5 b-g1", dice=(6, 3), c_medic="medic medic-barrage-1")
    assert 3 == field.total("attack") - field.total("defence")

    assert {"none", "s3-s3-1", "brown-keller"} == field.candidates("a", "keep", "cards")
    field.when("a", "keep brown-keller")
    assert ("brown-keller",) == field.zone("a-casualties")
    assert "discard" in field.where("s3-s3-1")


def test_a_new_leader_takes_command_up_to_its_rating():
    """4.4.2, 4.4.3, 7.3.6: CS-Q68; three units of a shot leader, the new one commands two."""
    field = Field(phase="C").group("a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1")
    field.hold("a", "pike-harms").when("a", "deploy pike-harms us a-g1").when("a", "done")

    assert 1 == sum(field.sideways("s3-s3-1", "r4-r4-1", "l3-l3-1"))
    assert field.offers("a", "arrange")


# Sudden death with weather.


def test_the_last_card_may_be_the_weather():
    """12.1-a, 13.1-a, 11.1-b: it lies out, sudden death begins, the drawer rolls in this Turn."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1").pile("weather")
    field.when("a", "draw", dice=(9,))

    assert ("a-area", 9) == (field.where("weather"), field.table.track("sudden-death"))
    assert "b" == field.table.seat


def test_weather_that_clears_in_sudden_death_never_refills_the_pile():
    """13.1-e, 12.1-a, 6.1: eight: discarded; then the end of that Turn is rolled for."""
    field = Field(active="c", phase="F").group("a-g1", "us", "s3-s3-1").put("a-area", "weather")
    field.group("c-g1", "us", "s2-s2-1").pile().track("sudden-death", 8)
    field.when("c", "end-turn", dice=(7, 8))
    assert ("discard-top", 7) == (field.where("weather"), field.table.track("sudden-death"))
    field.when("a", "go E").when("a", "draw").then_illegal("12.1-a")
    field.turn("a", "F", field.table.turn).when("a", "draw").then_illegal("12.1-a")
    field.when("a", "end-turn", dice=(7,))

    assert field.table.result is not None


def test_weather_that_stays_in_sudden_death_keeps_grounding():
    """13.1-b, 13.1-d: five: it stays, and FFE is refused."""
    field = Field(active="c", phase="F").group("a-g1", "us", "s3-s3-1").put("a-area", "weather")
    field.group("c-g1", "us", "s2-s2-1").group("b-g1", "german", "r3-r3-1").pile()
    field.track("sudden-death", 10).hold("a", "ffe-3-at-3").when("c", "end-turn", dice=(9, 5))
    field.when("a", "go B").when("a", "attack s3-s3-1 b-g1 ffe-3-at-3").then_illegal("13.1-b")


def test_the_last_card_may_be_an_objective():
    """12.1-a, 1.1.1.5: it is placed before the Turn ends and the die is rolled."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1", "r4-r4-1").pile("barracks")
    field.when("a", "draw").fight("a", "place us alone", dice=(10,))

    assert field.table.result is not None
    assert 6 == field.table.result.scores["a"]


def test_a_lone_steeple_that_ends_the_pile_starts_sudden_death():
    """13.5.2.5-b, 12.1-a: nothing replaces it."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1").pile("steeple").when("a", "draw")

    assert 10 == field.table.track("sudden-death")
    assert "discard" in field.where("steeple")


# What the Crossroads bring back.


def test_a_unit_turned_up_for_its_attack_may_be_the_one_that_rests():
    """13.5.2.6, 7.2.2.5-a: it has attacked like the others."""
    field = Field().group("a-g1", "us", "s3-s3-1", "r4-r4-1", "cole-moritz", sideways=("r4-r4-1",))
    field.group("a-g2", "us", "crossroads").group("b-g1", "german", "l5-l5")
    field.fight("a", "attack a-g1 b-g1", dice=(4, 6), a_support="turn-up r4-r4-1")
    assert (3 + 4 + 0 + 4, 11) == (field.total("attack"), field.total("defence"))

    assert {"s3-s3-1", "r4-r4-1"} == field.candidates("a", "rest", "unit")


@pytest.mark.parametrize(
    ("scenario", "side", "rule"),
    [("counter-offensive", "us", "17.2.2"), ("offensive", "german", "17.3.1")],
)
def test_a_major_offensive_of_the_wrong_side_is_refused_by_the_scenarios_rule(
    scenario: str, side: str, rule: str
):
    """7.3.2-b1, 7.3.2-b2, 17.2.2, 17.3.1"""
    other = "german" if side == "us" else "us"
    field = Field(scenario=scenario).group("a-g1", side, "s3-s3-1").group("b-g1", other, "r4-r4-1")
    field.hold("a", OFFENSIVE)
    field.when("a", "attack s3-s3-1 b-g1").when("a", f"double {OFFENSIVE} s3-s3-1")
    field.then_illegal(rule)
    field.fight("a", "pass", dice=(5, 4))
    field.when("a", f"attack-again {OFFENSIVE} s3-s3-1 b-g1").then_illegal(rule)


def test_losing_pherddorf_after_its_action_leaves_none_and_not_less():
    """13.5.2.3, 3.0-b: CS-Q48; three actions are spent, then Cy has Pherddorf."""
    field = Field(phase="C").group("a-g1", "us", "pherddorf").group("a-g2", "us", "s3-s3-1")
    field.track("actions/us", 3).group("c-g1", "us", "pherddorf")

    assert 0 == field.left("us")


# Surprise attacks and what lies on the cards.


def test_a_unit_that_a_surprise_attack_turns_into_a_leader_loses_its_markers():
    """18.3, 15.1-b, 15.3, 16.3, 4.4.2: German S3 turns US leader, R3 and L3 attack under him."""
    field = Field(**{"surprise-attacks": True}).group(
        "a-g1", "german", "s3-whitcomb", "r3-r3-1", "l3-l3-1"
    )
    field.put("a-g1", "antitank-3-1", host="s3-whitcomb").mark("s3-whitcomb", "entrenched", 1)
    field.group("b-g1", "german", "r2-r2-1").when("a", "surprise-attack a-g1 b-g1")
    assert field.refused is None
    leader = field.table.piece("s3-whitcomb")

    assert ("us", {}) == (leader.face, dict(leader.marks))
    assert "antitank-stock" == field.where("antitank-3-1")


def test_a_surprise_attack_fields_no_armor_that_the_scenario_forbids():
    """18.3, 17.2.1"""
    field = Field(scenario="counter-offensive", **{"surprise-attacks": True})
    field.group("a-g1", "german", SHERMAN).group("b-g1", "german", "r2-r2-1")

    field.when("a", f"surprise-attack {SHERMAN} b-g1").then_illegal("18.3")


# Supports in a counterattack.


def test_fire_for_effect_serves_its_group_in_the_counterattack_and_after_it():
    """7.2.3.2, 14.2.1, 7.3.4-b: CS-Q12; R3 defends with +3, then attacks with +3."""
    field = battle(("r3-r3-1",), ("l5-l5",)).hold("b", COUNTER).hold("a", "ffe-3-at-3")
    field.fight("a", "attack r3-r3-1 b-g1 ffe-3-at-3", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", "strike l5-l5 r3-r3-1", dice=(5, 4, 5, 6))

    assert (5 + 5, 3 + 3 + 4) == (field.total("attack"), field.total("defence"))
    assert (3 + 3 + 5, 5 + 6) == (field.total("attack", 1), field.total("defence", 1))


def test_an_at_weapon_of_the_attacker_defends_against_armor_that_strikes_back():
    """7.2.3.6-b, 7.3.4-b: roles and modifiers are reversed, so it adds three."""
    panther = "m4a3-sherman-76-panther-g"
    field = battle(("l5-l5", "s4-s4-1", "novak-thoma"), (panther,)).hold("b", COUNTER)
    field.hold("a", "ffe-2-at-2")
    field.fight("a", "attack a-g1 b-g1 ffe-2-at-2", b_counterattack=f"counterattack {COUNTER}")
    field.fight("b", f"strike {panther} l5-l5", dice=(4, 2, 6, 10))

    assert (6 + 4, 5 + 3 + 0 + 2) == (field.total("attack"), field.total("defence"))
    assert (9 + 2 + 6, 7 + 10) == (field.total("attack", 1), field.total("defence", 1))


def test_an_amphibious_assault_is_grounded_by_weather():
    """7.2.3.3-b, 13.1-b"""
    field = (
        battle(("l5-l5",), ("r3-r3-1",)).group("b-g2", "german", "river").put("c-area", "weather")
    )
    field.hold("a", "airborne-amphibious-1")
    field.when("a", "attack l5-l5 b-g1 airborne-amphibious-1").then_illegal("13.1-b")


# Series, Intelligence and Medic!


def test_a_series_cut_short_by_intelligence_still_disorders_the_armor():
    """7.3.9.2-b, 7.3.5-b1, 7.3.5-c, 7.2.2.5-e: the first battle was fought, the second was not."""
    field = battle((SHERMAN, "novak-thoma"), ("s3-s3-1", "r3-r3-1")).hold("b", COUNTER)
    field.fight("a", "pick-off a-g1 s3-s3-1", dice=(5, 2))
    field.fight("a", "press r3-r3-1", b_intelligence=f"cancel {COUNTER}")
    assert {"rest"} == {offer.verb for offer in field.prompt("a").offers}
    field.when("a", f"rest {SHERMAN}")

    assert [True] == field.sideways(SHERMAN)
    assert ("b-g1", 1) == (field.where("r3-r3-1"), field.left())


def test_each_battle_of_a_series_may_have_its_own_medic():
    """14.1.1-a, 7.3.9.2-b"""
    field = battle((SHERMAN,), ("s3-s3-1", "r3-r3-1", "l4-l4-1"))
    field.hold("c", "medic-barrage-1", "medic-barrage-2")
    field.fight("a", "pick-off a-g1 s3-s3-1", dice=(5, 2), c_medic="medic medic-barrage-1")
    field.when("a", "keep none")
    field.fight("a", "press r3-r3-1", dice=(5, 2), c_medic="medic medic-barrage-2")
    field.when("a", "keep none")

    assert () == field.zone("a-casualties")
    assert {"discard", "discard-top"} >= {field.where("s3-s3-1"), field.where("r3-r3-1")}


@pytest.mark.parametrize(
    ("units", "dice", "kept"),
    [
        (("s3-s3-1", "r4-r4-1"), (4, 1), {"none", "s3-s3-1"}),
        (("s2-s2-1",), (2, 9), {"none"}),
        (("novak-thoma", "forest"), (4, 5), {"none"}),
    ],
    ids=["three-and-four", "one-card", "one-point"],
)
def test_the_winner_keeps_at_most_half_rounded_down(
    units: tuple[str, ...], dice: tuple[int, int], kept: set[str]
):
    """14.1.1-a, 14.1.1-b: of 3+4 at most three; of a single card, nothing."""
    field = battle(("l5-l5", "s4-s4-1", "brown-keller"), units).hold("c", "medic-barrage-1")
    if "forest" in units:
        field.mark("forest", "garrison-lost").mark("forest", "damage", 1)
        field.fight("a", "attack a-g1 b-g1", dice=dice)
        field.fight("a", "occupy none", c_medic="medic medic-barrage-1")
    else:
        field.fight("a", "attack a-g1 b-g1", dice=dice, c_medic="medic medic-barrage-1")

    assert kept == field.candidates("a", "keep", "cards")


# Bare objectives.


def test_a_sniper_who_clears_an_objective_opens_it_to_recon_at_once():
    """7.3.6, 7.3.11-a: the leader was its only occupation; every other seat is asked."""
    field = Field().group("b-g1", "german", "forest", "pike-harms").hold("a", "sniper-cover-1")
    field.group("a-g1", "us", "s3-s3-1").hold("c", "recon-sappers-1")
    field.when("a", "snipe sniper-cover-1 pike-harms").when("b", "pass").when(
        "c", "pass", dice=(8,)
    )
    assert ("c",) == field.asked()
    field.when("c", "recon recon-sappers-1 forest us")

    assert ("c", "us") == (field.where("forest")[0], field.table.piece("forest").face)


def test_recon_on_a_besieged_objective_ends_the_siege_and_leaves_the_damage():
    """7.3.11-a, 7.3.1.1-c, 7.3.10.2-b: CS-Q25; the garrison is whole again."""
    field = Field().group("b-g1", "german", "bridge").mark("bridge", "damage", 2)
    field.mark("bridge", "garrison-lost").group("c-g1", "us", "s3-s3-1")
    field.siege("c-g1", "b-g1", isolation=2).hold("a", "recon-sappers-1")
    field.when("a", "recon recon-sappers-1 bridge german")

    assert lifted(field)
    assert {"damage": 2} == dict(field.table.piece("bridge").marks)
    assert 0 == field.table.mark("besieged-a", "isolation")


def test_a_captured_objective_left_bare_may_be_taken_by_recon_in_the_same_turn():
    """7.3.8.2-b, 7.3.11-a: Bob takes it back for the other side."""
    field = battle(("l5-l5",), ("crossroads",)).mark("crossroads", "garrison-lost")
    field.group("b-g2", "german", "s2-s2-1").hold("b", "recon-sappers-1")
    field.fight("a", "attack l5-l5 b-g1", dice=(9, 2)).when("a", "occupy none")
    field.when("a", "rest l5-l5")
    field.when("b", "recon recon-sappers-1 crossroads us")

    assert ("b", "us") == (field.where("crossroads")[0], field.table.piece("crossroads").face)


# A second attack by Major Offensive as a series.


def test_the_second_attack_may_be_an_armored_series():
    """7.3.2-b1, 7.3.9.2-b, 7.2.2.5-c: a whole group, then units of another; one rests."""
    field = battle((SHERMAN, "r2-r2-1", "novak-thoma"), ("l5-l5", "l4-l4-1", "cole-moritz"))
    field.group("c-g1", "german", "s3-s3-1", "r3-r3-1").hold("a", OFFENSIVE, "major-offensive-2")
    field.fight("a", "attack a-g1 b-g1", dice=(5, 4))
    field.fight("a", f"pick-off-again {OFFENSIVE} a-g1 s3-s3-1", dice=(5, 2))
    assert 1 == field.left()
    assert (6 + 0 + 5, 3 + 2) == (field.total("attack"), field.total("defence"))
    field.fight("a", "press r3-r3-1", dice=(5, 8))
    assert {"rest"} == {offer.verb for offer in field.prompt("a").offers}
    field.when("a", f"rest {SHERMAN}")

    assert ("s3-s3-1",) == field.zone("a-casualties")
    assert [True, False] == field.sideways(SHERMAN, "r2-r2-1")
    assert "discard" in field.where(OFFENSIVE)


def test_a_second_series_keeps_to_the_rules_of_the_first():
    """7.3.2-b1, 7.3.9.2-a, 7.3.9.2-c"""
    field = battle((SHERMAN,), ("s3-s3-1", "r3-r3-1")).hold("a", OFFENSIVE)
    field.group("c-g1", "german", "r3-r3p-1", "pike-harms", "r2-r2-1")
    field.fight("a", "pick-off a-g1 s3-s3-1", dice=(1, 4))
    field.when("a", f"pick-off-again {OFFENSIVE} a-g1 r2-r2-1").then_illegal("7.3.9.2-a")

    assert {"s3-s3-1", "r3-r3-1"} == field.candidates("a", "pick-off-again", "victim")


def test_the_rest_of_a_group_may_attack_when_the_first_attackers_are_lost():
    """7.3.2-b1, 7.2.2.5-a: L5 out of command falls; S3 and R4 attack by the card; one rests."""
    field = battle(("s3-s3-1", "r4-r4-1", "l5-l5", "novak-thoma"), ("l4-l4-1", "s4-s4-1"))
    field.mark("l5-l5", "sideways").hold("a", OFFENSIVE)
    field.fight("a", "attack l5-l5 b-g1", dice=(1, 9))
    assert ("l5-l5",) == field.zone("b-casualties")
    assert {"attack-again", "pass"} == {offer.verb for offer in field.prompt("a").offers}
    field.fight("a", f"attack-again {OFFENSIVE} a-g1 l4-l4-1", dice=(2, 5))
    field.when("a", "rest s3-s3-1")

    assert [True, False] == field.sideways("s3-s3-1", "r4-r4-1")
    assert 1 == field.left()


def test_nobody_rests_when_all_attackers_are_lost():
    """7.2.2.5-a: the others of the group have not attacked."""
    field = battle(("s3-s3-1", "r4-r4-1", "l5-l5", "novak-thoma"), ("l4-l4-1", "s4-s4-1"))
    field.mark("l5-l5", "sideways").fight("a", "attack l5-l5 b-g1", dice=(1, 9)).when("a", "pass")

    assert [False, False] == field.sideways("s3-s3-1", "r4-r4-1")
    assert field.offers("a", "go")
