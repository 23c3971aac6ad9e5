"""Proving: folding again, auditing, and archives that carry a match to where it is proved."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from wardiary.tools.context import (
    STDOUT,
    BadInput,
    Json,
    MatchName,
    SourceName,
    Store,
    find,
    open_matches,
    print_result,
    progress,
    require_file,
    role_at,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wardiary.adapters.matches import Matches
    from wardiary.domain.diary.archive_lines import Archive
    from wardiary.domain.diary.rows import Row
    from wardiary.projections.verdicts import Subject, Verdict

HASH_DIGITS = 64


def head(match: MatchName, /, *, json: Json = False, store: Store = "") -> None:
    """Print the hash of the last entry, to note it elsewhere."""
    desk = open_matches(store)
    named = find(desk, match)
    position, noted = desk.head(named)
    if json:
        print_result({"match": named, "position": position, "head": noted})
    else:
        print(f"{noted}  position {position} of {named}")


def replay(source: SourceName, /, *, json: Json = False, store: Store = "") -> int:
    """Fold a match or an archive again from its stored facts.

    It needs no rules and draws nothing, so it gives the same for ever. Exit code 1 when the facts
    are not such as any table could have seen, or fold to another table than is played on.
    """
    from wardiary.projections.verdicts import Fault

    file = require_file(source)
    try:
        folded = _of_file(file) if file else _of_match(source, store)
    except Fault as fault:
        return _not_replayed(fault.position, fault.detail, json=json)
    if json:
        print_result(folded)
    else:
        exactly = "exactly" if folded.exact else "NOT to the table that is played on"
        rate = folded.events_per_second
        print(f"replayed {exactly}: {folded.events} events in {folded.entries} entries")
        print(f"digest of the last table: {folded.digest} ({rate} events a second)")
    return 0 if folded.exact else 1


class ReplayResult(msgspec.Struct, frozen=True):
    """What a replay came to."""

    match: str
    events: int
    entries: int
    digest: str
    exact: bool
    events_per_second: int


def _of_match(named: str, store: str) -> ReplayResult:
    """A match folded anew; exact when it comes to the table that is played on."""
    from wardiary.domain.diary.codec import digest

    desk = open_matches(store)
    match = find(desk, named)
    line = desk.history(match)
    return _folded(match, line.rows, digest(line.table))


def _of_file(file: Path) -> ReplayResult:
    """An archive folded: a full one as stored, a seat's as far as that seat can follow."""
    from wardiary.domain.diary.codec import decode, digest
    from wardiary.projections.seat_fold import fold_for_seat

    archive = _archive(file)
    if archive.kind == "full":
        return _folded(archive.match, archive.stored())
    began = perf_counter()
    seen = fold_for_seat(decode(row.state) for row in archive.rows)
    rate = round(seen.position / (perf_counter() - began))
    exact = seen.position == len(archive.rows)
    return ReplayResult(
        archive.match, seen.position, len(archive.entries), digest(seen), exact, rate
    )


def _folded(match: str, rows: Sequence[Row], expected: str = "") -> ReplayResult:
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
    return ReplayResult(match, len(rows), len(digests) - 1, digests[-1], exact, rate)


def _archive(file: Path) -> Archive:
    from wardiary.domain.diary.archive import read
    from wardiary.domain.diary.archive_lines import ArchiveError
    from wardiary.projections.verdicts import Fault

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
        print_result({"exact": False, "position": position, "detail": detail})
    else:
        print(f"NOT replayed: position {position}: {detail}")
    return 1


Heads = Annotated[
    tuple[str, ...],
    Parameter(
        name="--head",
        help="Hashes of last entries as you noted them at any time (64 hex digits each), or a file "
        "of them, one at the start of a line.",
    ),
]


def audit(
    source: SourceName,
    /,
    *more: Annotated[str, Parameter(help="More matches or archive files.")],
    head: Heads = (),
    json: Json = False,
    store: Store = "",
) -> int:
    """Check every hash, die, citation and decision of a match, or of several.

    A line for each says EXACT, or what else it is with the first position, rule and difference, and
    what was audited. A file needs no store. Exit codes: 0 EXACT, 1 DIFFERS (the rules bring about
    something else), 4 TAMPERED (not what was stored), 5 DAMAGED (garbled on its way), 6 UNPROVEN
    (not all could be judged); of several the worst. 2 is for bad input.
    """
    from wardiary.projections.verdicts import EXIT_CODES, most_serious

    noted, found = _noted(head), []
    files = {one: require_file(one) for one in (source, *more)}
    for named, file in files.items():
        verdict = _audit_file(file, noted) if file else _audit_match(named, store, noted)
        found.append(verdict)
        if json:
            print_result(_verdict_document(named, verdict))
        else:
            print_verdict(verdict, named if more else "")
    return EXIT_CODES[most_serious(found)]


def _verdict_document(named: str, verdict: Verdict) -> dict[str, Any]:
    """A verdict for scripts: `source` as it was named, and in `about` what was audited."""
    return {
        "source": named,
        "verdict": verdict.verdict,
        "position": verdict.position,
        "rule": verdict.rule,
        "detail": "; ".join((verdict.detail, *verdict.notes)),
        "about": verdict.about,
    }


def print_verdict(verdict: Verdict, named: str = "") -> None:
    """A verdict for people: one line, and a line for everything it could not judge."""
    from wardiary.domain.table.text import escape_controls

    about = f"{_told(verdict.about)}; " if verdict.about else ""
    where = f"{named}: " if named else ""
    if verdict.verdict == "EXACT":
        print(escape_controls(f"EXACT  {where}{about}{verdict.detail}"))
    else:
        rule = f" [{verdict.rule}]" if verdict.rule else ""
        place = f"at position {verdict.position}{rule}: {verdict.detail}"
        print(escape_controls(f"{verdict.verdict}  {where}{about}{place}"))
    for note in verdict.notes:
        print(f"  note: {escape_controls(note)}")


def _told(about: Subject) -> str:
    """What was audited, in a few words, and how it ended or how far it has come."""
    what = f"{about.title}, {about.scenario_title} ({', '.join(about.seats)}), match {about.match}"
    if not about.ended:
        return f"{what}, goes on at position {about.position}"
    result = f"won by {' and '.join(about.winners)}" if about.winners else "drawn"
    return f"{what}, {result} ({about.reason})" if about.reason else f"{what}, {result}"


def _noted(given: Sequence[str]) -> list[bytes]:
    """The heads that were given, those in files too."""
    noted = []
    for one in given:
        file = None if len(one) == HASH_DIGITS else require_file(one)
        if file is None:
            noted.append(_hash(one, "--head"))
            continue
        words = (line.split() for line in _bytes(file).decode(errors="replace").splitlines())
        noted += [_hash(line[0], f"--head {file}:") for line in words if line]
    return noted


def _hash(given: str, where: str) -> bytes:
    try:
        noted = bytes.fromhex(given)
    except ValueError:
        noted = b""
    if len(noted) * 2 != HASH_DIGITS:
        raise BadInput(
            f"{where} {given[:HASH_DIGITS]!r} must be {HASH_DIGITS} hex digits: an entry's hash"
        )
    return noted


def _audit_match(named: str, store: str, noted: Sequence[bytes]) -> Verdict:
    desk = open_matches(store)
    match = find(desk, named)
    with progress() as bar:
        task = bar.add_task("auditing", total=_length(desk, match))
        return desk.audit(
            match, heads=noted, watch=lambda position: bar.update(task, completed=position)
        )


def _length(desk: Matches, match: str) -> int | None:
    """How long an audit will be; None when that is damaged too."""
    from wardiary.adapters.store import UnknownMatch

    try:
        return desk.store.head(match)
    except UnknownMatch:
        return None


def _audit_file(file: Path, noted: Sequence[bytes]) -> Verdict:
    from wardiary.domain.games import registry
    from wardiary.projections.adjudication import audit_file

    with progress() as bar:
        task = bar.add_task("auditing", total=None)
        return audit_file(
            _bytes(file),
            registry.GAMES,
            heads=noted,
            watch=lambda position: bar.update(task, completed=position),
        )


Output = Annotated[
    str,
    Parameter(
        name=("-o", "--output"),
        allow_leading_hyphen=True,
        help="The file to write; `-` is standard output.",
    ),
]


def export(
    match: MatchName,
    /,
    *,
    output: Output,
    seat: Annotated[
        str, Parameter(help="Only what this seat, or `spectator`, may know; it still verifies.")
    ] = "",
    all_hands: Annotated[
        bool, Parameter(help="All of a match that still runs, with every hand and pile.")
    ] = False,
    secrets: Annotated[
        bool, Parameter(help="With the seeds of a running match, to move it to another store.")
    ] = False,
    branches: Annotated[
        bool, Parameter(help="With the match that it branches from, and all branches of that.")
    ] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Write a match as a self-contained archive file.

    One whose name ends in .gz is compressed to about a quarter, for mailing.
    """
    desk = open_matches(store)
    named = find(desk, match)
    if seat and (secrets or all_hands or branches):
        raise BadInput("--seat excludes --secrets, --all-hands and --branches: it sees less")
    role = role_at(desk.history(named).table, seat) if seat else None
    family = desk.family(named) if branches else [named]
    runs = [one for one in family if desk.runs(one)]
    if runs and role is None and not (all_hands or secrets):
        raise BadInput(
            f"match {runs[0][:12]} still runs, and this file would show every hand and pile to "
            "whoever reads it; say --seat SEAT for what one seat may know, --all-hands for all"
        )
    if branches:
        archive = desk.export_family(named, secrets=secrets)
    else:
        archive = desk.export(named, role, secrets=secrets)
    private = role is None and bool(runs)
    _write(archive, output, private=private, document={"match": named, "seat": seat}, json=json)
    if not json:
        eyes = f"what {seat} may know of" if seat else "all of"
        more = f" and {len(family) - 1} more matches of its family" if branches else ""
        _say(output, f"{output}: {eyes} {named}{more}, {len(archive)} bytes")
        _say(output, f"audit it with: wardiary audit {output}")


def _write(
    archive: bytes, output: str, *, private: bool, document: dict[str, object], json: bool
) -> None:
    """Write an archive where it is wanted, compressed if its name says so."""
    from wardiary.domain.diary.transport import compress

    content = compress(archive) if output.endswith(".gz") else archive
    written(output, content, private=private)
    if json:
        print_result({**document, "file": output, "bytes": len(content)}, aside=output == STDOUT)


def _say(output: str, sentence: str) -> None:
    """Tell of a file that was written; on stderr when the file itself went to standard output."""
    print(sentence, file=sys.stderr if output == STDOUT else sys.stdout)


def salvage(
    match: MatchName,
    /,
    *,
    output: Output,
    secrets: Annotated[
        bool, Parameter(help="With the seeds of a running match, to import what is whole of it.")
    ] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Write what is whole of a damaged match as an archive.

    It holds all entries before the damage, every hand among them, and says that it is a part.
    """
    desk = open_matches(store)
    named = find(desk, match)
    damage = desk.damage(named)
    if damage is None:
        raise BadInput(f"match {named[:12]} is whole; `wardiary export` writes it")
    archive = desk.export(named, secrets=secrets)
    document: dict[str, object] = {"match": named, "whole": damage.whole}
    _write(archive, output, private=desk.runs(named), document=document, json=json)
    if not json:
        _say(output, f"{output}: match {named} up to {damage.whole}, {len(archive)} bytes")
        _say(output, f"what is lost begins at position {damage.position}: {damage.why}")


def import_(
    file: Annotated[str, Parameter(help="A full archive, with the secrets of its matches.")],
    /,
    *,
    unproven: Annotated[
        bool,
        Parameter(help="Also if not all of it can be judged; it is marked UNPROVEN for ever."),
    ] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Take the match of an archive into the store.

    It is taken in once an audit has found it exact.
    A match that is there already goes on from where it stands; one that differs is refused.
    """
    from wardiary.domain.diary.archive_lines import ArchiveError
    from wardiary.domain.diary.transport import restore

    found = require_file(file)
    if found is None:
        raise BadInput(f"no file {file!r}")
    desk = open_matches(store, create=True)
    data = _bytes(found)
    try:
        match = desk.import_archive(data, unproven=unproven)
    except ArchiveError as error:
        raise BadInput(f"{file} was not taken in: {_said_of(error)}") from None
    if note := restore(data).note:
        print(f"note: {note}", file=sys.stderr)
    if json:
        print_result(
            {"match": match, "head": desk.history(match).head, "unproven": desk.unproven(match)}
        )
    else:
        so = ", marked UNPROVEN" if desk.unproven(match) else ""
        print(f"{match}  taken in up to position {desk.history(match).head}{so}")
