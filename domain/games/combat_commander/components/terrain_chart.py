"""The Terrain Chart: terrains, hexsides and fortifications (T79-T99, F101-F106)."""

from typing import Literal

import msgspec

Side = Literal["axis", "allies"]
SIDES: tuple[Side, Side] = ("axis", "allies")

FortificationName = Literal["foxholes", "trench", "mines", "bunker", "pillbox", "wire"]


class Terrain(msgspec.Struct, frozen=True):
    """A terrain type: its letter on a map file, and its row of the chart.

    `cost` None is impassable. `obstacle` and `hindrance` count for lines that pass over the hex.
    """

    name: str
    letter: str
    rule: str
    cost: int | None = 1
    cover: int = 0
    obstacle: bool = False
    hindrance: int = 0
    wet: bool = False
    sunken: bool = False


class Hexside(msgspec.Struct, frozen=True):
    """What is printed on a hexside. `cost` None cannot be crossed by a move."""

    name: str
    rule: str
    cost: int | None = 1
    cover: int = 0
    obstacle: bool = False
    hindrance: int = 0


class Fortification(msgspec.Struct, frozen=True):
    """A fortification: the cover it offers, and that against mortars and artillery."""

    name: FortificationName
    rule: str
    cover: int | None = None
    shell_cover: int | None = None
    holds_ties: bool = False


OPEN = Terrain("open", ".", "T90")
MAIN_BRIDGE = Terrain("main-bridge", "=", "T80.1", cost=1, cover=2, hindrance=1)
SECONDARY_BRIDGE = Terrain("secondary-bridge", "-", "T80.2", cost=1, cover=2, hindrance=1)

TERRAINS: tuple[Terrain, ...] = (
    OPEN,
    MAIN_BRIDGE,
    SECONDARY_BRIDGE,
    Terrain("building", "b", "T82", cost=2, cover=3, obstacle=True),
    Terrain("woods", "w", "T99", cost=2, cover=2, obstacle=True),
    Terrain("brush", "r", "T81", cost=2, cover=1, hindrance=3),
    Terrain("orchard", "o", "T91", cost=1, cover=1, hindrance=2),
    Terrain("field", "f", "T85", cost=1, cover=0, hindrance=1),
    Terrain("gully", "g", "T86", cost=2, cover=1, sunken=True),
    Terrain("water", "~", "T98", cost=None, wet=True),
    Terrain("stream", "s", "T95", cost=3, cover=-1, wet=True),
    Terrain("marsh", "m", "T89", cost=3, cover=0, hindrance=1, wet=True),
)

BY_LETTER = {terrain.letter: terrain for terrain in TERRAINS}
BY_NAME = {terrain.name: terrain for terrain in TERRAINS}

HEXSIDES: dict[str, Hexside] = {
    hexside.name: hexside
    for hexside in (
        Hexside("wall", "T97", cost=1, cover=2, obstacle=True),
        Hexside("hedge", "T87", cost=1, cover=1, obstacle=True),
        Hexside("fence", "T84", cost=1, hindrance=1),
        Hexside("cliff", "T83", cost=None),
    )
}

FORTIFICATIONS: dict[str, Fortification] = {
    fortification.name: fortification
    for fortification in (
        Fortification("foxholes", "F102", 3, 4),
        Fortification("trench", "F105.1", 4, 5),
        Fortification("pillbox", "F104", 5, 6, holds_ties=True),
        Fortification("bunker", "F101", 6, 7, holds_ties=True),
        Fortification("mines", "F103.1"),
        Fortification("wire", "F106.1"),
    )
}
