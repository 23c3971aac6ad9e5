"""7.3.3-b1 Airborne drops a new infantry group."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, mark_acted, pay
from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with
from wardiary.domain.games.combat_soldiers.groups.forming import free_zone
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard
from wardiary.domain.games.combat_soldiers.groups.piles import discard_played
from wardiary.domain.games.combat_soldiers.phases.deployment import (
    Deployment,
    find_end,
    hand_ends,
    put_into_group,
)
from wardiary.domain.games.combat_soldiers.special_battles.airborne import airborne_side, cannot_fly
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Airdrop(Command, frozen=True, tag="airdrop"):
    """7.3.3: drop a new infantry group; this is its first unit."""

    says = "drop {card|face} by {airborne}"
    airborne: str
    card: str
    face: str


def airdrop_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.3-b1: in phase B, a new infantry group of the airborne side."""
    cards = hand_cards_with(table, seat, "airborne")
    side = airborne_side(table)
    if not cards or cannot_fly(table, side) or cannot_afford(table, seat, 1, side):
        return
    for card, end in hand_ends(table, seat):
        if end.role == "infantry" and end.side == side:
            yield offer(
                Airdrop,
                "7.3.3-b1",
                f"Drop {end.name}",
                choice_slot("airborne", cards),
                card=card,
                face=end.face,
            )


def refuse_airdrop(table: Table, seat: Seat, command: Airdrop, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the drop."""
    end = find_end(table, seat, command.card, command.face)
    refuse(cannot_fly(table, end.side))
    if end.role != "infantry":
        refuse(("7.3.3-b1", "an infantry group is dropped"))
    refuse(cannot_afford(table, seat, 1, end.side, rule="7.3.3-b1"))


def airdrop(draft: Draft, seat: Seat, command: Airdrop) -> None:
    """7.3.3-b1: one action, and the card."""
    zone = free_zone(draft.table, seat)
    pay(draft, 1, airborne_side(draft.table), rule="7.3.3-b1")
    mark_acted(draft, zone, rule="3.4-b")
    discard_played(draft, command.airborne, rule="7.3.3-b1")
    put_into_group(draft, command.card, command.face, zone)
    draft.begin(Deployment(seat, zone, drop=True))


AIRDROP = Action[SeatBoard](Airdrop, airdrop, airdrop_offers, refuse_airdrop)
