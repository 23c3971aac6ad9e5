"""13.5 Objective cards and their capabilities."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.combat_soldiers.cards import TIGER
from tests.games.combat_soldiers.dealing import (
    deal_match,
    finish_laying,
    keep_all_hands,
    lay,
    note_all_picks,
    submit,
    with_hand,
)
from tests.games.combat_soldiers.situations import (
    battle,
    drawing,
    groups_of_both_sides,
    infantry_before_the_river,
    steeple_on_crossroads,
    strength_after_the_river,
    three_groups_and_an_enemy,
)
from tests.games.combat_soldiers.table import Match, pack
from wardiary.domain.games.combat_soldiers.components.cards import OBJECTIVES
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.games.combat_soldiers.groups.objectives import defence_factor, is_usable
from wardiary.domain.games.combat_soldiers.special_battles.snipers import cannot_use_steeple
from wardiary.domain.play.commands import Illegal
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view


def steeple_and_leaders(side: str = "us", *, armed: bool = False) -> Match:
    """Ann holds the Steeple; Bob and Cy have a leader of each side."""
    match = Match().group("a-g1", side, "crossroads", "steeple")
    match.group("b-g1", "german", "s3-s3-1", "teague-kranz")
    match.group("c-g1", "us", "s3-s3-2", "brown-keller")
    return match.hold("a", "sniper-cover-1") if armed else match


# 13.5.1 Objectives in general.


def test_the_objectives_are_linked_by_their_colours():
    """13.5.1-a, 1.1.1.5, 1.1.3-b3"""
    colours = Counter(objective.colour for objective in pack().objectives.values())

    assert {"tan": 4, "blue": 2, "white": 2, "red": 1} == dict(colours)
    assert set(OBJECTIVES) == set(pack().objectives)


def test_a_besieged_river_halves_nothing():
    """13.5.1-b, 7.2.3.3-a"""
    match = battle(("l5-l5", "s4-s4-1", "novak-thoma"), ("r3-r3-1",)).group(
        "b-g2", "german", "river"
    )
    match.group("c-g1", "us", "s2-s2-1").siege("c-g1", "b-g2")
    match.resolve("a", "attack a-g1 b-g1", dice=(1, 7))

    assert 9 + 1 == match.total("attack")


def test_an_objective_in_the_draw_pile_has_no_capability():
    """13.5.1-b"""
    assert not is_usable(Match().table, "bridge")
    assert is_usable(Match().group("a-g1", "us", "bridge").table, "bridge")


def test_a_damaged_river_halves_nothing():
    """13.5.1-b, 7.3.1.3-b1"""
    match = (
        infantry_before_the_river()
        .mark("river", "damage")
        .resolve("a", "attack a-g1 b-g1", dice=(5, 5))
    )

    assert 9 == strength_after_the_river(match)


def test_an_objective_cannot_withdraw_but_its_units_can():
    """13.5.1.2"""
    match = Match().group("a-g1", "us", "forest", "s3-s3-1").turn("a", "A")
    match.when("a", "withdraw forest").then_illegal("13.5.1.2")
    match.when("a", "withdraw s3-s3-1")

    assert ("a-g1", "us") == (match.zone_of("forest"), match.table.piece("forest").face)


# 13.5.2.1 Bridge.


def test_the_bridge_makes_one_deployment_or_withdrawal_of_its_side_free():
    """13.5.2.1-a: CS-Q49; a second deployment costs an action, and so does the other side's."""
    match = (
        groups_of_both_sides()
        .group("a-g3", "us", "bridge")
        .hold("a", "s2-s2-1", "s2-s2-2", "s2-s2-3")
        .turn("a", "C")
    )
    match.when("a", "deploy s2-s2-1 german new").when("a", "done")
    assert 1 == match.actions_left()
    match.when("a", "deploy s2-s2-2 us new").when("a", "done")
    assert 1 == match.actions_left()
    match.when("a", "deploy s2-s2-3 us new").when("a", "done")

    assert 0 == match.actions_left()


# 13.5.2.3 Pherddorf.


def test_losing_pherddorf_after_its_action_leaves_no_action():
    """13.5.2.3, 3.0-b: CS-Q48; three actions are spent, then Cy has Pherddorf."""
    match = Match(phase="C").group("a-g1", "us", "pherddorf").group("a-g2", "us", "s3-s3-1")
    match.track("actions/us", 3).group("c-g1", "us", "pherddorf")

    assert 0 == match.actions_left("us")


def test_the_action_of_pherddorf_cannot_be_spent_on_a_draw():
    """8.11, 13.5.2.3: two Actions went into US groups, the German one is left."""
    match = Match(phase="F").group("a-g1", "german", "pherddorf").group("a-g2", "us", "s3-s3-1")
    match.track("actions/us", 2).when("a", "draw").then_illegal("13.5.2.3")


def test_the_action_of_pherddorf_cannot_be_spent_on_a_discard():
    """13.5.2.3: CS-Q48; with Ann's two other actions spent."""
    match = (
        three_groups_and_an_enemy("E").group("a-g4", "us", "pherddorf").track("actions/other", 2)
    )
    match.hold("a", "s2-s2-1").when("a", "discard s2-s2-1")

    assert match.refused is not None
    assert 1 == match.actions_left("us")


def test_the_action_of_pherddorf_serves_only_groups_of_its_side():
    """13.5.2.3: CS-Q48, in whatever order the actions are spent."""
    match = groups_of_both_sides().group("a-g3", "us", "pherddorf").turn("a", "A")
    match.when("a", "entrench r3-r3-1 2")
    assert match.refused is None
    match.when("a", "antitank a-g2").then_illegal("13.5.2.3")
    match.when("a", "entrench s3-s3-1 1")

    assert match.refused is None
    assert 0 == match.actions_left("us")


# 13.5.2.4 Citie' Du Cheval.


@pytest.mark.parametrize("wanted", ["major-offensive-1", "m18-tiger-ii", "airborne-amphibious-1"])
def test_citie_retrieves_each_kind_of_card_that_it_stores(wanted: str):
    """V11, 13.5.2.4-a: the topmost of the three kinds, under an FFE."""
    match = Match(phase="F").group("a-g1", "us", "citie").group("a-g2", "german", "s3-s3-1")
    match.discard_pile("ffe-2-at-2", wanted, "major-offensive-2").when("a", "citie")

    assert (wanted,) == match.pieces_in("a-hand")


def test_citie_retrieves_the_topmost_card_that_it_stores():
    """13.5.2.4-a: from the top FFE, armor, Major Offensive; the armor is taken."""
    match = Match().group("a-g1", "us", "citie").turn("a", "F")
    match.discard_pile("ffe-2-at-2", "m10-stug-iii-g", "major-offensive-1").when("a", "citie")

    assert (("m10-stug-iii-g",), 1) == (match.pieces_in("a-hand"), match.actions_left())


@pytest.mark.parametrize(
    ("pile", "seats", "top"),
    [
        (("ffe-2-at-2", TIGER, "s2-s2-1"), [("a", "b", "c")], "ffe-2-at-2"),
        ((TIGER, "s2-s2-1"), [], "s2-s2-1"),
    ],
    ids=["below-the-top", "at-the-top"],
)
def test_every_seat_is_shown_a_card_that_citie_takes_from_below_the_top(
    pile: tuple[str, ...], seats: list[tuple[str, ...]], top: str
):
    """13.5.2.4-a, CS-Q55: the top card is seen already, and the next one is turned up."""
    match = Match(phase="F").group("a-g1", "us", "citie").discard_pile(*pile).when("a", "citie")
    shown = [event.to for event in match.events_of(e.PiecesShown) if TIGER in event.pieces]

    assert (seats, (top,)) == (shown, match.pieces_in("discard-top"))
    assert (TIGER,) == match.pieces_in("a-hand")


def test_citie_loses_its_action_when_it_finds_nothing():
    """13.5.2.4-b: the action is lost."""
    match = (
        Match()
        .group("a-g1", "us", "citie")
        .turn("a", "F")
        .discard_pile("ffe-2-at-2")
        .when("a", "citie")
    )

    assert ((), 1) == (match.pieces_in("a-hand"), match.actions_left())


# 13.5.2.5 Steeple.


def test_the_steeple_is_laid_on_a_tan_objective_of_the_same_side():
    """13.5.2.5-a"""
    outcome = note_all_picks(keep_all_hands(deal_match(3)))
    outcome = with_hand(outcome, "a", "steeple", "citie", "s3-s3-1")
    outcome = lay(outcome, "a", "citie german a-laid-1")
    with pytest.raises(Illegal):
        lay(outcome, "a", "steeple us a-laid-1")
    outcome = lay(outcome, "a", "steeple german a-laid-1")

    assert group_at(outcome.table, "a-laid-1").steeple


def test_a_drawn_steeple_takes_the_side_of_its_companion():
    """13.5.2.5-a: the drawer picks among several."""
    match = drawing("steeple").group("a-g1", "german", "crossroads").group("a-g2", "us", "citie")
    match.when("a", "draw").when("a", "stack crossroads")

    assert ("a-g1", "german") == (match.zone_of("steeple"), match.table.piece("steeple").face)


def test_a_steeple_drawn_last_without_a_companion_starts_sudden_death():
    """13.5.2.5-b, 12.1-a: nothing replaces it."""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1").draw_pile("steeple").when("a", "draw")

    assert 10 == match.table.track("sudden-death")
    assert "discard" in match.zone_of("steeple")


def test_a_steeple_without_a_companion_is_handed_back_at_the_start():
    """13.5.2.5-b, 2.6.3-b: CS-Q04."""
    outcome = note_all_picks(keep_all_hands(deal_match(3)))
    outcome = with_hand(outcome, "a", "steeple", "s3-s3-1")
    outcome = submit(outcome, "a", "ready")
    for seat in "bc":
        outcome = finish_laying(outcome, seat)

    assert "deck" == outcome.table.zone_of("steeple")


def test_a_drawn_steeple_without_a_companion_is_shuffled_back_and_replaced():
    """13.5.2.5-b: the Turn is not ended by it."""
    match = drawing("steeple", "s2-s2-1", "s2-s2-2", "s2-s2-3", "s2-l3-1").when("a", "draw")

    assert "deck" == match.zone_of("steeple")
    assert 4 == len(match.pieces_in("a-hand"))
    assert ("a",) == match.seats_asked()


def test_a_steeple_drawn_last_by_a_seat_without_groups_is_discarded():
    """13.5.2.5-b, 12.1-a: nothing can replace it."""
    match = Match().draw_pile("steeple").turn("a", "F").when("a", "draw")

    assert ("discard-top", 10) == (match.zone_of("steeple"), match.table.track("sudden-death"))


def test_a_captured_steeple_and_its_companion_change_sides():
    """13.5.2.5-c, 13.5.2.5-e, 7.3.8.2-c: factor four and two; both change to the captor's side."""
    match = steeple_on_crossroads().resolve("a", "attack l5-l5 b-g1", dice=(9, 2))
    assert 4 + 2 + 2 == match.total("defence")
    match.when("a", "occupy none")

    assert match.zone_of("steeple") == match.zone_of("crossroads") != "b-g1"
    assert ["us", "us"] == [match.table.piece(piece).face for piece in ("steeple", "crossroads")]


def test_the_steeple_adds_two_to_its_companion_and_is_captured_with_it():
    """13.5.2.5-c, 13.5.2.5-e: four and two make six."""
    match = battle(("l5-l5", "r4-r4-1", "ames-vogler"), ("crossroads", "steeple"))
    match.resolve("a", "attack a-g1 b-g1", dice=(10, 1))
    assert 6 == match.items("defence")["7.2.2.2.1"] + match.items("defence")["13.5.2.5-c"]
    match.when("a", "occupy none")

    assert match.zone_of("steeple") == match.zone_of("crossroads")
    assert "us" == match.table.piece("steeple").face


def test_a_captured_steeple_shoots_for_its_new_owner_in_the_same_turn():
    """13.5.2.5-d, 7.3.8.1-b: in the captor's phase B, at a German leader."""
    match = steeple_on_crossroads().group("b-g2", "german", "s3-s3-1", "pike-harms")
    match.resolve("a", "attack l5-l5 b-g1", dice=(9, 2)).when("a", "occupy none")
    match.resolve("a", "rest l5-l5")
    match.resolve("a", "snipe steeple pike-harms", dice=(8,))

    assert "a-casualties" == match.zone_of("pike-harms")
    assert 0 == match.actions_left()


@pytest.mark.parametrize(("side", "leader"), [("us", "teague-kranz"), ("german", "brown-keller")])
def test_the_steeple_is_offered_only_leaders_of_the_opposite_side(side: str, leader: str):
    """V12, 13.5.2.5-d"""
    assert {leader} == steeple_and_leaders(side).candidates("a", "snipe", "leader")


def test_a_sniper_card_is_offered_leaders_of_both_sides_and_the_steeple_of_the_other_side():
    """V12, 13.5.2.5-d, 7.3.6"""
    offers = {
        slots["card"]: set(slots["leader"])
        for offer in steeple_and_leaders(armed=True).offers("a", "snipe")
        for slots in [{slot.name: slot.candidates for slot in offer.slots}]
    }

    assert offers == {
        ("sniper-cover-1",): {"teague-kranz", "brown-keller"},
        ("steeple",): {"teague-kranz"},
    }


def test_the_steeple_is_offered_a_shot_once_a_turn_for_an_action():
    """V12, 13.5.2.5-d: then only the sniper card is left, which costs another action."""
    match = steeple_and_leaders(armed=True)
    before = match.actions_left()
    match.resolve("a", "snipe steeple teague-kranz", dice=(1,))

    assert before - 1 == match.actions_left()
    assert {"sniper-cover-1"} == match.candidates("a", "snipe", "card")
    match.resolve("a", "snipe sniper-cover-1 teague-kranz", dice=(1,))
    assert before - 2 == match.actions_left()


def test_the_steeple_is_not_offered_a_shot_while_its_companion_is_damaged():
    """V12, 13.5.2.5-d, 13.5.2.5-e"""
    assert [] == steeple_and_leaders().mark("crossroads", "damage").offers("a", "snipe")


def test_the_steeple_is_not_offered_a_shot_without_an_action_left():
    """V12, 13.5.2.5-d"""
    match = steeple_and_leaders().track("actions/us", 2)

    assert [] == match.offers("a", "snipe")
    match.when("a", "snipe steeple teague-kranz").then_illegal("3.0-a")


def test_the_steeple_of_another_seat_or_in_the_draw_pile_is_not_offered_a_shot():
    """V12, 13.5.2.5-d, 7.3.8.1-b"""
    match = Match().group("b-g1", "us", "crossroads", "steeple")
    match.group("c-g1", "german", "s3-s3-1", "teague-kranz")
    for silent in (match, steeple_and_leaders().put("deck", "steeple")):
        assert [] == silent.offers("a", "snipe")
        silent.when("a", "snipe steeple teague-kranz").then_illegal("7.3.8.1-b")


def test_a_seat_cannot_use_a_steeple_that_it_does_not_see():
    """13.5.2.5-d: in the draw pile it is hidden."""
    refusal = cannot_use_steeple(view(Match().table, "a"), "a")

    assert refusal is not None
    assert "7.3.8.1-b" == refusal[0]


@pytest.mark.parametrize(("die", "place"), [(8, "a-casualties"), (7, "b-g1")])
def test_the_steeple_kills_a_leader_of_rating_two_with_eight(die: int, place: str):
    """V12, 13.5.2.5-d, 7.3.6"""
    match = Match().group("a-g1", "us", "crossroads", "steeple")
    match.group("b-g1", "german", "s3-s3-1", "pike-harms")
    match.resolve("a", "snipe steeple pike-harms", dice=(die,))

    assert place == match.zone_of("pike-harms")


def test_the_steeple_shoots_once_a_turn_at_leaders_of_the_other_side():
    """13.5.2.5-d, 7.3.8.1-b, 7.3.7"""
    match = Match().group("a-g1", "us", "crossroads", "steeple")
    match.group("b-g1", "german", "s3-s3-1", "teague-kranz").group(
        "b-g2", "us", "s3-s3-2", "brown-keller"
    )
    match.when("a", "snipe steeple brown-keller").then_illegal("13.5.2.5-d")
    match.resolve("a", "snipe steeple teague-kranz", dice=(7,))
    match.when("a", "snipe steeple teague-kranz").then_illegal("7.3.8.1-b")

    assert 1 == match.actions_left()


def test_the_steeple_still_adds_two_to_a_damaged_companion():
    """13.5.2.5-e, 13.5.2.5-c: CS-Q43; the companion is damaged up to its factor."""
    match = steeple_on_crossroads().mark("crossroads", "damage", 4).turn("b", "B")
    match.group("a-g2", "us", "s3-s3-1", "pike-harms")
    match.when("b", "snipe steeple pike-harms").then_illegal("13.5.2.5-e")

    assert 2 == defence_factor(match.table, group_at(match.table, "b-g1"))


def test_the_steeple_cannot_shoot_while_its_companion_is_damaged():
    """13.5.2.5-e"""
    match = Match().group("a-g1", "us", "crossroads", "steeple").mark("crossroads", "damage")
    match.group("b-g1", "german", "s3-s3-1", "teague-kranz")

    match.when("a", "snipe steeple teague-kranz").then_illegal("13.5.2.5-e")


# 13.5.2.6 Crossroads.


def test_a_unit_turned_up_by_the_crossroads_for_an_attack_may_rest():
    """13.5.2.6, 7.2.2.5-a: it has attacked like the others."""
    match = Match().group("a-g1", "us", "s3-s3-1", "r4-r4-1", "cole-moritz", sideways=("r4-r4-1",))
    match.group("a-g2", "us", "crossroads").group("b-g1", "german", "l5-l5")
    match.resolve("a", "attack a-g1 b-g1", dice=(4, 6), a_support="turn-up r4-r4-1")
    assert (3 + 4 + 0 + 4, 11) == (match.total("attack"), match.total("defence"))

    assert {"s3-s3-1", "r4-r4-1"} == match.candidates("a", "rest", "unit")


def test_crossroads_of_the_other_side_turn_no_unit_up():
    """13.5.2.6"""
    match = battle(("l5-l5",), ("s3-s3-1", "r4-r4-1", "brown-keller")).mark("s3-s3-1", "sideways")
    match.group("b-g2", "us", "crossroads").resolve("a", "attack l5-l5 b-g1", dice=(10, 1))

    assert "13.5.2.6" not in match.rules_cited()


def test_crossroads_turn_no_unit_up_when_its_leader_takes_no_part():
    """13.5.2.6, 7.2.2.5-d: only the sideways L3 is attacked."""
    defenders = ("s3-s3-1", "r4-r4-1", "l3-l3-1", "brown-keller")
    match = battle(("l5-l5",), defenders).mark("l3-l3-1", "sideways")
    match.group("b-g2", "german", "crossroads", "s2-s2-1")
    match.when("a", "attack l5-l5 l3-l3-1").when("a", "pass")

    assert "support" != match.prompt("b").facts["window"]


# 13.5.2.7 Forest.


def test_the_forest_adds_two_to_a_single_defence_each_turn():
    """13.5.2.7, 7.3.8.1-b: as the pack prints it."""
    match = battle(("l5-l5",), ("r3-r3-1",)).group("b-g2", "german", "forest", "s2-s2-1")
    match.group("a-g2", "us", "s4-s4-1")
    match.resolve("a", "attack l5-l5 b-g1", dice=(5, 5), b_support="use-forest")
    assert 2 == match.items("defence")["13.5.2.7"]
    match.when("a", "pass").when("a", "attack s4-s4-1 b-g2")

    assert "b" not in match.seats_asked()


# 13.5.2.9 Barracks.


def test_an_objective_in_the_hand_lends_no_capability():
    """7.3.8.1-b, 13.5.1-b."""
    match = Match().group("a-g1", "us", "s3-s3-1").hold("a", "barracks").turn("a", "F")
    match.discard_pile("s2-s2-1").when("a", "barracks").then_illegal("7.3.8.1-b")


def test_barracks_take_the_top_green_card_before_the_draw():
    """13.5.2.9, 11.2-a, 7.3.8.1-b"""
    match = Match().group("a-g1", "us", "barracks").turn("a", "F")
    match.discard_pile("mines-1", "s2-s2-1", "s2-s2-2").when("a", "barracks")
    assert (("s2-s2-1",), 2) == (match.pieces_in("a-hand"), match.actions_left())
    match.when("a", "barracks").then_illegal("7.3.8.1-b")
    match.turn("a", "F", number=2).on_top("s4-s4-1", "s4-s4-2", "s4-s4-3", "l4-l4-1")
    match.when("a", "draw")
    assert 4 == len(match.pieces_in("a-hand"))
    match.when("a", "barracks").then_illegal("11.2-a")


def test_barracks_may_find_no_green_card():
    """13.5.2.9"""
    match = Match(phase="F").group("a-g1", "us", "barracks").discard_pile("mines-1", "mines-2")
    match.when("a", "barracks")

    assert ((), ("mines-1",)) == (match.pieces_in("a-hand"), match.pieces_in("discard-top"))


def test_barracks_are_refused_while_the_discard_pile_is_empty():
    """13.5.2.9"""
    match = Match(phase="F").group("a-g1", "us", "barracks")

    assert [] == match.offers("a", "barracks")
    match.when("a", "barracks").then_illegal("13.5.2.9")
