"""The map (2)."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import PACK, ford
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.components.map_drawing import draw

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


def test_a_map_is_drawn_back_as_text():
    """2.1, 2.2: terrain, levels, objectives, roads, hexsides, wind and artillery boxes."""
    assert draw(ford()) == DRAWN


@pytest.mark.parametrize("sheet_id", ["CC-MAP-1", "CC-MAP-2"])
def test_every_hex_of_the_shipped_maps_can_be_reached(sheet_id: str):
    """2.1: 15 by 10 hexes, all joined by steps that a move may take."""
    drawn = PACK.maps[sheet_id]
    reached, waiting = {"A1"}, ["A1"]
    while waiting:
        for there, _ in drawn.steps(waiting.pop()):
            if there not in reached:
                reached.add(there)
                waiting.append(there)

    assert (len(reached), drawn.grid.columns, drawn.grid.rows) == (150, 15, 10)


def test_the_compass_counts_directions_clockwise_from_the_top():
    """2.2, 2.2.1, 2.2.2: 1 is up, then clockwise; a scenario names its map."""
    table = battle()
    grid = table.table.pack.maps["CC-MAP-1"].grid

    assert [grid.step("K6", n) for n in range(1, 7)] == ["K5", "L5", "L6", "K7", "J6", "J5"]
