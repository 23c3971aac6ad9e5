"""7.1.4, 14.3.3 Sappers clear Mines! cards."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard
from wardiary.domain.games.combat_soldiers.groups.piles import discard
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Sap(Command, frozen=True, tag="sap"):
    """7.1.4: clear a Mines! card with Sappers."""

    card: str
    mines: str


def sap_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.1.4, Playing the Game: free, on any Mines! card, also to help others."""
    cards = hand_cards_with(table, seat, "sappers")
    mines = mines_on_table(table) if cards else []
    if mines:
        yield offer(
            Sap, "7.1.4", "Sappers", choice_slot("card", cards), choice_slot("mines", mines)
        )


def sap(draft: Draft, seat: Seat, command: Sap) -> None:
    """14.3.3: both cards are discarded."""
    clear_mines(draft, command.card, command.mines)


def mines_on_table(table: Table) -> list[PieceId]:
    """7.1.4: every Mines! card that lies on a group."""
    return [
        piece.id
        for piece in table.pieces.values()
        if piece.kind == "mines" and piece.zone[1:3] == "-g"
    ]


def clear_mines(draft: Draft, card: PieceId, mines: PieceId) -> None:
    """7.1.4, 14.3.3: both cards are discarded."""
    discard(draft, (mines, card), rule="7.1.4")
