"""Seats that are their own keepers of the dice: asked for shares, which their pages answer."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from wardiary.adapters.keepers import HttpKeeper
from wardiary.adapters.matches import Matches
from wardiary.adapters.seat_keepers import SeatKeeper
from wardiary.adapters.web.api.problems import Refused
from wardiary.adapters.web.runtime import AnyRequest, service_and_access
from wardiary.adapters.web.schemas.proof import (
    KeeperEngaged,
    KeeperTasks,
    KeeperWanted,
    SeedIn,
    ShareAsked,
    ShareIn,
)
from wardiary.domain.match.keepers import opened_keepers
from wardiary.domain.play.table_commands import HOST, OpenKeeper
from wardiary.domain.table.pieces import Seat

ForSeat = Annotated[str, QueryParameter(max_length=100, description="for which seat")]
RULE = "Table/Keepers"


class KeepingController(Controller):
    """What a seat's page does as a keeper of the dice."""

    path = "/api/v1/matches/{match:str}/keeper"
    tags = ("proof",)

    @get("", sync_to_thread=True)
    def tasks(self, request: AnyRequest, match: FromPath[str], seat: ForSeat = "") -> KeeperTasks:
        """The keepers of the caller's seat, and the shares that they are asked for."""
        service, visit = service_and_access(request, match)
        return _tasks(service.matches, match, visit.acting_seat(seat))

    @post("/share", status_code=200, sync_to_thread=True)
    def share(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[ShareIn]
    ) -> KeeperTasks:
        """Answer with a share; the order that waited for it is given at once. 409: not asked."""
        service, visit = service_and_access(request, match)
        seat = visit.acting_seat(data.seat)
        keeper = _own(service.matches, match, seat, data.keeper)
        if not keeper.answer(match, data.place, data.request, data.share):
            why = f"{data.keeper} is not asked for place {data.place}, or has answered it"
            raise Refused(409, why, rule=RULE)
        service.give_waiting(match)
        return _tasks(service.matches, match, seat)

    @post("/engage", status_code=200, sync_to_thread=True)
    def engage(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[KeeperWanted]
    ) -> KeeperEngaged:
        """Have a keeper of the host's list commit itself, to replace one that is lost.

        It is asked for nothing before all seats have agreed to it.
        """
        service, visit = service_and_access(request, match)
        visit.acting_seat(data.seat)
        if data.name not in service.keepers:
            known = ", ".join(service.keepers) or "none"
            raise Refused(422, f"no keeper {data.name!r} here; there are: {known}", rule=RULE)
        keeper = HttpKeeper(data.name, service.keepers[data.name])
        return KeeperEngaged(data.name, service.matches.engage(match, keeper))

    @post("/seed", status_code=200, sync_to_thread=True)
    def seed(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[SeedIn]
    ) -> KeeperTasks:
        """Tell the seed, once the match is over, so that everybody can check the shares."""
        service, visit = service_and_access(request, match)
        seat, matches = visit.acting_seat(data.seat), service.matches
        _own(matches, match, seat, data.keeper)
        if data.keeper not in opened_keepers(matches.history(match)):
            matches.command(match, HOST, OpenKeeper(data.keeper, data.seed))
        return _tasks(matches, match, seat)


def _own(matches: Matches, match: str, seat: Seat, name: str) -> SeatKeeper:
    """A seat's own keeper of a name; raises Refused."""
    for keeper in matches.seat_keepers(match, seat):
        if keeper.name == name:
            return keeper
    raise Refused(403, f"{seat} has no keeper {name!r} of its own here", rule=RULE)


def _tasks(matches: Matches, match: str, seat: Seat) -> KeeperTasks:
    line = matches.history(match)
    said, is_over = line.said, line.table.result is not None
    own = matches.seat_keepers(match, seat)
    now = [keeper for keeper in own if keeper.name in said.keepers]
    asked = [one for keeper in now if (one := keeper.asked(match)) is not None]
    opened = opened_keepers(line) if is_over else set()
    return KeeperTasks(
        seat,
        {
            keeper.name: said.committed[keeper.name]
            for keeper in (own if is_over else now)
            if keeper.name not in opened
        },
        tuple(ShareAsked(one.keeper, one.place, one.request) for one in asked),
        is_over,
    )
