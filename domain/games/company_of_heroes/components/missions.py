"""Missions, and the numbers that all missions share."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from wardiary.domain.games.company_of_heroes.components.names import (
    Faction,
    GameLength,
    RuleSet,
)
from wardiary.domain.games.company_of_heroes.components.units import Cost


class OperationCard(msgspec.Struct, frozen=True):
    """4.0.1: a card of the operations deck, with the turns of its top and of its bottom."""

    kind: str
    top: int
    bottom: int
    stock: int


class CommanderDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """8.2: how many commanders are drawn, in tournaments too, and how many are kept."""

    draw: Annotated[int, msgspec.Meta(ge=1, le=12)]
    keep: Annotated[int, msgspec.Meta(ge=1, le=12)]
    tournament: Annotated[int, msgspec.Meta(ge=2, le=12)] = 4


class Mission(msgspec.Struct, frozen=True):
    """A mission. `commanders` is None where they are not used."""

    id: str
    name: str
    about: str
    map: str
    rules: RuleSet
    end_vp: Mapping[GameLength, int]
    start_units: int
    operations: bool
    commanders: CommanderDraw | None
    unit_destroyed_vp: int
    heroic_sacrifice_xp: int

    @property
    def full(self) -> bool:
        """2.1: whether the rules of the full game are in use."""
        return self.rules == "full"


class CommonNumbers(msgspec.Struct, frozen=True):
    """What all missions share: the round, the limits, and the price of tier buildings.

    `advancing_spawn` are the rounds in which spawn areas grow, where a match is played so (12.0).
    """

    turns: int
    command_points: int
    unit_command_points: int
    retreat_hexes: int
    bonus_vp: int
    team_end_vp: int
    xp_for_resource: int
    limits: Mapping[int, int]
    tiers: Mapping[Faction, Mapping[int, Cost]]
    advancing_spawn: Mapping[GameLength, tuple[int, ...]]
