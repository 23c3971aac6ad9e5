"""Adjudication: the verdict on a record, with every recorded command decided again.

Facts stand for ever. A difference means that the record, or the program, is not what it was; where
an entry was played under rules that this program does not have, the verdict is UNPROVEN unless
today's rules bring about the very same, and what holds under any rules is judged all the same.
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
from wardiary.domain.play.game import Game, Layout
from wardiary.projections.adjudicator import Adjudicator
from wardiary.projections.audit import chain, secrets_of, where_noted
from wardiary.projections.record import Record, record_of, upto
from wardiary.projections.seat_copy import judge_copy
from wardiary.projections.verdicts import Fault, Subject, Verdict, subject_of, tampered_verdict

Watch = Callable[[int], None]
NOTED_DIFFERENCES = 20
"""How many differences from other rules a verdict lists one by one."""


def audit_file(
    data: bytes,
    games: Mapping[str, Game],
    *,
    heads: Sequence[bytes] = (),
    watch: Watch | None = None,
) -> Verdict:
    """The verdict on an archive file. A game that is not among `games` cannot be judged."""
    try:
        files = archives_of(data)
        if len(files) > 1:
            return _audit_family(files, games, heads, watch)
        archive = parse(files[0])
    except ArchiveDamaged as error:
        return Verdict("DAMAGED", error.position, "Diary/Archive", str(error))
    except ArchiveTooNew as error:
        return Verdict("UNPROVEN", error.position, "Diary/Archive", str(error))
    except ArchiveError as error:
        return Verdict("TAMPERED", error.position, "Diary/Archive", str(error))
    game = games[archive.game] if archive.game in games else unknown_game(archive.game)
    verdict = adjudicate_archive(archive, game, heads=heads, watch=watch)
    notes = (*archive.notes, *verdict.notes, *marked(archive.marks))
    return msgspec.structs.replace(verdict, notes=notes)


def marked(marks: Mapping[str, str]) -> list[str]:
    """Notes that matches were once taken into a store unproven, whatever is found of them now."""
    return [f"match {match} was once taken in unproven: {why}" for match, why in marks.items()]


def _audit_family(
    files: Sequence[bytes], games: Mapping[str, Game], heads: Sequence[bytes], watch: Watch | None
) -> Verdict:
    """The verdict on a family: that on the first of its archives that is not exact, if any is.

    A head that was noted must be one that any of its lines ever had.
    """
    own = [{entry.head for entry in parse(file).entries} for file in files]
    nobodys = [head for head in heads if not any(head in had for had in own)]
    verdicts = []
    for number, (file, had) in enumerate(zip(files, own, strict=True)):
        noted = [head for head in heads if head in had] + ([] if number else nobodys)
        verdict = audit_file(file, games, heads=noted, watch=watch)
        if verdict.verdict != "EXACT":
            return verdict
        verdicts.append(verdict)
    detail = f"{len(files)} matches of one family; the first: {verdicts[0].detail}"
    notes = tuple(dict.fromkeys(note for verdict in verdicts for note in verdict.notes))
    return msgspec.structs.replace(verdicts[0], detail=detail, notes=notes)


def adjudicate_archive(
    archive: Archive, game: Game, *, heads: Sequence[bytes] = (), watch: Watch | None = None
) -> Verdict:
    """The verdict on an archive: of a seat's, as far as that seat may know."""
    record = record_of(archive)
    if archive.kind == "full":
        verdict = adjudicate(record, game, heads=heads, watch=watch)
    else:
        seen = judge_copy(record, archive.role, game, heads=heads)
        verdict = msgspec.structs.replace(seen, about=_about(record, game))
    if archive.whole:
        return verdict
    if verdict.verdict in ("DIFFERS", "TAMPERED"):
        # A forger would have mended the seal too: this is the place where the file was garbled.
        return msgspec.structs.replace(verdict, verdict="DAMAGED")
    why = "some byte before the seal was changed, though the rows are whole"
    return Verdict("DAMAGED", verdict.position, "Diary/Seal", why, about=verdict.about)


def adjudicate(
    record: Record, game: Game, *, heads: Sequence[bytes] = (), watch: Watch | None = None
) -> Verdict:
    """The verdict on a record: chain, secrets, citations, and every command decided again.

    Chance comes from a match's seed where it is known, else the recorded results are taken.
    `heads` are hashes of entries as noted elsewhere; `watch` is told each position that is done.
    """
    verdict = _adjudicated(record, game, heads, watch)
    return msgspec.structs.replace(verdict, about=_about(record, game))


def _adjudicated(
    record: Record, game: Game, heads: Sequence[bytes], watch: Watch | None
) -> Verdict:
    try:
        entries = chain(record, heads)
        known = secrets_of(record)
    except Fault as fault:
        return tampered_verdict(_narrowed(record, game, fault))
    judge = Adjudicator(record, game, known)
    try:
        judge.prepare()
        for entry in entries:
            judge.entry(entry.first, entry.last, entry.prev)
            if watch is not None:
                watch(entry.last)
    except Fault as fault:
        if fault.newer:
            return tampered_verdict(fault)
        notes = _differences(judge) + _on_dice(record.rows[fault.position - 1], known)
        return Verdict("DIFFERS", fault.position, fault.rule, fault.detail, tuple(notes))
    where = where_noted(entries, heads)
    if judge.unproven:
        return _unproven(judge, game, len(entries), where)
    detail = f"{len(record.rows)} events in {len(entries)} entries, every command decided again"
    taken = sum(judge.taken.values())
    if taken:
        detail += f", {taken} dice and shuffles taken as recorded"
    return Verdict("EXACT", len(record.rows), "", detail + where, tuple(_notes(judge, game)))


def _unproven(judge: Adjudicator, game: Game, entries: int, where: str) -> Verdict:
    """What other rules brought about is as recorded; what holds under any rules was judged."""
    first, played = judge.unproven[0], ", ".join(sorted({one.version for one in judge.unproven}))
    detail = (
        f"{len(judge.unproven)} of {entries} entries were played under rules {played} and cannot "
        f"be decided again: this program has rules {game.version or 'of no such game'}"
    )
    drawn, unjudged = judge.drawn
    notes = [
        "of those entries it was judged that they fold, keep every piece, add up and end as a "
        f"match may; of their dice and shuffles {drawn} are those of the open seed"
        + (f", {unjudged} results could not be judged" if unjudged else "")
    ]
    notes += _differences(judge) + _notes(judge, game)
    return Verdict("UNPROVEN", first.position, "Table/Version", detail + where, tuple(notes))


def _differences(judge: Adjudicator) -> list[str]:
    told = [f"{one.position}: {one.why}" for one in judge.unproven[:NOTED_DIFFERENCES]]
    more = len(judge.unproven) - len(told)
    return told + ([f"and {more} more entries"] if more else [])


def _notes(judge: Adjudicator, game: Game) -> list[str]:
    """What could not be judged, and what was judged by today's rules for others."""
    notes = [
        f"no seed is known for match {match}: its dice and shuffles are taken as recorded"
        for match in judge.taken
    ]
    unproven = [one.version for one in judge.unproven]
    for version, entries in sorted(judge.foreign.items()):
        same = entries - unproven.count(version)
        if same:
            notes.append(
                f"{same} entries were played under rules {version}; this program's rules "
                f"{game.version} bring about the very same"
            )
    return notes


def _about(record: Record, game: Game) -> Subject | None:
    return subject_of(record.rows, record.pack, game)


def _on_dice(row: Row, known: Mapping[str, Secrets]) -> list[str]:
    if not known or kind_of(row) not in ("dice-rolled", "pile-shuffled", "redealt"):
        return []
    return [
        "dice hang on all before them: an earlier time, command id or seat may be the forged one"
    ]


def _narrowed(record: Record, game: Game, fault: Fault) -> Fault:
    """A fault searched for its row, where the hashes alone tell no more than an entry.

    The rules bring about every row of an entry but its opener: if the rest is as they say, the
    opener was changed.
    """
    if fault.entry is None:
        return fault
    first, last = fault.entry.first, fault.entry.last
    # Against a head noted elsewhere a whole chain may have been forged, so all of it is searched.
    start = fault.after + 1 if fault.rule == "Diary/Head" else first
    judge = Adjudicator(record, game, record.secrets)
    try:
        judge.prepare()
        for entry in chain(upto(record, last), checked=first - 1):
            judge.entry(entry.first, entry.last, entry.prev)
    except Fault as closer:
        if start <= closer.position <= last:
            detail = f"{fault.detail}; {closer.detail}"
            return Fault(closer.position, fault.rule, detail)
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
