"""13.0 to 13.4 Weather, Mines!, Friendly Fire and Engineers."""

from __future__ import annotations

from tests.games.combat_soldiers.situations import battle, drawing, end_turn, groups_of_both_sides
from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.components.zones import weather_is_out
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view


def mines_drawn_with_two_groups() -> Match:
    return (
        drawing("mines-1")
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1", "ames-vogler")
        .group("a-g2", "german", "l4-l4-1")
    )


def test_a_white_back_is_resolved_when_drawn_and_ends_the_turn():
    """13.0, 1.1.2.1, 1.1.1.4: two green cards are drawn, then friendly fire."""
    match = drawing("s2-s2-1", "s2-s2-2", "friendly-fire", "s2-s2-3").group("a-g1", "us", "l5-l5")
    match.group("a-g2", "german", "forest").when("a", "draw")
    assert ("d",) == match.seats_asked()
    match.when("d", "inflict a-g1", dice=(1, 9))

    assert ("s2-s2-1", "s2-s2-2") == match.pieces_in("a-hand")
    assert "recon" == match.prompt(match.seats_asked()[0]).facts["window"]


# 13.1 Weather.


def test_the_weather_stops_airborne_fire_for_effect_and_barrages():
    """13.1-a, 13.1-b: Airborne, FFE, barrages."""
    match = drawing("weather").when("a", "draw")
    assert "a-area" == match.zone_of("weather")
    match.group("c-g1", "us", "s4-s4-1").group("b-g1", "german", "s3-s3-1")
    match.hold("c", "airborne-amphibious-1", "ffe-2-at-2", "medic-barrage-1", "s2-s2-1").turn("c")
    for words in (
        "airdrop airborne-amphibious-1 s2-s2-1 us",
        "attack s4-s4-1 b-g1 ffe-2-at-2",
        "bombard medic-barrage-1 s3-s3-1",
    ):
        match.when("c", words).then_illegal("13.1-b")


def test_the_weather_is_not_out_for_a_seat_that_cannot_see_where_it_is():
    """13.1-b: in the draw pile it is hidden."""
    assert not weather_is_out(view(Match().table, "a"))


def test_weather_that_stays_in_sudden_death_still_stops_fire_for_effect():
    """13.1-b, 13.1-d: five: it stays, and FFE is refused."""
    match = Match(active="c", phase="F").group("a-g1", "us", "s3-s3-1").put("a-area", "weather")
    match.group("c-g1", "us", "s2-s2-1").group("b-g1", "german", "r3-r3-1").draw_pile()
    match.track("sudden-death", 10).hold("a", "ffe-3-at-3").when("c", "end-turn", dice=(9, 5))
    match.when("a", "go B").when("a", "attack s3-s3-1 b-g1 ffe-3-at-3").then_illegal("13.1-b")


def test_weather_stops_antitank_modifiers_but_not_the_other_antitank_rules():
    """13.1-c"""
    match = Match().put("c-area", "weather").group("a-g1", "us", "s3b-s3p-1")
    match.group("b-g1", "german", "m10-stug-iii-g").resolve(
        "a", "attack s3b-s3p-1 b-g1", dice=(3, 5)
    )
    assert match.refused is None
    match = Match().put("c-area", "weather").group("a-g1", "us", "m10-stug-iii-g")
    match.group("b-g1", "german", "s3b-s3p-1").put("b-g1", "antitank-4-1", host="s3b-s3p-1")
    match.resolve("a", "attack m10-stug-iii-g b-g1", dice=(3, 5))

    assert {"7.2.2.2.2": 3, "7.2.2.2.5": 5} == match.items("defence")


def test_an_at_weapon_permits_an_attack_on_armor_in_bad_weather():
    """13.1-c, 7.3.9.1: without its modifier."""
    match = Match().put("c-area", "weather").group("a-g1", "us", "s4-s4-1").hold("a", "ffe-2-at-2")
    match.group("b-g1", "german", "m10-stug-iii-g")
    match.resolve("a", "attack s4-s4-1 b-g1 ffe-2-at-2", dice=(6, 5))

    assert {"7.2.2.1.1": 4, "7.2.2.1.4": 6} == match.items("attack")


def test_weather_that_clears_in_sudden_death_does_not_refill_the_draw_pile():
    """13.1-e, 12.1-a, 6.1: discarded with an eight; then that Turn's end is rolled for."""
    match = Match(active="c", phase="F").group("a-g1", "us", "s3-s3-1").put("a-area", "weather")
    match.group("c-g1", "us", "s2-s2-1").draw_pile().track("sudden-death", 8)
    match.when("c", "end-turn", dice=(7, 8))
    assert ("discard-top", 7) == (match.zone_of("weather"), match.table.track("sudden-death"))
    match.when("a", "go E").when("a", "draw").then_illegal("12.1-a")
    match.turn("a", "F", match.table.turn).when("a", "draw").then_illegal("12.1-a")
    match.when("a", "end-turn", dice=(7,))

    assert match.table.result is not None


def test_weather_that_clears_in_sudden_death_is_discarded():
    """13.1-e: no draw pile to shuffle it into."""
    match = groups_of_both_sides().put("b-area", "weather").draw_pile().track("sudden-death", 10)
    end_turn(match, dice=(3, 8))

    assert "discard-top" == match.zone_of("weather")


# 13.2 Mines!


def test_the_seat_to_the_right_places_the_mines():
    """13.2-a, 13.2-c: 4 + 7 against 3 + 2 + 5; the group's owner chooses the unit."""
    match = mines_drawn_with_two_groups().when("a", "draw")
    assert ("d",) == match.seats_asked()
    assert {"a-g1", "a-g2"} == match.candidates("d", "inflict", "group")
    match.when("d", "inflict a-g1")
    assert {"s3-s3-1", "r4-r4-1"} == match.candidates("a", "victim", "unit")
    match.when("a", "victim s3-s3-1", dice=(7, 5))

    assert (11, 10) == (match.total("mines"), match.total("defence"))
    assert "discard-top" == match.zone_of("s3-s3-1")


def test_a_drawer_without_a_maneuver_group_passes_the_mines_on():
    """13.2-b: CS-Q34, to a seat that has one."""
    match = drawing("mines-1").group("a-g1", "us", "forest", "s2-s2-1").group("c-g1", "us", "l5-l5")
    match.group("b-g1", "german", "citie").when("a", "draw")
    assert {"c"} == match.candidates("a", "pass-on", "seat")
    match.when("a", "pass-on c")
    assert ("b",) == match.seats_asked()
    match.when("b", "inflict c-g1", dice=(1, 1))

    assert "c-g1" == match.zone_of("mines-1")


def test_mines_without_a_target_are_discarded():
    """13.2-b: CS-Q34."""
    match = drawing("mines-1").when("a", "draw")

    assert "discard-top" == match.zone_of("mines-1")


def test_mines_are_discarded_with_the_last_unit_and_its_leader():
    """13.2-c, 13.2-e: the last unit and its leader are discarded, and so are the mines."""
    match = Match(phase="A").group("a-g1", "us", "s3-s3-1", "pike-harms").put("a-g1", "mines-1")
    match.group("b-g1", "german", "r2-r2-1").when("a", "go B").when(
        "a", "detonate mines-1", dice=(10, 1)
    )

    zones = {match.zone_of(card) for card in ("s3-s3-1", "pike-harms", "mines-1")}
    assert zones <= {"discard", "discard-top"}
    assert () == match.pieces_in("b-casualties") + match.pieces_in("a-g1")


def test_mines_that_do_not_beat_the_unit_do_nothing():
    """13.2-c"""
    match = mines_drawn_with_two_groups().when("a", "draw").when("d", "inflict a-g1")
    match.when("a", "victim s3-s3-1", dice=(3, 5))

    assert (7, 10) == (match.total("mines"), match.total("defence"))
    assert "a-g1" == match.zone_of("s3-s3-1")


def test_a_mined_group_lost_in_its_attack_loses_the_mines_too():
    """13.2-d, 13.2-e"""
    match = battle(("s3-s3-1",), ("l5-l5",)).put("a-g1", "mines-1")
    match.resolve("a", "attack s3-s3-1 b-g1", dice=(4, 9))

    assert ("s3-s3-1",) == match.pieces_in("b-casualties")
    assert "discard" in match.zone_of("mines-1")


def test_mines_attack_even_when_the_attack_phase_is_skipped():
    """13.2-d, 3.0-c"""
    match = groups_of_both_sides().put("a-g1", "mines-1").turn("a", "A").when("a", "go F")

    assert {"mines-1"} == match.candidates("a", "detonate", "mines")
    match.when("a", "detonate mines-1")
    match.when("a", "victim r4-r4-1", dice=(1, 5))
    assert "F" == match.table.phase


def test_mines_attack_again_each_turn_until_cleared():
    """13.2-d, 7.1.4: CS-Q35, Sappers may come first."""
    match = Match().group("a-g1", "us", "s3-s3-1", "r4-r4-1").put("a-g1", "mines-1")
    for number in (1, 4, 7):
        match.turn("a", "A", number=number).when("a", "go B").when("a", "detonate mines-1")
        match.when("a", "victim r4-r4-1", dice=(1, 5))
        assert "a-g1" == match.zone_of("mines-1")
    match.hold("a", "recon-sappers-1").turn("a", "A", number=10).when("a", "go B")
    match.when("a", "sap recon-sappers-1 mines-1")

    assert "discard" == match.zone_of("mines-1")
    assert "B" == match.prompt("a").facts["phase"]


def test_units_lost_to_mines_score_for_nobody():
    """13.2-e: so are the leader and the mines of the last unit."""
    match = (
        Match().group("a-g1", "us", "s3-s3-1", "ames-vogler").put("a-g1", "mines-1").turn("a", "A")
    )
    match.when("a", "go B").when("a", "detonate mines-1", dice=(10, 1))

    discarded = {*match.pieces_in("discard"), *match.pieces_in("discard-top")}
    assert {"s3-s3-1", "ames-vogler", "mines-1"} == discarded
    assert ["", ""] == [match.table.piece(unit).face for unit in ("s3-s3-1", "ames-vogler")]
    assert all(match.pieces_in(f"{seat}-casualties") == () for seat in "abc")


def test_mines_stay_with_the_unit_that_does_not_occupy():
    """13.2-g: mined L4 and R2 capture, R2 occupies: the mines stay with L4."""
    match = battle(("l4-l4-1", "r2-r2-1", "novak-thoma"), ("crossroads",)).put("a-g1", "mines-1")
    match.mark("crossroads", "garrison-lost").resolve("a", "attack a-g1 b-g1", dice=(9, 1))
    match.when("a", "occupy r2-r2-1").when("a", "rest l4-l4-1")

    assert "a-g1" == match.zone_of("mines-1") == match.zone_of("l4-l4-1")
    assert {"crossroads", "r2-r2-1"} == set(match.pieces_in(match.zone_of("crossroads")))


def test_mines_are_discarded_when_the_whole_mined_group_occupies():
    """13.2-g, 6.3-d: CS-Q36, no maneuver group is left to carry them."""
    match = battle(("l4-l4-1", "novak-thoma"), ("crossroads",)).put("a-g1", "mines-1")
    match.mark("crossroads", "garrison-lost").resolve("a", "attack a-g1 b-g1", dice=(9, 1))
    match.when("a", "occupy l4-l4-1+novak-thoma")

    assert "discard-top" == match.zone_of("mines-1")
    assert () == match.pieces_in("a-g1")


def test_an_occupying_unit_leaves_the_mines_with_its_former_group():
    """13.2-g"""
    match = battle(("l4-l4-1", "r2-r2-1", "ames-vogler"), ("forest",)).mark("forest", "damage", 5)
    match.put("a-g1", "mines-1").resolve("a", "attack a-g1 b-g1", dice=(10, 1)).when(
        "a", "occupy r2-r2-1"
    )

    assert "a-g1" == match.zone_of("mines-1")
    assert () == group_at(match.table, match.zone_of("forest")).mines


# 13.3 Friendly Fire.


def test_friendly_fire_attacks_every_unit_and_the_objective_separately():
    """13.3-a, 13.3-b, 7.3.10-b: 6 + 2 against 3 + 1 + 6; 6 + 5 against 4 + 3, damage four."""
    match = drawing("friendly-fire").group("a-g1", "us", "crossroads", "s3-s3-1", "pike-harms")
    match.when("a", "draw").when("d", "inflict a-g1", dice=(2, 6, 5, 3))

    assert [(8, 10), (11, 7)] == [
        (match.total("friendly fire", n), match.total("defence", n)) for n in (0, 1)
    ]
    assert {"crossroads", "s3-s3-1", "pike-harms"} == set(match.pieces_in("a-g1"))
    assert 4 == match.table.mark("crossroads", "damage")


def test_friendly_fire_is_placed_on_any_group_and_mines_on_maneuver_groups():
    """13.3-a, 13.2-a"""
    for card, groups in (("friendly-fire", {"a-g1", "a-g2"}), ("mines-1", {"a-g2"})):
        match = drawing(card).group("a-g1", "us", "crossroads").group("a-g2", "us", "s3-s3-1")
        assert groups == match.when("a", "draw").candidates("d", "inflict", "group")


def test_friendly_fire_that_eliminates_the_last_unit_takes_its_leader():
    """13.3-b, 4.4.5-b"""
    match = drawing("friendly-fire").group("a-g1", "us", "s3-s3-1", "pike-harms").when("a", "draw")
    match.when("d", "inflict a-g1", dice=(10, 1))

    assert () == match.pieces_in("a-g1")
    assert 2 == len([x for x in match.events_of(e.DiceRolled) if x.rule == "7.3.10.1"])


def test_units_lost_to_friendly_fire_score_for_nobody():
    """13.3-c"""
    match = drawing("friendly-fire").group("a-g1", "us", "s3-s3-1", "r4-r4-1").when("a", "draw")
    match.when("d", "inflict a-g1", dice=(10, 1, 1, 10))

    assert "discard-top" == match.zone_of("s3-s3-1")
    assert all(match.pieces_in(f"{seat}-casualties") == () for seat in "abcd")


# 13.4 Engineers.


def test_engineers_attack_an_objective_of_another_player():
    """13.4: 4 + 9 against 5 + 6, also in bad weather (7.3.10-a)."""
    match = drawing("engineers").group("b-g1", "german", "forest").group("a-g1", "us", "citie")
    match.put("c-area", "weather").when("a", "draw")
    assert {"forest"} == match.candidates("a", "demolish", "objective")
    match.when("a", "demolish forest", dice=(9, 6))

    assert 2 == match.table.mark("forest", "damage")
    assert "discard-top" == match.zone_of("engineers")


def test_engineers_without_a_target_are_discarded():
    """13.4: CS-Q34."""
    assert "discard-top" == drawing("engineers").when("a", "draw").zone_of("engineers")
