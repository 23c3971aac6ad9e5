"""Archives: a line of play as one self-contained file, and back. Field by field in README.md here.

An archive is JSON Lines in the canonical form, so any changed byte shows: a header, the pack, the
rows with their leaves and the heads of their entries, the secrets that may be opened, a seal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import chain
from typing import Protocol

import msgspec

from wardiary.domain.diary.archive_lines import (
    FOLLOWS,
    FORMAT,
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
    Kind,
    MarkLine,
    PackLine,
    PartLine,
    RowLine,
    SealLine,
    SecretsLine,
    StandingLine,
    Written,
)
from wardiary.domain.diary.chain import Secrets, entry_hash, leaf, salt_at
from wardiary.domain.diary.codec import ENCODER, decode, encode, kind_of
from wardiary.domain.diary.history import CLOSERS, MATCH_OPENERS, EntrySpan, History
from wardiary.domain.diary.rows import Row
from wardiary.domain.diary.transport import is_object, is_sealed, restore, seal_of
from wardiary.domain.packs import pack_digest
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat, Visibility
from wardiary.domain.table.table import Table


class Redact(Protocol):
    """One event as a role may see it, None when it may not know of it: `projections.hands`."""

    def __call__(
        self, before: Table, event: e.Event, after: Table, role: Seat, *, end: Table | None = None
    ) -> e.Event | None:
        """`before` and `after` are the tables around the event, `end` that after its entry."""
        ...


def write_full(
    line: History,
    *,
    pack: bytes,
    salts: Mapping[str, bytes],
    seeds: Mapping[str, bytes] | None = None,
    standing: Iterable[StandingLine] = (),
    parts: Iterable[PartLine] = (),
    marks: Mapping[str, str] | None = None,
) -> Iterator[bytes]:
    """Everything on a line, for those who may see all of it; gives the file line by line.

    `pack` is the sealed pack, `salts` the salt of each match on the line, `seeds` the seeds that
    the caller lets be opened: their matches' secrets are written too, as are those that the line
    itself discloses. `standing` are the standing answers to carry along, `parts` say of which
    matches there is more than this, `marks` why a match was once taken into a store unproven.
    Raises ArchiveError when a salt is missing or the pack is another.
    """
    return _sealed(chain(_full(line, pack, salts, seeds or {}), standing, parts, _marks(marks)))


def write_seat(
    line: History,
    role: Seat,
    redact: Redact,
    *,
    pack: bytes,
    salts: Mapping[str, bytes],
    marks: Mapping[str, str] | None = None,
) -> Iterator[bytes]:
    """What one role may know of a line: a seat's name, or "" for a spectator.

    Rows that the role may see wholly come as stored, with the salt of their position; others
    redacted, with their leaf alone. Where a role may not even know that an event happened, the
    whole match goes without leaves and is numbered again: its entries are linked by hashes alone.
    """
    return _sealed(chain(_seat(line, role, redact, pack, salts), _marks(marks)))


def read(data: bytes) -> Archive:
    """The archive that a file holds; raises ArchiveError with the place at the first fault.

    What mail and editors do to a file without changing its content is undone, and a compressed
    file is unfolded (see `transport`). Every line is canonical and in its place, every leaf fits
    its row, the pack is the match's own, and the seal is whole. A file that was cut off or garbled
    on the way raises ArchiveDamaged, one of a later release ArchiveTooNew. Whether the rows make a
    chain and a game is judged by an audit.
    """
    archive = parse(data)
    if not archive.whole:
        position = archive.rows[-1].position
        raise ArchiveDamaged("seal", "some byte before it was changed", position)
    return archive


def parse(data: bytes) -> Archive:
    """As `read`, but a seal that does not fit is only told by `whole`, to look for the place."""
    carried = restore(data)
    whole = is_sealed(carried.data)
    try:
        made = _parsed(carried.data, len(data)).archive(whole)
    except ArchiveError as error:
        later = isinstance(error, ArchiveTooNew) and seal_of(carried.data) is None
        if whole or later:
            raise
        # Nobody forges a file and leaves a checksum beside it that tells so.
        raise ArchiveDamaged(error.where, error.why, error.position) from None
    return msgspec.structs.replace(made, note=carried.note)


def _parsed(data: bytes, size: int) -> _Reader:
    """The lines of a file in order; `size` is that of the file as it came."""
    lines = data.split(b"\n")
    lines.pop()
    if lines and not is_object(lines[-1]):
        lines.pop()  # It was cut off in the middle.
    reader = _Reader()
    for number, raw in enumerate(lines, 1):
        reader.read_line(number, raw)
    if reader.seal is None:
        raise ArchiveError("the file", f"truncated at byte {size}", reader.position)
    return reader


# Writing


def _sealed(lines: Iterable[Written]) -> Iterator[bytes]:
    """The lines as bytes, and at last the seal over them."""
    sealing = sha256()
    for line in lines:
        raw = ENCODER.encode(line) + b"\n"
        sealing.update(raw)
        yield raw
    yield ENCODER.encode(SealLine(sealing.hexdigest())) + b"\n"


def _marks(marks: Mapping[str, str] | None) -> Iterator[Written]:
    return (MarkLine(match, why) for match, why in sorted((marks or {}).items()))


def _front(line: History, kind: Kind, role: Seat, pack: bytes) -> Iterator[Written]:
    if line.head == 0 or not line.is_end(line.head):
        raise ArchiveError("line", "an archive is written at the end of an entry", line.head)
    opened = line.event(1)
    if not isinstance(opened, e.MatchOpened) or opened.pack != pack_digest(pack):
        raise ArchiveError("pack", "it is not the pack that the match was opened with", 1)
    yield HeaderLine(FORMAT, line.table.match, opened.game, kind, role)
    yield PackLine(pack.decode("utf-8"))


def _full(
    line: History, pack: bytes, salts: Mapping[str, bytes], seeds: Mapping[str, bytes]
) -> Iterator[Written]:
    yield from _front(line, "full", "", pack)
    opened: dict[str, SecretsLine] = {}
    for match, entry in _entries(line):
        salt = _salt_of(match, salts, entry.first)
        if match in seeds:
            opened[match] = SecretsLine(match, seeds[match].hex(), salt.hex())
        of = []
        for row in line.rows[entry.first - 1 : entry.last]:
            own = salt_at(salt, row.position)
            of.append(leaf(own, row.state))
            text = _text(row)
            yield RowLine(match, row.position, text, of[-1].hex(), own.hex())
            if kind_of(row) == "seed-revealed":
                shown = decode(row.state)
                assert isinstance(shown, e.SeedRevealed)
                opened[match] = SecretsLine(match, shown.seed, shown.salt)
        head = entry_hash(line.hash_before(entry), of)
        yield EntryLine(entry.first, entry.last, head.hex())
    yield from opened.values()


def _seat(
    line: History, role: Seat, redact: Redact, pack: bytes, salts: Mapping[str, bytes]
) -> Iterator[Written]:
    if role and role not in line.table.seats:
        seats = ", ".join(line.table.seats)
        raise ArchiveError("role", f"{role!r} has no seat here; seats are {seats}")
    yield from _front(line, "seat", role, pack)
    # Looks never change in a match, so that going without leaves tells nothing of the play.
    veiled = any(_may_hide(look, role) for look in line.table.visibility.values())
    table, number = Table(), 0
    for match, entry in _entries(line):
        salt = _salt_of(match, salts, entry.first)
        first, of = number + 1, []
        tables = line.tables_of(entry, table)
        table = tables[-1]
        for row, before, after in zip(
            line.rows[entry.first - 1 : entry.last], tables, tables[1:], strict=False
        ):
            own = salt_at(salt, row.position)
            of.append(leaf(own, row.state))
            event = decode(row.state)
            shown = redact(before, event, after, role, end=table)
            if shown is None and not veiled:
                raise ArchiveError(
                    f"row {row.position}", "it may not be known of, yet its zones are counted"
                )
            if shown is None:
                continue
            number += 1
            whole = encode(shown) == encode(event)
            yield RowLine(
                match,
                number,
                _text(row) if whole else encode(shown).decode("utf-8"),
                "" if veiled else of[-1].hex(),
                own.hex() if whole and not veiled else "",
            )
        head = entry_hash(line.hash_before(entry), of)
        yield EntryLine(first, number, head.hex())


def _entries(line: History) -> Iterator[tuple[str, EntrySpan]]:
    """The entries of a line with the match that each is of."""
    match = ""
    for entry in line.entries():
        if kind_of(line.rows[entry.first - 1]) != "command-accepted":
            opened = line.event(entry.first)
            assert isinstance(opened, (e.MatchOpened, e.BranchOpened))
            match = opened.match
        yield match, entry


def _salt_of(match: str, salts: Mapping[str, bytes], position: int) -> bytes:
    if match not in salts:
        raise ArchiveError(f"match {match}", "its salt is not given", position)
    return salts[match]


def _text(row: Row) -> str:
    try:
        return row.state.decode("utf-8")
    except UnicodeDecodeError as error:
        why = f"byte {error.start} of what is stored is no text"
        raise ArchiveError(f"row {row.position}", why, row.position) from None


def _may_hide(look: Visibility, role: Seat) -> bool:
    sees = look.who == "everyone" or (look.who == "owner" and look.owner == role != "")
    return not look.count and not sees


# Reading


class _Event(msgspec.Struct):
    event: str


class _Form(msgspec.Struct, tag_field="is", tag="header"):
    """As much of a first line as every release writes."""

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
        self._last: type[Written] | None = None

    def archive(self, whole: bool) -> Archive:
        """What the lines have made."""
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
        )

    def read_line(self, number: int, raw: bytes) -> None:
        """Read one line; raises ArchiveError."""
        if number == 1:
            _refuse_newer(raw)
        try:
            line = LINES.decode(raw)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise self._wrong(number, str(error)) from None
        if ENCODER.encode(line) != raw:
            raise self._wrong(number, "it is not written in the canonical form")
        if type(line) not in FOLLOWS[self._last]:
            raise self._wrong(number, f"a line of this kind ({_kind(line)}) cannot stand here")
        self._last = type(line)
        try:
            self._put(line)
        except ArchiveError:
            raise
        except ValueError as error:
            raise self._wrong(number, str(error)) from None

    def _wrong(self, number: int, why: str) -> ArchiveError:
        # A line that cannot be read is most likely the one that would come next.
        row = self._last in {PackLine, EntryLine} or (self._last is RowLine and not self._closed())
        return ArchiveError(f"line {number}", why, self.position + row)

    def _put(self, line: Written) -> None:
        match line:
            case RowLine():
                self._row(line)
            case EntryLine():
                self._entry(line)
            case HeaderLine():
                self._head(line)
            case PackLine():
                self._pack = line.sealed.encode("utf-8")
            case MarkLine():
                self._marked(line)
            case SealLine():
                self.seal = line.sha256
            case _:
                self._put_beside(line)

    def _put_beside(self, line: SecretsLine | StandingLine | PartLine) -> None:
        """Take what follows the rows, each about a match that they hold."""
        self._refuse_absent(line.match, f"{_kind(line)} of {line.match}")
        match line:
            case SecretsLine():
                self._opened(line)
            case StandingLine():
                self._standing.append(line)
            case PartLine():
                self._part(line)

    def _head(self, line: HeaderLine) -> None:
        if line.format != FORMAT:
            raise ArchiveError("header", f"format {line.format} is not known here")
        _refuse_id(line.match, "header", 0)
        if line.kind == "full" and line.role:
            raise ArchiveError("header", "a full archive is for no single role")
        self._header = line

    def _row(self, line: RowLine) -> None:
        where, position = f"row {line.position}", self.position + 1
        state = line.state.encode("utf-8")
        given = ArchiveRow(
            line.match,
            line.position,
            _tag_of(state, where, position),
            state,
            _hash(line.leaf, where, position),
            _hash(line.salt, where, position),
        )
        if line.position != position:
            raise ArchiveError(where, f"row {position} should stand here", position)
        if self._closed() and (not self._entries or self._entries[-1].last != self.position):
            raise ArchiveError(where, "no hash stands after the entry before it", position)
        if given.salt and leaf(given.salt, state) != given.leaf:
            raise ArchiveError(where, "its leaf is not that of its bytes and salt", position)
        self._fits(given, where)
        self.position = position
        self._rows.append(given)

    def _fits(self, row: ArchiveRow, where: str) -> None:
        """The row is one that this kind of archive may hold, and of the match it says."""
        assert self._header is not None
        if self._header.kind == "full" and not (row.salt and row.leaf):
            raise ArchiveError(where, "a full archive holds every leaf and salt", row.position)
        if self._rows and bool(row.leaf) != bool(self._rows[0].leaf):
            raise ArchiveError(where, "its leaf is missing", row.position)
        if kind_of(row) in MATCH_OPENERS:
            self._opener(row, where)
        if row.match != self._match:
            raise ArchiveError(where, f"it is of match {self._match}", row.position)

    def _opener(self, row: ArchiveRow, where: str) -> None:
        assert self._header is not None
        try:
            opened = decode(row.state)
        except msgspec.MsgspecError as error:
            raise ArchiveError(where, str(error), row.position) from None
        if isinstance(opened, e.MatchOpened):
            if opened.pack != pack_digest(self._pack):
                why = "it is not the pack whose digest row 1 states"
                raise ArchiveError("pack", why, row.position)
            if opened.game != self._header.game:
                raise ArchiveError("header", f"row 1 opens a match of {opened.game}")
            if self._header.role not in ("", *opened.seats):
                raise ArchiveError("header", f"there is no seat {self._header.role!r}")
        assert isinstance(opened, (e.MatchOpened, e.BranchOpened))
        _refuse_id(opened.match, where, row.position)
        self._match = opened.match

    def _closed(self) -> bool:
        return bool(self._rows) and kind_of(self._rows[-1]) in CLOSERS

    def _entry(self, line: EntryLine) -> None:
        first = self._entries[-1].last + 1 if self._entries else 1
        if not self._closed():
            why = f"{self._rows[-1].tag} closes no entry"
            raise ArchiveError(f"entry {line.first}-{line.last}", why, self.position + 1)
        if (line.first, line.last) != (first, self.position):
            why = f"it goes from {first} to {self.position}"
            raise ArchiveError(f"entry {line.first}-{line.last}", why, self.position)
        head = _hash(line.head, f"entry {first}-{line.last}", self.position)
        self._entries.append(EntryHash(first, line.last, head))

    def _marked(self, line: MarkLine) -> None:
        if all(row.match != line.match for row in self._rows) or line.match in self._marks:
            why = "the line has no such match, or has its mark"
            raise ArchiveError(f"mark of {line.match}", why, self.position)
        self._marks[line.match] = line.unproven

    def _opened(self, line: SecretsLine) -> None:
        assert self._header is not None
        where = f"secrets of {line.match}"
        if self._header.kind != "full":
            raise ArchiveError(where, "a seat's archive holds no secrets", self.position)
        if line.match in self._secrets:
            raise ArchiveError(where, "they stand there twice", self.position)
        self._secrets[line.match] = Secrets(
            _hash(line.seed, where, self.position), _hash(line.salt, where, self.position)
        )

    def _part(self, line: PartLine) -> None:
        where = f"part of {line.match}"
        last = max(row.position for row in self._rows if row.match == line.match)
        if line.last != last or line.match in self._parts:
            raise ArchiveError(where, f"its rows go up to {last}", self.position)
        self._parts[line.match] = line

    def _refuse_absent(self, match: str, where: str) -> None:
        if all(row.match != match for row in self._rows):
            raise ArchiveError(where, "the line has no such match", self.position)


def _refuse_newer(raw: bytes) -> None:
    """Refuse a file whose first line says that a later release wrote it."""
    with suppress(msgspec.MsgspecError, ValueError, RecursionError):
        found = _FORM.decode(raw).format
        if found > FORMAT:
            why = f"written by a newer wardiary (format {found}; this one reads {FORMAT})"
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
        raise ArchiveError(where, f"its state is no event: {error}", position) from None


def _hash(text: str, where: str, position: int) -> bytes:
    """The bytes of a hash in lower hexadecimal digits, or none for an empty text."""
    if text and (len(text) != HASH or set(text) - HEX):
        raise ArchiveError(where, "a hash is 64 hexadecimal digits", position)
    return bytes.fromhex(text)
