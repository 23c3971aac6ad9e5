"""7 Cohesion checks: units with hits shake them off or are lost."""

from __future__ import annotations

from wardiary.domain.games.kit.choices import Decline, ListedChoice, ask
from wardiary.domain.games.nuts.board import (
    PLACE,
    TABLE_EVENTS,
    Army,
    board_units,
    card_of,
    destroy,
    event_cards,
    half_of_space,
    pack_of,
    seat_of,
    side_of,
    space_of,
    title_of_piece,
)
from wardiary.domain.games.nuts.supply import check_supply, hit_unsupplied
from wardiary.domain.games.nuts.values import Items, check_items
from wardiary.domain.games.nuts.windows import open_window
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table

ALWAYS_FAILS, ALWAYS_PASSES = 6, 1


def check(draft: Draft, unit: PieceId, extra: Items, *, rule: str) -> bool:
    """7.0: roll for a unit: its hits come off, or it is lost. Gives whether it stays."""
    table = draft.table
    army = table.pieces[unit].back
    title = title_of_piece(table, unit)
    value = draft.total(f"cohesion of {title}", check_items(table, unit, extra), rule="N-7.0b")
    (face,) = draft.roll(seat_of(table, army), f"cohesion of {title}", rule=rule)
    passed = face != ALWAYS_FAILS and (face <= value or face == ALWAYS_PASSES)
    if passed:
        draft.mark(unit, "hit", 0, rule="N-7.0c")
    else:
        space = space_of(table, unit)
        destroy(draft, (unit,), rule="N-7.0e" if face == ALWAYS_FAILS else "N-7.0d")
        if space:
            # What was lost where, until the draw phase is over (17: Reconstitution).
            draft.mark(unit, "failed", PLACE[space] + 1, rule="N-7.0d")
    return passed


def phase_check(draft: Draft, unit: PieceId) -> None:
    """7.0: a check of the cohesion phase, with what is played for the whole phase (Q7)."""
    table = draft.table
    space, extra = space_of(table, unit), Items()
    for card in event_cards(table, TABLE_EVENTS, "malmedy-massacre"):
        event, ours = pack_of(table).events["malmedy-massacre"], pack_of(table).half_of[card]
        if side_of(table.pieces[card].owner) == card_of(table, unit).side:
            if space and half_of_space(space) == ours:
                extra.append((event.title, event.cohesion, "N-17.MalmedyMassacre"))
    check(draft, unit, extra, rule="N-7.0a")


def must_check(table: Table, unit: PieceId) -> bool:
    """N-7.0a, N-8.2g, N-12.3d: units with hits check."""
    return table.mark(unit, "hit") > 0


class CheckNext(ListedChoice, frozen=True, tag="check-next"):
    """7.0: which unit checks next; to decline is to check all the others in the order shown."""

    question = "Which unit checks its cohesion next?"
    rule = "N-7.0a"
    decline = Decline
    decline_label = "check all in this order"

    def must_ask(self, options: object) -> bool:
        """Only an order of two or more is worth asking for."""
        return len(self.of) > 1

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It rolls, then the rest."""
        phase_check(draft, chosen)
        self._ask_on(draft, chosen)

    def declined(self, draft: Draft) -> None:
        """All roll in this order."""
        for unit in self.of:
            phase_check(draft, unit)

    def _ask_on(self, draft: Draft, chosen: str) -> None:
        rest = tuple(unit for unit in self.of if unit != chosen)
        if rest:
            ask(draft, CheckNext(self.seat, rest))


class SupplyPhase(Step, frozen=True, tag="supply-phase"):
    """6.0, 12.3: supply, cards, hits for lack of it, then the checks."""

    army: Army
    stage: int = 0

    def resume(self, draft: Draft) -> None:
        """One stage after the other."""
        draft.change(stage=self.stage + 1)
        match self.stage:
            case 0:
                check_supply(draft, self.army)
                open_window(draft, "supply", self.army)
            case 1:
                # N-6.0e: these hits come before the checks.
                hit_unsupplied(draft, self.army)
                table = draft.table
                units = [u for u in board_units(table, self.army) if must_check(table, u)]
                if units:
                    ask(draft, CheckNext(seat_of(table, self.army), tuple(units)))
            case _:
                draft.finish()
