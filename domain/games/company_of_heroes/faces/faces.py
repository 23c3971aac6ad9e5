"""All components of Company of Heroes, what their numbers are now, and the map."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.components.names import DAMAGE_TYPES
from wardiary.domain.games.company_of_heroes.components.pack import CompanyOfHeroesPack, pack_of
from wardiary.domain.games.company_of_heroes.components.units import UnitCard
from wardiary.domain.games.company_of_heroes.faces.cards import (
    building_boards,
    commander,
    operation,
)
from wardiary.domain.games.company_of_heroes.faces.hexes import spaces, state
from wardiary.domain.games.company_of_heroes.faces.markers import marks, tokens
from wardiary.domain.games.company_of_heroes.faces.units import (
    damage_name,
    possible_damage,
    unit,
)
from wardiary.domain.games.company_of_heroes.table.abilities import has
from wardiary.domain.games.company_of_heroes.table.passives import (
    defense_dice,
    extra_attacks,
    sight_bonus,
)
from wardiary.domain.games.company_of_heroes.table.units import DAMAGE, Profile, profile
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.play.faces import Component, CurrentValue, Faces, by_kind
from wardiary.domain.table.events import Item
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


def components(pack: CompanyOfHeroesPack) -> dict[str, Component]:
    """C-1.1a: every unit, card, marker and mark of a pack."""
    return by_kind(
        *(unit(pack, card) for card in pack.units.values()),
        *(commander(pack, card) for card in pack.commanders.values()),
        *map(operation, pack.operations.values()),
        *building_boards(pack),
        *tokens(pack),
        *marks(pack),
    )


def values(table: Table, piece: PieceId) -> tuple[CurrentValue, ...]:
    """C-7.4d, C-8.1a: the current numbers of a unit on the map, where they are not as printed."""
    component = table.pieces[piece]
    card = pack_of(table).units.get(component.kind)
    if card is None or component.zone not in field_of(table).hexes:
        return ()
    now = profile(table, piece)
    every = (
        *_health(table, piece, now),
        *_sums("Range", card.range, now.range, 0, "C-5.1a"),
        *_sums("Sight", card.sight, now.sight, sight_bonus(table, piece), "C-5.1a"),
        *_sums("Defense", 0, now.defense, defense_dice(table, piece), "C-5.6a"),
        *_damage(table, piece, card, now),
    )
    return tuple(every)


def _health(table: Table, piece: PieceId, now: Profile) -> Iterator[CurrentValue]:
    lost = table.pieces[piece].marks.get(DAMAGE, 0)
    if lost or now.health != now.card.health:
        items = [Item("printed", now.card.health, "C-2.3a")]
        if now.health != now.card.health:
            items.append(Item("upgrades", now.health - now.card.health, "C-13a"))
        if lost:
            items.append(Item("damage", -lost, "C-5.0.3b"))
        yield CurrentValue("Health", now.health - lost, tuple(items))


def _sums(
    name: str, printed: int, upgraded: int, by_commander: int, rule: str
) -> Iterator[CurrentValue]:
    """A number that upgrades and a commander raise."""
    if upgraded + by_commander == printed:
        return
    items = [Item("printed", printed, rule)]
    if upgraded != printed:
        items.append(Item("upgrades", upgraded - printed, "C-7.4d"))
    if by_commander:
        items.append(Item("commander", by_commander, "C-8.1a"))
    yield CurrentValue(name, upgraded + by_commander, tuple(items))


def _damage(table: Table, piece: PieceId, card: UnitCard, now: Profile) -> Iterator[CurrentValue]:
    """C-5.0.1c: the dice of each type that its card names."""
    named = {attack.type for attack in card.damage}
    named |= {attack.type for attack in possible_damage(pack_of(table), card)}
    extra = extra_attacks(table, piece)
    for damage in DAMAGE_TYPES:
        printed = sum(attack.dice for attack in card.damage if attack.type == damage)
        upgraded = sum(attack.dice for attack in now.attacks if attack.type == damage)
        given = sum(attack.dice for attack in extra if attack.type == damage)
        if damage == "AI" and has(table, piece, "close-range-firepower"):
            upgraded += 1
        if damage in named:
            yield from _sums(damage_name(damage), printed, upgraded, given, "C-5.0.1c")


FACES = Faces(components, values, spaces, state)
