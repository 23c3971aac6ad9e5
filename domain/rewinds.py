"""Rewinds: who may ask that the table be put back, who must agree, and what is done then.

What a rewind may never do is tell anybody more than it undoes: it goes back within its own match
only, not past a ruling unless the director asks, and not at all once the match is over.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wardiary.domain.diary.line import Line
from wardiary.domain.play import custody as c
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.decide import Outcome, closed, refuse_unseated
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game
from wardiary.domain.play.resigning import playing
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve, gone_back
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

TARGET, SINCE, ASKER = "rewind/to", "rewind/since", "rewind/asker"
NOBODY_ASKED = "nobody has asked for a rewind"


class Request(msgspec.Struct, frozen=True):
    """A rewind that waits for consent: the position to go back to, who asked, and who agrees."""

    to: int
    asker: Seat
    agreed: tuple[Seat, ...]


def request(line: Line) -> Request | None:
    """The rewind that is asked for now; None when none is, or when play has gone on since."""
    table = line.table
    to = table.track(TARGET)
    if not to or table.result is not None or any(acts(line, table.track(SINCE))):
        return None
    asker = table.track(ASKER)
    agreed = tuple(seat for seat in table.seats if table.track(agreed_track(seat)))
    return Request(to, table.seats[asker - 1] if asker else c.DIRECTOR, agreed)


def agreed_track(seat: Seat) -> str:
    """The track that says whether a seat agrees to the rewind asked for."""
    return f"rewind/agreed/{seat}"


def judge(
    game: Game,
    line: Line,
    draft: Draft,
    seat: Seat,
    command: c.AskRewind | c.AgreeRewind | c.RefuseRewind,
) -> Outcome:
    """What a seat's word on rewinding brings about; raises Illegal."""
    if not (seat == c.DIRECTOR and isinstance(command, c.AskRewind)):
        refuse_unseated(line.table, seat)
    match command:
        case c.AskRewind(to):
            return _ask(game, line, draft, seat, to)
        case c.AgreeRewind(to):
            return _agree(game, line, draft, seat, to)
        case c.RefuseRewind():
            return _refuse(game, line, draft)


def _ask(game: Game, line: Line, draft: Draft, seat: Seat, to: int) -> Outcome:
    """Granted at once when it crosses nothing but the asker's own plain acts; else it is asked."""
    doers = list(acts(line, to))
    _refuse_unreachable(line, seat, to, doers)
    if set(doers) == {seat} and seat != c.DIRECTOR and what_was_learnt(line, to) is None:
        return _rewind(game, line, draft, to, seat, ())
    seats = draft.table.seats
    asker = seats.index(seat) + 1 if seat in seats else 0

    def deed() -> None:
        draft.track(TARGET, to, rule="Table/Rewind")
        draft.track(SINCE, line.head, rule="Table/Rewind")
        draft.track(ASKER, asker, rule="Table/Rewind")
        for one in seats:
            draft.track(agreed_track(one), int(one == seat), rule="Table/Rewind")

    return closed(game, draft, deed)


def _refuse_unreachable(line: Line, seat: Seat, to: int, doers: list[Seat]) -> None:
    if line.table.result is not None:
        raise Illegal("Table/Ended", "the match is over; a branch can try something else")
    if to < line.own_from:
        # What lies before a branch holds the real cards, which its own deal must not tell.
        raise Illegal("Table/Rewind", f"this line's own play begins only at {line.own_from}")
    if not line.is_end(to) or line.undone(to) or to >= line.head:
        raise Illegal("Table/Rewind", f"the table cannot go back to {to}: no entry ends there")
    if seat == c.DIRECTOR:
        return
    if c.DIRECTOR in doers:
        why = f"the director ruled after {to}; only the director may take the table back past that"
        raise Illegal("Table/Ruling", why)
    if not doers or doers[0] != seat:
        whose = doers[0] if doers else "nobody"
        raise Illegal("Table/Rewind", f"the first act after {to} is not yours but {whose}'s")


def _agree(game: Game, line: Line, draft: Draft, seat: Seat, meant: int) -> Outcome:
    """A seat agrees; with the last one to agree the table goes back."""
    asked = request(line)
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
    return closed(game, draft, lambda: draft.track(agreed_track(seat), 1, rule="Table/Rewind"))


def _refuse(game: Game, line: Line, draft: Draft) -> Outcome:
    """The request is off."""
    if not line.table.track(TARGET):
        raise Illegal("Table/Rewind", NOBODY_ASKED)
    return closed(game, draft, lambda: draft.track(TARGET, 0, rule="Table/Rewind"))


def _rewind(
    game: Game, line: Line, draft: Draft, to: int, asked: Seat, agreed: tuple[Seat, ...]
) -> Outcome:
    """Put the table back; what was learnt on the way is made worthless by fresh shuffles."""
    event = e.Rewound(to=to, asked=asked, agreed=agreed, rule="Table/Rewind")
    back = Draft(gone_back(line.table_at(to), draft.table), draft.chance)
    if agreed:
        for zone, look in sorted(back.table.looks.items()):
            if look.ordered and look.who == "nobody" and len(back.table.zone(zone)) > 1:
                back.shuffle(zone, rule="Table/Rewind")
    back.record(e.Paused(steps=back.table.steps, rule="Table/Pause"))
    return Outcome((event, *back.events), back.table, game.prompts(back.table))


def acts(line: Line, after: int) -> Iterator[Seat]:
    """Who has acted since a position: seats by what they played, the director by ruling.

    What else is said at a table (claims, requests, consents) is no act, and what was undone none.
    """
    for entry in line.entries(after):
        opener = line.event(entry.first)
        if isinstance(opener, e.CommandAccepted) and _is_act(opener):
            if not line.undone(entry.last):
                yield opener.seat


def _is_act(opener: e.CommandAccepted) -> bool:
    try:
        return isinstance(c.decode_custody(opener.command), c.Rule)
    except Illegal:
        return True


def what_was_learnt(line: Line, after: int) -> tuple[int, str] | None:
    """The first event after a position that told somebody something, and what; None if none did."""
    table = line.table_at(after)
    for position, event in line.events(after):
        if isinstance(event, (e.DiceRolled, e.PileShuffled)):
            return position, "dice" if isinstance(event, e.DiceRolled) else "a shuffle"
        if isinstance(event, e.Rewound):
            return position, "a rewind"
        later = evolve(table, event, position)
        if isinstance(event, (e.PiecesMoved, e.PiecesShown)) and _tells(table, later, event.pieces):
            return position, "cards"
        table = later
    return None


def _tells(before: Table, after: Table, pieces: tuple[str, ...]) -> bool:
    return any(
        after.knows(seat, piece) and not before.knows(seat, piece)
        for piece in pieces
        for seat in after.seats
    )
