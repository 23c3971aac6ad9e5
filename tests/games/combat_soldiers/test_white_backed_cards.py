"""13.0 to 13.4 Weather, Mines!, Friendly Fire and Engineers."""

from __future__ import annotations

from tests.games.combat_soldiers.situations import battle, drawing, end_turn, groups_of_both_sides
from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.table import events as e


def mines_drawn_with_two_groups() -> Field:
    return (
        drawing("mines-1")
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1", "ames-vogler")
        .group("a-g2", "german", "l4-l4-1")
    )


def test_a_white_back_is_resolved_when_drawn_and_ends_the_turn():
    """1.1.2.1, 1.1.1.4, 13.0: two green cards, then friendly fire; the Turn then ends."""
    field = drawing("s2-s2-1", "s2-s2-2", "friendly-fire", "s2-s2-3").group("a-g1", "us", "l5-l5")
    field.group("a-g2", "german", "forest").when("a", "draw")
    assert ("d",) == field.asked()
    field.when("d", "inflict a-g1", dice=(1, 9))

    assert ("s2-s2-1", "s2-s2-2") == field.zone("a-hand")
    assert "recon" == field.prompt(field.asked()[0]).facts["window"]


# 13.1 Weather.


def test_the_weather_stops_airborne_fire_for_effect_and_barrages():
    """13.1-a, 13.1-b: Airborne, FFE, barrages."""
    field = drawing("weather").when("a", "draw")
    assert "a-area" == field.where("weather")
    field.group("c-g1", "us", "s4-s4-1").group("b-g1", "german", "s3-s3-1")
    field.hold("c", "airborne-amphibious-1", "ffe-2-at-2", "medic-barrage-1", "s2-s2-1").turn("c")
    for words in (
        "airdrop airborne-amphibious-1 s2-s2-1 us",
        "attack s4-s4-1 b-g1 ffe-2-at-2",
        "bombard medic-barrage-1 s3-s3-1",
    ):
        field.when("c", words).then_illegal("13.1-b")


def test_weather_that_stays_in_sudden_death_still_stops_fire_for_effect():
    """13.1-b, 13.1-d: five: it stays, and FFE is refused."""
    field = Field(active="c", phase="F").group("a-g1", "us", "s3-s3-1").put("a-area", "weather")
    field.group("c-g1", "us", "s2-s2-1").group("b-g1", "german", "r3-r3-1").pile()
    field.track("sudden-death", 10).hold("a", "ffe-3-at-3").when("c", "end-turn", dice=(9, 5))
    field.when("a", "go B").when("a", "attack s3-s3-1 b-g1 ffe-3-at-3").then_illegal("13.1-b")


def test_weather_stops_antitank_modifiers_but_not_the_other_antitank_rules():
    """13.1-c"""
    field = Field().put("c-area", "weather").group("a-g1", "us", "s3b-s3p-1")
    field.group("b-g1", "german", "m10-stug-iii-g").fight("a", "attack s3b-s3p-1 b-g1", dice=(3, 5))
    assert field.refused is None
    field = Field().put("c-area", "weather").group("a-g1", "us", "m10-stug-iii-g")
    field.group("b-g1", "german", "s3b-s3p-1").put("b-g1", "antitank-4-1", host="s3b-s3p-1")
    field.fight("a", "attack m10-stug-iii-g b-g1", dice=(3, 5))

    assert {"7.2.2.2.2": 3, "7.2.2.2.5": 5} == field.items("defence")


def test_an_at_weapon_permits_an_attack_on_armor_in_bad_weather():
    """13.1-c, 7.3.9.1: without its modifier."""
    field = Field().put("c-area", "weather").group("a-g1", "us", "s4-s4-1").hold("a", "ffe-2-at-2")
    field.group("b-g1", "german", "m10-stug-iii-g")
    field.fight("a", "attack s4-s4-1 b-g1 ffe-2-at-2", dice=(6, 5))

    assert {"7.2.2.1.1": 4, "7.2.2.1.4": 6} == field.items("attack")


def test_weather_that_clears_in_sudden_death_does_not_refill_the_draw_pile():
    """13.1-e, 12.1-a, 6.1: eight: discarded; then the end of that Turn is rolled for."""
    field = Field(active="c", phase="F").group("a-g1", "us", "s3-s3-1").put("a-area", "weather")
    field.group("c-g1", "us", "s2-s2-1").pile().track("sudden-death", 8)
    field.when("c", "end-turn", dice=(7, 8))
    assert ("discard-top", 7) == (field.where("weather"), field.table.track("sudden-death"))
    field.when("a", "go E").when("a", "draw").then_illegal("12.1-a")
    field.turn("a", "F", field.table.turn).when("a", "draw").then_illegal("12.1-a")
    field.when("a", "end-turn", dice=(7,))

    assert field.table.result is not None


def test_weather_that_clears_in_sudden_death_is_discarded():
    """13.1-e: no draw pile to shuffle it into."""
    field = groups_of_both_sides().put("b-area", "weather").pile().track("sudden-death", 10)
    end_turn(field, dice=(3, 8))

    assert "discard-top" == field.where("weather")


# 13.2 Mines!.


def test_the_seat_to_the_right_places_the_mines():
    """13.2-a, 13.2-c: 4 + 7 against 3 + 2 + 5; the unit is the controller's choice."""
    field = mines_drawn_with_two_groups().when("a", "draw")
    assert ("d",) == field.asked()
    assert {"a-g1", "a-g2"} == field.candidates("d", "inflict", "group")
    field.when("d", "inflict a-g1")
    assert {"s3-s3-1", "r4-r4-1"} == field.candidates("a", "victim", "unit")
    field.when("a", "victim s3-s3-1", dice=(7, 5))

    assert (11, 10) == (field.total("mines"), field.total("defence"))
    assert "discard-top" == field.where("s3-s3-1")


def test_a_drawer_without_a_maneuver_group_passes_the_mines_on():
    """13.2-b: CS-Q34, among seats that have one."""
    field = drawing("mines-1").group("a-g1", "us", "forest", "s2-s2-1").group("c-g1", "us", "l5-l5")
    field.group("b-g1", "german", "citie").when("a", "draw")
    assert {"c"} == field.candidates("a", "pass-on", "seat")
    field.when("a", "pass-on c")
    assert ("b",) == field.asked()
    field.when("b", "inflict c-g1", dice=(1, 1))

    assert "c-g1" == field.where("mines-1")


def test_mines_without_a_target_are_discarded():
    """13.2-b: CS-Q34."""
    field = drawing("mines-1").when("a", "draw")

    assert "discard-top" == field.where("mines-1")


def test_mines_are_discarded_with_the_last_unit_and_its_leader():
    """13.2-c, 13.2-e: the last unit and its leader are discarded, and so are the mines."""
    field = Field(phase="A").group("a-g1", "us", "s3-s3-1", "pike-harms").put("a-g1", "mines-1")
    field.group("b-g1", "german", "r2-r2-1").when("a", "go B").when(
        "a", "detonate mines-1", dice=(10, 1)
    )

    gone = {field.where(one) for one in ("s3-s3-1", "pike-harms", "mines-1")}
    assert gone <= {"discard", "discard-top"}
    assert () == field.zone("b-casualties") + field.zone("a-g1")


def test_mines_that_do_not_beat_the_unit_do_nothing():
    """13.2-c"""
    field = mines_drawn_with_two_groups().when("a", "draw").when("d", "inflict a-g1")
    field.when("a", "victim s3-s3-1", dice=(3, 5))

    assert (7, 10) == (field.total("mines"), field.total("defence"))
    assert "a-g1" == field.where("s3-s3-1")


def test_a_mined_group_lost_in_its_attack_loses_the_mines_too():
    """13.2-d, 13.2-e"""
    field = battle(("s3-s3-1",), ("l5-l5",)).put("a-g1", "mines-1")
    field.fight("a", "attack s3-s3-1 b-g1", dice=(4, 9))

    assert ("s3-s3-1",) == field.zone("b-casualties")
    assert "discard" in field.where("mines-1")


def test_mines_attack_even_when_the_attack_phase_is_skipped():
    """13.2-d, 3.0-c"""
    field = groups_of_both_sides().put("a-g1", "mines-1").turn("a", "A").when("a", "go F")

    assert {"mines-1"} == field.candidates("a", "detonate", "mines")
    field.when("a", "detonate mines-1")
    field.when("a", "victim r4-r4-1", dice=(1, 5))
    assert "F" == field.table.phase


def test_mines_attack_again_each_turn_until_cleared():
    """13.2-d, 7.1.4: CS-Q35, Sappers may come first."""
    field = Field().group("a-g1", "us", "s3-s3-1", "r4-r4-1").put("a-g1", "mines-1")
    for number in (1, 4, 7):
        field.turn("a", "A", number=number).when("a", "go B").when("a", "detonate mines-1")
        field.when("a", "victim r4-r4-1", dice=(1, 5))
        assert "a-g1" == field.where("mines-1")
    field.hold("a", "recon-sappers-1").turn("a", "A", number=10).when("a", "go B")
    field.when("a", "sap recon-sappers-1 mines-1")

    assert "discard" == field.where("mines-1")
    assert "B" == field.prompt("a").facts["phase"]


def test_units_lost_to_mines_score_for_nobody():
    """13.2-e: the last unit takes its leader and the mines along."""
    field = (
        Field().group("a-g1", "us", "s3-s3-1", "ames-vogler").put("a-g1", "mines-1").turn("a", "A")
    )
    field.when("a", "go B").when("a", "detonate mines-1", dice=(10, 1))

    discarded = {*field.zone("discard"), *field.zone("discard-top")}
    assert {"s3-s3-1", "ames-vogler", "mines-1"} == discarded
    assert all(field.zone(f"{seat}-casualties") == () for seat in "abc")


def test_mines_stay_with_the_unit_that_does_not_occupy():
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


def test_an_occupying_unit_leaves_the_mines_with_its_former_group():
    """13.2-g"""
    field = battle(("l4-l4-1", "r2-r2-1", "ames-vogler"), ("forest",)).mark("forest", "damage", 5)
    field.put("a-g1", "mines-1").fight("a", "attack a-g1 b-g1", dice=(10, 1)).when(
        "a", "occupy r2-r2-1"
    )

    assert "a-g1" == field.where("mines-1")
    assert () == group_at(field.table, field.where("forest")).mines


# 13.3 Friendly Fire.


def test_friendly_fire_attacks_every_unit_and_the_objective_separately():
    """13.3-a, 13.3-b, 7.3.10-b: 6 + 2 against 3 + 1 + 6; 6 + 5 against 4 + 3, damage four."""
    field = drawing("friendly-fire").group("a-g1", "us", "crossroads", "s3-s3-1", "pike-harms")
    field.when("a", "draw").when("d", "inflict a-g1", dice=(2, 6, 5, 3))

    assert [(8, 10), (11, 7)] == [
        (field.total("friendly fire", n), field.total("defence", n)) for n in (0, 1)
    ]
    assert {"crossroads", "s3-s3-1", "pike-harms"} == set(field.zone("a-g1"))
    assert 4 == field.table.mark("crossroads", "damage")


def test_friendly_fire_that_eliminates_the_last_unit_takes_its_leader():
    """13.3-b, 4.4.5-b"""
    field = drawing("friendly-fire").group("a-g1", "us", "s3-s3-1", "pike-harms").when("a", "draw")
    field.when("d", "inflict a-g1", dice=(10, 1))

    assert () == field.zone("a-g1")
    assert 2 == len([x for x in field.happened(e.DiceRolled) if x.rule == "7.3.10.1"])


def test_units_lost_to_friendly_fire_score_for_nobody():
    """13.3-c"""
    field = drawing("friendly-fire").group("a-g1", "us", "s3-s3-1", "r4-r4-1").when("a", "draw")
    field.when("d", "inflict a-g1", dice=(10, 1, 1, 10))

    assert "discard-top" == field.where("s3-s3-1")
    assert all(field.zone(f"{seat}-casualties") == () for seat in "abcd")


# 13.4 Engineers.


def test_engineers_attack_an_objective_of_another_player():
    """13.4: 4 + 9 against 5 + 6, also in bad weather (7.3.10-a)."""
    field = drawing("engineers").group("b-g1", "german", "forest").group("a-g1", "us", "citie")
    field.put("c-area", "weather").when("a", "draw")
    assert {"forest"} == field.candidates("a", "demolish", "objective")
    field.when("a", "demolish forest", dice=(9, 6))

    assert 2 == field.table.mark("forest", "damage")
    assert "discard-top" == field.where("engineers")


def test_engineers_without_a_target_are_discarded():
    """13.4: CS-Q34."""
    assert "discard-top" == drawing("engineers").when("a", "draw").where("engineers")
