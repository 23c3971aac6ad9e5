"""5 How to win: counting objectives and casualties, and the tie-breaker."""

from __future__ import annotations

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
    """The objectives that lie before a seat."""
    return [
        objective
        for objective in OBJECTIVES
        if is_group(zone := table.zone_of(objective)) and owner_of(zone) == seat
    ]


def picks(table: Table, seat: Seat) -> dict[PieceId, str]:
    """2.5: what a seat noted: objective -> side."""
    sides = {}
    for chip in table.zone(selection_sheet(seat)):
        kind = table.pieces[chip].kind
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
    """5.2.1.3, 5.2.1.3-b1 to 5.2.1.3-b4: what its colour adds, counted by nationality."""
    # Ruling: CS-Q26 only objectives of one side link with each other.
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
    members = [
        objective
        for objective in OBJECTIVES
        if printed_objective(table, objective).colour == colour
    ]
    objectives = held_objectives(table, seat)
    return (
        set(members) <= set(objectives) and len({side_of(table, member) for member in members}) == 1
    )


def objective_items(table: Table, seat: Seat) -> Items:
    """5.2.1: every objective held, every colour held whole, every pick held by another."""
    noted, objectives = picks(table, seat), held_objectives(table, seat)
    items: Items = []
    for colour in COLOURS:
        total = 0
        for objective in objectives:
            if printed_objective(table, objective).colour == colour:
                item = held_objective_item(table, seat, objective, noted.get(objective, ""))
                items.append(item)
                total += item[1]
        if holds_whole_colour(table, seat, colour):
            items.append((f"all {colour}", total, "5.2.1.3-c"))
    for objective in sorted(noted):
        zone = table.zone_of(objective)
        if is_group(zone) and owner_of(zone) != seat:
            # Ruling: CS-Q28 the penalty has no link bonus.
            items.append(
                (
                    f"{printed_objective(table, objective).name} lost",
                    -objective_value(table, objective),
                    "5.2.1.1-b4",
                )
            )
    return items


def held_objective_item(
    table: Table, seat: Seat, objective: PieceId, picked_side: str
) -> tuple[str, int, str]:
    """5.2.1.1: four times if held as noted, twice as the other side, once if not noted."""
    # Ruling: CS-Q27 reduce, add the link, then multiply.
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
    """5.2: sheets are opened, and every seat's points added up."""
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


def winner(table: Table) -> Seat:
    """5.1-a, 5.3: the most points; a tie goes to whoever of the tied took the latest Turn."""
    # Ruling: CS-Q59 completed or running.
    points = scores(table)
    return max(contenders(table), key=lambda seat: (points[seat], table.track(f"last-turn/{seat}")))


def decide_match(draft: Draft) -> None:
    """5.1-a: the match is over."""
    points = scores(draft.table)
    first = winner(draft.table)
    tied = sum(points[seat] == points[first] for seat in contenders(draft.table)) > 1
    if tied:
        draft.end_match(
            (first,), "most victory points, tied, and the latest Turn", points, rule="5.3"
        )
    draft.end_match((first,), "most victory points", points, rule="5.1-a")
