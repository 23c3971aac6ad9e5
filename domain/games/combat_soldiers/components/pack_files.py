"""1 The rows in the files of a pack, as typed values."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Side = Literal["us", "german"]
SIDES: tuple[Side, Side] = ("us", "german")
Count = Annotated[int, msgspec.Meta(ge=0)]
Name = Annotated[str, msgspec.Meta(pattern=r"[A-Za-z0-9]\S*$")]
"""What a card is called; the last word makes its id."""


Copies = Annotated[int, msgspec.Meta(ge=1)]

# 1.1.3-b1, 1.1.3-b2: what a leader may print.
Modifier = Annotated[int, msgspec.Meta(ge=-1, le=3)]
Rating = Annotated[int, msgspec.Meta(ge=2, le=3)]

# 13.5.1.1: from none to three.
Garrison = Annotated[int, msgspec.Meta(ge=0, le=3)]
Cost = Annotated[int, msgspec.Meta(ge=0, le=2)]


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something printed in a pack file."""


class PrintedInfantry(Printed, frozen=True):
    """1.1.1.1-a, 1.1.1.1-c: infantry of two nations; the codes are type, strength, tank weapon."""

    us: Name
    us_vp: Count
    german: Name
    german_vp: Count
    copies: Copies


class PrintedMixed(Printed, frozen=True):
    """Infantry on one end, a leader on the other (1.1.1.1-b)."""

    side: Side
    infantry: Name
    infantry_vp: Count
    leader_side: Side
    leader: Name
    modifier: Modifier
    rating: Rating
    leader_vp: Count


class PrintedLeader(Printed, frozen=True):
    """A two-nation leader card (1.1.1.2)."""

    us: Name
    us_modifier: Modifier
    us_rating: Rating
    us_vp: Count
    german: Name
    german_modifier: Modifier
    german_rating: Rating
    german_vp: Count


class PrintedArmor(Printed, frozen=True):
    """A two-nation armor card: factors against armor, against others, in defence (1.1.1.3)."""

    us: Name
    us_factors: tuple[Copies, Copies, Copies]
    german: Name
    german_factors: tuple[Copies, Copies, Copies]


class PrintedEvent(Printed, frozen=True):
    """A random event (1.1.1.4)."""

    name: Literal["Mines!", "Engineers", "Friendly Fire", "Weather"]
    attack: Count
    copies: Copies


Use = Literal[
    "major-offensive",
    "counterattack",
    "intelligence",
    "medic",
    "barrage",
    "airborne",
    "amphibious",
    "recon",
    "no-retreat",
    "sappers",
    "sniper",
    "cover",
    "ffe",
    "at-weapon",
    "surrounded",
    "partisan",
]


class PrintedTactical(Printed, frozen=True):
    """1.1.1.6-a, 14.1, 14.2, 14.3: a tactical card, whose play gives one of its uses."""

    uses: tuple[Use, ...]
    copies: Copies
    barrage: Count = 0
    ffe: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    at_weapon: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    at_side: Literal["", "us", "german"] = ""


class PrintedDeck(Printed, frozen=True):
    """The file deck.toml; a kind of card that the rules do not know is refused."""

    infantry: tuple[PrintedInfantry, ...]
    infantry_leader: tuple[PrintedMixed, ...]
    leader: tuple[PrintedLeader, ...]
    armor: tuple[PrintedArmor, ...]
    event: tuple[PrintedEvent, ...]
    tactical: tuple[PrintedTactical, ...]


class Objective(Printed, frozen=True):
    """13.5.1-a: an objective as printed: points, garrison, defence (1.1.3-b3, 1.1.3-b4, 1.1.3-b6).

    The phase letters and the cost by side belong to its capability (1.1.3-b5).
    """

    id: str
    name: str
    colour: Literal["tan", "blue", "white", "red"]
    vp: Count
    garrison: Garrison
    defence: Annotated[int, msgspec.Meta(ge=1, le=8)]
    phase: str = ""
    cost_us: Cost = 0
    cost_german: Cost = 0
    bonus: Count = 0
    attack: Count = 0

    def cost(self, side: str) -> int:
        """3.0-d: the actions that its capability costs."""
        return self.cost_us if side == "us" else self.cost_german


class PrintedObjectives(Printed, frozen=True):
    """The file objectives.toml."""

    objective: tuple[Objective, ...]


class Dice(Printed, frozen=True):
    """1.3: two ten-sided dice."""

    number: Literal[2]
    sides: Literal[10]


class Capacity(Printed, frozen=True):
    """11.3: hand capacity, and what a working objective adds to it (2.6.3 speaks of nine)."""

    one_side: Copies
    both_sides: Copies
    bonus: dict[str, Count] = {}


class Markers(Printed, frozen=True):
    """1.2: the markers whose number matters."""

    antitank: dict[Literal["1", "2", "3", "4"], Count]
    entrenched: dict[Literal["1", "2"], Count]
    sieges: tuple[Literal["a", "b"], ...]
    interdiction: Count


class TableSheet(Printed, frozen=True):
    """Track, 1.2, 1.3: the file table.toml: dice, markers, capacity, the surrender number."""

    sudden_death: tuple[Annotated[int, msgspec.Meta(ge=5, le=10)], ...]
    surrender: Copies
    dice: Dice
    capacity: Capacity
    markers: Markers


class Scenario(Printed, frozen=True):
    """17.0: a scenario; an empty side means either side."""

    id: str
    name: str
    rule: str
    about: str
    objectives: Literal["", "us", "german"] = ""
    armor: Literal["", "us", "german"] = ""
    major_offensive: Literal["", "us", "german"] = ""
    entrenched: Literal["", "us", "german"] = ""
    mines: Literal["", "us", "german"] = ""
    weather: bool = False
    airborne_removed: Count = 0
    airborne: Literal["us", "german"] = "us"
    airborne_supply: bool = True
    ends_when_all: Literal["", "us", "german"] = ""
    ends_rule: str = ""
    second_round: str = ""


class TwoPlayer(Printed, frozen=True):
    """20.1: how many cards of each kind are removed, and how many objectives each seat is dealt."""

    objectives_dealt: Copies
    remove: dict[str, Copies]


class PrintedScenarios(Printed, frozen=True):
    """The file scenarios.toml."""

    scenario: tuple[Scenario, ...]
    two_player: TwoPlayer
