"""Proving matches: replays, audits, and archives that others can audit."""

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
    find_match,
    open_matches,
    open_source,
    part_to_read,
    print_result,
    progress,
    require_file,
    role_at,
    write_file,
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

    archive = part_to_read(_read_archive(file), file)
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


def _read_archive(file: Path) -> Archive:
    from wardiary.domain.diary.archive import read
    from wardiary.domain.diary.archive_lines import ArchiveError
    from wardiary.projections.verdicts import Fault

    try:
        return read(_read_bytes(file))
    except ArchiveError as error:
        raise Fault(error.position, "Diary/Archive", _fault_text(error)) from None


def _read_bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot read {file}: {error.strerror}") from None


def _fault_text(error: Exception) -> str:
    """The text of a file's fault, with what to do about a file that was damaged on its way."""
    from wardiary.domain.diary.archive_lines import ArchiveDamaged

    if isinstance(error, ArchiveDamaged):
        return f"it was cut off or garbled on the way ({error}); have it sent again, as .jsonl.gz"
    return str(error)


def _report_failed_replay(position: int, detail: str, *, json: bool) -> int:
    from wardiary.adapters.sentences import one_line

    detail = one_line(detail, paths=True)
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

    A line for each says EXACT, or another verdict with the first position, rule and difference, and
    what was audited. A file needs no store. Exit codes: 0 EXACT, 1 DIFFERS (the rules give
    something else), 4 TAMPERED (not what was stored), 5 DAMAGED (garbled on its way), 6 UNPROVEN
    (not everything could be judged); for several matches the worst. 2 is for bad input.
    """
    from wardiary.projections.verdicts import EXIT_CODES, most_serious

    noted, verdicts = _parse_heads(head), []
    files = {name: require_file(name) for name in (source, *more)}
    for source_name, file in files.items():
        verdict = _audit_file(file, noted) if file else _audit_match(source_name, store, noted)
        verdicts.append(verdict)
        if json:
            print_result(_verdict_document(source_name, verdict))
        else:
            print_verdict(verdict, source_name if more else "")
    return EXIT_CODES[most_serious(verdicts)]


def _verdict_document(source: str, verdict: Verdict) -> dict[str, Any]:
    """A verdict for scripts: `source` as given, and in `about` what was audited."""
    return {
        "source": source,
        "verdict": verdict.verdict,
        "position": verdict.position,
        "rule": verdict.rule,
        "detail": "; ".join(_verdict_text(text) for text in (verdict.detail, *verdict.notes)),
        "about": verdict.about,
    }


def print_verdict(verdict: Verdict, source: str = "") -> None:
    """Print a verdict: one line, and a note for everything it could not judge."""
    about = f"{_subject_text(verdict.about)}; " if verdict.about else ""
    prefix = f"{source}: " if source else ""
    if verdict.verdict == "EXACT":
        print(f"EXACT  {prefix}{_verdict_text(about + verdict.detail)}")
    else:
        rule = f" [{verdict.rule}]" if verdict.rule else ""
        place = f"at position {verdict.position}{rule}: {verdict.detail}"
        print(f"{verdict.verdict}  {prefix}{_verdict_text(about + place)}")
    for note in verdict.notes:
        print(f"  note: {_verdict_text(note)}")


def _verdict_text(text: str) -> str:
    """A part of a verdict on one line, with no more of what is in a file than is needed."""
    from wardiary.adapters.sentences import LONGEST_VERDICT, one_line

    return one_line(text, longest=LONGEST_VERDICT)


def _subject_text(about: Subject) -> str:
    """What was audited, in a few words, and how it ended or which position it has reached."""
    what = f"{about.title}, {about.scenario_title} ({', '.join(about.seats)}), match {about.match}"
    if not about.ended:
        return f"{what}, goes on at position {about.position}"
    result = f"won by {' and '.join(about.winners)}" if about.winners else "drawn"
    return f"{what}, {result} ({about.reason})" if about.reason else f"{what}, {result}"


def _parse_heads(values: Sequence[str]) -> list[bytes]:
    """The given heads, including those in files."""
    noted = []
    for value in values:
        file = None if len(value) == HASH_DIGITS else require_file(value)
        if file is None:
            noted.append(_parse_hash(value, "--head"))
            continue
        words = (line.split() for line in _read_bytes(file).decode(errors="replace").splitlines())
        noted += [_parse_hash(line[0], f"--head {file}:") for line in words if line]
    return noted


def _parse_hash(text: str, where: str) -> bytes:
    try:
        noted = bytes.fromhex(text)
    except ValueError:
        noted = b""
    if len(noted) * 2 != HASH_DIGITS:
        raise BadInput(
            f"{where} {text[:HASH_DIGITS]!r} must be {HASH_DIGITS} hex digits: an entry's hash"
        )
    return noted


def _audit_match(name: str, store: str, noted: Sequence[bytes]) -> Verdict:
    matches = open_matches(store)
    match = find_match(matches, name)
    with progress() as bar:
        task = bar.add_task("auditing", total=_head_if_known(matches, match))
        return matches.audit(
            match, heads=noted, watch=lambda position: bar.update(task, completed=position)
        )


def _head_if_known(matches: Matches, match: str) -> int | None:
    """The last position of a match, for the progress bar; None when that is damaged too."""
    from wardiary.adapters.store import UnknownMatch

    try:
        return matches.store.head(match)
    except UnknownMatch:
        return None


def _audit_file(file: Path, noted: Sequence[bytes]) -> Verdict:
    from wardiary.domain.games import registry
    from wardiary.projections.adjudication import audit_file

    with progress() as bar:
        task = bar.add_task("auditing", total=None)
        return audit_file(
            _read_bytes(file),
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
    match: SourceName,
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

    A file whose name ends in .gz is compressed to about a quarter, for mailing. An archive file is
    written again as far as this release can read it.
    """
    if file := require_file(match):
        if seat or secrets or all_hands or branches:
            raise BadInput(f"{file} is written again as it is; give no --seat, --secrets or other")
        _export_file(file, output, json=json)
        return
    matches = open_matches(store)
    match_id = find_match(matches, match)
    if seat and (secrets or all_hands or branches):
        raise BadInput("--seat excludes --secrets, --all-hands and --branches: it sees less")
    role = role_at(matches.history(match_id).table, seat) if seat else None
    family = matches.family(match_id) if branches else [match_id]
    runs = [member for member in family if matches.runs(member)]
    if runs and role is None and not (all_hands or secrets):
        raise BadInput(
            f"match {runs[0][:12]} still runs, and this file would show every hand and pile to "
            "its readers; say --seat SEAT for what one seat may know, --all-hands for all"
        )
    if branches:
        archive = matches.export_family(match_id, secrets=secrets)
    else:
        archive = matches.export(match_id, role, secrets=secrets)
    private = role is None and bool(runs)
    _write_archive(
        archive, output, private=private, document={"match": match_id, "seat": seat}, json=json
    )
    if not json:
        eyes = f"what {seat} may know of" if seat else "all of"
        more = f" and {len(family) - 1} more matches of its family" if branches else ""
        _report_file(output, f"{output}: {eyes} {match_id}{more}, {len(archive)} bytes")
        _report_file(output, f"audit it with: wardiary audit {output}")


def _export_file(file: Path, output: str, *, json: bool) -> None:
    """Write an archive again: all of it, or the part that this release can read."""
    from wardiary.domain.diary.archive_parts import write_again
    from wardiary.projections.verdicts import Fault

    try:
        archive = part_to_read(_read_archive(file), file)
    except Fault as fault:
        raise BadInput(f"{file} cannot be written again: {fault.detail}") from None
    content = b"".join(write_again(archive))
    document: dict[str, object] = {"match": archive.match, "seat": archive.role}
    _write_archive(content, output, private=archive.kind == "full", document=document, json=json)
    if not json:
        last = archive.rows[-1].position
        _report_file(output, f"{output}: {file} up to position {last}, {len(content)} bytes")


def _write_archive(
    archive: bytes, output: str, *, private: bool, document: dict[str, object], json: bool
) -> None:
    """Write an archive to its file or standard output, compressed if the name ends in .gz."""
    from wardiary.domain.diary.transport import compress

    content = compress(archive) if output.endswith(".gz") else archive
    write_file(output, content, private=private)
    if json:
        print_result({**document, "file": output, "bytes": len(content)}, aside=output == STDOUT)


def _report_file(output: str, sentence: str) -> None:
    """Report a written file; on stderr when the file itself went to standard output."""
    print(sentence, file=sys.stderr if output == STDOUT else sys.stdout)


def salvage(
    match: MatchName,
    /,
    *,
    output: Output,
    secrets: Annotated[
        bool, Parameter(help="With the seeds of a running match, so that it can be imported.")
    ] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Write what is whole of a damaged match as an archive.

    It holds all entries before the damage, including every hand, and says that it is a part.
    """
    matches = open_matches(store)
    match_id = find_match(matches, match)
    damage = matches.damage(match_id)
    if damage is None:
        raise BadInput(f"match {match_id[:12]} is whole; `wardiary export` writes it")
    archive = matches.export(match_id, secrets=secrets)
    document: dict[str, object] = {"match": match_id, "whole": damage.whole}
    _write_archive(archive, output, private=matches.runs(match_id), document=document, json=json)
    if not json:
        _report_file(
            output, f"{output}: match {match_id} up to {damage.whole}, {len(archive)} bytes"
        )
        _report_file(output, f"what is lost begins at position {damage.position}: {damage.why}")


def import_(
    file: Annotated[str, Parameter(help="A full archive, with the secrets of its matches.")],
    /,
    *,
    unproven: Annotated[
        bool,
        Parameter(help="Even if not all of it can be judged; it stays marked UNPROVEN."),
    ] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Import the match of an archive into the store.

    It is imported if its audit is EXACT. A match that is there already is continued; one that
    differs is refused.
    """
    from wardiary.domain.diary.archive_lines import ArchiveError
    from wardiary.domain.diary.transport import restore

    path = require_file(file)
    if path is None:
        raise BadInput(f"no file {file!r}")
    matches = open_matches(store, create=True)
    data = _read_bytes(path)
    try:
        match = matches.import_archive(data, unproven=unproven)
    except ArchiveError as error:
        raise BadInput(f"{file} was not imported: {_fault_text(error)}") from None
    if note := restore(data).note:
        print(f"note: {note}", file=sys.stderr)
    if json:
        print_result(
            {
                "match": match,
                "head": matches.history(match).head,
                "unproven": matches.unproven(match),
            }
        )
    else:
        so = ", marked UNPROVEN" if matches.unproven(match) else ""
        print(f"{match}  imported up to position {matches.history(match).head}{so}")
