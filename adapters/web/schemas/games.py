"""Games on offer."""

from __future__ import annotations

import msgspec

from wardiary.adapters.web.schemas.looking import Heading
from wardiary.domain.play.faces import Component, SpaceFace, Text
from wardiary.domain.play.guide import FirstMatch
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
    """Every game that can be played here, and the co-keepers that a match may be opened with."""

    games: tuple[GameOut, ...]
    keepers: tuple[str, ...] = ()


class GuideOut(msgspec.Struct, frozen=True):
    """A short guide to a game in our own words, and the match that a newcomer begins with."""

    game: str
    title: str
    aim: tuple[Text, ...]
    turn: tuple[Text, ...]
    mistakes: tuple[Text, ...]
    first: FirstMatch


class Reference(msgspec.Struct, frozen=True):
    """What a game's own pack prints: all components, and one space for each kind of terrain."""

    game: str
    title: str
    components: tuple[Component, ...]
    terrain: tuple[SpaceFace, ...]


class Rulebook(msgspec.Struct, frozen=True):
    """The headings of a rulebook in our own words."""

    game: str
    title: str
    rules: tuple[Heading, ...]
