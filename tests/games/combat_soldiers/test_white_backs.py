from __future__ import annotations

from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.groups.group import group
from wardiary.domain.table import events as e


def drawing(*cards: str, scenario: str = "free-form", seats: int = 4) -> Field:
    """Ann draws these cards; Dee sits at her right."""
    field = Field(seats=seats, scenario=scenario).turn("a", "F")
    return field.on_top(*cards)


def two_groups() -> Field:
    return (
        drawing("mines-1")
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1", "ames-vogler")
        .group("a-g2", "german", "l4-l4-1")
    )


def test_a_white_card_is_played_before_anything_else_and_never_held():
    """1.1.2.1, 1.1.1.4, 13.0: two green cards, then friendly fire; the Turn then ends."""
    field = drawing("s2-s2-1", "s2-s2-2", "friendly-fire", "s2-s2-3").group("a-g1", "us", "l5-l5")
    field.group("a-g2", "german", "forest").when("a", "draw")
    assert ("d",) == field.asked()
    field.when("d", "inflict a-g1", dice=(1, 9))

    assert ("s2-s2-1", "s2-s2-2") == field.zone("a-hand")
    assert "recon" == field.prompt(field.asked()[0]).facts["window"]


# 13.5 Objectives.


def test_a_drawn_objective_gets_a_side_at_once():
    """1.1.1.5, 17.1, 4.3, 13.5: either side in free form."""
    field = drawing("hill-205").when("a", "draw")
    assert {"us", "german"} == field.candidates("a", "place", "side")
    field.when("a", "place german alone")

    assert ("a-g1", "german") == (field.where("hill-205"), field.table.piece("hill-205").face)


def test_a_drawn_objective_may_join_a_small_group_of_its_side():
    """4.3.2: R3 with a leader, not R3 with S3."""
    field = drawing("hill-205").group("a-g1", "us", "r3-r3-1", "ames-vogler")
    field.group("a-g2", "us", "r3-r3-2", "s3-s3-1").when("a", "draw")
    joins = {
        o.slots[0].candidates[0]: set(o.slots[1].candidates) for o in field.offers("a", "place")
    }
    assert {"us": {"alone", "a-g1"}, "german": {"alone"}} == joins
    field.when("a", "place us a-g1")

    assert "hill-205" == group(field.table, "a-g1").objective


def test_a_mined_group_that_occupies_leaves_its_mines():
    """4.3.2: CS-Q36."""
    field = (
        drawing("hill-205").group("a-g1", "us", "r3-r3-1").put("a-g1", "mines-1").when("a", "draw")
    )
    field.when("a", "place us a-g1")

    assert field.where("mines-1") == "discard-top"


def test_the_steeple_takes_the_side_of_its_companion():
    """13.5.2.5-a: the drawer picks among several."""
    field = drawing("steeple").group("a-g1", "german", "crossroads").group("a-g2", "us", "citie")
    field.when("a", "draw").when("a", "stack crossroads")

    assert ("a-g1", "german") == (field.where("steeple"), field.table.piece("steeple").face)


def test_a_steeple_without_companion_is_shuffled_back_and_replaced():
    """13.5.2.5-b: the Turn is not ended by it."""
    field = drawing("steeple", "s2-s2-1", "s2-s2-2", "s2-s2-3", "s2-l3-1").when("a", "draw")

    assert "deck" == field.where("steeple")
    assert 4 == len(field.zone("a-hand"))
    assert ("a",) == field.asked()


def test_a_steeple_that_is_the_last_card_leaves_an_empty_pile():
    """13.5.2.5-b, 12.1-a: nothing can replace it."""
    field = Field().pile("steeple").turn("a", "F").when("a", "draw")

    assert ("discard-top", 10) == (field.where("steeple"), field.table.track("sudden-death"))


# 13.1 Weather.


def test_weather_lies_before_its_drawer_and_grounds_everything():
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


def test_weather_stops_antitank_modifiers_but_not_the_other_antitank_rules():
    """13.1-c"""
    field = Field().put("c-area", "weather").group("a-g1", "us", "s3b-s3p-1")
    field.group("b-g1", "german", "m10-stug-iii-g").fight("a", "attack s3b-s3p-1 b-g1", dice=(3, 5))
    assert field.refused is None
    field = Field().put("c-area", "weather").group("a-g1", "us", "m10-stug-iii-g")
    field.group("b-g1", "german", "s3b-s3p-1").put("b-g1", "antitank-4-1", host="s3b-s3p-1")
    field.fight("a", "attack m10-stug-iii-g b-g1", dice=(3, 5))

    assert {"7.2.2.2.2": 3, "7.2.2.2.5": 5} == field.items("defence")


def test_an_at_weapon_lets_infantry_attack_armor_even_in_bad_weather():
    """13.1-c, 7.3.9.1: without its modifier."""
    field = Field().put("c-area", "weather").group("a-g1", "us", "s4-s4-1").hold("a", "ffe-2-at-2")
    field.group("b-g1", "german", "m10-stug-iii-g")
    field.fight("a", "attack s4-s4-1 b-g1 ffe-2-at-2", dice=(6, 5))

    assert {"7.2.2.1.1": 4, "7.2.2.1.4": 6} == field.items("attack")


# 13.2 Mines!


def test_the_right_hand_neighbour_places_the_mines():
    """13.2-a, 13.2-c: 4 + 7 against 3 + 2 + 5; the unit is the controller's choice."""
    field = two_groups().when("a", "draw")
    assert ("d",) == field.asked()
    assert {"a-g1", "a-g2"} == field.candidates("d", "inflict", "group")
    field.when("d", "inflict a-g1")
    assert {"s3-s3-1", "r4-r4-1"} == field.candidates("a", "victim", "unit")
    field.when("a", "victim s3-s3-1", dice=(7, 5))

    assert (11, 10) == (field.total("mines"), field.total("defence"))
    assert "discard-top" == field.where("s3-s3-1")


def test_mines_that_do_not_beat_the_unit_do_nothing():
    """13.2-c"""
    field = two_groups().when("a", "draw").when("d", "inflict a-g1")
    field.when("a", "victim s3-s3-1", dice=(3, 5))

    assert (7, 10) == (field.total("mines"), field.total("defence"))
    assert "a-g1" == field.where("s3-s3-1")


def test_a_drawer_without_maneuver_group_passes_the_mines_on():
    """13.2-b: CS-Q34, among seats that have one."""
    field = drawing("mines-1").group("a-g1", "us", "forest", "s2-s2-1").group("c-g1", "us", "l5-l5")
    field.group("b-g1", "german", "citie").when("a", "draw")
    assert {"c"} == field.candidates("a", "pass-on", "seat")
    field.when("a", "pass-on c")
    assert ("b",) == field.asked()
    field.when("b", "inflict c-g1", dice=(1, 1))

    assert "c-g1" == field.where("mines-1")


def test_mines_without_any_target_are_discarded():
    """13.2-b: CS-Q34."""
    field = drawing("mines-1").when("a", "draw")

    assert "discard-top" == field.where("mines-1")


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


def test_victims_of_mines_score_for_nobody():
    """13.2-e: the last unit takes its leader and the mines along."""
    field = (
        Field().group("a-g1", "us", "s3-s3-1", "ames-vogler").put("a-g1", "mines-1").turn("a", "A")
    )
    field.when("a", "go B").when("a", "detonate mines-1", dice=(10, 1))

    discarded = {*field.zone("discard"), *field.zone("discard-top")}
    assert {"s3-s3-1", "ames-vogler", "mines-1"} == discarded
    assert all(field.zone(f"{seat}-casualties") == () for seat in "abc")


# 13.3 Friendly Fire, 13.4 Engineers.


def test_friendly_fire_hits_every_unit_and_the_objective_apart():
    """13.3-a, 13.3-b, 7.3.10-b: 6 + 2 against 3 + 1 + 6; 6 + 5 against 4 + 3, damage four."""
    field = drawing("friendly-fire").group("a-g1", "us", "crossroads", "s3-s3-1", "pike-harms")
    field.when("a", "draw").when("d", "inflict a-g1", dice=(2, 6, 5, 3))

    assert [(8, 10), (11, 7)] == [
        (field.total("friendly fire", n), field.total("defence", n)) for n in (0, 1)
    ]
    assert {"crossroads", "s3-s3-1", "pike-harms"} == set(field.zone("a-g1"))
    assert 4 == field.table.mark("crossroads", "damage")


def test_victims_of_friendly_fire_score_for_nobody():
    """13.3-c"""
    field = drawing("friendly-fire").group("a-g1", "us", "s3-s3-1", "r4-r4-1").when("a", "draw")
    field.when("d", "inflict a-g1", dice=(10, 1, 1, 10))

    assert "discard-top" == field.where("s3-s3-1")
    assert all(field.zone(f"{seat}-casualties") == () for seat in "abcd")


def test_engineers_attack_an_objective_of_another_player():
    """13.4: 4 + 9 against 5 + 6, also in bad weather (7.3.10-a)."""
    field = drawing("engineers").group("b-g1", "german", "forest").group("a-g1", "us", "citie")
    field.put("c-area", "weather").when("a", "draw")
    assert {"forest"} == field.candidates("a", "demolish", "objective")
    field.when("a", "demolish forest", dice=(9, 6))

    assert 2 == field.table.mark("forest", "damage")
    assert "discard-top" == field.where("engineers")


def test_engineers_without_target_are_discarded():
    """13.4: CS-Q34."""
    assert "discard-top" == drawing("engineers").when("a", "draw").where("engineers")


def test_the_colour_of_the_top_card_is_all_that_shows():
    """1.1.2"""
    from wardiary.projections.redaction import view

    seen = view(drawing("mines-1", "s2-s2-1").table, "b")

    assert "white" == seen.pieces[seen.zone("deck")[0]].back
    assert "" == seen.pieces[seen.zone("deck")[1]].back


def test_friendly_fire_that_fells_the_last_unit_takes_the_leader_too():
    """13.3-b, 4.4.5-b"""
    field = drawing("friendly-fire").group("a-g1", "us", "s3-s3-1", "pike-harms").when("a", "draw")
    field.when("d", "inflict a-g1", dice=(10, 1))

    assert () == field.zone("a-g1")
    assert 2 == len([x for x in field.happened(e.DiceRolled) if x.rule == "7.3.10.1"])


def test_the_owner_rearranges_a_group_after_mines_or_a_barrage():
    """4.4.3: those are battles too; as many units lie sideways as before."""
    cards = ("s3-s3-1", "r4-r4-1", "l4-l4-1", "pike-harms")
    field = Field().group("b-g1", "german", *cards).mark("l4-l4-1", "sideways")
    field.hold("a", "medic-barrage-1").fight("a", "bombard medic-barrage-1 s3-s3-1", dice=(10, 1))
    assert ("b",) == field.asked()
    assert {"r4-r4-1", "l4-l4-1"} == field.candidates("b", "arrange", "units")
    mined = Field().group("a-g1", "us", *cards).mark("l4-l4-1", "sideways").put("a-g1", "mines-1")
    mined.turn("a", "A").when("a", "go B").when("a", "detonate mines-1")
    mined.when("a", "victim s3-s3-1", dice=(1, 5))

    assert 3 == len(mined.candidates("a", "arrange", "units"))
