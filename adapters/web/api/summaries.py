"""Matches in short: what the lobby lists, and what Redis keeps of each as its view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from wardiary.adapters.matches import CurrentState, Matches
from wardiary.adapters.store import MatchDamaged, UnknownMatch
from wardiary.adapters.web.api.entries import holder_names
from wardiary.adapters.web.api.problems import damage_said
from wardiary.adapters.web.auth.access import MatchAccess, Principal
from wardiary.adapters.web.auth.keys import CardDamaged, Grant
from wardiary.adapters.web.schemas.matches import RewindAsked, Summary
from wardiary.domain.games.registry import UnknownGame
from wardiary.domain.play.table_commands import DIRECTOR
from wardiary.domain.table import events as e
from wardiary.domain.table.text import escape_controls
from wardiary.projections.consent import between
from wardiary.projections.redaction import SPECTATOR

if TYPE_CHECKING:
    from wardiary.adapters.web.service import Service


def mine(service: Service, made: Summary, grants: Sequence[Grant]) -> Summary:
    """A summary made for everyone, with what a caller's own part in it is and what changes most."""
    own = tuple(dict.fromkeys(grant.name for grant in grants if grant.match == made.match))
    card = service.keyring.match_settings(made.match)
    return replace(
        made,
        yours=own,
        view_as=made.view_as
        if made.open
        else (*(one for one in own if one != DIRECTOR), "spectator"),
        paused=service.matches.paused(made.match),
        consents=card.consents if card else (),
        invited=service.keyring.invited(made.match),
    )


def summary(matches: Matches, visit: MatchAccess) -> Summary:
    """A match in short for one caller; all of it but the caller's part is public."""
    now, game = matches.current(visit.match), matches.game_of(visit.match)
    table, card, damage = now.table, visit.match_settings, matches.damage(visit.match)
    parent, at, dealt = _branch(matches, visit.match)
    return Summary(
        match=visit.match,
        game=table.game,
        title=game.title,
        scenario=table.scenario,
        version=table.version,
        seats=holder_names(table),
        settings=table.settings,
        round=table.round,
        turn=table.turn,
        phase=table.phase,
        position=table.position,
        over=table.result is not None,
        winners=table.result.winners if table.result else (),
        reason=table.result.reason if table.result else "",
        waiting_for=now.waiting_for,
        yours=visit.roles,
        view_as=_looks(visit),
        public=card.public,
        paused=matches.paused(visit.match),
        open=visit.is_open,
        disclosure=card.disclosure,
        consents=card.consents,
        parent=parent,
        at=at,
        dealt=dealt,
        damage=damage_said(damage) if damage else "",
        rewind=rewind_asked(matches, visit.match, now, SPECTATOR),
        unproven=matches.unproven(visit.match),
        scenario_title=escape_controls(game.scenario_title(table)),
        name=card.name,
    )


def in_short(service: Service, visit: MatchAccess) -> Summary:
    """A match in short for one caller, with who is invited and has not come yet."""
    shown = summary(service.matches, visit)
    return replace(shown, invited=service.keyring.invited(visit.match))


def listed(
    service: Service, caller: Principal, grants: Sequence[Grant], match: str, made: Summary | None
) -> Summary:
    """A match in short for the lobby, from the one that Redis has `made` if it has.

    A damaged match is named, so that the others can be listed.
    """
    try:
        if made is not None:
            return mine(service, made, grants)
        return in_short(service, service.access(caller, match))
    except (MatchDamaged, CardDamaged, UnknownMatch, UnknownGame) as error:
        return unreadable(match, error)


def unreadable(match: str, error: Exception) -> Summary:
    """What can be said of a match of which nothing can be read."""
    if isinstance(error, MatchDamaged):
        damage = damage_said(error)
    elif isinstance(error, UnknownGame):
        damage = "this match is of a game that is not known here"
    else:
        damage = "this match is damaged and cannot be looked at; tell whoever runs this service"
    nothing: dict[str, Any] = dict.fromkeys(("game", "scenario", "version", "phase", "reason"), "")
    nothing |= dict.fromkeys(("winners", "waiting_for", "yours", "view_as", "consents"), ())
    nothing |= dict.fromkeys(("public", "paused", "open", "over"), False)
    nothing |= dict.fromkeys(("round", "turn", "position", "at"), 0)
    nothing |= {"seats": {}, "settings": {}, "disclosure": "at-end", "parent": "", "dealt": ""}
    return Summary(match=match, title="A damaged match", damage=damage, **nothing)


def _looks(visit: MatchAccess) -> tuple[str, ...]:
    """The names that the caller may look as, its own first."""
    if visit.is_open:
        return (*dict.fromkeys((*visit.own_seats, *visit.seats)), "spectator", DIRECTOR)
    return (*visit.plays, "spectator", *((DIRECTOR,) if visit.sees_all else ()))


def _branch(matches: Matches, match: str) -> tuple[str, int, str]:
    origins = matches.origins(match)
    if len(origins) == 1:
        return "", 0, ""
    opener = matches.history(match).event(origins[-1][1])
    assert isinstance(opener, e.BranchOpened)
    return opener.parent, opener.at, opener.dealt


def rewind_asked(matches: Matches, match: str, now: CurrentState, role: str) -> RewindAsked | None:
    """The rewind that waits for consent, with what lies between as a role may know it."""
    asked = now.rewind
    if asked is None:
        return None
    crossed = between(matches.history(match), asked.to, role)
    return RewindAsked(
        asked.to, asked.asker, asked.agreed, asked.waiting, crossed.as_text(), crossed.redo
    )
