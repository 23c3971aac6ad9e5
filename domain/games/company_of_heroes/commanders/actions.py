"""What commanders let players do: actions on the menus of the phases."""

from __future__ import annotations

from typing import Any

from wardiary.domain.games.company_of_heroes.commanders.smoke import LAY_SMOKE
from wardiary.domain.games.company_of_heroes.commanders.supply import (
    BUILD_DEFENSE,
    EXCHANGE,
    SUBSTITUTES,
    UPGRADE_UNIT,
)
from wardiary.domain.games.company_of_heroes.commanders.tactics import TACTIC
from wardiary.domain.games.company_of_heroes.commanders.tiers import CHOOSE, TRADE, UNLOCK_TIER
from wardiary.domain.games.company_of_heroes.commanders.unit_abilities import USE_ABILITY
from wardiary.domain.games.kit.menus import Action

MANEUVER_ACTIONS: tuple[Action[Any], ...] = (TACTIC, LAY_SMOKE)
"""On `ManeuverTurn`; the context is `table.orders.Orders`."""
DAMAGE_ACTIONS: tuple[Action[Any], ...] = (USE_ABILITY,)
"""On `DamageStart`; the context is the armies of the seat."""
SUPPLY_ACTIONS: tuple[Action[Any], ...] = (UNLOCK_TIER, EXCHANGE, BUILD_DEFENSE, UPGRADE_UNIT)
"""On `Purchasing`, each instead of a purchase; the context is `supply.purchases.Budget`."""
ANYTIME_ACTIONS: tuple[Action[Any], ...] = (CHOOSE, TRADE)
"""On `ManeuverTurn` and `Purchasing`, beside what is spent there (C-8.0b, C-8.2a)."""
PURCHASE_ACTIONS: tuple[Action[Any], ...] = (SUBSTITUTES,)
"""On `Purchasing`, before a purchase."""
