"""The damage die, the matrices, and the defences that do not depend on the damage."""

from collections.abc import Mapping

import msgspec

from wardiary.domain.games.company_of_heroes.components.names import (
    Colour,
    DamageType,
    Resistance,
    Symbol,
    Target,
    UnitType,
)


class DieFace(msgspec.Struct, frozen=True):
    """One face of the damage die."""

    symbol: Symbol
    colour: Colour


class DamageDie(msgspec.Struct, frozen=True):
    """13.0: the white die. A roll is a number from 1 to `sides`."""

    faces: tuple[DieFace, ...]
    defense: tuple[Colour, ...]
    he: Mapping[Colour, int]

    @property
    def sides(self) -> int:
        """How many faces it has."""
        return len(self.faces)

    def colour(self, roll: int) -> Colour:
        """The colour of a rolled face."""
        return self.faces[roll - 1].colour

    def defends(self, roll: int) -> bool:
        """5.4: whether a defence die with this roll stops one damage."""
        return self.colour(roll) in self.defense

    def he_damage(self, roll: int) -> int:
        """5.3: what a die of HE damage with this roll amounts to."""
        return self.he[self.colour(roll)]


class StaticDefenses(msgspec.Struct, frozen=True):
    """5.6, 5.7: dice that are rolled whatever the damage."""

    building: int
    destroyed_building: int
    heavy_cover: int
    light_cover: int
    frontal_armor: int


class PrintedHealth(msgspec.Struct, frozen=True):
    """5.6.1, 10.1, 4.1.2, 12.0: the health of what stands on the map."""

    building: int
    bunker: int
    tower: int
    field_defense: int
    sturdy_building: int
    sturdy_bunker: int


class DiceSheet(msgspec.Struct, frozen=True):
    """5.4 to 5.7, 10.4: all that is rolled, and against what."""

    die: DamageDie
    resistance: Mapping[Target, Mapping[DamageType, Resistance]]
    ice: Mapping[UnitType, Mapping[DamageType, int]]
    static: StaticDefenses
    health: PrintedHealth

    def relevant(self, damage: DamageType, target: Target) -> bool:
        """7.5: whether damage of this type can hurt a target of this type (off the ice)."""
        return self.resistance[target][damage] != "immune"
