"""Before a command is sent: what it would mean, why something is not possible, and hints."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from wardiary.adapters.web.api.problems import Refused
from wardiary.adapters.web.auth.access import MatchAccess
from wardiary.adapters.web.runtime import AnyRequest, in_thread, service_and_access
from wardiary.adapters.web.schemas.play import Hint, PreviewOut, Previews, PreviewsIn, Reasons
from wardiary.adapters.web.service import Service
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.game import Game
from wardiary.domain.play.previews import preview
from wardiary.domain.play.prompts import Prompt, prompt_for
from wardiary.domain.play.why_not import WhyNot
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.labels import capital
from wardiary.projections.naming import Names
from wardiary.projections.offers import command_in_words, preview_text, why_not_texts
from wardiary.projections.redaction import view


class AdviceController(Controller):
    """For the seat that is asked. All of it is made from what that seat sees, and nothing else."""

    path = "/api/v1/matches/{match:str}"
    tags = ("play",)

    @post("/previews", status_code=200)
    @in_thread
    def previews(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[PreviewsIn]
    ) -> Previews:
        """What commands would mean, before one of them is sent: totals item by item, chances, what
        is spent; as far as the rules and what the seat knows say it. None for a seat that is not
        asked anything: its question may have been answered a moment ago.
        """
        service, visit = service_and_access(request, match)
        game, seen, prompt = _seen(service, visit, data.seat)
        if prompt is None:
            return Previews(seen.position, ())
        commands = [_command(game, words) for words in data.commands]
        looked_at = (_preview(game, seen, prompt, command) for command in commands)
        return Previews(seen.position, tuple(looked_at))

    @get("/why-not", sync_to_thread=True)
    def why_not(
        self, request: AnyRequest, match: FromPath[str], of: FromQuery[str],
        seat: FromQuery[str] = "",
    ) -> Reasons:  # fmt: skip
        """Why a piece or space cannot do what one would expect of it now, with the rules."""
        service, visit = service_and_access(request, match)
        game, seen, prompt = _asked(service, visit, seat)
        reasons = game.why_not(seen, prompt.seat, of) if seen.pack is not None else ()
        return Reasons(why_not_texts(Names(game, seen, prompt.seat), reasons))

    @get("/hint", sync_to_thread=True)
    def hint(self, request: AnyRequest, match: FromPath[str], seat: FromQuery[str] = "") -> Hint:
        """Advice for the question that the seat is asked, and what the bot would answer."""
        service, visit = service_and_access(request, match)
        game, seen, prompt = _asked(service, visit, seat)
        command = game.policy(seen, prompt, service.bots.rng)
        names = Names(game, seen, prompt.seat)
        advice = game.guide.hints.get(prompt.rule, "") if game.guide else ""
        says = capital(command_in_words(names, command))
        return Hint(advice, msgspec.to_builtins(command), says)


def _seen(service: Service, visit: MatchAccess, named: str) -> tuple[Game, Table, Prompt | None]:
    """The game, the table as the caller's seat sees it, and what that seat is asked, if it is."""
    now = service.matches.current(visit.match)
    seat: Seat = visit.acting_seat(named, [prompt.seat for prompt in now.prompts])
    game, seen = service.matches.game_of(visit.match), view(now.table, seat)
    return game, seen, prompt_for(now.prompts, seat)


def _asked(service: Service, visit: MatchAccess, named: str) -> tuple[Game, Table, Prompt]:
    """As `_seen`; raises Refused where the seat is not asked anything."""
    game, seen, prompt = _seen(service, visit, named)
    if prompt is None:
        raise Refused(409, "this seat is not asked anything now")
    return game, seen, prompt


def _command(game: Game, words: dict[str, Any]) -> Command:
    try:
        return game.decode_command(msgspec.json.encode(words))
    except Illegal as illegal:
        raise Refused(422, illegal.why, rule=illegal.rule) from None


def _preview(game: Game, seen: Table, prompt: Prompt, command: Command) -> PreviewOut:
    try:
        result = preview(game, seen, prompt.seat, command, prompt)
    except Illegal as illegal:
        why = Names(game, seen, prompt.seat).text(illegal.why)
        return PreviewOut(refused=WhyNot("", illegal.rule, why))
    return PreviewOut(preview_text(game, seen, prompt.seat, command, result))
