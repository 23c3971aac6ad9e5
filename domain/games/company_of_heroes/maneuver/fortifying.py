"""C-4.1.2a to C-4.1.2j: units with wrenches build field defences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wardiary.domain.games.company_of_heroes.commands import Fortify, FortifyPassing
from wardiary.domain.games.company_of_heroes.components.pack import mission_of, unit_card
from wardiary.domain.games.company_of_heroes.maneuver.moving import cannot_follow
from wardiary.domain.games.company_of_heroes.maneuver.stepping import (
    cannot_move_at_all,
    step_onto,
)
from wardiary.domain.games.company_of_heroes.setup.spawning import FACINGS, NO_FACING
from wardiary.domain.games.company_of_heroes.table.abilities import count, has
from wardiary.domain.games.company_of_heroes.table.armies import team_of_piece
from wardiary.domain.games.company_of_heroes.table.command_points import cannot_act, pay
from wardiary.domain.games.company_of_heroes.table.ground import (
    SANDBAGS,
    TANK_TRAP,
    WIRE,
    closed_to,
    put_token,
)
from wardiary.domain.games.company_of_heroes.table.losing import assaulter_in
from wardiary.domain.games.company_of_heroes.table.orders import Orders
from wardiary.domain.games.company_of_heroes.table.units import team_hexes, units_by_hex
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot, several_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

FACING = f"{SANDBAGS}-facing-"
SANDBAG_WALLS = tuple(f"{FACING}{side}" for side in FACINGS)
"""C-4.1.2f: sandbags by the first of the two sides that they cover."""
PASSING_ACTIONS = 3
"""C-4.1.2e: onto the ally's hex, the work, and off again."""


def buildable(table: Table) -> tuple[str, ...]:
    """C-4.1.2f, C-4.1.2h, C-4.1.2i: wire and tank traps belong to the full game."""
    return (*SANDBAG_WALLS, WIRE, TANK_TRAP) if mission_of(table).full else SANDBAG_WALLS


def cannot_fortify(table: Table, unit: PieceId, hex_: Zone) -> Refusal:
    """C-4.1.2a to C-4.1.2c: why a unit may not build on a hex."""
    if not has(table, unit, "wrench"):
        return "C-4.1.2a", f"{unit} has no wrench"
    if hex_ in field_of(table).buildings:
        return "C-4.1.2b", "field defences are not built in buildings"
    if assaulter := assaulter_in(table, hex_):
        rule = "C-6.2" if unit != assaulter and table.pieces[unit].zone == hex_ else "C-4.1.2c"
        return rule, f"nothing is built in {hex_} while it is assaulted"
    return None


def fortify_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-4.1.2a: every unit with a wrench; several wrenches build several defences."""
    by_wrenches: dict[int, list[PieceId]] = {}
    for unit in orders.able_with("wrench"):
        if has(table, unit, "wrench") and not cannot_fortify(table, unit, table.pieces[unit].zone):
            by_wrenches.setdefault(count(table, unit, "wrench"), []).append(unit)
    for wrenches, units in by_wrenches.items():
        what = several_slot("what", buildable(table), 1, wrenches)
        yield offer(Fortify, "C-4.1.2a", "build", choice_slot("unit", units), what)


def refuse_fortify(table: Table, seat: Seat, command: Fortify, orders: Orders) -> None:
    """C-4.1.2a to C-4.1.2c: with wrenches, outside of buildings and assaults."""
    refuse(orders.cannot_act(command.unit))
    refuse(cannot_fortify(table, command.unit, table.pieces[command.unit].zone))
    refuse(_cannot_build(table, command.unit, command.what))


def _cannot_build(table: Table, unit: PieceId, what: tuple[str, ...]) -> Refusal:
    known = buildable(table)
    for item in what:
        if item not in known:
            rule = {WIRE: "C-4.1.2h", TANK_TRAP: "C-4.1.2i"}.get(item, "C-4.1.2f")
            return rule, f"{item} cannot be built here; these can: {', '.join(known)}"
    if len(what) > count(table, unit, "wrench"):
        return "C-4.1.2a", f"{unit} builds one field defence for each wrench"
    return None


def fortify(draft: Draft, seat: Seat, command: Fortify) -> None:
    """C-4.1.2a: one CP for all of them, on the hex of the unit."""
    pay(draft, command.unit, 1, rule="C-4.1.2a")
    build_defences(draft, command.unit, command.what)


def build_defences(draft: Draft, unit: PieceId, what: Iterable[str]) -> None:
    """C-4.1.2f, C-4.1.2h, C-4.1.2i: new defences on a unit's hex; sandbags have two sides."""
    piece = draft.table.pieces[unit]
    for item in what:
        if item in SANDBAG_WALLS:
            side = item.removeprefix(FACING)
            put_token(draft, SANDBAGS, piece.zone, piece.owner, face=side, rule="C-4.1.2f")
        elif item == WIRE:
            put_token(draft, WIRE, piece.zone, piece.owner, face=NO_FACING, rule="C-4.1.2h")
        else:
            put_token(draft, TANK_TRAP, piece.zone, piece.owner, face=NO_FACING, rule="C-4.1.2i")


def passings(table: Table, unit: PieceId) -> Iterator[tuple[Zone, list[Zone]]]:
    """C-4.1.2e: the hexes of allies to pass through, and the empty hexes behind."""
    field, taken = field_of(table), units_by_hex(table)
    here, card = table.pieces[unit].zone, unit_card(table, unit)
    closed, allies = closed_to(table, card), team_hexes(table, team_of_piece(table, unit))
    if allies.isdisjoint(field.next_to[here]):
        return
    for through in field.sides[here].values():
        if through not in allies or through in closed or cannot_fortify(table, unit, through):
            continue
        ends = [
            there
            for there in field.sides[through].values()
            if there != here and there not in taken and there not in closed
        ]
        if ends:
            yield through, ends


def passing_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-4.1.2e: who can pass through an ally and build there on the way."""
    for unit in orders.able_with("wrench"):
        if orders.actions[unit] < PASSING_ACTIONS or not has(table, unit, "wrench"):
            continue
        if not unit_card(table, unit).infantry or cannot_move_at_all(table, unit):
            continue
        for through, ends in passings(table, unit):
            what = several_slot("what", buildable(table), 1, count(table, unit, "wrench"))
            yield offer(
                FortifyPassing,
                "C-4.1.2e",
                "",
                choice_slot("hex", ends),
                what,
                unit=unit,
                through=through,
            )


def refuse_passing(table: Table, seat: Seat, command: FortifyPassing, orders: Orders) -> None:
    """C-4.1.2e: through an ally, with three actions at once."""
    refuse(orders.cannot_act(command.unit))
    refuse(cannot_move_at_all(table, command.unit))
    refuse(cannot_fortify(table, command.unit, command.through))
    refuse(_cannot_build(table, command.unit, command.what))
    refuse(cannot_follow(table, command.unit, (command.through, command.hex)))
    refuse(cannot_act(table, command.unit, orders.armies, PASSING_ACTIONS))
    on_the_way = dict(passings(table, command.unit)).get(command.through, [])
    refuse_unless(command.hex in on_the_way, "C-4.1.2e", f"no ally is in {command.through}")


def fortify_passing(draft: Draft, seat: Seat, command: FortifyPassing) -> None:
    """C-4.1.2e: all is paid together."""
    pay(draft, command.unit, PASSING_ACTIONS, rule="C-4.1.2e")
    if step_onto(draft, command.unit, command.through, rule="C-4.1.2e"):
        build_defences(draft, command.unit, command.what)
        step_onto(draft, command.unit, command.hex, rule="C-4.1.2e", passing=True)


FORTIFY = Action(Fortify, fortify, fortify_offers, refuse_fortify)
FORTIFY_PASSING = Action(FortifyPassing, fortify_passing, passing_offers, refuse_passing)
