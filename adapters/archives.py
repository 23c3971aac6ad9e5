"""Records of matches in a store: auditing them, and importing archives."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from wardiary.adapters.holding import LineDamage, damage_on_line, hold_against
from wardiary.adapters.sentences import one_line
from wardiary.adapters.signatures import is_signed
from wardiary.adapters.store import DiaryStore, UnknownMatch, UnknownPack
from wardiary.adapters.store.entry import command_key
from wardiary.adapters.whole import PARTS, SecretsLost, secrets_in
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.archive_lines import (
    Archive,
    ArchiveError,
    PartLine,
    SeenLine,
    StandingLine,
)
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import UnknownEvent, decode, kind_of
from wardiary.domain.diary.history import MATCH_OPENERS
from wardiary.domain.diary.rows import Row
from wardiary.domain.games import registry
from wardiary.domain.play.standing import StandingAnswer
from wardiary.domain.table import events as e
from wardiary.projections.adjudication import (
    adjudicate,
    adjudicate_archive,
    marked,
    unknown_game,
)
from wardiary.projections.audit import chain
from wardiary.projections.record import load_record
from wardiary.projections.verdicts import Fault, Verdict, tampered_verdict

UNKNOWN = Secrets(bytes(32), bytes(32))
"""Stands in for secrets that an archive does not hold, where it is only looked at."""

STANDING = "standing"
"""The collection of standing answers, each under "match/seat"."""


UNPROVEN = "unproven"
"""The collection that holds, by match, why it was imported though not all of it was proved."""


def audit_match(
    store: DiaryStore,
    match: str,
    heads: Sequence[bytes] = (),
    watch: Callable[[int], None] | None = None,
) -> Verdict:
    """The verdict on a line as the store has it now, whatever is kept of it in memory.

    First the rows are held against the checksums that were stored with them: where these show that
    the medium has lost or changed a row, the verdict is DAMAGED. Nothing is folded before it is
    judged, so that rows no table could have seen are named too. Then the rows are held against all
    else that the store knows of them: its entries, command ids, and the heads branches left from.
    """
    if match not in store.matches():
        raise UnknownMatch(match, store.where)
    try:
        damage = damage_on_line(store, match)
    except UnknownMatch:
        damage = None  # What an opener names was never there: that is said below.
    if damage is not None:
        return _damaged_verdict(store, match, damage, watch)
    return _judged(store, match, store.rows, heads, watch)


def _damaged_verdict(
    store: DiaryStore, match: str, damage: LineDamage, watch: Callable[[int], None] | None
) -> Verdict:
    """The verdict on a line of which the store's checksums show damage.

    What comes before the damage is judged: damage further on excuses nothing that is wrong there.
    """
    verdict = Verdict("DAMAGED", damage.position, "Diary/Entry", damage.why)
    if not damage.whole:
        return verdict

    def rows_of(other: str) -> Sequence[Row]:
        return damage.whole if other == damage.match else store.rows(other)

    before = _judged(store, damage.match, rows_of, (), watch, whole=False)
    if before.verdict in ("TAMPERED", "DIFFERS"):
        note = f"further on it is damaged, at {damage.position}: {damage.why}"
        return replace(before, notes=(*before.notes, note))
    return replace(verdict, about=before.about if damage.match == match else None)


def _judged(
    store: DiaryStore,
    match: str,
    rows_of: Callable[[str], Sequence[Row]],
    heads: Sequence[bytes],
    watch: Callable[[int], None] | None,
    *,
    whole: bool = True,
) -> Verdict:
    """The verdict on rows whose checksums are right; of a `whole` line its branches too."""
    try:
        name, record = load_record(match, rows_of, secrets_in(store, rows_of), store.pack)
    except Fault as fault:
        return tampered_verdict(fault)
    except SecretsLost as lost:
        return Verdict("DAMAGED", 1, "Diary/Commitment", str(lost))
    except UnknownPack as lost:
        return _without_pack(store, match, rows_of, lost)
    except UnknownMatch as error:
        return tampered_verdict(
            Fault(1, "Diary/Entry", f"an opener names what is not there: {error}")
        )
    game = registry.game(name) if name in registry.GAMES else unknown_game(name)
    record = dataclasses.replace(record, seen=seen_of(store, record.rows))
    verdict = adjudicate(record, game, heads=heads, watch=watch, check=is_signed)
    if verdict.verdict == "TAMPERED" or not whole:
        return verdict
    try:
        hold_against(store, record)
    except Fault as fault:
        return replace(tampered_verdict(fault), about=verdict.about)
    return replace(verdict, notes=(*verdict.notes, *marked(marks(store, record.rows))))


def _without_pack(
    store: DiaryStore, match: str, rows_of: Callable[[str], Sequence[Row]], lost: UnknownPack
) -> Verdict:
    """The verdict on rows whose pack is not in the store: TAMPERED only if their hashes say so."""
    _, record = load_record(match, rows_of, secrets_in(store, rows_of), lambda digest: b"")
    try:
        chain(record)
    except Fault as fault:
        return tampered_verdict(fault)
    return Verdict("DAMAGED", 1, "Diary/Pack", f"the pack of the match is lost: {lost}")


SEEN = "seen"
"""The collection that holds, under "match/seat", the last head that a seat has countersigned."""


def marks(store: DiaryStore, rows: Sequence[Row]) -> dict[str, str]:
    """Why matches of a history were once imported unproven, by match."""
    openers = (decode(row.state) for row in rows if kind_of(row) in MATCH_OPENERS)
    reasons = {
        opener.match: store.get(UNPROVEN, opener.match)
        for opener in openers
        if isinstance(opener, (e.MatchOpened, e.BranchOpened))
    }
    return {match: why.decode() for match, why in reasons.items() if why is not None}


def seen_of(store: DiaryStore, rows: Sequence[Row]) -> list[SeenLine]:
    """The heads that seats of the matches of a history have seen, as far as the history goes."""
    last = rows[-1].position
    lines = []
    for row in rows:
        opener = decode(row.state) if kind_of(row) in MATCH_OPENERS else None
        if isinstance(opener, (e.MatchOpened, e.BranchOpened)):
            kept = [value for key, value in store.items(SEEN) if key.startswith(opener.match)]
            lines += [msgspec.json.decode(value, type=SeenLine) for value in kept]
    return [line for line in lines if line.position <= last]


def import_archive(store: DiaryStore, data: bytes, *, unproven: bool = False) -> Archive:
    """Store what an archive holds beyond what is there; raises ArchiveError, and stores nothing.

    Only a full archive with the secrets of all its matches can be imported, and only one that an
    audit finds exact; with `unproven` also one that could not all be judged, which is marked so for
    ever. A match that is there already must agree with it row by row, and goes on.
    """
    archive = read(data)
    if archive.kind != "full":
        raise ArchiveError("header", "a seat's archive can be replayed and audited, not imported")
    parts = archive.by_match()
    for match in parts:
        if match not in archive.secrets:
            why = "its seed is missing, so it could not be played on; export it with its secrets"
            raise ArchiveError(f"match {match}", why)
    verdict = adjudicate_archive(archive, registry.game(archive.game), check=is_signed)
    _refuse_unproven(verdict, unproven=unproven)
    lacking = {match: _beyond(store, match, rows) for match, rows in parts.items()}
    standing = [(line, _answers(line)) for line in archive.standing]
    marked_so = dict(archive.marks)
    if verdict.verdict == "UNPROVEN":
        marked_so = dict.fromkeys(parts, verdict.detail) | marked_so
    for match, rows in lacking.items():
        # First the mark: a match that is there without it would pass for a proven one.
        if match in marked_so and store.get(UNPROVEN, match) is None:
            store.put(UNPROVEN, match, one_line(marked_so[match]).encode())
        _store(store, archive, match, rows)
        _note_part(store, match, archive.parts.get(match))
    for seen in archive.seen:
        store.put(SEEN, f"{seen.match}/{seen.seat}", msgspec.json.encode(seen))
    for line, answers in standing:
        if lacking[line.match]:
            store.put(STANDING, f"{line.match}/{line.seat}", answers)
    return archive


def _answers(line: StandingLine) -> bytes:
    """Standing answers as they are kept; raises ArchiveError when they are none."""
    try:
        return msgspec.json.encode(msgspec.json.decode(line.answers, type=list[StandingAnswer]))
    except (msgspec.MsgspecError, ValueError) as error:
        where = f"standing answers of {line.seat}"
        raise ArchiveError(where, f"they are none: {error}") from None


def _note_part(store: DiaryStore, match: str, part: PartLine | None) -> None:
    """Keep in mind that only the beginning of a match is here, until all of it is."""
    if part is not None and store.head(match) == part.last:
        store.put(PARTS, match, msgspec.json.encode(part))
    elif part is None:
        store.delete(PARTS, match)


def _refuse_unproven(verdict: Verdict, *, unproven: bool) -> None:
    if verdict.verdict == "EXACT" or (unproven and verdict.verdict == "UNPROVEN"):
        return
    why = verdict.detail
    if verdict.verdict == "UNPROVEN":
        why += "; it is imported only with --unproven, and stays marked unproven"
    raise ArchiveError(f"row {verdict.position}", why, verdict.position)


def _beyond(store: DiaryStore, match: str, rows: Sequence[Row]) -> Sequence[Row]:
    """The rows that the store does not hold yet; raises ArchiveError where it holds others."""
    try:
        stored = store.rows(match)
    except UnknownMatch:
        return rows
    for there, here in zip(stored, rows, strict=False):
        if there != here:
            why = f"the store holds a match of this id that differs from {here.position} on"
            raise ArchiveError(f"match {match}", why, here.position)
    return rows[len(stored) :]


def laid_out(store: DiaryStore, archive: Archive) -> None:
    """Put the rows of an archive into an empty store, to look at them: without any audit."""
    for match, rows in archive.by_match().items():
        _store(store, archive, match, rows)


def _store(store: DiaryStore, archive: Archive, match: str, rows: Sequence[Row]) -> None:
    """Store rows entry by entry, each under the command id it was sent with."""
    secrets = archive.secrets.get(match, UNKNOWN)
    for entry in archive.entries:
        of = [row for row in rows if entry.first <= row.position <= entry.last]
        if not of:
            continue
        try:
            opener = decode(of[0].state)
        except UnknownEvent:  # A later release tells by it who opened the entry, and how.
            store.append(match, of, expected=entry.first - 1)
            continue
        if isinstance(opener, e.CommandAccepted):
            key = command_key(opener.seat, opener.id)
            store.append(match, of, expected=entry.first - 1, command_id=key)
            continue
        packs = {opener.pack: archive.pack} if isinstance(opener, e.MatchOpened) else {}
        parent = opener.parent if isinstance(opener, e.BranchOpened) else ""
        store.open_match(
            match, of, seed=secrets.seed, salt=secrets.salt, packs=packs, parent=parent
        )
