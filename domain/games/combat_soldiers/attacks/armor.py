"""7.3.9.2 Armor against single infantry units."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.attacks.attack import cannot_pay_for_attack
from wardiary.domain.games.combat_soldiers.attacks.targets import cannot_attack, cannot_be_attacked
from wardiary.domain.games.combat_soldiers.battles.clash import Clash, has_tank_weapon
from wardiary.domain.games.combat_soldiers.battles.totals import is_hopeless
from wardiary.domain.games.combat_soldiers.components.zones import is_group, used_this_turn
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class PickOff(Command, frozen=True, tag="pick-off"):
    """7.3.9.2: attack one unit of an infantry group with armor."""

    says = "pick off {victim} with {group}"
    group: str
    victim: str


def pick_off_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.9.2-a: each unit that armor of the seat may attack by itself."""
    for group in board.mine:
        if cannot_attack(table, seat, group) or cannot_pay_for_attack(table, seat, group):
            continue
        for victims in possible_victims(table, group, board.others):
            slot = choice_slot("victim", victims)
            yield offer(PickOff, "7.3.9.2-a", "Pick off", slot, group=group.zone)


def possible_victims(
    table: Table, group: Group, others: list[Group]
) -> Iterator[tuple[PieceId, ...]]:
    """7.3.9.2-a, 7.1.2-b: for each group that armor may attack unit by unit, those it can beat."""
    for target in others if group.armor else ():
        if cannot_pick_off(table, group, target) is None:
            if victims := beatable_victims(table, group, target):
                yield victims


def cannot_pick_off(table: Table, group: Group, target: Group) -> Refusal:
    """7.3.9.2-a: why armor does not attack a group unit by unit: only unarmed infantry groups."""
    if refusal := cannot_be_attacked(table, group, target):
        return refusal
    if not target.is_maneuver or target.armor:
        return ("7.3.9.2-a", "only units of an infantry maneuver group are picked off")
    if has_tank_weapon(table, target) or target.markers:
        return ("7.3.9.2-a", "the group can fight armor")
    return None


def series_clash(group: Group, target: Group, victim: PieceId) -> Clash:
    """7.3.9.2-c: both leaders' modifiers count, and no leader can be the target."""
    return Clash(
        attacker=group.owner,
        group=group.zone,
        units=(group.armor,),
        leader=group.leader if group.armor in group.commanded else "",
        defender=target.owner,
        target=target.zone,
        targets=(victim,),
        # Ruling: CS-Q50 a leader helps only those in command.
        chief=target.leader if victim in target.commanded else "",
        chief_exposed=False,
        series=True,
    )


def beatable_victims(table: Table, group: Group, target: Group) -> tuple[PieceId, ...]:
    """7.1.2-b: the units that the armor can hope to beat."""
    return tuple(
        unit for unit in target.troops if not is_hopeless(table, series_clash(group, target, unit))
    )


def next_victims(table: Table, group: Group, target: Group, last: PieceId) -> tuple[PieceId, ...]:
    """7.3.9.2-b: the units to go on with; none unless the last one was eliminated."""
    survived = table.zone_of(last) == target.zone
    if not group.armor or survived or used_this_turn(table, f"stopped/{group.zone}"):
        return ()
    if not target.troops or cannot_pick_off(table, group, target):
        return ()
    return beatable_victims(table, group, target)


def refuse_victim(table: Table, group: Group, victim: PieceId) -> None:
    """Raise Illegal with the rule by which a group does not pick off this unit."""
    if not group.armor:
        refuse(("7.3.9.2-a", "only armor attacks units one at a time"))
    piece = table.pieces.get(victim)
    if piece is None or not is_group(piece.zone):
        refuse(("7.1-c", f"there is no unit {victim} on the table"))
    else:
        target = group_at(table, piece.zone)
        refuse(cannot_pick_off(table, group, target))
        if victim == target.leader:
            refuse(("7.3.9.2-c", "leaders are never the target"))
