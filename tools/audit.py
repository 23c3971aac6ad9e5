"""Auditing matches and archives."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from wardiary.tools.archive_files import read_bytes
from wardiary.tools.context import (
    BadInput,
    Json,
    SourceName,
    Store,
    find_match,
    open_matches,
    print_result,
    progress,
    require_file,
)
from wardiary.tools.keeper_logs import with_log
from wardiary.tools.noted_heads import Noted, heads_of, parse_heads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wardiary.adapters.matches import Matches
    from wardiary.projections.verdicts import Subject, Verdict

Heads = Annotated[
    tuple[str, ...],
    Parameter(
        name="--head",
        help="Hashes of last entries as you noted them at any time (64 hex digits each), or a file "
        "of them: one at the start of a line, a mail that quotes one, a public list, or a proof.",
    ),
]


def audit(
    source: SourceName,
    /,
    *more: Annotated[str, Parameter(help="More matches or archive files.")],
    head: Heads = (),
    report: Annotated[
        str, Parameter(help="Write an auditor's report: a page (.html), and JSON beside it.")
    ] = "",
    keeper_log: Annotated[
        tuple[str, ...],
        Parameter(
            name="--keeper-log",
            help="The log of a co-keeper (`keeper log --json`, or saved from its page): what it "
            "was asked and the record does not hold is peeking.",
        ),
    ] = (),
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

    noted, verdicts = parse_heads(head), []
    files = {name: require_file(name) for name in (source, *more)}
    if report and more:
        raise BadInput("--report is on one record; audit the others by themselves")
    if keeper_log and more:
        raise BadInput("--keeper-log is of one record; audit the others by themselves")
    for source_name, file in files.items():
        verdict = _audit_file(file, noted) if file else _audit_match(source_name, store, noted)
        for log in keeper_log:
            verdict = with_log(verdict, source_name, store, log)
        verdicts.append(verdict)
        if json:
            print_result(_verdict_document(source_name, verdict))
        else:
            print_verdict(verdict, source_name if more else "")
        if report:
            _write_report(source_name, verdict, noted, report, store)
    return EXIT_CODES[most_serious(verdicts)]


def _write_report(
    source: str, verdict: Verdict, noted: Sequence[Noted], output: str, store: str
) -> None:
    from wardiary.tools.reports import write_report

    matches = [verdict.about.match] if verdict.about else []
    files = write_report(source, verdict, heads_of(noted, matches), output, store)
    print(f"report: {' and '.join(files)}", file=sys.stderr)


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


def _audit_match(name: str, store: str, noted: Sequence[Noted]) -> Verdict:
    matches = open_matches(store)
    match = find_match(matches, name)
    origins = _origins_if_known(matches, match)
    with progress() as bar:
        task = bar.add_task("auditing", total=_head_if_known(matches, match))
        return matches.audit(
            match,
            heads=heads_of(noted, origins),
            watch=lambda position: bar.update(task, completed=position),
        )


def _head_if_known(matches: Matches, match: str) -> int | None:
    """The last position of a match, for the progress bar; None when that is damaged too."""
    from wardiary.adapters.store import UnknownMatch

    try:
        return matches.store.head(match)
    except UnknownMatch:
        return None


def _origins_if_known(matches: Matches, match: str) -> list[str]:
    """The matches that a line consists of; of a damaged one itself alone."""
    from wardiary.adapters.store import StoreError

    try:
        return [origin for origin, _ in matches.origins(match)]
    except StoreError:
        return [match]


def _audit_file(file: Path, noted: Sequence[Noted]) -> Verdict:
    from wardiary.adapters.signatures import is_signed
    from wardiary.domain.games import registry
    from wardiary.projections.adjudication import audit_file, matches_in

    data = read_bytes(file)
    with progress() as bar:
        task = bar.add_task("auditing", total=None)
        return audit_file(
            data,
            registry.GAMES,
            heads=heads_of(noted, matches_in(data)),
            check=is_signed,
            watch=lambda position: bar.update(task, completed=position),
        )
