"""11.3 Maximum hand capacity."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.cards import sheet_of
from wardiary.domain.games.combat_soldiers.components.pack_files import SIDES
from wardiary.domain.games.combat_soldiers.components.zones import GROUPS, hand
from wardiary.domain.games.combat_soldiers.groups.group import group_zones
from wardiary.domain.games.combat_soldiers.groups.objectives import controls
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


@remembered(GROUPS)
def hand_capacity(table: Table, seat: Seat) -> int:
    """11.3-a: eight with both nationalities deployed, else four; a pack may grant more."""
    printed = sheet_of(table).capacity
    if len(sides_deployed(table, seat)) < 2:
        return printed.one_side
    # Ruling: CS-Q03 a ninth card can only come from an objective of the pack.
    bonus = sum(
        more for objective, more in printed.bonus.items() if controls(table, seat, objective)
    )
    return printed.both_sides + bonus


@remembered(GROUPS)
def sides_deployed(table: Table, seat: Seat) -> set[str]:
    """2.1.1: the nationalities of a seat's groups."""
    faces = {
        table.pieces[piece].face for zone in group_zones(table, seat) for piece in table.zones[zone]
    }
    # A face is a side, or a side's leader; the other faces are letters of siege markers.
    return {face.partition("-")[0] for face in faces} & {*SIDES}


def room_in_hand(table: Table, seat: Seat) -> int:
    """11.1-a: how many cards the hand can still take."""
    return hand_capacity(table, seat) - len(table.zone(hand(seat)))
