"""7.1 The attacks that a seat may declare, and why others are refused."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford
from wardiary.domain.games.combat_soldiers.attacks.announcing import (
    announceable_cards,
    beatable_parts,
    support_refusal,
    with_announced_card,
)
from wardiary.domain.games.combat_soldiers.attacks.targets import (
    cannot_attack,
    cannot_be_attacked,
    cannot_hurt_armor,
    cannot_name,
    clash_of,
    find_force,
    find_part,
    forces_of,
)
from wardiary.domain.games.combat_soldiers.battles.totals import attack_items, defence_items
from wardiary.domain.games.combat_soldiers.components.zones import used_this_turn
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.play.commands import Command
from wardiary.domain.play.prompts import Offer, choice_slot, fixed_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Attack(Command, frozen=True, tag="attack"):
    """7.1: attack, perhaps with a support announced.

    `force` is a group (all its commanded units) or one unit; `target` a group, its commanded units
    as "b-g2:commanded", or units out of command.
    """

    force: str
    target: str
    card: str = ""


def attack_cost(table: Table, group: Group) -> int:
    """7.1-a: one action; 7.3.3-b2: a group dropped this Turn attacks free."""
    return 0 if used_this_turn(table, f"dropped/{group.zone}") else 1


def attack_offers(
    table: Table,
    seat: Seat,
    board: SeatBoard,
    *,
    verb: str = "attack",
    only: Group | None = None,
    offensive: PieceId = "",
) -> Iterator[Offer]:
    """Every attack that a seat may declare; with a Major Offensive, only of one group again."""
    for own in [only] if only else board.mine:
        if cannot_attack(table, seat, own, again=bool(offensive)):
            continue
        if not offensive and cannot_afford(table, seat, attack_cost(table, own), own.side):
            continue
        targets = [group for group in board.others if cannot_be_attacked(table, own, group) is None]
        for force in forces_of(own) if targets else ():
            for card, part_names in beatable_parts(table, seat, own, force, targets).items():
                slots = (
                    fixed_slot("force", force.name),
                    choice_slot("target", part_names),
                    fixed_slot("card", card),
                )
                if offensive:
                    again = (fixed_slot("offensive", offensive), *slots)
                    yield Offer(verb, again, "7.3.2-b1", "Attack again")
                else:
                    yield Offer(verb, slots, "7.1-a", "Attack")


def attack_refusal(
    table: Table, seat: Seat, force_name: str, target_name: str, card: str
) -> Refusal:
    """Why this very attack may not be declared, actions aside; None when it may."""
    group, force = find_force(table, force_name)
    target, part = find_part(table, target_name)
    if refusal := cannot_be_attacked(table, group, target):
        return refusal
    if force is None:
        return ("7.1.2-a", "attack with all commanded units, or with one unit out of command")
    if part is None:
        return cannot_name(target, target_name)
    if refusal := cannot_hurt_armor(table, group, target, card):
        return refusal
    if card and card not in announceable_cards(table, seat, group, target):
        return support_refusal(table, group, card)
    clash = with_announced_card(table, clash_of(group, force, target, part), card, target)
    highest = sum(value for _, value, _ in attack_items(table, clash)) + 10
    lowest = sum(value for _, value, _ in defence_items(table, clash)) + 1
    if highest <= lowest:
        return ("7.1.2-b", f"at best {highest} against at least {lowest}: the attack is hopeless")
    return None
