"""What cards and markers of Combat Soldiers show, and what groups add up to (1.1, 1.2)."""

from __future__ import annotations

from tests.games.combat_soldiers.situations import battle
from tests.games.combat_soldiers.table import GAME, Match, pack
from wardiary.domain.play.faces import CurrentValue
from wardiary.domain.table.events import Item

FACES = GAME.faces
COMPONENTS = FACES.components(pack())


def figures(kind: str, face: str = "") -> dict[str, int | str]:
    return {figure.name: figure.value for figure in COMPONENTS[kind].face(face).figures}


def current(match: Match, zone: str) -> dict[str, CurrentValue]:
    return {value.name: value for value in FACES.state(match.table, zone).values}


def test_a_unit_card_shows_both_ends_in_hand_and_the_one_that_is_up_on_the_table():
    """1.1.1.1-a, 1.1.1.1-c"""
    card = COMPONENTS["r3b-r3"]

    assert {
        "US R3b": "type R, strength 3, tank weapon 2, points 4",
        "German R3": "type R, strength 3, points 3",
    } == figures("r3b-r3")
    assert {"Type": "R", "Strength": 3, "Tank weapon": 2, "Points": 4} == figures("r3b-r3", "us")
    assert ("us", "US R3b") == (card.face("us").family, card.face("us").title)
    assert (3, "green") == (card.number, card.back)


def test_a_leader_shows_rating_modifier_and_points():
    """1.1.1.2"""
    assert {"Rating": 2, "Modifier": 3, "Points": 4} == figures("dunne-rathke", "german")


def test_armor_shows_a_factor_against_armor_and_one_against_others():
    """1.1.1.3, 7.3.9.5"""
    expected = {"Against armor": 8, "Against others": 6, "Defence": 7, "Points": 7}

    assert expected == figures("m4a3-sherman-76-panther-g", "german")
    assert "vehicle" == COMPONENTS["m4a3-sherman-76-panther-g"].shape


def test_an_objective_shows_its_values_and_what_its_capability_costs():
    """13.5.1-a, 3.0-d"""
    assert {
        "Points": 5, "Garrison": 2, "Defence": 6, "Phase": "B", "Cost for the US side": 1,
        "Cost for the German side": 2, "Barrage": 4,
    } == figures("hill-205", "us")  # fmt: skip
    assert ("white", "german") == (
        COMPONENTS["hill-205"].back,
        COMPONENTS["hill-205"].face("german").family,
    )


def test_a_tactical_card_tells_each_of_its_uses():
    """1.1.1.6-a, 14.2.2-b"""
    card = COMPONENTS["ffe-2-at-3-us"]

    assert {"FFE": 2, "AT Weapon": 3} == figures("ffe-2-at-3-us")
    assert ["14.2.1", "14.2.2-a", "14.2.2-b"] == [text.rule for text in card.faces[0].texts]


def test_a_damaged_objective_amounts_to_less_and_a_lost_garrison_to_nothing():
    """7.3.10.2-b, 13.5.1.1-b1"""
    match = Match().group("a-g1", "us", "hill-205")
    match.change(lambda draft: draft.mark("hill-205", "damage", 2, rule="7.3.10.2-b"))
    match.change(lambda draft: draft.mark("hill-205", "garrison-lost", 1, rule="7.2.2.4.1-b"))

    defence, garrison = FACES.values(match.table, "hill-205")

    items = (Item("Hill 205", 6, "7.2.2.2.1"), Item("damage", -2, "7.3.10.2-b"))
    assert CurrentValue("Defence", 4, items) == defence
    assert ("Garrison", 0) == (garrison.name, garrison.value)


def test_a_group_in_command_adds_up_strengths_leader_and_combined_arms():
    """7.2.2.1, 7.2.2.2, 7.2.3.5"""
    match = battle(("l3-l3-1", "s3-s3-1", "r3-r3-1", "brown-keller"), ("l5-l5",))

    totals = current(match, "a-g1")

    assert (13, 13) == (totals["Attack"].value, totals["Defence"].value)
    assert Item("combined arms", 2, "7.2.3.5") in totals["Attack"].items


def test_the_totals_of_a_group_are_those_of_its_battle_but_for_the_dice():
    """7.2.2.1, 7.2.2.2"""
    match = battle(("l5-l5", "r4-r4-1", "novak-thoma"), ("s3-s3-1", "s2-s2-1", "teague-kranz"))
    attack, defence = current(match, "a-g1")["Attack"], current(match, "b-g1")["Defence"]

    match.resolve("a", "attack a-g1 b-g1", dice=(5, 6))

    assert (match.total("attack"), match.total("defence")) == (attack.value + 5, defence.value + 6)


def test_units_without_a_leader_have_no_attack_in_common():
    """7.2.1-a"""
    match = battle(("s3-s3-1", "r4-r4-1"), ("l5-l5",))

    assert {"Defence"} == current(match, "a-g1").keys()
    assert 5 == current(match, "b-g1")["Attack"].value


def test_a_mined_group_has_two_less():
    """7.2.3.1"""
    match = battle(("s3-s3-1", "r4-r4-1", "ames-vogler"), ("l5-l5",)).put("a-g1", "mines-1")

    assert (7, 7) == tuple(value.value for value in current(match, "a-g1").values())


def test_a_group_shows_whose_it_is_and_a_pile_nothing():
    """2.1.1"""
    match = battle(("s3-s3-1",), ("l5-l5",))

    assert "b" == FACES.state(match.table, "b-g1").control
    assert () == FACES.state(match.table, "deck").values
    assert {"a-g1", "b-g1"} == FACES.spaces(match.table).keys()
