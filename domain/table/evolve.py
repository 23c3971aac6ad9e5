"""The only fold: from a table and an event to the next table. It knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import force_setattr, replace

from wardiary.domain.table import events as e
from wardiary.domain.table.errors import ImpossibleEvent
from wardiary.domain.table.knowledge import deal_for_seat, know_by_place, pass_knowledge_on
from wardiary.domain.table.memory import Memory
from wardiary.domain.table.pieces import Piece, PieceId, Zone
from wardiary.domain.table.table import NO_STEPS, PAUSED, Result, Table


def evolve(table: Table, event: e.Event, position: int | None = None) -> Table:
    """The table after one event.

    `position` is the event's own place in the diary when known; it must follow the table's.
    Raises ImpossibleEvent on an unknown event, a gap, or a piece that is not there.
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
            write = _APPLIED_BY[type(event)]
        except KeyError:
            raise ImpossibleEvent(
                f"unknown event {e.tag_of(event)!r} at position {number}"
            ) from None
        write(after, event)
    return after


def working_copy(table: Table) -> Table:
    """A private copy that `apply` may write to; never hand it out before the writing is over."""
    copy = replace(
        table,
        pieces=table.pieces.copy(),
        zones=table.zones.copy(),
        tracks=table.tracks.copy(),
        known=table.known.copy(),
        holders=table.holders.copy(),
    )
    force_setattr(copy, "memory", table.memory)
    return copy


def _moved(table: Table, *zones: Zone) -> None:
    """Forget what was answered about the places of pieces in some zones, and of the whole table."""
    force_setattr(table, "memory", table.memory.after_moves(*zones))


def _changed(table: Table, piece: Piece) -> None:
    """Forget what was answered about faces and marks of pieces where this one is."""
    force_setattr(table, "memory", table.memory.after_change(piece.zone))


def _all_changed(table: Table) -> None:
    """Forget everything."""
    force_setattr(table, "memory", Memory())


def table_after_rewind(earlier: Table, latest: Table) -> Table:
    """The table right after a rewind: as it was earlier, except for what no rewind takes back.

    Who holds a seat, the rules that every seat has adopted, and whether the match is paused, are as
    they were just before the rewind.
    """
    position, tracks = latest.position + 1, earlier.tracks
    paused = {name: value for name, value in latest.tracks.items() if name.startswith(PAUSED)}
    if paused != {name: value for name, value in tracks.items() if name.startswith(PAUSED)}:
        tracks = {n: value for n, value in tracks.items() if not n.startswith(PAUSED)} | paused
    return replace(
        earlier, position=position, holders=latest.holders, version=latest.version, tracks=tracks
    )


def apply(table: Table, event: e.Event, position: int | None = None) -> None:
    """Apply one event to a private working copy, and move its position on by one."""
    if position is not None and position != table.position + 1:
        raise ImpossibleEvent(f"event {position} does not follow position {table.position}")
    write = _APPLIED_BY.get(type(event))
    if write is None:
        raise ImpossibleEvent(f"unknown event {e.tag_of(event)!r} at position {table.position + 1}")
    force_setattr(table, "position", table.position + 1)
    write(table, event)


def _match_opened(table: Table, event: e.MatchOpened) -> None:
    for name in ("match", "game", "version", "scenario", "settings", "seats", "visibility"):
        force_setattr(table, name, getattr(event, name))
    blind = {
        zone: tuple(
            seat for seat in event.seats if visibility.who == "nobody" or seat != visibility.owner
        )
        for zone, visibility in event.visibility.items()
    }
    force_setattr(table, "cannot_see", blind)
    _all_changed(table)


def _seat_claimed(table: Table, event: e.SeatClaimed | e.SeatResigned) -> None:
    if event.seat not in table.seats:
        raise ImpossibleEvent(f"no seat {event.seat!r} at this table")
    table.holders[event.seat] = event.holder
    _moved(table)


def _table_cleared(table: Table, event: e.TableCleared) -> None:
    for name in ("pieces", "zones", "known"):
        getattr(table, name).clear()
    tracks = {name: value for name, value in table.tracks.items() if name == PAUSED}
    for name, value in (("tracks", tracks), ("steps", NO_STEPS), ("phase", ""), ("seat", "")):
        force_setattr(table, name, value)
    force_setattr(table, "round", 0)
    force_setattr(table, "turn", 0)
    _all_changed(table)


def _rules_adopted(table: Table, event: e.RulesAdopted) -> None:
    force_setattr(table, "version", event.version)
    _moved(table)


def _no_change(table: Table, event: e.Event) -> None:
    """A fact that changes nothing on the table, such as a roll or a total."""


def _dice_rolled(table: Table, event: e.DiceRolled) -> None:
    if event.forced:
        force_setattr(table, "forced", table.forced[len(event.faces) :])


def _pieces_placed(table: Table, event: e.PiecesPlaced) -> None:
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
    _moved(table, event.zone)


def _pieces_moved(table: Table, event: e.PiecesMoved) -> None:
    pieces, zones, to, moved = table.pieces, table.zones, event.to, event.pieces
    hidden = to in table.visibility
    for source, group, remaining in _by_source(table, moved):
        if hidden or source in table.known:
            pass_knowledge_on(table, source, group, to)
        zones[source] = remaining
        _moved(table, source, to)
    host = event.host
    for piece in moved:
        pieces[piece] = replace(pieces[piece], zone=to, host=host)
    present = zones.get(to, ())
    if event.at < 0:
        zones[to] = present + moved
    else:
        zones[to] = present[: event.at] + moved + present[event.at :]


Ids = tuple[PieceId, ...]


def _by_source(table: Table, moved: Ids) -> Iterable[tuple[Zone, Ids, Ids]]:
    """The moved pieces by the zone they leave (nearly always one), and what remains in it."""
    try:
        source = table.pieces[moved[0]].zone
        pieces = table.zones[source]
        if pieces[: len(moved)] == moved:
            return ((source, moved, pieces[len(moved) :]),)
        sources = [table.pieces[piece].zone for piece in moved]
    except (KeyError, IndexError) as missing:
        raise ImpossibleEvent(f"there is no piece {missing} to move") from None
    if sources.count(source) == len(sources):
        return ((source, moved, _remaining(pieces, moved)),)
    by_zone = [
        (zone, tuple(piece for piece, origin in zip(moved, sources, strict=True) if origin == zone))
        for zone in sorted(set(sources))
    ]
    return [(zone, group, _remaining(table.zones[zone], group)) for zone, group in by_zone]


def _remaining(pieces: Ids, group: Ids) -> Ids:
    if len(group) == 1:
        place = pieces.index(group[0])
        return pieces[:place] + pieces[place + 1 :]
    leaving = set(group)
    remaining = tuple([piece for piece in pieces if piece not in leaving])
    if len(remaining) + len(group) != len(pieces):
        raise ImpossibleEvent(f"a piece is moved twice at once: {group}")
    return remaining


def _piece_turned(table: Table, event: e.PieceTurned) -> None:
    piece = table.pieces[event.piece]
    table.pieces[event.piece] = replace(piece, face=event.face)
    _changed(table, piece)


def _mark_set(table: Table, event: e.MarkSet) -> None:
    piece = table.pieces[event.piece]
    marks, until = piece.marks.copy(), piece.until.copy()
    marks.pop(event.mark, None)
    until.pop(event.mark, None)
    if event.value:
        marks[event.mark] = event.value
        if event.until:
            until[event.mark] = event.until
    table.pieces[event.piece] = replace(piece, marks=marks, until=until)
    _changed(table, piece)


def _track_set(table: Table, event: e.TrackSet) -> None:
    table.tracks[event.track] = event.value
    _moved(table)


def _pile_shuffled(table: Table, event: e.PileShuffled) -> None:
    pieces = table.zones.get(event.zone, ())
    if len(event.order) != len(pieces) or set(event.order) != set(pieces):
        raise ImpossibleEvent(f"shuffling {event.zone!r} gained or lost a piece")
    table.zones[event.zone] = event.order
    table.known.pop(event.zone, None)
    _moved(table, event.zone)


def _redealt(table: Table, event: e.Redealt) -> None:
    _all_changed(table)
    before = sorted(piece for zone in event.zones for piece in table.zones.get(zone, ()))
    if before != sorted(piece for order in event.zones.values() for piece in order):
        raise ImpossibleEvent("dealing again gained or lost a piece")
    if event.seat:
        deal_for_seat(table, event)
        return
    for zone, order in event.zones.items():
        know_by_place(table, zone, order)
        table.zones[zone] = order
        for piece in order:
            dealt_piece = table.pieces[piece]
            if dealt_piece.zone != zone:
                table.pieces[piece] = replace(dealt_piece, zone=zone)


def _pieces_shown(table: Table, event: e.PiecesShown) -> None:
    for piece in event.pieces:
        zone = table.pieces[piece].zone
        if zone in table.visibility:
            known = table.known.get(zone, {})
            seats_before = known.get(piece)
            seats = tuple(sorted({*seats_before, *event.to})) if seats_before else event.to
            table.known[zone] = {**known, piece: seats}
    _moved(table)


def _phase_entered(table: Table, event: e.PhaseEntered) -> None:
    force_setattr(table, "round", event.round)
    force_setattr(table, "turn", event.turn)
    force_setattr(table, "phase", event.phase)
    force_setattr(table, "seat", event.seat)
    _moved(table)


def _entry_closed(table: Table, event: e.EntryClosed) -> None:
    force_setattr(table, "steps", event.steps)


def _match_ended(table: Table, event: e.MatchEnded) -> None:
    force_setattr(table, "result", Result(event.winners, event.reason, event.scores))
    _moved(table)


def _match_paused(table: Table, event: e.MatchPaused) -> None:
    table.tracks[PAUSED] = 1
    _moved(table)


def _match_resumed(table: Table, event: e.MatchResumed) -> None:
    table.tracks.pop(PAUSED, None)
    _moved(table)


def _branch_opened(table: Table, event: e.BranchOpened) -> None:
    if event.at != table.position - 1:
        raise ImpossibleEvent(f"the branch starts after {event.at}, but is at {table.position}")
    force_setattr(table, "match", event.match)
    force_setattr(table, "version", event.version)
    force_setattr(table, "forced", event.forced)
    # A pause belongs to the parent match; a branch need not wait for its end.
    table.tracks.pop(PAUSED, None)
    _all_changed(table)


def _rewound(table: Table, event: e.Rewound) -> None:
    raise ImpossibleEvent("a rewind needs earlier tables; fold it through a History")


_APPLIED_BY: dict[type[e.Event], Callable[[Table, Any], None]] = {
    e.MatchOpened: _match_opened,
    e.SeatClaimed: _seat_claimed,
    e.ShareOpened: _no_change,
    e.TableCleared: _table_cleared,
    e.KeyNamed: _no_change,
    e.SharesDrawn: _no_change,
    e.KeepersNamed: _no_change,
    e.KeeperOpened: _no_change,
    e.SeatResigned: _seat_claimed,
    e.CommandAccepted: _no_change,
    e.PiecesPlaced: _pieces_placed,
    e.PiecesMoved: _pieces_moved,
    e.PieceTurned: _piece_turned,
    e.MarkSet: _mark_set,
    e.TrackSet: _track_set,
    e.PileShuffled: _pile_shuffled,
    e.Redealt: _redealt,
    e.DiceRolled: _dice_rolled,
    e.PiecesShown: _pieces_shown,
    e.PiecesInspected: _no_change,
    e.PhaseEntered: _phase_entered,
    e.TotalComputed: _no_change,
    e.EntryClosed: _entry_closed,
    e.MatchPaused: _match_paused,
    e.MatchResumed: _match_resumed,
    e.ClocksRun: _no_change,
    e.DeadlineMissed: _no_change,
    e.TimeGranted: _no_change,
    e.VacationTaken: _no_change,
    e.VacationEnded: _no_change,
    e.Rewound: _rewound,
    e.Ruled: _no_change,
    e.RulesAdopted: _rules_adopted,
    e.MatchEnded: _match_ended,
    e.BranchOpened: _branch_opened,
    e.SeedRevealed: _no_change,
}
