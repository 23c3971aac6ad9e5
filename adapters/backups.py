"""Backups: a whole store as one SQLite file, taken while it is in use, restored, and proven."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

from wardiary.adapters.store import (
    OWNERS_ALONE,
    DiaryStore,
    MatchDamaged,
    MatchInPart,
    ReadFailed,
    SQLiteDiaryStore,
    StoreError,
    UnknownMatch,
    UnknownPack,
    connect,
)
from wardiary.adapters.store.diary_store import REMOVED
from wardiary.adapters.store.entry import command_key
from wardiary.adapters.whole import pack_of, stored
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import UnknownEvent, decode, kind_of
from wardiary.domain.diary.history import CLOSERS
from wardiary.domain.diary.rows import Row
from wardiary.domain.table import events as e
from wardiary.projections.audit import verify
from wardiary.projections.record import load_record
from wardiary.projections.verdicts import Fault, Verdict, tampered_verdict

PAGES_AT_ONCE = 4096


class NotEmpty(StoreError):
    """A backup is restored only into a store that holds no match yet."""

    def __init__(self, where: str) -> None:
        """Say where the matches are."""
        super().__init__(f"{where} holds matches already; a backup is restored into an empty store")


def back_up(store: DiaryStore, file: Path) -> list[MatchDamaged]:
    """Write everything that a store holds into one file, while others go on using the store.

    The file is there whole or not at all. From Postgres the outbox is left out: what is in it
    has still to be sent from there; and of a damaged match what is whole is written, and the damage
    given back. Raises StoreError, OSError.
    """
    damages: list[MatchDamaged] = []
    beside = file.with_name(f".{file.name}.part")
    beside.unlink(missing_ok=True)
    try:
        if isinstance(store, SQLiteDiaryStore):
            _copy_file(Path(store.where), beside)
        else:
            with closing(connect(f"{beside}?synchronous=normal")) as copy:
                damages = _copy(store, copy)
        beside.replace(file)
    finally:
        for left in file.parent.glob(f".{file.name}.part*"):
            left.unlink(missing_ok=True)
    return damages


def restore(file: Path, store: DiaryStore) -> list[MatchDamaged]:
    """Put the content of a backup into an empty store. Raises NotEmpty, StoreError.

    Gives the damages of matches of which only what is whole could be put there.
    """
    if store.matches():
        raise NotEmpty(store.where)
    if isinstance(store, SQLiteDiaryStore):
        _copy_file(file, Path(store.where))
        return []
    with closing(connect(f"{file}?mode=ro")) as backup:
        return _copy(backup, store)


def prove(store: DiaryStore) -> Iterator[tuple[str, Verdict]]:
    """Check every match of a store: one chain of hashes, sealed by its secrets, that folds.

    The last entry, which no later one covers, is held against its checksums.
    """
    for match in store.matches():
        yield match, _proven(store, match)


def _proven(store: DiaryStore, match: str) -> Verdict:
    try:
        _, record = load_record(match, store.rows, store.secrets, store.pack)
        verdict = verify(record)
    except Fault as fault:
        return tampered_verdict(fault)
    except (UnknownMatch, UnknownPack) as missing:
        return tampered_verdict(Fault(1, "Diary/Entry", f"something of it is missing: {missing}"))
    rotten = store.damaged_positions(match) if verdict.verdict == "EXACT" else []
    if rotten:
        return tampered_verdict(
            Fault(rotten[0], "Diary/Entry", "this row is not as it was appended")
        )
    return verdict


def _copy_file(source: Path, target: Path) -> None:
    """SQLite's own backup: one moment of the file, even while it is written to."""
    target.touch(OWNERS_ALONE)
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as opened,
        closing(sqlite3.connect(target)) as copy,
    ):
        try:
            opened.backup(copy, pages=PAGES_AT_ONCE)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorname not in ("SQLITE_NOTADB", "SQLITE_CORRUPT"):
                raise
            raise ReadFailed("corrupted", str(source)) from None


def _copy(source: DiaryStore, target: DiaryStore) -> list[MatchDamaged]:
    """Match by match, parents before branches, then what is kept beside the diary."""
    damages = []
    for match in source.matches():
        try:
            whole = stored(source, match)
        except MatchDamaged as damage:
            damages.append(damage)
            continue
        if whole.damage is not None and not isinstance(whole.damage, MatchInPart):
            damages.append(whole.damage)
        if whole.secrets is not None:
            _copy_match(source, target, match, whole.rows, whole.secrets)
    for drawer in source.collections():
        if drawer == REMOVED:
            continue  # It is about the ids of the source; the copy numbers its rows by itself.
        for key, value in source.items(drawer):
            target.put(drawer, key, value)
    return damages


def _copy_match(
    source: DiaryStore, target: DiaryStore, match: str, rows: Sequence[Row], secrets: Secrets
) -> None:
    entry: list[Row] = []
    for row in rows:
        entry.append(row)
        if kind_of(row) in CLOSERS:
            _copy_entry(source, target, match, entry, (secrets.seed, secrets.salt))
            entry = []


def _copy_entry(
    source: DiaryStore,
    target: DiaryStore,
    match: str,
    rows: list[Row],
    secrets: tuple[bytes, bytes],
) -> None:
    before = rows[0].position - 1
    try:
        opener = decode(rows[0].state)
    except UnknownEvent:  # A later release tells by it who opened the entry, and how.
        target.append(match, rows, expected=before)
        return
    if isinstance(opener, e.CommandAccepted):
        key = command_key(opener.seat, opener.id)
        target.append(match, rows, expected=before, command_id=key)
        return
    packs = {}
    if isinstance(opener, e.MatchOpened):
        with suppress(UnknownPack):
            packs = {opener.pack: pack_of(source, opener.game, opener.pack)[0]}
    target.open_match(match, rows, seed=secrets[0], salt=secrets[1], packs=packs)
