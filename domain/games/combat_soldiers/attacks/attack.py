"""7.1 The attacks that a seat may declare, and why others are refused."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, mark_acted
from wardiary.domain.games.combat_soldiers.attacks.announcing import (
    announceable_cards,
    beatable_parts,
    cannot_announce,
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
from wardiary.domain.games.combat_soldiers.battles.totals import best_attack, worst_defence
from wardiary.domain.games.combat_soldiers.components.zones import used_this_turn
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard
from wardiary.domain.games.combat_soldiers.groups.sieges import besieged_zone, lift_siege
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class Attack(Command, frozen=True, tag="attack"):
    """7.1: attack, perhaps with a support announced.

    `force` is a group (all its commanded units) or one unit; `target` a group, its commanded units
    as "b-g2:commanded", or units out of command.
    """

    says = "attack {target} with {force}[, with {card}]"
    force: str
    target: str
    card: str = ""


def attack_cost(table: Table, group: Group) -> int:
    """7.1-a: one action; 7.3.3-b2: a group dropped this Turn attacks free."""
    return 0 if used_this_turn(table, f"dropped/{group.zone}") else 1


def cannot_pay_for_attack(table: Table, seat: Seat, group: Group) -> Refusal:
    """7.1-a: why a seat has no action for an attack of this group."""
    return cannot_afford(table, seat, attack_cost(table, group), group.side, rule="7.1-a")


def attack_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """Every attack that a seat may declare."""
    for group in board.mine:
        yield from attack_offers_of(table, seat, group, board)


def attack_offers_of(table: Table, seat: Seat, group: Group, board: SeatBoard) -> Iterator[Offer]:
    """Every attack that one group may make."""
    if cannot_attack(table, seat, group) or cannot_pay_for_attack(table, seat, group):
        return
    for force, card, parts in possible_attacks(table, seat, group, board.others):
        targets = choice_slot("target", parts)
        yield offer(Attack, "7.1-a", "Attack", targets, force=force, card=card)


def possible_attacks(
    table: Table, seat: Seat, group: Group, others: list[Group]
) -> Iterator[tuple[str, PieceId, list[str]]]:
    """7.1.2-b: the forces of a group, the card announced ("" for none), and the parts it may hit.

    All by their names in commands; what the attack costs is not looked at.
    """
    targets = [other for other in others if cannot_be_attacked(table, group, other) is None]
    for force in forces_of(group) if targets else ():
        for card, parts in beatable_parts(table, seat, group, force, targets).items():
            yield force.name, card, parts


def cannot_make_attack(
    table: Table, seat: Seat, force_name: str, target_name: str, card: str
) -> Refusal:
    """Why this very attack may not be declared, actions aside."""
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
        return cannot_announce(table, group, card)
    clash = with_announced_card(table, clash_of(group, force, target, part), card, target)
    highest, lowest = best_attack(table, clash), worst_defence(table, clash)
    if highest <= lowest:
        return ("7.1.2-b", f"at best {highest} against at least {lowest}: the attack is hopeless")
    return None


def record_attack(draft: Draft, group: Group, target: Zone) -> None:
    """7.1-a, 7.3.1.1-c: the group has attacked; its siege of another group than this one ends."""
    mark_acted(draft, group.zone, rule="3.4-b")
    draft.track(f"attacked/{group.zone}", draft.table.turn, rule="7.1-a")
    # Ruling: CS-Q52 attacking the besieged does not break the siege, attacking elsewhere does.
    if group.besieging and besieged_zone(draft.table, group.besieging) != target:
        lift_siege(draft, group.besieging, rule="7.3.1.1-c")
