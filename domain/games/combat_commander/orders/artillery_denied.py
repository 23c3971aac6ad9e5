"""Artillery denied: the radio of the enemy breaks (O17)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.orders.order import Order
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.weapons.effects import break_radio
from wardiary.domain.games.combat_commander.weapons.weapons import radio_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def may_deny(table: Table, seat: Seat) -> bool:
    """O17: the enemy must have a radio in play."""
    return radio_of(table, enemy_of(seat)) is not None


def deny(draft: Draft, seat: Seat) -> None:
    """O17: it breaks, or is lost if it is broken; nobody is activated."""
    radio = radio_of(draft.table, enemy_of(seat))
    if radio is not None:
        break_radio(draft, radio)


ARTILLERY_DENIED = Order("artillery-denied", may_deny, deny, ("O17", "your opponent has no radio"))
