"""The board: the zones of both seats, and questions that every chapter asks of the table."""

from __future__ import annotations

from wardiary.domain.games.kit.zones import SeatZone
from wardiary.domain.games.undaunted.components import CONTROLLED, FOG, SEATS, SUPPRESSED
from wardiary.domain.games.undaunted.scenario import Field
from wardiary.domain.table.memory import Scope, remembered
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

INITIATIVE = "initiative"
BOX = "box"
COUNTER = "counter"
CONTROL_MARKER = "control-marker"
MARKERS = {seat: tuple(f"{seat}-control-{number}" for number in range(1, 19)) for seat in SEATS}

NAMES = {"us": "US", "german": "German"}
"""The sides as the rulebook calls them."""

hand = SeatZone("{}-hand", "hand", "owner")
bid_zone = SeatZone("{}-bid", "bid", "owner")
play_area = SeatZone("{}-play", "play area")
deck = SeatZone("{}-deck", "deck", "nobody", ordered=True)
discards = SeatZone("{}-discard", "discard pile", "owner")
supply = SeatZone("{}-supply", "supply")
removed = SeatZone("{}-removed", "removed", "owner")
reserve = SeatZone("{}-reserve", "reserve")
"""Counters off the board, markers not in use, and the initiative marker when held."""


LOST = frozenset((*(removed(seat) for seat in SEATS), BOX))
CARD_ZONES = frozenset(
    zone(seat)
    for zone in (hand, bid_zone, play_area, deck, discards, supply, removed)
    for seat in SEATS
)


def holds_counters(zone: Zone) -> bool:
    """Whether there are counters and markers in a zone, and no cards."""
    return zone not in CARD_ZONES


PLACES = Scope(holds_counters, places=True)
"""What answers depend on: where counters and markers are."""
CARDS = Scope(LOST.__contains__, places=True)
"""What answers depend on: which cards are lost."""


def field_of(table: Table) -> Field:
    """The field of this match's scenario."""
    fields: dict[str, Field] = table.pack.fields
    return fields[table.scenario]


def opponent(seat: Seat) -> Seat:
    """The other seat."""
    return "german" if seat == "us" else "us"


def target_marker(seat: Seat) -> PieceId:
    """A seat's target marker."""
    return f"{seat}-target"


def counter_of(seat: Seat, kind: str) -> PieceId:
    """U-UNIT-2: the counter that belongs to cards of this title and squad."""
    return f"{seat}-{kind}"


def initiative_holder(table: Table) -> Seat:
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
    piece = table.pieces[counter]
    return piece.face == SUPPRESSED and piece.zone != reserve(piece.owner)


@remembered(PLACES)
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
        marker = table.pieces[piece]
        if marker.kind == CONTROL_MARKER and marker.owner == seat:
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


def tile_of(table: Table, seat: Seat, kind: str) -> Zone:
    """Where a unit acts: on its tile, else from its spawn marker, else nowhere ("")."""
    field = field_of(table)
    zone = table.pieces[counter_of(seat, kind)].zone
    return zone if zone in field.cover else field.spawn[seat].get(kind, "")
