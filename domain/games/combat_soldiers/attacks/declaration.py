"""7.1, 7.3.9.2 Attacks as they are declared and paid for."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, pay
from wardiary.domain.games.combat_soldiers.attacks.aftermath import begin_series, open_attack
from wardiary.domain.games.combat_soldiers.attacks.armor import PickOff, check_victim
from wardiary.domain.games.combat_soldiers.attacks.attack import Attack, attack_cost, attack_refusal
from wardiary.domain.games.combat_soldiers.attacks.targets import cannot_attack, find_group
from wardiary.domain.games.combat_soldiers.components.zones import hand
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def check_attack(table: Table, seat: Seat, command: Attack) -> None:
    """Why an attack is refused, by its rule."""
    group = find_group(table, command.force)
    refuse(cannot_attack(table, seat, group))
    if command.card and command.card not in table.zone(hand(seat)):
        refuse(("7.2.2.1.3", "you do not hold that card"))
    refuse(attack_refusal(table, seat, command.force, command.target, command.card))
    refuse(cannot_afford(table, seat, attack_cost(table, group), group.side, rule="7.1-a"))


def attack(draft: Draft, seat: Seat, command: Attack) -> None:
    """7.1-a: one action; the battle is settled before anything else."""
    group = find_group(draft.table, command.force)
    pay(draft, attack_cost(draft.table, group), group.side, rule="7.1-a")
    open_attack(draft, command.force, command.target, command.card)


def check_pick_off(table: Table, seat: Seat, command: PickOff) -> None:
    """Why a single attack is refused."""
    group = find_group(table, command.group)
    refuse(cannot_attack(table, seat, group))
    check_victim(table, group, command.victim)
    refuse(cannot_afford(table, seat, attack_cost(table, group), group.side, rule="7.1-a"))


def pick_off(draft: Draft, seat: Seat, command: PickOff) -> None:
    """7.3.9.2-b: one action for the whole series."""
    group = group_at(draft.table, command.group)
    pay(draft, attack_cost(draft.table, group), group.side, rule="7.3.9.2-b")
    begin_series(draft, group, command.victim)
