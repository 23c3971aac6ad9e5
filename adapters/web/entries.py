"""Entries of a line as one role may see them: events, sentences, and what is asked at the head.

Every byte of the live feed and of Redis is made here, and everything passes `hands` first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any, cast

import msgspec

from wardiary.adapters.matches import Matches, Now
from wardiary.adapters.web.schemas import Happening, OfferShown, PromptShown, SlotShown, Told
from wardiary.domain.diary.line import Entry, Line
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.hands import redact_entry
from wardiary.projections.narrative import Sentence, narrate

ENCODER = msgspec.json.Encoder()
KEPT_BYTES = 64 * 1024 * 1024
"""Entries kept as they were sent, so that a thousand watchers cost what one does."""


class Shown(msgspec.Struct, frozen=True):
    """An entry as a role may see it; the sequence of play is that of its end."""

    first: int
    position: int
    time: int
    seat: Seat
    round: int
    turn: int
    phase: str
    over: bool
    events: list[Happening]
    log: tuple[Told, ...]


class Asked(msgspec.Struct, frozen=True):
    """What goes with an entry while it is the last one."""

    asked: tuple[Seat, ...]
    prompts: tuple[PromptShown, ...]


class Sent(msgspec.Struct, frozen=True):
    """An entry on its way: it follows `after`, ends at `position`, and `data` is its JSON."""

    after: int
    position: int
    data: bytes


def happenings(events: Sequence[e.Event]) -> list[Happening]:
    """Events for an answer: the encoder writes a Struct as the object that the API promises."""
    return cast("list[dict[str, Any]]", list(events))


def told(sentence: Sentence) -> Told:
    """A sentence of the log for an answer."""
    return Told(
        sentence.position,
        sentence.rule,
        sentence.text,
        sentence.seat,
        sentence.tag,
        sentence.undone,
        sentence.time,
    )


def prompt_shown(prompt: Prompt, window: int) -> PromptShown:
    """A prompt for an answer."""
    offers = tuple(_offer(offer) for offer in prompt.offers)
    return PromptShown(prompt.seat, prompt.rule, prompt.question, offers, prompt.facts, window)


def _offer(offer: Offer) -> OfferShown:
    slots = tuple(
        SlotShown(slot.name, slot.of, slot.least, slot.most, slot.many, slot.again)
        for slot in offer.slots
    )
    return OfferShown(
        offer.verb, slots, offer.rule, offer.label, offer.tie, template(offer), offer.facts
    )


def template(offer: Offer) -> str:
    """The text form of an offer: what is fixed stands there, the rest as {slot}."""
    words = [offer.verb]
    for slot in offer.slots:
        fixed = len(slot.of) == 1 and slot.least == slot.most == 1
        words.append(str(slot.of[0]) if fixed else f"{{{slot.name}}}")
    return " ".join(words)


class Entries:
    """Makes entries for roles, and keeps what it has made."""

    def __init__(self, matches: Matches) -> None:
        """Of the matches of one application."""
        self.matches = matches
        self._made: OrderedDict[tuple[str, Seat, int, bool], bytes] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def after(self, match: str, role: Seat, position: int, limit: int = 64) -> list[Sent]:
        """The entries after a position, at most `limit`; the last of the line with its prompts."""
        now = self.matches.now(match)
        line, head = self.matches.line(match), now.table.position
        sent = []
        for entry in line.entries(position, head):
            data = self._entry(match, line, entry, role)
            if entry.last == head:
                data = with_prompts(data, now, role, self.matches.window(match, role))
            sent.append(Sent(entry.first - 1, entry.last, data))
            if len(sent) == limit:
                break
        return sent

    def _entry(self, match: str, line: Line, entry: Entry, role: Seat) -> bytes:
        key = (match, role, entry.last, line.undone(entry.last))
        with self._lock:
            made = self._made.get(key)
        if made is None:
            made = ENCODER.encode(self.show(match, line, entry, role))
            with self._lock:
                self._size += len(made) - len(self._made.get(key, b""))
                self._made[key] = made
                while self._size > KEPT_BYTES:
                    _, oldest = self._made.popitem(last=False)
                    self._size -= len(oldest)
        return made

    def show(self, match: str, line: Line, entry: Entry, role: Seat) -> Shown:
        """One entry as a role may see it."""
        game = self.matches.game_of(match)
        table, opener = line.table_at(entry.last), line.event(entry.first)
        return Shown(
            first=entry.first,
            position=entry.last,
            time=line.time_of(entry),
            seat=opener.seat if isinstance(opener, e.CommandAccepted) else "",
            round=table.round,
            turn=table.turn,
            phase=table.phase,
            over=table.result is not None,
            events=happenings(redacted(line, entry, role)),
            log=tuple(told(one) for one in sentences(game, line, entry, role)),
        )


def redacted(line: Line, entry: Entry, role: Seat) -> list[e.Event]:
    """The events of an entry that a role may see."""
    events = [event for _, event in line.events(entry.first - 1, entry.last)]
    return list(redact_entry(line.table_at(entry.first - 1), events, role))


def sentences(game: Game, line: Line, entry: Entry, role: Seat) -> Iterator[Sentence]:
    """The log of one entry as a role may read it."""
    return narrate(game, line, role, entry.first - 1, entry.last, first=1)


def with_prompts(data: bytes, now: Now, role: Seat, window: int) -> bytes:
    """The JSON of the last entry with who is waited for, and what is asked of the role itself."""
    own = tuple(prompt_shown(prompt, window) for prompt in now.asked if prompt.seat == role)
    more = ENCODER.encode(Asked(now.waiting_for, own))
    return data[:-1] + b"," + more[1:]


def place(line: Line, at: int | None, time: int | None) -> int:
    """The position that was asked for; raises LookupError when the line was never there."""
    if time is not None:
        return line.end_at_time(time)
    if at is None:
        return line.head
    if not 0 < at <= line.head:
        raise IndexError(f"position {at} is not on this line, which goes from 1 to {line.head}")
    return at


def holder_names(table: Table) -> dict[Seat, str]:
    """Who holds each seat; "open" where nobody does."""
    return {seat: table.holders.get(seat) or "open" for seat in table.seats}
