"""Families: a match and all its branches in one file, with an archive for each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

import msgspec

from wardiary.domain.diary.archive_lines import ArchiveDamaged, ArchiveError, SealLine
from wardiary.domain.diary.codec import ENCODER
from wardiary.domain.diary.transport import is_sealed, restore

START = b'{"is":"family"'


class FamilyLine(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag="family"
):
    """The first line: the ids of the matches whose archives follow, parents first."""

    matches: tuple[str, ...]


_FAMILY = msgspec.json.Decoder(FamilyLine)


def write_family(matches: Sequence[str], archives: Sequence[bytes]) -> Iterator[bytes]:
    """The archives of matches as one file, with a seal over all of them."""
    digest = sha256()
    for part in (ENCODER.encode(FamilyLine(tuple(matches))) + b"\n", *archives):
        digest.update(part)
        yield part
    yield ENCODER.encode(SealLine(digest.hexdigest())) + b"\n"


def archives_of(data: bytes) -> list[bytes]:
    """The archives in a file: those of a family, or the file itself.

    Raises ArchiveDamaged when a family was cut off or garbled on its way, ArchiveError when it does
    not hold the archives that it lists.
    """
    content = restore(data).data
    if not content.startswith(START):
        return [data]
    if not is_sealed(content):
        raise ArchiveDamaged("the family", f"its checksum does not fit its {len(data)} bytes")
    first, *lines, _ = content.splitlines(keepends=True)
    try:
        matches = _FAMILY.decode(first).matches
    except (msgspec.MsgspecError, ValueError) as error:
        raise ArchiveError("line 1", str(error)) from None
    archives: list[bytes] = []
    start = 0
    for number, line in enumerate(lines, 1):
        if line.startswith(b'{"is":"seal"'):
            archives.append(b"".join(lines[start:number]))
            start = number
    if start != len(lines) or len(archives) != len(matches):
        raise ArchiveError("the family", f"it names {len(matches)} matches, not {len(archives)}")
    return archives
