"""18 Optional rules, and 19 the dealer who records scores."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.combat_soldiers.cards import SHERMAN
from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation
from wardiary.domain.play.commands import Illegal
from wardiary.projections.redaction import view


def besieged_group_about_to_fall(hand: int) -> Match:
    match = Match(overrun=True).group("a-g1", "us", "l5-l5", "r4-r4-1", "ames-vogler")
    match.group("b-g1", "german", "s3-s3-1").siege("a-g1", "b-g1")
    return match.hold("a", *(f"r2-r2-{n}" for n in range(1, hand + 1)))


def test_actions_of_options_that_are_off_are_refused():
    """18.0, 1.2-b10: interdiction, combined plays, surprise."""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "us", "forest").turn("a", "A")
    match.when("a", "interdict forest").then_illegal("18.0")
    match.turn("a").hold("a", "major-offensive-1", "airborne-amphibious-1")
    match.when("a", "surprise-attack a-g1 b-g1").then_illegal("18.0")
    match.when("a", "lift-siege major-offensive-1 airborne-amphibious-1 a-g1").then_illegal("18.0")
    with pytest.raises(Illegal):
        GAME.resolve_settings({"overrun": "perhaps"})


# 18.1 Overrun.


def test_capturing_a_besieged_objective_is_an_overrun():
    """V10, 18.1"""
    match = Match(overrun=True).group("a-g1", "us", "l5-l5").group("b-g1", "german", "barracks")
    match.mark("barracks", "garrison-lost").siege("a-g1", "b-g1")
    match.resolve("a", "attack l5-l5 b-g1", dice=(10, 1))
    for _ in range(3):
        if "retrieve" in {offer.verb for offer in match.prompt("a").offers}:
            break
        match.when("a", "occupy none")
    match.when("a", "retrieve")

    assert "a-hand" == match.zone_of("surrounded-1")


def test_an_overrun_returns_the_surrounded_card_to_a_hand_with_room():
    """18.1: CS-Q70, losses beyond what can be paid, and room in hand."""
    match = besieged_group_about_to_fall(3).resolve("a", "attack a-g1 b-g1", dice=(10, 1))
    assert {"retrieve", "pass"} == {offer.verb for offer in match.prompt("a").offers}
    match.when("a", "retrieve")
    assert "a-hand" == match.zone_of("surrounded-1")
    full = besieged_group_about_to_fall(4).resolve("a", "attack a-g1 b-g1", dice=(10, 1))
    assert "discard-top" == full.zone_of("surrounded-1")
    exact = besieged_group_about_to_fall(3).resolve("a", "attack a-g1 b-g1", dice=(1, 6))

    assert exact.total("attack") - exact.total("defence") == 3
    assert "discard-top" == exact.zone_of("surrounded-1")


# 18.2 Combined plays.


def test_major_offensive_and_airborne_lift_a_siege_together():
    """18.2, 18.2.1: no action, three cards discarded."""
    match = Match(**{"alternate-plays": True}).group("a-g1", "us", "s3-s3-1")
    match.group("b-g1", "german", "r4-r4-1").siege("b-g1", "a-g1", isolation=3)
    match.hold("a", "major-offensive-1", "airborne-amphibious-1")
    match.when("a", "lift-siege major-offensive-1 airborne-amphibious-1 a-g1")
    besieged = group_at(match.table, "a-g1")

    assert ("", 0, 2) == (besieged.siege, isolation(match.table, besieged), match.actions_left())
    discarded = {*match.pieces_in("discard"), *match.pieces_in("discard-top")}
    assert {"surrounded-1", "major-offensive-1", "airborne-amphibious-1"} == discarded


def test_partisans_return_to_a_hand_with_room_for_an_action():
    """18.2.2"""
    match = Match(**{"alternate-plays": True}).group("b-g1", "us", "forest").hold("a", "partisan")
    match.when("a", "infiltrate partisan forest").turn("a", "A", number=4).when("a", "go B")
    match.when("a", "recall-partisans partisan")
    assert ("a-hand", 1) == (match.zone_of("partisan"), match.actions_left())
    match = Match(**{"alternate-plays": True}).group("b-g1", "us", "forest").hold("a", "partisan")
    match.when("a", "infiltrate partisan forest").turn("a", "A", number=4)
    match.hold("a", "r2-r2-1", "r2-r2-2", "r2-r2-3", "r2-r2-4").when("a", "go B")

    match.when("a", "recall-partisans partisan").then_illegal("18.2.2")


def test_partisans_return_to_a_hand_with_room_for_a_single_card():
    """18.2.2"""
    match = Match(**{"alternate-plays": True}).group("b-g1", "us", "forest").hold("a", "partisan")
    match.when("a", "infiltrate partisan forest").turn("a", "A", number=4)
    match.hold("a", "r2-r2-1", "r2-r2-2", "r2-r2-3").when("a", "go B")
    match.when("a", "recall-partisans partisan")

    assert 4 == len(match.pieces_in("a-hand"))


def test_recon_may_show_a_pick_when_combined_plays_are_on():
    """18.2.3: free."""
    match = Match(**{"alternate-plays": True}).hold("a", "recon-sappers-1").pick("b", river="us")
    match.when("a", "inquire recon-sappers-1 b").when("b", "show-pick b-river-us")

    assert 2 == match.actions_left()
    assert "b-river-us" in view(match.table, "a").pieces
    assert "b-river-us" not in view(match.table, "c").pieces
    plain = Match().hold("a", "recon-sappers-1").pick("b", river="us")
    plain.when("a", "inquire recon-sappers-1 b").then_illegal("18.2.3")


# 18.3 Surprise attacks.


def test_a_unit_turned_into_a_leader_by_a_surprise_attack_loses_its_markers():
    """18.3, 15.1-b, 15.3, 16.3, 4.4.2: the German S3 becomes a US leader for R3 and L3."""
    match = Match(**{"surprise-attacks": True}).group(
        "a-g1", "german", "s3-whitcomb", "r3-r3-1", "l3-l3-1"
    )
    match.put("a-g1", "antitank-3-1", host="s3-whitcomb").mark("s3-whitcomb", "entrenched", 1)
    match.group("b-g1", "german", "r2-r2-1").when("a", "surprise-attack a-g1 b-g1")
    assert match.refused is None
    leader = match.table.piece("s3-whitcomb")

    assert ("us", {}) == (leader.face, dict(leader.marks))
    assert "antitank-stock" == match.zone_of("antitank-3-1")


def test_a_surprise_attack_cannot_use_armor_that_the_scenario_forbids():
    """18.3, 17.2.1"""
    match = Match(scenario="counter-offensive", **{"surprise-attacks": True})
    match.group("a-g1", "german", SHERMAN).group("b-g1", "german", "r2-r2-1")

    match.when("a", f"surprise-attack {SHERMAN} b-g1").then_illegal("18.3")


def test_a_surprise_attack_changes_the_side_of_the_group():
    """18.3: free, if every card allows it."""
    match = Match(**{"surprise-attacks": True}).group(
        "a-g1", "us", "s3-s3-1", "r4-r4-1", "ames-vogler"
    )
    match.group("b-g1", "us", "r2-r2-1").resolve("a", "surprise-attack a-g1 b-g1", dice=(5, 5))
    assert "german" == match.table.piece("s3-s3-1").face
    assert 1 == match.actions_left()
    both = Match(**{"surprise-attacks": True}).group("a-g1", "us", "r3-halloran")
    both.group("b-g1", "us", "r2-r2-1")

    both.when("a", "surprise-attack r3-halloran b-g1").then_illegal("18.3")


def test_a_surprise_attack_with_a_group_of_another_seat_is_refused():
    """18.3"""
    match = Match(**{"surprise-attacks": True}).group("a-g1", "us", "s3-s3-1")
    match.group("b-g1", "us", "r4-r4-1").group("c-g1", "german", "r2-r2-1")

    match.when("a", "surprise-attack b-g1 c-g1").then_illegal("18.3")


def test_a_surprise_attack_is_not_offered_without_an_action_left():
    """18.3, 7.1-a"""
    match = Match(**{"surprise-attacks": True}).group("a-g1", "us", "s3-s3-1")
    match.group("b-g1", "us", "r2-r2-1")
    assert match.offers("a", "surprise-attack")

    assert [] == match.track("actions/other", 2).offers("a", "surprise-attack")


def test_armor_may_make_a_surprise_attack_in_free_form():
    """18.3"""
    match = Match(**{"surprise-attacks": True}).group("a-g1", "us", SHERMAN)
    match.group("b-g1", "us", "r2-r2-1").resolve(
        "a", f"surprise-attack {SHERMAN} b-g1", dice=(1, 8)
    )

    assert "german" == match.table.piece(SHERMAN).face


@pytest.mark.parametrize(
    "bond",
    [
        lambda match: match.group("a-g1", "us", "forest"),
        lambda match: match.siege("b-g2", "a-g1"),
        lambda match: match.siege("a-g1", "b-g2"),
        lambda match: match.put("a-g1", "mines-1"),
    ],
    ids=["objective", "besieged", "besieging", "mined"],
)
def test_a_surprise_attack_is_refused_to_a_group_that_is_bound_to_its_side(
    bond: Callable[[Match], Match],
):
    """18.3"""
    match = Match(**{"surprise-attacks": True}).group("a-g1", "us", "s3-s3-1")
    match.group("b-g1", "us", "r2-r2-1").group("b-g2", "german", "r4-r4-1")
    assert match.offers("a", "surprise-attack")
    bond(match)

    assert [] == match.offers("a", "surprise-attack")
    match.when("a", "surprise-attack s3-s3-1 b-g1").then_illegal("18.3")


# 18.4 Interdiction.


def test_interdiction_costs_an_action_and_stops_a_capability():
    """18.4, 18.4.1, 6.5-a, 13.5.1-b"""
    match = Match(interdiction=True).group("b-g1", "us", "barracks", "s2-s2-2")
    match.group("a-g1", "us", "s3-s3-1").group("b-g2", "us", "citie", "r2-r2-1").turn("a", "A")
    match.when("a", "interdict barracks").when("a", "interdict citie")
    assert 0 == match.actions_left()
    match.discard_pile("s2-s2-1").turn("b", "F", number=2)

    match.when("b", "barracks").then_illegal("13.5.1-b")


def test_all_interdiction_on_a_seats_objectives_is_cleared_free():
    """18.4.2, 6.5-b"""
    match = Match(interdiction=True).group("a-g1", "us", "barracks").group("a-g2", "us", "citie")
    match.mark("barracks", "interdicted").mark("citie", "interdicted").turn("a", "A")
    match.when("a", "clear-interdiction")

    assert (0, 0, 2) == (
        match.table.mark("barracks", "interdicted"),
        match.table.mark("citie", "interdicted"),
        match.actions_left(),
    )


def test_clearing_is_not_offered_without_an_interdicted_objective():
    """18.4.2, 6.5-b"""
    match = Match(interdiction=True, phase="A").group("a-g1", "us", "barracks")
    assert [] == match.offers("a", "clear-interdiction")

    assert match.mark("barracks", "interdicted").offers("a", "clear-interdiction")


# 19.0 The dealer records scores.


def test_when_the_dealer_records_scores_lost_units_go_to_the_discard_pile():
    """19.0"""
    match = (
        Match(**{"dealer-record": True})
        .group("a-g1", "us", "l5-l5")
        .group("b-g1", "german", "r2-r2-1")
    )
    match.resolve("a", "attack l5-l5 b-g1", dice=(10, 1)).when("a", "rest l5-l5")
    assert (2, "tallied") == (match.table.track("vp/a"), match.zone_of("r2-r2-1"))
    match.when("a", "go F").when("a", "end-turn")

    assert ("discard-top", "") == (match.zone_of("r2-r2-1"), match.table.piece("r2-r2-1").face)
