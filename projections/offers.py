"""Offers and previews for people: no ids, and what a command would mean before it is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from wardiary.domain.play.commands import Command
from wardiary.domain.play.forecast import Likelihood
from wardiary.domain.play.game import Game
from wardiary.domain.play.previews import End, Preview
from wardiary.domain.play.prompts import Offer, Prompt, Slot
from wardiary.domain.play.why_not import WhyNot
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.event_text import EventContext, event_text, unnamed_sources
from wardiary.projections.labels import capital, plain
from wardiary.projections.naming import Names, command_text
from wardiary.projections.redaction import redact

OPEN_WORDS = {"this": "something", "to": "another", "at": "a place", "head": "a unit"}
"""What stands for open slots whose names say little; for others it is the name itself."""
UNTOLD = (e.EntryClosed, e.TotalComputed, e.PhaseEntered)
"""Events that a preview does not put into sentences: totals are given item by item."""


# Offers


def says_of(game: Game, verb: str) -> str:
    """How a command of the game is put in plain words; "" where it does not say."""
    kind = game.verbs.get(verb)
    return kind.says if kind else ""


def offer_labels(names: Names, prompt: Prompt) -> list[str]:
    """What each offer of a prompt is called; offers of one name are told apart by their slots."""
    short = [_label(names, offer) for offer in prompt.offers]
    number = Counter(short)
    return [
        label if number[label] == 1 else _with_fixed_slots(names, offer, label)
        for label, offer in zip(short, prompt.offers, strict=True)
    ]


def _label(names: Names, offer: Offer) -> str:
    if offer.label:
        return capital(names.text(offer.label))
    return capital(offer_text(names, offer))


def offer_text(names: Names, offer: Offer) -> str:
    """An offer as a command, with a word for each slot that is still open."""
    fixed: dict[str, Any] = {slot.name: None for slot in offer.slots}
    for slot in offer.slots:
        if slot.is_fixed:
            fixed[slot.name] = slot.candidates if slot.many else slot.candidates[0]
    says = says_of(names.game, offer.verb)
    open_slots = {slot.name: _open_words(slot) for slot in offer.slots if not slot.is_fixed}
    return command_text(names, offer.verb, says, fixed, open_slots)


def verb_text(names: Names, verb: str) -> str:
    """What a command of the game does, with a word for each of its slots."""
    kind = names.game.verbs[verb]
    fields = msgspec.structs.fields(kind)
    many = (field.name for field in fields if field.type not in (str, int))
    slots = {field.name: Slot(field.name, ()) for field in fields}
    slots |= {name: Slot(name, (), many=True) for name in many}
    open_words = {name: _open_words(slot) for name, slot in slots.items()}
    return command_text(names, verb, kind.says, dict.fromkeys(slots), open_words)


def _open_words(slot: Slot) -> str:
    """What stands for a slot that is still open: "a card", "cards"."""
    word = plain(slot.name).replace("_", " ")
    if word in OPEN_WORDS:
        return OPEN_WORDS[word]
    if slot.many or word.endswith("s"):
        return word
    return f"an {word}" if word[0] in "aeio" else f"a {word}"


def _with_fixed_slots(names: Names, offer: Offer, label: str) -> str:
    fixed = (slot.candidates[0] for slot in offer.slots if slot.is_fixed and not slot.many)
    told = [name for name in map(names.of, fixed) if name.lower() not in label.lower()]
    return f"{label}: {', '.join(told)}" if told else label


def command_in_words(names: Names, command: Command) -> str:
    """A command in plain words."""
    values: Mapping[str, Any] = msgspec.structs.asdict(command)
    verb = str(command.__struct_config__.tag)
    return command_text(names, verb, command.says, values)


# Previews


class Line(msgspec.Struct, frozen=True):
    """A sentence with its rule."""

    text: str
    rule: str


class TotalText(msgspec.Struct, frozen=True):
    """A total with the items that make it up, for people."""

    what: str
    total: int
    items: tuple[e.Item, ...]
    rule: str


class PreviewText(msgspec.Struct, frozen=True):
    """What a command would mean, for people.

    `says` is the command in plain words, `lines` are what happens at once, `end` what comes then.
    """

    says: str
    lines: tuple[Line, ...]
    totals: tuple[TotalText, ...]
    likelihoods: tuple[Likelihood, ...]
    end: End


def preview_text(
    game: Game, view: Table, seat: Seat, command: Command, preview: Preview
) -> PreviewText:
    """A preview in sentences; `view` is the table on which it was made."""
    names = Names(game, view, seat)
    return PreviewText(
        capital(command_in_words(names, command)),
        tuple(_lines(game, view, seat, preview.events)),
        tuple(
            TotalText(
                capital(names.phrase(event.what)),
                event.total,
                tuple(e.Item(names.phrase(i.name), i.value, i.rule) for i in event.items),
                event.rule,
            )
            for event in (*preview.events, *preview.totals)
            if isinstance(event, e.TotalComputed)
        ),
        tuple(
            Likelihood(capital(names.phrase(chance.what)), chance.ways, chance.of, chance.rule)
            for chance in preview.likelihoods
        ),
        preview.end,
    )


def _lines(game: Game, view: Table, seat: Seat, events: Sequence[e.Event]) -> Iterator[Line]:
    before = view
    for event in events:
        after = evolve(before, event)
        untold = isinstance(event, UNTOLD) or _is_bookkeeping(after, event)
        redacted = None if untold else redact(before, event, after, seat)
        if redacted is not None:
            sources = unnamed_sources(before, event, redacted, seat)
            scene = EventContext(game, before, after, seat, seat, sources)
            yield from (Line(text, event.rule) for text in event_text(scene, redacted))
        before = after


def _is_bookkeeping(table: Table, event: e.Event) -> bool:
    """Whether an event only notes in which turn something was done last by a piece or zone."""
    if not isinstance(event, e.TrackSet) or event.value != table.turn:
        return False
    last = event.track.rpartition("/")[2]
    return last in table.pieces or last in table.zones


def why_not_texts(names: Names, reasons: Sequence[WhyNot]) -> tuple[WhyNot, ...]:
    """Reasons for people."""
    return tuple(
        WhyNot(capital(names.text(reason.what)), reason.rule, names.text(reason.why))
        for reason in reasons
    )


def preview_in_short(preview: PreviewText) -> str:
    """The most telling figures of a preview: "Total defence 7, 40 %"; "" where there are none."""
    chance = [f"{preview.likelihoods[0].percent} %"] if preview.likelihoods else []
    total = [f"{preview.totals[0].what} {preview.totals[0].total}"] if preview.totals else []
    return ", ".join(total + chance)


def preview_sentences(preview: PreviewText) -> Iterator[str]:
    """A preview as lines of text, for the terminal and for mails."""
    for total in preview.totals:
        items = ", ".join(f"{item.name} {item.value:+d} [{item.rule}]" for item in total.items)
        yield f"{total.what} {total.total}: {items}" if items else f"{total.what} {total.total}"
    for chance in preview.likelihoods:
        yield f"{chance.what}: {chance.percent} % ({chance.ways} of {chance.of}) [{chance.rule}]"
    for line in preview.lines:
        yield f"{line.text} [{line.rule}]"
