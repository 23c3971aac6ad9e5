"""Records of matches: what an audit judges, archives written from a store, and taken into one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from wardiary.adapters.store import DiaryStore, UnknownMatch, UnknownPack
from wardiary.adapters.store.entry import command_key
from wardiary.domain.diary.archive import read, write_full, write_seat
from wardiary.domain.diary.archive_lines import Archive, ArchiveError
from wardiary.domain.diary.codec import decode
from wardiary.domain.diary.rows import Row
from wardiary.domain.games import registry
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.projections.adjudication import adjudicate, adjudicate_archive
from wardiary.projections.audit import Fault, Verdict, gathered, tampered, verify
from wardiary.projections.hands import redact

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches


def audited(
    store: DiaryStore,
    match: str,
    head: bytes | None = None,
    watch: Callable[[int], None] | None = None,
) -> Verdict:
    """The verdict on a line as the store has it now, whatever is kept of it in memory.

    Nothing is folded before it is judged, so that rows no table could have seen are named too.
    """
    store.head(match)
    try:
        name, record = gathered(match, store.rows, store.secrets, store.pack)
    except Fault as fault:
        return tampered(fault)
    except (UnknownMatch, UnknownPack) as error:
        return tampered(Fault(1, "Diary/Entry", f"an opener names what is not there: {error}"))
    if name not in registry.GAMES:
        verdict = verify(record, head)
        if verdict.verdict != "EXACT":
            return verdict
    return adjudicate(record, registry.game(name), head=head, watch=watch)


def sealed_pack(matches: Matches, match: str) -> bytes:
    """The pack that a match was opened with, as it was sealed then."""
    opened = matches.line(match).event(1)
    assert isinstance(opened, e.MatchOpened)
    return matches.store.pack(opened.pack)


def written(matches: Matches, match: str, seat: Seat | None, secrets: bool) -> Iterator[bytes]:
    """The lines of an archive: for a role, or in full with the seeds that may be opened."""
    line, pack = matches.line(match), sealed_pack(matches, match)
    known = {origin: matches.store.secrets(origin) for origin, _ in matches.origins(match)}
    salts = {origin: salt for origin, (_, salt) in known.items()}
    if seat is not None:
        return write_seat(line, seat, redact, pack=pack, salts=salts)
    seeds = {
        origin: seed
        for origin, (seed, _) in known.items()
        if secrets or matches.line(origin).table.result is not None
    }
    return write_full(line, pack=pack, salts=salts, seeds=seeds)


def take_in(store: DiaryStore, data: bytes) -> Archive:
    """Store what an archive holds beyond what is there; raises ArchiveError, and stores nothing.

    Only a full archive with the secrets of all its matches can be taken in, and only one that an
    audit finds exact. A match that is there already must agree with it row by row, and goes on.
    """
    archive = read(data)
    if archive.kind != "full":
        raise ArchiveError("header", "a seat's archive can be replayed and audited, not taken in")
    parts = archive.by_match()
    for match in parts:
        if match not in archive.secrets:
            why = "its seed is missing, so it could not be played on; export it with its secrets"
            raise ArchiveError(f"match {match}", why)
    verdict = adjudicate_archive(archive, registry.game(archive.game))
    if verdict.verdict != "EXACT":
        raise ArchiveError(f"row {verdict.position}", verdict.detail, verdict.position)
    lacking = {match: _beyond(store, match, rows) for match, rows in parts.items()}
    for match, rows in lacking.items():
        _store(store, archive, match, rows)
    return archive


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


def _store(store: DiaryStore, archive: Archive, match: str, rows: Sequence[Row]) -> None:
    """Store rows entry by entry, each under the command id it was sent with."""
    secrets = archive.secrets[match]
    for entry in archive.entries:
        of = [row for row in rows if entry.first <= row.position <= entry.last]
        if not of:
            continue
        opener = decode(of[0].state)
        if isinstance(opener, e.CommandAccepted):
            key = command_key(opener.seat, opener.id)
            store.append(match, of, expected=entry.first - 1, command_id=key)
            continue
        packs = {opener.pack: archive.pack} if isinstance(opener, e.MatchOpened) else {}
        store.open_match(match, of, seed=secrets.seed, salt=secrets.salt, packs=packs)
