"""7.3.10 Barrages."""

from __future__ import annotations

from tests.games.combat_soldiers.cards import MEDIC_BARRAGE
from tests.games.combat_soldiers.situations import battle
from tests.games.combat_soldiers.table import Field
from wardiary.domain.table import events as e


def test_bad_weather_stops_barrages_but_not_friendly_fire_or_engineers():
    """7.3.10-a, 13.1-b"""
    field = battle(("hill-205",), ("l3-l3-1",)).hold("a", MEDIC_BARRAGE).put("c-area", "weather")
    field.when("a", f"bombard {MEDIC_BARRAGE} l3-l3-1").then_illegal("13.1-b")
    field.when("a", "bombard hill-205 l3-l3-1").then_illegal("13.1-b")
    for event, dice in (("friendly-fire", (1, 10)), ("engineers", (1, 10))):
        field = Field(phase="F").group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "forest")
        field.put("c-area", "weather").on_top(event).when("a", "draw")
        answer = "inflict a-g1" if event == "friendly-fire" else "demolish forest"
        field.when(field.asked()[0], answer, dice=dice)
        assert field.refused is None
        assert event in field.zone("discard-top")


def test_hill_205_fires_once_a_turn_and_not_in_bad_weather():
    """7.3.10-a, 13.5.2.8, 13.1-b, 7.3.8.1-b"""
    field = Field().group("a-g1", "us", "hill-205").group("b-g1", "german", "l3-l3-1", "r4-r4-1")
    field.fight("a", "bombard hill-205 l3-l3-1", dice=(6, 5))
    assert (10, 8) == (field.total("barrage"), field.total("defence"))
    field.when("a", "bombard hill-205 r4-r4-1").then_illegal("7.3.8.1-b")
    field.put("c-area", "weather").hold("a", "medic-barrage-1")

    field.when("a", "bombard medic-barrage-1 r4-r4-1").then_illegal("13.1-b")


def test_friendly_fire_hits_every_unit_and_a_barrage_only_its_target():
    """7.3.10-b: S3 and R4: two battles of friendly fire, one of a barrage."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1", "r4-r4-1").on_top("friendly-fire")
    field.when("a", "draw").when("c", "inflict a-g1", dice=(1, 10, 1, 10))
    assert 4 == len([one for one in field.happened(e.DiceRolled) if one.rule == "7.3.10.1"])
    field = battle(("s4-s4-1",), ("s3-s3-1", "r4-r4-1")).hold("a", MEDIC_BARRAGE)
    field.fight("a", f"bombard {MEDIC_BARRAGE} s3-s3-1", dice=(1, 10))

    assert 2 == len(field.happened(e.DiceRolled))


def test_a_barrage_that_fails_costs_the_attacker_nothing():
    """7.3.10-c: 4+1 against 3+9."""
    field = battle(("s4-s4-1",), ("s3-s3-1",)).hold("a", MEDIC_BARRAGE)
    field.fight("a", f"bombard {MEDIC_BARRAGE} s3-s3-1", dice=(1, 9))

    assert (5, 12) == (field.total("barrage"), field.total("defence"))
    assert () == field.zone("b-casualties") + field.zone("fallen")


def test_entrenchment_does_not_count_against_a_barrage():
    """7.3.10.1: 4+5 against a commanded S3, +1, die five, entrenched two: nine each, it lives."""
    field = battle(("s4-s4-1",), ("s3-s3-1", "pike-harms")).mark("s3-s3-1", "entrenched", 2)
    field.hold("a", MEDIC_BARRAGE).fight("a", f"bombard {MEDIC_BARRAGE} s3-s3-1", dice=(5, 5))

    assert (9, 9) == (field.total("barrage"), field.total("defence"))
    assert "b-g1" == field.where("s3-s3-1")


def test_a_leader_does_not_help_a_unit_out_of_command_against_a_barrage():
    """7.3.10.1"""
    field = battle(("s4-s4-1",), ("s3-s3-1", "r4-r4-1", "pike-harms")).mark("s3-s3-1", "sideways")
    field.hold("a", MEDIC_BARRAGE).fight("a", f"bombard {MEDIC_BARRAGE} s3-s3-1", dice=(5, 5))

    assert (9, 8) == (field.total("barrage"), field.total("defence"))
    assert ("s3-s3-1",) == field.zone("a-casualties")


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


def test_a_barrage_damages_an_objective_by_the_difference():
    """7.3.10.2-a: 4+8 = 12 against five and four = 9: damage three, defence factor two."""
    field = battle(("s4-s4-1",), ("bridge",)).hold("a", MEDIC_BARRAGE)
    field.fight("a", f"bombard {MEDIC_BARRAGE} bridge", dice=(8, 4))

    assert 3 == field.table.mark("bridge", "damage")
    field.fight("a", "attack s4-s4-1 b-g1", dice=(1, 1))
    assert 2 + 1 == field.total("defence")


def test_two_barrages_damage_an_objective_up_to_its_defence_factor():
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


def test_damage_never_exceeds_the_defence_factor():
    """7.3.10.2-b, 1.2-b3: five with three, 4+9 against 2+1: five, not thirteen."""
    field = battle(("s4-s4-1",), ("bridge",)).mark("bridge", "damage", 3).hold("a", MEDIC_BARRAGE)
    field.fight("a", f"bombard {MEDIC_BARRAGE} bridge", dice=(9, 1))

    assert (13, 3) == (field.total("barrage"), field.total("defence"))
    assert 5 == field.table.mark("bridge", "damage")
