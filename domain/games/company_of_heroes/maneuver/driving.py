"""C-4.1.7: heavy vehicles of the full game go forward or back, and turn by one side a CP."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from wardiary.domain.games.company_of_heroes.commands import Drive, Turn
from wardiary.domain.games.company_of_heroes.components.pack import unit_card
from wardiary.domain.games.company_of_heroes.maneuver.moving import Path, cannot_follow, path_text
from wardiary.domain.games.company_of_heroes.maneuver.stepping import follow
from wardiary.domain.games.company_of_heroes.table.command_points import (
    actions_left,
    cannot_act,
    pay,
)
from wardiary.domain.games.company_of_heroes.table.ground import closed_to
from wardiary.domain.games.company_of_heroes.table.orders import Orders
from wardiary.domain.games.company_of_heroes.table.units import drives, units_by_hex
from wardiary.domain.games.company_of_heroes.terrain.field import Field, field_of
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.hexes.grid import Direction, opposite
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

Facings = frozenset[Direction]


def ticks(facing: Direction) -> tuple[Direction, Direction]:
    """The two facings next to one."""
    return facing % 6 + 1, (facing + 4) % 6 + 1


def one_cp(field: Field, here: Zone, facing: Direction) -> dict[Zone, set[Direction]]:
    """C-4.1.7a: where a heavy vehicle gets with a CP, and how it may face there."""
    moves: dict[Zone, set[Direction]] = {}
    sides = field.sides[here]
    for way in (facing, opposite(facing)):
        if way in sides:
            moves.setdefault(sides[way], set()).update((facing, *ticks(facing)))
    for turned in ticks(facing):
        for way in (turned, opposite(turned)):
            if way in sides:
                moves.setdefault(sides[way], set()).add(turned)
    return moves


def drives_from(table: Table, unit: PieceId) -> tuple[tuple[Path, Facings], ...]:
    """C-4.1f, C-4.1.7a: every path to an empty hex, through units only, and the facings there."""
    field, piece, hexes = field_of(table), table.pieces[unit], actions_left(table, unit)
    near = field.within_walk(piece.zone, hexes)
    closed = near & closed_to(table, unit_card(table, unit))
    taken = near.intersection(units_by_hex(table))
    return _drives(field, piece.zone, int(piece.face), hexes, taken, closed)


@lru_cache(maxsize=16384)
def _drives(
    field: Field,
    start: Zone,
    facing: Direction,
    hexes: int,
    occupied: frozenset[Zone],
    closed: frozenset[Zone],
) -> tuple[tuple[Path, Facings], ...]:
    def onward(path: Path, here: Zone, facings: Facings) -> Iterator[tuple[Path, Facings]]:
        reached: dict[Zone, set[Direction]] = {}
        for way in facings:
            for there, after in one_cp(field, here, way).items():
                reached.setdefault(there, set()).update(after)
        for there, after in reached.items():
            if there in path or there == start or there in closed:
                continue
            longer = (*path, there)
            if there not in occupied:
                yield longer, frozenset(after)
            elif len(longer) < hexes:
                yield from onward(longer, there, frozenset(after))

    return tuple(onward((), start, frozenset((facing,)))) if hexes else ()


def drive_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-4.1.7a: for every heavy vehicle that may move, where to and how it may face there."""
    for unit in orders.driving:
        for path, facings in drives_from(table, unit):
            if orders.cannot_spend(len(path)):
                continue
            ways = choice_slot("facing", map(str, sorted(facings)))
            yield offer(Drive, "C-4.1.7a", "", ways, unit=unit, path=path_text(path))


def refuse_drive(table: Table, seat: Seat, command: Drive, orders: Orders) -> None:
    """C-4.1.7a: forward or back, one side of turning a CP."""
    refuse(orders.cannot_act(command.unit))
    refuse(_drives_not(table, command.unit))
    path = tuple(command.path.split(","))
    refuse(cannot_follow(table, command.unit, path))
    refuse(orders.cannot_spend(len(path)))
    refuse(cannot_act(table, command.unit, orders.armies, len(path)))
    facings = dict(drives_from(table, command.unit)).get(path, frozenset())
    possible = command.facing in map(str, facings)
    why = "a heavy vehicle moves forward or back, and turns by one side before or after"
    refuse_unless(possible, "C-4.1.7a", why)


def _drives_not(table: Table, unit: PieceId) -> Refusal:
    if not drives(table, unit):
        return "C-4.1.6a", f"{unit} has no facing of its own when it moves; say `move`"
    return None


def drive(draft: Draft, seat: Seat, command: Drive) -> None:
    """C-4.1.7a: hex by hex, and then the facing."""
    path = command.path.split(",")
    pay(draft, command.unit, len(path), rule="C-4.1.7a")
    follow(draft, command.unit, path, rule="C-4.1.7a")
    draft.turn(command.unit, command.facing, rule="C-4.1.7a")


def turn_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-4.1.7a: one side in place."""
    for unit in orders.driving:
        ways = choice_slot("facing", map(str, ticks(int(table.pieces[unit].face))))
        yield offer(Turn, "C-4.1.7a", f"turn {unit}", ways, unit=unit)


def refuse_turn(table: Table, seat: Seat, command: Turn, orders: Orders) -> None:
    """C-4.1.7a: by one side only."""
    refuse(orders.cannot_act(command.unit))
    refuse(_drives_not(table, command.unit))
    near = map(str, ticks(int(table.pieces[command.unit].face)))
    refuse_unless(command.facing in near, "C-4.1.7a", "a CP turns a heavy vehicle by one side")


def turn(draft: Draft, seat: Seat, command: Turn) -> None:
    """C-4.1.7a: turn in place."""
    pay(draft, command.unit, 1, rule="C-4.1.7a")
    draft.turn(command.unit, command.facing, rule="C-4.1.7a")


DRIVE = Action(Drive, drive, drive_offers, refuse_drive)
TURN = Action(Turn, turn, turn_offers, refuse_turn)
