"""C-4.1.2q, C-4.1.2r: infantry gets into and out of the transports of its own army."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.commands import Board, Leave
from wardiary.domain.games.company_of_heroes.components.pack import unit_card
from wardiary.domain.games.company_of_heroes.maneuver.moving import path_text
from wardiary.domain.games.company_of_heroes.maneuver.stepping import (
    cannot_enter,
    cannot_move_at_all,
    cannot_step,
    step_onto,
)
from wardiary.domain.games.company_of_heroes.table import passives
from wardiary.domain.games.company_of_heroes.table.abilities import has, may_have, units_with
from wardiary.domain.games.company_of_heroes.table.command_points import pay
from wardiary.domain.games.company_of_heroes.table.losing import assaulter_in, end_assault
from wardiary.domain.games.company_of_heroes.table.orders import Orders
from wardiary.domain.games.company_of_heroes.table.units import (
    ASSAULT,
    is_marked,
    is_occupied,
    is_unit,
    passengers,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def cannot_carry(table: Table, transport: PieceId, unit: PieceId) -> Refusal:
    """C-4.1.2q: why a unit may not be in a transport: one infantry unit of the same army."""
    if not is_unit(table, transport) or not has(table, transport, "transport"):
        return "C-4.1.2q", f"{transport} carries no infantry"
    if table.pieces[transport].owner != table.pieces[unit].owner:
        return "C-4.1.2q", f"{transport} belongs to another army"
    if not unit_card(table, unit).infantry:
        return "C-4.1.2q", f"{unit} is no infantry"
    if passengers(table, transport):
        return "C-4.1.2q", f"{transport} carries a unit already"
    if is_marked(table, transport, ASSAULT):
        return "C-6.8", f"{transport} is in an assault, where passengers only leave"
    return None


def board_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-4.1.2q: for every infantry unit, the transports beside it."""
    transports = units_with(table, orders.armies, "transport")
    if not transports:
        return
    pieces, next_to = table.pieces, orders.field.next_to
    places = frozenset(pieces[transport].zone for transport in transports)
    for unit in orders.able:
        near = next_to[pieces[unit].zone]
        if near.isdisjoint(places):
            continue
        beside = [
            transport
            for transport in transports
            if pieces[transport].zone in near and cannot_carry(table, transport, unit) is None
        ]
        if beside and cannot_move_at_all(table, unit) is None:
            slot = choice_slot("transport", beside)
            yield offer(Board, "C-4.1.2q", f"board with {unit}", slot, unit=unit)


def refuse_board(table: Table, seat: Seat, command: Board, orders: Orders) -> None:
    """C-4.1.2q, C-4.1d: beside it, of the same army, with room."""
    refuse(orders.cannot_act(command.unit))
    refuse(cannot_move_at_all(table, command.unit))
    known = command.transport in table.pieces
    refuse_unless(known, "C-4.1.2q", f"{command.transport} is no transport")
    refuse(cannot_carry(table, command.transport, command.unit))
    here, there = table.pieces[command.unit].zone, table.pieces[command.transport].zone
    beside = there in field_of(table).next_to[here]
    refuse_unless(beside, "C-4.1.2q", f"{command.transport} is not beside {command.unit}")


def board(draft: Draft, seat: Seat, command: Board) -> None:
    """C-4.1.2q, C-4.1.4c: the infantry pays; no overwatch."""
    here, there = (draft.table.pieces[piece].zone for piece in (command.unit, command.transport))
    pay(draft, command.unit, 1, rule="C-4.1.2q")
    draft.move(command.unit, there, rule="C-4.1.2q", host=command.transport)
    if assaulter_in(draft.table, here):
        end_assault(draft, here, rule="C-6.0c")


def exits(table: Table, unit: PieceId) -> Iterator[tuple[Zone, ...]]:
    """C-4.1.2q: the empty hexes beside the transport; some commanders let a unit go on."""
    field, card, here = field_of(table), unit_card(table, unit), table.pieces[unit].zone
    further = passives.hexes_after_leaving(table, unit)

    def free(hex_: Zone) -> bool:
        return cannot_enter(table, field, card, hex_) is None and not is_occupied(table, hex_)

    for there in field.sides[here].values():
        if free(there):
            yield (there,)
            if further:
                beyond = field.sides[there].values()
                yield from ((there, last) for last in beyond if last != here and free(last))


def leave_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-4.1.2q: for every passenger, where it may get out."""
    if not any(may_have(table, army, "transport") for army in orders.armies):
        return
    for unit in orders.able:
        if table.pieces[unit].host:
            ways = choice_slot("path", map(path_text, exits(table, unit)))
            if ways.candidates:
                yield offer(Leave, "C-4.1.2q", "", ways, unit=unit)


def refuse_leave(table: Table, seat: Seat, command: Leave, orders: Orders) -> None:
    """C-4.1.2q: onto an empty hex beside the transport."""
    refuse(orders.cannot_act(command.unit))
    unit, path = command.unit, tuple(command.path.split(","))
    refuse_unless(table.pieces[unit].host, "C-4.1.2q", f"{unit} is in no transport")
    refuse(cannot_step(table, unit_card(table, unit), table.pieces[unit].zone, path[0]))
    refuse_unless(not is_occupied(table, path[0]), "C-4.1g", f"a unit is in {path[0]}")
    refuse_unless(path in set(exits(table, unit)), "C-4.1.2q", f"{unit} cannot get so far")


def leave(draft: Draft, seat: Seat, command: Leave) -> None:
    """C-4.1.2q: the infantry pays for the first hex."""
    pay(draft, command.unit, 1, rule="C-4.1.2q")
    for hex_ in command.path.split(","):
        # C-6.8: a passenger is no part of an assault on its hex, and ends none.
        if not step_onto(draft, command.unit, hex_, rule="C-4.1.2q", passing=True):
            break


BOARD = Action(Board, board, board_offers, refuse_board)
LEAVE = Action(Leave, leave, leave_offers, refuse_leave)
