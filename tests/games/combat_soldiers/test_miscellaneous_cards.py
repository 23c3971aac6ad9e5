"""14 Medic!/Barrage, FFE/AT Weapon and Recon cards with their other ends."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.cards import MEDIC_BARRAGE, PANTHER, SHERMAN
from tests.games.combat_soldiers.random_play import SeededRng, play_out
from tests.games.combat_soldiers.situations import battle, two_groups_each
from tests.games.combat_soldiers.table import Match, open_match, pack
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.games.combat_soldiers.groups.objectives import defence_factor
from wardiary.domain.games.combat_soldiers.groups.sieges import surrender_number
from wardiary.domain.play.decide import Outcome


def before_battle() -> Match:
    """Ann is about to attack Bob; she has a Medic!/Barrage card."""
    match = Match().group("a-g1", "us", "l5-l5", "r4-r4-1", "ames-vogler")
    return match.group("b-g1", "german", "s3-s3-1").hold("a", MEDIC_BARRAGE)


# 14.1 Medic!/Barrage.


def test_a_card_played_as_barrage_cannot_be_played_as_medic_later():
    """V12, 14.1, 1.1.1.6-a: Ann is asked after the battle, and has nothing left to play."""
    match = before_battle().group("b-g2", "german", "r4-r4-2")
    match.resolve("a", f"bombard {MEDIC_BARRAGE} r4-r4-2", dice=(1, 9))
    assert match.zone_of(MEDIC_BARRAGE) == "discard-top"
    match.resolve("a", "attack a-g1 b-g1", dice=(10, 1), a_medic=f"medic {MEDIC_BARRAGE}")

    assert match.refused is not None
    assert {"pass"} == {offer.verb for offer in match.prompt("a").offers}


def test_a_card_played_as_medic_cannot_be_played_as_barrage_later():
    """V12, 14.1, 1.1.1.6-a"""
    match = before_battle().group("b-g2", "german", "r4-r4-2")
    assert {MEDIC_BARRAGE} == match.candidates("a", "bombard", "card")
    match.resolve("a", "attack a-g1 b-g1", dice=(10, 1), a_medic=f"medic {MEDIC_BARRAGE}")
    match.when("a", "keep none")

    assert MEDIC_BARRAGE not in match.pieces_in("a-hand")
    assert [] == match.offers("a", "bombard")


def test_after_a_battle_the_card_is_offered_only_as_medic():
    """V12, 14.1"""
    match = before_battle().group("b-g2", "german", "r4-r4-2")
    assert [] == match.offers("a", "medic")
    match.resolve("a", "attack a-g1 b-g1", dice=(10, 1), a_medic=f"bombard {MEDIC_BARRAGE} r4-r4-2")

    assert match.refused is not None
    assert {"pass", "medic"} == {offer.verb for offer in match.prompt("a").offers}
    assert {MEDIC_BARRAGE} == match.candidates("a", "medic", "card")


@pytest.mark.parametrize("owner", ["a", "b"])
def test_no_barrage_is_offered_in_bad_weather(owner: str):
    """V12, 14.1, 13.1-b: neither of a card nor of Hill 205."""
    match = before_battle().group("a-g2", "us", "hill-205")
    assert {MEDIC_BARRAGE, "hill-205"} == match.candidates("a", "bombard", "card")

    assert [] == match.put(f"{owner}-area", "weather").offers("a", "bombard")


def test_no_barrage_is_offered_without_a_target():
    """V12, 14.1, 7.3.10-b: the only cards on the table are Ann's."""
    match = Match().group("a-g1", "us", "forest", "s3-s3-1").hold("a", MEDIC_BARRAGE)

    assert [] == match.offers("a", "bombard")


def test_tactical_cards_pair_their_ends_as_the_rules_say():
    """14.1, 14.2, 14.3, 1.1.1.6-a"""
    uses = {card.uses for card in pack().cards.values() if card.family == "tactical"}
    national = [card.at_side for card in pack().cards.values() if card.at_side]

    assert {("medic", "barrage"), ("ffe", "at-weapon"), ("recon", "no-retreat")} <= uses
    assert ("recon", "sappers") in uses
    assert ["us", "german"] == national


def test_each_battle_of_a_series_may_have_its_own_medic():
    """14.1.1-a, 7.3.9.2-b"""
    match = battle((SHERMAN,), ("s3-s3-1", "r3-r3-1", "l4-l4-1"))
    match.hold("c", "medic-barrage-1", "medic-barrage-2")
    match.resolve("a", "pick-off a-g1 s3-s3-1", dice=(5, 2), c_medic="medic medic-barrage-1")
    match.when("a", "keep none")
    match.resolve("a", "press r3-r3-1", dice=(5, 2), c_medic="medic medic-barrage-2")
    match.when("a", "keep none")

    assert () == match.pieces_in("a-casualties")
    assert {"discard", "discard-top"} >= {match.zone_of("s3-s3-1"), match.zone_of("r3-r3-1")}


@pytest.mark.parametrize(
    ("units", "dice", "kept"),
    [
        (("s3-s3-1", "r4-r4-1"), (4, 1), {"none", "s3-s3-1"}),
        (("s2-s2-1",), (2, 9), {"none"}),
        (("novak-thoma", "forest"), (4, 5), {"none"}),
    ],
    ids=["three-and-four", "one-card", "one-point"],
)
def test_after_a_medic_the_winner_keeps_at_most_half_rounded_down(
    units: tuple[str, ...], dice: tuple[int, int], kept: set[str]
):
    """14.1.1-a, 14.1.1-b: of 3+4 at most three; of a single card, nothing."""
    match = battle(("l5-l5", "s4-s4-1", "brown-keller"), units).hold("c", "medic-barrage-1")
    if "forest" in units:
        match.mark("forest", "garrison-lost").mark("forest", "damage", 1)
        match.resolve("a", "attack a-g1 b-g1", dice=dice)
        match.resolve("a", "occupy none", c_medic="medic medic-barrage-1")
    else:
        match.resolve("a", "attack a-g1 b-g1", dice=dice, c_medic="medic medic-barrage-1")

    assert kept == match.candidates("a", "keep", "cards")


def test_a_medic_halves_the_winners_points():
    """14.1.1-a, 14.1.1-b: CS-Q60; of three and four points the winner keeps three."""
    match = battle(("l5-l5", "r4-r4-1", "ames-vogler"), ("r3-r3-1", "l4-l4-1"))
    match.hold("c", "medic-barrage-1").hold("b", "medic-barrage-2")
    match.resolve("a", "attack a-g1 b-g1", dice=(10, 3), c_medic="medic medic-barrage-1")
    assert ("a",) == match.seats_asked()
    assert {"none", "r3-r3-1"} == match.candidates("a", "keep", "cards")
    match.when("a", "keep r3-r3-1")

    assert ("r3-r3-1",) == match.pieces_in("a-casualties")
    assert match.zone_of("l4-l4-1") in {"discard", "discard-top"}


def test_a_medic_may_leave_the_winner_with_nothing():
    """14.1.1-b: a single card worth one."""
    match = Match().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1", "novak-thoma")
    match.hold("c", "medic-barrage-1")
    match.resolve("a", "attack l5-l5 b-g1", dice=(4, 5)).when("b", "lose novak-thoma")
    for seat in ("b",):
        match.when(seat, "pass")
    match.when("c", "medic medic-barrage-1").when("a", "keep none")

    assert () == match.pieces_in("a-casualties")


def test_a_barrage_card_has_factor_four_and_costs_nothing():
    """14.1.2, 7.3.10.1: 4+6 = 10 against L3 and five = 8; L3 is eliminated."""
    match = battle(("s4-s4-1",), ("l3-l3-1",)).hold("a", MEDIC_BARRAGE).track("actions/other", 2)
    match.resolve("a", f"bombard {MEDIC_BARRAGE} l3-l3-1", dice=(6, 5))

    assert (10, 8) == (match.total("barrage"), match.total("defence"))
    assert ("l3-l3-1",) == match.pieces_in("a-casualties")


# 14.2 FFE/AT Weapon.


def test_fire_for_effect_serves_the_active_seat_in_a_counterattack():
    """14.2.1: CS-Q12."""
    match = Match().group("a-g1", "us", "s4-s4-1").group("b-g1", "german", "s3-s3-1")
    match.hold("a", "ffe-2-at-2").hold("b", "counterattack-intelligence-1")
    match.resolve(
        "a",
        "attack s4-s4-1 b-g1",
        a_support="ffe ffe-2-at-2",
        b_counterattack="counterattack counterattack-intelligence-1",
    )
    match.resolve("b", "strike s3-s3-1 s4-s4-1", dice=(4, 1, 5, 5))

    assert 2 == match.items("defence")["14.2.1"]
    assert "a-g1" == match.zone_of("s4-s4-1")


def test_an_at_weapon_printed_for_a_side_is_refused_to_the_other():
    """14.2.2-b"""
    match = (
        battle(("s3b-s3p-1",), (PANTHER,))
        .hold("a", "ffe-3-at-2-german")
        .when("a", "attack s3b-s3p-1 b-g1")
    )

    match.when("a", "at-weapon ffe-3-at-2-german").then_illegal("14.2.2-b")


# 14.3 Recon/No Retreat! or Sappers.


@pytest.mark.parametrize("units", [("s3-s3-1",), ("pike-harms",), ("s3-s3-1", "pike-harms")])
def test_infantry_or_a_leader_alone_keeps_recon_from_an_objective(units: tuple[str, ...]):
    """V11, 14.3.1-a"""
    match = Match().group("b-g1", "german", "forest", *units).group("b-g2", "german", "bridge")
    match.hold("a", "recon-sappers-1")

    assert {"bridge"} == match.candidates("a", "recon", "objective")
    match.when("a", "recon recon-sappers-1 forest us").then_illegal("14.3.1-a")


def test_recon_does_not_take_an_objective_from_the_draw_pile():
    """14.3.1-a"""
    match = Match().group("a-g1", "us", "s2-s2-1").hold("a", "recon-sappers-1")

    match.when("a", "recon recon-sappers-1 bridge us").then_illegal("14.3.1-a", "on the table")


def test_recon_is_offered_only_bare_objectives_of_other_seats():
    """14.3.1-a, 14.3.1-b: CS-Q24, a lone leader occupies, a garrison does not."""
    match = Match().group("b-g1", "german", "bridge", "pike-harms").group("a-g1", "us", "forest")
    match.group("b-g2", "german", "citie").hold("a", "recon-sappers-1")
    match.when("a", "recon recon-sappers-1 bridge us").then_illegal("14.3.1-a")
    match.when("a", "recon recon-sappers-1 forest german").then_illegal("14.3.1-b")

    assert {"citie"} == match.candidates("a", "recon", "objective")


def test_recon_is_not_offered_before_the_first_turn():
    """V11, 14.3.1-b: in random play of four matches."""
    verbs: set[str] = set()

    def see(outcome: Outcome) -> None:
        if not outcome.table.turn:
            verbs.update(offer.verb for prompt in outcome.prompts for offer in prompt.offers)

    for seed in range(4):
        rng = SeededRng(seed)
        start = open_match(3, "free-form", rng)
        try:
            play_out(start, rng, bound=60, see=see)
        except AssertionError:
            continue

    assert "lay" in verbs
    assert "recon" not in verbs


@pytest.mark.parametrize(
    ("units", "number"),
    [
        (("s3-s3-1",), 3),
        (("s3-s3-1", "r4-r4-1"), 7),
        (("s3-s3-1", "pike-harms"), 3),
        (("s3-s3-1", "r4-r4-1", "l5-l5", "pike-harms"), 12),
    ],
)
def test_no_retreat_adds_up_infantry_without_its_leader(units: tuple[str, ...], number: int):
    """V9, 14.3.2"""
    match = Match().group("b-g1", "german", *units).group("a-g1", "us", "s4-s4-1")
    match.siege("a-g1", "b-g1").put("b-g1", "recon-no-retreat-1")

    assert number == surrender_number(match.table, group_at(match.table, "b-g1"))


def test_no_retreat_is_played_only_on_a_besieged_group():
    """14.3.2"""
    match = Match().group("a-g1", "us", "s3-s3-1").hold("a", "recon-no-retreat-1")

    assert [] == match.offers("a", "no-retreat")
    match.when("a", "no-retreat recon-no-retreat-1 a-g1").then_illegal("14.3.2", "besieged group")


@pytest.mark.parametrize("units", [(), ("s3-s3-1",), ("pike-harms",)])
def test_no_retreat_adds_the_defence_factor_of_the_objective(units: tuple[str, ...]):
    """V9, 14.3.2: what is left of its defence factor."""
    match = Match().group("b-g1", "german", "crossroads", *units).group("a-g1", "us", "s4-s4-1")
    match.siege("a-g1", "b-g1").put("b-g1", "recon-no-retreat-1").mark("crossroads", "damage")
    besieged = group_at(match.table, "b-g1")

    added = 3 if "s3-s3-1" in units else 0
    assert defence_factor(match.table, besieged) + added == surrender_number(match.table, besieged)
    assert match.table.pack.objectives["crossroads"].defence - 1 == defence_factor(
        match.table, besieged
    )


def test_no_retreat_adds_the_defence_factor_of_armor():
    """V9, 14.3.2"""
    match = Match().group("b-g1", "german", "m18-tiger-ii", "s3-s3-1")
    match.group("a-g1", "us", "s4-s4-1").siege("a-g1", "b-g1").put("b-g1", "recon-no-retreat-1")
    printed = match.table.pack.cards["m18-tiger-ii"].ends["german"].strength

    assert printed + 3 == surrender_number(match.table, group_at(match.table, "b-g1"))


def test_no_retreat_lets_a_group_hold_out_until_isolation_equals_its_strength():
    """14.3.2, 7.3.1.1-c: S3 and R2 hold at four and give up at five."""
    match = (
        two_groups_each()
        .siege("a-g1", "b-g1", isolation=3)
        .hold("c", "recon-no-retreat-1")
        .turn("b", "F")
    )
    match.resolve("b", "end-turn", c_no_retreat="no-retreat recon-no-retreat-1 b-g1")
    assert {"s3-s3-2", "r2-r2-1"} <= set(match.pieces_in("b-g1"))
    match.turn("b", "F", number=5).resolve("b", "end-turn")

    assert {"s3-s3-2", "r2-r2-1"} == set(match.pieces_in("a-casualties"))
    assert match.zone_of("recon-no-retreat-1") in {"discard", "discard-top"}


def test_every_seat_is_asked_about_no_retreat_whatever_is_in_its_hand():
    """14.3.2, 1.1.1.6-b"""
    match = (
        two_groups_each().siege("a-g1", "b-g1", isolation=3).turn("b", "F").when("b", "end-turn")
    )
    seats = []
    for _ in range(3):
        seats += match.seats_asked()
        match.when(match.seats_asked()[0], "pass")

    assert ["c", "a", "b"] == seats
