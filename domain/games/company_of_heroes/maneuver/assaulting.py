"""C-6.0: moving onto an enemy, or onto a field defence that bars the way."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.commands import Assault
from wardiary.domain.games.company_of_heroes.components.pack import mission_of, unit_card
from wardiary.domain.games.company_of_heroes.maneuver.driving import one_cp
from wardiary.domain.games.company_of_heroes.maneuver.stepping import (
    cannot_move_at_all,
    step_onto,
)
from wardiary.domain.games.company_of_heroes.setup.spawning import NO_FACING
from wardiary.domain.games.company_of_heroes.table.armies import (
    Team,
    enemy_of,
    team_of,
    team_of_piece,
)
from wardiary.domain.games.company_of_heroes.table.command_points import pay
from wardiary.domain.games.company_of_heroes.table.ground import (
    TANK_TRAP,
    WIRE,
    hexes_with,
)
from wardiary.domain.games.company_of_heroes.table.losing import assaulter_in
from wardiary.domain.games.company_of_heroes.table.orders import Orders
from wardiary.domain.games.company_of_heroes.table.units import (
    ASSAULT,
    PLACES,
    drives,
    pieces_at,
    team_hexes,
    units_at,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def cannot_assault(table: Table, unit: PieceId, hex_: Zone) -> Refusal:
    """C-6.0a, C-6.1: why a unit may not assault a hex."""
    field, card = field_of(table), unit_card(table, unit)
    here = table.pieces[unit].zone
    if not mission_of(table).full:
        return "C-2.1a", "assaults belong to the full game"
    if hex_ not in field.next_to[here]:
        rule = "C-4.1d" if hex_ in field.neighbours(here) else "C-6.0a"
        return rule, f"{unit} cannot walk from {here} to {hex_}"
    if not card.infantry and hex_ in field.buildings:
        return "C-4.1.1b", f"only infantry enters the building in {hex_}"
    if card.vehicle and hex_ in field.tank_traps:
        return "C-4.1.2i", f"a tank trap that cannot be destroyed is in {hex_}"
    if assaulter_in(table, here):
        # Ruling: C-R20 a unit that is assaulted may leave, but not assault.
        return "C-6.0a", f"{unit} is assaulted itself"
    if assaulter_in(table, hex_):
        return "C-6.0a", f"{hex_} is assaulted already"
    return _no_target(table, unit, hex_)


def _no_target(table: Table, unit: PieceId, hex_: Zone) -> Refusal:
    """C-6.0a, C-6.1: an enemy, or a defence that bars the unit and is on no point of its team."""
    team, there = team_of_piece(table, unit), units_at(table, hex_)
    if there:
        if team_of_piece(table, there[0]) == team:
            return "C-6.0a", f"an ally is in {hex_}"
        return None
    infantry = unit_card(table, unit).infantry
    barred = hex_ in hexes_with(table, WIRE if infantry else TANK_TRAP)
    if not barred:
        return "C-6.0a", f"there is nothing to assault in {hex_}"
    # Ruling: C-R19 a hex with nothing but such a defence may be assaulted.
    if any(point.face == team for point in pieces_at(table, hex_, "point")):
        return "C-6.1", f"your team holds the point in {hex_}"
    return None


def facings_after(table: Table, unit: PieceId, hex_: Zone) -> tuple[str, ...]:
    """C-6.7: a heavy vehicle may turn by one side in the move of an assault."""
    if not drives(table, unit):
        return (NO_FACING,)
    piece = table.pieces[unit]
    facings = one_cp(field_of(table), piece.zone, int(piece.face)).get(hex_, set())
    return tuple(map(str, sorted(facings)))


@remembered(PLACES)
def hexes_with_targets(table: Table, team: Team) -> frozenset[Zone]:
    """C-6.0a: the hexes that hold an enemy of a team, or a defence that bars the way."""
    return team_hexes(table, enemy_of(team)).union(
        hexes_with(table, WIRE), hexes_with(table, TANK_TRAP)
    )


def assault_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-6.0a: for every unit that may move, what it can assault."""
    if not mission_of(table).full:
        return
    sides, next_to = orders.field.sides, orders.field.next_to
    targets = hexes_with_targets(table, team_of(seat))
    for unit in orders.able:
        if targets.isdisjoint(next_to[table.pieces[unit].zone]):
            continue
        for hex_ in sides[table.pieces[unit].zone].values():
            if hex_ not in targets or cannot_assault(table, unit, hex_):
                continue
            if cannot_move_at_all(table, unit) is None:
                if facings := facings_after(table, unit, hex_):
                    facing = choice_slot("facing", facings)
                    yield offer(Assault, "C-6.0a", "", facing, unit=unit, hex=hex_)


def refuse_assault(table: Table, seat: Seat, command: Assault, orders: Orders) -> None:
    """C-6.0a, C-6.1, C-4.1.7a: a target, and a way to drive onto it."""
    refuse(orders.cannot_act(command.unit))
    refuse(cannot_move_at_all(table, command.unit))
    refuse(cannot_assault(table, command.unit, command.hex))
    possible = command.facing in facings_after(table, command.unit, command.hex)
    refuse_unless(possible, "C-4.1.7a", f"{command.unit} cannot drive to {command.hex} like that")


def assault(draft: Draft, seat: Seat, command: Assault) -> None:
    """C-6.0a, C-6.0b: onto the hex; the CP stays, and no more are spent.

    C-6.6: a machine gun there watches, and may pin the unit later; the assault goes on.
    """
    pay(draft, command.unit, 1, rule="C-6.0b")
    alive = step_onto(draft, command.unit, command.hex, rule="C-6.0a", in_assault=True)
    # Ruling: C-R17 who is killed by overwatch on the way begins no assault.
    if alive:
        draft.mark(command.unit, ASSAULT, 1, rule="C-6.0a")
        if command.facing:
            draft.turn(command.unit, command.facing, rule="C-6.7")


ASSAULT_ACTION = Action(Assault, assault, assault_offers, refuse_assault)
