"""A forger who knows every secret, changes rows and computes all hashes again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from wardiary.domain.diary.archive import read
from wardiary.domain.diary.archive_lines import (
    FORMAT,
    EntryLine,
    HeaderLine,
    PackLine,
    RowLine,
    SecretsLine,
    Written,
)
from wardiary.domain.diary.archive_writing import with_seal
from wardiary.domain.diary.chain import GENESIS, entry_hash, leaf, salt_at
from wardiary.domain.diary.codec import kind_of
from wardiary.domain.diary.history import CLOSERS
from wardiary.domain.diary.rows import Row

Facts = dict[str, Any]


def facts_of(rows: Sequence[Row]) -> list[Facts]:
    return [json.loads(row.state) for row in rows]


def canonical(facts: Facts) -> bytes:
    return json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def forged_rows(
    facts: Sequence[Facts], salt_of: Callable[[str], bytes]
) -> tuple[list[Row], list[bytes], list[str], dict[int, bytes]]:
    """Rows with each `prev` as the rows before come to; their leaves, matches and heads."""
    rows: list[Row] = []
    leaves: list[bytes] = []
    matches: list[str] = []
    heads: dict[int, bytes] = {}
    head, first, match = GENESIS, 0, ""
    for position, stated in enumerate(facts, 1):
        event = dict(stated)
        if event["event"] in ("match-opened", "branch-opened"):
            match = event["match"]
        if "prev" in event:
            event["prev"] = head.hex()
        if event["event"] == "branch-opened":
            event["head"] = head.hex()
        state = canonical(event)
        rows.append(Row(position, event["event"], state))
        leaves.append(leaf(salt_at(salt_of(match), position), state))
        matches.append(match)
        if isinstance(rows[-1].tag, str) and kind_of(rows[-1]) in CLOSERS:
            heads[position] = head = entry_hash(head, leaves[first:])
            first = position
    return rows, leaves, matches, heads


def forged_file(
    data: bytes, change: Callable[[list[Facts]], object], salts: dict[str, bytes]
) -> bytes:
    """An archive with some facts changed, whole and consistent in itself."""
    archive = read(data)
    facts = facts_of(archive.stored())
    change(facts)
    rows, leaves, matches, heads = forged_rows(facts, salts.__getitem__)
    lines: list[Written] = [
        HeaderLine(FORMAT, archive.match, archive.game, "full", ""),
        PackLine(archive.pack.decode()),
    ]
    first = 1
    for row, proof, match in zip(rows, leaves, matches, strict=True):
        salt = salt_at(salts[match], row.position)
        lines.append(RowLine(match, row.position, row.state.decode(), proof.hex(), salt.hex()))
        if row.position in heads:
            lines.append(EntryLine(first, row.position, heads[row.position].hex()))
            first = row.position + 1
    for match, opened in archive.secrets.items():
        lines.append(SecretsLine(match, opened.seed.hex(), opened.salt.hex()))
    return b"".join(with_seal(lines))
