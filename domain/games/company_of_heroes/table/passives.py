"""What the unlocked tiers of commanders change all the time; other chapters ask here.

An effect counts for the units of the army whose commander it is (C-8.1a), except that sight,
repair and reinforcement help the whole team.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

from wardiary.domain.games.company_of_heroes.components import effects
from wardiary.domain.games.company_of_heroes.components.commanders import CommanderCard
from wardiary.domain.games.company_of_heroes.components.names import Ability, Resource
from wardiary.domain.games.company_of_heroes.components.pack import (
    CompanyOfHeroesPack,
    pack_of,
    unit_card,
)
from wardiary.domain.games.company_of_heroes.components.units import Attack, Cost, UnitCard
from wardiary.domain.games.company_of_heroes.table.armies import (
    COMMANDER_TRACKS,
    Army,
    armies_of_team,
    team_of,
)
from wardiary.domain.games.company_of_heroes.table.units import (
    CP,
    PACKED,
    Profile,
    army_units,
    in_building,
    is_marked,
    must_set_up,
    of_piece,
)
from wardiary.domain.games.company_of_heroes.table.zones import commander
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table

E = TypeVar("E", bound=effects.Effect)

DISCOUNT = "discount"
BOOSTED, SCREENED = "boosted", "screened"
"""Marks of units whose commander ability was paid for this damage phase."""


def tiers_track(army: Army) -> str:
    """The track of an army's unlocked commander tiers."""
    return COMMANDER_TRACKS[army]


def used_track(army: Army, what: str) -> str:
    """The track with the round in which something that is once a round was used last."""
    return f"used/{army}/{what}"


def card_of(table: Table, army: Army) -> CommanderCard | None:
    """C-8.2a: the commander that an army has chosen, if any."""
    chosen = table.zone(commander(army))
    return pack_of(table).commanders[table.pieces[chosen[0]].kind] if chosen else None


def effects_of(table: Table, army: Army, kind: type[E]) -> tuple[E, ...]:
    """C-8.0a: the effects of one kind that an army's commander has now."""
    unlocked = table.tracks.get(COMMANDER_TRACKS[army], 0)
    if not unlocked:
        return ()
    (card,) = table.zones[f"{army}-commander"]
    return _effects(table.pack, table.pieces[card].kind, unlocked, kind)


@lru_cache(maxsize=4096)
def _effects(pack: CompanyOfHeroesPack, card: str, unlocked: int, kind: type[E]) -> tuple[E, ...]:
    return pack.commanders[card].effects(kind, unlocked)


def has_tiers(table: Table, army: Army) -> bool:
    """C-8.0a: whether an army's commander changes anything yet."""
    return bool(table.tracks.get(COMMANDER_TRACKS[army]))


def tiers_of(table: Table, army: Army) -> range:
    """C-8.0a: the numbers of the tiers that an army has unlocked."""
    return range(1, table.track(tiers_track(army)) + 1)


def tier_of(table: Table, army: Army, tier: int) -> effects.Effect | None:
    """C-8.0a: what an unlocked tier of an army's commander does; None for another one."""
    card = card_of(table, army)
    if card is None or tier not in tiers_of(table, army):
        return None
    return card.tiers[tier - 1].effect


def used_this_round(table: Table, army: Army, what: str) -> bool:
    """C-8.1c: whether an army has used an ability of once a round."""
    return table.track(used_track(army, what)) == table.round


def sight_bonus(table: Table, unit: PieceId) -> int:
    """C-8.1a: how much farther a unit sees."""
    piece = table.pieces[unit]
    return sum(
        effect.amount
        for effect in effects_of(table, piece.owner, effects.Sight)
        if piece.kind in effect.units and (not effect.in_buildings or in_building(table, unit))
    )


def abilities_with_tiers(table: Table, unit: PieceId, own: Profile) -> Mapping[Ability, int]:
    """C-8.1a: the abilities of a unit and what its commander adds, such as capturing."""
    piece = table.pieces[unit]
    (card,) = table.zones[commander(piece.owner)]
    unlocked = table.tracks[tiers_track(piece.owner)]
    return _with_tiers(
        table.pack, own, table.pieces[card].kind, unlocked, is_marked(table, unit, PACKED)
    )


@lru_cache(maxsize=4096)
def _with_tiers(
    pack: CompanyOfHeroesPack, own: Profile, card: str, unlocked: int, packed: bool, /
) -> Mapping[Ability, int]:
    kind, commander_card = own.card.kind, pack.commanders[card]
    set_up = must_set_up(own.card) and not packed
    counts = Counter(own.abilities)
    for given in commander_card.effects(effects.GivenAbilities, unlocked):
        if kind in given.units and (not given.set_up or set_up):
            counts.update(given.abilities)
    for wrenches in commander_card.effects(effects.Wrenches, unlocked):
        if kind in wrenches.units:
            counts["wrench"] = max(counts["wrench"], wrenches.number)
    return counts


def close_range_beside(table: Table, unit: PieceId) -> int:
    """C-8.1a: the close range firepower of a unit that is beside another one."""
    piece = table.pieces[unit]
    return sum(
        piece.kind in effect.units and _is_beside(table, unit, effect.beside)
        for effect in effects_of(table, piece.owner, effects.CloseRangeBeside)
    )


def _is_beside(table: Table, unit: PieceId, kind: str) -> bool:
    """C-13b: whether another unit of a kind of the same army is beside a unit."""
    piece = table.pieces[unit]
    near = field_of(table).neighbours(piece.zone)
    return any(
        table.pieces[other].kind == kind and table.pieces[other].zone in near
        for other in army_units(table, piece.owner)
    )


def extra_attacks(table: Table, unit: PieceId) -> tuple[Attack, ...]:
    """C-8.1a: further damage of a unit in this damage phase."""
    piece = table.pieces[unit]
    if not piece.marks.get(BOOSTED):
        return ()
    return tuple(
        attack
        for effect in effects_of(table, piece.owner, effects.ExtraDamage)
        if piece.kind in effect.units
        for attack in effect.damage
    )


def defense_dice(table: Table, unit: PieceId) -> int:
    """C-8.1a: further defence dice of a unit in this damage phase."""
    piece = table.pieces[unit]
    always = sum(
        effect.dice
        for effect in effects_of(table, piece.owner, effects.Defense)
        if piece.kind in effect.units
    )
    if not piece.marks.get(SCREENED):
        return always
    return always + sum(
        effect.dice
        for effect in effects_of(table, piece.owner, effects.DefensiveSmoke)
        if piece.kind in effect.units
    )


def frontal_dice(table: Table, unit: PieceId, printed: int) -> int:
    """C-8.1a: the dice of a heavy vehicle's frontal armour."""
    piece = table.pieces[unit]
    dice = (
        effect.dice
        for effect in effects_of(table, piece.owner, effects.FrontalArmor)
        if piece.kind in effect.units
    )
    return max((printed, *dice))


def sandbag_health(table: Table, army: Army, printed: int) -> int:
    """C-8.1a: how many damage dice remove an army's sandbags."""
    return max((printed, *(each.health for each in effects_of(table, army, effects.Sandbags))))


def repair_health(table: Table, army: Army, unit: PieceId) -> int:
    """C-8.1a: how much health a wrench of an army gives back to a unit."""
    # Ruling: C-8.1a the effect is on the owner's vehicles, so teammates' wrenches restore as much.
    piece = table.pieces[unit]
    health = (
        effect.health
        for effect in effects_of(table, piece.owner, effects.Repair)
        if piece.kind in effect.units
    )
    return max((1, *health))


def spawn_reinforcement(table: Table, army: Army) -> int:
    """C-8.1a: how much health an army's infantry regains in the spawn area."""
    # Ruling: C-8.1a reinforcement always helps teammates, so the best commander of a team counts.
    health = (
        effect.health
        for ally in armies_of_team(table.seats, team_of(army))
        for effect in effects_of(table, ally, effects.SpawnReinforce)
    )
    return max((1, *health))


def income_bonus(table: Table, army: Army, resource: Resource) -> int:
    """C-8.1a: how much higher an army's income of a resource counts."""
    return sum(
        effect.amount
        for effect in effects_of(table, army, effects.Income)
        if effect.resource == resource
    )


# Prices


def price(table: Table, army: Army, card: UnitCard) -> Cost:
    """C-8.1d, C-8.1f: what a unit costs an army now; an alternate costs more than its original."""
    for effect in effects_of(table, army, effects.Alternate):
        if effect.spawns_as == card.kind:
            original = pack_of(table).units[effect.unit]
            return _discounted(table, army, original) + effect.cost
    return _discounted(table, army, card)


def _discounted(table: Table, army: Army, card: UnitCard) -> Cost:
    """C-8.1f: a cut leaves at least its least amount, and a lower printed price as it is."""
    cost = card.cost
    for effect in effects_of(table, army, effects.Discount):
        used_up = effect.once and used_this_round(table, army, DISCOUNT)
        if card.kind in effect.units and not used_up:
            now = cost.of(effect.resource)
            less = min(now, max(effect.least, now - effect.amount))
            cost = cost.with_amount(effect.resource, less)
    return cost


def is_discounted_once(table: Table, army: Army, kind: str) -> bool:
    """C-8.1c: whether buying a unit of this kind uses up a discount of once a round."""
    if used_this_round(table, army, DISCOUNT):
        return False
    original = next(
        (
            effect.unit
            for effect in effects_of(table, army, effects.Alternate)
            if effect.spawns_as == kind
        ),
        kind,
    )
    return any(
        effect.once and original in effect.units
        for effect in effects_of(table, army, effects.Discount)
    )


def upgrade_price(table: Table, unit: PieceId, upgrade: str) -> int:
    """C-8.1f: what an upgrade ("xp" or "munitions") of a unit costs now."""
    piece = table.pieces[unit]
    printed = unit_card(table, unit).upgrade(upgrade)
    assert printed is not None, (unit, upgrade)
    for effect in effects_of(table, piece.owner, effects.UpgradePrice):
        if (effect.unit, effect.upgrade) == (piece.kind, upgrade):
            return effect.price
    return printed.price


def call_ins(table: Table, army: Army) -> tuple[str, ...]:
    """C-8.1c, C-8.1d, C-8.1g: the kinds of units an army may buy besides those of its buildings.

    A unit may spawn as another one as soon as it may be bought itself.
    """
    units = pack_of(table).units
    called = [effect.unit for effect in effects_of(table, army, effects.CallIn)]
    called += [effect.unit for effect in effects_of(table, army, effects.FreeUnit) if effect.more]
    called += [
        effect.spawns_as
        for effect in effects_of(table, army, effects.Alternate)
        if table.pieces[f"{army}-tier-{units[effect.unit].tier}"].face == "up"
    ]
    return tuple(dict.fromkeys(called))


def unit_upgrades(table: Table, unit: PieceId) -> tuple[effects.UnitUpgrade, ...]:
    """C-8.1d: the upgrades that a commander offers for a unit besides those of its board."""
    piece = table.pieces[unit]
    return tuple(
        effect
        for effect in effects_of(table, piece.owner, effects.UnitUpgrade)
        if effect.unit == piece.kind
    )


def unit_room(table: Table, army: Army, card: UnitCard) -> bool:
    """C-7.4c: whether an army may have one more unit, as far as the number of vehicles goes."""
    limit = pack_of(table).limit(card)
    if not limit:
        return True
    units = (unit_card(table, unit) for unit in army_units(table, army))
    return sum(unit.chassis == card.chassis for unit in units) < limit


# Movement


@of_piece
def hexes_of_first_cp(table: Table, unit: PieceId) -> int:
    """C-8.1c: how many hexes a unit may move with its first CP of the round."""
    piece = table.pieces[unit]
    doubles = effects_of(table, piece.owner, effects.DoubleMove)
    if not doubles or piece.marks.get(CP):
        return 1
    return max((1, *(effect.hexes for effect in doubles if piece.kind in effect.units)))


def hexes_after_leaving(table: Table, unit: PieceId) -> int:
    """C-8.1a: how many hexes a unit may go on after it has left a transport."""
    piece = table.pieces[unit]
    return sum(
        effect.hexes
        for effect in effects_of(table, piece.owner, effects.Dismount)
        if piece.kind in effect.units
    )
