"""Events, the log, the timeline, figures and rules."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from wardiary.adapters.web.schemas.shared import EventObject, Position
from wardiary.domain.play.faces import Component, SpaceFace
from wardiary.domain.play.reach import InSight
from wardiary.domain.table.pieces import Seat
from wardiary.projections.deadlines import Deadlines
from wardiary.projections.dice import Dice, LuckPoint
from wardiary.projections.in_name import DoneInName
from wardiary.projections.scores import Point, Scores
from wardiary.projections.standings import Standings
from wardiary.projections.time_wishes import TimeWishes


class SentenceOut(msgspec.Struct, frozen=True):
    """One sentence of the log, with the rule it rests on."""

    position: Position
    rule: str
    text: str
    seat: Seat
    tag: str
    undone: bool
    time: int


class EventOut(msgspec.Struct, frozen=True):
    """An event with the position that closes its entry."""

    position: Position
    event: EventObject


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
    """The standing now, every track over time, the labels of the tracks, and winning by turns."""

    now: Scores
    tracks: dict[str, tuple[Point, ...]]
    labels: dict[str, str]
    standings: Standings


class SightOut(msgspec.Struct, frozen=True):
    """The spaces that a piece or space sees or can fire at."""

    spaces: tuple[InSight, ...]


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

    `now` is the time up to which a seat that is asked has thought: it stops in a pause.
    """

    seats: dict[Seat, SeatTime]
    waited: dict[Seat, dict[Seat, int]]
    now: int


class DeadlinesOut(msgspec.Struct, frozen=True):
    """How the clocks of a match stand `now` (ms); `deadlines` is None where none was agreed on.

    `sentences` say what was agreed on, `budget` is the vacation that a seat has each year (ms), and
    `wishes` what seats want that others must agree to.
    """

    now: int
    deadlines: Deadlines | None
    sentences: tuple[str, ...] = ()
    budget: int = 0
    wishes: TimeWishes | None = None


class DoneInNameOut(msgspec.Struct, frozen=True):
    """What was done in a seat's name by others than its player, the latest last."""

    seat: Seat
    done: tuple[DoneInName, ...]


class Heading(msgspec.Struct, frozen=True):
    """A rule of the rulebook, named by its heading."""

    id: str
    text: str


class Components(msgspec.Struct, frozen=True):
    """What is printed on every kind of component by its kind, and on every space by its zone."""

    components: dict[str, Component]
    spaces: dict[str, SpaceFace]


class RuleOut(msgspec.Struct, frozen=True):
    """A rule in our own words, with its chapter.

    `chapter` are the headings over it, the widest first, `beside` the rules next to it. It was used
    `uses` times as far as the caller can see, last in the entries that end at `used`.
    """

    id: str
    text: str
    chapter: tuple[Heading, ...]
    beside: tuple[Heading, ...]
    uses: int
    used: tuple[Position, ...]
