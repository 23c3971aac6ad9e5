"""A record held against all else that a store knows of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from wardiary.adapters.store import DiaryStore
from wardiary.adapters.store.entry import command_key
from wardiary.adapters.store.sql import LAST_POSITION
from wardiary.adapters.whole import opener_of, rows_before_damage
from wardiary.domain.diary.codec import kind_of
from wardiary.domain.diary.history import MATCH_OPENERS
from wardiary.domain.diary.rows import Row
from wardiary.domain.table import events as e
from wardiary.projections.audit import HashedEntry, chain
from wardiary.projections.record import Record, event_at
from wardiary.projections.verdicts import Fault


class LineDamage(msgspec.Struct, frozen=True):
    """Where the rows of a line are no longer those that were appended, and to which match of it.

    `whole` are the rows of that match before the damage.
    """

    match: str
    position: int
    why: str
    whole: Sequence[Row]


def damage_on_line(store: DiaryStore, match: str) -> LineDamage | None:
    """The first damage of a line that the store's own checksums show, None when there is none.

    Nobody who forges a row leaves its checksum wrong on purpose: so this is a disk's error. Raises
    UnknownMatch where a parent of the line is not there.
    """
    damage, last = None, LAST_POSITION
    while True:
        rows, fault = rows_before_damage(store, match)
        if fault is not None and fault[0] <= last:
            damage = LineDamage(match, *fault, rows)
        opener = opener_of(store, match)
        if not isinstance(opener, e.BranchOpened) or opener.parent == match:
            return damage
        match, last = opener.parent, min(opener.at, last - 1)


def hold_against(store: DiaryStore, record: Record) -> None:
    """Raise Fault where rows that make one chain are not what the store knows of elsewhere.

    The rows agree with their checksums already (see `damage_on_line`). Entries, command ids and
    the heads that branches left from tell of a tail cut back, or of a last entry changed, which no
    later entry covers. A forger who rewrites everything alike is found by a noted head alone.
    """
    entries = chain(record)
    parts = list(_parts(record, entries))
    for match, match_entries in parts:
        _counted(store, match, match_entries)
        _commands(store, record, match, match_entries)
    _branches(store, parts)


def _parts(
    record: Record, entries: Sequence[HashedEntry]
) -> Iterator[tuple[str, list[HashedEntry]]]:
    """The matches on a line, each with its own entries."""
    match, match_entries = "", list[HashedEntry]()
    for entry in entries:
        if kind_of(record.rows[entry.first - 1]) in MATCH_OPENERS:
            if match_entries:
                yield match, match_entries
            opener = event_at(record.rows[entry.first - 1])
            assert isinstance(opener, (e.MatchOpened, e.BranchOpened))
            match, match_entries = opener.match, []
        match_entries.append(entry)
    yield match, match_entries


def _counted(store: DiaryStore, match: str, match_entries: Sequence[HashedEntry]) -> None:
    """The rows are cut into the very entries that were appended."""
    there = [(entry.first, entry.last) for entry in match_entries]
    for (first, end, _), now in zip(store.entries(match), there, strict=False):
        if (first, end) != now:
            why = f"there is an entry {now[0]}-{now[1]} where {first}-{end} was appended"
            raise Fault(now[0], "Diary/Entry", why)


def _commands(
    store: DiaryStore, record: Record, match: str, match_entries: Sequence[HashedEntry]
) -> None:
    """Raise Fault unless the store finds every command by its id."""
    for entry in match_entries:
        opener = event_at(record.rows[entry.first - 1])
        if not isinstance(opener, e.CommandAccepted) or not opener.id:
            continue
        if store.command(match, command_key(opener.seat, opener.id)) != (entry.first, entry.last):
            why = f"the store knows no command {opener.id!r} of {opener.seat} here"
            raise Fault(entry.first, "Table/Command", why)


def _branches(store: DiaryStore, parts: Sequence[tuple[str, Sequence[HashedEntry]]]) -> None:
    """What a branch says of where it left: there was that head, and is still."""
    heads = {
        match: {entry.last: entry.hash for entry in match_entries} for match, match_entries in parts
    }
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
    """Every branch in the store with its first event; damage is reported where that is audited."""
    for match in store.matches():
        opener = opener_of(store, match)
        if isinstance(opener, e.BranchOpened):
            yield match, opener
