"""13.2 Mines!: how they attack the group they are with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wardiary.domain.games.combat_soldiers.components.cards import card_of
from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with, owner_of
from wardiary.domain.games.combat_soldiers.groups.command import arrange
from wardiary.domain.games.combat_soldiers.groups.group import group_at, groups_of
from wardiary.domain.games.combat_soldiers.groups.leaving import eliminate
from wardiary.domain.games.combat_soldiers.special_battles.barrages import shell_unit
from wardiary.domain.games.combat_soldiers.special_battles.sappers import Sap, sap
from wardiary.domain.games.kit.choices import Choice
from wardiary.domain.games.kit.menus import Action, Menu
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Victim(Command, frozen=True, tag="victim"):
    """13.2: the unit that the mines attack."""

    says = "let the mines attack {unit}"
    unit: str


class Detonate(Command, frozen=True, tag="detonate"):
    """13.2: the Mines! card that attacks next."""

    says = "let {mines} attack"
    mines: str


class MineAttack(Choice, frozen=True, tag="mined"):
    """13.2-c: the mines attack one infantry or armor unit that the group's owner picks.

    `roller` rolls the die of the mines.
    """

    question = "Which unit do the mines attack?"
    rule = "13.2-c"
    label = "The mines attack a unit"
    command = Victim

    mines: PieceId
    roller: Seat

    def chooser(self, table: Table) -> Seat:
        """The owner of the group."""
        return owner_of(table.zone_of(self.mines))

    def options(self, table: Table) -> Sequence[str]:
        """The units of the group."""
        return group_at(table, table.zone_of(self.mines)).troops

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """The mines attack that unit."""
        explode(draft, self.mines, self.roller, chosen)


def explode(draft: Draft, mines: PieceId, roller: Seat, unit: PieceId) -> None:
    """13.2-c, 13.2-e, 1.1.3-b7: factor and die; a unit lost scores for nobody."""
    draft.track(f"exploded/{mines}", draft.table.turn, rule="13.2-d")
    zone, factor = draft.table.zone_of(mines), card_of(draft.table, mines).attack
    if shell_unit(draft, roller, "mines", factor, unit):
        eliminate(draft, (unit,), scored=False, rule="13.2-e")
    arrange(draft, zone)


def live_mines(table: Table, seat: Seat) -> list[PieceId]:
    """13.2-d: mines on a seat's groups that have not attacked this Turn."""
    return [
        mines
        for group in groups_of(table, seat)
        for mines in group.mines
        if table.track(f"exploded/{mines}") != table.turn
    ]


# 13.2-d Mined groups are attacked at the start of phase B.


def detonate_offers(table: Table, seat: Seat, step: Minefields) -> Iterator[Offer]:
    """CS-Q35: the active seat says in which order the mines attack."""
    for mines in live_mines(table, seat):
        yield offer(Detonate, "13.2-d", "The mines attack", mines=mines)


def detonate(draft: Draft, seat: Seat, command: Detonate) -> None:
    """13.2-d: the mines attack their group."""
    draft.begin(MineAttack(command.mines, seat))


def sappers_offers(table: Table, seat: Seat, step: Minefields) -> Iterator[Offer]:
    """CS-Q35: Sappers may be played before the mines attack."""
    for card in hand_cards_with(table, seat, "sappers"):
        for mines in live_mines(table, seat):
            yield offer(Sap, "7.1.4", "Sappers clear them", card=card, mines=mines)


class Minefields(Menu, frozen=True, tag="minefields"):
    """13.2-d: as phase B begins, the seat's mined groups are attacked; Sappers may help."""

    menu = (Action(Detonate, detonate, detonate_offers), Action(Sap, sap, sappers_offers))

    seat: Seat

    def asks(self, table: Table) -> Prompts:
        """The active seat, while mines are left."""
        return (Prompt(self.seat, (), "13.2-d", "Which mines attack first?"),)

    def resume(self, draft: Draft) -> None:
        """No mines are left."""
        draft.finish()
