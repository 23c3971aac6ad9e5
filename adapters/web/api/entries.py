"""Entries of a line as one role may see them: events, sentences, and what is asked at the head.

Every byte of the live feed and of Redis is made here, and everything passes `redaction` first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import partial
from threading import Lock
from typing import Any, cast

import msgspec

from wardiary.adapters.matches import CurrentState, Matches
from wardiary.adapters.web.schemas.looking import SentenceOut
from wardiary.adapters.web.schemas.play import OfferOut, PromptOut, SlotOut
from wardiary.adapters.web.schemas.shared import EventObject
from wardiary.domain.diary.history import EntrySpan, History
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.labels import capital
from wardiary.projections.naming import Names
from wardiary.projections.narrative import Sentence, narrate
from wardiary.projections.offers import offer_labels, says_of
from wardiary.projections.redaction import redact_entry

ENCODER = msgspec.json.Encoder()
KEPT_BYTES = 64 * 1024 * 1024
"""Entries kept as they were sent, so that a thousand watchers cost what one does."""


class EntryOut(msgspec.Struct, frozen=True):
    """An entry as a role may see it; the sequence of play is that of its end.

    `texts` say in plain words what rolls, totals and their items are called, where that holds ids.
    """

    first: int
    position: int
    time: int
    seat: Seat
    round: int
    turn: int
    phase: str
    over: bool
    events: list[EventObject]
    log: tuple[SentenceOut, ...]
    texts: dict[str, str] = {}


class PromptsPart(msgspec.Struct, frozen=True):
    """What goes with an entry while it is the last one."""

    asked: tuple[Seat, ...]
    prompts: tuple[PromptOut, ...]


class EncodedEntry(msgspec.Struct, frozen=True):
    """An entry on its way: it follows `after`, ends at `position`, and `data` is its JSON."""

    after: int
    position: int
    data: bytes


def event_objects(events: Sequence[e.Event]) -> list[EventObject]:
    """Events for an answer: the encoder writes a Struct as the object that the API promises."""
    return cast("list[dict[str, Any]]", list(events))


def sentence_out(sentence: Sentence) -> SentenceOut:
    """A sentence of the log for an answer."""
    return SentenceOut(
        sentence.position,
        sentence.rule,
        sentence.text,
        sentence.seat,
        sentence.tag,
        sentence.undone,
        sentence.time,
    )


def prompt_out(game: Game, table: Table, prompt: Prompt, window: int) -> PromptOut:
    """A prompt for an answer, with names in place of ids; `table` is the whole one."""
    names = Names(game, table, prompt.seat)
    labels = offer_labels(names, prompt)
    offers = tuple(map(partial(_offer, names), prompt.offers, labels))
    question = capital(names.text(prompt.question))
    called = names.of_prompt(prompt)
    return PromptOut(prompt.seat, prompt.rule, question, offers, prompt.facts, window, called)


def _offer(names: Names, offer: Offer, label: str) -> OfferOut:
    slots = tuple(
        SlotOut(slot.name, slot.candidates, slot.least, slot.most, slot.many, slot.repeatable)
        for slot in offer.slots
    )
    return OfferOut(
        offer.verb,
        slots,
        offer.rule,
        label,
        names.text(offer.constraint),
        template(offer),
        offer.facts,
        says_of(names.game, offer.verb),
        names.text(offer.warning),
    )


def template(offer: Offer) -> str:
    """The text form of an offer, with open slots as {slot}."""
    words = [offer.verb]
    for slot in offer.slots:
        fixed = len(slot.candidates) == 1 and slot.least == slot.most == 1
        words.append(str(slot.candidates[0]) if fixed else f"{{{slot.name}}}")
    return " ".join(words)


class EntryFeed:
    """Makes entries for roles, and keeps what it has made."""

    def __init__(self, matches: Matches) -> None:
        """Of the matches of one application."""
        self.matches = matches
        self._made: OrderedDict[tuple[str, Seat, int, bool], bytes] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def after(self, match: str, role: Seat, position: int, limit: int = 64) -> list[EncodedEntry]:
        """The entries after a position, at most `limit`; the last of the line with its prompts."""
        now = self.matches.current(match, (role,))
        line, head = now.history, now.table.position
        sent = []
        for entry in line.entries(position, head):
            data = self._entry(match, line, entry, role)
            if entry.last == head:
                data = with_prompts(self.matches.game_of(match), data, now, role)
            sent.append(EncodedEntry(entry.first - 1, entry.last, data))
            if len(sent) == limit:
                break
        return sent

    def _entry(self, match: str, line: History, entry: EntrySpan, role: Seat) -> bytes:
        key = (match, role, entry.last, line.is_undone(entry.last))
        with self._lock:
            encoded = self._made.get(key)
        if encoded is None:
            encoded = ENCODER.encode(self.show(match, line, entry, role))
            with self._lock:
                self._size += len(encoded) - len(self._made.get(key, b""))
                self._made[key] = encoded
                while self._size > KEPT_BYTES:
                    _, oldest = self._made.popitem(last=False)
                    self._size -= len(oldest)
        return encoded

    def show(self, match: str, line: History, entry: EntrySpan, role: Seat) -> EntryOut:
        """One entry as a role may see it."""
        game = self.matches.game_of(match)
        opener = line.event(entry.first)
        # In this order each table is folded from the one before it.
        events = event_objects(redacted(line, entry, role))
        log = tuple(sentence_out(sentence) for sentence in sentences(game, line, [entry], role))
        table = line.table_at(entry.last)
        return EntryOut(
            first=entry.first,
            position=entry.last,
            time=line.time_of(entry),
            seat=opener.seat if isinstance(opener, e.CommandAccepted) else "",
            round=table.round,
            turn=table.turn,
            phase=table.phase,
            over=table.result is not None,
            events=events,
            log=log,
            texts=texts_of(cast("list[e.Event]", events), Names(game, table, role)),
        )


def texts_of(events: Sequence[e.Event], names: Names) -> dict[str, str]:
    """What rolls, totals and their items are called, by their recorded texts with ids in them."""
    recorded: dict[str, None] = {}
    for event in events:
        if isinstance(event, e.DiceRolled):
            recorded[event.purpose] = None
        elif isinstance(event, e.TotalComputed):
            recorded |= dict.fromkeys((event.what, *(item.name for item in event.items)))
    said = {text: names.text(text) for text in recorded}
    return {text: names.phrase(text) for text, words in said.items() if words != text}


def redacted(line: History, entry: EntrySpan, role: Seat) -> list[e.Event]:
    """The events of an entry that a role may see."""
    events = [event for _, event in line.events(entry.first - 1, entry.last)]
    return list(redact_entry(line.table_at(entry.first - 1), events, role))


def sentences(
    game: Game, line: History, entries: Sequence[EntrySpan], role: Seat
) -> Iterator[Sentence]:
    """The log of entries that follow each other, as a role may read it; their tables are made once.

    Nothing for no entries.
    """
    if not entries:
        return iter(())
    return narrate(game, line, role, entries[0].first - 1, entries[-1].last, first=1)


def with_prompts(game: Game, data: bytes, now: CurrentState, role: Seat) -> bytes:
    """The JSON of the last entry with who is waited for, and what is asked of the role itself."""
    window = now.windows[role]
    role_prompts = tuple(
        prompt_out(game, now.table, prompt, window) for prompt in now.prompts if prompt.seat == role
    )
    more = ENCODER.encode(PromptsPart(now.waiting_for, role_prompts))
    return data[:-1] + b"," + more[1:]


def position_at(line: History, at: int | None, time: int | None) -> int:
    """The position that was asked for; raises LookupError when the line was never there."""
    if time is not None:
        return line.end_at_time(time)
    if at is None:
        return line.head
    if not 0 < at <= line.head:
        raise IndexError(f"there is no position {at}; the match goes from 1 to {line.head}")
    return at


def holder_names(table: Table) -> dict[Seat, str]:
    """Who holds each seat; "open" where nobody does."""
    return {seat: table.holders.get(seat) or "open" for seat in table.seats}
