"""Summaries of matches: what a caller sees of a match at a glance, and what Redis keeps of it."""

from __future__ import annotations

from wardiary.adapters.matches import CurrentState, Matches
from wardiary.adapters.web.api.entries import holder_names, sentences
from wardiary.adapters.web.api.problems import damage_said
from wardiary.adapters.web.auth.access import MatchAccess
from wardiary.adapters.web.schemas.matches import OrderWaits, RewindAsked, Summary
from wardiary.domain.diary.history import History
from wardiary.domain.play.game import Game
from wardiary.domain.play.table_commands import DIRECTOR
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.text import escape_controls
from wardiary.projections.consent import between
from wardiary.projections.redaction import SPECTATOR


def summary(matches: Matches, visit: MatchAccess) -> Summary:
    """A match in short for one caller; all of it but the caller's part is public."""
    now, game = matches.current(visit.match), matches.game_of(visit.match)
    table, card, damage = now.table, visit.match_settings, matches.damage(visit.match)
    parent, at, dealt = _branch(matches, visit.match)
    latest, latest_at = _latest(game, now.history)
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
        since={seat: _since(matches, visit.match, now, seat) for seat in now.waiting_for},
        latest=latest,
        latest_at=latest_at,
        deadlines=_deadlines(now.history),
        waits=order_waits(matches, visit.match),
    )


def order_waits(matches: Matches, match: str) -> OrderWaits | None:
    """The order that waits for a keeper, if any does."""
    if not matches.history(match, fresh=False).said.keepers:
        return None
    order = matches.waiting(match)
    return OrderWaits(order.seat, order.keeper, order.time) if order else None


def _since(matches: Matches, match: str, now: CurrentState, seat: Seat) -> int:
    """Since when (ms) a seat has been asked what it is asked now."""
    line, head = now.history, now.table.position
    return line.time_of(line.entry_of(min(matches.window(match, seat) or head, head)))


def _latest(game: Game, line: History) -> tuple[str, int]:
    """What happened last as everybody may read it, and when (ms)."""
    entry = line.entry_of(line.head)
    told = [s for s in sentences(game, line, [entry], SPECTATOR) if s.tag != "entry-closed"]
    happened = [s for s in told if s.tag != "command-accepted"] or told
    return (happened[-1].text if happened else ""), line.time_of(entry)


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


def _deadlines(history: History) -> dict[Seat, int]:
    """By when (ms) the seats have to answer whose clocks run."""
    clocks = history.clocks
    if clocks is None:
        return {}
    due = {seat: clocks.deadline(seat) for seat in clocks.running}
    return {seat: at for seat, at in due.items() if at is not None}


def rewind_asked(matches: Matches, match: str, now: CurrentState, role: str) -> RewindAsked | None:
    """The rewind that waits for consent, with what it would undo as far as a role may know it."""
    request = now.rewind
    if request is None:
        return None
    crossed = between(matches.history(match), request.to, role)
    return RewindAsked(
        request.to, request.asker, request.agreed, request.waiting, crossed.as_text(), crossed.redo
    )
