"""An auditor's report in two files: a page of HTML, and JSON beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wardiary.tools.context import BadInput, open_source, write_file

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches
    from wardiary.projections.report import Report
    from wardiary.projections.verdicts import Verdict


def write_report(
    source: str, verdict: Verdict, heads: Sequence[bytes], output: str, store: str
) -> tuple[str, str]:
    """Write the report on an audited source; gives the names of the page and of the JSON file."""
    import msgspec

    from wardiary.adapters.report_page import as_page

    page = Path(output).expanduser()
    if page.suffix not in {".html", ".htm"}:
        raise BadInput(f"--report writes a page and JSON beside it; name it {page.stem}.html")
    report = _report(source, verdict, heads, store)
    document = page.with_suffix(".json")
    write_file(str(page), as_page(report).encode())
    write_file(str(document), msgspec.json.format(msgspec.json.encode(report)) + b"\n")
    return str(page), str(document)


def _report(source: str, verdict: Verdict, heads: Sequence[bytes], store: str) -> Report:
    """The report; of a record that cannot be read it has the verdict alone."""
    from wardiary.adapters.archives import seen_of
    from wardiary.adapters.store import StoreError
    from wardiary.domain.diary.archive_lines import ArchiveError
    from wardiary.projections.report import make_report

    try:
        matches, match = open_source(source, store)
        history = matches.history(match)
    except (ArchiveError, BadInput, StoreError):
        return make_report(source, verdict, heads=heads)
    seen = [line.seat for line in seen_of(matches.store, history.rows)]
    return make_report(
        source,
        verdict,
        matches.game_of(match),
        history,
        head=_head(matches, match),
        heads=heads,
        seen=seen,
    )


def _head(matches: Matches, match: str) -> str:
    """The last head; "" where the salt is not known, so that it cannot be computed."""
    from wardiary.adapters.store import StoreError

    try:
        return matches.head(match)[1]
    except StoreError:
        return ""
