"""C-4.1.2o, C-4.1.3f, C-4.1.6b: setting up, packing up, and vehicles that switch."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.commands import PackUp, SetUp, Toggle
from wardiary.domain.games.company_of_heroes.components.pack import mission_of, unit_card
from wardiary.domain.games.company_of_heroes.setup.spawning import FACINGS, NO_FACING
from wardiary.domain.games.company_of_heroes.table.command_points import pay
from wardiary.domain.games.company_of_heroes.table.orders import Orders
from wardiary.domain.games.company_of_heroes.table.units import (
    PACKED,
    TOGGLED,
    in_building,
    is_marked,
)
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def cannot_set_up(table: Table, unit: PieceId) -> Refusal:
    """C-4.1.2o to C-4.1.2q: why a unit may not be set up where it is."""
    card = unit_card(table, unit)
    if not card.has("packed"):
        return "C-4.1.2o", f"{unit} is ready to fire as it is"
    if not is_marked(table, unit, PACKED):
        return "C-4.1.2o", f"{unit} is set up already"
    if table.pieces[unit].host:
        return "C-4.1.2q", f"{unit} cannot be set up in a transport"
    if card.has("no-set-up-in-buildings") and in_building(table, unit):
        return "C-4.1.2p", f"{unit} cannot be set up in a building"
    return None


def arcs(table: Table) -> tuple[str, ...]:
    """C-4.1.3d, C-4.1.3f: the facings to choose from; there are none in the first game."""
    return FACINGS if mission_of(table).full else (NO_FACING,)


def set_up_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-4.1.2o: for every packed unit, its facing."""
    for unit in orders.able_with("packed"):
        if cannot_set_up(table, unit) is None:
            facing = choice_slot("facing", arcs(table))
            yield offer(SetUp, "C-4.1.2o", f"set up {unit}", facing, unit=unit)


def refuse_set_up(table: Table, seat: Seat, command: SetUp, orders: Orders) -> None:
    """C-4.1.2o, C-4.1.3f: packed, at a place where it can be set up, with a facing."""
    refuse(orders.cannot_act(command.unit))
    refuse(cannot_set_up(table, command.unit))
    known = command.facing in arcs(table)
    refuse_unless(
        known,
        "C-4.1.3f",
        "say a facing from 1 to 6"
        if mission_of(table).full
        else "there are no arcs in the first game; say -",
    )


def set_up_weapon(draft: Draft, seat: Seat, command: SetUp) -> None:
    """C-4.1.2o, C-4.1.3f: a CP; the arc is fixed until it packs up."""
    pay(draft, command.unit, 1, rule="C-4.1.2o")
    draft.mark(command.unit, PACKED, 0, rule="C-4.1.2o")
    draft.turn(command.unit, command.facing, rule="C-4.1.3f")


def cannot_pack_up(table: Table, unit: PieceId) -> Refusal:
    """C-4.1.2o: why a unit cannot be packed up."""
    if not unit_card(table, unit).has("packed") or is_marked(table, unit, PACKED):
        return "C-4.1.2o", f"{unit} is not set up"
    return None


def pack_up_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-4.1.2o: every unit that is set up."""
    units = [unit for unit in orders.able_with("packed") if not cannot_pack_up(table, unit)]
    if units:
        yield offer(PackUp, "C-4.1.2o", "pack up", choice_slot("unit", units))


def refuse_pack_up(table: Table, seat: Seat, command: PackUp, orders: Orders) -> None:
    """C-4.1.2o: only what is set up."""
    refuse(orders.cannot_act(command.unit))
    refuse(cannot_pack_up(table, command.unit))


def pack_up_weapon(draft: Draft, seat: Seat, command: PackUp) -> None:
    """C-4.1.2o: a CP."""
    pay(draft, command.unit, 1, rule="C-4.1.2o")
    pack_up(draft, command.unit, rule="C-4.1.2o")


def pack_up(draft: Draft, unit: PieceId, *, rule: str) -> None:
    """C-4.1.2o: the unit cannot fire, and has no arc."""
    draft.mark(unit, PACKED, 1, rule=rule)
    draft.turn(unit, NO_FACING, rule=rule)


def toggle_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-4.1.6b: vehicles that can give up firing to capture."""
    able = orders.able_with("capture-toggle")
    units = [unit for unit in able if unit_card(table, unit).has("capture-toggle")]
    if units:
        yield offer(Toggle, "C-4.1.6b", "switch", choice_slot("unit", units))


def refuse_toggle(table: Table, seat: Seat, command: Toggle, orders: Orders) -> None:
    """C-4.1.6b: only some vehicles."""
    refuse(orders.cannot_act(command.unit))
    able = unit_card(table, command.unit).has("capture-toggle")
    refuse_unless(able, "C-4.1.6b", f"{command.unit} cannot give up firing to capture")


def toggle(draft: Draft, seat: Seat, command: Toggle) -> None:
    """C-4.1.6b: a CP, and a CP back."""
    pay(draft, command.unit, 1, rule="C-4.1.6b")
    now = draft.table.mark(command.unit, TOGGLED)
    draft.mark(command.unit, TOGGLED, 0 if now else 1, rule="C-4.1.6b")


SET_UP = Action(SetUp, set_up_weapon, set_up_offers, refuse_set_up)
PACK_UP = Action(PackUp, pack_up_weapon, pack_up_offers, refuse_pack_up)
TOGGLE = Action(Toggle, toggle, toggle_offers, refuse_toggle)
