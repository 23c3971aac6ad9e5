"""Adjudication: the verdict on a record, with every recorded command decided again.

Facts are never changed. A difference means that the record or the program has changed. Where an
entry was played under rules that this program does not have, the verdict is UNPROVEN unless today's
rules give the same events; what holds under any rules is judged all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

import msgspec

from wardiary.domain.diary.archive import parse
from wardiary.domain.diary.archive_lines import (
    Archive,
    ArchiveDamaged,
    ArchiveError,
    ArchiveTooNew,
)
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import kind_of
from wardiary.domain.diary.family import archives_of
from wardiary.domain.diary.rows import Row
from wardiary.domain.diary.signing import CheckSignature
from wardiary.domain.play.game import Game, Layout
from wardiary.projections.adjudicator import Adjudicator
from wardiary.projections.audit import (
    chain,
    check_countersignatures,
    check_keepers,
    countersigned,
    noted_positions,
    secrets_of,
    unopened_keepers,
)
from wardiary.projections.record import Record, record_of, upto
from wardiary.projections.seat_copy import judge_copy
from wardiary.projections.verdicts import Fault, Subject, Verdict, subject_of, tampered_verdict

Watch = Callable[[int], None]
MOST_DIFFERENCES = 20
"""How many differences a verdict lists one by one."""


def audit_file(
    data: bytes,
    games: Mapping[str, Game],
    *,
    heads: Sequence[bytes] = (),
    watch: Watch | None = None,
    check: CheckSignature | None = None,
) -> Verdict:
    """The verdict on an archive file; only games in `games` can be decided again.

    Signatures are checked by `check`; without it the verdict notes that they were not.
    """
    try:
        files = archives_of(data)
        if len(files) > 1:
            return _audit_family(files, games, heads, watch, check)
        archive = parse(files[0])
    except ArchiveDamaged as error:
        return Verdict("DAMAGED", error.position, "Diary/Archive", str(error))
    except ArchiveTooNew as error:
        return Verdict("UNPROVEN", error.position, "Diary/Archive", str(error))
    except ArchiveError as error:
        return Verdict("TAMPERED", error.position, "Diary/Archive", str(error))
    game = games[archive.game] if archive.game in games else unknown_game(archive.game)
    verdict = adjudicate_archive(archive, game, heads=heads, watch=watch, check=check)
    notes = (*archive.notes, *verdict.notes, *marked(archive.marks))
    return msgspec.structs.replace(verdict, notes=notes)


def matches_in(data: bytes) -> set[str]:
    """The ids of the matches that a file holds rows of; none where it cannot be read."""
    try:
        return {row.match for file in archives_of(data) for row in parse(file).rows}
    except ArchiveError:
        return set()


def marked(marks: Mapping[str, str]) -> list[str]:
    """Notes on matches that were once imported unproven, whatever their verdict is now."""
    return [f"match {match} was once imported unproven: {why}" for match, why in marks.items()]


def _audit_family(
    files: Sequence[bytes],
    games: Mapping[str, Game],
    heads: Sequence[bytes],
    watch: Watch | None,
    check: CheckSignature | None,
) -> Verdict:
    """The verdict on a family: that on the first of its archives that is not exact, if any.

    Every noted head must have been the head of one of its matches.
    """
    heads_of = [{entry.head for entry in parse(file).entries} for file in files]
    foreign_heads = [
        head for head in heads if not any(head in archive_heads for archive_heads in heads_of)
    ]
    verdicts = []
    for number, (file, archive_heads) in enumerate(zip(files, heads_of, strict=True)):
        heads_here = [head for head in heads if head in archive_heads] + (
            [] if number else foreign_heads
        )
        verdict = audit_file(file, games, heads=heads_here, watch=watch, check=check)
        if verdict.verdict != "EXACT":
            return verdict
        verdicts.append(verdict)
    detail = f"{len(files)} matches of one family; the first: {verdicts[0].detail}"
    notes = tuple(dict.fromkeys(note for verdict in verdicts for note in verdict.notes))
    return msgspec.structs.replace(verdicts[0], detail=detail, notes=notes)


def adjudicate_archive(
    archive: Archive,
    game: Game,
    *,
    heads: Sequence[bytes] = (),
    watch: Watch | None = None,
    check: CheckSignature | None = None,
) -> Verdict:
    """The verdict on an archive; on a seat's archive as far as that seat may know."""
    record = record_of(archive)
    if archive.kind == "full":
        verdict = adjudicate(record, game, heads=heads, watch=watch, check=check)
    else:
        copy_verdict = judge_copy(record, archive.role, game, heads=heads)
        verdict = msgspec.structs.replace(copy_verdict, about=_subject(record, game))
    if archive.whole:
        return verdict
    if verdict.verdict in ("DIFFERS", "TAMPERED"):
        # A forger would have adjusted the seal too, so the file was garbled here.
        return msgspec.structs.replace(verdict, verdict="DAMAGED")
    why = "a byte before the seal was changed, though the rows are whole"
    return Verdict("DAMAGED", verdict.position, "Diary/Seal", why, about=verdict.about)


def adjudicate(
    record: Record,
    game: Game,
    *,
    heads: Sequence[bytes] = (),
    watch: Watch | None = None,
    check: CheckSignature | None = None,
) -> Verdict:
    """The verdict on a record: chain, secrets, citations, and every command decided again.

    Chance comes from a match's seed where it is known; otherwise the recorded results are used.
    `heads` are hashes of entries as noted elsewhere; `watch` is called with each position reached.
    """
    verdict = _judge_record(record, game, heads, watch, check)
    return msgspec.structs.replace(verdict, about=_subject(record, game))


def _judge_record(
    record: Record,
    game: Game,
    heads: Sequence[bytes],
    watch: Watch | None,
    check: CheckSignature | None,
) -> Verdict:
    try:
        entries = chain(record, heads)
        known = secrets_of(record)
        check_keepers(record)
    except Fault as fault:
        return tampered_verdict(_locate_in_entry(record, game, fault))
    judge = Adjudicator(record, game, known, check)
    try:
        judge.prepare()
        for entry in entries:
            judge.entry(entry.first, entry.last, entry.prev)
            if watch is not None:
                watch(entry.last)
        if check is not None:
            check_countersignatures(record, judge.match, judge.keys, check)
    except Fault as fault:
        if fault.newer or fault.rule == "Diary/Head":
            return tampered_verdict(fault)
        notes = _differences(judge) + _dice_note(record.rows[fault.position - 1], known)
        return Verdict("DIFFERS", fault.position, fault.rule, fault.detail, tuple(notes))
    noted = noted_positions(entries, heads)
    if judge.unproven:
        return _unproven(judge, game, len(entries), noted)
    detail = f"{len(record.rows)} events in {len(entries)} entries, every command decided again"
    drawn_as_recorded = sum(judge.taken.values())
    if drawn_as_recorded:
        detail += f", {drawn_as_recorded} dice and shuffles used as recorded"
    detail += _signed(judge) + countersigned(record) + unopened_keepers(record)
    notes = _notes(judge, game)
    if judge.signed and check is None:
        notes.append("signatures were counted, but not checked")
    return Verdict("EXACT", len(record.rows), "", detail + noted, tuple(notes))


def _signed(judge: Adjudicator) -> str:
    """Which orders were signed, where any seat has a key."""
    totals = [
        f"{count} of {count + judge.unsigned[seat]} orders of {seat}"
        for seat, count in sorted(judge.signed.items())
    ]
    return f"; signed were {', '.join(totals)}" if totals else ""


def _unproven(judge: Adjudicator, game: Game, entries: int, noted: str) -> Verdict:
    """The verdict when some entries were played under rules that this program does not have."""
    first, played = (
        judge.unproven[0],
        ", ".join(sorted({entry.version for entry in judge.unproven})),
    )
    here = f"rules {game.version}" if game.version else "no such game"
    detail = (
        f"{len(judge.unproven)} of {entries} entries were played under rules {played} and cannot "
        f"be decided again: this program has {here}"
    )
    proved, unjudged = judge.drawn
    notes = [
        "these entries fold, keep every piece, have correct totals and end as a match may; "
        f"{proved} of their dice and shuffles are those of the opened seed"
        + (f", {unjudged} results could not be judged" if unjudged else "")
    ]
    notes += _differences(judge) + _notes(judge, game)
    return Verdict("UNPROVEN", first.position, "Table/Version", detail + noted, tuple(notes))


def _differences(judge: Adjudicator) -> list[str]:
    notes = [f"{entry.position}: {entry.why}" for entry in judge.unproven[:MOST_DIFFERENCES]]
    others = len(judge.unproven) - len(notes)
    return notes + ([f"and {others} more entries"] if others else [])


def _notes(judge: Adjudicator, game: Game) -> list[str]:
    """What could not be judged, and what was judged by today's rules instead of its own."""
    notes = [
        f"no seed is known for match {match}: its dice and shuffles are used as recorded"
        for match in judge.taken
    ]
    unproven = [entry.version for entry in judge.unproven]
    for version, entries in sorted(judge.foreign.items()):
        agreeing = entries - unproven.count(version)
        if agreeing:
            notes.append(
                f"{agreeing} entries were played under rules {version}; this program's rules "
                f"{game.version} give the same events"
            )
    return notes


def _subject(record: Record, game: Game) -> Subject | None:
    return subject_of(record.rows, record.pack, game)


def _dice_note(row: Row, known: Mapping[str, Secrets]) -> list[str]:
    if not known or kind_of(row) not in ("dice-rolled", "pile-shuffled", "redealt"):
        return []
    why = "dice depend on what came before them: an earlier order or seat may be forged"
    return [f"{why}, and with dice of the first derivation also a time or a command id"]


def _locate_in_entry(record: Record, game: Game, fault: Fault) -> Fault:
    """The row of a fault, where the hashes alone only give its entry.

    The rules determine every row of an entry except its first: if the others are right, the first
    was changed.
    """
    if fault.entry is None:
        return fault
    first, last = fault.entry.first, fault.entry.last
    # With a head noted elsewhere the whole chain may be forged, so all of it is searched.
    start = fault.after + 1 if fault.rule == "Diary/Head" else first
    judge = Adjudicator(record, game, record.secrets)
    try:
        judge.prepare()
        for entry in chain(upto(record, last), checked=first - 1):
            judge.entry(entry.first, entry.last, entry.prev)
    except Fault as narrower:
        if start <= narrower.position <= last:
            detail = f"{fault.detail}; {narrower.detail}"
            return Fault(narrower.position, fault.rule, detail)
    return fault


def unknown_game(name: str) -> Game:
    """A game that this program does not have: none of its entries can be decided again."""

    def none(*_: object) -> NoReturn:
        raise LookupError(f"this program has no game {name!r}")

    return Game(
        name=name, title=name, version="", rules={}, commands=(), steps=(), read_pack=none,
        scenarios=none, visibility=none, set_up=none, policy=none, layout=lambda _: Layout(),
        title_of=str,
    )  # fmt: skip
