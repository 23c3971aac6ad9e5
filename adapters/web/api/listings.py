"""Listings: the summaries of matches in the lobby, with each caller's own part in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from wardiary.adapters.store import MatchDamaged, UnknownMatch
from wardiary.adapters.web.api.problems import damage_said
from wardiary.adapters.web.api.summaries import summary
from wardiary.adapters.web.auth.access import MatchAccess, Principal
from wardiary.adapters.web.auth.keys import CardDamaged, Grant
from wardiary.adapters.web.schemas.matches import Summary
from wardiary.adapters.web.service import Service
from wardiary.domain.games.registry import UnknownGame
from wardiary.domain.play.table_commands import DIRECTOR


def mine(service: Service, public_summary: Summary, grants: Sequence[Grant]) -> Summary:
    """The summary for everyone, with the caller's own part and what changes most often."""
    roles = tuple(
        dict.fromkeys(grant.name for grant in grants if grant.match == public_summary.match)
    )
    card = service.keyring.match_settings(public_summary.match)
    return replace(
        public_summary,
        yours=roles,
        view_as=public_summary.view_as
        if public_summary.open
        else (*(role for role in roles if role != DIRECTOR), "spectator"),
        paused=service.matches.paused(public_summary.match),
        consents=card.consents if card else (),
        invited=service.keyring.invited(public_summary.match),
        people=service.keyring.people(public_summary.match),
        name=card.name if card else "",
    )


def in_short(service: Service, visit: MatchAccess) -> Summary:
    """The summary for one caller, with who is invited and how people want to be called."""
    public_summary = summary(service.matches, visit)
    return replace(
        public_summary,
        invited=service.keyring.invited(visit.match),
        people=service.keyring.people(visit.match),
    )


def listed(
    service: Service,
    caller: Principal,
    grants: Sequence[Grant],
    match: str,
    public_summary: Summary | None,
) -> Summary:
    """A summary for the lobby, from the one that Redis has (`made`) if there is one.

    A damaged match gets a summary too, so that the others can be listed.
    """
    try:
        if public_summary is not None:
            return mine(service, public_summary, grants)
        return in_short(service, service.access(caller, match))
    except (MatchDamaged, CardDamaged, UnknownMatch, UnknownGame) as error:
        return unreadable(match, error)


def unreadable(match: str, error: Exception) -> Summary:
    """The summary of a match that cannot be read."""
    if isinstance(error, MatchDamaged):
        damage = damage_said(error)
    elif isinstance(error, UnknownGame):
        damage = "this match is of a game that is not known here"
    else:
        damage = "this match is damaged and cannot be looked at; tell the operator of this service"
    nothing: dict[str, Any] = dict.fromkeys(("game", "scenario", "version", "phase", "reason"), "")
    nothing |= dict.fromkeys(("winners", "waiting_for", "yours", "view_as", "consents"), ())
    nothing |= dict.fromkeys(("public", "paused", "open", "over"), False)
    nothing |= dict.fromkeys(("round", "turn", "position", "at"), 0)
    nothing |= {"seats": {}, "settings": {}, "disclosure": "at-end", "parent": "", "dealt": ""}
    return Summary(match=match, title="A damaged match", damage=damage, **nothing)
