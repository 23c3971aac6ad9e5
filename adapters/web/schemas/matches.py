"""Matches opened, joined and listed."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wardiary.adapters.web.schemas.shared import PRINTABLE, MatchId, Position, Wanted
from wardiary.domain.table.events import Scalar
from wardiary.domain.table.pieces import Seat

MatchName = Annotated[str, Meta(max_length=80, pattern=PRINTABLE)]
PersonName = Annotated[str, Meta(max_length=40, pattern=PRINTABLE)]


class MatchIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to open. Seats that are not named stay open for invitations.

    `name` tells it from others of its scenario, `known_as` is what its opener wants to be called;
    both stay outside the log and can be changed or taken away. `keepers` names co-keepers of those
    that the service has.
    """

    game: Annotated[str, Meta(max_length=80, examples=["some-game"])]
    scenario: Annotated[str, Meta(max_length=200, examples=["first-scenario"])]
    settings: dict[str, Scalar] = {}
    seats: dict[Seat, Wanted] = {}
    public: bool = False
    disclosure: Literal["at-end", "consent"] = "at-end"
    name: MatchName = ""
    known_as: PersonName = ""
    keepers: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=5)] = ()


class AgreementIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings about time that are thought of, and the seats that they would be for."""

    settings: dict[str, Scalar] = {}
    seats: Annotated[tuple[Seat, ...], Meta(max_length=20)] = ()


class MatchCreated(msgspec.Struct, frozen=True):
    """A match just opened: keys and invitation tokens, which cannot be read a second time."""

    match: MatchId
    keys: dict[Seat, str]
    director: str
    invitations: dict[Seat, str]


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation: the token after the # of its link; who takes the seat may say a name."""

    token: Annotated[str, Meta(max_length=200)]
    known_as: PersonName = ""


class NameIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a match is to be called; "" takes its name away."""

    name: MatchName


class KnownAs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the person on a seat wants to be called; "" takes the name away."""

    seat: Annotated[str, Meta(max_length=100)]
    name: PersonName


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
    """What an invitation holds out, before it is taken; `yours` when the caller took it before.

    `about` says what the scenario is about, `name` what the match is called, and `host` who
    invites, as far as either has a name. `shares` says that seats add shares to the dice.
    """

    match: MatchId
    title: str
    scenario: str
    seat: Seat
    yours: bool
    trust: Trust
    about: str = ""
    name: str = ""
    host: str = ""
    shares: bool = False


class SeatIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of the match."""

    seat: Seat


class InvitationCreated(msgspec.Struct, frozen=True):
    """A new invitation to a seat."""

    seat: Seat
    token: str


class RewindAsked(msgspec.Struct, frozen=True):
    """A rewind that waits for consent: to where, who asked, who agreed so far, and who has still to
    answer. `between` says what would be undone: actions, rolls, shuffles, cards that became known.
    With `redo` it would return to what was taken back, and `between` is what would come back.
    """

    to: Position
    asked: Seat
    agreed: tuple[Seat, ...]
    waiting: tuple[Seat, ...] = ()
    between: str = ""
    redo: bool = False


class OrderWaits(msgspec.Struct, frozen=True):
    """An order that waits for a keeper of the dice: whose, for which keeper, since when (ms)."""

    seat: Seat
    keeper: str
    since: int


class Summary(msgspec.Struct, frozen=True):
    """A match in short, and the caller's part in it.

    `seats` tell who holds each: "human", "open" or a kind of bot. `yours` are the caller's
    roles. `open` matches hide nothing any more. `damage` says in a sentence what is damaged of a
    match and up to where it can be looked at; "" when all is well. A branch has a `parent`, left
    after `at`, and was `dealt` again for a seat, or "exact"; `name` is what its opener called it.
    `people` are the names that those who hold seats gave themselves. `since` says since when (ms)
    each seat that is waited for is asked, `latest` what happened last, and `latest_at` when (ms).
    `deadlines` are those of the seats whose clocks run (ms). `unproven` says why a match was
    imported though not all of it could be proved, "" for all others. `invited` are open seats to
    which somebody is invited who has not come yet, and since when (ms). While a keeper
    of the dice is away, `waits` says whose order waits for it.
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
    people: dict[Seat, str] = {}
    since: dict[Seat, int] = {}
    latest: str = ""
    latest_at: int = 0
    deadlines: dict[Seat, int] = {}
    waits: OrderWaits | None = None


class Lobby(msgspec.Struct, frozen=True):
    """A page of the lobby; `more` is where the next one begins, None on the last."""

    matches: tuple[Summary, ...]
    more: int | None
