"""Reviews: how the chances went over a match, and what other orders would have brought.

They are made by the review worker. A match that is open is looked at with all hands, by everybody
alike. Before that it is looked at only with what the caller's seat knows, once it is over or if it
is a what-if. A match that is being played is left alone; its what-ifs, which hold no more than
their seat knows, can be looked at meanwhile.
"""

from __future__ import annotations

from typing import Annotated, cast

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec.structs import replace

from wardiary.adapters.lab.reviews import Kept, Task, is_end
from wardiary.adapters.web.api.problems import Refused
from wardiary.adapters.web.api.views import As
from wardiary.adapters.web.auth.access import MatchAccess
from wardiary.adapters.web.runtime import (
    AnyRequest,
    Runtime,
    runtime_of,
    service_and_access,
)
from wardiary.adapters.web.schemas.reviews import OrdersIn, OrdersOut, ReviewIn, ReviewOut, State
from wardiary.adapters.web.service import Service
from wardiary.adapters.web.workers.review_worker import TooMany
from wardiary.projections.lab.worlds import HANDS

RULE = "Table/What-if"
At = Annotated[int, QueryParameter(ge=1, le=2**53, description="after this position")]


class ReviewsController(Controller):
    """Reviews of one match."""

    path = "/api/v1/matches/{match:str}/review"
    tags = ("reviews",)

    @get("/", sync_to_thread=True)
    def review(self, request: AnyRequest, match: FromPath[str], role: As = None) -> ReviewOut:
        """The review of a match, as far as it was made."""
        service, visit = service_and_access(request, match)
        return _review_out(runtime_of(request), _task(service, visit, role))

    @post("/", status_code=202, sync_to_thread=True)
    def make(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[ReviewIn]
    ) -> ReviewOut:
        """Have the review made, unless it is there: in the background, step by step."""
        service, visit = service_and_access(request, match)
        task = _task(service, visit, data.seat or None, thorough=data.thorough)
        return _review_out(_asked_for(runtime_of(request), visit, task), task)

    @post("/stop", status_code=200, sync_to_thread=True)
    def stop(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[ReviewIn]
    ) -> ReviewOut:
        """Stop making the review; what was found so far stays."""
        service, visit = service_and_access(request, match)
        task, run = _task(service, visit, data.seat or None), runtime_of(request)
        _require_part(visit)
        run.review_worker.leave(task)
        return _review_out(run, task)

    @get("/orders", sync_to_thread=True)
    def orders(
        self, request: AnyRequest, match: FromPath[str], at: At, role: As = None
    ) -> OrdersOut:
        """All orders on offer at a moment compared, as far as that was done."""
        service, visit = service_and_access(request, match)
        return _orders_out(runtime_of(request), _orders_task(service, visit, role, at))

    @post("/orders", status_code=202, sync_to_thread=True)
    def compare(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[OrdersIn]
    ) -> OrdersOut:
        """Have the orders on offer at a moment compared."""
        service, visit = service_and_access(request, match)
        task = _orders_task(service, visit, data.seat or None, data.at)
        return _orders_out(_asked_for(runtime_of(request), visit, task), task)


def _task(
    service: Service, visit: MatchAccess, role: str | None, at: int = 0, *, thorough: bool = False
) -> Task:
    """What a caller may have found out about a match; raises Refused."""
    matches, match = service.matches, visit.match
    line, game = matches.history(match), matches.game_of(match)
    table = line.table
    if table.version not in (game.version, *game.former_versions):
        raise Refused(
            409, f"it was played under rules {table.version}, this service has {game.version}"
        )
    begun = matches.origins(match)[-1][1] - 1 if visit.is_branch else 0
    if visit.is_open:
        winners = table.result.winners if table.result else ()
        seat = next(iter(winners), table.seats[0])
        return Task(match, seat, HANDS, at, thorough, begun)
    seat = visit.viewing_role(role)
    if seat not in visit.own_seats:
        raise Refused(403, "before a match is open it is reviewed only for who holds a seat")
    if table.result is None and not visit.is_branch:
        raise Refused(
            403, "a match that is being played is not reviewed; a what-if of it can be", rule=RULE
        )
    return Task(match, seat, seat, at, thorough, max(begun, visit.first_visible_position(seat)))


def _orders_task(service: Service, visit: MatchAccess, role: str | None, at: int) -> Task:
    """As `_task`, of a moment and for the seat that is asked there; raises Refused.

    Once all hands are open that is the seat named, else the caller's, else any.
    """
    task = _task(service, visit, role, at)
    matches = service.matches
    line, game = matches.history(visit.match), matches.game_of(visit.match)
    if at <= task.after or not is_end(line, at):
        raise Refused(404, f"no moment of this match is at position {at}")
    asked = [prompt.seat for prompt in game.prompts(line.table_at(at))]
    wanted = [seat for seat in (role, *visit.own_seats) if seat in asked]
    seats = [*wanted, *asked] if task.eyes == HANDS else [one for one in asked if one == task.eyes]
    if not seats:
        raise Refused(409, f"nobody whose orders you may compare is asked at position {at}")
    return replace(task, seat=seats[0])


def _require_part(visit: MatchAccess) -> None:
    """Raise Refused for a stranger: others would wait for what they have made."""
    if not visit.roles:
        raise Refused(403, "only who has a part in the match can have it reviewed")


def _asked_for(run: Runtime, visit: MatchAccess, task: Task) -> Runtime:
    """The service, after it was asked for a task that is not done yet."""
    _require_part(visit)
    kept = run.reviews.kept(task)
    done = kept is not None and kept.whole and kept.thorough >= task.thorough
    if not done:
        try:
            run.review_worker.ask(task)
        except TooMany as refused:
            raise Refused(429, str(refused)) from None
    return run


def _state(run: Runtime, task: Task) -> tuple[State, Kept]:
    kept = run.reviews.kept(task)
    state = cast("State", run.review_worker.state(task, kept))
    return state, kept or run.reviews.blank(task)


def _review_out(run: Runtime, task: Task) -> ReviewOut:
    state, kept = _state(run, task)
    return ReviewOut(
        state, kept.step, kept.steps, kept.thorough, kept.why, task.seat, task.eyes, kept.review
    )


def _orders_out(run: Runtime, task: Task) -> OrdersOut:
    state, kept = _state(run, task)
    return OrdersOut(state, kept.step, kept.steps, kept.why, task.at, kept.orders)
