"""C-10.3a: printed cover that counts only once infantry has taken it, and can be destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.commands import TakeCover
from wardiary.domain.games.company_of_heroes.components.pack import unit_card
from wardiary.domain.games.company_of_heroes.table.ground import (
    COVER_GONE,
    WALL,
    cover_is_built,
    hexes_with,
    printed_cover,
    put_token,
)
from wardiary.domain.games.company_of_heroes.table.losing import assaulter_in
from wardiary.domain.games.company_of_heroes.table.orders import Orders
from wardiary.domain.games.company_of_heroes.table.units import RETREATING, in_building, is_marked
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.hexes.grid import STEPS
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def cannot_take_cover(table: Table, unit: PieceId) -> Refusal:
    """C-10.3a, C-4.1.2b, C-4.1.2c: why a unit on the map takes no cover where it is."""
    hex_ = table.pieces[unit].zone
    if not unit_card(table, unit).infantry or table.pieces[unit].host:
        return "C-10.3a", "only infantry on foot takes cover"
    if is_marked(table, unit, RETREATING):
        return "C-4.2e", f"{unit} is in retreat and does nothing else"
    if in_building(table, unit):
        return "C-4.1.2b", "no cover is built in buildings"
    if assaulter_in(table, hex_):
        return "C-4.1.2c", f"nothing is built in {hex_} while it is assaulted"
    if not any(printed_cover(table, hex_, side) for side in STEPS):
        return "C-10.3a", f"no cover is printed on {hex_}"
    if hex_ in hexes_with(table, WALL):
        return "C-10.3a", f"the cover of {hex_} is taken already"
    if hex_ in hexes_with(table, COVER_GONE):
        return "C-10.3a", f"the cover of {hex_} is destroyed"
    return None


def cover_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-10.3a: all infantry that can, whatever CP are left."""
    if not cover_is_built(table):
        return
    if units := [unit for unit in orders.units if cannot_take_cover(table, unit) is None]:
        yield offer(TakeCover, "C-10.3a", "take cover", choice_slot("unit", units))


def refuse_cover(table: Table, seat: Seat, command: TakeCover, orders: Orders) -> None:
    """C-10.3a: infantry of the seat, where cover is printed and not taken."""
    if not cover_is_built(table):
        refuse(("C-10.3a", "in this match cover counts as it is printed"))
    if command.unit not in orders.units:
        refuse(("C-10.3a", f"{command.unit} is no unit of yours whose turn it is"))
    refuse(cannot_take_cover(table, command.unit))


def take_cover(draft: Draft, seat: Seat, command: TakeCover) -> None:
    """C-10.3a: for nothing; from now on all cover that is printed on the hex counts there."""
    piece = draft.table.pieces[command.unit]
    put_token(draft, WALL, piece.zone, piece.owner, rule="C-10.3a")


TAKE_COVER = Action(TakeCover, take_cover, cover_offers, refuse_cover)
