"""Whether a question that was mailed still stands, and whether its reader knows all that matters.

Seats that choose in secret at the same time do not wait for one another: that another seat has
given a sealed command changes nothing of what an answer rests on.
"""

from __future__ import annotations

import msgspec

from wardiary.adapters.mail.verdict import Notice
from wardiary.adapters.matches import Matches
from wardiary.domain.diary.history import EntrySpan, History
from wardiary.domain.match.table_talk import only_talk_since
from wardiary.domain.play.game import Game
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat


def still_stands(matches: Matches, notice: Notice) -> int | None:
    """The head of the match if the notice's question stands as its seat knows it, else None.

    An order with this head as the expected one is refused if anything comes in between.
    """
    now = matches.current(notice.match, (notice.seat,))
    history, game = now.history, matches.game_of(notice.match)
    if history.head == notice.position:
        return history.head
    if now.windows[notice.seat] != notice.window or not history.is_end(notice.position):
        return None
    since = history.entries(notice.position)
    known = all(_is_no_news(game, history, entry, notice.seat) for entry in since)
    return history.head if known else None


def _is_no_news(game: Game, history: History, entry: EntrySpan, seat: Seat) -> bool:
    accepted = history.event(entry.first)
    if isinstance(accepted, e.CommandAccepted) and accepted.seat not in ("", seat):
        command = game.verbs.get(_verb(accepted))
        if command is not None and command.sealed:
            return True
    return only_talk_since(history.upto(entry.last), seat, entry.first - 1)


def _verb(accepted: e.CommandAccepted) -> str:
    said = msgspec.json.decode(bytes(accepted.command))
    return str(said.get("do", "")) if isinstance(said, dict) else ""
