"""What cards, counters and tiles of Undaunted show, and what their numbers amount to."""

from __future__ import annotations

from tests.games.undaunted.builders import GAME, opened_match, pack, turn
from wardiary.domain.games.undaunted.board import field_of
from wardiary.domain.play.faces import Figure
from wardiary.domain.table.events import Item

FACES = GAME.faces
COMPONENTS = FACES.components(pack())


def figures(kind: str, face: str = "") -> dict[str, int | str]:
    return {figure.name: figure.value for figure in COMPONENTS[kind].face(face).figures}


def test_a_combat_card_shows_its_initiative_and_actions():
    """U-INIT-2, U-ACT-1"""
    card = COMPONENTS["machine-gunners-b"].face("")

    assert "Machine Gunners B" == card.title
    assert "combat card, squad B" == card.subtitle
    expected = {"Initiative": 3, "Move": 1, "Attack": 2, "Suppress": 4}
    assert expected == figures("machine-gunners-b")
    assert 3 == COMPONENTS["machine-gunners-b"].number


def test_an_action_for_a_squad_says_so_and_an_action_without_number_shows_none():
    """U-BOLS-2, U-RECON-1"""
    bolster = next(f for f in COMPONENTS["squad-leader-a"].face("").figures if f.name == "Bolster")

    assert (2, "squad A only", "U-BOLS-1") == (bolster.value, bolster.note, bolster.rule)
    assert "" == figures("scouts-a")["Recon"]


def test_fog_of_war_shows_that_it_has_no_action():
    """U-FOGC-1, U-FOGC-2"""
    fog = COMPONENTS["fog-of-war"].face("")

    assert "no action" == fog.subtitle
    assert {"Initiative": 1} == figures("fog-of-war")
    assert ["U-FOGC-2"] == [text.rule for text in fog.texts]


def test_a_suppressed_counter_differs_by_what_it_may_do_and_not_by_its_defence():
    """U-CNTR-3, U-SUPP-1"""
    counter = COMPONENTS["counter-scouts-c"]

    assert () == counter.changes("ready")
    assert "suppressed" == counter.face("suppressed").subtitle
    assert [] == [text.rule for text in counter.face("ready").texts]
    assert ["U-SUPP-2"] == [text.rule for text in counter.face("suppressed").texts]


def test_a_counters_defence_on_a_tile_is_its_base_and_the_cover_there():
    """U-ATK-5, U-TILE-2"""
    table = opened_match().table
    tile = next(tile for tile, cover in field_of(table).cover.items() if cover == 1)
    table = turn("us", at={"us-riflemen-a": tile}).table

    (defence,) = FACES.values(table, "us-riflemen-a")

    assert ("Defence", 5) == (defence.name, defence.value)
    assert (Item("base defence", 4, "U-CNTR-2"), Item("cover", 1, "U-TILE-2")) == defence.items


def test_a_counter_off_the_board_has_no_value_but_the_printed_one():
    """U-ATK-5"""
    assert () == FACES.values(opened_match().table, "us-machine-gunners-a")


def test_the_blast_of_a_match_is_told_where_it_is_not_the_printed_one():
    """U-ATK-8"""
    (blast,) = FACES.values(opened_match(mortar_blast=1).table, "us-mortar-1")

    assert ("Blast", 1) == (blast.name, blast.value)
    assert () == FACES.values(opened_match().table, "us-mortar-1")


def test_a_hill_shows_both_covers():
    """U-HILL-1"""
    table = opened_match("signal-hill").table
    hill = min(field_of(table).hills)

    space = FACES.spaces(table)[hill]

    assert ("hill", 1) == (space.terrain, space.level)
    meaning = "Added to the defence of counters here: 1 from a hill or by Blast, else 3."
    assert Figure("Cover", "3/1", meaning, "U-HILL-1") in space.figures


def test_an_objective_shows_its_points_and_a_tile_who_enters_and_who_controls_it():
    """U-OBJ-1, U-SPAWN-1, U-OBJ-2"""
    table = opened_match("critical-intelligence").table
    field = field_of(table)
    spaces = FACES.spaces(table)
    points = {
        tile: figure.value
        for tile, space in spaces.items()
        for figure in space.figures
        if figure.name.startswith("Points")
    }

    assert field.points["us"].keys() | field.points["german"].keys() == points.keys()
    controlled = {tile for tile in spaces if FACES.state(table, tile).control == "us"}
    assert set(field.file.us.controlled) == controlled
    entering = {tile for tile, space in spaces.items() if "US units enter" in str(space.texts)}
    assert set(field.spawn["us"].values()) == entering
