"""7.2.2 Battle procedure, 7.2.3 battle modifiers: attack and defence totals, item by item."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.battles.clash import (
    Clash,
    armor_attacks,
    armor_is_attacked,
    bridge_is_open,
    is_behind_river,
)
from wardiary.domain.games.combat_soldiers.components.cards import end_of
from wardiary.domain.games.combat_soldiers.components.zones import (
    DAMAGE,
    ENTRENCHED,
    weather_is_out,
)
from wardiary.domain.games.combat_soldiers.groups.group import (
    Group,
    card_title,
    group_at,
    rating_of,
)
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table

Items = list[tuple[str, int, str]]
ARMS = {"L", "S", "R"}


def combined_arms(table: Table, group: Group, fighting: tuple[PieceId, ...]) -> bool:
    """7.2.3.5: one L, one S and one R, all three in command and in the battle."""
    if len(group.troops) != 3 or len(group.commanded) != 3:
        return False
    if rating_of(table, group.leader) < 3 or not set(group.troops) <= set(fighting):
        return False
    return {end_of(table, unit).arm for unit in group.troops} == ARMS


def attack_items(table: Table, clash: Clash) -> Items:
    """7.2.2.1, 13.2-f: everything in the attack total but the die."""
    attackers, defenders = group_at(table, clash.group), group_at(table, clash.target)
    items = strength_items(table, clash, attackers, defenders)
    items += halvings(table, clash, attackers, defenders, sum_of(items))
    for leader in (clash.leader, clash.helper_leader):
        if leader:
            modifier = end_of(table, leader).modifier
            items.append((card_title(table, leader), modifier, "7.2.2.1.2"))
    if combined_arms(table, attackers, clash.units):
        items.append(("combined arms", 2, "7.2.3.5"))
    if attackers.mines:
        items.append(("mines", -2, "7.2.3.1"))
    if clash.ffe and not clash.ffe_defends:
        items.append(("fire for effect", ffe_value(table, clash.ffe), "7.2.3.2"))
    if clash.attack_weapon and armor_is_attacked(clash, defenders) and not weather_is_out(table):
        items.append(("AT weapon", at_value(table, clash.attack_weapon), "7.2.3.6-c"))
    if attackers.siege and isolation(table, attackers):
        items.append(("isolation", -isolation(table, attackers), "7.3.1.2-c"))
    if defenders.partisan:
        items.append(("partisans", 3, "7.3.12-c"))
    return items


def strength_items(table: Table, clash: Clash, attackers: Group, defenders: Group) -> Items:
    """7.2.2.1.1: the attacking strengths, doubled, then halved unit by unit in a siege."""
    against_armor = armor_is_attacked(clash, defenders)
    # Ruling: CS-Q09 a siege halves each unit unless a setting halves the group.
    halve_each = bool(attackers.siege) and table.settings["siege-halving"] == "unit"
    items: Items = []
    for unit in clash.striking:
        end = end_of(table, unit)
        factor = end.strength
        if end.role == "armor":
            factor = end.versus_armor if against_armor else end.versus_others
            items.append((end.name, factor, "7.3.9.5"))
        else:
            items.append((end.name, factor, "7.2.2.1.1"))
        if unit == clash.doubled:
            items.append((f"{end.name} doubled", factor, "7.3.2-b2"))
            factor *= 2
        # The relief in a joint attack is not halved (7.3.3-b3).
        if halve_each and unit in clash.units:
            items.append((f"{end.name} besieged", factor // 2 - factor, "7.3.1.2-a"))
    return items


def halvings(table: Table, clash: Clash, attackers: Group, defenders: Group, total: int) -> Items:
    """7.2.3.3-a, 7.2.3.4, 7.3.9.4, 13.5.2.2-N: what halves the whole group, rounding down."""
    items: Items = []

    def halve(name: str, rule: str) -> None:
        nonlocal total
        items.append((name, total // 2 - total, rule))
        total //= 2

    # Ruling: CS-Q11 only strengths are halved, not the leader, the modifiers or the die.
    if attackers.siege and table.settings["siege-halving"] == "group":
        halve("besieged", "7.2.3.4")
    by_armor = armor_attacks(table, clash, attackers)
    if is_behind_river(table, defenders):
        if by_armor:
            halve("across the River", "7.2.3.3-c")
        elif not clash.amphibious and not bridge_is_open(table, clash.attacker, attackers.side):
            halve("across the River", "7.2.3.3-a")
    if by_armor and defenders.objective:
        colour = table.pack.objectives[defenders.objective].colour
        if colour == "tan" or defenders.objective == "forest":
            halve("armor in built-up ground", "7.3.9.4")
    return items


def defence_items(table: Table, clash: Clash) -> Items:
    """7.2.2.2, 7.2.2.2.4: everything in the defence total but the die."""
    attackers, defenders = group_at(table, clash.group), group_at(table, clash.target)
    items = objective_items(table, defenders) if defenders.objective and not clash.counter else []
    for unit in clash.targets:
        end = end_of(table, unit)
        items.append((end.name, end.strength, "7.2.2.2.2"))
    if clash.chief:
        modifier = end_of(table, clash.chief).modifier
        items.append((card_title(table, clash.chief), modifier, "7.2.2.2.3"))
    if combined_arms(table, defenders, clash.targets):
        items.append(("combined arms", 2, "7.2.3.5"))
    if defenders.mines:
        items.append(("mines", -2, "7.2.3.1"))
    if defenders.siege and isolation(table, defenders):
        items.append(("isolation", -isolation(table, defenders), "7.3.1.2-c"))
    items += [
        ("entrenched", points, "16.2")
        for unit in clash.targets
        if (points := table.mark(unit, ENTRENCHED))
    ]
    if clash.ffe and clash.ffe_defends:
        items.append(("fire for effect", ffe_value(table, clash.ffe), "14.2.1"))
    if clash.forest:
        bonus = table.pack.objectives["forest"].bonus
        items.append(("in the Forest", bonus, "13.5.2.7"))
    if armor_attacks(table, clash, attackers) and not weather_is_out(table):
        items += antitank_items(table, clash, defenders)
    return items


def objective_items(table: Table, defenders: Group) -> Items:
    """7.2.2.2.1: the objective's factor, less damage, with the Steeple's on top."""
    printed = table.pack.objectives[defenders.objective]
    items: Items = [(printed.name, printed.defence, "7.2.2.2.1")]
    if damage := table.mark(defenders.objective, DAMAGE):
        items.append(("damage", -damage, "7.3.10.2-b"))
    if defenders.steeple:
        items.append(("Steeple", table.pack.objectives["steeple"].defence, "13.5.2.5-c"))
    return items


def antitank_items(table: Table, clash: Clash, defenders: Group) -> Items:
    """7.2.3.6-a, 15.2: inherent weapons, an AT weapon card, an antitank marker."""
    items: Items = []
    # Ruling: CS-Q51 inherent weapons count once a battle, by presence.
    inherent = max((end_of(table, unit).tank_weapon for unit in clash.targets), default=0)
    if inherent:
        items.append(("inherent tank weapon", inherent, "7.2.3.6-a"))
    if clash.defence_weapon:
        items.append(("AT weapon", 3, "7.2.3.6-b"))
    for piece in defenders.markers:
        marker = table.pieces[piece]
        if marker.host in clash.targets:
            items.append(("antitank marker", antitank_value(marker.kind), "7.2.3.6-d"))
    return items


def antitank_value(kind: str) -> int:
    """1.2-b1: the number on an antitank marker."""
    return int(kind.rpartition("-")[2])


def ffe_value(table: Table, card: PieceId) -> int:
    """7.2.3.2: +2 or +3, as printed."""
    return int(table.pack.cards[table.pieces[card].kind].ffe)


def at_value(table: Table, card: PieceId) -> int:
    """7.2.3.6-c: +2 or +3, as printed."""
    return int(table.pack.cards[table.pieces[card].kind].at_weapon)


def sum_of(items: Items) -> int:
    """The sum of some items."""
    return sum(value for _, value, _ in items)


def best_attack(table: Table, clash: Clash) -> int:
    """7.1.2-b: the attack total with a ten."""
    return sum_of(attack_items(table, clash)) + 10


def worst_defence(table: Table, clash: Clash) -> int:
    """7.1.2-b: the defence total with a one."""
    return sum_of(defence_items(table, clash)) + 1


def is_hopeless(table: Table, clash: Clash) -> bool:
    """7.1.2-b: whether even the best die against the worst does not win."""
    # Ruling: CS-Q47 cards announced with the attack count, cards in other hands do not.
    return best_attack(table, clash) <= worst_defence(table, clash)
