"""The log as sentences with rule numbers, told to each role in what it may know and no more.

`narrate` reads a line and hides by `hands.redact`; `tell` words events that are redacted already.
Sentences of a role are numbered without a gap, whatever happened that it may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from wardiary.domain.diary.history import EntrySpan, History
from wardiary.domain.match.rewind_options import REWIND_TO, RewindRequest, pending_request
from wardiary.domain.play.game import Game
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.event_text import EventContext, event_text, unnamed_sources
from wardiary.projections.redaction import DIRECTOR, redact


class Sentence(msgspec.Struct, frozen=True):
    """One sentence of the log.

    `number` counts what this role is told from 1. `position` is the place to look at the table from
    (within an entry the role's own events are counted on, so that no gap shows). `seat` is who gave
    the command that brought it about, `tag` the kind of event, `undone` whether a later rewind took
    it back, `time` when its entry was recorded (ms).
    """

    position: int
    rule: str
    text: str
    seat: Seat = ""
    number: int = 0
    tag: str = ""
    undone: bool = False
    time: int = 0

    def as_text(self) -> str:
        """The sentence with its rule: "US rolls 7. [U-COMB-3]"; what was taken back says so."""
        return f"{'(taken back) ' if self.undone else ''}{self.text} [{self.rule}]"


def narrate(
    game: Game,
    history: History,
    role: Seat,
    after: int = 0,
    upto: int | None = None,
    *,
    pauses: bool = False,
    first: int | None = None,
) -> Iterator[Sentence]:
    """The log of a line as a role may read it, from the entry after a position up to another.

    Both positions should close an entry. Sentences are numbered from the start of the line, which
    costs a reading of it; who knows the number to go on from gives it as `first`. Pauses are left
    out unless asked for. `role` is a seat, SPECTATOR or DIRECTOR.
    """
    start = 0 if first is None else after
    number = 1 if first is None else first
    table = history.table_at(start)
    for entry in history.entries(start, upto):
        events = [event for _, event in history.events(entry.first - 1, entry.last)]
        tables = history.tables_of(entry, table)
        time = history.time_of(entry)
        replaced = _replaced(history, entry, events)
        for offset, sentence in _sentence(game, tables, events, role, replaced):
            if sentence.tag == "entry-closed" and not pauses:
                continue
            if entry.first > after:
                yield replace(
                    sentence,
                    number=number,
                    undone=history.is_undone(entry.first + offset),
                    time=time,
                )
            number += 1
        table = tables[-1]


def sentence_for(
    game: Game, before: Table, events: Iterable[e.Event], role: Seat
) -> list[Sentence]:
    """One entry's events worded for a role; `before` is the table (not a view) it began on.

    The events are as recorded: they are redacted here. An entry that rewinds is told by `narrate`,
    which knows the past tables.
    """
    listed = list(events)
    tables = [before]
    for event in listed:
        tables.append(evolve(tables[-1], event))
    told_ = [sentence for _, sentence in _sentence(game, tables, listed, role)]
    return [replace(sentence, number=n) for n, sentence in enumerate(told_, 1)]


def _replaced(history: History, entry: EntrySpan, events: list[e.AnyEvent]) -> RewindRequest | None:
    """The request to go back that was still open when an entry asked for another one."""
    if not any(isinstance(event, e.TrackSet) and event.track == REWIND_TO for event in events):
        return None
    return pending_request(history.upto(entry.first - 1))


def _sentence(
    game: Game,
    tables: list[Table],
    events: Iterable[e.Event],
    role: Seat,
    replaced: RewindRequest | None = None,
) -> Iterator[tuple[int, Sentence]]:
    """Each sentence of an entry with the offset of its event."""
    seat, shown = "", 0
    first = tables[0].position + 1
    for offset, event in enumerate(events):
        before, after = tables[offset], tables[offset + 1]
        if isinstance(event, e.CommandAccepted):
            seat = event.seat
        redacted = redact(before, event, after, role, end=tables[-1])
        if redacted is None:
            continue
        sources = unnamed_sources(before, event, redacted, role)
        position = first + (offset if role == DIRECTOR else shown)
        for text in event_text(
            EventContext(game, before, after, role, seat, sources, replaced), redacted
        ):
            yield offset, Sentence(position, event.rule, text, seat, tag=e.tag_of(event))
        shown += 1
