"""Table talk: what is said at a table without changing what a seat sees there, or is asked."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wardiary.domain.diary.history import History
from wardiary.domain.match.rewind_options import pending_request
from wardiary.domain.play.table_commands import CONSENT_TRACKS
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import fold
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

RULED_ONLY = 3
"""The events of a ruling without corrections: accepted, ruled, closed."""


def only_talk_since(line: History, seat: Seat, position: int) -> bool:
    """Whether what a seat saw and was asked at a position is what it sees and is asked now.

    Since then others may have claimed seats, asked for a rewind or adopted rules. Who holds the
    seat itself must be the same, and it must not have been asked to agree to a rewind meanwhile;
    but a second request is no news, or its opponent could keep it from playing for ever.
    """
    if not line.is_end(position):
        return False
    steps = line.table_at(position).steps
    if not all(_is_talk(event, seat, steps) for _, event in line.events(position)):
        return False
    return not _is_asked(line, seat) or _is_asked(line.upto(position), seat)


def _is_talk(event: e.Event, seat: Seat, steps: bytes) -> bool:
    match event:
        case e.CommandAccepted() | e.PiecesInspected() | e.MatchPaused() | e.MatchResumed():
            return True
        case e.SeatClaimed():
            return event.seat != seat
        case e.TrackSet():
            return event.track.startswith(CONSENT_TRACKS)
        case e.EntryClosed():
            return bytes(event.steps) == bytes(steps)
        case _:
            return False


def _is_asked(line: History, seat: Seat) -> bool:
    asked = pending_request(line)
    return asked is not None and seat in asked.waiting


def changes_nothing(before: Table, events: Iterable[e.AnyEvent]) -> bool:
    """Whether an entry would leave everything as it is, and tell nobody anything.

    A ruling without corrections only says something, and that may be said.
    """
    listed = list(events)
    if any(isinstance(event, e.Ruled) for event in listed):
        return len(listed) > RULED_ONLY and _same(before, fold(before, listed))
    for event in listed:
        match event:
            case e.CommandAccepted():
                pass
            case e.EntryClosed() if bytes(event.steps) == bytes(before.steps):
                pass
            case e.SeatClaimed() if before.holders.get(event.seat, "") == event.holder:
                pass
            case _:
                return False
    return True


def _same(before: Table, after: Table) -> bool:
    """Whether two tables hold the same, however often an empty zone or a zero was written."""
    return _without_times(before) == _without_times(replace(after, position=before.position))


def _without_times(table: Table) -> tuple[Table, set[tuple[Zone, PieceId, Seat]]]:
    zones = {zone: lying for zone, lying in table.zones.items() if lying}
    tracks = {name: value for name, value in table.tracks.items() if value}
    known = {
        (zone, piece, seat)
        for zone, pieces in table.known.items()
        for piece, seats in pieces.items()
        for seat in seats
        if not table.can_see(seat, zone)
    }
    return replace(table, zones=zones, tracks=tracks, pack=None, known={}), known
