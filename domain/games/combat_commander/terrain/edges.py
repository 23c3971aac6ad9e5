"""The edges of the map (7.2)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components.printed import map_of, scenario_of
from wardiary.domain.games.combat_commander.components.terrain_chart import Side
from wardiary.domain.hexes.grid import Edge
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

OPPOSITE: dict[Edge, Edge] = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}


def other_side(seat: Seat) -> Side:
    """The opponent of a seat."""
    return "allies" if seat == "axis" else "axis"


def friendly_edge(table: Table, seat: Seat) -> Edge:
    """The map edge of a seat."""
    return scenario_of(table).force(seat).edge


def enemy_edge(table: Table, seat: Seat) -> Edge:
    """7.2: the edge over which a seat's units may leave for points."""
    return friendly_edge(table, other_side(seat))


def may_exit(table: Table, seat: Seat, here: str) -> bool:
    """7.2.1: whether this hex is at the enemy's edge of the map."""
    return map_of(table).grid.edge_distance(here, enemy_edge(table, seat)) == 0
