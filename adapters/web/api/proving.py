"""Proving: orders to sign, and what is proved of a match for a seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from wardiary.adapters.archives import SEEN
from wardiary.adapters.matches import Matches, parse_command
from wardiary.adapters.web.runtime import AnyRequest, service_and_access
from wardiary.adapters.web.schemas.proof import (
    Assured,
    OrderIn,
    OrderToSign,
    ProofOut,
    Shares,
    StandingDue,
)
from wardiary.domain.diary.archive_lines import SeenLine
from wardiary.domain.diary.codec import ENCODER
from wardiary.domain.diary.history import History
from wardiary.domain.match.keepers import keeper_agreements, seat_that_keeps
from wardiary.domain.match.keys import key_agreements
from wardiary.domain.match.shares import is_shared
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table.pieces import Seat
from wardiary.projections.guarantees import Measure, assured

ForSeat = Annotated[str, QueryParameter(max_length=100, description="for which seat")]


class ProvingController(Controller):
    """What a seat does so that nobody can choose its dice, order for it, or rewrite the past."""

    path = "/api/v1/matches/{match:str}"
    tags = ("proof",)

    @post("/orders", status_code=200, sync_to_thread=True)
    def order(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[OrderIn]
    ) -> OrderToSign:
        """What a seat with a key signs of a command, before it gives it with the signature.

        When another entry comes in between, the command is refused and must be signed again.
        """
        service, visit = service_and_access(request, match)
        matches, seat, words = service.matches, visit.acting_seat(data.seat), data.command
        raw = words if isinstance(words, str) else msgspec.json.encode(words)
        command = parse_command(matches.game_of(match), raw)
        position, head = matches.head(match)
        return OrderToSign(match, seat, position, head, ENCODER.encode(command).decode())

    @get("/proof", sync_to_thread=True)
    def proof(self, request: AnyRequest, match: FromPath[str], seat: ForSeat = "") -> ProofOut:
        """Keys, shares and heads seen of a match, and what they prove for one of its seats."""
        service, visit = service_and_access(request, match)
        own = seat if seat in visit.seats else next(iter(visit.own_seats), "")
        return proof_of(service.matches, match, own, service.keepers)

    @get("/standing/due", sync_to_thread=True)
    def due(self, request: AnyRequest, match: FromPath[str], seat: ForSeat = "") -> StandingDue:
        """The standing answer that is due for the caller's seat, to be signed and given by it.

        Seats without a key need not ask: theirs are given for them.
        """
        service, visit = service_and_access(request, match)
        own, matches = visit.acting_seat(seat), service.matches
        now = matches.current(match, (own,) if own in visit.seats else ())
        prompt = prompt_for(now.prompts, own)
        answer = prompt and matches.standing_answer_to(match, prompt, now)
        given = msgspec.json.decode(ENCODER.encode(answer)) if answer else {}
        return StandingDue(own, given, now.windows.get(own, 0))


def proof_of(matches: Matches, match: str, seat: Seat, known: Iterable[str] = ()) -> ProofOut:
    """What is proved of a match for a seat; `known` are the keepers of the host's list."""
    line = matches.history(match)
    said, table = line.said, line.table
    seen = _seen(matches, match, line)
    taken = _measures(line, seat, seen)
    return ProofOut(
        seat,
        dict(said.keys),
        Shares(is_shared(table), bool(said.dealt), tuple(said.seals), tuple(said.shares)),
        seen,
        tuple(
            Assured(cell.who, cell.act, cell.outcome, cell.by, cell.better)
            for cell in assured(taken)
        ),
        tuple(key_agreements(line)),
        tuple(said.keepers),
        tuple(name for name in known if name not in said.committed),
        tuple(keeper_agreements(line)),
    )


def _seen(matches: Matches, match: str, line: History) -> dict[Seat, int]:
    kept = {seat: matches.store.get(SEEN, f"{match}/{seat}") for seat in line.table.seats}
    return {
        seat: msgspec.json.decode(raw, type=SeenLine).position for seat, raw in kept.items() if raw
    }


def _measures(line: History, seat: Seat, seen: dict[Seat, int]) -> set[Measure]:
    """The measures that are taken in a match, as far as they count for a seat.

    The keeper of another seat proves nothing to this one: the two may be in league.
    """
    keeping = {seat_that_keeps(name, line.table.seats) for name in line.said.keepers}
    measures: dict[Measure, bool] = {
        "keys": seat in line.said.keys,
        "heads": seat in seen,
        "shares": is_shared(line.table),
        "keepers": bool(keeping & {None, seat}),
    }
    return {measure for measure, is_taken in measures.items() if is_taken}
