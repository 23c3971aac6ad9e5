"""4.31, 7.0, 10.3: what cohesion and combat values amount to now, item by item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from wardiary.domain.games.nuts.board import (
    AMERICAN,
    EVENTS,
    GERMAN,
    PLACE,
    SPACE_OF,
    TABLE_EVENTS,
    card_of,
    event_cards,
    has_terrain,
    is_behind,
    pack_of,
    terrain_card,
    title_of_piece,
)
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

Arm = Literal["infantry", "armor", "artillery"]
Items = list[tuple[str, int, str]]
DIVISION_ATTACKING, DIVISION_DEFENDING = 3, 2


def halved(number: int) -> int:
    """N-3.3j: half, rounded down, but never less than 1 of something."""
    return max(1, number // 2) if number else 0


# Cohesion


def cohesion_items(table: Table, unit: PieceId, *, attacking: bool = False) -> Items:
    """N-7.0b, N-10.2a.

    Printed cohesion, terrain and cards; those who attack have no terrain (10.2).
    """
    card = card_of(table, unit)
    items: Items = [("cohesion", card.cohesion, "N-4.1a")]
    zone = table.pieces[unit].zone
    space = SPACE_OF.get(zone, "")
    if not space:
        return items
    if not attacking:
        items += _terrain_items(table, unit, zone, space)
    items += _card_items(table, unit, space)
    return items


def cohesion(table: Table, unit: PieceId, *, attacking: bool = False) -> int:
    """Cohesion with all bonuses, before hits."""
    return sum(item[1] for item in cohesion_items(table, unit, attacking=attacking))


def _terrain_items(table: Table, unit: PieceId, zone: Zone, space: Zone) -> Items:
    """N-4.31i, N-Q20/25/35, N-Q24.

    One bonus a unit, of the town it is in or else of the ridge it is on.
    """
    if zone != space:
        town = table.pack.terrain[table.pieces[terrain_card(table, space, "town")].kind]
        fits = town.bonus and not (town.legs_only and card_of(table, unit).mech)
        return [("town", town.bonus, "N-4.31i")] if fits else []
    return [("ridge", 1, "N-4.31h")] if has_terrain(table, space, "ridge") else []


def _card_items(table: Table, unit: PieceId, space: Zone) -> Items:
    items: Items = []
    pieces = table.pieces
    for card in table.zones.get(EVENTS[space], ()):
        kind = pieces[card].kind
        on_unit = kind == "rearguard-forces" and pieces[card].host == unit
        on_all = kind == "truly-famous-general" and card_of(table, unit).side == AMERICAN
        if on_unit or on_all:
            items.append(_card_item(table, kind))
    if has_general(table, unit):
        items.append(_card_item(table, "famous-general"))
    return items


def _card_item(table: Table, kind: str) -> tuple[str, int, str]:
    card = pack_of(table).events[kind]
    return (card.title, card.cohesion, "N-4.2a")


def has_general(table: Table, unit: PieceId) -> bool:
    """Whether a Famous General commands the unit: he stands with its division, or with itself."""
    for general in table.pack.cards_of["famous-general"]:
        piece = table.pieces.get(general)
        if piece is None or piece.host not in table.pieces:
            continue
        if piece.host == unit:
            return True
        division = card_of(table, piece.host).division
        if division and division == card_of(table, unit).division:
            if card_of(table, unit).side == card_of(table, piece.host).side:
                return True
    return False


def threshold(table: Table, unit: PieceId, *, attacking: bool = False) -> int:
    """11: so many hits destroy a unit; hits themselves do not lower it."""
    # Ruling: R-9 the penalty for hits belongs to the check alone.
    card = card_of(table, unit)
    return card.kills or (1 if card.independent else cohesion(table, unit, attacking=attacking))


def check_items(table: Table, unit: PieceId, extra: Items) -> Items:
    """N-7.0b, N-7.0g: cohesion with terrain and cards, less one for every hit beyond the first."""
    hits = table.mark(unit, "hit")
    items = cohesion_items(table, unit) + extra
    if hits > 1:
        items.append(("hits beyond the first", 1 - hits, "N-7.0b"))
    return items


# Combat values


def combat_value(table: Table, unit: PieceId, arm: Arm, space: Zone) -> int:
    """10.3, 16.1: the printed value with cards; what is printed above 0 stays at least 1.

    `space` is where the cards lie that act on the unit in this combat.
    """
    # Ruling: R-45 first bonuses, then penalties, then the minimum.
    card = card_of(table, unit)
    printed = int(getattr(card, arm))
    zone = EVENTS.get(space)
    cards = table.zones.get(zone, ()) if zone else ()
    if not cards:
        return printed
    events = pack_of(table).events
    value = printed
    for event in cards:
        piece = table.pieces[event]
        if piece.host == unit and arm != "artillery":
            value += int(getattr(events[piece.kind], arm))
        elif piece.kind == "truly-famous-general" and card.side == AMERICAN and arm == "armor":
            value += events[piece.kind].armor if printed else 0
        elif piece.kind == "ammo-shortage" and card.side == AMERICAN:
            # Ruling: R-46 combat values only.
            value -= events[piece.kind].loss
    return max(value, 1 if printed else 0)


def value_items(table: Table, units: Iterable[PieceId], arm: Arm, space: Zone) -> Items:
    """N-10.3a, N-2.0b.

    What each unit adds to the strength of a step; silent units and zeros are left out.
    """
    items: Items = []
    for unit in units:
        value = combat_value(table, unit, arm, space)
        if arm == "artillery":
            value *= table.mark(unit, "doubled") or 1
        if value and not table.mark(unit, "silent"):
            items.append((title_of_piece(table, unit), value, "N-10.3a"))
    return items


def integrity_items(
    table: Table, units: Iterable[PieceId], arm: Arm, space: Zone, needed: int
) -> Items:
    """N-10.3b, N-10.3c, N-10.3d.

    +1 for every division with enough units here, one of them with a value of this arm.
    """
    # Ruling: R-22 three of Panzer Lehr are enough; R-23 one bonus a division; R-24 a value above 0.
    numbers: Counter[str] = Counter()
    able: set[str] = set()
    for unit in units:
        division = card_of(table, unit).division
        if division and not table.mark(unit, "silent"):
            numbers[division] += 1
            if combat_value(table, unit, arm, space):
                able.add(division)
    return [
        (f"integrity of {division}", 1, "N-10.3b")
        for division, number in numbers.items()
        if number >= needed and division in able
    ]


def total(items: Items) -> int:
    """The sum of items."""
    return sum(value for _, value, _ in items)


# Terrain in combat


def all_in_town(table: Table, units: Iterable[PieceId]) -> bool:
    """N-10.2c, N-4.31k, N-3.1c, N-9.6b: whether all defenders are under the town card."""
    # Engineers do not count: they are with a formation and stand in no space of their own.
    zones = [table.pieces[unit].zone for unit in units]
    towns = [zone.endswith("-town") for zone in zones if not zone.endswith("-events")]
    return bool(towns) and all(towns)


def river_halves(table: Table, side: str, origin: Zone, target: Zone) -> bool:
    """N-4.31a, N-4.31m, N-10.2f, N-10.2g, N-9.4e, N-Q26.

    Whether infantry of a side that attacks from `origin` is halved by a river.
    """
    river = terrain_card(table, target, "river")
    if not river or table.pack.terrain[table.pieces[river].kind].our or origin == target:
        return False
    return not is_behind(side, origin, target)


def artillery_needs(table: Table, side: str, target: Zone, defenders: Iterable[PieceId]) -> int:
    """N-4.31l, N-10.3f, N-4.31d.

    The lowest face that hits: 6 at towns that hold all, and for Germans at forests.
    """
    # Ruling: R-15 only when all defenders are inside.
    defenders = tuple(defenders)
    if all_in_town(table, defenders):
        return 6
    return 6 if side == GERMAN and has_terrain(table, target, "forest") else 5


def on_ridge(table: Table, target: Zone, defenders: Iterable[PieceId]) -> bool:
    """N-4.31o, N-10.2d, N-10.2e, N-Q20/25/35.

    Whether at least one defender is on a ridge, that is, outside a town.
    """
    # Ruling: R-20 one is enough.
    return has_terrain(table, target, "ridge") and any(
        table.pieces[unit].zone in PLACE for unit in defenders
    )


# Cards that limit movement


def is_fuelless(table: Table, unit: PieceId) -> bool:
    """17: whether a Fuel Shortage holds the unit's division back."""
    shortages = event_cards(table, TABLE_EVENTS, "fuel-shortage")
    if not shortages:
        return False
    division = card_of(table, unit).division_slug
    return any(table.pieces[card].face == division for card in shortages)
