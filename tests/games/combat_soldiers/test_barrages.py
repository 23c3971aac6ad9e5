"""7.3.10 Barrages."""

from __future__ import annotations

from tests.foreseeing import foresee, odds
from tests.games.combat_soldiers.cards import MEDIC_BARRAGE
from tests.games.combat_soldiers.situations import battle
from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.table import events as e


def test_bad_weather_stops_barrages_but_not_friendly_fire_or_engineers():
    """7.3.10-a, 13.1-b"""
    match = battle(("hill-205",), ("l3-l3-1",)).hold("a", MEDIC_BARRAGE).put("c-area", "weather")
    match.when("a", f"bombard {MEDIC_BARRAGE} l3-l3-1").then_illegal("13.1-b")
    match.when("a", "bombard hill-205 l3-l3-1").then_illegal("13.1-b")
    for event, dice in (("friendly-fire", (1, 10)), ("engineers", (1, 10))):
        match = Match(phase="F").group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "forest")
        match.put("c-area", "weather").on_top(event).when("a", "draw")
        answer = "inflict a-g1" if event == "friendly-fire" else "demolish forest"
        match.when(match.seats_asked()[0], answer, dice=dice)
        assert match.refused is None
        assert event in match.pieces_in("discard-top")


def test_hill_205_fires_once_a_turn_and_not_in_bad_weather():
    """7.3.10-a, 13.5.2.8, 13.1-b, 7.3.8.1-b"""
    match = Match().group("a-g1", "us", "hill-205").group("b-g1", "german", "l3-l3-1", "r4-r4-1")
    match.resolve("a", "bombard hill-205 l3-l3-1", dice=(6, 5))
    assert (10, 8) == (match.total("barrage"), match.total("defence"))
    match.when("a", "bombard hill-205 r4-r4-1").then_illegal("7.3.8.1-b")
    match.put("c-area", "weather").hold("a", "medic-barrage-1")

    match.when("a", "bombard medic-barrage-1 r4-r4-1").then_illegal("13.1-b")


def test_friendly_fire_hits_every_unit_and_a_barrage_only_its_target():
    """7.3.10-b: S3 and R4: two battles of friendly fire, one of a barrage."""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1", "r4-r4-1").on_top("friendly-fire")
    match.when("a", "draw").when("c", "inflict a-g1", dice=(1, 10, 1, 10))
    assert 4 == len([event for event in match.events_of(e.DiceRolled) if event.rule == "7.3.10.1"])
    match = battle(("s4-s4-1",), ("s3-s3-1", "r4-r4-1")).hold("a", MEDIC_BARRAGE)
    match.resolve("a", f"bombard {MEDIC_BARRAGE} s3-s3-1", dice=(1, 10))

    assert 2 == len(match.events_of(e.DiceRolled))


def test_a_barrage_that_fails_costs_the_attacker_nothing():
    """7.3.10-c: 4+1 against 3+9."""
    match = battle(("s4-s4-1",), ("s3-s3-1",)).hold("a", MEDIC_BARRAGE)
    match.resolve("a", f"bombard {MEDIC_BARRAGE} s3-s3-1", dice=(1, 9))

    assert (5, 12) == (match.total("barrage"), match.total("defence"))
    assert () == match.pieces_in("b-casualties") + match.pieces_in("fallen")


def test_entrenchment_does_not_count_against_a_barrage():
    """7.3.10.1: 4+5 against a commanded S3, +1, die five, entrenched two: nine each."""
    match = battle(("s4-s4-1",), ("s3-s3-1", "pike-harms")).mark("s3-s3-1", "entrenched", 2)
    match.hold("a", MEDIC_BARRAGE).resolve("a", f"bombard {MEDIC_BARRAGE} s3-s3-1", dice=(5, 5))

    assert (9, 9) == (match.total("barrage"), match.total("defence"))
    assert "b-g1" == match.zone_of("s3-s3-1")


def test_a_leader_does_not_help_a_unit_out_of_command_against_a_barrage():
    """7.3.10.1"""
    match = battle(("s4-s4-1",), ("s3-s3-1", "r4-r4-1", "pike-harms")).mark("s3-s3-1", "sideways")
    match.hold("a", MEDIC_BARRAGE).resolve("a", f"bombard {MEDIC_BARRAGE} s3-s3-1", dice=(5, 5))

    assert (9, 8) == (match.total("barrage"), match.total("defence"))
    assert ("s3-s3-1",) == match.pieces_in("a-casualties")


def test_a_barrage_on_a_unit_counts_its_leader_but_no_modifiers():
    """7.3.10.1, 14.1.2, 7.3.10-b, 7.3.10-c: 4 + 5 against 3 + 1 + 5, entrenchment ignored."""
    match = (
        Match()
        .group("b-g1", "german", "s3-s3-1", "r4-r4-1", "pike-harms")
        .mark("s3-s3-1", "entrenched", 2)
    )
    match.hold("a", "medic-barrage-1", "medic-barrage-2")
    match.resolve("a", "bombard medic-barrage-1 s3-s3-1", dice=(5, 5))
    assert (9, 9) == (match.total("barrage"), match.total("defence"))
    assert "b-g1" == match.zone_of("s3-s3-1")
    match.resolve("a", "bombard medic-barrage-2 s3-s3-1", dice=(6, 5))

    assert ("a-casualties", 2) == (match.zone_of("s3-s3-1"), match.actions_left())


def test_a_barrage_damages_an_objective_by_the_difference():
    """7.3.10.2-a: 4+8 = 12 against five and four = 9: damage three, defence factor two."""
    match = battle(("s4-s4-1",), ("bridge",)).hold("a", MEDIC_BARRAGE)
    match.resolve("a", f"bombard {MEDIC_BARRAGE} bridge", dice=(8, 4))

    assert 3 == match.table.mark("bridge", "damage")
    match.resolve("a", "attack s4-s4-1 b-g1", dice=(1, 1))
    assert 2 + 1 == match.total("defence")


def test_two_barrages_damage_an_objective_up_to_its_defence_factor():
    """7.3.10.2-a, 7.3.10.2-b, 1.2-b3: 12 against 9, then 13 against 3."""
    match = (
        Match()
        .group("b-g1", "german", "forest", "s2-s2-1")
        .hold("a", "medic-barrage-1", "medic-barrage-2")
    )
    match.resolve("a", "bombard medic-barrage-1 forest", dice=(8, 4))
    assert (12, 9) == (match.total("barrage"), match.total("defence"))
    assert 3 == match.table.mark("forest", "damage")
    match.resolve("a", "bombard medic-barrage-2 forest", dice=(9, 1))

    assert (3, 5) == (match.total("defence"), match.table.mark("forest", "damage"))


def test_damage_never_exceeds_the_defence_factor():
    """7.3.10.2-b, 1.2-b3: five with three, 4+9 against 2+1: five, not thirteen."""
    match = battle(("s4-s4-1",), ("bridge",)).mark("bridge", "damage", 3).hold("a", MEDIC_BARRAGE)
    match.resolve("a", f"bombard {MEDIC_BARRAGE} bridge", dice=(9, 1))

    assert (13, 3) == (match.total("barrage"), match.total("defence"))
    assert 5 == match.table.mark("bridge", "damage")


def test_the_odds_of_a_barrage_are_known_before_its_dice():
    """7.3.10.1, 7.3.10.2, 10.3: 4 against 3 and a leader's 1, then against an objective."""
    match = battle(("s4-s4-1",), ("s3-s3-1", "r4-r4-1", "pike-harms", "forest"))
    match.hold("a", MEDIC_BARRAGE)

    at_unit = foresee(GAME, match.table, "a", f"bombard {MEDIC_BARRAGE} s3-s3-1")
    at_objective = foresee(GAME, match.table, "a", f"bombard {MEDIC_BARRAGE} forest")

    assert [4, 4] == [total.total for total in at_unit.totals]
    assert {"s3-s3-1 is eliminated": (45, 100)} == odds(at_unit)
    lead = at_objective.totals[0].total - at_objective.totals[1].total
    ways = sum(one + lead > other for one in range(1, 11) for other in range(1, 11))
    assert {"forest is damaged": (ways, 100)} == odds(at_objective)
