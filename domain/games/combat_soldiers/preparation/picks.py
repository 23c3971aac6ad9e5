"""2.5 Secret objective selection."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.pack_files import SIDES
from wardiary.domain.games.combat_soldiers.components.zones import selection_sheet, unused_entries
from wardiary.domain.games.combat_soldiers.preparation.setting_up import LINES
from wardiary.domain.games.combat_soldiers.preparation.two_player import (
    dealt_entries,
    is_two_player,
    pick_of,
)
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Note(Command, frozen=True, tag="note"):
    """2.5: fill the next line of the own selection sheet, in secret."""

    sealed = True
    entry: str


PICKED_BY_TWO = 2


QUESTIONS = (
    "Pick an objective to hold for the US",
    "Pick another one to hold for the Germans",
    "Pick one more, of either side, or leave the line empty",
)


class Selecting(Step, frozen=True, tag="selecting"):
    """2.5: every seat fills the lines of its sheet: a US pick, a German pick, then at will.

    Empty lines are filled with blanks, so that nobody can tell how many picks there are.
    """

    waiting: tuple[Seat, ...]

    def prompts(self, table: Table) -> Prompts:
        """The next line of every sheet that is not full."""
        return tuple(
            Prompt(
                seat,
                (offer(Note, "2.5-a", "Note", choice_slot("entry", next_entries(table, seat))),),
                "2.5-a",
                QUESTIONS[min(2, len(table.zone(selection_sheet(seat))))],
            )
            for seat in self.waiting
        )

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """2.5-b: each side once; no objective twice."""
        if isinstance(command, Note) and command.entry not in next_entries(table, seat):
            line = len(table.zone(selection_sheet(seat)))
            refuse(("2.5-b" if line < PICKED_BY_TWO else "2.5-a", QUESTIONS[min(2, line)]))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """One line more."""
        assert isinstance(command, Note)
        draft.move(command.entry, selection_sheet(seat), rule="2.5-a")
        if len(draft.table.zone(selection_sheet(seat))) == sheet_lines(draft.table):
            draft.change(
                waiting=tuple(waiting_seat for waiting_seat in self.waiting if waiting_seat != seat)
            )

    def resume(self, draft: Draft) -> None:
        """2.5-d: all sheets are turned over."""
        draft.finish()


def sheet_lines(table: Table) -> int:
    """2.5-a, 20.2.1: five lines, or two with two players."""
    return PICKED_BY_TWO if is_two_player(table) else LINES


def next_entries(table: Table, seat: Seat) -> list[PieceId]:
    """What may stand on a sheet's next line: US, German, then any side (2.5-b, 2.5-c)."""
    noted = {pick_of(table, chip) for chip in table.zone(selection_sheet(seat))}
    available = (
        dealt_entries(table, seat)
        if is_two_player(table)
        else list(table.zone(unused_entries(seat)))
    )
    line = len(table.zone(selection_sheet(seat)))
    if line < PICKED_BY_TWO:
        side = SIDES[line]
        return [
            chip
            for chip in available
            if table.pieces[chip].kind.endswith(f"-{side}") and pick_of(table, chip) not in noted
        ]
    blanks = [chip for chip in available if table.pieces[chip].kind == "blank"]
    return [*blanks[:1], *(chip for chip in available if pick_of(table, chip) not in {*noted, ""})]
