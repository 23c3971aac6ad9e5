"""All components of Combat Commander, what their numbers are now, and the map."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.components.printed import (
    CombatCommanderPack,
    map_of,
    pack_of,
)
from wardiary.domain.games.combat_commander.faces.cards import destiny_card
from wardiary.domain.games.combat_commander.faces.counters import counters
from wardiary.domain.games.combat_commander.faces.hexes import spaces, state
from wardiary.domain.games.combat_commander.table.layout import title_of
from wardiary.domain.games.combat_commander.table.totals import Items
from wardiary.domain.games.combat_commander.terrain.fortifications import (
    MINES_FIREPOWER,
    mines_firepower,
)
from wardiary.domain.games.combat_commander.units import numbers
from wardiary.domain.games.combat_commander.weapons.weapons import (
    BROKEN,
    weapon_firepower_items,
)
from wardiary.domain.play.faces import Component, CurrentValue, Faces, by_kind
from wardiary.domain.table.events import Item
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


def components(pack: CombatCommanderPack) -> dict[str, Component]:
    """G-piece: every card, counter and marker."""
    return by_kind(*map(destiny_card, pack.cards.values()), *counters(pack, MINES_FIREPOWER))


def values(table: Table, piece: PieceId) -> tuple[CurrentValue, ...]:
    """3.1 to 3.3, 11.1, 13.2: the current numbers of a unit or weapon on the map."""
    component = table.pieces[piece]
    if component.zone not in map_of(table).grid:
        return ()
    if component.kind in pack_of(table).units:
        return (
            _value(table, "Firepower", numbers.firepower_items(table, piece)),
            _value(table, "Range", numbers.range_items(table, piece), least=0),
            _value(table, "Movement", numbers.movement_items(table, piece), least=0),
            _value(table, "Morale", numbers.morale_items(table, piece)),
        )
    if component.kind in pack_of(table).weapons and component.face != BROKEN and component.host:
        return (_value(table, "Firepower", weapon_firepower_items(table, piece)),)
    if component.kind == "mines" and (firepower := mines_firepower(table)) != MINES_FIREPOWER:
        return (_value(table, "Firepower", (("of this scenario", firepower, "F103.2"),)),)
    return ()


def _value(table: Table, name: str, items: Items, least: int | None = None) -> CurrentValue:
    total = sum(value for _, value, _ in items)
    titled_items = tuple(Item(_named(table, item), value, rule) for item, value, rule in items)
    return CurrentValue(name, total if least is None else max(least, total), titled_items)


def _named(table: Table, item: str) -> str:
    """An item with the title of a piece instead of its id."""
    first, *rest = item.split()
    if first not in table.pieces:
        return item
    return " ".join(("printed", *rest)) if rest else title_of(_name(table, first))


def _name(table: Table, piece: PieceId) -> str:
    return pack_of(table).units[table.pieces[piece].kind].name


FACES = Faces(components, values, spaces, state)
