"""What the unlocked tiers of commanders change all the time; other chapters ask here."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.components.names import Ability, Resource
from wardiary.domain.games.company_of_heroes.components.pack import unit_card
from wardiary.domain.games.company_of_heroes.components.units import Attack, Cost, UnitCard
from wardiary.domain.games.company_of_heroes.table.armies import Army
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


def sight_bonus(table: Table, unit: PieceId) -> int:
    """C-8.1a: how much farther a unit sees."""
    return 0


def given_abilities(table: Table, unit: PieceId) -> tuple[Ability, ...]:
    """C-8.1a: further abilities of a unit, such as capturing."""
    return ()


def wrenches(table: Table, unit: PieceId, printed: int) -> int:
    """C-8.1a: the wrenches of a unit that prints so many."""
    return printed


def extra_attacks(table: Table, unit: PieceId) -> tuple[Attack, ...]:
    """C-8.1a: further damage of a unit in this damage phase."""
    return ()


def defense_dice(table: Table, unit: PieceId) -> int:
    """C-8.1a: further defence dice of a unit in this damage phase."""
    return 0


def frontal_dice(table: Table, unit: PieceId, printed: int) -> int:
    """C-8.1a: the dice of a heavy vehicle's frontal armour."""
    return printed


def sandbag_health(table: Table, army: Army, printed: int) -> int:
    """C-8.1a: how many damage dice remove an army's sandbags."""
    return printed


def repair_health(table: Table, army: Army, unit: PieceId) -> int:
    """C-8.1a: how much health a wrench of an army gives back to a unit."""
    return 1


def spawn_reinforcement(table: Table, army: Army) -> int:
    """C-8.1a: how much health an army's infantry regains in the spawn area."""
    return 1


def income_bonus(table: Table, army: Army, resource: Resource) -> int:
    """C-8.1a: how much higher an army's income of a resource counts."""
    return 0


def price(table: Table, army: Army, card: UnitCard) -> Cost:
    """C-8.1f: what a unit costs an army now."""
    return card.cost


def upgrade_price(table: Table, unit: PieceId, upgrade: str) -> int:
    """C-8.1f: what an upgrade ("xp" or "munitions") of a unit costs now."""
    printed = unit_card(table, unit).upgrade(upgrade)
    assert printed is not None, (unit, upgrade)
    return printed.price


def call_ins(table: Table, army: Army) -> tuple[str, ...]:
    """C-8.1c: the kinds of units that an army may buy besides those of its buildings."""
    return ()


def hexes_of_first_cp(table: Table, unit: PieceId) -> int:
    """C-8.1c: how many hexes a unit may move with its first CP of the round."""
    return 1


def hexes_after_leaving(table: Table, unit: PieceId) -> int:
    """C-8.1a: how many hexes a unit may go on after it has left a transport."""
    return 0
