"""10.3 Fire: strength item by item, dice, and what hits."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.nuts.board import (
    AMERICAN,
    SPACE_OF,
    Side,
    card_of,
)
from wardiary.domain.games.nuts.values import (
    DIVISION_ATTACKING,
    DIVISION_DEFENDING,
    Arm,
    Items,
    artillery_needs,
    halved,
    integrity_items,
    on_ridge,
    river_halves,
    total,
    value_items,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

GUNS_SILENT_UNTIL = 2
"""15.1: the first turn in which American artillery fires."""
NEEDS: dict[Arm, int] = {"artillery": 5, "armor": 5, "infantry": 6}


def by_origin(
    units: Iterable[PieceId], origin_of: dict[PieceId, Zone]
) -> dict[Zone, list[PieceId]]:
    """Attackers by the space they attack from."""
    groups: dict[Zone, list[PieceId]] = {}
    for unit in units:
        groups.setdefault(origin_of[unit], []).append(unit)
    return groups


def attack_items(
    table: Table,
    side: Side,
    target: Zone,
    arm: Arm,
    origin_of: dict[PieceId, Zone],
    defenders: tuple[PieceId, ...],
) -> Items:
    """10.3: the attackers' strength in one fire; `origin_of` are those that fire."""
    if arm == "artillery":
        return _artillery_items(table, side, target, origin_of, defenders)
    items: Items = []
    halved_by_river: Items = []
    for origin, units in by_origin(origin_of, origin_of).items():
        space = SPACE_OF.get(origin, "")
        own = value_items(table, units, arm, space)
        own += integrity_items(table, units, arm, space, DIVISION_ATTACKING)
        if arm == "infantry" and river_halves(table, side, origin, target):
            halved_by_river += own
        items += own
    # Ruling: R-17 whatever fires as infantry is halved, with the bonus for integrity.
    if halved_by_river:
        loss = halved(total(halved_by_river)) - total(halved_by_river)
        items.append(("river", loss, "N-4.31a"))
    # Ruling: R-19 halved after all else.
    if arm == "armor" and items and on_ridge(table, target, defenders):
        items.append(("ridge", halved(total(items)) - total(items), "N-4.31e"))
    return items


def _artillery_items(
    table: Table,
    side: Side,
    target: Zone,
    origin_of: dict[PieceId, Zone],
    defenders: tuple[PieceId, ...],
) -> Items:
    """N-10.3f, N-4.31f, N-15.1a.

    Every gun fires one less at a ridge; 15.1: Americans not in the first turn.
    """
    if side == AMERICAN and table.round < GUNS_SILENT_UNTIL:
        return []
    items: Items = []
    for unit, origin in origin_of.items():
        items += value_items(table, (unit,), "artillery", SPACE_OF.get(origin, ""))
    if items and on_ridge(table, target, defenders):
        items.append(("ridge", -len(items), "N-4.31f"))
    return items


def defence_items(
    table: Table,
    side: Side,
    target: Zone,
    arm: Arm,
    defenders: tuple[PieceId, ...],
    *,
    armor_committed: bool = True,
) -> Items:
    """N-10.3g, N-10.3j, N-Q5/6, N-15.1a: the defenders' strength in one fire."""
    if arm == "artillery":
        if side == AMERICAN and table.round < GUNS_SILENT_UNTIL:
            return []
        # Ruling: R-56 all but rocket guns, those of tank units too.
        guns = (unit for unit in defenders if card_of(table, unit).gun != "rocket")
        return value_items(table, guns, arm, target)
    items = value_items(table, defenders, arm, target)
    items += integrity_items(table, defenders, arm, target, DIVISION_DEFENDING)
    if arm == "armor":
        if on_ridge(table, target, defenders):
            items.append(("ridge", total(items), "N-4.31g"))
        if not armor_committed and items:
            loss = halved(total(items)) - total(items)
            items.append(("armor not committed", loss, "N-10.3j"))
    return items


def lowest_hit(
    table: Table, side: Side, target: Zone, arm: Arm, defenders: tuple[PieceId, ...]
) -> int:
    """10.3: the lowest face that hits when a side attacks with an arm."""
    return artillery_needs(table, side, target, defenders) if arm == "artillery" else NEEDS[arm]


RULES_OF_FIRE: dict[tuple[Arm, bool], str] = {
    ("artillery", True): "N-10.3f",
    ("artillery", False): "N-10.3g",
    ("armor", True): "N-10.3i",
    ("armor", False): "N-10.3j",
    ("infantry", True): "N-10.3k",
    ("infantry", False): "N-10.3l",
}


def fire(
    draft: Draft, seat: Seat, arm: Arm, items: Items, needs: int, *, attacking: bool
) -> tuple[int, int]:
    """10.3: as many dice as the strength; gives the hits and the natural sixes."""
    who = "attack" if attacking else "defence"
    purpose = f"{arm} of the {who}, hits on {needs}"
    if needs == NEEDS["artillery"]:
        purpose += " and 6"
    rule = RULES_OF_FIRE[arm, attacking]
    dice = draft.total(f"{arm} of the {who}", items, rule=rule)
    faces = draft.roll(seat, purpose, dice=dice, rule=rule) if dice > 0 else ()
    return sum(face >= needs for face in faces), faces.count(6)
