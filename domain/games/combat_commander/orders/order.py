"""What the orders have in common (5.1, O14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from wardiary.domain.games.combat_commander.components.names import OrderName
from wardiary.domain.games.combat_commander.components.printed import scenario_of
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Order(NamedTuple):
    """An order printed on cards: when it can be given, how it begins, and why it cannot be given.

    `refusal` is the rule and the sentence for a player to whom it is not possible.
    """

    name: OrderName
    is_possible: Callable[[Table, Seat], bool]
    begin: Callable[[Draft, Seat], None]
    refusal: tuple[str, str]


class OpenTurn(CombatMenu, frozen=True):
    """5: the turn as the actions on its menu see it; `given` is the number of orders given."""

    seat: Seat
    stage: str = "start"
    given: int = 0


def orders_allowed(table: Table, seat: Seat) -> int:
    """5.1: the order capability of a side."""
    return scenario_of(table).force(seat).orders
