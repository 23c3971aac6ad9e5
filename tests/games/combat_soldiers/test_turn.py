from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.groups.command import reorganise
from wardiary.domain.games.combat_soldiers.sequence.capacity import capacity
from wardiary.domain.games.combat_soldiers.turn import begin_turn
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view


def calm() -> Field:
    """Ann has a US and a German group, Bob a German one; nobody holds an objective."""
    return (
        Field()
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1", "ames-vogler")
        .group("a-g2", "german", "r3-r3-1", "l4-l4-1")
        .group("b-g1", "german", "r2-r2-1")
    )


def ending(field: Field, *, dice: tuple[int, ...] = ()) -> Field:
    return field.turn("a", "F").when("a", "end-turn", dice=dice)


# 3 Sequence of play.


def test_turns_go_clockwise_with_two_actions_each():
    """3.0-a, 3.0-e"""
    field = ending(calm())

    assert ("b",) == field.asked()
    assert ("b", 2, 2) == (field.table.seat, field.table.turn, field.left())
    assert "A" == field.table.phase


@pytest.mark.parametrize(("damage", "actions"), [(0, 3), (1, 2)])
def test_a_sound_pherddorf_gives_a_third_action(damage: int, actions: int):
    """3.0-b, 13.5.1-b"""
    field = calm().group("a-g3", "us", "pherddorf").mark("pherddorf", "damage", damage)

    assert actions == field.left("us")
    assert 2 == field.left("german")


def test_the_third_action_serves_groups_of_its_side_only():
    """13.5.2.3: CS-Q48, in whatever order the actions are spent."""
    field = calm().group("a-g3", "us", "pherddorf").turn("a", "A")
    field.when("a", "entrench r3-r3-1 2")
    assert field.refused is None
    field.when("a", "antitank a-g2").then_illegal("13.5.2.3")
    field.when("a", "entrench s3-s3-1 1")

    assert field.refused is None
    assert 0 == field.left("us")


def test_phases_follow_the_alphabet():
    """3.0-c, 1.1.3-b5: after F there is no going back to B, and no C play in B."""
    field = (
        calm().hold("a", "sniper-cover-1", "s2-s2-1").group("b-g2", "us", "s4-s4-1", "pike-harms")
    )
    field.when("a", "deploy s2-s2-1 us new").then_illegal("3.0-c")
    field.turn("a", "F")
    field.when("a", "snipe sniper-cover-1 pike-harms").then_illegal("3.0-c")
    field.when("a", "go B").then_illegal("3.0-c")


def test_costs_may_differ_by_the_controlling_side():
    """3.0-d: Hill 205 costs one action for the US, two for the Germans."""
    for side, left in (("us", 1), ("german", 0)):
        field = calm().group("a-g3", side, "hill-205")
        field.fight("a", "bombard hill-205 r2-r2-1", dice=(1, 9))
        assert left == field.left()
    field = calm().group("a-g3", "german", "hill-205").track("actions/us", 1)
    field.when("a", "bombard hill-205 r2-r2-1").then_illegal("3.0-d")


def test_a_card_for_no_action_needs_none_left():
    """1.1.3-b5: B0 with nothing left, B1 refused."""
    field = calm().hold("a", "medic-barrage-1", "sniper-cover-1")
    field.group("b-g2", "us", "s4-s4-1", "pike-harms").track("actions/other", 2)
    field.when("a", "snipe sniper-cover-1 pike-harms").then_illegal("3.0-a")
    field.fight("a", "bombard medic-barrage-1 r2-r2-1", dice=(1, 9))

    assert field.refused is None


def test_going_past_the_attack_phase_does_not_pass_over_its_mines():
    """13.2-d, 3.0-c"""
    field = calm().put("a-g1", "mines-1").turn("a", "A").when("a", "go F")

    assert {"mines-1"} == field.candidates("a", "detonate", "mines")
    field.when("a", "detonate mines-1")
    field.when("a", "victim r4-r4-1", dice=(1, 5))
    assert "F" == field.table.phase


# 6 Phase A.


def test_withdrawal_costs_an_action_for_each_group_or_part():
    """6.3-a, 3.1-b"""
    field = calm().turn("a", "A")
    field.when("a", "withdraw s3-s3-1").when("a", "withdraw l4-l4-1")

    assert 0 == field.left()
    assert ("s3-s3-1", "l4-l4-1") == field.zone("a-hand")
    field.when("a", "withdraw r3-r3-1").then_illegal("6.3-a")


def test_withdrawn_cards_may_overfill_the_hand_for_now():
    """6.3-b, 11.3-b: the excess goes at the end of the Turn."""
    hand = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1", "l3-l3-2", "l3-l3-3", "l3-l3-4", "r3-l3-1")
    field = calm().hold("a", *hand).turn("a", "A")
    field.when("a", "withdraw s3-s3-1+r4-r4-1+ames-vogler")
    assert 11 == len(field.zone("a-hand"))
    ending(field)

    (offer,) = field.offers("a", "discard")
    assert (7, 7) == (offer.slots[0].least, offer.slots[0].most)


def test_surrounded_units_cannot_withdraw():
    """6.3-c, 7.3.1.3-b3"""
    field = calm().siege("b-g1", "a-g1").turn("a", "A")

    field.when("a", "withdraw s3-s3-1").then_illegal("6.3-c")


def test_a_mined_group_that_leaves_whole_loses_the_mines():
    """6.3-d"""
    field = calm().put("a-g2", "mines-1").turn("a", "A").when("a", "withdraw r3-r3-1")
    assert "a-g2" == field.where("mines-1")
    field.when("a", "withdraw l4-l4-1")

    assert "discard-top" == field.where("mines-1")
    assert "6.3-d" in field.rules()


def test_withdrawn_units_come_back_on_their_other_side():
    """6.3-e, 3.3, 4.1"""
    field = calm().turn("a", "A").when("a", "withdraw s3-s3-1").when("a", "go C")
    field.when("a", "deploy s3-s3-1 german new").when("a", "done")

    assert "german" == field.table.piece("s3-s3-1").face
    assert 0 == field.left()


def test_a_leader_does_not_stay_alone():
    """4.4.5-b, 4.2-b"""
    field = calm().turn("a", "A")

    field.when("a", "withdraw s3-s3-1+r4-r4-1").then_illegal("4.4.5-b")


def test_an_objective_never_withdraws_but_its_units_may():
    """13.5.1.2"""
    field = Field().group("a-g1", "us", "forest", "s3-s3-1").turn("a", "A")
    field.when("a", "withdraw forest").then_illegal("13.5.1.2")
    field.when("a", "withdraw s3-s3-1")

    assert ("a-g1", "us") == (field.where("forest"), field.table.piece("forest").face)


def test_the_start_of_the_turn_reorganises_all_groups_free():
    """4.4.4, 6.2, 3.1-a: as far as the rating goes."""
    field = Field().group("a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1", "brown-keller")
    field.mark("s3-s3-1", "sideways").mark("l3-l3-1", "sideways")
    field.group("a-g2", "us", "s2-s2-1", "r2-r2-1", "l4-l4-1", "pike-harms")
    field.mark("s2-s2-1", "sideways").mark("r2-r2-1", "sideways")
    for zone in ("a-g1", "a-g2"):
        field._deed(lambda draft, zone=zone: reorganise(draft, zone))

    assert [False, False] == field.sideways("s3-s3-1", "l3-l3-1")
    assert 1 == sum(field.sideways("s2-s2-1", "r2-r2-1", "l4-l4-1"))
    assert 2 == field.left()


def test_a_group_with_more_units_than_its_rating_is_arranged_at_the_start():
    """4.4.3, 6.2: the owner says who lies upright."""
    field = Field().group(
        "b-g1", "us", "s2-s2-1", "r2-r2-1", "l4-l4-1", "pike-harms", sideways=["l4-l4-1"]
    )
    ending(field)
    assert {"s2-s2-1+r2-r2-1", "s2-s2-1+l4-l4-1", "r2-r2-1+l4-l4-1"} == field.candidates(
        "b", "arrange", "units"
    )
    field.when("b", "arrange s2-s2-1+l4-l4-1")

    assert [False, True, False] == field.sideways("s2-s2-1", "r2-r2-1", "l4-l4-1")


@pytest.mark.parametrize(("face", "gone"), [(5, False), (6, True)])
def test_weather_clears_on_six_and_more(face: int, gone: bool):
    """6.1, 13.1-d"""
    field = calm().put("b-area", "weather")
    ending(field, dice=(face,))

    assert gone == (field.where("weather") == "deck")


def test_weather_is_discarded_in_sudden_death():
    """13.1-e: no draw pile to shuffle it into."""
    field = calm().put("b-area", "weather").pile().track("sudden-death", 10)
    ending(field, dice=(3, 8))

    assert "discard-top" == field.where("weather")


# 16 Entrenching.


def test_entrenching_costs_an_action_a_point_up_to_two():
    """6.4, 16.1-a, 3.1-c: CS-Q16."""
    field = calm().turn("a", "A").when("a", "entrench s3-s3-1 1")
    assert 1 == field.left()
    field.when("a", "entrench s3-s3-1 1")
    assert 2 == field.table.mark("s3-s3-1", "entrenched")
    field.when("a", "entrench s3-s3-1 1").then_illegal("6.4")


def test_two_points_at_once_need_two_actions():
    """16.1-a"""
    field = calm().turn("a", "A").track("actions/other", 1)
    field.when("a", "entrench s3-s3-1 2").then_illegal("16.1-a")


def test_one_entrenched_marker_a_group_and_none_on_objectives():
    """16.1-b, 16.0"""
    field = calm().group("a-g3", "us", "forest", "s2-s2-1").turn("a", "A")
    field.when("a", "entrench s3-s3-1 1").when("a", "entrench r4-r4-1 1").then_illegal("16.1-b")
    field.when("a", "entrench forest 1").then_illegal("16.1-b")


def test_an_entrenched_marker_goes_when_its_unit_leaves():
    """16.3: withdrawn or shifted."""
    field = calm().mark("s3-s3-1", "entrenched", 2).turn("a", "A").when("a", "withdraw s3-s3-1")
    assert 0 == field.table.mark("s3-s3-1", "entrenched")
    field = calm().group("a-g3", "us", "s2-s2-1").mark("s3-s3-1", "entrenched", 2).turn("a", "D")
    field.when("a", "shift s3-s3-1 a-g3")

    assert 0 == field.table.mark("s3-s3-1", "entrenched")


# 15 Antitank markers.


def test_an_antitank_marker_is_drawn_blind_and_put_on_a_unit():
    """15.0, 15.1-a: CS-Q53, CS-Q54; at any time of the own Turn."""
    field = calm().turn("a", "C").when("a", "antitank a-g1", dice=(3,))
    drawn = field.happened(e.PiecesMoved)[0].pieces[0]
    field.when("a", "put-antitank r4-r4-1")

    assert "r4-r4-1" == field.table.piece(drawn).host
    assert 11 == len(field.zone("antitank-stock"))
    assert 1 == field.left()


def test_one_antitank_marker_a_group_and_none_on_objectives():
    """15.1-b"""
    field = calm().group("a-g3", "us", "forest").put("a-g1", "antitank-3-1", host="s3-s3-1")

    field.when("a", "antitank a-g1").then_illegal("15.1-b")
    field.when("a", "antitank a-g3").then_illegal("15.1-b")


def test_an_antitank_marker_goes_back_into_a_mixed_stock():
    """15.3"""
    field = calm().put("a-g1", "antitank-3-1", host="s3-s3-1").turn("a", "A")
    field.when("a", "withdraw s3-s3-1")

    assert "antitank-stock" == field.where("antitank-3-1")
    assert ["antitank-stock"] == [one.zone for one in field.happened(e.PileShuffled)]


# 8 Deployment.


def test_a_group_costs_one_action_whatever_its_cards():
    """8.0-a, 3.3, 4.2-a"""
    cards = ("brown-keller", "s4-s4-1", "r3-s2-1", "l3-l3-1")
    field = calm().hold("a", *cards).turn("a", "C").when("a", "deploy s4-s4-1 us new")
    for card in ("r3-s2-1", "l3-l3-1", "brown-keller"):
        field.when("a", f"add {card} us")
    field.when("a", "done")

    assert cards == tuple(sorted(field.zone("a-g3"), key=cards.index))
    assert 1 == field.left()


def test_a_leader_starts_no_group_but_joins_an_objective():
    """4.2-b, 4.3.1"""
    field = calm().group("a-g3", "us", "forest").hold("a", "pike-harms", "s2-s2-1").turn("a", "C")
    field.when("a", "deploy pike-harms us new").then_illegal("4.2-b")
    field.when("a", "deploy pike-harms us a-g3").when("a", "add s2-s2-1 us").when("a", "done")

    assert {"forest", "pike-harms", "s2-s2-1"} == set(field.zone("a-g3"))
    assert 1 == field.left()


def test_a_card_shows_only_the_ends_it_has():
    """1.1.1.1-b: two US ends never serve the Germans."""
    field = calm().hold("a", "r3-halloran").turn("a", "C")
    field.when("a", "deploy r3-halloran german new").then_illegal("1.1.1.1-b")
    field.when("a", "deploy r3-halloran us-leader a-g2").then_illegal("2.1.2-b")
    field.when("a", "deploy r3-halloran us new")

    assert field.refused is None


def test_a_besieged_group_takes_no_plain_reinforcement():
    """7.3.1.3-b4, 8.0-b: CS-Q18."""
    field = calm().siege("b-g1", "a-g1").hold("a", "s2-s2-1").turn("a", "C")

    field.when("a", "deploy s2-s2-1 us a-g1").then_illegal("7.3.1.3-b4")


def test_the_bridge_makes_one_deployment_or_withdrawal_of_its_side_free():
    """13.5.2.1-a: CS-Q49; the second one costs, and the other side's costs."""
    field = (
        calm()
        .group("a-g3", "us", "bridge")
        .hold("a", "s2-s2-1", "s2-s2-2", "s2-s2-3")
        .turn("a", "C")
    )
    field.when("a", "deploy s2-s2-1 german new").when("a", "done")
    assert 1 == field.left()
    field.when("a", "deploy s2-s2-2 us new").when("a", "done")
    assert 1 == field.left()
    field.when("a", "deploy s2-s2-3 us new").when("a", "done")

    assert 0 == field.left()


# 9 Rest and refit.


def test_a_unit_shifts_to_another_group_of_its_side():
    """9.1, 3.4-a: markers stay behind."""
    field = calm().group("a-g3", "us", "s2-s2-1").turn("a", "D")
    field.when("a", "shift s3-s3-1 a-g2").then_illegal("3.4-a")
    field.when("a", "shift s3-s3-1 a-g3")

    assert "a-g3" == field.where("s3-s3-1")
    assert 1 == field.left()


def test_two_units_change_places_for_one_action():
    """3.4-a: CS-Q17."""
    field = calm().group("a-g3", "us", "s2-s2-1").turn("a", "D")
    field.when("a", "exchange s3-s3-1 s2-s2-1")

    assert ("a-g3", "a-g1", 1) == (field.where("s3-s3-1"), field.where("s2-s2-1"), field.left())


def test_groups_that_acted_take_no_part_in_a_shift():
    """3.4-b"""
    field = calm().group("a-g3", "us", "s2-s2-1").track("acted/a-g1", 1).turn("a", "D")

    field.when("a", "shift s3-s3-1 a-g3").then_illegal("3.4-b")
    field.when("a", "shift s2-s2-1 a-g1").then_illegal("3.4-b")


def test_an_action_restores_a_garrison():
    """9.2, 3.4-c, 13.5.1.1-b2, 13.5.1.1-b3"""
    field = calm().group("a-g3", "us", "bridge").mark("bridge", "garrison-lost")
    field.group("a-g4", "us", "citie").mark("citie", "garrison-lost").turn("a", "D")
    field.when("a", "garrison bridge").when("a", "garrison citie")

    assert 0 == field.left()
    assert 0 == field.table.mark("bridge", "garrison-lost")
    field.when("a", "garrison bridge").then_illegal("13.5.1.1-b3")


# 10 Discards and repairs.


def test_up_to_four_cards_are_discarded_for_an_action_and_only_the_top_one_shows():
    """10.1, 3.5-a"""
    cards = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1", "l3-l3-2")
    field = calm().hold("a", *cards).turn("a", "E")
    field.when("a", f"discard {','.join(cards)}").then_illegal("3.5-a")
    field.when("a", f"discard {','.join(cards[:4])}")

    assert (1, ("l3-l3-1",)) == (field.left(), field.zone("discard-top"))
    assert ("s2-s2-3", "s2-s2-2", "s2-s2-1") == field.zone("discard")
    seen = view(field.table, "b")
    assert "l3-l3-1" in seen.pieces
    assert "s2-s2-1" not in seen.pieces
    assert 3 == len(seen.zone("discard"))


@pytest.mark.parametrize(("face", "damage"), [(5, 1), (1, 3), (10, 0)])
def test_a_repair_takes_half_a_die_off_the_damage(face: int, damage: int):
    """10.2, 3.5-b: rounded down, nothing is saved up."""
    field = calm().group("a-g3", "us", "bridge").mark("bridge", "damage", 3).turn("a", "E")
    field.when("a", "repair bridge", dice=(face,))

    assert damage == field.table.mark("bridge", "damage")
    assert 1 == field.left()


# 11 Draw.


def test_a_draw_fills_the_hand_card_by_card():
    """11.1-a, 3.6-a: three cards in three events, seen by their owner only."""
    field = Field().group("a-g1", "us", "s3-s3-1").hold("a", "l3-l3-1").turn("a", "F")
    field.on_top("s2-s2-1", "s2-s2-2", "s2-s2-3", "s4-s4-1").when("a", "draw")
    drawn = [one for one in field.happened(e.PiecesMoved) if one.rule == "3.6-a"]

    assert ["s2-s2-1", "s2-s2-2", "s2-s2-3"] == [one.pieces[0] for one in drawn]
    assert 4 == len(field.zone("a-hand"))
    assert "s2-s2-1" not in view(field.table, "b").pieces


def test_a_full_hand_draws_nothing():
    """11.1-a"""
    hand = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1")
    field = Field().group("a-g1", "us", "s3-s3-1").hold("a", *hand).turn("a", "F")

    field.when("a", "draw").then_illegal("11.1-a")


def test_a_white_back_ends_the_draw_and_the_turn():
    """11.1-b, 3.6-b, 1.1.2.1: hand two, the phase is over."""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "us", "forest")
    field.hold("a", "l3-l3-1").turn("a", "F").on_top("s2-s2-1", "weather", "s2-s2-2")
    field.when("a", "draw")

    assert ("a-area", 2) == (field.where("weather"), len(field.zone("a-hand")))
    assert ("c",) == field.asked()
    assert "recon" == field.prompt("c").facts["window"]


def test_capacity_is_eight_with_both_sides_deployed_and_four_otherwise():
    """11.3-a, 2.1.1: a lone objective counts."""
    field = Field()
    assert 4 == capacity(field.table, "a")
    field.group("a-g1", "us", "s3-s3-1", "r4-r4-1")
    assert 4 == capacity(field.table, "a")
    field.group("a-g2", "german", "forest")

    assert 8 == capacity(field.table, "a")


def test_barracks_take_the_top_green_card_before_the_draw():
    """13.5.2.9, 11.2-a, 7.3.8.1-b"""
    field = Field().group("a-g1", "us", "barracks").turn("a", "F")
    field.discards("mines-1", "s2-s2-1", "s2-s2-2").when("a", "barracks")
    assert (("s2-s2-1",), 2) == (field.zone("a-hand"), field.left())
    field.when("a", "barracks").then_illegal("7.3.8.1-b")
    field.turn("a", "F", number=2).on_top("s4-s4-1", "s4-s4-2", "s4-s4-3", "l4-l4-1")
    field.when("a", "draw")
    assert 4 == len(field.zone("a-hand"))
    field.when("a", "barracks").then_illegal("11.2-a")


def test_citie_finds_the_topmost_of_what_it_stores():
    """13.5.2.4-a: from the top FFE, armor, Major Offensive; the armor is taken."""
    field = Field().group("a-g1", "us", "citie").turn("a", "F")
    field.discards("ffe-2-at-2", "m10-stug-iii-g", "major-offensive-1").when("a", "citie")

    assert (("m10-stug-iii-g",), 1) == (field.zone("a-hand"), field.left())


def test_citie_may_search_in_vain():
    """13.5.2.4-b: the action is lost."""
    field = (
        Field()
        .group("a-g1", "us", "citie")
        .turn("a", "F")
        .discards("ffe-2-at-2")
        .when("a", "citie")
    )

    assert ((), 1) == (field.zone("a-hand"), field.left())


def test_a_full_hand_retrieves_nothing():
    """11.1-a: CS-Q42."""
    hand = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1")
    field = Field().group("a-g1", "us", "citie").hold("a", *hand).discards("major-offensive-1")

    field.turn("a", "F").when("a", "citie").then_illegal("11.1-a")


# 12 End of a round.


def test_the_last_card_starts_sudden_death_in_this_very_turn():
    """12.1-a, 1.2-b4, Track: CS-Q41, the drawer rolls too."""
    field = calm().pile("s2-s2-1").turn("a", "F").when("a", "draw")
    assert 10 == field.table.track("sudden-death")
    field.when("a", "draw").then_illegal("12.1-a")
    field.when("a", "end-turn", dice=(9,))

    assert 9 == field.table.track("sudden-death")


@pytest.mark.parametrize(("space", "face", "after"), [(10, 9, 9), (5, 4, 5)])
def test_the_marker_drops_but_never_below_five(space: int, face: int, after: int):
    """12.1-b"""
    field = calm().pile().track("sudden-death", space)
    ending(field, dice=(face,))

    assert after == field.table.track("sudden-death")
    assert field.table.result is None


def test_a_die_at_the_space_ends_the_round():
    """12.1-b, 12.2, 5.1-a: 9 at 9."""
    field = calm().pile().track("sudden-death", 9)
    ending(field, dice=(9,))

    assert field.table.result is not None


def test_a_phase_is_left_out_only_for_reasons_that_everybody_sees():
    """3.0-c: with no action left nothing can happen in C, D and E, whatever is in hand."""
    field = calm().hold("a", "s2-s2-1").track("actions/other", 2)

    assert set() == field.candidates("a", "go", "phase")
    assert 1 == len(field.offers("a", "end-turn"))


def test_begin_turn_forgets_what_was_spent():
    """3.0-a"""
    field = calm().track("actions/us", 2)
    field._deed(lambda draft: begin_turn(draft, "b"))

    assert 0 == field.table.track("actions/us")
