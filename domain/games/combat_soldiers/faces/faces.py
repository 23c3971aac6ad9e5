"""All components of Combat Soldiers, what their numbers are now, and what groups add up to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wardiary.domain.games.combat_soldiers.attacks.targets import forces_of, parts_of
from wardiary.domain.games.combat_soldiers.battles.clash import Clash
from wardiary.domain.games.combat_soldiers.battles.totals import (
    attack_items,
    defence_items,
    objective_items,
)
from wardiary.domain.games.combat_soldiers.components.cards import Pack
from wardiary.domain.games.combat_soldiers.components.zones import GARRISON_LOST, is_group
from wardiary.domain.games.combat_soldiers.faces.cards import components_of
from wardiary.domain.games.combat_soldiers.groups.group import all_groups, group_at
from wardiary.domain.play.faces import (
    Component,
    CurrentValue,
    Faces,
    Figure,
    SpaceFace,
    SpaceState,
    by_kind,
)
from wardiary.domain.table.events import Item
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

NOBODY = "nobody"
"""A zone without a group, which stands for an enemy of whom nothing is known."""
ATTACK = Figure(
    "Attack",
    "sum",
    "What its units in command attack infantry with, before the die and what the target changes.",
    "7.2.2.1",
)
DEFENCE = Figure(
    "Defence",
    "sum",
    "What it defends with as a whole, before the die and what the attackers change.",
    "7.2.2.2",
)


def components(pack: Pack) -> dict[str, Component]:
    """1.1, 1.2: every card and marker."""
    return by_kind(*components_of(pack))


def values(table: Table, piece: PieceId) -> tuple[CurrentValue, ...]:
    """7.3.10.2-b, 13.5.2.5-c, 13.5.1.1-b1: an objective's defence and garrison as they are now."""
    held = table.pieces[piece]
    if held.kind not in table.pack.objectives or not is_group(held.zone):
        return ()
    group = group_at(table, held.zone)
    if group.objective != piece:
        return ()
    current = [_value("Defence", objective_items(table, group))]
    if table.mark(piece, GARRISON_LOST):
        garrison = table.pack.objectives[piece].garrison
        items = (("garrison", garrison, "13.5.1.1"), ("lost", -garrison, "13.5.1.1-b1"))
        current.append(_value("Garrison", items))
    return tuple(current)


def spaces(table: Table) -> Mapping[Zone, SpaceFace]:
    """2.1.2-a, 2.1.2-b: the groups on the table, and what is added up for each of them."""
    return {
        group.zone: SpaceFace(
            group.zone, f"Group {_number(group.zone)}", "group", figures=(ATTACK, DEFENCE)
        )
        for group in all_groups(table)
    }


def state(table: Table, zone: Zone) -> SpaceState:
    """7.2.2.1, 7.2.2.2: whose a group is, and its attack and defence as far as they are known."""
    if not is_group(zone):
        return SpaceState()
    group = group_at(table, zone)
    forces, parts = forces_of(group), parts_of(group)
    current = []
    if forces and (group.commanded or len(forces) == 1):
        attack = Clash(group.owner, zone, forces[0].units, forces[0].leader, "", NOBODY, ())
        current.append(_value("Attack", attack_items(table, attack)))
    if parts:
        whole = parts[0]
        defence = Clash("", NOBODY, (), "", group.owner, zone, whole.units, whole.chief)
        current.append(_value("Defence", defence_items(table, defence)))
    return SpaceState(group.owner, tuple(current))


def _value(name: str, items: Iterable[tuple[str, int, str]]) -> CurrentValue:
    listed = tuple(Item(*item) for item in items)
    return CurrentValue(name, sum(item.value for item in listed), listed)


def _number(zone: Zone) -> str:
    return zone.rpartition("g")[2]


FACES = Faces(components, values, spaces, state)
