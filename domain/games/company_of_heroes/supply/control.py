"""C-5.0.1b, C-7.1: control points: neutralising, capturing, and what that does to incomes."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.components.pack import map_of, unit_card
from wardiary.domain.games.company_of_heroes.table.abilities import has
from wardiary.domain.games.company_of_heroes.table.armies import (
    Team,
    add,
    armies_of_team,
    enemy_of,
    income_track,
    team_of,
    turn_order,
)
from wardiary.domain.games.company_of_heroes.table.ground import NO_FLAG, point_at
from wardiary.domain.games.company_of_heroes.table.losing import assaulter_in
from wardiary.domain.games.company_of_heroes.table.units import (
    PINNED,
    RETREATING,
    TOGGLED,
    is_marked,
    units_at,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

RUINED = "ruined"
"""C-7.2b: the mark of a point whose building was destroyed this round."""
VICTORY = "victory"


def owner_of(table: Table, hex_: Zone) -> Team:
    """C-7.1d: the team whose flag is on a point, or ""."""
    return table.pieces[point_at(hex_)].face


def change_income(draft: Draft, hex_: Zone, team: Team, amount: int) -> None:
    """C-7.1c, C-2.2k: a point counts for everyone in a team; victory points are shared."""
    # Ruling: C-R7 incomes change with the flag.
    for kind in map_of(draft.table).points[hex_]:
        if kind == VICTORY:
            add(draft, income_track("vp", team), amount, rule="C-7.1c")
        else:
            for army in armies_of_team(draft.table.seats, team):
                add(draft, income_track(kind, army), amount, rule="C-7.1c")


def drop_flag(draft: Draft, point: PieceId, *, rule: str) -> None:
    """C-5.0.1b, C-7.1a: the flag comes off, and the team has less income."""
    piece = draft.table.pieces[point]
    if piece.face != NO_FLAG:
        draft.turn(point, NO_FLAG, rule=rule)
        change_income(draft, piece.zone, piece.face, -1)


def on_point(table: Table, hex_: Zone, team: Team) -> Iterator[PieceId]:
    """C-5.0.1b, C-7.1b: the units of a team on a point that are not pinned or in retreat."""
    # Ruling: C-R47 no unit in retreat, vehicles included.
    return (
        unit
        for unit in units_at(table, hex_)
        if team_of(table.pieces[unit].owner) == team
        and not is_marked(table, unit, PINNED)
        and not is_marked(table, unit, RETREATING)
    )


def neutralise_points(draft: Draft, team: Team, *, rule: str) -> None:
    """C-5.0.1b, C-7.1a: enemy flags come off where a team is, without an assault (C-6.0f)."""
    for hex_ in map_of(draft.table).points:
        if owner_of(draft.table, hex_) == enemy_of(team) and not assaulter_in(draft.table, hex_):
            if any(on_point(draft.table, hex_, team)):
                drop_flag(draft, point_at(hex_), rule=rule)


def captures(table: Table, unit: PieceId) -> bool:
    """C-4.1.1a, C-4.1.5b, C-4.1.6b: whether a unit takes points."""
    card = unit_card(table, unit)
    if card.has("capture-toggle"):
        return is_marked(table, unit, TOGGLED)
    return card.infantry or card.type == "emplacement" or has(table, unit, "capture")


def capture_points(draft: Draft, team: Team) -> None:
    """C-7.1b: points without a flag go to the team that stands there."""
    for hex_ in map_of(draft.table).points:
        point = draft.table.pieces[point_at(hex_)]
        if point.face != NO_FLAG or point.marks.get(RUINED):
            continue
        if any(captures(draft.table, unit) for unit in on_point(draft.table, hex_, team)):
            draft.turn(point.id, team, rule="C-7.1b")
            change_income(draft, hex_, team, 1)


def step_1(draft: Draft) -> None:
    """C-7.0a, C-7.1a, C-7.1b: each team in turn order neutralises and captures."""
    for team in turn_order(draft.table):
        neutralise_points(draft, team, rule="C-7.1a")
        capture_points(draft, team)
