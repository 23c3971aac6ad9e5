"""2, 4: what the 150 cards of each set print, and what a pack file may say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from wardiary.domain.games.nuts.components import COLUMNS, Half, Pack, Side, UnitCard
from wardiary.domain.games.nuts.pack import read_pack
from wardiary.domain.packs import PackError

CONTENT = Path(__file__).parents[3] / "domain/games/nuts/content"
HALVES: tuple[Half, Half] = ("south", "north")


def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(CONTENT.glob("*.toml"))}


@cache
def pack() -> Pack:
    return read_pack(files())


def changed_files(name: str, old: str, new: str) -> dict[str, bytes]:
    """The pack's files with a text replaced in one of them."""
    text = files()[name].decode()
    assert old in text
    return {**files(), name: text.replace(old, new, 1).encode()}


def units(half: Half, side: Side) -> list[UnitCard]:
    return [card for card in map(pack().units.get, pack().sets[half].units) if card is not None
            and card.side == side]  # fmt: skip


def named(titles: Iterable[str]) -> list[UnitCard]:
    """The units of the South set with these titles."""
    by_title = {pack().units[kind].title: pack().units[kind] for kind in pack().sets["south"].units}
    return [by_title[title] for title in titles]


def of_division(division: str) -> list[UnitCard]:
    return [card for card in pack().units.values() if card.division == division]


# 2.0, 5.0, 8.1: the numbers of cards.


@pytest.mark.parametrize(
    ("half", "side", "numbers"),
    [
        ("south", "german", (47, 9, 15)),
        ("south", "american", (48, 12, 19)),
        ("north", "german", (47, 11, 15)),
        ("north", "american", (47, 12, 18)),
    ],
)
def test_each_deck_has_its_numbers_of_units_terrain_and_events(
    half: Half, side: Side, numbers: tuple[int, int, int]
):
    """N-2.0a: 150 cards a set, of which 71 or 73 are German."""
    cards = pack().sets[half]
    terrain = [kind for kind in cards.terrain if pack().terrain[kind].side == side]
    events = [card for card, owner in cards.event_sides.items() if owner == side]

    assert (len(units(half, side)), len(terrain), len(events)) == numbers


@pytest.mark.parametrize("half", HALVES)
def test_a_set_has_150_cards_and_no_card_is_in_both(half: Half):
    """N-2.0a."""
    cards = pack().sets[half]
    ids = {*cards.units, *cards.terrain, *cards.events}
    others = pack().sets["north" if half == "south" else "south"]

    assert len(ids) == 150
    assert not ids & {*others.units, *others.terrain, *others.events}


@pytest.mark.parametrize("half", HALVES)
def test_the_german_draw_deck_is_56_cards_once_units_are_picked_and_row_1_is_placed(half: Half):
    """N-5.0h: 13 for the hand and 43 for fourteen turns of three and one of one."""
    cards = pack().sets[half]
    terrain = [pack().terrain[kind] for kind in cards.terrain]
    later = [card for card in terrain if card.side == "german" and card.space[1] != "1"]
    events = [card for card, side in cards.event_sides.items() if side == "german"]

    assert len(units(half, "german")) - 15 + len(later) + len(events) == 13 + 43


@pytest.mark.parametrize(("half", "deck"), [("south", 66), ("north", 64)])
def test_the_american_deck_is_what_is_left_of_ten_units_at_start_and_row_1(half: Half, deck: int):
    """N-5.0b, N-5.0e."""
    cards = pack().sets[half]
    american = units(half, "american")
    start = [card for card in american if card.at_start]
    terrain = [pack().terrain[kind] for kind in cards.terrain]
    later = [card for card in terrain if card.side == "american" and card.space[1] != "1"]
    events = [card for card, side in cards.event_sides.items() if side == "american"]

    assert len(start) == 10
    assert len(american) - 10 + len(later) + len(events) == deck


def test_each_column_has_its_units_to_pick_from_with_two_guns_among_them():
    """N-5.0c, N-5.0d: reserves cannot be picked."""
    pools = {
        column: [card for card in units(half, "german")
                 if column in card.entry and not card.reserve]
        for half in HALVES
        for column in COLUMNS[half]
    }  # fmt: skip

    assert {column: len(pool) for column, pool in pools.items()} == {
        "A": 8, "B": 9, "C": 12, "D": 11, "E": 11, "F": 11,
    }  # fmt: skip
    assert all(sum(bool(card.gun) for card in pool) == 2 for pool in pools.values())


@pytest.mark.parametrize(("half", "mechanized"), [("south", 16), ("north", 20)])
def test_the_germans_have_more_mechanized_units_than_must_exit(half: Half, mechanized: int):
    """N-13.0a: three must leave the map."""
    assert sum(card.mech for card in units(half, "german")) == mechanized


# 4: cards.


def test_row_1_of_the_south_is_a_forest_and_the_our_twice_and_the_our_goes_on_to_d1():
    """N-Q13, N-5.1a."""
    row_1 = [card for card in pack().terrain.values() if card.space[1] == "1"]

    assert {(card.title, card.space) for card in row_1 if card.half == "south"} == {
        ("Herborner Forest", "A1"), ("Our River", "B1"), ("Our River", "C1"),
    }  # fmt: skip
    assert {card.space for card in pack().terrain.values() if card.our} == {"B1", "C1", "D1"}


def test_terrain_that_the_rules_name_is_where_they_say():
    """N-4.3a, N-9.1b, N-Q30: towns of the examples with their rivers and bridges."""
    at = {(card.title, card.space): card for card in pack().terrain.values()}

    assert [at[town].bridge for town in (("Ettelbruck", "B2"), ("Wiltz", "C2"))] == [True, True]
    assert [at["Clerf River", space].type for space in ("B2", "C2")] == ["river", "river"]
    assert at["Bastogne", "C3"].soak == 3
    assert (at["Ettelbruck", "B2"].soak, at["Mersch", "A2"].soak) == (1, 1)
    assert (at["Ettelbruck", "B2"].bonus, at["Ettelbruck", "B2"].legs_only) == (1, True)
    assert {at["Bullingen", "E1"].type, at["Elsenborn Ridge", "E1"].type} == {"town", "ridge"}
    assert ("Monschau", "F1") in at


@pytest.mark.parametrize("half", HALVES)
def test_towns_are_german_cards_and_other_terrain_american(half: Half):
    """N-4.3a: who draws a card, not who holds the space."""
    for kind in pack().sets[half].terrain:
        card = pack().terrain[kind]
        assert (card.type == "town") == (card.side == "german")
        assert bool(card.soak) == (card.type == "town")


def test_units_of_the_examples_have_the_values_that_the_examples_add_up():
    """N-16.1, N-16.2."""
    panzer, lehr, volks = of_division("2 Pz"), of_division("Pz Lehr"), of_division("26 VG")

    assert sorted(card.armor for card in panzer) == [1, 1, 4]
    assert [card.infantry for card in panzer] == [2, 2, 2]
    assert max(panzer, key=lambda card: card.cohesion).artillery == 1
    assert [card.title for card in lehr] == [
        "130 Pz/Pz Lehr", "130 Aufkl/Pz Lehr", "901/Pz Lehr", "902/Pz Lehr",
    ]  # fmt: skip
    assert sum(card.armor for card in (*lehr, *volks)) == 6
    assert [card.infantry for card in volks] == [2, 2, 2]
    assert sum(card.infantry for card in lehr[2:]) == 4
    neb, guns = named(["18 Neb", "402 FA"])
    assert (neb.artillery, neb.gun) == (4, "rocket")
    assert (guns.infantry, guns.armor, guns.artillery, guns.gun) == (0, 1, 4, "artillery")
    assert [(c.infantry, c.armor) for c in named(["8/4 ID", "22/4 ID"])] == [(2, 1), (2, 2)]
    assert [(c.cohesion, c.armor) for c in named(["318/80 ID", "10/5 ID"])] == [(3, 1), (3, 1)]


def test_independent_battalions_are_destroyed_by_one_hit():
    """N-11e: 737 Tank Battalion of example 16.2, and its like."""
    independent = [card for card in pack().units.values() if card.independent]

    assert {card.title for card in independent} == {
        "707 Tk",
        "737 Tk",
        "705 TD",
        "740 Tk",
        "741 Tk",
    }
    assert all(card.kills == 1 and card.mech and not card.division for card in independent)


def test_cohesion_is_in_the_range_of_each_arm():
    """N-4.1a: armor 3 to 5, guns 2 or 3, infantry 3 to 5; independents less."""
    for half in HALVES:
        for kind in pack().sets[half].units:
            card = pack().units[kind]
            least, most = (2, 3) if card.gun or card.independent else (3, 5)
            assert least <= card.cohesion <= most, card


def test_divisions_have_two_to_four_units_and_panzer_lehr_alone_has_four():
    """N-10.3b, N-Q14: three of a division are a whole one, but for Panzer Lehr and the airborne."""
    sizes = Counter(card.division for card in pack().units.values() if card.division)

    assert {division for division, size in sizes.items() if size == 4} >= {"Pz Lehr"}
    assert max(sizes.values()) == 4
    german = {card.division for card in pack().units.values() if card.side == "german"}
    assert [division for division in german if sizes[division] == 4] == ["Pz Lehr"]


def test_event_cards_that_act_as_units_print_a_unit():
    """N-17.ArmoredEngineers, N-17.EngineerCombatGroup, N-17.VanDerHeydte."""
    kinds = [kind for kind in pack().events if kind in pack().units]
    values = {kind: pack().units[kind] for kind in kinds}

    assert {kind: (card.infantry, card.cohesion, card.kills) for kind, card in values.items()} == {
        "armored-engineers": (0, 0, 1),
        "ss-armored-engineers": (0, 0, 2),
        "engineer-combat-group": (1, 3, 0),
        "van-der-heydte-drop": (2, 3, 0),
    }
    assert [kind for kind in kinds if not values[kind].fixed] == ["van-der-heydte-drop"]
    assert values["van-der-heydte-drop"].entry == ("F2",)


def test_only_cards_that_change_the_weather_must_be_played():
    """N-4.2b, N-17.PattonsPrayer: Patton's Prayer is optional."""
    assert {kind for kind, card in pack().events.items() if card.must} == {
        "foul-weather", "weather-clears",
    }  # fmt: skip


def test_texts_of_event_cards_name_the_numbers_of_the_card():
    """N-4.2a."""
    assert "roll 4 dice" in pack().events["air-strike"].text
    assert not [kind for kind, card in pack().events.items() if "{" in card.text]


def test_every_kind_of_event_is_in_a_set_of_each_side_that_may_have_it():
    """N-4.2a."""
    in_sets = {
        (kind, cards.event_sides[card])
        for cards in pack().sets.values()
        for card, kind in cards.events.items()
    }

    assert in_sets == {(kind, side) for kind, card in pack().events.items() for side in card.sides}


def test_every_copy_of_an_event_card_is_known_by_its_kind_and_its_half():
    """N-14.2a."""
    assert pack().cards_of["foul-weather"] == ("sg-e01", "sg-e02", "ng-e01", "ng-e02")
    assert pack().half_of["ng-e01"] == "north"
    assert sum(map(len, pack().cards_of.values())) == len(pack().half_of) == 67


def test_a_unit_without_a_division_counts_as_one_where_cards_speak_of_divisions():
    """N-Q15."""
    assert [card.division_slug for card in named(["3/2 Pz", "737 Tk"])] == ["2-pz", "737-tk"]


def test_every_card_is_of_one_of_two_sides_whatever_its_nation_is_called():
    """N-3.3a: Allied, US and American are one side."""
    cards = [*pack().units.values(), *pack().terrain.values()]

    assert {card.side for card in cards} == {"german", "american"}
    assert all(set(card.sides) <= {"german", "american"} for card in pack().events.values())


# Files with mistakes.


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("south.toml", "infantry = 2, cohesion = 3", "infantry = 2", "a cohesion, or kills"),
        ("south.toml", "infantry = 2", "infantry = -2", "`int` >= 0"),
        ("south.toml", 'entry = ["A"]', 'entry = ["D"]', "a column from A to C"),
        ("south.toml", 'entry = ["A1"]', 'entry = ["D1"]', "a space from A0 to C5"),
        ("south.toml", 'entry = ["A"] }', "entry = [] }", "a place of entry"),
        (
            "south.toml",
            'entry = ["A"]',
            'entry = ["A"], at_start = true',
            "a unit of the Americans",
        ),
        ("south.toml", 'gun = "rocket", ', 'gun = "rocket", mech = true, ', "a leg unit"),
        ("south.toml", 'gun = "rocket"', 'gun = "siege"', "siege"),
        ("south.toml", 'space = "A2"', 'space = "A6"', "a space from A1 to C5"),
        ("south.toml", 'type = "river"', 'type = "river", soak = 1', "them on towns only"),
        ("south.toml", 'type = "forest"', 'type = "forest", our = true', "a river"),
        ("south.toml", 'space = "B1"', 'space = "C1"', "one card of a type in a space"),
        ("south.toml", '"sg-e02"', '"sg-e01"', "an id for each card"),
        ("south.toml", '"sg-e02"', '"sg-u01"', "an id for each card"),
        ("south.toml", '"sg-e02"', '"Sg E02"', "matching regex"),
        ("south.toml", '"sg-e01", "sg-e02"', '"sg-e01"', "150 cards"),
        ("south.toml", "foul-weather", "weather-clears", "an event of events.toml"),
        ("north.toml", 'id = "ng-u01"', 'id = "sg-u01"', "an id for each card"),
        ("events.toml", 'sides = ["german"]', "sides = []", "a side that has the card"),
        ("events.toml", 'when = ["german-draw"]', "when = []", "a phase to play it in"),
        ("events.toml", 'when = ["german-draw"]', 'when = ["german-lunch"]', "german-lunch"),
        ("events.toml", "{dice}", "{price}", "braces around names of numbers only"),
        ("events.toml", "kills = 1, fixed", "fixed", "a cohesion, or kills"),
        ("events.toml", "hits_on = 5", "hits_on = 7", "`int` <= 6"),
        ("scenarios.toml", '["south", "north"]', '["north", "south"]', "south, then north"),
        ("scenarios.toml", "about =", "story =", "story"),
    ],
)
def test_a_pack_with_a_mistake_is_refused_with_its_place(
    name: str, old: str, new: str, complaint: str
):
    """N-4.1a."""
    with pytest.raises(PackError) as error:
        read_pack(changed_files(name, old, new))

    assert complaint in str(error.value)
    assert name.partition(".")[0] in str(error.value)


def test_a_column_without_a_gun_to_pick_is_refused():
    """N-5.0c."""
    text = files()["south.toml"].decode()
    for gun in ('gun = "rocket", artillery = 4, cohesion = 2', 'gun = "artillery", artillery = 3'):
        text = text.replace(
            gun, "artillery = 4, cohesion = 2" if "rocket" in gun else "armor = 3", 1
        )

    with pytest.raises(PackError) as error:
        read_pack({**files(), "south.toml": text.encode()})

    assert "column A: found '8 units to pick', expected 5 or more, one of them a gun" in str(
        error.value
    )
