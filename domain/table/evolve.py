"""The only fold: from a table and an event to the next table. It knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import force_setattr, replace

from wardiary.domain.errors import WardiaryError
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Piece, PieceId, Seat, Zone
from wardiary.domain.table.table import PAUSED, Result, Table
from wardiary.domain.table.unknown import unknown_pieces


class ImpossibleEvent(WardiaryError):
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
    number = table.position
    for event in events:
        number += 1
        force_setattr(after, "position", number)
        try:
            write = _WRITE[type(event)]
        except KeyError:
            raise ImpossibleEvent(
                f"unknown event {e.tag_of(event)!r} at position {number}"
            ) from None
        write(after, event)
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


def table_after_rewind(then: Table, now: Table) -> Table:
    """The table right after a rewind: as it stood then, but for what no rewind takes back.

    Who holds a seat, the rules that every seat has adopted, and whether the match is paused, are as
    they were just now.
    """
    position, tracks = now.position + 1, then.tracks
    if then.track(PAUSED) != now.track(PAUSED):
        tracks = {name: value for name, value in tracks.items() if name != PAUSED}
        if now.track(PAUSED):
            tracks[PAUSED] = now.track(PAUSED)
    return replace(then, position=position, holders=now.holders, version=now.version, tracks=tracks)


def apply(table: Table, event: e.Event, position: int | None = None) -> None:
    """Write one event onto a private working copy, and move its position on by one."""
    if position is not None and position != table.position + 1:
        raise ImpossibleEvent(f"event {position} does not follow position {table.position}")
    write = _WRITE.get(type(event))
    if write is None:
        raise ImpossibleEvent(f"unknown event {e.tag_of(event)!r} at position {table.position + 1}")
    force_setattr(table, "position", table.position + 1)
    write(table, event)


def _opened(table: Table, event: e.MatchOpened) -> None:
    for name in ("match", "game", "version", "scenario", "settings", "seats", "visibility"):
        force_setattr(table, name, getattr(event, name))
    blind = {
        zone: tuple(seat for seat in event.seats if look.who == "nobody" or seat != look.owner)
        for zone, look in event.visibility.items()
    }
    force_setattr(table, "cannot_see", blind)


def _claimed(table: Table, event: e.SeatClaimed | e.SeatResigned) -> None:
    if event.seat not in table.seats:
        raise ImpossibleEvent(f"no seat {event.seat!r} at this table")
    table.holders[event.seat] = event.holder


def _adopted(table: Table, event: e.RulesAdopted) -> None:
    force_setattr(table, "version", event.version)


def _nothing(table: Table, event: e.Event) -> None:
    """A fact that changes nothing on the table, such as a roll or a total."""


def _rolled(table: Table, event: e.DiceRolled) -> None:
    if event.forced:
        force_setattr(table, "forced", table.forced[len(event.faces) :])


def _placed(table: Table, event: e.PiecesPlaced) -> None:
    pieces = table.pieces
    for piece in event.pieces:
        if piece in pieces:
            raise ImpossibleEvent(f"piece {piece!r} is on the table already")
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
    pieces, zones, to, moved = table.pieces, table.zones, event.to, event.pieces
    for source, group, left in _leaving(table, moved):
        if to in table.visibility or source in table.known:
            _pass_knowledge_on(table, source, group, to)
        zones[source] = left
    for piece in moved:
        pieces[piece] = replace(pieces[piece], zone=to, host=event.host)
    lying = zones.get(to, ())
    if event.at < 0:
        zones[to] = lying + moved
    else:
        zones[to] = lying[: event.at] + moved + lying[event.at :]


Ids = tuple[PieceId, ...]


def _leaving(table: Table, moved: Ids) -> Iterable[tuple[Zone, Ids, Ids]]:
    """The moved pieces by the zone they lie in (nearly always one), and what is left there."""
    try:
        source = table.pieces[moved[0]].zone
        lying = table.zones[source]
        if lying[: len(moved)] == moved:
            return ((source, moved, lying[len(moved) :]),)
        sources = [table.pieces[piece].zone for piece in moved]
    except (KeyError, IndexError) as missing:
        raise ImpossibleEvent(f"there is no piece {missing} to move") from None
    if sources.count(source) == len(sources):
        return ((source, moved, _without(lying, moved)),)
    by_zone = [
        (zone, tuple(piece for piece, lay in zip(moved, sources, strict=True) if lay == zone))
        for zone in sorted(set(sources))
    ]
    return [(zone, group, _without(table.zones[zone], group)) for zone, group in by_zone]


def _without(lying: Ids, group: Ids) -> Ids:
    if len(group) == 1:
        place = lying.index(group[0])
        return lying[:place] + lying[place + 1 :]
    gone = set(group)
    left = tuple([piece for piece in lying if piece not in gone])
    if len(left) + len(group) != len(lying):
        raise ImpossibleEvent(f"a piece is moved twice at once: {group}")
    return left


def _pass_knowledge_on(table: Table, source: Zone, group: tuple[PieceId, ...], to: Zone) -> None:
    """Who can still tell which piece is which, once these have moved.

    Into an open zone everyone can. Into a hidden one, those who saw the piece where it lay. When
    some pieces leave a hidden zone unseen, nobody else can tell any longer which of them went.
    """
    known, look = table.known.get(source), table.visibility.get(source)
    if to not in table.visibility:
        if known:
            _keep_known(table, source, {p: who for p, who in known.items() if p not in group})
        return
    blind = table.cannot_see[to]
    if look is None:
        told = dict.fromkeys(group, blind)
    elif look.who == "owner" and look.owner in blind:
        told = dict.fromkeys(group, (look.owner,))
    elif known:
        told = {}
    else:
        return
    if known and look is not None:
        _unseen_departure(table, source, group, blind, told)
    if told:
        there = table.known.get(to)
        table.known[to] = {**there, **told} if there else told


def _unseen_departure(
    table: Table,
    source: Zone,
    group: tuple[PieceId, ...],
    blind: tuple[Seat, ...],
    told: dict[PieceId, tuple[Seat, ...]],
) -> None:
    """Seats that knew pieces of a hidden zone, and do not see where some of them went.

    They can still tell them apart when the whole zone went, or the top of an ordered pile.
    """
    lying, look = table.zones[source], table.visibility[source]
    all_blind = len(blind) == len(table.seats)
    if len(group) == len(lying):
        for piece, who in table.known.pop(source).items():
            still = who if all_blind else tuple([seat for seat in who if seat in blind])
            if still:
                told[piece] = told.get(piece, ()) + still
        return
    traced = look.ordered and lying[: len(group)] == group
    left: dict[PieceId, tuple[Seat, ...]] = {}
    for piece, who in table.known[source].items():
        still = who if all_blind else tuple([seat for seat in who if seat in blind])
        if piece in group:
            if traced and still:
                told[piece] = told.get(piece, ()) + still
        else:
            kept = who if traced else tuple([seat for seat in who if seat not in blind])
            if kept:
                left[piece] = kept
    _keep_known(table, source, left)


def _keep_known(table: Table, zone: Zone, known: dict[PieceId, tuple[Seat, ...]]) -> None:
    if known:
        table.known[zone] = known
    else:
        table.known.pop(zone, None)


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
    lying = table.zones.get(event.zone, ())
    if len(event.order) != len(lying) or set(event.order) != set(lying):
        raise ImpossibleEvent(f"shuffling {event.zone!r} gained or lost a piece")
    table.zones[event.zone] = event.order
    table.known.pop(event.zone, None)


def _redealt(table: Table, event: e.Redealt) -> None:
    before = sorted(piece for zone in event.zones for piece in table.zones.get(zone, ()))
    if before != sorted(piece for order in event.zones.values() for piece in order):
        raise ImpossibleEvent("dealing again gained or lost a piece")
    if event.seat:
        _redealt_for(table, event)
        return
    for zone, order in event.zones.items():
        _know_by_place(table, zone, order)
        table.zones[zone] = order
        for piece in order:
            held = table.pieces[piece]
            if held.zone != zone:
                table.pieces[piece] = replace(held, zone=zone)


def _redealt_for(table: Table, event: e.Redealt) -> None:
    """Deal from what a seat knows: what shows of a place stays, what others knew is forgotten."""
    pieces, seat = table.pieces, event.seat
    dealt: dict[PieceId, Piece] = {}
    for zone, order in event.zones.items():
        places = unknown_pieces(table, seat, zone)
        coming = [piece for piece in order if not table.knows(seat, piece)]
        stays = set(order).difference(coming) == set(table.zone(zone)).difference(places)
        if not stays or len(coming) != len(places):
            raise ImpossibleEvent(f"dealing moved a piece of {zone!r} that {seat} knows")
        dealt.update(zip(coming, (pieces[place] for place in places), strict=True))
    after = {
        piece: replace(
            place, id=piece, kind=pieces[piece].kind, owner=pieces[piece].owner,
            back=pieces[piece].back,
        )
        for piece, place in dealt.items()
    }  # fmt: skip
    pieces.update(after)
    taken = {place.id: piece for piece, place in dealt.items()}
    for piece, held in list(pieces.items()):
        if held.host in taken:
            pieces[piece] = replace(held, host=taken[held.host])
    table.zones.update(event.zones)
    for zone, known in list(table.known.items()):
        _keep_known(table, zone, {piece: (seat,) for piece, who in known.items() if seat in who})


def _know_by_place(table: Table, zone: Zone, order: Ids) -> None:
    """A seat that knew the piece at a place of a zone knows what is dealt to that place."""
    known, lying = table.known.get(zone), table.zones.get(zone, ())
    if known:
        placed = zip(lying, order, strict=False)
        _keep_known(table, zone, {new: known[old] for old, new in placed if old in known})


def _shown(table: Table, event: e.PiecesShown) -> None:
    for piece in event.pieces:
        zone = table.pieces[piece].zone
        if zone in table.visibility:
            known = table.known.get(zone, {})
            before = known.get(piece)
            who = tuple(sorted({*before, *event.to})) if before else event.to
            table.known[zone] = {**known, piece: who}


def _entered(table: Table, event: e.PhaseEntered) -> None:
    force_setattr(table, "round", event.round)
    force_setattr(table, "turn", event.turn)
    force_setattr(table, "phase", event.phase)
    force_setattr(table, "seat", event.seat)


def _paused(table: Table, event: e.EntryClosed) -> None:
    force_setattr(table, "steps", event.steps)


def _ended(table: Table, event: e.MatchEnded) -> None:
    force_setattr(table, "result", Result(event.winners, event.reason, event.scores))


def _match_paused(table: Table, event: e.MatchPaused) -> None:
    table.tracks[PAUSED] = 1


def _match_resumed(table: Table, event: e.MatchResumed) -> None:
    table.tracks.pop(PAUSED, None)


def _branched(table: Table, event: e.BranchOpened) -> None:
    if event.at != table.position - 1:
        raise ImpossibleEvent(f"the branch leaves at {event.at}, but stands at {table.position}")
    force_setattr(table, "match", event.match)
    force_setattr(table, "version", event.version)
    force_setattr(table, "forced", event.forced)
    # A pause is of the match that was left; someone who tries something else need not wait for it.
    table.tracks.pop(PAUSED, None)


def _rewound(table: Table, event: e.Rewound) -> None:
    raise ImpossibleEvent("a rewind needs the line's past tables; fold it through a Line")


_WRITE: dict[type[e.Event], Callable[[Table, Any], None]] = {
    e.MatchOpened: _opened,
    e.SeatClaimed: _claimed,
    e.SeatResigned: _claimed,
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
    e.PiecesInspected: _nothing,
    e.PhaseEntered: _entered,
    e.TotalComputed: _nothing,
    e.EntryClosed: _paused,
    e.MatchPaused: _match_paused,
    e.MatchResumed: _match_resumed,
    e.Rewound: _rewound,
    e.Ruled: _nothing,
    e.RulesAdopted: _adopted,
    e.MatchEnded: _ended,
    e.BranchOpened: _branched,
    e.SeedRevealed: _nothing,
}
