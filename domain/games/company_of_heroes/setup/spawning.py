"""C-2.4: new units come to the map."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from wardiary.domain.games.company_of_heroes.components.names import GameLength
from wardiary.domain.games.company_of_heroes.components.pack import map_of, mission_of, pack_of
from wardiary.domain.games.company_of_heroes.components.units import UnitCard
from wardiary.domain.games.company_of_heroes.table.armies import TEAMS, Army, Team, team_of
from wardiary.domain.games.company_of_heroes.table.ground import closed_to, has_wire
from wardiary.domain.games.company_of_heroes.table.units import PACKED, ROUND, SPAWNED, is_occupied
from wardiary.domain.games.company_of_heroes.terrain.field import Field, field_of
from wardiary.domain.hexes.grid import Direction
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

FACINGS = ("1", "2", "3", "4", "5", "6")
NO_FACING = ""
SPAWN, ADVANCING = "spawn", "advancing"
"""The setting by which spawn areas grow in certain rounds."""


def spawn_area(table: Table, team: Team) -> tuple[Zone, ...]:
    """C-2.4a: the spawn hexes of a team."""
    number = TEAMS.index(team)
    if table.settings.get(SPAWN) == ADVANCING and (hexes := advance_of(table)):
        return grown_area(field_of(table), number, hexes)
    return map_of(table).spawn[number]


def advance_of(table: Table) -> int:
    """C-12c: by how many hexes spawn areas have grown: by one in step 4 of certain rounds."""
    length = cast(GameLength, table.settings["length"])
    buying = table.phase in ("supply.4", "supply.5")
    rounds = pack_of(table).numbers.advancing_spawn[length]
    return sum(round_ < table.round + buying for round_ in rounds)


@lru_cache(maxsize=64)
def grown_area(field: Field, team: int, hexes: int) -> tuple[Zone, ...]:
    """C-12c: the spawn area of a team, so many hexes larger in all directions."""
    printed = field.sheet.spawn[team]
    near = {there for hex_ in printed for there in field.within(hex_, hexes)}
    return tuple(hex_ for hex_ in field.sheet.hexes if hex_ in near)


def spawn_hexes(table: Table, team: Team, card: UnitCard) -> list[Zone]:
    """C-2.4a, C-4.1.2h, C-4.1.2i: the empty spawn hexes that a new unit may stand on."""
    return [
        hex_
        for hex_ in spawn_area(table, team)
        if not is_occupied(table, hex_) and can_stand(table, card, hex_)
    ]


def can_stand(table: Table, card: UnitCard, hex_: Zone) -> bool:
    """C-4.1e, C-4.1.1b, C-4.1.2h, C-4.1.2i: whether a unit of this type may stand in a hex."""
    field = field_of(table)
    if hex_ in field.water:
        return False
    if card.infantry or card.vehicle:
        return hex_ not in closed_to(table, card)
    return hex_ not in field.buildings and not has_wire(table, hex_)


def facings(table: Table, card: UnitCard) -> tuple[str, ...]:
    """C-4.1.7a: heavy vehicles of the full game face one way, which their owner chooses."""
    if card.type == "heavy-vehicle" and mission_of(table).full:
        return FACINGS
    return (NO_FACING,)


def facing_across(table: Table, team: Team) -> Direction:
    """The direction from a team's spawn area to the other side of the map."""
    return field_of(table).facing_of_team(TEAMS.index(team))


def unit_id(table: Table, army: Army, kind: str) -> PieceId:
    """The next unit of a kind of an army: its id tells both and a number."""
    name = kind.removeprefix(f"{team_of(army)}-")
    of_army = sum(piece.owner == army and piece.kind == kind for piece in table.pieces.values())
    return f"{army}-{name}-{of_army + 1}"


def spawn(
    draft: Draft,
    army: Army,
    kind: str,
    hex_: Zone,
    *,
    rule: str,
    facing: str = NO_FACING,
    host: PieceId = "",
) -> PieceId:
    """C-2.4b, C-4.1.1e: a new unit in a hex or a transport; weapons are packed up."""
    card = pack_of(draft.table).units[kind]
    unit = unit_id(draft.table, army, kind)
    marks = {PACKED: 1} if card.has("packed") else {}
    draft.place(unit, kind, hex_, rule=rule, owner=army, face=facing, marks=marks, host=host)
    # C-4.1.2l: it builds no emplacement in the round in which it spawns.
    draft.mark(unit, SPAWNED, 1, until=ROUND, rule=rule)
    return unit
