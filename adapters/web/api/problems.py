"""Errors as problem+json: what is wrong, which rule says so, and nothing that is secret."""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from msgspec.structs import replace

from wardiary.adapters.keepers import KeeperAway
from wardiary.adapters.matches import CommandIdTaken, MatchIsPaused, StalePosition
from wardiary.adapters.sentences import one_line
from wardiary.adapters.store import (
    MatchDamaged,
    MatchInPart,
    ReadFailed,
    StoreError,
    UnknownMatch,
    WriteFailed,
)
from wardiary.adapters.web.auth.keys import CardDamaged
from wardiary.domain.diary.archive_lines import ArchiveError
from wardiary.domain.games.registry import UnknownGame
from wardiary.domain.packs import PackError
from wardiary.domain.play.commands import Illegal
from wardiary.domain.table.errors import WardiaryError

LOG = structlog.get_logger("wardiary.web")
TITLES = {
    400: "This request cannot be read",
    401: "This key opens nothing",
    403: "This is not yours to do",
    404: "There is no such thing here",
    405: "This cannot be done here",
    409: "The position has changed",
    410: "This match is damaged",
    413: "This request is too large",
    422: "The rules refuse this",
    423: "The match is paused",
    429: "Too many requests",
    500: "This is a fault in wardiary",
    503: "The store cannot be used now",
}
KEEPER_AWAY = "A keeper is away"
ID_TAKEN = "This command id is taken"
RETRY_SECONDS = 2
SHALLOW = 100
"""Calls from the router to wherever a body is read, with room to spare."""
PROBLEM = "application/problem+json"


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error: `detail` says it in a sentence, `rule` cites who says so.

    `position` is that of the match, `happened` what a stale command's sender has not seen yet.
    """

    type: str
    title: str
    status: int
    detail: str
    rule: str = ""
    position: int | None = None
    happened: list[dict[str, Any]] = []


class Refused(WardiaryError):
    """Something the service refuses by itself, with the HTTP status that says so."""

    def __init__(self, status: int, detail: str, **more: Any) -> None:
        """`more` are further fields of the problem."""
        detail = one_line(detail)
        super().__init__(detail)
        kind = f"/problems/{TITLES[status].lower().replace(' ', '-')}"
        self.problem = Problem(kind, TITLES[status], status, detail, **more)


def answered(problem: Problem, headers: dict[str, str] | None = None) -> Response[Problem]:
    """The response that carries a problem."""
    return Response(
        problem,
        status_code=problem.status,
        media_type=PROBLEM,
        headers=headers or {},
    )


def _of(error: Exception) -> Problem:
    """The problem that an error is to the caller."""
    match error:
        case Refused():
            return error.problem
        case Illegal():
            status = 423 if isinstance(error, MatchIsPaused) else 422
            return Refused(status, error.why, rule=error.rule).problem
        case StalePosition():
            return Refused(409, str(error), position=error.head).problem
        case CommandIdTaken():
            taken = Refused(409, str(error), position=error.position).problem
            return replace(taken, type="/problems/command-id-taken", title=ID_TAKEN)
        case StoreError():
            return _store_problem(error)
        case ValidationException():
            return Refused(400, _invalid(error, {})).problem
        case InternalServerException() if "disconnected" in error.detail:
            return Refused(400, "the request broke off before its end").problem
        case HTTPException():
            status = error.status_code if error.status_code in TITLES else 400
            return Refused(status, error.detail or TITLES[status]).problem
        case _:
            return Refused(422, str(error)).problem


def _store_problem(error: StoreError) -> Problem:
    """What happened to the store, without its address and without damaged content."""
    match error:
        case KeeperAway():
            why = f"the keeper {error.name} does not answer; the order waits for it"
            away = Refused(503, f"{why} and is given by itself").problem
            return replace(away, type="/problems/a-keeper-is-away", title=KEEPER_AWAY)
        case MatchDamaged():
            return Refused(410, damage_said(error), position=error.whole or None).problem
        case CardDamaged():
            return Refused(410, "what the service keeps of this match is damaged").problem
        case UnknownMatch():
            return Refused(404, "no such match").problem
        case WriteFailed():
            return Refused(503, f"not recorded: {error.reason}; send it again as it is").problem
        case ReadFailed():
            return Refused(503, f"not readable: {error.reason}").problem
        case _:
            return Refused(503, "the store could not do this now; try again").problem


def damage_said(damage: MatchDamaged) -> str:
    """The text for callers on a damaged match: where, and what can still be done."""
    if isinstance(damage, MatchInPart):
        what = f"only a part of this match is here, up to position {damage.whole}"
    elif damage.newer:
        what = f"this match goes on in a newer wardiary at position {damage.position}"
    else:
        what = f"this match is damaged at position {damage.position}"
    if not damage.whole:
        return f"{what} and cannot be looked at; tell the operator of this service"
    return f"{what}; up to {damage.whole} it can be looked at and branched, but not played on"


def _invalid(error: ValidationException, names: Mapping[str, str]) -> str:
    """Which part of a request is wrong; without its value, which may be a secret.

    `names` tells what the caller calls a part, where the handler calls it otherwise.
    """
    extra = error.extra if isinstance(error.extra, list) else []
    sentences = []
    for problem in extra:
        if isinstance(problem, dict) and "message" in problem:
            part = names.get(str(problem.get("key")), problem.get("key")) or "the request"
            sentences.append(f"{part}: {problem['message']}")
    return "; ".join(sentences) or "the request does not have the shape that the API describes"


def _names(request: Request[Any, Any, Any]) -> dict[str, str]:
    """What the caller calls the parameters of the handler that was asked."""
    names = {}
    for name, field in request.route_handler.parsed_fn_signature.parameters.items():
        parameter = field.kwarg_definition
        names[name] = "the body" if name == "data" else getattr(parameter, "name", None) or name
    return names


def expected_problem(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer an error that was to be expected."""
    problem = _of(error)
    if isinstance(error, ValidationException):
        problem = Refused(400, _invalid(error, _names(request))).problem
    if isinstance(error, HTTPException) and error.headers:
        return answered(problem, dict(error.headers))
    wait = problem.status in (429, 503)
    return answered(problem, {"Retry-After": str(math.ceil(RETRY_SECONDS))} if wait else None)


def nested_problem(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer a body that is nested too deep; when our own calls are, it is a fault of ours."""
    if len(traceback.extract_tb(error.__traceback__)) > SHALLOW:
        return unexpected_problem(request, error)
    return answered(Refused(400, "this is nested too deep").problem)


def unexpected_problem(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer a fault of ours with a number to find it by in the log.

    Its text is neither sent nor logged, for it may name what is hidden: its place is enough.
    """
    number = uuid4().hex[:12]
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    LOG.error("fault", number=number, kind=type(error).__name__, where=where)
    return answered(Refused(500, f"noted in the log as {number}").problem)


EXPECTED = (
    Refused,
    Illegal,
    StalePosition,
    CommandIdTaken,
    StoreError,
    UnknownGame,
    ArchiveError,
    PackError,
    HTTPException,
)
Handler = Callable[[Request[Any, Any, Any], Any], Response[Problem]]
HANDLERS: dict[int | type[Exception], Handler] = {
    **dict.fromkeys(EXPECTED, expected_problem),
    RecursionError: nested_problem,
    Exception: unexpected_problem,
}


def handler_of(error: Exception) -> Handler:
    """The function that answers an error."""
    return next(HANDLERS[kind] for kind in type(error).__mro__ if kind in HANDLERS)
