"""18.3 Surprise attacks: a group changes sides before it attacks."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import pay
from wardiary.domain.games.combat_soldiers.attacks.aftermath import open_attack
from wardiary.domain.games.combat_soldiers.attacks.attack import (
    attack_cost,
    cannot_pay_for_attack,
    possible_attacks,
)
from wardiary.domain.games.combat_soldiers.attacks.targets import cannot_attack, find_group
from wardiary.domain.games.combat_soldiers.components.cards import End, scenario_of
from wardiary.domain.games.combat_soldiers.components.zones import SIDEWAYS, other_side
from wardiary.domain.games.combat_soldiers.groups.command import turn_surplus_sideways
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_form_group
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at
from wardiary.domain.games.combat_soldiers.groups.piles import remove_markers
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.events import PieceTurned
from wardiary.domain.table.evolve import fold
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class SurpriseAttack(Command, frozen=True, tag="surprise-attack"):
    """18.3: turn the group's cards to the other side, then attack."""

    says = "surprise {target} with {force}"
    force: str
    target: str


def table_after_turning(table: Table, group: Group) -> Table | None:
    """18.3: the table with a group's cards turned to the other side, if all of them can be."""
    side = other_side(group.side)
    ends: list[End] = []
    turned: list[PieceTurned] = []
    for unit in group.units:
        card = table.pack.cards[table.pieces[unit].kind]
        end = next((end for end in card.ends.values() if end.side == side), None)
        if end is None or (end.role == "armor" and scenario_of(table).armor not in {"", side}):
            return None
        ends.append(end)
        turned.append(PieceTurned(piece=unit, face=end.face, rule="18.3"))
    if cannot_form_group(ends, objective=False):
        return None
    return fold(table, turned)


def surprise_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """18.3: attacks that a group could make as the other side."""
    if not table.settings["surprise-attacks"]:
        return
    for group in board.mine:
        after = table_after_turning(table, group)
        if after is None or cannot_surprise(table, seat, group):
            continue
        turned_group = group_at(after, group.zone)
        if cannot_attack(after, seat, turned_group):
            continue
        if cannot_pay_for_attack(after, seat, turned_group):
            continue
        for force, card, parts in possible_attacks(after, seat, turned_group, board.others):
            # Supports are not announced with a surprise attack; they come in the battle itself.
            if not card:
                targets = choice_slot("target", parts)
                yield offer(SurpriseAttack, "18.3", "Surprise attack", targets, force=force)


def cannot_surprise(table: Table, seat: Seat, group: Group) -> Refusal:
    """18.3: why a group does not change sides: the option, or a card without the other side."""
    if not table.settings["surprise-attacks"]:
        return ("18.0", "surprise attacks were not agreed on")
    # Ruling: a siege or mines bind a group to its side, so it cannot change it.
    bound = group.siege or group.besieging or group.mines
    if group.owner != seat or not group.is_maneuver or bound:
        return ("18.3", "this group cannot change its side")
    if table_after_turning(table, group) is None:
        return ("18.3", "not every card of the group can be turned")
    return None


def refuse_surprise(table: Table, seat: Seat, command: SurpriseAttack, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids a surprise attack."""
    group = find_group(table, command.force)
    refuse(cannot_surprise(table, seat, group))
    refuse(cannot_attack(table, seat, group))


def surprise(draft: Draft, seat: Seat, command: SurpriseAttack) -> None:
    """18.3: turn the cards, then attack."""
    group = find_group(draft.table, command.force)
    after = table_after_turning(draft.table, group)
    assert after is not None
    if (leader := group_at(after, group.zone).leader) in group.troops:
        # Ruling: markers are with infantry and armor, so a unit turned leader loses them.
        remove_markers(draft, (leader,))
        draft.mark(leader, SIDEWAYS, 0, rule="18.3")
    for unit in group.units:
        draft.turn(unit, after.pieces[unit].face, rule="18.3")
    turn_surplus_sideways(draft, group.zone)
    group = group_at(draft.table, group.zone)
    pay(draft, attack_cost(draft.table, group), group.side, rule="7.1-a")
    open_attack(draft, command.force, command.target, "")


SURPRISE_ATTACK = Action[SeatBoard](SurpriseAttack, surprise, surprise_offers, refuse_surprise)
