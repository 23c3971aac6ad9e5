"""C-8.1c: abilities that are paid for single units at the start of the damage phase."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.commanders.commands import UseAbility
from wardiary.domain.games.company_of_heroes.commanders.paying import can_pay_now, pay_now
from wardiary.domain.games.company_of_heroes.components.effects import (
    DefensiveSmoke,
    ExtraDamage,
)
from wardiary.domain.games.company_of_heroes.table.armies import Army
from wardiary.domain.games.company_of_heroes.table.passives import (
    BOOSTED,
    SCREENED,
    tier_of,
    tiers_of,
)
from wardiary.domain.games.company_of_heroes.table.units import (
    RETREATING,
    ROUND,
    army_units,
    is_marked,
)
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

Armies = tuple[Army, ...]


def ability_of(table: Table, army: Army, tier: int) -> DefensiveSmoke | ExtraDamage | None:
    """The ability of a tier that is paid at the start of Damage, if it is one."""
    effect = tier_of(table, army, tier)
    return effect if isinstance(effect, DefensiveSmoke | ExtraDamage) else None


def mark_of(ability: DefensiveSmoke | ExtraDamage) -> str:
    """The mark of units for which it was paid."""
    return SCREENED if isinstance(ability, DefensiveSmoke) else BOOSTED


def cannot_use(table: Table, unit: PieceId, tier: int) -> Refusal:
    """C-8.1c, C-4.2e: why an ability cannot be used for a unit now."""
    piece = table.pieces[unit]
    ability = ability_of(table, piece.owner, tier)
    if ability is None:
        return "C-8.1c", f"tier {tier} is no ability for the start of Damage, or not unlocked"
    if piece.kind not in ability.units:
        return "C-8.1c", f"the ability is not for {unit}"
    if is_marked(table, unit, mark_of(ability)):
        return "C-8.1c", f"the ability was used for {unit} this round"
    if is_marked(table, unit, RETREATING):
        return "C-4.2e", f"{unit} is in retreat and uses no abilities"
    if not can_pay_now(table, piece.owner, ability.cost):
        return "C-8.1c", f"the ability costs {ability.cost.munitions} munitions"
    return None


def use_offers(table: Table, seat: Seat, armies: Armies) -> Iterator[Offer]:
    """C-8.1c: for every ability, the units for which it can be used."""
    for army in armies:
        for tier in tiers_of(table, army):
            units = [u for u in army_units(table, army) if cannot_use(table, u, tier) is None]
            if units:
                slot, label = choice_slot("unit", units), f"use the ability of tier {tier}"
                yield offer(UseAbility, "C-8.1c", label, slot, tier=tier)


def refuse_use(table: Table, seat: Seat, command: UseAbility, armies: Armies) -> None:
    """C-8.1c: an unlocked ability, for a unit of the army, once."""
    units = [unit for army in armies for unit in army_units(table, army)]
    mine = command.unit in units
    refuse_unless(mine, "C-8.1c", f"{command.unit} is no unit of yours on the map")
    refuse(cannot_use(table, command.unit, command.tier))


def use_ability(draft: Draft, seat: Seat, command: UseAbility) -> None:
    """C-8.1c: pay, and mark the unit for this damage phase."""
    army = draft.table.pieces[command.unit].owner
    ability = ability_of(draft.table, army, command.tier)
    assert ability is not None
    pay_now(draft, army, ability.cost, rule="C-8.1c")
    draft.mark(command.unit, mark_of(ability), 1, until=ROUND, rule="C-8.1c")


USE_ABILITY = Action(UseAbility, use_ability, use_offers, refuse_use)
