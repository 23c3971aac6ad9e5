"""17 The scenarios."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.dealing import deal_match
from tests.games.combat_soldiers.random_play import SeededRng, play_out, take_up
from tests.games.combat_soldiers.table import Match, open_match
from wardiary.domain.games.combat_soldiers.components.cards import scenario_of
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.play.decide import decide
from wardiary.domain.table import events as e


def counter_offensive(**settings: e.Scalar) -> Match:
    return Match(scenario="counter-offensive", **settings)


def offensive() -> Match:
    return Match(scenario="offensive")


# 17.2 All-out counter-offensive.


@pytest.mark.parametrize(
    ("scenario", "side"), [("counter-offensive", "us"), ("offensive", "german")]
)
def test_drawn_objectives_take_the_side_of_the_scenario(scenario: str, side: str):
    """17.2, 17.3"""
    match = Match(scenario=scenario).turn("a", "F").on_top("river").when("a", "draw")

    assert side == match.table.piece("river").face


def test_armor_is_german_in_the_counter_offensive():
    """17.2.1, 1.1.1.3"""
    match = counter_offensive().hold("a", "m10-stug-iii-g").turn("a", "C")
    match.when("a", "deploy m10-stug-iii-g us new").then_illegal("17.2.1")
    match.when("a", "deploy m10-stug-iii-g german new")

    assert match.refused is None


def test_major_offensives_serve_the_attacking_side_of_the_scenario():
    """17.2.2, 17.3.1"""
    match = counter_offensive().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r2-r2-1")
    match.hold("a", "major-offensive-1").when("a", "attack s3-s3-1 b-g1")
    match.when("a", "double major-offensive-1 s3-s3-1").then_illegal("17.2.2")
    match = offensive().group("a-g1", "german", "s3-s3-1").group("b-g1", "us", "r2-r2-1")
    match.hold("a", "major-offensive-1").when("a", "attack s3-s3-1 b-g1")

    match.when("a", "double major-offensive-1 s3-s3-1").then_illegal("17.3.1")


def test_a_major_offensive_reinforces_no_group_of_the_defending_side():
    """7.3.2-b4, 17.2.2."""
    match = counter_offensive(phase="C").group("a-g1", "us", "s3-s3-1")
    match.group("b-g1", "german", "l5-l5").siege("b-g1", "a-g1")
    match.hold("a", "major-offensive-1", "r2-r2-1")

    assert [] == match.offers("a", "reinforce")
    match.when("a", "reinforce major-offensive-1 r2-r2-1 us a-g1").then_illegal("17.2.2")


def test_only_the_defending_side_of_the_scenario_entrenches():
    """17.2.3, 17.3.2"""
    match = counter_offensive().group("a-g1", "german", "s3-s3-1").turn("a", "A")
    match.when("a", "entrench s3-s3-1 1").then_illegal("17.2.3")
    match = offensive().group("a-g1", "us", "s3-s3-1").turn("a", "A")

    match.when("a", "entrench s3-s3-1 1").then_illegal("17.3.2")


def test_the_weather_is_before_the_dealer_at_the_start_of_the_counter_offensive():
    """17.2.4, 17.2.6: CS-Q37, CS-Q38."""
    for seats, airborne_left in ((2, 0), (3, 1)):
        table = deal_match(seats, "counter-offensive").table
        kinds = [table.pieces[piece].kind for piece in table.zone("box")]
        assert 3 - airborne_left == kinds.count("airborne-amphibious")
        outcome = deal_match(seats, "counter-offensive")
        rng = SeededRng(11)
        while not outcome.table.turn:
            prompt = outcome.prompts[0]
            offers = [o for o in prompt.offers if o.verb in {"ready", "pass"}] or prompt.offers
            outcome = decide(
                GAME, outcome.table, prompt.seat, take_up(offers[0], rng), rng, outcome.prompts
            )
        rolled = [x for x in outcome.events if isinstance(x, e.DiceRolled) and x.rule == "6.1"]
        assert [outcome.table.seat] == [x.seat for x in rolled]


def test_the_counter_offensive_ends_when_all_objectives_are_german():
    """17.2.5, 12.3: CS-Q30, at once, and the unit lost in the battle counts."""
    match = (
        counter_offensive()
        .group("a-g1", "german", "l5-l5")
        .group("b-g1", "us", "forest", "r2-r2-1")
    )
    match.mark("forest", "damage", 4).mark("forest", "garrison-lost")
    match.resolve("a", "attack l5-l5 b-g1", dice=(10, 1))

    assert match.table.result is not None
    assert "17.2.5" in match.rules_cited()
    assert ("r2-r2-1",) == match.pieces_in("a-casualties")


def test_the_airborne_card_of_the_counter_offensive_is_german_and_cannot_supply():
    """17.2.6: CS-Q62."""
    match = counter_offensive().group("a-g1", "german", "s3-s3-1").group("b-g1", "us", "r4-r4-1")
    match.siege("b-g1", "a-g1", isolation=2).hold("a", "airborne-amphibious-3", "s2-s2-1")
    match.when("a", "air-supply airborne-amphibious-3 a-g1").then_illegal("17.2.6")
    match.when("a", "airdrop airborne-amphibious-3 s2-s2-1 us").then_illegal("17.2.6")
    match.when("a", "airdrop airborne-amphibious-3 s2-s2-1 german")

    assert match.refused is None


# 17.3 Offensive.


def test_mines_are_placed_only_on_us_groups_in_the_offensive():
    """17.3.3"""
    match = offensive().group("a-g1", "us", "s3-s3-1").group("a-g2", "german", "r4-r4-1")
    match.turn("a", "F").on_top("mines-1").when("a", "draw")

    assert {"a-g1"} == match.candidates("c", "inflict", "group")


def test_the_offensive_ends_when_all_objectives_are_us():
    """17.3.4: by Recon as well (CS-Q45)."""
    match = offensive().group("b-g1", "german", "forest").hold("a", "recon-sappers-1")
    match.when("a", "recon recon-sappers-1 forest us")

    assert match.table.result is not None
    assert "17.3.4" in match.rules_cited()


@pytest.mark.parametrize("record", [False, True])
def test_the_counter_offensive_is_followed_by_the_offensive_in_two_rounds(record: bool):
    """17.3.5, 5.1-b: scores add up, and nothing is kept, nor what the dealer has tallied (19.0)."""
    rng = SeededRng(21)
    settings: dict[str, e.Scalar] = {"rounds": 2, "dealer-record": record}
    fresh = []

    def see(outcome: object) -> None:
        events = getattr(outcome, "events", ())
        if any(
            isinstance(x, e.PhaseEntered) and x.round == 2 and x.phase == "setup" for x in events
        ):
            fresh.append(outcome)

    outcome, _ = play_out(open_match(3, "counter-offensive", rng, **settings), rng, see=see)
    (second,) = fresh
    table = second.table  # type: ignore[attr-defined]
    assert outcome.table.result is not None
    assert [8, 8, 8] == [len(table.zone(f"{seat}-hand")) for seat in "abc"]
    assert not [zone for zone, pieces in table.zones.items() if pieces and "-g" in zone]
    assert [0, 0, 0] == [table.track(f"vp/{seat}") for seat in "abc"]
    assert "offensive" == scenario_of(table).id
