"""13.2 Mines!: how they attack the group they lie with."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.cards import card_of
from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with
from wardiary.domain.games.combat_soldiers.groups.command import arrange
from wardiary.domain.games.combat_soldiers.groups.group import group_at, groups_of
from wardiary.domain.games.combat_soldiers.groups.leaving import eliminate
from wardiary.domain.games.combat_soldiers.special_battles.barrages import shell_unit
from wardiary.domain.games.combat_soldiers.special_battles.sappers import Sap, clear_mines
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Victim(Command, frozen=True, tag="victim"):
    """13.2: the unit that the mines attack."""

    unit: str


class Detonate(Command, frozen=True, tag="detonate"):
    """13.2: the Mines! card that attacks next."""

    mines: str


class Mined(Step, frozen=True, tag="mined"):
    """13.2-c: the mines attack one infantry or armor unit that the group's controller picks."""

    mines: PieceId
    roller: Seat

    def prompts(self, table: Table) -> Prompts:
        """The units of the group; nothing when there is but one."""
        group = group_at(table, table.zone_of(self.mines))
        if len(group.troops) < 2:
            return ()
        offers = tuple(offer(Victim, "13.2-c", "This unit", unit=unit) for unit in group.troops)
        return (Prompt(group.owner, offers, "13.2-c", "Which unit do the mines attack?"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """The mines go off under it."""
        assert isinstance(command, Victim)
        draft.finish()
        explode(draft, self.mines, self.roller, command.unit)

    def resume(self, draft: Draft) -> None:
        """Under the only one."""
        draft.finish()
        group = group_at(draft.table, draft.table.zone_of(self.mines))
        explode(draft, self.mines, self.roller, group.troops[0])


def explode(draft: Draft, mines: PieceId, roller: Seat, unit: PieceId) -> None:
    """13.2-c, 13.2-e, 1.1.3-b7: factor and die; a victim is discarded and scores for nobody."""
    draft.track(f"exploded/{mines}", draft.table.turn, rule="13.2-d")
    zone, factor = draft.table.zone_of(mines), card_of(draft.table, mines).attack
    if shell_unit(draft, roller, "mines", factor, unit):
        eliminate(draft, (unit,), scored=False, rule="13.2-e")
    arrange(draft, zone)


class Minefields(Step, frozen=True, tag="minefields"):
    """13.2-d: at the start of the own phase B every mined group is attacked; Sappers may help."""

    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """CS-Q35: the active seat orders the attacks, and may play Sappers first."""
        mines_left = live_mines(table, self.seat)
        if not mines_left:
            return ()
        offers = [
            offer(Detonate, "13.2-d", "The mines attack", mines=mines) for mines in mines_left
        ]
        for card in hand_cards_with(table, self.seat, "sappers"):
            offers += [
                offer(Sap, "7.1.4", "Sappers clear them", card=card, mines=mines)
                for mines in mines_left
            ]
        return (Prompt(self.seat, tuple(offers), "13.2-d", "Mines!"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Let them go off, or clear them."""
        match command:
            case Detonate(mines=mines):
                draft.begin(Mined(mines, seat))
            case Sap(card=card, mines=mines):
                clear_mines(draft, card, mines)
            case _:
                raise AssertionError(command)

    def resume(self, draft: Draft) -> None:
        """All are dealt with."""
        draft.finish()


def live_mines(table: Table, seat: Seat) -> list[PieceId]:
    """13.2-d: mines on a seat's groups that have not attacked this Turn."""
    return [
        mines
        for group in groups_of(table, seat)
        for mines in group.mines
        if table.track(f"exploded/{mines}") != table.turn
    ]
