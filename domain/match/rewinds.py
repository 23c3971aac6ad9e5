"""Rewinds: a seat asks to go back, the others agree, and the table goes back.

A rewind never reveals more than it undoes: it goes back within its own match only, not past a
ruling unless the director asks, and not at all once the match is over.
"""

from __future__ import annotations

from wardiary.domain.diary.history import History
from wardiary.domain.match.rewind_options import (
    REQUESTED_AT,
    REQUESTED_BY,
    REWIND_TO,
    agreed_track,
    first_disclosure,
    pending_request,
    rewind_option,
)
from wardiary.domain.play import table_commands as c
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.decide import Outcome, check_seat, close_entry
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game
from wardiary.domain.play.resigning import playing
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import table_after_rewind
from wardiary.domain.table.pieces import Seat

NOBODY_ASKED = "nobody has asked for a rewind"


def handle_rewind(
    game: Game,
    history: History,
    draft: Draft,
    seat: Seat,
    command: c.AskRewind | c.AgreeRewind | c.RefuseRewind,
) -> Outcome:
    """The result of asking for a rewind, agreeing to it or refusing it; raises Illegal."""
    if not (seat == c.DIRECTOR and isinstance(command, c.AskRewind)):
        check_seat(history.table, seat)
    match command:
        case c.AskRewind(to):
            return _ask(game, history, draft, seat, to)
        case c.AgreeRewind(to):
            return _agree(game, history, draft, seat, to)
        case c.RefuseRewind():
            return _refuse(game, history, draft)


def _ask(game: Game, history: History, draft: Draft, seat: Seat, to: int) -> Outcome:
    """Go back at once where no consent is needed; otherwise record the request."""
    if not rewind_option(history, seat, to).consent:
        return _rewind(game, history, draft, to, seat, ())
    seats = draft.table.seats
    asker = seats.index(seat) + 1 if seat in seats else 0

    def effect() -> None:
        draft.track(REWIND_TO, to, rule="Table/Rewind")
        draft.track(REQUESTED_AT, history.head, rule="Table/Rewind")
        draft.track(REQUESTED_BY, asker, rule="Table/Rewind")
        for other in seats:
            draft.track(agreed_track(other), int(other == seat), rule="Table/Rewind")

    return close_entry(game, draft, effect)


def _agree(game: Game, history: History, draft: Draft, seat: Seat, to_position: int) -> Outcome:
    """A seat agrees; with the last one to agree the table goes back."""
    request = pending_request(history)
    if request is None:
        outdated = history.table.track(REWIND_TO)
        why = (
            "play has gone on since the rewind was asked for; ask again"
            if outdated
            else NOBODY_ASKED
        )
        raise Illegal("Table/Rewind", why)
    if to_position not in (0, request.to):
        why = f"the rewind that is asked for goes to {request.to}, not to {to_position}"
        raise Illegal("Table/Rewind", why)
    agreed = tuple(
        player for player in history.table.seats if player == seat or player in request.agreed
    )
    if set(playing(history.table)) <= set(agreed):
        return _rewind(game, history, draft, request.to, request.asker, agreed)
    return close_entry(game, draft, lambda: draft.track(agreed_track(seat), 1, rule="Table/Rewind"))


def _refuse(game: Game, history: History, draft: Draft) -> Outcome:
    """Cancel the request."""
    if not history.table.track(REWIND_TO):
        raise Illegal("Table/Rewind", NOBODY_ASKED)
    return close_entry(game, draft, lambda: draft.track(REWIND_TO, 0, rule="Table/Rewind"))


def _rewind(
    game: Game, history: History, draft: Draft, to: int, asked: Seat, agreed: tuple[Seat, ...]
) -> Outcome:
    """Take the table back, and shuffle hidden piles again so that nothing learnt stays useful."""
    event = e.Rewound(to=to, asked=asked, agreed=agreed, rule="Table/Rewind")
    draft_after = Draft(table_after_rewind(history.table_at(to), draft.table), draft.chance)
    if agreed and not _is_plain_redo(history, to):
        for zone, visibility in sorted(draft_after.table.visibility.items()):
            if (
                visibility.ordered
                and visibility.who == "nobody"
                and len(draft_after.table.zone(zone)) > 1
            ):
                draft_after.shuffle(zone, rule="Table/Rewind")
    draft_after.record(e.EntryClosed(steps=draft_after.table.steps, rule="Table/Pause"))
    return Outcome((event, *draft_after.events), draft_after.table, game.prompts(draft_after.table))


def _is_plain_redo(history: History, to: int) -> bool:
    """Whether this returns to undone rows after which nobody had learnt anything."""
    if not history.is_undone(to):
        return False
    undone_entry = history.entry_of(history.undone_at(to))
    return first_disclosure(history, to, undone_entry.first - 1) is None
