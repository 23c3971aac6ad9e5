"""7.3.5 Intelligence, 18.2.3 Recon: a secret pick is shown."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, pay
from wardiary.domain.games.combat_soldiers.components.cards import card_of
from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with, selection_sheet
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard
from wardiary.domain.games.combat_soldiers.groups.piles import discard_played
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Inquire(Command, frozen=True, tag="inquire"):
    """7.3.5 or 18.2.3: make a seat disclose one of its secret picks to you."""

    says = "make {seat} show a pick, with {card}"
    card: str
    seat: str


class Disclose(Command, frozen=True, tag="show-pick"):
    """7.3.5: show one secret pick to the seat that asked."""

    says = "show {entry}"
    sealed = True
    entry: str


def inquire_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.5-b2: for an action; 18.2.3: a Recon card free of charge."""
    cards: tuple[PieceId, ...] = ()
    if cannot_afford(table, seat, 1) is None:
        cards = hand_cards_with(table, seat, "intelligence")
    if table.settings["alternate-plays"]:
        cards += hand_cards_with(table, seat, "recon")
    if cards:
        others = [other for other in table.seats if other != seat]
        yield offer(
            Inquire,
            "7.3.5-b2",
            "Uncover a pick",
            choice_slot("card", cards),
            choice_slot("seat", others),
        )


def refuse_inquire(table: Table, seat: Seat, command: Inquire, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the inquiry."""
    if command.card in hand_cards_with(table, seat, "recon"):
        if not table.settings["alternate-plays"]:
            refuse(("18.2.3", "combined card plays were not agreed on"))
    else:
        refuse(cannot_afford(table, seat, 1))


def inquire(draft: Draft, seat: Seat, command: Inquire) -> None:
    """7.3.5-b2: the seat asked chooses which pick it shows."""
    if "intelligence" in card_of(draft.table, command.card).uses:
        pay(draft, 1, "", rule="7.3.5-b2")
        discard_played(draft, command.card, rule="7.3.5-b2")
    else:
        discard_played(draft, command.card, rule="18.2.3")
    draft.begin(Disclosure(command.seat, seat))


INQUIRE = Action[SeatBoard](Inquire, inquire, inquire_offers, refuse_inquire)


class Disclosure(Step, frozen=True, tag="disclosure"):
    """7.3.5-b2: one secret pick is shown to the seat that asked, and to nobody else."""

    seat: Seat
    to: Seat

    def prompts(self, table: Table) -> Prompts:
        """The picks on the seat's sheet; empty lines are none."""
        entries = [
            entry for entry in table.zone(selection_sheet(self.seat)) if is_entry(table, entry)
        ]
        offers = tuple(
            offer(Disclose, "7.3.5-b2", "Show this pick", entry=entry) for entry in entries
        )
        return (
            Prompt(self.seat, offers, "7.3.5-b2", f"Which pick do you show to {self.to.upper()}?"),
        )

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Show it."""
        assert isinstance(command, Disclose)
        draft.finish()
        draft.show(command.entry, (self.to,), rule="7.3.5-b2")


def is_entry(table: Table, chip: PieceId) -> bool:
    """1.4: whether a line of a sheet names an objective."""
    return table.pieces[chip].kind.startswith("pick-")
