"""6.5, 18.4 Interdiction markers."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, pay
from wardiary.domain.games.combat_soldiers.components.cards import sheet_of
from wardiary.domain.games.combat_soldiers.components.zones import INTERDICTED
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, groups_of
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Interdict(Command, frozen=True, tag="interdict"):
    """18.4.1: put an interdiction marker on an opponent's objective."""

    says = "interdict {objective}"
    objective: str


class ClearInterdiction(Command, frozen=True, tag="clear-interdiction"):
    """18.4.2: take all interdiction markers off your objectives."""

    says = "clear interdiction"


def interdict_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """18.4.1: a marker on an opponent's objective."""
    # Ruling: CS-Q57 interdiction is an option only, though 6.5 repeats it.
    if cannot_interdict(table, seat):
        return
    targets = [
        objective
        for group in board.others
        for objective in objectives_of(group)
        if not table.mark(objective, INTERDICTED)
    ]
    if targets:
        yield offer(Interdict, "18.4.1", "Interdict", choice_slot("objective", targets))


def objectives_of(group: Group) -> tuple[PieceId, ...]:
    """The objectives of a group, with the Steeple."""
    return tuple(card for card in group.cards if card not in group.units)


def interdicted_objectives(table: Table, seat: Seat) -> list[PieceId]:
    """The objectives of a seat that have a marker."""
    return [
        objective
        for group in groups_of(table, seat)
        for objective in objectives_of(group)
        if table.mark(objective, INTERDICTED)
    ]


def cannot_interdict(table: Table, seat: Seat) -> Refusal:
    """18.4.1, 1.2-b10: why no objective is interdicted: option, marker or action is missing."""
    if not table.settings["interdiction"]:
        return ("18.0", "interdiction was not agreed on")
    used = sum(INTERDICTED in piece.marks for piece in table.pieces.values())
    if used >= sheet_of(table).markers.interdiction:
        return ("1.2-b10", "no interdiction marker is left")
    return cannot_afford(table, seat, 1, rule="18.4.1")


def refuse_interdict(table: Table, seat: Seat, command: Interdict, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids interdiction."""
    refuse(cannot_interdict(table, seat))


def interdict(draft: Draft, seat: Seat, command: Interdict) -> None:
    """6.5-a: one action a marker."""
    pay(draft, 1, "", rule="18.4.1")
    draft.mark(command.objective, INTERDICTED, 1, rule="6.5-a")


INTERDICT = Action[SeatBoard](Interdict, interdict, interdict_offers, refuse_interdict)


def clear_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """18.4.2: where any objective of the seat has a marker."""
    if table.settings["interdiction"] and interdicted_objectives(table, seat):
        yield offer(ClearInterdiction, "18.4.2", "Clear interdiction")


def clear_interdiction(draft: Draft, seat: Seat, command: ClearInterdiction) -> None:
    """6.5-b: all markers together, free."""
    for objective in interdicted_objectives(draft.table, seat):
        draft.mark(objective, INTERDICTED, 0, rule="6.5-b")


CLEAR_INTERDICTION = Action[SeatBoard](ClearInterdiction, clear_interdiction, clear_offers)
