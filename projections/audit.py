"""The audit of a record without any rules: its chain of hashes, its secrets, its fold.

Every fault cites a rule of the diary: "Diary/Position" (rows follow one another),
"Diary/Entry" (an opener first, a closer last), "Diary/Leaf", "Diary/Chain", "Diary/Head" (a head
noted elsewhere that the match never had), "Diary/Seal", "Diary/Pack", "Diary/Commitment",
"Diary/Event".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from wardiary.domain.diary.archive_lines import EntryHash
from wardiary.domain.diary.chain import GENESIS, Secrets, commitment, entry_hash, leaves, salt_at
from wardiary.domain.diary.codec import digest, kind_of
from wardiary.domain.diary.history import CLOSERS, MATCH_OPENERS, OPENERS, History
from wardiary.domain.diary.keeping import keeper_commitment, share_of
from wardiary.domain.diary.rows import Row
from wardiary.domain.diary.signing import CheckSignature, head_message
from wardiary.domain.packs import pack_digest
from wardiary.domain.table import events as e
from wardiary.projections.record import Record, event_at
from wardiary.projections.verdicts import IMPOSSIBLE, Fault, Verdict, subject_of, tampered_verdict


def verify(record: Record, heads: Sequence[bytes] = ()) -> Verdict:
    """The verdict on whether the rows are as stored and can be folded; needs no rules, no game.

    `heads` are hashes of entries as somebody noted them elsewhere while they were the last.
    """
    verdict = _verify_chain(record, heads)
    return msgspec.structs.replace(verdict, about=subject_of(record.rows, record.pack))


def _verify_chain(record: Record, heads: Sequence[bytes]) -> Verdict:
    try:
        entries = chain(record, heads)
        known = secrets_of(record)
        for _ in replay(record.rows):
            pass
    except Fault as fault:
        return tampered_verdict(fault)
    opened = f"{len(known)} commitments opened" if known else "no commitment opened"
    detail = f"{len(record.rows)} rows in {len(entries)} entries form one chain; {opened}"
    noted = noted_positions(entries, heads) + countersigned(record)
    return Verdict("EXACT", len(record.rows), "", detail + noted)


def replay(rows: Sequence[Row]) -> Iterator[tuple[int, str]]:
    """The table's digest at the end of each entry, by folding alone; raises Fault.

    It needs no rules, no chance and no clock, so it always gives the same.
    """
    line, first = History(), 0
    for index, row in enumerate(rows, 1):
        if kind_of(row) in CLOSERS or index == len(rows):
            extend(line, rows[first:index])
            first = index
            yield line.head, digest(line.table)


def extend(history: History, rows: Sequence[Row]) -> None:
    """Add more rows to a history; raises Fault at an event that cannot happen."""
    try:
        history.extend(rows)
    except IMPOSSIBLE as error:
        raise Fault(
            len(history.rows) + 1, "Diary/Event", f"no such thing can happen: {error}"
        ) from None


# The chain


class HashedEntry(msgspec.Struct, frozen=True, gc=False):
    """An entry with the hash it states for the entry before, and the hash of its rows."""

    first: int
    last: int
    prev: bytes
    hash: bytes


def chain(
    record: Record, heads: Sequence[bytes] = (), *, checked: int | None = None
) -> list[HashedEntry]:
    """The entries of a record whose chain holds; raises Fault where it first breaks.

    `heads` were noted elsewhere, and each must be the hash of one of the entries. With `checked`,
    hashes after that position are not checked, so that what was changed there can be examined.
    """
    entries = list(_entries(record))
    before = GENESIS
    for number, entry in enumerate(entries):
        if checked is not None and entry.last > checked:
            return entries
        if entry.prev != before:
            _broken_link(entries, number, record, heads)
        if record.heads.get(entry.last, entry.hash) != entry.hash:
            _wrong_entry_hash(entries, number)
        before = entry.hash
    _check_heads(entries, heads)
    _check_seen(entries, record)
    return entries


def _check_heads(entries: Sequence[HashedEntry], heads: Sequence[bytes]) -> None:
    """Raise Fault unless every head noted elsewhere was once the head of this match."""
    position_of = {entry.hash: entry.last for entry in entries}
    unknown = [head for head in heads if head not in position_of]
    if not unknown:
        return
    last, after = (
        entries[-1],
        max((position_of[head] for head in heads if head in position_of), default=0),
    )
    as_noted = f"; up to position {after} it is as noted" if after else ""
    detail = (
        f"this match never had the head {unknown[0].hex()}; it ends at {last.hash.hex()}{as_noted}"
    )
    # Unless everything was forged, only the last entry can be changed without breaking links.
    raise Fault(
        last.first, "Diary/Head", detail, EntryHash(last.first, last.last, last.hash), after
    )


def _check_seen(entries: Sequence[HashedEntry], record: Record) -> None:
    """Raise Fault unless every head that a seat has countersigned stood where it saw it."""
    head_at = {entry.last: entry.hash for entry in entries}
    if not record.leaves and not record.secrets:
        return  # In a copy in which rows cannot be counted, positions are other ones.
    for line in record.seen:
        head = head_at.get(line.position)
        if head is None or head.hex() != line.head:
            last = entries[-1]
            why = f"{line.seat} has seen the head {line.head} at position {line.position}"
            why += f", which is {head.hex()} now" if head else ", where no entry ends now"
            raise Fault(last.first, "Diary/Head", f"{why}: the record was rewritten")


def check_countersignatures(
    record: Record, match: str, keys: Mapping[str, str], check: CheckSignature
) -> None:
    """Raise Fault for a countersigned head of a match that its seat's key has not signed."""
    for line in record.seen:
        key = keys.get(line.seat)
        if line.match != match or key is None:
            continue
        message = head_message(match, line.seat, line.position, bytes.fromhex(line.head))
        if not check(key, message, line.signature):
            why = f"{line.seat}'s key has not signed the head {line.head} at {line.position}"
            raise Fault(line.position, "Diary/Head", why)


def countersigned(record: Record) -> str:
    """For a verdict: who has seen which head."""
    seen = ", ".join(f"{line.seat} at {line.position}" for line in record.seen)
    return f"; heads were countersigned by {seen}" if seen else ""


def noted_positions(entries: Sequence[HashedEntry], heads: Sequence[bytes]) -> str:
    """For a verdict: the positions of the heads that were noted elsewhere."""
    position_of = {entry.hash: entry.last for entry in entries}
    return "".join(
        f"; the head {head.hex()[:12]} was that of position {position_of[head]}" for head in heads
    )


def _entries(record: Record) -> Iterator[HashedEntry]:
    """Split the rows into entries, checking positions, tags, and how entries begin and end."""
    first, prev, leaf_hashes = 0, GENESIS, record.leaves
    decode_tag = _TAGGED.decode
    for index, row in enumerate(record.rows, 1):
        tag, kind = row.tag, kind_of(row)
        if row.position != index:
            raise Fault(index, "Diary/Position", f"row {index} is missing; {row.position} follows")
        try:
            if decode_tag(row.state).event != tag:
                raise Fault(index, "Diary/Event", f"it is stored as {tag}, but is another event")
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Fault(index, "Diary/Event", f"its bytes are not an event: {error}") from None
        if (kind in OPENERS) == bool(first):
            what = "the entry before is not closed" if first else f"{tag} cannot open an entry"
            raise _order_fault(record.rows, index, what)
        if not first:
            if index == 1 and not leaf_hashes and not record.heads:
                leaf_hashes = compute_leaves(record)
            first, prev = index, stated_prev(row)
        if kind in CLOSERS:
            hash_of_entry = (
                entry_hash(prev, leaf_hashes[first - 1 : index])
                if leaf_hashes
                else record.heads[index]
            )
            yield HashedEntry(first, index, prev, hash_of_entry)
            first = 0
    if first or not record.rows:
        what = "the last entry is not closed"
        raise _order_fault(record.rows, len(record.rows) + 1, what)


def _order_fault(rows: Sequence[Row], position: int, what: str) -> Fault:
    """The fault of a row that cannot be in its place, or of an unreadable row at or before it."""
    try:
        for row in rows[max(0, position - 2) : position]:
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
        raise Fault(row.position, "Diary/Chain", f"it does not state a hash: {error}") from None
    if row.position != 1:
        raise Fault(row.position, "Diary/Entry", "only the first row can open a match")
    return GENESIS


def compute_leaves(record: Record) -> list[bytes]:
    """The leaves of rows from the salts of their matches; raises Fault where a salt is missing."""
    all_leaves: list[bytes] = []
    rows = record.rows
    starts = [n for n, row in enumerate(rows) if kind_of(row) in MATCH_OPENERS]
    if not starts or starts[0] != 0:
        raise Fault(1, "Diary/Entry", "the first row must open the match")
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        match = _match_opened_by(rows[start])
        if match not in record.secrets:
            why = f"the salt of match {match} is not known"
            raise Fault(rows[start].position, "Diary/Leaf", why)
        all_leaves.extend(leaves(record.secrets[match].salt, rows[start:end]))
    return all_leaves


def _match_opened_by(row: Row) -> str:
    event = event_at(row)
    if not isinstance(event, (e.MatchOpened, e.BranchOpened)):
        raise Fault(row.position, "Diary/Event", f"it is stored as {row.tag}, but opens no match")
    return event.match


def _wrong_entry_hash(entries: Sequence[HashedEntry], number: int) -> None:
    """Raise the Fault for an entry whose rows and stored hash differ, at whichever is wrong."""
    entry = entries[number]
    later = entries[number + 1 : number + 2]
    if later and later[0].prev != entry.hash:
        _entry_changed(entry)
    detail = "the stored hash of the entry is not that of its rows"
    # For the last entry the rows are examined too, although their leaves fit.
    link = None if later else EntryHash(entry.first, entry.last, entry.hash)
    raise Fault(entry.last, "Diary/Chain", detail, link)


def _entry_changed(entry: HashedEntry) -> None:
    raise Fault(
        entry.first,
        "Diary/Chain",
        f"the rows of entry {entry.first}-{entry.last} do not have the stored hash",
        EntryHash(entry.first, entry.last, entry.hash),
    )


def _broken_link(
    entries: Sequence[HashedEntry], number: int, record: Record, heads: Sequence[bytes]
) -> None:
    """Raise the Fault for an entry that does not fit the entry before it, at whichever is wrong.

    The one that agrees with a third source is right: the hash stored in an archive, else the entry
    that follows.
    """
    entry, before = entries[number], entries[number - 1] if number else None
    if before is None or before.last in record.heads:
        wrong_before = False
    elif number + 1 < len(entries):
        wrong_before = entries[number + 1].prev == entry.hash
    else:
        wrong_before = not heads or entry.hash in heads
    if before is not None and wrong_before:
        _entry_changed(before)
    raise Fault(entry.first, "Diary/Chain", "it does not follow the entry before it")


# Secrets


def check_keepers(record: Record) -> None:
    """Raise Fault unless every share is that of its keeper's seed, where that was opened.

    A seed must be the one that its keeper committed to before the first draw.
    """
    commitments: dict[str, str] = {}
    drawn: list[tuple[int, str, e.SharesDrawn]] = []
    match = ""
    for row in record.rows:
        if kind_of(row) not in {*MATCH_OPENERS, "shares-drawn", "keepers-named", "keeper-opened"}:
            continue
        event = event_at(row)
        match event:
            case e.MatchOpened() | e.BranchOpened():
                match = event.match
                commitments |= getattr(event, "keepers", {})
            case e.KeepersNamed():
                commitments |= event.keepers
            case e.SharesDrawn():
                drawn.append((row.position, match, event))
            case e.KeeperOpened():
                _check_keeper(row.position, match, event, commitments, drawn)
            case _:
                pass


def unopened_keepers(record: Record) -> str:
    """For a verdict: whose shares could not be checked though the match's own seed is open."""
    lacking, is_open = set[str](), False
    kinds = {*MATCH_OPENERS, "keepers-named", "keeper-opened", "seed-revealed"}
    for row in record.rows:
        event = event_at(row) if kind_of(row) in kinds else None
        match event:
            case e.MatchOpened() | e.BranchOpened():
                lacking, is_open = set(getattr(event, "keepers", {})), False
            case e.KeepersNamed():
                lacking |= event.keepers.keys()
            case e.KeeperOpened():
                lacking.discard(event.keeper)
            case _:
                is_open = is_open or event is not None
    names = ", ".join(sorted(lacking))
    return f"; shares were not checked of {names}: no seed was opened" if is_open and names else ""


def _check_keeper(
    position: int,
    match: str,
    opened: e.KeeperOpened,
    commitments: Mapping[str, str],
    drawn: Sequence[tuple[int, str, e.SharesDrawn]],
) -> None:
    try:
        seed = bytes.fromhex(opened.seed)
    except ValueError as error:
        why = f"the seed of {opened.keeper} is not hexadecimal: {error}"
        raise Fault(position, "Diary/Commitment", why) from None
    if keeper_commitment(match, opened.keeper, seed) != commitments.get(opened.keeper):
        why = f"this is not the seed that the keeper {opened.keeper} committed to"
        raise Fault(position, "Diary/Commitment", why)
    for at, of_match, event in drawn:
        share = event.shares.get(opened.keeper)
        if share and of_match == match:
            right = share_of(seed, match, event.place, event.request)
            if share != right:
                why = f"the share of the keeper {opened.keeper} is {right}, recorded is {share}"
                raise Fault(at, "Diary/Chance", why)


def secrets_of(record: Record) -> dict[str, Secrets]:
    """All known secrets, including those that the rows disclose; raises Fault on a wrong one.

    Each must fit its match's commitment, and the salts of rows must fit the salt of their match.
    """
    known: dict[str, Secrets] = {}
    commitments: dict[str, str] = {}
    match = ""
    for row in record.rows:
        if kind_of(row) not in (*MATCH_OPENERS, "seed-revealed"):
            continue
        event = event_at(row)
        if isinstance(event, (e.MatchOpened, e.BranchOpened)):
            match = event.match
            commitments[match] = event.commitment
            if match in record.secrets:
                _check_commitment(row.position, match, record.secrets[match], event.commitment)
                known[match] = record.secrets[match]
            if isinstance(event, e.MatchOpened) and event.pack != pack_digest(record.pack):
                raise Fault(
                    row.position,
                    "Diary/Pack",
                    "the pack is not the one that the match was opened with",
                )
        elif isinstance(event, e.SeedRevealed):
            known[match] = _disclosed_secrets(event, row.position)
            _check_commitment(row.position, match, known[match], commitments[match])
    _check_salts(record, known)
    return known


def _disclosed_secrets(event: e.SeedRevealed, position: int) -> Secrets:
    try:
        return Secrets(bytes.fromhex(event.seed), bytes.fromhex(event.salt))
    except ValueError as error:
        raise Fault(
            position, "Diary/Commitment", f"seed or salt is not hexadecimal: {error}"
        ) from None


def _check_commitment(position: int, match: str, secrets: Secrets, stated: str) -> None:
    if commitment(match, secrets.seed, secrets.salt) != stated:
        why = "seed and salt do not fit the match's commitment"
        raise Fault(position, "Diary/Commitment", why)


def _check_salts(record: Record, known: Mapping[str, Secrets]) -> None:
    if not record.salts or not known:
        return
    salt: bytes | None = None
    for row, row_salt in zip(record.rows, record.salts, strict=True):
        if kind_of(row) in MATCH_OPENERS:
            match = _match_opened_by(row)
            salt = known[match].salt if match in known else None
        if salt and row_salt and salt_at(salt, row.position) != row_salt:
            raise Fault(row.position, "Diary/Leaf", "its salt is not that of its position")
