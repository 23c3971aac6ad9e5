"""4 Cards as printed: units, terrain, events, and the two sets of 150 cards (N-2.0a).

N-3.3a: whatever is called Allied or US on a card is of the side `american`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

import msgspec

Side = Literal["german", "american"]
Half = Literal["south", "north"]
TerrainType = Literal["town", "river", "forest", "ridge"]
Gun = Literal["", "artillery", "rocket"]
Phase = Literal[
    "german-supply",
    "german-draw",
    "german-movement",
    "german-combat",
    "american-supply",
    "american-draw",
    "american-movement",
    "american-combat",
]

SIDES: tuple[Side, Side] = ("german", "american")
COLUMNS: dict[Half, str] = {"south": "ABC", "north": "DEF"}
CARDS_OF_A_SET = 150


@cache
def slug(words: str) -> str:
    """A printed name as a word of commands: "2 Pz" is `2-pz`."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


class UnitCard(msgspec.Struct, frozen=True, gc=False):
    """4.1: a combat card as printed, or an event card once it acts as a unit.

    `gun` is the artillery or rocket symbol, `mech` the tank symbol. `kills` is the number of hits
    that destroys the unit, 0 where its cohesion says so. `entry` are columns of the Germans ("A")
    and spaces of the Americans ("A1"). A `fixed` unit never moves. What an event becomes has the
    `half` of its card (`Pack.half_of`), and prints none.
    """

    kind: str
    title: str
    side: Side
    half: Literal["", "south", "north"]
    division: str = ""
    infantry: int = 0
    armor: int = 0
    artillery: int = 0
    cohesion: int = 0
    mech: bool = False
    gun: Gun = ""
    independent: bool = False
    kills: int = 0
    entry: tuple[str, ...] = ()
    at_start: bool = False
    reserve: bool = False
    fixed: bool = False

    @property
    def division_slug(self) -> str:
        """The division as a word (N-3.3f); a unit without one counts as one (N-Q14/15)."""
        return slug(self.division or self.title)


class TerrainCard(msgspec.Struct, frozen=True, gc=False):
    """4.3: a terrain card, and the space printed on it.

    A town takes `soak` hits and gives `bonus` to cohesion, maybe to leg units only. `our` is the
    river that counts as bridged all game (5.1).
    """

    kind: str
    title: str
    side: Side
    half: Half
    type: TerrainType
    space: str
    soak: int = 0
    bonus: int = 0
    legs_only: bool = False
    bridge: bool = False
    our: bool = False


class EventCard(msgspec.Struct, frozen=True, gc=False):
    """4.2: an event card: who may have it, the phases it names, and the numbers of its effect.

    `infantry`, `armor` and `cohesion` are bonuses, `loss` is a penalty. A roll of `hits_on` or more
    succeeds, or one of `up_to` or less. `least` and `most` limit units or divisions, `spaces` what
    may join an attack, `steps` a move; `times` multiplies dice.
    """

    kind: str
    title: str
    sides: tuple[Side, ...]
    when: tuple[Phase, ...]
    text: str
    must: bool = False
    infantry: int = 0
    armor: int = 0
    cohesion: int = 0
    loss: int = 0
    dice: int = 0
    hits_on: int = 0
    up_to: int = 0
    least: int = 0
    most: int = 0
    spaces: int = 0
    steps: int = 0
    times: int = 0


class CardSet(msgspec.Struct, frozen=True):
    """2.0: the cards of one half: kinds of units and terrain, and events from id to kind.

    The owner of a unit or terrain card is on the card, that of an event card in `event_sides`.
    """

    half: Half
    units: tuple[str, ...]
    terrain: tuple[str, ...]
    events: dict[str, str]
    event_sides: dict[str, Side]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice of sets to play with (2.0)."""

    id: str
    title: str
    sets: tuple[Half, ...]
    about: str


class Pack(msgspec.Struct, frozen=True):
    """All cards by kind, the sets by half, and the scenarios by id.

    `units` has an entry for each kind of event card that acts as a unit as well. `half_of` gives
    the half of each event card by its id (14.2), `cards_of` the ids of all copies of a kind of
    event.
    """

    units: dict[str, UnitCard]
    terrain: dict[str, TerrainCard]
    events: dict[str, EventCard]
    sets: dict[str, CardSet]
    scenarios: dict[str, Scenario]
    half_of: dict[str, str]
    cards_of: dict[str, tuple[str, ...]]
