"""A record held against all else that a store knows of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wardiary.adapters.store import DiaryStore
from wardiary.adapters.store.entry import command_key
from wardiary.adapters.whole import opener_of
from wardiary.domain.diary.codec import kind_of
from wardiary.domain.diary.history import MATCH_OPENERS
from wardiary.domain.table import events as e
from wardiary.projections.audit import HashedEntry, chain
from wardiary.projections.record import Record, event_at
from wardiary.projections.verdicts import Fault


def hold_against(store: DiaryStore, record: Record) -> None:
    """Raise Fault where rows that make one chain are not what the store has kept count of.

    So a tail that was cut back is missed, and a last entry that was changed, which no later entry
    covers. Whoever rewrites everything alike is found by a noted head alone.
    """
    entries = chain(record)
    parts = list(_parts(record, entries))
    for number, (match, own) in enumerate(parts):
        is_last = number + 1 == len(parts)
        _counted(store, match, own, whole=is_last)
        _summed(store, match, own[-1].last, whole=is_last)
        _commands(store, record, match, own)
    _branches(store, parts)


def _parts(
    record: Record, entries: Sequence[HashedEntry]
) -> Iterator[tuple[str, list[HashedEntry]]]:
    """The matches on a line, each with its own entries."""
    match, own = "", list[HashedEntry]()
    for entry in entries:
        if kind_of(record.rows[entry.first - 1]) in MATCH_OPENERS:
            if own:
                yield match, own
            opener = event_at(record.rows[entry.first - 1])
            assert isinstance(opener, (e.MatchOpened, e.BranchOpened))
            match, own = opener.match, []
        own.append(entry)
    yield match, own


def _counted(store: DiaryStore, match: str, own: Sequence[HashedEntry], *, whole: bool) -> None:
    """The entries are those that were appended, none cut off and none come from elsewhere."""
    last = own[-1].last
    appended = [(first, end) for first, end, _ in store.entries(match) if whole or first <= last]
    there = [(entry.first, entry.last) for entry in own]
    for was, now in zip(appended, there, strict=False):
        if was != now:
            why = f"an entry {now[0]}-{now[1]} stands where {was[0]}-{was[1]} was appended"
            raise Fault(now[0], "Diary/Entry", why)
    if len(appended) > len(there):
        first, end = appended[len(there)]
        why = f"the entry {first}-{end} was appended to match {match}, and its rows are gone"
        raise Fault(first, "Diary/Position", why)
    if len(there) > len(appended):
        first, end = there[len(appended)]
        why = f"the entry {first}-{end} was never appended to match {match} by this store"
        raise Fault(first, "Diary/Entry", why)


def _summed(store: DiaryStore, match: str, last: int, *, whole: bool) -> None:
    for position in store.damaged_positions(match):
        if whole or position <= last:
            raise Fault(position, "Diary/Entry", "this row is not as it was appended")


def _commands(store: DiaryStore, record: Record, match: str, own: Sequence[HashedEntry]) -> None:
    """Every command stands where the store finds it by its id."""
    for entry in own:
        opener = event_at(record.rows[entry.first - 1])
        if not isinstance(opener, e.CommandAccepted) or not opener.id:
            continue
        if store.command(match, command_key(opener.seat, opener.id)) != (entry.first, entry.last):
            why = f"the store knows no command {opener.id!r} of {opener.seat} here"
            raise Fault(entry.first, "Table/Command", why)


def _branches(store: DiaryStore, parts: Sequence[tuple[str, Sequence[HashedEntry]]]) -> None:
    """What a branch says of where it left: there was that head, and is still."""
    heads = {match: {entry.last: entry.hash for entry in own} for match, own in parts}
    last_match = parts[-1][0]
    for child, opener in _openers(store):
        stood = heads.get(opener.parent)
        if stood is None or (opener.at > max(stood) and opener.parent != last_match):
            continue
        if opener.at in stood and stood[opener.at].hex() == opener.head:
            continue
        if opener.at < min(stood):
            continue  # It leaves from a parent further up, which is looked at there.
        why = f"the branch {child} left at {opener.at} from the head {opener.head}, never had here"
        raise Fault(min(opener.at, max(stood)), "Diary/Head", why)


def _openers(store: DiaryStore) -> Iterator[tuple[str, e.BranchOpened]]:
    """Every branch in the store with its first event; damage is told where that is audited."""
    for match in store.matches():
        opener = opener_of(store, match)
        if isinstance(opener, e.BranchOpened):
            yield match, opener
