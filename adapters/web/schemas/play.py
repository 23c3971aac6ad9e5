"""Prompts and commands, rewinds, standing answers, rulings and pauses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from wardiary.adapters.web.schemas.matches import RewindAsked
from wardiary.adapters.web.schemas.shared import EventObject, Position
from wardiary.domain.play.standing import StandingAnswer
from wardiary.domain.play.why_not import WhyNot
from wardiary.domain.table.pieces import Seat
from wardiary.projections.offers import PreviewText


class SlotOut(msgspec.Struct, frozen=True):
    """One slot of an offer and its candidates."""

    name: str
    candidates: tuple[str | int, ...]
    least: int
    most: int
    many: bool
    repeatable: bool


class OfferOut(msgspec.Struct, frozen=True):
    """A command that may be given; `text` is its text form, with {name} where a slot stays open.

    `says` is the command in plain words, with {name} for each slot and in brackets what is left out
    where its slot is empty. `warning` says what is given up by it: ask once more before sending.
    """

    verb: str
    slots: tuple[SlotOut, ...]
    rule: str
    label: str
    constraint: str
    text: Annotated[str, Meta(examples=["attack {attacker} {target}"])]
    facts: dict[str, str | int]
    says: Annotated[str, Meta(examples=["attack {target} with {card}"])] = ""
    warning: str = ""


class PromptOut(msgspec.Struct, frozen=True):
    """A question to a seat and everything it may answer.

    `window` is its number: sent with the command, it answers this question and no later one.
    `names` are what the candidates of its slots are called.
    """

    seat: Seat
    rule: str
    question: str
    offers: tuple[OfferOut, ...]
    facts: dict[str, str | int]
    window: int = 0
    names: dict[str, str] = {}


class Prompts(msgspec.Struct, frozen=True):
    """What the caller is asked now, and the request to go back that waits for consent, if any."""

    position: Position
    waiting_for: tuple[Seat, ...]
    prompts: tuple[PromptOut, ...]
    rewind: RewindAsked | None = None


class RewindOptionOut(msgspec.Struct, frozen=True):
    """What taking back to a position meets with: done at once, or who has to agree and why."""

    to: Position
    consent: tuple[Seat, ...]
    why: str


class RewindOptions(msgspec.Struct, frozen=True):
    """The latest acts of a seat that it may ask to take back, newest first."""

    seat: Seat
    acts: tuple[RewindOptionOut, ...]


class CommandIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command: as a line of text, or as an object whose "do" is the verb.

    The same `id` again gives the first answer. With `expected` it is refused unless the match is
    there, with `window` (of the prompt) unless that very question is still asked. `seat` says for
    whom, where the caller holds several; `signature` is that of the seat's key over the order.
    """

    command: Annotated[
        str | dict[str, Any],
        Meta(examples=["pass", {"do": "attack", "attacker": "a-1", "target": "b-2"}]),
    ]
    id: Annotated[
        str,
        Meta(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]+$", examples=["0b5e7c3a-1"]),
    ]
    expected: int | None = None
    window: int | None = None
    seat: str = ""
    signature: str = ""


class CommandResultOut(msgspec.Struct, frozen=True):
    """A recorded command: its entry as the caller may see it, and what is asked now.

    `first` and `last` are the entry's positions; `position` is that of the match since bots
    and standing answers have replied.
    """

    first: Position
    last: Position
    position: Position
    events: list[EventObject]
    prompts: tuple[PromptOut, ...]


class PreviewsIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Commands to look at before one of them is sent, as objects whose "do" is the verb."""

    commands: Annotated[list[dict[str, Any]], Meta(max_length=40)]
    seat: str = ""


class PreviewOut(msgspec.Struct, frozen=True):
    """What a command would mean, as far as the rules and what the seat knows say it.

    Where it is refused, `refused` says why and by which rule, and there is no `preview`.
    """

    preview: PreviewText | None = None
    refused: WhyNot | None = None


class Previews(msgspec.Struct, frozen=True):
    """What each command would mean, in the order of the commands."""

    position: Position
    previews: tuple[PreviewOut, ...]


class Reasons(msgspec.Struct, frozen=True):
    """Why a piece or space cannot do what one would expect of it now."""

    reasons: tuple[WhyNot, ...]


class Hint(msgspec.Struct, frozen=True):
    """Help with a question: advice from the game's guide, and what the bot would answer.

    `command` is the bot's command, `says` the same in plain words; empty where nothing is asked.
    """

    advice: str
    command: dict[str, Any]
    says: str


class RewindTo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position to go back to; it must close an entry."""

    to: int
    seat: str = ""
    signature: str = ""


class ConsentIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For whom, and to a rewind to which position: say it, for the request may have changed."""

    to: int = 0
    seat: str = ""
    signature: str = ""


class SeatChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For whom, where the caller holds several seats; signed where the seat has a key."""

    seat: str = ""
    signature: str = ""


class StandingAnswersIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's standing answers; nobody else ever sees them."""

    answers: Annotated[tuple[StandingAnswer, ...], Meta(max_length=100)] = ()
    seat: str = ""


class FactSeen(msgspec.Struct, frozen=True):
    """A fact that a condition can be put on, with the values it has had."""

    fact: str
    values: tuple[str | int, ...]


class SlotSeen(msgspec.Struct, frozen=True):
    """A slot of an answer, with the candidates it has had."""

    verb: str
    slot: str
    values: tuple[str | int, ...]


class Askable(msgspec.Struct, frozen=True):
    """A question that a seat has been asked: rule, words, the verbs that answer it, facts, and
    slots of the answers.
    """

    rule: str
    question: str
    verbs: tuple[str, ...]
    facts: tuple[FactSeen, ...]
    slots: tuple[SlotSeen, ...] = ()


class StandingChoices(msgspec.Struct, frozen=True):
    """What standing answers can be made of: questions asked so far, and every verb of the game.

    `labels` say in plain words what each verb does, and `names` what pieces, spaces and other words
    are called.
    """

    questions: tuple[Askable, ...]
    verbs: tuple[str, ...]
    labels: dict[str, str] = {}
    names: dict[str, str] = {}


class RulingIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The director's correction: a public reason, and the events that mend the table."""

    reason: Annotated[str, Meta(min_length=1, max_length=2000)]
    corrections: Annotated[list[EventObject], Meta(max_length=200)] = []


class DisclosureState(msgspec.Struct, frozen=True):
    """Whether a match is open, and which seats have agreed to open it."""

    open: bool
    consents: tuple[Seat, ...]


class LateDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the director decides for a seat that is late: a bot plays on, or it loses the match."""

    seat: Seat
    brings: Literal["bot", "forfeit"]


class PauseState(msgspec.Struct, frozen=True):
    """Whether the match is paused."""

    paused: bool
