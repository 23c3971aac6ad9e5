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
from wardiary.domain.games.kit.simultaneous import Simultaneous, seat_is_ready
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Note(Command, frozen=True, tag="note"):
    """2.5: fill the next line of your selection sheet, in secret."""

    says = "note {entry}"
    sealed = True
    entry: str


PICKED_BY_TWO = 2
QUESTIONS = (
    "Pick an objective to hold for the US",
    "Pick another one to hold for the Germans",
    "Pick one more, of either side, or leave the line empty",
)


class ObjectiveSelection(Simultaneous, frozen=True, tag="selecting"):
    """2.5: every seat fills the lines of its sheet: a US pick, a German pick, then any side.

    Empty lines are filled with blanks, so that nobody can tell how many picks there are.
    """

    def prompt_of(self, table: Table, seat: Seat) -> Prompt:
        """The next line of the seat's sheet."""
        entries = choice_slot("entry", next_entries(table, seat))
        question = QUESTIONS[min(2, lines_filled(table, seat))]
        return Prompt(seat, (offer(Note, "2.5-a", "Note", entries),), "2.5-a", question)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """2.5-b: raise Illegal unless the entry fits the line; no objective twice."""
        if isinstance(command, Note) and command.entry not in next_entries(table, seat):
            line = lines_filled(table, seat)
            refuse(("2.5-b" if line < PICKED_BY_TWO else "2.5-a", QUESTIONS[min(2, line)]))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Fill the line; the seat is ready when its sheet is full."""
        assert isinstance(command, Note)
        draft.move(command.entry, selection_sheet(seat), rule="2.5-a")
        if lines_filled(draft.table, seat) == sheet_lines(draft.table):
            seat_is_ready(draft, seat)

    def all_ready(self, draft: Draft) -> None:
        """2.5-d: all sheets are turned over, and the round goes on."""


def lines_filled(table: Table, seat: Seat) -> int:
    """How many lines of a seat's sheet are filled."""
    return len(table.zone(selection_sheet(seat)))


def sheet_lines(table: Table) -> int:
    """2.5-a, 20.2.1: five lines, or two with two players."""
    return PICKED_BY_TWO if is_two_player(table) else LINES


def next_entries(table: Table, seat: Seat) -> list[PieceId]:
    """The entries for a sheet's next line: US, German, then any side (2.5-b, 2.5-c)."""
    picked = {pick_of(table, entry) for entry in table.zone(selection_sheet(seat))}
    available = table.zone(unused_entries(seat))
    if is_two_player(table):
        available = dealt_entries(table, seat)
    line = lines_filled(table, seat)
    picks = [entry for entry in available if pick_of(table, entry) not in {*picked, ""}]
    if line < PICKED_BY_TWO:
        return [entry for entry in picks if table.pieces[entry].kind.endswith(f"-{SIDES[line]}")]
    blanks = [entry for entry in available if table.pieces[entry].kind == "blank"]
    return [*blanks[:1], *picks]
