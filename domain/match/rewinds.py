"""Rewinds: who may ask that the table be put back, who must agree, and what is done then.

What a rewind may never do is tell anybody more than it undoes: it goes back within its own match
only, not past a ruling unless the director asks, and not at all once the match is over.
"""

from __future__ import annotations

from wardiary.domain.diary.history import History
from wardiary.domain.match.rewind_options import (
    ASKER,
    SINCE,
    TARGET,
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
    line: History,
    draft: Draft,
    seat: Seat,
    command: c.AskRewind | c.AgreeRewind | c.RefuseRewind,
) -> Outcome:
    """What a seat's word on rewinding brings about; raises Illegal."""
    if not (seat == c.DIRECTOR and isinstance(command, c.AskRewind)):
        check_seat(line.table, seat)
    match command:
        case c.AskRewind(to):
            return _ask(game, line, draft, seat, to)
        case c.AgreeRewind(to):
            return _agree(game, line, draft, seat, to)
        case c.RefuseRewind():
            return _refuse(game, line, draft)


def _ask(game: Game, line: History, draft: Draft, seat: Seat, to: int) -> Outcome:
    """Granted at once when it crosses nothing but the asker's own plain acts; else it is asked."""
    if not rewind_option(line, seat, to).consent:
        return _rewind(game, line, draft, to, seat, ())
    seats = draft.table.seats
    asker = seats.index(seat) + 1 if seat in seats else 0

    def effect() -> None:
        draft.track(TARGET, to, rule="Table/Rewind")
        draft.track(SINCE, line.head, rule="Table/Rewind")
        draft.track(ASKER, asker, rule="Table/Rewind")
        for one in seats:
            draft.track(agreed_track(one), int(one == seat), rule="Table/Rewind")

    return close_entry(game, draft, effect)


def _agree(game: Game, line: History, draft: Draft, seat: Seat, meant: int) -> Outcome:
    """A seat agrees; with the last one to agree the table goes back."""
    asked = pending_request(line)
    if asked is None:
        stale = line.table.track(TARGET)
        why = "play went on since the rewind was asked for; ask again" if stale else NOBODY_ASKED
        raise Illegal("Table/Rewind", why)
    if meant not in (0, asked.to):
        why = f"the rewind that is asked for goes to {asked.to}, not to {meant}"
        raise Illegal("Table/Rewind", why)
    agreed = tuple(one for one in line.table.seats if one == seat or one in asked.agreed)
    if set(playing(line.table)) <= set(agreed):
        return _rewind(game, line, draft, asked.to, asked.asker, agreed)
    return close_entry(game, draft, lambda: draft.track(agreed_track(seat), 1, rule="Table/Rewind"))


def _refuse(game: Game, line: History, draft: Draft) -> Outcome:
    """The request is off."""
    if not line.table.track(TARGET):
        raise Illegal("Table/Rewind", NOBODY_ASKED)
    return close_entry(game, draft, lambda: draft.track(TARGET, 0, rule="Table/Rewind"))


def _rewind(
    game: Game, line: History, draft: Draft, to: int, asked: Seat, agreed: tuple[Seat, ...]
) -> Outcome:
    """Put the table back; what was learnt on the way is made worthless by fresh shuffles."""
    event = e.Rewound(to=to, asked=asked, agreed=agreed, rule="Table/Rewind")
    back = Draft(table_after_rewind(line.table_at(to), draft.table), draft.chance)
    if agreed and not _is_plain_redo(line, to):
        for zone, look in sorted(back.table.visibility.items()):
            if look.ordered and look.who == "nobody" and len(back.table.zone(zone)) > 1:
                back.shuffle(zone, rule="Table/Rewind")
    back.record(e.EntryClosed(steps=back.table.steps, rule="Table/Pause"))
    return Outcome((event, *back.events), back.table, game.prompts(back.table))


def _is_plain_redo(line: History, to: int) -> bool:
    """Whether what was taken back comes back, and nobody learnt anything after it before that."""
    if not line.is_undone(to):
        return False
    taken_back = line.entry_of(line.undone_at(to))
    return first_disclosure(line, to, taken_back.first - 1) is None
