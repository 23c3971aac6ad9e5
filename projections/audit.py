"""The audit of a record without any rules: its chain of hashes, its secrets, its fold.

Every fault is named by a rule of the diary: "Diary/Position" (rows follow one another),
"Diary/Entry" (an opener first, a closer last), "Diary/Leaf", "Diary/Chain", "Diary/Head" (not the
head that was noted elsewhere), "Diary/Seal", "Diary/Pack", "Diary/Commitment", "Diary/Event".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import msgspec

from wardiary.domain.diary.archive_lines import Archive, Link
from wardiary.domain.diary.chain import GENESIS, Secrets, commitment, entry_hash, leaves, salt_at
from wardiary.domain.diary.codec import decode, digest
from wardiary.domain.diary.line import CLOSERS, OPENERS, Line
from wardiary.domain.diary.packs import pack_digest
from wardiary.domain.diary.rows import Row
from wardiary.domain.errors import WardiaryError
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import Impossible

# What folding or reading a fact that no program wrote may raise.
IMPOSSIBLE = (
    Impossible,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
    msgspec.MsgspecError,
)


class Verdict(msgspec.Struct, frozen=True):
    """What an audit found: EXACT, or the first place that is not, with its rule and a sentence.

    DIFFERS: the record is whole, but the rules bring about something else. TAMPERED: the record is
    not what was stored. `notes` say what could not be judged, or what other rules would say.
    """

    verdict: Literal["EXACT", "DIFFERS", "TAMPERED"]
    position: int
    rule: str
    detail: str
    notes: tuple[str, ...] = ()


class Fault(WardiaryError):
    """The first thing that is wrong. `entry` is where to look closer, when only that is known."""

    def __init__(self, position: int, rule: str, detail: str, entry: Link | None = None) -> None:
        super().__init__(detail)
        self.position = position
        self.rule = rule
        self.detail = detail
        self.entry = entry


@dataclass(frozen=True)
class Record:
    """Rows to be judged, with whatever is known to judge them by.

    `secrets` are seeds and salts by match; `leaves` and `heads` (by the entry's last position) are
    those that an archive gives; without leaves they are reckoned from the secrets' salts.
    """

    rows: Sequence[Row]
    pack: bytes
    secrets: Mapping[str, Secrets] = field(default_factory=dict)
    leaves: Sequence[bytes] = ()
    heads: Mapping[int, bytes] = field(default_factory=dict)
    salts: Sequence[bytes] = ()


def record_of(archive: Archive) -> Record:
    """The record that an archive holds; of a seat's archive the redacted rows."""
    return Record(
        rows=[Row(row.position, row.tag, row.state) for row in archive.rows],
        pack=archive.pack,
        secrets=archive.secrets,
        leaves=() if archive.veiled else [row.leaf for row in archive.rows],
        heads={entry.last: entry.head for entry in archive.entries},
        salts=[row.salt for row in archive.rows],
    )


def gathered(
    match: str,
    rows_of: Callable[[str], Sequence[Row]],
    secrets_of: Callable[[str], tuple[bytes, bytes]],
    pack_of: Callable[[str], bytes],
) -> tuple[str, Record]:
    """The game and record of a line, from what a store keeps of each match: nothing is folded yet.

    So rows that no table could have seen get a verdict too. Raises Fault where an opener says not
    what came before it.
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


def verify(record: Record, head: bytes | None = None) -> Verdict:
    """Whether the rows are those that were stored, and fold; needs no rules and no game.

    `head` is the hash of the last entry as somebody noted it elsewhere.
    """
    try:
        entries = chain(record, head)
        known = secrets_of(record)
        for _ in replay(record.rows):
            pass
    except Fault as fault:
        return tampered(fault)
    opened = f"{len(known)} commitments opened" if known else "no commitment opened"
    detail = f"{len(record.rows)} rows in {len(entries)} entries make one chain; {opened}"
    return Verdict("EXACT", len(record.rows), "", detail)


def tampered(fault: Fault) -> Verdict:
    """The verdict on a record that is not what was stored."""
    return Verdict("TAMPERED", fault.position, fault.rule, fault.detail)


def replay(rows: Sequence[Row]) -> Iterator[tuple[int, str]]:
    """The table's digest at the end of each entry, by folding alone; raises Fault.

    It takes no rules, no chance and no clock, so it gives the same for ever.
    """
    line, first = Line(), 0
    for index, row in enumerate(rows, 1):
        if row.tag in CLOSERS or index == len(rows):
            extend(line, rows[first:index])
            first = index
            yield line.head, digest(line.table)


def extend(line: Line, rows: Sequence[Row]) -> None:
    """Fold more rows onto a line; raises Fault at the row that no table could have seen."""
    try:
        line.extend(rows)
    except IMPOSSIBLE as error:
        raise Fault(
            len(line.rows) + 1, "Diary/Event", f"no such thing can happen: {error}"
        ) from None


# The chain


class Sealed(msgspec.Struct, frozen=True, gc=False):
    """An entry with what it says of the entry before and the hash that its rows come to."""

    first: int
    last: int
    prev: bytes
    hash: bytes


def chain(record: Record, head: bytes | None = None, *, checked: int | None = None) -> list[Sealed]:
    """The entries of a record whose chain holds; raises Fault where it first breaks.

    `checked` stops the checking of hashes after a position, to look at what was changed there.
    """
    entries = list(_entries(record))
    before = GENESIS
    for number, entry in enumerate(entries):
        if checked is not None and entry.last > checked:
            return entries
        if entry.prev != before:
            _broken(entries, number, record, head)
        if record.heads.get(entry.last, entry.hash) != entry.hash:
            _misstated(entries, number)
        before = entry.hash
    if head is not None and head != before:
        last = entries[-1]
        detail = f"the record ends at {before.hex()}, the head noted is {head.hex()}"
        # Unless all was forged, only the last entry can have been changed without breaking links.
        raise Fault(last.first, "Diary/Head", detail, Link(last.first, last.last, before))
    return entries


def upto(record: Record, position: int) -> Record:
    """The record as far as a position."""
    return replace(
        record,
        rows=record.rows[:position],
        leaves=record.leaves[:position],
        salts=record.salts[:position],
    )


def _entries(record: Record) -> Iterator[Sealed]:
    """Cut the rows into entries, checking positions, tags and the grammar of entries."""
    first, prev, of = 0, GENESIS, record.leaves
    tagged = _TAGGED.decode
    for index, row in enumerate(record.rows, 1):
        tag = row.tag
        if row.position != index:
            raise Fault(index, "Diary/Position", f"row {index} is missing; {row.position} follows")
        try:
            if tagged(row.state).event != tag:
                raise Fault(index, "Diary/Event", f"it is kept as {tag}, but is another")
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Fault(index, "Diary/Event", f"its bytes are no event: {error}") from None
        if (tag in OPENERS) == bool(first):
            what = "the entry before is not closed" if first else f"{tag} cannot open an entry"
            raise _ungrammatical(record.rows, index, what)
        if not first:
            if index == 1 and not of and not record.heads:
                of = reckoned_leaves(record)
            first, prev = index, stated_prev(row)
        if tag in CLOSERS:
            made = entry_hash(prev, of[first - 1 : index]) if of else record.heads[index]
            yield Sealed(first, index, prev, made)
            first = 0
    if first or not record.rows:
        what = "the last entry is not closed"
        raise _ungrammatical(record.rows, len(record.rows) + 1, what)


def _ungrammatical(rows: Sequence[Row], position: int, what: str) -> Fault:
    """The fault of a row that cannot stand where it does, unless the one before it is no event."""
    try:
        for row in rows[max(0, position - 2) : position - 1]:
            event_at(row)
    except Fault as fault:
        return fault
    return Fault(min(position, len(rows)), "Diary/Entry", what)


class _Tagged(msgspec.Struct, gc=False):
    event: str


_TAGGED = msgspec.json.Decoder(_Tagged)


def stated_prev(row: Row) -> bytes:
    """The hash of the entry before, as the opener of an entry states it; raises Fault."""
    event = event_at(row)
    try:
        if isinstance(event, e.CommandAccepted):
            return bytes.fromhex(event.prev)
        if isinstance(event, e.BranchOpened):
            return bytes.fromhex(event.head)
    except ValueError as error:
        raise Fault(row.position, "Diary/Chain", f"its hash is none: {error}") from None
    if row.position != 1:
        raise Fault(row.position, "Diary/Entry", "a match is opened by the first row alone")
    return GENESIS


def event_at(row: Row) -> e.AnyEvent:
    """The event that a row holds; raises Fault."""
    try:
        event = decode(row.state)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Fault(row.position, "Diary/Event", f"its bytes are no event: {error}") from None
    return event


def reckoned_leaves(record: Record) -> list[bytes]:
    """The leaves of rows from the salts of their matches; raises Fault where a salt is missing."""
    made: list[bytes] = []
    rows = record.rows
    starts = [n for n, row in enumerate(rows) if row.tag in ("match-opened", "branch-opened")]
    if not starts or starts[0] != 0:
        raise Fault(1, "Diary/Entry", "a line begins with the opening of its match")
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        match = _match_of(rows[start])
        if match not in record.secrets:
            why = f"the salt of match {match} is not known"
            raise Fault(rows[start].position, "Diary/Leaf", why)
        made.extend(leaves(record.secrets[match].salt, rows[start:end]))
    return made


def _match_of(row: Row) -> str:
    event = event_at(row)
    if not isinstance(event, (e.MatchOpened, e.BranchOpened)):
        raise Fault(row.position, "Diary/Event", f"it is kept as {row.tag}, but is none")
    return event.match


def _misstated(entries: Sequence[Sealed], number: int) -> None:
    """An entry does not come to the hash that stands beside it; say which of them is wrong."""
    entry = entries[number]
    later = entries[number + 1 : number + 2]
    if later and later[0].prev != entry.hash:
        _changed(entry)
    detail = "the hash beside the entry is not that of its rows"
    # With nothing after it the rows are looked at too, though it is they that have leaves.
    link = None if later else Link(entry.first, entry.last, entry.hash)
    raise Fault(entry.last, "Diary/Chain", detail, link)


def _changed(entry: Sealed) -> None:
    raise Fault(
        entry.first,
        "Diary/Chain",
        f"the entry at {entry.first}-{entry.last} does not come to the hash that was stored",
        Link(entry.first, entry.last, entry.hash),
    )


def _broken(entries: Sequence[Sealed], number: int, record: Record, head: bytes | None) -> None:
    """An entry names another hash before it than there is; tell which of the two is wrong.

    Whichever of them agrees with a third witness is right: the hash beside it in an archive, else
    what comes after.
    """
    entry, before = entries[number], entries[number - 1] if number else None
    if before is None or before.last in record.heads:
        wrong_before = False
    elif number + 1 < len(entries):
        wrong_before = entries[number + 1].prev == entry.hash
    else:
        wrong_before = head is None or head == entry.hash
    if before is not None and wrong_before:
        _changed(before)
    raise Fault(entry.first, "Diary/Chain", "it does not follow the entry before it")


# Secrets


def secrets_of(record: Record) -> dict[str, Secrets]:
    """All secrets that are known, also those that the rows disclose; raises Fault on a wrong one.

    Every one must fit its match's commitment, and salts of rows that of their match.
    """
    known: dict[str, Secrets] = {}
    commitments: dict[str, str] = {}
    match = ""
    for row in record.rows:
        if row.tag not in ("match-opened", "branch-opened", "seed-revealed"):
            continue
        event = event_at(row)
        if isinstance(event, (e.MatchOpened, e.BranchOpened)):
            match = event.match
            commitments[match] = event.commitment
            if match in record.secrets:
                _fits(row.position, match, record.secrets[match], event.commitment)
                known[match] = record.secrets[match]
            if isinstance(event, e.MatchOpened) and event.pack != pack_digest(record.pack):
                raise Fault(
                    row.position, "Diary/Pack", "the pack is not the one it was opened with"
                )
        elif isinstance(event, e.SeedRevealed):
            known[match] = _disclosed(event, row.position)
            _fits(row.position, match, known[match], commitments[match])
    _salts_fit(record, known)
    return known


def _disclosed(event: e.SeedRevealed, position: int) -> Secrets:
    try:
        return Secrets(bytes.fromhex(event.seed), bytes.fromhex(event.salt))
    except ValueError as error:
        raise Fault(position, "Diary/Commitment", f"seed or salt is none: {error}") from None


def _fits(position: int, match: str, secrets: Secrets, stated: str) -> None:
    if commitment(match, secrets.seed, secrets.salt) != stated:
        why = "seed and salt are not those that the match was committed to"
        raise Fault(position, "Diary/Commitment", why)


def _salts_fit(record: Record, known: Mapping[str, Secrets]) -> None:
    if not record.salts or not known:
        return
    salt: bytes | None = None
    for row, own in zip(record.rows, record.salts, strict=True):
        if row.tag in OPENERS and row.tag != "command-accepted":
            match = _match_of(row)
            salt = known[match].salt if match in known else None
        if salt and own and salt_at(salt, row.position) != own:
            raise Fault(row.position, "Diary/Leaf", "its salt is not the one of its position")
