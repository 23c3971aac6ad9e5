"""The board: questions that every chapter asks of the table, and the names of its zones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from wardiary.domain.games.undaunted.components import (
    CONTROLLED,
    FOG,
    SEATS,
    SUPPRESSED,
    Action,
    Card,
)
from wardiary.domain.games.undaunted.scenario import Field
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

INITIATIVE = "initiative"
BOX = "box"
COUNTER = "counter"
CONTROL_MARKER = "control-marker"
MARKERS = {seat: tuple(f"{seat}-control-{number}" for number in range(1, 19)) for seat in SEATS}


def field_of(table: Table) -> Field:
    """The field of this match's scenario."""
    fields: dict[str, Field] = table.pack.fields
    return fields[table.scenario]


def other(seat: Seat) -> Seat:
    """The opponent."""
    return "german" if seat == "us" else "us"


def deck(seat: Seat) -> Zone:
    """The draw pile, face down to both."""
    return f"{seat}-deck"


def hand(seat: Seat) -> Zone:
    """The hand, seen by its owner."""
    return f"{seat}-hand"


def bid_zone(seat: Seat) -> Zone:
    """Where a bid lies until both are made."""
    return f"{seat}-bid"


def play_area(seat: Seat) -> Zone:
    """The cards played this turn, open."""
    return f"{seat}-play"


def discards(seat: Seat) -> Zone:
    """The discard pile."""
    return f"{seat}-discard"


def supply(seat: Seat) -> Zone:
    """The supply, open."""
    return f"{seat}-supply"


def removed(seat: Seat) -> Zone:
    """The cards out of the game, seen by their owner."""
    return f"{seat}-removed"


def reserve(seat: Seat) -> Zone:
    """Counters off the board, markers not in use, and the initiative marker when held."""
    return f"{seat}-reserve"


def target_marker(seat: Seat) -> PieceId:
    """A seat's target marker."""
    return f"{seat}-target"


def counter_of(seat: Seat, kind: str) -> PieceId:
    """U-UNIT-2: the counter that belongs to cards of this title and squad."""
    return f"{seat}-{kind}"


def holder(table: Table) -> Seat:
    """The seat that holds the initiative marker."""
    return "us" if table.pieces[INITIATIVE].zone == reserve("us") else "german"


def kind_of_counter(table: Table, counter: PieceId) -> str:
    """The title and squad that a counter shows."""
    return table.pieces[counter].kind.removeprefix(f"{COUNTER}-")


def is_counter(table: Table, piece: PieceId) -> bool:
    """Whether a piece is a combat counter."""
    return table.pieces[piece].kind.startswith(COUNTER)


def is_suppressed(table: Table, counter: PieceId) -> bool:
    """U-CNTR-3: whether a counter on the board shows its suppressed side."""
    held = table.pieces[counter]
    return held.face == SUPPRESSED and held.zone != reserve(held.owner)


def counters_on_board(table: Table, seat: Seat) -> list[PieceId]:
    """A seat's counters on the board, in the order of the printed cards."""
    field = field_of(table)
    pieces, tiles = table.pieces, field.cover
    return [
        counter
        for kind in field.file.side(seat).cards
        if field.cards[kind].defence and pieces[counter := f"{seat}-{kind}"].zone in tiles
    ]


def counters_on(table: Table, tile: Zone, seat: Seat | None = None) -> list[PieceId]:
    """The counters on a tile: all, or those of one seat."""
    # Ruling: U-Q28 any number may share a tile, enemies too.
    return [
        piece
        for piece in table.zone(tile)
        if is_counter(table, piece) and seat in {None, table.pieces[piece].owner}
    ]


def marker_on(table: Table, tile: Zone, seat: Seat) -> PieceId | None:
    """A seat's control marker on a tile, on either side."""
    for piece in table.zone(tile):
        held = table.pieces[piece]
        if held.kind == CONTROL_MARKER and held.owner == seat:
            return piece
    return None


def marked_tiles(table: Table, seat: Seat) -> set[Zone]:
    """The tiles that a seat scouted or controls."""
    tiles, pieces = field_of(table).cover, table.pieces
    return {zone for marker in MARKERS[seat] if (zone := pieces[marker].zone) in tiles}


def controls(table: Table, tile: Zone, seat: Seat) -> bool:
    """U-OBJ-2: whether a seat controls a tile; scouting it is not enough."""
    marker = marker_on(table, tile, seat)
    return marker is not None and table.pieces[marker].face == CONTROLLED


def fog_in(table: Table, zone: Zone) -> list[PieceId]:
    """The Fog of War cards in a zone."""
    pieces = table.pieces
    return [card for card in table.zone(zone) if pieces[card].kind == FOG]


class CardUse(NamedTuple):
    """A card about to be used for one of its actions, and the tile where its unit would act."""

    table: Table
    field: Field
    seat: Seat
    card: Card
    action: Action
    tile: Zone


SlotFilling = tuple[Slot, ...]
Options = Callable[[CardUse], Iterable[SlotFilling]]
Effect = Callable[[Draft, CardUse, Command], None]
Refusal = Callable[[CardUse, Command], None]


class ActionSpec(NamedTuple):
    """How one action is offered, why a command for it is refused, and how it is carried out."""

    rule: str
    options: Options
    refuse: Refusal
    act: Effect


def tile_of(table: Table, seat: Seat, kind: str) -> Zone:
    """Where a unit acts: on its tile, else from its spawn marker, else nowhere ("")."""
    field = field_of(table)
    zone = table.pieces[counter_of(seat, kind)].zone
    return zone if zone in field.cover else field.spawn[seat].get(kind, "")


def refuse_unless(condition: object, rule: str, why: str) -> None:
    """Refuse a command under a rule unless a condition holds."""
    if not condition:
        raise Illegal(rule, why)
