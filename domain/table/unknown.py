"""What a seat does not know of the hidden zones, listed without revealing it."""

from __future__ import annotations

from wardiary.domain.table.pieces import Piece, PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def unseen_zones(table: Table, seat: Seat) -> list[Zone]:
    """The zones that a seat may not look into and that hold pieces, sorted."""
    return [
        zone
        for zone in sorted(table.visibility)
        if table.zones.get(zone) and not table.can_see(seat, zone)
    ]


def without_hidden_order(table: Table, seat: Seat, zone: Zone) -> tuple[PieceId, ...]:
    """A zone's pieces in an order that reveals nothing the seat does not know.

    An ordered zone stays as it is. In another zone the order in the record depends on hidden
    moves: there the pieces that the seat knows come first, sorted, then the others, sorted by
    what is visible of their places.
    """
    pieces = table.zone(zone)
    if table.visibility_of(zone).ordered:
        return pieces
    known = sorted(piece for piece in pieces if table.knows(seat, piece))
    unknown = [piece for piece in pieces if not table.knows(seat, piece)]
    return (*known, *sorted(unknown, key=lambda piece: _visible_key(table, seat, piece)))


def unknown_pieces(table: Table, seat: Seat, zone: Zone) -> list[PieceId]:
    """The pieces of a zone that the seat cannot identify, ordered by `without_hidden_order`."""
    return [
        piece for piece in without_hidden_order(table, seat, zone) if not table.knows(seat, piece)
    ]


def _visible_key(table: Table, seat: Seat, piece: PieceId) -> tuple[object, ...]:
    """A key to sort hidden pieces by: what is visible of a piece's place, without the piece."""
    hidden_piece: Piece = table.pieces[piece]
    host = hidden_piece.host
    if host and not table.knows(seat, host):
        host = f"?{table.zone_of(host)}"
    carried = sorted(
        guest.id if table.knows(seat, guest.id) else f"?{guest.zone}"
        for guest in table.pieces.values()
        if guest.host == piece
    )
    marks, until = sorted(hidden_piece.marks.items()), sorted(hidden_piece.until.items())
    return hidden_piece.owner, hidden_piece.back, hidden_piece.face, marks, until, host, carried
