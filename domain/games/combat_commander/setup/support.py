"""The support table: a roll, a column, an element that comes for free (A35.4, E59, E68)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.cards.rolls import Faces
from wardiary.domain.games.combat_commander.components.printed import Element, pack_of, scenario_of
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def support_column(table: Table, seat: Seat, faces: Faces, *, radios: bool) -> dict[str, Element]:
    """What a roll offers in the year of the scenario, by a name that can be chosen (4.3.2)."""
    sheet = scenario_of(table)
    nation = pack_of(table).nations[sheet.force(seat).nation]
    return {
        name_of(element): element
        for element in nation.support.get(sum(faces), ())
        if element.available(sheet.year) and (radios or not element.radio)
    }


def name_of(element: Element) -> str:
    """The name by which an element is chosen: unit, unit+weapon, or radio."""
    if element.radio:
        return element.radio
    return f"{element.unit}+{element.weapon}" if element.weapon else element.unit


def unit_and_weapon(name: str) -> tuple[str, str]:
    """The unit and the weapon ("" for none) of an element chosen by its name."""
    unit, _, weapon = name.partition("+")
    return unit, weapon
