"""Proving: folding again, auditing, and archives that carry a match to where it is proved."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from wardiary.tools.desk import (
    BadInput,
    Json,
    MatchName,
    SourceName,
    Store,
    existing,
    find,
    open_desk,
    progress,
    role_at,
    tell,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wardiary.adapters.matches import Matches
    from wardiary.domain.diary.archive_lines import Archive
    from wardiary.domain.diary.rows import Row
    from wardiary.projections.audit import Verdict

HASH_DIGITS = 64


def head(match: MatchName, /, *, json: Json = False, store: Store = "") -> None:
    """Print the hash of the last entry, to note it elsewhere."""
    desk = open_desk(store)
    named = find(desk, match)
    position, noted = desk.head(named)
    if json:
        tell({"match": named, "position": position, "head": noted})
    else:
        print(f"{noted}  position {position} of {named}")


def replay(source: SourceName, /, *, json: Json = False, store: Store = "") -> int:
    """Fold a match or an archive again from its stored facts.

    It needs no rules and draws nothing, so it gives the same for ever. Exit code 1 when the facts
    are not such as any table could have seen, or fold to another table than is played on.
    """
    from wardiary.projections.audit import Fault

    file = existing(source)
    try:
        folded = _of_file(file) if file else _of_match(source, store)
    except Fault as fault:
        return _not_replayed(fault.position, fault.detail, json=json)
    if json:
        tell(folded)
    else:
        exactly = "exactly" if folded.exact else "NOT to the table that is played on"
        rate = folded.events_per_second
        print(f"replayed {exactly}: {folded.events} events in {folded.entries} entries")
        print(f"digest of the last table: {folded.digest} ({rate} events a second)")
    return 0 if folded.exact else 1


class Folded(msgspec.Struct, frozen=True):
    """What a replay came to."""

    match: str
    events: int
    entries: int
    digest: str
    exact: bool
    events_per_second: int


def _of_match(named: str, store: str) -> Folded:
    """A match folded anew; exact when it comes to the table that is played on."""
    from wardiary.domain.diary.codec import digest

    desk = open_desk(store)
    match = find(desk, named)
    line = desk.line(match)
    return _folded(match, line.rows, digest(line.table))


def _of_file(file: Path) -> Folded:
    """An archive folded: a full one as stored, a seat's as far as that seat can follow."""
    from wardiary.domain.diary.codec import decode, digest
    from wardiary.projections.seen import fold_seen

    archive = _archive(file)
    if archive.kind == "full":
        return _folded(archive.match, archive.stored())
    began = perf_counter()
    seen = fold_seen(decode(row.state) for row in archive.rows)
    rate = round(seen.position / (perf_counter() - began))
    exact = seen.position == len(archive.rows)
    return Folded(archive.match, seen.position, len(archive.entries), digest(seen), exact, rate)


def _folded(match: str, rows: Sequence[Row], expected: str = "") -> Folded:
    """Rows folded entry by entry, to the digest that is expected, if any is."""
    from wardiary.projections.audit import replay as folding

    digests, began = [""], perf_counter()
    with progress() as bar:
        task = bar.add_task("replaying", total=len(rows))
        for position, digest in folding(rows):
            digests.append(digest)
            bar.update(task, completed=position)
    rate = round(len(rows) / (perf_counter() - began))
    exact = expected in ("", digests[-1])
    return Folded(match, len(rows), len(digests) - 1, digests[-1], exact, rate)


def _archive(file: Path) -> Archive:
    from wardiary.domain.diary.archive import read
    from wardiary.domain.diary.archive_lines import ArchiveError
    from wardiary.projections.audit import Fault

    try:
        return read(_bytes(file))
    except ArchiveError as error:
        raise Fault(error.position, "Diary/Archive", _said_of(error)) from None


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot read {file}: {error.strerror}") from None


def _said_of(error: Exception) -> str:
    """A fault of a file, and what to do about one that was damaged on its way."""
    from wardiary.domain.diary.archive_lines import ArchiveDamaged

    if isinstance(error, ArchiveDamaged):
        return f"it was cut off or garbled on the way ({error}); have it sent again, as .jsonl.gz"
    return str(error)


def _not_replayed(position: int, detail: str, *, json: bool) -> int:
    if json:
        tell({"exact": False, "position": position, "detail": detail})
    else:
        print(f"NOT replayed: position {position}: {detail}")
    return 1


def audit(
    source: SourceName,
    /,
    *,
    head: Annotated[
        str, Parameter(help="The hash of the last entry as you noted it: 64 hex digits.")
    ] = "",
    json: Json = False,
    store: Store = "",
) -> int:
    """Check every hash, die, citation and decision of a match.

    Prints EXACT, or DIFFERS or TAMPERED with the first position, rule and difference; exit code 1
    unless EXACT. A file needs no store.
    """
    noted = _hash(head) if head else None
    file = existing(source)
    verdict = _audit_file(file, noted) if file else _audit_match(source, store, noted)
    if json:
        detail = "; ".join((verdict.detail, *verdict.notes))
        found = {"verdict": verdict.verdict, "position": verdict.position}
        tell({**found, "rule": verdict.rule, "detail": detail})
    else:
        print_verdict(verdict)
    return 0 if verdict.verdict == "EXACT" else 1


def print_verdict(verdict: Verdict) -> None:
    """A verdict for people: one line, and a line for everything it could not judge."""
    from wardiary.domain.table.text import escaped

    if verdict.verdict == "EXACT":
        print(f"EXACT  {escaped(verdict.detail)}")
    else:
        rule = f" [{verdict.rule}]" if verdict.rule else ""
        where = f"{verdict.verdict}  at position {verdict.position}"
        print(escaped(f"{where}{rule}: {verdict.detail}"))
    for note in verdict.notes:
        print(f"  note: {escaped(note)}")


def _hash(given: str) -> bytes:
    try:
        noted = bytes.fromhex(given)
    except ValueError:
        noted = b""
    if len(noted) * 2 != HASH_DIGITS:
        raise BadInput(f"--head {given!r} must be the {HASH_DIGITS} hex digits of an entry's hash")
    return noted


def _audit_match(named: str, store: str, noted: bytes | None) -> Verdict:
    desk = open_desk(store)
    match = find(desk, named)
    with progress() as bar:
        task = bar.add_task("auditing", total=_length(desk, match))
        return desk.audit(
            match, head=noted, watch=lambda position: bar.update(task, completed=position)
        )


def _length(desk: Matches, match: str) -> int | None:
    """How long an audit will be; None when that is damaged too."""
    from wardiary.adapters.store import UnknownMatch

    try:
        return desk.store.head(match)
    except UnknownMatch:
        return None


def _audit_file(file: Path, noted: bytes | None) -> Verdict:
    from wardiary.domain.games import registry
    from wardiary.projections.adjudication import audit_file

    with progress() as bar:
        task = bar.add_task("auditing", total=None)
        return audit_file(
            _bytes(file),
            registry.GAMES,
            head=noted,
            watch=lambda position: bar.update(task, completed=position),
        )


def export(
    match: MatchName,
    /,
    *,
    output: Annotated[str, Parameter(name=("-o", "--output"), help="The file to write.")],
    seat: Annotated[
        str, Parameter(help="Only what this seat, or `spectator`, may know; it still verifies.")
    ] = "",
    secrets: Annotated[
        bool, Parameter(help="With the seeds of a running match, to move it to another store.")
    ] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Write a match as a self-contained archive file.

    One whose name ends in .gz is compressed to about a quarter, for mailing.
    """
    from wardiary.domain.diary.transport import compressed

    desk = open_desk(store)
    named = find(desk, match)
    if seat and secrets:
        raise BadInput("--seat and --secrets exclude each other: a seat never gets the seeds")
    role = role_at(desk.line(named).table, seat) if seat else None
    archive = desk.export(named, role, secrets=secrets)
    if output.endswith(".gz"):
        archive = compressed(archive)
    written(Path(output).expanduser(), archive)
    if json:
        tell({"match": named, "file": output, "bytes": len(archive), "seat": seat})
    else:
        eyes = f"what {seat} may know of" if seat else "all of"
        print(f"{output}: {eyes} {named}, {len(archive)} bytes")
        print(f"audit it with: wardiary audit {output}")


def salvage(
    match: MatchName,
    /,
    *,
    output: Annotated[str, Parameter(name=("-o", "--output"), help="The file to write.")],
    secrets: Annotated[
        bool, Parameter(help="With the seeds of a running match, to import what is whole of it.")
    ] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Write what is whole of a damaged match as an archive.

    It holds all entries before the damage, every hand among them, and says that it is a part.
    """
    from wardiary.domain.diary.transport import compressed

    desk = open_desk(store)
    named = find(desk, match)
    damage = desk.damage(named)
    if damage is None:
        raise BadInput(f"match {named[:12]} is whole; `wardiary export` writes it")
    archive = desk.export(named, secrets=secrets)
    if output.endswith(".gz"):
        archive = compressed(archive)
    written(Path(output).expanduser(), archive)
    if json:
        tell({"match": named, "file": output, "bytes": len(archive), "whole": damage.whole})
        return
    print(f"{output}: match {named} up to {damage.whole}, {len(archive)} bytes")
    print(f"what is lost begins at position {damage.position}: {damage.why}")


def import_(
    file: Annotated[str, Parameter(help="A full archive, with the secrets of its matches.")],
    /,
    *,
    json: Json = False,
    store: Store = "",
) -> None:
    """Take the match of an archive into the store.

    It is taken in once an audit has found it exact.
    A match that is there already goes on from where it stands; one that differs is refused.
    """
    from wardiary.domain.diary.archive_lines import ArchiveError
    from wardiary.domain.diary.transport import as_written

    found = existing(file)
    if found is None:
        raise BadInput(f"no file {file!r}")
    desk = open_desk(store)
    data = _bytes(found)
    try:
        match = desk.import_archive(data)
    except ArchiveError as error:
        raise BadInput(f"{file} was not taken in: {_said_of(error)}") from None
    if note := as_written(data).note:
        print(f"note: {note}", file=sys.stderr)
    if json:
        tell({"match": match, "head": desk.line(match).head})
    else:
        print(f"{match}  taken in up to position {desk.line(match).head}")
