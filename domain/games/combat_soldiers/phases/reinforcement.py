"""7.3.2-b4 Reinforcement of a besieged group by a Major Offensive."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, mark_acted, pay
from wardiary.domain.games.combat_soldiers.battles.clash import offensive_cannot_serve
from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_join
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard, group_at
from wardiary.domain.games.combat_soldiers.groups.piles import discard_played
from wardiary.domain.games.combat_soldiers.phases.deployment import (
    Deployment,
    cannot_field,
    find_end,
    hand_ends,
    put_into_group,
)
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Reinforce(Command, frozen=True, tag="reinforce"):
    """7.3.2: reinforce a besieged group by a Major Offensive."""

    says = "reinforce {group} with {card|face} by {offensive}"
    offensive: str
    card: str
    face: str
    group: str


def reinforce_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.2-b4: a besieged group, by a Major Offensive and an action."""
    cards = hand_cards_with(table, seat, "major-offensive")
    if not cards:
        return
    for group in board.mine:
        if not group.siege or offensive_cannot_serve(table, group.side):
            continue
        if cannot_afford(table, seat, 1, group.side):
            continue
        for card, end in hand_ends(table, seat):
            if cannot_join(table, group, end) is None and cannot_field(table, end) is None:
                yield offer(
                    Reinforce,
                    "7.3.2-b4",
                    f"Reinforce with {end.name}",
                    choice_slot("offensive", cards),
                    card=card,
                    face=end.face,
                    group=group.zone,
                )


def refuse_reinforce(table: Table, seat: Seat, command: Reinforce, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the reinforcement."""
    group = group_at(table, command.group)
    if not group.siege:
        refuse(("7.3.2-b4", "only a besieged group needs that"))
    refuse(offensive_cannot_serve(table, group.side))
    end = find_end(table, seat, command.card, command.face)
    refuse(cannot_field(table, end))
    refuse(cannot_join(table, group, end))


def reinforce(draft: Draft, seat: Seat, command: Reinforce) -> None:
    """7.3.2-b4: the card and one action; more cards may follow."""
    group = group_at(draft.table, command.group)
    pay(draft, 1, group.side, rule="7.3.2-b4")
    mark_acted(draft, group.zone, rule="3.4-b")
    discard_played(draft, command.offensive, rule="7.3.2-b4")
    put_into_group(draft, command.card, command.face, group.zone)
    draft.begin(Deployment(seat, group.zone))


REINFORCE = Action[SeatBoard](Reinforce, reinforce, reinforce_offers, refuse_reinforce)
