"""What a seat cannot tell of the hidden zones, listed without telling how it truly is."""

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
    """A zone's pieces so that their order holds nothing that the seat does not know.

    An ordered zone stays as it is. In another zone the order in the record depends on hidden
    moves: there the pieces that the seat can tell come first, sorted, then the others, sorted by
    what shows of their places.
    """
    pieces = table.zone(zone)
    if table.visibility_of(zone).ordered:
        return pieces
    known = sorted(piece for piece in pieces if table.knows(seat, piece))
    unknown = [piece for piece in pieces if not table.knows(seat, piece)]
    return (*known, *sorted(unknown, key=lambda piece: _visible_key(table, seat, piece)))


def unknown_pieces(table: Table, seat: Seat, zone: Zone) -> list[PieceId]:
    """The pieces of a zone that the seat cannot tell, in the order of `arranged`."""
    return [
        piece for piece in without_hidden_order(table, seat, zone) if not table.knows(seat, piece)
    ]


def _visible_key(table: Table, seat: Seat, piece: PieceId) -> tuple[object, ...]:
    """What makes the place of a hidden piece special, without the piece: a key to sort by."""
    held: Piece = table.pieces[piece]
    host = held.host
    if host and not table.knows(seat, host):
        host = f"?{table.zone_of(host)}"
    carried = sorted(
        one.id if table.knows(seat, one.id) else f"?{one.zone}"
        for one in table.pieces.values()
        if one.host == piece
    )
    marks, until = sorted(held.marks.items()), sorted(held.until.items())
    return held.owner, held.back, held.face, marks, until, host, carried
