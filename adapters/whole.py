"""What is whole of a match in a store: its rows before the first damage, its secrets, its pack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from wardiary.adapters.store import (
    DiaryStore,
    MatchDamaged,
    MatchInPart,
    UnknownMatch,
    UnknownPack,
)
from wardiary.adapters.store.entry import whole_rows
from wardiary.domain.diary.archive_lines import PartLine
from wardiary.domain.diary.chain import Secrets, commitment
from wardiary.domain.diary.codec import UnknownEvent, decode, kind_of
from wardiary.domain.diary.history import History
from wardiary.domain.diary.rows import Row
from wardiary.domain.games import registry
from wardiary.domain.packs import pack_digest, seal_pack
from wardiary.domain.table import events as e
from wardiary.domain.table.errors import WardiaryError
from wardiary.projections.record import event_at
from wardiary.projections.verdicts import IMPOSSIBLE

SECRET_BYTES = 32
PARTS = "parts"
READ_AGAIN = 5
_PART = msgspec.json.Decoder(PartLine)
Opener = e.MatchOpened | e.BranchOpened


class StoredMatch(msgspec.Struct, frozen=True):
    """A match as a store has it: how it was opened, its whole rows, its secrets if they are whole.

    `damage` is the first thing that is not.
    """

    opener: Opener
    rows: Sequence[Row]
    secrets: Secrets | None
    damage: MatchDamaged | None


def stored(store: DiaryStore, match: str) -> StoredMatch:
    """Everything of a match that is whole.

    Raises UnknownMatch, and MatchDamaged when not even its first entry is whole.
    """
    rows, fault = rows_before_damage(store, match)
    damage = MatchDamaged(match, *fault, whole=_before(rows)) if fault else None
    if not rows:
        raise damage or MatchDamaged(match, 1, "its rows are missing")
    opener = _opener(match, rows[0])
    secrets = _secrets(store, match, opener.commitment) or _opened(rows, match, opener.commitment)
    damage = damage or in_part(store, match, rows[-1].position)
    if secrets is None and damage is None:
        why = "its seed and salt are missing or not those that it was opened with"
        damage = MatchDamaged(match, rows[0].position, why, rows[-1].position, proved=False)
    return StoredMatch(opener, rows, secrets, damage)


def rows_before_damage(
    store: DiaryStore, match: str
) -> tuple[Sequence[Row], tuple[int, str] | None]:
    """The rows of a match up to where they are not what was appended, by the store's checksums;
    then the position and kind of that damage, if there is any. Raises UnknownMatch.
    """
    for _ in range(READ_AGAIN):
        entries, found = store.entries(match), _rows(store, match)
        rows, fault = whole_rows(entries, found)
        # What another process has appended between the two readings is not damage.
        if fault is None or store.entries(match) == entries:
            break
    return rows, fault


def in_part(store: DiaryStore, match: str, last: int) -> MatchInPart | None:
    """What says that only the beginning of a match was imported; None when all of it is there."""
    part = part_of(store, match)
    if part is None or part.last != last:
        return None
    return MatchInPart(match, last, part.why, last)


def part_of(store: DiaryStore, match: str) -> PartLine | None:
    """What was noted when a part of a match was imported."""
    stored = store.get(PARTS, match)
    with suppress(msgspec.MsgspecError, ValueError):
        return _PART.decode(stored) if stored else None
    return None


def opener_of(store: DiaryStore, match: str) -> Opener | None:
    """How a match or branch was opened; None when that is damaged."""
    first = store.first(match)
    try:
        return None if first is None else _opener(match, first)
    except MatchDamaged:
        return None


def folded(line: History, match: str, rows: Sequence[Row]) -> tuple[History, MatchDamaged | None]:
    """A line with more rows on it, up to the first that no table of this release could have seen.

    Raises MatchDamaged when not one entry of them can be folded.
    """
    try:
        line.extend(rows)
    except UnknownEvent as unknown:
        return _short_of(line, match, rows, f"position {len(line.rows) + 1}: {unknown}", newer=True)
    except IMPOSSIBLE as error:
        why = " ".join(f"no such thing can happen: {error}".split())
        return _short_of(line, match, rows, why, newer=False)
    return line, None


def pack_of(store: DiaryStore, game: str, digest: str) -> tuple[bytes, bool]:
    """A sealed pack, and whether the store's own is whole: otherwise the shipped one is used.

    Raises UnknownPack when there is neither.
    """
    try:
        sealed = store.pack(digest)
        if pack_digest(sealed) == digest:
            return sealed, True
    except UnknownPack:
        pass
    shipped = seal_pack(registry.packaged(game))
    if pack_digest(shipped) != digest:
        raise UnknownPack(digest, store.where)
    return shipped, False


def _short_of(
    line: History, match: str, rows: Sequence[Row], why: str, *, newer: bool
) -> tuple[History, MatchDamaged]:
    position, end = len(line.rows) + 1, line.ends[-1] if line.ends else 0
    damage = MatchDamaged(match, position, why, end, newer=newer)
    if end < rows[0].position:
        raise MatchDamaged(match, position, why, newer=newer)
    return line.upto(end), damage


def _rows(store: DiaryStore, match: str) -> Sequence[Row]:
    try:
        return store.rows(match)
    except UnknownMatch:
        if match not in store.matches():
            raise
        return ()


def _before(rows: Sequence[Row]) -> int:
    return rows[-1].position if rows else 0


def _opener(match: str, row: Row) -> Opener:
    """The event that opens a match, from its first row; raises MatchDamaged."""
    try:
        opener = decode(row.state)
    except UnknownEvent as unknown:
        raise MatchDamaged(match, row.position, str(unknown), newer=True) from None
    except IMPOSSIBLE as error:
        why = " ".join(f"the row is no event: {error}".split())
        raise MatchDamaged(match, row.position, why) from None
    if not isinstance(opener, Opener) or opener.match != match:
        raise MatchDamaged(match, row.position, "it is not the opening of this match")
    return opener


class SecretsLost(WardiaryError):
    """A match's seed and salt are not in the store, or are not 32 bytes each."""


def secrets_in(
    store: DiaryStore, rows_of: Callable[[str], Sequence[Row]]
) -> Callable[[str], tuple[bytes, bytes]]:
    """Seed and salt of a match as stored, or as its rows disclose them; raises SecretsLost.

    Other secrets than the match is committed to are given as they are, for an audit to judge.
    """

    def secrets_of(match: str) -> tuple[bytes, bytes]:
        try:
            seed, salt = store.secrets(match)
        except UnknownMatch:
            seed = salt = b""
        if _is_secret(seed) and _is_secret(salt):
            return seed, salt
        rows = rows_of(match)
        opener = event_at(rows[0])
        stated = opener.commitment if isinstance(opener, Opener) else ""
        disclosed = _opened(rows, match, stated)
        if disclosed is None:
            raise SecretsLost(f"seed and salt of match {match} are lost")
        return disclosed.seed, disclosed.salt

    return secrets_of


def _secrets(store: DiaryStore, match: str, stated: str) -> Secrets | None:
    """Seed and salt as they are kept, None unless they are those that the match is bound to."""
    try:
        seed, salt = store.secrets(match)
    except UnknownMatch:
        return None
    return _fitting(match, seed, salt, stated)


def _opened(rows: Sequence[Row], match: str, stated: str) -> Secrets | None:
    """Seed and salt from where the match itself discloses them."""
    with suppress(*IMPOSSIBLE):
        for row in rows:
            event = decode(row.state) if kind_of(row) == "seed-revealed" else None
            if isinstance(event, e.SeedRevealed):
                seed, salt = bytes.fromhex(event.seed), bytes.fromhex(event.salt)
                return _fitting(match, seed, salt, stated)
    return None


def _is_secret(value: object) -> bool:
    return isinstance(value, bytes) and len(value) == SECRET_BYTES


def _fitting(match: str, seed: object, salt: object, stated: str) -> Secrets | None:
    if not isinstance(seed, bytes) or not isinstance(salt, bytes):
        return None
    if len(seed) != SECRET_BYTES or len(salt) != SECRET_BYTES:
        return None
    return Secrets(seed, salt) if commitment(match, seed, salt) == stated else None
