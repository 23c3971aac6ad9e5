"""The files of a pack as their owners write them."""

from typing import Annotated

import msgspec

from wardiary.domain.games.company_of_heroes.components.commanders import CommanderTier
from wardiary.domain.games.company_of_heroes.components.missions import CommanderDraw
from wardiary.domain.games.company_of_heroes.components.names import (
    Ability,
    Colour,
    Faction,
    GameLength,
    PointKind,
    Resistance,
    RuleSet,
    Target,
    UnitType,
)
from wardiary.domain.games.company_of_heroes.components.units import Cost

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=99)]
Side = Annotated[int, msgspec.Meta(ge=2, le=26)]
Turns = Annotated[int, msgspec.Meta(ge=1, le=12)]
Words = Annotated[str, msgspec.Meta(min_length=1)]
Dice = Annotated[int, msgspec.Meta(ge=0, le=12)]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What files hold: an unknown key is a mistake."""


class DieFile(Strict, frozen=True):
    """The damage die: six faces as symbol and colour."""

    faces: list[str]
    defense: list[Colour]
    he: dict[Colour, Count]


class StaticFile(Strict, frozen=True, rename="kebab"):
    """Dice that are rolled whatever the damage."""

    building: Dice
    destroyed_building: Dice
    heavy_cover: Dice
    light_cover: Dice
    frontal_armor: Dice


class HealthFile(Strict, frozen=True, rename="kebab"):
    """The health of what stands on the map."""

    building: Positive
    bunker: Positive
    tower: Positive
    field_defense: Positive
    sturdy_building: Positive
    sturdy_bunker: Positive


class DiceFile(Strict, frozen=True):
    """The file dice.toml."""

    damage_die: DieFile
    resistance: dict[Target, list[Resistance]]
    ice: dict[UnitType, list[Dice]]
    static: StaticFile
    health: HealthFile


class UpgradeFile(Strict, frozen=True):
    """An upgrade: its price, and what it gives (one of them)."""

    cost: Count
    gives: list[str]


class UnitFile(Strict, frozen=True):
    """A unit of the file units.toml."""

    label: Words
    name: Words
    tier: Annotated[int, msgspec.Meta(ge=0, le=3)]
    type: str
    health: Turns
    range: str
    sight: Turns
    damage: list[str]
    cost: Cost
    abilities: list[Ability] = []
    xp: UpgradeFile | None = None
    munitions: UpgradeFile | None = None
    chassis: str = ""


class CommanderFile(Strict, frozen=True):
    """A commander of the file commanders.toml."""

    label: Words
    name: Words
    tier: list[CommanderTier]


class MapStartFile(Strict, frozen=True):
    """The first income and stockpile of a player."""

    income: Cost
    stockpile: Cost


class MapFile(Strict, frozen=True):
    """A map; its file explains the format in its first lines."""

    id: str
    name: Words
    panels: Annotated[int, msgspec.Meta(ge=1, le=4)]
    columns: Side
    rows: Side
    low_rows: Side
    spawn: tuple[list[str], list[str]]
    points: dict[str, list[PointKind]]
    start: MapStartFile
    water: list[str] = []
    ice: list[str] = []
    buildings: list[str] = []
    destroyed_buildings: list[str] = []
    bunkers: list[str] = []
    cathedral: list[str] = []
    tower: list[str] = []
    tower_sight: Positive = 4
    tank_traps: list[str] = []
    cover: list[str] = []
    impassable: list[str] = []


class MissionFile(Strict, frozen=True):
    """A mission of the file missions.toml."""

    id: str
    name: Words
    about: str
    map: str
    rules: RuleSet
    end_vp: dict[GameLength, Positive]
    start_units: Positive
    operations: bool
    commanders: CommanderDraw | None = None
    unit_destroyed_vp: Count = 1
    heroic_sacrifice_xp: Count = 1


ADVANCING_SPAWN: dict[GameLength, list[Positive]] = {
    "short": [2, 4],
    "medium": [3, 5],
    "long": [3, 6],
}
"""12.0: the rounds in which spawn areas grow, for packs that do not say."""


class MissionsFile(Strict, frozen=True):
    """The file missions.toml."""

    operations: list[str]
    turns: Turns
    command_points: Turns
    unit_command_points: Turns
    retreat_hexes: Turns
    bonus_vp: Count
    team_end_vp: Count
    xp_for_resource: Positive
    limits: dict[str, Positive]
    tiers: dict[Faction, dict[str, Cost]]
    mission: list[MissionFile]
    advancing_spawn: dict[GameLength, list[Positive]] = msgspec.field(
        default_factory=ADVANCING_SPAWN.copy
    )
