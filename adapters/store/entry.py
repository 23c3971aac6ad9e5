"""One entry as the recorders receive it: everything that one transaction writes beside its rows."""

from collections.abc import Iterator, Mapping, Sequence
from struct import Struct as Packed
from zlib import crc32

import msgspec

from wardiary.adapters.store.errors import Misnumbered
from wardiary.domain.diary.rows import Row

_SUM = Packed(">I")


class Entry(msgspec.Struct, frozen=True, gc=False):
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


def command_key(seat: str, command_id: str) -> str:
    """Under what a command is found again. Ids are each seat's own, so that no seat can use up, or
    find out, those of another; "" for a command without one.
    """
    return f"{seat}:{command_id}" if command_id else ""


def numbered(match: str, rows: Sequence[Row], follows: int) -> tuple[int, int]:
    """First and last position of rows that follow a position without a gap.

    Raises:
        Misnumbered: there is no row, or one of them has another number.
    """
    positions = [row.position for row in rows]
    if not rows or positions != list(range(follows + 1, follows + 1 + len(rows))):
        raise Misnumbered(match, follows + 1, positions)
    return positions[0], positions[-1]


def sums_of(rows: Sequence[Row]) -> bytes:
    """The checksums of an entry's rows, four bytes each."""
    return b"".join([_SUM.pack(_sum(row)) for row in rows])


def rotten(entries: Sequence[tuple[int, int, bytes]], rows: Mapping[int, Row]) -> Iterator[int]:
    """The positions whose row is missing, is not what was appended, or belongs to no entry.

    Args:
        entries: first position, last position and checksums of each.
        rows: the rows that were read, by position.
    """
    sums = {
        first + offset: expected
        for first, _, packed in entries
        for offset, (expected,) in enumerate(_SUM.iter_unpack(packed))
    }
    for position in sorted(sums.keys() | rows.keys()):
        row = rows.get(position)
        if row is None or sums.get(position) != _sum_of_anything(row):
            yield position


def _sum(row: Row) -> int:
    return crc32(row.state, crc32(row.tag.encode()))


def _sum_of_anything(row: Row) -> int | None:
    """The checksum, or None when a rotten file gave a number where it once had a text."""
    try:
        return _sum(row)
    except (AttributeError, TypeError):
        return None
