"""Lines: branches opened and listed, two lines compared, archives and audits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore
from typing import Annotated, Literal

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from wardiary.adapters.matches import Matches
from wardiary.adapters.signatures import is_signed
from wardiary.adapters.web.api.entries import holder_names
from wardiary.adapters.web.api.matches import granted
from wardiary.adapters.web.api.problems import Refused
from wardiary.adapters.web.api.views import As, reachable
from wardiary.adapters.web.api.when import when
from wardiary.adapters.web.auth.access import MatchAccess, Principal, grants_of
from wardiary.adapters.web.auth.keys import BranchOrigin, MatchSettings
from wardiary.adapters.web.runtime import AnyRequest, service_and_access, service_and_principal
from wardiary.adapters.web.schemas.branches import BranchCreated, BranchIn, BranchOut, BranchTree
from wardiary.adapters.web.schemas.proof import HeadOut, HeadSeen, VerdictOut
from wardiary.adapters.web.service import HUMAN, Service
from wardiary.domain.diary.history import History
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.table_commands import BOT, HOST, ClaimSeat
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.adjudication import audit_file
from wardiary.projections.diff import Diff, diff
from wardiary.projections.redaction import DIRECTOR, SPECTATOR
from wardiary.projections.verdicts import Verdict

HEAVY = Semaphore(1)
"""Audits and archives read whole lines: one at a time, so that play goes on beside them."""
HEAVY_SECONDS = 1.0
Place = Annotated[int | None, QueryParameter(ge=1, le=2**53)]


@contextmanager
def heavy() -> Iterator[None]:
    """Do something that reads a whole line; raises Refused when others do so for too long."""
    if not HEAVY.acquire(timeout=HEAVY_SECONDS):
        raise Refused(429, "another audit or archive is being made; try again in a moment")
    try:
        yield
    finally:
        HEAVY.release()


class BranchesController(Controller):
    """Branches, and proofs."""

    path = "/api/v1/matches/{match:str}"
    tags = ("branches",)

    @post("/branches", sync_to_thread=True)
    def branch(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[BranchIn]
    ) -> Response[BranchCreated]:
        """Open a branch. While the match runs a seat's what-if is dealt again from what it knows.

        Then bots hold the other seats. Of an open match, and by a director who does not play, the
        branch is exact, and its opener gets the seat asked for, or every seat.
        """
        service, caller = service_and_principal(request)
        visit = service.access(caller, match)
        line = service.matches.history(match)
        at = _at(line, data)
        dealt = None if visit.sees_all else visit.viewing_role(data.seat)
        if data.seat and data.seat not in visit.seats:
            raise Refused(422, f"no seat {data.seat!r} here; there are: {', '.join(visit.seats)}")
        if dealt == SPECTATOR:
            raise Refused(403, "only who holds a seat can try something else while the match runs")
        reachable(visit, dealt or DIRECTOR, at)
        child = service.matches.branch(match, at, seat=dealt, forced=data.forced)
        keys, director = _seated(service, visit, child, dealt, data)
        service.reply(child)
        branched = BranchCreated(child, match, at, dealt or "exact", keys, director)
        return granted(request, service, caller, child, [*keys.values(), director], branched)

    @get("/branches", sync_to_thread=True)
    def branches(self, request: AnyRequest, match: FromPath[str]) -> BranchTree:
        """The tree of branches around a match, as far as the caller may know of them."""
        service, caller = service_and_principal(request)
        service.access(caller, match)
        matches = service.matches
        root = matches.origins(match)[0][0]
        return BranchTree(root, tuple(_tree(service, caller, root)))

    @get("/difference/{other:str}", sync_to_thread=True)
    def difference(
        self, request: AnyRequest, match: FromPath[str], other: FromPath[str],
        at: Place = None, at_other: Place = None, role: As = None,
    ) -> Diff:  # fmt: skip
        """How two lines differ at their heads or at given positions, to eyes that may see both."""
        service, caller = service_and_principal(request)
        left, right = service.access(caller, match), service.access(caller, other)
        seen = _shared_eyes(left, right, role)
        lines = service.matches.history(match), service.matches.history(other)
        ends = _end(lines[0], at), _end(lines[1], at_other)
        reachable(left, seen, ends[0])
        reachable(right, seen, ends[1])
        game = service.matches.game_of(match)
        return diff(game, *lines, seen, at_left=ends[0], at_right=ends[1])

    @get("/archive", media_type="application/jsonl", sync_to_thread=True)
    def archive(
        self, request: AnyRequest, match: FromPath[str], role: As = None
    ) -> Response[bytes]:
        """The line as one file that can be audited anywhere: all that the role may know."""
        service, visit = service_and_access(request, match)
        with heavy():
            content = _archive(service.matches, visit, visit.viewing_role(role))
        disposition = f'attachment; filename="{match}.jsonl"'
        return Response(content, headers={"Content-Disposition": disposition})

    @get("/head", sync_to_thread=True)
    def head(self, request: AnyRequest, match: FromPath[str], at: Place = None) -> HeadOut:
        """The hash of the last entry, to sign an order on, or to note elsewhere; and with `at` the
        one there, to hold against what was noted before.
        """
        service, _ = service_and_access(request, match)
        position, head = service.matches.head(match)
        noted = "" if at is None else service.matches.head_at(match, at)
        return HeadOut(match, position, head, noted)

    @post("/heads", status_code=200, sync_to_thread=True)
    def countersign(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[HeadSeen]
    ) -> HeadSeen:
        """Note that the caller's seat has seen a head: it is kept beside the match and exported."""
        service, visit = service_and_access(request, match)
        seat = visit.acting_seat(data.seat)
        try:
            service.matches.countersign(match, seat, data.position, data.head, data.signature)
        except Illegal as illegal:
            head = service.matches.history(match).head
            raise Refused(409, illegal.why, rule=illegal.rule, position=head) from None
        return data

    @get("/audit", sync_to_thread=True)
    def audit(self, request: AnyRequest, match: FromPath[str]) -> VerdictOut:
        """Check chain, secrets, dice and decisions: all that the caller may see of them."""
        service, visit = service_and_access(request, match)
        matches = service.matches
        _, head = matches.head(match)
        with heavy():
            if visit.sees_all:
                return _audited("all", matches.audit(match), head)
            archive = _archive(matches, visit, visit.viewing_role())
            return _audited("seat", audit_file(archive, registry.GAMES, check=is_signed), head)


def _shared_eyes(left: MatchAccess, right: MatchAccess, wanted: str | None) -> Seat:
    """The role to compare as: one that may see both lines, a spectator if there is no other."""
    seen = left.viewing_role(wanted)
    if wanted:
        right.viewing_role(wanted)
        return seen
    try:
        return right.viewing_role(seen or "spectator")
    except Refused:
        return SPECTATOR


def _audited(scope: Literal["all", "seat"], verdict: Verdict, head: str) -> VerdictOut:
    return VerdictOut(
        scope,
        verdict.verdict,
        verdict.position,
        verdict.rule,
        verdict.detail,
        verdict.notes,
        head,
        verdict.about,
    )


def _archive(matches: Matches, visit: MatchAccess, role: Seat) -> bytes:
    if visit.first_visible_position(role):
        raise Refused(403, "this role may not read how the line began, so it gets no archive")
    return matches.export(visit.match, None if role == DIRECTOR else role)


def _at(line: History, data: BranchIn) -> int:
    """Where to branch; at the head unless a position, turn or time is given."""
    options = [option for option in (data.at, data.turn, data.time) if option is not None]
    if len(options) > 1:
        raise Refused(400, "give one of at, turn and time")
    try:
        if data.turn is not None:
            return line.end_at_turn(data.turn)
        if (time := when(data.time)) is not None:
            return line.end_at_time(time)
    except IndexError as error:
        raise Refused(404, str(error)) from None
    return line.head if data.at is None else data.at


def _end(line: History, at: int | None) -> int:
    if at is not None and at > line.head:
        raise Refused(404, f"there is no position {at}; the match ends at {line.head}")
    return line.head if at is None else at


def _seated(
    service: Service, visit: MatchAccess, child: str, dealt: Seat | None, data: BranchIn
) -> tuple[dict[Seat, str], str]:
    """Seat the opener of a branch: at the seat asked for, or at all; bots at the others."""
    matches, keyring = service.matches, service.keyring
    own = dealt or data.seat
    mine = (own,) if own else visit.seats
    card = MatchSettings(
        disclosure="at-end", directing=mine, made=matches.clock(), name=data.name.strip()
    )
    keyring.save_match_settings(child, card)
    root, (_, first) = matches.origins(child)[0][0], matches.origins(child)[-1]
    keyring.note_branch(
        root, child, BranchOrigin(visit.match, first - 1, dealt or "exact", card.made)
    )
    for seat in visit.seats:
        holder = HUMAN if seat in mine else BOT
        if matches.history(child).table.holders.get(seat) != holder:
            matches.command(child, HOST, ClaimSeat(seat, holder))
    keys = {seat: keyring.issue(child, "seat", seat) for seat in mine}
    return keys, keyring.issue(child, "director")


def _tree(service: Service, caller: Principal, root: str) -> list[BranchOut]:
    """The branches of a root as they were opened, as far as the caller may know of them."""
    granted = {grant.match for grant in grants_of(service.keyring, caller)}
    branches = []
    for child, born in service.keyring.branches(root):
        card = service.keyring.match_settings(child)
        if card is not None and (card.public or child in granted):
            table = service.matches.history(child).table
            branches.append(_branch_shown(child, born, card, table, child in granted))
    return branches


def _branch_shown(
    child: str, born: BranchOrigin, card: MatchSettings, table: Table, mine: bool
) -> BranchOut:
    result = table.result
    return BranchOut(
        match=child,
        parent=born.parent,
        at=born.at,
        head=table.position,
        over=result is not None,
        dealt=born.dealt,
        yours=mine,
        name=card.name,
        seats=holder_names(table),
        winners=result.winners if result else (),
        reason=result.reason if result else "",
    )
