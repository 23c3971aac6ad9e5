"""5 How to win: counting objectives and casualties, and the tie-breaker."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.combat_soldiers.components.cards import OBJECTIVES, printed_objective
from wardiary.domain.games.combat_soldiers.components.zones import (
    DAMAGE,
    casualty_pile,
    is_group,
    owner_of,
    selection_sheet,
)
from wardiary.domain.games.combat_soldiers.groups.group import Group, group_at, victory_points
from wardiary.domain.games.combat_soldiers.groups.objectives import side_of
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation
from wardiary.domain.games.combat_soldiers.victory.resignation import contenders
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

Items = list[tuple[str, int, str]]
COLOUR_BONUS = {2: 2, 3: 3, 4: 4}
COLOURS = ("tan", "blue", "white", "red")


def held_objectives(table: Table, seat: Seat) -> list[PieceId]:
    """The objectives that a seat holds; in a view those that are hidden are in no group."""
    return [
        objective
        for objective in OBJECTIVES
        if (piece := table.pieces.get(objective)) is not None
        and is_group(piece.zone)
        and owner_of(piece.zone) == seat
    ]


def picks(table: Table, seat: Seat) -> dict[PieceId, str]:
    """2.5: the picks on a seat's sheet: objective -> side."""
    sides = {}
    for entry in table.zone(selection_sheet(seat)):
        kind = table.pieces[entry].kind
        if kind.startswith("pick-"):
            objective, _, side = kind.removeprefix("pick-").rpartition("-")
            sides[objective] = side
    return sides


def objective_value(table: Table, objective: PieceId) -> int:
    """5.2.1.2, 7.3.1.3-b2: printed points less damage and isolation, never below zero."""
    group: Group = group_at(table, table.zone_of(objective))
    reduction = table.mark(objective, DAMAGE) + isolation(table, group)
    return max(0, printed_objective(table, objective).vp - reduction)


def colour_bonus(table: Table, seat: Seat, objective: PieceId) -> int:
    """5.2.1.3, 5.2.1.3-b1 to 5.2.1.3-b4: what others of its colour and side add to an objective."""
    # Ruling: CS-Q26 only objectives of one side add to each other.
    colour, side = printed_objective(table, objective).colour, side_of(table, objective)
    if colour == "red":
        return 0
    linked = [
        other
        for other in held_objectives(table, seat)
        if printed_objective(table, other).colour == colour and side_of(table, other) == side
    ]
    return COLOUR_BONUS.get(len(linked), 0)


def holds_whole_colour(table: Table, seat: Seat, colour: str) -> bool:
    """5.2.1.3-c: every printed objective of a colour, on one side."""
    # Ruling: CS-Q29 also those that never came into play must be held.
    if colour == "red":
        return False
    members = of_colour(table, OBJECTIVES, colour)
    all_held = set(members) <= set(held_objectives(table, seat))
    return all_held and len({side_of(table, member) for member in members}) == 1


def of_colour(table: Table, objectives: Iterable[PieceId], colour: str) -> list[PieceId]:
    """Those of some objectives that have a colour."""
    return [
        objective
        for objective in objectives
        if printed_objective(table, objective).colour == colour
    ]


def objective_items(table: Table, seat: Seat) -> Items:
    """5.2.1: every objective held, every colour held whole, every pick held by another."""
    sides, objectives = picks(table, seat), held_objectives(table, seat)
    items: Items = []
    for colour in COLOURS:
        of_one_colour = [
            held_objective_item(table, seat, objective, sides.get(objective, ""))
            for objective in of_colour(table, objectives, colour)
        ]
        items += of_one_colour
        if holds_whole_colour(table, seat, colour):
            total = sum(value for _, value, _ in of_one_colour)
            items.append((f"all {colour}", total, "5.2.1.3-c"))
    return items + lost_pick_items(table, seat, sorted(sides))


def lost_pick_items(table: Table, seat: Seat, objectives: Iterable[PieceId]) -> Items:
    """5.2.1.1-b4: of some picks of a seat, those that another seat holds."""
    items: Items = []
    for objective in objectives:
        zone = table.zone_of(objective)
        if is_group(zone) and owner_of(zone) != seat:
            # Ruling: CS-Q28 nothing is added to the penalty for objectives of one colour.
            name = printed_objective(table, objective).name
            items.append((f"{name} lost", -objective_value(table, objective), "5.2.1.1-b4"))
    return items


def held_objective_item(
    table: Table, seat: Seat, objective: PieceId, picked_side: str
) -> tuple[str, int, str]:
    """5.2.1.1: four times if held as picked, twice on the other side, once if not picked."""
    # Ruling: CS-Q27 first the reductions, then the bonus of its colour, then the multiple.
    base = objective_value(table, objective) + colour_bonus(table, seat, objective)
    name = printed_objective(table, objective).name
    if not picked_side:
        return (name, base, "5.2.1.1-b3")
    if picked_side == side_of(table, objective):
        return (f"{name} as noted", 4 * base, "5.2.1.1-b1")
    return (f"{name} on the other side", 2 * base, "5.2.1.1-b2")


def casualty_items(table: Table, seat: Seat) -> Items:
    """5.2.2: the printed points of the casualty pile; 19.0: or the dealer's tally."""
    # Ruling: CS-Q22 every card with printed points counts.
    total = sum(victory_points(table, card) for card in table.zone(casualty_pile(seat)))
    items: Items = [("casualties", total, "5.2.2")]
    if tally := table.track(f"vp/{seat}"):
        items.append(("the dealer's tally", tally, "19.0"))
    return items


def count_points(draft: Draft) -> None:
    """5.2: sheets are opened, and every seat's points are added up."""
    for seat in draft.table.seats:
        draft.show(draft.table.zone(selection_sheet(seat)), draft.table.seats, rule="5.2")
        draft.show(draft.table.zone(casualty_pile(seat)), draft.table.seats, rule="5.2.2")
    for seat in draft.table.seats:
        items = [*objective_items(draft.table, seat), *casualty_items(draft.table, seat)]
        total = draft.total(f"points of {seat}", items, rule="5.2")
        draft.track(f"score/{seat}", draft.table.track(f"score/{seat}") + total, rule="12.2")


def scores(table: Table) -> dict[str, int]:
    """5.1-b: the points of all rounds so far."""
    return {seat: table.track(f"score/{seat}") for seat in table.seats}


def standing(table: Table) -> dict[Seat, int]:
    """5.2.1: what everybody sees of a seat's points: its objectives as if nobody had picked them,
    and earlier rounds. Casualties are face down until they are counted, at the end of a round.
    """
    if table.result is not None:
        return scores(table)
    return {
        seat: table.track(f"score/{seat}")
        + sum(
            objective_value(table, objective) + colour_bonus(table, seat, objective)
            for objective in held_objectives(table, seat)
        )
        for seat in table.seats
    }


def winner(table: Table) -> Seat:
    """5.1-a, 5.3: the most points; a tie goes to the tied seat that took the latest Turn."""
    # Ruling: CS-Q59 whether that Turn was completed or not.
    points = scores(table)
    return max(contenders(table), key=lambda seat: (points[seat], table.track(f"last-turn/{seat}")))


def decide_match(draft: Draft) -> None:
    """5.1-a: the match is over."""
    points = scores(draft.table)
    first = winner(draft.table)
    tied = sum(points[seat] == points[first] for seat in contenders(draft.table)) > 1
    if tied:
        reason = "most victory points, tied, and the latest Turn"
        draft.end_match((first,), reason, points, rule="5.3")
    draft.end_match((first,), "most victory points", points, rule="5.1-a")
