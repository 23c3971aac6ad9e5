"""Playing: prompts, commands, rewinds, standing answers, and what the director may do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from litestar import Controller, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from wardiary.adapters.deadlines import forfeit, give_to_bot
from wardiary.adapters.keepers import KeeperAway
from wardiary.adapters.matches import CommandResult, CurrentState, StalePosition, parse_command
from wardiary.adapters.matches import MatchIsPaused as PausedNow
from wardiary.adapters.web.api.askable import choices as standing_choices
from wardiary.adapters.web.api.entries import event_objects, prompt_out
from wardiary.adapters.web.api.listings import in_short
from wardiary.adapters.web.api.problems import Refused
from wardiary.adapters.web.api.summaries import rewind_asked
from wardiary.adapters.web.auth.access import MatchAccess, Principal, principal_of
from wardiary.adapters.web.runtime import (
    AnyRequest,
    Runtime,
    in_thread,
    runtime_of,
    service_and_access,
)
from wardiary.adapters.web.schemas.matches import Summary
from wardiary.adapters.web.schemas.play import (
    CommandIn,
    CommandResultOut,
    ConsentIn,
    DisclosureState,
    LateDecision,
    PauseState,
    PromptOut,
    Prompts,
    RewindOptionOut,
    RewindOptions,
    RewindTo,
    RulingIn,
    SeatChoice,
    StandingAnswersIn,
    StandingChoices,
)
from wardiary.adapters.web.service import Service, refuse_reserved_commands
from wardiary.domain.match.keepers import OWN
from wardiary.domain.match.rewind_options import rewind_options
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.table_commands import (
    DIRECTOR,
    AskRewind,
    GrantTime,
    InspectPiece,
    MakeRuling,
)
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.naming import Names
from wardiary.projections.redaction import SPECTATOR, can_see, knows

CATCH_UP = 200
"""Events that a stale command is answered with at most; the rest is had from /events."""


class PlayController(Controller):
    """The table as those see it who sit at it."""

    path = "/api/v1/matches/{match:str}"
    tags = ("play",)

    @get("/prompts")
    @in_thread
    def prompts(self, request: AnyRequest, match: FromPath[str]) -> Prompts:
        """What the caller's seats are asked now, and everything they may answer."""
        return ask_prompts(runtime_of(request), principal_of(request), match)

    @post("/commands", status_code=200)
    @in_thread
    def command(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[CommandIn]
    ) -> CommandResultOut:
        """Give a command. It is on the disk when this answers, and bots have replied.

        The same id again gives the first answer. 409: the position has changed, with what happened
        since. 422: the rules refuse it, with the rule. 423: paused. 503: not recorded; send it
        again.
        """
        return answer_command(runtime_of(request), principal_of(request), match, data)

    @get("/take-backs", sync_to_thread=True)
    def take_backs(
        self, request: AnyRequest, match: FromPath[str], seat: FromQuery[str] = ""
    ) -> RewindOptions:
        """For the latest acts of the caller's seat, newest first: whether taking each back is done
        at once, or needs the consent of which seats, and why.
        """
        service, visit = service_and_access(request, match)
        own = visit.acting_seat(seat)
        found = rewind_options(service.matches.history(match), own)
        return RewindOptions(
            own, tuple(RewindOptionOut(one.to, one.consent, one.why) for one in found)
        )

    @post("/rewind", status_code=200, sync_to_thread=True)
    def rewind(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[RewindTo]
    ) -> CommandResultOut:
        """Ask that the table be put back to a position; granted at once or when all agree."""
        _service, visit = service_and_access(request, match)
        seat = visit.acting_seat(data.seat)
        return submit(
            runtime_of(request), visit, seat, AskRewind(data.to), signature=data.signature
        )

    @post("/rewind/agree", status_code=200, sync_to_thread=True)
    def agree(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[ConsentIn]
    ) -> CommandResultOut:
        """Agree to the rewind that was asked for."""
        return command_in(request, match, data, f"agree-rewind {data.to}")

    @post("/rewind/refuse", status_code=200, sync_to_thread=True)
    def refuse(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[SeatChoice]
    ) -> CommandResultOut:
        """Refuse the rewind that was asked for, or withdraw your own request."""
        return command_in(request, match, data, "refuse-rewind")

    @post("/resign", status_code=200, sync_to_thread=True)
    def resign(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[SeatChoice]
    ) -> CommandResultOut:
        """Give the match up. The others play on until one side is left, and that side wins."""
        return command_in(request, match, data, "resign")

    @post("/disclosure", status_code=200, sync_to_thread=True)
    def disclosure(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[SeatChoice]
    ) -> DisclosureState:
        """Agree that seed and salt be opened once the match has ended, for everyone to check.

        Of a match that is open, the keepers that were away are asked for their seeds once more.
        """
        service, visit = service_and_access(request, match)
        seat = visit.acting_seat(data.seat)
        if seat != DIRECTOR:
            service.consent(match, seat)
        if not service.disclose(match):
            service.open_keepers(match)
        return DisclosureState(service.is_disclosed(match), service.consents(match))

    @get("/standing", sync_to_thread=True)
    def standing(
        self, request: AnyRequest, match: FromPath[str], seat: FromQuery[str] = ""
    ) -> StandingAnswersIn:
        """The standing answers that the caller's seat has left."""
        service, visit = service_and_access(request, match)
        own = _seat(visit, seat)
        return StandingAnswersIn(tuple(service.matches.standing_answers(match, own)), own)

    @get("/standing/choices", sync_to_thread=True)
    def choices(
        self, request: AnyRequest, match: FromPath[str], seat: FromQuery[str] = ""
    ) -> StandingChoices:
        """What the seat's standing answers can be made of."""
        service, visit = service_and_access(request, match)
        own = _seat(visit, seat)
        game, line = service.matches.game_of(match), service.matches.history(match)
        begin = visit.first_visible_position(own)
        return standing_choices(game, line, own, begin)

    @put("/standing", sync_to_thread=True)
    def stand(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[StandingAnswersIn]
    ) -> StandingAnswersIn:
        """Leave standing answers in place of those left before; those that are due are given."""
        service, visit = service_and_access(request, match)
        own = _seat(visit, data.seat)
        service.matches.leave_standing_answers(match, own, data.answers)
        service.reply(match)
        return StandingAnswersIn(tuple(service.matches.standing_answers(match, own)), own)

    @post("/rulings", status_code=200, sync_to_thread=True)
    def ruling(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[RulingIn]
    ) -> CommandResultOut:
        """Correct the table as its director, with a public reason."""
        service, visit = service_and_access(request, match)
        visit.acting_seat(DIRECTOR)
        words = msgspec.json.encode(
            {"do": "rule", "reason": data.reason, "corrections": data.corrections}
        )
        command = parse_command(service.matches.game_of(match), words)
        return submit(runtime_of(request), visit, DIRECTOR, command)

    @post("/pause", status_code=200, sync_to_thread=True)
    def pause(self, request: AnyRequest, match: FromPath[str]) -> PauseState:
        """Pause the match (director): no seat's command is taken, and no bot plays."""
        service, visit = service_and_access(request, match)
        visit.require_director()
        service.matches.pause(match, DIRECTOR)
        return PauseState(True)

    @post("/resume", status_code=200, sync_to_thread=True)
    def resume(self, request: AnyRequest, match: FromPath[str]) -> PauseState:
        """Go on with a paused match (director)."""
        service, visit = service_and_access(request, match)
        visit.require_director()
        service.matches.resume(match, DIRECTOR)
        service.reply(match)
        return PauseState(False)

    @post("/deadlines/decision", status_code=200, sync_to_thread=True)
    def decide_late(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[LateDecision]
    ) -> Summary:
        """Decide as the director what becomes of a seat that is late."""
        service, visit = service_and_access(request, match)
        visit.require_director()
        clocks = service.matches.history(match).clocks
        plays = any(seat != data.seat for seat in _directing(visit))
        if plays and data.brings == "forfeit" and clocks and clocks.agreement.late == "forfeit":
            raise Refused(
                403, "where both are late, a director who plays does not decide who loses"
            )
        act = give_to_bot if data.brings == "bot" else forfeit
        act(service.matches, match, data.seat)
        service.reply(match)
        return in_short(service, visit)


def _directing(visit: MatchAccess) -> tuple[Seat, ...]:
    """The seats that are played by who directs the match, as far as is known."""
    return (*visit.own_seats, *visit.match_settings.directing)


def ask_prompts(run: Runtime, caller: Principal, match: str) -> Prompts:
    """What the caller's seats are asked now, and everything they may answer."""
    service = run.service
    visit = service.access(caller, match)
    now = service.matches.current(match, visit.plays, fresh=False)  # Access has just read it.
    own = _own_prompts(service, visit, now)
    rewind = rewind_asked(service.matches, match, now, visit.viewing_role())
    return Prompts(now.table.position, now.waiting_for, own, rewind)


def answer_command(
    run: Runtime, caller: Principal, match: str, data: CommandIn
) -> CommandResultOut:
    """Give a command for the caller's seat."""
    service = run.service
    visit = service.access(caller, match)
    several = len(visit.plays) > 1 and not data.seat
    asked = service.matches.prompts(match) if several else ()
    seat = visit.acting_seat(data.seat, [prompt.seat for prompt in asked])
    words = data.command
    command = parse_command(
        service.matches.game_of(match),
        words if isinstance(words, str) else msgspec.json.encode(words),
    )
    refuse_reserved_commands(seat, command)
    if seat == DIRECTOR and isinstance(command, GrantTime) and command.seat in _directing(visit):
        raise Refused(403, "a director who plays is granted time by opponents alone")
    return submit(run, visit, seat, command, data.id, data.expected, data.window, data.signature)


def command_in(
    request: AnyRequest, match: str, data: ConsentIn | SeatChoice, words: str
) -> CommandResultOut:
    """Give a command of the table for the caller's seat."""
    service, visit = service_and_access(request, match)
    command, seat = parse_command(service.matches.game_of(match), words), data.seat
    run, acting = runtime_of(request), visit.acting_seat(seat)
    return submit(run, visit, acting, command, signature=data.signature)


def submit(
    run: Runtime,
    visit: MatchAccess,
    seat: Seat,
    command: Command,
    command_id: str = "",
    expected: int | None = None,
    window: int | None = None,
    signature: str = "",
) -> CommandResultOut:
    """Give a command, let the service play on, and tell the caller what it may know of it."""
    service, commands = run.service, run.metrics.commands
    match, matches = visit.match, service.matches
    if seat == DIRECTOR and not visit.sees_all:
        only_what_is_seen(matches.history(match).table, visit.own_seats or (SPECTATOR,), command)
    by = DIRECTOR if seat in visit.stands_in else ""
    try:
        answer = matches.command(
            match,
            seat,
            command,
            command_id=command_id,
            expected=expected,
            window=window,
            by=by,
            signature=signature,
            fresh=False,
        )
    except StalePosition as stale:
        commands.labels("stale").inc()
        raise _stale(service, visit, seat, stale) from None
    except Illegal as illegal:
        commands.labels("refused").inc()
        line = matches.history(match)
        names = Names(matches.game_of(match), line.table, seat)
        raise _refused(illegal, names, line.head) from None
    except KeeperAway as away:
        service.changed(match)
        if not (command_id and away.name.startswith(OWN) and service.is_given_soon(match)):
            commands.labels("waiting").inc()
            raise
        given = matches.receipt(match, seat, command, command_id)
        if given is None:  # It waits no more, and was not given: something else came first.
            commands.labels("waiting").inc()
            raise
        answer = given
    except Exception:
        commands.labels("failed").inc()
        raise
    commands.labels("recorded").inc()
    service.reply(match)
    return _given(service, visit, seat, answer)


def only_what_is_seen(table: Table, roles: Sequence[Seat], command: Command) -> None:
    """Refuse a playing director a ruling that would reveal the place of a hidden piece.

    Raises Refused.
    """
    if isinstance(command, InspectPiece):
        raise Refused(403, "a director who plays may not look at what is hidden")
    if not isinstance(command, MakeRuling):
        return
    for word in _words(msgspec.to_builtins(command.corrections)):
        hidden = word in table.pieces and not any(knows(table, role, word) for role in roles)
        uncounted = word in table.visibility and not table.visibility_of(word).count
        if hidden or (uncounted and not any(can_see(table, role, word) for role in roles)):
            raise Refused(403, "a director who plays may rule only on what their seat can see")


def _words(said: Any) -> Iterator[str]:
    """Every word in what was said, however deep."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, dict):
        for name, value in said.items():
            yield from (str(name), *_words(value))
    elif isinstance(said, (list, tuple)):
        for one in said:
            yield from _words(one)


def _own_prompts(service: Service, visit: MatchAccess, now: CurrentState) -> tuple[PromptOut, ...]:
    """What the caller's seats are asked, each with the number of its question."""
    game = service.matches.game_of(visit.match)
    return tuple(
        prompt_out(game, now.table, prompt, now.windows[prompt.seat])
        for prompt in now.prompts
        if prompt.seat in visit.plays
    )


def _given(
    service: Service, visit: MatchAccess, seat: Seat, answer: CommandResult
) -> CommandResultOut:
    seen = answer.events
    if seat == DIRECTOR:  # Who directs does not see through the cards by that alone.
        role, before = visit.viewing_role(), answer.first - 1
        events = service.matches.events(visit.match, role, before, answer.last)
        seen = tuple(event for _, event in events)
    now = service.matches.current(visit.match, visit.plays, fresh=False)
    own = _own_prompts(service, visit, now)
    return CommandResultOut(answer.first, answer.last, now.table.position, event_objects(seen), own)


def _stale(service: Service, visit: MatchAccess, seat: Seat, stale: StalePosition) -> Refused:
    """What the sender has not seen yet, so that it can look and send again."""
    role = seat if seat in visit.seats else visit.viewing_role()
    after = max(stale.expected, visit.first_visible_position(role))
    happened: list[dict[str, Any]] = []
    for position, event in service.matches.events(visit.match, role, after):
        if len(happened) == CATCH_UP:
            break
        happened.append({"position": position, "event": event})
    return Refused(409, str(stale), position=stale.head, happened=happened)


def _refused(illegal: Illegal, names: Names, head: int) -> Refused:
    """The refusal in plain words; a piece that the seat does not know stays unnamed."""
    status = 423 if isinstance(illegal, PausedNow) else 422
    return Refused(status, names.text(illegal.why), rule=illegal.rule, position=head)


def _seat(visit: MatchAccess, named: str) -> Seat:
    seat = visit.acting_seat(named)
    if seat == DIRECTOR:
        raise Refused(403, "standing answers belong to seats")
    return seat
