"""1.1 Cards and their ends, and what the pack of a match prints on a piece."""

from __future__ import annotations

from typing import Literal

import msgspec

from wardiary.domain.games.combat_soldiers.components.pack_files import (
    Objective,
    Scenario,
    TableSheet,
    TwoPlayer,
)
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table

WHITE, GREEN = "white", "green"


OBJECTIVES = (
    "bridge",
    "river",
    "pherddorf",
    "citie",
    "steeple",
    "crossroads",
    "forest",
    "hill-205",
    "barracks",
)


class End(msgspec.Struct, frozen=True, gc=False):
    """One end of a unit card.

    `face` names the end; `arm` is the type of infantry (L, S or R); `strength` is that of infantry,
    or the defence factor of armor.
    """

    face: str
    side: str
    role: Literal["infantry", "armor", "leader"]
    name: str
    vp: int
    arm: str = ""
    strength: int = 0
    tank_weapon: int = 0
    versus_armor: int = 0
    versus_others: int = 0
    modifier: int = 0
    rating: int = 0


class Card(msgspec.Struct, frozen=True, gc=False):
    """1.1.1: a kind of card: its family, title and back; its ends by face, or its uses."""

    kind: str
    family: str
    title: str
    back: str
    copies: int
    ends: dict[str, End] = {}
    uses: tuple[str, ...] = ()
    attack: int = 0
    ffe: int = 0
    at_weapon: int = 0
    at_side: str = ""

    def pieces(self) -> tuple[PieceId, ...]:
        """The ids of its copies."""
        if self.copies == 1:
            return (self.kind,)
        return tuple(f"{self.kind}-{number}" for number in range(1, self.copies + 1))


class Pack(msgspec.Struct, frozen=True):
    """All printed content of the game."""

    cards: dict[str, Card]
    objectives: dict[str, Objective]
    sheet: TableSheet
    scenarios: dict[str, Scenario]
    two_player: TwoPlayer


def card_of(table: Table, piece: PieceId) -> Card:
    """The printed card of a piece; raises KeyError when the piece is a marker."""
    cards: dict[str, Card] = table.pack.cards
    return cards[table.pieces[piece].kind]


def end_of(table: Table, unit: PieceId) -> End:
    """The end of a unit that is up."""
    piece = table.pieces[unit]
    ends: dict[str, End] = table.pack.cards[piece.kind].ends
    return ends[piece.face]


def printed_objective(table: Table, objective: PieceId) -> Objective:
    """An objective as printed."""
    printed: Objective = table.pack.objectives[objective]
    return printed


def sheet_of(table: Table) -> TableSheet:
    """The printed table sheet of the match."""
    sheet: TableSheet = table.pack.sheet
    return sheet


def scenario_of(table: Table) -> Scenario:
    """17.3.5: the scenario of this round: the offensive may follow the counter-offensive."""
    scenarios: dict[str, Scenario] = table.pack.scenarios
    first = scenarios[table.scenario]
    if first.second_round and table.round >= 2 and table.setting("rounds") == 2:
        return scenarios[first.second_round]
    return first


VERSION_1 = "1"


def under_version_1(table: Table) -> bool:
    """Whether the match is played under version 1 of these rules (the README says what differs)."""
    return table.version == VERSION_1
