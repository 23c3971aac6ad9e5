"""What the bot goes by: who is where, which points are worth taking, and who goes for which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from wardiary.domain.games.company_of_heroes.components.names import DamageType
from wardiary.domain.games.company_of_heroes.components.pack import pack_of, unit_card
from wardiary.domain.games.company_of_heroes.components.units import Attack, UnitCard
from wardiary.domain.games.company_of_heroes.damage.advice import chosen_aims
from wardiary.domain.games.company_of_heroes.damage.targets import attacks_at, cannot_fire
from wardiary.domain.games.company_of_heroes.supply.control import captures, owner_of
from wardiary.domain.games.company_of_heroes.table.armies import (
    Army,
    Team,
    armies_of_seat,
    enemy_of,
    stock_track,
    team_of,
)
from wardiary.domain.games.company_of_heroes.table.ground import is_intact
from wardiary.domain.games.company_of_heroes.table.units import (
    RETREATING,
    army_units,
    health,
    is_marked,
    passengers,
    profile,
    team_units,
)
from wardiary.domain.games.company_of_heroes.terrain.field import Field, field_of
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

POINT_VALUES = {"victory": 10.0, "fuel": 5.0, "munitions": 4.0, "manpower": 5.0}
OF_ENEMY = 1.5
"""A point with the enemy's flag is worth so many times one without a flag."""
FAR = 99
KEEP_BACK = 1
"""Weapon teams and loaded transports stop so many hexes before the point they go for."""
EXPECTED: Mapping[tuple[str, DamageType], float] = {
    ("infantry", "AI"): 1.0,
    ("infantry", "AP"): 0.33,
    ("infantry", "HE"): 1.0,
    ("infantry", "Flame"): 1.0,
    ("light-vehicle", "AI"): 0.33,
    ("light-vehicle", "AP"): 1.0,
    ("light-vehicle", "HE"): 0.6,
    ("light-vehicle", "Flame"): 1.0,
    ("heavy-vehicle", "AI"): 0.0,
    ("heavy-vehicle", "AP"): 0.7,
    ("heavy-vehicle", "HE"): 0.6,
    ("heavy-vehicle", "Flame"): 0.0,
    ("emplacement", "AI"): 0.33,
    ("emplacement", "AP"): 0.33,
    ("emplacement", "HE"): 1.0,
    ("emplacement", "Flame"): 1.0,
}
"""About how much damage a die does to a type of unit."""


class Evaluation:
    """A seat's view, looked at once for a prompt."""

    def __init__(self, view: Table, seat: Seat) -> None:
        """Look at a view with the eyes of a seat."""
        self.view = view
        self.seat = seat
        self.team: Team = team_of(seat)
        self.armies: tuple[Army, ...] = armies_of_seat(view.seats, seat)
        self.field: Field = field_of(view)

    # Who is where

    @cached_property
    def own(self) -> list[PieceId]:
        """The units of the seat's armies."""
        return [unit for army in self.armies for unit in army_units(self.view, army)]

    @cached_property
    def enemies(self) -> list[PieceId]:
        """The enemy's units outside transports."""
        units = team_units(self.view, enemy_of(self.team))
        return [unit for unit in units if not self.view.pieces[unit].host]

    @cached_property
    def enemy_hexes(self) -> list[Zone]:
        """Where they are."""
        return [self.hex(unit) for unit in self.enemies]

    def hex(self, unit: PieceId) -> Zone:
        """Where a unit is."""
        return self.view.pieces[unit].zone

    def card(self, unit: PieceId) -> UnitCard:
        """What a unit prints."""
        return unit_card(self.view, unit)

    def count(self, army: Army, kind: str) -> int:
        """How many units of a kind an army has."""
        return sum(self.view.pieces[unit].kind == kind for unit in army_units(self.view, army))

    def stock(self, resource: str, army: Army) -> int:
        """What an army has of a resource."""
        return self.view.track(stock_track(resource, army))

    def nearest_enemy(self, hex_: Zone) -> int:
        """How far the nearest enemy is."""
        distances = (self.field.distance(hex_, enemy) for enemy in self.enemy_hexes)
        return min(distances, default=FAR)

    # Points

    @cached_property
    def wanted(self) -> dict[Zone, float]:
        """The control points that are not the team's, with their worth."""
        worth = {}
        for hex_, kinds in self.field.sheet.points.items():
            owner = owner_of(self.view, hex_)
            if owner != self.team:
                value = sum(POINT_VALUES[kind] for kind in kinds)
                worth[hex_] = value * (OF_ENEMY if owner else 1.0)
        return worth

    @cached_property
    def aims(self) -> dict[PieceId, Zone]:
        """For each unit of the team the point that it goes for; near and worthy ones first.

        A point goes to one unit that captures; units left over go where most is to be had, and
        transports where their passengers want to go.
        """
        units = [unit for unit in team_units(self.view, self.team) if self._goes(unit)]
        takers = [
            unit for unit in units if captures(self.view, unit) and not passengers(self.view, unit)
        ]
        pairs = sorted(
            (
                (worth / (2 + self._way(unit, hex_)), unit, hex_)
                for hex_, worth in self.wanted.items()
                for unit in takers
            ),
            reverse=True,
        )
        aims: dict[PieceId, Zone] = {}
        for _, unit, hex_ in pairs:
            if unit not in aims and hex_ not in aims.values():
                aims[unit] = hex_
        for unit in units:
            carried = [aims[rider] for rider in passengers(self.view, unit) if rider in aims]
            aims.setdefault(unit, carried[0] if carried else self._support(unit))
        return aims

    def _goes(self, unit: PieceId) -> bool:
        """Whether a unit gets anywhere at all, by itself or in a transport."""
        return not is_marked(self.view, unit, RETREATING) and self.card(unit).type != "emplacement"

    def _support(self, unit: PieceId) -> Zone:
        """The victory point for which a unit that takes none is useful: the most contested one."""
        points = [h for h, kinds in self.field.sheet.points.items() if "victory" in kinds]
        return max(
            points,
            key=lambda hex_: (
                -self.nearest_enemy(hex_) - 0.5 * self._way(unit, hex_),
                hex_,
            ),
        )

    def _way(self, unit: PieceId, hex_: Zone) -> int:
        return self.way(self.hex(unit), hex_)

    def way(self, here: Zone, there: Zone) -> int:
        """How far it is to walk."""
        return self.field.walk_from(there).get(here, FAR)

    def progress(self, unit: PieceId, here: Zone, there: Zone) -> float:
        """How much nearer its aim a unit gets; who stands on a point that is to be taken stays."""
        aim = self.aims.get(unit)
        if aim is None:
            return 0.0
        if here == aim and here in self.wanted and captures(self.view, unit):
            return -10.0
        takes = captures(self.view, unit) and not passengers(self.view, unit)
        keeps_back = 0 if takes and aim in self.wanted else KEEP_BACK
        before, after = self.way(here, aim), self.way(there, aim)
        return float(max(before, keeps_back) - max(after, keeps_back))

    # Fire

    @cached_property
    def planned(self) -> dict[str, float]:
        """The damage expected on each target of the aims that the team has chosen so far."""
        planned: dict[str, float] = {}
        for aim in chosen_aims(self.view):
            if aim.target in self.view.pieces:
                dealt = self.dealt(profile(self.view, aim.unit).attacks, aim.target)
                planned[aim.target] = planned.get(aim.target, 0.0) + dealt
        return planned

    def dealt(self, attacks: Iterable[Attack], target: PieceId) -> float:
        """About how much damage some dice do to a unit where it is."""
        dealt = self.dealt_in_the_open(attacks, target)
        sheltered = self.card(target).infantry and is_intact(self.view, self.hex(target))
        return max(0.0, dealt - 1.0) if sheltered else dealt

    def dealt_in_the_open(self, attacks: Iterable[Attack], target: PieceId) -> float:
        """About how much damage some dice do to a unit from where no cover helps it."""
        kind = self.card(target).type
        return sum(attack.dice * EXPECTED[kind, attack.type] for attack in attacks)

    def supported(self, unit: PieceId, target: PieceId) -> float:
        """About how much damage the rest of the team could do to a target from where it is."""
        here = self.hex(target)
        return sum(
            self.dealt(attacks_at(self.view, ally, here), target)
            for ally in team_units(self.view, self.team)
            if ally != unit and cannot_fire(self.view, ally) is None
        )

    def worth_of_fire(self, attacks: Iterable[Attack], target: str) -> float:
        """What fire at a target is worth: damage, XP for a new target, and kills above all."""
        if target not in self.view.pieces:
            return 0.3
        dealt, before = self.dealt(attacks, target), self.planned.get(target, 0.0)
        left = health(self.view, target) - before
        if left <= 0:
            return 0.1
        value = min(dealt, left) + (0.0 if before else 0.6 * (dealt > 0))
        if dealt >= left:
            value += 2.0 + 0.2 * self.card(target).health
        if self.hex(target) in self.field.sheet.points:
            value += 0.5
        return value

    # Buying

    @property
    def has_enemy_armor(self) -> bool:
        """Whether the enemy has vehicles."""
        return any(self.card(unit).vehicle for unit in self.enemies)

    def unit_worth(self, army: Army, kind: str) -> float:
        """What another unit of a kind is worth to an army, before its price."""
        card, have = pack_of(self.view).units[kind], self.count(army, kind)
        dice = {attack.type: attack.dice for attack in card.damage}
        value = 3.0 * card.health + 3.0 * sum(dice.values())
        if card.regular_infantry:
            value += 12.0 - 3.0 * have
        elif card.has("capture"):
            value += 6.0 - 4.0 * have
        else:
            value -= 4.0 * have
        if self.has_enemy_armor:
            value += 4.0 * dice.get("AP", 0)
        return value
