"""1.1.1.6-b Windows: seats that may answer another seat's play with a card, whatever they hold."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command
from wardiary.domain.play.prompts import Candidate, Prompt
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Pass(Command, frozen=True, tag="pass"):
    """Do nothing at this point."""

    says = "pass"


def card_window(
    table: Table,
    seat: Seat,
    command: type[Command],
    use: str,
    rule: str,
    label: str,
    question: str,
    **facts: Candidate,
) -> Prompt:
    """Ask a seat to pass, or to play a card with this use by a command with one slot `card`.

    The same question goes to seats that hold none, so that it says nothing about a hand.
    """
    cards = hand_cards_with(table, seat, use)
    plays = (offer(command, rule, label, card=card) for card in cards)
    return Prompt(seat, (offer(Pass, rule, "Pass"), *plays), rule, question, facts)
