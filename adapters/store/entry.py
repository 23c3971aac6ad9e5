"""One entry as the recorders receive it: everything that one transaction writes beside its rows."""

from collections.abc import Iterator, Mapping, Sequence
from struct import Struct as Packed
from zlib import crc32

import msgspec

from wardiary.adapters.store.errors import PositionGap
from wardiary.domain.diary.rows import Row

_SUM = Packed(">I")


class EntryWrite(msgspec.Struct, frozen=True, gc=False):
    """What goes into the append transaction together with the rows themselves.

    Attributes:
        where: the store, for messages.
        match: the match's id, 32 hexadecimal digits.
        first, last: the positions of the entry's rows.
        expected: the position the entry follows; None when it opens the match.
        command_id: the client's id of the command, "" when it has none.
        sums: a checksum for each row, to notice bytes that rotted on the disk.
        outbox: what must be sent to somebody because of this entry.
        secrets: seed and salt, only when the entry opens the match.
        packs: content by digest, only when the entry opens the match.
        parent: the match that the entry opens a branch of, which must be there; "" for none.
    """

    where: str
    match: str
    first: int
    last: int
    expected: int | None
    command_id: str
    sums: bytes
    outbox: Sequence[bytes] = ()
    secrets: tuple[bytes, bytes] | None = None
    packs: Mapping[str, bytes] = {}
    parent: str = ""


def command_key(seat: str, command_id: str) -> str:
    """Under what a command is found again. Ids are each seat's own, so that no seat can use up, or
    find out, those of another; "" for a command without one.
    """
    return f"{seat}:{command_id}" if command_id else ""


def check_positions(match: str, rows: Sequence[Row], follows: int) -> tuple[int, int]:
    """First and last position of rows that follow a position without a gap.

    Raises:
        Misnumbered: there is no row, or one of them has another number.
    """
    positions = [row.position for row in rows]
    if not rows or positions != list(range(follows + 1, follows + 1 + len(rows))):
        raise PositionGap(match, follows + 1, positions)
    return positions[0], positions[-1]


def sums_of(rows: Sequence[Row]) -> bytes:
    """The checksums of an entry's rows, four bytes each."""
    return b"".join([_SUM.pack(_sum(row)) for row in rows])


def damaged(entries: Sequence[tuple[int, int, bytes]], rows: Mapping[int, Row]) -> Iterator[int]:
    """The positions whose row is missing, is not what was appended, or belongs to no entry.

    Args:
        entries: first position, last position and checksums of each.
        rows: the rows that were read, by position.
    """
    sums = {
        first + offset: expected
        for first, last, packed in entries
        if _is_entry(first, last, packed)
        for offset, (expected,) in enumerate(_SUM.iter_unpack(packed))
    }
    for position in sorted(sums.keys() | rows.keys()):
        row = rows.get(position)
        if row is None or sums.get(position) != _sum_of_anything(row):
            yield position


def whole_rows(
    entries: Sequence[tuple[int, int, bytes]], rows: Sequence[Row]
) -> tuple[Sequence[Row], tuple[int, str] | None]:
    """The rows of all entries before the first damage; then the position and kind of that damage.

    Args:
        entries: first position, last position and checksums of each, in order.
        rows: the rows that were read, in order.
    """
    starts = [rows[0].position] if rows else []
    starts += [entries[0][0]] if entries and type(entries[0][0]) is int else []
    number, start = 0, min(starts, default=1)
    for first, last, sums in entries:
        if not _is_entry(first, last, sums):
            return rows[:number], (start, "what is kept of this entry is damaged")
        if first != start:
            why = "no entry is kept for this row" if first > start else "two entries overlap here"
            return rows[:number], (start, why)
        entry_rows = rows[number : number + last - first + 1]
        fault = _fault(entry_rows, first, sums)
        if fault is not None:
            return rows[:number], fault
        number, start = number + len(entry_rows), last + 1
    if number < len(rows):
        return rows[:number], (rows[number].position, "no entry is kept for this row")
    return rows, None


def _fault(rows: Sequence[Row], first: int, sums: bytes) -> tuple[int, str] | None:
    """The first row of an entry that is missing or not as it was appended."""
    for offset, (expected,) in enumerate(_SUM.iter_unpack(sums)):
        position = first + offset
        if offset >= len(rows) or rows[offset].position != position:
            return position, "the row is missing"
        if _sum_of_anything(rows[offset]) != expected:
            return position, "the row is not as it was stored"
    return None


def _is_entry(first: object, last: object, sums: object) -> bool:
    """Whether these are what is kept of an entry, in a database that may give other types."""
    if type(first) is not int or type(last) is not int or type(sums) is not bytes:
        return False
    return first <= last and len(sums) == (last - first + 1) * _SUM.size


def _sum(row: Row) -> int:
    return crc32(row.state, crc32(row.tag.encode()))


def _sum_of_anything(row: Row) -> int | None:
    """The checksum, or None for a row that has not the types it was stored with."""
    if type(row.position) is not int or type(row.state) is not bytes:
        return None
    try:
        return _sum(row)
    except (AttributeError, TypeError, ValueError):
        return None
