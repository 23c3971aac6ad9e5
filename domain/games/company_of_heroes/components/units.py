"""Units as their building boards and commander cards print them."""

from typing import Annotated, Literal

import msgspec

from wardiary.domain.games.company_of_heroes.components.names import (
    Ability,
    DamageType,
    Faction,
    Mount,
    Resource,
    UnitType,
)

UpgradeName = Literal["xp", "munitions"]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An amount of each resource, to pay or to get."""

    manpower: Count = 0
    munitions: Count = 0
    fuel: Count = 0

    def of(self, resource: Resource) -> int:
        """The amount of one resource."""
        amounts = {
            "manpower": self.manpower,
            "munitions": self.munitions,
            "fuel": self.fuel,
        }
        return amounts[resource]

    def with_amount(self, resource: Resource, amount: int) -> "Cost":
        """The same with another amount of one resource."""
        return msgspec.structs.replace(self, **{resource: amount})

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.manpower + other.manpower, self.munitions + other.munitions, self.fuel + other.fuel
        )


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Damage dice of one type.

    `mount` is that of a heavy vehicle's gun. `reach` is the farthest range at which these dice
    count, 0 for that of the unit (5.2, close range firepower: 1).
    """

    type: DamageType
    dice: Annotated[int, msgspec.Meta(ge=1, le=12)]
    mount: Mount = ""
    indirect: bool = False
    reach: Count = 0


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an upgrade adds to a unit, or takes from it; `id` is a word for it in commands."""

    id: str
    title: str
    damage: tuple[Attack, ...] = ()
    health: int = 0
    range: int = 0
    sight: int = 0
    defense: int = 0
    abilities: tuple[Ability, ...] = ()
    loses: tuple[Ability, ...] = ()


class Upgrade(msgspec.Struct, frozen=True):
    """7.4: an upgrade of a unit, paid in XP or munitions; its owner takes one of `options`."""

    name: UpgradeName
    price: int
    options: tuple[Bonus, ...]

    def option(self, bonus: str) -> Bonus:
        """The option with this id; raises KeyError if there is none."""
        for option in self.options:
            if option.id == bonus:
                return option
        raise KeyError(bonus)


class UnitCard(msgspec.Struct, frozen=True):
    """A unit. `kind` is that of its pieces, `tier` the building it comes from, 0 for none.

    `least_range` is the minimum range: 0 lets it shoot into its own hex. Ranges are in hexes.
    """

    kind: str
    faction: Faction
    label: str
    name: str
    tier: int
    type: UnitType
    health: int
    least_range: int
    range: int
    sight: int
    damage: tuple[Attack, ...]
    abilities: tuple[Ability, ...]
    cost: Cost
    upgrades: tuple[Upgrade, ...]
    chassis: str

    def has(self, ability: Ability) -> bool:
        """Whether it prints this icon."""
        return ability in self.abilities

    def count(self, ability: Ability) -> int:
        """How often it prints this icon, such as wrenches."""
        return self.abilities.count(ability)

    def upgrade(self, name: str) -> Upgrade | None:
        """Its upgrade of this name, if it has one."""
        return next((upgrade for upgrade in self.upgrades if upgrade.name == name), None)

    @property
    def infantry(self) -> bool:
        """2.3: regular infantry or a weapon team."""
        return self.type == "infantry"

    @property
    def regular_infantry(self) -> bool:
        """4.1.2: infantry that is no weapon team."""
        return self.infantry and "weapon-team" not in self.abilities

    @property
    def vehicle(self) -> bool:
        """2.3: a light or a heavy vehicle."""
        return self.type in ("light-vehicle", "heavy-vehicle")
