"""Table talk: entries that change nothing of what a seat sees or is asked."""

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

EVENTS_OF_EMPTY_RULING = 3
"""How many events a ruling without corrections has: accepted, ruled, closed."""


def only_talk_since(history: History, seat: Seat, position: int) -> bool:
    """Whether a seat sees and is asked the same now as at a position.

    Since then others may have claimed seats, asked for a rewind or adopted rules. The holder of the
    seat itself must be the same, and the seat must not have been asked to agree to a rewind; but a
    second request does not count, or an opponent could keep the seat from playing for ever.
    """
    if not history.is_end(position):
        return False
    steps = history.table_at(position).steps
    if not all(_is_talk(event, seat, steps) for _, event in history.events(position)):
        return False
    return not _is_asked(history, seat) or _is_asked(history.upto(position), seat)


def lets_orders_stand(table: Table, events: Iterable[e.AnyEvent]) -> bool:
    """Whether an order that was given before an entry still stands after it, with the same dice.

    It does when nobody is asked anything else and nothing was said by which dice are drawn; under
    rules that were adopted it is judged once more, and an end of the match goes before it.
    """
    recorded = list(events)
    if any(isinstance(event, (e.MatchEnded, e.RulesAdopted)) for event in recorded):
        return True
    return all(
        _is_talk(event, "", table.steps) and not isinstance(event, e.ShareOpened)
        for event in recorded
    )


def order_stands_since(history: History, position: int) -> bool:
    """Whether an order that was given at a position, and waits, still stands now."""
    if not history.is_end(position):
        return False
    events = (event for _, event in history.events(position))
    return lets_orders_stand(history.table_at(position), events)


def _is_talk(event: e.Event, seat: Seat, steps: bytes) -> bool:
    match event:
        case e.CommandAccepted() | e.PiecesInspected() | e.MatchPaused() | e.MatchResumed():
            return True
        case e.ClocksRun() | e.DeadlineMissed() | e.TimeGranted():
            return True
        case e.VacationTaken() | e.VacationEnded():
            return True
        case e.ShareOpened() | e.KeyNamed() | e.KeepersNamed() | e.KeeperOpened():
            return True
        case e.SeatClaimed():
            return event.seat != seat
        case e.TrackSet():
            return event.track.startswith(CONSENT_TRACKS)
        case e.EntryClosed():
            return bytes(event.steps) == bytes(steps)
        case _:
            return False


def _is_asked(history: History, seat: Seat) -> bool:
    request = pending_request(history)
    return request is not None and seat in request.waiting


def changes_nothing(before: Table, events: Iterable[e.AnyEvent]) -> bool:
    """Whether an entry would leave everything as it is and inform nobody of anything.

    A ruling without corrections informs the seats, so it does not count as such.
    """
    recorded = list(events)
    if any(isinstance(event, e.Ruled) for event in recorded):
        return len(recorded) > EVENTS_OF_EMPTY_RULING and _same_content(
            before, fold(before, recorded)
        )
    for event in recorded:
        match event:
            case e.CommandAccepted():
                pass
            case e.EntryClosed() if bytes(event.steps) == bytes(before.steps):
                pass
            case e.SeatClaimed(seal="", key="") if (
                before.holders.get(event.seat, "") == event.holder
            ):
                pass
            case _:
                return False
    return True


def _same_content(before: Table, after: Table) -> bool:
    """Whether two tables are the same, apart from empty zones and tracks at 0."""
    return _content_of(before) == _content_of(replace(after, position=before.position))


def _content_of(table: Table) -> tuple[Table, set[tuple[Zone, PieceId, Seat]]]:
    zones = {zone: order for zone, order in table.zones.items() if order}
    tracks = {name: value for name, value in table.tracks.items() if value}
    known = {
        (zone, piece, seat)
        for zone, pieces in table.known.items()
        for piece, seats in pieces.items()
        for seat in seats
        if not table.can_see(seat, zone)
    }
    return replace(table, zones=zones, tracks=tracks, pack=None, known={}), known
