"""Archives of matches, written from a store: for a role, or in full."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from wardiary.adapters.archives import marks, seen_of
from wardiary.adapters.matches.standing import StandingAnswers
from wardiary.adapters.whole import pack_of, part_of
from wardiary.domain.diary.archive_lines import PartLine, StandingLine
from wardiary.domain.diary.archive_writing import write_full, write_seat
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.projections.redaction import redact


def sealed_pack(matches: StandingAnswers, match: str) -> bytes:
    """The pack that a match was opened with, as it was sealed then."""
    opened = matches.history(match).event(1)
    assert isinstance(opened, e.MatchOpened)
    return pack_of(matches.store, opened.game, opened.pack)[0]


def export_archive(
    matches: StandingAnswers, match: str, seat: Seat | None, secrets: bool
) -> Iterator[bytes]:
    """The lines of an archive: for a role, or in full with the seeds that may be opened."""
    line, pack = matches.history(match), sealed_pack(matches, match)
    known = {origin: matches.secrets(origin) for origin, _ in matches.origins(match)}
    salts = {origin: secrets.salt for origin, secrets in known.items()}
    marked_so, seen = marks(matches.store, line.rows), seen_of(matches.store, line.rows)
    if seat is not None:
        return write_seat(line, seat, redact, pack=pack, salts=salts, marks=marked_so, seen=seen)
    parts = list(_parts(matches, match))
    over = {part.match for part in parts if part.over}
    seeds = {
        origin: secrets_of_match.seed
        for origin, secrets_of_match in known.items()
        if secrets or origin in over or matches.history(origin).table.result is not None
    }
    standing = _standing(matches, match) if secrets else ()
    return write_full(
        line,
        pack=pack,
        salts=salts,
        seeds=seeds,
        standing=standing,
        parts=parts,
        marks=marked_so,
        seen=seen,
    )


def _parts(matches: StandingAnswers, match: str) -> Iterator[PartLine]:
    """What an archive of a match says of the matches of which it holds only the beginning."""
    origins = matches.origins(match)
    for (origin, _), (_, next_first) in pairwise(origins):
        history, last = matches.history(origin), next_first - 1
        part, over = part_of(matches.store, origin), history.table.result is not None
        if part is not None and part.last == history.head:
            over = over or part.over
        elif history.head == last and matches.damage(origin) is None:
            continue
        yield PartLine(origin, last, over, "the line of a branch leaves it there")
    damage, head = matches.damage(match), matches.history(match).head
    part = part_of(matches.store, match)
    if part is not None and part.last == head:
        yield part
    elif damage is not None:
        yield PartLine(match, head, False, f"it was salvaged; at {damage.position} {damage.why}")


def _standing(matches: StandingAnswers, match: str) -> Iterator[StandingLine]:
    """The standing answers left in a match, to go with it to another store."""
    for seat in matches.history(match).table.seats:
        if answers := matches.standing_answers(match, seat):
            yield StandingLine(match, seat, msgspec.json.encode(answers).decode())
