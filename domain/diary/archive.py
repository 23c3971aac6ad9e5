"""Archives: the history of a match as one self-contained file. Field by field in README.md here.

An archive is JSON Lines in the canonical form, so any changed byte shows: a header, the pack, the
rows with their leaves and the heads of their entries, the secrets that may be opened, a seal.
This module reads them; `archive_writing` writes them.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from wardiary.domain.diary.archive_lines import (
    FOLLOWS,
    FORMAT,
    FORMAT_WITH_HEADS,
    HASH,
    HEX,
    ID,
    LINES,
    Archive,
    ArchiveDamaged,
    ArchiveError,
    ArchiveRow,
    ArchiveTooNew,
    EntryHash,
    EntryLine,
    HeaderLine,
    MarkLine,
    PackLine,
    PartLine,
    RowLine,
    SealLine,
    SecretsLine,
    SeenLine,
    StandingLine,
    Written,
)
from wardiary.domain.diary.chain import Secrets, leaf
from wardiary.domain.diary.codec import ENCODER, TAGS, UnknownEvent, decode, kind_of
from wardiary.domain.diary.history import CLOSERS, MATCH_OPENERS
from wardiary.domain.diary.transport import is_object, is_sealed, restore, seal_of
from wardiary.domain.packs import pack_digest
from wardiary.domain.table import events as e


def read(data: bytes) -> Archive:
    """The archive that a file holds; raises ArchiveError with the place of the first fault.

    What mail and editors do to a file without changing its content is undone, and a compressed
    file is decompressed (see `transport`). Every line is canonical and in its place, every leaf
    fits its row, the pack is that of the match, and the seal fits. A file that was cut off or
    garbled on the way raises ArchiveDamaged, one of a later release ArchiveTooNew. Whether the rows
    form a chain and a correct game is judged by an audit.
    """
    archive = parse(data)
    if not archive.whole:
        position = archive.rows[-1].position
        raise ArchiveDamaged("seal", "a byte before it was changed", position)
    return archive


def parse(data: bytes) -> Archive:
    """As `read`, but with a wrong seal only `whole` is false, so that the place can be searched."""
    received = restore(data)
    whole = is_sealed(received.data)
    try:
        archive = _read_lines(received.data, len(data)).archive(whole)
    except ArchiveError as error:
        too_new = isinstance(error, ArchiveTooNew) and seal_of(received.data) is None
        if whole or too_new:
            raise
        # A forger would not leave a checksum in the file that does not fit.
        raise ArchiveDamaged(error.where, error.why, error.position) from None
    return msgspec.structs.replace(archive, note=received.note)


def _read_lines(data: bytes, size: int) -> _Reader:
    """Read the lines of a file in order; `size` is that of the file as received."""
    lines = data.split(b"\n")
    lines.pop()
    if lines and not is_object(lines[-1]):
        lines.pop()  # The file was cut off within this line.
    reader = _Reader()
    for number, raw in enumerate(lines, 1):
        reader.read_line(number, raw)
    if reader.seal is None:
        raise ArchiveError("the file", f"truncated at byte {size}", reader.position)
    return reader


class _Event(msgspec.Struct):
    event: str


class _Form(msgspec.Struct, tag_field="is", tag="header"):
    """The part of a first line that every release writes."""

    format: int


_FORM = msgspec.json.Decoder(_Form)
_EVENT = msgspec.json.Decoder(_Event)


class _Reader:
    """The lines of a file so far."""

    def __init__(self) -> None:
        self.position = 0
        self.seal: str | None = None
        self._header: HeaderLine | None = None
        self._pack = b""
        self._match = ""
        self._rows: list[ArchiveRow] = []
        self._entries: list[EntryHash] = []
        self._secrets: dict[str, Secrets] = {}
        self._standing: list[StandingLine] = []
        self._parts: dict[str, PartLine] = {}
        self._marks: dict[str, str] = {}
        self._seen: list[SeenLine] = []
        self._last: type[Written] | None = None

    def archive(self, whole: bool) -> Archive:
        """The archive that the lines so far make up."""
        header = self._header
        assert header is not None
        if header.match != self._match:
            raise ArchiveError("header", f"the rows end with match {self._match}")
        return Archive(
            header.match,
            header.game,
            header.kind,
            header.role,
            self._pack,
            tuple(self._rows),
            tuple(self._entries),
            self._secrets,
            whole,
            standing=tuple(self._standing),
            parts=self._parts,
            marks=self._marks,
            seen=tuple(self._seen),
        )

    def read_line(self, number: int, raw: bytes) -> None:
        """Read one line; raises ArchiveError."""
        if number == 1:
            _refuse_newer(raw)
        try:
            line = LINES.decode(raw)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise self._fault(number, str(error)) from None
        if ENCODER.encode(line) != raw:
            raise self._fault(number, "it is not written in the canonical form")
        if type(line) not in FOLLOWS[self._last]:
            raise self._fault(number, f"a line of this kind ({_kind(line)}) cannot be here")
        self._last = type(line)
        try:
            self._add(line)
        except ArchiveError:
            raise
        except ValueError as error:
            raise self._fault(number, str(error)) from None

    def _fault(self, number: int, why: str) -> ArchiveError:
        # A line that cannot be read most likely holds the next row.
        row = self._last in {PackLine, EntryLine} or (
            self._last is RowLine and not self._entry_is_closed()
        )
        return ArchiveError(f"line {number}", why, self.position + row)

    def _add(self, line: Written) -> None:
        match line:
            case RowLine():
                self._add_row(line)
            case EntryLine():
                self._add_entry(line)
            case HeaderLine():
                self._add_header(line)
            case PackLine():
                self._pack = line.sealed.encode("utf-8")
            case MarkLine():
                self._add_mark(line)
            case SealLine():
                self.seal = line.sha256
            case _:
                self._add_after_rows(line)

    def _add_after_rows(self, line: SecretsLine | StandingLine | PartLine | SeenLine) -> None:
        """Add a line that follows the rows and belongs to a match among them."""
        self._refuse_absent(line.match, f"{_kind(line)} of {line.match}")
        match line:
            case SecretsLine():
                self._add_secrets(line)
            case StandingLine():
                self._standing.append(line)
            case PartLine():
                self._add_part(line)
            case SeenLine():
                _hash(line.head, f"head of {line.match}", self.position)
                self._seen.append(line)

    def _add_header(self, line: HeaderLine) -> None:
        if line.format not in {FORMAT, FORMAT_WITH_HEADS}:
            raise ArchiveError("header", f"format {line.format} is not known here")
        _refuse_id(line.match, "header", 0)
        if line.kind == "full" and line.role:
            raise ArchiveError("header", "a full archive is not for a single role")
        self._header = line

    def _add_row(self, line: RowLine) -> None:
        where, position = f"row {line.position}", self.position + 1
        state = line.state.encode("utf-8")
        row = ArchiveRow(
            line.match,
            line.position,
            _tag_of(state, where, position),
            state,
            _hash(line.leaf, where, position),
            _hash(line.salt, where, position),
        )
        if line.position != position:
            raise ArchiveError(where, f"row {position} should be here", position)
        if self._entry_is_closed() and (
            not self._entries or self._entries[-1].last != self.position
        ):
            raise ArchiveError(where, "the entry before it has no hash line", position)
        if row.salt and leaf(row.salt, state) != row.leaf:
            raise ArchiveError(where, "its leaf does not match its bytes and salt", position)
        self._check_kind_and_match(row, where)
        self.position = position
        self._rows.append(row)

    def _check_kind_and_match(self, row: ArchiveRow, where: str) -> None:
        """Raise ArchiveError unless the row fits this kind of archive and belongs to its match."""
        assert self._header is not None
        if self._header.kind == "full" and not (row.salt and row.leaf):
            raise ArchiveError(where, "a full archive holds every leaf and salt", row.position)
        if self._rows and bool(row.leaf) != bool(self._rows[0].leaf):
            raise ArchiveError(where, "its leaf is missing", row.position)
        if kind_of(row) in MATCH_OPENERS:
            self._check_opener(row, where)
        if row.match != self._match and kind_of(row) not in TAGS:
            why = f"this one does not know {row.tag[:HASH]!r}"
            why = f"written by a newer wardiary: {why}; update wardiary to read it"
            raise ArchiveTooNew(where, why, row.position)
        if row.match != self._match:
            raise ArchiveError(where, f"it belongs to match {self._match}", row.position)

    def _check_opener(self, row: ArchiveRow, where: str) -> None:
        assert self._header is not None
        try:
            opened = decode(row.state)
        except UnknownEvent as unknown:
            why = f"written by a newer wardiary: {unknown}; update wardiary to read it"
            raise ArchiveTooNew(where, why, row.position) from None
        except msgspec.MsgspecError as error:
            raise ArchiveError(where, str(error), row.position) from None
        if isinstance(opened, e.MatchOpened):
            if opened.pack != pack_digest(self._pack):
                why = "it is not the pack that row 1 names by its digest"
                raise ArchiveError("pack", why, row.position)
            if opened.game != self._header.game:
                raise ArchiveError("header", f"row 1 opens a match of {opened.game}")
            if self._header.role not in ("", *opened.seats):
                raise ArchiveError("header", f"there is no seat {self._header.role!r}")
        assert isinstance(opened, (e.MatchOpened, e.BranchOpened))
        _refuse_id(opened.match, where, row.position)
        self._match = opened.match

    def _entry_is_closed(self) -> bool:
        return bool(self._rows) and kind_of(self._rows[-1]) in CLOSERS

    def _add_entry(self, line: EntryLine) -> None:
        first = self._entries[-1].last + 1 if self._entries else 1
        # Which events of a later release close an entry is not known here.
        if not self._entry_is_closed() and kind_of(self._rows[-1]) in TAGS:
            why = f"{self._rows[-1].tag} closes no entry"
            raise ArchiveError(f"entry {line.first}-{line.last}", why, self.position + 1)
        if (line.first, line.last) != (first, self.position):
            why = f"it goes from {first} to {self.position}"
            raise ArchiveError(f"entry {line.first}-{line.last}", why, self.position)
        head = _hash(line.head, f"entry {first}-{line.last}", self.position)
        self._entries.append(EntryHash(first, line.last, head))

    def _add_mark(self, line: MarkLine) -> None:
        if all(row.match != line.match for row in self._rows) or line.match in self._marks:
            why = "the file has no rows of this match, or a mark of it already"
            raise ArchiveError(f"mark of {line.match}", why, self.position)
        self._marks[line.match] = line.unproven

    def _add_secrets(self, line: SecretsLine) -> None:
        assert self._header is not None
        where = f"secrets of {line.match}"
        if self._header.kind != "full":
            raise ArchiveError(where, "a seat's archive holds no secrets", self.position)
        if line.match in self._secrets:
            raise ArchiveError(where, "they are there twice", self.position)
        self._secrets[line.match] = Secrets(
            _hash(line.seed, where, self.position), _hash(line.salt, where, self.position)
        )

    def _add_part(self, line: PartLine) -> None:
        where = f"part of {line.match}"
        last = max(row.position for row in self._rows if row.match == line.match)
        if line.last != last or line.match in self._parts:
            raise ArchiveError(where, f"its rows go up to {last}", self.position)
        self._parts[line.match] = line

    def _refuse_absent(self, match: str, where: str) -> None:
        if all(row.match != match for row in self._rows):
            raise ArchiveError(where, "the file has no rows of this match", self.position)


def _refuse_newer(raw: bytes) -> None:
    """Refuse a file whose first line says that a later release wrote it."""
    with suppress(msgspec.MsgspecError, ValueError, RecursionError):
        file_format = _FORM.decode(raw).format
        if file_format > FORMAT_WITH_HEADS:
            known = FORMAT_WITH_HEADS
            why = f"written by a newer wardiary (format {file_format}; this one reads {known})"
            why += "; update wardiary to read it"
            raise ArchiveTooNew("header", why)


def _kind(line: Written) -> str:
    return str(line.__struct_config__.tag)


def _refuse_id(match: str, where: str, position: int) -> None:
    if len(match) != ID or set(match) - HEX:
        raise ArchiveError(where, f"a match's id is {ID} hexadecimal digits", position)


def _tag_of(state: bytes, where: str, position: int) -> str:
    try:
        return _EVENT.decode(state).event
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ArchiveError(where, f"its state is not an event: {error}", position) from None


def _hash(text: str, where: str, position: int) -> bytes:
    """The bytes of a hash in lower hexadecimal digits, or none for an empty text."""
    if text and (len(text) != HASH or set(text) - HEX):
        raise ArchiveError(where, "a hash is 64 hexadecimal digits", position)
    return bytes.fromhex(text)
