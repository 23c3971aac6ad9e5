"""What goes in and out over the API, as it stands in the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from wardiary.domain.play.standing import StandingAnswer
from wardiary.domain.table.events import Scalar
from wardiary.domain.table.pieces import Seat
from wardiary.projections.dice import Dice, LuckPoint
from wardiary.projections.scores import Point, Scores
from wardiary.projections.verdicts import Subject

MatchId = Annotated[str, Meta(examples=["5f0c1d2e3a4b4c5d8e6f7a8b9c0d1e2f"])]
Position = Annotated[int, Meta(description="a position on the line", examples=[48])]
Wanted = Annotated[
    Literal["me", "bot", "bot:random", "open"],
    Meta(description="who shall hold the seat: the caller, a bot, or whoever is invited"),
]
PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$"
"""Text that a person gives and others read: nothing in it moves the cursor or turns the line."""
Happening = dict[str, Any]
"""An event as the caller may see it: its kind under "event", its rule, and its own fields."""


class ScenarioOut(msgspec.Struct, frozen=True):
    """A scenario on offer, with the sets of seats that it can be played by."""

    id: str
    title: str
    seatings: tuple[tuple[Seat, ...], ...]
    about: str


class SettingOut(msgspec.Struct, frozen=True):
    """Something to choose before play: its default and choices."""

    name: str
    default: Scalar
    choices: tuple[Scalar, ...]
    about: str
    rule: str


class GameOut(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    version: str
    scenarios: tuple[ScenarioOut, ...]
    settings: tuple[SettingOut, ...]


class Games(msgspec.Struct, frozen=True):
    """Every game that can be played here."""

    games: tuple[GameOut, ...]


class MatchIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to open. Seats that are not named stay open for whoever is invited."""

    game: Annotated[str, Meta(max_length=80, examples=["some-game"])]
    scenario: Annotated[str, Meta(max_length=200, examples=["first-scenario"])]
    settings: dict[str, Scalar] = {}
    seats: dict[Seat, Wanted] = {}
    public: bool = False
    disclosure: Literal["at-end", "consent"] = "at-end"


class MatchCreated(msgspec.Struct, frozen=True):
    """A match just opened: keys and invitation tokens, which cannot be read a second time."""

    match: MatchId
    keys: dict[Seat, str]
    director: str
    invitations: dict[Seat, str]


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation, as it stands behind the # of its link."""

    token: Annotated[str, Meta(max_length=200)]


class SeatClaimed(msgspec.Struct, frozen=True):
    """A seat taken by invitation, and its key; `again` when the caller holds it already.

    The key can be read once only, so it is "" then.
    """

    match: MatchId
    seat: Seat
    key: str
    again: bool = False


class KeyShown(msgspec.Struct, frozen=True):
    """A key that opens more than one seat of a match; the key itself is never shown.

    `opens` is "director" or "administrator"; `sees_all` whether it sees what is hidden while the
    match runs; `made` is when (ms).
    """

    opens: str
    sees_all: bool
    made: int


class Trust(msgspec.Struct, frozen=True):
    """What all who sit down may know of who could see more than they.

    `director` is the setting of that name, `director_plays` the seats of a director who plays.
    `thrown_away` counts the matches of this scenario that the same host opened and nobody played,
    `thrown_away_unknown` those of the same day by hosts that the service did not know.
    `sentences` say all of it.
    """

    director: str
    director_plays: tuple[Seat, ...]
    keys: tuple[KeyShown, ...]
    thrown_away: int
    thrown_away_unknown: int
    sentences: tuple[str, ...]


class InvitationShown(msgspec.Struct, frozen=True):
    """What an invitation holds out, before it is taken; `yours` when the caller took it before."""

    match: MatchId
    title: str
    scenario: str
    seat: Seat
    yours: bool
    trust: Trust


class SeatIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of the match."""

    seat: Seat


class InvitationCreated(msgspec.Struct, frozen=True):
    """A new invitation to a seat."""

    seat: Seat
    token: str


class RewindAsked(msgspec.Struct, frozen=True):
    """A rewind that waits for consent: to where, who asked, who agreed so far, and who has still to
    answer. `between` says what lies between: acts, rolls, shuffles, cards that became known. With
    `redo` it would return to what was taken back, and `between` is what would come back.
    """

    to: Position
    asked: Seat
    agreed: tuple[Seat, ...]
    waiting: tuple[Seat, ...] = ()
    between: str = ""
    redo: bool = False


class Summary(msgspec.Struct, frozen=True):
    """A match in short, and the caller's part in it.

    `seats` tell who holds each: "human", "bot", "bot:random" or "open". `yours` are the caller's
    roles. `open` matches hide nothing any more. `damage` says in a sentence what is damaged of a
    match and up to where it can be looked at; "" when all is well. A branch has a `parent`, left
    after `at`, and was `dealt` again for a seat, or "exact"; `name` is what its opener called it.
    `unproven` says why a match was taken in from elsewhere though not all of it could be proved, ""
    for all others. `invited` are open seats to which somebody is invited who has not come yet, and
    since when (ms).
    """

    match: MatchId
    game: str
    title: str
    scenario: str
    version: str
    seats: dict[Seat, str]
    settings: dict[str, Scalar]
    round: int
    turn: int
    phase: str
    position: Position
    over: bool
    winners: tuple[Seat, ...]
    reason: str
    waiting_for: tuple[Seat, ...]
    yours: tuple[str, ...]
    view_as: tuple[str, ...]
    public: bool
    paused: bool
    open: bool
    disclosure: str
    consents: tuple[Seat, ...]
    parent: str
    at: int
    dealt: str
    damage: str = ""
    rewind: RewindAsked | None = None
    unproven: str = ""
    scenario_title: str = ""
    name: str = ""
    invited: dict[Seat, int] = {}


class Lobby(msgspec.Struct, frozen=True):
    """A page of the lobby; `more` is where the next one begins, None on the last."""

    matches: tuple[Summary, ...]
    more: int | None


class SlotOut(msgspec.Struct, frozen=True):
    """One slot of an offer and its candidates."""

    name: str
    candidates: tuple[str | int, ...]
    least: int
    most: int
    many: bool
    repeatable: bool


class OfferOut(msgspec.Struct, frozen=True):
    """A command that may be given; `text` is its text form, with {name} where a slot stays open."""

    verb: str
    slots: tuple[SlotOut, ...]
    rule: str
    label: str
    constraint: str
    text: Annotated[str, Meta(examples=["attack {attacker} {target}"])]
    facts: dict[str, str | int]


class PromptOut(msgspec.Struct, frozen=True):
    """A question to a seat and everything it may answer.

    `window` is its number: sent with the command, it answers this question and no later one.
    """

    seat: Seat
    rule: str
    question: str
    offers: tuple[OfferOut, ...]
    facts: dict[str, str | int]
    window: int = 0


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


class SentenceOut(msgspec.Struct, frozen=True):
    """One sentence of the log, with the rule it rests on."""

    position: Position
    rule: str
    text: str
    seat: Seat
    tag: str
    undone: bool
    time: int


class CommandIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command: as a line of text, or as an object whose "do" is the verb.

    The same `id` again gives the first answer. With `expected` it is refused unless the line stands
    there, with `window` (of the prompt) unless that very question is still asked. `seat` says for
    whom, where the caller holds several.
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


class CommandResultOut(msgspec.Struct, frozen=True):
    """A recorded command: its entry as the caller may see it, and what is asked now.

    `first` and `last` are the entry's positions; `position` is where the line stands since bots
    and standing answers have replied.
    """

    first: Position
    last: Position
    position: Position
    events: list[Happening]
    prompts: tuple[PromptOut, ...]


class EventOut(msgspec.Struct, frozen=True):
    """An event with the position that closes its entry."""

    position: Position
    event: Happening


class EventPage(msgspec.Struct, frozen=True):
    """Events as the caller may see them; `after` is where to go on from, `more` whether to."""

    events: tuple[EventOut, ...]
    after: Position
    more: bool


class LogPage(msgspec.Struct, frozen=True):
    """The log as sentences; `after` is where to go on from, `before` where this part begins."""

    sentences: tuple[SentenceOut, ...]
    before: Position
    after: Position
    more: bool


Moment = Annotated[
    tuple[int, int, Seat, int, int],
    Meta(description="position, time (ms), seat that acted, round, turn"),
]


class Timeline(msgspec.Struct, frozen=True):
    """Where each entry ends, when, whose it was, and in which round and turn."""

    entries: tuple[Moment, ...]
    undone: tuple[tuple[int, int], ...]
    head: Position
    more: bool


class ScoresOut(msgspec.Struct, frozen=True):
    """The standing now, every track over time, and the labels of the tracks."""

    now: Scores
    tracks: dict[str, tuple[Point, ...]]
    labels: dict[str, str]


class DiceOut(msgspec.Struct, frozen=True):
    """Dice rolled against expected, and the luck of each seat over time."""

    dice: Dice
    luck: dict[Seat, tuple[LuckPoint, ...]]


class SeatTime(msgspec.Struct, frozen=True):
    """A seat's time in milliseconds; `asked_since` is 0 when it is not asked."""

    answers: int
    total: int
    longest: int
    average: int
    asked_since: int


class ClockOut(msgspec.Struct, frozen=True):
    """How long each seat took, and how long each waited for each other one.

    `now` is the time up to which a seat that is asked has thought: it stands still in a pause.
    """

    seats: dict[Seat, SeatTime]
    waited: dict[Seat, dict[Seat, int]]
    now: int


class Heading(msgspec.Struct, frozen=True):
    """A rule of the rulebook, named by its heading."""

    id: str
    text: str


class RuleOut(msgspec.Struct, frozen=True):
    """A rule in our own words, and where it stands.

    `chapter` are the headings over it, the widest first, `beside` the rules next to it. It was used
    `uses` times as far as the caller can see, last in the entries that end at `used`.
    """

    id: str
    text: str
    chapter: tuple[Heading, ...]
    beside: tuple[Heading, ...]
    uses: int
    used: tuple[Position, ...]


class RewindTo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the table shall be put back to: a position that closes an entry."""

    to: int
    seat: str = ""


class ConsentIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For whom, and to a rewind to which position: say it, for the request may have changed."""

    to: int = 0
    seat: str = ""


class SeatChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For whom, where the caller holds several seats."""

    seat: str = ""


class StandingAnswersIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's standing answers; nobody else ever sees them."""

    answers: Annotated[tuple[StandingAnswer, ...], Meta(max_length=100)] = ()
    seat: str = ""


class FactSeen(msgspec.Struct, frozen=True):
    """A fact that a condition can be put on, with the values it has had."""

    fact: str
    values: tuple[str | int, ...]


class Askable(msgspec.Struct, frozen=True):
    """A question that a seat has been asked: rule, words, the verbs that answer it, and facts."""

    rule: str
    question: str
    verbs: tuple[str, ...]
    facts: tuple[FactSeen, ...]


class StandingChoices(msgspec.Struct, frozen=True):
    """What standing answers can be made of: questions asked so far, and every verb of the game."""

    questions: tuple[Askable, ...]
    verbs: tuple[str, ...]


class RulingIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The director's correction: a public reason, and the events that mend the table."""

    reason: Annotated[str, Meta(min_length=1, max_length=2000)]
    corrections: Annotated[list[Happening], Meta(max_length=200)] = []


class BranchIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to branch: after a position, at a turn, or at a time; and its first dice.

    `seat` is the one to play in it, and bots hold the others; without it, the caller's own seat, or
    every seat of a branch that is exact. `name` is what it is to be called.
    """

    at: int | None = None
    turn: int | None = None
    time: int | Annotated[str, Meta(max_length=40, description="ISO 8601 with its zone")] | None = (
        None
    )
    forced: Annotated[tuple[int, ...], Meta(max_length=100)] = ()
    seat: Annotated[str, Meta(max_length=100)] = ""
    name: Annotated[str, Meta(max_length=80, pattern=PRINTABLE)] = ""


class BranchCreated(msgspec.Struct, frozen=True):
    """A branch just opened, with the keys to it."""

    match: MatchId
    parent: MatchId
    at: Position
    dealt: str
    keys: dict[Seat, str]
    director: str


class BranchOut(msgspec.Struct, frozen=True):
    """A branch in the tree around a match; `yours` when the caller may go there.

    `name` is what its opener called it, `seats` who holds each; `winners` and `reason` tell how it
    ended, once it has.
    """

    match: MatchId
    parent: str
    at: int
    head: int
    over: bool
    dealt: str
    yours: bool
    name: str
    seats: dict[Seat, str]
    winners: tuple[Seat, ...]
    reason: str


class BranchTree(msgspec.Struct, frozen=True):
    """The branches around a match, parents before children."""

    root: MatchId
    branches: tuple[BranchOut, ...]


class DisclosureState(msgspec.Struct, frozen=True):
    """Whether a match is open, and which seats have agreed to open it."""

    open: bool
    consents: tuple[Seat, ...]


class VerdictOut(msgspec.Struct, frozen=True):
    """What an audit found (see the README for its verdicts), where, by which rule, and why.

    `about` says what was audited, and how it ended or how far it has come.
    """

    scope: Literal["all", "seat"]
    verdict: str
    position: int
    rule: str
    detail: str
    notes: tuple[str, ...]
    head: str
    about: Subject | None = None


class PauseState(msgspec.Struct, frozen=True):
    """Whether the match is paused."""

    paused: bool
