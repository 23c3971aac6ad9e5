from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field, Tape, open_match, play_out
from wardiary.domain.games.combat_soldiers.components.cards import scenario_of
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.groups.group import group
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation
from wardiary.domain.play.commands import Illegal
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view


def counter(**settings: e.Scalar) -> Field:
    return Field(scenario="counter-offensive", **settings)


def offensive() -> Field:
    return Field(scenario="offensive")


# 17 Scenarios.


def test_the_players_choose_one_of_three_scenarios():
    """2.2, 17.0"""
    from tests.games.combat_soldiers.table import pack

    assert ["free-form", "counter-offensive", "offensive"] == [s.id for s in GAME.scenarios(pack())]


@pytest.mark.parametrize(
    ("scenario", "side"), [("counter-offensive", "us"), ("offensive", "german")]
)
def test_newly_drawn_objectives_take_the_scenarios_side_without_question(scenario: str, side: str):
    """17.2, 17.3"""
    field = Field(scenario=scenario).turn("a", "F").on_top("river").when("a", "draw")

    assert side == field.table.piece("river").face


def test_armor_is_german_in_the_counter_offensive():
    """17.2.1, 1.1.1.3"""
    field = counter().hold("a", "m10-stug-iii-g").turn("a", "C")
    field.when("a", "deploy m10-stug-iii-g us new").then_illegal("17.2.1")
    field.when("a", "deploy m10-stug-iii-g german new")

    assert field.refused is None


def test_major_offensives_serve_one_side():
    """17.2.2, 17.3.1"""
    field = counter().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r2-r2-1")
    field.hold("a", "major-offensive-1").when("a", "attack s3-s3-1 b-g1")
    field.when("a", "double major-offensive-1 s3-s3-1").then_illegal("17.2.2")
    field = offensive().group("a-g1", "german", "s3-s3-1").group("b-g1", "us", "r2-r2-1")
    field.hold("a", "major-offensive-1").when("a", "attack s3-s3-1 b-g1")

    field.when("a", "double major-offensive-1 s3-s3-1").then_illegal("17.3.1")


def test_one_side_entrenches():
    """17.2.3, 17.3.2"""
    field = counter().group("a-g1", "german", "s3-s3-1").turn("a", "A")
    field.when("a", "entrench s3-s3-1 1").then_illegal("17.2.3")
    field = offensive().group("a-g1", "us", "s3-s3-1").turn("a", "A")

    field.when("a", "entrench s3-s3-1 1").then_illegal("17.3.2")


def test_the_one_airborne_card_is_german_and_does_not_supply():
    """17.2.6: CS-Q62."""
    field = counter().group("a-g1", "german", "s3-s3-1").group("b-g1", "us", "r4-r4-1")
    field.siege("b-g1", "a-g1", isolation=2).hold("a", "airborne-amphibious-3", "s2-s2-1")
    field.when("a", "air-supply airborne-amphibious-3 a-g1").then_illegal("17.2.6")
    field.when("a", "airdrop airborne-amphibious-3 s2-s2-1 us").then_illegal("17.2.6")
    field.when("a", "airdrop airborne-amphibious-3 s2-s2-1 german")

    assert field.refused is None


def test_the_counter_offensive_ends_when_all_objectives_are_german():
    """17.2.5, 12.3: CS-Q30, at once, with the fallen counted."""
    field = counter().group("a-g1", "german", "l5-l5").group("b-g1", "us", "forest", "r2-r2-1")
    field.mark("forest", "damage", 4).mark("forest", "garrison-lost")
    field.fight("a", "attack l5-l5 b-g1", dice=(10, 1))

    assert field.table.result is not None
    assert "17.2.5" in field.rules()
    assert ("r2-r2-1",) == field.zone("a-casualties")


def test_one_objective_on_the_other_side_keeps_the_round_going():
    """12.3"""
    field = counter().group("a-g1", "german", "l5-l5").group("b-g1", "us", "forest")
    field.group("c-g1", "us", "citie", "s2-s2-1").mark("forest", "garrison-lost")
    field.mark("forest", "damage", 4).fight("a", "attack l5-l5 b-g1", dice=(10, 1))

    assert field.table.result is None


def test_the_offensive_ends_when_all_objectives_are_us():
    """17.3.4: by Recon as well (CS-Q45)."""
    field = offensive().group("b-g1", "german", "forest").hold("a", "recon-sappers-1")
    field.when("a", "recon recon-sappers-1 forest us")

    assert field.table.result is not None
    assert "17.3.4" in field.rules()


def test_mines_lie_on_us_groups_only_in_the_offensive():
    """17.3.3"""
    field = offensive().group("a-g1", "us", "s3-s3-1").group("a-g2", "german", "r4-r4-1")
    field.turn("a", "F").on_top("mines-1").when("a", "draw")

    assert {"a-g1"} == field.candidates("c", "inflict", "group")


def test_two_rounds_play_the_counter_offensive_then_the_offensive():
    """17.3.5, 5.1-b: scores add up, and nothing is kept."""
    luck = Tape(21)
    fresh = []

    def see(outcome: object) -> None:
        events = getattr(outcome, "events", ())
        if any(
            isinstance(x, e.PhaseEntered) and x.round == 2 and x.phase == "setup" for x in events
        ):
            fresh.append(outcome)

    outcome, _ = play_out(open_match(3, "counter-offensive", luck, rounds=2), luck, see=see)
    (second,) = fresh
    table = second.table  # type: ignore[attr-defined]
    assert outcome.table.result is not None
    assert [8, 8, 8] == [len(table.zone(f"{seat}-hand")) for seat in "abc"]
    assert not [zone for zone, lying in table.zones.items() if lying and "-g" in zone]
    assert "offensive" == scenario_of(table).id


# 18 Options.


def test_an_option_that_was_not_agreed_on_is_refused():
    """18.0, 1.2-b10: interdiction, combined plays, surprise."""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "us", "forest").turn("a", "A")
    field.when("a", "interdict forest").then_illegal("18.0")
    field.turn("a").hold("a", "major-offensive-1", "airborne-amphibious-1")
    field.when("a", "surprise-attack a-g1 b-g1").then_illegal("18.0")
    field.when("a", "lift-siege major-offensive-1 airborne-amphibious-1 a-g1").then_illegal("18.0")
    with pytest.raises(Illegal):
        GAME.resolve_settings({"overrun": "perhaps"})


def wiped_out(hand: int) -> Field:
    field = Field(overrun=True).group("a-g1", "us", "l5-l5", "r4-r4-1", "ames-vogler")
    field.group("b-g1", "german", "s3-s3-1").siege("a-g1", "b-g1")
    return field.hold("a", *(f"r2-r2-{n}" for n in range(1, hand + 1)))


def test_an_overrun_brings_the_surrounded_card_back():
    """18.1: CS-Q70, losses beyond what can be paid, and room in hand."""
    field = wiped_out(3).fight("a", "attack a-g1 b-g1", dice=(10, 1))
    assert {"retrieve", "pass"} == {offer.verb for offer in field.prompt("a").offers}
    field.when("a", "retrieve")
    assert "a-hand" == field.where("surrounded-1")
    full = wiped_out(4).fight("a", "attack a-g1 b-g1", dice=(10, 1))
    assert "discard-top" == full.where("surrounded-1")
    exact = wiped_out(3).fight("a", "attack a-g1 b-g1", dice=(1, 6))

    assert exact.total("attack") - exact.total("defence") == 3
    assert "discard-top" == exact.where("surrounded-1")


def test_major_offensive_and_airborne_lift_a_siege_together():
    """18.2, 18.2.1: no action, three cards discarded."""
    field = Field(**{"alternate-plays": True}).group("a-g1", "us", "s3-s3-1")
    field.group("b-g1", "german", "r4-r4-1").siege("b-g1", "a-g1", isolation=3)
    field.hold("a", "major-offensive-1", "airborne-amphibious-1")
    field.when("a", "lift-siege major-offensive-1 airborne-amphibious-1 a-g1")
    found = group(field.table, "a-g1")

    assert ("", 0, 2) == (found.siege, isolation(field.table, found), field.left())
    gone = {*field.zone("discard"), *field.zone("discard-top")}
    assert {"surrounded-1", "major-offensive-1", "airborne-amphibious-1"} == gone


def test_partisans_go_home_for_an_action_if_the_hand_has_room():
    """18.2.2"""
    field = Field(**{"alternate-plays": True}).group("b-g1", "us", "forest").hold("a", "partisan")
    field.when("a", "infiltrate partisan forest").turn("a", "A", number=4).when("a", "go B")
    field.when("a", "recall-partisans partisan")
    assert ("a-hand", 1) == (field.where("partisan"), field.left())
    field = Field(**{"alternate-plays": True}).group("b-g1", "us", "forest").hold("a", "partisan")
    field.when("a", "infiltrate partisan forest").turn("a", "A", number=4)
    field.hold("a", "r2-r2-1", "r2-r2-2", "r2-r2-3", "r2-r2-4").when("a", "go B")

    field.when("a", "recall-partisans partisan").then_illegal("18.2.2")


def test_recon_may_uncover_a_pick_instead():
    """18.2.3: free."""
    field = Field(**{"alternate-plays": True}).hold("a", "recon-sappers-1").pick("b", river="us")
    field.when("a", "inquire recon-sappers-1 b").when("b", "show-pick b-river-us")

    assert 2 == field.left()
    assert "b-river-us" in view(field.table, "a").pieces
    assert "b-river-us" not in view(field.table, "c").pieces
    plain = Field().hold("a", "recon-sappers-1").pick("b", river="us")
    plain.when("a", "inquire recon-sappers-1 b").then_illegal("18.2.3")


def test_a_surprise_attack_changes_the_side_of_the_group():
    """18.3: free, if every card allows it."""
    field = Field(**{"surprise-attacks": True}).group(
        "a-g1", "us", "s3-s3-1", "r4-r4-1", "ames-vogler"
    )
    field.group("b-g1", "us", "r2-r2-1").fight("a", "surprise-attack a-g1 b-g1", dice=(5, 5))
    assert "german" == field.table.piece("s3-s3-1").face
    assert 1 == field.left()
    both = Field(**{"surprise-attacks": True}).group("a-g1", "us", "r3-halloran")
    both.group("b-g1", "us", "r2-r2-1")

    both.when("a", "surprise-attack r3-halloran b-g1").then_illegal("18.3")


def test_interdiction_costs_an_action_and_silences():
    """18.4, 18.4.1, 6.5-a, 13.5.1-b"""
    field = Field(interdiction=True).group("b-g1", "us", "barracks", "s2-s2-2")
    field.group("a-g1", "us", "s3-s3-1").group("b-g2", "us", "citie", "r2-r2-1").turn("a", "A")
    field.when("a", "interdict barracks").when("a", "interdict citie")
    assert 0 == field.left()
    field.discards("s2-s2-1").turn("b", "F", number=2)

    field.when("b", "barracks").then_illegal("13.5.1-b")


def test_own_interdiction_markers_are_all_cleared_free():
    """18.4.2, 6.5-b"""
    field = Field(interdiction=True).group("a-g1", "us", "barracks").group("a-g2", "us", "citie")
    field.mark("barracks", "interdicted").mark("citie", "interdicted").turn("a", "A")
    field.when("a", "clear-interdiction")

    assert (0, 0, 2) == (
        field.table.mark("barracks", "interdicted"),
        field.table.mark("citie", "interdicted"),
        field.left(),
    )


def test_the_dealer_may_keep_the_score_and_units_come_back_through_the_discard_pile():
    """19.0"""
    field = (
        Field(**{"dealer-record": True})
        .group("a-g1", "us", "l5-l5")
        .group("b-g1", "german", "r2-r2-1")
    )
    field.fight("a", "attack l5-l5 b-g1", dice=(10, 1)).when("a", "rest l5-l5")
    assert (2, "tallied") == (field.table.track("vp/a"), field.where("r2-r2-1"))
    field.when("a", "go F").when("a", "end-turn")

    assert ("discard-top", "") == (field.where("r2-r2-1"), field.table.piece("r2-r2-1").face)
