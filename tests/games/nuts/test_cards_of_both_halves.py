"""14.2: with both sets in play, event cards act on the area of their set only."""

from __future__ import annotations

import pytest

from tests.games.nuts.playing import Play, targets
from tests.games.nuts.table import FOUR, position
from wardiary.domain.games.nuts.movement.ready import steps_allowed

SOUTH_TANK, NORTH_TANK, MORE_SOUTH, MORE_NORTH = "sg-u18", "ng-u12", "sg-u24", "ng-u13"
SOUTH_ID, NORTH_ID = "sa-u25", "na-u21"


def tandem(places: dict[str, str], *, german: str = "", american: str = "", **more: object) -> Play:
    """Both halves, two players; the Germans move unless told otherwise."""
    hands = {"german": german, "american": american}
    options = {"phase": "movement", "scenario": "tandem", **more}
    return Play(position(places, hands=hands, **options))  # type: ignore[arg-type]


@pytest.mark.parametrize(("card", "slow"), [("sa-e15", SOUTH_TANK), ("na-e13", NORTH_TANK)])
def test_mud_is_in_its_half_only(card: str, slow: str):
    """N-14.2a, N-17.Mud: where the unit is counts, not whose set it is from."""
    run = tandem({"B1": SOUTH_TANK, "E1": NORTH_TANK, "B3": SOUTH_ID, "table-events": card})

    fast = ({SOUTH_TANK, NORTH_TANK} - {slow}).pop()
    assert [steps_allowed(run.table, unit) for unit in (slow, fast)] == [1, 2]


def test_a_unit_of_the_other_set_is_reached_where_it_is():
    """N-14.2a, N-14.1a: a South division in column D is in the North."""
    run = tandem({"D1": SOUTH_TANK, "B3": SOUTH_ID, "table-events": "na-e13"})

    assert steps_allowed(run.table, SOUTH_TANK) == 1


@pytest.mark.parametrize(
    ("card", "expected"), [("sg-e10", (SOUTH_TANK,)), ("ng-e10", (NORTH_TANK,))]
)
def test_a_famous_general_commands_in_his_half(card: str, expected: tuple[str, ...]):
    """N-14.2a."""
    places = {"B1": SOUTH_TANK, "E1": NORTH_TANK, "B3": SOUTH_ID}
    run = tandem(places, german=card, phase="drawn")

    assert targets(run, card) == expected


@pytest.mark.parametrize(("card", "expected"), [("sa-e08", ("B2",)), ("na-e07", ("E2",))])
def test_a_bridge_is_blown_in_the_half_of_the_card(card: str, expected: tuple[str, ...]):
    """N-14.2a."""
    run = tandem(
        {"B1": SOUTH_TANK, "B3": SOUTH_ID},
        american=card,
        phase="drawn",
        army="american",
        terrain="sg-t2 ng-t04",
    )

    assert targets(run, card) == expected


def test_a_coordinated_attack_joins_spaces_in_its_half_only():
    """N-14.2a, N-10.1e."""
    places = {
        "A1": SOUTH_TANK, "B2": MORE_SOUTH, "A2": SOUTH_ID,
        "E1": NORTH_TANK, "F2": MORE_NORTH, "E2": NORTH_ID,
    }  # fmt: skip
    for card, target in (("sg-e09", "A2"), ("ng-e09", "E2")):
        run = tandem(places, german=card, phase="combat").do(f"play {card} table")
        joint = [
            str(slot.candidates[0])
            for offer in run.prompt().offers
            if offer.verb == "attack-together"
            for slot in offer.slots
            if slot.name == "to"
        ]
        assert set(joint) == {target}


def test_a_battle_card_needs_a_battle_in_its_half():
    """N-14.2a: Ammo Shortage of the South is not for E2."""
    places = {"E1": NORTH_TANK, "E2": NORTH_ID, "B3": SOUTH_ID}
    for card, expected in (("sg-e03", ()), ("ng-e03", ("E2",))):
        run = tandem(places, german=card, phase="combat").do(f"attack E2 {NORTH_TANK} -")
        assert targets(run, card) == expected


def test_each_army_of_four_plays_its_own_cards():
    """N-14.2a, N-14.4a: the South's Germans have no card for the North."""
    match = position(
        {"B1": SOUTH_TANK, "E1": NORTH_TANK, "B3": SOUTH_ID},
        army="german-south",
        phase="drawn",
        scenario="tandem",
        seats=FOUR,
        hands={"german-south": "sg-e10"},
    )

    assert targets(match, "sg-e10") == (SOUTH_TANK,)


def test_the_drop_is_for_f2_with_both_halves_too():
    """N-17.VanDerHeydte, N-14.2a."""
    run = tandem({"F1": NORTH_TANK, "B3": SOUTH_ID}, german="ng-e15")

    assert targets(run, "ng-e15") == ("F2",)
