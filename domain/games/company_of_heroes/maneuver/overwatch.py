"""C-4.1.4: machine guns that are set up watch their arc while enemy infantry moves."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.components.pack import mission_of, unit_card
from wardiary.domain.games.company_of_heroes.table.abilities import has
from wardiary.domain.games.company_of_heroes.table.armies import (
    add,
    enemy_of,
    team_of_piece,
    vp_track,
)
from wardiary.domain.games.company_of_heroes.table.ground import destroyed, smoked
from wardiary.domain.games.company_of_heroes.table.losing import lose_unit
from wardiary.domain.games.company_of_heroes.table.spotting import Vision
from wardiary.domain.games.company_of_heroes.table.units import (
    DAMAGE,
    RETREATING,
    health,
    is_machine_gun,
    is_marked,
    profile,
    team_units,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.company_of_heroes.terrain.lines import is_clear, passes_smoke
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table


def watching(table: Table, unit: PieceId) -> list[PieceId]:
    """C-4.1.4a, C-4.1.4e: the machine guns under whose overwatch a unit has just come."""
    team, hex_ = enemy_of(team_of_piece(table, unit)), table.pieces[unit].zone
    guns = [
        gun
        for gun in team_units(table, team)
        if is_machine_gun(table, gun)
        and unit_card(table, gun).has("overwatch")
        and not is_marked(table, gun, RETREATING)
    ]
    if not guns:
        return []
    assaulted = [gun for gun in guns if table.pieces[gun].zone == hex_]
    # C-4.1.4c: in a building only the machine gun that is assaulted there matters.
    if hex_ in field_of(table).buildings:
        return assaulted
    covering = [gun for gun in guns if gun not in assaulted and covers(table, gun, hex_)]
    if covering and not Vision(table, team).sees(unit):
        covering = []
    return [*assaulted, *covering]


def covers(table: Table, gun: PieceId, hex_: Zone) -> bool:
    """C-4.1.4a, C-4.1.4d: whether a hex is in a gun's range and arc, with a free line."""
    field, piece = field_of(table), table.pieces[gun]
    here, now = piece.zone, profile(table, gun)
    apart, smoke = field.distance(here, hex_), smoked(table)
    if not now.card.least_range <= apart <= now.range:
        return False
    if smoke and apart > 1 and (here in smoke or hex_ in smoke):
        return False
    # Ruling: C-R48 spotters may see for the gun, but its own line must be free.
    return (
        hex_ in field.arc(here, int(piece.face))
        and is_clear(field, here, hex_, destroyed(table))
        and not passes_smoke(field, here, hex_, smoke)
    )


def overwatch(draft: Draft, unit: PieceId) -> None:
    """C-4.1.4a, C-4.1.4b: a unit that has moved of its own will loses one health a gun."""
    table = draft.table
    if not mission_of(table).full or not unit_card(table, unit).infantry:
        return
    if table.pieces[unit].host:
        return
    guns = watching(table, unit)
    for gun in guns:
        if health(draft.table, unit) > 0:
            hurt = draft.table.mark(unit, DAMAGE) + 1
            at_once = draft.table.pieces[gun].zone == draft.table.pieces[unit].zone
            draft.mark(unit, DAMAGE, hurt, rule="C-4.1.4e" if at_once else "C-4.1.4a")
    if guns and health(draft.table, unit) <= 0:
        destroyed_by_overwatch(draft, unit)


def destroyed_by_overwatch(draft: Draft, unit: PieceId) -> None:
    """C-4.1.4f: a victory point for the other team, no XP for the owner."""
    # Ruling: C-R28 one point whatever the number of guns; C-R41 it counts at once.
    team = enemy_of(team_of_piece(draft.table, unit))
    if not has(draft.table, unit, "heroic-sacrifice"):
        points = mission_of(draft.table).unit_destroyed_vp
        add(draft, vp_track(team), points, rule="C-4.1.4f")
    lose_unit(draft, unit, rule="C-4.1.4f")
