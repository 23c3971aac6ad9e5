"""C-8.1c, C-8.1d: the supply phase: exchanges, other resources, field defenses, upgrades."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.commanders.commands import (
    BuildDefense,
    CommanderUpgrade,
    Exchange,
    Substitute,
)
from wardiary.domain.games.company_of_heroes.commanders.paying import (
    SUBSTITUTE,
    can_pay_now,
    pay_now,
    pending_track,
)
from wardiary.domain.games.company_of_heroes.commanders.tactics import Playing
from wardiary.domain.games.company_of_heroes.components import effects
from wardiary.domain.games.company_of_heroes.components.names import RESOURCES
from wardiary.domain.games.company_of_heroes.table.armies import Army, add, stock_track
from wardiary.domain.games.company_of_heroes.table.ground import (
    TANK_TRAP,
    put_token,
)
from wardiary.domain.games.company_of_heroes.table.passives import (
    effects_of,
    tier_of,
    tiers_of,
    unit_upgrades,
    used_this_round,
    used_track,
)
from wardiary.domain.games.company_of_heroes.table.units import (
    UPGRADE,
    army_units,
    is_marked,
    pieces_at,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

BOUGHT_COMMANDER = "bought-commander"


# Exchanges


def cannot_exchange(table: Table, army: Army, tier: int) -> Refusal:
    """C-8.1c: why an army cannot exchange resources now."""
    effect = tier_of(table, army, tier)
    if not isinstance(effect, effects.Exchange):
        return "C-8.1c", f"tier {tier} is no exchange, or not unlocked"
    if used_this_round(table, army, f"tier-{tier}"):
        return "C-8.1c", "this exchange was made this round"
    if not can_pay_now(table, army, effect.cost):
        return "C-8.1c", "the resources for the exchange are missing"
    return None


def exchange_offers(table: Table, seat: Seat, playing: Playing) -> Iterator[Offer]:
    """C-8.1c: exchanges that can be made."""
    for army in playing.armies:
        for tier in tiers_of(table, army):
            if cannot_exchange(table, army, tier) is None:
                yield offer(Exchange, "C-8.1c", "exchange resources", army=army, tier=tier)


def refuse_exchange(table: Table, seat: Seat, command: Exchange, playing: Playing) -> None:
    """C-8.1c: once a round, and paid."""
    refuse_unless(command.army in playing.armies, "C-8.1c", "this army cannot buy now")
    refuse(cannot_exchange(table, command.army, command.tier))


def exchange(draft: Draft, seat: Seat, command: Exchange) -> None:
    """C-8.1c: pay, and take what it gives."""
    army, effect = command.army, tier_of(draft.table, command.army, command.tier)
    assert isinstance(effect, effects.Exchange)
    pay_now(draft, army, effect.cost, rule="C-8.1c")
    for name in RESOURCES:
        add(draft, stock_track(name, army), effect.gains.of(name), rule="C-8.1c")
    draft.track(used_track(army, f"tier-{command.tier}"), draft.table.round, rule="C-8.1c")
    count_as_purchase(draft, army)


def count_as_purchase(draft: Draft, army: Army) -> None:
    """C-7.4a: the army has made its purchase of this slot."""
    bought: tuple[Army, ...] = getattr(draft.top, "bought", ())
    draft.change(bought=(*bought, army))


# Other resources


def cannot_substitute(table: Table, army: Army, tier: int) -> Refusal:
    """C-8.1c: why an army cannot pay its next purchase with other resources."""
    effect = tier_of(table, army, tier)
    if not isinstance(effect, effects.Substitute):
        return "C-8.1c", f"tier {tier} lets no other resources be paid, or is not unlocked"
    if used_this_round(table, army, SUBSTITUTE):
        return "C-8.1c", "this was done this round"
    if table.track(pending_track(army)):
        return "C-8.1c", "the next purchase is paid so already"
    if not can_pay_now(table, army, effect.cost):
        return "C-8.1c", "the resources to pay with are missing"
    return None


def substitute_offers(table: Table, seat: Seat, playing: Playing) -> Iterator[Offer]:
    """C-8.1c: announce that the next purchase is paid otherwise."""
    for army in playing.armies:
        for tier in tiers_of(table, army):
            if cannot_substitute(table, army, tier) is None:
                label = "pay the next purchase with other resources"
                yield offer(Substitute, "C-8.1c", label, army=army, tier=tier)


def refuse_substitute(table: Table, seat: Seat, command: Substitute, playing: Playing) -> None:
    """C-8.1c: once a round."""
    refuse_unless(command.army in playing.armies, "C-8.1c", "this army cannot buy now")
    refuse(cannot_substitute(table, command.army, command.tier))


def substitute(draft: Draft, seat: Seat, command: Substitute) -> None:
    """C-8.1c: the next purchase that has such a price is paid so; what is not used lapses."""
    draft.track(pending_track(command.army), command.tier, rule="C-8.1c")


# Field defenses


def cannot_build_defense(table: Table, army: Army, tier: int) -> Refusal:
    """C-8.1c: why an army's commander builds no field defense now."""
    effect = tier_of(table, army, tier)
    if not isinstance(effect, effects.FieldDefenses):
        return "C-8.1c", f"tier {tier} builds no field defense, or is not unlocked"
    if used_this_round(table, army, f"tier-{tier}"):
        return "C-8.1c", "the field defense of this round was built"
    if not can_pay_now(table, army, effect.cost):
        return "C-8.1c", "the resources for it are missing"
    return None


def hexes_for_defense(
    table: Table, army: Army, effect: effects.FieldDefenses, kind: str
) -> list[Zone]:
    """C-8.1c, C-4.1.2b, C-4.1d: hexes beside a unit, not in buildings, without one of the kind."""
    field = field_of(table)
    beside = dict.fromkeys(
        hex_
        for unit in army_units(table, army)
        if table.pieces[unit].kind in effect.units
        for hex_ in field.sides[table.pieces[unit].zone].values()
    )
    return [
        hex_
        for hex_ in beside
        if hex_ not in field.buildings
        and not any(pieces_at(table, hex_, kind))
        and not (kind == TANK_TRAP and hex_ in field.tank_traps)
    ]


def defense_offers(table: Table, seat: Seat, playing: Playing) -> Iterator[Offer]:
    """C-8.1c: the kinds and hexes for a field defense."""
    for army in playing.armies:
        for tier in tiers_of(table, army):
            effect = tier_of(table, army, tier)
            if isinstance(effect, effects.FieldDefenses):
                if cannot_build_defense(table, army, tier) is None:
                    yield from _kinds(table, army, tier, effect)


def _kinds(table: Table, army: Army, tier: int, effect: effects.FieldDefenses) -> Iterator[Offer]:
    for kind in effect.kinds:
        if hexes := hexes_for_defense(table, army, effect, kind):
            label, slot = f"build {kind.replace('-', ' ')}", choice_slot("hex", hexes)
            yield offer(BuildDefense, "C-8.1c", label, slot, army=army, tier=tier, kind=kind)


def refuse_defense(table: Table, seat: Seat, command: BuildDefense, playing: Playing) -> None:
    """C-8.1c: once a round, of its kinds, beside a unit."""
    refuse_unless(command.army in playing.armies, "C-8.1c", "this army cannot buy now")
    refuse(cannot_build_defense(table, command.army, command.tier))
    effect = tier_of(table, command.army, command.tier)
    assert isinstance(effect, effects.FieldDefenses)
    known = command.kind in effect.kinds
    refuse_unless(known, "C-8.1c", f"it builds {' or '.join(effect.kinds)}")
    free = command.hex in hexes_for_defense(table, command.army, effect, command.kind)
    why = f"{command.hex} is not free for it, or not beside a unit that it names"
    refuse_unless(free, "C-8.1c", why)


def build_defense(draft: Draft, seat: Seat, command: BuildDefense) -> None:
    """C-8.1c: pay, and build."""
    army, effect = command.army, tier_of(draft.table, command.army, command.tier)
    assert isinstance(effect, effects.FieldDefenses)
    pay_now(draft, army, effect.cost, rule="C-8.1c")
    put_token(draft, command.kind, command.hex, army, rule="C-8.1c")
    draft.track(used_track(army, f"tier-{command.tier}"), draft.table.round, rule="C-8.1c")
    count_as_purchase(draft, army)


# Upgrades


def cannot_upgrade(table: Table, unit: PieceId, bonus: str) -> Refusal:
    """C-8.1d: why a unit cannot have an upgrade of the commander now."""
    army = table.pieces[unit].owner
    cost = {each.bonus.id: each.cost for each in unit_upgrades(table, unit)}.get(bonus)
    if cost is None:
        return "C-8.1d", f"the commander offers no upgrade {bonus} for {unit}, or has not yet"
    if is_marked(table, unit, BOUGHT_COMMANDER):
        return "C-8.1d", f"{unit} has its upgrade of the commander"
    if not can_pay_now(table, army, cost):
        return "C-8.1d", "the resources for the upgrade are missing"
    return None


def upgrade_offers(table: Table, seat: Seat, playing: Playing) -> Iterator[Offer]:
    """C-8.1d: the units that can have an upgrade of the commander."""
    for army in playing.armies:
        for effect in effects_of(table, army, effects.UnitUpgrade):
            bonus = effect.bonus.id
            units = [
                unit
                for unit in army_units(table, army)
                if table.pieces[unit].kind == effect.unit
                and cannot_upgrade(table, unit, bonus) is None
            ]
            if units:
                label, slot = f"upgrade: {effect.bonus.title}", choice_slot("unit", units)
                yield offer(CommanderUpgrade, "C-8.1d", label, slot, bonus=bonus)


def refuse_upgrade(table: Table, seat: Seat, command: CommanderUpgrade, playing: Playing) -> None:
    """C-8.1d: a unit of the army, once, and paid."""
    units = [unit for army in playing.armies for unit in army_units(table, army)]
    mine = command.unit in units
    refuse_unless(mine, "C-8.1d", f"{command.unit} is no unit of an army that buys now")
    refuse(cannot_upgrade(table, command.unit, command.bonus))


def upgrade(draft: Draft, seat: Seat, command: CommanderUpgrade) -> None:
    """C-8.1d: pay; the unit has it besides those of its board."""
    unit, army = command.unit, draft.table.pieces[command.unit].owner
    (cost,) = (
        each.cost for each in unit_upgrades(draft.table, unit) if each.bonus.id == command.bonus
    )
    pay_now(draft, army, cost, rule="C-8.1d")
    mark = f"{UPGRADE}{command.bonus}"
    draft.mark(unit, mark, draft.table.mark(unit, mark) + 1, rule="C-8.1d")
    draft.mark(unit, BOUGHT_COMMANDER, 1, rule="C-8.1d")
    count_as_purchase(draft, army)


EXCHANGE = Action(Exchange, exchange, exchange_offers, refuse_exchange)
SUBSTITUTES = Action(Substitute, substitute, substitute_offers, refuse_substitute)
BUILD_DEFENSE = Action(BuildDefense, build_defense, defense_offers, refuse_defense)
UPGRADE_UNIT = Action(CommanderUpgrade, upgrade, upgrade_offers, refuse_upgrade)
