"""7.1.4, 14.3.3 Sappers clear Mines! cards."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with, is_group
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard
from wardiary.domain.games.combat_soldiers.groups.piles import discard
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Sap(Command, frozen=True, tag="sap"):
    """7.1.4: clear a Mines! card with Sappers."""

    says = "clear {mines} with {card}"
    card: str
    mines: str


def sap_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.1.4, Playing the Game: free, on any Mines! card, also to help others."""
    cards = hand_cards_with(table, seat, "sappers")
    mines = mines_on_table(table) if cards else []
    if mines:
        slots = (choice_slot("card", cards), choice_slot("mines", mines))
        yield offer(Sap, "7.1.4", "Sappers", *slots)


def sap(draft: Draft, seat: Seat, command: Sap) -> None:
    """7.1.4, 14.3.3: both cards are discarded."""
    discard(draft, (command.mines, command.card), rule="7.1.4")


SAP = Action[SeatBoard](Sap, sap, sap_offers)


def mines_on_table(table: Table) -> list[PieceId]:
    """7.1.4: every Mines! card that is on a group."""
    pieces = table.pieces.values()
    return [piece.id for piece in pieces if piece.kind == "mines" and is_group(piece.zone)]
