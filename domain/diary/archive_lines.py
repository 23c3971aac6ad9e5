"""The lines of an archive file, and its whole content. Field by field in README.md here."""

from __future__ import annotations

from typing import Literal, Union

import msgspec

from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.rows import Row
from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.pieces import Seat

FORMAT, FORMAT_WITH_HEADS = 1, 2
"""The form of a file, and that of one which holds heads that seats have seen."""
HASH, ID = 64, 32
"""Numbers of hexadecimal digits: of a hash, salt or seed, and of a match's id."""
HEX = frozenset("0123456789abcdef")

Kind = Literal["full", "seat"]


class ArchiveError(WardiaryError):
    """An archive that cannot be written, or that was changed after writing: where, and why.

    `position` is the row that the place belongs to, 0 when it is before all rows.
    """

    def __init__(self, where: str, why: str, position: int = 0) -> None:
        """`where` is a line of the file or a row, such as "row 17"."""
        super().__init__(f"{where}: {why}")
        self.where = where
        self.why = why
        self.position = position


class ArchiveDamaged(ArchiveError):
    """A file that was cut off or garbled on its way: its checksum does not fit its content."""


class ArchiveTooNew(ArchiveError):
    """A file in a form, or with events, that only a later release can read."""


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", gc=False):
    """A line of the file."""


class HeaderLine(_Line, frozen=True, tag="header"):
    """What the file is: its format, the match (the last one of the history), and for which role."""

    format: int
    match: str
    game: str
    kind: Kind
    role: Seat


class PackLine(_Line, frozen=True, tag="pack"):
    """The sealed pack, as text."""

    sealed: str


class RowLine(_Line, frozen=True, tag="row"):
    """A row. With a salt its state is as stored; without, it is what the role may see of it."""

    match: str
    position: int
    state: str
    leaf: str
    salt: str


class EntryLine(_Line, frozen=True, tag="entry"):
    """The entry that the rows before this line make up, and its hash."""

    first: int
    last: int
    head: str


class SecretsLine(_Line, frozen=True, tag="secrets"):
    """The opened seed and salt of a match."""

    match: str
    seed: str
    salt: str


class StandingLine(_Line, frozen=True, tag="standing"):
    """The standing answers of a seat in a match that still runs, as JSON."""

    match: str
    seat: Seat
    answers: str


class PartLine(_Line, frozen=True, tag="part"):
    """A match of which the file holds only the rows up to `last`, and why.

    `over` says that the match ended after these rows, so that its secrets are open.
    """

    match: str
    last: int
    over: bool
    why: str


class MarkLine(_Line, frozen=True, tag="mark"):
    """A match that was once imported though not all of it could be proved, and why."""

    match: str
    unproven: str


class SeenLine(_Line, frozen=True, tag="seen"):
    """A head of a match that a seat has seen, with its signature where the seat has a key."""

    match: str
    seat: Seat
    position: int
    head: str
    signature: str = ""


class SealLine(_Line, frozen=True, tag="seal"):
    """SHA-256 over every byte before this line."""

    sha256: str


Written = Union[
    HeaderLine,
    PackLine,
    RowLine,
    EntryLine,
    SecretsLine,
    StandingLine,
    PartLine,
    MarkLine,
    SeenLine,
    SealLine,
]
LINES: msgspec.json.Decoder[Written] = msgspec.json.Decoder(Written)

FOLLOWS: dict[type[Written] | None, tuple[type[Written], ...]] = {
    None: (HeaderLine,),
    HeaderLine: (PackLine,),
    PackLine: (RowLine,),
    RowLine: (RowLine, EntryLine),
    EntryLine: (RowLine, SecretsLine, PartLine, MarkLine, SeenLine, SealLine),
    SecretsLine: (SecretsLine, StandingLine, PartLine, MarkLine, SeenLine, SealLine),
    StandingLine: (StandingLine, PartLine, MarkLine, SeenLine, SealLine),
    PartLine: (PartLine, MarkLine, SeenLine, SealLine),
    MarkLine: (MarkLine, SeenLine, SealLine),
    SeenLine: (SeenLine, SealLine),
    SealLine: (),
}


class ArchiveRow(msgspec.Struct, frozen=True, gc=False):
    """A row of an archive. Empty `salt`: redacted. Empty `leaf` too: not provable by itself."""

    match: str
    position: int
    tag: str
    state: bytes
    leaf: bytes
    salt: bytes


class EntryHash(msgspec.Struct, frozen=True, gc=False):
    """An entry of an archive: the positions of its rows, and its hash."""

    first: int
    last: int
    head: bytes


class Archive(msgspec.Struct, frozen=True):
    """The content of a file. `whole` says whether its seal fits; `read` gives only such ones.

    `note` says what mail or an editor did to the file, if anything; `parts` are the matches of
    which it does not hold all rows, by id, `marks` why matches were once imported unproven.
    """

    match: str
    game: str
    kind: Kind
    role: Seat
    pack: bytes
    rows: tuple[ArchiveRow, ...]
    entries: tuple[EntryHash, ...]
    secrets: dict[str, Secrets]
    whole: bool
    note: str = ""
    standing: tuple[StandingLine, ...] = ()
    parts: dict[str, PartLine] = {}
    marks: dict[str, str] = {}
    seen: tuple[SeenLine, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What readers must know about the file, whatever an audit says of its content."""
        parts = [
            f"of match {part.match} this is a part, up to {part.last}: {part.why}"
            for part in self.parts.values()
        ]
        return (*((self.note,) if self.note else ()), *parts)

    @property
    def is_redacted(self) -> bool:
        """Whether rows come without leaves, since not even their number may be known."""
        return not self.rows[0].leaf

    def stored(self) -> tuple[Row, ...]:
        """The rows of a full archive, byte for byte as they were stored."""
        if self.kind != "full":
            raise ArchiveError("header", "a seat's archive does not hold the rows as stored")
        return tuple(Row(row.position, row.tag, row.state) for row in self.rows)

    def by_match(self) -> dict[str, tuple[Row, ...]]:
        """The rows of a full archive by match, parents first."""
        rows_of: dict[str, list[Row]] = {}
        for archived, row in zip(self.rows, self.stored(), strict=True):
            rows_of.setdefault(archived.match, []).append(row)
        return {match: tuple(rows) for match, rows in rows_of.items()}
