"""Games on offer."""

from __future__ import annotations

import msgspec

from wardiary.domain.table.events import Scalar
from wardiary.domain.table.pieces import Seat


class ScenarioOut(msgspec.Struct, frozen=True):
    """A scenario on offer, with the sets of seats that it can be played by."""

    id: str
    title: str
    seatings: tuple[tuple[Seat, ...], ...]
    about: str


class SettingOut(msgspec.Struct, frozen=True):
    """Something to choose before play: its default and choices."""

    name: str
    default: Scalar
    choices: tuple[Scalar, ...]
    about: str
    rule: str


class GameOut(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    version: str
    scenarios: tuple[ScenarioOut, ...]
    settings: tuple[SettingOut, ...]


class Games(msgspec.Struct, frozen=True):
    """Every game that can be played here."""

    games: tuple[GameOut, ...]
