"""7.1, 7.3.9.2 Attacks as they are declared and paid for."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.actions.spending import pay
from wardiary.domain.games.combat_soldiers.attacks.aftermath import begin_series, open_attack
from wardiary.domain.games.combat_soldiers.attacks.armor import (
    PickOff,
    pick_off_offers,
    refuse_victim,
)
from wardiary.domain.games.combat_soldiers.attacks.attack import (
    Attack,
    attack_cost,
    attack_offers,
    cannot_make_attack,
    cannot_pay_for_attack,
)
from wardiary.domain.games.combat_soldiers.attacks.targets import cannot_attack, find_group
from wardiary.domain.games.combat_soldiers.components.zones import hand
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard, group_at
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def refuse_attack(table: Table, seat: Seat, command: Attack, board: object) -> None:
    """Raise Illegal with the rule that forbids this attack."""
    group = find_group(table, command.force)
    refuse(cannot_attack(table, seat, group))
    if command.card and command.card not in table.zone(hand(seat)):
        refuse(("7.2.2.1.3", "you do not hold that card"))
    refuse(cannot_make_attack(table, seat, command.force, command.target, command.card))
    refuse(cannot_pay_for_attack(table, seat, group))


def attack(draft: Draft, seat: Seat, command: Attack) -> None:
    """7.1-a: one action; the battle is settled before anything else."""
    group = find_group(draft.table, command.force)
    pay(draft, attack_cost(draft.table, group), group.side, rule="7.1-a")
    open_attack(draft, command.force, command.target, command.card)


ATTACK = Action[SeatBoard](Attack, attack, attack_offers, refuse_attack)


def refuse_pick_off(table: Table, seat: Seat, command: PickOff, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids this attack on a single unit."""
    group = find_group(table, command.group)
    refuse(cannot_attack(table, seat, group))
    refuse_victim(table, group, command.victim)
    refuse(cannot_pay_for_attack(table, seat, group))


def pick_off(draft: Draft, seat: Seat, command: PickOff) -> None:
    """7.3.9.2-b: one action for the whole series."""
    group = group_at(draft.table, command.group)
    pay(draft, attack_cost(draft.table, group), group.side, rule="7.3.9.2-b")
    begin_series(draft, group, command.victim)


PICK_OFF = Action[SeatBoard](PickOff, pick_off, pick_off_offers, refuse_pick_off)
