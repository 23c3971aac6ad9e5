"""7.2 Who fights whom with what, and the ground, weapons and cards that decide what counts."""

from __future__ import annotations

import msgspec

from wardiary.domain.games.combat_soldiers.components.cards import card_of, end_of, scenario_of
from wardiary.domain.games.combat_soldiers.components.zones import owner_of, weather_is_out
from wardiary.domain.games.combat_soldiers.groups.group import Group, group_at, group_title
from wardiary.domain.games.combat_soldiers.groups.objectives import controls, is_usable, side_of
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class Clash(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who fights whom with what: all that a battle's totals are made of.

    `leader` leads the attackers and `chief` the targets; they are at risk where they are exposed.
    `helper` is the second group of a joint attack (7.3.3-b3). `counter` marks a counterattack
    (7.3.4), in which `ffe` may defend, and `series` an attack of armor on a single unit (7.3.9.2).
    `turned_up` are the seats that used the Crossroads.
    """

    attacker: Seat
    group: Zone
    units: tuple[PieceId, ...]
    leader: PieceId
    defender: Seat
    target: Zone
    targets: tuple[PieceId, ...]
    chief: PieceId = ""
    leader_exposed: bool = True
    chief_exposed: bool = True
    helper: Zone = ""
    helper_units: tuple[PieceId, ...] = ()
    helper_leader: PieceId = ""
    counter: bool = False
    ffe: PieceId = ""
    ffe_defends: bool = False
    attack_weapon: PieceId = ""
    defence_weapon: PieceId = ""
    doubled: PieceId = ""
    amphibious: bool = False
    forest: bool = False
    turned_up: tuple[Seat, ...] = ()
    series: bool = False

    @property
    def striking(self) -> tuple[PieceId, ...]:
        """All attacking infantry and armor."""
        return self.units + self.helper_units


def attack_title(table: Table, clash: Clash) -> str:
    """Who attacks whom, in a sentence for people."""
    return f"{group_title(table, clash.group)} attacks {group_title(table, clash.target)}"


def armor_attacks(table: Table, clash: Clash, attackers: Group) -> bool:
    """7.2.3.6: whether the attack is one of an armored group or an armor unit."""
    if clash.counter:
        return attackers.armor in clash.units and bool(attackers.armor)
    return bool(attackers.armor) or bool(clash.helper and group_at(table, clash.helper).armor)


def armor_is_attacked(clash: Clash, defenders: Group) -> bool:
    """7.2.3.6, 7.3.9.5: whether the attack goes against armor."""
    if clash.counter:
        return defenders.armor in clash.targets and bool(defenders.armor)
    return bool(defenders.armor)


def is_behind_river(table: Table, group: Group) -> bool:
    """13.5.2.2, 7.2.3.3-d: the River shields its owner's groups of its own side only."""
    return (
        group.side == side_of(table, "river")
        and is_usable(table, "river")
        and owner_of(table.zone_of("river")) == group.owner
    )


def bridge_is_open(table: Table, attacker: Seat, side: str) -> bool:
    """13.5.2.1-b, 7.2.3.3-b: whether the attacking seat has a working Bridge of this side."""
    return controls(table, attacker, "bridge") and side_of(table, "bridge") == side


def can_land_amphibiously(table: Table, attackers: Group, defenders: Group) -> bool:
    """7.2.3.3-b: whether an amphibious assault would help infantry across the River."""
    scenario = scenario_of(table)
    # Ruling: CS-Q62 the side that the scenario sets holds for both ends of the card.
    wrong_side = scenario.airborne_removed and scenario.airborne != attackers.side
    return (
        not weather_is_out(table)
        and not attackers.armor
        and not wrong_side
        and is_behind_river(table, defenders)
        and not bridge_is_open(table, attackers.owner, attackers.side)
    )


def serves_side(table: Table, card: PieceId, side: str) -> bool:
    """14.2.2-b: whether an AT weapon serves this side; two of them serve one side only."""
    at_side = card_of(table, card).at_side
    return not at_side or at_side == side


def has_tank_weapon(table: Table, group: Group) -> bool:
    """7.3.9.1: whether a group carries a bazooka or panzerfaust."""
    return any(end_of(table, unit).tank_weapon for unit in group.troops)


def offensive_cannot_serve(table: Table, side: str) -> Refusal:
    """17.2.2, 17.3.1: why a Major Offensive serves no group of this side in the scenario."""
    scenario = scenario_of(table)
    if scenario.major_offensive in {"", side}:
        return None
    rule = "17.2.2" if scenario.rule == "17.2" else "17.3.1"
    return (rule, "a Major Offensive serves the other side here")
