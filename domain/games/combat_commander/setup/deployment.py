"""Where a force may be deployed, and a sensible way of doing it."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.components.printed import map_of, pack_of, scenario_of
from wardiary.domain.games.combat_commander.components.terrain_chart import FORTIFICATIONS
from wardiary.domain.games.combat_commander.table.places import silhouettes_by_place
from wardiary.domain.games.combat_commander.table.zones import COUNTERS, enemy_of, reserve
from wardiary.domain.games.combat_commander.units.stacking import silhouettes
from wardiary.domain.games.combat_commander.units.units import unit_card
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_of
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

STACK_LIMIT = 7
COMFORTABLE_STACK = 5


def set_up_zone(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """A35.4: the hexes in which a seat deploys at the start, in the order of the map."""
    return scenario_of(table).force(seat).zone


def hexes_for_unit(table: Table, seat: Seat, unit: PieceId) -> tuple[Zone, ...]:
    """8.2, T98: passable hexes of the zone with room for a unit and no enemy."""
    return _hexes_with_room(table, seat, unit_card(table, unit).silhouettes)


@remembered(COUNTERS)
def _hexes_with_room(table: Table, seat: Seat, more: int) -> tuple[Zone, ...]:
    sheet, enemy, stacked = map_of(table), enemy_of(seat), silhouettes_by_place(table)
    return tuple(
        hex_label
        for hex_label in set_up_zone(table, seat)
        if not sheet.is_impassable(hex_label)
        and stacked.get((hex_label, seat), 0) + more <= STACK_LIMIT
        and (hex_label, enemy) not in stacked
    )


@remembered(COUNTERS)
def hexes_for_fortification(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """8.1.3, F100.3: hexes of the zone that are dry and hold no fortification."""
    pieces, sheet = table.pieces, map_of(table)
    return tuple(
        hex_label
        for hex_label in set_up_zone(table, seat)
        if not sheet.is_wet(hex_label)
        and not any(pieces[other].kind in FORTIFICATIONS for other in table.zone(hex_label))
    )


@remembered(COUNTERS)
def units_to_arm(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """11.2: the units of a seat, deployed or in reserve, that carry no weapon yet."""
    units = pack_of(table).units
    return tuple(
        piece.id
        for piece in table.pieces.values()
        if piece.owner == seat
        and piece.kind in units
        and (piece.zone == reserve(seat) or piece.zone in map_of(table).grid)
        and not weapon_of(table, piece.id)
    )


def sensible_deployment(table: Table, seat: Seat) -> Iterator[tuple[PieceId, str]]:
    """Everything in reserve with a good place for it, in an order in which it can be deployed.

    Weapons go to teams, then squads; groups of units gather around leaders in the best hexes of the
    zone; fortifications shelter units, and wire and mines are in front.
    """
    yield from _weapons_for_units(table, seat)
    plan = _DeploymentPlan(table, seat)
    yield from plan.units()
    yield from plan.fortifications()


def _weapons_for_units(table: Table, seat: Seat) -> Iterator[tuple[PieceId, PieceId]]:
    pack, pieces = pack_of(table), table.pieces
    rank = {"team": 0, "squad": 1, "leader": 2, "hero": 3}
    free = sorted(units_to_arm(table, seat), key=lambda unit: rank[unit_card(table, unit).type])
    weapons = [piece for piece in table.zone(reserve(seat)) if pieces[piece].kind in pack.weapons]
    heavy_first = sorted(
        (arm for arm in weapons if not pieces[arm].host),
        key=lambda arm: -pack.weapons[pieces[arm].kind].firepower,
    )
    yield from zip(heavy_first, free, strict=False)


class _DeploymentPlan:
    """Where each unit goes: `stacked` counts the silhouettes in each hex as the stacks grow."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self.sheet = map_of(table)
        enemy_force = scenario_of(table).force(enemy_of(seat))
        self.front = enemy_force.edge
        self.defends = scenario_of(table).force(seat).attitude == "defender"
        self.zone = [
            hex_label
            for hex_label in set_up_zone(table, seat)
            if not self.sheet.is_impassable(hex_label)
            and not silhouettes(table, hex_label, enemy_of(seat))
        ]
        self.stacked = {hex_label: silhouettes(table, hex_label, seat) for hex_label in self.zone}
        self.occupied: list[Zone] = []

    def _score(self, hex_label: Zone) -> int:
        """Cover; then the objectives for a defender, the way forward for the others."""
        cover = 2 * self.sheet.terrain[hex_label].cover
        if not self.defends:
            return cover - 3 * self.sheet.grid.edge_distance(hex_label, self.front)
        goals = [hexes[0] for hexes in self.sheet.objectives.values()]
        return cover - 2 * min(self.sheet.grid.distance(hex_label, goal) for goal in goals)

    def units(self) -> Iterator[tuple[PieceId, Zone]]:
        """Leaders first, far from each other; the others in turn around them."""
        pack, pieces = pack_of(self.table), self.table.pieces
        waiting = [
            piece
            for piece in self.table.zone(reserve(self.seat))
            if pieces[piece].kind in pack.units
        ]
        leaders = [piece for piece in waiting if unit_card(self.table, piece).is_leader]
        anchors: list[Zone] = []
        for leader in leaders:
            anchor = max(
                self.zone,
                key=lambda piece: (self._score(piece) + 3 * self._apart(piece, anchors), piece),
            )
            anchors.append(anchor)
            yield leader, self._take(leader, anchor)
        others = [piece for piece in waiting if piece not in leaders]
        for place, unit in enumerate(others):
            centre = anchors[place % len(anchors)] if anchors else self.zone[0]
            yield unit, self._take(unit, self._near(unit, centre))

    def _apart(self, hex_label: Zone, anchors: list[Zone]) -> int:
        return min((self.sheet.grid.distance(hex_label, anchor) for anchor in anchors), default=0)

    def _near(self, unit: PieceId, centre: Zone) -> Zone:
        silhouettes = unit_card(self.table, unit).silhouettes
        limits = (COMFORTABLE_STACK, STACK_LIMIT)
        for limit in limits:
            room = [
                hex_label
                for hex_label in self.zone
                if self.stacked[hex_label] + silhouettes <= limit
            ]
            if room:
                return min(
                    room,
                    key=lambda hex_label: (
                        6 * self.sheet.grid.distance(centre, hex_label) - self._score(hex_label),
                        hex_label,
                    ),
                )
        raise AssertionError(f"the set-up zone of {self.seat} has no room for {unit}")

    def _take(self, unit: PieceId, hex_label: Zone) -> Zone:
        self.stacked[hex_label] += unit_card(self.table, unit).silhouettes
        self.occupied.append(hex_label)
        return hex_label

    def fortifications(self) -> Iterator[tuple[PieceId, Zone]]:
        """Shelter where units have the least cover; wire and mines in front of them."""
        pieces = self.table.pieces
        free = list(hexes_for_fortification(self.table, self.seat))
        for piece in self.table.zone(reserve(self.seat)):
            printed = FORTIFICATIONS.get(pieces[piece].kind)
            if printed is None or not free:
                continue
            chosen = max(
                free, key=lambda hex_label: (self._worth(hex_label, printed.cover), hex_label)
            )
            free.remove(chosen)
            yield piece, chosen

    def _worth(self, hex_label: Zone, cover: int | None) -> int:
        if cover is not None:
            need = cover - self.sheet.terrain[hex_label].cover
            return need * self.stacked.get(hex_label, 0)
        if self.stacked.get(hex_label, 0):
            return -10
        neighbours = [
            neighbour
            for neighbour in self.sheet.grid.neighbours(hex_label)
            if neighbour in self.occupied
        ]
        protected = [
            neighbour
            for neighbour in neighbours
            if self.sheet.grid.edge_distance(hex_label, self.front)
            < self.sheet.grid.edge_distance(neighbour, self.front)
        ]
        return 3 * len(protected) + len(neighbours)
