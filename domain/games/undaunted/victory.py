"""The end of the game: objective points, pinning, and sides beyond all hope."""

from __future__ import annotations

from wardiary.domain.games.undaunted.board import (
    BOX,
    CARDS,
    PLACES,
    controls,
    counters_on_board,
    deck,
    discards,
    field_of,
    hand,
    initiative_holder,
    kind_of_counter,
    opponent,
    removed,
)
from wardiary.domain.games.undaunted.components import FOG, RIFLEMEN, SEATS
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def points_track(seat: Seat) -> str:
    """The track of a seat's objective points."""
    return f"points/{seat}"


def objective_points(table: Table, seat: Seat) -> int:
    """U-OBJ-1, U-OBJ-2: the points of all tiles that a seat controls."""
    worth = field_of(table).points[seat]
    return sum(points for tile, points in worth.items() if controls(table, tile, seat))


def count_points(draft: Draft) -> None:
    """U-OBJ-1: bring both tracks up to date."""
    for seat in SEATS:
        draft.track(points_track(seat), objective_points(draft.table, seat), rule="U-OBJ-1")


@remembered(PLACES)
def has_riflemen(table: Table, seat: Seat) -> bool:
    """U-PIN-1: whether a Riflemen counter of this side is on the board."""
    cards = field_of(table).cards
    return any(
        cards[kind_of_counter(table, counter)].name == RIFLEMEN
        for counter in counters_on_board(table, seat)
    )


@remembered(CARDS)
def can_control(table: Table, seat: Seat) -> bool:
    """Whether any card that controls tiles is left to a seat: not removed, not in the box."""
    field = field_of(table)
    lost = (removed(seat), BOX)
    return any(
        table.pieces[f"{seat}-{kind}-{number}"].zone not in lost
        for kind in field.file.side(seat).cards
        if "control" in field.cards[kind].actions
        for number in range(1, field.cards[kind].stock + 1)
    )


def is_hopeless(table: Table, seat: Seat) -> bool:
    """U-HOPE-1: whether a seat that needs points can never reach them."""
    # Ruling: U-Q20 further tiles can be won as long as a card with Control is left anywhere.
    needed = field_of(table).goal[seat] - table.track(points_track(seat))
    return needed > 0 and not can_control(table, seat)


def is_pinned(table: Table, seat: Seat) -> bool:
    """U-PIN-1, U-HOPE-1: without Riflemen on the board, or beyond all hope."""
    return not has_riflemen(table, seat) or is_hopeless(table, seat)


def check_victory(draft: Draft, active: Seat) -> None:
    """U-END-1, U-END-2: end the match at this very event if anybody has won."""
    # Ruling: U-Q25 the acting seat's condition is checked first, both sides pinned last.
    for seat in (active, opponent(active)):
        check_goal(draft, seat)
    for seat in (active, opponent(active)):
        check_hope(draft, seat)
    if all(is_pinned(draft.table, seat) for seat in SEATS):
        compare_points(draft, "both sides are pinned")


def check_goal(draft: Draft, seat: Seat) -> None:
    """U-OBJ-1, U-PIN-2, U-HOPE-2: the condition that the scenario sets for a seat."""
    table, goal = draft.table, field_of(draft.table).goal[seat]
    if goal and table.track(points_track(seat)) >= goal:
        draft.end_match((seat,), f"{goal} objective points", scores(table), rule="U-OBJ-1")
    if not goal and not has_riflemen(table, opponent(seat)):
        draft.end_match((seat,), "the enemy is pinned", scores(table), rule="U-PIN-2")
    if not goal and is_hopeless(table, opponent(seat)):
        draft.end_match((seat,), "the enemy is beyond all hope", scores(table), rule="U-HOPE-2")


def check_hope(draft: Draft, seat: Seat) -> None:
    """U-HOPE-3, U-HOPE-4: more points than an enemy beyond all hope, now or later."""
    table, enemy = draft.table, opponent(seat)
    if field_of(table).goal[seat] and is_hopeless(table, enemy):
        if table.track(points_track(seat)) > table.track(points_track(enemy)):
            reason = "more points than an enemy beyond all hope"
            draft.end_match((seat,), reason, scores(table), rule="U-HOPE-3")


def compare_points(draft: Draft, reason: str) -> None:
    """U-PIN-3: more objective points win; U-PIN-4: with equal points, the initiative."""
    total = scores(draft.table)
    if total["us"] == total["german"]:
        seat = initiative_holder(draft.table)
        draft.end_match((seat,), f"{reason}, equal points, initiative", total, rule="U-PIN-4")
    ahead = max(SEATS, key=lambda seat: total[seat])
    draft.end_match((ahead,), f"{reason}, more objective points", total, rule="U-PIN-3")


def scores(table: Table) -> dict[str, int]:
    """Both sides' objective points."""
    return {seat: table.track(points_track(seat)) for seat in SEATS}


def can_act_again(table: Table, seat: Seat) -> bool:
    """Whether a seat can ever play a card: one that acts, and another to bid (U-INIT-1)."""
    pieces = table.pieces
    cards = [card for zone in (deck(seat), hand(seat), discards(seat)) for card in table.zone(zone)]
    return len(cards) > 1 and any(pieces[card].kind != FOG for card in cards)


def check_standstill(draft: Draft) -> None:
    """When neither side can ever act again, neither can reach its goal: both count as pinned."""
    # Ruling: U-Q20 taken further: without a card to play, neither side can bolster.
    if not any(can_act_again(draft.table, seat) for seat in SEATS):
        compare_points(draft, "neither side can act any more")
