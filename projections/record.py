"""The record that an audit judges: rows, and what is known about their hashes and secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from wardiary.domain.diary.archive_lines import Archive, SeenLine
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import UnknownEvent, decode
from wardiary.domain.diary.rows import Row
from wardiary.domain.table import events as e
from wardiary.projections.verdicts import Fault


@dataclass(frozen=True)
class Record:
    """Rows to be judged, with what is known about their hashes and secrets.

    `secrets` are seeds and salts by match; `leaves` and `heads` (by the entry's last position) are
    those that an archive gives; without leaves they are computed from the secrets' salts. `seen`
    are the heads that seats have seen.
    """

    rows: Sequence[Row]
    pack: bytes
    secrets: Mapping[str, Secrets] = field(default_factory=dict)
    leaves: Sequence[bytes] = ()
    heads: Mapping[int, bytes] = field(default_factory=dict)
    salts: Sequence[bytes] = ()
    seen: Sequence[SeenLine] = ()


def record_of(archive: Archive) -> Record:
    """The record in an archive; for a seat's archive with the redacted rows."""
    return Record(
        rows=[Row(row.position, row.tag, row.state) for row in archive.rows],
        pack=archive.pack,
        secrets=archive.secrets,
        leaves=() if archive.is_redacted else [row.leaf for row in archive.rows],
        heads={entry.last: entry.head for entry in archive.entries},
        salts=[row.salt for row in archive.rows],
        seen=archive.seen,
    )


def load_record(
    match: str,
    rows_of: Callable[[str], Sequence[Row]],
    secrets_of: Callable[[str], tuple[bytes, bytes]],
    pack_of: Callable[[str], bytes],
) -> tuple[str, Record]:
    """The game and record of a match and its parents, from what a store keeps; nothing is folded
    yet.

    So impossible events get a verdict too. Raises Fault where rows are missing or a branch does not
    name its parent.
    """
    parts: list[Sequence[Row]] = []
    secrets: dict[str, Secrets] = {}
    at: int | None = None
    while True:
        rows = [row for row in rows_of(match) if at is None or row.position <= at]
        if not rows or (at is not None and rows[-1].position != at):
            raise Fault(at or 1, "Diary/Position", f"row {at or 1} of match {match} is missing")
        parts.insert(0, rows)
        secrets[match] = Secrets(*secrets_of(match))
        opener, first = event_at(rows[0]), rows[0].position
        if isinstance(opener, e.MatchOpened):
            every = [row for part in parts for row in part]
            return opener.game, Record(every, pack_of(opener.pack), secrets)
        if not isinstance(opener, e.BranchOpened) or not 0 < opener.at < first:
            raise Fault(first, "Diary/Entry", "neither a match nor a branch is opened here")
        # Each parent ends before its child begins, so this comes to an end.
        match, at = opener.parent, opener.at


def upto(record: Record, position: int) -> Record:
    """The record as far as a position."""
    return replace(
        record,
        rows=record.rows[:position],
        leaves=record.leaves[:position],
        salts=record.salts[:position],
    )


def event_at(row: Row) -> e.AnyEvent:
    """The event of a row; raises Fault."""
    try:
        event = decode(row.state)
    except UnknownEvent as error:
        why = f"it was written by a newer wardiary: {error}"
        raise Fault(row.position, "Diary/Event", why, newer=True) from None
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Fault(row.position, "Diary/Event", f"its bytes are not an event: {error}") from None
    return event
