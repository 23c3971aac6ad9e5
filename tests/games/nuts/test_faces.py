"""4 What cards, marks and spaces of NUTS! show, what their values are now, and the board."""

from __future__ import annotations

import pytest

from tests.games.nuts.table import position, start
from tests.games.nuts.test_components import pack
from wardiary.domain.games.nuts.game import GAME
from wardiary.domain.games.nuts.windows import rule_of
from wardiary.domain.play.faces import CurrentValue
from wardiary.domain.table.events import Item
from wardiary.domain.table.table import Table

COMPONENTS = GAME.faces.components(pack())
PZ_2, PZ_3, ID_8, ID_318, FA_402 = "sg-u18", "sg-u19", "sa-u06", "sa-u25", "sa-u08"


def figures(kind: str, face: str = "") -> dict[str, int | str]:
    return {figure.name: figure.value for figure in COMPONENTS[kind].face(face).figures}


def current(table: Table, piece: str) -> dict[str, CurrentValue]:
    return {value.name: value for value in GAME.faces.values(table, piece)}


def sums(table: Table, zone: str) -> dict[str, int]:
    return {value.name: value.value for value in GAME.faces.state(table, zone).values}


# Cards


def test_a_unit_shows_its_four_values_first_then_division_and_entry():
    """N-4.1a"""
    face = COMPONENTS[PZ_3].face("")

    assert list(figures(PZ_3).items()) == [
        ("Infantry", 2), ("Armor", 4), ("Artillery", 1), ("Cohesion", 5),
        ("Division", "2 Pz"), ("Entry", "C"),
    ]  # fmt: skip
    assert (face.title, face.family, face.symbol) == ("3/2 Pz", "german", "armor-regiment")
    assert face.subtitle == "South German mechanized unit"


@pytest.mark.parametrize(
    ("kind", "symbol"),
    [
        ("sg-u07", "rocket-regiment"), ("sg-u08", "artillery-regiment"),
        ("sa-u44", "armor-battalion"), ("sg-u18", "mechanized-regiment"),
        ("sg-u01", "infantry-regiment"), ("engineer-combat-group", "engineers"),
        ("van-der-heydte-drop", "airborne"),
    ],
)  # fmt: skip
def test_a_unit_has_the_symbol_of_its_arm(kind: str, symbol: str):
    """N-4.1a, N-3.3b, N-3.3c"""
    assert COMPONENTS[kind].face("").symbol == symbol


def test_an_independent_battalion_says_that_one_hit_destroys_it_and_that_it_is_hit_last():
    """N-11e"""
    texts = [text.text for text in COMPONENTS["sa-u44"].face("").texts]

    assert figures("sa-u44")["Hits to destroy"] == 1
    assert "It takes hits after all others." in texts


def test_a_town_shows_what_it_takes_and_gives_and_its_bridge():
    """N-4.31i, N-4.31j"""
    assert figures("sg-t2") == {
        "Takes hits": 1, "Cohesion": "+1", "Bridge": "yes", "Space": "B2",
    }  # fmt: skip
    assert "Bridge" not in figures("sg-t4")


def test_the_our_is_told_from_other_rivers():
    """N-5.1a"""
    ours, clerf = (COMPONENTS[kind].face("").texts for kind in ("sa-t02", "sa-t04"))

    assert [text.rule for text in ours] == ["N-5.1a"]
    assert [text.rule for text in clerf] == ["N-4.31a", "N-9.2b"]


def test_an_event_card_tells_its_effect_with_its_rule_and_when_it_may_be_played():
    """N-4.2a"""
    face = COMPONENTS["air-strike"].face("")

    assert (figures("air-strike")["Dice"], figures("air-strike")["Succeeds from"]) == (4, 5)
    assert figures("air-strike")["Phase"] == "German combat, American combat"
    assert (face.family, COMPONENTS["air-strike"].number) == ("american", 6)
    assert face.texts[0].rule == "N-Q7"


def test_a_card_that_must_be_played_says_so():
    """N-3.3k"""
    texts = {
        kind: [text.rule for text in COMPONENTS[kind].face("").texts] for kind in pack().events
    }

    assert {kind for kind, rules in texts.items() if "N-3.3k" in rules} == {
        "foul-weather", "weather-clears",
    }  # fmt: skip


def test_every_event_card_is_played_at_the_phases_that_it_prints():
    """N-4.2a: the moments of its rule are of those phases."""
    phases = {
        "supply": "supply", "draw": "draw", "movement": "movement", "move": "movement",
        "step": "movement", "combat": "combat", "declared": "combat", "fire": "combat",
        "combat-end": "combat",
    }  # fmt: skip
    south = start("tandem")
    for kind, card in pack().events.items():
        rule = rule_of(south, pack().cards_of[kind][0])
        assert rule is not None
        printed = {phase.partition("-")[2] for phase in card.when}
        assert {phases[moment] for moment in rule.moments} == printed, kind
        assert rule.must == card.must


def test_a_fuel_shortage_has_a_face_for_every_german_division_with_tanks():
    """N-17.FuelShortage"""
    names = {face.name: face.subtitle for face in COMPONENTS["fuel-shortage"].faces}

    assert names["2-pz"] == "2 Pz"
    tanks = {c.division_slug for c in pack().units.values() if c.side == "german" and c.mech}
    assert set(names) == {"", *tanks}


def test_an_event_that_becomes_a_unit_shows_the_unit_too():
    """N-17.VanDerHeydte, N-17.ArmoredEngineers"""
    assert figures("van-der-heydte-drop")["Infantry"] == 2
    assert figures("van-der-heydte-drop")["Succeeds up to"] == 3
    assert figures("ss-armored-engineers")["Hits to destroy"] == 2


# Present values


def test_cohesion_is_told_with_terrain_and_cards():
    """N-7.0b"""
    table = position({"B2-town": ID_318, "B2-events": "sa-e18", "B1": PZ_2}, terrain="sg-t2").table

    assert current(table, ID_318)["Cohesion"].items == (
        Item("cohesion", 3, "N-4.1a"),
        Item("town", 1, "N-4.31i"),
        Item("Truly Famous General", 1, "N-4.2a"),
    )
    assert current(table, ID_318)["Armor"].value == 2


def test_values_that_nothing_changes_are_not_told_again():
    """N-4.1a"""
    assert current(position({"B1": PZ_2, "B3": ID_8}).table, PZ_2) == {}


def test_cards_in_hands_have_no_present_values():
    """N-4.1a"""
    assert current(position({"B1": PZ_2}, hands={"american": ID_8}).table, ID_8) == {}


def test_engineers_among_the_cards_of_a_space_have_no_values_that_change():
    """N-17.ArmoredEngineers"""
    table = position({"B1": PZ_2, "B2-events": "sg-e11"}, terrain="sa-t04").table

    assert current(table, "sg-e11") == {}


# Spaces


def test_a_space_says_who_controls_it_and_what_its_units_add_up_to():
    """N-3.3d, N-10.3a"""
    table = position({"A1": f"{PZ_2} {PZ_3}", "A2": FA_402, "A2-town": ID_8}, terrain="sg-t1").table

    assert sums(table, "A1") == {"Infantry": 4, "Armor": 5, "Artillery": 1}
    assert sums(table, "A2") == {"Armor": 1, "Artillery": 4}
    assert sums(table, "A2-town") == {"Infantry": 2, "Armor": 1}
    assert [GAME.faces.state(table, zone).control for zone in ("A1", "A2", "A2-town")] == [
        "german", "american", "",
    ]  # fmt: skip


def test_spaces_tell_which_terrain_may_come_to_them():
    """N-4.3a"""
    spaces = GAME.faces.spaces(start())
    texts = [text.text for text in spaces["B2"].texts]

    assert "Ettelbruck (town) comes here when it is drawn." in texts
    assert "Clerf River (river) comes here when it is drawn." in texts
    assert spaces["B2-town"].title == "Ettelbruck in B2"
    river = spaces["B2-terrain"]
    assert (river.title, river.terrain, river.symbol) == ("Clerf River in B2", "river", "water")
    assert [text.rule for text in spaces["B1-terrain"].texts] == ["N-5.1a"]


@pytest.mark.parametrize(("scenario", "exits"), [("south", 3), ("north", 3), ("tandem", 6)])
def test_the_exit_says_how_many_must_leave(scenario: str, exits: int):
    """N-13.0a, N-14.3a"""
    face = GAME.faces.spaces(start(scenario))["exit"]

    assert [(figure.name, figure.value) for figure in face.figures] == [("Exits needed", exits)]


# The board


@pytest.mark.parametrize(("scenario", "spaces"), [("south", 18), ("north", 18), ("tandem", 36)])
def test_the_board_is_the_grid_with_entries_beside_row_0_and_the_exit_below(
    scenario: str, spaces: int
):
    """N-3.0a, N-3.0c"""
    drawn = {zone: (x, y) for zone, x, y in GAME.layout(start(scenario)).spaces}
    grid = [zone for zone in drawn if len(zone) == 2]

    assert len(grid) == spaces
    first = grid[0][0]
    assert drawn[f"{first}0"] == (0.0, 0.0)
    assert drawn[f"{first}-entry"] == (1.0, 0.0)
    assert drawn["exit"][1] == 6.0
    assert len(set(drawn.values())) == len(drawn)


def test_town_and_terrain_are_drawn_beside_their_space_once_a_card_is_there():
    """N-3.1b, N-4.3a"""
    none, town, river, both = (
        {zone: x for zone, x, _ in GAME.layout(position({}, terrain=cards).table).spaces}
        for cards in ("", "sg-t2", "sa-t04", "sg-t2 sa-t04")
    )

    assert not {"B2-town", "B2-terrain"} & set(none)
    assert "B2-terrain" not in town
    assert [zones["B2-town"] - zones["B2"] for zones in (town, both)] == [1, 1]
    assert [zones["B2-terrain"] - zones["B2"] for zones in (river, both)] == [1, 2]


def test_with_both_sets_there_is_room_for_a_town_or_for_terrain():
    """N-14.1a: what is not on the board is in a row beside it."""
    table = position({}, terrain="sg-t2 sa-t04 sa-t05", scenario="tandem").table
    layout = GAME.layout(table)
    drawn = {zone: x for zone, x, _ in layout.spaces}

    assert drawn["B2-town"] == drawn["B2"] + 1
    assert drawn["C2-terrain"] == drawn["C2"] + 1
    assert "B2-terrain" not in drawn
    assert "B2-terrain" in dict(layout.rows)["terrain"]
    assert "C2-terrain" not in dict(layout.rows)["terrain"]


def test_notes_say_the_terrain_of_a_space_and_how_its_bridge_is():
    """N-4.31"""
    table = position({}, terrain="sg-t2 sa-t04", marks={"sg-t2": {"blown": 1}}).table
    notes = GAME.layout(table).notes

    assert notes["B2"] == "town Ettelbruck; Clerf River"
    assert notes["B2-town"] == "takes 1, cohesion +1 for leg units, bridge blown"
    assert notes["B1"] == "Our River"


def test_supply_lines_are_drawn_as_they_are_now():
    """N-12.0a"""
    open_line = GAME.layout(position({"A2": PZ_2}, german="A0 A1").table).links
    cut = GAME.layout(position({"A2": PZ_2, "A1": ID_8}, german="A0").table).links

    assert ("A0", "A1") in open_line
    assert ("A1", "A2") in open_line
    assert ("A0", "A1") not in cut


def test_rows_are_named_after_armies():
    """N-14.4a"""
    seats = ("german-south", "american-south", "german-north", "american-north")
    titles = [title for title, _ in GAME.layout(start("tandem", seats)).rows]

    assert "German South hand" in titles
    assert "American North discards" in titles


@pytest.mark.parametrize(
    ("zone", "title"),
    [
        ("B2", "B2"), ("B2-town", "Ettelbruck in B2"), ("B-entry", "entry B"),
        ("exit", "the exit"), ("american-aside", "the American entry"),
        ("B2-terrain", "Clerf River in B2"), ("A3-terrain", "terrain of A3"),
        ("B2-control", "B2"), ("B2-events", "B2"),
        ("table-events", "the table"), ("german-hand", ""), ("2-pz", "2 Pz"), ("402-fa", "402 FA"),
    ],
)  # fmt: skip
def test_places_have_names_for_players(zone: str, title: str):
    """N-3.0a"""
    assert GAME.zone_title(start(), zone) == title


@pytest.mark.parametrize(
    ("track", "title"),
    [
        ("weather", "Weather (0 foul, 1 fair)"),
        ("exited", "German units that left the board"),
        ("alternate/german-south", "Turn of the last entry by another column of German South"),
    ],
)
def test_tracks_have_names_for_players(track: str, title: str):
    """N-3.3m, N-13.0a"""
    assert GAME.track_title(start(), track) == title


def test_cards_are_called_as_printed_and_other_pieces_by_their_kind():
    """N-4.1a"""
    kinds = (PZ_3, "sg-t2", "pattons-prayer", "control")
    titles = [GAME.piece_title(start(), kind) for kind in kinds]

    assert titles == ["3/2 Pz", "Ettelbruck", "Patton's Prayer", "Control"]


def test_the_guide_cites_rules_of_the_book_and_begins_with_a_match_that_exists():
    """N-2.0a"""
    guide = GAME.guide
    assert guide is not None
    texts = (*guide.aim, *guide.turn, *guide.mistakes)

    assert {text.rule for text in texts} | set(guide.hints) <= GAME.rules.keys()
    assert len(guide.mistakes) == 5
    scenario = GAME.scenario(pack(), guide.first.scenario)
    assert scenario is not None
    assert guide.first.seats in scenario.seats
