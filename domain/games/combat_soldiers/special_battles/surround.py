"""7.3.1.1 Surrounding a group instead of attacking it."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, mark_acted, pay
from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with, used_this_turn
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at
from wardiary.domain.games.combat_soldiers.groups.sieges import begin_siege, free_letters
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Surround(Command, frozen=True, tag="surround"):
    """7.3.1: surround a group."""

    says = "surround {target} with {group} and {card}"
    card: str
    group: str
    target: str


def surround_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.1.1-a: instead of a normal attack."""
    cards = hand_cards_with(table, seat, "surrounded")
    if not cards or not free_letters(table):
        return
    for group in board.mine:
        if cannot_besiege(table, seat, group):
            continue
        targets = [other.zone for other in board.others if cannot_be_besieged(group, other) is None]
        if targets:
            yield offer(
                Surround,
                "7.3.1.1-a",
                "Surround",
                choice_slot("card", cards),
                choice_slot("target", targets),
                group=group.zone,
            )


def cannot_besiege(table: Table, seat: Seat, group: Group) -> Refusal:
    """7.3.1.1, 7.3.1.3-b3: why a group cannot surround another one."""
    if group.owner != seat or not group.is_maneuver:
        return ("7.3.1.1-a", "one of your maneuver groups surrounds")
    if group.siege:
        return ("7.3.1.3-b3", "a besieged group does not besiege")
    if group.besieging:
        return ("7.3.1.1-a", "it keeps up a siege already")
    if used_this_turn(table, f"barred/{group.zone}"):
        return ("7.3.5-c", "it may not attack again this Turn")
    if used_this_turn(table, f"attacked/{group.zone}"):
        return ("7.3.1.1-a", "surrounding replaces the attack of this Turn")
    return cannot_afford(table, seat, 1, group.side)


def cannot_be_besieged(group: Group, target: Group) -> Refusal:
    """7.3.1.1-a: why a group is not surrounded: the wrong side or seat, or besieged already."""
    if target.owner == group.owner or target.side == group.side:
        return ("7.1.1", "only groups of other seats, of the opposite nationality, are surrounded")
    # Ruling: one siege a group, since the rules speak of one marker on it.
    return ("7.3.1.1-a", "it is besieged already") if target.siege else None


def refuse_surround(table: Table, seat: Seat, command: Surround, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the siege."""
    if not free_letters(table):
        refuse(("1.2-b8", "both pairs of siege markers are in use"))
    group = group_at(table, command.group)
    refuse(cannot_besiege(table, seat, group))
    refuse(cannot_be_besieged(group, group_at(table, command.target)))


def surround(draft: Draft, seat: Seat, command: Surround) -> None:
    """7.3.1.1-a: one action, no die."""
    group = group_at(draft.table, command.group)
    pay(draft, 1, group.side, rule="7.3.1.1-a")
    mark_acted(draft, group.zone, rule="3.4-b")
    draft.track(f"besieging/{group.zone}", draft.table.turn, rule="7.3.1.1-b")
    begin_siege(draft, command.card, group, group_at(draft.table, command.target))


SURROUND = Action[SeatBoard](Surround, surround, surround_offers, refuse_surround)
