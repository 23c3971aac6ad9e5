"""What cards, counters and hexes of Combat Commander show, and what their numbers amount to."""

from __future__ import annotations

from dataclasses import replace as with_content

from msgspec.structs import replace

from tests.games.combat_commander.builders import (
    COUNTRY,
    PACK,
    chit,
    light_mg,
    rifle_squad,
    sergeant,
    table_on,
    work,
)
from wardiary.domain.games.combat_commander.faces.faces import FACES
from wardiary.domain.play.faces import CurrentValue, Edge, SpaceFace, SpaceState
from wardiary.domain.table.events import Item
from wardiary.domain.table.table import Table

COMPONENTS = FACES.components(PACK)


def figures(kind: str, face: str = "") -> dict[str, int | str]:
    return {figure.name: figure.value for figure in COMPONENTS[kind].face(face).figures}


def current(table: Table, piece: str, name: str) -> CurrentValue:
    return next(value for value in FACES.values(table, piece) if value.name == name)


def country(hex_label: str) -> SpaceFace:
    return FACES.spaces(table_on(COUNTRY))[hex_label]


# Cards


def test_a_destiny_card_shows_order_action_event_hex_dice_and_trigger():
    """1.5 to 1.9"""
    card = next(card for card in PACK.decks["germany"] if card.id == "g01")

    assert {
        "Order": "Rout", "Action": "Concealment", "Event": "Suppressing fire",
        "Random hex": "A3", "White die": 5, "Red die": 2, "Trigger": "Event!",
    } == figures(card.kind)  # fmt: skip
    rules = {figure.name: figure.rule for figure in COMPONENTS[card.kind].faces[0].figures}
    assert ("O23", "A29", "E75") == (rules["Order"], rules["Action"], rules["Event"])


def test_a_card_without_trigger_shows_none():
    """1.9.1"""
    card = next(card for card in PACK.decks["germany"] if card.id == "g02")

    assert "Trigger" not in figures(card.kind)


# Units and weapons


def test_a_squad_shows_its_numbers_its_men_and_its_points():
    """3, 3.1, 7.1"""
    assert {
        "Firepower": 5, "Range": 5, "Movement": 4, "Morale": 7, "Men": 4, "Points": 2,
    } == figures("germany-rifle", "normal")  # fmt: skip
    notes = {f.name for f in COMPONENTS["germany-rifle"].face("normal").figures if f.note}
    assert {"Range", "Movement"} == notes


def test_only_leaders_print_a_command():
    """3.1.5"""
    for card in PACK.units.values():
        shown = figures(card.id, "normal")
        expected = card.normal.command if card.is_leader else None
        assert expected == shown.get("Command"), card.id


def test_the_demoralised_side_of_a_unit_says_what_differs():
    """3.2.1, 3.2.4"""
    component = COMPONENTS["germany-rifle"]

    changes = {change.name: (change.value, change.other) for change in component.changes("normal")}

    assert {"Firepower": (5, 2), "Range": (5, 1), "Movement": (4, 1)} == changes
    assert "squad, demoralised" == component.face("demoralised").subtitle
    assert "3.2.4" in {text.rule for text in component.face("demoralised").texts}


def test_a_broken_weapon_shows_the_rows_that_repair_and_lose_it_and_no_firepower():
    """11.4"""
    assert {"Firepower": 8, "Range": 16, "Movement": -1} == figures("germany-heavy-mg", "working")
    assert {"Movement": -1, "Repaired": "1-6", "Lost": "9-10"} == figures(
        "germany-heavy-mg", "broken"
    )


def test_artillery_shows_its_least_range_and_that_it_aims():
    """11.5, O20.2.1"""
    face = COMPONENTS["germany-medium-mortar"].face("working")

    assert "3-16" == figures("germany-medium-mortar", "working")["Range"]
    assert {"11.5", "O20.2.1"} <= {text.rule for text in face.texts}


def test_the_numbers_of_a_unit_are_shown_as_printed_and_as_modified_item_by_item():
    """3.1.1, 3.3.1.2, 13.2, F106.1"""
    table = table_on(COUNTRY, sergeant("E2"), rifle_squad("E2", suppressed=1), work("wire", "E2"))

    assert CurrentValue(
        "Firepower",
        4,
        (
            Item("printed firepower", 5, "3.1.1"),
            Item("Sergeant x", 1, "3.3.1.2"),
            Item("suppressed", -1, "13.2"),
            Item("wire", -1, "F106.1"),
        ),
    ) == current(table, "axis-a", "Firepower")


def test_a_weapon_amounts_to_what_its_leaders_lend_it():
    """3.3.1.3"""
    table = table_on(COUNTRY, sergeant("E5"), rifle_squad("E5"), light_mg("E5"))

    assert 5 == current(table, "axis-mg", "Firepower").value


def test_a_unit_off_the_map_has_its_printed_numbers_only():
    """3.1"""
    table = table_on(COUNTRY, rifle_squad("casualties-axis"))

    assert () == FACES.values(table, "axis-a")


# Hexes


def test_a_hex_shows_its_terrain_level_cost_cover_and_hindrance():
    """T81, T88.3.1"""
    brush, hill = country("I5"), country("G2")

    assert "brush" == brush.terrain
    assert {"Cost": 2, "Cover": 1, "Hindrance": 3} == {f.name: f.value for f in brush.figures}
    assert 2 == hill.level
    assert "T88.1" in {text.rule for text in hill.texts}


def test_water_cannot_be_entered_and_woods_block_lines():
    """T98, 10.2"""
    water, woods = country("I8"), country("G5")

    assert "none" == water.figures[0].value
    assert "10.2" in {text.rule for text in woods.texts}


def test_edges_show_hexsides_ways_and_whose_map_edge_it_is():
    """T83, T84, T87, T93, T97, 7.2"""
    wall = [edge for edge in country("L2").edges if edge.to == "M2"]
    road = [edge for edge in country("E4").edges if edge.kind == "road"]

    title = "Wall: +1 to cross, cover 2 against fire across it"
    assert [Edge("M2", 1, "wall", title, "T97")] == wall
    assert [Edge("E5", 3, "road", "Road", "T93")] == road
    sides = {
        edge.kind for space in FACES.spaces(table_on(COUNTRY)).values() for edge in space.edges
    }
    assert {"wall", "hedge", "fence", "cliff", "road", "railway", "trail"} < sides
    assert {"edge-axis", "edge-allies"} < sides


def test_a_road_lowers_the_cover_of_its_hex():
    """T93"""
    woods = next(figure for figure in country("C8").figures if figure.name == "Cover")

    assert (1, "road -1") == (woods.value, woods.note)


def test_a_fortification_and_smoke_change_what_a_hex_amounts_to():
    """T78.3, F102"""
    table = table_on(COUNTRY, work("foxholes", "I5"))

    state = FACES.state(table, "I5")

    assert (CurrentValue("Cover", 3, (Item("foxholes", 3, "F102"),)),) == state.values


def test_an_objective_shows_who_controls_it_and_the_points_of_the_markers_that_are_known():
    """7.3.1, 7.3.2"""
    control = {"control-3": -1}
    table = table_on(COUNTRY, chit("K"), chit("C", "objectives-axis"), **control)

    state = FACES.state(table, "A3")

    assert "allies" == state.control
    assert (
        CurrentValue(
            "Points",
            4,
            (Item("open marker", 3, "7.3.2"), Item("secret marker of the axis", 1, "7.3.2")),
        ),
    ) == state.values


def test_the_mines_of_a_scenario_may_be_stronger_than_usual():
    """F103.2"""
    first = PACK.scenarios["cc-h1"]
    defended = replace(first.axis, attitude="defender", mines=8)
    table = table_on(COUNTRY, work("mines", "E2"))
    pack = with_content(table.pack, scenarios={"cc-h1": replace(first, axis=defended)})

    assert {"Firepower": 6} == figures("mines")
    assert () == FACES.values(table, "mines-E2")
    assert 8 == current(replace(table, pack=pack), "mines-E2", "Firepower").value


def test_a_zone_beside_the_map_has_nothing_added_up():
    """A board shows decks and boxes as well as hexes, and asks about each of them."""
    table = table_on(COUNTRY, chit("C", "objectives-axis"))

    assert SpaceState() == FACES.state(table, "objectives-axis")
