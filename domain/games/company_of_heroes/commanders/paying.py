"""C-7.4d, C-8.1c: paying, with other resources where a commander lets an army do so."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.components.effects import Substitute
from wardiary.domain.games.company_of_heroes.components.names import RESOURCES
from wardiary.domain.games.company_of_heroes.components.units import Cost
from wardiary.domain.games.company_of_heroes.table.armies import Army, add, stock_track
from wardiary.domain.games.company_of_heroes.table.passives import (
    DISCOUNT,
    is_discounted_once,
    tier_of,
    used_track,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.table import Table

SUBSTITUTE = "substitute"


def can_pay_now(table: Table, army: Army, cost: Cost) -> bool:
    """Whether an army's stockpiles cover a cost as it is."""
    return all(table.track(stock_track(name, army)) >= cost.of(name) for name in RESOURCES)


def pay_now(draft: Draft, army: Army, cost: Cost, *, rule: str) -> None:
    """Take a cost off an army's stockpiles as it is."""
    for name in RESOURCES:
        add(draft, stock_track(name, army), -cost.of(name), rule=rule)


def pending_track(army: Army) -> str:
    """The track of an army that pays its next purchase otherwise: the tier that lets it, or 0."""
    return f"substitute/{army}"


def purchase_cost(table: Table, army: Army, cost: Cost) -> Cost:
    """C-8.1c: what a purchase costs now: with other resources in place of some if so announced."""
    tier = table.track(pending_track(army))
    effect = tier_of(table, army, tier) if tier else None
    if isinstance(effect, Substitute) and _is_part(effect.in_place_of, cost):
        rest = Cost(*(cost.of(name) - effect.in_place_of.of(name) for name in RESOURCES))
        return rest + effect.cost
    return cost


def _is_part(less: Cost, more: Cost) -> bool:
    return all(less.of(name) <= more.of(name) for name in RESOURCES)


def can_pay(table: Table, army: Army, cost: Cost) -> bool:
    """C-7.4d: whether an army can pay for a purchase now."""
    return can_pay_now(table, army, purchase_cost(table, army, cost))


def pay_cost(draft: Draft, army: Army, cost: Cost, *, rule: str, kind: str = "") -> None:
    """C-7.4d, C-8.1c: pay for a purchase, of a kind of unit if it is one.

    `cost` is the price with all discounts. What is once a round is used up by it.
    """
    table = draft.table
    discounted = bool(kind) and is_discounted_once(table, army, kind)
    now = purchase_cost(table, army, cost)
    pay_now(draft, army, now, rule=rule)
    if now != cost:
        draft.track(pending_track(army), 0, rule="C-8.1c")
        draft.track(used_track(army, SUBSTITUTE), table.round, rule="C-8.1c")
    if discounted:
        draft.track(used_track(army, DISCOUNT), table.round, rule="C-8.1c")


def forget_substitutes(draft: Draft, army: Army) -> None:
    """C-8.1c: an army buys nothing more this round: what it announced has lapsed."""
    if draft.table.track(pending_track(army)):
        draft.track(pending_track(army), 0, rule="C-8.1c")
