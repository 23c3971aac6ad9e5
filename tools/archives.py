"""Archives that others can audit: written from a store or again from a file, and imported."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from wardiary.tools.archive_files import fault_text, read_archive, read_bytes
from wardiary.tools.context import (
    STDOUT,
    BadInput,
    Json,
    MatchName,
    SourceName,
    Store,
    find_match,
    open_matches,
    part_to_read,
    print_result,
    require_file,
    role_at,
    write_file,
)

VERIFIER = "verify_wardiary.py"
"""What the program is called that is written beside an archive."""
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
    verifier: Annotated[
        bool, Parameter(help="With a program beside it that checks it without wardiary.")
    ] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Write a match as a self-contained archive file.

    A file whose name ends in .gz is compressed to about a quarter, for mailing. An archive file is
    written again as far as this release can read it.
    """
    if verifier:
        _write_verifier(output)
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
        if verifier:
            _report_file(output, f"or without wardiary: python {VERIFIER} {Path(output).name}")


def _write_verifier(output: str) -> None:
    """Write the program that checks an archive without wardiary into the folder of the archive."""
    if output == STDOUT:
        raise BadInput("--verifier writes a second file beside the archive; give it a name with -o")
    program = Path(__file__).with_name("verifier.py").read_bytes()
    write_file(str(Path(output).expanduser().parent / VERIFIER), program)


def _export_file(file: Path, output: str, *, json: bool) -> None:
    """Write an archive again: all of it, or the part that this release can read."""
    from wardiary.domain.diary.archive_parts import write_again
    from wardiary.projections.verdicts import Fault

    try:
        archive = part_to_read(read_archive(file), file)
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
    data = read_bytes(path)
    try:
        match = matches.import_archive(data, unproven=unproven)
    except ArchiveError as error:
        raise BadInput(f"{file} was not imported: {fault_text(error)}") from None
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
