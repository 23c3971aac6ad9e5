"""Events at hexes: bombs, fires, dust, works, phosphorus (E43 to E77)."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.cards.rolls import hex_effect, random_hex
from wardiary.domain.games.combat_commander.components.printed import map_of, pack_of
from wardiary.domain.games.combat_commander.events.for_units import nearest_units
from wardiary.domain.games.combat_commander.fortifications.construction import (
    fortified_hexes,
    may_fortify,
    place_fortification,
    remove_fortification,
)
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise
from wardiary.domain.games.combat_commander.movement.placing import relocate
from wardiary.domain.games.combat_commander.table.choices import choose, effect
from wardiary.domain.games.combat_commander.table.zones import SMOKE_CUP, enemy_of
from wardiary.domain.games.combat_commander.terrain.smoke import (
    clear_smoke,
    lay_smoke,
    light_fire,
    smoke_hexes,
)
from wardiary.domain.games.combat_commander.terrain.terrain import (
    downwind,
    is_impassable,
    screens,
    takes_blaze,
    takes_smoke,
)
from wardiary.domain.games.combat_commander.units.units import (
    hexes_held,
    is_demoralised,
    unit_card,
    units_in,
    units_on_map,
)
from wardiary.domain.games.combat_commander.victory.victory import eliminate
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone

# Air support


def air_support(draft: Draft, seat: Seat) -> None:
    """E43: a random hex."""
    random_hex(draft, seat, "air-support")


@hex_effect("air-support")
def find_bombed(draft: Draft, seat: Seat, hex_label: Zone, about: tuple[str, ...]) -> None:
    """E43: that hex, or the nearest with units; the reader may let it be."""
    del about
    units = nearest_units(draft.table, hex_label)
    hexes = [draft.table.zone_of(unit) for unit in units]
    choose(draft, seat, "bomb", hexes, rule="E43", optional=True)


@effect("bomb")
def bomb(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E43: everybody there is demoralised."""
    del seat, about
    demoralise(draft, units_in(draft.table, chosen), rule="E43")


# Fires


def blaze(draft: Draft, seat: Seat) -> None:
    """E46: a random hex."""
    random_hex(draft, seat, "blaze")


@hex_effect("blaze")
def set_alight(draft: Draft, seat: Seat, hex_label: Zone, about: tuple[str, ...]) -> None:
    """E46: a hex neither wet nor burning catches fire."""
    del about
    if takes_blaze(draft.table, hex_label):
        burn(draft, seat, hex_label, rule="E46")


def burn(draft: Draft, seat: Seat, hex_label: Zone, *, rule: str) -> None:
    """E46, E48, 8.1.5: smoke and works go, and everybody has to get out."""
    clear_smoke(draft, hex_label, rule="8.1.5")
    if not light_fire(draft, seat, hex_label, rule=rule):
        return
    remove_fortification(draft, hex_label, rule="8.1.5")
    draft.begin(Fleeing(hex_label))


class Fleeing(Step, frozen=True, tag="fleeing"):
    """E46, E48: owners take their units out of a burning hex, the inactive player first."""

    hex: Zone

    def resume(self, draft: Draft) -> None:
        """The next unit; where there is nowhere to go it is lost."""
        table = draft.table
        inactive = enemy_of(table.seat)
        units = units_in(table, self.hex, inactive) or units_in(table, self.hex)
        if not units:
            draft.finish()
            return
        # Ruling: AMB-62, also onto the enemy; only impassable hexes are closed.
        around = map_of(table).grid.neighbours(self.hex)
        hexes = [neighbour for neighbour in around if not is_impassable(table, neighbour)]
        if hexes:
            owner = table.pieces[units[0]].owner
            choose(draft, owner, "flee", hexes, rule="E46", about=(units[0],))
        else:
            eliminate(draft, units[:1], rule="E46")


@effect("flee")
def flee(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E46: into that hex."""
    del seat
    relocate(draft, about, chosen, rule="E46")


def breeze(draft: Draft, seat: Seat) -> None:
    """E48: smoke goes, and fires spread with the wind, one hex."""
    for hex_label in smoke_hexes(draft.table):
        clear_smoke(draft, hex_label, rule="E48")
    burning = sorted(screens(draft.table)[1])
    ahead = [downwind(draft.table, hex_label) for hex_label in burning]
    for there in dict.fromkeys(hex_label for hex_label in ahead if hex_label):
        if takes_blaze(draft.table, there):
            burn(draft, seat, there, rule="E48")


# Works and smoke


def booby_trap(draft: Draft, seat: Seat) -> None:
    """E47: a random hex."""
    random_hex(draft, seat, "booby-trap")


@hex_effect("booby-trap")
def lay_trap(draft: Draft, seat: Seat, hex_label: Zone, about: tuple[str, ...]) -> None:
    """E47: mines; those in the hex are safe until they leave."""
    del seat, about
    if may_fortify(draft.table, hex_label, "mines"):
        place_fortification(draft, "mines", hex_label, rule="E47")


def dust(draft: Draft, seat: Seat) -> None:
    """E53: a random hex."""
    random_hex(draft, seat, "dust")


@hex_effect("dust")
def raise_dust(draft: Draft, seat: Seat, hex_label: Zone, about: tuple[str, ...]) -> None:
    """E53: smoke there."""
    del about
    lay_smoke(draft, seat, hex_label, rule="E53")


def entrench(draft: Draft, seat: Seat) -> None:
    """E55: foxholes in a hex of one's own, if wanted."""
    held = hexes_held(draft.table, seat)
    hexes = [hex_label for hex_label in held if may_fortify(draft.table, hex_label, "foxholes")]
    choose(draft, seat, "entrench", hexes, rule="E55", optional=True)


@effect("entrench")
def dig(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E55: there."""
    del seat, about
    place_fortification(draft, "foxholes", chosen, rule="E55")


def rubble(draft: Draft, seat: Seat) -> None:
    """E69: the booklet has no text; the pack says which work the random hex gets, if any."""
    # Ruling: AMB-30, content decides; "nothing" is the strict reading.
    if pack_of(draft.table).markers.rubble != "nothing":
        random_hex(draft, seat, "rubble")


@hex_effect("rubble")
def heap_rubble(draft: Draft, seat: Seat, hex_label: Zone, about: tuple[str, ...]) -> None:
    """E69: that work, if the hex takes one."""
    del seat, about
    kind = pack_of(draft.table).markers.rubble
    if kind != "nothing" and may_fortify(draft.table, hex_label, kind):
        place_fortification(draft, kind, hex_label, rule="E69")


def shellholes(draft: Draft, seat: Seat) -> None:
    """E73: the booklet has no text but in 8.1.3; the pack says which work it is."""
    # Ruling: AMB-31, foxholes in a random hex under the conditions of E47.
    if pack_of(draft.table).markers.shellholes != "nothing":
        random_hex(draft, seat, "shellholes")


@hex_effect("shellholes")
def leave_holes(draft: Draft, seat: Seat, hex_label: Zone, about: tuple[str, ...]) -> None:
    """E73: that work, if the hex takes one."""
    del seat, about
    kind = pack_of(draft.table).markers.shellholes
    if kind != "nothing" and may_fortify(draft.table, hex_label, kind):
        place_fortification(draft, kind, hex_label, rule="E73")


def sappers(draft: Draft, seat: Seat) -> None:
    """E70: mines or wire may be removed."""
    hexes = fortified_hexes(draft.table, "mines", "wire")
    choose(draft, seat, "clear", hexes, rule="E70", optional=True)


@effect("clear")
def clear(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E70: from that hex."""
    del seat, about
    remove_fortification(draft, chosen, rule="E70")


def white_phosphorus(draft: Draft, seat: Seat) -> None:
    """E77: smoke may be put next to an own squad that is not demoralised."""
    table, grid = draft.table, map_of(draft.table).grid
    if not table.zone(SMOKE_CUP):
        return
    squads = [
        unit
        for unit in units_on_map(table, seat)
        if unit_card(table, unit).type == "squad" and not is_demoralised(table, unit)
    ]
    hexes = [
        neighbour
        for squad in squads
        for neighbour in grid.neighbours(table.zone_of(squad))
        if takes_smoke(table, neighbour)
    ]
    choose(draft, seat, "phosphorus", hexes, rule="E77", optional=True)


@effect("phosphorus")
def throw_phosphorus(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E77: everybody with units there picks one to be demoralised, the inactive player first."""
    del about
    lay_smoke(draft, seat, chosen, rule="E77")
    active = draft.table.seat
    # The question opened last is asked first.
    for owner in (active, enemy_of(active)):
        victims = units_in(draft.table, chosen, owner)
        draft.begin(Scorched(owner, victims))


class Scorched(Step, frozen=True, tag="scorched"):
    """E77: one of these is demoralised, its owner chooses."""

    seat: Seat
    units: tuple[PieceId, ...]

    def resume(self, draft: Draft) -> None:
        """Ask, unless there is nothing to ask."""
        draft.finish()
        choose(draft, self.seat, "scorched", self.units, rule="E77")


@effect("scorched")
def scorch(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E77: that one."""
    del seat, about
    demoralise(draft, (chosen,), rule="E77")


EVENTS: dict[str, Callable[[Draft, Seat], None]] = {
    "air-support": air_support,
    "blaze": blaze,
    "booby-trap": booby_trap,
    "breeze": breeze,
    "dust": dust,
    "entrench": entrench,
    "rubble": rubble,
    "sappers": sappers,
    "shellholes": shellholes,
    "white-phosphorus": white_phosphorus,
}

STEPS: tuple[type[Step], ...] = (Fleeing, Scorched)
