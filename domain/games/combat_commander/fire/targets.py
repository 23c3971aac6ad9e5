"""Which counters could fire at what now: range, sight, hindrance, groups (O20.1 to O20.3.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.table.places import occupied_hexes
from wardiary.domain.games.combat_commander.table.zones import COUNTERS, enemy_of
from wardiary.domain.games.combat_commander.terrain.fortifications import wire_in
from wardiary.domain.games.combat_commander.terrain.lines_of_sight import height_items
from wardiary.domain.games.combat_commander.terrain.smoke import smoke_and_blazes
from wardiary.domain.games.combat_commander.units.command import commanded_by
from wardiary.domain.games.combat_commander.units.numbers import firepower_items, range_of
from wardiary.domain.games.combat_commander.units.units import is_boxed
from wardiary.domain.games.combat_commander.weapons.weapons import (
    is_weapon,
    may_fire,
    weapon_card,
    weapon_firepower_items,
    weapon_of,
    weapon_range,
)
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

Items = tuple[tuple[str, int, str], ...]


@dataclass(frozen=True, slots=True)
class SightNow:
    """10.2.1, 10.3.4: lines of sight with smoke and blazes, looked up once for many lines.

    Units do not matter: they neither block nor hinder (10.1.1).
    """

    table: Table
    smoke: dict[str, int]
    blazes: set[str]

    @classmethod
    def at(cls, table: Table) -> SightNow:
        """The lines of sight of a table."""
        smoke, blazes = smoke_and_blazes(table)
        return cls(table, smoke, blazes)

    def hindrance(self, here: Zone, there: Zone) -> int | None:
        """10.1, 10.3: the hindrance of the line between two hexes, or None when it is blocked."""
        sight = map_of(self.table).sight
        line = sight.between(here, there)
        if not line.clear:
            return None
        if self.smoke or self.blazes:
            line = sight.through(here, there, smoke=self.smoke, fires=self.blazes)
        return line.hindrance if line.clear else None


def elements_of(table: Table, units: Iterable[PieceId]) -> tuple[PieceId, ...]:
    """11.1: units and the weapons that they can use now."""
    elements: list[PieceId] = []
    for unit in units:
        elements.append(unit)
        weapon = weapon_of(table, unit)
        if weapon is not None and may_fire(table, weapon):
            elements.append(weapon)
    return tuple(elements)


@remembered(COUNTERS)
def reach_of(table: Table, element: PieceId) -> range:
    """O20.2.2: the distances at which a unit or weapon may fire now."""
    if is_weapon(table, element):
        return weapon_range(table, element)
    return range(1, range_of(table, element) + 1)


def is_artillery(table: Table, element: PieceId) -> bool:
    """11.5: a weapon with a white bar."""
    return is_weapon(table, element) and weapon_card(table, element).artillery


def has_boxed(table: Table, element: PieceId, number: str) -> bool:
    """3.1.6: whether a number is boxed on a unit's visible side or on a weapon."""
    if is_weapon(table, element):
        return number in weapon_card(table, element).boxed
    return is_boxed(table, element, number)


def element_firepower_items(table: Table, element: PieceId) -> Items:
    """3.1.1, 3.3.1.3: the firepower of a unit or weapon, item by item."""
    if is_weapon(table, element):
        return weapon_firepower_items(table, element)
    return firepower_items(table, element)


def can_reach(table: Table, sight_now: SightNow, element: PieceId, target: Zone) -> bool:
    """O20.3: whether a target is in range and sight of a unit or weapon."""
    here = table.pieces[element].zone
    distance = map_of(table).grid.distance(here, target)
    return distance in reach_of(table, element) and sight_now.hindrance(here, target) is not None


def targets_of(
    table: Table, seat: Seat, elements: Iterable[PieceId], among: Iterable[Zone] | None = None
) -> dict[Zone, tuple[PieceId, ...]]:
    """O20.1: the hexes with enemies that could be fired at, each with the elements that could."""
    hexes = occupied_hexes(table, enemy_of(seat)) if among is None else tuple(among)
    shooters: dict[Zone, list[PieceId]] = {}
    for element in elements:
        for target in aims_of(table, element, hexes):
            shooters.setdefault(target, []).append(element)
    return {target: tuple(elements) for target, elements in shooters.items()}


@remembered(COUNTERS)
def aims_of(table: Table, element: PieceId, hexes: tuple[Zone, ...]) -> tuple[Zone, ...]:
    """O20.3: which of some hexes are in range and sight of a unit or weapon; never its own."""
    sight_now, grid = SightNow.at(table), map_of(table).grid
    here, reach = table.pieces[element].zone, reach_of(table, element)
    return tuple(
        [
            there
            for there in hexes
            if there != here
            and grid.distance(here, there) in reach
            and sight_now.hindrance(here, there) is not None
        ]
    )


def could_fire(table: Table, seat: Seat, units: Iterable[PieceId]) -> bool:
    """O20.1: whether any of these units or their weapons has an enemy in sight and range."""
    hexes = occupied_hexes(table, enemy_of(seat))
    return any(aims_of(table, element, hexes) for element in elements_of(table, units))


def joinable(
    table: Table,
    group: tuple[PieceId, ...],
    pool: Iterable[PieceId],
    targets: tuple[Zone, ...],
) -> tuple[PieceId, ...]:
    """O20.3.1, F106.3: which counters of a pool may still join a group: in or next to its hexes."""
    if any(is_artillery(table, element) for element in group):
        return ()
    grid, sight_now = map_of(table).grid, SightNow.at(table)
    hexes = {table.pieces[element].zone for element in group}
    near = hexes.union(*(grid.neighbours(hex_label) for hex_label in hexes))
    wired = {hex_label for hex_label in near if wire_in(table, hex_label)}
    return tuple(
        element
        for element in pool
        if element not in group
        and table.pieces[element].zone in near
        and not (
            wired & (hexes | {table.pieces[element].zone}) and {table.pieces[element].zone} != hexes
        )
        and not is_artillery(table, element)
        and all(can_reach(table, sight_now, element, target) for target in targets)
    )


@remembered(COUNTERS)
def groups_led_by(
    table: Table, leader: PieceId, available: tuple[PieceId, ...], useful: frozenset[PieceId]
) -> list[tuple[tuple[PieceId, ...], int]]:
    """3.3.1.1, O20.1: whom a leader may activate with him, and how many of them at least.

    `available` are the units that can be activated, `useful` those that could carry out the
    order. A leader who is not useful must take along a unit that is: so many are asked for that
    the others alone are too few.
    """
    others = tuple(unit for unit in commanded_by(table, leader) if unit in available)
    if leader in useful:
        return [(others, 0)]
    ready = tuple(unit for unit in others if unit in useful)
    unready = tuple(unit for unit in others if unit not in useful)
    if not ready:
        return []
    groups = [(ready, 1), *(((*ready, unit), 2) for unit in unready)]
    if len(unready) > 1:
        groups.append((ready + unready, len(unready) + 1))
    return groups


@remembered(COUNTERS)
def fire_items(table: Table, group: tuple[PieceId, ...], targets: tuple[Zone, ...]) -> Items:
    """O20.3.1.2, O20.3.2, T88.2: base, +1 for each other, hindrance, height."""
    # Ruling: AMB-37, every other element adds 1 whatever its firepower.
    base, *others = group
    origins = tuple(dict.fromkeys(table.pieces[element].zone for element in group))
    items = [*element_firepower_items(table, base), *((other, 1, "O20.3.1.2") for other in others)]
    if not is_artillery(table, base) and (worst := worst_hindrance(table, origins, targets)):
        items.append(("hindrance", -worst, "10.3.2"))
    return (*items, *_heights(table, origins, targets))


def worst_hindrance(table: Table, origins: Iterable[Zone], targets: Iterable[Zone]) -> int:
    """10.3.3, O20.3.2: the greatest hindrance of any line counts, once."""
    sight_now, hexes = SightNow.at(table), tuple(targets)
    return max(sight_now.hindrance(here, there) or 0 for here in origins for there in hexes)


def _heights(table: Table, origins: tuple[Zone, ...], targets: tuple[Zone, ...]) -> Items:
    # Ruling: AMB-57, against two hexes a modifier applies if it applies to either.
    items: dict[str, tuple[str, int, str]] = {}
    for target in targets:
        items.update((item[0], item) for item in height_items(table, origins, target))
    return tuple(items.values())
