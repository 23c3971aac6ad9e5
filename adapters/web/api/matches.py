"""Games on offer, matches opened and found, seats invited and claimed."""

from __future__ import annotations

from typing import Annotated, TypeVar

from litestar import Controller, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from wardiary.adapters.matches.discarding import opener_to_discard
from wardiary.adapters.web.api.listings import in_short, listed
from wardiary.adapters.web.api.problems import PROBLEM, Problem, Refused
from wardiary.adapters.web.auth.access import Principal, cookie_name, grants_of
from wardiary.adapters.web.auth.keys import SESSION_MS, MatchSettings
from wardiary.adapters.web.auth.trust import trust
from wardiary.adapters.web.runtime import (
    AnyRequest,
    runtime_of,
    service_and_access,
    service_and_principal,
)
from wardiary.adapters.web.schemas.games import GameOut, Games, ScenarioOut, SettingOut
from wardiary.adapters.web.schemas.matches import (
    AgreementIn,
    InvitationCreated,
    InvitationShown,
    KnownAs,
    Lobby,
    MatchCreated,
    MatchIn,
    NameIn,
    SeatClaimed,
    SeatIn,
    Summary,
    Token,
    Trust,
)
from wardiary.adapters.web.service import ME, NO_INVITATION, REPLACED, Service
from wardiary.domain.clocks.agreement import NoSuchTime, agreement_of, written
from wardiary.domain.games import registry
from wardiary.domain.match.shares import is_shared
from wardiary.domain.play.game import Game
from wardiary.domain.table.text import escape_controls
from wardiary.projections.agreements import AgreementText, agreement_in_words

T = TypeVar("T")
PAGE = 50
Offset = Annotated[int, QueryParameter(ge=0, le=10_000_000)]


class MatchesController(Controller):
    """The lobby."""

    path = "/api/v1"
    tags = ("matches",)

    @get(
        "/games",
        responses={429: ResponseSpec(Problem, generate_examples=False, media_type=PROBLEM)},
        sync_to_thread=True,
    )
    def games(self, request: AnyRequest) -> Games:
        """Every game that can be played here, with scenarios and settings."""
        service, _ = service_and_principal(request)
        games = tuple(game_out(service, registry.game(name)) for name in registry.names())
        return Games(games, tuple(service.keepers))

    @post("/matches", sync_to_thread=True)
    def open(self, request: AnyRequest, data: JSONBody[MatchIn]) -> Response[MatchCreated]:
        """Open a match. A browser's session is granted the seats "me" and the director's chair."""
        service, caller = service_and_principal(request)
        own_seats = tuple(seat for seat, holder in data.seats.items() if holder == ME)
        caller, known, cookies = named(request, service, caller)
        card = MatchSettings(
            data.public, data.disclosure, directing=own_seats, host=caller.name, name=data.name
        )
        match = service.open(
            data.game,
            data.scenario,
            data.settings,
            data.seats,
            card,
            known=known,
            keepers=data.keepers,
        )
        service.keyring.call_host(match, data.known_as)
        for seat in own_seats:
            service.keyring.call(match, seat, data.known_as)
        table = service.matches.history(match).table
        free = [seat for seat in table.seats if seat not in table.holders]
        invitations = {seat: service.invite(match, seat) for seat in free}
        keys = {seat: service.keyring.issue(match, "seat", seat) for seat in own_seats}
        director = service.keyring.issue(match, "director")
        service.reply(match)
        opened = MatchCreated(match, keys, director, invitations)
        answer = granted(request, service, caller, match, [*keys.values(), director], opened)
        answer.cookies.extend(cookies)
        return answer

    @post("/agreements", status_code=200, sync_to_thread=True)
    def agreement(self, request: AnyRequest, data: JSONBody[AgreementIn]) -> AgreementText:
        """What settings about time would mean for a match, in sentences; nothing is stored.

        422: what is wrong with them.
        """
        service, _ = service_and_principal(request)
        try:
            agreed = agreement_of(written(data.settings, data.seats))
        except NoSuchTime as error:
            raise Refused(422, str(error)) from None
        return agreement_in_words(agreed, service.matches.clock())

    @get("/matches", sync_to_thread=True)
    def matches(self, request: AnyRequest, after: Offset = 0) -> Lobby:
        """The public matches and those of the caller, the newest first, a page at a time."""
        service, caller = service_and_principal(request)
        grants = grants_of(service.keyring, caller)
        granted = {grant.match for grant in grants}
        everything = any(grant.role == "administrator" for grant in grants)
        cards = [
            match
            for match, card in service.keyring.all_match_settings()
            if card.public or match in granted or everything
        ]
        page = cards[after : after + PAGE]
        stored_summaries = runtime_of(request).summaries(page)
        summaries = tuple(
            listed(service, caller, grants, match, stored)
            for match, stored in zip(page, stored_summaries, strict=True)
        )
        return Lobby(summaries, after + PAGE if len(cards) > after + PAGE else None)

    @get("/matches/{match:str}", sync_to_thread=True)
    def match(self, request: AnyRequest, match: FromPath[str]) -> Summary:
        """A match in short, and the caller's part in it."""
        service, visit = service_and_access(request, match)
        return in_short(service, visit)

    @post("/invitations/claim", status_code=200, sync_to_thread=True)
    def claim(self, request: AnyRequest, data: JSONBody[Token]) -> Response[SeatClaimed]:
        """Change an invitation for the seat's key; it works once.

        A caller who holds the seat by it already gets `again`, without the key.
        """
        service, caller = service_and_principal(request)
        grants = grants_of(service.keyring, caller)
        held = service.held(data.token, grants)
        if held is not None:
            return Response(SeatClaimed(held.match, held.seat, "", again=True))
        invitation, key = service.claim(data.token, grants)
        if any(grant.role == "director" and grant.match == invitation.match for grant in grants):
            service.record_director_seat(invitation.match, invitation.seat)
        service.keyring.call(invitation.match, invitation.seat, data.known_as)
        claimed = SeatClaimed(invitation.match, invitation.seat, key)
        return granted(request, service, caller, invitation.match, [key], claimed)

    @post("/invitations/look", status_code=200, sync_to_thread=True)
    def look(self, request: AnyRequest, data: JSONBody[Token]) -> InvitationShown:
        """The seat that an invitation offers, without taking it; says if the caller has used it."""
        service, caller = service_and_principal(request)
        offered, used = service.keyring.invitation(data.token)
        held = service.held(data.token, grants_of(service.keyring, caller))
        if offered is None or (used and held is None):
            raise Refused(404, NO_INVITATION)
        match, matches = offered.match, service.matches
        if service.keyring.generation(match, offered.seat) != offered.generation:
            raise Refused(404, REPLACED)
        game, table = matches.game_of(match), matches.history(match).table
        card = service.keyring.match_settings(match) or MatchSettings()
        return InvitationShown(
            match,
            game.title,
            escape_controls(game.scenario_title(table)),
            offered.seat,
            held is not None,
            trust(matches, service.keyring, match),
            about=_about(service, game, table.scenario),
            name=card.name,
            host=service.keyring.host(match),
            shares=is_shared(table),
        )

    @post("/matches/{match:str}/name", status_code=200, sync_to_thread=True)
    def rename(self, request: AnyRequest, match: FromPath[str], data: JSONBody[NameIn]) -> Summary:
        """Give a match a name, or take it away (director)."""
        service, visit = service_and_access(request, match)
        visit.require_director()
        service.name_match(match, data.name)
        return in_short(service, service_and_access(request, match)[1])

    @post("/matches/{match:str}/people", status_code=200, sync_to_thread=True)
    def call(self, request: AnyRequest, match: FromPath[str], data: JSONBody[KnownAs]) -> Summary:
        """Say what you want to be called on a seat that you hold; "" takes the name away."""
        service, visit = service_and_access(request, match)
        if data.seat not in visit.own_seats:
            raise Refused(403, f"you do not hold the seat {data.seat!r}")
        service.keyring.call(match, data.seat, data.name)
        if visit.directs:
            service.keyring.call_host(match, data.name)
        return in_short(service, visit)

    @delete("/matches/{match:str}", status_code=204, sync_to_thread=True)
    def discard(self, request: AnyRequest, match: FromPath[str]) -> None:
        """Throw a branch away, for good, while no other branch rests on it.

        For its director and for the seat that it was dealt for.
        """
        service, visit = service_and_access(request, match)
        opener = opener_to_discard(service.matches.store, match)
        if not (visit.directs or visit.administers or opener.dealt in visit.own_seats):
            raise Refused(403, "only who opened this branch may throw it away")
        service.matches.discard(match)
        runtime_of(request).forget(match)

    @get("/matches/{match:str}/keys", sync_to_thread=True)
    def keys(self, request: AnyRequest, match: FromPath[str]) -> Trust:
        """Which keys open more than a seat, and how often the host opened the like in vain."""
        service, _ = service_and_access(request, match)
        return trust(service.matches, service.keyring, match)

    @post("/matches/{match:str}/invitations", sync_to_thread=True)
    def invite(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[SeatIn]
    ) -> InvitationCreated:
        """Invite somebody to a seat (director). The previous holder loses it: keys are revoked."""
        service, visit = service_and_access(request, match)
        visit.require_director()
        if data.seat not in visit.seats:
            raise Refused(
                422, f"there is no seat {data.seat!r}; there are: {', '.join(visit.seats)}"
            )
        return InvitationCreated(data.seat, service.invite(match, data.seat))

    @delete("/key", sync_to_thread=True)
    def revoke(self, request: AnyRequest) -> None:
        """Revoke the key that this request is sent with; it opens nothing any more, anywhere."""
        service, caller = service_and_principal(request)
        if not caller.key_hash or not grants_of(service.keyring, caller):
            raise Refused(401, "send the key to be revoked as Authorization: Bearer")
        service.keyring.revoke(caller.key_hash)

    @delete("/session", status_code=204, sync_to_thread=True)
    def leave(self, request: AnyRequest) -> Response[None]:
        """End the browser's session."""
        service, caller = service_and_principal(request)
        if caller.session:
            service.keyring.end_session(caller.session)
        return Response(None, cookies=[session_cookie(request, "", 0)])


def _about(service: Service, game: Game, scenario: str) -> str:
    """What a scenario is about, as far as the game is shipped with it."""
    known = (info.about for info in service.scenarios(game) if info.id == scenario)
    return escape_controls(next(known, ""))


def named(
    request: AnyRequest, service: Service, caller: Principal
) -> tuple[Principal, bool, list[Cookie]]:
    """The caller with a session of its own, whether it was known before, and a new cookie if not.

    A program without a key stays without a name.
    """
    known = bool(grants_of(service.keyring, caller)) if caller.name else False
    if caller.key_hash or "x-wardiary" not in request.headers:
        return caller, known, []
    if caller.session and service.keyring.has_session(caller.session):
        return caller, True, []
    session = service.keyring.new_session()
    cookie = session_cookie(request, session, SESSION_MS // 1000)
    return Principal(session=session), False, [cookie]


def granted(
    request: AnyRequest,
    service: Service,
    caller: Principal,
    match: str,
    keys: list[str],
    content: T,
) -> Response[T]:
    """An answer that grants keys to the caller's session as well, begun now if need be.

    Only a page has a session; programs keep the keys that the answer holds.
    """
    if caller.key_hash or "x-wardiary" not in request.headers:
        return Response(content)
    keyring, session, cookies = service.keyring, caller.session, []
    if not session or not keyring.has_session(session):
        session = keyring.new_session()
        cookies = [session_cookie(request, session, SESSION_MS // 1000)]
    for key in keys:
        keyring.add(session, match, key)
    return Response(content, cookies=cookies)


def session_cookie(request: AnyRequest, value: str, seconds: int) -> Cookie:
    """The cookie of a session: no script reads it, and no other site makes a browser send it."""
    return Cookie(
        key=cookie_name(request.url.scheme),
        value=value,
        max_age=seconds,
        path="/",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def game_out(service: Service, game: Game) -> GameOut:
    """A game on offer."""
    return GameOut(
        game.name,
        game.title,
        game.version,
        tuple(
            ScenarioOut(scenario.id, scenario.title, scenario.seats, scenario.about)
            for scenario in service.scenarios(game)
        ),
        tuple(
            SettingOut(setting.name, setting.default, setting.choices, setting.about, setting.rule)
            for setting in game.all_settings
        ),
    )
