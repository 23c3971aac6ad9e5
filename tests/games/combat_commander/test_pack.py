"""The shipped content, and how a wrong file is refused."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.combat_commander.builders import PACK, chit, content_files, content_with
from wardiary.domain.games.combat_commander.components.names import ACTIONS, EVENTS, ORDERS
from wardiary.domain.games.combat_commander.pack.reader import read_pack
from wardiary.domain.hexes.grid import place_of
from wardiary.domain.packs import PackError

NATIONS = ("germany", "america", "russia", "italy", "britain", "france")


@pytest.mark.parametrize("nation", NATIONS)
def test_a_deck_has_72_cards_with_every_pair_of_dice_twice(nation: str):
    """1.0"""
    deck = PACK.decks[nation]

    assert len(deck) == 72
    assert set(Counter((card.white, card.red) for card in deck).values()) == {2}
    assert len({card.hex for card in deck}) == 72


COMPOSED = {
    "advance": (6, 5, 7, 5, 5, 5),
    "artillery-denied": (2, 3, 3, 3, 3, 3),
    "artillery-request": (7, 8, 5, 6, 8, 7),
    "command-confusion": (8, 7, 8, 12, 8, 10),
    "fire": (18, 20, 17, 17, 17, 17),
    "move": (13, 12, 14, 12, 12, 12),
    "recover": (9, 9, 9, 9, 11, 9),
    "rout": (9, 8, 9, 8, 8, 9),
    "jammed": (2, 2, 4, 6, 2, 4),
    "sniper": (6, 6, 8, 4, 6, 6),
    "event": (10, 12, 8, 8, 6, 6),
    "time": (2, 2, 2, 2, 2, 2),
}


def test_the_shipped_decks_have_the_planned_number_of_each_card():
    numbers = {
        name: tuple(
            sum(name in (card.order, card.trigger) for card in PACK.decks[nation])
            for nation in NATIONS
        )
        for name in COMPOSED
    }

    assert numbers == COMPOSED


def test_every_row_of_hexes_is_on_enough_cards_to_repair_weapons():
    """11.4: six to eight cards of each row in every deck."""
    for deck in PACK.decks.values():
        rows = Counter(place_of(card.hex)[1] for card in deck)
        assert sorted(rows) == list(range(1, 11))
        assert set(rows.values()) <= {6, 7, 8}


def test_every_action_and_event_is_on_some_card():
    cards = PACK.cards.values()

    assert {card.action for card in cards} == set(ACTIONS)
    assert {card.event for card in cards} == set(EVENTS)
    assert (len(ORDERS), len(ACTIONS), len(EVENTS)) == (8, 20, 35)


def test_the_shipped_units_and_weapons_have_the_printed_numbers():
    """Biermann m8 c1, HMG 8, Russian light mortar 2-14, Private m6 c2."""
    assert (
        PACK.units["germany-rifle"].normal.morale,
        PACK.units["america-line"].normal.firepower,
    ) == (7, 6)
    assert PACK.weapons["germany-heavy-mg"].firepower == 8
    mortar = PACK.weapons["russia-light-mortar"]
    assert (mortar.least, mortar.most, mortar.artillery) == (2, 14, True)
    private = PACK.units["germany-private"]
    assert (private.normal.morale, private.normal.command, private.points) == (6, 2, 3)
    assert {PACK.units[f"italy-{name}"].points for name in ("fucilieri", "line-team", "hero")} == {
        2,
        1,
        0,
    }


def test_radios_destroy_fortifications_at_20_less_their_firepower():
    """12, O18.2.3.3"""
    assert all(radio.destroys == (20 - radio.firepower,) for radio in PACK.radios.values())
    assert PACK.radios["radio-105mm"].firepower == 10


def test_the_three_markers_of_objective_3_are_worth_6_together():
    """7.3.2"""
    assert len(PACK.chits) == 22
    assert sum(chit.value for chit in PACK.chits.values() if chit.objective == 3) == 6
    assert {chit.letter for chit in PACK.chits.values() if not chit.has_secret_side} == set("RVWX")


def test_scenarios_begin_with_the_points_of_their_open_markers():
    """7.3.3: two scenarios whose markers are fixed."""
    for name, bonus in (("cc-h2", 0), ("cc-h3", 2)):
        sheet = PACK.scenarios[name]
        values = [PACK.chits[letter] for letter in sheet.general]
        total = sum(value.value * (1 if value.objective else 5) for value in values)
        assert sheet.vp == total + bonus


@pytest.mark.parametrize(
    ("name", "old", "new", "where", "expected"),
    [
        ("decks.toml", "G01 rout", "G01 route", "decks.toml: germany.cards[0]", "one of advance"),
        ("decks.toml", '    "G02', '    #"G02', "decks.toml: germany.cards", "72 cards"),
        ("decks.toml", "A3 5 2 event", "A3 5 7 event", "germany.cards[0]", "from 1 to 6"),
        ("decks.toml", "A3 5 2 event", "A0 5 2 event", "germany.cards[0]", "a hex label"),
        ("decks.toml", "G03 ", "G04 ", "decks.toml", "no other card"),
        ("units.toml", "squad [7] [3] [5] 8 /", "squad [7] [3] 8 /", "germany.pionier", "FP range"),
        ("units.toml", "c1 / 0 0 1 7", "/ 0 0 1 7", "all.corporal-x", "command such as c1"),
        ("weapons.toml", "fix 1-6", "fixed 1-6", "weapons.germany.heavy-mg", "fix 1-2"),
        ("nations.toml", "+heavy-mg 3", "+heavy-gun 3", "support.2[1]", "knows"),
        ("nations.toml", "discard = 6", "discard = -1", "nations.toml: germany.discard", ">= 0"),
        ("markers.toml", "V = {", "V = { value = 1, ", "objectives.V", "a special effect"),
        ("markers.toml", "X = { special", "#X = { special", "objectives", "22 markers"),
        ("map-two-wells.toml", '"..r.....r......"', '"..r.....r....."', "terrain", "same length"),
        ("map-two-wells.toml", '"..r.....r......"', '"..r.....r....x."', "terrain, N1", "one of"),
        ("map-two-wells.toml", '"A5", "B5"', '"A5", "C5"', "trails[0][1]", "next to A5"),
        ("map-two-wells.toml", "F3/F4 wall", "F3/F5 wall", "hexsides[0]", "share a side"),
        ("map-two-wells.toml", "F3/F4 wall", "F3/F4 moat", "hexsides[0]", "wall, hedge"),
        ("map-two-wells.toml", '3 = ["H6"]', "", "objectives", "1, 2, 3, 4 and 5"),
        ("map-two-wells.toml", '["F2", "F3"]', '["F2", "F5"]', "objectives.1", "of a building"),
        ("map-two-wells.toml", '"top left"', '"top right"', "artillery_boxes", "opposite corners"),
        ("map-two-wells.toml", "CC-MAP-2", "CC-MAP-1", "id", "no other map"),
        ("map-two-wells.toml", "wind = 5", "wind = 7", "wind", "1 to 6"),
        ("scenarios.toml", 'map = "CC-MAP-1"', 'map = "CC-MAP-9"', "scenario[0].map", "CC-MAP-1"),
        ("scenarios.toml", "rows 9-10", "rows 11-12", "axis.zone", "rows 1-2"),
        ("scenarios.toml", "rifle = 6", "rifles = 6", "axis.units.rifles", "knows"),
        ("scenarios.toml", "light-mg = 3", "light-mg = 30", "axis.weapons", "no more weapons"),
        ("scenarios.toml", "germany", "america", "axis.nation", "of the axis"),
        ("scenarios.toml", "sudden_death = 6", "sudden_death = 66", "sudden_death", "from 0 to 13"),
        ("scenarios.toml", "rows 9-10", "rows 2-10", "allies.zone", "outside the other"),
        ("scenarios.toml", '"rows 9-10"', '"A9", "A10"', "axis.zone", "at least 7 passable"),
        ("scenarios.toml", "orders = 3", "order = 3", "scenario[0].axis", "unknown field"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_with_the_place_of_the_mistake(
    name: str, old: str, new: str, where: str, expected: str
):
    with pytest.raises(PackError) as refused:
        read_pack(content_with(name, old, new))

    assert where in refused.value.where
    assert expected in refused.value.expected


def test_a_missing_file_is_named():
    content = content_files()
    del content["units.toml"]

    with pytest.raises(PackError, match=r"units\.toml"):
        read_pack(content)


def test_a_force_has_at_most_as_many_weapons_as_units():
    """8.12, 11.2: the nine units of the Axis in cc-h1 may carry nine weapons, and not ten."""
    nine = read_pack(content_with("scenarios.toml", "light-mg = 3", "light-mg = 8"))
    axis = nine.scenarios["cc-h1"].axis

    assert sum(axis.weapons.values()) == sum(axis.units.values()) == 9
    with pytest.raises(PackError, match="weapons"):
        read_pack(content_with("scenarios.toml", "light-mg = 3", "light-mg = 9"))


def test_a_scenario_cannot_begin_beyond_the_end_of_the_time_track():
    """AMB-11, 6.1.1: a scenario that begins beyond the last space is no scenario."""
    with pytest.raises(PackError):
        read_pack(content_with("scenarios.toml", "sudden_death = 6", "sudden_death = 60"))


def test_special_objective_markers_have_no_secret_side():
    """AMB-35, 7.3.2, 7.3.3: as secret objectives they would be open at once, as is R."""
    open_only = {chit.letter for chit in PACK.chits.values() if not chit.has_secret_side}
    specials = {chit.letter for chit in PACK.chits.values() if chit.special}

    assert specials < open_only
    assert open_only == {"R", "V", "W", "X"}
    assert len(PACK.chits) == 22


def test_the_reconnaissance_attitude_and_event_are_two_things_in_the_pack():
    """AMB-55, 7.3.2: attitude and event have the same name; a marker is named by its letter."""
    assert "reconnaissance" in {card.event for card in PACK.decks["germany"]}
    assert PACK.scenarios["cc-h1"].axis.attitude == "reconnaissance"
    assert chit("K", "chit-cup").kind == "objective-3-worth-3"
