"""What the tiers of commanders do, one struct for each kind of effect (8.1).

`units` names kinds of units; the files name them as units of the faction, or every unit of a type.
"""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from wardiary.domain.games.company_of_heroes.components.names import (
    Ability,
    CoverKind,
    FieldDefense,
    Resource,
)
from wardiary.domain.games.company_of_heroes.components.units import (
    Attack,
    Bonus,
    Cost,
    UpgradeName,
)

Count = Annotated[int, msgspec.Meta(ge=0, le=12)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=12)]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """The effect of a tier."""

    def gives(self) -> Mapping[Ability, frozenset[str]]:
        """The abilities that units may have by it, with the kinds of those units."""
        return {}


class Discount(Effect, frozen=True, tag="discount"):
    """New units cost less of a resource, but not less than `least`; `once` a round if so."""

    units: frozenset[str]
    resource: Resource
    amount: Positive
    least: Count = 0
    once: bool = False


class FreeUnit(Effect, frozen=True, tag="free-unit"):
    """One unit spawns free when the tier is unlocked; `more` may be bought."""

    unit: str
    more: bool = False


class CallIn(Effect, frozen=True, tag="call-in"):
    """A unit may be bought."""

    unit: str


class Alternate(Effect, frozen=True, tag="alternate"):
    """A unit may spawn as another one for `cost` more."""

    unit: str
    spawns_as: str
    cost: Cost


class UnitUpgrade(Effect, frozen=True, tag="unit-upgrade"):
    """A single unit takes an upgrade that its board does not have, once."""

    unit: str
    cost: Cost
    bonus: Bonus

    def gives(self) -> Mapping[Ability, frozenset[str]]:
        """Those of the upgrade."""
        return dict.fromkeys(self.bonus.abilities, frozenset((self.unit,)))


class UpgradePrice(Effect, frozen=True, tag="upgrade-price"):
    """An upgrade of a unit costs `price` from now on."""

    unit: str
    upgrade: UpgradeName
    price: Count


class Barrage(Effect, frozen=True, tag="barrage"):
    """Very first CP and munitions: damage on hexes in a line, in this damage phase.

    With `within` the hex is at most so far from a unit of `of`.
    """

    command_points: Count
    cost: Cost
    hexes: Positive
    damage: tuple[Attack, ...]
    within: Count = 0
    of: frozenset[str] = frozenset()


class ReconPlane(Effect, frozen=True, tag="recon-plane"):
    """Very first CP and munitions: hexes are seen this round, camouflaged units included."""

    command_points: Count
    cost: Cost
    radius: Positive


class HastyCover(Effect, frozen=True, tag="hasty-cover"):
    """Very first CP and munitions: own units around a hex have cover in this damage phase."""

    command_points: Count
    cost: Cost
    units: frozenset[str]
    radius: Positive
    cover: CoverKind


class Sight(Effect, frozen=True, tag="sight"):
    """Units see farther, everywhere or only in buildings."""

    units: frozenset[str]
    amount: Positive
    in_buildings: bool = False


class Defense(Effect, frozen=True, tag="defense"):
    """Units have more defence dice."""

    units: frozenset[str]
    dice: Positive


class GivenAbilities(Effect, frozen=True, tag="abilities"):
    """Units have further abilities, `set_up` only while they are set up."""

    units: frozenset[str]
    abilities: tuple[Ability, ...]
    set_up: bool = False

    def gives(self) -> Mapping[Ability, frozenset[str]]:
        """To all of its units."""
        return dict.fromkeys(self.abilities, self.units)


class Wrenches(Effect, frozen=True, tag="wrenches"):
    """Units have so many wrenches."""

    units: frozenset[str]
    number: Positive

    def gives(self) -> Mapping[Ability, frozenset[str]]:
        """To all of its units."""
        return {"wrench": self.units}


class Sandbags(Effect, frozen=True, tag="sandbags"):
    """Own sandbags have so much health."""

    health: Positive


class Repair(Effect, frozen=True, tag="repair"):
    """Each repair of such a unit restores so much health."""

    units: frozenset[str]
    health: Positive


class SpawnReinforce(Effect, frozen=True, tag="spawn-reinforce"):
    """Infantry in the spawn area regains so much health."""

    health: Positive


class Exchange(Effect, frozen=True, tag="exchange"):
    """Once a round: pay resources for others."""

    cost: Cost
    gains: Cost


class Substitute(Effect, frozen=True, tag="substitute"):
    """Once a round, with a purchase: pay some resources in place of others."""

    cost: Cost
    in_place_of: Cost


class Income(Effect, frozen=True, tag="income"):
    """The income of a resource counts higher."""

    resource: Resource
    amount: Positive


class DoubleMove(Effect, frozen=True, tag="double-move"):
    """The first CP of a round on such a unit moves it up to so many hexes."""

    units: frozenset[str]
    hexes: Positive


class Dismount(Effect, frozen=True, tag="dismount"):
    """After leaving a transport such a unit may move so many hexes without CP."""

    units: frozenset[str]
    hexes: Positive


class FieldDefenses(Effect, frozen=True, tag="field-defenses"):
    """Once a round: build a field defence on a hex next to one of `units`."""

    cost: Cost
    kinds: tuple[FieldDefense, ...]
    units: frozenset[str]


class FrontalArmor(Effect, frozen=True, tag="frontal-armor"):
    """Frontal armour of such units rolls so many dice."""

    units: frozenset[str]
    dice: Positive


class DefensiveSmoke(Effect, frozen=True, tag="defensive-smoke"):
    """At the start of the damage phase, for each unit: more defence dice in this phase."""

    units: frozenset[str]
    cost: Cost
    dice: Positive


class ExtraDamage(Effect, frozen=True, tag="extra-damage"):
    """At the start of the damage phase, for each unit: more damage in this phase."""

    units: frozenset[str]
    cost: Cost
    damage: tuple[Attack, ...]


class CloseRangeBeside(Effect, frozen=True, tag="close-range-beside"):
    """Units have close range firepower while next to a certain one."""

    units: frozenset[str]
    beside: str

    def gives(self) -> Mapping[Ability, frozenset[str]]:
        """To all of its units."""
        return {"close-range-firepower": self.units}


Tactic = Barrage | ReconPlane | HastyCover
"""8.1: paid with the very first CP and munitions of a round."""

AnyEffect = (
    Discount
    | FreeUnit
    | CallIn
    | Alternate
    | UnitUpgrade
    | UpgradePrice
    | Barrage
    | ReconPlane
    | HastyCover
    | Sight
    | Defense
    | GivenAbilities
    | Wrenches
    | Sandbags
    | Repair
    | SpawnReinforce
    | Exchange
    | Substitute
    | Income
    | DoubleMove
    | Dismount
    | FieldDefenses
    | FrontalArmor
    | DefensiveSmoke
    | ExtraDamage
    | CloseRangeBeside
)
