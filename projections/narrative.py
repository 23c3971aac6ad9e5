"""The log as sentences with rule numbers, for each role only what it may know.

`narrate` reads a whole history, `sentence_for` a single entry; both hide by `redaction.redact`.
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

    `number` counts this role's sentences from 1. `position` is where to look at the table (within
    an entry only events that the role may see are counted, so that there is no gap). `seat` gave
    the command, `tag` is the kind of event, `undone` says whether a later rewind undid it, `time`
    is when its entry was recorded (ms).
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
        """The sentence with its rule, such as "US rolls 7. [U-COMB-3]", marked if it was undone."""
        return f"{'(undone) ' if self.undone else ''}{self.text} [{self.rule}]"


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
    """The log as a role may read it, from the entry after a position up to another position.

    Both positions should close an entry. Sentences are numbered from the start of the history, so
    all of it is read, unless the number of the `first` sentence is given. Pauses of play, where the
    table waits for an answer, are left out unless asked for. `role` is a seat, SPECTATOR or
    DIRECTOR.
    """
    start = 0 if first is None else after
    number = 1 if first is None else first
    table = history.table_at(start)
    for entry in history.entries(start, upto):
        events = [event for _, event in history.events(entry.first - 1, entry.last)]
        tables = history.tables_of(entry, table)
        time = history.time_of(entry)
        replaced = _replaced_request(history, entry, events)
        for offset, sentence in _sentences(game, tables, events, role, replaced):
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
    """The sentences of one entry for a role; `before` is the table (not a view) before it.

    The events are as recorded: they are redacted here. For an entry that rewinds use `narrate`,
    which knows the earlier tables.
    """
    recorded = list(events)
    tables = [before]
    for event in recorded:
        tables.append(evolve(tables[-1], event))
    sentences = [sentence for _, sentence in _sentences(game, tables, recorded, role)]
    return [replace(sentence, number=n) for n, sentence in enumerate(sentences, 1)]


def _replaced_request(
    history: History, entry: EntrySpan, events: list[e.AnyEvent]
) -> RewindRequest | None:
    """The rewind request that was still open when an entry made another one."""
    if not any(isinstance(event, e.TrackSet) and event.track == REWIND_TO for event in events):
        return None
    return pending_request(history.upto(entry.first - 1))


def _sentences(
    game: Game,
    tables: list[Table],
    events: Iterable[e.Event],
    role: Seat,
    replaced: RewindRequest | None = None,
) -> Iterator[tuple[int, Sentence]]:
    """Each sentence of an entry with the offset of its event."""
    seat, visible_events = "", 0
    first = tables[0].position + 1
    for offset, event in enumerate(events):
        before, after = tables[offset], tables[offset + 1]
        if isinstance(event, e.CommandAccepted):
            seat = event.seat
        redacted = redact(before, event, after, role, end=tables[-1])
        if redacted is None:
            continue
        sources = unnamed_sources(before, event, redacted, role)
        position = first + (offset if role == DIRECTOR else visible_events)
        for text in event_text(
            EventContext(game, before, after, role, seat, sources, replaced), redacted
        ):
            yield offset, Sentence(position, event.rule, text, seat, tag=e.tag_of(event))
        visible_events += 1
