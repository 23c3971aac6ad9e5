"""Replaying matches and archives, and the hash to note of a match."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from wardiary.tools.archive_files import read_archive
from wardiary.tools.context import (
    Json,
    MatchName,
    SourceName,
    Store,
    find_match,
    open_matches,
    open_source,
    part_to_read,
    print_result,
    progress,
    require_file,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wardiary.domain.diary.rows import Row


def head(match: MatchName, /, *, json: Json = False, store: Store = "") -> None:
    """Print the hash of the last entry, to note it elsewhere."""
    matches = open_matches(store)
    match_id = find_match(matches, match)
    position, noted = matches.head(match_id)
    if json:
        print_result({"match": match_id, "position": position, "head": noted})
    else:
        print(f"{noted}  position {position} of {match_id}")


def replay(source: SourceName, /, *, json: Json = False, store: Store = "") -> int:
    """Fold a match or an archive again from its stored facts.

    It needs no rules and draws nothing, so it always gives the same. Exit code 1 when an event
    cannot have happened, or the result is not the table that is played on.
    """
    from wardiary.projections.verdicts import Fault

    file = require_file(source)
    try:
        folded = _replay_file(file) if file else _replay_match(source, store)
    except Fault as fault:
        return _report_failed_replay(fault.position, fault.detail, json=json)
    if json:
        print_result(folded)
    else:
        exactly = "exactly" if folded.exact else "NOT to the table that is played on"
        rate = folded.events_per_second
        print(f"replayed {exactly}: {folded.events} events in {folded.entries} entries")
        print(f"digest of the last table: {folded.digest} ({rate} events a second)")
    return 0 if folded.exact else 1


class ReplayResult(msgspec.Struct, frozen=True):
    """The result of a replay."""

    match: str
    events: int
    entries: int
    digest: str
    exact: bool
    events_per_second: int


def _replay_match(name: str, store: str) -> ReplayResult:
    """Fold a match again; exact when the result is the table that is played on."""
    from wardiary.domain.diary.codec import digest

    matches, match = open_source(name, store)
    history = matches.history(match)
    return _replay_rows(match, history.rows, digest(history.table))


def _replay_file(file: Path) -> ReplayResult:
    """Fold an archive: a full one as stored, a seat's as far as that seat can follow."""
    from wardiary.domain.diary.codec import decode, digest
    from wardiary.projections.seat_fold import fold_for_seat

    archive = part_to_read(read_archive(file), file)
    if archive.kind == "full":
        return _replay_rows(archive.match, archive.stored())
    began = perf_counter()
    table = fold_for_seat(decode(row.state) for row in archive.rows)
    rate = round(table.position / (perf_counter() - began))
    exact = table.position == len(archive.rows)
    return ReplayResult(
        archive.match, table.position, len(archive.entries), digest(table), exact, rate
    )


def _replay_rows(match: str, rows: Sequence[Row], expected: str = "") -> ReplayResult:
    """Fold rows entry by entry; exact when the last digest is the expected one, if any."""
    from wardiary.projections.audit import replay as folding

    digests, began = [""], perf_counter()
    with progress() as bar:
        task = bar.add_task("replaying", total=len(rows))
        for position, digest in folding(rows):
            digests.append(digest)
            bar.update(task, completed=position)
    rate = round(len(rows) / (perf_counter() - began))
    exact = expected in ("", digests[-1])
    return ReplayResult(match, len(rows), len(digests) - 1, digests[-1], exact, rate)


def _report_failed_replay(position: int, detail: str, *, json: bool) -> int:
    from wardiary.adapters.sentences import one_line

    detail = one_line(detail, paths=True)
    if json:
        print_result({"exact": False, "position": position, "detail": detail})
    else:
        print(f"NOT replayed: position {position}: {detail}")
    return 1
