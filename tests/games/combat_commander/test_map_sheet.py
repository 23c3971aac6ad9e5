import pytest

from tests.games.combat_commander.builders import sheet
from tests.games.combat_commander.shipped import PACK
from wardiary.domain.games.combat_commander.components.map_sheet import MapFile, MapSheet, draw
from wardiary.domain.games.combat_commander.pack.setup_zone import setup_hexes
from wardiary.domain.packs import PackError, read_toml

SMALL = b"""
id = "CC-SMALL"
name = "Ford"
terrain = ["w.b", ".-s", "r~="]
hills = { 2 = ["A1", "B1"] }
roads = [["B1", "B2", "B3"], ["C2", "C3"]]
railways = [["A3", "A2"]]
trails = [["A1", "B1"]]
hexsides = ["A1/A2 wall", "C1/C2 hedge"]
under = { B2 = "marsh" }
wind = 2
objectives = { 1 = ["A1"], 2 = ["A2"], 3 = ["A3"], 4 = ["B1"], 5 = ["C1"] }
artillery_boxes = { axis = "bottom left", allies = "top right" }
sight = [{ from = "A1", to = "C3", clear = true, hindrance = 2 }]
"""

DRAWN = """\
     A   B   C
  1  w2:(1)  b(5)
         .2#(4)
  2  .=(2)   s#
         -#
  3  r=(3)   =#
         ~#

hedge: C1/C2
wall: A1/A2
roads: B1/B2 B2/B3 C2/C3
railways: A2/A3
trails: A1/B1
under B2: marsh
line A1-C3: clear, hindrance 2
wind: 2
artillery boxes: axis bottom left, allies top right
"""


def small() -> MapSheet:
    return MapSheet(read_toml({"map-small.toml": SMALL}, "map-small.toml", MapFile), "map-small")


def test_a_map_is_drawn_back_as_text():
    assert draw(small()) == DRAWN


def test_a_line_that_the_artwork_settles_is_taken_from_the_file():
    """10.1"""
    line = small().sight.between("C3", "A1")

    assert (line.clear, line.hindrance) == (True, 2)


def test_a_bridge_is_never_wet_and_costs_what_lies_under_it():
    """T78.1, T80.2"""
    ford = small()

    assert [ford.is_wet(each) for each in ("B2", "C3", "C2", "B3")] == [False, False, True, True]
    assert (ford.step_cost("B1", "B2"), ford.step_cost("A2", "B2")) == (1, 3)


def test_a_railway_hinders_unless_it_is_followed():
    """T92"""
    rails = sheet(railways=[["E2", "E3", "E4"]])

    found = [rails.sight.between(*ends).hindrance for ends in (("E2", "E4"), ("D2", "F3"))]

    assert found == [0, 1]


def test_a_road_that_is_followed_opens_the_woods():
    """T93, 10.2"""
    road = sheet(terrain={"E3": "w"}, roads=[["E2", "E3", "E4"]])
    bend = sheet(terrain={"E3": "w"}, roads=[["E2", "E3", "F3"]])

    assert [each.sight.between("E2", "E4").clear for each in (road, bend)] == [True, False]


@pytest.mark.parametrize("sheet_id", ["CC-MAP-1", "CC-MAP-2"])
def test_the_shipped_maps_let_every_hex_be_reached(sheet_id: str):
    """2.1: 15 by 10 hexes, all joined by steps that a move may take."""
    drawn = PACK.maps[sheet_id]
    reached, waiting = {"A1"}, ["A1"]
    while waiting:
        for there, _ in drawn.steps(waiting.pop()):
            if there not in reached:
                reached.add(there)
                waiting.append(there)

    assert (len(reached), drawn.grid.columns, drawn.grid.rows) == (150, 15, 10)


def test_set_up_zones_are_rows_columns_and_hexes():
    hexes = setup_hexes(sheet(), ("rows 9-10", "columns A-B", "E5"))

    assert len(hexes) == 30 + 20 - 4 + 1
    assert {"E5", "A1", "O10"} <= hexes
    with pytest.raises(PackError, match="zone"):
        setup_hexes(sheet(), ("Z9",))
