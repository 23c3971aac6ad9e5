"""F100-F106: foxholes, trenches, bunkers, pillboxes, mines and wire on the table."""

from wardiary.domain.games.combat_commander.components.printed import scenario_of
from wardiary.domain.games.combat_commander.components.terrain_chart import (
    FORTIFICATIONS,
    Fortification,
)
from wardiary.domain.games.combat_commander.table.places import fortification_by_hex
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table

MINES_FIREPOWER = 6
HOLDER = {"axis": 1, "allies": 2}
"""Values of the mark `holder`: the seat that was the last to be alone in a bunker or pillbox."""


def fortification_in(table: Table, hex_label: str) -> PieceId | None:
    """8.1.3: the fortification in a hex; there is at most one."""
    return fortification_by_hex(table).get(hex_label)


def fortification(table: Table, hex_label: str) -> Fortification | None:
    """What is printed on the fortification in a hex."""
    piece = fortification_in(table, hex_label)
    return None if piece is None else FORTIFICATIONS[table.pieces[piece].kind]


def has_fortification(table: Table, hex_label: str, *names: str) -> bool:
    """Whether a hex has a fortification of these kinds."""
    piece = fortification_in(table, hex_label)
    return piece is not None and table.pieces[piece].kind in names


def in_the_box(table: Table, name: str) -> PieceId | None:
    """A fortification of a kind that can still be placed (A35.3)."""
    return next((piece for piece in table.zone("box") if table.pieces[piece].kind == name), None)


def fortification_cover(
    table: Table, hex_label: str, *, shells: bool
) -> tuple[tuple[str, int, str], ...]:
    """F101, F102, F104, F105.1: the cover of a fortification, better against shells."""
    printed = fortification(table, hex_label)
    if printed is None or printed.cover is None or printed.shell_cover is None:
        return ()
    value = printed.shell_cover if shells else printed.cover
    return ((printed.name, value, printed.rule),)


def is_trench_step(table: Table, here: str, there: str) -> bool:
    """F105.2: from a trench to an adjacent trench, bunker or pillbox, or the other way round."""
    hexes, kinds = (here, there), ("trench", "bunker", "pillbox")
    return all(has_fortification(table, hex_label, *kinds) for hex_label in hexes) and any(
        has_fortification(table, hex_label, "trench") for hex_label in hexes
    )


def wire_in(table: Table, hex_label: str) -> bool:
    """F106: whether a hex has wire."""
    return has_fortification(table, hex_label, "wire")


def mines_in(table: Table, hex_label: str) -> bool:
    """F103: whether a hex has mines."""
    return has_fortification(table, hex_label, "mines")


def mines_firepower(table: Table) -> int:
    """F103.2: 6, unless the defender bought better mines."""
    scenario = scenario_of(table)
    mines = [
        force.mines for force in (scenario.axis, scenario.allies) if force.attitude == "defender"
    ]
    return max([MINES_FIREPOWER, *mines])


def wins_ties(table: Table, hex_label: str, seat: str) -> bool:
    """F101, F104: whether a seat wins a tied melee here by its bunker or pillbox."""
    piece = fortification_in(table, hex_label)
    printed = fortification(table, hex_label)
    return (
        piece is not None
        and printed is not None
        and printed.holds_ties
        and table.mark(piece, "holder") == HOLDER[seat]
    )
