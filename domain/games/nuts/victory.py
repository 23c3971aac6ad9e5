"""13 Winning the game: so many mechanized units off the board before the German deck is out."""

from __future__ import annotations

from wardiary.domain.games.nuts.board import (
    AMERICAN,
    EXIT,
    GERMAN,
    TANDEM,
    armies,
    deck,
    discards,
    hand_on_general,
    pack_of,
    relocate,
    side_of,
    space_of,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

EXITS_OF_A_SET = 3


def exits_needed(table: Table) -> int:
    """N-13.0a, N-14.3a: three with one set, six with both."""
    return 2 * EXITS_OF_A_SET if table.scenario == TANDEM else EXITS_OF_A_SET


def exit_board(draft: Draft, units: tuple[PieceId, ...]) -> None:
    """N-13.0b, N-13.0c: units leave for good, and count."""
    for unit in units:
        if space := space_of(draft.table, unit):
            hand_on_general(draft, unit, space)
    relocate(draft, units, EXIT, rule="N-13.0b")
    draft.track("exited", draft.table.track("exited") + len(units), rule="N-13.0a")


def is_deck_out(table: Table) -> bool:
    """13.0: whether no German deck has a card left."""
    # Ruling: R-55 with two German decks the later one counts.
    germans = (army for army in armies(table) if side_of(army) == GERMAN)
    return not any(table.zone(deck(army)) for army in germans)


def is_last_turn(table: Table) -> bool:
    """6.0: the deck is out, or the turns agreed on are over."""
    # Ruling: R-8 the deck decides, unless the players set a number of turns.
    limit = int(table.setting("turn_limit"))
    return is_deck_out(table) or bool(limit and table.round >= limit)


def check_end(draft: Draft) -> None:
    """N-6.0d: at the end of a turn the game may be over; raises MatchOver then."""
    table = draft.table
    if table.track("exited") >= exits_needed(table):
        end(draft, GERMAN, f"{table.track('exited')} units exited in turn {table.round}")
    if is_last_turn(table):
        end(draft, AMERICAN, f"only {table.track('exited')} units exited by turn {table.round}")


def end(draft: Draft, side: str, reason: str) -> None:
    """13.0: the whole side wins."""
    table = draft.table
    winners = tuple(seat for seat in table.seats if side_of(seat) == side)
    scores = {seat: table.track("exited") if side_of(seat) == GERMAN else 0 for seat in table.seats}
    draft.end_match(winners, reason, scores, rule="N-13.0a")


def standing(table: Table) -> dict[Seat, int]:
    """N-13.0a: how many units have left the board so far; only Germans gain by it."""
    return {seat: table.track("exited") for seat in table.seats if side_of(seat) == GERMAN}


def losses(table: Table, seat: Seat) -> int:
    """N-3.3e: the destroyed units of a seat's armies that have not come back."""
    own = [army for army in armies(table) if seat in (army, side_of(army))]
    cards = (card for army in own for card in table.zone(discards(army)))
    return sum(table.pieces[card].kind in pack_of(table).units for card in cards)


def sides(table: Table) -> tuple[tuple[Seat, ...], ...]:
    """1.0: partners win together."""
    return tuple(
        tuple(seat for seat in table.seats if side_of(seat) == side) for side in (GERMAN, AMERICAN)
    )
