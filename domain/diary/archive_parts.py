"""The part of an archive that this release can read, where a later one has written more."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wardiary.domain.diary.archive_lines import (
    FORMAT,
    FORMAT_WITH_HEADS,
    Archive,
    ArchiveTooNew,
    EntryLine,
    HeaderLine,
    MarkLine,
    PackLine,
    PartLine,
    RowLine,
    SecretsLine,
    Written,
)
from wardiary.domain.diary.archive_writing import with_seal
from wardiary.domain.diary.codec import UnknownEvent, decode, kind_of


def known_part(archive: Archive) -> tuple[Archive, str]:
    """An archive up to the last entry before the first event that this release does not know.

    With it one sentence on where that event is, empty when the whole archive is known. Raises
    ArchiveTooNew when the event is in the first entry.
    """
    unknown = _first_unknown(archive)
    if unknown is None:
        return archive, ""
    position, why = unknown
    last = max((entry.last for entry in archive.entries if entry.last < position), default=0)
    where = f"from position {position} on it was written by a newer wardiary: {why}"
    if not last:
        raise ArchiveTooNew(f"row {position}", f"{where}; update wardiary to read it", position)
    return _upto(archive, last, where), f"{where}; it is read up to {last}, update wardiary for all"


def write_again(archive: Archive) -> Iterator[bytes]:
    """The lines of an archive that was read, or of a part of one."""
    return with_seal(_lines(archive))


def _first_unknown(archive: Archive) -> tuple[int, str] | None:
    for row in archive.rows:
        try:
            decode(row.state)
        except UnknownEvent as unknown:
            return row.position, str(unknown)
        except ValueError:
            return None  # It is no event at all, which an audit judges.
    return None


def _upto(archive: Archive, last: int, why: str) -> Archive:
    """The archive up to the end of an entry; its last match is marked as a part."""
    rows = archive.rows[:last]
    match, matches = rows[-1].match, {row.match for row in rows}
    over = any(row.match == match and kind_of(row) == "match-ended" for row in archive.rows[last:])
    parts = {name: part for name, part in archive.parts.items() if name in matches}
    parts[match] = PartLine(match, last, over, why)
    return replace(
        archive,
        match=match,
        rows=rows,
        entries=tuple(entry for entry in archive.entries if entry.last <= last),
        secrets={name: secrets for name, secrets in archive.secrets.items() if name in matches},
        standing=(),
        seen=tuple(line for line in archive.seen if line.position <= last),
        parts=parts,
        marks={name: mark for name, mark in archive.marks.items() if name in matches},
    )


def _lines(archive: Archive) -> Iterator[Written]:
    form = FORMAT_WITH_HEADS if archive.seen else FORMAT
    yield HeaderLine(form, archive.match, archive.game, archive.kind, archive.role)
    yield PackLine(archive.pack.decode())
    rows = iter(archive.rows)
    for entry in archive.entries:
        for _ in range(entry.first, entry.last + 1):
            row = next(rows)
            state, leaf, salt = row.state.decode(), row.leaf.hex(), row.salt.hex()
            yield RowLine(row.match, row.position, state, leaf, salt)
        yield EntryLine(entry.first, entry.last, entry.head.hex())
    for match, secrets in archive.secrets.items():
        yield SecretsLine(match, secrets.seed.hex(), secrets.salt.hex())
    yield from archive.standing
    yield from archive.parts.values()
    yield from (MarkLine(match, why) for match, why in sorted(archive.marks.items()))
    yield from archive.seen
