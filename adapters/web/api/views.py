"""Looking: the board now and as of then, events, the log, the timeline, scores, dice and clock."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

from litestar import Controller, MediaType, get
from litestar.params import FromPath, FromQuery, QueryParameter

from wardiary.adapters.deadlines import now_for_clocks
from wardiary.adapters.web.api.entries import (
    event_objects,
    position_at,
    redacted,
    sentence_out,
    sentences,
)
from wardiary.adapters.web.api.problems import Refused
from wardiary.adapters.web.api.rules import beside, chapter_of, used
from wardiary.adapters.web.api.when import when
from wardiary.adapters.web.auth.access import MatchAccess
from wardiary.adapters.web.runtime import AnyRequest, service_and_access
from wardiary.adapters.web.schemas.looking import (
    ClockOut,
    Components,
    DeadlinesOut,
    DiceOut,
    DoneInNameOut,
    EventOut,
    EventPage,
    LogPage,
    RuleOut,
    ScoresOut,
    SeatTime,
    SightOut,
    Timeline,
)
from wardiary.adapters.web.service import Service
from wardiary.domain.diary.history import EntrySpan, History
from wardiary.domain.play.table_commands import TABLE_RULES
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.agreements import agreement_in_words
from wardiary.projections.board import Board, as_text, board
from wardiary.projections.clock import clock
from wardiary.projections.deadlines import deadlines
from wardiary.projections.dice import dice, luck
from wardiary.projections.in_name import done_in_name
from wardiary.projections.labels import track_labels
from wardiary.projections.redaction import view
from wardiary.projections.scores import scores, tracks_over_time
from wardiary.projections.standings import standings_over_time
from wardiary.projections.time_wishes import time_wishes

MOST = 2**53
LATEST = 20
"""How many uses of a rule are listed by their positions."""
At = Annotated[int | None, QueryParameter(ge=1, le=MOST, description="as of this position")]
When = Annotated[
    str | None,
    QueryParameter(
        name="time", max_length=40, description="as of this time: ISO 8601 with its zone, or ms"
    ),
]
As = Annotated[
    str | None,
    QueryParameter(
        name="as", max_length=100, description="whose eyes: a seat, spectator, director"
    ),
]
After = Annotated[
    int, QueryParameter(ge=0, le=MOST, description="only what is after this position")
]
Limit = Annotated[int, QueryParameter(ge=1, le=1000, description="entries at most")]
Long = Annotated[int, QueryParameter(ge=1, le=20_000, description="entries at most")]
Last = Annotated[
    int | None, QueryParameter(ge=1, le=1000, description="only so many entries, the last ones")
]
Kinds = Annotated[
    str | None,
    QueryParameter(max_length=10_000, description="only these kinds, with commas between them"),
]
WithSpaces = Annotated[bool, QueryParameter(description="whether spaces are given as well")]


class ViewsController(Controller):
    """The table as one role sees it: the caller's own, or the one named with `as`."""

    path = "/api/v1/matches/{match:str}"
    tags = ("looking",)

    @get("/view", sync_to_thread=True)
    def view(
        self, request: AnyRequest, match: FromPath[str], at: At = None, moment: When = None,
        role: As = None,
    ) -> Board:  # fmt: skip
        """The board now, or as it was seen at a position or time."""
        service, visit = service_and_access(request, match)
        return _board(service, visit, role, at, when(moment))

    @get("/text", media_type=MediaType.TEXT, sync_to_thread=True)
    def text(
        self, request: AnyRequest, match: FromPath[str], at: At = None, moment: When = None,
        role: As = None,
    ) -> str:  # fmt: skip
        """The position as plain text in a fixed order: the same facts as the board."""
        service, visit = service_and_access(request, match)
        return as_text(_board(service, visit, role, at, when(moment)))

    @get("/events", sync_to_thread=True)
    def events(
        self, request: AnyRequest, match: FromPath[str], after: After = 0, limit: Limit = 100,
        role: As = None,
    ) -> EventPage:  # fmt: skip
        """What happened after a position, entry by entry, as the role may see it."""
        service, visit = service_and_access(request, match)
        viewing_role = visit.viewing_role(role)
        line = service.matches.history(match)
        part = _part(visit, line, viewing_role, after, limit, None)
        occurred = tuple(
            EventOut(entry.last, event)
            for entry in part
            for event in event_objects(redacted(line, entry, viewing_role))
        )
        end = part[-1].last if part else after
        return EventPage(occurred, end, end < line.head and bool(part))

    @get("/log", sync_to_thread=True)
    def log(
        self, request: AnyRequest, match: FromPath[str], after: After = 0, limit: Limit = 100,
        last: Last = None, role: As = None,
        taken_back: Annotated[bool, QueryParameter(name="undone")] = True,
    ) -> LogPage:  # fmt: skip
        """The log as sentences with rule numbers, from a position on, or the last so many entries.

        With undone=false what a rewind took back is left out.
        """
        service, visit = service_and_access(request, match)
        viewing_role = visit.viewing_role(role)
        line, game = service.matches.history(match), service.matches.game_of(match)
        part = _part(visit, line, viewing_role, after, limit, last)
        narrated = tuple(
            sentence_out(sentence)
            for sentence in sentences(game, line, part, viewing_role)
            if taken_back or not sentence.undone
        )
        begin, end = (part[0].first - 1, part[-1].last) if part else (after, after)
        return LogPage(narrated, begin, end, end < line.head and bool(part))

    @get("/timeline", sync_to_thread=True)
    def timeline(
        self, request: AnyRequest, match: FromPath[str], after: After = 0, limit: Long = 5000
    ) -> Timeline:
        """Where every entry ends, for a slider: position, time, seat, round, turn."""
        service, visit = service_and_access(request, match)
        begin = max(after, visit.first_visible_position(visit.viewing_role()))
        moments = [moment for moment in service.timelines.of(match) if moment[0] > begin]
        line = service.matches.history(match)
        return Timeline(tuple(moments[:limit]), line.undone_spans, line.head, len(moments) > limit)

    @get("/scores", sync_to_thread=True)
    def scores(self, request: AnyRequest, match: FromPath[str], after: After = 0) -> ScoresOut:
        """The standing by turns, and every track over time from a position on."""
        service, _ = service_and_access(request, match)
        line = service.matches.history(match)
        game = service.matches.game_of(match)
        return ScoresOut(
            scores(line.table),
            tracks_over_time(line, after),
            track_labels(game, line.table),
            standings_over_time(game, line),
        )

    @get("/sight", sync_to_thread=True)
    def sight(
        self, request: AnyRequest, match: FromPath[str], of: FromQuery[str], at: At = None,
        role: As = None,
    ) -> SightOut:  # fmt: skip
        """What a piece or space sees and can fire at, as far as the role sees the table."""
        service, visit = service_and_access(request, match)
        seen = _view(service, visit, role, at, None)
        game = service.matches.game_of(match)
        return SightOut(game.in_sight(seen, of) if seen.pack is not None else ())

    @get("/dice", sync_to_thread=True)
    def dice(self, request: AnyRequest, match: FromPath[str]) -> DiceOut:
        """Dice rolled against what was to be expected, and each seat's luck over time."""
        service, _ = service_and_access(request, match)
        line = service.matches.history(match)
        odds = service.matches.game_of(match).odds
        return DiceOut(dice(line, odds=odds), luck(line, odds=odds))

    @get("/deadlines", sync_to_thread=True)
    def deadlines(self, request: AnyRequest, match: FromPath[str]) -> DeadlinesOut:
        """How every clock stands: deadlines, what is left, and what being late brings."""
        service, _ = service_and_access(request, match)
        line, now = service.matches.history(match), now_for_clocks(service.matches, match)
        clocks = line.clocks
        if clocks is None:
            return DeadlinesOut(now, None, agreement_in_words(None, now).sentences)
        return DeadlinesOut(
            now,
            deadlines(clocks, now),
            agreement_in_words(clocks.agreement, now).sentences,
            clocks.agreement.vacation,
            time_wishes(service.matches.game_of(match), line.table, clocks),
        )

    @get("/in-name", sync_to_thread=True)
    def in_name(
        self, request: AnyRequest, match: FromPath[str], seat: FromQuery[str] = ""
    ) -> DoneInNameOut:
        """What was done in the name of the caller's seat by others than its player."""
        service, visit = service_and_access(request, match)
        own = visit.acting_seat(seat)
        begin = visit.first_visible_position(own)
        game, line = service.matches.game_of(match), service.matches.history(match)
        return DoneInNameOut(own, done_in_name(game, line, own, begin))

    @get("/clock", sync_to_thread=True)
    def clock(self, request: AnyRequest, match: FromPath[str]) -> ClockOut:
        """How long each seat took, and who waited for whom, in milliseconds."""
        service, _ = service_and_access(request, match)
        line = service.matches.history(match)
        read = clock(line, service.matches.asked(match))
        seats = {
            seat: SeatTime(
                seat_clock.answers,
                seat_clock.total,
                seat_clock.longest,
                seat_clock.average,
                seat_clock.asked_since,
            )
            for seat, seat_clock in read.seats.items()
        }
        return ClockOut(seats, read.waited, read.paused_at or service.matches.clock())

    @get("/components", sync_to_thread=True)
    def components(
        self,
        request: AnyRequest,
        match: FromPath[str],
        role: As = None,
        kinds: Kinds = None,
        spaces: WithSpaces = True,
    ) -> Components:
        """What every kind of component prints, and every space: the same for the whole match."""
        service, visit = service_and_access(request, match)
        game = service.matches.game_of(match)
        table = service.matches.view(match, visit.viewing_role(role))
        printed = game.faces.spaces(table) if spaces and table.pack is not None else {}
        every = game.components(table)
        wanted = every if kinds is None else dict.fromkeys(kinds.split(","))
        return Components({kind: every[kind] for kind in wanted if kind in every}, dict(printed))

    @get("/rules/{rule:path}", sync_to_thread=True)
    def rule(
        self, request: AnyRequest, match: FromPath[str], rule: FromPath[str], role: As = None
    ) -> RuleOut:
        """A rule in our own words, its place in the rulebook, and where this match has used it."""
        service, visit = service_and_access(request, match)
        rule_id = rule.lstrip("/")
        rules = {**TABLE_RULES, **service.matches.game_of(match).rules}
        if rule_id not in rules:
            raise Refused(404, f"no rule {rule_id!r} in this game")
        seen = visit.viewing_role(role)
        cited = used(
            rule_id, service.matches.events(match, seen, visit.first_visible_position(seen))
        )
        over, near = chapter_of(rule_id, rules), beside(rule_id, rules)
        places = tuple(dict.fromkeys(cited))[-LATEST:]
        return RuleOut(rule_id, rules[rule_id], over, near, len(cited), places)


def _board(
    service: Service, visit: MatchAccess, role: str | None, at: int | None, time: int | None
) -> Board:
    return board(_view(service, visit, role, at, time), service.matches.game_of(visit.match))


def _view(
    service: Service, visit: MatchAccess, role: str | None, at: int | None, time: int | None
) -> Table:
    viewing_role, line = visit.viewing_role(role), service.matches.history(visit.match)
    try:
        position = position_at(line, at, time)
        reachable(visit, viewing_role, position)
        table = line.table_at(position)
    except IndexError as error:
        raise Refused(404, str(error)) from None
    return view(table, viewing_role)


def reachable(visit: MatchAccess, role: Seat, position: int) -> None:
    """Raise Refused where a role may not look: in the past of a what-if dealt for another seat."""
    horizon = visit.first_visible_position(role)
    if position <= horizon:
        raise Refused(403, f"this role may look from position {horizon + 1} on")


def _part(
    visit: MatchAccess, line: History, role: Seat, after: int, limit: int, last: int | None
) -> list[EntrySpan]:
    """The entries that were asked for, as far as the role may look."""
    begin, head = max(after, visit.first_visible_position(role)), line.head
    if last is not None:
        ends = [end for end in line.ends[-last - 1 :] if end > begin]
        begin = max(begin, ends[-last - 1]) if len(ends) > last else begin
        limit = last
    return list(islice(line.entries(begin, head), limit))
