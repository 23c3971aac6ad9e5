"""Writing archives: the whole history of a match, or what one seat may know of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from typing import Protocol

from wardiary.domain.diary.archive_lines import (
    FORMAT,
    FORMAT_WITH_HEADS,
    ArchiveError,
    EntryLine,
    HeaderLine,
    Kind,
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
from wardiary.domain.diary.chain import entry_hash, leaf, salt_at
from wardiary.domain.diary.codec import ENCODER, decode, encode, kind_of
from wardiary.domain.diary.history import EntrySpan, History
from wardiary.domain.diary.rows import Row
from wardiary.domain.packs import pack_digest
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat, Visibility
from wardiary.domain.table.table import Table


class Redact(Protocol):
    """One event as a role may see it, None when it may not know of it (see `redaction`)."""

    def __call__(
        self, before: Table, event: e.Event, after: Table, role: Seat, *, end: Table | None = None
    ) -> e.Event | None:
        """`before` and `after` are the tables around the event, `end` that after its entry."""
        ...


def write_full(
    history: History,
    *,
    pack: bytes,
    salts: Mapping[str, bytes],
    seeds: Mapping[str, bytes] | None = None,
    standing: Iterable[StandingLine] = (),
    parts: Iterable[PartLine] = (),
    marks: Mapping[str, str] | None = None,
    seen: Sequence[SeenLine] = (),
) -> Iterator[bytes]:
    """A whole history, for those who may see all of it; gives the file line by line.

    `pack` is the sealed pack, `salts` the salt of each match in the history, `seeds` the seeds
    that the caller allows to be opened: their matches' secrets are written too, as are those that
    the history itself discloses. `standing` are the standing answers to carry along, `parts` say
    which matches have more rows than this, `marks` why a match was once imported unproven, `seen`
    which heads the seats have seen.
    Raises ArchiveError when a salt is missing or the pack is a different one.
    """
    return with_seal(
        chain(
            _full_lines(history, pack, salts, seeds or {}, _format(seen)),
            standing,
            parts,
            _mark_lines(marks),
            seen,
        )
    )


def write_seat(
    history: History,
    role: Seat,
    redact: Redact,
    *,
    pack: bytes,
    salts: Mapping[str, bytes],
    marks: Mapping[str, str] | None = None,
    seen: Sequence[SeenLine] = (),
) -> Iterator[bytes]:
    """What one role may know of a history: a seat's name, or "" for a spectator.

    Rows that the role may see entirely come as stored, with the salt of their position; others
    redacted, with their leaf only. Where a role may not even know that an event happened, the
    whole match is written without leaves and numbered again: only hashes link its entries.
    """
    lines = _seat_lines(history, role, redact, pack, salts, _format(seen))
    return with_seal(chain(lines, _mark_lines(marks), seen))


def with_seal(lines: Iterable[Written]) -> Iterator[bytes]:
    """The lines as bytes, and at the end the seal over them."""
    digest = sha256()
    for line in lines:
        raw = ENCODER.encode(line) + b"\n"
        digest.update(raw)
        yield raw
    yield ENCODER.encode(SealLine(digest.hexdigest())) + b"\n"


def _mark_lines(marks: Mapping[str, str] | None) -> Iterator[Written]:
    return (MarkLine(match, why) for match, why in sorted((marks or {}).items()))


def _format(seen: Sequence[SeenLine]) -> int:
    return FORMAT_WITH_HEADS if seen else FORMAT


def _header_and_pack(
    history: History, kind: Kind, role: Seat, pack: bytes, form: int
) -> Iterator[Written]:
    if history.head == 0 or not history.is_end(history.head):
        raise ArchiveError("history", "an archive is written at the end of an entry", history.head)
    opened = history.event(1)
    if not isinstance(opened, e.MatchOpened) or opened.pack != pack_digest(pack):
        raise ArchiveError("pack", "it is not the pack that the match was opened with", 1)
    yield HeaderLine(form, history.table.match, opened.game, kind, role)
    yield PackLine(pack.decode("utf-8"))


def _full_lines(
    history: History,
    pack: bytes,
    salts: Mapping[str, bytes],
    seeds: Mapping[str, bytes],
    form: int,
) -> Iterator[Written]:
    yield from _header_and_pack(history, "full", "", pack, form)
    secrets: dict[str, SecretsLine] = {}
    for match, entry in _entries_by_match(history):
        salt = _salt_of(match, salts, entry.first)
        if match in seeds:
            secrets[match] = SecretsLine(match, seeds[match].hex(), salt.hex())
        leaf_hashes = []
        for row in history.rows[entry.first - 1 : entry.last]:
            row_salt = salt_at(salt, row.position)
            leaf_hashes.append(leaf(row_salt, row.state))
            state = _as_text(row)
            yield RowLine(match, row.position, state, leaf_hashes[-1].hex(), row_salt.hex())
            if kind_of(row) == "seed-revealed":
                event = decode(row.state)
                assert isinstance(event, e.SeedRevealed)
                secrets[match] = SecretsLine(match, event.seed, event.salt)
        head = entry_hash(history.hash_before(entry), leaf_hashes)
        yield EntryLine(entry.first, entry.last, head.hex())
    yield from secrets.values()


def _seat_lines(
    history: History,
    role: Seat,
    redact: Redact,
    pack: bytes,
    salts: Mapping[str, bytes],
    form: int,
) -> Iterator[Written]:
    if role and role not in history.table.seats:
        seats = ", ".join(history.table.seats)
        raise ArchiveError("role", f"{role!r} has no seat here; seats are {seats}")
    yield from _header_and_pack(history, "seat", role, pack, form)
    # Visibility never changes in a match, so leaving out the leaves reveals nothing of the play.
    no_leaves = any(
        _is_uncounted(visibility, role) for visibility in history.table.visibility.values()
    )
    table, number = Table(), 0
    for match, entry in _entries_by_match(history):
        salt = _salt_of(match, salts, entry.first)
        first, leaf_hashes = number + 1, []
        tables = history.tables_of(entry, table)
        table = tables[-1]
        for row, before, after in zip(
            history.rows[entry.first - 1 : entry.last], tables, tables[1:], strict=False
        ):
            row_salt = salt_at(salt, row.position)
            leaf_hashes.append(leaf(row_salt, row.state))
            event = decode(row.state)
            redacted = redact(before, event, after, role, end=table)
            if redacted is None and not no_leaves:
                raise ArchiveError(
                    f"row {row.position}", "this role may not know of it, yet its zones are counted"
                )
            if redacted is None:
                continue
            number += 1
            unredacted = encode(redacted) == encode(event)
            yield RowLine(
                match,
                number,
                _as_text(row) if unredacted else encode(redacted).decode("utf-8"),
                "" if no_leaves else leaf_hashes[-1].hex(),
                row_salt.hex() if unredacted and not no_leaves else "",
            )
        head = entry_hash(history.hash_before(entry), leaf_hashes)
        yield EntryLine(first, number, head.hex())


def _entries_by_match(history: History) -> Iterator[tuple[str, EntrySpan]]:
    """The entries of a history, each with the id of its match."""
    match = ""
    for entry in history.entries():
        if kind_of(history.rows[entry.first - 1]) != "command-accepted":
            opened = history.event(entry.first)
            assert isinstance(opened, (e.MatchOpened, e.BranchOpened))
            match = opened.match
        yield match, entry


def _salt_of(match: str, salts: Mapping[str, bytes], position: int) -> bytes:
    if match not in salts:
        raise ArchiveError(f"match {match}", "its salt is not given", position)
    return salts[match]


def _as_text(row: Row) -> str:
    try:
        return row.state.decode("utf-8")
    except UnicodeDecodeError as error:
        why = f"byte {error.start} of the stored bytes is not text"
        raise ArchiveError(f"row {row.position}", why, row.position) from None


def _is_uncounted(visibility: Visibility, role: Seat) -> bool:
    can_see = visibility.who == "everyone" or (
        visibility.who == "owner" and visibility.owner == role != ""
    )
    return not visibility.count and not can_see
