"""The only fold: from a table and an event to the next table. It knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import force_setattr, replace

from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Piece, PieceId, Seat, Zone
from wardiary.domain.table.table import Result, Table


class Impossible(Exception):
    """An event that no table could have seen: the log or the code is broken."""


def evolve(table: Table, event: e.Event, position: int | None = None) -> Table:
    """The table after one event.

    `position` is the event's own place in the diary when known; it must follow the table's.
    Raises Impossible on an unknown event, a gap, or a piece that is not there.
    """
    after = working_copy(table)
    apply(after, event, position)
    return after


def fold(table: Table, events: Iterable[e.Event]) -> Table:
    """The table after many events; one copy for all of them."""
    after = working_copy(table)
    for event in events:
        apply(after, event)
    return after


def working_copy(table: Table) -> Table:
    """A private copy that `apply` may write to; never hand it out before the writing is over."""
    return replace(
        table,
        pieces=table.pieces.copy(),
        zones=table.zones.copy(),
        tracks=table.tracks.copy(),
        known=table.known.copy(),
        holders=table.holders.copy(),
    )


def apply(table: Table, event: e.Event, position: int | None = None) -> None:
    """Write one event onto a private working copy, and move its position on by one."""
    if position is not None and position != table.position + 1:
        raise Impossible(f"event {position} does not follow position {table.position}")
    write = _WRITE.get(type(event))
    if write is None:
        raise Impossible(f"unknown event {e.tag_of(event)!r} at position {table.position + 1}")
    write(table, event)
    force_setattr(table, "position", table.position + 1)


def _opened(table: Table, event: e.MatchOpened) -> None:
    for name in ("match", "game", "version", "scenario", "settings", "seats", "looks"):
        force_setattr(table, name, getattr(event, name))


def _claimed(table: Table, event: e.SeatClaimed) -> None:
    if event.seat not in table.seats:
        raise Impossible(f"no seat {event.seat!r} at this table")
    table.holders[event.seat] = event.holder


def _adopted(table: Table, event: e.RulesAdopted) -> None:
    force_setattr(table, "version", event.version)


def _nothing(table: Table, event: e.Event) -> None:
    """A fact that changes nothing on the table, such as a roll or a reckoning."""


def _rolled(table: Table, event: e.DiceRolled) -> None:
    if event.forced:
        force_setattr(table, "forced", table.forced[len(event.faces) :])


def _placed(table: Table, event: e.PiecesPlaced) -> None:
    pieces = table.pieces
    for piece in event.pieces:
        if piece in pieces:
            raise Impossible(f"piece {piece!r} is on the table already")
        pieces[piece] = Piece(
            piece,
            event.kind,
            event.zone,
            event.owner,
            event.face,
            event.marks,
            {},
            event.host,
            event.back,
        )
    table.zones[event.zone] = table.zones.get(event.zone, ()) + event.pieces


def _moved(table: Table, event: e.PiecesMoved) -> None:
    pieces, zones, to = table.pieces, table.zones, event.to
    _knowledge(table, event)
    for piece in event.pieces:
        held = pieces.get(piece)
        if held is None:
            raise Impossible(f"there is no piece {piece!r} to move")
        zones[held.zone] = _without(zones[held.zone], piece)
        pieces[piece] = replace(held, zone=to, host=event.host)
    lying = zones.get(to, ())
    if event.at < 0:
        zones[to] = lying + event.pieces
    else:
        zones[to] = lying[: event.at] + event.pieces + lying[event.at :]


def _without(lying: tuple[PieceId, ...], piece: PieceId) -> tuple[PieceId, ...]:
    if lying[0] == piece:
        return lying[1:]
    place = lying.index(piece)
    return lying[:place] + lying[place + 1 :]


def _knowledge(table: Table, event: e.PiecesMoved) -> None:
    """Who can still tell which piece is which, once these have moved.

    Into an open zone everyone can. Into a hidden one, those who saw the piece where it lay. When
    some pieces leave a hidden zone unseen, nobody else can tell any longer which of them went.
    """
    known, looks = table.known, table.looks
    if event.to not in looks:
        for piece in event.pieces:
            known.pop(piece, None)
        if not known:
            return
    moving = set(event.pieces)
    sources = {table.pieces[piece].zone for piece in event.pieces}
    keepers: dict[PieceId, tuple[Seat, ...]] = {}
    for source in sorted(sources):
        keepers.update(_leaving(table, source, moving, event.to))
    if event.to in looks:
        for piece in event.pieces:
            known.pop(piece, None)
            if keepers.get(piece):
                known[piece] = keepers[piece]


def _leaving(
    table: Table, source: Zone, moving: set[PieceId], to: Zone
) -> dict[PieceId, tuple[Seat, ...]]:
    lying = table.zones.get(source, ())
    look = table.look(source)
    leaving = [piece for piece in lying if piece in moving]
    told: dict[PieceId, tuple[Seat, ...]] = dict.fromkeys(leaving, ())
    for seat in table.seats:
        if table.sees_into(seat, source):
            for piece in leaving:
                told[piece] += (seat,)
            continue
        if table.sees_into(seat, to):
            continue
        whole = len(leaving) == len(lying)
        top = look.ordered and lying[: len(leaving)] == tuple(leaving)
        for piece in lying:
            if seat not in table.known.get(piece, ()):
                continue
            if piece in moving and (whole or top):
                told[piece] += (seat,)
            elif not (whole or top):
                _forget(table, piece, seat)
    return told


def _forget(table: Table, piece: PieceId, seat: Seat) -> None:
    left = tuple(one for one in table.known[piece] if one != seat)
    if left:
        table.known[piece] = left
    else:
        del table.known[piece]


def _turned(table: Table, event: e.PieceTurned) -> None:
    table.pieces[event.piece] = replace(table.pieces[event.piece], face=event.face)


def _marked(table: Table, event: e.MarkSet) -> None:
    piece = table.pieces[event.piece]
    marks, until = piece.marks.copy(), piece.until.copy()
    marks.pop(event.mark, None)
    until.pop(event.mark, None)
    if event.value:
        marks[event.mark] = event.value
        if event.until:
            until[event.mark] = event.until
    table.pieces[event.piece] = replace(piece, marks=marks, until=until)


def _tracked(table: Table, event: e.TrackSet) -> None:
    table.tracks[event.track] = event.value


def _shuffled(table: Table, event: e.PileShuffled) -> None:
    if sorted(event.order) != sorted(table.zones.get(event.zone, ())):
        raise Impossible(f"shuffling {event.zone!r} gained or lost a piece")
    table.zones[event.zone] = event.order
    for piece in event.order:
        table.known.pop(piece, None)


def _redealt(table: Table, event: e.Redealt) -> None:
    before = sorted(piece for zone in event.zones for piece in table.zones.get(zone, ()))
    if before != sorted(piece for order in event.zones.values() for piece in order):
        raise Impossible("dealing anew gained or lost a piece")
    for zone, order in event.zones.items():
        table.zones[zone] = order
        for piece in order:
            held = table.pieces[piece]
            if held.zone != zone:
                table.pieces[piece] = replace(held, zone=zone)


def _shown(table: Table, event: e.PiecesShown) -> None:
    for piece in event.pieces:
        if table.pieces[piece].zone in table.looks:
            table.known[piece] = tuple(sorted({*table.known.get(piece, ()), *event.to}))


def _entered(table: Table, event: e.PhaseEntered) -> None:
    for name in ("round", "turn", "phase", "seat"):
        force_setattr(table, name, getattr(event, name))


def _paused(table: Table, event: e.Paused) -> None:
    force_setattr(table, "steps", event.steps)


def _ended(table: Table, event: e.MatchEnded) -> None:
    force_setattr(table, "result", Result(event.winners, event.reason, event.scores))


def _branched(table: Table, event: e.BranchOpened) -> None:
    if event.at != table.position:
        raise Impossible(f"the branch leaves at {event.at}, the line stands at {table.position}")
    force_setattr(table, "match", event.match)
    force_setattr(table, "version", event.version)
    force_setattr(table, "forced", event.forced)


def _rewound(table: Table, event: e.Rewound) -> None:
    raise Impossible("a rewind needs the line's past tables; fold it through a Line")


_WRITE: dict[type[e.Event], Callable[[Table, Any], None]] = {
    e.MatchOpened: _opened,
    e.SeatClaimed: _claimed,
    e.CommandAccepted: _nothing,
    e.PiecesPlaced: _placed,
    e.PiecesMoved: _moved,
    e.PieceTurned: _turned,
    e.MarkSet: _marked,
    e.TrackSet: _tracked,
    e.PileShuffled: _shuffled,
    e.Redealt: _redealt,
    e.DiceRolled: _rolled,
    e.PiecesShown: _shown,
    e.PhaseEntered: _entered,
    e.Reckoned: _nothing,
    e.Paused: _paused,
    e.Rewound: _rewound,
    e.Ruled: _nothing,
    e.RulesAdopted: _adopted,
    e.MatchEnded: _ended,
    e.BranchOpened: _branched,
    e.SeedRevealed: _nothing,
}
