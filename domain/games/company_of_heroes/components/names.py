"""The words that components are described with."""

from typing import Literal, get_args

Faction = Literal["us", "wehrmacht"]
FACTIONS: tuple[Faction, ...] = ("us", "wehrmacht")
FACTION_NAMES = {"us": "US", "wehrmacht": "Wehrmacht"}

UnitType = Literal["infantry", "light-vehicle", "heavy-vehicle", "emplacement"]
TYPE_LETTERS: dict[str, UnitType] = {
    "G": "infantry",
    "Y": "light-vehicle",
    "R": "heavy-vehicle",
    "P": "emplacement",
}
"""2.3: the letter beside the heart of a unit."""

DamageType = Literal["AI", "AP", "HE", "Flame"]
DAMAGE_TYPES: tuple[DamageType, ...] = ("AI", "AP", "HE", "Flame")
Mount = Literal["", "turret", "fixed"]

Colour = Literal["green", "black", "red"]
Symbol = Literal["AI", "AP", "HE", "Flame", "speed", "spent-speed"]

Resource = Literal["manpower", "munitions", "fuel"]
RESOURCES: tuple[Resource, ...] = ("manpower", "munitions", "fuel")
PointKind = Literal["victory", "manpower", "munitions", "fuel"]
"""What a control point gives."""

Resistance = Literal["hit", "roll", "frontal", "immune"]
Target = Literal["infantry", "light-vehicle", "heavy-vehicle", "emplacement", "building"]

Ability = Literal[
    "weapon-team",
    "machine-gun",
    "packed",
    "no-set-up-in-buildings",
    "overwatch",
    "speed",
    "slow",
    "capture",
    "capture-toggle",
    "transport",
    "reinforce",
    "retreat-point",
    "wrench",
    "camouflage",
    "spots-camouflage",
    "close-range-firepower",
    "splash",
    "smoke",
    "heroic-sacrifice",
]
"""An icon on a unit; one that is printed twice counts twice (wrench, slow)."""
ABILITIES: tuple[Ability, ...] = get_args(Ability)

CoverKind = Literal["light", "heavy"]
FieldDefense = Literal["sandbags", "barbed-wire", "tank-trap"]
GameLength = Literal["short", "medium", "long"]
RuleSet = Literal["first", "full"]
