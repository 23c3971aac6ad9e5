"""What commanders let players do: actions on the menus of the phases."""

from __future__ import annotations

from typing import Any

from wardiary.domain.games.kit.menus import Action

MANEUVER_ACTIONS: tuple[Action[Any], ...] = ()
"""On `ManeuverTurn`; the context is `maneuver.orders.Orders`."""
DAMAGE_ACTIONS: tuple[Action[Any], ...] = ()
"""On `DamageStart`; the context is the armies of the seat."""
SUPPLY_ACTIONS: tuple[Action[Any], ...] = ()
"""On `Purchasing`, each instead of a purchase; the context is `supply.purchases.Budget`."""
ANYTIME_ACTIONS: tuple[Action[Any], ...] = ()
"""On `Purchasing`, beside the purchase (C-8.0b)."""
