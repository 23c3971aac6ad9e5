"""7.1.1 to 7.1.3 Who may attack whom, and with which units."""

from __future__ import annotations

from typing import NamedTuple

from wardiary.domain.games.combat_soldiers.battles.clash import (
    Clash,
    bridge_is_open,
    has_tank_weapon,
    is_behind_river,
    serves_side,
)
from wardiary.domain.games.combat_soldiers.components.cards import card_of
from wardiary.domain.games.combat_soldiers.components.zones import (
    is_group,
    join_units,
    used_this_turn,
)
from wardiary.domain.games.combat_soldiers.groups.forming import subsets
from wardiary.domain.games.combat_soldiers.groups.group import Group, group_at
from wardiary.domain.games.combat_soldiers.groups.sieges import besieger_zone
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Force(NamedTuple):
    """Units that attack together: their name in a command, and who leads them."""

    name: str
    units: tuple[PieceId, ...]
    leader: PieceId


class Part(NamedTuple):
    """Units that are attacked together: their name in a command, and who leads them."""

    name: str
    units: tuple[PieceId, ...]
    chief: PieceId


def forces_of(group: Group) -> list[Force]:
    """7.1.2-a, 7.2.1-a: all commanded units together, or one unit out of command."""
    single_units = [Force(unit, (unit,), "") for unit in group.out_of_command]
    if group.commanded:
        return [Force(group.zone, group.commanded, group.leader), *single_units]
    return single_units


def parts_of(group: Group) -> list[Part]:
    """7.1.3-b1, 7.1.3-b2, 7.1.3-b3, 7.2.1-b: the parts of a group that an attacker may name."""
    # Ruling: CS-Q71 an occupation group is attacked whole.
    if group.objective:
        return [Part(group.zone, group.troops, group.leader)]
    target_parts = [
        Part(join_units(units), units, "")
        for units in subsets(group.out_of_command)
        if group.leader or len(units) < len(group.troops)
    ]
    if not group.leader:
        return [Part(group.zone, group.troops, ""), *target_parts]
    if group.commanded:
        target_parts.insert(0, Part(group.zone, group.troops, group.leader))
        if group.out_of_command:
            target_parts.insert(1, Part(f"{group.zone}:commanded", group.commanded, group.leader))
    return target_parts


def find_force(table: Table, name: str) -> tuple[Group, Force | None]:
    """The group and the force that a command means; raises Illegal when there is no such group."""
    group = find_group(table, name)
    return group, next((force for force in forces_of(group) if force.name == name), None)


def find_part(table: Table, name: str) -> tuple[Group, Part | None]:
    """The group and the part that a command means; raises Illegal when there is no such group."""
    group = find_group(table, name)
    return group, next((part for part in parts_of(group) if part.name == name), None)


def find_group(table: Table, name: str) -> Group:
    """The group that a force or target belongs to: named itself, or by a unit of it."""
    first = name.partition(":")[0].partition("+")[0]
    zone = first if is_group(first) or first not in table.pieces else table.zone_of(first)
    if not is_group(zone) or not table.zone(zone):
        refuse(("7.1-c", f"there is no group {name} on the table"))
    return group_at(table, zone)


def clash_of(group: Group, force: Force, target: Group, part: Part) -> Clash:
    """The battle that such an attack leads to."""
    return Clash(
        attacker=group.owner,
        group=group.zone,
        units=force.units,
        leader=force.leader,
        defender=target.owner,
        target=target.zone,
        targets=part.units,
        chief=part.chief,
    )


def cannot_attack(table: Table, seat: Seat, group: Group, *, again: bool = False) -> Refusal:
    """Why a group may not attack at all."""
    if group.owner != seat:
        return ("7.1-c", "you attack only with groups of yours")
    if group.objective:
        # 7.3.8.1-a: units with an objective occupy it.
        return ("4.2.3-b", "an occupation group does not attack")
    if used_this_turn(table, f"barred/{group.zone}"):
        return ("7.3.5-c", "after a cancelled attack the group may not attack again this Turn")
    if used_this_turn(table, f"besieging/{group.zone}"):
        return ("7.3.1.1-b", "a group that surrounds does not attack otherwise this Turn")
    if not again and used_this_turn(table, f"attacked/{group.zone}"):
        return ("7.1-a", "a group attacks once a Turn")
    return None


def cannot_be_attacked(table: Table, group: Group, target: Group) -> Refusal:
    """Why a group may not attack this other one, however often it was attacked (7.1-b)."""
    if target.owner == group.owner:
        return ("7.1.1", "you never attack groups of your own")
    if target.side == group.side:
        return ("7.1.1", "only groups of the opposite nationality are attacked")
    if group.siege and besieger_zone(table, group.siege) != target.zone:
        return ("7.3.1.3-b5", "a besieged group attacks only its besieger")
    if (
        group.armor
        and is_behind_river(table, target)
        and not bridge_is_open(table, group.owner, group.side)
    ):
        return (
            "7.2.3.3-c",
            "armor does not cross the River without a sound Bridge of its own side",
        )
    return None


def cannot_hurt_armor(table: Table, group: Group, target: Group, card: PieceId) -> Refusal:
    """7.3.9.1: why infantry without a tank weapon does not attack an armored group."""
    if not target.armor or group.armor or has_tank_weapon(table, group):
        return None
    if card and "at-weapon" in card_of(table, card).uses and serves_side(table, card, group.side):
        return None
    return ("7.3.9.1", "infantry attacks armor only with a bazooka, panzerfaust or AT Weapon")


def cannot_name(target: Group, name: str) -> Refusal:
    """7.1.3: why such a target cannot be named."""
    if target.leader and name == target.leader:
        return ("4.4.5-a", "only a sniper singles out a leader")
    return ("7.1.3-b2", "name the whole group, its commanded units, or units out of command")
