"""What a team sees: hexes in sight of its units, camouflage and smoke."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.table.abilities import has, sight
from wardiary.domain.games.company_of_heroes.table.armies import Team, team_of
from wardiary.domain.games.company_of_heroes.table.ground import destroyed, planes, smoked
from wardiary.domain.games.company_of_heroes.table.units import RETREATING, is_marked, team_units
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.company_of_heroes.terrain.lines import passes_smoke, seen_from
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table


def spotters(table: Table, team: Team) -> list[PieceId]:
    """C-5.1a, C-4.2e, C-5.1c: the units that spot for a team: not in retreat, not in smoke."""
    smoke = smoked(table)
    return [
        unit
        for unit in team_units(table, team)
        if not is_marked(table, unit, RETREATING) and table.pieces[unit].zone not in smoke
    ]


def seen_by(table: Table, unit: PieceId) -> frozenset[Zone]:
    """C-5.1a: the hexes that one unit sees for its team."""
    field, here = field_of(table), table.pieces[unit].zone
    seen = seen_from(field, here, sight(table, unit), destroyed(table))
    smoke = smoked(table)
    if not smoke:
        return seen
    return frozenset(
        there
        for there in seen
        if there not in smoke and not passes_smoke(field, here, there, smoke)
    )


class Vision:
    """What a team sees at one moment; worked out once, and asked many times."""

    def __init__(self, table: Table, team: Team) -> None:
        """Look through the eyes of all spotters of a team."""
        self.table = table
        self.team = team
        self.field = field_of(table)
        self.spotters = spotters(table, team)
        seen = [seen_by(table, unit) for unit in self.spotters]
        self.planes = self._seen_by_planes()
        self.hexes = frozenset().union(*seen, self.planes)

    def _seen_by_planes(self) -> frozenset[Zone]:
        """C-5.1b: what recon planes show."""
        table = self.table
        hexes: set[Zone] = set()
        for plane in planes(table):
            piece = table.pieces[plane]
            if team_of(piece.owner) == self.team:
                hexes.update(self.field.within(piece.zone, piece.marks.get("radius", 0)))
        return frozenset(hexes)

    def sees(self, unit: PieceId) -> bool:
        """C-5.1a, C-5.1b, C-13c: whether an enemy unit is seen, camouflaged ones included."""
        hex_ = self.table.pieces[unit].zone
        return hex_ in self.hexes and (
            not has(self.table, unit, "camouflage") or self.spots_camouflage(hex_)
        )

    def spots_camouflage(self, hex_: Zone) -> bool:
        """C-5.1b: from beside it, by a unit that spots camouflage, or from a plane."""
        table = self.table
        if hex_ in self.planes:
            return True
        for spotter in self.spotters:
            here = table.pieces[spotter].zone
            if here == hex_ or hex_ in self.field.neighbours(here):
                return True
            if has(table, spotter, "spots-camouflage") and hex_ in seen_by(table, spotter):
                return True
        return False
