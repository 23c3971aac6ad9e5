"""C-5.1c: units that lay smoke beside themselves, once a round."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.commanders.commands import LaySmoke
from wardiary.domain.games.company_of_heroes.components.pack import mission_of
from wardiary.domain.games.company_of_heroes.table.abilities import has, may_have
from wardiary.domain.games.company_of_heroes.table.ground import SMOKE, put_token, smoked
from wardiary.domain.games.company_of_heroes.table.orders import Orders
from wardiary.domain.games.company_of_heroes.table.units import (
    RETREATING,
    ROUND,
    is_marked,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

SMOKE_USED = "smoke-used"


def cannot_lay_smoke(table: Table, unit: PieceId) -> Refusal:
    """C-5.1c, C-4.2e: why a unit lays no smoke now; it costs no CP."""
    # Ruling: C-8.1a no phase is printed for it; it matters to fire, so it is laid in Maneuver.
    if not has(table, unit, "smoke"):
        return "C-5.1c", f"{unit} has no smoke"
    if not mission_of(table).full:
        return "C-5.1c", "there is no smoke in the first game"
    if is_marked(table, unit, SMOKE_USED):
        return "C-8.1c", f"{unit} has laid its smoke of this round"
    if is_marked(table, unit, RETREATING):
        return "C-4.2e", f"{unit} is in retreat and does nothing else"
    return None


def hexes_for_smoke(table: Table, unit: PieceId) -> list[Zone]:
    """C-13b: the hexes that touch the unit's and have no smoke yet."""
    smoke, near = smoked(table), field_of(table).neighbours(table.pieces[unit].zone)
    return [hex_ for hex_ in near if hex_ not in smoke]


def smoke_offers(table: Table, seat: Seat, orders: Orders) -> Iterator[Offer]:
    """C-5.1c: for each unit that can, the hexes beside it."""
    for army in orders.armies:
        for unit in may_have(table, army, "smoke"):
            if cannot_lay_smoke(table, unit) is None and (hexes := hexes_for_smoke(table, unit)):
                slot = choice_slot("hex", hexes)
                yield offer(LaySmoke, "C-5.1c", f"lay smoke with {unit}", slot, unit=unit)


def refuse_smoke(table: Table, seat: Seat, command: LaySmoke, orders: Orders) -> None:
    """C-5.1c: a unit of the seat that can, and a hex beside it."""
    mine = command.unit in orders.units
    refuse_unless(mine, "C-5.1c", f"{command.unit} is no unit whose turn it is")
    refuse(cannot_lay_smoke(table, command.unit))
    beside = command.hex in hexes_for_smoke(table, command.unit)
    refuse_unless(beside, "C-13b", f"{command.hex} is not beside {command.unit}, or smoked")


def lay_smoke(draft: Draft, seat: Seat, command: LaySmoke) -> None:
    """C-5.1c: the hex is smoked for this round."""
    army = draft.table.pieces[command.unit].owner
    draft.mark(command.unit, SMOKE_USED, 1, until=ROUND, rule="C-8.1c")
    put_token(draft, SMOKE, command.hex, army, rule="C-5.1c")


LAY_SMOKE = Action(LaySmoke, lay_smoke, smoke_offers, refuse_smoke)
