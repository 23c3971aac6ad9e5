"""2.3 and 7.3: control and values of the objectives."""

from wardiary.domain.games.combat_commander.components.names import Special
from wardiary.domain.games.combat_commander.components.printed import Chit, map_of, pack_of
from wardiary.domain.games.combat_commander.table.zones import PLACES
from wardiary.domain.games.combat_commander.terrain.edges import other_side
from wardiary.domain.games.combat_commander.terrain.steps import has_units_of
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

NUMBERS = (1, 2, 3, 4, 5)
CONTROL = {"axis": 1, "allies": -1}
"""Values of the tracks control-1 to control-5; 0 is nobody."""


def controller(table: Table, number: int) -> Seat:
    """7.3.1: the seat that controls an objective, or nobody."""
    held = table.track(f"control-{number}")
    return next((seat for seat, value in CONTROL.items() if value == held), "")


def controlled_by(table: Table, seat: Seat) -> tuple[int, ...]:
    """E49: the objectives a seat controls."""
    return tuple(number for number in NUMBERS if controller(table, number) == seat)


@remembered(PLACES)
def sole_occupant(table: Table, number: int) -> Seat:
    """7.3.1, 7.3.1.1: the seat that is alone in an objective now, or nobody."""
    hexes = map_of(table).objectives[number]
    present = [
        seat for seat in CONTROL if any(has_units_of(table, hex_label, seat) for hex_label in hexes)
    ]
    return present[0] if len(present) == 1 else ""


def is_friendly(table: Table, hex_label: str, seat: Seat) -> bool:
    """Glossary, G-friendly: units of the seat, or an objective it controls without enemy units."""
    if has_units_of(table, hex_label, seat):
        return True
    number = map_of(table).objective_at.get(hex_label)
    return (
        number is not None
        and controller(table, number) == seat
        and not has_units_of(table, hex_label, other_side(seat))
    )


def chit_of(table: Table, piece: str) -> Chit:
    """What is printed on an objective marker."""
    return pack_of(table).chits[piece.removeprefix("chit-").upper()]


def open_chits(table: Table) -> tuple[Chit, ...]:
    """7.3.3: the general objective markers."""
    return tuple(chit_of(table, piece) for piece in table.zone("objectives-open"))


def open_value(table: Table, number: int) -> int:
    """7.3.2: the value of an objective by the general markers."""
    return sum(value_of(chit, number) for chit in open_chits(table))


def value_of(chit: Chit, number: int) -> int:
    """7.3.2: the value that a marker gives to an objective."""
    return chit.value if chit.objective in (0, number) else 0


def has_special(table: Table, special: Special) -> bool:
    """7.3.2: whether a special marker is open."""
    return any(chit.special == special for chit in open_chits(table))


def award(table: Table, chit: Chit) -> tuple[tuple[str, int, str], ...]:
    """7.3.3: what a marker that becomes general scores by objective, positive for the Axis."""
    return tuple(
        (f"objective {number}", CONTROL[seat] * value_of(chit, number), "7.3.3")
        for number in NUMBERS
        if (seat := controller(table, number)) and value_of(chit, number)
    )


def points_swing(table: Table, number: int, to: Seat) -> int:
    """7.3.3: how far the victory marker moves, Axis positive, when an objective changes hands."""
    before = CONTROL.get(controller(table, number), 0)
    return (CONTROL[to] - before) * open_value(table, number)
