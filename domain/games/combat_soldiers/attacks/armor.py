"""7.3.9.2 Armor against single infantry units."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford
from wardiary.domain.games.combat_soldiers.attacks.attack import attack_cost
from wardiary.domain.games.combat_soldiers.attacks.targets import cannot_attack, cannot_be_attacked
from wardiary.domain.games.combat_soldiers.battles.clash import Clash, has_tank_weapon
from wardiary.domain.games.combat_soldiers.battles.totals import is_hopeless
from wardiary.domain.games.combat_soldiers.components.zones import is_group
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.prompts import Offer, choice_slot, fixed_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class PickOff(Command, frozen=True, tag="pick-off"):
    """7.3.9.2: attack one unit of an infantry group with armor."""

    group: str
    victim: str


def series_offers(
    table: Table,
    seat: Seat,
    board: SeatBoard,
    *,
    only: Group | None = None,
    offensive: PieceId = "",
) -> Iterator[Offer]:
    """7.3.9.2-a: each unit of an unarmed infantry group; with a Major Offensive, of one group."""
    for group in [only] if only else board.mine:
        if not group.armor or cannot_attack(table, seat, group, again=bool(offensive)):
            continue
        if not offensive and cannot_afford(table, seat, attack_cost(table, group), group.side):
            continue
        for target in board.others:
            if cannot_pick_off(table, group, target):
                continue
            if units := beatable_victims(table, group, target):
                slots = (fixed_slot("group", group.zone), choice_slot("victim", units))
                if offensive:
                    again = (fixed_slot("offensive", offensive), *slots)
                    yield Offer("pick-off-again", again, "7.3.2-b1", "Pick off again")
                else:
                    yield Offer("pick-off", slots, "7.3.9.2-a", "Pick off")


def cannot_pick_off(table: Table, group: Group, target: Group) -> Refusal:
    """7.3.9.2-a: an infantry maneuver group without tank weapon, marker or armor."""
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


def beatable_victims(table: Table, group: Group, target: Group) -> list[PieceId]:
    """7.1.2-b: the units that the armor can hope to beat."""
    return [
        unit for unit in target.troops if not is_hopeless(table, series_clash(group, target, unit))
    ]


def check_victim(table: Table, group: Group, victim: PieceId) -> None:
    """Why a group does not pick off this unit."""
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
