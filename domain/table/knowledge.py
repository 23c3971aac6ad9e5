"""Knowledge: which seats can tell hidden pieces apart, as pieces move and are dealt again.

These write to a private working copy of a table, as `evolve` does, of which they are a part.
"""

from __future__ import annotations

from msgspec.structs import replace

from wardiary.domain.table import events as e
from wardiary.domain.table.errors import ImpossibleEvent
from wardiary.domain.table.pieces import Piece, PieceId, Seat, Zone
from wardiary.domain.table.table import Table
from wardiary.domain.table.unknown import unknown_pieces


def pass_knowledge_on(table: Table, source: Zone, group: tuple[PieceId, ...], to: Zone) -> None:
    """Update who can still tell which piece is which, once these have moved.

    Into an open zone everyone can. Into a hidden one, those who saw the piece where it was. When
    some pieces leave a hidden zone unseen, nobody else can tell any longer which of them went.
    """
    known, hidden = table.known.get(source), table.visibility.get(source)
    if to not in table.visibility:
        if known:
            _set_known(table, source, {p: who for p, who in known.items() if p not in group})
        return
    blind = table.cannot_see[to]
    if hidden is None:
        viewers = dict.fromkeys(group, blind)
    elif hidden.who == "owner" and hidden.owner in blind:
        viewers = dict.fromkeys(group, (hidden.owner,))
    elif known:
        viewers = {}
    else:
        return
    if known and hidden is not None:
        _unseen_departure(table, source, group, blind, viewers)
    if viewers:
        there = table.known.get(to)
        table.known[to] = {**there, **viewers} if there else viewers


def _unseen_departure(
    table: Table,
    source: Zone,
    group: tuple[PieceId, ...],
    blind: tuple[Seat, ...],
    viewers: dict[PieceId, tuple[Seat, ...]],
) -> None:
    """Forget what seats knew of a hidden zone's pieces when they do not see where some went.

    They can still tell them apart when the whole zone went, or the top of an ordered pile.
    """
    pieces, visibility = table.zones[source], table.visibility[source]
    all_blind = len(blind) == len(table.seats)
    if len(group) == len(pieces):
        for piece, who in table.known.pop(source).items():
            still_know = who if all_blind else tuple([seat for seat in who if seat in blind])
            if still_know:
                viewers[piece] = viewers.get(piece, ()) + still_know
        return
    traced = visibility.ordered and pieces[: len(group)] == group
    remaining: dict[PieceId, tuple[Seat, ...]] = {}
    for piece, who in table.known[source].items():
        still_know = who if all_blind else tuple([seat for seat in who if seat in blind])
        if piece in group:
            if traced and still_know:
                viewers[piece] = viewers.get(piece, ()) + still_know
        else:
            still_know_here = who if traced else tuple([seat for seat in who if seat not in blind])
            if still_know_here:
                remaining[piece] = still_know_here
    _set_known(table, source, remaining)


def _set_known(table: Table, zone: Zone, known: dict[PieceId, tuple[Seat, ...]]) -> None:
    if known:
        table.known[zone] = known
    else:
        table.known.pop(zone, None)


def deal_for_seat(table: Table, event: e.Redealt) -> None:
    """Deal from what a seat knows: what is visible of a place stays there, the rest moves."""
    pieces, seat = table.pieces, event.seat
    dealt: dict[PieceId, Piece] = {}
    for zone, order in event.zones.items():
        places = unknown_pieces(table, seat, zone)
        dealt_here = [piece for piece in order if not table.knows(seat, piece)]
        known_stay = set(order).difference(dealt_here) == set(table.zone(zone)).difference(places)
        if not known_stay or len(dealt_here) != len(places):
            raise ImpossibleEvent(f"dealing moved a piece of {zone!r} that {seat} knows")
        dealt.update(zip(dealt_here, (pieces[place] for place in places), strict=True))
    after = {
        piece: replace(
            place, id=piece, kind=pieces[piece].kind, owner=pieces[piece].owner,
            back=pieces[piece].back,
        )
        for piece, place in dealt.items()
    }  # fmt: skip
    pieces.update(after)
    new_hosts = {place.id: piece for piece, place in dealt.items()}
    for piece, guest in list(pieces.items()):
        if guest.host in new_hosts:
            pieces[piece] = replace(guest, host=new_hosts[guest.host])
    table.zones.update(event.zones)
    for zone, known in list(table.known.items()):
        _set_known(table, zone, {piece: (seat,) for piece, who in known.items() if seat in who})


def know_by_place(table: Table, zone: Zone, order: tuple[PieceId, ...]) -> None:
    """A seat that knew the piece at a place of a zone knows what is dealt to that place."""
    known, pieces = table.known.get(zone), table.zones.get(zone, ())
    if known:
        pairs = zip(pieces, order, strict=False)
        _set_known(table, zone, {new: known[old] for old, new in pairs if old in known})
