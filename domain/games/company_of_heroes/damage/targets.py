"""C-5.0.1, C-5.1: which dice of a unit reach what: range, arc, line of fire and spotting."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.components.pack import mission_of, unit_card
from wardiary.domain.games.company_of_heroes.components.units import Attack
from wardiary.domain.games.company_of_heroes.table import passives
from wardiary.domain.games.company_of_heroes.table.abilities import count, has
from wardiary.domain.games.company_of_heroes.table.armies import Team, enemy_of, team_of
from wardiary.domain.games.company_of_heroes.table.ground import (
    DEFENCES,
    SANDBAGS,
    WALL,
    active_tokens,
    building_health,
    defences,
    destroyed,
    is_bunker,
    is_intact,
    same_building,
    smoked,
)
from wardiary.domain.games.company_of_heroes.table.spotting import Vision
from wardiary.domain.games.company_of_heroes.table.units import (
    PACKED,
    PINNED,
    RETREATING,
    TOGGLED,
    has_arc,
    is_marked,
    profile,
    team_units,
    units_at,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.company_of_heroes.terrain.lines import is_clear, passes_smoke
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

CLOSE_RANGE = Attack("AI", 1, reach=1)
"""C-5.2c: close range firepower."""
BUNKER = Attack("AP", 1)
"""C-10.1a: what infantry in a bunker has more, to the outside."""
HURTS_BUILDINGS = ("HE", "Flame")


def attacks(table: Table, unit: PieceId) -> tuple[Attack, ...]:
    """C-5.2a: all damage dice of a unit, with upgrades, close range firepower and commanders."""
    close = (CLOSE_RANGE,) * count(table, unit, "close-range-firepower")
    return (*profile(table, unit).attacks, *close, *passives.extra_attacks(table, unit))


def cannot_fire(table: Table, unit: PieceId) -> Refusal:
    """C-4.1.3c, C-4.1.2o, C-4.2e, C-4.1.6b: why a unit does not fire at all."""
    if is_marked(table, unit, RETREATING):
        return "C-4.2e", f"{unit} is in retreat and does not fire"
    if is_marked(table, unit, PINNED):
        return "C-4.1.3c", f"{unit} is pinned and does not fire"
    if is_marked(table, unit, PACKED):
        rule = "C-4.1.1e" if unit_card(table, unit).has("weapon-team") else "C-4.1.2o"
        return rule, f"{unit} is packed up and cannot fire"
    if is_marked(table, unit, TOGGLED):
        return "C-4.1.6b", f"{unit} has given up firing to capture"
    return None


def range_to(table: Table, unit: PieceId, hex_: Zone) -> int:
    """C-6.5: how far a hex is for a shot; that of the unit, in an assault, is at range 1."""
    return max(1, field_of(table).distance(table.pieces[unit].zone, hex_))


class Guns:
    """The dice of one unit, looked at once, and what each hex gets of them."""

    def __init__(self, table: Table, unit: PieceId) -> None:
        """Take a unit as it is now."""
        piece, now = table.pieces[unit], profile(table, unit)
        self.table = table
        self.here = piece.zone
        self.field = field_of(table)
        self.attacks = attacks(table, unit)
        self.least, self.range = now.card.least_range, now.range
        self.most = max((attack.reach or now.range for attack in self.attacks), default=-1)
        full = mission_of(table).full
        self.bound = full and has_arc(table, unit)
        self.fixed = full and any(attack.mount == "fixed" for attack in self.attacks)
        self.arc: frozenset[Zone] = frozenset()
        if piece.face and (self.bound or self.fixed):
            self.arc = self.field.arc(piece.zone, int(piece.face))
        self.smoke = smoked(table)
        self.destroyed = destroyed(table)
        self.near = self.field.around(self.here, max(1, self.most))
        self.in_bunker = now.card.infantry and is_bunker(table, piece.zone)

    def at(self, hex_: Zone) -> tuple[Attack, ...]:
        """C-5.0.1c, C-5.1a: the dice that reach a hex, whether it is seen or not."""
        apart = max(1, self.field.distance(self.here, hex_))
        if apart > self.most or apart < self.least:
            return ()
        if self.smoke and apart > 1 and (self.here in self.smoke or hex_ in self.smoke):
            return ()
        bears = hex_ == self.here or hex_ in self.arc
        if self.bound and not bears:
            return ()
        free = self._is_free(hex_)
        dice = tuple(
            attack
            for attack in self.attacks
            if apart <= (attack.reach or self.range)
            and (free or attack.indirect)
            and (bears or not self.fixed or attack.mount != "fixed")
        )
        if dice and self.in_bunker and not same_building(self.table, self.here, hex_):
            return (*dice, BUNKER)
        return dice

    def _is_free(self, hex_: Zone) -> bool:
        """C-5.6.2b, C-5.1c: whether nothing blocks the line."""
        free = is_clear(self.field, self.here, hex_, self.destroyed)
        return free and not passes_smoke(self.field, self.here, hex_, self.smoke)


def attacks_at(table: Table, unit: PieceId, hex_: Zone) -> tuple[Attack, ...]:
    """C-5.0.1c, C-5.1a: the dice of a unit that reach a hex, whether it is seen or not."""
    return Guns(table, unit).at(hex_)


def is_free(table: Table, here: Zone, there: Zone) -> bool:
    """C-5.6.2b, C-5.1c: whether neither a building nor smoke blocks the line."""
    field = field_of(table)
    free = is_clear(field, here, there, destroyed(table))
    return free and not passes_smoke(field, here, there, smoked(table))


class Targets:
    """What the units of a team may fire at now; worked out once for a prompt."""

    def __init__(self, table: Table, team: Team) -> None:
        """Look at the map as the team sees it."""
        self.table = table
        self.team = team
        self.vision = Vision(table, team)
        self._worth: tuple[Zone, ...] | None = None
        enemies = team_units(table, enemy_of(team))
        self.enemies = [unit for unit in enemies if not table.pieces[unit].host]
        self._guns: dict[PieceId, Guns] = {}
        self._found: dict[tuple[PieceId, str], list[str]] = {}

    def guns(self, unit: PieceId) -> Guns:
        """The dice of a unit, looked up once."""
        if unit not in self._guns:
            self._guns[unit] = Guns(self.table, unit)
        return self._guns[unit]

    def sees(self, unit: PieceId, target: PieceId) -> bool:
        """C-5.1a, C-5.1c: the team sees it, or the unit itself does from beside it."""
        return range_to(self.table, unit, self.table.pieces[target].zone) <= 1 or (
            self.vision.sees(target)
        )

    def sees_hex(self, unit: PieceId, hex_: Zone) -> bool:
        """C-5.1a: a hex."""
        return hex_ in self.vision.hexes or range_to(self.table, unit, hex_) <= 1

    def of(self, unit: PieceId, damage: str = "") -> list[str]:
        """C-5.0.1c, C-6.0e: the targets of a unit, or of one type of its dice: units, hexes."""
        if (unit, damage) not in self._found:
            self._found[unit, damage] = self._find(unit, damage)
        return self._found[unit, damage]

    def _find(self, unit: PieceId, damage: str) -> list[str]:
        if cannot_fire(self.table, unit):
            return []
        if has(self.table, unit, "splash"):
            return self._splash_hexes(unit)
        near = self.guns(unit).near
        units = [
            target
            for target in self.enemies
            if self.table.pieces[target].zone in near
            and self._reaches(unit, self.table.pieces[target].zone, damage)
            and self.sees(unit, target)
        ]
        return [*units, *self._hexes(unit, damage)]

    def _reaches(self, unit: PieceId, hex_: Zone, damage: str) -> bool:
        dice = self.guns(unit).at(hex_)
        return bool(dice) and (not damage or any(attack.type == damage for attack in dice))

    def _splash_hexes(self, unit: PieceId) -> list[Zone]:
        """C-5.3.1e: any hex in sight and range."""
        field, here = field_of(self.table), self.table.pieces[unit].zone
        return [
            hex_
            for hex_ in field.within(here, profile(self.table, unit).range)
            if self.sees_hex(unit, hex_) and self.guns(unit).at(hex_)
        ]

    def _hexes(self, unit: PieceId, damage: str) -> list[Zone]:
        """C-4.1.2d, C-5.6.1c: hexes with a building or field defences, and no enemy to be seen."""
        near = self.guns(unit).near
        return [
            hex_
            for hex_ in self._worthwhile_hexes()
            if hex_ in near and self._may_target_hex(unit, hex_, damage)
        ]

    def _may_target_hex(self, unit: PieceId, hex_: Zone, damage: str) -> bool:
        table = self.table
        dice = self.guns(unit).at(hex_)
        dice = tuple(attack for attack in dice if damage in ("", attack.type))
        if (
            not dice
            or not self.sees_hex(unit, hex_)
            or any(self.sees(unit, target) for target in self._enemies_in(hex_))
        ):
            return False
        breaks = any(attack.type in HURTS_BUILDINGS for attack in dice)
        return bool(defences(table, hex_)) or breaks

    def _enemies_in(self, hex_: Zone) -> Iterator[PieceId]:
        pieces = self.table.pieces
        return (
            unit for unit in units_at(self.table, hex_) if team_of(pieces[unit].owner) != self.team
        )

    def _worthwhile_hexes(self) -> tuple[Zone, ...]:
        """The hexes with a building that can be destroyed, or a field defence in the way."""
        if self._worth is None:
            table, field = self.table, field_of(self.table)
            breakable = [
                hex_
                for hex_ in field.buildings
                if is_intact(table, hex_) and building_health(table, hex_)
            ]
            fortified = [
                piece.zone
                for kind in DEFENCES
                for piece in active_tokens(table, kind)
                if self._in_the_way(piece.id)
            ]
            self._worth = tuple(dict.fromkeys((*sorted(breakable), *fortified)))
        return self._worth

    def _in_the_way(self, piece: PieceId) -> bool:
        """Own sandbags and walls are in nobody's way."""
        own = team_of(self.table.pieces[piece].owner) == self.team
        return not own or self.table.pieces[piece].kind not in (SANDBAGS, WALL)


@remembered()
def targets_of(table: Table, team: Team) -> Targets:
    """What a team may fire at."""
    return Targets(table, team)
