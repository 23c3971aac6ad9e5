"""18.3 Surprise attacks: a group changes sides before it attacks."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import pay
from wardiary.domain.games.combat_soldiers.attacks.aftermath import open_attack
from wardiary.domain.games.combat_soldiers.attacks.attack import attack_cost, attack_offers
from wardiary.domain.games.combat_soldiers.attacks.targets import cannot_attack, find_group
from wardiary.domain.games.combat_soldiers.components.cards import scenario_of
from wardiary.domain.games.combat_soldiers.components.zones import SIDEWAYS, other_side
from wardiary.domain.games.combat_soldiers.groups.command import turn_surplus_sideways
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_form_group
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at
from wardiary.domain.games.combat_soldiers.groups.piles import remove_markers
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer
from wardiary.domain.table.events import PieceTurned
from wardiary.domain.table.evolve import fold
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class SurpriseAttack(Command, frozen=True, tag="surprise-attack"):
    """18.3: turn the group's cards to the other side, then attack."""

    force: str
    target: str


def table_after_turning(table: Table, group: Group) -> Table | None:
    """18.3: the table with a group's cards turned to the other side, if all of them can be."""
    side = other_side(group.side)
    ends = []
    facts = []
    for unit in group.units:
        card = table.pack.cards[table.pieces[unit].kind]
        end = next((end for end in card.ends.values() if end.side == side), None)
        if end is None or (end.role == "armor" and scenario_of(table).armor not in {"", side}):
            return None
        ends.append(end)
        facts.append(PieceTurned(piece=unit, face=end.face, rule="18.3"))
    if cannot_form_group(ends, objective=False):
        return None
    return fold(table, facts)


def surprise_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """18.3: attacks that a group could make as the other side."""
    if not table.settings["surprise-attacks"]:
        return
    for own in board.mine:
        if cannot_surprise(table, seat, own):
            continue
        after = table_after_turning(table, own)
        if after is None:
            continue
        for group in attack_offers(
            after, seat, board, verb="surprise-attack", only=group_at(after, own.zone)
        ):
            # An announced support comes in the battle itself here.
            if group.slots[-1].candidates == ("",):
                yield Offer("surprise-attack", group.slots[:-1], "18.3", "Surprise attack")


def cannot_surprise(table: Table, seat: Seat, group: Group) -> Refusal:
    """18.3: the option, and every card of the group must have the other side."""
    if not table.settings["surprise-attacks"]:
        return ("18.0", "surprise attacks were not agreed on")
    if (
        group.owner != seat
        or not group.is_maneuver
        or group.siege
        or group.besieging
        or group.mines
    ):
        # Ruling: a siege or mines bind a group to its side, so it cannot change it.
        return ("18.3", "this group cannot change its side")
    if table_after_turning(table, group) is None:
        return ("18.3", "not every card of the group can be turned")
    return None


def check_surprise(table: Table, seat: Seat, command: SurpriseAttack) -> None:
    """Why a surprise attack is refused."""
    group = find_group(table, command.force)
    refuse(cannot_surprise(table, seat, group))
    refuse(cannot_attack(table, seat, group))


def surprise(draft: Draft, seat: Seat, command: SurpriseAttack) -> None:
    """18.3: turn the cards, then attack."""
    group = find_group(draft.table, command.force)
    after = table_after_turning(draft.table, group)
    assert after is not None
    if (leader := group_at(after, group.zone).leader) in group.troops:
        # Ruling: markers lie with infantry and armor, so a unit turned leader loses them.
        remove_markers(draft, (leader,))
        draft.mark(leader, SIDEWAYS, 0, rule="18.3")
    for unit in group.units:
        draft.turn(unit, after.pieces[unit].face, rule="18.3")
    turn_surplus_sideways(draft, group.zone)
    group = group_at(draft.table, group.zone)
    pay(draft, attack_cost(draft.table, group), group.side, rule="7.1-a")
    open_attack(draft, command.force, command.target, "")
