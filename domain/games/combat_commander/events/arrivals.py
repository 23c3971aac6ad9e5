"""Events that bring units in: infiltrators, reinforcements, walking wounded (E59, E68, E76)."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.cards.rolls import (
    Faces,
    hex_effect,
    random_hex,
    roll,
    roll_effect,
)
from wardiary.domain.games.combat_commander.components.printed import map_of, pack_of
from wardiary.domain.games.combat_commander.movement.placing import (
    bring_in,
    fits,
    place_unit,
    room_on_edge,
)
from wardiary.domain.games.combat_commander.setup.support import column, unit_and_weapon
from wardiary.domain.games.combat_commander.table.choices import choose, effect
from wardiary.domain.games.combat_commander.table.zones import SEATS, artillery_box, casualties
from wardiary.domain.games.combat_commander.units.units import DEMORALISED
from wardiary.domain.games.combat_commander.weapons.weapons import radio_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def infiltration(draft: Draft, seat: Seat) -> None:
    """E59: first a roll on the support table."""
    roll(draft, seat, "support", then="infiltration")


@roll_effect("infiltration")
def roll_infiltration(draft: Draft, seat: Seat, faces: Faces, about: tuple[str, ...]) -> None:
    """E59: then an element of the column, but no radio."""
    del about
    names = column(draft.table, seat, faces, radios=False)
    choose(draft, seat, "infiltrator", names, rule="E59")


@effect("infiltrator")
def pick_infiltrator(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E59: then a random hex."""
    del about
    random_hex(draft, seat, "infiltration", about=(chosen,))


@hex_effect("infiltration")
def find_way_in(draft: Draft, seat: Seat, hex_label: Zone, about: tuple[str, ...]) -> None:
    """E59: in that hex or next to it, where there is room."""
    unit, _ = unit_and_weapon(about[0])
    hexes = [
        neighbour
        for neighbour in near(draft.table, hex_label)
        if fits(draft.table, unit, seat, neighbour)
    ]
    choose(draft, seat, "infiltrate", hexes, rule="E59", about=about)


@effect("infiltrate")
def infiltrate(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E59: there it is."""
    unit, weapon = unit_and_weapon(about[0])
    place_unit(draft, seat, unit, weapon, chosen, rule="E59")


def reinforcements(draft: Draft, seat: Seat) -> None:
    """E68: first a roll on the support table."""
    roll(draft, seat, "support", then="reinforcements")


@roll_effect("reinforcements")
def roll_reinforcements(draft: Draft, seat: Seat, faces: Faces, about: tuple[str, ...]) -> None:
    """E68, 8.1.2: then any element of the column; a radio only into an empty box."""
    del about
    radios = radio_of(draft.table, seat) is None
    names = column(draft.table, seat, faces, radios=radios)
    choose(draft, seat, "reinforcement", names, rule="E68")


@effect("reinforcement")
def pick_reinforcement(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E68: the radio goes to its box; a unit to a hex of the friendly edge."""
    del about
    if chosen in pack_of(draft.table).radios:
        number = 1
        while f"{seat}-radio-{number}" in draft.table.pieces:
            number += 1
        piece, box = f"{seat}-radio-{number}", artillery_box(seat)
        draft.place(piece, chosen, box, owner=seat, face="working", rule="E68")
        return
    unit, _ = unit_and_weapon(chosen)
    hexes = room_on_edge(draft.table, unit, seat)
    choose(draft, seat, "reinforce", hexes, rule="E68", about=(chosen,))


@effect("reinforce")
def reinforce(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E68: there it comes."""
    unit, weapon = unit_and_weapon(about[0])
    place_unit(draft, seat, unit, weapon, chosen, rule="E68")


def walking_wounded(draft: Draft, seat: Seat) -> None:
    """E76, G-WW: an eliminated unit of any side must be chosen."""
    lost = [piece for side in SEATS for piece in draft.table.zone(casualties(side))]
    choose(draft, seat, "wounded", lost, rule="E76")


@effect("wounded")
def pick_wounded(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E76: then a random hex."""
    del about
    random_hex(draft, seat, "walking-wounded", about=(chosen,))


@hex_effect("walking-wounded")
def find_bed(draft: Draft, seat: Seat, hex_label: Zone, about: tuple[str, ...]) -> None:
    """E76: in that hex or next to it, where there is room."""
    piece = draft.table.pieces[about[0]]
    hexes = [
        neighbour
        for neighbour in near(draft.table, hex_label)
        if fits(draft.table, piece.kind, piece.owner, neighbour)
    ]
    choose(draft, seat, "walk", hexes, rule="E76", about=about)


@effect("walk")
def walk(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E76: it is back, demoralised; the points it cost stay."""
    del seat
    draft.turn(about[0], DEMORALISED, rule="E76")
    bring_in(draft, about[0], chosen, rule="E76")


def near(table: Table, hex_label: Zone) -> tuple[Zone, ...]:
    """A hex and those next to it."""
    return (hex_label, *map_of(table).grid.neighbours(hex_label))


EVENTS: dict[str, Callable[[Draft, Seat], None]] = {
    "infiltration": infiltration,
    "reinforcements": reinforcements,
    "walking-wounded": walking_wounded,
}
