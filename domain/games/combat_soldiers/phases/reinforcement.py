"""7.3.2-b4 Reinforcement of a besieged group by a Major Offensive."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.battles.supports import offensive_side
from wardiary.domain.games.combat_soldiers.components.offers import offer, refuse
from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_join
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard, group_at
from wardiary.domain.games.combat_soldiers.groups.piles import discard_played
from wardiary.domain.games.combat_soldiers.phases.deployment import (
    Deploying,
    cannot_field,
    find_end,
    hand_ends,
    put_into_group,
)
from wardiary.domain.games.combat_soldiers.sequence.actions import cannot_afford, mark_acted, pay
from wardiary.domain.games.combat_soldiers.special_battles.airborne import cannot_serve
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot, fixed_slot
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Reinforce(Command, frozen=True, tag="reinforce"):
    """7.3.2: reinforce a besieged group by a Major Offensive."""

    offensive: str
    card: str
    face: str
    group: str


def reinforce_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.2-b4: a besieged group, by a Major Offensive and an action."""
    cards = hand_cards_with(table, seat, "major-offensive")
    if not cards:
        return
    for found in board.mine:
        if not found.siege or not offensive_side(table, found.side):
            continue
        if cannot_afford(table, seat, 1, found.side):
            continue
        for card, end in hand_ends(table, seat):
            if cannot_join(table, found, end) is None and cannot_field(table, end) is None:
                yield offer(
                    "reinforce",
                    "7.3.2-b4",
                    f"Reinforce with {end.name}",
                    choice_slot("offensive", cards),
                    fixed_slot("card", card),
                    fixed_slot("face", end.face),
                    fixed_slot("group", found.zone),
                )


def check_reinforce(table: Table, seat: Seat, command: Reinforce) -> None:
    """Why a reinforcement by Major Offensive is refused."""
    found = group_at(table, command.group)
    if not found.siege:
        refuse(("7.3.2-b4", "only a besieged group needs that"))
    if not offensive_side(table, found.side):
        refuse(cannot_serve(table))
    end = find_end(table, seat, command.card, command.face)
    refuse(cannot_field(table, end))
    refuse(cannot_join(table, found, end))


def reinforce(draft: Draft, seat: Seat, command: Reinforce) -> None:
    """7.3.2-b4: the card and one action; more cards may follow."""
    found = group_at(draft.table, command.group)
    pay(draft, 1, found.side, rule="7.3.2-b4")
    mark_acted(draft, found.zone, rule="3.4-b")
    discard_played(draft, command.offensive, rule="7.3.2-b4")
    put_into_group(draft, command.card, command.face, found.zone)
    draft.begin(Deploying(seat, found.zone))
