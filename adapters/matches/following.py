"""Matches that are followed from afar: each of their entries leaves a note in the outbox.

The note is stored in the transaction of its entry: either both are on the disk, or neither is. Who
sends something on (`adapters/mail/worker.py`) takes the notes from there.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from wardiary.adapters.store import DiaryStore
from wardiary.domain.table.pieces import Seat

FOLLOWED = "followed"
"""The drawer that names the matches somebody follows."""
AS_IT_STANDS, ONCE_MORE = -1, -2
"""In place of a position: for how a match stands when the note is taken."""
BY_MAIL = "mail-"
"""Command ids of orders that came by mail begin so."""


class EntryNote(msgspec.Struct, frozen=True, tag="entry", forbid_unknown_fields=True):
    """An entry was stored that ends at a position: by whom, whether by mail, and when (ms)."""

    match: str
    position: int
    by: Seat = ""
    by_mail: bool = False
    time: int = 0


def follow(store: DiaryStore, match: str) -> None:
    """Leave notes of a match's entries from now on, and one at once for how it stands."""
    store.put(FOLLOWED, match, b"1")
    store.add_to_outbox(msgspec.json.encode(EntryNote(match, AS_IT_STANDS)))


def unfollow(store: DiaryStore, match: str) -> None:
    """Leave no more notes of a match."""
    store.delete(FOLLOWED, match)


def notes(
    store: DiaryStore,
    match: str,
    position: int,
    seat: Seat,
    command_id: str,
    clock: Callable[[], int],
) -> tuple[bytes, ...]:
    """What goes into the outbox with an entry: nothing where nobody follows the match."""
    if store.get(FOLLOWED, match) is None:
        return ()
    note = EntryNote(match, position, seat, command_id.startswith(BY_MAIL), clock())
    return (msgspec.json.encode(note),)
