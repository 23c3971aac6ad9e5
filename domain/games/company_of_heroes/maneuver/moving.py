"""C-4.1.1 to C-4.1.6a: moving a hex a CP, through units but not onto them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from wardiary.domain.games.company_of_heroes.commands import Move
from wardiary.domain.games.company_of_heroes.components.pack import unit_card
from wardiary.domain.games.company_of_heroes.maneuver.stepping import (
    cannot_move_at_all,
    cannot_step,
    follow,
)
from wardiary.domain.games.company_of_heroes.table import passives
from wardiary.domain.games.company_of_heroes.table.command_points import (
    cannot_act,
    pay,
    speed_ready,
)
from wardiary.domain.games.company_of_heroes.table.ground import closed_to
from wardiary.domain.games.company_of_heroes.table.orders import Orders
from wardiary.domain.games.company_of_heroes.table.units import CP, drives, is_occupied
from wardiary.domain.games.company_of_heroes.terrain.field import Field
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

Path = tuple[Zone, ...]


def path_text(path: Iterable[Zone]) -> str:
    """A path as it is typed."""
    return ",".join(path)


def actions_for(table: Table, unit: PieceId, hexes: int) -> int:
    """C-4.1.1d: the actions that so many hexes take; some commanders make the first CP go far."""
    free = 1 if speed_ready(table, unit) else 0
    paid = hexes - free
    if paid > 1 and not table.pieces[unit].marks.get(CP):
        paid = max(1, paid - passives.hexes_of_first_cp(table, unit) + 1)
    return free + max(0, paid)


def farthest(table: Table, unit: PieceId, actions: int) -> int:
    """How many hexes a unit with so many actions may still go in this turn."""
    if table.pieces[unit].marks.get(CP) or actions <= speed_ready(table, unit):
        return actions
    return actions + passives.hexes_of_first_cp(table, unit) - 1


def paths(orders: Orders, unit: PieceId, actions: int) -> tuple[str, ...]:
    """C-4.1f: every path to an empty hex that is one step, or passes only through units.

    In the first game, where only heavy vehicles change anything on the way, all other units have
    one shortest path to each hex.
    """
    table, field, occupied = orders.table, orders.field, orders.occupied
    card, start = unit_card(table, unit), table.pieces[unit].zone
    if orders.one_at_a_time:
        actions = min(actions, 1)
    hexes = farthest(table, unit, actions)
    double = hexes > actions and not speed_ready(table, unit)
    plain = not orders.full and card.type != "heavy-vehicle"
    if not double and (hexes == 1 or field.next_to[start].isdisjoint(occupied)):
        return _single_steps(field, start, closed_to(table, card), occupied) if hexes else ()
    near = field.within_walk(start, hexes)
    taken, closed = near.intersection(occupied), near & closed_to(table, card)
    return _paths(field, start, hexes, taken, closed, double=double, plain=plain)


def _single_steps(
    field: Field, start: Zone, closed: frozenset[Zone], occupied: frozenset[Zone]
) -> tuple[str, ...]:
    """C-4.1d, C-4.1e: the ways on where one passes through no unit."""
    sides = field.sides[start].values()
    return tuple([there for there in sides if there not in closed and there not in occupied])


@lru_cache(maxsize=16384)
def _paths(
    field: Field,
    start: Zone,
    hexes: int,
    occupied: frozenset[Zone],
    closed: frozenset[Zone],
    *,
    double: bool,
    plain: bool,
) -> tuple[str, ...]:
    seen = {start} if plain else None
    found: list[Path] = []
    ways: list[Path] = [(start,)]
    for length in range(hexes):
        onward = []
        for way in ways:
            for longer in _longer_ways(field, way, closed, seen):
                taken = longer[-1] in occupied
                if not taken:
                    found.append(longer[1:])
                if taken or (double and length == 0):
                    onward.append(longer)
        ways = onward
    return tuple(map(path_text, found))


def _longer_ways(
    field: Field, way: Path, closed: frozenset[Zone], seen: set[Zone] | None
) -> Iterator[Path]:
    """C-4.1d, C-4.1e: a way, which begins with the unit's hex, one hex longer."""
    for there in field.sides[way[-1]].values():
        if there in closed or there in way:
            continue
        if seen is not None:
            if there in seen:
                continue
            seen.add(there)
        yield (*way, there)


def move_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-4.1.1d: for every unit that may move, where to."""
    for unit, actions in orders.actions.items():
        if not drives(table, unit) and cannot_move_at_all(table, unit) is None:
            if ways := paths(orders, unit, actions):
                slots = (Slot("unit", (unit,)), Slot("path", ways))
                yield Offer("move", slots, "C-4.1.1d", f"move {unit}")


def refuse_move(table: Table, seat: Seat, command: Move, orders: Orders) -> None:
    """C-4.1: the exact reason why a path is impossible."""
    path = tuple(command.path.split(","))
    refuse(orders.cannot_act(command.unit))
    refuse(cannot_move_at_all(table, command.unit))
    refuse(_must_drive(table, command.unit))
    refuse(cannot_follow(table, command.unit, path))
    needed = actions_for(table, command.unit, len(path))
    refuse(orders.cannot_spend(needed))
    refuse(cannot_act(table, command.unit, orders.armies, needed))


def _must_drive(table: Table, unit: PieceId) -> Refusal:
    if drives(table, unit):
        return "C-4.1.7a", f"{unit} is a heavy vehicle: say where it drives and how it faces then"
    return None


def cannot_follow(table: Table, unit: PieceId, path: Path) -> Refusal:
    """C-4.1f: why a unit may not take a path."""
    here, card = table.pieces[unit].zone, unit_card(table, unit)
    for there in path:
        if refusal := cannot_step(table, card, here, there):
            return refusal
        here = there
    if is_occupied(table, here):
        return "C-4.1f", f"a unit is in {here}; pass through it or stop elsewhere"
    return None


def move(draft: Draft, seat: Seat, command: Move) -> None:
    """C-4.1.1d, C-4.1f: the whole path is paid, then gone hex by hex."""
    path = command.path.split(",")
    pay(draft, command.unit, actions_for(draft.table, command.unit, len(path)), rule="C-4.1.1d")
    follow(draft, command.unit, path, rule="C-4.1.1d")


MOVE = Action(Move, move, move_offers, refuse_move)
