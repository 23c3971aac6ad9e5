"""Keepers' logs as files, held against the record that is audited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wardiary.tools.archive_files import read_bytes
from wardiary.tools.context import BadInput, open_source, require_file

if TYPE_CHECKING:
    from wardiary.projections.keeper_log import KeeperLog
    from wardiary.projections.verdicts import Verdict


def with_log(verdict: Verdict, source: str, store: str, name: str) -> Verdict:
    """A verdict, and what a keeper's log says of the record; raises BadInput.

    A record that is exact by itself differs where the log shows peeking.
    """
    from msgspec.structs import replace

    from wardiary.projections.keeper_log import as_detail, hold_against

    log = _read(name)
    if verdict.verdict not in {"EXACT", "UNPROVEN"}:
        return verdict
    matches, match = open_source(source, store)
    findings = hold_against(matches.history(match), log)
    proved = [found for found in findings if found.proved]
    notes = tuple(found.why for found in findings if not found.proved)
    if not proved:
        asked = f"; the log of the keeper {log.keeper} says the same as the record"
        return replace(verdict, detail=verdict.detail + asked, notes=verdict.notes + notes)
    return replace(
        verdict,
        verdict="DIFFERS",
        position=proved[0].position,
        rule="Table/Keepers",
        detail=as_detail(proved),
        notes=verdict.notes + notes,
    )


def _read(name: str) -> KeeperLog:
    from wardiary.projections.keeper_log import read_log

    file = require_file(name)
    if file is None:
        raise BadInput(f"--keeper-log {name}: there is no such file")
    try:
        return read_log(read_bytes(file))
    except ValueError as error:
        raise BadInput(f"--keeper-log {name} is no log of a keeper: {error}") from None
