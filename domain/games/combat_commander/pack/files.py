"""The files of a pack as their owners write them."""

from typing import Annotated

import msgspec

from wardiary.domain.games.combat_commander.components.names import Attitude, Quality, Special
from wardiary.domain.games.combat_commander.components.terrain_chart import FortificationName, Side
from wardiary.domain.hexes.grid import Edge

Count = Annotated[int, msgspec.Meta(ge=1)]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What files hold: an unknown key is a mistake."""


class DeckFile(Strict, frozen=True):
    """The 72 cards of a nation, one in each line."""

    cards: list[str]


class RadioFile(Strict, frozen=True):
    """A band of calibres: firepower, smoke, and the impact rolls that destroy fortifications."""

    firepower: Annotated[int, msgspec.Meta(ge=1)]
    destroys: list[Annotated[int, msgspec.Meta(ge=2, le=12)]]
    smoke: bool


class WeaponsFile(Strict, frozen=True):
    """Weapons by nation and name, and radios by calibre."""

    weapons: dict[str, dict[str, str]]
    radios: dict[str, "RadioFile"]


class NationFile(Strict, frozen=True):
    """A nation: its side, how many cards it may discard, and its support table."""

    side: Side
    discard: Annotated[int, msgspec.Meta(ge=0)]
    support: dict[str, list[str]]


class ChitFile(Strict, frozen=True):
    """An objective marker."""

    objective: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    value: Annotated[int, msgspec.Meta(ge=0)] = 0
    special: Special | None = None
    secret: bool = True


class EventsFile(Strict, frozen=True):
    """What two events do that have no text in the booklet (E69, E73)."""

    rubble: FortificationName | str = "nothing"
    shellholes: FortificationName | str = "nothing"


class MarkersFile(Strict, frozen=True):
    """Smoke, tracks, fortifications and objective markers."""

    smoke: list[Annotated[int, msgspec.Meta(ge=1, le=10)]]
    time_track: list[int]
    casualty_track: Count
    fortifications: dict[FortificationName, Count]
    objectives: dict[str, ChitFile]
    events: EventsFile = EventsFile()


class ForceFile(Strict, frozen=True):
    """One side of a scenario."""

    nation: str
    edge: Edge
    attitude: Attitude
    quality: Quality
    zone: list[str]
    orders: Annotated[int, msgspec.Meta(ge=1, le=6)]
    surrender: Count
    units: dict[str, Count]
    weapons: dict[str, Count] = {}
    fortifications: dict[FortificationName, Count] = {}
    radio: str = ""
    reinforcements: dict[str, list[str]] = {}
    mines: Annotated[int, msgspec.Meta(ge=6, le=8)] = 6


class ScenarioFile(Strict, frozen=True):
    """A scenario."""

    id: str
    name: str
    map: str
    date: str
    year: Annotated[int, msgspec.Meta(ge=1939, le=1945)]
    initiative: Side
    setup_first: Side
    first_turn: Side
    sudden_death: int
    axis: ForceFile
    allies: ForceFile
    time: int = 0
    vp: int = 0
    general_random: Annotated[int, msgspec.Meta(ge=0)] = 0
    general: list[str] = []
    secret: Annotated[int, msgspec.Meta(ge=0)] = 0
    control: dict[str, Side] = {}


class ScenariosFile(Strict, frozen=True):
    """All scenarios of a pack."""

    scenario: list[ScenarioFile]
