"""What is printed on cards, counters, support tables and scenarios."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec

from wardiary.domain.games.combat_commander.components.map_sheet import MapSheet
from wardiary.domain.games.combat_commander.components.names import (
    ActionName,
    Attitude,
    EventName,
    OrderName,
    Quality,
    Special,
    Trigger,
    UnitType,
    WeaponClass,
)
from wardiary.domain.games.combat_commander.components.terrain_chart import FortificationName, Side
from wardiary.domain.hexes.grid import Edge
from wardiary.domain.table.table import Table

HAND_SIZE: Mapping[Attitude, int] = {"attacker": 6, "reconnaissance": 5, "defender": 4}
"""1.1: cards in hand by attitude."""

SILHOUETTES: Mapping[UnitType, int] = {"squad": 4, "team": 2, "leader": 1, "hero": 1}
"""3: silhouettes by type of unit."""


class Card(msgspec.Struct, frozen=True):
    """A Destiny card. As opportunity fire (A33) it can be played when its order is "fire".

    Its `kind` says all that is printed on it, so that a view can show it without the pack.
    """

    id: str
    nation: str
    order: OrderName
    action: ActionName
    event: EventName
    hex: str
    white: int
    red: int
    trigger: Trigger

    @property
    def kind(self) -> str:
        """All of the card in a word: `g01:rout:concealment:suppressing-fire:A3:5-2:event`."""
        dice = f"{self.white}-{self.red}"
        return ":".join(
            (self.id, self.order, self.action, self.event, self.hex, dice, self.trigger or "none")
        )


class Numbers(msgspec.Struct, frozen=True):
    """The numbers on one side of a unit, and which of them are boxed (3.1)."""

    firepower: int
    range: int
    movement: int
    morale: int
    command: int
    boxed: tuple[str, ...]


class UnitCard(msgspec.Struct, frozen=True):
    """A unit counter: both its sides. Its id is the nation and the name, "germany-rifle"."""

    id: str
    nation: str
    name: str
    type: UnitType
    normal: Numbers
    demoralised: Numbers

    @property
    def silhouettes(self) -> int:
        """3: the silhouettes on the counter."""
        return SILHOUETTES[self.type]

    @property
    def is_leader(self) -> bool:
        """E58.1: heroes are leaders too."""
        return self.type in ("leader", "hero")

    @property
    def points(self) -> int:
        """7.1: what the opponent gets when it is eliminated, and its owner when it exits."""
        if self.type == "leader":
            return 1 + self.normal.command
        return {"squad": 2, "team": 1, "hero": 0}[self.type]


class WeaponCard(msgspec.Struct, frozen=True):
    """A weapon counter. `artillery` is the white bar; `fix` and `lost` are rows of a random hex."""

    id: str
    nation: str
    name: str
    type: WeaponClass
    firepower: int
    least: int
    most: int
    movement: int
    artillery: bool
    smoke: bool
    fix: range
    lost: range
    boxed: tuple[str, ...] = ()

    @property
    def is_mg(self) -> bool:
        """A machine gun, as A41 and E75 ask."""
        return self.type == "mg"

    @property
    def is_single_use(self) -> bool:
        """11.6: charges and Molotovs are used up."""
        return self.type in ("charge", "molotov")

    @property
    def voids_cover(self) -> bool:
        """11.6: flamethrowers and Molotovs make the target's cover 0."""
        return self.type in ("flamethrower", "molotov")


class RadioCard(msgspec.Struct, frozen=True):
    """12: a battery off the map; `destroys` are the impact rolls that destroy a fortification."""

    id: str
    calibre: int
    firepower: int
    destroys: tuple[int, ...]
    smoke: bool


class Element(msgspec.Struct, frozen=True):
    """An entry of a support table: a unit with or without weapon, or a radio; with its years."""

    unit: str
    weapon: str
    radio: str
    cost: int
    first_year: int
    last_year: int

    def available(self, year: int) -> bool:
        """4.3.2: whether it may be chosen in this year."""
        return self.first_year <= year <= self.last_year


class Nation(msgspec.Struct, frozen=True):
    """A nation: its side, discard capability (5.3) and support table by roll."""

    name: str
    side: Side
    discard: int
    support: dict[int, tuple[Element, ...]]


class Chit(msgspec.Struct, frozen=True):
    """An objective marker (7.3.2): `objective` 0 stands for all five."""

    letter: str
    objective: int
    value: int
    special: Special | None
    has_secret_side: bool

    @property
    def kind(self) -> str:
        """All of the marker in a word: `objective-3-worth-1`."""
        if self.special is not None:
            return f"special-{self.special}"
        which = f"objective-{self.objective}" if self.objective else "every-objective"
        return f"{which}-worth-{self.value}"


class Markers(msgspec.Struct, frozen=True):
    """The other markers in the box."""

    smoke: tuple[int, ...]
    time_track: tuple[int, ...]
    casualty_track: int
    rubble: FortificationName | Literal["nothing"]
    shellholes: FortificationName | Literal["nothing"]
    fortifications: dict[FortificationName, int]


class Force(msgspec.Struct, frozen=True):
    """One side of a scenario. Units, weapons and radio are printed ids, with how many of each.

    `zone` has the hexes of the set-up zone, in the order of the map; `reinforcements` says what
    waits on which space of the time track.
    """

    nation: str
    edge: Edge
    attitude: Attitude
    quality: Quality
    zone: tuple[str, ...]
    orders: int
    surrender: int
    mines: int
    units: dict[str, int]
    weapons: dict[str, int]
    fortifications: dict[FortificationName, int]
    radio: str
    reinforcements: dict[int, tuple[Element, ...]]


class ScenarioSheet(msgspec.Struct, frozen=True):
    """A scenario. `vp` is counted for the Axis and includes the general objectives controlled."""

    id: str
    name: str
    map: str
    date: str
    year: int
    initiative: Side
    setup_first: Side
    first_turn: Side
    time: int
    sudden_death: int
    vp: int
    general_random: int
    general: tuple[str, ...]
    secret: int
    control: dict[int, Side]
    axis: Force
    allies: Force

    def force(self, side: str) -> Force:
        """The force of a seat."""
        return self.axis if side == "axis" else self.allies


@dataclass(frozen=True)
class CombatCommanderPack:
    """Everything printed: cards by kind and by deck, counters, chits, maps and scenarios."""

    decks: dict[str, tuple[Card, ...]]
    cards: dict[str, Card]
    units: dict[str, UnitCard]
    weapons: dict[str, WeaponCard]
    radios: dict[str, RadioCard]
    nations: dict[str, Nation]
    chits: dict[str, Chit]
    markers: Markers
    maps: dict[str, MapSheet]
    scenarios: dict[str, ScenarioSheet]

    def team_of(self, nation: str, quality: Quality) -> UnitCard:
        """A36, E52.1: the team that replaces a squad, of the order of battle's quality."""
        return self.units[f"{nation}-{quality}-team"]


def pack_of(table: Table) -> CombatCommanderPack:
    """The content of the pack that the match is played with."""
    pack: CombatCommanderPack = table.pack
    return pack


def scenario_of(table: Table) -> ScenarioSheet:
    """The scenario being played."""
    pack: CombatCommanderPack = table.pack
    return pack.scenarios[table.scenario]


def map_of(table: Table) -> MapSheet:
    """The map being played on."""
    pack: CombatCommanderPack = table.pack
    return pack.maps[pack.scenarios[table.scenario].map]
