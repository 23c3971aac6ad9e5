"""12 Supply: lines to one's own edge of the board, and what being out of supply does."""

from __future__ import annotations

from wardiary.domain.games.nuts.board import (
    AMERICAN,
    GERMAN,
    SPACE_OF,
    Army,
    Side,
    board_units,
    controller,
    has_enemies,
    near,
    side_of,
    spaces_in_play,
    units_of,
)
from wardiary.domain.games.nuts.crossing import is_line_cut
from wardiary.domain.games.nuts.values import threshold
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

EDGE = {GERMAN: "0", AMERICAN: "5"}
"""12.0: the rows in which supply lines end."""


def is_friendly(table: Table, side: Side, space: Zone) -> bool:
    """N-12.1a: own units are there, or nobody is and the side was the last there."""
    # Ruling: R-41 at the start row 0 is German and rows 1 to 5 are American.
    if units_of(table, side, space):
        return True
    return controller(table, space) == side and not has_enemies(table, side, space)


def passes_supply(table: Table, side: Side, space: Zone) -> bool:
    """N-12.1b, N-12.2a: whether a line may go through a space."""
    # Ruling: R-57 a space shared by both sides passes supply to neither.
    return (
        not has_enemies(table, side, space)
        and is_friendly(table, side, space)
        and not is_line_cut(table, side, space)
    )


def supplied_spaces(table: Table, side: Side) -> frozenset[Zone]:
    """12.0: all spaces in which units of a side are in supply."""
    # Ruling: R-40 a unit in the last row before its own edge is in supply by its position.
    spaces = spaces_in_play(table)
    edge = [space for space in spaces if space[1] == EDGE[side]]
    flooded = {space for space in edge if passes_supply(table, side, space)}
    reached, frontier = set(edge), list(flooded)
    while frontier:
        for space in near(table, frontier.pop()):
            reached.add(space)
            if space not in flooded and passes_supply(table, side, space):
                flooded.add(space)
                frontier.append(space)
    return frozenset(reached)


def supply_line(table: Table, side: Side, space: Zone) -> tuple[Zone, ...]:
    """12.0: a shortest line of spaces from one to the side's edge; empty when there is none."""
    ways: dict[Zone, tuple[Zone, ...]] = {space: (space,)}
    frontier = [space]
    while frontier:
        here = frontier.pop(0)
        if here[1] == EDGE[side]:
            return ways[here]
        for there in near(table, here):
            if there not in ways and passes_supply(table, side, there):
                ways[there] = (*ways[here], there)
                frontier.append(there)
    return ()


def check_supply(draft: Draft, army: Army) -> None:
    """12.0: every unit of the army is found in or out of supply, until the army's next check."""
    table = draft.table
    supplied = supplied_spaces(table, side_of(army))
    for unit in board_units(table, army):
        space = SPACE_OF.get(table.pieces[unit].zone)
        # Ruling: R-44, N-8.2f: who waits beside the board is in supply.
        in_supply = space is None or space in supplied
        draft.mark(unit, "out-of-supply", 0 if in_supply else 1, rule="N-12.0b")


def hit_unsupplied(draft: Draft, army: Army) -> None:
    """12.3: a hit on every unit out of supply that it would not destroy."""
    table = draft.table
    for unit in board_units(table, army):
        if is_out_of_supply(table, unit):
            hits = table.mark(unit, "hit") + 1
            if hits < threshold(table, unit):
                draft.mark(unit, "hit", hits, rule="N-12.3c")


def is_out_of_supply(table: Table, unit: PieceId) -> bool:
    """12.3: whether a unit was out of supply at its last check."""
    return bool(table.mark(unit, "out-of-supply"))
