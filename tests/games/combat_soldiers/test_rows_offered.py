"""What a seat is offered is what the rule allows: nothing less, and nothing that it forbids."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field
from tests.games.combat_soldiers.test_rows_setup import INFANTRY, Dealt
from wardiary.domain.play.prompts import prompt_for

MEDIC = "medic-barrage-1"


# 2.6.1 What can be laid at the start.


def offered_places(match: Dealt) -> dict[str, set[tuple[str, str]]]:
    """For each card that seat a is offered to lay: the ends that can be up, and where."""
    prompt = prompt_for(match.outcome.prompts, "a")
    assert prompt is not None
    places: dict[str, set[tuple[str, str]]] = {}
    for offer in prompt.offers:
        if offer.verb == "lay":
            slots = {slot.name: slot.candidates for slot in offer.slots}
            for card in slots["card"]:
                places.setdefault(str(card), set()).update(
                    (str(face), str(place)) for face in slots["face"] for place in slots["place"]
                )
    return places


def test_infantry_is_offered_a_new_group_and_a_leader_none():
    """V12, 2.6.1-b, 4.2-b: CS-Q05; armor is offered no place at all."""
    hand = ("pike-harms", "m10-stug-iii-g", "s3-s3-1")
    places = offered_places(Dealt(hand, (), ()).kept())

    assert {("us", "a-laid-1"), ("german", "a-laid-1")} == places["s3-s3-1"]
    assert not {"pike-harms", "m10-stug-iii-g"} & set(places)


def test_units_are_offered_an_objective_of_their_side_or_a_new_group():
    """V12, 2.6.1-b: the US objective takes infantry and a leader with the US end up."""
    match = Dealt(("forest", "pike-harms", "m10-stug-iii-g", "s3-s3-1"), (), ()).kept()
    places = offered_places(match.say("a", "lay forest us a-laid-1"))

    new = {("us", "a-laid-2"), ("german", "a-laid-2")}
    assert new | {("us", "a-laid-1")} == places["s3-s3-1"]
    assert {("us", "a-laid-1")} == places["pike-harms"]
    assert "m10-stug-iii-g" not in places


def test_a_second_infantry_and_a_second_leader_are_offered_no_place_at_an_objective():
    """V12, 2.6.1-b, 4.2.3-a, 4.2.1"""
    match = Dealt(("forest", "pike-harms", "brown-keller", "s3-s3-1", "s3-s3-2"), (), ()).kept()
    for words in ("forest us a-laid-1", "s3-s3-1 us a-laid-1", "pike-harms us a-laid-1"):
        match.say("a", f"lay {words}")
        assert match.refused is None
    places = offered_places(match)

    assert {("us", "a-laid-2"), ("german", "a-laid-2")} == places["s3-s3-2"]
    assert "brown-keller" not in places


@pytest.mark.parametrize("face", ["us", "german"])
def test_a_unit_laid_shows_the_end_that_was_named(face: str):
    """V12, 2.6.1-b"""
    match = Dealt(("s3-s3-1",), (), ()).kept().say("a", f"lay s3-s3-1 {face} a-laid-1")

    assert ("a-laid-1", face) == (match.table.zone_of("s3-s3-1"), match.table.piece("s3-s3-1").face)


# 6.3 Withdrawal.


def test_only_the_units_that_are_not_surrounded_are_offered_to_withdraw():
    """V12, 6.3-c"""
    field = Field().group("a-g1", "us", "s3-s3-1").group("a-g2", "us", "r4-r4-1")
    field.group("b-g1", "german", "s4-s4-1").siege("b-g1", "a-g1").turn("a", "A")

    assert {"r4-r4-1"} == field.candidates("a", "withdraw", "units")


def test_nobody_is_offered_to_withdraw_when_all_are_surrounded():
    """V12, 6.3-c"""
    field = Field().group("a-g1", "us", "s3-s3-1", "pike-harms")
    field.group("b-g1", "german", "s4-s4-1").siege("b-g1", "a-g1").turn("a", "A")

    assert [] == field.offers("a", "withdraw")


# 16 Entrenching.


def dug_in(value: int) -> Field:
    """Six groups of Bob's hold all markers of one value; Ann has two groups of her own."""
    field = Field().group("a-g1", "us", "s2-s2-1").group("a-g2", "us", "s2-s2-2")
    others = (*INFANTRY, "r4-r4-1", "r4-r4-2")
    for number, unit in enumerate(others, start=1):
        field.group(f"b-g{number}", "german", unit).mark(unit, "entrenched", value)
    return field.turn("a", "A")


def offered_points(field: Field) -> dict[tuple[str | int, ...], set[str | int]]:
    """The units that Ann is offered to entrench, by the points."""
    return {
        slots["points"]: set(slots["unit"])
        for offer in field.offers("a", "entrench")
        for slots in [{slot.name: slot.candidates for slot in offer.slots}]
    }


def test_no_entrenched_marker_is_offered_of_which_none_is_left():
    """1.2-b5, 16.1-a: six of each value; by one point 0 becomes 1, and 1 becomes 2."""
    both = {"s2-s2-1", "s2-s2-2"}
    assert {(2,): both} == offered_points(dug_in(1))
    assert {(1,): both} == offered_points(dug_in(2))
    deeper = offered_points(dug_in(1).mark("s2-s2-1", "entrenched", 1))
    assert {(1,): {"s2-s2-1"}, (2,): {"s2-s2-2"}} == deeper
    assert {(1,): {"s2-s2-2"}} == offered_points(dug_in(2).mark("s2-s2-1", "entrenched", 1))


# 13.5.2.5 The sniper on the Steeple.


def steeple(side: str = "us", *, armed: bool = False) -> Field:
    """Ann holds the Steeple; Bob and Cid have a leader of each side."""
    field = Field().group("a-g1", side, "crossroads", "steeple")
    field.group("b-g1", "german", "s3-s3-1", "teague-kranz")
    field.group("c-g1", "us", "s3-s3-2", "brown-keller")
    return field.hold("a", "sniper-cover-1") if armed else field


@pytest.mark.parametrize(("side", "leader"), [("us", "teague-kranz"), ("german", "brown-keller")])
def test_the_steeple_is_offered_leaders_of_the_opposite_side_alone(side: str, leader: str):
    """V12, 13.5.2.5-d"""
    assert {leader} == steeple(side).candidates("a", "snipe", "leader")


def test_a_sniper_card_is_offered_beside_the_steeple_at_leaders_of_both_sides():
    """V12, 13.5.2.5-d, 7.3.6"""
    offers = {
        slots["card"]: set(slots["leader"])
        for offer in steeple(armed=True).offers("a", "snipe")
        for slots in [{slot.name: slot.candidates for slot in offer.slots}]
    }

    assert offers == {
        ("sniper-cover-1",): {"teague-kranz", "brown-keller"},
        ("steeple",): {"teague-kranz"},
    }


def test_the_steeple_is_offered_once_a_turn_for_one_action():
    """V12, 13.5.2.5-d: then only the sniper card is left, which costs an action of its own."""
    field = steeple(armed=True)
    before = field.left()
    field.fight("a", "snipe steeple teague-kranz", dice=(1,))

    assert before - 1 == field.left()
    assert {"sniper-cover-1"} == field.candidates("a", "snipe", "card")
    field.fight("a", "snipe sniper-cover-1 teague-kranz", dice=(1,))
    assert before - 2 == field.left()


def test_the_steeple_is_not_offered_where_its_companion_is_damaged():
    """V12, 13.5.2.5-d, 13.5.2.5-e"""
    assert [] == steeple().mark("crossroads", "damage").offers("a", "snipe")


def test_the_steeple_is_not_offered_without_an_action_left():
    """V12, 13.5.2.5-d"""
    field = steeple().track("actions/us", 2)

    assert [] == field.offers("a", "snipe")
    field.when("a", "snipe steeple teague-kranz").then_illegal("3.0-a")


def test_the_steeple_of_another_seat_or_in_the_pile_is_not_offered():
    """V12, 13.5.2.5-d, 7.3.8.1-b"""
    field = Field().group("b-g1", "us", "crossroads", "steeple")
    field.group("c-g1", "german", "s3-s3-1", "teague-kranz")
    for silent in (field, steeple().put("deck", "steeple")):
        assert [] == silent.offers("a", "snipe")
        silent.when("a", "snipe steeple teague-kranz").then_illegal("7.3.8.1-b")


@pytest.mark.parametrize(("die", "place"), [(8, "a-casualties"), (7, "b-g1")])
def test_the_steeple_kills_a_leader_of_rating_two_from_eight_on(die: int, place: str):
    """V12, 13.5.2.5-d, 7.3.6"""
    field = Field().group("a-g1", "us", "crossroads", "steeple")
    field.group("b-g1", "german", "s3-s3-1", "pike-harms")
    field.fight("a", "snipe steeple pike-harms", dice=(die,))

    assert place == field.where("pike-harms")


# 14.1 Medic! and Barrage on one card.


def before_battle() -> Field:
    """Ann is about to attack Bob; she holds one Medic!/Barrage card."""
    field = Field().group("a-g1", "us", "l5-l5", "r4-r4-1", "ames-vogler")
    return field.group("b-g1", "german", "s3-s3-1").hold("a", MEDIC)


def test_a_card_played_as_a_barrage_is_no_medic_later_on():
    """V12, 14.1, 1.1.1.6-a: Ann is asked after the battle, and has nothing left to play."""
    field = before_battle().group("b-g2", "german", "r4-r4-2")
    field.fight("a", f"bombard {MEDIC} r4-r4-2", dice=(1, 9))
    assert field.where(MEDIC) == "discard-top"
    field.fight("a", "attack a-g1 b-g1", dice=(10, 1), a_medic=f"medic {MEDIC}")

    assert field.refused is not None
    assert {"pass"} == {offer.verb for offer in field.prompt("a").offers}


def test_a_card_played_as_medic_is_no_barrage_later_on():
    """V12, 14.1, 1.1.1.6-a"""
    field = before_battle().group("b-g2", "german", "r4-r4-2")
    assert {MEDIC} == field.candidates("a", "bombard", "card")
    field.fight("a", "attack a-g1 b-g1", dice=(10, 1), a_medic=f"medic {MEDIC}")
    field.when("a", "keep none")

    assert MEDIC not in field.zone("a-hand")
    assert [] == field.offers("a", "bombard")


def test_the_window_after_a_battle_offers_the_card_as_medic_alone():
    """V12, 14.1"""
    field = before_battle().group("b-g2", "german", "r4-r4-2")
    assert [] == field.offers("a", "medic")
    field.fight("a", "attack a-g1 b-g1", dice=(10, 1), a_medic=f"bombard {MEDIC} r4-r4-2")

    assert field.refused is not None
    assert {"pass", "medic"} == {offer.verb for offer in field.prompt("a").offers}
    assert {MEDIC} == field.candidates("a", "medic", "card")


@pytest.mark.parametrize("owner", ["a", "b"])
def test_no_barrage_is_offered_in_bad_weather(owner: str):
    """V12, 14.1, 13.1-b: neither of a card nor of Hill 205."""
    field = before_battle().group("a-g2", "us", "hill-205")
    assert {MEDIC, "hill-205"} == field.candidates("a", "bombard", "card")

    assert [] == field.put(f"{owner}-area", "weather").offers("a", "bombard")


def test_no_barrage_is_offered_without_a_target():
    """V12, 14.1, 7.3.10-b: the only cards on the table are one's own."""
    field = Field().group("a-g1", "us", "forest", "s3-s3-1").hold("a", MEDIC)

    assert [] == field.offers("a", "bombard")
